"""Empirical privacy loss: what a run of an algorithm seems to tell of one person, beside what it really tells.

The privacy loss of a residual k (published minus exact count) is the log-ratio of its probability to that of k + 1,
because with one person more, who is left out of the exact count, the same publication has that residual. For a mean of
geometric noises it is known exactly. Flaxman estimates it in two ways: from many runs on two neighbours, the *direct*
estimate; and from the residuals of all areas of one run, smoothed, the *less obvious* one.

Residuals of counts lie on a lattice: they are tallied once (`tally`), and then every curve is a matter of a millisecond.

Source: Flaxman, "Empirical quantification of privacy loss with examples relevant to the 2020 US Census", section 2.3, and
the notebook published with it. TypeError for arguments of the wrong kind, ValueError for numbers out of their range or
NaN; the message names the parameter, the rule and the value.
"""

from dataclasses import dataclass
from math import ceil, expm1, inf, log, pi, sqrt

import numpy as np

from coursekit import checks
from coursekit.audit.areas import reporter
from coursekit.audit.exact import log_chances

_SPAN, _LARGEST_SPAN = 2**12, 2**21  # lattice points of a tally on either side of 0
_LARGEST_REACH = 2**17
_FAR = 12  # widths of smoothing, beyond which a normal density is 1e-31 of its peak
_NOTHING = 1e-10  # of the largest density: sums by Fourier transforms are right down to there
_WIDE = 4  # lattice points from which a sampled normal law has the Fourier transform of the law itself
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
        How many areas are too far below and above for the lattice: more than 40 times as far from 0 as half of them are,
        and more than 2**12 points. They count in `n`, `sd` and percentiles, and the curve does without them.
    """

    counts: np.ndarray
    first: int
    parts: int
    n: int
    sd: float
    outside: tuple

    def percentile(self, percentile):
        """Return a percentile of the residuals in persons, as `numpy.percentile` does; infinite if it is outside."""
        if not 0 <= checks.number("percentile", percentile) <= 100:
            raise ValueError(f"percentile must be from 0 to 100, got {percentile}")
        place = (self.n - 1) * percentile / 100
        ranks = np.array([int(place), min(int(place) + 1, self.n - 1)])
        found = np.searchsorted(np.cumsum(self.counts) + self.outside[0], ranks, side="right")
        values = np.where(found == len(self.counts), inf, (self.first + found) / self.parts)
        low, high = np.where(ranks < self.outside[0], -inf, values)
        return float(low if low == high else low + (high - low) * (place - int(place)))

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
        Published minus exact counts of all areas, in persons.
    parts : int, default 4
        Lattice points per person, 1 to 1000. Residuals of GDPC are integers, and those of ADPC multiples of 1 / parts;
        raked ones are neither, but quarters of a person are fine beside the width of any smoothing.

    Returns
    -------
    Tally

    Examples
    --------
    >>> found = tally([0, 0, 1, -1.5], parts=2)
    >>> found.first, found.counts.tolist(), found.percentile(50)
    (-4, [0, 1, 0, 0, 2, 0, 1], 0.0)
    """
    checks.whole("parts", parts, at_least=1, at_most=1000)
    values = (residuals if isinstance(residuals, np.ndarray) else checks.reals("residuals", residuals)).reshape(-1)
    whole = values.dtype.kind in "iu"
    span, found = _SPAN, []
    for start in range(0, max(values.size, 1), _BLOCK):  # what fits into a processor's cache is twice as fast
        block = values[start : start + _BLOCK]
        if whole:
            points = checks.integers("residuals", block, low=-(2**40), high=2**40) * parts
        else:
            points = checks.reals("residuals", block, low=-(2**40), high=2**40) * parts
            points = np.rint(points, out=points).astype(np.int64)
        if start == 0:  # of ten million geometric noises, the largest is about 25 medians; raked ones go to thousands
            some = np.sort(np.abs(points[:: 1 + points.size // 1000]))
            span = int(min(max(_SPAN, 40 * some[some.size // 2]), _LARGEST_SPAN))
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


def expected_tally(*, epsilon, parts=1, n):
    """Return what `tally` is to be expected for `n` areas of GDPC (one part) or ADPC: its counts are no whole numbers.

    Its smoothed curve is what smoothing makes of the exact one, without the chance of a single run.

    Examples
    --------
    A third of the noises G(ln 2) is 0, and a sixth is 1.

    >>> expected = expected_tally(epsilon=log(2), n=600)
    >>> expected.counts[-expected.first :][:2].round(6)
    array([200., 100.])
    """
    checks.whole("n", n, at_least=2, at_most=checks.LARGEST_COUNT)
    z = checks.privacy_loss(epsilon, sensitivity=checks.whole("parts", parts, at_least=1, at_most=1000))
    reach = ceil((50 + 10 * parts) / z / parts) * parts
    if reach > _LARGEST_SPAN:
        raise ValueError(f"epsilon / parts must be >= {(50 + 10 * parts) / _LARGEST_SPAN:.2g}, got {epsilon} / {parts}")
    counts = n * np.exp(log_chances(np.arange(-reach, reach + 1), epsilon=epsilon, parts=parts))
    sd = sqrt(2 * np.exp(-z) / parts) / -expm1(-z)
    return Tally(counts, -reach, parts, n, sd, (0, 0))


def _count_points(points, parts, span):
    """Return where the lattice begins, how often each of its points occurs, and how many are too far below and above."""
    low, high, far = points.min(), points.max(), (0, 0)
    if max(-low, high) > span:
        far = (points < -span).sum(), (points > span).sum()
        points = points[np.abs(points) <= span]
        low = points.min() if points.size else 0
    first = int(low) // parts * parts
    return first, np.bincount(points - first, minlength=1), far


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
        """The largest absolute loss in the picture, Flaxman's measure. Noise biases it upwards, and it bounds nothing."""
        return float(np.nanmax(np.abs(self.loss)))

    def mean(self, low, high):
        """Return the mean of the loss over low < abs(k) < high, with its sign turned on the left of 0."""
        chosen = (np.abs(self.k) > checks.number("low", low)) & (np.abs(self.k) < checks.number("high", high))
        if not chosen.any():
            raise ValueError(f"low and high must have residuals of the curve between them, got {low} and {high}")
        return float((np.sign(self.k) * self.loss)[chosen].mean())


def estimate_loss(tallied, *, bandwidth=0.15, unit="sd", percentile=95, factor=2.0):
    """Return the less obvious estimate of the privacy loss: from the residuals of all areas of a single run.

    It holds if all areas have noise of one law and no other event tells more. Neighbours: one person more or less in
    one leaf.

    Parameters
    ----------
    tallied : Tally
        The residuals, from `tally`.
    bandwidth : float, default 0.15
        How far to smooth, above 0.
    unit : {"sd", "persons"}
        What `bandwidth` is measured in: standard deviations of the residuals, as scipy's ``gaussian_kde`` takes it and
        the paper with it, or persons, as scikit-learn and statsmodels take it.
    percentile, factor : float
        The curve reaches from -K to K, where K is `factor` times the percentile of the residuals on the farther side.
        Figure 1 has 95 and 2.0; the published function's defaults are 99 and 1.5.

    Returns
    -------
    LossCurve

    Notes
    -----
    At k = 0 the law has a kink, which smoothing takes away; two or three widths away from it, the estimate is nearly
    unbiased. Where the density is below 1e-10 of the largest, it is taken for 0 and `loss` is NaN.

    Examples
    --------
    Shares that halve from 0 to 1 and again from 1 to 2, and nearly no smoothing:

    >>> curve = estimate_loss(tally([0] * 4 + [1] * 2 + [2]), bandwidth=0.1, unit="persons", percentile=50)
    >>> curve.k, np.exp(curve.loss[2:4]).round(6)
    (array([-1,  0,  1]), array([2.]))
    """
    if not isinstance(tallied, Tally):
        raise TypeError(f"tallied must be a Tally, from tally(residuals), got {type(tallied).__name__} {tallied!r:.40}")
    width = float(checks.positive("bandwidth", bandwidth))
    checks.positive("factor", factor)
    if checks.choice("unit", unit, ("sd", "persons")) == "sd":
        if not tallied.sd > 0:
            raise ValueError(f"tallied must have residuals that differ, got {tallied.n} equal ones: nothing is hidden by them")
        width *= tallied.sd
    checks.inside("percentile", percentile, 0, 100)
    reach = factor * max(abs(tallied.percentile(percentile)), abs(tallied.percentile(100 - percentile)))
    if reach > _LARGEST_REACH:
        raise ValueError(f"factor must be small enough for residuals up to {_LARGEST_REACH} persons, got {factor}, which is {reach:g}")
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
    far = ceil(min(_FAR * width, _LARGEST_SPAN)) + 1
    begin, points = (-reach - far) * parts, next_fast_len(2 * (reach + far + 1) * parts, real=True)
    table, shift = np.zeros(points), tallied.first - begin
    low, high = max(shift, 0), min(shift + len(tallied.counts), points)
    if low < high:
        table[low:high] = tallied.counts[low - shift : high - shift]
    wanted = slice(far * parts, (2 * reach + far + 1) * parts + 1, parts)
    if width * parts >= _WIDE:
        # what wraps around at the ends of the table stays beyond the reach of the kernel
        turns = np.arange(points // 2 + 1) * (2 * pi * width * parts / points)
        sums = irfft(rfft(table) * np.exp(-(turns**2) / 2), points)[wanted] * (width * parts * sqrt(2 * pi))
    else:
        steps = np.arange(-far * parts, far * parts + 1) / (width * parts)
        sums = np.convolve(table, np.exp(-(steps**2) / 2), "same")[wanted]
    sums[sums < _NOTHING * sums.max()] = 0
    return sums / (tallied.n * width * sqrt(2 * pi))


def repeat_estimates(draw, *, runs, between=(40, 120), progress=None, **settings):
    """Return how the less obvious estimate varies from run to run: its largest loss, and its mean over a range.

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
    **settings
        For `estimate_loss`.

    Returns
    -------
    largest, means : two arrays of float
        One number for each run.

    Examples
    --------
    >>> largest, means = repeat_estimates(lambda: [0, 0, 1, 1, 2], runs=2, between=(0, 3))
    >>> bool(largest[0] == largest[1])
    True
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function, got {type(draw).__name__} {draw!r:.40}")
    if not isinstance(between, (list, tuple)) or len(between) != 2:
        raise TypeError(f"between must be a pair of numbers, got {type(between).__name__} {between!r:.40}")
    told, found = reporter(progress), np.empty((checks.whole("runs", runs, at_least=1, at_most=2**24), 2))
    for run in range(runs):
        drawn = draw()
        curve = estimate_loss(drawn if isinstance(drawn, Tally) else tally(drawn), **settings)
        found[run] = curve.largest, curve.mean(*between)
        told(run + 1, runs)
    return found[:, 0], found[:, 1]


def direct_estimate(first, second, *, exact, reach):
    """Return log-ratios of the events "residual = k" and "residual >= k", from many runs on two neighbours.

    Parameters
    ----------
    first, second : array of number
        What the runs say of one area: on the data, and on its neighbour.
    exact : int
        Exact count of that area in the data; residuals of both are taken from it.
    reach : int
        k runs from -reach to reach, at least 1.

    Returns
    -------
    k, equal, at_least : arrays
        The residuals, and ln of the share of `first` over that of `second`: infinite or NaN where one or both are 0.
        Counts are rounded to whole persons first.

    Examples
    --------
    >>> k, equal, at_least = direct_estimate([8, 8, 9, 9], [7, 7, 7, 8], exact=8, reach=1)
    >>> np.exp(equal).round(6), np.exp(at_least).round(6)
    (array([ 0.,  2., inf]), array([ 1.,  4., inf]))
    """
    checks.whole("exact", exact, at_least=-checks.LARGEST_COUNT, at_most=checks.LARGEST_COUNT)
    k = np.arange(-checks.whole("reach", reach, at_least=1, at_most=_LARGEST_REACH), reach + 1)
    shares = []
    for name, values in (("first", first), ("second", second)):
        ordered = np.sort(np.rint(checks.reals(name, values)).reshape(-1) - exact)
        below, up_to = np.searchsorted(ordered, k, "left"), np.searchsorted(ordered, k, "right")
        shares.append(np.array([up_to - below, ordered.size - below]) / ordered.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        equal, at_least = np.log(shares[0]) - np.log(shares[1])
    return k, equal, at_least


def runs_needed(*, epsilon, error=0.1):
    """Return how many runs on each side bring the direct estimate for an even chance to `error` * epsilon: 2 / that**2.

    The log-ratio of two shares near one half has a variance of 2 / runs.

    Examples
    --------
    >>> runs_needed(epsilon=0.1)
    20000
    """
    return ceil(round(2 / (checks.positive("error", error) * checks.privacy_loss(epsilon)) ** 2, 6))
