"""Controlled rounding: sums kept, optimal against mixed-integer programming, right on average, blind to siblings' order.

Statistical tests have fixed seeds and allow five standard errors: a false failure in about one of a million seeds.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from coursekit.topdown.projection import project
from coursekit.topdown.rounding import RULES, round_controlled


def case(seed, *, number=20, largest=6, cells=4, sd=3.0):
    """Noisy families projected to their sums; integer noise, so that most fractions tie."""
    rng = np.random.default_rng(seed)
    parent = np.repeat(np.arange(number), rng.integers(1, largest + 1, number))
    truth = rng.poisson(2, (len(parent), cells))
    first = np.flatnonzero(np.diff(parent, prepend=-1))
    sums = np.add.reduceat(truth, first, axis=0)
    noisy = truth + np.rint(rng.normal(0, sd, truth.shape))
    return rng, parent, truth, sums, first, noisy


def untied(values, parent, rng):
    """Move people between siblings so that fractions differ and sums stay."""
    moved = values.copy()
    for family in range(parent[-1] + 1):
        mine = np.flatnonzero(parent == family)
        for cell in range(values.shape[1]):
            free = mine[values[mine, cell] > 1]
            shift = rng.random(len(free)) * 0.8
            moved[free, cell] += shift - shift.mean() if len(free) else 0
    return moved


def best_by_milp(values, group, totals):
    """The least sum of |whole - value| in each group, by integer programming over three steps up from floor(value) - 1."""
    base = np.maximum(np.floor(values) - 1, 0)
    ladder = np.abs(base[:, None] + np.arange(4) - values[:, None])
    rows = csr_array((np.ones(3 * len(values)), (np.repeat(group, 3), np.arange(3 * len(values)))))
    found = milp(np.diff(ladder, axis=1).ravel(), integrality=np.ones(3 * len(values)), bounds=Bounds(0, 1),
                 constraints=LinearConstraint(rows, *[totals - np.bincount(group, base)] * 2))  # fmt: skip
    steps = np.rint(found.x).reshape(-1, 3)
    assert (np.bincount(group, base + steps.sum(axis=1)) == totals).all()
    return np.bincount(group, np.abs(base + steps.sum(axis=1) - values))


# --- Sums and optimality ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_sums_are_kept_and_no_count_moves_by_one(rule, seed):
    rng, parent, _, sums, first, noisy = case(seed, number=300)
    values = project(noisy, parent, sums)
    for these in (values, untied(values, parent, rng)):
        rounded = round_controlled(these, parent, sums, rule=rule, rng=rng)
        assert rounded.dtype == np.int64 and (np.add.reduceat(rounded, first, axis=0) == sums).all()
        assert np.abs(rounded - these).max() < 1 and rounded.min() >= 0
        whole = np.abs(these - np.rint(these)) < 1e-9
        assert (rounded == np.rint(these))[whole].all()


@pytest.mark.parametrize("ties", [True, False])
@pytest.mark.parametrize("rule", ["nearest", "first"])
def test_as_near_as_integer_programming_on_400_groups(ties, rule):
    rng, parent, _, sums, _, noisy = case(11, number=100, largest=7)
    values = project(noisy, parent, sums)
    values = values if ties else untied(values, parent, rng)
    rounded = round_controlled(values, parent, sums, rule=rule, rng=rng)
    group = (parent[:, None] * 4 + np.arange(4)).ravel()
    best = best_by_milp(values.ravel(), group, sums.ravel())
    assert len(best) == 400 and np.abs(np.bincount(group, np.abs(rounded - values).ravel()) - best).max() < 1e-6


def test_integer_programming_notices_a_rounding_that_is_not_the_nearest():
    values, group = np.array([0.9, 0.6, 0.5]), np.zeros(3, int)
    assert best_by_milp(values, group, np.array([2])) == pytest.approx(0.1 + 0.4 + 0.5)
    assert np.abs([1, 0, 1] - values).sum() > best_by_milp(values, group, np.array([2])) + 0.1


def test_by_hand():
    rng = np.random.default_rng(1)
    assert round_controlled([[0.9], [0.6], [0.5]], [0, 0, 0], [[2]], rng=rng).ravel().tolist() == [1, 1, 0]
    assert round_controlled([[-0.5], [1.5]], [0, 0], [[1]], rule="first", rng=rng).ravel().tolist() == [0, 1]
    assert round_controlled([[1.2, 2.6]], rng=rng).tolist() == [[1, 3]]
    assert round_controlled([[1.2, 2.8]], totals=[4], rng=rng).tolist() == [[1, 3]]
    assert round_controlled([[3.0000000001, 1 - 1e-10]], rng=rng).tolist() == [[3, 1]]


@pytest.mark.parametrize("seed", range(4))
def test_two_ways_keep_both_sums_and_are_as_near_as_integer_programming(seed):
    rng, parent, truth, sums, first, noisy = case(seed, number=8, largest=5)
    total = truth.sum(axis=1)
    values = project(noisy, parent, sums, totals=total)
    rounded = round_controlled(values, parent, sums, totals=total, rng=rng)
    assert (np.add.reduceat(rounded, first, axis=0) == sums).all() and (rounded.sum(axis=1) == truth.sum(axis=1)).all()
    assert np.abs(rounded - values).max() < 1 and rounded.min() >= 0
    whole, part = np.floor(values + 1e-9), values - np.floor(values + 1e-9)
    cell = np.arange(values.size).reshape(values.shape)
    rows = [np.isin(cell, cell[node]).ravel() for node in range(len(cell))]
    rows += [np.isin(cell, cell[parent == f, c]).ravel() for f in range(8) for c in range(4)]
    sides = [truth[n].sum() - whole[n].sum() for n in range(len(cell))]
    sides += [sums[f, c] - whole[parent == f, c].sum() for f in range(8) for c in range(4)]
    found = milp((1 - 2 * part).ravel(), integrality=np.ones(cell.size), bounds=Bounds(0, (part > 1e-8).ravel().astype(float)),
                 constraints=LinearConstraint(np.array(rows, float), sides, sides))  # fmt: skip
    assert np.abs(rounded - values).sum() == pytest.approx(part.sum() + found.fun, abs=1e-5)


@given(st.integers(0, 10**6), st.sampled_from(RULES))
def test_any_projection_can_be_rounded(seed, rule):
    rng, parent, truth, _, first, noisy = case(seed, number=5, cells=3)
    possible = rng.random(truth.shape) < 0.7
    at_least = rng.integers(0, 2, truth.shape) * possible
    sums = np.add.reduceat(np.where(possible, truth + at_least, 0), first, axis=0)
    rules = {"possible": possible, "at_least": at_least}
    rounded = round_controlled(project(noisy, parent, sums, **rules), parent, sums, rule=rule, rng=rng)
    assert (np.add.reduceat(rounded, first, axis=0) == sums).all()
    assert (rounded >= at_least).all() and (rounded[~possible] == 0).all()


# --- Chance ----------------------------------------------------------------------------------------------------------


def test_random_rounding_is_right_on_average():
    rng, parent, _, sums, _, noisy = case(3, number=6)
    values = untied(project(noisy, parent, sums), parent, rng)
    runs = 2000
    mean = sum(round_controlled(values, parent, sums, rule="random", rng=rng) for _ in range(runs)) / runs
    part = values - np.floor(values)
    assert (np.abs(mean - values) <= 5 * np.sqrt(part * (1 - part) / runs) + 1e-3).all()


@pytest.mark.parametrize("rule", ["nearest", "random"])
def test_ties_fall_on_everybody_alike(rule):
    values, rng, runs = np.full((7, 1), 3 / 7), np.random.default_rng(4), 2000
    mean = sum(round_controlled(values, [0] * 7, [[3]], rule=rule, rng=rng) for _ in range(runs)) / runs
    assert (np.abs(mean - 3 / 7) <= 5 * np.sqrt(12 / 49 / runs)).all()


def test_ties_below_larger_fractions_fall_on_everybody_alike():
    values, rng, runs = np.array([[0.9], [0.3], [0.3], [0.3], [0.2]]), np.random.default_rng(4), 2000
    mean = sum(round_controlled(values, [0] * 5, [[2]], rng=rng) for _ in range(runs)) / runs
    assert mean[0] == 1 and mean[4] == 0 and (np.abs(mean[1:4] - 1 / 3) <= 5 * np.sqrt(2 / 9 / runs)).all()


def test_first_siblings_gain_by_the_biased_rule_only():
    """Ten siblings, each count above 0 with the same fraction: by index the first gets .4 and more, the last loses as much."""
    rng = np.random.default_rng(5)
    parent = np.repeat(np.arange(4000), 10)
    truth = rng.poisson(20, (40_000, 1))
    sums = truth.reshape(4000, 10).sum(axis=1)[:, None]
    values = project(truth + np.rint(rng.normal(0, 3, truth.shape)), parent, sums)
    off = {rule: (round_controlled(values, parent, sums, rule=rule, rng=rng) - values).reshape(4000, 10).mean(axis=0) for rule in RULES}
    assert off["first"][0] == pytest.approx(0.45, abs=0.02) and off["first"][-1] == pytest.approx(-0.45, abs=0.02)
    assert (np.diff(off["first"]) < 0).all()
    for rule in ("nearest", "random"):  # each count is moved by a standard deviation of .41 or so
        assert np.abs(off[rule]).max() < 5 * 0.45 / np.sqrt(4000)


# --- Bad input -------------------------------------------------------------------------------------------------------

RNG = np.random.default_rng(1)


@pytest.mark.parametrize(("arguments", "settings", "message"), [
    (([[0.5], [0.7]], [0, 0], [[1]]), {}, "values must add up to sums, got some that differ by 0.2"),
    (([[1.0], [2.0]], [0, 0], [[4]]), {}, "values must add up to sums"),
    (([[0.5, 0.7]],), {"totals": [1]}, "values must add up to sums"),
    (([[0.5, 0.5]],), {"totals": [1.5]}, "totals must be whole numbers"),
    (([[0.5], [0.5]], [0, 0]), {}, "both or not at all"),
    (([[0.5], [0.5]], [0, 0], [[1]]), {"rule": "up"}, "rule must be 'nearest' or 'random' or 'first'"),
    (([[0.5, 0.5], [0.5, 0.5]], [0, 0], [[1, 1]]), {"rule": "random", "totals": [1, 1]}, "rule must be 'nearest' or 'first'"),
    (([[np.nan]],), {}, "NaN"),
])  # fmt: skip
def test_refused(arguments, settings, message):
    with pytest.raises(ValueError, match=message):
        round_controlled(*arguments, rng=RNG, **settings)


@pytest.mark.parametrize(("arguments", "settings", "message"), [
    (([[0.5], [0.5]], [0, 0], [[1.0]]), {}, "sums must be integers"),
    (([["a"]],), {}, "values must be numbers"),
    (([[0.5]],), {"rng": 1}, "rng must be"),
    (([[0.5]],), {"rule": 1}, "rule must be"),
])  # fmt: skip
def test_refused_kinds(arguments, settings, message):
    with pytest.raises(TypeError, match=message):
        round_controlled(*arguments, **{"rng": RNG} | settings)
