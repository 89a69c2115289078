"""Water levels: one by hand, many against bisection, and several kinds of sums settled until all agree."""

import numpy as np
import pytest

from coursekit.water_levels import settle, water_levels


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


def test_soft_sums_settle_in_few_rounds(monkeypatch):
    """Without the exchange between a family's nodes and its kinds this takes thousands."""
    from coursekit import water_levels as room

    rng = np.random.default_rng(3)
    truth = rng.poisson(3, (8, 900)).astype(float)
    target, sums = truth.sum(axis=0) + rng.normal(0, 1, 900), truth.reshape(8, 10, 90).sum(axis=2)
    monkeypatch.setattr(room, "_MOST_SWEEPS", 40)
    noisy = truth + rng.normal(0, 3, truth.shape)
    settle(noisy.copy(), np.full(10, 90), sums, [(np.arange(8), target, 0.05)])
    monkeypatch.setattr(room, "_exchange", lambda *_: 0.0)
    with pytest.raises(ValueError, match="all can be kept"):
        settle(noisy.copy(), np.full(10, 90), sums, [(np.arange(8), target, 0.05)])
