"""Water levels: one by hand, many against bisection, and sums of families and of nodes settled until all agree."""

import numpy as np
import pytest

from coursekit.topdown.water_levels import settle, soft_levels, water_levels


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
    settle(cells, sizes, sums, target, softness)
    x = np.maximum(cells, 0)
    assert np.abs(x.reshape(4, 10, 6).sum(axis=2) - sums).max() < 1e-9
    if softness:
        price = (x.sum(axis=0) - target) / softness  # what a node's cells sank by; the rest is one level for each family and kind
        level = (noisy - cells - price).reshape(4, 10, 6)
        assert np.ptp(level, axis=2).max() < 1e-8 / min(softness, 1)
    else:
        assert np.abs(x.sum(axis=0) - target).max() < 1e-9


@pytest.mark.parametrize("softness", [0.0, 0.5])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_families_of_all_sizes_are_settled_as_each_would_be_alone(softness, nonnegative):
    rng = np.random.default_rng(5)
    sizes = np.concatenate([rng.integers(1, 40, 50), [1, 1, 300, 2, 700]])
    starts = np.cumsum(sizes) - sizes
    truth = rng.poisson(3, (4, sizes.sum())).astype(float)
    possible = rng.random(truth.shape) < 0.9
    truth, noisy = truth * possible, np.where(possible, truth + rng.normal(0, 3, truth.shape), -np.inf)
    sums, target = np.add.reduceat(truth, starts, axis=1), truth.sum(axis=0)
    settle(together := noisy.copy(), sizes, sums, target, softness, nonnegative=nonnegative)
    for i in range(len(sizes)):
        mine, given = slice(starts[i], starts[i] + sizes[i]), {"softness": softness, "nonnegative": nonnegative}
        settle(alone := noisy[:, mine].copy(), sizes[i : i + 1], sums[:, i : i + 1], target[mine], **given)
        there = possible[:, mine]
        some = there & (alone > 0) if nonnegative else there
        assert np.abs(alone[some] - together[:, mine][some]).max(initial=0) < 1e-9
        assert (together[:, mine][~there] == -np.inf).all()


@pytest.mark.parametrize("softness", [1e-3, 1.0, 100.0])
def test_soft_levels_of_nodes_alone(softness):
    rng = np.random.default_rng(6)
    cells, totals = rng.normal(2, 5, (6, 200)), rng.normal(12, 20, 200)
    cells[rng.random(cells.shape) < 0.3] = -np.inf
    levels = soft_levels(cells, totals, softness)
    assert np.abs(np.maximum(cells - levels, 0).sum(axis=0) - totals - softness * levels).max() < 1e-9
    free = soft_levels(cells, totals, softness, nonnegative=False)
    rest = np.where(cells > -np.inf, cells - free, 0).sum(axis=0)
    assert np.abs(rest - totals - softness * free).max() < 1e-9


def hard_case(kinds=8, seed=3):
    """Ten families of 20 with more noise than people, measured totals, and their answer's ingredients."""
    rng = np.random.default_rng(seed)
    truth = rng.poisson(3, (kinds, 200)).astype(float)
    noisy, sums = truth + rng.normal(0, 300, truth.shape), truth.reshape(kinds, 10, 20).sum(axis=2)
    return noisy, np.full(10, 20), sums, truth.sum(axis=0) + rng.normal(0, 15, 200), 1 / 361


def check_settled(cells, noisy, sums, target, softness, tolerance=1e-9):
    """The sums are kept, and what is left of each fall has one level for each family and kind: the conditions of the optimum."""
    x = np.maximum(cells, 0)
    assert np.abs(x.reshape(len(x), 10, 20).sum(axis=2) - sums).max() < tolerance
    fall = noisy - cells - (x.sum(axis=0) - target) / softness
    assert np.ptp(fall.reshape(len(x), 10, 20), axis=2).max() < tolerance * 361


@pytest.mark.parametrize("seed", range(5))
def test_soft_totals_settle_in_few_steps(monkeypatch, seed):
    """Some dozen steps of Newton's method; one level after the other took thousands of rounds and gave up."""
    from coursekit.topdown import water_levels as room

    noisy, sizes, sums, *own = hard_case(seed=seed)
    monkeypatch.setattr(room, "_MOST_STEPS", 50)
    settle(cells := noisy.copy(), sizes, sums, *own)
    check_settled(cells, noisy, sums, *own)
    monkeypatch.setattr(room, "_MOST_STEPS", 3)
    with pytest.raises(ValueError, match="all can be kept"):
        settle(noisy.copy(), sizes, sums, *own)


def test_a_step_of_full_length_whatever_lies_in_between_does_not_end(monkeypatch):
    from coursekit.topdown import water_levels as room

    noisy, sizes, sums, *own = hard_case()
    monkeypatch.setattr(room, "_MOST_STEPS", 50)
    monkeypatch.setattr(room, "_length", lambda *given: (np.ones(len(given[-2])), np.zeros(len(given[-2]), bool)))
    with pytest.raises(ValueError, match="all can be kept"):
        settle(noisy.copy(), sizes, sums, *own)


def test_more_kinds_than_nodes_are_solved_the_other_way_round():
    noisy, sizes, sums, *own = hard_case(kinds=70)
    settle(cells := noisy.copy(), sizes, sums, *own)
    check_settled(cells, noisy, sums, *own)


@pytest.mark.parametrize("shape", [(3, 5, 2), (3, 2, 5)])
@pytest.mark.parametrize("softness", [0.0, 0.7])
def test_newtons_step_solves_its_equations(shape, softness):
    from coursekit.topdown.water_levels import _newton

    rng = np.random.default_rng(7)
    families, kinds, nodes = shape
    above = (rng.random((kinds, families, nodes)) < 0.7).astype(float)
    surplus, excess = rng.normal(size=(families, nodes)), rng.normal(size=(kinds, families))
    more, deeper = _newton(above, softness, surplus, excess, ridge := np.full(families, 0.1))
    assert more * (above.sum(axis=0) + softness + 0.1) + (above * deeper[:, :, None]).sum(axis=0) == pytest.approx(surplus)
    assert deeper * (above.sum(axis=2) + ridge) + (above * more).sum(axis=2) == pytest.approx(excess)
