"""Tallies: how often each residual, published minus exact count, occurs.

Residuals of counts lie on a lattice, so they are counted once, and then every curve is a matter of a millisecond.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from coursekit import checks

_SPAN, LARGEST_SPAN = 2**12, 2**21  # lattice points of a tally on either side of 0


@dataclass(frozen=True, eq=False)
class Tally:
    """How often each residual occurs; `tally` makes one.

    counts : array of int. How many areas have the residual ``(first + i) / parts``; `first` is a multiple of `parts`.
    first, parts, n : int. Where the lattice begins, how many points it has per person, and number of areas.
    sd : float. Standard deviation of the residuals, in persons (n - 1 in the denominator).
    outside : tuple of int. How many areas are too far below and above for the lattice: more than 40 times as far from 0
        as half of them are, and more than 2**12 points. They count in `n`, `sd` and percentiles, not in a curve.
    """

    counts: np.ndarray
    first: int
    parts: int
    n: int
    sd: float
    outside: tuple

    def percentile(self, percentile):
        """Return a percentile of the residuals in persons, as `numpy.percentile` does; infinite if it is outside."""
        place = (self.n - 1) * percentile / 100
        ranks = np.array([int(place), min(int(place) + 1, self.n - 1)])
        found = np.searchsorted(np.cumsum(self.counts) + self.outside[0], ranks, side="right")
        values = np.where(found == len(self.counts), inf, (self.first + found) / self.parts)
        low, high = np.where(ranks < self.outside[0], -inf, values)
        return float(low if low == high else low + (high - low) * (place - int(place)))

    def between(self, low, high):
        """Return how many areas have each of the lattice points from `low` to before `high`."""
        places = np.arange(low, high) - self.first
        there = (places >= 0) & (places < len(self.counts))
        return np.where(there, self.counts.take(places, mode="clip"), 0)

    def in_persons(self, reach):
        """Return how many areas have residuals -reach … reach + 1, rounded to whole persons (halves up)."""
        low = -reach * self.parts - self.parts // 2
        return self.between(low, low + (2 * reach + 2) * self.parts).reshape(-1, self.parts).sum(axis=1)


def tally(residuals, *, parts=4):
    """Return how often each of the `residuals` (persons, up to 2**40 from 0) occurs, in steps of 1 / parts, 1 to 1000.

    GDPC's residuals are integers and ADPC's multiples of 1 / parts; raked ones are neither, but quarters of a person
    are fine beside the width of any smoothing.
    >>> found = tally([0, 0, 1, -1.5], parts=2)
    >>> found.first, found.counts.tolist(), found.percentile(50)
    (-4, [0, 1, 0, 0, 2, 0, 1], 0.0)
    """
    parts = checks.whole("parts", parts, at_least=1, at_most=1000)
    whole = getattr(residuals, "dtype", np.dtype(float)).kind in "iu"
    values = (checks.integers if whole else checks.reals)("residuals", residuals, low=-(2**40), high=2**40)
    points = values.reshape(-1) * parts
    if not whole:
        points = np.rint(points, out=points).astype(np.int64)
    # of ten million geometric noises, the largest is about 25 medians; raked ones go to thousands
    some = np.sort(np.abs(points[:: 1 + points.size // 1000]))
    span = int(min(max(_SPAN, 40 * some[some.size // 2]), LARGEST_SPAN))
    outside = np.count_nonzero(points < -span), np.count_nonzero(points > span)
    near = points[np.abs(points) <= span] if any(outside) else points
    first = int(near.min()) // parts * parts if near.size else 0
    sd = float(np.std(points, ddof=1)) / parts if points.size > 1 else 0.0
    return Tally(np.bincount(near - first, minlength=1), first, parts, points.size, sd, outside)
