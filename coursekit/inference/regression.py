"""A line through points that carry noise of a known law, and what the noise does to it.

Neighbours, throughout: x and y are counts, and one person more or less changes each of them by at most 1. A row of
noisy x and y has a privacy loss of epsilon for each of the two, so it costs 2 epsilon whoever is counted in both. The
talk (Gong 2020, "Towards Good Statistical Inference from Differentially Private Data", slides "Do not ignore a privacy
mechanism") publishes both with Laplace noise of scale 1 / epsilon and fits a line as if there were none.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import plain

_LARGEST = 1e9  # beyond it squares would lose the digits that a residual needs


@dataclass(frozen=True, kw_only=True)
class LinearModel:
    """Counts x with a Poisson law, and y on a line through them with normal errors; the talk's example by default.

    intercept, slope : float. The true line: y = intercept + slope * x, each from -1e6 to 1e6.
    sigma, mean : float. Standard deviation of y around the line, 1e-3 to 1e6; mean (and variance) of x, 0.01 to 10,000.
    >>> x, y = LinearModel().draw(1000, rng=np.random.default_rng(1))
    >>> round(least_squares(x, y).slope, 1)
    4.0
    """

    intercept: float = -5.0
    slope: float = 4.0
    sigma: float = 5.0
    mean: float = 10.0

    def __post_init__(self):
        limits = {"intercept": (-1e6, 1e6), "slope": (-1e6, 1e6), "sigma": (1e-3, 1e6), "mean": (0.01, 1e4)}
        for name, (low, high) in limits.items():
            object.__setattr__(self, name, float(_between(name, getattr(self, name), low, high)))

    def draw(self, shape, *, rng):
        """Return x and y, floats of the given `shape`: a number of rows, or (studies, rows)."""
        shape, rng = _shape(shape), checks.generator(rng)
        x = rng.poisson(self.mean, shape).astype(float)
        return x, self.intercept + self.slope * x + rng.normal(0, self.sigma, shape)


class Line(NamedTuple):
    """A line fitted by least squares, or one for each study: numbers, or arrays in the shape of the studies."""

    intercept: float
    slope: float
    variance: float  # of the residuals: their squares, summed and divided by n - 2
    n: int
    center: float  # mean of x
    spread: float  # squared distances of x from it, summed

    @property
    def slope_error(self):
        """Standard error of the slope, as a reader would compute it who knows of no noise."""
        return plain(np.sqrt(self.variance / self.spread))

    def covers(self, intercept, slope, *, level=0.95):
        """Return whether the confidence ellipse of this level holds the pair (intercept, slope).

        The ellipse is the usual one for two parameters, which holds the truth in `level` of all studies if the model is
        right. Its threshold is a quantile of the F law with 2 and n - 2 degrees of freedom, which has a closed form.
        """
        intercept, slope = (
            checks.reals(name, value, low=-1e12, high=1e12)
            for name, value in (("intercept", intercept), ("slope", slope))
        )
        wrong = slope - self.slope
        height = intercept - self.intercept + wrong * self.center
        distance = self.n * height**2 + self.spread * wrong**2
        return plain(distance <= self.variance * self.threshold(level=level))

    def threshold(self, *, level=0.95):
        """Return 2 F: how far the ellipse reaches, in units of the residual variance."""
        rest = self.n - 2
        return rest * ((1 - checks.inside("level", level, 0, 1)) ** (-2 / rest) - 1)


def least_squares(x, y):
    """Fit a line to each row of points, shape (n,) or (studies, n), with no thought of noise.

    At least 3 points a study, values from -1e9 to 1e9. A study whose x are all the same has no slope (NaN).
    >>> least_squares([0, 1, 2], [1, 3, 5]).slope
    2.0
    """
    x, y = points(x, y)
    center, height = x.mean(axis=-1), y.mean(axis=-1)
    dx, dy = x - center[..., None], y - height[..., None]
    spread, both = np.einsum("...i,...i", dx, dx), np.einsum("...i,...i", dx, dy)
    with np.errstate(invalid="ignore", divide="ignore"):
        slope = both / spread
    left = np.maximum(np.einsum("...i,...i", dy, dy) - slope * both, 0)
    n = x.shape[-1]
    parts = height - slope * center, slope, left / (n - 2)
    return Line(*map(plain, parts), n, plain(center), plain(spread))


def noise_variance(*, epsilon):
    """Return the variance of Laplace noise on a count: 2 / epsilon**2.

    >>> noise_variance(epsilon=0.5)
    8.0
    """
    return 2 / checks.privacy_loss(epsilon) ** 2


def attenuation(variance, *, epsilon):
    """Return the factor by which noise on x flattens the slope: variance / (variance + 2 / epsilon**2).

    `variance` is that of x without noise, above 0. Source: the talk, "Do not ignore a privacy mechanism"; Fuller 1987,
    "Measurement Error Models", section 1.1, calls it the reliability ratio.
    >>> attenuation(10, epsilon=0.5)
    0.5555555555555556
    """
    variance = checks.amount("variance", variance)
    return variance / (variance + noise_variance(epsilon=epsilon))


class Corrected(NamedTuple):
    """A line that was bent back, with the standard error of its slope."""

    intercept: float
    slope: float
    slope_error: float


def corrected_line(x, y, *, epsilon):
    """Fit a line to noisy points and undo what the noise on x did to it, which takes nothing but epsilon.

    The noise adds 2 / epsilon**2 to the variance of x and nothing to what x and y have in common; so we take it off
    again. The standard error comes from the points' influence on the slope and needs no law of x; it is right for many
    points. Where noisy x vary no more than noise alone would, nothing is left to divide by: NaN. `x` and `y` are as for
    `least_squares`, with Laplace noise of scale 1 / epsilon.
    >>> rng = np.random.default_rng(1)
    >>> x, y = (values + rng.laplace(scale=2, size=5000) for values in LinearModel().draw(5000, rng=rng))
    >>> round(least_squares(x, y).slope, 1), round(corrected_line(x, y, epsilon=0.5).slope, 1)
    (2.3, 4.0)
    """
    x, y = points(x, y)
    noise, n = noise_variance(epsilon=epsilon), x.shape[-1]
    center, height = x.mean(axis=-1), y.mean(axis=-1)
    dx, dy = x - center[..., None], y - height[..., None]
    left = np.einsum("...i,...i", dx, dx) / (n - 1) - noise
    left = np.where(left > 0, left, np.nan)
    slope = np.einsum("...i,...i", dx, dy) / (n - 1) / left
    influence = (dx * dy - slope[..., None] * (dx**2 - noise)) / left[..., None]
    error = influence.std(axis=-1, ddof=1) / np.sqrt(n)
    return Corrected(*map(plain, (height - slope * center, slope, error)))


def points(x, y, *, largest=_LARGEST):
    """Check that x and y are points of a line: two arrays of one shape with at least 3 on the last axis."""
    x, y = (checks.reals(name, values, low=-largest, high=largest) for name, values in (("x", x), ("y", y)))
    if x.ndim not in (1, 2) or x.shape[-1] < 3:
        raise ValueError(f"x must have at least 3 points in a row, got shape {x.shape}")
    if y.shape != x.shape:
        raise ValueError(f"y must have the shape of x, {x.shape}, got shape {y.shape}")
    return x, y


def known_model(model):
    """Check that somebody said which model is meant."""
    if not isinstance(model, LinearModel):
        raise TypeError(f"model must be a LinearModel, got {checks.shown(model)}")
    return model


def _between(name, value, low, high):
    number = checks.number(name, value)
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low:g} to {high:g}, got {value}")
    return number


def _shape(shape):
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not 1 <= len(sizes) <= 2:
        raise ValueError(f"shape must be a number of rows or (studies, rows), got {checks.shown(shape)}")
    return tuple(checks.whole("shape", size, at_least=1, at_most=2**27) for size in sizes)
