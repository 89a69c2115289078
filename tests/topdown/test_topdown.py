"""TopDown: bills that add up, tables that keep the rules, bias and its absence, metrics, bad input.

Statistical tests have fixed seeds and allow five standard errors: a false failure in about one of a million seeds.
"""

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.topdown.hierarchy import Hierarchy, regular, skewed_counts
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.projection import project
from coursekit.topdown.pipeline import _release, accuracy, bottom_up, district, independent, topdown
from small_state import LEVELS, PEOPLE, SHARES, STATE, rng

# --- The bill --------------------------------------------------------------------------------------------------------

@given(st.lists(st.integers(1, 100), min_size=4, max_size=4), st.lists(st.integers(1, 100), min_size=2, max_size=2), st.floats(0.1, 5))
def test_the_ledger_adds_up_to_the_budget(shares, queries, rho):
    shares = [s / sum(shares) for s in shares]
    asked = {"detailed": queries[0] / sum(queries), "total": queries[1] / sum(queries)}
    release = topdown(STATE, PEOPLE, rho=rho, shares=shares, query_shares=asked, rng=rng())
    assert release.spent == pytest.approx(rho) and release.ledger["rho"].sum() == pytest.approx(rho)
    assert len(release.ledger) == 8 and list(release.ledger.columns) == ["level", "query", "rho", "sd"]


def test_geometric_noise_is_paid_in_epsilon():
    release = topdown(STATE, PEOPLE, epsilon=1.5, shares=SHARES, rng=rng())
    assert list(release.ledger)[2] == "epsilon" and release.spent == pytest.approx(1.5)


def test_who_skips_empty_cells_has_no_bill():
    release = topdown(STATE, PEOPLE, epsilon=0.5, shares=SHARES, unsafe_skip_empty_cells=True, rng=rng())
    assert release.spent == inf


# --- Releases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda t: t["block"].__setitem__((0, 0), -1), "not be negative"),
    (lambda t: t["block"].__setitem__((0, 0), t["block"][0, 0] + 1), "add up to those above"),
    (lambda t: [table.__setitem__((0, 0), table[0, 0] + 1) for table in t.values()], "keep the totals"),
    (lambda t: (t["block"].__setitem__((0, 3), 1), t["block"].__setitem__((0, 0), 0)), "be 0 where a cell is impossible|add up"),
    (lambda t: t.update(block=t["block"].astype(float)), "be whole"),
])  # fmt: skip
def test_a_release_cannot_be_made_with_tables_that_break_a_rule(spoil, message):
    people = PEOPLE * [1, 1, 1, 0]
    known = Invariants(totals=node_totals(STATE, people, ["state"]), possible=[True, True, True, False])
    release = topdown(STATE, people, rho=1, shares=SHARES, invariants=known, rng=rng())
    tables = {level: table.copy() for level, table in release.tables.items()}
    rules = known.by_level(STATE, 4)
    _release(STATE, {level: table.copy() for level, table in tables.items()}, release.measurements, rules, nonnegative=True)
    spoil(tables)
    with pytest.raises(ValueError, match=message):
        _release(STATE, tables, release.measurements, rules, nonnegative=True)


def test_released_tables_cannot_be_changed():
    release = topdown(STATE, PEOPLE, rho=1, shares=SHARES, rng=rng())
    with pytest.raises(ValueError, match="read-only"):
        release.tables["block"][0, 0] = 5


def test_a_country_of_330_million():
    tree = regular(["US", "state", "county"], [51, 62])
    people = skewed_counts(tree, persons=330_000_000, cells=8, skew=2, rng=rng(1))
    known = Invariants(totals=node_totals(tree, people, ["state"]))
    for asked in (None, {"detailed": 0.9, "total": 0.1}):
        release = topdown(tree, people, rho=0.01, shares=[0.2, 0.4, 0.4], query_shares=asked, invariants=known, rng=rng(2))
        assert (release.tables["state"].sum(axis=1) == known.totals["state"]).all() and release.tables["US"].sum() == 330_000_000


@pytest.mark.parametrize("detailed", [0.001, 0.05, 0.5])
def test_little_trust_in_the_cells_is_no_reason_to_refuse(detailed):
    """Noise of thousands on counts of some dozens, and totals that are known much better."""
    tree = regular(LEVELS[:3], [10, 20])
    people = skewed_counts(tree, persons=60_000, cells=8, skew=1, rng=rng(1))
    asked = {"detailed": detailed, "total": 1 - detailed}
    release = topdown(tree, people, epsilon=0.1, shares=[1 / 3] * 3, query_shares=asked, rng=rng(1))
    assert release.tables["tract"].min() >= 0


# --- Post-processing -------------------------------------------------------------------------------------------------


def test_each_level_is_the_least_squares_answer_to_its_measurements():
    release = topdown(STATE, PEOPLE, rho=1, shares=SHARES, rng=rng(3))
    for i, level in enumerate(LEVELS[1:]):
        above = release.tables[LEVELS[i]]
        real = project(release.measurements[level]["detailed"].values, STATE.parents[i], above)
        assert np.abs(release.tables[level] - real).max() < 1


def test_without_the_bound_there_is_no_bias():
    """200 releases: the mean error of every block is within five standard errors of 0 without the bound; with it it is not."""
    runs, off = 200, {}
    known = Invariants(totals=node_totals(STATE, PEOPLE, ["state"]))
    for nonnegative in (True, False):
        settings = {"rho": 0.5, "shares": SHARES, "nonnegative": nonnegative, "rounding": "random", "invariants": known}
        errors = [topdown(STATE, PEOPLE, rng=rng(i), **settings).tables["block"] - PEOPLE for i in range(runs)]
        errors = np.array(errors).sum(axis=2)
        off[nonnegative] = np.abs(errors.mean(axis=0) / (errors.std(axis=0, ddof=1) / sqrt(runs)))
    assert off[False].max() < 5.5 and off[True].max() > 10


def test_small_places_grow_at_the_cost_of_large_ones():
    known = Invariants(totals=node_totals(STATE, PEOPLE, ["state"]))
    error = sum(topdown(STATE, PEOPLE, rho=0.3, shares=SHARES, invariants=known, rng=rng(i)).tables["block"] - PEOPLE for i in range(100)) / 100
    size, error = PEOPLE.sum(axis=1), error.sum(axis=1)
    assert error[size <= np.quantile(size, 0.2)].mean() > 1 and error[size >= np.quantile(size, 0.9)].mean() < -1
    assert error.sum() == pytest.approx(0, abs=1e-9)


def test_the_same_measurements_can_be_finished_in_several_ways():
    free, bound = (topdown(STATE, PEOPLE, rho=1, shares=SHARES, nonnegative=flag, rng=rng(1)) for flag in (False, True))
    for level in LEVELS:
        assert (free.measurements[level]["detailed"].values == bound.measurements[level]["detailed"].values).all()
    assert free.tables["block"].min() < 0 <= bound.tables["block"].min() and free.spent == bound.spent


def test_endless_budget_gives_the_truth():
    release = topdown(regular(["town", "block"], [30]), PEOPLE[:30], epsilon=110, shares=[0.5, 0.5], rng=rng(1))
    assert (release.tables["block"] == PEOPLE[:30]).all()


def test_a_measured_total_helps_the_total():
    known = Invariants(totals=node_totals(STATE, PEOPLE, ["state"]))
    rmse = {}
    for part in (0.0, 0.5):
        asked = {"detailed": 1 - part, "total": part} if part else None
        off = [topdown(STATE, PEOPLE, rho=0.5, shares=SHARES, query_shares=asked, invariants=known, rng=rng(i)).tables["county"].sum(axis=1)
               - STATE.up(PEOPLE)[1].sum(axis=1) for i in range(60)]  # fmt: skip
        rmse[part] = sqrt((np.array(off) ** 2).mean())
    assert rmse[0.5] < 0.9 * rmse[0.0]


def test_topdown_bottom_up_and_independent_at_one_budget():
    """Top-down is better for the state's counties than adding up noisy blocks, and bottom-up is better for blocks."""
    budget = {"rho": 0.5, "rng": rng(4)}
    made = {"topdown": topdown(STATE, PEOPLE, shares=SHARES, **budget), "bottom_up": bottom_up(STATE, PEOPLE, **budget),
            "independent": independent(STATE, PEOPLE, shares=SHARES, **budget)}  # fmt: skip
    assert all(release.spent == pytest.approx(0.5) for release in made.values())
    squares = {"topdown": 0, "bottom_up": 0}
    for i in range(10):  # one release of a few counties says little
        budget["rng"] = rng(i)
        squares["topdown"] += accuracy(STATE, PEOPLE, topdown(STATE, PEOPLE, shares=SHARES, **budget).tables)["RMSE"] ** 2
        squares["bottom_up"] += accuracy(STATE, PEOPLE, bottom_up(STATE, PEOPLE, **budget).tables)["RMSE"] ** 2
    assert squares["topdown"]["county"] < 0.3**2 * squares["bottom_up"]["county"]
    assert squares["bottom_up"]["block"] < squares["topdown"]["block"]
    above = np.add.reduceat(made["independent"].tables["block"], np.flatnonzero(np.diff(STATE.parents[2], prepend=-1)), axis=0)
    assert (above != made["independent"].tables["tract"]).any()
    assert not made["bottom_up"].measurements["state"] and (made["bottom_up"].ledger["level"] == "block").all()


def test_a_district_is_biased_after_processing_only():
    small = np.flatnonzero(PEOPLE.sum(axis=1) <= 5)
    truth, runs = PEOPLE[small].sum(), 200
    made = [district(topdown(STATE, PEOPLE, rho=0.5, shares=SHARES, rng=rng(i)), small) for i in range(runs)]
    measured, released = (np.array([getattr(d, name) for d in made]) - truth for name in ("measured", "released"))
    assert abs(measured.mean()) < 5 * made[0].sd / sqrt(runs) and measured.std() == pytest.approx(made[0].sd, rel=0.3)
    assert released.mean() > 5 * released.std() / sqrt(runs) + 10
    release = topdown(STATE, PEOPLE, rho=0.5, shares=SHARES, rng=rng(1))
    assert district(release, [*small, small[0]]) == district(release, small), "a leaf counts once"


# --- Metrics of section 8.3.4 ----------------------------------------------------------------------------------------


def test_metrics_by_hand():
    tree = Hierarchy(["county", "block"], [[0, 0, 1]])
    truth, table = np.array([[4], [0], [16]]), np.array([[6], [1], [13]])
    found = accuracy(tree, truth, {"county": np.array([[7], [13]]), "block": table}).loc["block"]
    assert found["places"] == 3 and found["MAE"] == 2 and found["mean error"] == 0
    assert found["RMSE"] == pytest.approx(sqrt(14 / 3)) and found["MAPE"] == pytest.approx(100 * (2 / 4 + 3 / 16) / 2)
    assert found["CV"] == pytest.approx(100 * sqrt(14 / 3) / (20 / 3)) and found["TAES"] == pytest.approx(6 / 20)


def test_metrics_of_totals_and_of_nobody():
    tree = Hierarchy(["block"], [], [[1]])
    assert accuracy(tree, [[1, 3]], {"block": [[3, 1]]}).loc["block", "MAE"] == 0
    nobody = accuracy(tree, [[0, 0]], {"block": [[1, 0]]}).loc["block"]
    assert nobody["MAE"] == 1 and np.isnan(nobody[["MAPE", "CV", "TAES"]]).all()


# --- Bad input -------------------------------------------------------------------------------------------------------


GOOD = {"epsilon": 1.0, "shares": SHARES}


@pytest.mark.parametrize(("settings", "error", "message"), [
    ({"rounding": "up"}, ValueError, "rounding must be"),
    ({"epsilon": None, "rho": 1e-19}, ValueError, "epsilon or rho must be so large that measured counts stay below 10000000000, got one of"),
    ({"nonnegative": False, "invariants": Invariants(at_least=PEOPLE)}, ValueError, "at_least must be left out"),
    ({"invariants": {"state": [4000]}}, TypeError, "invariants must be Invariants"),
    ({"nonnegative": 1}, TypeError, "nonnegative must be True or False"),
    ({"shares": [0.5, 0.5]}, ValueError, "shares must be one for each of 4 levels"),
])  # fmt: skip
def test_refused(settings, error, message):
    with pytest.raises(error, match=message):
        topdown(STATE, PEOPLE, rng=rng(), **GOOD | settings)
