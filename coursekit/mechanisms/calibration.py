"""How much Gaussian noise is enough: the sigma for a given epsilon and delta.

Laplace and geometric noise need no search: their scale is sensitivity / epsilon.
"""

from math import ceil, log, sqrt

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import normal_delta
from coursekit.mechanisms.noise import DiscreteGaussianNoise


def gaussian_sigma(*, sensitivity, epsilon, delta, method="analytic"):
    """Return the sigma, in the unit of `sensitivity`, with which Gaussian noise is (epsilon, delta)-private.

    `sensitivity`, above 0, is the l2 sensitivity; `epsilon` is from 2**-32 to 30, `delta` above 0 and below 1. The
    `method` "analytic" gives the least sigma, from the exact delta of Gaussian noise (Balle & Wang 2018, ICML, theorem
    8). "classic" is sensitivity * sqrt(2 ln(1.25 / delta)) / epsilon (Dwork & Roth 2014, "The Algorithmic Foundations
    of Differential Privacy", theorem A.1; source text, section 7.6.3): more than is needed where epsilon < 1, and
    refused elsewhere, because it can be too little: at epsilon 10 and delta 1e-5 it gives .4845, whose true delta is
    2.3e-5.
    >>> round(gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-5), 7)
    3.7306316
    """
    sensitivity, epsilon = checks.amount("sensitivity", sensitivity), checks.privacy_loss(epsilon)
    delta = checks.failure(delta)
    if checks.choice("method", method, ("analytic", "classic")) == "classic":
        if epsilon >= 1:
            raise ValueError(f"epsilon must be < 1 for the classic method, which is not proven beyond, got {epsilon}")
        return sensitivity * sqrt(2 * log(1.25 / delta)) / epsilon
    return sensitivity * _crossing(lambda sigma: normal_delta(epsilon, 1 / sigma) - delta, 1 / epsilon)


def discrete_gaussian_sigma(*, sensitivity=1, epsilon, delta):
    """Return the sigma from which on discrete Gaussian noise on one count is (epsilon, delta)-differentially private.

    It is the parameter of the law, in counts. `sensitivity`, 1 to 2**32, is how far one person can move the count;
    `epsilon` is from sensitivity / 2**32 to 30, `delta` above 0 and below 1. Source: Canonne, Kamath & Steinke 2020,
    "The Discrete Gaussian for Differential Privacy", NeurIPS, theorem 7, solved for sigma. For an epsilon of several
    units delta does not fall steadily as sigma grows: the solution given is the last, so that any larger sigma is
    private too.
    >>> round(discrete_gaussian_sigma(epsilon=1, delta=1e-6), 4)
    4.2308
    """
    sensitivity = checks.whole("sensitivity", sensitivity, at_least=1, at_most=2**32)
    checks.privacy_loss(epsilon, sensitivity=sensitivity)
    epsilon, delta = checks.privacy_loss(epsilon), checks.failure(delta)
    start = gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta)

    def excess(sigma):
        return float(DiscreteGaussianNoise(sigma=sigma)._delta(epsilon, sensitivity)) - delta

    # Sums over whole numbers ripple around the integral. The ripple moves solutions by less than 1 / (8 sigma), and in
    # twice that distance on both sides it has epsilon / sensitivity waves.
    reach, steps = 0.25 / start, 8 * ceil(epsilon / sensitivity) + 8
    high = start + reach
    for sigma in np.linspace(high, max(start - reach, 2.0**-6), steps).tolist():
        if excess(sigma) > 0:
            return _crossing(excess, high, sigma)
        high = sigma
    return high


def _crossing(excess, high, low=None):
    """Return the sigma at which `excess` falls to 0, rounded up in the 14th digit: never too little noise."""
    from scipy.optimize import brentq  # here, because Laplace noise need not wait for it

    while excess(high) > 0:
        low, high = high, 2 * high
    low = high / 2 if low is None else low
    while excess(low) <= 0:
        low, high = low / 2, low
    return brentq(excess, low, high, xtol=1e-300, rtol=1e-15) * (1 + 1e-14)
