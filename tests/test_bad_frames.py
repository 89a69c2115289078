"""Functions of data frames and their columns refuse bad arguments, naming the parameter, the value and the rule.

`CALLS` and `BAD` are as in `test_bad_input`; `CONTENTS` holds what the columns of a frame must not hold.
"""

import functools
import math
import os
import pkgutil

import bad_values
import numpy as np
import pandas as pd
import pytest
import test_bad_input
from bad_values import BELOW_0, DIGITS, FAR_OUT, INFINITE, NOT_FINITE, array_of, one_number, one_of_texts, reals, wrong_types
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import coursekit
from coursekit.attacks import guessing, linkage, protection, reconstruction
from coursekit.data import census
from coursekit.risk import attribution, disclosure, neighbours, scorecards
from coursekit.synthesis import combining, conditionals, noisy_tables, synthesizers
from coursekit.topdown import hierarchy, invariants, measuring, pipeline
from coursekit.utility import distances, inference, propensity, scores, spoiling, summaries, tax_system, utility_report

MODULES = [attribution, census, combining, conditionals, disclosure, distances, guessing, hierarchy, inference, invariants, linkage]
MODULES += [measuring, neighbours, pipeline, noisy_tables, propensity, protection, reconstruction, scorecards, spoiling]
MODULES += [scores, summaries, synthesizers, tax_system, utility_report]

# What functions hand out, and what modules hand each other after the checks of a function that is in CALLS
RECORDS = {"combining.Combined", "combining.Coverage", "inference.Agreement", "noisy_tables.NoisyTable"}
RECORDS |= {"noisy_tables.NoisyTable.probabilities", "propensity.Propensities", "combining.Combined.interval"}
RECORDS |= {"neighbours.Membership", "attribution.Accuracy", "disclosure.MatchRates", "scorecards.Scorecard"}
RECORDS |= {"measuring.Measurement", "pipeline.District", "pipeline.Release"}
MODELS = [f"conditionals.{model}" for model in ("Sample", "Gappy", "Linear", "Logistic", "Tree")]
INNER = {*MODELS, *(f"{model}.draw" for model in MODELS), "conditionals.check_method", "conditionals.conditional"}
INNER |= {"synthesizers.copied", "combining.simulated_files", "noisy_tables.draw_rows"}
INNER |= {"distances.correlations", "distances.informations", "distances.shared", "inference.least_squares"}
INNER |= {f"summaries.{name}" for name in ("four_moments", "numbers", "scaled", "two_columns")}
INNER |= {f"propensity.{name}" for name in ("blocks", "dummies", "fitted", "lumped", "measured")}
INNER |= {f"disclosure.{name}" for name in ("joint", "links", "on_keys")}
INNER |= {f"attribution.{name}" for name in ("accuracy", "attributed", "features")}
INNER |= {f"neighbours.{name}" for name in ("Space", "Space.nearest", "nearer", "ranges_of", "ratio")}
INNER |= {f"hierarchy.{name}" for name in ("checked_counts", "checked_kind", "firsts", "parent_places")}
INNER |= {"invariants.broken_rules", "invariants.Invariants.by_level"}

# Modules without functions of data or privacy parameters: they have bad-input tests of their own, or show what others check
OTHERS = {"checks", "grading", "samplers", "chance", "knobs", "plots", "pixels", "blocks", "intervals", "cells", "design", "figures", "risk_figures", "utility_figures"}
OTHERS |= {"frames", "variables", "attacks", "local", "mechanisms", "accounting", "synthesis", "utility", "risk", "topdown", "audit"}
# Modules that still need an entry, here or in `test_bad_input`; to add one is to take it out of this list
NOT_YET = set()

RNG = np.random.default_rng(42)
TOWN = census.simulate_census(60, rng=np.random.default_rng(1))
WHO, SEXES = ["sex", "age"], {"sex": ["female", "male"]}
TABLES = reconstruction.block_tables(TOWN.head(4), SEXES)
OURS = pd.DataFrame({"bill": RNG.normal(40, 3, 24).round(1), "sex": ["female", "male"] * 12, "year": [2007, 2008, 2009] * 8})
THEIRS = OURS.assign(bill=RNG.normal(40, 3, 24).round(1))
HOMES = tax_system.simulate_households(20, rng=np.random.default_rng(2))
EDGES, DOMAIN = {"bill": [0, 40, 99], "year": [2007, 2008, 2010]}, {"sex": ["female", "male"]}
SCORES = {"scores": ([0.2, 0.4, 0.7], "numbers"), "labels": ([0, 1, 1], "three labels")}
REFERENCE = utility_report.reference_values(OURS, rng=RNG, resamples=2)

DRAWN, SHARE, AT_LEAST = {"rng": (RNG, "rng")}, {"share": (0.5, "one share")}, {"at_least": (3, "at least one")}
FRAME, WHICH = {"frame": (TOWN, "town")}, {"columns": (WHO, "columns")}
GROUPS = {"values": (SEXES, "values of columns")} | AT_LEAST
PUBLISHED = {"tables": (TABLES, "tables"), "n": (4, "up to 100")} | GROUPS
REAL = {"people": (TOWN, "people")}
BIRDS = {"frame": (OURS, "birds")}
BILLS = {"frame": (OURS, "birds"), "column": ("bill", "one column")}
FILES = {"confidential": (OURS, "birds"), "synthetic": (THEIRS, "birds")}
COLUMNS = {"columns": (["bill", "year"], "columns")}
NUMBERS = {"confidential": ([1, 2.5], "one column of numbers"), "synthetic": ([2, 3.5], "one column of numbers")}
CUT = COLUMNS | {"edges": (EDGES, "edges of ours")}
LEAF = {"min_leaf": (5, "at least one")}
MODEL = {"model": ("logistic", "model")}
RULE = {"rule": ("single", "rule")}
DESIGN = {"edges": (EDGES, "dict of edges"), "domain": (DOMAIN, "dict of values"), "parents": ({"bill": ["sex"]}, "dict of parents")}
PRIVATE = {"frame": (OURS[["sex", "bill", "year"]], "birds to bin"), "epsilon": (1.0, "epsilon of three tables")} | DRAWN | DESIGN
PEOPLE = {"neighbours": ("add-remove", "neighbours")}
INTERVAL = ((0.0, 1.0), "interval")
RANGES = {"ranges": ({"bill": 10.0, "year": 2.0}, "ranges")}
LABELLED = {name: (frame, "birds by label") for name, (frame, _) in FILES.items()}
KEYS = {"keys": (["sex", "bill"], "keys")}
CARD = scorecards.Scorecard(pd.DataFrame({"section": [], "figure": []}), {"sampled": 9})
SAVED = {"path": (os.devnull, "path"), "overwrite": (True, "flag")}

TREE, ONE = hierarchy.Hierarchy(["town", "block"], [[0, 0]], [["T"], [1, 2]]), hierarchy.Hierarchy(["town"], [], [["T"]])
KNOWN = invariants.Invariants(totals={"town": [10]}, possible=[True, True], at_least=[0, 0])
RELEASE = pipeline.topdown(TREE, [[5, 0], [3, 2]], epsilon=1.0, shares=[0.5, 0.5], invariants=KNOWN, rng=RNG)
RESIDENTS = pd.DataFrame({"block": [1, 1, 2], "sex": ["female", "male", "male"]})
KINDS = {"kinds": ({"sex": ["female", "male"]}, "kinds")}
LEAVES = {"tree": (TREE, "tree"), "counts": ([[5, 0], [3, 2]], "counts of leaves")}
DETAILED = {"query_shares": ({"detailed": 1}, "shares of queries")}
SPENT = {"epsilon": (1.0, "epsilon of replace one"), "rho": (None, "second budget"), "shares": ([1.0], "shares of one level")}
SPENT_RHO = {"epsilon": (None, "second budget"), "rho": (0.5, "rho"), "shares": ([1.0], "shares of one level")}
MEASURED = {"tree": (ONE, "tree"), "counts": ([[5, 2]], "counts of a leaf")}
SKIP = {"unsafe_skip_empty_cells": (False, "flag")} | DRAWN
FINISHED = {"nonnegative": (True, "flag"), "rounding": ("nearest", "rule of rounding")}
INVARIANT = {"invariants": (None, "invariants")}

# function: (a call that works, its arguments as {parameter: (good value, kind of the parameter)})
CALLS = {
    "linkage.class_sizes": (linkage.class_sizes, FRAME | WHICH),
    "linkage.uniqueness": (linkage.uniqueness, {"frame": (TOWN, "people")} | WHICH),
    "linkage.coarsen": (linkage.coarsen, {"ages": ([3, 40], "ages"), "width": (5, "width")}),
    "linkage.top_code": (linkage.top_code, {"ages": ([3, 40], "ages"), "at": (85, "from 0")}),
    "linkage.link": (linkage.link, {"names": (TOWN, "town"), "released": (TOWN, "town"), "on": (WHO, "columns")}),
    "linkage.difference": (linkage.difference, {name: (pd.Series([1]), "table of counts") for name in ("first", "second")}),
    "census.simulate_census": (census.simulate_census, {"persons": (10, "persons")} | DRAWN),
    "census.name_list": (census.name_list, {"census": (TOWN, "town")} | SHARE | DRAWN | {"errors": (0.1, "one share")}),
    "combining.combine": (
        combining.combine,
        {"estimates": ([1, 2.5], "estimates"), "variances": ([1, 0.5], "variances")} | RULE
        | {"k": (9, "at least one or none"), "n": (9, "at least one or none")},
    ),
    "combining.coverage": (combining.coverage, RULE | {"m": (2, "files"), "runs": (3, "at least one"), "n": (9, "people of a run")} | DRAWN),
    "conditionals.linear_fit": (
        conditionals.linear_fit, {"frame": (OURS, "birds to fit"), "column": ("bill", "one column"), "on": (["sex"], "columns")}
    ),
    "protection.sample_rows": (protection.sample_rows, {"frame": (TOWN, "frame")} | SHARE | DRAWN),
    "protection.suppress": (protection.suppress, FRAME | WHICH | AT_LEAST),
    "protection.swap": (
        protection.swap,
        {"frame": (TOWN, "town with tracts")} | SHARE
        | {"columns": (["tract", "block"], "columns"), "unit": ("household", "one column")} | DRAWN,
    ),
    "hierarchy.Hierarchy": (
        hierarchy.Hierarchy,
        {"levels": (["town", "block"], "levels"), "parents": ([[0, 0]], "parents"), "labels": ([["T"], [1, 2]], "labels")},
    ),
    "hierarchy.Hierarchy.level": (TREE.level, {"level": ("town", "level of places")}),
    "hierarchy.Hierarchy.up": (TREE.up, {"leaves": ([[1, 2], [3, -4]], "numbers of leaves")}),
    "hierarchy.histogram": (hierarchy.histogram, {"frame": (RESIDENTS, "residents"), "tree": (TREE, "tree")} | KINDS),
    "hierarchy.regular": (hierarchy.regular, {"levels": (["town", "block"], "levels"), "branching": ([2], "branching")}),
    "hierarchy.skewed_counts": (
        hierarchy.skewed_counts,
        {"tree": (TREE, "tree"), "persons": (9, "up to a billion"), "cells": (2, "up to 10,000"), "skew": (1, "skew")} | DRAWN,
    ),
    "hierarchy.spine": (
        hierarchy.spine, {"frame": (RESIDENTS.assign(town="T"), "residents of towns"), "levels": (["town", "block"], "columns")}
    ),
    "inference.ci_overlap": (inference.ci_overlap, {"confidential": INTERVAL, "synthetic": INTERVAL}),
    "inference.sso": (
        inference.sso,
        {"confidential": (0.5, "numbers"), "confidential_interval": INTERVAL, "synthetic": (0.5, "numbers")}
        | {"synthetic_interval": INTERVAL},
    ),
    "inference.regression_overlap": (
        inference.regression_overlap, FILES | {"outcome": ("bill", "outcome")}
    ),
    "invariants.Invariants": (
        invariants.Invariants,
        {"totals": ({"town": [10]}, "dict of totals"), "possible": ([True, True], "answers"), "at_least": ([0, 0], "bounds")},
    ),
    "invariants.housing": (invariants.housing, {"units": ([3, 0], "buildings"), "facilities": ([[0], [2]], "facilities")}),
    "invariants.node_totals": (invariants.node_totals, LEAVES | {"levels": (["town"], "levels of a tree")}),
    "measuring.measure": (
        measuring.measure,
        MEASURED | SPENT | DETAILED | PEOPLE | SKIP,
    ),
    "measuring.measure of rho": (measuring.measure, MEASURED | SPENT_RHO | DETAILED | PEOPLE | SKIP),
    "neighbours.column_ranges": (neighbours.column_ranges, {"confidential": (OURS, "birds alone")}),
    "neighbours.nearest": (
        neighbours.nearest,
        {"frame": (OURS, "birds"), "among": (THEIRS, "birds")} | RANGES | {"count": (2, "up to 24")},
    ),
    "neighbours.dcr": (neighbours.dcr, FILES | {"direction": (neighbours.DIRECTIONS[0], "direction")} | RANGES),
    "neighbours.membership": (
        neighbours.membership, {name: ([0.1, 0.2], "distances") for name in ("members", "nonmembers")}
    ),
    "noisy_tables.private_synthesis": (noisy_tables.private_synthesis, PRIVATE),
    "noisy_tables.private_tables": (noisy_tables.private_tables, PRIVATE),
    "propensity.importance": (propensity.importance, FILES | DRAWN),
    "propensity.pmse_ratio": (
        propensity.pmse_ratio,
        FILES | MODEL | {"null": ("permutation", "null")} | DRAWN,
    ),
    "propensity.propensities": (propensity.propensities, FILES | MODEL | {"holdout": (0.5, "share below 1")} | DRAWN),
    "scores.auc": (scores.auc, SCORES),
    "scores.specks": (scores.specks, SCORES),
    "scores.pmse": (scores.pmse, {"scores": ([0.2, 0.4, 0.7], "shares"), "labels": ([0, 1, 1], "three labels")}),
    "scores.pmse_null": (
        scores.pmse_null, {name: (2, "up to 10**15") for name in ("k", "n_confidential", "n_synthetic")}
    ),
    "reconstruction.block_tables": (reconstruction.block_tables, REAL | GROUPS),
    "reconstruction.count_solutions": (reconstruction.count_solutions, PUBLISHED),
    "reconstruction.solutions": (
        reconstruction.solutions, PUBLISHED | {"tables": (TABLES.assign(count=9), "tables")}
    ),
    "reconstruction.noisy_tables": (
        reconstruction.noisy_tables, {"tables": (TABLES, "tables"), "scale": (1.0, "scale by hand")} | DRAWN
    ),
    "guessing.matched_share": (guessing.matched_share, {"guess": (TOWN, "people")} | REAL | WHICH),
    "guessing.guess_baseline": (
        guessing.guess_baseline,
        REAL | {"reference": (TOWN, "people")} | WHICH | {"place": ("block", "one column"), "each_once": (True, "flag")},
    ),
    "disclosure.matches": (disclosure.matches, LABELLED | {"keys": (["sex", "bill"], "keys")}),
    "disclosure.match_rates": (
        disclosure.match_rates,
        LABELLED | {"keys": (["sex", "bill"], "keys"), "records": (24, "24 or more")},
    ),
    "disclosure.unique_links": (disclosure.unique_links, FILES | KEYS),
    "disclosure.replicated_uniques": (disclosure.replicated_uniques, FILES | KEYS),
    "attribution.cap": (attribution.cap, FILES | KEYS | {"target": ("year", "target")}),
    "attribution.dcap": (attribution.dcap, FILES | KEYS | {"target": ("year", "target")}),
    "attribution.tcap": (attribution.tcap, FILES | KEYS | {"target": ("year", "target")}),
    "attribution.predictive_accuracy": (
        attribution.predictive_accuracy,
        FILES | {"holdout": (THEIRS, "birds")} | KEYS | {"target": ("year", "target")} | DRAWN | {"model": (None, "estimator")},
    ),
    "attribution.memorizing_synthesis": (
        attribution.memorizing_synthesis, {"confidential": (OURS, "birds alone")} | SHARE | DRAWN
    ),
    "scorecards.Scorecard.to_csv": (CARD.to_csv, SAVED),
    "scorecards.Scorecard.to_html": (CARD.to_html, SAVED),
    "scorecards.scorecard": (
        scorecards.scorecard,
        {name: (frame, "two birds of a pair") for name, (frame, _) in FILES.items()}
        | {"holdout": (None, "holdout or none")} | DRAWN
        | {"keys": (["sex"], "columns, one or none"), "sensitive": (["year"], "columns, one or none")}
        | {"target": (None, "one column or none"), "rows": (9, "from two")}
        | {"progress": (None, "function or none")},
    ),
    "scorecards.risk_utility": (
        scorecards.risk_utility,
        {"confidential": (OURS, "birds"), "synthetics": ({"a": THEIRS}, "releases"), "holdout": (THEIRS, "birds")},
    ),
    "scorecards.membership_risk": (scorecards.membership_risk, FILES | {"holdout": (THEIRS, "birds")}),
    "scorecards.pair_overlap": (
        scorecards.pair_overlap, {name: (frame, "two birds of a pair") for name, (frame, _) in FILES.items()}
    ),
    "spoiling.break_correlation": (spoiling.break_correlation, BILLS | SHARE | DRAWN),
    "spoiling.drop_tail": (spoiling.drop_tail, BILLS | {"share": (0.5, "share below 1")}),
    "spoiling.shrink": (spoiling.shrink, BILLS | {"factor": (0.5, "number from 0")}),
    "spoiling.spoil": (
        spoiling.spoil,
        BILLS | DRAWN | {"shifted": (0.1, "finite"), "shrunk": (0.1, "one share"), "broken": (0.1, "one share")}
        | {"dropped": (0.1, "share below 1")},
    ),
    "synthesizers.copies": (synthesizers.copies, FILES),
    "synthesizers.implicates": (synthesizers.implicates, {"frame": (OURS, "two birds")} | {"m": (1, "at least one")} | DRAWN),
    "synthesizers.synthesize": (
        synthesizers.synthesize,
        {"frame": (OURS, "two birds")} | DRAWN | {"methods": ("cart", "methods"), "order": (["sex", "bill", "year"], "order of synthesis")}
        | {"columns": (["bill", "sex", "year"], "columns")} | LEAF | {"progress": (None, "function or none")},
    ),
    "tax_system.microsimulation": (
        tax_system.microsimulation,
        {"confidential": (HOMES, "homes"), "synthetic": (HOMES, "homes"), "child_benefit": (5, "number from 0")},
    ),
    "tax_system.simulate_households": (tax_system.simulate_households, {"n": (3, "at least one")} | DRAWN),
    "tax_system.taxes": (tax_system.taxes, {"households": (HOMES, "homes")}),
    "pipeline.accuracy": (pipeline.accuracy, LEAVES | {"tables": (RELEASE.tables, "tables of levels")}),
    "pipeline.bottom_up": (functools.partial(pipeline.bottom_up, epsilon=1.0), LEAVES | {"nonnegative": (True, "flag")} | DRAWN),
    "pipeline.district": (pipeline.district, {"release": (RELEASE, "release"), "leaves": ([0, 1], "places of two")}),
    "pipeline.independent": (
        functools.partial(pipeline.independent, epsilon=1.0),
        MEASURED | {"shares": ([1.0], "shares of one level"), "nonnegative": (True, "flag")} | DRAWN,
    ),
    "pipeline.topdown": (pipeline.topdown, MEASURED | SPENT | DETAILED | PEOPLE | FINISHED | INVARIANT | SKIP),
    "distances.correlation_error": (
        distances.correlation_error, {"differences": ([0.1, -0.5], "differences"), "kind": ("mae", "kind of fit")}
    ),
    "distances.correlation_fit": (distances.correlation_fit, FILES | {"kind": ("mae", "kind of fit")}),
    "distances.ks": (distances.ks, NUMBERS),
    "distances.ks_gap": (distances.ks_gap, NUMBERS),
    "distances.relative_mutual_information": (distances.relative_mutual_information, FILES | CUT),
    "summaries.frequencies": (
        summaries.frequencies, {name: (pd.Series(["a", "b"]), "series") for name in ("confidential", "synthetic")}
    ),
    "summaries.moments": (summaries.moments, NUMBERS),
    "summaries.moments of tables": (summaries.moments, FILES),
    "summaries.percentiles": (summaries.percentiles, NUMBERS | {"at": ([5, 50.5], "percentiles")}),
    "summaries.percentiles of tables": (summaries.percentiles, FILES | {"at": ([5, 50.5], "percentiles")}),
    "summaries.zeros": (summaries.zeros, NUMBERS),
    "summaries.zeros of tables": (summaries.zeros, FILES),
    "utility_report.reference_values": (
        utility_report.reference_values,
        {"confidential": (OURS, "two birds")} | DRAWN | {"resamples": (2, "up to 10,000"), "rows": (9, "at least two")}
        | {"progress": (None, "function or none")},
    ),
    "utility_report.report": (
        utility_report.report,
        {name: (frame, "two birds") for name, (frame, _) in FILES.items()} | {"reference": (REFERENCE, "reference")},
    ),
}

ANY_BUT_LISTS = reals() | st.booleans() | st.text(max_size=5)
NO_FRAME = ANY_BUT_LISTS | st.none() | st.sampled_from([[1], {"bill": [1]}, OURS["bill"], OURS.to_numpy()])
NO_DICT = ANY_BUT_LISTS | st.just(["bill"])
AGES = {"outside": st.integers(10**6 + 1, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1000000"}
DECIMALS = {"noun": "numbers", "decimals_too": True}
DISTANCES = array_of(**DECIMALS, outside=reals(-1e9, -0.1) | INFINITE, outside_rule="must be from 0")
TWO_AXES = arrays(float, st.sampled_from([(), (2, 3)]), elements=DIGITS)


def frame_like(good, *, without=None, rows=0):
    """Bad instead of the good frame: no frame at all, no columns, one twice, one missing, too few rows."""
    bad = [
        (NO_FRAME, TypeError, "must be a pandas.DataFrame"),
        (st.just(good[[]]), ValueError, "must have at least one column"),
        (st.just(pd.concat([good, good], axis=1)), ValueError, "must have columns of different names"),
    ]
    if without is not None:
        bad.append((st.just(good.drop(columns=without)), ValueError, without))
    if rows:
        bad.append((st.just(good.head(rows - 1)), ValueError, "must have at least"))
    return bad


def at_least(low, *, none=True):
    return [
        (st.integers(None, low - 1), ValueError, f"must be >= {low}"),
        (wrong_types(none=none), TypeError, "must be a number"),
        (st.floats(low, low + 9), TypeError, "must be an integer"),
        (NOT_FINITE, ValueError, "must be a finite number"),
    ]


def integer(low, high, *, none=True):
    return [*at_least(low, none=none), (st.integers(high + 1), ValueError, f"must be <= {high}")]


NAMES = [
    (ANY_BUT_LISTS | st.just({"age": 1}) | st.just({"age"}), TypeError, "must be a list of column names"),
    (st.sampled_from([[1], ["zip code"], [["age"]], [None], [math.nan], np.array([True])]), ValueError, "columns of "),
    (st.sampled_from([["age", "age"], ("bill", "bill")]), ValueError, "got "),
]
SHARES = {"low_rule": "must be from 0 to 1", "high_rule": "from 0 to 1"}
SUMS_TO_1 = [
    (st.sampled_from([0.9, 1.1, 1 + 1e-6]), ValueError, "must add up to 1"),
    (st.sampled_from([0, -0.5]), ValueError, "must be > 0"),
    (NOT_FINITE, ValueError, "must be a finite number"),
    (wrong_types(), TypeError, "must be a number"),
]
PUBLISHED_TABLES, BLOCKS = RELEASE.tables, RELEASE.tables["block"]
A_COUNT = {"noun": "integers", "outside": st.integers(10**10 + 1, 2**62) | BELOW_0, "outside_rule": "integers from 0 to 10000000000"}


def altered(good, *path, to):
    """A copy of dicts in dicts with another value at the end of a path of keys."""
    return good | {path[0]: altered(good[path[0]], *path[1:], to=to) if path[1:] else to}


REAL_NUMBER = [(wrong_types(), TypeError, "must be a number"), (NOT_FINITE, ValueError, "must be a finite number")]
BAD = bad_values.BAD | {
    "any": [],
    "tree": [(ANY_BUT_LISTS | st.none() | st.just([[0, 0]]), TypeError, "must be a Hierarchy")],
    "counts of leaves": [
        *array_of(**A_COUNT),
        (st.sampled_from([5, [5, 0], [[5, 0]], np.zeros((3, 2), int)]), ValueError, "must have a row for each of 2 leaves"),
    ],
    "counts of a leaf": [*array_of(**A_COUNT), (st.sampled_from([5, [5], [[5], [2]]]), ValueError, "must have a row for each of 1 leaves")],
    "numbers of leaves": [
        *array_of(noun="integers", outside=st.integers(2**63, 2**64 - 1), outside_rule="must be integers from -9223372036854775808"),
        (st.sampled_from([5, [5, 0], [[5, 0]]]), ValueError, "must have a row for each of 2 leaves")
    ],
    "levels": [
        (ANY_BUT_LISTS | st.just({"town": 1}), TypeError, "must be a list of"),
        (st.sampled_from([[1, 2], ["town", None], [math.nan, "block"]]), TypeError, "must be texts"),
        (st.just(["town", "town"]), ValueError, "once"),
        (st.just([]), ValueError, "at least one"),
    ],
    "parents": [
        (ANY_BUT_LISTS | st.none(), TypeError, "must be a list"),
        (st.sampled_from([[], [[0, 0], [0, 1]]]), ValueError, "must have one array for each level but the first"),
        (st.sampled_from([[[0, 2]], [[1, 1]], [[1, 0]], [0], [[[0, 0]]]]), ValueError, "without a gap"),
        (st.sampled_from([[[0.0, 0.5]], [["a", "b"]], [[False, True]]]), TypeError, "must be integers"),
        (st.sampled_from([[[0, math.nan]], [[None, 0]]]), ValueError, "must not contain NaN"),
        (st.sampled_from([[[0, -1]], [[0, 2**60]]]), ValueError, "must be integers from 0"),
    ],
    "labels": [
        (ANY_BUT_LISTS, TypeError, "must be a list"),
        (st.sampled_from([[], [["T"]]]), ValueError, "must be one list of names for each level"),
        (st.sampled_from([[["T"], [1]], [["T"], 3], [["T", "U"], [1, 2]]]), ValueError, "names, got shape"),
    ],
    "levels of a tree": [
        NAMES[0],
        (st.sampled_from([[1], ["tract"], [["town"]], [None]]), ValueError, "must be levels of tree (town, block)"),
        (st.just(["town", "town"]), ValueError, "once"),
        (st.just([]), ValueError, "must name at least one"),
    ],
    "level of places": one_of_texts("must be 'town' or 'block'"),
    "kinds": [
        (NO_DICT | st.none(), TypeError, "must be a dict of column to values"),
        (st.sampled_from([{"sex": bad} for bad in ("FM", 3, None, {"F", "M"})]), TypeError, "must be lists of values"),
        (st.sampled_from([{"sex": []}, {"sex": ["male", "male"]}]), ValueError, "must be one or more different values"),
    ],
    "residents": frame_like(RESIDENTS, without="block"),
    "residents of towns": frame_like(RESIDENTS.assign(town="T"), rows=1),
    "branching": [
        *array_of(noun="integers", outside=st.integers(10**6 + 1, 2**62) | st.integers(-(2**62), 0), outside_rule="from 1 to 1000000"),
        (st.sampled_from([2, [[2]]]), ValueError, "must be one number for each step"),
        (st.sampled_from([[10**4, 10**4], [10**6] * 4]), ValueError, "must give at most 10,000,000 leaves"),
    ],
    "up to a billion": integer(0, 10**9),
    "up to 10,000": integer(1, 10_000),
    "skew": one_number(too_low=reals(None, -0.01), low_rule="must be from 0 to 5", too_high=reals(5.01), high_rule="must be from 0 to 5"),
    "dict of totals": [
        (NO_DICT | st.none(), TypeError, "must be a dict"),
        (st.sampled_from([{"town": bad} for bad in ([1.5], ["10"], [True])]), TypeError, "must be integers"),
        (st.sampled_from([{"town": bad} for bad in ([-1], [2**60])]), ValueError, "must be integers from 0"),
        (st.sampled_from([{"town": bad} for bad in ([math.nan], [None])]), ValueError, "must not contain NaN"),
    ],
    "bounds": array_of(**A_COUNT),
    "buildings": [*array_of(**A_COUNT), (st.sampled_from([[3], [3, 0, 1]]), ValueError, "must have a row for each")],
    "facilities": [*array_of(**A_COUNT), (st.sampled_from([2, [0, 2], [[0]]]), ValueError, "must have a row for each of the 2 leaves")],
    "shares of one level": [
        *((bad.map(lambda share: [share]), *how) for bad, *how in SUMS_TO_1),
        (ANY_BUT_LISTS | st.none() | st.just({"town": 1}), TypeError, "must be a list of numbers"),
        (st.sampled_from([[], [0.5, 0.5]]), ValueError, "must be one for each of 1 levels"),
    ],
    "shares of queries": [
        *((bad.map(lambda share: {"detailed": share}), *how) for bad, *how in SUMS_TO_1),
        (NO_DICT, TypeError, "must be a dict"),
        (st.sampled_from([{}, {"total": 1}]), ValueError, "must have a share for 'detailed'"),
        (st.just({"detailed": 0.5, "zip": 0.5}), ValueError, "must be 'detailed' or 'total'"),
        (st.just({"detailed": 0.5, 3: 0.5}), TypeError, "must be 'detailed' or 'total'"),
    ],
    "epsilon of replace one": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=st.floats(60.1), high_rule="to 30", none=False),
        (st.floats(1e-300, 1e-10), ValueError, "must be from 2.3e-10"),
        (st.none(), ValueError, "must be given, one of the two"),
    ],
    "rho": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.1e100), high_rule="to 1e+100", none=False),
        (st.floats(2001, 1e99) | st.floats(1e-99, 1e-21), ValueError, "of each query must be from 1e-20 to 1000"),
        (st.none(), ValueError, "must be given, one of the two"),
    ],
    "second budget": [(reals() | wrong_types(none=False), ValueError, "must be given, one of the two")],
    "invariants": [(ANY_BUT_LISTS | st.just({"town": [10]}), TypeError, "must be Invariants")],
    "tables of levels": [
        (NO_DICT | st.none(), TypeError, "must be a dict"),
        (st.sampled_from([{}, {"block": BLOCKS}]), ValueError, "must be one for each of town, block"),
        (st.just(altered(PUBLISHED_TABLES, "town", to=BLOCKS)), ValueError, "must have shape"),
        (st.just(altered(PUBLISHED_TABLES, "block", to=np.full((2, 2), np.nan))), ValueError, "must not contain NaN"),
        (st.just(altered(PUBLISHED_TABLES, "block", to=np.full((2, 2), np.inf))), ValueError, "must be from -1e+100"),
        (st.sampled_from([altered(PUBLISHED_TABLES, "block", to=bad) for bad in (BLOCKS > 0, BLOCKS.astype(str))]),
         TypeError, "must be numbers"),
    ],
    "rule of rounding": one_of_texts("must be 'nearest' or 'random' or 'first'"),
    "release": [(ANY_BUT_LISTS | st.none() | st.just(RELEASE.tables), TypeError, "must be a Release")],
    "places of two": [
        *array_of(noun="integers", outside=st.integers(2, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1"),
        (st.just(np.array([True, False])), TypeError, "must be integers"),
    ],
    "delta": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "frame": frame_like(TOWN),
    "town": frame_like(TOWN, without="age"),
    "town with tracts": frame_like(TOWN, without="tract"),
    "people": frame_like(TOWN, without="age", rows=1),
    "tables": frame_like(TABLES, without="count"),
    "birds": frame_like(OURS, without="bill", rows=1),
    "birds alone": frame_like(OURS, rows=1),
    "birds by label": [
        *frame_like(OURS, without="bill", rows=1), (st.just(pd.concat([OURS, OURS])), ValueError, "must have each row label once")
    ],
    "two birds of a pair": frame_like(OURS, without="bill", rows=2),
    "holdout or none": [
        (NO_FRAME.filter(lambda bad: bad is not None), TypeError, "must be a pandas.DataFrame"),
        *frame_like(OURS, without="bill", rows=2)[1:],
    ],
    "birds to fit": frame_like(OURS, without="bill"),
    "birds to bin": frame_like(OURS, without="bill", rows=1),
    "two birds": frame_like(OURS, rows=2),
    "homes": frame_like(HOMES, without="income", rows=1),
    "reference": [
        *frame_like(REFERENCE, without="sd", rows=1),
        (st.just(REFERENCE.astype(str)), ValueError, "must come from reference_values"),
    ],
    "columns": [*NAMES, (st.sampled_from([[], ()]), ValueError, "must name at least one column")],
    "columns or none": NAMES,
    "order": [*NAMES[:2], (st.sampled_from([["bill"], []]), ValueError, "must name")],
    "order of synthesis": [
        NAMES[0],
        (NAMES[1][0], ValueError, "must be synthesized columns"),
        (st.sampled_from([["bill"], []]), ValueError, "must name"),
    ],
    "keys": [*NAMES, (st.sampled_from([[], ()]), ValueError, "must name at least one column")],
    "target": [
        (reals() | st.booleans() | st.none() | st.sampled_from(["zip code", ["year"]]), ValueError, "must be a column of"),
        (st.just("bill"), ValueError, "must not be one of the keys"),
    ],
    "columns, one or none": [
        (reals() | st.booleans() | st.just({"sex": 1}), TypeError, "must be a list of column names"),
        (st.sampled_from([[1], ["zip code"], "zip code", [["sex"]], [None]]), ValueError, "must be columns of confidential"),
        (st.just(["bill", "bill"]), ValueError, "must name a column once"),
        (st.just(["sex", "year"]), ValueError, "must not be among"),
    ],
    "one column or none": [
        (reals() | st.booleans() | st.sampled_from(["zip code", ["year"]]), ValueError, "must be a column of"),
        (st.just("sex"), ValueError, "must be a column of numbers"),
    ],
    "ranges": [
        (NO_DICT, TypeError, "must be a dict"),
        (st.sampled_from([{}, {"bill": 1.0}]), ValueError, "must have every number"),
        (st.just({"bill": -1.0, "year": 2.0}), ValueError, "must be >= 0"),
        (st.just({"bill": math.inf, "year": 2.0}), ValueError, "must be a finite number"),
        (st.sampled_from([{"bill": bad, "year": 2.0} for bad in ("1", True, None, [1])]), TypeError, "must be a number"),
    ],
    "direction": one_of_texts("must be 'synthetic to confidential' or 'confidential to synthetic'"),
    "distances": DISTANCES,
    "up to 24": integer(1, 24),
    "24 or more": at_least(24, none=False),
    "estimator": [(ANY_BUT_LISTS | st.just(math.sin), TypeError, "must be a scikit-learn estimator")],
    "path": [(reals() | st.booleans() | st.none() | st.just(["a"]), TypeError, "must be text or a Path")],
    "function or none": [(ANY_BUT_LISTS | st.just([math.sin]), TypeError, "must be a function")],
    "releases": [
        (ANY_BUT_LISTS | st.none() | st.just(THEIRS) | st.just([THEIRS]) | st.just({}), TypeError, "must be a dict of one or more"),
        (st.just({"a": None}), TypeError, "must be a pandas.DataFrame"),
        (st.just({"a": THEIRS.head(1)}), ValueError, "must have at least 2 rows"),
    ],
    "one column": [(reals() | st.booleans() | st.just("zip code") | st.just(["age"]), ValueError, "must be a column of")],
    "ages": array_of(noun="integers", **AGES),
    "width": integer(1, 10**6),
    "from 0": integer(0, 10**6),
    "persons": integer(1, 20_000_000),
    "up to 100": integer(1, 100),
    "files": integer(1, 10_000),
    "people of a run": integer(5, 10**6),
    "at least one": at_least(1),
    "up to 10,000": integer(1, 10_000),
    "up to 10**15": integer(1, 10**15),
    "at least one or none": at_least(1, none=False),
    "at least two": at_least(2, none=False),
    "from two": at_least(2),
    "number from 0": [*REAL_NUMBER, (reals(None, -1e-9), ValueError, "must be >= 0")],
    "finite": REAL_NUMBER,
    "one share": one_number(too_low=reals(-1e9, -0.01), too_high=reals(1.01, 1e9), **SHARES),
    "share below 1": one_number(
        too_low=reals(None, -0.01), low_rule="must be >= 0 and < 1", too_high=reals(1, None), high_rule=">= 0 and < 1"
    ),
    "inside": [
        *one_number(
            too_low=reals(None, 0), low_rule="> 0 and < 1", too_high=reals(1, None), high_rule="> 0 and < 1", none=False
        ),
        (st.none(), ValueError, "must be given, and not both"),
    ],
    "scale by hand": one_number(
        too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1001, None), high_rule="from 1/30 to 1000"
    ),
    "epsilon of three tables": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(90.1, None), high_rule="to 30"),
        (st.floats(1e-300, 1e-10), ValueError, "must be from 2.3e-10"),
    ],
    "numbers": array_of(**DECIMALS, **FAR_OUT),
    "one column of numbers": [*array_of(**DECIMALS, **FAR_OUT), (TWO_AXES, ValueError, "must be one column of numbers")],
    "percentiles": [
        *array_of(**DECIMALS, outside=reals(-1e9, -0.1) | reals(100.1, 1e9) | INFINITE, outside_rule="must be from 0 to 100"),
        (st.just([[5, 95]]), ValueError, "must be a list of percentiles"),
    ],
    "differences": [
        *(case for case in array_of(**DECIMALS, outside=reals(2.1, 1e9) | reals(-1e9, -2.1), outside_rule="must be from -2 to 2")
          if case[2] != "must not contain NaN"),
        (st.sampled_from([0.1, [[0.1]], np.eye(2)]), ValueError, "must have one entry for each pair"),
    ],
    "estimates": [*array_of(**DECIMALS, **FAR_OUT), (st.just(3.5), ValueError, "must have one entry for each file")],
    "variances": [
        *array_of(**DECIMALS, outside=reals(-1e9, -0.1) | INFINITE, outside_rule="must be from 0"),
        (st.sampled_from([3.5, [1, 2, 3], [[1, 2]]]), ValueError, "must have the shape of estimates"),
    ],
    "three labels": [*bad_values.BAD["answers"], (st.sampled_from([1, [1, 0], [[1, 0, 1]]]), ValueError, "must have the shape")],
    "interval": [
        (reals() | st.none() | st.sampled_from(["01", [1], (1, 2, 3), {0, 1}, {"low": 0, "high": 1}]), TypeError, "must be a pair"),
        (st.sampled_from([(0, math.nan), (math.nan, 1), ([0, math.nan], [1, 1])]), ValueError, "must not contain NaN"),
        (st.sampled_from([(0, math.inf), (-math.inf, 1)]), ValueError, "must be from -1e+100"),
        (st.sampled_from([("a", "b"), (False, True), (None, "b")]), (TypeError, ValueError), "must"),
        (st.sampled_from([(2, 1), ([0, 1], [1, 0])]), ValueError, "must have low <= high"),
        (st.just(([0, 0], [1, 1, 1])), ValueError, "must have shapes that fit together"),
    ],
    "outcome": [
        (reals() | st.sampled_from(["", "beak", "sex", "bill ~ sex", None, ["bill"]]), ValueError, "must be a column of numbers"),
    ],
    "edges of ours": [
        (NO_DICT, TypeError, "must be a dict"),
        (st.sampled_from([EDGES | {"sex": [0, 1]}, EDGES | {"zip": [0, 1]}]), ValueError, "must be for numeric columns"),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ([0], [1, 0], 3, "ab", [0, math.nan])]), ValueError, "increasing numbers"),
    ],
    "dict of edges": [
        (NO_DICT, TypeError, "must be a dict by column"),
        (st.just(EDGES | {"zip": [0, 1]}), ValueError, "must be for columns of the frame"),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ([0], [1, 0], 3)]), ValueError, "must be two or more rising numbers"),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ([0, math.nan], [0, math.inf])]), ValueError, "must "),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ("ab", [False, True])]), TypeError, "must be numbers"),
    ],
    "dict of values": [
        (NO_DICT, TypeError, "must be a dict by column"),
        (st.just(DOMAIN | {"zip": [0, 1]}), ValueError, "must be for columns of the frame"),
        (st.sampled_from([{"sex": 3}, {"sex": "female"}, {"sex": {"female", "male"}}]), TypeError, "must be a list of values"),
        (st.sampled_from([{"sex": []}, {"sex": ["a", "a"]}, {"sex": ["a", None]}]), ValueError, "must be different values"),
    ],
    "dict of parents": [
        (NO_DICT, TypeError, "must be a dict by column"),
        (st.just({"zip": ["sex"]}), ValueError, "must be for columns of the frame"),
        (st.sampled_from([{"bill": "sex"}, {"bill": 3}]), TypeError, "must be a list of column names"),
        (st.sampled_from([{"sex": ["bill"]}, {"bill": [1]}]), ValueError, "must be earlier columns"),
    ],
    "table of counts": [
        (NO_FRAME.filter(lambda bad: not isinstance(bad, pd.Series)), TypeError, "must be a pandas.Series"),
        (st.just(pd.Series([-1])), ValueError, "must be integers from 0"),
        (st.sampled_from([pd.Series([1.5]), pd.Series(["1"]), pd.Series([True])]), TypeError, "must be integers"),
        (st.just(pd.Series([1, None])), ValueError, "must not contain NaN"),
    ],
    "series": [(ANY_BUT_LISTS | st.none() | st.sampled_from([[1], OURS]), TypeError, "must be a pandas.Series")],
    "values of columns": [
        (NO_DICT | st.none(), TypeError, "must be a dict"),
        (st.just({"sex": "FM"}), TypeError, "must list texts"),
        (st.just({"sex": ["F", "F"]}), ValueError, "must list one or more different texts"),
        (st.just({"count": ["F"]}), ValueError, "must name columns of their own"),
    ],
    "methods": [
        *one_of_texts("must be 'sample' or"),
        (st.just({"zip": "cart"}), ValueError, "must be synthesized columns"),
    ],
    "model": one_of_texts("must be 'logistic' or 'logistic-interactions' or 'tree'"),
    "null": one_of_texts("must be 'analytic' or 'permutation'"),
    "rule": one_of_texts("must be 'full' or 'partial' or 'single' or 'naive'"),
    "kind of fit": one_of_texts("must be 'mae' or 'rmse' or 'sum' or 'syntheval'"),
}


def test_every_public_function_and_parameter_has_an_entry():
    bad_values.check_entries(MODULES, CALLS, RECORDS | INNER)


def test_no_module_is_forgotten():
    found = {name.rpartition(".")[2] for _, name, _ in pkgutil.walk_packages(coursekit.__path__, "coursekit.")}
    found -= {name for name in found if name.endswith("pictures")}
    covered = {module.__name__.rpartition(".")[2] for module in [*MODULES, *test_bad_input.MODULES]}
    assert found - covered - OTHERS - NOT_YET == set()
    assert covered | OTHERS <= found and not covered & (OTHERS | NOT_YET)


@pytest.mark.parametrize("name", CALLS)
def test_the_good_call_works(name):
    function, arguments = CALLS[name]
    function(**bad_values.good_values(arguments))


# What may come without its name: data, and what a sentence would name in this place
POSITIONAL = {"frame", "columns", "column", "ages", "width", "at", "names", "released", "on", "first", "second", "persons", "census"}
POSITIONAL |= {"counts", "people", "values", "tables", "n", "guess", "reference", "confidential", "synthetic", "estimates"}
POSITIONAL |= {"variances", "scores", "labels", "differences", "table", "households", "outcome", "template", "k", "name", "series"}
POSITIONAL |= {"confidential_interval", "synthetic_interval", "n_confidential", "n_synthetic", "target", "predictors", "method"}
POSITIONAL |= {"edges", "numeric", "rows", "among", "to_confidential", "to_holdout", "members", "nonmembers", "holdout"}
POSITIONAL |= {"keys", "target", "path", "synthetics"}
POSITIONAL |= {"branching", "cells", "facilities", "kinds", "leaves", "levels", "parents", "release", "tree", "units"}
MAY_DRAW = {"propensity.propensities", "propensity.pmse_ratio"}


@pytest.mark.parametrize("name", CALLS)
def test_privacy_parameters_are_keyword_only(name):
    positional = POSITIONAL | ({"level"} if name.startswith("hierarchy.") else set())  # of places; that of an interval needs its name
    bad_values.check_keyword_only(CALLS[name][0], positional, rng_needed=name.partition(" ")[0] not in MAY_DRAW)


@pytest.mark.parametrize(("name", "parameter", "ways"), bad_values.cases(CALLS, BAD))
def test_bad_input_is_refused(name, parameter, ways):
    bad_values.check_refused(CALLS[name], parameter, ways)


NAN, INF, TEXT, YES, DATE, MIXED = math.nan, math.inf, "x", True, pd.Timestamp("2026-01-01"), ("x", 1)
AMISS = {NAN: ValueError, INF: ValueError, TEXT: TypeError, YES: TypeError, DATE: TypeError, MIXED: TypeError}
UNLIKE = {INF: ValueError, 1j: TypeError, TEXT: ValueError, YES: ValueError, DATE: ValueError, MIXED: TypeError}
TWO_FILES = ["propensity.importance", "propensity.pmse_ratio", "propensity.propensities"]
TWO_FILES += ["utility_report.report"]
COMPLETE = ["distances.correlation_fit", "distances.relative_mutual_information", "inference.regression_overlap"]
COMPLETE += [name for name in CALLS if name.endswith(" of tables")]
# (function, its frame, a column of it, what the column must not hold)
CONTENTS = [(name, file, "bill", UNLIKE) for name in TWO_FILES for file in FILES]
CONTENTS += [(name, file, "bill", UNLIKE | {NAN: ValueError}) for name in COMPLETE for file in FILES]
CONTENTS += [(f"spoiling.{name}", "frame", "bill", AMISS) for name in ("drop_tail", "shrink", "spoil")]
CONTENTS += [
    (name, file, "bill", UNLIKE)
    for name in ("neighbours.dcr", "scorecards.membership_risk", "attribution.cap", "disclosure.matches", "scorecards.scorecard")
    for file in FILES
]
CONTENTS += [("tax_system.taxes", "households", column, AMISS | {-1: ValueError}) for column in tax_system.COLUMNS]
CONTENTS += [("tax_system.microsimulation", file, "income", AMISS | {-1: ValueError}) for file in FILES]
CONTENTS += [
    ("protection.swap", "frame", "household", {NAN: ValueError}),
    ("census.name_list", "census", "age", {NAN: ValueError, INF: TypeError, TEXT: TypeError, YES: TypeError, -1: ValueError}),
    ("census.name_list", "census", "sex", {NAN: ValueError, TEXT: ValueError, YES: ValueError}),
    ("census.name_list", "census", "household", {NAN: ValueError}),
    ("reconstruction.block_tables", "people", "age", {NAN: ValueError, TEXT: TypeError, YES: TypeError, 116: ValueError}),
    ("reconstruction.block_tables", "people", "sex", {NAN: ValueError, TEXT: ValueError, YES: ValueError}),
    ("guessing.guess_baseline", "people", "block", {NAN: ValueError}),
    ("synthesizers.synthesize", "frame", "bill", {INF: ValueError, 1j: TypeError}),
    ("conditionals.linear_fit", "frame", "bill", {INF: ValueError, TEXT: ValueError, YES: ValueError, 1j: TypeError}),
    ("noisy_tables.private_tables", "frame", "bill", {NAN: ValueError, TEXT: ValueError, YES: ValueError, DATE: ValueError}),
    ("neighbours.column_ranges", "confidential", "bill", {INF: ValueError, 1j: TypeError, MIXED: TypeError}),
    ("attribution.memorizing_synthesis", "confidential", "bill", {INF: ValueError, 1j: TypeError, MIXED: TypeError}),
    ("noisy_tables.private_tables", "frame", "sex", {NAN: ValueError, TEXT: ValueError, 1: ValueError}),
]
CONTENTS += [
    ("hierarchy.histogram", "frame", "block", {NAN: ValueError, TEXT: ValueError, 3: ValueError}),
    ("hierarchy.histogram", "frame", "sex", {NAN: ValueError, TEXT: ValueError, 1: ValueError}),
    ("hierarchy.spine", "frame", "block", {NAN: ValueError}),
]
CONTENTS += [
    (f"reconstruction.{name}", "tables", column, {INF: ValueError, TEXT: TypeError, YES: TypeError})
    for name in ("count_solutions", "solutions", "noisy_tables")
    for column in ("count", "mean", "median")
]


def called(bad):
    """Give a bad value a word for the test's name."""
    return {YES: "booleans", DATE: "dates", MIXED: "mixed", TEXT: "text"}.get(bad, str(bad)) if bad != 1 or bad is YES else "1"


@pytest.mark.parametrize(
    ("name", "parameter", "column", "bad", "error"),
    [
        pytest.param(*where, bad, error, id=f"{where[0]}-{where[1]}-{where[2]}-{called(bad)}")
        for *where, every in CONTENTS
        for bad, error in every.items()
    ],
)
def test_bad_values_in_a_column_are_refused(name, parameter, column, bad, error):
    """A bad number is in all rows but the first: whoever looks at that one alone is caught as well."""
    function, arguments = CALLS[name]
    good = bad_values.good_values(arguments)
    values = good[parameter][column]
    if isinstance(bad, (int, float)) and not isinstance(bad, bool):
        held = pd.Series([values.iloc[0], *[bad] * (len(values) - 1)], index=values.index)
    else:
        held = pd.Series([bad] * len(values), index=values.index) if bad is not MIXED else (2 * len(values) * bad)[: len(values)]
    with pytest.raises(error) as caught:
        function(**good | {parameter: good[parameter].assign(**{column: held})})
    message = str(caught.value)
    assert column in message and ", got " in message, message
    assert parameter in message or f"column {column!r}" in message, message
