"""Bad input for the functions of `coursekit.conditional`; the head of `bad_input_tests` says what the names mean."""

import numpy as np
import pytest
from bad_input_tests import *
from bad_values import BELOW_0, DECIMALS, DRAWN, FAR_OUT, array_of, one_integer, one_number, one_of_texts, reals
from hypothesis import strategies as st

from coursekit.conditional import bending, chains, exact, tables

TRUTH, TOTAL = {"truth": ([3, 7], "table")}, {"kept": ([[1, 1]], "totals")}
FITTING = {**TRUTH, **TOTAL, "epsilon": (0.5, "epsilon from .01")}
LAW = exact.FittingTable(truth=[3, 7], kept=[[1, 1]], epsilon=0.5)
PROPOSAL, SOLVED = {"proposal": (0.6, "proposal")}, {"solved": ([1], "places")}

CALLS = {
    "tables.town": (tables.town, {}),
    "tables.totals": (tables.totals, {"kept": ("minors", "name")}),
    "tables.moves": (tables.moves, {**TRUTH, **TOTAL}),
    "bending.bend": (bending.bend, {"noisy": ([5.0, 6.0], "noisy"), **TRUTH, **TOTAL}),
    "bending.corner_chances": (bending.corner_chances, {"epsilon": (1.0, "epsilon")}),
    "exact.FittingTable": (exact.FittingTable, FITTING),
    "exact.FittingTable.draw": (LAW.draw, {"size": (3, "up to a million"), **DRAWN}),
    "exact.keep_if_it_fits": (
        exact.keep_if_it_fits,
        {**TRUTH, **TOTAL, "epsilon": (0.5, "epsilon"), "tries": (9, "up to a million"), **DRAWN},
    ),
    "chains.try_and_stay": (
        chains.try_and_stay,
        {**TRUTH, **TOTAL, "epsilon": (0.5, "epsilon"), **PROPOSAL, "steps": (9, "up to a million"), **SOLVED, **DRAWN},
    ),
    "chains.effective_draws": (chains.effective_draws, {"series": ([1.0, 2.0, 4.0], "series")}),
    "chains.expected_acceptance": (
        chains.expected_acceptance,
        {"law": (LAW, "law"), **PROPOSAL, **SOLVED, "draws": (9, "pairs"), **DRAWN},
    ),
    "chains.effective_share": (chains.effective_share, {**FITTING, "proposal": (0.6, "proposal below 1"), **SOLVED}),
}

ZERO_ONE = {"noun": "integers", "outside": st.integers(2, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1"}
COUNT = {"noun": "integers", "outside": st.integers(10**6 + 1, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1000000"}
PLACE = {"noun": "integers", "outside": st.integers(2, 2**62) | BELOW_0, "outside_rule": "must be integers from 0 to 1"}
FAR = {**DECIMALS, "outside": st.floats(1.1e6, 1e300), "outside_rule": "must be from -1e+06 to 1e+06"}
POSITIVE = one_number(too_low=reals(None, 0), low_rule="must be > 0", too_high=reals(30.01, None), high_rule="to 30")
BAD = {
    "name": one_of_texts("must be 'all people'"),
    "table": array_of(**COUNT),
    "totals": [
        *array_of(**ZERO_ONE),
        (st.sampled_from([[[1, 1, 1]], [[1], [1]], 1]), ValueError, "must have 2 columns"),
        (st.sampled_from([[[1, 0]], [[0, 0], [0, 1]]]), ValueError, "must have each count in a total"),
    ],
    "noisy": [*array_of(**FAR), (st.sampled_from([[1.0], [[1.0, 2.0, 3.0]], 4.0]), ValueError, "must have 2 columns")],
    "epsilon from .01": [*POSITIVE, (st.floats(1e-9, 0.0099), ValueError, "must be from 0.01 to 30")],
    "law": [(reals() | st.none() | st.text(max_size=5), TypeError, "must be a FittingTable")],
    "pairs": one_integer(low=2, high=10**6),
    "up to a million": one_integer(low=1, high=10**6, none=False),
    "proposal": one_number(too_low=reals(None, 0), low_rule="must be from 2.3e-10", too_high=reals(30.01, None), high_rule="to 30"),
    "proposal below 1": one_number(too_low=reals(None, 0), low_rule="must be from 2.3e-10", too_high=reals(1, 30), high_rule="must be below twice epsilon, 1"),
    "places": [*array_of(**PLACE), (st.sampled_from([[0, 1], [0, 0]]), ValueError, "must be one count for each of 1 totals")],
    "series": array_of(**FAR_OUT, **DECIMALS),
}

INNER = {"exact.group_sums", "tables.checked", "tables.groups", "chains.solvable", "chains.Walk"}
POSITIONAL = {"truth", "kept", "noisy", "series", "law"}


def test_what_the_totals_and_the_table_must_be_together():
    with pytest.raises(ValueError, match="truth must have at most 500 people, got 600"):
        exact.FittingTable(truth=[300, 300], kept=[[1, 1]], epsilon=1.0)
    with pytest.raises(ValueError, match="truth must have at most 100 counts, got 101"):
        exact.FittingTable(truth=[1] * 101, kept=[[1] * 101], epsilon=1.0)
    with pytest.raises(ValueError, match="kept must leave one number free that moves all groups in whole steps, got a fraction"):
        exact.group_sums(np.array([4, 4, 4]), np.array([[2, 3, 0], [0, 0, 1]]) @ np.diag([2, 3, 1]))
    with pytest.raises(ValueError, match="solved must be counts from which the totals can be solved"):
        chains.try_and_stay([3, 7, 1], [[1, 1, 0], [1, 1, 1]], epsilon=0.5, proposal=0.6, solved=[0, 1], steps=9, rng=np.random.default_rng(1))
