"""What every law of noise answers: density, chances, and what an attacker can find out.

A release is the true value plus noise. Two neighbouring data sets give two true values, and the same noise around each:
two hills. The attacker sees one release, knows the law, and must tell two true values apart that differ by
`sensitivity`. Nothing is simulated. Laws are symmetric, and chances are computed from the nearer tail, so that even
those of 1e-300 are right. Arguments broadcast.
"""

from math import inf

import numpy as np

from coursekit import checks


class Noise:
    """What every law can do once it has `_draw`, `_log_density(x)`, `_log_above(x)`, `_delta` and `_misses`.

    `_delta(epsilon, sensitivity)` is the largest P[S] - e^epsilon P'[S] over all S, that of "t or more" for one
    threshold t, because all four likelihood ratios grow with the release.
    """

    def density(self, x):
        """Return the density of the noise at each `x`; of whole-number noise, at integers, the chance."""
        with np.errstate(over="ignore"):
            return plain(np.exp(self._log_density(self._points(x))))

    def log_above(self, x):
        """Return ln P[noise >= x] for each `x`, integers for whole-number noise.

        The event S that a release is t or more has `x` = t minus the true value. Pure differential privacy says: the
        logarithms at two neighbouring true values differ by at most epsilon.
        """
        return plain(self._log_above(self._points(x)))

    def delta(self, epsilon, *, sensitivity=1):
        """Return the least delta for which the noise is (epsilon, delta)-differentially private, at each `epsilon` > 0.

        `sensitivity`, above 0, is the distance of the two true values: whole for whole-number noise, for several
        numbers with Gaussian noise their l2 distance. A delta of 1e-100 is right to 1e-15 abs(ln(delta)) / epsilon of
        itself.
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

    def _points(self, x):
        return checks.reals("x", x)

    def _distance(self, sensitivity, *, at_most=None):
        return checks.amount("sensitivity", sensitivity)


class WholeNoise(Noise):
    """Noise of whole numbers."""

    def _points(self, x):
        return checks.integers("x", x, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT).astype(float)

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
