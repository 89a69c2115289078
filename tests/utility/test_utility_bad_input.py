"""Bad input for the functions of `coursekit.utility`; the head of `bad_input_tests` says what the names mean."""

import math

import bad_values
import numpy as np
import pandas as pd
from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    AMISS, ANY_BUT_LISTS, DECIMALS, DIGITS, DRAWN, FAR_OUT, FILES, INFINITE, NAN, NOT_FINITE, NO_DICT, OURS, RNG,
    SHARE, UNLIKE, array_of, frame_like, one_integer, one_number, one_of_texts, reals, wrong_types,
)
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from coursekit.utility import distances, inference, propensity, scores, spoiling, summaries, tax_system, utility_report

HOMES = tax_system.simulate_households(20, rng=np.random.default_rng(2))
EDGES = {"bill": [0, 40, 99], "year": [2007, 2008, 2010]}
SCORES = {"scores": ([0.2, 0.4, 0.7], "numbers"), "labels": ([0, 1, 1], "three labels")}
REFERENCE = utility_report.reference_values(OURS, rng=RNG, resamples=2)
BILLS = {"frame": (OURS, "birds"), "column": ("bill", "one column")}
COLUMNS = {"columns": (["bill", "year"], "columns")}
NUMBERS = {"confidential": ([1, 2.5], "one column of numbers"), "synthetic": ([2, 3.5], "one column of numbers")}
CUT = COLUMNS | {"edges": (EDGES, "edges of ours")}
MODEL = {"model": ("logistic", "model")}
INTERVAL = ((0.0, 1.0), "interval")

CALLS = {
    "inference.ci_overlap": (inference.ci_overlap, {"confidential": INTERVAL, "synthetic": INTERVAL}),
    "inference.sso": (
        inference.sso,
        {"confidential": (0.5, "numbers"), "confidential_interval": INTERVAL, "synthetic": (0.5, "numbers")}
        | {"synthetic_interval": INTERVAL},
    ),
    "inference.regression_overlap": (
        inference.regression_overlap, FILES | {"outcome": ("bill", "outcome")}
    ),
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
    "spoiling.break_correlation": (spoiling.break_correlation, BILLS | SHARE | DRAWN),
    "spoiling.drop_tail": (spoiling.drop_tail, BILLS | {"share": (0.5, "share below 1")}),
    "spoiling.shrink": (spoiling.shrink, BILLS | {"factor": (0.5, "number from 0")}),
    "spoiling.spoil": (
        spoiling.spoil,
        BILLS | DRAWN | {"shifted": (0.1, "finite"), "shrunk": (0.1, "one share"), "broken": (0.1, "one share")}
        | {"dropped": (0.1, "share below 1")},
    ),
    "tax_system.microsimulation": (
        tax_system.microsimulation,
        {"confidential": (HOMES, "homes"), "synthetic": (HOMES, "homes"), "child_benefit": (5, "number from 0")},
    ),
    "tax_system.simulate_households": (tax_system.simulate_households, {"n": (3, "at least one")} | DRAWN),
    "tax_system.taxes": (tax_system.taxes, {"households": (HOMES, "homes")}),
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

TWO_AXES = arrays(float, st.sampled_from([(), (2, 3)]), elements=DIGITS)
REAL_NUMBER = [(wrong_types(), TypeError, "must be a number"), (NOT_FINITE, ValueError, "must be a finite number")]
BAD = {
    "homes": frame_like(HOMES, without="income", rows=1),
    "reference": [
        *frame_like(REFERENCE, without="sd", rows=1),
        (st.just(REFERENCE.astype(str)), ValueError, "must come from reference_values"),
    ],
    "up to 10**15": one_integer(low=1, high=10**15),
    "at least two": one_integer(low=2, none=False),
    "number from 0": [*REAL_NUMBER, (reals(None, -1e-9), ValueError, "must be >= 0")],
    "finite": REAL_NUMBER,
    "share below 1": one_number(
        too_low=reals(None, -0.01), low_rule="must be >= 0 and < 1", too_high=reals(1, None), high_rule=">= 0 and < 1"
    ),
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
    "series": [(ANY_BUT_LISTS | st.none() | st.sampled_from([[1], OURS]), TypeError, "must be a pandas.Series")],
    "model": one_of_texts("must be 'logistic' or 'logistic-interactions' or 'tree'"),
    "null": one_of_texts("must be 'analytic' or 'permutation'"),
    "kind of fit": one_of_texts("must be 'mae' or 'rmse' or 'sum' or 'syntheval'"),
}

TWO_FILES = ["propensity.importance", "propensity.pmse_ratio", "propensity.propensities", "utility_report.report"]
COMPLETE = ["distances.correlation_fit", "distances.relative_mutual_information", "inference.regression_overlap"]
COMPLETE += [name for name in CALLS if name.endswith(" of tables")]
CONTENTS = [(name, file, "bill", UNLIKE) for name in TWO_FILES for file in FILES]
CONTENTS += [(name, file, "bill", UNLIKE | {NAN: ValueError}) for name in COMPLETE for file in FILES]
CONTENTS += [(f"spoiling.{name}", "frame", "bill", AMISS) for name in ("drop_tail", "shrink", "spoil")]
CONTENTS += [("tax_system.taxes", "households", column, AMISS | {-1: ValueError}) for column in tax_system.COLUMNS]
CONTENTS += [("tax_system.microsimulation", file, "income", AMISS | {-1: ValueError}) for file in FILES]

POSITIONAL = {
    "column", "confidential", "confidential_interval", "differences", "frame", "households", "k", "labels", "n",
    "n_confidential", "n_synthetic", "outcome", "scores", "synthetic", "synthetic_interval",
}
MAY_DRAW = {"propensity.propensities", "propensity.pmse_ratio"}

INNER = {
    "distances.correlations", "distances.informations", "distances.shared", "inference.Agreement",
    "inference.least_squares", "propensity.Propensities", "propensity.blocks", "propensity.dummies",
    "propensity.fitted", "propensity.lumped", "propensity.measured", "summaries.four_moments", "summaries.numbers",
    "summaries.scaled", "summaries.two_columns",
}
