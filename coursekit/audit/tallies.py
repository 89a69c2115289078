"""Tallies: how often each residual, published minus exact count, occurs.

Residuals of counts lie on a lattice, so they are counted once, and then every curve is a matter of a millisecond.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

import numpy as np

from coursekit import checks

_SPAN, LARGEST_SPAN = 2**12, 2**21  # lattice points of a tally on either side of 0
_BLOCK = 2**17


@dataclass(frozen=True, eq=False)
class Tally:
    """How often each residual occurs; `tally` makes one.

    Attributes
    ----------
    counts : array of int
        How many areas have the residual ``(first + i) / parts``; `first` is a multiple of `parts`.
    first, parts : int
        Where the lattice begins, and how many points it has per person.
    n : int
        Number of areas.
    sd : float
        Standard deviation of the residuals, in persons (n - 1 in the denominator).
    outside : tuple of int
        How many areas are too far below and above for the lattice: more than 40 times as far from 0 as half of them
        are, and more than 2**12 points. They count in `n`, `sd` and percentiles; a curve does without them.
    """

    counts: np.ndarray
    first: int
    parts: int
    n: int
    sd: float
    outside: tuple

    def percentile(self, percentile):
        """Return a percentile of the residuals in persons, as `numpy.percentile` does; infinite if it is outside."""
        share = checks.number("percentile", percentile)
        if not 0 <= share <= 100:
            raise ValueError(f"percentile must be from 0 to 100, got {percentile}")
        place = (self.n - 1) * share / 100
        ranks = np.array([int(place), min(int(place) + 1, self.n - 1)])
        found = np.searchsorted(self._up_to, ranks, side="right")
        values = np.where(found == len(self.counts), inf, (self.first + found) / self.parts)
        low, high = np.where(ranks < self.outside[0], -inf, values)
        return float(low if low == high else low + (high - low) * (place - int(place)))

    @cached_property
    def _up_to(self):
        return np.cumsum(self.counts) + self.outside[0]

    def in_persons(self):
        """Return residuals rounded to whole persons (halves up), and how many areas have each: two arrays."""
        before = self.parts // 2
        after = -(before + len(self.counts)) % self.parts
        table = np.concatenate([np.zeros(before, np.int64), self.counts, np.zeros(after, np.int64)])
        found = table.reshape(-1, self.parts).sum(axis=1)
        return self.first // self.parts + np.arange(len(found)), found


def tally(residuals, *, parts=4):
    """Return how often each residual occurs, after rounding to multiples of 1 / parts.

    Parameters
    ----------
    residuals : array of number
        Published minus exact counts of all areas, in persons; up to 2**40 from 0.
    parts : int, default 4
        Lattice points per person, 1 to 1000. Residuals of GDPC are integers, and those of ADPC multiples of 1 / parts;
        raked ones are neither, but quarters of a person are fine beside the width of any smoothing.

    >>> found = tally([0, 0, 1, -1.5], parts=2)
    >>> found.first, found.counts.tolist(), found.percentile(50)
    (-4, [0, 1, 0, 0, 2, 0, 1], 0.0)
    """
    parts = checks.whole("parts", parts, at_least=1, at_most=1000)
    values = (residuals if isinstance(residuals, np.ndarray) else checks.reals("residuals", residuals)).reshape(-1)
    whole = values.dtype.kind in "iu"
    span, found = _SPAN, []
    for start in range(0, max(values.size, 1), _BLOCK):  # what fits into a processor's cache is twice as fast
        block = values[start : start + _BLOCK]
        points = (checks.integers if whole else checks.reals)("residuals", block, low=-(2**40), high=2**40) * parts
        if not whole:
            points = np.rint(points, out=points).astype(np.int64)
        if start == 0:  # of ten million geometric noises, the largest is about 25 medians; raked ones go to thousands
            some = np.sort(np.abs(points[:: 1 + points.size // 1000]))
            span = int(min(max(_SPAN, 40 * some[some.size // 2]), LARGEST_SPAN))
        found.append(_count_points(points, parts, span))
    first = min(begin for begin, _, _ in found)
    counts = np.zeros(max(begin + len(these) for begin, these, _ in found) - first, np.int64)
    for begin, these, _ in found:
        counts[begin - first : begin - first + len(these)] += these
    outside, n = tuple(int(sum(each)) for each in zip(*(far for _, _, far in found), strict=True)), values.size
    if any(outside):
        sd = float(np.std(values, ddof=1)) if n > 1 else 0.0
    else:
        places = np.arange(len(counts)) / parts
        places -= (counts * places).sum() / n  # no matrix product: it would wake further processors for nothing
        sd = sqrt((counts * places * places).sum() / max(n - 1, 1))
    return Tally(counts, first, parts, n, sd, outside)


def _count_points(points, parts, span):
    """Return where the lattice begins, how often each of its points occurs, and how many are too far on either side."""
    low, high, far = points.min(), points.max(), (0, 0)
    if max(-low, high) > span:
        far = (points < -span).sum(), (points > span).sum()
        points = points[np.abs(points) <= span]
        low = points.min() if points.size else 0
    first = int(low) // parts * parts
    return first, np.bincount(points - first, minlength=1), far
