"""Water levels: by how much many counts sink together until what is left of them above 0 has a given sum.

The arithmetic behind `projection`: arguments are checked there. A cell of -inf is one in which nobody can be.
"""

import numpy as np

_EXACT = 1e-14  # largest miss of any sum, per person of the largest count or sum: some dozen roundings of a float
_RIDGE = 1e-8  # what is added to counts of cells, which are 1 or more or nothing: the root of what floats resolve
_MOST_STEPS = 1_000
_MANY = 64  # kinds, from which on equations are solved without writing their matrix down


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
    """Lower `cells` in place until ``max(0, cells)`` has all its sums, by one level for each sum: least squares.

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
        If the sums do not agree even after 1,000 steps: there is no solution, or its levels are more than ten digits
        larger than the sums, which floats do not resolve.

    Notes
    -----
    The best levels minimise a convex function made of quadratic pieces, one for each set of cells above water; what the
    sums miss is its slope. Newton's step is exact if no cell crosses the water on the way; else it is cut short where
    the slope along it is 0. The right piece is found after a handful of steps, for each family by itself. Source: Qi &
    Sun 1993, "A Nonsmooth Version of Newton's Method", Mathematical Programming 58.
    """
    members = np.array([np.isin(np.arange(len(cells)), kinds) for kinds, _, _ in own], dtype=float)
    target, softness = np.array([values for _, values, _ in own], dtype=float), np.array([[soft] for *_, soft in own])
    starts, bottom = _starts(sizes), 0 if nonnegative else -np.inf
    highest = np.maximum(np.abs(np.where(cells > -np.inf, cells, 0)).max(axis=0), np.abs(target).max(axis=0))
    exact = np.maximum.reduceat(np.maximum(highest, 1000), starts)
    if sums is not None:
        exact = np.maximum(exact, np.abs(sums).max(axis=0))
        lengths, flat = np.tile(sizes, len(cells)), cells.reshape(-1)
        flat -= np.repeat(water_levels(flat, lengths, sums.ravel(), nonnegative=nonnegative), lengths)
        # measured sums may all be off by the same in a family: its kinds take that up and nobody moves; without it, levels are huge
        off = members @ sums - np.add.reduceat(target, starts, axis=1)
        target += np.where(softness > 0, np.repeat(off / sizes, sizes, axis=1), 0)
    exact *= _EXACT
    nodes, sunk, fall, ridge = np.arange(cells.shape[1]), cells, np.zeros(target.shape), np.full(len(sizes), _RIDGE)
    for _ in range(_MOST_STEPS):
        above = sunk > bottom
        counts = np.where(above, sunk, 0)
        surplus = members @ counts - target - softness * fall
        excess = None if sums is None else np.add.reduceat(counts, starts, axis=1) - sums
        miss = np.maximum.reduceat(np.abs(surplus).max(axis=0), starts)
        miss = miss if sums is None else np.maximum(miss, np.abs(excess).max(axis=0))
        if (done := miss <= exact).any():
            mine = np.repeat(done, sizes)
            cells[:, nodes[mine]] = sunk[:, mine]
            if done.all():
                return
            left, families = np.flatnonzero(~mine), np.flatnonzero(~done)
            sunk, above, counts, target, surplus, fall = (a.take(left, axis=1) for a in (sunk, above, counts, target, surplus, fall))
            sums, excess = (None if sums is None else a.take(families, axis=1) for a in (sums, excess))
            nodes, sizes, exact, miss, ridge = nodes[left], sizes[families], exact[families], miss[families], ridge[families]
            starts = _starts(sizes)
        try:
            more, deeper = _newton(above.astype(float), members, softness, surplus, excess, sizes, ridge)
        except np.linalg.LinAlgError:
            ridge = 100 * ridge
            continue
        sink = members.T @ more
        gain, bend = (surplus * more).sum(axis=0), (softness * more**2).sum(axis=0)
        gain, bend = np.add.reduceat(gain, starts), np.add.reduceat(bend, starts)
        if sums is not None:
            sink += np.repeat(deeper, sizes, axis=1)
            gain += (excess * deeper).sum(axis=0)
        length, too_short = _length(sunk, counts, sink, gain, bend, sizes, bottom)
        # `sunk` is not computed anew from all levels: large ones that cancel would spoil it
        fall, sunk = fall + np.repeat(length, sizes) * more, sunk - np.repeat(length, sizes) * sink
        softer = np.maximum(ridge / 10, np.where(too_short, 1e-14, np.minimum(ridge, _RIDGE)))
        ridge = np.where(length < 0.01, np.minimum(10 * ridge, 1000), np.where(length == 1, softer, ridge))
    raise ValueError(f"sums must be such that all can be kept, got some that still miss by {miss.max():.2g} persons")


def _newton(above, members, softness, surplus, excess, sizes, ridge):
    """Return Newton's step: how much more the own sums' levels have to fall, and the families' levels for each kind.

    The slope's slope is a matrix of the numbers of cells above water that two sums share. The levels of a node meet those
    of others in its family only, so they are eliminated and one equation for each kind is left. The ridge makes it
    solvable where one sum follows from others or has no cell above water.
    """
    own, kinds = members.shape
    ridges = np.repeat(ridge, sizes)
    if own == 1:
        inverse = 1 / (members @ above + softness + ridges)[None]
    else:
        shared = np.empty((above.shape[1], own, own))
        for i in range(own):
            shared[:, i] = ((members * members[i]) @ above).T
        shared[:, range(own), range(own)] += softness[:, 0] + ridges[:, None]
        inverse = np.ascontiguousarray(np.moveaxis(np.linalg.inv(shared), 0, 2))
    alone = np.einsum("ijn,jn->in", inverse, surplus)
    if excess is None:
        return alone, None
    starts, diagonal = _starts(sizes), np.add.reduceat(above, _starts(sizes), axis=1) + ridge
    rest = excess - np.add.reduceat(above * (members.T @ alone), starts, axis=1)
    if kinds > _MANY:

        def times(levels):
            answer = np.einsum("ijn,jn->in", inverse, members @ (above * np.repeat(levels, sizes, axis=1)))
            return diagonal * levels - np.add.reduceat(above * (members.T @ answer), starts, axis=1)

        deeper = _conjugate_gradients(times, rest, diagonal)
    else:
        shared = np.empty((len(sizes), kinds, kinds))
        for k in range(kinds):
            passed_on = np.einsum("ijn,j->in", inverse, members[:, k]) * above[k]
            shared[:, k, k:] = shared[:, k:, k] = -np.add.reduceat((members[:, k:].T @ passed_on) * above[k:], starts, axis=1).T
        shared[:, range(kinds), range(kinds)] += diagonal.T
        deeper = np.linalg.solve(shared, rest.T[:, :, None])[:, :, 0].T
    return np.einsum("ijn,jn->in", inverse, surplus - members @ (above * np.repeat(deeper, sizes, axis=1))), deeper


def _conjugate_gradients(times, rest, diagonal):
    """Return the solutions of times(x) = rest, column by column: for matrices too large to be written down."""
    x, way, size = np.zeros(rest.shape), 0.0, np.inf
    first = ((rest / diagonal) * rest).sum(axis=0)
    for _ in range(len(rest)):
        before, size = size, ((rest / diagonal) * rest).sum(axis=0)
        if (size <= 1e-24 * first).all():
            break
        way = rest / diagonal + size / np.where(before > 0, before, 1) * way
        turned = times(way)
        bend = (way * turned).sum(axis=0)
        step = np.where((bend > 0) & (size > 1e-24 * first), size / np.where(bend > 0, bend, 1), 0)
        x, rest = x + step * way, rest - step * turned
    return x


def _length(sunk, counts, sink, gain, bend, sizes, bottom):
    """Return how much of the step each family takes, 1 or less, and whether even the whole step is far too short.

    Along the step the slope rises from -gain, by bend and by what the cells above water add. The step is all right if it
    does not end on the other side; else Newton's method finds where the slope is 0, between two bounds that close in.
    """
    starts, length = _starts(sizes), np.ones(len(sizes))
    low, high = np.zeros(len(sizes)), np.ones(len(sizes))
    for _ in range(40):
        then = sunk - np.repeat(length, sizes) * sink
        above = then > bottom
        slope = length * bend - gain - np.add.reduceat(((np.where(above, then, 0) - counts) * sink).sum(axis=0), starts)
        if not (beyond := slope > 1e-3 * gain).any():
            break
        steepness = bend + np.add.reduceat((above * sink**2).sum(axis=0), starts)
        low, high = np.where(beyond, low, length), np.where(beyond, length, high)
        guess = length - slope / np.where(steepness > 0, steepness, 1)
        middle = np.where(low > 0, np.sqrt(low * high), high / 8)
        length = np.where(beyond, np.where((low < guess) & (guess < high), guess, middle), length)
    return np.where(beyond, 0, length), slope < -gain / 2


def _starts(lengths):
    return np.cumsum(lengths) - lengths
