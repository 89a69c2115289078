"""Bad input for the functions of `coursekit.releases`; the head of `bad_input_tests` says what the names mean."""

import math

from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import (
    BELOW_0, DATE, DECIMALS, DRAWN, INFINITE, NAN, NO_DICT, TEXT, YES, OURS, array_of, frame_like, one_integer,
    one_number, reals,
)  # fmt: skip
from hypothesis import strategies as st

from coursekit.releases import dual, groups, histograms, questions, rows, scores, survey, trees, weights

COUNTS, ASKED = [3, 1, 0], [[1, 0, 0], [0, 1, 1]]
CELLS = {"counts": (COUNTS, "counts of cells"), "questions": (ASKED, "rows of 0 and 1")}
EDGES, DOMAIN = {"bill": [0, 40, 99], "year": [2007, 2008, 2010]}, {"sex": ["female", "male"]}
DESIGN = {"edges": (EDGES, "dict of edges"), "domain": (DOMAIN, "dict of values")}
BIRDS = OURS[["sex", "bill", "year"]]
PAIRS = {"frame": (BIRDS, "birds to bin"), "epsilon": (1.0, "epsilon from 1e-4"), "delta": (1e-6, "delta")} | DRAWN | DESIGN
NEIGHBOURS = {"neighbours": ("replace-one", "neighbours")}
PROMISE = {"epsilon": (1.0, "epsilon of a cell"), "delta": (1e-6, "delta")}
ROUNDS = {"rounds": (3, "rounds"), "replays": (2, "replays")}

CALLS = {
    "dual.dual_query": (dual.dual_query, CELLS | {"epsilon": (1.0, "epsilon of many draws")} | DRAWN | {"rounds": (3, "two or more"), "samples": (2, "samples")}),
    "dual.dual_query_bills": (
        dual.dual_query_bills,
        {"step": (0.8, "amount"), "people": (100, "at least one"), "rounds": (3, "two or more"), "samples": (2, "samples")}
        | {"delta": (1e-3, "delta")},
    ),
    "groups.group_synthesis": (
        groups.group_synthesis,
        {"frame": (BIRDS, "birds to bin"), "groups": ([["sex", "bill"], ["year"]], "groups")}
        | {"epsilon": (1.0, "epsilon of two tables")} | DRAWN | DESIGN,
    ),
    "histograms.clamped_histogram": (
        histograms.clamped_histogram, {"counts": ([3, 0], "counts"), "epsilon": (1.0, "epsilon of a cell")} | DRAWN | NEIGHBOURS
    ),
    "histograms.expected_ghosts": (
        histograms.expected_ghosts, {"cells": (9, "from 0"), "epsilon": (1.0, "epsilon of a cell")} | NEIGHBOURS
    ),
    "histograms.hut_chance": (histograms.hut_chance, {"threshold": (9, "threshold"), "epsilon": (1.0, "epsilon of a cell")} | NEIGHBOURS),
    "histograms.stability_threshold": (histograms.stability_threshold, PROMISE | NEIGHBOURS),
    "questions.all_questions": (questions.all_questions, {"columns": (3, "columns"), "ways": (2, "ways")}),
    "questions.cell_counts": (questions.cell_counts, {"answers": ([[True, False]], "rows of yes and no")}),
    "questions.worst_error": (
        questions.worst_error, {"counts": (COUNTS, "counts of cells"), "published": ([1, 1, 2], "published"), "questions": (ASKED, "rows of 0 and 1")}
    ),
    "rows.dual_query_synthesis": (
        rows.dual_query_synthesis,
        {"frame": (BIRDS, "birds to bin"), "epsilon": (1.0, "epsilon of many draws")} | DRAWN | DESIGN
        | {"rounds": (3, "two or more"), "samples": (2, "samples")},
    ),
    "rows.mwem_synthesis": (
        rows.mwem_synthesis,
        {"frame": (BIRDS, "birds to bin"), "epsilon": (1.0, "epsilon of six steps")} | DRAWN | DESIGN | {"rounds": (3, "rounds")},
    ),
    "scores.challenge_score": (
        scores.challenge_score, {"confidential": (BIRDS, "birds to compare"), "synthetic": (BIRDS, "birds to bin")} | DESIGN
    ),
    "survey.town_survey": (survey.town_survey, {"people": (9, "people")} | DRAWN),
    "trees.rho_of_promise": (trees.rho_of_promise, {"epsilon": (1.0, "epsilon from 1e-4"), "delta": (1e-6, "delta")}),
    "trees.tree_edges": (trees.tree_edges, PAIRS),
    "trees.tree_synthesis": (trees.tree_synthesis, PAIRS),
    "weights.mwem": (weights.mwem, CELLS | {"epsilon": (1.0, "epsilon of six steps")} | DRAWN | ROUNDS),
    "weights.mwem_bound": (
        weights.mwem_bound,
        {name: (9, "at least one") for name in ("people", "cells", "questions")} | {"epsilon": (1.0, "epsilon"), "rounds": (9, "at least one")},
    ),
    "weights.mwem_rounds": (weights.mwem_rounds, CELLS | {"epsilon": (1.0, "epsilon of six steps")} | DRAWN | ROUNDS),
}


def shared_by(steps, smallest):
    """Bad epsilons where each of so many steps gets its share."""
    return [
        *one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(30 * steps + 0.1, None), high_rule="to 30"),
        (st.floats(1e-300, smallest), ValueError, "epsilon"),
    ]


BAD = {
    "epsilon of many draws": shared_by(100, 1e-9),
    "epsilon of six steps": shared_by(6, 1e-10),
    "epsilon of two tables": shared_by(2, 1e-10),
    "epsilon of a cell": shared_by(2, 1e-10),
    "epsilon from 1e-4": shared_by(1, 9e-5),
    "counts": array_of(noun="integers", outside=BELOW_0, outside_rule="must be integers from 0"),
    "counts of cells": [
        *array_of(noun="integers", outside=BELOW_0, outside_rule="must be integers from 0"),
        (st.sampled_from([[0, 0, 0], [[1, 0, 0]]]), ValueError, "must be one for each cell"),
    ],
    "rows of 0 and 1": [
        *array_of(**DECIMALS, outside=reals(-1e9, -0.1) | reals(1.1, 1e9) | INFINITE, outside_rule="must be from 0 to 1"),
        (st.just([[0.5, 0, 0]]), ValueError, "must be rows of 0 and 1"),
        (st.sampled_from([[[1, 0]], [1, 0, 0, 1]]), ValueError, "must have 3 columns"),
    ],
    "rows of yes and no": [
        *array_of(noun="booleans", booleans_too=True, outside=st.integers(2, 2**62) | BELOW_0, outside_rule="must be integers from 0 to 1"),
        (st.sampled_from([[True], [[True] * 15]]), ValueError, "must have shape (people"),
    ],
    "published": [
        *array_of(**DECIMALS, outside=INFINITE, outside_rule="must be from -"),
        (st.sampled_from([[1, 1], [[1, 1, 2]]]), ValueError, "must have the shape of counts"),
    ],
    "groups": [
        (reals() | st.text(max_size=5) | st.none(), TypeError, "must be a list of"),
        (st.sampled_from([["sex", "bill"], [["sex"], "bill"]]), TypeError, "must be a list of column names"),
        (st.just([["sex", "bill"], ["year", "zip"]]), ValueError, "must be columns of frame"),
        (st.just([["sex", "bill"], ["year", "sex"]]), ValueError, "must name a column once"),
        (st.just([["sex", "bill"]]), ValueError, "must hold every column"),
        (st.sampled_from([[], [[], ["sex"]]]), ValueError, "must name at least one column"),
    ],
    "birds to compare": frame_like(BIRDS, rows=1),
    "birds to bin": frame_like(BIRDS, without="bill", rows=1),
    "dict of edges": [
        (NO_DICT, TypeError, "must be a dict by column"),
        (st.just(EDGES | {"zip": [0, 1]}), ValueError, "must be for columns of the frame"),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ([0], [1, 0], 3)]), ValueError, "must be two or more rising numbers"),
        (st.sampled_from([EDGES | {"bill": bad} for bad in ([0, math.nan], [0, math.inf])]), ValueError, "must "),
    ],
    "dict of values": [
        (NO_DICT, TypeError, "must be a dict by column"),
        (st.just(DOMAIN | {"zip": [0, 1]}), ValueError, "must be for columns of the frame"),
        (st.sampled_from([{"sex": 3}, {"sex": "female"}, {"sex": {"female", "male"}}]), TypeError, "must be a list of values"),
        (st.sampled_from([{"sex": []}, {"sex": ["a", "a"]}, {"sex": ["a", None]}]), ValueError, "must be different values"),
    ],
    "columns": one_integer(low=1, high=14),
    "ways": one_integer(low=1, high=3),
    "from 0": one_integer(low=0),
    "people": one_integer(low=2, high=10**6),
    "replays": one_integer(low=0, high=1000),
    "rounds": one_integer(low=1, high=10_000),
    "samples": one_integer(low=1, high=10_000),
    "threshold": one_integer(low=1, high=10**9),
    "two or more": one_integer(low=2, high=10_000),
}

CONTENTS = [
    ("trees.tree_synthesis", "frame", "bill", {NAN: ValueError, TEXT: ValueError, YES: ValueError, DATE: ValueError}),
    ("groups.group_synthesis", "frame", "bill", {NAN: ValueError, TEXT: ValueError, YES: ValueError, DATE: ValueError}),
    ("groups.group_synthesis", "frame", "sex", {NAN: ValueError, TEXT: ValueError, 1: ValueError}),
]
POSITIONAL = {"counts", "questions", "published", "answers", "columns", "frame", "groups", "confidential", "synthetic", "threshold", "people"}

INNER = {
    "beliefs", "groups.coded", "groups.most_cells", "groups.released_rows", "histograms.above_threshold",
    "questions.checked_questions", "questions.table_questions", "trees.best_tree", "trees.outwards",
    "weights.Round", "weights.moved",
}  # fmt: skip
