"""Water levels: by how much many counts sink together until what is left of them above 0 has a given sum.

The arithmetic behind `projection`: arguments are checked there. A cell of -inf is one in which nobody can be.
"""

import numpy as np

_EXACT = 1e-14  # largest miss of any sum, per person of the largest count or sum: some dozen roundings of a float
_RIDGE = 1e-8  # what is added to counts of cells, which are 1 or more or nothing: the root of what floats resolve
_SOFT_RIDGE = 1e-12  # softness does most of its work
_SWEEPS = 6  # rounds of one level after the other, which is cheap, before all levels together, which ends
_MOST_STEPS = 1_000


def water_levels(values, lengths, sums, *, nonnegative=True):
    """Return, for each group, the tau with which its ``max(0, value - tau)`` add up to its sum; inf where that is 0.

    Groups lie one behind the other in `values`, `lengths` says how long they are. Each round takes the mean surplus of
    the values that are still above water and drops those that go under; none comes up again, so it ends, and exactly.
    Without `nonnegative` nothing is dropped and the first round is the last. Source: Michelot 1986, see
    `projection.simplex`.
    >>> water_levels(np.array([9.0, 4, -3, 5, 5]), np.array([3, 2]), np.array([7, 0]))
    array([ 3., inf])
    """
    starts = _starts(lengths)
    if not nonnegative:
        there = values > -np.inf
        surplus = np.add.reduceat(np.where(there, values, 0), starts) - sums
        return surplus / np.maximum(np.add.reduceat(there, starts, dtype=np.intp), 1)
    # Newton's first step from a level of 0: if it leads up, what is below can be forgotten; else it tells nothing
    many = np.add.reduceat(values > 0, starts, dtype=np.intp)
    levels = (np.add.reduceat(np.maximum(values, 0), starts) - sums) / np.maximum(many, 1)
    levels[(many == 0) | (levels < 0)] = -np.inf
    levels[sums <= 0] = np.inf
    above = values > np.repeat(levels, lengths)
    counts = np.add.reduceat(above, starts, dtype=np.intp)
    levels[levels == -np.inf] = np.inf  # stays if there is no cell at all
    group = np.flatnonzero(counts)
    values, counts, sums = values[above], counts[group], sums[group]
    while len(group):
        starts = _starts(counts)
        level = levels[group] = (np.add.reduceat(values, starts) - sums) / counts
        above = values > np.repeat(level, counts)
        left = np.add.reduceat(above, starts, dtype=np.intp)
        open_ = (left < counts) & (left > 0)  # none left: all are equal and the sum is lost in rounding
        if not open_.all():
            above &= np.repeat(open_, counts)
        values, group, counts, sums = values[above], group[open_], left[open_], sums[open_]
    return levels


def soft_levels(cells, totals, softness, *, nonnegative=True):
    """Return, for each node, the tau with which its ``max(0, cell - tau)`` add up to its total plus softness times tau.

    `cells` are kinds x nodes. What is left is convex in tau, and Newton's steps from below never pass the answer.
    """
    above = cells > -np.inf
    while True:
        levels = (np.where(above, cells, 0).sum(axis=0) - totals) / (above.sum(axis=0) + softness)
        still = above & (cells > levels) if nonnegative else above
        if (still == above).all():
            return levels
        above = still


def settle(cells, sizes, sums, totals, softness=0.0, *, nonnegative=True):
    """Lower `cells` in place until ``max(0, cells)`` has all its sums, by one level for each sum: least squares.

    cells, sizes : array of float, array of int. Kinds x nodes, families side by side; nodes in each family.
    sums, totals : array of float. Kinds x families, what each family must add up to; what each node must or, if
        `softness`, the variance of a node's total over that of a cell, is above 0, should.
    Raises ValueError: No solution after 1,000 steps, or levels more than ten digits larger than the sums.
    The best levels minimise a convex function of quadratic pieces, one for each set of cells above water; what the sums
    miss is its slope. A few rounds that settle nodes and families in turn find most of the right piece. Newton's step
    is exact if no cell crosses the water on the way; else it is cut short where the slope along it is 0. Families of
    like size are settled together. Source: Qi & Sun 1993, "A Nonsmooth Version of Newton's Method", Mathematical
    Programming 58.
    """
    starts, bottom = _starts(sizes), 0 if nonnegative else -np.inf
    if softness:
        # totals may all be off by the same in a family: its kinds take that up and nobody moves; else levels are huge
        off = sums.sum(axis=0) - np.add.reduceat(totals, starts)
        totals = totals + np.repeat(off / sizes, sizes)
    if (sizes == sizes[0]).all():
        _settle_alike(cells.reshape(len(cells), len(sizes), -1), sums, totals.reshape(len(sizes), -1), softness, bottom)
        return
    left = np.arange(len(sizes))
    while len(left):
        largest = sizes[left].max()
        near = 4 * sizes[left] > largest if largest * len(left) > 3 * sizes[left].sum() else sizes[left] > 0
        families, left = left[near], left[~near]
        place = np.arange(sizes[families].max())
        there = place < sizes[families, None]
        node, real = np.where(there, starts[families, None] + place, 0), np.flatnonzero(there)
        alike = cells.take(node, axis=1)
        np.copyto(alike, -np.inf, where=~there)  # filled up with nodes in which nobody can be
        _settle_alike(alike, sums[:, families], np.where(there, totals[node], 0), softness, bottom)
        cells[:, node.take(real)] = alike.reshape(len(cells), -1).take(real, axis=1)


def _settle_alike(cells, sums, totals, softness, bottom):
    """Settle in place families of equal size: `cells` are kinds x families x nodes, `totals` families x nodes."""
    highest = np.abs(np.where(cells > -np.inf, cells, 0)).max(axis=0)
    exact = np.maximum(np.maximum(highest, np.abs(totals)).max(axis=1), np.abs(sums).max(axis=0))
    exact = _EXACT * np.maximum(exact, 1000)
    sunk, fall = _sweeps(cells, sums, totals, softness, bottom)
    left, ridge = np.arange(cells.shape[1]), np.full(cells.shape[1], _SOFT_RIDGE if softness else _RIDGE)
    for _ in range(_MOST_STEPS):
        above, counts = _above(sunk, bottom)
        surplus, excess = _of_nodes(counts) - totals - softness * fall, _of_families(counts) - sums
        miss = np.maximum(np.abs(surplus).max(axis=1), np.abs(excess).max(axis=0))
        if (done := miss <= exact).any():
            cells[:, slice(None) if len(left) == cells.shape[1] else left] = sunk
            if done.all():
                return
            more = np.flatnonzero(~done)
            left, totals, fall, surplus = (a.take(more, axis=0) for a in (left, totals, fall, surplus))
            sums, excess, sunk, above, counts = (a.take(more, axis=1) for a in (sums, excess, sunk, above, counts))
            exact, miss, ridge = exact[more], miss[more], ridge[more]
        try:
            more, deeper = _newton(above, softness, surplus, excess, ridge)
        except np.linalg.LinAlgError:
            ridge = 100 * ridge
            continue
        sink = more + deeper[:, :, None]
        gain, bend = (surplus * more).sum(axis=1) + (excess * deeper).sum(axis=0), softness * (more**2).sum(axis=1)
        length, too_short = _length(sunk, counts, sink, gain, bend, bottom)
        # `sunk` is not computed anew from all levels: large ones that cancel would spoil it
        fall, sunk = fall + length[:, None] * more, sunk - length[:, None] * sink
        softer = np.maximum(ridge / 10, np.where(too_short, 1e-14, np.minimum(ridge, _RIDGE)))
        ridge = np.where(length < 0.01, np.minimum(10 * ridge, 1000), np.where(length == 1, softer, ridge))
    raise ValueError(f"sums must be such that all can be kept, got some that still miss by {miss.max():.2g} persons")


def _sweeps(cells, sums, totals, softness, bottom):
    """Return the cells after rounds in which nodes and families take one Newton step each, and the nodes' levels."""
    above, counts = _above(cells, -np.inf)
    fall = (_of_nodes(counts) - totals) / np.maximum(_of_nodes(above) + softness, 1)
    sunk = cells - fall
    for i in range(2 * _SWEEPS - 1):
        above, counts = _above(sunk, bottom if i else -np.inf)
        if i % 2:
            step = (_of_nodes(counts) - totals - softness * fall) / np.maximum(_of_nodes(above) + softness, 1)
            fall += step
        else:
            step = ((_of_families(counts) - sums) / np.maximum(_of_families(above), 1))[:, :, None]
        sunk -= step
    return sunk, fall


def _newton(above, softness, surplus, excess, ridge):
    """Return Newton's step: how much more the levels of nodes, and of families for each kind, have to fall."""
    # The slope's slope counts the cells above water that two sums share: a node and a kind one, two nodes or two kinds
    # none. The ridge makes it solvable where one sum follows from others or has no cell.
    shared, excess = above.transpose(1, 0, 2), excess.T
    nodes, kinds = _of_nodes(above) + softness + ridge[:, None], _of_families(above).T + ridge[:, None]
    if shared.shape[1] > shared.shape[2]:
        more, deeper = _eliminate(shared.transpose(0, 2, 1), nodes, kinds, surplus, excess)
    else:
        deeper, more = _eliminate(shared, kinds, nodes, excess, surplus)
    return more, deeper.T


def _eliminate(shared, few, many, rest, other):
    """Solve ``few * x + shared y = rest, shared' x + many * y = other`` for each family: for x, and then for y."""
    across = shared.transpose(0, 2, 1)
    matrix = np.matmul(shared, across / -many[:, :, None])
    matrix[:, range(few.shape[1]), range(few.shape[1])] += few
    x = np.linalg.solve(matrix, rest[:, :, None] - np.matmul(shared, (other / many)[:, :, None]))
    return x[:, :, 0], (other - np.matmul(across, x)[:, :, 0]) / many


def _length(sunk, counts, sink, gain, bend, bottom):
    """Return how much of the step each family takes, 1 or less, and whether even the whole step is far too short."""
    # Along the step the slope rises from -gain, by bend and by what cells above water add. If it ends on the other
    # side, Newton's method finds where the slope is 0, between bounds that close in.
    length = np.ones(len(gain))
    low, high = np.zeros(len(gain)), np.ones(len(gain))
    for _ in range(40):
        above, then = _above(sunk - length[:, None] * sink, bottom)
        slope = length * bend - gain - _of_families((then - counts) * sink).sum(axis=0)
        if not (beyond := slope > 1e-3 * gain).any():
            break
        steepness = bend + _of_families(above * sink**2).sum(axis=0)
        low, high = np.where(beyond, low, length), np.where(beyond, length, high)
        guess = length - slope / np.where(steepness > 0, steepness, 1)
        middle = np.where(low > 0, np.sqrt(low * high), high / 8)
        length = np.where(beyond, np.where((low < guess) & (guess < high), guess, middle), length)
    return np.where(beyond, 0, length), slope < -gain / 2


def _above(sunk, bottom):
    """Return 1 where a cell is above water, and what is left of it there."""
    above = sunk > bottom
    return above.astype(float), np.maximum(sunk, 0) if bottom == 0 else np.where(above, sunk, 0)


def _of_nodes(cells):
    """Return the sums over kinds: families x nodes."""
    return (np.ones(len(cells)) @ cells.reshape(len(cells), -1)).reshape(cells.shape[1:])


def _of_families(cells):
    """Return the sums over nodes: kinds x families."""
    return (cells.reshape(-1, cells.shape[2]) @ np.ones(cells.shape[2])).reshape(cells.shape[:2])


def _starts(lengths):
    return np.cumsum(lengths) - lengths
