"""What a release really tells of one person: exact privacy losses of the three algorithms.

The privacy loss of a residual k (published minus exact count) is the log-ratio of its probability to that of k + 1,
because with one person more, who is left out of the exact count, the same publication has that residual. For a mean of
geometric noises it is known exactly. Source: Flaxman (see `coursekit.audit`), sections 2.2 and 2.3.
"""

from math import ceil, exp, expm1, log, log1p

import numpy as np

from coursekit import checks
from coursekit.audit.algorithms import ALGORITHMS


def largest_loss(algorithm, *, epsilon, neighbours="add-remove"):
    """Return the supremum of the privacy loss over everything that one of `ALGORITHMS` publishes.

    `epsilon` was promised for `neighbours` by "add-remove", where somebody comes or goes. By "replace-one" somebody
    moves, who counts twice in each level but not in the whole; RDPC has three levels below it.
    >>> [largest_loss(name, epsilon=1, neighbours="replace-one") for name in ("GDPC", "RDPC", "ADPC")]
    [2.0, 1.5, 2.0]
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    moves = checks.choice("neighbours", neighbours, ("add-remove", "replace-one")) == "replace-one"
    share = 3 / 4 if algorithm == "RDPC" else 1
    return checks.privacy_loss(epsilon) * (2 * share if moves else 1)


def exact_loss(k, *, epsilon, parts=1):
    """Return the exact privacy loss of residuals `k` of GDPC (one part) or ADPC (up to 1000): ln of P[k] over P[k + 1].

    It rises with k and comes as close to epsilon as one likes, but for `parts` above 1 it never gets there: about
    ``epsilon - (parts - 1) / k`` for large k.
    >>> exact_loss([0, 72, 184], epsilon=0.05, parts=4).round(4)
    array([0.0002, 0.025 , 0.0369])
    """
    z, parts = _noises(epsilon, parts)
    k = checks.integers("k", k, low=-checks.LARGEST_COUNT // 1000 + 1, high=checks.LARGEST_COUNT // 1000 - 1)
    here, up = np.abs(parts * k), np.abs(parts * (k + 1))
    return z * (up - here) + _log_ways(here, z, parts) - _log_ways(up, z, parts)


def exact_delta(*, promise, epsilon, parts=1):
    """Return the delta with which GDPC (one part) or ADPC keeps a `promise` smaller than its epsilon.

    >>> exact_delta(promise=0.025, epsilon=0.025), round(exact_delta(promise=0.025, epsilon=0.05, parts=4), 9)
    (0.0, 0.000408849)
    """
    promise, (z, parts) = checks.positive("promise", promise), _noises(epsilon, parts)
    wide, most = 50 + 10 * parts, 2**25 // parts  # of the rest, exp(-50) is left; a table of most x parts fits
    if wide / z + parts > most:
        raise ValueError(f"epsilon / parts must be >= {wide / (most - parts):.2g}, got {epsilon} / {parts}")
    reach = ceil(wide / z) + parts
    here = log_chances(np.abs(np.arange(-reach, reach + 1)), z, parts)
    gap = promise + here[parts:] - here[:-parts]
    gap[gap > -1e-9] = 0  # equal but for rounding
    return float((np.exp(here[:-parts]) * np.abs(np.expm1(np.minimum(gap, 0)))).sum())


# --- Sums of geometric noises ---------------------------------------------------------------------------------------


def _noises(epsilon, parts):
    """Return the loss of each of some noises, and their number."""
    parts = checks.whole("parts", parts, at_least=1, at_most=1000)
    return checks.privacy_loss(epsilon, sensitivity=parts), parts


def log_chances(size, z, parts):
    """Return ln of the probability that `parts` noises G(z) add up to `size` >= 0; chances of 1e-300 are right too."""
    return parts * (log(-expm1(-z)) - log1p(exp(-z))) - z * size + _log_ways(size, z, parts)


def _log_ways(size, z, parts):
    """Return it but for its largest factors, from positive terms: differences far out are right, unlike gammaln's."""
    i = np.arange(1, parts).reshape(-1, *[1] * size.ndim)
    ways = np.log((size + i) / i).sum(axis=0)  # size + parts - 1 over parts - 1
    steps = np.log((parts - i) * (parts + i - 1) / i / (size + i)) - log(expm1(2 * z))  # of each term to the next
    return ways + np.logaddexp.reduce(np.cumsum(steps, axis=0), axis=0, initial=0.0)
