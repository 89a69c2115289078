"""Bad input for the functions of `coursekit.risk`; the head of `bad_input_tests` says what the names mean."""

import math
import os

import pandas as pd
from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    ANY_BUT_LISTS, DECIMALS, DRAWN, FILES, INF, INFINITE, MIXED, NAMES, NO_DICT, NO_FRAME, OURS, SHARE, THEIRS,
    UNLIKE, array_of, frame_like, one_integer, one_of_texts, reals,
)
from hypothesis import strategies as st

from coursekit.risk.figures import COLUMNS
from coursekit.risk import attribution, disclosure, neighbours, patients, scorecards, trade

RANGES = {"ranges": ({"bill": 10.0, "year": 2.0}, "ranges")}
LABELLED = {name: (frame, "birds by label") for name, (frame, _) in FILES.items()}
KEYS = {"keys": (["sex", "bill"], "keys")}
CARD = scorecards.Scorecard(pd.DataFrame(columns=COLUMNS), {"sampled": 9, "holdout": 0}, pd.DataFrame(), pd.DataFrame(), [], [], [])
SAVED = {"path": (os.devnull, "path"), "overwrite": (True, "flag")}
DISTANCES = array_of(**DECIMALS, outside=reals(-1e9, -0.1) | INFINITE, outside_rule="must be from 0")

CALLS = {
    "neighbours.column_ranges": (neighbours.column_ranges, {"confidential": (OURS, "birds alone")}),
    "neighbours.nearest": (
        neighbours.nearest,
        {"frame": (OURS, "birds"), "among": (THEIRS, "birds")} | RANGES | {"count": (2, "up to 24")},
    ),
    "neighbours.dcr": (neighbours.dcr, FILES | {"direction": (neighbours.DIRECTIONS[0], "direction")} | RANGES),
    "neighbours.membership": (
        neighbours.membership, {name: ([0.1, 0.2], "distances") for name in ("members", "nonmembers")}
    ),
    "disclosure.matches": (disclosure.matches, LABELLED | {"keys": (["sex", "bill"], "keys")}),
    "disclosure.match_rates": (
        disclosure.match_rates,
        LABELLED | {"keys": (["sex", "bill"], "keys"), "records": (24, "24 or more")},
    ),
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
    "patients.clinic": (patients.clinic, DRAWN),
    "scorecards.mean_scorecard": (scorecards.mean_scorecard, {"cards": ([CARD], "cards")}),
    "scorecards.Scorecard.to_csv": (CARD.to_csv, SAVED),
    "scorecards.Scorecard.to_html": (CARD.to_html, SAVED | {"listed": (True, "flag")}),
    "scorecards.scorecard": (
        scorecards.scorecard,
        {name: (frame, "two birds of a pair") for name, (frame, _) in FILES.items()}
        | {"holdout": (None, "holdout or none")} | DRAWN
        | {"keys": (["sex"], "columns, one or none"), "sensitive": (["year"], "columns, one or none")}
        | {"target": (None, "one column or none"), "rows": (9, "from two")}
        | {"progress": (None, "function or none")},
    ),
    "trade.risk_utility": (
        trade.risk_utility,
        {"confidential": (OURS, "birds"), "synthetics": ({"a": THEIRS}, "releases"), "holdout": (THEIRS, "birds")},
    ),
    "trade.membership_risk": (trade.membership_risk, FILES | {"holdout": (THEIRS, "birds")}),
    "trade.pair_overlap": (
        trade.pair_overlap, {name: (frame, "two birds of a pair") for name, (frame, _) in FILES.items()}
    ),
}

BAD = {
    "birds alone": frame_like(OURS, rows=1),
    "birds by label": [
        *frame_like(OURS, without="bill", rows=1), (st.just(pd.concat([OURS, OURS])), ValueError, "must have each row label once")
    ],
    "two birds of a pair": frame_like(OURS, without="bill", rows=2),
    "holdout or none": [
        (NO_FRAME.filter(lambda bad: bad is not None), TypeError, "must be a pandas.DataFrame"),
        *frame_like(OURS, without="bill", rows=2)[1:],
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
    "up to 24": one_integer(low=1, high=24),
    "24 or more": one_integer(low=24, none=False),
    "estimator": [(ANY_BUT_LISTS | st.just(math.sin), TypeError, "must be a scikit-learn estimator")],
    "path": [(reals() | st.booleans() | st.none() | st.just(["a"]), TypeError, "must be text or a Path")],
    "cards": [(ANY_BUT_LISTS | st.none() | st.sampled_from([[], [1]]), TypeError, "must be a list of scorecards")],
    "from two": one_integer(low=2),
    "releases": [
        (ANY_BUT_LISTS | st.none() | st.just(THEIRS) | st.just([THEIRS]) | st.just({}), TypeError, "must be a dict of one or more"),
        (st.just({"a": None}), TypeError, "must be a pandas.DataFrame"),
        (st.just({"a": THEIRS.head(1)}), ValueError, "must have at least 2 rows"),
    ],
}

CONTENTS = [
    (name, file, "bill", UNLIKE)
    for name in ("neighbours.dcr", "trade.membership_risk", "attribution.cap", "disclosure.matches", "scorecards.scorecard")
    for file in FILES
]
CONTENTS += [
    ("neighbours.column_ranges", "confidential", "bill", {INF: ValueError, 1j: TypeError, MIXED: TypeError}),
    ("attribution.memorizing_synthesis", "confidential", "bill", {INF: ValueError, 1j: TypeError, MIXED: TypeError}),
]

POSITIONAL = {
    "among", "cards", "confidential", "frame", "holdout", "keys", "members", "nonmembers", "path", "synthetic", "synthetics",
    "target",
}

INNER = {
    "attribution.Accuracy", "attribution.accuracy", "attribution.attributed", "attribution.best_keys", "attribution.Surplus", "attribution.features",
    "disclosure.MatchRates", "disclosure.among", "disclosure.collision", "disclosure.copied_in_part", "disclosure.differ", "disclosure.exceeds", "disclosure.joint", "disclosure.links", "disclosure.on_keys", "neighbours.Membership",
    "neighbours.Space", "neighbours.Space.nearest", "neighbours.nearer", "neighbours.ranges_of", "neighbours.ratio",
    "scorecards.Scorecard", "figures", "intervals", "risk_figures", "scorecard_page", "trials",
    "utility_figures", "verdicts",
}
