"""Water levels: one by hand, many against bisection, and several kinds of sums settled until all agree."""

import numpy as np
import pytest

from coursekit.topdown.water_levels import settle, water_levels


def left(values, lengths, levels):
    return np.add.reduceat(np.maximum(values - np.repeat(levels, lengths), 0), np.cumsum(lengths) - lengths)


def test_by_hand():
    assert water_levels(np.array([9.0, 4, -3, 5, 5]), np.array([3, 2]), np.array([7.0, 0])).tolist() == [3, np.inf]
    assert water_levels(np.array([-5.0, -7]), np.array([2]), np.array([2.0])).tolist() == [-7]
    assert water_levels(np.array([-5.0, -7]), np.array([2]), np.array([4.0])).tolist() == [-8]
    assert water_levels(np.array([9.0, -np.inf, 3]), np.array([3]), np.array([8.0])).tolist() == [2]
    assert water_levels(np.array([9.0, 1]), np.array([2]), np.array([2.0]), nonnegative=False).tolist() == [4]


def test_a_group_without_any_cell_and_sums_of_zero():
    assert water_levels(np.array([-np.inf, -np.inf]), np.array([2]), np.array([1.0])).tolist() == [np.inf]
    assert water_levels(np.array([3.0, 4]), np.array([1, 1]), np.array([0.0, 0])).tolist() == [np.inf, np.inf]


@pytest.mark.parametrize("mean", [-20, 0, 20])
def test_equal_to_bisection(mean):
    rng = np.random.default_rng(1)
    lengths = rng.integers(1, 30, 300)
    values, sums = rng.normal(mean, 10, lengths.sum()), rng.gamma(0.5, 100, 300)
    low, high = np.full(300, -1e6), np.full(300, 1e6)
    for _ in range(80):
        middle = (low + high) / 2
        above = left(values, lengths, middle) > sums
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    assert water_levels(values, lengths, sums) == pytest.approx(low, abs=1e-8)


def test_all_equal_and_a_sum_that_floats_lose():
    values = np.full(4, 1e10)
    level = water_levels(values, np.array([4]), np.array([1e-9]))
    assert np.isfinite(level).all() and left(values, np.array([4]), level) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("softness", [0.0, 1e-3, 1.0, 100.0])
def test_settled_cells_have_all_their_sums(softness):
    rng = np.random.default_rng(2)
    truth = rng.poisson(3, (4, 60)).astype(float)
    noisy, sizes = truth + rng.normal(0, 3, truth.shape), np.full(10, 6)
    sums = truth.reshape(4, 10, 6).sum(axis=2)
    target = truth.sum(axis=0) + (rng.normal(0, 2, 60) if softness else 0)
    cells = noisy.copy()
    settle(cells, sizes, sums, [(np.arange(4), target, softness)])
    x = np.maximum(cells, 0)
    assert np.abs(x.reshape(4, 10, 6).sum(axis=2) - sums).max() < 1e-9
    if softness:
        price = (x.sum(axis=0) - target) / softness  # what a node's cells sank by; the rest is one level for each family and kind
        level = (noisy - cells - price).reshape(4, 10, 6)
        assert np.ptp(level, axis=2).max() < 1e-8 / min(softness, 1)
    else:
        assert np.abs(x.sum(axis=0) - target).max() < 1e-9


def hard_case(kinds=8, seed=3):
    """Ten families of 20 with more noise than people, two measured sums that overlap, and their answer's ingredients."""
    rng = np.random.default_rng(seed)
    truth = rng.poisson(3, (kinds, 200)).astype(float)
    noisy, sums = truth + rng.normal(0, 300, truth.shape), truth.reshape(kinds, 10, 20).sum(axis=2)
    groups = [np.arange(kinds), np.arange(0, kinds, 2), np.arange(1, kinds, 2)]
    own = [(group, truth[group].sum(axis=0) + rng.normal(0, 15, 200), 1 / 361) for group in groups]
    return noisy, np.full(10, 20), sums, own


def check_settled(cells, noisy, sums, own, tolerance=1e-9):
    """The sums are kept, and what is left of each fall has one level for each family and kind: the conditions of the optimum."""
    x = np.maximum(cells, 0)
    assert np.abs(x.reshape(len(x), 10, 20).sum(axis=2) - sums).max() < tolerance
    fall = noisy - cells
    for group, target, softness in own:
        fall[group] -= (x[group].sum(axis=0) - target) / softness
    fall = np.where(np.isfinite(fall), fall, 0).reshape(len(x), 10, 20)
    assert np.ptp(fall, axis=2).max() < tolerance * 361


@pytest.mark.parametrize("seed", range(5))
def test_overlapping_soft_sums_settle_in_few_steps(monkeypatch, seed):
    """Some dozen steps of Newton's method; one level after the other took thousands of rounds and gave up."""
    from coursekit.topdown import water_levels as room

    noisy, sizes, sums, own = hard_case(seed=seed)
    monkeypatch.setattr(room, "_MOST_STEPS", 50)
    settle(cells := noisy.copy(), sizes, sums, own)
    check_settled(cells, noisy, sums, own)
    monkeypatch.setattr(room, "_MOST_STEPS", 3)
    with pytest.raises(ValueError, match="all can be kept"):
        settle(noisy.copy(), sizes, sums, own)


def test_a_step_of_full_length_whatever_lies_in_between_does_not_end(monkeypatch):
    from coursekit.topdown import water_levels as room

    noisy, sizes, sums, own = hard_case()
    monkeypatch.setattr(room, "_MOST_STEPS", 50)
    monkeypatch.setattr(room, "_length", lambda *given: (np.ones(len(given[-2])), np.zeros(len(given[-2]), bool)))
    with pytest.raises(ValueError, match="all can be kept"):
        settle(noisy.copy(), sizes, sums, own)


def test_many_kinds_are_solved_in_another_way_with_one_answer(monkeypatch):
    from coursekit.topdown import water_levels as room

    noisy, sizes, sums, own = hard_case(kinds=70)
    settle(many := noisy.copy(), sizes, sums, own)
    check_settled(many, noisy, sums, own)
    monkeypatch.setattr(room, "_MANY", 70)
    settle(few := noisy.copy(), sizes, sums, own)
    assert np.abs(np.maximum(many, 0) - np.maximum(few, 0)).max() < 1e-8
