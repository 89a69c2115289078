"""Privacy loss distributions: the exact bill of many releases, from the law of what one of them gives away.

The privacy loss of an output is ln(P / P'), how much likelier it is with one person's data than without. Losses of
independent releases add up, so that their law is a convolution; and delta at a total epsilon is the mean of what lies
above: ``delta = E[max(0, 1 - exp(epsilon - loss))]``.

Both functions are for symmetric releases, where it does not matter which of two neighbours is called P: Laplace,
geometric and normal noise, and randomized response. They trust their arguments, which `bills` has checked.
"""

from math import exp, expm1, inf, log, log1p, sqrt
from typing import NamedTuple

import numpy as np

_SDS = 9  # beyond which a normal law has 2e-19 of its mass, less than what floats lose


class LossLaw(NamedTuple):
    """Chances of the privacy losses -n * step … n * step, an array, and of an infinite loss."""

    step: float
    chances: np.ndarray
    unbounded: float


def connect_the_dots(delta_curve, *, largest, cells):
    """Return a law of privacy losses on a grid whose delta meets `delta_curve` there and is nowhere below it.

    `delta_curve` takes an array of epsilons, all above 0, and returns one release's delta at each, such as the `delta`
    of a law of noise. The grid has `cells` cells from 0 to `largest`; if a loss can be larger, its delta there becomes
    the chance of infinity. Between two points the law's delta is a straight line in e**epsilon, and the true
    one sags below that. Source: Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022, "Connect the Dots: Tighter Discrete
    Approximations of Privacy Loss Distributions", PoPETs 2022(4). Randomized response with odds of 3 to 1:
    >>> law = connect_the_dots(lambda epsilon: 3 / 4 - np.exp(epsilon) / 4, largest=log(3), cells=1)
    >>> law.chances.round(9)
    array([0.25, 0.  , 0.75])
    """
    step = largest / cells
    points = step * np.arange(cells + 1)
    points[0] = step * 1e-200  # for 0, which curves refuse
    deltas = delta_curve(points)
    drops = np.append(-np.diff(deltas), 0)  # of delta, to each point from the one on its left
    above = np.maximum(exp(step) * drops[:-1] - drops[1:], 0) / expm1(step)  # the bends of the line
    below = above * np.exp(-points[1:])  # symmetry: a loss of -x is e^x times rarer than one of x
    at_zero = max(1 - deltas[-1] - above.sum() - below.sum(), 0)
    return LossLaw(step, np.concatenate([below[::-1], [at_zero], above]), float(max(deltas[-1], 0)))


def total_epsilon(law, *, k, delta):
    """Return the total epsilon of `k` releases, whose losses follow `law` each, at a total of `delta`.

    At least 0, and exact for `law`: between the points of the grid the equation is solved, too. Infinity if an infinite
    loss in one of the releases has a chance of `delta` or more. The law of a sum is the k-th power of a Fourier
    transform. Its chances are off by some 1e-16, in which a delta of 1e-12 would drown. So the law is tilted first, by
    weights exp(tilt * loss) that make losses near the answer likely, and tilted back afterwards. (1 + tilt is the order
    at which Rényi accounting gives its least epsilon.) A delta of 1/16 allows a ratio of 8: 9/16 - 8 * 1/16.
    >>> law = connect_the_dots(lambda epsilon: 3 / 4 - np.exp(epsilon) / 4, largest=log(3), cells=1)
    >>> round(exp(total_epsilon(law, k=2, delta=1 / 16)), 9)
    8.0
    """
    delta = _beside_infinity(delta, 1 - law.unbounded, k)
    if delta <= 0:
        return inf
    tilt, tilted, growth, mean, spread = _best_tilt(law, k, delta)
    summed, losses = _power(tilted, law.step, k, mean, spread)
    keep = (losses > -law.step) & (np.abs(tilt * (losses - mean)) < 60)  # e^-60 of the rest, or not the answer
    losses = losses[keep][::-1]  # from the largest one down
    # Between two points delta = exp(growth - tilt * mean) * (here - exp(total - mean) * next_door)
    log_here = np.log(np.maximum(summed[keep][::-1], 1e-300)) - tilt * (losses - mean)
    here, log_next_door = np.cumsum(np.exp(log_here)), np.logaddexp.accumulate(log_here - (losses - mean))
    overlap = np.exp(log_next_door + (losses - mean))
    at_points = np.concatenate([[0], -expm1(-law.step) * np.cumsum(overlap[:-1])])  # the same, without cancellation
    target = exp(log(delta) - growth + tilt * mean)
    piece = int(np.searchsorted(at_points, target)) - 1
    if here[piece] <= target:
        return 0.0
    return max(float(mean + log(here[piece] - target) - log_next_door[piece]), 0.0)


def _beside_infinity(delta, finite, k):
    """Return what is left of `delta` for finite losses, relative to the chance that all k losses are finite."""
    if finite <= 0:
        return 0.0
    return -expm1(log1p(-delta) - k * log(finite)) if finite < 1 else delta


def _best_tilt(law, k, delta):
    """Return the tilt whose Rényi bound exp(growth - tilt * mean) / (1 + tilt) is delta, and the law tilted by it."""
    n = len(law.chances) // 2
    losses = law.step * np.arange(-n, n + 1)
    with np.errstate(divide="ignore"):
        log_chances = np.log(law.chances / law.chances.sum())
    low, high = 0.0, 30 / law.step
    for _ in range(40):
        tilt = (low + high) / 2
        weights = log_chances + tilt * losses
        top = weights.max()
        tilted = np.exp(weights - top)
        total = tilted.sum()
        tilted /= total
        growth, mean = k * (top + log(total)), k * float(tilted @ losses)
        low, high = (low, tilt) if tilt * mean - growth + log1p(tilt) > -log(delta) else (tilt, high)
    return tilt, tilted, growth, mean, sqrt(k * (tilted @ (losses - mean / k) ** 2))


def _power(tilted, step, k, mean, spread):
    """Return the chances of sums of k losses near `mean`, and these sums; what is far away is nothing, and wraps."""
    from scipy.fft import irfft, next_fast_len, rfft

    n = len(tilted) // 2
    reach = min(k * n, int(_SDS * spread / step) + 2 * n)
    size = next_fast_len(2 * reach + 2, real=True)
    wrapped = np.zeros(size)
    wrapped[np.arange(-n, n + 1)] = tilted
    summed = irfft(_to_the_power(rfft(wrapped), k), size)
    centre = round(mean / step)
    grid = np.arange(max(centre - reach, -k * n), min(centre + reach, k * n) + 1)
    return np.maximum(summed[grid % size], 0), grid * step


def _to_the_power(base, k):
    """Return base**k by squaring, ten times as fast as through logarithms of complex numbers."""
    power = np.ones_like(base)
    while k:
        if k % 2:
            power = power * base
        base, k = base * base, k // 2
    return power
