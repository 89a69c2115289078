"""Projection: the non-negative counts nearest to noisy ones that add up to what is already fixed.

Nearest means least squares. The children of one parent share its count of each kind of persons among them, so the
answer for each parent and kind is the projection of their noisy counts onto a scaled simplex: every count is lowered by
one *water level* tau, and what falls below 0 becomes 0. Where other sums count as well, each of them has such a level,
and Newton's method finds all levels of a family together.

TypeError for arguments of the wrong kind, ValueError for what does not fit or cannot be fulfilled.
"""

from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST, firsts, parent_places
from coursekit.topdown.water_levels import settle, water_levels

__all__ = ["Sums", "project", "simplex"]

CHUNK = 60_000  # cells at a time: few enough to stay in the processor's cache


class Sums(NamedTuple):
    """Sums of each node's own cells, either to be kept (`softness` 0) or measured (then the fit weighs them).

    Parameters
    ----------
    groups : sequence of int
        For each kind of persons the number of its sum, from 0: all 0 for the node's total.
    values : array
        Nodes x sums.
    softness : float, default 0
        Variance of a sum's noise over that of a cell's: the smaller, the more the fit trusts the sum.

    Examples
    --------
    Four kinds, minors and adults in turn: how many of each age there are in the only node.

    >>> Sums(groups=[0, 1, 0, 1], values=[[20, 80]]).softness
    0.0
    """

    groups: np.ndarray
    values: np.ndarray
    softness: float = 0.0


def simplex(values, total):
    """Return the non-negative numbers with sum `total` that are nearest to `values`, row by row.

    Parameters
    ----------
    values : array of float
        One row or several, along the last axis.
    total : float or array of float
        The sum of each row, 0 or more.

    Notes
    -----
    Source: Michelot 1986, "A Finite Algorithm for Finding the Projection of a Point onto the Canonical Simplex of R^n",
    Journal of Optimization Theory and Applications 50(1).

    Examples
    --------
    All three are lowered by 2 and the last one, which would be negative, is left out; then the others by 1 more.

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


def project(noisy, parent=None, sums=None, *, totals=(), possible=None, at_least=None, nonnegative=True):
    """Return the counts nearest to `noisy` that are possible and add up: exact least squares for all parents at once.

    Parameters
    ----------
    noisy : array of float
        Nodes x cells (kinds of persons), each up to 10 billion.
    parent : array of int, optional
        Place of each node's parent, in ascending order.
    sums : array, optional
        Parents x cells: what the children of each parent must add up to, cell by cell. Without both, nodes are free.
    totals : sequence of `Sums`
        Sums of the node's own cells, to be kept or measured.
    possible : array of bool, optional
        Nodes x cells, or one row for all; False is a structural zero, a cell in which nobody can ever be.
    at_least : array of int, optional
        Nodes x cells, or one row for all: public lower bounds, 0 without.
    nonnegative : bool, default True
        False gives the least squares without any bound but structural zeros; then `at_least` must be left out.

    Returns
    -------
    array of float
        Nodes x cells.

    Raises
    ------
    ValueError
        If no counts can fulfil all of it.

    Notes
    -----
    Memory beyond the result is bounded by the largest family or 60,000 cells, whichever is larger; with `totals` also by
    the nodes among these times the square of a node's sums. Source: Abowd et al. 2022, "The 2020 Census Disclosure
    Avoidance System TopDown Algorithm", HDSR special issue 2; the water level, see `simplex`; all levels together: Qi & Sun
    1993, "A Nonsmooth Version of Newton's Method", Mathematical Programming 58.

    Examples
    --------
    Two counties share 10 children and 10 adults of the state.

    >>> project([[6, 3], [8, -5]], [0, 0], [[10, 10]])
    array([[4., 9.],
           [6., 1.]])

    The same if the first county has exactly 15 persons.

    >>> project([[6, 3], [8, -5]], [0, 0], [[10, 10]], totals=[Sums([0, 0], [[15], [5]])]).round(6)
    array([[ 5., 10.],
           [ 5.,  0.]])
    """
    noisy = table("noisy", noisy)
    nonnegative = checks.flag("nonnegative", nonnegative)
    possible, at_least = bounds(noisy.shape, possible, at_least)
    if at_least is not None and not nonnegative:
        raise ValueError("at_least must be left out if nonnegative is False, got both")
    parent, sums = family("noisy", noisy, parent, sums)
    totals = own_sums(totals, noisy.shape)
    can_add_up(parent, sums, totals, possible, at_least, nonnegative)

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
        if totals:
            settle(free, sizes, left, [group for one in totals for group in _own(one, rows, floor)], nonnegative=nonnegative)
        elif left is not None:
            lengths, flat = np.concatenate([sizes] * len(free)), free.reshape(-1)
            flat -= np.repeat(water_levels(flat, lengths, left.ravel(), nonnegative=nonnegative), lengths)
        if nonnegative:
            np.maximum(free.T, 0, out=result[rows])
        else:
            result[rows] = free.T if possible is None else np.where(possible[rows], free.T, 0)
        if floor is not None:
            result[rows] += floor.T
    return result


def chunks(shape, parent):
    """Yield the rows of some whole families, the families' sizes, and which families they are: about 60,000 cells each."""
    start = np.arange(shape[0]) if parent is None else firsts(parent)
    ends = np.concatenate([start[1:], shape[:1]])
    sizes = ends - start
    first = firsts((ends * shape[1] - 1) // CHUNK)
    for begin, end in zip(first, [*first[1:], len(start)], strict=True):
        yield slice(start[begin], ends[end - 1]), sizes[begin:end], slice(begin, end)


def table(name, values, shape=None):
    """Return `values` as an array of nodes x cells with numbers in it; their size is not looked at here."""
    if not isinstance(values, np.ndarray) or values.ndim != 2 or values.dtype.kind not in "iuf" or not values.size:
        checks.reals(name, values)
    values = np.asarray(values)
    if values.ndim != 2 or (shape is not None and values.shape != shape):
        raise ValueError(f"{name} must have shape {shape or '(nodes, cells)'}, got {values.shape}")
    return values


def family(name, values, parent, sums, *, whole=False):
    """Return `parent` and `sums` if they fit the table `values`, which is called `name`."""
    if (parent is None) != (sums is None):
        raise ValueError("parent and sums must be given both or not at all, got one of them")
    if parent is None:
        return None, None
    parent = parent_places("parent", parent)
    if len(parent) != len(values):
        raise ValueError(f"parent must have one entry for each of {len(values)} rows of {name}, got {len(parent)}")
    sums = table("sums", sums, (int(parent[-1]) + 1, values.shape[1]))
    check = checks.integers if whole else checks.reals
    return parent, check("sums", sums, low=-LARGEST, high=LARGEST)


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


def own_sums(totals, shape):
    """Return the list of `Sums` with their arguments checked and as arrays."""
    if not isinstance(totals, (list, tuple)) or not all(isinstance(one, Sums) for one in totals):
        raise TypeError(f"totals must be a list of Sums, got {type(totals).__name__} {totals!r:.40}")
    result = []
    for i, one in enumerate(totals):
        groups = columns_of(f"groups of totals[{i}]", one.groups, shape[1])
        values = table(f"values of totals[{i}]", one.values, (shape[0], groups.max() + 1))
        if checks.number(f"softness of totals[{i}]", one.softness) < 0:
            raise ValueError(f"softness of totals[{i}] must be >= 0, got {one.softness}")
        values = checks.reals(f"values of totals[{i}]", values, low=-LARGEST, high=LARGEST)
        result.append(Sums(groups, values, float(one.softness)))
    return result


def columns_of(name, groups, cells):
    """Return `groups` as an array if it names, for each cell, the column it is counted in, from 0 without a gap."""
    groups = checks.integers(name, groups, low=0, high=cells - 1)
    if groups.shape != (cells,) or len(np.unique(groups)) != groups.max() + 1:
        raise ValueError(f"{name} must be {cells} numbers from 0 without a gap, got {groups.tolist()}")
    return groups


def can_add_up(parent, sums, totals, possible, at_least, nonnegative):
    """Raise ValueError if these sums contradict each other or the bounds, as far as families and nodes tell by themselves."""
    kept = [(one, columns(one.groups)) for one in totals if one.softness == 0]
    for i, (one, _) in enumerate(kept):
        if i and not np.allclose(one.values.sum(axis=1), kept[0][0].values.sum(axis=1), rtol=1e-9, atol=1e-9):
            raise ValueError("totals must give each node the same total, got sums that contradict each other")
        if sums is not None:
            of_parent = np.stack([sums[:, kinds].sum(axis=1) for kinds in columns(one.groups)], axis=1)
            of_children = np.add.reduceat(one.values, firsts(parent), axis=0)
            if (wrong := np.abs(of_parent - of_children) > 1e-9 * np.maximum(1, np.abs(of_parent))).any():
                raise ValueError(f"totals must add up to the parents' sums, got {of_children[wrong][0]:g} for {of_parent[wrong][0]:g}")
    if not nonnegative and possible is None:
        return
    if sums is not None:
        low = 0 if at_least is None else np.add.reduceat(at_least, firsts(parent), axis=0)
        some = True if possible is None else np.logical_or.reduceat(possible, firsts(parent), axis=0)
        _within("sums", sums, low, some, nonnegative)
    for one, groups in kept:
        for group, kinds in enumerate(groups):
            low = 0 if at_least is None else at_least[:, kinds].sum(axis=1)
            some = True if possible is None else possible[:, kinds].any(axis=1)
            _within("totals", one.values[:, group], low, some, nonnegative)


def columns(groups):
    """Return, for each group, which cells are in it."""
    return [np.flatnonzero(groups == group) for group in range(groups.max() + 1)]


def _within(name, values, low, some, nonnegative):
    """Raise ValueError where a sum is below the sum of the lower bounds, or above it though no cell is possible."""
    if nonnegative and (short := values < low).any():
        least = np.broadcast_to(low, values.shape)[short][0]
        raise ValueError(f"{name} must be at least what their parts must have, got {values[short][0]:g} where these have {least} or more")
    if some is not True and (stuck := ~some & (values != low)).any():
        raise ValueError(f"{name} must be 0 where no cell is possible, got {values[stuck][0]:g}")


def _spread(name, values, shape):
    if values.shape not in (shape, shape[1:]):
        raise ValueError(f"{name} must have shape {shape} or {shape[1:]}, got {values.shape}")
    return np.broadcast_to(values, shape)


def _own(one, rows, floor):
    """Return what `settle` wants to know: for these nodes, which kinds add up to what, above the lower bounds."""
    groups = columns(one.groups)
    values = one.values[rows]
    low = [0 if floor is None else floor[kinds].sum(axis=0) for kinds in groups]
    return [(kinds, values[:, i] - low[i], one.softness) for i, kinds in enumerate(groups)]
