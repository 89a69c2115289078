"""A count for each of very many cells, most of them empty: with noise on all, or with a threshold.

Noise on every cell is private, but negative counts are set to 0 and positive ones stay: people who do not exist. A
threshold lets the empty cells stay empty. Then a cell with a single person can show, and δ pays for that.
"""

from math import ceil, exp, log, log1p

import numpy as np

from coursekit import checks
from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.mechanisms.sensitivity import NEIGHBOURS


def clamped_histogram(counts, *, epsilon, rng, neighbours="replace-one"):
    """Return counts with geometric noise, negative ones set to 0: epsilon-differentially private.

    `counts` are whole numbers from 0, any shape, with the empty cells; the other parameters are those of
    `stability_threshold`. Source: CS208 (Vadhan 2022), "One-Shot Releases", "Synthetic Data via DP Histograms",
    solution 1.
    >>> clamped_histogram([146, 0], epsilon=60, rng=np.random.default_rng(1))
    array([146,   0])
    """
    counts, share = _counts(counts), _share(epsilon, neighbours)
    return np.maximum(geometric_mechanism(counts, epsilon=share, rng=rng), 0)


def expected_ghosts(*, cells, epsilon, neighbours="replace-one"):
    """Return how many people who do not exist `clamped_histogram` puts into so many empty `cells`, on average.

    In each it is half of the noise's mean absolute error: 1 / (2 sinh(1 / scale)).
    >>> round(expected_ghosts(cells=10_000, epsilon=1))
    9595
    """
    cells = checks.whole("cells", cells, at_least=0)
    return cells * GeometricNoise(scale=1 / _share(epsilon, neighbours)).expected_error / 2


def hut_chance(threshold, *, epsilon, neighbours="replace-one"):
    """Return how likely a cell with one person is shown, where counts up to `threshold` are not: P[1 + noise > T].

    It is exactly the delta of such a release. `threshold` is from 1 to 10**9; the rest as for `stability_threshold`.
    >>> round(1e7 * hut_chance(28, epsilon=1), 6), round(1e7 * hut_chance(14, epsilon=1, neighbours="add-remove"), 3)
    (5.175928, 6.079)
    """
    threshold = checks.whole("threshold", threshold, at_least=1, at_most=10**9)
    return exp(GeometricNoise(scale=1 / _share(epsilon, neighbours)).log_above(threshold))


def stability_threshold(*, epsilon, delta, neighbours="replace-one"):
    """Return the least threshold T for which a cell with one person is shown with a chance of at most delta.

    Empty cells are left alone: only those where somebody is get noise, and those that come out at T or below are set to
    0.
    epsilon : float. Privacy loss, above 0. A cell gets all of it when neighbours have one person more or less, and half
        of it when one is replaced by another, who leaves one cell and enters another. That share is from 1e-9 to 30.
    delta, neighbours : float, {"replace-one", "add-remove"}. Delta is above 0 and below 1.
    By the exact law of geometric noise, P[1 + Z > T] = exp(-share * T) / (1 + exp(-share)). Source: Korolova,
    Kenthapadi, Mishra & Ntoulas 2009, "Releasing Search Queries and Clicks Privately", WWW; Bun, Nissim & Stemmer 2016,
    "Simultaneous Private Learning of Multiple Concepts", ITCS; CS208 (Vadhan 2022), "Stability-Based Histogram", whose
    T is the ceiling of (2 / epsilon) ln(1 / delta), 28 at epsilon 1 and delta 1e-6: 27 would do.
    >>> stability_threshold(epsilon=1, delta=1e-6), stability_threshold(epsilon=1, delta=1e-6, neighbours="add-remove")
    (27, 14)
    """
    share, delta = _share(epsilon, neighbours), checks.failure(delta)
    exact = -(log(delta) + log1p(exp(-share))) / share
    about = max(1, ceil(exact) - 1)  # rounding may have put `exact` on the wrong side of a whole number
    return next(T for T in range(about, about + 3) if hut_chance(T, epsilon=epsilon, neighbours=neighbours) <= delta)


def above_threshold(counts, threshold, epsilon, rng):
    """Return counts with geometric noise of scale 1 / epsilon where somebody is and more than `threshold` comes out."""
    released = np.zeros_like(counts)
    lived_in = counts > 0
    if lived_in.any():
        noisy = counts[lived_in] + GeometricNoise(scale=1 / epsilon).draw(size=int(lived_in.sum()), rng=rng)
        released[lived_in] = np.where(noisy > threshold, noisy, 0)
    return released


def _counts(counts):
    return checks.integers("counts", counts, low=0, high=2**40)


def _share(epsilon, neighbours):
    """Return what of epsilon a cell gets."""
    changed = 1 + NEIGHBOURS.index(checks.choice("neighbours", neighbours, NEIGHBOURS))
    share = checks.privacy_loss(epsilon, sensitivity=changed)
    return checks.inside("epsilon", share, 1e-9, 31)
