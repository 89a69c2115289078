"""Central privacy: someone who holds everyone's data adds the noise.

The source text says *sanitizer* where the field says *mechanism* (chapters 6 and 7).
"""

from math import exp, expm1

import numpy as np

from coursekit import checks

_LARGEST_COUNT = 2**53  # noise adds at most a few times 2**37, so that int64 cannot overflow


def geometric_mechanism(counts, *, sensitivity=1, epsilon, rng):
    """Return `counts` with two-sided geometric noise: whole numbers, epsilon-differentially private.

    Neighbours: adding or removing one person moves one count by at most `sensitivity`, or several counts by at most
    `sensitivity` in total.

    The noise is k with probability (1 - a) / (1 + a) * a**abs(k), where a = exp(-epsilon / sensitivity).

    Parameters
    ----------
    counts : int or array of int
        True counts, any shape, each from -2**53 to 2**53.
    sensitivity : int, default 1
        How far one person can move the counts, from 1 to 2**53.
    epsilon : float
        Privacy loss, above 0; from sensitivity / 2**32 to 30 * sensitivity, the range that random floats can honour.
    rng : numpy.random.Generator
        Where the noise comes from.

    Returns
    -------
    numpy.int64 or array of int64
        Noisy counts in the shape of `counts`. They can be negative.

    Raises
    ------
    TypeError
        If `counts` or `sensitivity` are not integers, `epsilon` is not a number or `rng` is not a Generator.
    ValueError
        If a number is out of its range, `counts` is empty or anything is NaN.

    Notes
    -----
    Source: Ghosh, Roughgarden & Sundararajan 2012, "Universally Utility-Maximizing Privacy Mechanisms", SIAM Journal on
    Computing 41(6). The difference of two geometric numbers with the same a has this law. Rounding Laplace noise has
    another: 0 with probability 1 - exp(-1/2) = .3935 at epsilon 1, where this law has tanh(1/2) = .4621.

    Examples
    --------
    At epsilon 30 the noise is 0 but for one draw in five trillion.

    >>> geometric_mechanism([146, 0], epsilon=30, rng=np.random.default_rng(1))
    array([146,   0])
    """
    counts = checks.integers("counts", counts, low=-_LARGEST_COUNT, high=_LARGEST_COUNT)
    stop = -expm1(-_loss_per_step(sensitivity, epsilon))  # 1 - a, without the rounding that makes it 0 for tiny epsilon
    up, down = checks.generator(rng).geometric(stop, size=(2, *counts.shape))
    return counts + up - down


def geometric_variance(*, sensitivity=1, epsilon):
    """Return the variance of the noise of `geometric_mechanism`: 2 a / (1 - a)**2 with a = exp(-epsilon / sensitivity).

    Examples
    --------
    With epsilon = ln 2, a = 1/2 and the variance is 2 * (1/2) / (1/4).

    >>> from math import log
    >>> round(geometric_variance(epsilon=log(2)), 9)
    4.0
    """
    loss = _loss_per_step(sensitivity, epsilon)
    return 2 * exp(-loss) / expm1(-loss) ** 2


def _loss_per_step(sensitivity, epsilon):
    """Return epsilon / sensitivity, the privacy loss that a difference of 1 in a count may cause."""
    checks.whole("sensitivity", sensitivity, at_least=1, at_most=_LARGEST_COUNT)
    return checks.privacy_loss(epsilon, sensitivity=sensitivity)
