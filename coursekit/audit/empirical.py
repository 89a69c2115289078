"""Empirical privacy loss: what runs of an algorithm seem to tell of one person.

Flaxman estimates the privacy loss (see `coursekit.audit.exact`) in two ways: from many runs on two neighbours, the
*direct* estimate; and from the residuals of all areas of one run, smoothed, the *less obvious* one. Source: Flaxman
(see `coursekit.audit`), section 2.3, and the notebook published with it.
"""

from dataclasses import dataclass
from math import ceil, pi, sqrt

import numpy as np

from coursekit import checks
from coursekit.audit.areas import function
from coursekit.audit.tallies import LARGEST_SPAN, Tally, tally

_LARGEST_REACH = 2**17
_FAR = 12  # widths of smoothing, beyond which a normal density is 1e-31 of its peak
_NOTHING = 1e-10  # of the largest density: sums by Fourier transforms are right down to there
_WIDE = 4  # lattice points from which a sampled normal law has the Fourier transform of the law itself


@dataclass(frozen=True, eq=False)
class LossCurve:
    """The less obvious estimate; `estimate_loss` makes one.

    Attributes
    ----------
    k : array of int
        Residuals from -K to K, in persons.
    loss : array of float
        Smoothed ln of p(k) over p(k + 1): near epsilon right of 0 and near -epsilon left of it.
    density : array of float
        Smoothed share of the areas with residual k.
    areas : array of int
        Number of areas with residual k, rounded to whole persons: not smoothed.
    raw_loss : array of float
        ln of areas(k) over areas(k + 1): infinite or NaN where one or both are 0.
    width : float
        Standard deviation of the smoothing normal law, in persons.
    sd : array of float
        Standard error of `loss` from the chance in one run, 1 / sqrt(4 sqrt(pi) n density width**3), good where the
        density is smooth.
    """

    k: np.ndarray
    loss: np.ndarray
    density: np.ndarray
    areas: np.ndarray
    raw_loss: np.ndarray
    width: float
    sd: np.ndarray

    @property
    def largest(self):
        """The largest absolute loss on the curve, Flaxman's measure. Noise biases it upwards; it bounds nothing."""
        return float(np.nanmax(np.abs(self.loss)))

    def mean(self, low, high):
        """Return the mean of the loss over low < abs(k) < high, with its sign turned on the left of 0."""
        chosen = (np.abs(self.k) > checks.number("low", low)) & (np.abs(self.k) < checks.number("high", high))
        if not chosen.any():
            raise ValueError(f"low and high must have residuals of the curve between them, got {low} and {high}")
        return float((np.sign(self.k) * self.loss)[chosen].mean())


def estimate_loss(tallied, *, bandwidth=0.15, unit="sd", percentile=95, factor=2.0):
    """Return the less obvious estimate of the privacy loss, a `LossCurve`, from the residuals of one run's areas.

    It holds if all areas have noise of one law and no other event tells more. Neighbours: one person more or less in
    one leaf. At k = 0 the law has a kink, which smoothing takes away; two or three widths away from it, the estimate is
    nearly unbiased. Where the density is below 1e-10 of the largest, it is taken for 0 and `loss` is NaN.

    Parameters
    ----------
    tallied : Tally
        The residuals, from `coursekit.audit.tallies.tally`.
    bandwidth : float, default 0.15
        How far to smooth, above 0; from 1e-9 persons to 2**21 points of the lattice.
    unit : {"sd", "persons"}
        What `bandwidth` is measured in: standard deviations of the residuals, as scipy's ``gaussian_kde`` takes it and
        the paper with it, or persons, as scikit-learn and statsmodels take it.
    percentile, factor : float
        The curve reaches from -K to K, where K is `factor` times the percentile of the residuals on the farther side.
        Figure 1 has 95 and 2.0; the published function's defaults are 99 and 1.5.

    Shares that halve from 0 to 1 and again from 1 to 2, and nearly no smoothing:

    >>> curve = estimate_loss(tally([0] * 4 + [1] * 2 + [2]), bandwidth=0.1, unit="persons", percentile=50)
    >>> curve.k, np.exp(curve.loss[2:4]).round(6)
    (array([-1,  0,  1]), array([2.]))
    """
    if not isinstance(tallied, Tally):
        got = f"{type(tallied).__name__} {tallied!r:.40}"
        raise TypeError(f"tallied must be a Tally, from tally(residuals), got {got}")
    width, times = float(checks.positive("bandwidth", bandwidth)), checks.positive("factor", factor)
    if checks.choice("unit", unit, ("sd", "persons")) == "sd":
        if not tallied.sd > 0:
            got = f"{tallied.n} equal ones: nothing is hidden by them"
            raise ValueError(f"tallied must have residuals that differ, got {got}")
        width *= tallied.sd
    most = LARGEST_SPAN / tallied.parts
    if not 1e-9 <= width <= most:
        raise ValueError(f"bandwidth must smooth over 1e-9 to {most:g} persons, got {bandwidth}, which is {width:g}")
    share = checks.inside("percentile", percentile, 0, 100)
    reach = times * max(abs(tallied.percentile(share)), abs(tallied.percentile(100 - share)))
    if reach > _LARGEST_REACH:
        got = f"{factor}, which is {reach:g}"
        raise ValueError(f"factor must be small enough for residuals up to {_LARGEST_REACH} persons, got {got}")
    reach = max(int(reach), 1)
    density = _smoothed(tallied, reach, width)
    persons, found = tallied.in_persons()
    areas = np.zeros(2 * reach + 2, found.dtype)
    seen = (persons >= -reach) & (persons <= reach + 1)
    areas[persons[seen] + reach] = found[seen]
    with np.errstate(divide="ignore", invalid="ignore"):
        logs, raw = np.log(density), np.log(areas)
        loss, raw_loss = logs[:-1] - logs[1:], raw[:-1] - raw[1:]
        loss[(density[:-1] == 0) | (density[1:] == 0)] = np.nan
        sd = 1 / np.sqrt(4 * sqrt(pi) * tallied.n * density[:-1] * width**3)
    return LossCurve(np.arange(-reach, reach + 1), loss, density[:-1], areas[:-1], raw_loss, width, sd)


def _smoothed(tallied, reach, width):
    """Return the density of the residuals at -reach … reach + 1, smoothed by a normal law with sd `width`."""
    from scipy.fft import irfft, next_fast_len, rfft

    parts = tallied.parts
    far = ceil(min(_FAR * width, LARGEST_SPAN)) + 1
    begin, points = (-reach - far) * parts, next_fast_len(2 * (reach + far + 1) * parts, real=True)
    table, shift = np.zeros(points), tallied.first - begin
    low, high = max(shift, 0), min(shift + len(tallied.counts), points)
    if low < high:
        table[low:high] = tallied.counts[low - shift : high - shift]
    wanted = slice(far * parts, (2 * reach + far + 1) * parts + 1, parts)
    if width * parts >= _WIDE:
        # what wraps around at the ends of the table stays beyond the reach of the kernel
        turn = 2 * pi * width * parts / points
        turns = turn * np.arange(min(points // 2, ceil(_FAR / turn)) + 1)
        waves = rfft(table)[: turns.size] * np.exp(-(turns**2) / 2)
        sums = irfft(waves, points)[wanted] * (width * parts * sqrt(2 * pi))
    else:
        steps = np.arange(-far * parts, far * parts + 1) / (width * parts)
        sums = np.convolve(table, np.exp(-(steps**2) / 2), "same")[wanted]
    sums[sums < _NOTHING * sums.max()] = 0
    return sums / (tallied.n * width * sqrt(2 * pi))


def repeat_estimates(draw, *, runs, between=(40, 120), progress=None):
    """Return how the less obvious estimate varies: of each run its largest loss, and its mean over a range.

    Parameters
    ----------
    draw : callable
        ``draw()`` returns the residuals of a fresh run, or a `Tally` of them.
    runs : int
        Number of runs, at least 1.
    between : pair of number, default (40, 120)
        The mean is over residuals whose absolute values lie between these.
    progress : callable, optional
        Called as ``progress(done, total)`` after each run.

    >>> largest, means = repeat_estimates(lambda: [0, 0, 1, 1, 2], runs=2, between=(0, 3))
    >>> bool(largest[0] == largest[1])
    True
    """
    function("draw", draw)
    if not isinstance(between, (list, tuple)) or len(between) != 2:
        raise TypeError(f"between must be a pair of numbers, got {type(between).__name__} {between!r:.40}")
    told = function("progress", progress, default=lambda done, total: None)
    runs = checks.whole("runs", runs, at_least=1, at_most=2**24)
    found = np.empty((runs, 2))
    for run in range(runs):
        drawn = draw()
        curve = estimate_loss(drawn if isinstance(drawn, Tally) else tally(drawn))
        found[run] = curve.largest, curve.mean(*between)
        told(run + 1, runs)
    return found[:, 0], found[:, 1]


def direct_estimate(first, second, *, exact, reach):
    """Return residuals k, and log-ratios of "residual = k" and of "residual >= k" from many runs on two neighbours.

    Each is ln of the share of `first` over that of `second`: infinite or NaN where one or both are 0. Counts are
    rounded to whole persons first.

    Parameters
    ----------
    first, second : array of number
        What the runs say of one area: on the data, and on its neighbour.
    exact : int
        Exact count of that area in the data; residuals of both are taken from it.
    reach : int
        k runs from -reach to reach, at least 1.

    >>> k, equal, at_least = direct_estimate([8, 8, 9, 9], [7, 7, 7, 8], exact=8, reach=1)
    >>> np.exp(equal).round(6), np.exp(at_least).round(6)
    (array([ 0.,  2., inf]), array([ 1.,  4., inf]))
    """
    exact = checks.whole("exact", exact, at_least=-checks.LARGEST_COUNT, at_most=checks.LARGEST_COUNT)
    reach = checks.whole("reach", reach, at_least=1, at_most=_LARGEST_REACH)
    k = np.arange(-reach, reach + 1)
    shares = []
    for name, values in (("first", first), ("second", second)):
        ordered = np.sort(np.rint(checks.reals(name, values)).reshape(-1) - exact)
        below, up_to = np.searchsorted(ordered, k, "left"), np.searchsorted(ordered, k, "right")
        shares.append(np.array([up_to - below, ordered.size - below]) / ordered.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        equal, at_least = np.log(shares[0]) - np.log(shares[1])
    return k, equal, at_least


def runs_needed(*, epsilon):
    """Return how many runs on each side bring the direct estimate for an even chance to a tenth of epsilon.

    The log-ratio of two shares near one half has a variance of 2 / runs.

    >>> runs_needed(epsilon=0.1)
    20000
    """
    return ceil(round(2 / (0.1 * checks.privacy_loss(epsilon)) ** 2, 6))
