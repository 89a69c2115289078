"""Empirical privacy loss: what a run of an algorithm seems to tell of one person.

Flaxman's *less obvious* estimate of the privacy loss (see `exact`) comes from the residuals of all areas of one run,
smoothed. Source: Flaxman (see `coursekit.audit`), section 2.3, and the notebook published with it.
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
_MIDDLE = 40, 120  # persons from 0


@dataclass(frozen=True, eq=False)
class LossCurve:
    """The less obvious estimate; `estimate_loss` makes one.

    k : array of int. Residuals from -K to K, in persons.
    loss : array of float. Smoothed ln of p(k) over p(k + 1): near epsilon right of 0 and near -epsilon left of it.
    density : array of float. Smoothed share of the areas with residual k.
    raw_loss : array of float. The same ln of how many areas have the residuals: infinite or NaN where there are none.
    width : float. Standard deviation of the smoothing normal law, in persons.
    sd : array of float. Standard error of `loss` in one run, 1 / sqrt(4 sqrt(pi) n density width**3), for smooth
        densities.
    """

    k: np.ndarray
    loss: np.ndarray
    density: np.ndarray
    raw_loss: np.ndarray
    width: float
    sd: np.ndarray

    @property
    def largest(self):
        """The largest absolute loss on the curve, Flaxman's measure. Noise biases it upwards; it bounds nothing."""
        return float(np.nanmax(np.abs(self.loss)))


def estimate_loss(tallied, *, bandwidth=0.15, unit="sd", percentile=95, factor=2.0):
    """Return the less obvious estimate of the privacy loss, a `LossCurve`, from the `tally` of one run's residuals.

    It holds if all areas have noise of one law and no other event tells more. Neighbours: one person more or less in
    one leaf. At k = 0 the law has a kink, which smoothing takes away; two or three widths away from it, the estimate is
    nearly unbiased. Where the density is below 1e-10 of the largest, it is taken for 0 and `loss` is NaN.

    bandwidth : float, default 0.15. How far to smooth, above 0; from 1e-9 persons to 2**21 points of the lattice.
    unit : {"sd", "persons"}. What `bandwidth` is measured in: standard deviations of the residuals, as scipy's
        ``gaussian_kde`` takes it and the paper with it, or persons, as scikit-learn and statsmodels take it.
    percentile, factor : float. The curve reaches from -K to K, where K is `factor` times the percentile of the
        residuals on the farther side. Figure 1 has 95 and 2.0; the published function's defaults are 99 and 1.5.
    Shares that halve from 0 to 1 and again from 1 to 2, and nearly no smoothing:
    >>> curve = estimate_loss(tally([0] * 4 + [1] * 2 + [2]), bandwidth=0.1, unit="persons", percentile=50)
    >>> curve.k, np.exp(curve.loss[2:4]).round(6)
    (array([-1,  0,  1]), array([2.]))
    """
    if not isinstance(tallied, Tally):
        raise TypeError(f"tallied must be a Tally, from tally(residuals), got {checks.shown(tallied)}")
    width, factor = float(checks.positive("bandwidth", bandwidth)), checks.positive("factor", factor)
    if checks.choice("unit", unit, ("sd", "persons")) == "sd":
        if not tallied.sd > 0:
            got = f"{tallied.n} equal ones: nothing is hidden by them"
            raise ValueError(f"tallied must have residuals that differ, got {got}")
        width *= tallied.sd
    most = LARGEST_SPAN / tallied.parts
    if not 1e-9 <= width <= most:
        raise ValueError(f"bandwidth must smooth over 1e-9 to {most:g} persons, got {bandwidth}, which is {width:g}")
    share = checks.inside("percentile", percentile, 0, 100)
    reach = factor * max(abs(tallied.percentile(share)), abs(tallied.percentile(100 - share)))
    if reach > _LARGEST_REACH:
        got = f"{factor}, which is {reach:g}"
        raise ValueError(f"factor must be small enough for residuals up to {_LARGEST_REACH} persons, got {got}")
    reach = max(int(reach), 1)
    density, areas = _smoothed(tallied, reach, width), tallied.in_persons(reach)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs, raw = np.log(density), np.log(areas)
        loss, raw_loss = logs[:-1] - logs[1:], raw[:-1] - raw[1:]
        loss[~np.isfinite(loss)] = np.nan
        sd = 1 / np.sqrt(4 * sqrt(pi) * tallied.n * density[:-1] * width**3)
    return LossCurve(np.arange(-reach, reach + 1), loss, density[:-1], raw_loss, width, sd)


def _smoothed(tallied, reach, width):
    """Return the density of the residuals at -reach … reach + 1, smoothed by a normal law with sd `width`."""
    from scipy.fft import irfft, next_fast_len, rfft

    parts = tallied.parts
    far = min(ceil(_FAR * width * parts), LARGEST_SPAN + reach * parts) + parts
    table = tallied.between(-reach * parts - far, (reach + 1) * parts + far + 1)
    bell = np.exp(-((np.arange(-far, far + 1) / (width * parts)) ** 2) / 2)
    points = next_fast_len(len(table), real=True)
    sums = irfft(rfft(table, points) * rfft(bell, points), points)
    sums = sums[2 * far : len(table) : parts]  # what wraps around in the transform does not come so far
    sums[sums < _NOTHING * sums.max()] = 0
    return sums / (tallied.n * width * sqrt(2 * pi))


def repeat_estimates(draw, *, runs, progress=None):
    """Return how the less obvious estimate varies: of each run its largest loss, and its mean for 40 < abs(k) < 120.

    ``draw()`` returns the residuals of a fresh run, or a `Tally`; ``progress(done, total)`` is called after each run.
    >>> largest, means = repeat_estimates(lambda: [-60, -20, 0, 20, 60], runs=2)
    >>> bool(largest[0] == largest[1])
    True
    """
    function("draw", draw)
    told = function("progress", progress, default=lambda done, total: None)
    runs = checks.whole("runs", runs, at_least=1, at_most=2**24)
    found = np.empty((2, runs))
    for run in range(runs):
        drawn = draw()
        curve = estimate_loss(drawn if isinstance(drawn, Tally) else tally(drawn))
        middle = (np.abs(curve.k) > _MIDDLE[0]) & (np.abs(curve.k) < _MIDDLE[1])
        if not middle.any():
            raise ValueError(f"draw must give residuals whose curve is beyond {_MIDDLE[0]}, got {curve.k[-1]}")
        found[:, run] = curve.largest, (np.sign(curve.k) * curve.loss)[middle].mean()
        told(run + 1, runs)
    return found
