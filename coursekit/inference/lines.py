"""The most likely line behind noisy points: guess where each point was before the noise, draw the line, and repeat.

The model is `LinearModel`, published with Laplace noise of scale 1 / epsilon each (neighbours as in `regression`). The
talk, "In case you ask", shows this fit but does not say which law it gives to x and what it takes for known; this is
our choice. Only intercept and slope are estimated. For given x, the y behind a noisy one has a closed form. If r is how
far the noisy y lies above the line at x, normal error plus Laplace noise has the density (epsilon / 2) (A + B) with

    A = e^(-epsilon r + epsilon^2 sigma^2 / 2) Phi(r / sigma - epsilon sigma),   and B the same for -r,

and the mean of the normal error alone is epsilon sigma^2 (A - B) / (A + B) (Reed 2006, "The normal-Laplace distribution
and its relatives"). So the exact E-step is a sum over the whole numbers x.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from coursekit import checks
from coursekit.inference.regression import LinearModel, known_model, least_squares, points
from coursekit.mechanisms.law import plain

_LARGEST = 1e4  # all whole numbers up to the largest x are summed over


@dataclass(frozen=True, kw_only=True, eq=False)
class NoisyLine:
    """Noisy points and what is known about how they came to be.

    x, y : array of float, shape (n,) or (studies, n). Published values, at least 3 a study.
    epsilon, model : float, LinearModel. Privacy loss of each of the two; `sigma` and `mean` are taken from the model.
    >>> rng = np.random.default_rng(1)
    >>> x, y = (values + rng.laplace(scale=2, size=400) for values in LinearModel().draw(400, rng=rng))
    >>> line = NoisyLine(x=x, y=y, epsilon=0.5).walk(steps=40)
    >>> round(float(line[0, 1]), 1), round(float(line[-1, 1]), 1)
    (2.2, 3.9)
    """

    x: np.ndarray
    y: np.ndarray
    epsilon: float
    model: LinearModel = LinearModel()

    def __post_init__(self):
        for name, value in zip("xy", points(self.x, self.y, largest=_LARGEST)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "epsilon", checks.privacy_loss(self.epsilon))
        known_model(self.model)

    @cached_property
    def _grid(self):
        """The whole numbers that x can be, and the log chance of each behind each noisy x: (..., n, values)."""
        mean = self.model.mean
        low, high = mean - 8 * np.sqrt(mean), mean + 9 * np.sqrt(mean) + 12
        values = np.arange(max(int(min(low, self.x.min())), 0), int(max(high, self.x.max())) + 1.0)
        chance = values * np.log(mean) - mean - special.gammaln(values + 1) + np.log(self.epsilon / 2)
        return values, chance - self.epsilon * np.abs(self.x[..., None] - values)

    def _halves(self, r):
        """Give the logarithms of A and B."""
        wide = self.epsilon * self.model.sigma
        a = special.log_ndtr(r / self.model.sigma - wide) - self.epsilon * r
        b = special.log_ndtr(-r / self.model.sigma - wide) + self.epsilon * r
        return a + wide**2 / 2, b + wide**2 / 2

    def guesses(self, line):
        """Give, for a `line` (..., 2), each value of x its weight behind each point, and the y to expect with it.

        Returns (array, shape (values,); array, shape (..., n, values); array of the same shape).
        """
        values, chance = self._grid
        on_line = line[..., :1, None] + line[..., 1:, None] * values
        a, b = self._halves(self.y[..., None] - on_line)
        weights = chance + np.logaddexp(a, b)
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return values, weights, on_line + self.epsilon * self.model.sigma**2 * np.tanh((a - b) / 2)

    def step(self, line):
        """Return the next line (..., 2): the one through the guesses that `line` (intercept, slope) leads to."""
        x, weights, y = self.guesses(_pair(line))
        return _through(weights.sum(axis=-2), x, (weights * y).sum(axis=-2))

    def mc_step(self, line, *, draws, rng):
        """Return the next line by simulation, as the talk does: `draws` imagined points for each row, weighed.

        Imagined points come from the model with `line` (intercept, slope); each weighs e^(-epsilon |x gap| - epsilon
        |y gap|), where the gaps are those to the published row. One study at a time; `draws` from 1 to 2**20.
        """
        line, draws = _pair(line), checks.whole("draws", draws, at_least=1, at_most=2**20)
        shape = (*self.x.shape, draws)
        x = checks.generator(rng).poisson(self.model.mean, shape)
        y = line[..., :1, None] + line[..., 1:, None] * x + rng.normal(0, self.model.sigma, shape)
        far = self.epsilon * (np.abs(self.x[..., None] - x) + np.abs(self.y[..., None] - y))
        weights = np.exp(far.min(axis=-1, keepdims=True) - far)
        weights /= weights.sum(axis=-1, keepdims=True)
        flat = (*self.x.shape[:-1], -1)
        weights, x, y = (part.reshape(flat) for part in (weights, x, y))
        return _through(weights, x, weights * y)

    def walk(self, *, steps, draws=None, rng=None):
        """Walk from the naive line to the most likely one: 1 to 10,000 `steps` of (intercept, slope), the naive ones
        first.

        Steps are exact, or use `draws` imagined points a row from `rng`. The shape is (steps + 1, ..., 2).
        """
        steps, naive = checks.whole("steps", steps, at_least=1, at_most=10_000), least_squares(self.x, self.y)
        path = np.empty((steps + 1, *self.x.shape[:-1], 2))
        path[0, ..., 0], path[0, ..., 1] = naive.intercept, naive.slope
        for t in range(steps):
            path[t + 1] = self.step(path[t]) if draws is None else self.mc_step(path[t], draws=draws, rng=rng)
        return path

    def log_likelihood(self, line):
        """Return the logarithm of how likely the published points are if `line` (..., 2) is true."""
        line = _pair(line)
        values, chance = self._grid
        r = self.y[..., None] - line[..., :1, None] - line[..., 1:, None] * values
        parts = chance + np.logaddexp(*self._halves(r)) + np.log(self.epsilon / 2)
        return plain(special.logsumexp(parts, axis=-1).sum(axis=-1))

    def information(self, line):
        """Return the observed information (..., 2, 2) at `line`: how sharply the log-likelihood bends there.

        Its slope is known exactly (the mean of the complete one: Fisher's identity); the bend is a difference of two.
        """
        line, rows = _pair(line), []
        for k, width in enumerate((1e-3, 1e-4)):
            shift = np.eye(2)[k] * width
            rows.append((self._score(line - shift) - self._score(line + shift)) / (2 * width))
        found = np.stack(rows, axis=-1)
        return (found + np.swapaxes(found, -1, -2)) / 2

    def _score(self, line):
        x, weights, y = self.guesses(line)
        error = weights * (y - line[..., :1, None] - line[..., 1:, None] * x) / self.model.sigma**2
        return np.stack([error.sum(axis=(-1, -2)), (error * x).sum(axis=(-1, -2))], axis=-1)


def _pair(line):
    line = checks.reals("line", line)
    if line.shape[-1:] != (2,):
        raise ValueError(f"line must have 2 columns, intercept and slope, got shape {line.shape}")
    return line


def _through(weights, x, weighted_y):
    """Give the line of least weighted squares, as (intercept, slope)."""
    total, wx = weights.sum(axis=-1), weights * x
    first, wy = wx.sum(axis=-1), weighted_y.sum(axis=-1)
    slope = ((weighted_y * x).sum(axis=-1) - first * wy / total) / ((wx * x).sum(axis=-1) - first**2 / total)
    return np.stack([(wy - slope * first) / total, slope], axis=-1)
