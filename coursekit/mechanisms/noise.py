"""The four laws of noise. What each of them answers (`delta`, `tradeoff`, `draw`, ...) is in `law`."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, expm1, log, log1p, pi, sinh, sqrt

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import Noise, WholeNoise, delta_of_tails, normal_delta
from coursekit.mechanisms.samplers import discrete_gaussian, symmetric, two_sided_geometric

_SUM_BELOW = 100  # sigma from which a series replaces sums over whole numbers, right to 1e-12 out to 10 sigma


@dataclass(frozen=True, kw_only=True)
class LaplaceNoise(Noise):
    """Laplace noise: density exp(-abs(x) / scale) / (2 scale).

    `scale`, above 0, in the unit of the statistic, is sensitivity / epsilon. It is also the mean absolute error.
    Source: Dwork, McSherry, Nissim & Smith 2006, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC;
    source text, section 7.6.1. Delta: Balle, Barthe & Gaboardi 2018, "Privacy Amplification by Subsampling: Tight
    Analyses via Couplings and Divergences", NeurIPS, the privacy profile of Laplace noise.
    >>> noise = LaplaceNoise(scale=1)  # needs no delta from epsilon 1 on
    >>> noise.delta([0.5, 1]).round(4), round(noise.tradeoff(0.5), 5), round(noise.success(), 4)
    (array([0.2212, 0.    ]), 0.18394, 0.6967)
    """

    scale: float

    def __post_init__(self):
        object.__setattr__(self, "scale", checks.amount("scale", self.scale))

    @property
    def expected_error(self):
        """Mean of the absolute error: the scale itself."""
        return self.scale

    def _draw(self, shape, rng):
        return rng.laplace(scale=self.scale, size=shape)

    def _log_density(self, x):
        return -np.abs(x) / self.scale - log(2 * self.scale)

    def _log_above(self, x):
        return np.where(x >= 0, -x / self.scale - log(2), np.log1p(-np.exp(np.minimum(x, 0) / self.scale) / 2))

    def _delta(self, epsilon, sensitivity):
        return -np.expm1(np.minimum(epsilon - sensitivity / self.scale, 0) / 2)

    def _misses(self, alpha, sensitivity):
        loss = sensitivity / self.scale
        with np.errstate(divide="ignore"):
            middle = np.exp(-loss - np.log(4 * alpha))
            steep = 1 - np.exp(np.minimum(loss + np.log(alpha), 0))
        return np.select([alpha <= exp(-loss) / 2, alpha < 0.5], [steep, middle], exp(-loss) * (1 - alpha))


@dataclass(frozen=True, kw_only=True)
class GaussianNoise(Noise):
    """Gaussian noise: the normal law with mean 0 and standard deviation `sigma`, above 0, in the unit of the statistic.

    Source: Dwork & Roth 2014, "The Algorithmic Foundations of Differential Privacy", appendix A; source text, section
    7.6.3. Delta: Balle & Wang 2018, "Improving the Gaussian Mechanism for Differential Privacy", ICML, theorem 8.
    Trade-off Phi(Phi^-1(1 - alpha) - sensitivity / sigma): Dong, Roth & Su 2022, definition 2.6.
    >>> noise = GaussianNoise(sigma=3)
    >>> round(exp(noise.log_above(-6)), 4), round(noise.delta(1, sensitivity=3), 7)
    (0.9772, 0.1269367)
    """

    sigma: float

    def __post_init__(self):
        object.__setattr__(self, "sigma", checks.amount("sigma", self.sigma))

    @property
    def expected_error(self):
        """Mean of the absolute error: sigma times sqrt(2 / pi), about .8 sigma."""
        return self.sigma * sqrt(2 / pi)

    def _draw(self, shape, rng):
        return rng.normal(scale=self.sigma, size=shape)

    def _log_density(self, x):
        return -((x / self.sigma) ** 2) / 2 - log(self.sigma * sqrt(2 * pi))

    def _log_above(self, x):
        from scipy import special  # half a second that whoever only draws need not wait for

        return special.log_ndtr(-x / self.sigma)

    def _delta(self, epsilon, sensitivity):
        return normal_delta(epsilon, sensitivity / self.sigma)

    def _misses(self, alpha, sensitivity):
        from scipy import special

        return special.ndtr(-special.ndtri(alpha) - sensitivity / self.sigma)


@dataclass(frozen=True, kw_only=True)
class GeometricNoise(WholeNoise):
    """Two-sided geometric (discrete Laplace) noise: k with chance (1 - a) / (1 + a) * a**abs(k), a = exp(-1 / scale).

    `scale`, from 1/30 to 2**32 counts, is sensitivity / epsilon. With sensitivity 1 the trade-off is the bound of pure
    privacy itself, that of binary randomized response. Source: Ghosh, Roughgarden & Sundararajan 2012, "Universally
    Utility-Maximizing Privacy Mechanisms", SIAM Journal on Computing 41(6).
    >>> noise = GeometricNoise(scale=1 / log(2))  # a = 1/2: 0 has (1/2) / (3/2), and 1 half of that
    >>> noise.density([0, 1]).round(6), round(noise.tradeoff(1 / 3), 6), round(noise.success(), 6)
    (array([0.333333, 0.166667]), 0.333333, 0.666667)
    """

    scale: float

    def __post_init__(self):
        object.__setattr__(self, "scale", _between("scale", self.scale, 1 / 30, 2.0**32))

    @property
    def expected_error(self):
        """Mean of the absolute error: 2 a / (1 - a**2)."""
        return 1 / sinh(1 / self.scale)

    @property
    def sd(self):
        """Standard deviation: sqrt(2 a) / (1 - a)."""
        return sqrt(2) * exp(-0.5 / self.scale) / -expm1(-1 / self.scale)

    def _draw(self, shape, rng):
        return two_sided_geometric(1 / self.scale, shape, rng).astype(np.int64)

    def _log_density(self, x):
        return -np.abs(x) / self.scale + log(-expm1(-1 / self.scale)) - log1p(exp(-1 / self.scale))

    def _log_above(self, x):
        tail = -np.maximum(x, 1 - x) / self.scale - log1p(exp(-1 / self.scale))
        return np.where(x >= 1, tail, np.log1p(-np.exp(tail)))

    def _delta(self, epsilon, sensitivity):
        threshold = np.minimum(np.floor((sensitivity + epsilon * self.scale) / 2) + 1, sensitivity)
        here = -np.expm1(np.minimum(epsilon - threshold / self.scale, 0))
        a = exp(-1 / self.scale)
        return (here - a * np.expm1((threshold - sensitivity) / self.scale)) / (1 + a)

    def _thresholds(self, sensitivity):
        return np.arange(1, sensitivity + 1)


@dataclass(frozen=True, kw_only=True)
class DiscreteGaussianNoise(WholeNoise):
    """Discrete Gaussian noise: whole number k with probability in proportion to exp(-k**2 / (2 sigma**2)).

    `sigma`, the parameter of the law, is from 1/64 to 2**40 counts (to 10,000 for `tradeoff`). Source: Canonne, Kamath
    & Steinke 2020, "The Discrete Gaussian for Differential Privacy", NeurIPS, definition 1 and theorem 7 (delta).
    The continuous Gaussian reaches delta = 1e-6 at sigma 4.2246789; the discrete one does not, by 2%.
    >>> DiscreteGaussianNoise(sigma=1 / sqrt(2 * log(2))).density([0, 1, 2]).round(4)  # as 1 to 1/2 to 1/16
    array([0.4697, 0.2349, 0.0294])
    """

    sigma: float

    def __post_init__(self):
        object.__setattr__(self, "sigma", _between("sigma", self.sigma, 2.0**-6, 2.0**40))

    @property
    def sd(self):
        """Standard deviation: less than sigma, by a factor that matters below sigma = 1 only."""
        if self.sigma >= _SUM_BELOW:
            return self.sigma
        support, weights = self._right_half
        return sqrt(2 * (support**2 * weights).sum() / exp(self._log_total))

    def _draw(self, shape, rng):
        if self.sigma < 2:  # the chance of 23 or more is below 1e-27
            return symmetric(self._log_above(np.arange(1, 23)), shape, rng)
        return discrete_gaussian(self.sigma, shape, rng)

    @cached_property
    def _right_half(self):
        """The whole numbers from 1 on that matter, and their weights."""
        support = np.arange(1, int(40 * self.sigma) + 3)
        return support, np.exp(-((support / self.sigma) ** 2) / 2)

    @cached_property
    def _log_total(self):
        if self.sigma >= _SUM_BELOW:  # the sum and the integral differ by a factor of 1 + 2 exp(-2 pi^2 sigma^2)
            return log(sqrt(2 * pi) * self.sigma)
        return log1p(2 * self._right_half[1].sum())

    def _log_density(self, x):
        return -((x / self.sigma) ** 2) / 2 - self._log_total

    def _log_above(self, x):
        start = np.minimum(np.maximum(x, 1 - x), 1e50 * self.sigma)  # as good as infinity, and its powers are floats
        tail = self._log_density(start) + np.log(self._tail_over_first(start))
        return np.where(x >= 1, tail, np.log1p(-np.exp(tail)))

    def _tail_over_first(self, start):
        """Return the sum of the weights from `start` >= 1 on, divided by the first of them."""
        sigma = self.sigma
        if sigma < _SUM_BELOW:
            ahead = np.arange(int(9 * sigma) + 3)  # exp(-9**2 / 2) is below the precision of floats
            return np.exp(-ahead * (ahead / 2 + start[..., None]) / sigma**2).sum(axis=-1)
        from scipy import special

        z = start / sigma  # Euler-Maclaurin: the integral, half of the first weight, and odd derivatives at the start
        integral = sqrt(pi / 2) * special.erfcx(z / sqrt(2)) * sigma
        third, fifth = z**3 - 3 * z, z**5 - 10 * z**3 + 15 * z
        return integral + 1 / 2 + z / (12 * sigma) - third / (720 * sigma**3) + fifth / (30240 * sigma**5)

    def _delta(self, epsilon, sensitivity):
        threshold = np.floor(epsilon * self.sigma**2 / sensitivity + sensitivity / 2) + 1
        return delta_of_tails(self._log_above(threshold - sensitivity), self._log_above(threshold), epsilon)

    def _thresholds(self, sensitivity):
        if self.sigma > 10_000:
            raise ValueError(f"sigma must be <= 10000 for a curve of corners, got {self.sigma}")
        reach = ceil(38 * self.sigma)  # corners further out have a share below 1e-300
        return np.arange(-reach, reach + sensitivity + 1)


def _between(name, value, low, high):
    value = checks.positive(name, value)
    if not low * (1 - 1e-12) <= value <= high:  # 1 / 30. is a hair away from the exact bound
        raise ValueError(f"{name} must be from {low:.4g} to {high:.4g}, got {value}")
    return float(value)
