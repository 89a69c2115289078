"""What a release really tells of one person: exact privacy losses of the three algorithms.

The privacy loss of a residual k (published minus exact count) is the log-ratio of its probability to that of k + 1,
because with one person more, who is left out of the exact count, the same publication has that residual. For a mean of
geometric noises it is known exactly. Source: Flaxman (see `coursekit.audit`), sections 2.2 and 2.3.
"""

from math import ceil, exp, expm1, log, log1p

import numpy as np

from coursekit import checks
from coursekit.audit.algorithms import ALGORITHMS


def largest_loss(algorithm, *, epsilon, neighbours="add-remove", levels=3):
    """Return the supremum of the privacy loss over everything that an algorithm publishes.

    Parameters
    ----------
    algorithm : {"GDPC", "RDPC", "ADPC"}
    epsilon : float
        What was promised, for one person more or less.
    neighbours : {"add-remove", "replace-one"}
        Somebody comes or goes; or somebody moves, who counts twice in each level but not in the whole.
    levels : int, default 3
        Levels below the whole; for RDPC alone.

    >>> [largest_loss(name, epsilon=1, neighbours="replace-one") for name in ("GDPC", "RDPC", "ADPC")]
    [2.0, 1.5, 2.0]
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    moves = checks.choice("neighbours", neighbours, ("add-remove", "replace-one")) == "replace-one"
    levels = checks.whole("levels", levels, at_least=1)
    share = levels / (levels + 1) if algorithm == "RDPC" else 1
    return checks.privacy_loss(epsilon) * (2 * share if moves else 1)


def log_chances(sums, *, epsilon, parts=1):
    """Return ln of the probability that `parts` independent noises G(epsilon / parts) add up to each of `sums`.

    All terms of the formula are positive, so that chances of 1e-300 are right too; by a Fourier transform, all below
    1e-17 would be noise.

    Parameters
    ----------
    sums : array of int
        The residual of `coursekit.audit.algorithms.adpc_mechanism` times `parts`.
    epsilon : float
        Promised privacy loss of the mean of all parts, above 0.
    parts : int, default 1
        Number of noises, up to 1000; 1 for GDPC.

    With one part and q = exp(-ln 2) = 1/2, the chance of 0 is (1 - q) / (1 + q).

    >>> round(float(np.exp(log_chances(0, epsilon=log(2)))), 9)
    0.333333333
    """
    size = np.abs(checks.integers("sums", sums, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT))
    return _log_chances(size, *_noises(epsilon, parts))


def exact_loss(k, *, epsilon, parts=1):
    """Return the exact privacy loss of residuals `k` of GDPC (one part) or ADPC: ln of P[k] over P[k + 1].

    It rises with k and comes as close to epsilon as one likes, but for `parts` above 1 it never gets there: about
    ``epsilon - (parts - 1) / k`` for large k.

    >>> exact_loss([-1, 0], epsilon=0.5).round(9)
    array([-0.5,  0.5])
    >>> exact_loss([0, 72, 184], epsilon=0.05, parts=4).round(4)
    array([0.0002, 0.025 , 0.0369])
    """
    z, parts = _noises(epsilon, parts)
    k = checks.integers("k", k, low=-checks.LARGEST_COUNT // 1000 + 1, high=checks.LARGEST_COUNT // 1000 - 1)
    here, up = np.abs(parts * k), np.abs(parts * (k + 1))
    return z * (up - here) + _log_ways(here, z, parts) - _log_ways(up, z, parts)


def exact_delta(*, promise, epsilon, parts=1):
    """Return the delta with which GDPC (one part) or ADPC keeps a `promise` smaller than its epsilon.

    Neighbours: one person more or less.

    >>> exact_delta(promise=0.025, epsilon=0.025), round(exact_delta(promise=0.025, epsilon=0.05, parts=4), 9)
    (0.0, 0.000408849)
    """
    promise, (z, parts) = checks.positive("promise", promise), _noises(epsilon, parts)
    wide, most = 50 + 10 * parts, 2**25 // parts  # of the rest, exp(-50) is left; a table of most x parts fits
    if wide / z + parts > most:
        raise ValueError(f"epsilon / parts must be >= {wide / (most - parts):.2g}, got {epsilon} / {parts}")
    reach = ceil(wide / z) + parts
    here = _log_chances(np.abs(np.arange(-reach, reach + 1)), z, parts)
    gap = promise + here[parts:] - here[:-parts]
    gap[gap > -1e-9] = 0  # equal but for rounding
    return float((np.exp(here[:-parts]) * np.abs(np.expm1(np.minimum(gap, 0)))).sum())


# --- Sums of geometric noises ---------------------------------------------------------------------------------------


def _noises(epsilon, parts):
    """Return the loss of each of some noises, and their number."""
    parts = checks.whole("parts", parts, at_least=1, at_most=1000)
    return checks.privacy_loss(epsilon, sensitivity=parts), parts


def _log_chances(size, z, parts):
    """Return ln of the probability of sums of absolute value `size`."""
    return parts * (log(-expm1(-z)) - log1p(exp(-z))) - z * size + _log_ways(size, z, parts)


def _log_ways(size, z, parts):
    """Return ln of that probability but for its largest factors, so that differences far out are right: no gammaln."""
    i = np.arange(1, parts).reshape(-1, *[1] * size.ndim)
    ways = np.log((size + i) / i).sum(axis=0)  # size + parts - 1 over parts - 1
    steps = np.log((parts - i) * (parts + i - 1) / i / (size + i)) - log(expm1(2 * z))  # of each term to the next
    return ways + np.logaddexp.reduce(np.cumsum(steps, axis=0), axis=0, initial=0.0)
