"""The four kinds of noise: exact densities, chances of events and sizes of errors; and draws.

A release is the true value, here `center`, plus noise. Two neighbouring data sets give two centers, and the same noise
around each: two hills. All four laws are symmetric, and all chances are computed from the nearer tail, so that even
those of 1e-300 are right.

Arguments broadcast. TypeError for arguments of the wrong kind, ValueError for numbers out of their range.
"""

from dataclasses import dataclass
from math import exp, expm1, inf, log, log1p, pi, sinh, sqrt

import numpy as np

from coursekit import checks

_SMALLEST_SIGMA, _LARGEST_SIGMA = 2.0**-6, 2.0**40
_SUM_BELOW = 100  # sigma from which a series replaces sums over whole numbers, right to 1e-12 out to 10 sigma


class _Noise:
    """What every law can do once it has `_log_density(x)`, `_log_above(x)` and `_delta(epsilon, sensitivity)`.

    `_log_above` is ln P[noise >= x]. `_delta` is the largest P[S] - e^epsilon P'[S] over events S, for centers that are
    `sensitivity` apart: that of "t or more" for one threshold t, because all four likelihood ratios grow with the
    release. `_step` is the distance of two possible values.
    """

    _step = 0

    def density(self, x, *, center=0):
        """Return the density of the release at each `x`; for whole-number noise, the probability of each.

        Parameters
        ----------
        x : float or array of float
            Where to read it, in the unit of the statistic; integers for whole-number noise.
        center : float or array of float, default 0
            The true value; an integer for whole-number noise.
        """
        return _plain(np.exp(self._log_density(self._points("x", x) - self._points("center", center))))

    def event(self, low, high, *, center=0):
        """Return the probability of the event S that the release lies from `low` to `high`, both included.

        Parameters
        ----------
        low, high : float or array of float
            Ends of the event, `low` not above `high`; infinities are allowed.
        center : float or array of float, default 0
            The true value; an integer for whole-number noise.
        """
        low, high = _ends(low, high)
        return _plain(np.exp(self._log_event(low, high, self._points("center", center))))

    def event_ratio(self, low, high, *, center, neighbour):
        """Return how many times as likely the event from `low` to `high` is at `center` as at `neighbour`.

        Pure differential privacy says: at most e^epsilon, whatever the event. An event that cannot happen gives NaN.
        """
        low, high = _ends(low, high)
        here = self._log_event(low, high, self._points("center", center))
        next_door = self._log_event(low, high, self._points("neighbour", neighbour))
        with np.errstate(invalid="ignore"):  # -inf minus -inf, the event that cannot happen
            return _plain(np.exp(here - next_door))

    def draw(self, *, size=None, rng):
        """Return independent draws of the noise.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the draws; one number without it.
        rng : numpy.random.Generator
            Where the draws come from.

        Returns
        -------
        float or array of float; numpy.int64 or array of int64
            The integers for whole-number noise.
        """
        shape = checks.size(size)
        return _plain(self._draw(shape, checks.generator(rng)))

    def _points(self, name, values):
        if self._step:
            return checks.integers(name, values, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT).astype(float)
        return checks.reals(name, values)

    def _gain(self, threshold, epsilon, sensitivity):
        """Return P[S] - e^epsilon P'[S] for S = "threshold or more", from logarithms: both can be tiny."""
        here, next_door = self._log_above(threshold - sensitivity), self._log_above(threshold)
        gap = np.where(here == -inf, 0, np.minimum(epsilon + next_door - np.maximum(here, -1e300), 0))
        return np.exp(here) * -np.expm1(gap)

    def _log_event(self, low, high, center):
        if self._step:
            low, high = np.ceil(low), np.floor(high)
        low, high = np.broadcast_arrays(low - center, high - center)
        low, high = np.where(high < 0, -high, low), np.where(high < 0, -low, high)  # mirrored to the right
        first = np.maximum(low, self._step)  # the right half starts behind 0; what reaches 0 or below is added
        right = _log_minus(self._log_above(first), self._log_above(high + self._step))
        left = _log_minus(self._log_above(np.full_like(low, self._step)), self._log_above(self._step - low))
        middle = self._log_density(np.zeros_like(low)) if self._step else np.full_like(low, -inf)
        around = np.logaddexp(np.logaddexp(np.where(high >= self._step, right, -inf), left), middle)
        return np.where(low > high, -inf, np.where(low > 0, right, around))


@dataclass(frozen=True, kw_only=True)
class LaplaceNoise(_Noise):
    """Laplace noise: density exp(-abs(x) / scale) / (2 scale).

    Parameters
    ----------
    scale : float
        Scale b, above 0, in the unit of the statistic: sensitivity / epsilon.

    Notes
    -----
    Source: Dwork, McSherry, Nissim & Smith 2006, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC;
    source text, section 7.6.1.

    Examples
    --------
    Beyond both centers the ratio of two hills is e^(distance / scale), so ln of it is 1/10 here.

    >>> noise = LaplaceNoise(scale=10)
    >>> round(noise.density(146, center=146), 6), noise.expected_error
    (0.05, 10.0)
    >>> round(log(noise.event_ratio(150, 160, center=146, neighbour=145)), 6)
    0.1
    """

    scale: float

    def __post_init__(self):
        object.__setattr__(self, "scale", checks.amount("scale", self.scale))

    @property
    def expected_error(self):
        """Mean of the absolute error: the scale itself."""
        return self.scale

    @property
    def sd(self):
        """Standard deviation: sqrt(2) times the scale."""
        return sqrt(2) * self.scale

    def _draw(self, shape, rng):
        return rng.laplace(scale=self.scale, size=shape)

    def _log_density(self, x):
        return -np.abs(x) / self.scale - log(2 * self.scale)

    def _log_above(self, x):
        return np.where(x >= 0, -x / self.scale - log(2), np.log1p(-np.exp(np.minimum(x, 0) / self.scale) / 2))

    def _delta(self, epsilon, sensitivity):
        return -np.expm1(np.minimum(epsilon - sensitivity / self.scale, 0) / 2)


@dataclass(frozen=True, kw_only=True)
class GaussianNoise(_Noise):
    """Gaussian noise: the normal law with mean 0 and standard deviation `sigma`.

    Parameters
    ----------
    sigma : float
        Standard deviation, above 0, in the unit of the statistic.

    Notes
    -----
    Source: Dwork & Roth 2014, "The Algorithmic Foundations of Differential Privacy", appendix A; source text, section
    7.6.3.

    Examples
    --------
    Half of the releases lie above the true value, and 97.7% above the true value minus two sigma.

    >>> noise = GaussianNoise(sigma=3)
    >>> noise.event(146, float("inf"), center=146), round(noise.event(140, float("inf"), center=146), 4)
    (0.5, 0.9772)
    """

    sigma: float

    def __post_init__(self):
        object.__setattr__(self, "sigma", checks.amount("sigma", self.sigma))

    @property
    def expected_error(self):
        """Mean of the absolute error: sigma times sqrt(2 / pi), about .8 sigma."""
        return self.sigma * sqrt(2 / pi)

    @property
    def sd(self):
        """Standard deviation: sigma itself."""
        return self.sigma

    def _draw(self, shape, rng):
        return rng.normal(scale=self.sigma, size=shape)

    def _log_density(self, x):
        return -((x / self.sigma) ** 2) / 2 - log(self.sigma * sqrt(2 * pi))

    def _log_above(self, x):
        from scipy import special  # half a second that whoever only draws need not wait for

        return special.log_ndtr(-x / self.sigma)

    def _delta(self, epsilon, sensitivity):
        threshold = epsilon * self.sigma * (self.sigma / sensitivity) + sensitivity / 2
        return self._gain(threshold, epsilon, sensitivity)


@dataclass(frozen=True, kw_only=True)
class GeometricNoise(_Noise):
    """Two-sided geometric noise: k with probability (1 - a) / (1 + a) * a**abs(k), where a = exp(-1 / scale).

    Parameters
    ----------
    scale : float
        Scale, from 1/30 to 2**32, in counts: sensitivity / epsilon.

    Notes
    -----
    Also called discrete Laplace noise. Source: Ghosh, Roughgarden & Sundararajan 2012, "Universally Utility-Maximizing
    Privacy Mechanisms", SIAM Journal on Computing 41(6).

    Examples
    --------
    With scale 1 / ln 2, a = 1/2: 0 has probability (1/2) / (3/2), and 1 half of that.

    >>> noise = GeometricNoise(scale=1 / log(2))
    >>> noise.density([0, 1]).round(6)
    array([0.333333, 0.166667])
    """

    scale: float
    _step = 1

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
        return _two_sided_geometric(1 / self.scale, shape, rng).astype(np.int64)

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


@dataclass(frozen=True, kw_only=True)
class DiscreteGaussianNoise(_Noise):
    """Discrete Gaussian noise: whole number k with probability in proportion to exp(-k**2 / (2 sigma**2)).

    Parameters
    ----------
    sigma : float
        Parameter of the law, from 1/64 to 2**40, in counts.

    Notes
    -----
    Source: Canonne, Kamath & Steinke 2020, "The Discrete Gaussian for Differential Privacy", NeurIPS, definition 1.

    Examples
    --------
    With sigma = 1 / sqrt(2 ln 2) the probabilities of 0, 1 and 2 are as 1 to 1/2 to 1/16.

    >>> noise = DiscreteGaussianNoise(sigma=1 / sqrt(2 * log(2)))
    >>> noise.density([0, 1, 2]).round(4)
    array([0.4697, 0.2349, 0.0294])
    """

    sigma: float
    _step = 1

    def __post_init__(self):
        object.__setattr__(self, "sigma", _between("sigma", self.sigma, _SMALLEST_SIGMA, _LARGEST_SIGMA))

    @property
    def expected_error(self):
        """Mean of the absolute error."""
        if self.sigma >= _SUM_BELOW:
            return 2 * (self.sigma**2 - 1 / 12 - 1 / (240 * self.sigma**2)) / exp(self._log_total)
        return float(2 * (self._support * self._weights).sum() / exp(self._log_total))

    @property
    def sd(self):
        """Standard deviation: less than sigma, by a factor that matters below sigma = 1 only."""
        if self.sigma >= _SUM_BELOW:
            return self.sigma
        return sqrt(2 * (self._support**2 * self._weights).sum() / exp(self._log_total))

    def _draw(self, shape, rng):
        """Keep two-sided geometric proposals with the probability that turns their law into this one (algorithm 3)."""
        noise = np.empty(int(np.prod(shape)), np.int64)
        scale, filled = int(self.sigma) + 1, 0
        while filled < noise.size:
            missing = noise.size - filled
            proposals = _two_sided_geometric(1 / scale, (missing + missing // 2 + 16,), rng)
            distance = (np.abs(proposals) - self.sigma**2 / scale) / (sqrt(2) * self.sigma)
            # an exponential number exceeds x with probability exp(-x)
            kept = proposals[rng.standard_exponential(proposals.shape) > distance * distance][:missing]
            noise[filled : filled + kept.size] = kept
            filled += kept.size
        return noise.reshape(shape)[()]

    @property
    def _support(self):
        return np.arange(1, int(40 * self.sigma) + 3)

    @property
    def _weights(self):
        return np.exp(-((self._support / self.sigma) ** 2) / 2)

    @property
    def _log_total(self):
        if self.sigma >= _SUM_BELOW:  # the sum and the integral differ by a factor of 1 + 2 exp(-2 pi^2 sigma^2)
            return log(sqrt(2 * pi) * self.sigma)
        return log1p(2 * self._weights.sum())

    def _log_density(self, x):
        return -((x / self.sigma) ** 2) / 2 - self._log_total

    def _log_above(self, x):
        start = np.maximum(x, 1 - x)
        finite = np.where(start == inf, 1, start)
        tail = np.where(start == inf, -inf, self._log_density(finite) + np.log(self._tail_over_first(finite)))
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
        return self._gain(threshold, epsilon, sensitivity)


def _two_sided_geometric(loss, shape, rng):
    """Return k with probability in proportion to exp(-loss * abs(k)), as floats: a difference of geometric numbers.

    An exponential number reaches k * loss with probability exp(-k * loss), so the whole part of its ratio to `loss` is
    geometric; NumPy's own `geometric` searches term by term and takes up to five times as long.
    """
    numbers = rng.standard_exponential((2, *shape))
    numbers /= loss  # in place, because memory is what takes the time
    up, down = np.floor(numbers, out=numbers)
    return up - down


def _log_minus(larger, smaller):
    """Return ln(e^larger - e^smaller), -inf where they are equal."""
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.where(larger == -inf, 0, np.minimum(smaller - larger, 0))
        return larger + np.log(-np.expm1(gap))


def _ends(low, high):
    """Return the ends of an event as float arrays of one shape, in order."""
    low, high = (checks.reals(name, value, low=-inf, high=inf) for name, value in (("low", low), ("high", high)))
    try:
        low, high = np.broadcast_arrays(low, high)
    except ValueError:
        raise ValueError(f"low and high must have shapes that fit, got {low.shape} and {high.shape}") from None
    if (low > high).any():
        raise ValueError(f"low must be <= high, got {low[low > high].flat[0]} and {high[low > high].flat[0]}")
    return low, high


def _between(name, value, low, high):
    if not low * (1 - 1e-12) <= checks.positive(name, value) <= high:  # 1 / 30. is a hair away from the exact bound
        raise ValueError(f"{name} must be from {low:.4g} to {high:.4g}, got {value}")
    return float(value)


def _plain(number):
    """Return a Python float instead of a NumPy number that stands alone, so that graders and readers see a float."""
    return float(number) if isinstance(number, (np.ndarray, np.floating)) and np.ndim(number) == 0 else number
