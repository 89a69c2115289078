"""The most likely rate behind a noisy count, found by guessing the count again and again.

The model is that of `posterior`. If we knew the count s, the best rate would be s itself. We do not, so we take what s
is on average, given the release and the rate that we hold so far, as the next rate: the EM algorithm of Dempster, Laird
& Rubin 1977, JRSS B 39(1). Source: the talk, "Exact likelihood inference with Monte Carlo EM".
"""

import numpy as np
from scipy import special

from coursekit import checks
from coursekit.mechanisms.law import plain

_REACH = 45  # e^-45 is below the last digit of a sum of floats


def _counts(theta, release, epsilon):
    """Give the mean and the variance of the count behind the release if the rate is theta."""
    wide = 10 * np.sqrt(theta) + _REACH
    low, high = min(theta - wide, release), max(theta + wide, release + 1)
    s = np.arange(max(int(low), 0), int(high) + 2)
    chance = s * np.log(theta) - special.gammaln(s + 1) - epsilon * np.abs(release - s)
    weights = np.exp(chance - chance.max())
    weights /= weights.sum()
    mean = weights @ s
    return float(mean), float(weights @ (s - mean) ** 2)


def expected_count(theta, *, release, epsilon):
    """Return the mean of the count behind a `release`, if the rate is `theta`: one exact step of EM.

    `theta` is from 1e-6 to 10,000, `release` from -10,000 to 10,000.
    >>> round(expected_count(37.237273, release=37.4, epsilon=0.2), 6)
    37.237273
    """
    return _counts(_rate("theta", theta), _published(release), checks.privacy_loss(epsilon))[0]


def count_em(*, release, epsilon, start, steps):
    """Walk from the rate `start` to the most likely one by 1 to 10,000 exact `steps`: an array with `start` first.

    Ranges are those of `expected_count`.
    >>> count_em(release=37.4, epsilon=0.2, start=25, steps=20)[[0, 1, 2, 20]].round(2).tolist()
    [25.0, 29.82, 33.59, 37.24]
    """
    return _walk(release, epsilon, start, steps, lambda theta, s_dp, loss: _counts(theta, s_dp, loss)[0])


def count_information(theta, *, release, epsilon):
    """Return the observed information about the rate: how sharply the likelihood of the release bends at `theta`.

    The full information (mean of the count) / theta**2 is what the count would tell; the noise costs (variance of the
    count, given the release) / theta**2 of it (Louis 1982, JRSS B 44(2)). The parameters are those of `expected_count`.
    >>> round(count_information(37.237273, release=37.4, epsilon=0.2), 8)
    0.01582061
    """
    theta = _rate("theta", theta)
    mean, variance = _counts(theta, _published(release), checks.privacy_loss(epsilon))
    return plain((mean - variance) / theta**2)


def _walk(release, epsilon, start, steps, step):
    release, epsilon = _published(release), checks.privacy_loss(epsilon)
    steps = checks.whole("steps", steps, at_least=1, at_most=10_000)
    path = np.empty(steps + 1)
    path[0] = _rate("start", start)
    for t in range(steps):
        path[t + 1] = step(path[t], release, epsilon)
    return path


def _rate(name, value):
    value = checks.number(name, value)
    if not 1e-6 <= value <= 1e4:
        raise ValueError(f"{name} must be from 1e-06 to 10000, got {value}")
    return float(value)


def _published(release):
    release = checks.number("release", release)
    if not -1e4 <= release <= 1e4:
        raise ValueError(f"release must be from -10000 to 10000, got {release}")
    return float(release)
