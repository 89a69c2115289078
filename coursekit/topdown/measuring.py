"""Measuring: noisy counts of every cell of every place, at each level on its own; here the privacy budget is spent.

Neighbours: with ``neighbours="replace-one"`` (as in the 2020 Census) one person's answers or place change and the number
of persons is known; with "add-remove" one person is there or not.

TypeError for arguments of the wrong kind, ValueError for what does not fit; the message names parameter, rule and value.
"""

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import checked_counts, checked_kinds, checked_tree
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GeometricNoise
from coursekit.topdown.projection import columns_of

__all__ = ["Measurement", "marginal", "measure"]

_STEPS = {"add-remove": 1, "replace-one": 2}  # how many counts of a level one person moves, by 1 each
_SMALLEST_RHO, _LARGEST_RHO = 1e-20, 1000.0  # of one query; the noise has a sigma from .02 to ten billion


class Measurement(NamedTuple):
    """One query of one level: noisy counts, and what they cost.

    Attributes
    ----------
    level, query : str
        What was asked.
    groups : array of int
        For each kind of persons the number of the column it is counted in.
    values : array of int64
        Noisy counts, nodes x columns.
    loss : float
        Its part of the budget, an epsilon or a rho; infinity if empty cells were skipped.
    noise : GeometricNoise or DiscreteGaussianNoise
        The law of the noise, with its `sd`.
    """

    level: str
    query: str
    groups: np.ndarray
    values: np.ndarray
    loss: float
    noise: object


def measure(tree, counts, *, epsilon=None, rho=None, shares, query_shares=None, queries=None, neighbours="replace-one",
            unsafe_skip_empty_cells=False, rng):  # fmt: skip
    """Return noisy counts of every cell at every level: ``{level: {query: Measurement}}``.

    All cells get noise, the empty ones too. `epsilon` asks for two-sided geometric noise and pure differential privacy,
    `rho` for discrete Gaussian noise and rho-zero-concentrated differential privacy; in both currencies the shares of
    levels and queries add up.

    Parameters
    ----------
    tree : Hierarchy
        The places.
    counts : array of int
        Leaves x cells, confidential, each 0 or more.
    epsilon, rho : float
        The whole budget, above 0; one of the two.
    shares : dict of str to float, or sequence of float
        The share of each level, above 0; together 1.
    query_shares : dict of str to float, optional
        The share of each query within a level, above 0; together 1. "detailed" counts every cell and must be there,
        "total" all persons; others are in `queries`. By default ``{"detailed": 1}``.
    queries : dict of str to sequence of int, optional
        More queries: for each cell the number, from 0, of the column it is counted in, as `marginal` makes them.
    neighbours : {"replace-one", "add-remove"}
        What the budget is for, see above.
    unsafe_skip_empty_cells : bool, default False
        True leaves empty cells without noise. That is NOT private, at any epsilon: a 0 that becomes a 1 shows. It is
        here to be seen; the ledger says infinity.
    rng : numpy.random.Generator
        Where the noise comes from. Every level and query has a stream of its own, so that with one seed and geometric
        noise a change of one level's share moves the noise of this level only.

    Notes
    -----
    Source: Abowd et al. 2022, "The 2020 Census Disclosure Avoidance System TopDown Algorithm", Harvard Data Science
    Review, special issue 2; source text, section 8.3.5, which skips empty cells, wrongly. Geometric noise has scale
    2 / epsilon for "replace-one" and 1 / epsilon for "add-remove"; sigma is sqrt(1 / rho) and sqrt(1 / (2 rho)).

    Examples
    --------
    >>> from coursekit.topdown.hierarchy import regular
    >>> noisy = measure(regular(["town", "block"], [2]), [[5, 0], [3, 2]], rho=2, shares=[0.5, 0.5], rng=np.random.default_rng(1))
    >>> noisy["block"]["detailed"].values.shape, noisy["block"]["detailed"].noise.sigma
    ((2, 2), 1.0)
    """
    counts = checked_counts(tree, counts)
    currency, budget = _budget(epsilon, rho)
    shares = _level_shares(tree, shares)
    asked = _queries(query_shares, queries, counts.shape[1])
    steps = _STEPS[checks.choice("neighbours", neighbours, tuple(_STEPS))]
    skip = checks.flag("unsafe_skip_empty_cells", unsafe_skip_empty_cells)
    streams = iter(checks.generator(rng).spawn(len(shares) * len(asked)))
    result = {}
    for level, share, table in zip(tree.levels, shares, tree.up(counts), strict=True):
        result[level] = {}
        for name, (groups, part) in asked.items():
            truth = table if name == "detailed" else _grouped(table, groups)
            loss = budget * share * part
            noise = _noise(currency, loss, steps)
            drawn = noise.draw(size=truth.shape, rng=next(streams))
            drawn = np.where(truth > 0, drawn, 0) if skip else drawn
            result[level][name] = Measurement(level, name, groups, truth + drawn, inf if skip else loss, noise)
    return result


def marginal(kinds, names):
    """Return the query that counts persons by the columns `names` of `kinds` only, for `queries`.

    Examples
    --------
    >>> marginal({"adult": [False, True], "hispanic": [False, True]}, ["hispanic"])
    array([0, 1, 0, 1])
    """
    names = checks.column_names("names", names, checked_kinds(kinds), of="columns of kinds")
    grid = np.indices([len(values) for values in kinds.values()])
    places = [grid[list(kinds).index(name)].ravel() for name in names]
    return np.ravel_multi_index(places, [len(kinds[name]) for name in names])


def _level_shares(tree, shares):
    """Return the shares of the levels, widest first, if each is above 0 and they add up to 1."""
    if isinstance(shares, dict):
        if set(shares) != set(tree.levels):
            raise ValueError(f"shares must name the levels {', '.join(tree.levels)}, got {', '.join(map(str, shares))}")
        shares = [shares[level] for level in tree.levels]
    if not isinstance(shares, (list, tuple, np.ndarray)):
        raise TypeError(f"shares must be a dict or a list of numbers, got {type(shares).__name__} {shares!r:.40}")
    if len(shares) != len(tree.levels):
        raise ValueError(f"shares must be one for each of {len(tree.levels)} levels, got {len(shares)}")
    return _whole_one("shares", dict(zip(tree.levels, shares, strict=True)))


def checked_measurements(tree, measurements, *, all_levels=False):
    """Return the number of cells, if `measurements` are what `measure` returns for `tree`; without `all_levels` some may be empty."""
    checked_tree(tree)
    queries = list(measurements.values()) if isinstance(measurements, dict) else [None]
    if not all(isinstance(asked, dict) and all(isinstance(one, Measurement) for one in asked.values()) for asked in queries):
        raise TypeError(f"measurements must be a dict of level to dicts of Measurement, got {measurements!r:.40}")
    if set(measurements) != set(tree.levels):
        raise ValueError(f"measurements must be of {', '.join(tree.levels)}, got {', '.join(map(str, measurements))}")
    cells = {len(one.groups) for asked in queries for one in asked.values()}
    for level, size in zip(tree.levels, tree.sizes, strict=True):
        asked = measurements[level]
        if (asked or all_levels) and ("detailed" not in asked or any(len(one.values) != size for one in asked.values())):
            raise ValueError(f"measurements of {level} must have {size} places and a 'detailed' query, got {', '.join(asked) or 'none'}")
    if len(cells) > 1:
        raise ValueError(f"measurements must all be of the same cells, got {cells}")
    return cells.pop() if cells else None


def _whole_one(name, shares):
    parts = [float(checks.positive(f"{name} of {key}", share)) for key, share in shares.items()]
    if abs(sum(parts) - 1) > 1e-9:
        raise ValueError(f"{name} must add up to 1, got {sum(parts):.10g}")
    return parts


def _queries(query_shares, queries, cells):
    """Return {query: (columns of the cells, share)}."""
    known = {"detailed": np.arange(cells), "total": np.zeros(cells, int)}
    if queries is not None and not isinstance(queries, dict):
        raise TypeError(f"queries must be a dict of query to columns, got {type(queries).__name__} {queries!r:.40}")
    for name, groups in ({} if queries is None else queries).items():
        if name in known:
            raise ValueError(f"queries must have names of their own, got {name!r}")
        known[name] = columns_of(f"queries of {name}", groups, cells)
    shares = {"detailed": 1} if query_shares is None else query_shares
    if not isinstance(shares, dict):
        raise TypeError(f"query_shares must be a dict of query to share, got {type(shares).__name__} {shares!r:.40}")
    for name in shares:
        checks.choice("query_shares", name, tuple(known))
    if "detailed" not in shares:
        raise ValueError(f"query_shares must have a share for 'detailed', got {', '.join(shares)}")
    return {name: (known[name], part) for name, part in zip(shares, _whole_one("query_shares", shares), strict=True)}


def _budget(epsilon, rho):
    if (epsilon is None) == (rho is None):
        raise ValueError(f"epsilon or rho must be given, one of the two, got {epsilon} and {rho}")
    return ("epsilon", float(checks.positive("epsilon", epsilon))) if rho is None else ("rho", checks.amount("rho", rho))


def _noise(currency, loss, steps):
    """Return the law of the noise that costs `loss`, for people who move `steps` counts by 1 each."""
    if currency == "epsilon":
        return GeometricNoise(scale=1 / checks.privacy_loss(loss, sensitivity=steps))
    if not _SMALLEST_RHO <= loss <= _LARGEST_RHO:
        raise ValueError(f"rho of each query must be from {_SMALLEST_RHO:g} to {_LARGEST_RHO:g}, got {loss}")
    return DiscreteGaussianNoise(sigma=sqrt(steps / (2 * loss)))


def _grouped(table, groups):
    return np.stack([table[:, groups == group].sum(axis=1) for group in range(groups.max() + 1)], axis=1)
