"""Bias: what non-negative counts with a true total cost, and whom.

Noise that is right on average stops being so once negative counts are forbidden and the total is kept: what small
places gain is taken from the large ones, one *water level* tau from each of them. A smaller bias comes from rounding by
place on a list. Source: JASON 2022, "Consistency of Data Products and Formal Privacy Methods for the 2020 Census",
JSR-21-02, figures 6-1 and 6-7, as shown in the slides of the Harvard course CS208.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.topdown.hierarchy import LARGEST
from coursekit.topdown.projection import project, simplex
from coursekit.topdown.rounding import RULES, round_controlled

_COUNTIES, _MEDIAN, _MEAN = 3143, 600, 10_600  # and their numbers of Hispanic persons of voting age
_PERSONS, _SIGMA = 20, 3  # a sibling of `sibling_bias` on average, and its noise


class MeanField(NamedTuple):
    """What happens on average if the water level `tau`, which a large place loses, stands still, as it nearly does.

    `bias` is the mean error of each place, in persons.
    """

    tau: float
    bias: np.ndarray


def counties(*, rng):
    """Return made-up populations of 3,143 counties, the smallest first: lognormal, median 600 and mean 10,600.

    >>> sizes = counties(rng=np.random.default_rng(1))
    >>> len(sizes), bool(500 < np.median(sizes) < 700)
    (3143, True)
    """
    spread = sqrt(2 * log(_MEAN / _MEDIAN))
    return np.sort(np.rint(_MEDIAN * np.exp(spread * checks.generator(rng).normal(size=_COUNTIES))).astype(np.int64))


def post_processed(counts, *, sigma, runs, rng):
    """Return `counts` with Gaussian noise, made non-negative with their true total, again and again: runs x places.

    `counts` are one for each place, 0 to 1,000,000,000, and 10,000,000,000 at most in all; the noise's standard
    deviation `sigma` is 0.001 to 100,000,000; `runs` 1 to 1,000,000.
    >>> post_processed([3, 0, 5], sigma=10, runs=2, rng=np.random.default_rng(1)).sum(axis=1).round(9).tolist()
    [8.0, 8.0]
    """
    counts, sigma = _counts(counts), _sigma(sigma)
    runs = checks.whole("runs", runs, at_least=1, at_most=10**6)
    noise = checks.generator(rng).normal(scale=sigma, size=(runs, len(counts)))
    return simplex(counts + noise, float(counts.sum()))


def balance(released, counts):
    """Return JASON's B of each place, (up - down) / (up + down) for the mean squares of its errors above and below 0.

    It is 1 for a place that only gains, -1 for one that only loses, NaN for one that never errs. `released` are runs x
    places, `counts` the true ones. Source: JSR-21-02, caption of figure 6-7: B = (σ₊² - σ₋²) / (σ₊² + σ₋²), without
    saying what σ± is. We read a standard deviation of the errors of one sign: means over the runs that err up, and over
    those that err down. Means over all runs would count how often, too; the sign is the same, but for a large place,
    with normal errors around -tau, this B is about -sqrt(2 / pi) tau / sigma and the other twice that: -0.082 and
    -0.163 for the largest of `counties` at sigma = 200. Errors of 2 and -1: (4 - 1) / (4 + 1).
    >>> balance([[5.0], [2.0]], [3]).tolist()
    [0.6]
    """
    error, _, _ = _errors(released, counts)
    sides = (error * side for side in (1, -1))
    up, down = ((one.clip(0) ** 2).sum(axis=0) / np.maximum((one > 0).sum(axis=0), 1) for one in sides)
    return np.divide(up - down, up + down, out=np.full(up.shape, np.nan), where=up + down > 0)


def mean_field(counts, *, sigma):
    """Return the `MeanField` of `counts` under Gaussian noise, without simulation.

    tau is where the places' expected counts ``E max(0, count + sigma Z - tau)`` add up to the true total.
    >>> field = mean_field([50, 50], sigma=100)  # two places alike: no bias
    >>> bool(abs(field.bias).max() < 1e-9), bool(field.tau > 0)
    (True, True)
    """
    from scipy.optimize import brentq

    counts, sigma = _counts(counts).astype(float), _sigma(sigma)
    if not counts.any():
        return MeanField(np.inf, np.zeros(len(counts)))
    # everybody under water at the top; at the bottom everybody above
    top = counts.max() + 40 * sigma
    tau = brentq(lambda tau: gain(counts, sigma, tau).sum(), -40 * sigma, top, xtol=1e-12 * sigma)
    return MeanField(float(tau), gain(counts, sigma, tau))


def gain(counts, sigma, tau):
    """Return what places gain on average if their noisy counts are lowered by `tau`, or to 0 if less is left."""
    from scipy.special import ndtr

    z = (counts - tau) / sigma
    return (counts - tau) * ndtr(z) + sigma * np.exp(-z * z / 2) / sqrt(2 * np.pi) - counts


def sibling_bias(siblings=10, *, families=4000, rule, rng):
    """Return what rounding gives each sibling on average, in persons per cell: by its place on the list.

    Families of `siblings` with Poisson counts of mean 20 get whole-number noise of standard deviation 3, keep their
    sums and are rounded by `rule` of `rounding`; each mean has a standard error of about .45 / sqrt(families).
    >>> gift = sibling_bias(4, rule="first", rng=np.random.default_rng(1))
    >>> bool(gift[0] > 0.3), bool(gift[-1] < -0.3)
    (True, True)
    """
    siblings = checks.whole("siblings", siblings, at_least=1, at_most=10**4)
    families = checks.whole("families", families, at_least=1, at_most=10**6)
    if families * siblings > 10**7:
        raise ValueError(f"families and siblings must be at most 10,000,000 counts, got {families} x {siblings}")
    checks.choice("rule", rule, RULES)
    truth = checks.generator(rng).poisson(_PERSONS, (families * siblings, 1))
    parent = np.repeat(np.arange(families), siblings)
    sums = truth.reshape(families, siblings).sum(axis=1)[:, None]
    real = project(truth + np.rint(rng.normal(scale=_SIGMA, size=truth.shape)), parent, sums)
    return (round_controlled(real, parent, sums, rule=rule, rng=rng) - real).reshape(families, siblings).mean(axis=0)


def _counts(counts):
    counts = checks.integers("counts", counts, low=0, high=10**9)
    if counts.ndim != 1:
        raise ValueError(f"counts must be one number for each place, got shape {counts.shape}")
    if counts.sum() > LARGEST:
        raise ValueError(f"counts must be at most {LARGEST} in all, got {counts.sum()}")
    return counts


def _sigma(sigma):
    """Return `sigma` as a float, if counts with such noise are still numbers that `projection` takes."""
    if not 0.001 <= checks.positive("sigma", sigma) <= 1e8:
        raise ValueError(f"sigma must be from 0.001 to 1e+08, got {sigma}")
    return float(sigma)


def _errors(released, counts):
    """Return released - counts, the released ones and the counts as arrays: runs x places, twice, and places."""
    counts = _counts(counts)
    released = checks.columns("released", checks.reals("released", released), len(counts))
    return released - counts, released, counts
