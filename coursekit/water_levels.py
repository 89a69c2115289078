"""Water levels: by how much many counts sink together until what is left of them above 0 has a given sum.

The arithmetic behind `projection`: arguments are checked there. A cell of -inf is one in which nobody can be.
"""

from functools import partial

import numpy as np

_EXACT = 1e-14  # largest miss of any sum, per person of the largest sum: some dozen roundings of a float
_MOST_SWEEPS = 5_000


def water_levels(values, lengths, sums, *, nonnegative=True):
    """Return, for each group, the tau with which its ``max(0, value - tau)`` add up to its sum; inf where that is 0.

    Groups lie one behind the other in `values`, `lengths` says how long they are. Each round takes the mean surplus of
    the values that are still above water and drops those that go under; none comes up again, so it ends, and exactly.
    Without `nonnegative` nothing is dropped and the first round is the last.

    Notes
    -----
    Source: Michelot 1986, "A Finite Algorithm for Finding the Projection of a Point onto the Canonical Simplex of R^n",
    Journal of Optimization Theory and Applications 50(1).

    Examples
    --------
    >>> water_levels(np.array([9.0, 4, -3, 5, 5]), np.array([3, 2]), np.array([7, 0]))
    array([ 3., inf])
    """
    starts = _starts(lengths)
    if not nonnegative:
        there = values > -np.inf
        return (np.add.reduceat(np.where(there, values, 0), starts) - sums) / np.maximum(np.add.reduceat(there, starts, dtype=np.int64), 1)
    # Newton's first step from a level of 0: if it leads up, what is below can be forgotten; else it tells nothing
    many = np.add.reduceat(values > 0, starts, dtype=np.int64)
    levels = (np.add.reduceat(np.maximum(values, 0), starts) - sums) / np.maximum(many, 1)
    levels[(many == 0) | (levels < 0)] = -np.inf
    levels[sums <= 0] = np.inf
    above = values > np.repeat(levels, lengths)
    counts = np.add.reduceat(above, starts, dtype=np.int64)
    levels[levels == -np.inf] = np.inf  # stays if there is no cell at all
    group = np.flatnonzero(counts)
    values, counts, sums = values[above], counts[group], sums[group]
    while len(group):
        starts = _starts(counts)
        level = levels[group] = (np.add.reduceat(values, starts) - sums) / counts
        above = values > np.repeat(level, counts)
        left = np.add.reduceat(above, starts, dtype=np.int64)
        open_ = (left < counts) & (left > 0)  # none left: all are equal and the sum is lost in rounding
        if not open_.all():
            above &= np.repeat(open_, counts)
        values, group, counts, sums = values[above], group[open_], left[open_], sums[open_]
    return levels


def settle(cells, sizes, sums, own, *, nonnegative=True):
    """Lower `cells` in place until ``max(0, cells)`` has all its sums: water level after water level, each one exactly.

    Parameters
    ----------
    cells : array of float
        Kinds x nodes, families side by side.
    sizes : array of int
        Number of nodes in each family.
    sums : array of float or None
        Kinds x families: what each family must add up to.
    own : list of (array of int, array of float, float)
        Kinds that are added up within each node, what they should give, and how soft that is: 0 for a sum to be kept,
        else the variance of the sum over that of a cell.

    Raises
    ------
    ValueError
        If the sums do not agree even after 5,000 rounds; there is no solution then.
    """
    scale = max([1.0, *(np.abs(target).max() for _, target, _ in own)])
    lowered = [np.zeros(cells.shape[1]) for _ in own]
    if sums is not None:
        scale, lengths = max(scale, np.abs(sums).max()), np.concatenate([sizes] * len(cells))
        starts, flat = _starts(lengths), cells.reshape(-1)
        in_family = (partial(np.add.reduceat, indices=starts, dtype=float), partial(np.maximum.reduceat, indices=starts),
                     partial(np.repeat, repeats=lengths))  # fmt: skip
    in_node = partial(np.sum, axis=0), partial(np.max, axis=0), lambda fall: fall
    for _ in range(_MOST_SWEEPS):
        miss = 0.0
        for i, (kinds, target, softness) in enumerate(own):
            if softness and sums is not None:
                lowered[i] += _exchange(sums[kinds], sizes, target, softness, lowered[i])
            cells[kinds], fall, missed = _sink(cells[kinds], in_node, target + softness * lowered[i], softness, nonnegative)
            lowered[i] += fall
            miss = max(miss, missed)
        if sums is None and len(own) == 1:
            return
        if sums is not None:
            flat[:], _, missed = _sink(flat, in_family, sums.ravel(), 0, nonnegative)
            miss = max(miss, missed)
        if miss <= max(1e-11, _EXACT * scale):
            return
    raise ValueError(f"sums must be such that all can be kept, got some that still miss by {miss:.2g} persons")


def _exchange(sums, sizes, target, softness, lowered):
    """Return what a family's nodes sink more, and all of its kinds less, until the measured sums miss by 0 on average.

    Nobody moves by that; without it, soft sums would get there by thousands of small steps.
    """
    off = sums.sum(axis=0) - np.add.reduceat(target + softness * lowered, _starts(sizes))
    return np.repeat(off / (softness * sizes), sizes)


def _sink(values, ways, target, softness, nonnegative):
    """Return values - fall, the fall, and the largest miss before it: ``max(0, values - fall)`` add up as they should.

    They should add up to target + softness * fall, group by group. `ways` are functions that add up a group, find its
    highest, and spread a number over it. Newton's method: the sum is a convex function of the fall, made of straight
    pieces, and once a step has left all values on their side of 0, the piece was the right one.
    """
    add, highest, spread = ways
    fall, sunk = 0.0, values
    above = values > (0 if nonnegative else -np.inf)
    for turn in range(100):
        surplus = add(np.where(above, sunk, 0)) - target - softness * fall
        slope = add(above) + softness
        idle = slope == 0
        step = surplus / np.where(idle, 1, slope)
        if idle.any():  # all under water: rise until the highest alone has the sum
            top = highest(sunk)
            step = np.where(idle, np.where((target > 0) & (top > -np.inf), top - target, 0), step)
        if turn == 0:
            miss = float(np.abs(np.where(idle & (step == 0), 0, surplus)).max())
        fall = fall + step
        sunk = values - spread(fall)
        before, above = above, sunk > (0 if nonnegative else -np.inf)
        if np.array_equal(before, above) or np.abs(step).max() <= 1e-14 * np.abs(fall).max():
            break
    return sunk, fall, miss


def _starts(lengths):
    return np.cumsum(lengths) - lengths
