"""Bad input for the functions of `coursekit.topdown`; the head of `bad_input_tests` says what the names mean."""

import functools
import math

import bad_values
import numpy as np
import pandas as pd
from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    ANY_BUT_LISTS, BELOW_0, BITS, DECIMALS, DRAWN, FAR_OUT, INFINITE, NAMES, NAN, NOT_FINITE, NO_DICT, RNG, TEXT,
    array_of, frame_like, one_integer, one_number, one_of_texts, reals, wrong_types,
)
from hypothesis import strategies as st

from coursekit.topdown import bias, certificates, hierarchy, invariants, measuring, pipeline, projection, rounding

PLACES = {"counts": ([3, 0, 5], "counts of places")}
NOISY_PLACES = {"sigma": (10.0, "sigma of places")}
FIXED = {"parent": ([0, 0], "parents of two"), "sums": ([[10, 10]], "sums of two"), "totals": (None, "totals of nodes")}
BOUNDED = {"possible": ([True, True], "marks of two cells"), "at_least": ([0, 1], "bounds of two cells")}

TREE, ONE = hierarchy.Hierarchy(["town", "block"], [[0, 0]], [["T"], [1, 2]]), hierarchy.Hierarchy(["town"], [], [["T"]])
PEOPLE = {"neighbours": ("add-remove", "neighbours")}
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

CALLS = {
    "bias.balance": (bias.balance, {"released": ([[5.0, 0, 1]], "rows of three numbers")} | PLACES),
    "bias.counties": (
        bias.counties,
        {"rng": (RNG, "rng")},
    ),
    "bias.mean_field": (bias.mean_field, PLACES | NOISY_PLACES),
    "bias.post_processed": (bias.post_processed, PLACES | NOISY_PLACES | {"runs": (2, "up to a million"), "rng": (RNG, "rng")}),
    "bias.sibling_bias": (
        bias.sibling_bias,
        {"siblings": (2, "up to 10,000")}
        | {"families": (9, "up to a million"), "rule": ("first", "rule of rounding"), "rng": (RNG, "rng")},
    ),
    "certificates.bills": (certificates.bills, {}),
    "certificates.persons_sigma": (
        certificates.persons_sigma, {"level": ("County", "level of the Census"), "query": ("total", "query of the Census")}
    ),
    "projection.project": (
        projection.project, {"noisy": ([[6, 3], [8, -5]], "two nodes")} | FIXED
        | {"softness": (0, "softness")} | BOUNDED | {"nonnegative": (True, "flag with bounds")},
    ),
    "projection.simplex": (projection.simplex, {"values": ([9.0, 4.0, -3.0], "values"), "total": (7, "one total")}),
    "rounding.round_controlled": (
        rounding.round_controlled,
        {"values": ([[2.5, 9], [7.5, 1]], "two nodes that add up")} | FIXED
        | {"sums": ([[10, 10]], "whole sums of two"), "totals": (None, "whole totals of nodes")}
        | {"rule": ("nearest", "rule of rounding"), "rng": (RNG, "rng")},
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
    "pipeline.accuracy": (pipeline.accuracy, LEAVES | {"tables": (RELEASE.tables, "tables of levels")}),
    "pipeline.bottom_up": (functools.partial(pipeline.bottom_up, epsilon=1.0), LEAVES | {"nonnegative": (True, "flag")} | DRAWN),
    "pipeline.district": (pipeline.district, {"release": (RELEASE, "release"), "leaves": ([0, 1], "places of two")}),
    "pipeline.independent": (
        functools.partial(pipeline.independent, epsilon=1.0),
        MEASURED | {"shares": ([1.0], "shares of one level"), "nonnegative": (True, "flag")} | DRAWN,
    ),
    "pipeline.topdown": (pipeline.topdown, MEASURED | SPENT | DETAILED | PEOPLE | FINISHED | INVARIANT | SKIP),
}

TWO_NODES = [
    *array_of(**DECIMALS, **FAR_OUT),
    (st.sampled_from([1, [1, 2], np.zeros(3), np.zeros((2, 2, 2))]), ValueError, "must have shape"),
    (st.sampled_from([[[1e11, 0], [0, 0]], np.full((2, 2), -1e11), np.full((2, 2), math.inf)]), ValueError, "must be from -1e+10"),
    (st.just(np.array([[1, math.nan], [0, 0]])), ValueError, "must not contain NaN"),
]
SUMS_OF_TWO = [
    *array_of(**DECIMALS, **FAR_OUT),
    (st.sampled_from([1, [5, 5], [[5, 5], [5, 5]], [[5]]]), ValueError, "must have shape"),
    (st.sampled_from([[[-1, 10]], [[0, 0]]]), ValueError, "must be at least what their parts must have"),
    (st.none(), ValueError, "must be given both"),
]
TOTALS_OF_NODES = [
    *array_of(**DECIMALS, **FAR_OUT),
    (st.sampled_from([20, [20], [[15], [5]], [[15, 5]]]), ValueError, "must have shape"),
    (st.just([15, 6]), ValueError, "must add up to the parents' sums"),
]
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


BAD = {
    "two nodes": TWO_NODES,
    "two nodes that add up": [
        *TWO_NODES,
        (st.sampled_from([[[2.5, 9], [7.7, 1]], [[2.5, 9], [9.5, 1]]]), ValueError, "must add up to sums"),
    ],
    "parents of two": [
        *array_of(noun="integers", outside=st.integers(2**40 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to"),
        (st.sampled_from([1, [1, 1], [0, 2], [1, 0], [[0, 0]]]), ValueError, "ascending order without a gap"),
        (st.sampled_from([[0], [0, 0, 1]]), ValueError, "must have one entry for each of 2 rows"),
        (st.none(), ValueError, "must be given both"),
    ],
    "sums of two": SUMS_OF_TWO,
    "whole sums of two": [*SUMS_OF_TWO[:2], (st.just([[9.5, 10.5]]), TypeError, "must be integers"), SUMS_OF_TWO[-1]],
    "totals of nodes": [*TOTALS_OF_NODES, (st.just([21, -1]), ValueError, "must be at least what their parts must have")],
    "whole totals of nodes": [*TOTALS_OF_NODES, (st.just([15.5, 4.5]), ValueError, "must be whole numbers")],
    "softness": one_number(too_low=reals(None, -1e-300), low_rule="must be >= 0", too_high=INFINITE, high_rule="must be a finite number"),
    "marks of two cells": [
        *array_of(**BITS, booleans_too=True),
        (st.sampled_from([True, [True], [[True, True]]]), ValueError, "must have shape"),
        (st.just([True, False]), ValueError, "where possible is False"),
    ],
    "bounds of two cells": [
        *array_of(noun="integers", outside=st.integers(10**10 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 10000000000"),
        (st.sampled_from([1, [1], [[0, 1]]]), ValueError, "must have shape"),
    ],
    "flag with bounds": [*bad_values.BAD["flag"], (st.just(False), ValueError, "at_least must be left out if nonnegative is False")],
    "one total": [
        *array_of(**DECIMALS, outside=reals(-1e9, -0.1) | INFINITE | st.floats(1.1e10, 1e99), outside_rule="must be from 0 to 1e+10"),
        (st.sampled_from([[7], [7, 7], [[7]]]), ValueError, "must be one number for each row"),
    ],
    "counts of places": [
        *array_of(noun="integers", outside=st.integers(10**9 + 1, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1000000000"),
        (st.sampled_from([5, [[3, 0, 5]]]), ValueError, "must be one number for each place"),
        (st.just([10**9] * 11), ValueError, "must be at most 10000000000 in all"),
    ],
    "sigma of places": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(1.1e8), high_rule="to 1e+08"),
        (st.floats(1e-300, 0.0009), ValueError, "must be from 0.001"),
    ],
    "rows of three numbers": [*array_of(**DECIMALS, **FAR_OUT), (st.sampled_from([5, [5], [[5, 0]]]), ValueError, "must have 3 columns")],
    "up to a million": one_integer(low=1, high=10**6),
    "rule of rounding": one_of_texts("must be 'nearest' or 'random' or 'first'"),
    "level of the Census": one_of_texts("must be 'US' or 'State' or 'County'"),
    "query of the Census": one_of_texts("must be 'total' or 'race'"),
    "tree": [(ANY_BUT_LISTS | st.none() | st.just([[0, 0]]), TypeError, "must be a Hierarchy")],
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
    "up to a billion": one_integer(low=0, high=10**9),
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
    "release": [(ANY_BUT_LISTS | st.none() | st.just(RELEASE.tables), TypeError, "must be a Release")],
    "places of two": [
        *array_of(noun="integers", outside=st.integers(2, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1"),
        (st.just(np.array([True, False])), TypeError, "must be integers"),
    ],
    "counts of leaves": [
        *array_of(**A_COUNT),
        (st.sampled_from([5, [5, 0], [[5, 0]], np.zeros((3, 2), int)]), ValueError, "must have a row for each of 2 leaves"),
    ],
}

CONTENTS = [
    ("hierarchy.histogram", "frame", "block", {NAN: ValueError, TEXT: ValueError, 3: ValueError}),
    ("hierarchy.histogram", "frame", "sex", {NAN: ValueError, TEXT: ValueError, 1: ValueError}),
    ("hierarchy.spine", "frame", "block", {NAN: ValueError}),
]

POSITIONAL = {
    "branching", "counts", "edges", "facilities", "frame", "kinds", "labels", "leaves", "level", "levels", "noisy",
    "parent", "parents", "query", "release", "released", "siblings", "sums", "tables", "total", "tree", "units",
    "values",
}

INNER = {
    "bias.MeanField", "bias.gain", "hierarchy.checked_counts", "hierarchy.checked_kind", "hierarchy.firsts",
    "hierarchy.parent_places", "invariants.Invariants.by_level", "invariants.broken_rules", "measuring.Measurement",
    "pipeline.District", "pipeline.Release", "projection.bounds", "projection.checked", "projection.chunks",
    "water_levels.settle", "water_levels.soft_levels", "water_levels.water_levels",
}
