"""Projection: the non-negative counts nearest to noisy ones that add up to what is already fixed.

Nearest means least squares. The children of one parent share its count of each kind of persons among them, so every
count is lowered by one *water level* tau, and what falls below 0 becomes 0. Where the totals of nodes count as well,
each of them has such a level, and Newton's method finds all levels of a family together.
"""

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST, firsts, parent_places
from coursekit.topdown.water_levels import settle, soft_levels, water_levels

CHUNK = 60_000  # cells at a time: few enough to stay in the processor's cache


def simplex(values, total):
    """Return the non-negative numbers with sum `total` that are nearest to `values`, row by row.

    A row is along the last axis; `total` is one number or one for each row, 0 or more. Source: Michelot 1986, "A Finite
    Algorithm for Finding the Projection of a Point onto the Canonical Simplex of R^n", Journal of Optimization Theory
    and Applications 50(1). Here all are lowered by 2, the last one is left out, and the others are lowered by 1 more:
    >>> simplex([9.0, 4.0, -3.0], 7)
    array([6., 1., 0.])
    """
    values = np.atleast_1d(checks.reals("values", values, low=-LARGEST, high=LARGEST))
    total = checks.reals("total", total, low=0, high=LARGEST)
    if total.shape not in ((), values.shape[:-1]):
        raise ValueError(f"total must be one number for each row, got shape {total.shape} for {values.shape}")
    total = np.broadcast_to(total, values.shape[:-1])
    levels = water_levels(values.ravel(), np.full(total.size, values.shape[-1]), total.ravel())
    return np.maximum(values - levels.reshape(*total.shape, 1), 0)


def project(noisy, parent=None, sums=None, *, totals=None, softness=0.0, possible=None, at_least=None,
            nonnegative=True):  # fmt: skip
    """Return the counts nearest to `noisy` that are possible and add up: exact least squares for all parents at once.

    noisy : array of float. Nodes x cells (kinds of persons), each up to 10 billion.
    parent, sums : array of int, array. Place of each node's parent, in ascending order; parents x cells, what the
        children of each parent must add up to, cell by cell. Without both, nodes are free.
    totals, softness : array, float. For each node, what its cells add up to: exactly, if the softness is 0. If totals
        are measured, the variance of their noise over that of a cell's: the smaller, the more they are trusted.
    possible, at_least : array of bool, array of int. Nodes x cells, or one row for all: False is a structural zero;
        public lower bounds, 0 without.
    nonnegative : bool, default True. False: no bound but structural zeros; then `at_least` must be left out.
    Memory beyond the result is bounded by the largest family or 60,000 cells, whichever is larger. Source: Abowd et al.
    2022, see `certificates`; the water level, see `simplex`; all levels together: Qi & Sun 1993, "A Nonsmooth Version
    of Newton's Method", Mathematical Programming 58. Two counties share 10 children and 10 adults of the state; the
    first one has exactly 15 persons.
    >>> project([[6, 3], [8, -5]], [0, 0], [[10, 10]], totals=[15, 5]).round(6)
    array([[ 5., 10.],
           [ 5.,  0.]])
    """
    if checks.number("softness", softness) < 0:
        raise ValueError(f"softness must be >= 0, got {softness}")
    noisy, parent, sums, totals = checked("noisy", noisy, parent, sums, totals, exact=not softness)
    possible, at_least = bounds(noisy.shape, possible, at_least)
    nonnegative = checks.flag("nonnegative", nonnegative)
    if at_least is not None and not nonnegative:
        raise ValueError("at_least must be left out if nonnegative is False, got both")
    rules = possible, at_least, nonnegative
    if sums is not None:
        _attainable("sums", sums, lambda cells: np.add.reduceat(cells, firsts(parent), axis=0), *rules)
    if totals is not None and not softness:
        _attainable("totals", totals, lambda cells: cells.sum(axis=1), *rules)

    result = np.empty(noisy.shape)
    for rows, sizes, families in chunks(noisy.shape, parent):
        free = checks.reals("noisy", noisy[rows], low=-LARGEST, high=LARGEST).T
        floor = None if at_least is None else at_least[rows].T
        free = np.subtract(free, 0 if floor is None else floor, order="C")
        if possible is not None:
            free[~possible[rows].T] = -np.inf
        left = None if sums is None else sums[families].T.astype(float, order="C")
        if left is not None and floor is not None:
            left -= np.add.reduceat(floor, np.cumsum(sizes) - sizes, axis=1)
        own = None if totals is None else totals[rows] - (0 if floor is None else floor.sum(axis=0))
        _lower(free, sizes, left, own, softness, nonnegative)
        if nonnegative:
            np.maximum(free.T, 0, out=result[rows])
        else:
            result[rows] = free.T if possible is None else np.where(possible[rows], free.T, 0)
        if floor is not None:
            result[rows] += floor.T
    return result


def _lower(free, sizes, sums, totals, softness, nonnegative):
    """Lower `free`, kinds x nodes, in place until what is above 0 adds up to sums of families and totals of nodes."""
    if sums is not None and totals is not None:
        settle(free, sizes, sums, totals, softness, nonnegative=nonnegative)
    elif sums is not None:
        lengths, flat = np.concatenate([sizes] * len(free)), free.reshape(-1)
        flat -= np.repeat(water_levels(flat, lengths, sums.ravel(), nonnegative=nonnegative), lengths)
    elif totals is not None and softness:
        free -= soft_levels(free, totals, softness, nonnegative=nonnegative)
    elif totals is not None:
        lengths = np.full(free.shape[1], len(free))
        free -= water_levels(free.T.ravel(), lengths, totals, nonnegative=nonnegative)


def chunks(shape, parent):
    """Yield the rows of some whole families, the families' sizes, and which they are: about 60,000 cells each."""
    start = np.arange(shape[0]) if parent is None else firsts(parent)
    ends = np.concatenate([start[1:], shape[:1]])
    sizes = ends - start
    first = firsts((ends * shape[1] - 1) // CHUNK)
    for begin, end in zip(first, [*first[1:], len(start)], strict=True):
        yield slice(start[begin], ends[end - 1]), sizes[begin:end], slice(begin, end)


def checked(name, values, parent, sums, totals, *, whole=False, exact=True):
    """Return what `project` takes, `values` being called `name`, as arrays that fit each other; None says nothing."""
    values = _table(name, values)
    if (parent is None) != (sums is None):
        raise ValueError("parent and sums must be given both or not at all, got one of them")
    if parent is not None:
        parent = parent_places("parent", parent)
        if len(parent) != len(values):
            raise ValueError(f"parent must have one entry for each of {len(values)} rows of {name}, got {len(parent)}")
        sums = _table("sums", sums, (int(parent[-1]) + 1, values.shape[1]))
        sums = (checks.integers if whole else checks.reals)("sums", sums, low=-LARGEST, high=LARGEST)
    if totals is not None:
        totals = checks.reals("totals", totals, low=-LARGEST, high=LARGEST)
        if totals.shape != values.shape[:1]:
            raise ValueError(f"totals must have shape {values.shape[:1]}, got {totals.shape}")
    if parent is not None and totals is not None and exact:
        due, got = sums.sum(axis=1), np.add.reduceat(totals, firsts(parent))
        if (wrong := np.abs(due - got) > 1e-9 * np.maximum(1, np.abs(due))).any():
            raise ValueError(f"totals must add up to the parents' sums, got {got[wrong][0]:g} for {due[wrong][0]:g}")
    return values, parent, sums, totals


def _table(name, values, shape=None):
    """Return `values` as an array of nodes x cells with numbers in it; their size is not looked at here."""
    if not isinstance(values, np.ndarray) or values.ndim != 2 or values.dtype.kind not in "iuf" or not values.size:
        checks.reals(name, values)
    values = np.asarray(values)
    if values.ndim != 2 or (shape is not None and values.shape != shape):
        raise ValueError(f"{name} must have shape {shape or '(nodes, cells)'}, got {values.shape}")
    return values


def bounds(shape, possible, at_least):
    """Return both as arrays of this shape (or None where they say nothing), if they do not contradict each other."""
    if possible is not None:
        possible = _spread("possible", checks.answers("possible", possible), shape)
        possible = None if possible.all() else possible
    if at_least is not None:
        at_least = _spread("at_least", checks.integers("at_least", at_least, low=0, high=LARGEST), shape)
        at_least = at_least if at_least.any() else None
    if possible is not None and at_least is not None and (at_least[~possible] > 0).any():
        raise ValueError(f"at_least must be 0 where possible is False, got {at_least[~possible].max()}")
    return possible, at_least


def _attainable(name, values, add, possible, at_least, nonnegative):
    """Refuse sums below the sum of the lower bounds, or above it though no cell is possible; `add` adds up cells."""
    low = 0 if at_least is None else add(at_least)
    if nonnegative and (short := values < low).any():
        got = f"{values[short][0]:g} where these have {np.broadcast_to(low, values.shape)[short][0]} or more"
        raise ValueError(f"{name} must be at least what their parts must have, got {got}")
    if possible is not None and (stuck := (add(possible) == 0) & (values != low)).any():
        raise ValueError(f"{name} must be 0 where no cell is possible, got {values[stuck][0]:g}")


def _spread(name, values, shape):
    if values.shape not in (shape, shape[1:]):
        raise ValueError(f"{name} must have shape {shape} or {shape[1:]}, got {values.shape}")
    return np.broadcast_to(values, shape)
