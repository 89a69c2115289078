"""Concentrated and Rényi differential privacy: currencies between epsilon and the exact law of privacy losses.

Rényi differential privacy of order alpha bounds a mean of exp((alpha - 1) * loss); rho-zCDP bounds all orders at once,
by rho * alpha. Both add up over releases, and both hold for whatever neighbours the releases were made for. They are
not confined to counts: any statistic with a bounded sensitivity will do.
"""

from math import exp, inf, log, log1p

import numpy as np

from coursekit import checks
from coursekit.accounting.composition import MOST_RELEASES
from coursekit.mechanisms.law import plain


def epsilon_to_zcdp(*, epsilon):
    """Return the rho that an epsilon-private release (from 2**-32 to 30) costs in zCDP: epsilon**2 / 2.

    A quarter of that will do for a release whose losses, over all its outputs, lie within a range of width epsilon,
    such as the exponential mechanism (Cesar & Rogers 2021, "Bounding, Concentrating, and Truncating", ALT). Laplace and
    geometric noise and randomized response have a range of 2 epsilon. Source: Bun & Steinke 2016, "Concentrated
    Differential Privacy", TCC, proposition 1.4.
    >>> epsilon_to_zcdp(epsilon=2)
    2.0
    """
    return checks.privacy_loss(epsilon) ** 2 / 2


def zcdp_gaussian(*, sensitivity=1, sigma):
    """Return the rho that normal noise costs in zCDP: sensitivity**2 / (2 sigma**2).

    `sensitivity`, above 0, is how far one person can move the answers, in Euclidean (l2) distance, and `sigma`, in the
    same unit, the standard deviation of the noise. Source: Bun & Steinke 2016, proposition 1.6.
    >>> zcdp_gaussian(sensitivity=2, sigma=1)
    2.0
    """
    ratio = checks.amount("sensitivity", sensitivity) / checks.amount("sigma", sigma)
    return checks.inside("sensitivity / sigma", ratio, 1e-100, 1e100) ** 2 / 2


def zcdp_to_epsilon(*, rho, delta, method="tight"):
    """Return an epsilon so that every rho-zCDP release is (epsilon, delta)-private.

    `rho`, above 0, adds up over releases, so that it may be the sum for many of them; `delta` is above 0 and below 1.
    The `method` "textbook" is rho + 2 sqrt(rho ln(1/delta)), "tight" the smaller bound that `rdp_to_epsilon` explains.
    Source: Bun & Steinke 2016, proposition 1.3; Canonne, Kamath & Steinke 2020, "The Discrete Gaussian for Differential
    Privacy", NeurIPS, corollary 13.
    >>> zcdp_to_epsilon(rho=1, delta=exp(-1), method="textbook")
    3.0
    """
    rho = checks.amount("rho", rho)
    return rdp_to_epsilon(lambda alpha: rho * alpha, delta=delta, method=method)


def rdp_laplace(alpha, *, epsilon):
    """Return the Rényi privacy loss of order `alpha` of Laplace noise with scale sensitivity / epsilon.

    `alpha` is one order or an array, above 1; infinity gives `epsilon`, the privacy loss of the release, from 2**-32 to
    30. Losses of one order add up over releases. Source: Mironov 2017, "Rényi Differential Privacy", CSF, table II.
    >>> round(exp(rdp_laplace(2, epsilon=log(2))), 9) == round(17 / 12, 9)  # 2/3 * 2 + 1/3 * 1/4
    True
    """
    alpha, epsilon = _orders(alpha), checks.privacy_loss(epsilon)
    with np.errstate(invalid="ignore", over="ignore"):  # the order infinity
        rest = np.log1p((alpha - 1) / (2 * alpha - 1) * np.expm1(-(2 * alpha - 1) * epsilon)) / (alpha - 1)
    return plain(epsilon + np.where(np.isinf(alpha), 0, rest))


def rdp_geometric(alpha, *, epsilon):
    """Return the Rényi privacy loss of order `alpha` of geometric noise on one count, or of randomized response.

    All else as for `rdp_laplace`. Source: Mironov 2017, table II, with p = e**epsilon / (1 + e**epsilon).
    >>> round(exp(rdp_geometric(2, epsilon=log(2))), 9)  # 4/9 * 3 + 1/9 * 3/2
    1.5
    """
    alpha, epsilon = _orders(alpha), checks.privacy_loss(epsilon)
    with np.errstate(invalid="ignore", over="ignore"):
        rest = (np.log1p(np.exp(-(2 * alpha - 1) * epsilon)) - log1p(exp(-epsilon))) / (alpha - 1)
    return plain(epsilon + np.where(np.isinf(alpha), 0, rest))


def rdp_gaussian(alpha, *, sigma):
    """Return the Rényi privacy loss of order `alpha` of normal noise with `sigma` sensitivities: alpha / (2 sigma**2).

    Parameters as for `rdp_laplace` and `zcdp_gaussian`. Source: Mironov 2017, proposition 7.
    >>> rdp_gaussian(4, sigma=1)
    2.0
    """
    return plain(_orders(alpha) * zcdp_gaussian(sigma=sigma))


def rdp_to_epsilon(curve, *, delta, k=1, method="tight"):
    """Return the least epsilon, at least 0, that a Rényi curve gives for `k` releases, over all orders above 1.

    curve : function. Takes an array of orders, also infinity; returns the Rényi privacy loss of one release at each.
    k, delta : int, float. Number of releases, 1 to 1,000,000; above 0 and below 1.
    method : {"tight", "textbook"}. "textbook": k * curve(alpha) + ln(1/delta) / (alpha - 1). "tight": that, plus ln(1 -
        1/alpha) - ln(alpha) / (alpha - 1), both of which are negative.
    Source: Mironov 2017, proposition 3; Canonne, Kamath & Steinke 2020, proposition 12.
    >>> rdp_to_epsilon(lambda alpha: alpha, delta=exp(-1), method="textbook")  # alpha + 1 / (alpha - 1) at alpha = 2
    3.0
    """
    if not callable(curve):
        raise TypeError(f"curve must be a function of alpha, got {type(curve).__name__} {curve!r}")
    k, delta = checks.whole("k", k, at_least=1, at_most=MOST_RELEASES), checks.failure(delta)
    tight = checks.choice("method", method, ("tight", "textbook")) == "tight"

    def losses(alpha):
        found = checks.reals("curve's values", curve(alpha), high=inf)
        if found.shape not in ((), alpha.shape):
            raise ValueError(f"curve must return one loss for each order, got shape {found.shape}")
        return found

    def bound(excess):
        gain = np.log1p(1 / excess) + np.log1p(excess) / excess if tight else 0
        return k * losses(1 + excess) - log(delta) / excess - gain

    # A valley, found on finer and finer grids: a search by slopes would lose its way where a curve is infinite.
    power = np.linspace(-6, 18, 97)  # alpha - 1 is 10 to this power; the best is near sqrt(ln(1/delta) / rho)
    for _ in range(6):
        values = bound(10**power)
        best = int(np.argmin(values))
        power = np.linspace(power[max(best - 1, 0)], power[min(best + 1, len(power) - 1)], 41)
    return max(float(min(values[best], k * losses(np.array(inf)))), 0.0)


def _orders(alpha):
    """Return `alpha` as a float array of orders above 1, infinity included."""
    alpha = checks.reals("alpha", alpha, high=inf)
    if alpha.min() <= 1:
        raise ValueError(f"alpha must be > 1, got {alpha.min()}")
    return alpha
