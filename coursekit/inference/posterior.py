"""What a noisy count says about the rate behind it: exactly, and by throwing away what does not match.

A count s has a Poisson law whose rate theta has a gamma law for all that we know; the office publishes s with Laplace
noise of scale 1 / epsilon. Neighbours: one person more or less changes s by 1. All that is done here costs no privacy
(post-processing). Source: Gong 2019, "Exact Inference with Approximate Computation for Differentially Private Data via
Perturbations", arXiv:1909.12237; the talk, Algorithm 3 and "Numerical example: privatized count data".
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from coursekit import checks
from coursekit.mechanisms.law import plain

_RARE = 1e-18  # chances below it are left out of sums


@dataclass(frozen=True, kw_only=True)
class NoisyCount:
    """The belief about a rate after a noisy count, which is a mixture of gamma laws, one for each possible count.

    If the count were s, the belief would be gamma with shape + s and rate + 1. The release makes s likely or unlikely:
    its weight is the chance of s before the release (a negative binomial law), times e^(-epsilon |release - s|).

    release, epsilon : float. The published number, from -10,000 to 10,000, and its privacy loss, from 2**-32 to 30.
    shape, rate : float. The gamma law before the release, 0.01 to 10,000 and 0.01 to 100: mean shape / rate.
    >>> belief = NoisyCount(release=37.4, epsilon=0.2)
    >>> round(belief.mean, 5), round(belief.sd, 5)
    (28.57633, 4.73388)
    """

    release: float
    epsilon: float
    shape: float = 25.0
    rate: float = 1.0

    def __post_init__(self):
        limits = {"release": (-1e4, 1e4), "shape": (0.01, 1e4), "rate": (0.01, 100)}
        object.__setattr__(self, "epsilon", checks.privacy_loss(self.epsilon))
        for name, (low, high) in limits.items():
            value = checks.number(name, getattr(self, name))
            if not low <= value <= high:
                raise ValueError(f"{name} must be from {low:g} to {high:g}, got {value}")
            object.__setattr__(self, name, float(value))

    @cached_property
    def _law(self):
        """Counts that may be behind the release, their log chances before it, and their log weights after it."""
        mean, share = self.shape / self.rate, 1 / (1 + self.rate)
        above = mean + 12 * np.sqrt(mean / (1 - share)) + 50 / -np.log(share)
        s = np.arange(int(max(above, self.release + 50 / -np.log(share))) + 2)
        before = special.gammaln(self.shape + s) - special.gammaln(self.shape) - special.gammaln(s + 1)
        before += self.shape * np.log1p(-share) + s * np.log(share)
        after = before - self.epsilon * np.abs(self.release - s)
        likely = after > after.max() + np.log(_RARE)
        return s[likely], before[likely], after[likely]

    @property
    def counts(self):
        """The counts that may be behind the release, and how likely each of them is: two arrays."""
        s, _, after = self._law
        weights = np.exp(after - after.max())
        return s, weights / weights.sum()

    @property
    def acceptance(self):
        """Share of simulated counts that `abc_tries` keeps: the mean of e^(-epsilon |release - s|)."""
        return float(np.exp(special.logsumexp(self._law[2])))

    @property
    def mean(self):
        """Mean of the rate after the release."""
        s, weights = self.counts
        return float(weights @ (self.shape + s) / (self.rate + 1))

    @property
    def sd(self):
        """Standard deviation of the rate after the release."""
        s, weights = self.counts
        square = weights @ ((self.shape + s) * (self.shape + s + 1)) / (self.rate + 1) ** 2
        return float(np.sqrt(square - self.mean**2))

    def density(self, theta):
        """Return the density of the belief at each `theta`, rates from 0 to 1e9."""
        theta = checks.reals("theta", theta, low=0, high=1e9)
        s, weights = self.counts
        power, speed = self.shape + s, self.rate + 1
        with np.errstate(divide="ignore", invalid="ignore"):
            front = np.log(weights) + power * np.log(speed) - special.gammaln(power)
            parts = np.multiply.outer(np.log(theta), power - 1) + front
            found = np.exp(parts - speed * theta[..., None]).sum(axis=-1)
        return plain(np.where(theta > 0, found, 0.0))

    def cdf(self, theta):
        """Return the chance that the rate is at most `theta`, for each."""
        theta = checks.reals("theta", theta, low=0, high=1e9)
        s, weights = self.counts
        return plain(special.gammainc(self.shape + s, (self.rate + 1) * theta[..., None]) @ weights)

    def quantile(self, share):
        """Return the rate that the belief exceeds with probability 1 - `share`; one share above 0 and below 1."""
        from scipy.optimize import brentq

        share = checks.inside("share", share, 0, 1)
        s, _ = self.counts
        low, high = special.gammaincinv(self.shape + s[[0, -1]], share) / (self.rate + 1)
        return float(low if low == high else brentq(lambda theta: self.cdf(theta) - share, low, high, xtol=1e-12))

    def draw(self, *, size, rng):
        """Return `size` independent rates from the belief: a count first, then a rate for it."""
        size, rng = checks.whole("size", size, at_least=1, at_most=2**27), checks.generator(rng)
        s, weights = self.counts
        return rng.gamma(self.shape + rng.choice(s, size, p=weights)) / (self.rate + 1)


def abc_tries(release, *, epsilon, shape=25.0, rate=1.0, tries, rng):
    """Imagine `tries` worlds and tell which of them to keep: approximate Bayesian computation, here without error.

    Each world has a rate from the belief before the release, and a count from the Poisson law of that rate. It is kept
    with probability e^(-epsilon |release - count|), which is how much rarer noise of that size is than none. The kept
    rates are independent draws from the belief after the release. There are 1 to 2**27 `tries`; the other parameters
    are as for `NoisyCount`. Three arrays come back: rate, count, and whether the world is kept.
    >>> _, _, kept = abc_tries(37.4, epsilon=0.2, tries=100_000, rng=np.random.default_rng(1))
    >>> round(float(kept.mean()), 2)
    0.16
    """
    wanted = NoisyCount(release=release, epsilon=epsilon, shape=shape, rate=rate)
    tries, rng = checks.whole("tries", tries, at_least=1, at_most=2**27), checks.generator(rng)
    theta = rng.standard_gamma(wanted.shape, tries) / wanted.rate
    s = rng.poisson(theta)
    return theta, s, rng.random(tries) < np.exp(-wanted.epsilon * np.abs(wanted.release - s))
