"""Composition theorems: the total epsilon of k releases of which no more is known than (epsilon, delta) each.

Neighbours are those of the single releases, whatever relation these were made for. Each result is the epsilon of all k
releases together at a total of `delta`.
"""

from math import e, exp, expm1, log, log1p, sqrt, tanh

import numpy as np

from coursekit import checks

MOST_RELEASES = 10**6


def compose_basic(*, k, epsilon):
    """Return the total epsilon of `k` releases by adding up, k * epsilon; their deltas, if they have any, add up too.

    `k` is from 1 to 1,000,000, and `epsilon`, the privacy loss of each release, from 2**-32 to 30, the range that
    random floats can honour. Source: source text, section 7.7.1; Dwork & Roth 2014, "The Algorithmic Foundations of
    Differential Privacy", theorem 3.16.
    >>> compose_basic(k=3, epsilon=0.5)
    1.5
    """
    return checks.whole("k", k, at_least=1, at_most=MOST_RELEASES) * checks.privacy_loss(epsilon)


def compose_advanced(*, k, epsilon, delta):
    """Return the total epsilon of `k` releases by "advanced" composition, which can be more than by adding up.

    It is ``epsilon * sqrt(2 k ln(1/delta)) + k * epsilon * (e**epsilon - 1)``. That is less than k * epsilon only if
    epsilon < ln 2 = .69 and k > 2 ln(1/delta) / (2 - e**epsilon)**2; for epsilon = .1 and delta = 1e-6, from 35
    releases on. Both bounds always hold, so that the smaller one may be used. `k` and `epsilon` as for `compose_basic`;
    `delta`, that of all releases together, is above 0 and below 1. Source: Dwork, Rothblum & Vadhan 2010, "Boosting and
    Differential Privacy", FOCS, theorem III.3; Dwork & Roth 2014, theorem 3.20.
    >>> round(compose_advanced(k=2, epsilon=log(2), delta=exp(-1)) / log(2), 12)  # 2 + 2 * 1
    4.0
    """
    return advanced(*checked(k, epsilon, delta))


def compose_closed_form(*, k, epsilon, delta):
    """Return an upper bound on `compose_optimal` that can be written down; it is never more than adding up.

    With m = k * epsilon * tanh(epsilon / 2) it is the least of ``k * epsilon``, ``m + epsilon * sqrt(2 k ln(1/delta))``
    and ``m + epsilon * sqrt(2 k ln(e + epsilon * sqrt(k) / delta))``. Parameters as for `compose_advanced`. Source:
    Kairouz, Oh & Viswanath 2015, "The Composition Theorem for Differential Privacy", ICML, theorem 3.4.
    >>> compose_closed_form(k=1, epsilon=0.5, delta=1e-6)
    0.5
    """
    return closed_form(*checked(k, epsilon, delta))


def compose_optimal(*, k, epsilon, delta):
    """Return the least total epsilon that holds for *any* `k` releases that are epsilon-private each.

    The worst of them are k answers by randomized response, so this is their exact bill; there is no grid in it and no
    simulation. Parameters as for `compose_advanced`, but `delta` may be 0, which gives k * epsilon. Source: Kairouz, Oh
    & Viswanath 2015, theorem 3.3. They give delta at the totals (k - 2 i) * epsilon; in between it is that of k answers
    by randomized response all the same, a straight line in e**total. For releases of *different* epsilon the least
    total is hard to compute (Murtagh & Vadhan 2016, "The Complexity of Computing the Optimal Composition of
    Differential Privacy", TCC). With odds of 3 to 1, a delta of 1/4 allows a ratio of 2: 3/4 - 2 * 1/4.
    >>> round(exp(compose_optimal(k=1, epsilon=log(3), delta=1 / 4)), 12)
    2.0
    """
    return optimal(*checked(k, epsilon, delta, zero=True))


def checked(k, epsilon, delta, *, zero=False):
    """Return the three numbers of a plan, as Python's own."""
    k = checks.whole("k", k, at_least=1, at_most=MOST_RELEASES)
    return k, checks.privacy_loss(epsilon), checks.failure(delta, zero=zero)


def advanced(k, epsilon, delta):
    """Return `compose_advanced` of any epsilon."""
    with np.errstate(over="ignore"):  # infinity is a true bill, if a silly one
        growth = float(np.expm1(epsilon))
    return epsilon * sqrt(-2 * k * log(delta)) + k * epsilon * growth


def closed_form(k, epsilon, delta):
    """Return `compose_closed_form` of any epsilon."""
    spread = min(-log(delta), log(e + epsilon * sqrt(k) / delta))
    return min(k * epsilon, k * epsilon * tanh(epsilon / 2) + epsilon * sqrt(2 * k * spread))


def optimal(k, epsilon, delta):
    """Solve delta(total) = delta for k answers by randomized response with odds of e**epsilon to 1."""
    from scipy.special import gammaln

    if delta == 0:
        return k * epsilon
    lies = np.arange(k // 2 + 1)  # up to half of the answers: losses (k - 2 * lies) * epsilon are not below 0
    ways = gammaln(k + 1) - gammaln(lies + 1) - gammaln(k - lies + 1)
    log_truth, log_lie = -log1p(exp(-epsilon)), -epsilon - log1p(exp(-epsilon))
    here = np.cumsum(np.exp(ways + (k - lies) * log_truth + lies * log_lie))
    log_next_door = np.logaddexp.accumulate(ways + lies * log_truth + (k - lies) * log_lie)
    # Between two losses delta = here - e**total * next_door. At the losses it is a sum without cancellation:
    overlap = np.exp(log_next_door + (k - 2 * lies) * epsilon)
    at_losses = np.concatenate([[0], -expm1(-2 * epsilon) * np.cumsum(overlap[:-1])])
    piece = int(np.searchsorted(at_losses, delta)) - 1
    if here[piece] <= delta:
        return 0.0
    return max(log(here[piece] - delta) - float(log_next_door[piece]), 0.0)
