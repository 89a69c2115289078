"""Measuring: noisy counts of every cell of every place, at each level on its own; here the privacy budget is spent.

Neighbours: with ``neighbours="replace-one"`` (as in the 2020 Census) one person's answers or place change and the
number of persons is known; with "add-remove" one person is there or not.
"""

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.mechanisms.noise import DiscreteGaussianNoise, GeometricNoise
from coursekit.topdown.hierarchy import checked_counts, checked_kind

_QUERIES = ("detailed", "total")
_STEPS = {"add-remove": 1, "replace-one": 2}  # how many counts of a level one person moves, by 1 each
_SMALLEST_RHO, _LARGEST_RHO = 1e-20, 1000.0  # of one query; the noise has a sigma from .02 to ten billion


class Measurement(NamedTuple):
    """One query of one level: noisy counts, and what they cost.

    `values` are int64, nodes x cells for the query "detailed", nodes x 1 for "total". `loss` is its part of the budget,
    an epsilon or a rho; infinity if empty cells were skipped. `noise` is the law of the noise, with its `sd`.
    """

    values: np.ndarray
    loss: float
    noise: object


def measure(tree, counts, *, epsilon=None, rho=None, shares, query_shares=None, neighbours="replace-one",
            unsafe_skip_empty_cells=False, rng):  # fmt: skip
    """Return noisy counts of every cell at every level: ``{level: {query: Measurement}}``.

    `epsilon` asks for two-sided geometric noise (scale 2 / epsilon, or 1 / epsilon for "add-remove") and pure
    differential privacy, `rho` for discrete Gaussian noise (sigma sqrt(1 / rho), or sqrt(1 / (2 rho))) and
    rho-zero-concentrated differential privacy; in both currencies the shares of levels and queries add up.

    tree, counts : Hierarchy, array of int. Counts are leaves x cells, confidential, each 0 or more.
    epsilon, rho : float. The whole budget, above 0; one of the two.
    shares, query_shares : sequence of float, dict of str to float. The share of each level, the widest first, and of
        each query within a level, above 0; together 1. The query "detailed" counts every cell and must be there,
        "total" all persons; by default ``{"detailed": 1}``.
    neighbours : {"replace-one", "add-remove"}. What the budget is for, see above.
    unsafe_skip_empty_cells : bool. True leaves empty cells without noise. That is NOT private, at any epsilon: a 0 that
        becomes a 1 shows. It is here to be seen; the ledger says infinity.
    rng : numpy.random.Generator. Every level and query has a stream of its own, so that with one seed and geometric
        noise a change of one level's share moves the noise of this level only.
    Source: Abowd et al. 2022, see `certificates`; source text, section 8.3.5, which skips empty cells, wrongly.
    >>> from coursekit.topdown.hierarchy import regular
    >>> town, rng = regular(["town", "block"], [2]), np.random.default_rng(1)
    >>> noisy = measure(town, [[5, 0], [3, 2]], rho=2, shares=[0.5, 0.5], rng=rng)
    >>> noisy["block"]["detailed"].values.shape, noisy["block"]["detailed"].noise.sigma
    ((2, 2), 1.0)
    """
    counts = checked_counts(tree, counts)
    if (epsilon is None) == (rho is None):
        raise ValueError(f"epsilon or rho must be given, one of the two, got {epsilon} and {rho}")
    budget = float(checks.positive("epsilon", epsilon)) if rho is None else checks.amount("rho", rho)
    checked_kind("shares", shares, (list, tuple, np.ndarray), "a list of numbers")
    if len(shares) != len(tree.levels):
        raise ValueError(f"shares must be one for each of {len(tree.levels)} levels, got {len(shares)}")
    shares = _whole_one("shares", dict(zip(tree.levels, shares)))
    parts = _query_shares({"detailed": 1} if query_shares is None else query_shares)
    steps = _STEPS[checks.choice("neighbours", neighbours, tuple(_STEPS))]
    skip = checks.flag("unsafe_skip_empty_cells", unsafe_skip_empty_cells)
    streams = iter(checks.generator(rng).spawn(len(shares) * len(parts)))
    result = {}
    for (level, share), table in zip(shares.items(), tree.up(counts)):
        result[level] = {}
        for query, part in parts.items():
            truth = table if query == "detailed" else table.sum(axis=1, keepdims=True)
            loss = budget * share * part
            noise = _noise("epsilon" if rho is None else "rho", loss, steps)
            drawn = noise.draw(size=truth.shape, rng=next(streams))
            drawn = np.where(truth > 0, drawn, 0) if skip else drawn
            result[level][query] = Measurement(truth + drawn, inf if skip else loss, noise)
    return result


def _query_shares(shares):
    """Return the share of each query."""
    for name in checked_kind("query_shares", shares, dict, "a dict of query to share"):
        checks.choice("query_shares", name, _QUERIES)
    if "detailed" not in shares:
        raise ValueError(f"query_shares must have a share for 'detailed', got {', '.join(shares)}")
    return _whole_one("query_shares", shares)


def _whole_one(name, shares):
    parts = {key: float(checks.positive(f"{name} of {key}", share)) for key, share in shares.items()}
    if abs(sum(parts.values()) - 1) > 1e-9:
        raise ValueError(f"{name} must add up to 1, got {sum(parts.values()):.10g}")
    return parts


def _noise(currency, loss, steps):
    """Return the law of the noise that costs `loss`, for people who move `steps` counts by 1 each."""
    if currency == "epsilon":
        return GeometricNoise(scale=1 / checks.privacy_loss(loss, sensitivity=steps))
    if not _SMALLEST_RHO <= loss <= _LARGEST_RHO:
        raise ValueError(f"rho of each query must be from {_SMALLEST_RHO:g} to {_LARGEST_RHO:g}, got {loss}")
    return DiscreteGaussianNoise(sigma=sqrt(steps / (2 * loss)))
