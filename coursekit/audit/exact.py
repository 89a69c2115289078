"""What a release really tells of one person: exact privacy losses of the three algorithms."""

from math import ceil, expm1, log, log1p

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

    Examples
    --------
    >>> [largest_loss(name, epsilon=1, neighbours="replace-one") for name in ("GDPC", "RDPC", "ADPC")]
    [2.0, 1.5, 2.0]
    """
    checks.choice("algorithm", algorithm, ALGORITHMS)
    moves = checks.choice("neighbours", neighbours, ("add-remove", "replace-one")) == "replace-one"
    checks.whole("levels", levels, at_least=1)
    share = levels / (levels + 1) if algorithm == "RDPC" else 1
    return checks.privacy_loss(epsilon) * (2 * share if moves else 1)


def log_chances(sums, *, epsilon, parts=1):
    """Return ln of the probability that `parts` independent noises G(epsilon / parts) add up to each of `sums`.

    All terms of the formula are positive, so that chances of 1e-300 are right too; by a Fourier transform, all below
    1e-17 would be noise.

    Parameters
    ----------
    sums : array of int
        The residual of `adpc_mechanism` times `parts`.
    epsilon : float
        Promised privacy loss of the mean of all parts, above 0.
    parts : int, default 1
        Number of noises, up to 1000; 1 for GDPC.

    Examples
    --------
    With one part and q = exp(-ln 2) = 1/2, the chance of 0 is (1 - q) / (1 + q).

    >>> round(float(np.exp(log_chances(0, epsilon=log(2)))), 9)
    0.333333333
    """
    from scipy.special import gammaln, logsumexp

    size = np.abs(checks.integers("sums", sums, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT)).astype(float)
    z = checks.privacy_loss(epsilon, sensitivity=checks.whole("parts", parts, at_least=1, at_most=1000))
    i = np.arange(parts).reshape(-1, *[1] * size.ndim)
    # rising factorials: (parts)_i / (size + 1)_i, and size + parts - 1 over parts - 1
    rising = gammaln(parts + i) - gammaln(parts) - gammaln(size + 1 + i) + gammaln(size + 1)
    chosen = gammaln(parts) - gammaln(i + 1) - gammaln(parts - i)
    terms = chosen + rising - i * (2 * z + log(-expm1(-2 * z)))
    ways = gammaln(size + parts) - gammaln(parts) - gammaln(size + 1)
    return parts * (log(-expm1(-z)) - log1p(np.exp(-z))) - z * size + ways + logsumexp(terms, axis=0)


def exact_loss(k, *, epsilon, parts=1):
    """Return the exact privacy loss of residuals `k` of GDPC (one part) or ADPC: ln of P[k] over P[k + 1].

    It rises with k and comes as close to epsilon as one likes, but for `parts` above 1 it never gets there: about
    ``epsilon - (parts - 1) / k`` for large k.

    Examples
    --------
    >>> exact_loss([-1, 0], epsilon=0.5).round(9)
    array([-0.5,  0.5])
    >>> exact_loss([0, 72, 184], epsilon=0.05, parts=4).round(4)
    array([0.0002, 0.025 , 0.0369])
    """
    checks.whole("parts", parts, at_least=1, at_most=1000)
    k = checks.integers("k", k, low=-checks.LARGEST_COUNT // 1000 + 1, high=checks.LARGEST_COUNT // 1000 - 1)
    return log_chances(parts * k, epsilon=epsilon, parts=parts) - log_chances(parts * (k + 1), epsilon=epsilon, parts=parts)


def exact_delta(*, promise, epsilon, parts=1):
    """Return the delta with which GDPC (one part) or ADPC keeps a `promise` smaller than its epsilon.

    Neighbours: one person more or less.

    Examples
    --------
    >>> exact_delta(promise=0.025, epsilon=0.025), round(exact_delta(promise=0.025, epsilon=0.05, parts=4), 9)
    (0.0, 0.000408849)
    """
    checks.positive("promise", promise)
    z = checks.privacy_loss(epsilon, sensitivity=checks.whole("parts", parts, at_least=1, at_most=1000))
    reach = ceil((50 + 10 * parts) / z) + parts  # of the rest, exp(-50) is left
    if reach > 2**24:
        raise ValueError(f"epsilon / parts must be >= {(50 + 10 * parts) / 2**24:.2g}, got {epsilon} / {parts}")
    here = log_chances(np.arange(-reach, reach + 1), epsilon=epsilon, parts=parts)
    gap = promise + here[parts:] - here[:-parts]
    gap[gap > -1e-9] = 0  # equal but for rounding
    return float((np.exp(here[:-parts]) * np.abs(np.expm1(np.minimum(gap, 0)))).sum())
