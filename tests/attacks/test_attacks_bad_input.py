"""Bad input for the functions of `coursekit.attacks`; the head of `bad_input_tests` says what the names mean."""

import pandas as pd
from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    BELOW_0, DRAWN, INF, NAN, NO_DICT, NO_FRAME, SHARE, TEXT, TOWN, YES, array_of, frame_like, one_integer,
    one_number, reals,
)
from hypothesis import strategies as st

from coursekit.attacks import guessing, linkage, protection, reconstruction

WHO, SEXES = ["sex", "age"], {"sex": ["female", "male"]}
TABLES = reconstruction.block_tables(TOWN.head(4), SEXES)
FRAME, WHICH = {"frame": (TOWN, "town")}, {"columns": (WHO, "columns")}
AT_LEAST = {"at_least": (3, "at least one")}
GROUPS = {"values": (SEXES, "values of columns")} | AT_LEAST
OFF = {"off": (0.5, "years off")}
PUBLISHED = {"tables": (TABLES, "tables"), "n": (4, "up to 100")} | GROUPS
REAL = {"people": (TOWN, "people")}

CALLS = {
    "linkage.class_sizes": (linkage.class_sizes, FRAME | WHICH),
    "linkage.uniqueness": (linkage.uniqueness, {"frame": (TOWN, "people")} | WHICH),
    "linkage.coarsen": (linkage.coarsen, {"ages": ([3, 40], "ages"), "width": (5, "width")}),
    "linkage.top_code": (linkage.top_code, {"ages": ([3, 40], "ages"), "at": (85, "from 0")}),
    "linkage.link": (linkage.link, {"names": (TOWN, "town"), "released": (TOWN, "town"), "on": (WHO, "columns")}),
    "linkage.difference": (linkage.difference, {name: (pd.Series([1]), "table of counts") for name in ("first", "second")}),
    "protection.sample_rows": (protection.sample_rows, {"frame": (TOWN, "frame")} | SHARE | DRAWN),
    "protection.suppress": (protection.suppress, FRAME | WHICH | AT_LEAST),
    "protection.swap": (
        protection.swap,
        {"frame": (TOWN, "town with tracts")} | SHARE
        | {"columns": (["tract", "block"], "columns"), "unit": ("household", "one column")} | DRAWN,
    ),
    "reconstruction.block_tables": (reconstruction.block_tables, REAL | GROUPS),
    "reconstruction.count_solutions": (reconstruction.count_solutions, PUBLISHED | OFF),
    "reconstruction.solutions": (
        reconstruction.solutions, PUBLISHED | {"tables": (TABLES.assign(count=9), "tables")}
    ),
    "reconstruction.known": (reconstruction.known, PUBLISHED | OFF | {"tables": (TABLES, "tables")}),
    "guessing.matched_share": (guessing.matched_share, {"guess": (TOWN, "people")} | REAL | WHICH),
    "guessing.guess_baseline": (
        guessing.guess_baseline,
        REAL | {"reference": (TOWN, "people")} | WHICH | {"place": ("block", "one column"), "each_once": (True, "flag")},
    ),
}

AGES = {"outside": st.integers(10**6 + 1, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1000000"}
BAD = {
    "frame": frame_like(TOWN),
    "town with tracts": frame_like(TOWN, without="tract"),
    "tables": frame_like(TABLES, without="count"),
    "ages": array_of(noun="integers", **AGES),
    "width": one_integer(low=1, high=10**6),
    "from 0": one_integer(low=0, high=10**6),
    "up to 100": one_integer(low=1, high=100),
    "years off": one_number(
        too_low=reals(None, -0.01), low_rule="must be from 0 to 1000", too_high=reals(1001, None), high_rule="must be from 0 to 1000"
    ),
    "table of counts": [
        (NO_FRAME.filter(lambda bad: not isinstance(bad, pd.Series)), TypeError, "must be a pandas.Series"),
        (st.just(pd.Series([-1])), ValueError, "must be integers from 0"),
        (st.sampled_from([pd.Series([1.5]), pd.Series(["1"]), pd.Series([True])]), TypeError, "must be integers"),
        (st.just(pd.Series([1, None])), ValueError, "must not contain NaN"),
    ],
    "values of columns": [
        (NO_DICT | st.none(), TypeError, "must be a dict"),
        (st.just({"sex": "FM"}), TypeError, "must list texts"),
        (st.just({"sex": ["F", "F"]}), ValueError, "must list one or more different texts"),
        (st.just({"count": ["F"]}), ValueError, "must name columns of their own"),
    ],
    "people": frame_like(TOWN, without="age", rows=1),
}

CONTENTS = [
    ("protection.swap", "frame", "household", {NAN: ValueError}),
    ("reconstruction.block_tables", "people", "age", {NAN: ValueError, TEXT: TypeError, YES: TypeError, 116: ValueError}),
    ("reconstruction.block_tables", "people", "sex", {NAN: ValueError, TEXT: ValueError, YES: ValueError}),
    ("guessing.guess_baseline", "people", "block", {NAN: ValueError}),
]
CONTENTS += [
    (f"reconstruction.{name}", "tables", column, {INF: ValueError, TEXT: TypeError, YES: TypeError})
    for name in ("count_solutions", "solutions", "known")
    for column in ("count", "mean", "median")
]

POSITIONAL = {
    "ages", "at", "columns", "first", "frame", "guess", "n", "names", "on", "people", "reference", "released",
    "second", "tables", "values", "width",
}

INNER = {"blocks", "guessing.expected_hits"}
