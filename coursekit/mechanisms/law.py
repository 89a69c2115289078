"""What every law of noise answers: density, chances of events, and what an attacker can find out.

A release is the true value, here `center`, plus noise. Two neighbouring data sets give two centers, and the same noise
around each: two hills. The attacker sees one release, knows the law, and must tell two centers apart that differ by
`sensitivity`. Nothing is simulated. Laws are symmetric, and chances are computed from the nearer tail, so that even
those of 1e-300 are right. Arguments broadcast.
"""

from math import inf

import numpy as np

from coursekit import checks


class Noise:
    """What every law can do once it has `_draw`, `_log_density(x)`, `_log_above(x)`, `_delta` and `_misses`.

    `_log_above` is ln P[noise >= x]. `_delta(epsilon, sensitivity)` is the largest P[S] - e^epsilon P'[S] over all S,
    that of "t or more" for one threshold t, because all four likelihood ratios grow with the release.
    """

    _step = 0  # distance of two possible values

    def density(self, x, *, center=0):
        """Return the density of the release at each `x`; of whole-number noise, at integers, the chance."""
        with np.errstate(over="ignore"):
            return plain(np.exp(self._log_density(self._points("x", x) - self._points("center", center))))

    def event(self, low, high, *, center=0):
        """Return the probability of the event S that the release lies from `low` to `high`, both included.

        Infinities are allowed; `center`, the true value, is an integer for whole-number noise.
        """
        return plain(np.exp(self._log_event(low, high, "center", center)))

    def event_ratio(self, low, high, *, center, neighbour):
        """Return how many times as likely the event from `low` to `high` is at `center` as at `neighbour`.

        Pure differential privacy says: at most e^epsilon, whatever the event. An event that cannot happen gives NaN.
        """
        here = self._log_event(low, high, "center", center)
        next_door = self._log_event(low, high, "neighbour", neighbour)
        with np.errstate(invalid="ignore"):  # -inf minus -inf, the event that cannot happen
            return plain(np.exp(here - next_door))

    def delta(self, epsilon, *, sensitivity=1):
        """Return the least delta for which the noise is (epsilon, delta)-differentially private, at each `epsilon` > 0.

        `sensitivity`, above 0, is the distance of the two true values: a whole number for whole-number noise, and for
        several numbers with Gaussian noise their l2 distance. A delta of 1e-100 comes out right, too: to about
        1e-15 abs(ln(delta)) / epsilon of itself.
        """
        epsilon = checks.reals("epsilon", epsilon)
        checks.positive("epsilon", epsilon.min())
        return plain(self._delta(epsilon, self._distance(sensitivity)) + 0.0)  # + 0.0 makes -0.0 a 0.0

    def tradeoff(self, alpha, *, sensitivity=1):
        """Return the least share of misses that an attacker with a share `alpha` of false alarms (0 to 1) can have.

        One minus it, over `alpha`, is the attacker's ROC curve (Dong, Roth & Su 2022, "Gaussian Differential Privacy",
        Journal of the Royal Statistical Society B 84(1), section 2). `sensitivity` as for `delta`; whole ones to 2**20.
        """
        distance = self._distance(sensitivity, at_most=2**20)
        return plain(self._misses(checks.shares("alpha", alpha), distance))

    def success(self, *, sensitivity=1):
        """Return how often the best attacker is right when both data sets are equally likely: 1/2 is guessing."""
        return (1 + float(self._delta(np.array(0.0), self._distance(sensitivity)))) / 2

    def draw(self, *, size=None, rng):
        """Return one draw from `rng`, or an array of shape `size` of them; int64 for whole-number noise."""
        shape = shape_of(size)
        return plain(self._draw(shape, checks.generator(rng)))

    def _points(self, name, values):
        return checks.reals(name, values)

    def _distance(self, sensitivity, *, at_most=None):
        return checks.amount("sensitivity", sensitivity)

    def _log_event(self, low, high, name, center):
        low, high = _ends(low, high)
        if self._step:
            low, high = np.ceil(low), np.floor(high)
        center = self._points(name, center)
        low, high = low - center, high - center
        low, high = np.where(high < 0, -high, low), np.where(high < 0, -low, high)  # mirrored into the upper tail
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # ln 0, and ends as far out as floats go
            above, beyond = self._log_above(low), self._log_above(high + self._step)
            chance = above + np.log(-np.expm1(np.where(above == -inf, 0, np.minimum(beyond - above, 0))))
        return np.where(low > high, -inf, chance)


class WholeNoise(Noise):
    """Noise of whole numbers."""

    _step = 1

    def _points(self, name, values):
        return checks.integers(name, values, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT).astype(float)

    def _distance(self, sensitivity, *, at_most=2**53):
        return checks.whole("sensitivity", sensitivity, at_least=1, at_most=at_most)

    def _misses(self, alpha, sensitivity):
        """Return straight lines between the corners of the alarms "t or more", where the attacker tosses a coin."""
        t = self._thresholds(sensitivity)[::-1].astype(float)  # from no false alarms to many
        false_alarms = np.exp(self._log_above(t))
        misses = np.exp(self._log_above(sensitivity - t + 1))  # P[noise <= t - 1 - sensitivity], mirrored
        return np.interp(alpha, [0.0, *false_alarms, 1.0], [1.0, *misses, 0.0])


def delta_of_tails(log_here, log_next_door, epsilon):
    """Return P[S] - e^epsilon P'[S] from the logarithms of the two chances: both can be tiny."""
    gap = np.where(log_here == -inf, 0, np.minimum(epsilon + log_next_door - np.maximum(log_here, -1e300), 0))
    return np.exp(log_here) * -np.expm1(gap)


def normal_delta(epsilon, distance):
    """Return delta of Gaussian noise at `epsilon`, for two centers that are `distance` standard deviations apart."""
    from scipy import special

    middle = epsilon / distance
    return delta_of_tails(special.log_ndtr(distance / 2 - middle), special.log_ndtr(-distance / 2 - middle), epsilon)


def plain(number):
    """Return a Python float instead of a NumPy number that stands alone, so that graders and readers see a float."""
    return float(number) if isinstance(number, (np.ndarray, np.floating)) and np.ndim(number) == 0 else number


def shape_of(size):
    """Return the shape that `size` asks for, as a tuple; at least one draw."""
    lengths = size if isinstance(size, tuple) else () if size is None else (size,)
    return tuple(checks.whole("size", length, at_least=1, at_most=2**40) for length in lengths)


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
