"""Bad input for the functions of `coursekit.synthesis`; the head of `bad_input_tests` says what the names mean."""

import math

from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    DATE, DECIMALS, DRAWN, FAR_OUT, FILES, INF, INFINITE, NAMES, NAN, NO_DICT, OURS, TEXT, YES, array_of,
    frame_like, one_integer, one_number, one_of_texts, reals,
)
from hypothesis import strategies as st

from coursekit.synthesis import combining, conditionals, noisy_tables, synthesizers

EDGES, DOMAIN = {"bill": [0, 40, 99], "year": [2007, 2008, 2010]}, {"sex": ["female", "male"]}
LEAF = {"min_leaf": (5, "at least one")}
RULE = {"rule": ("times", "rule")}
SETTINGS = {"methods": ("cart", "methods"), "order": (["sex", "bill", "year"], "order of synthesis")} | {
    "columns": (["bill", "sex", "year"], "columns")} | LEAF | {"progress": (None, "function or none")}
DESIGN = {"edges": (EDGES, "dict of edges"), "domain": (DOMAIN, "dict of values"), "parents": ({"bill": ["sex"]}, "dict of parents")}
PRIVATE = {"frame": (OURS[["sex", "bill", "year"]], "birds to bin"), "epsilon": (1.0, "epsilon of three tables")} | DRAWN | DESIGN

CALLS = {
    "combining.combine": (
        combining.combine,
        {"estimates": ([1, 2.5], "estimates"), "variances": ([1, 0.5], "variances")} | RULE
        | {"k": (9, "at least one or none"), "n": (9, "at least one or none")},
    ),
    "combining.coverage": (combining.coverage, RULE | {"m": (2, "files"), "runs": (3, "at least one"), "n": (9, "people of a run")} | DRAWN),
    "conditionals.linear_fit": (
        conditionals.linear_fit, {"frame": (OURS, "birds to fit"), "column": ("bill", "one column"), "on": (["sex"], "columns")}
    ),
    "noisy_tables.private_synthesis": (noisy_tables.private_synthesis, PRIVATE),
    "noisy_tables.private_tables": (noisy_tables.private_tables, PRIVATE),
    "synthesizers.copies": (synthesizers.copies, FILES),
    "synthesizers.implicates": (synthesizers.implicates, {"frame": (OURS, "two birds")} | {"m": (1, "at least one")} | DRAWN | SETTINGS),
    "synthesizers.synthesize": (synthesizers.synthesize, {"frame": (OURS, "two birds")} | DRAWN | SETTINGS),
}

BAD = {
    "birds to fit": frame_like(OURS, without="bill"),
    "birds to bin": frame_like(OURS, without="bill", rows=1),
    "order of synthesis": [
        NAMES[0],
        (NAMES[1][0], ValueError, "must be synthesized columns"),
        (st.sampled_from([["bill"], []]), ValueError, "must name"),
    ],
    "files": one_integer(low=1, high=10_000),
    "people of a run": one_integer(low=5, high=10**6),
    "at least one or none": one_integer(low=1, none=False),
    "epsilon of three tables": [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(90.1, None), high_rule="to 30"),
        (st.floats(1e-300, 1e-10), ValueError, "must be from 2.3e-10"),
    ],
    "estimates": [*array_of(**DECIMALS, **FAR_OUT), (st.just(3.5), ValueError, "must have one entry for each file")],
    "variances": [
        *array_of(**DECIMALS, outside=reals(-1e9, -0.1) | INFINITE, outside_rule="must be from 0"),
        (st.sampled_from([3.5, [1, 2, 3], [[1, 2]]]), ValueError, "must have the shape of estimates"),
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
    "methods": [
        *one_of_texts("must be 'sample' or"),
        (st.just({"zip": "cart"}), ValueError, "must be synthesized columns"),
    ],
    "rule": one_of_texts("must be 'times' or 'plus' or 'minus' or 'naive'"),
}

CONTENTS = [
    ("synthesizers.synthesize", "frame", "bill", {INF: ValueError, 1j: TypeError}),
    ("conditionals.linear_fit", "frame", "bill", {INF: ValueError, TEXT: ValueError, YES: ValueError, 1j: TypeError}),
    ("noisy_tables.private_tables", "frame", "bill", {NAN: ValueError, TEXT: ValueError, YES: ValueError, DATE: ValueError}),
    ("noisy_tables.private_tables", "frame", "sex", {NAN: ValueError, TEXT: ValueError, 1: ValueError}),
]

POSITIONAL = {"column", "confidential", "estimates", "frame", "synthetic", "variances"}

INNER = {
    "combining.Combined", "combining.Combined.interval", "combining.Coverage", "combining.simulated_files", "combining.simulated_means",
    "conditionals.Gappy", "conditionals.Gappy.draw", "conditionals.Linear", "conditionals.Linear.draw",
    "conditionals.Logistic", "conditionals.Logistic.draw", "conditionals.Sample", "conditionals.Sample.draw",
    "conditionals.Tree", "conditionals.Tree.draw", "conditionals.check_method", "conditionals.conditional",
    "noisy_tables.NoisyTable", "noisy_tables.NoisyTable.probabilities", "noisy_tables.draw_rows",
    "synthesizers.copied", "cells", "design", "variables",
}
