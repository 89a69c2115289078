"""The projection: hand-made examples, optimality proved by the Karush-Kuhn-Tucker conditions, other solvers, bad input.

A convex problem's answer is *the* answer if and only if it keeps all rules and prices exist (one for each sum) under
which no cell wants to move. The tests look for those prices on up to 100,000 cells; small cases go through SciPy as well.
"""

from pathlib import Path

import nbformat
import numpy as np
import osqp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import LinearConstraint, lsq_linear, minimize

from coursekit.topdown.projection import project, simplex
from coursekit.topdown.water_levels import water_levels


def families(rng, number, largest):
    """Families of 1 to `largest` nodes."""
    return np.repeat(np.arange(number), rng.integers(1, largest + 1, number))


def example(seed, *, number=30, largest=6, cells=4, mean=2.0, sd=3.0):
    rng = np.random.default_rng(seed)
    parent = families(rng, number, largest)
    truth = rng.poisson(mean * rng.random((len(parent), 1)) * 2, (len(parent), cells))
    noisy = truth + np.rint(rng.normal(0, sd, truth.shape)).astype(int)
    first = np.flatnonzero(np.diff(parent, prepend=-1))
    return rng, parent, truth, noisy, np.add.reduceat(truth, first, axis=0), first


# --- Known values --------------------------------------------------------------------------------------------------


def test_simplex_by_hand():
    assert simplex([9.0, 4, -3], 7).tolist() == [6, 1, 0]
    assert simplex([[1.0, 1], [5, 0]], [4, 1]).tolist() == [[2, 2], [1, 0]]
    assert simplex([3.0, -2], 0).tolist() == [0, 0]
    assert simplex([-5.0], 2).tolist() == [2]
    assert simplex([-1.0, -3], 1).tolist() == [1, 0]


def test_clipping_and_scaling_is_not_the_nearest():
    noisy, total = np.array([9.0, 4, -3]), 7
    scaled = np.maximum(noisy, 0) * total / np.maximum(noisy, 0).sum()
    assert ((simplex(noisy, total) - noisy) ** 2).sum() < ((scaled - noisy) ** 2).sum()


def test_without_sums_only_the_bounds_count():
    assert project([[3, -2]]).tolist() == [[3, 0]]
    assert project([[3, -2]], nonnegative=False).tolist() == [[3, -2]]
    assert project([[3, -2]], possible=[False, True], nonnegative=False).tolist() == [[0, -2]]
    assert project([[3, -2]], at_least=[[5, 1]]).tolist() == [[5, 1]]


def test_without_the_bound_everybody_moves_alike():
    assert project([[6, 3], [8, -5]], [0, 0], [[10, 10]], nonnegative=False).tolist() == [[4, 9], [6, 1]]
    assert project([[9], [-9]], [0, 0], [[4]], nonnegative=False).tolist() == [[11], [-7]]


def test_nothing_to_share_and_one_child():
    assert project([[6], [2], [-1]], [0, 0, 1], [[0], [5]]).tolist() == [[0], [0], [5]]


def test_the_measured_total_is_weighed():
    """One node, two cells of 3 and 5 and a total of 20: the cells move by w (20 - sum) each, so the sum is (8 + 2 w 20) / (1 + 2 w)."""
    for softness in (0.5, 2.0, 1e-6, 1e6):
        w = 1 / softness
        x = project([[3, 5]], totals=[20], softness=softness)
        assert x.sum() == pytest.approx((8 + 40 * w) / (1 + 2 * w), abs=1e-9) and x[0, 1] - x[0, 0] == pytest.approx(2)


# --- Optimality ------------------------------------------------------------------------------------------------------


def check_one_way(x, noisy, first, sums, possible=None, at_least=0, tolerance=1e-9):
    """The prices: in each family and cell all that are above their bound moved by the same tau, the others by no more."""
    sizes = np.diff(first, append=len(x))
    able = np.ones(x.shape, bool) if possible is None else np.broadcast_to(possible, x.shape)
    low = np.broadcast_to(at_least, x.shape)
    assert (x >= low).all() and (x[~able] == 0).all()
    assert np.abs(np.add.reduceat(x, first, axis=0) - sums).max() <= tolerance
    moved = noisy - x
    free = able & (x > low)
    tau = np.minimum.reduceat(np.where(free, moved, np.inf), first, axis=0)
    highest = np.maximum.reduceat(np.where(free, moved, -np.inf), first, axis=0)
    assert (highest - tau)[tau < np.inf].max(initial=0) <= tolerance
    at_bound = able & ~free  # those would have to move further down: moved <= tau
    assert (np.where(at_bound, moved, -np.inf) <= np.repeat(tau, sizes, axis=0) + tolerance).all()


@pytest.mark.parametrize(("number", "largest", "cells", "mean", "sd"), [
    (900, 6, 4, 2, 3), (60, 50, 8, 1, 10), (3, 4000, 2, 5, 5), (1500, 16, 8, 0.2, 1), (100, 3, 40, 1000, 50)])  # fmt: skip
def test_one_way_is_optimal(number, largest, cells, mean, sd):
    _, parent, _, noisy, sums, first = example(1, number=number, largest=largest, cells=cells, mean=mean, sd=sd)
    assert noisy.size >= 4000
    check_one_way(project(noisy, parent, sums), noisy, first, sums)
    check_one_way(project(noisy + 0.3 * np.sin(noisy), parent, sums), noisy + 0.3 * np.sin(noisy), first, sums)


def test_one_way_is_optimal_on_a_hundred_thousand_cells_in_several_chunks():
    _, parent, _, noisy, sums, first = example(2, number=1200, largest=20, cells=8)
    assert noisy.size > 90_000
    check_one_way(project(noisy, parent, sums), noisy, first, sums)


@pytest.mark.parametrize("seed", range(5))
def test_one_way_with_structural_zeros_and_lower_bounds_is_optimal(seed):
    rng, parent, truth, noisy, _, first = example(seed, number=700, cells=5)
    possible = rng.random(truth.shape) < 0.7
    at_least = rng.integers(0, 3, truth.shape) * possible
    truth = np.where(possible, truth + at_least, 0)
    sums = np.add.reduceat(truth, first, axis=0)
    assert noisy.size > 10_000
    x = project(noisy, parent, sums, possible=possible, at_least=at_least)
    check_one_way(x, noisy, first, sums, possible, at_least)


def test_the_conditions_catch_a_wrong_solver():
    _, parent, _, noisy, sums, first = example(3)
    clipped = np.maximum(noisy, 0.0)
    scaled = clipped * np.repeat(sums / np.maximum(np.add.reduceat(clipped, first, axis=0), 1e-9), np.diff(first, append=len(noisy)), axis=0)
    with pytest.raises(AssertionError):
        check_one_way(scaled, noisy, first, sums)
    right = project(noisy, parent, sums)
    right[:2] += [[1e-6], [-1e-6]]
    with pytest.raises(AssertionError):
        check_one_way(right, noisy, first, sums)


def by_scipy(noisy, parent, sums, totals, softness):
    """The same problem, written out for a general solver, family by family."""
    result = np.empty(noisy.shape)
    for family in range(parent[-1] + 1):
        mine = parent == family
        shape = noisy[mine].shape
        cell = np.arange(noisy[mine].size).reshape(shape)
        rows, sides, soft = [], [], [(np.eye(cell.size), noisy[mine].ravel())]
        for column in range(shape[1]):
            rows.append(np.isin(cell, cell[:, column]).ravel().astype(float))
            sides.append(sums[family, column])
        for node in range(shape[0]):
            row = np.zeros(cell.size)
            row[cell[node]] = 1
            if softness:
                soft.append((row[None] / np.sqrt(softness), [totals[mine][node] / np.sqrt(softness)]))
            else:
                rows.append(row)
                sides.append(totals[mine][node])
        a, b = np.vstack([s[0] for s in soft]), np.concatenate([s[1] for s in soft])
        # bounded least squares with the sums to be kept as very dear rows is exact to 1e-7 or so
        dear = 1e4
        found = lsq_linear(np.vstack([a, dear * np.array(rows)]), np.concatenate([b, dear * np.array(sides)]), bounds=(0, np.inf), method="bvls",
                           tol=1e-14, max_iter=2000)  # fmt: skip
        result[mine] = found.x.reshape(shape)
    return result


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("softness", [0.0, 0.1, 3.0])
def test_two_ways_equal_scipy(seed, softness):
    rng, parent, truth, noisy, sums, _ = example(seed, number=8, largest=4, cells=4)
    totals = truth.sum(axis=1) + (np.rint(rng.normal(0, 2, len(truth))) if softness else 0)
    ours = project(noisy, parent, sums, totals=totals, softness=softness)
    assert np.abs(ours - by_scipy(noisy, parent, sums, totals, softness)).max() < 2e-6


def by_osqp(noisy, parent, sums, totals=None, softness=0.0):
    """The same problem for OSQP, all families at once; totals of nodes are kept, or soft ones in variables of their own.

    A measured sum is a variable more, s = cells' sum - measured, which costs s**2 / softness. Sums of nodes and of families
    depend on each other, and OSQP's last step, the polishing, then fails (its answer is off by up to 5e-8): a smaller
    tolerance makes up for it.
    """
    nodes, cells = noisy.shape
    cell = np.arange(noisy.size)
    own = nodes if softness else 0
    tolerance = 1e-9 if totals is None else 1e-12
    weight = np.r_[np.ones(noisy.size), np.full(own, 1 / softness if own else 0)]
    of_family = (parent[:, None] * cells + np.arange(cells)).ravel()
    rows = [sparse.csc_matrix((np.ones(noisy.size), (of_family, cell)), shape=(sums.size, len(weight)))]
    sides = [sums.ravel()]
    if totals is not None:
        add = sparse.csc_matrix((np.ones(noisy.size), (np.repeat(np.arange(nodes), cells), cell)), shape=(nodes, noisy.size))
        rows.append(sparse.hstack([add, -sparse.eye(nodes)]) if own else add)
        sides.append(totals)
    rows.append(sparse.eye(noisy.size, len(weight)))
    low, high = np.r_[*sides, np.zeros(noisy.size)], np.r_[*sides, np.full(noisy.size, np.inf)]
    solver = osqp.OSQP()
    solver.setup(sparse.diags(weight, format="csc"), -np.r_[noisy.ravel(), np.zeros(own)], sparse.vstack(rows, format="csc"), low, high,
                 eps_abs=tolerance, eps_rel=tolerance, max_iter=200_000, polishing=True, verbose=False)  # fmt: skip
    found = solver.solve(raise_error=True)
    return found.x[: noisy.size].reshape(noisy.shape)


@pytest.mark.parametrize("softness", [None, 0.0, 0.5])
def test_ten_thousand_cells_equal_osqp(softness):
    """Sums of families alone, with totals of nodes that are kept, and with such that are measured."""
    rng, parent, truth, noisy, sums, _ = example(11, number=600, largest=10, cells=4)
    assert noisy.size >= 10_000
    given = {}
    if softness is not None:
        off = np.rint(rng.normal(0, 2, len(truth))) if softness else 0
        given = {"totals": truth.sum(axis=1) + off, "softness": softness}
    ours = project(noisy, parent, sums, **given)
    assert np.abs(ours - by_osqp(noisy, parent, sums, **given)).max() < 1e-9


def check_two_ways(x, noisy, first, sums, totals, softness, tolerance=1e-8):
    """Prices of nodes are known for measured sums: what is left must have one price for each family and cell."""
    price = (x.sum(axis=1) - totals)[:, None] / softness
    check_one_way(x, noisy - price, first, sums, tolerance=tolerance)


@pytest.mark.parametrize("softness", [0.01, 1.0, 30.0])
def test_measured_totals_are_weighed_right_on_ten_thousand_cells(softness):
    rng, parent, truth, noisy, sums, first = example(4, number=600, largest=10, cells=4)
    assert noisy.size >= 10_000
    totals = truth.sum(axis=1) + np.rint(rng.normal(0, 3 * softness**0.5, len(truth)))
    x = project(noisy, parent, sums, totals=totals, softness=softness)
    check_two_ways(x, noisy, first, sums, totals, softness, tolerance=1e-8 / min(softness, 1))


def test_kept_totals_on_ten_thousand_cells():
    """Kept totals: both sums to 1e-9, and no exchange between two nodes and two cells would come nearer."""
    rng, parent, truth, noisy, sums, first = example(5, number=600, largest=10, cells=4)
    x = project(noisy, parent, sums, totals=truth.sum(axis=1))
    assert np.abs(np.add.reduceat(x, first, axis=0) - sums).max() < 1e-9
    assert np.abs(x.sum(axis=1) - truth.sum(axis=1)).max() < 1e-9 and x.min() >= 0
    pull = noisy - x
    for a in range(4):
        for b in range(4):
            gain = pull[:, a] - pull[:, b]  # one more in a, one less in b, in this node; and the other way round in another
            up, down = np.where(x[:, b] > 1e-9, gain, -np.inf), np.where(x[:, a] > 1e-9, -gain, -np.inf)
            assert (np.maximum.reduceat(up, first) + np.maximum.reduceat(down, first)).max() <= 1e-7


@given(st.data())
def test_projecting_twice_changes_nothing(data):
    seed = data.draw(st.integers(0, 10**6))
    _, parent, _, noisy, sums, first = example(seed, number=data.draw(st.integers(1, 6)), largest=data.draw(st.integers(1, 5)), cells=3)
    x = project(noisy, parent, sums)
    check_one_way(x, noisy, first, sums)
    assert np.abs(project(x, parent, sums) - x).max() < 1e-9


def test_simplex_equals_a_general_solver():
    rng = np.random.default_rng(7)
    values = rng.normal(0, 3, 6)
    found = minimize(lambda x: ((x - values) ** 2).sum(), np.full(6, 0.5), jac=lambda x: 2 * (x - values), method="trust-constr",
                     constraints=[LinearConstraint(np.ones((1, 6)), 3, 3)], bounds=[(0, None)] * 6,
                     options={"gtol": 1e-10, "xtol": 1e-12, "barrier_tol": 1e-12, "maxiter": 3000})  # fmt: skip
    assert simplex(values, 3) == pytest.approx(found.x, abs=1e-5)


def test_scratch_memory_is_bounded():
    """A million cells: beyond the answer a few megabytes, not the eight that one more copy would take."""
    import tracemalloc

    rng = np.random.default_rng(6)
    truth = rng.poisson(3, (125_000, 8))
    noisy, parent = truth + rng.integers(-4, 5, truth.shape), np.repeat(np.arange(1250), 100)
    sums = truth.reshape(1250, 100, 8).sum(axis=1)
    tracemalloc.start()
    x = project(noisy, parent, sums)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - x.nbytes < 5e6


def test_water_levels_end_on_large_ragged_groups():
    rng = np.random.default_rng(8)
    lengths = rng.integers(1, 400, 200)
    values = rng.standard_cauchy(lengths.sum()) * 1e6
    sums = rng.random(200) * 1e6
    levels = water_levels(values, lengths, sums)
    left = np.add.reduceat(np.maximum(values - np.repeat(levels, lengths), 0), np.cumsum(lengths) - lengths)
    assert np.abs(left - sums).max() < 1e-12 * np.abs(values).max()


# --- Bad input -------------------------------------------------------------------------------------------------------

TWO = np.array([[1, 2], [3, 4]])


@pytest.mark.parametrize(("arguments", "settings", "message"), [
    ((TWO, [0, 0]), {}, "both or not at all"),
    ((TWO, [0], [[1, 1]]), {}, "parent must have one entry for each of 2 rows"),
    ((TWO, [0, 0], [[1, 1, 1]]), {}, r"sums must have shape \(1, 2\)"),
    ((TWO, [0, 0], [[-1, 1]]), {}, "sums must be at least"),
    ((TWO, [0, 0], [[1, 1]]), {"possible": [[True, True], [True]]}, "rows of equal length"),
    ((TWO, [0, 0], [[1, 1]]), {"possible": [False, True]}, "sums must be 0 where no cell is possible"),
    ((TWO, [0, 0], [[1, 1]]), {"possible": [True]}, "possible must have shape"),
    ((TWO, [0, 0], [[1, 1]]), {"at_least": [1, 0]}, "sums must be at least what their parts must have, got 1 where these have 2"),
    ((TWO,), {"at_least": [1, 0], "possible": [False, True]}, "at_least must be 0 where possible is False"),
    ((TWO,), {"at_least": [1, 0], "nonnegative": False}, "at_least must be left out"),
    ((TWO,), {"at_least": [-1, 0]}, "at_least must be integers from 0"),
    ((TWO, [0, 0], [[5, 5]]), {"totals": [5, 6]}, "totals must add up to the parents' sums, got 11 for 10"),
    ((TWO,), {"totals": [5, -6]}, "totals must be at least"),
    ((TWO,), {"totals": [[5, 6]]}, "totals must have shape"),
    ((TWO,), {"totals": [5, 6], "softness": -1}, "softness must be >= 0"),
    (([1, 2],), {}, "noisy must have shape"),
    (([[np.nan, 1.0]],), {}, "NaN"),
    (([[1e11, 1.0]],), {}, "noisy must be from"),
    ((np.zeros((0, 2)),), {}, "at least one entry"),
])  # fmt: skip
def test_refused(arguments, settings, message):
    with pytest.raises(ValueError, match=message):
        project(*arguments, **settings)


@pytest.mark.parametrize(("arguments", "settings", "message"), [
    (([["a"]],), {}, "noisy must be numbers"),
    ((TWO,), {"nonnegative": 1}, "nonnegative must be True or False"),
    ((TWO,), {"totals": ["5", "6"]}, "totals must be numbers"),
    ((TWO,), {"totals": [5, 6], "softness": "1"}, "softness must be a number"),
    ((TWO,), {"possible": [0.5, 1]}, "possible must be booleans"),
    ((TWO,), {"at_least": [0.5, 1]}, "at_least must be integers"),
])  # fmt: skip
def test_refused_kinds(arguments, settings, message):
    with pytest.raises(TypeError, match=message):
        project(*arguments, **settings)


def test_simplex_refuses():
    with pytest.raises(ValueError, match="total must be from 0"):
        simplex([1.0, 2], -1)
    with pytest.raises(ValueError, match="one number for each row"):
        simplex([1.0, 2], [1, 2])


def test_two_ways_that_cannot_agree_are_refused():
    """The first node may only be in the first cell, and has 3; its parent has 1 there."""
    with pytest.raises(ValueError, match="must be such that all can be kept"):
        project(TWO, [0, 0], [[1, 4]], totals=[3, 2], possible=[[True, False], [True, True]])


def test_the_lesson_builds_the_same():
    """The core's `nearest`, round by round, gives what `simplex` gives, also where several rounds are needed."""
    book = nbformat.read(Path(__file__).parents[2] / "notebooks/08_topdown.ipynb", 4)
    source = next(cell.source for cell in book.cells if cell.id == "build-code").partition("\n\n")[0]
    exec(source, lesson := {"np": np})
    rng = np.random.default_rng(8)
    for places in (2, 6, 50):
        noisy, total = rng.integers(-300, 300, places), int(rng.integers(1, 500))
        assert np.allclose(lesson["nearest"](noisy, total), simplex(noisy.astype(float), total))
