"""Composition theorems: the total epsilon of k releases of which no more is known than (epsilon, delta) each.

Neighbours are those of the single releases, whatever relation these were made for. Each result is the epsilon of all k
releases together at a total of `delta`.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import e, exp, expm1, log, log1p, sqrt, tanh

import numpy as np

from coursekit import checks
from coursekit.accounting.pld import MOST_RELEASES


def compose_basic(*, k, epsilon):
    """Return the total epsilon of `k` releases by adding up, k * epsilon; their deltas, if they have any, add up too.

    `k` is from 1 to 1,000,000, and `epsilon`, the privacy loss of each release, from 2**-32 to 30, the range that
    random floats can honour. Source: source text, section 7.7.1; Dwork & Roth 2014, "The Algorithmic Foundations of
    Differential Privacy", theorem 3.16.

    >>> compose_basic(k=3, epsilon=0.5)
    1.5
    """
    return checks.whole("k", k, at_least=1, at_most=MOST_RELEASES) * checks.privacy_loss(epsilon)


def compose_advanced(*, k, epsilon, delta, delta_each=0.0):
    """Return the total epsilon of `k` releases by "advanced" composition, which can be more than by adding up.

    With s = delta - k * delta_each it is ``epsilon * sqrt(2 k ln(1/s)) + k * epsilon * (e**epsilon - 1)``. That is less
    than k * epsilon only if epsilon < ln 2 = .69 and k > 2 ln(1/s) / (2 - e**epsilon)**2; for epsilon = .1 and
    s = 1e-6, from 35 releases on. Both bounds always hold, so that the smaller one may be used. Source: Dwork, Rothblum
    & Vadhan 2010, "Boosting and Differential Privacy", FOCS, theorem III.3; Dwork & Roth 2014, theorem 3.20.

    Parameters
    ----------
    k, epsilon
        As for `compose_basic`.
    delta : float
        Delta of all releases together, above k * delta_each and below 1.
    delta_each : float, default 0
        Delta of each release, from 0 to below 1; 0 for the Laplace and the geometric mechanism.

    Examples
    --------
    With 2 ln(1/s) = 2 and epsilon = ln 2, two releases cost ln 2 * (2 + 2 * 1) = 4 ln 2: twice as much as adding up.

    >>> round(compose_advanced(k=2, epsilon=log(2), delta=exp(-1)) / log(2), 12)
    4.0
    """
    return _plan(k, epsilon, checks.failure(delta), delta_each).advanced()


def compose_closed_form(*, k, epsilon, delta, delta_each=0.0):
    """Return an upper bound on `compose_optimal` that can be written down; it is never more than adding up.

    With 1 - s = (1 - delta) / (1 - delta_each)**k and m = k * epsilon * tanh(epsilon / 2) it is the least of
    ``k * epsilon``, ``m + epsilon * sqrt(2 k ln(1/s))`` and ``m + epsilon * sqrt(2 k ln(e + epsilon * sqrt(k) / s))``.
    Source: Kairouz, Oh & Viswanath 2015, "The Composition Theorem for Differential Privacy", ICML, theorem 3.4.

    Parameters as for `compose_advanced`; delta must be above 1 - (1 - delta_each)**k.

    >>> compose_closed_form(k=1, epsilon=0.5, delta=1e-6)
    0.5
    """
    return _plan(k, epsilon, checks.failure(delta), delta_each).closed_form()


def compose_optimal(*, k, epsilon, delta, delta_each=0.0):
    """Return the least total epsilon that holds for *any* `k` releases that are (epsilon, delta_each)-private each.

    The worst of them are k answers by randomized response (each with a chance of delta_each to give all away), so this
    is their exact bill; there is no grid in it and no simulation. Source: Kairouz, Oh & Viswanath 2015, theorem 3.3.
    They give delta at the totals (k - 2 i) * epsilon; in between it is that of k answers by randomized response all the
    same, a straight line in e**total. For releases of *different* epsilon the least total is hard to compute (Murtagh &
    Vadhan 2016, "The Complexity of Computing the Optimal Composition of Differential Privacy", TCC).

    Parameters as for `compose_advanced`; delta must be at least 1 - (1 - delta_each)**k, and 0 gives k * epsilon.

    One answer with odds of 3 to 1 has probabilities 3/4 and 1/4. A delta of 1/4 allows a ratio of 2: 3/4 - 2 * 1/4.

    >>> round(exp(compose_optimal(k=1, epsilon=log(3), delta=1 / 4)), 12)
    2.0
    """
    return _plan(k, epsilon, checks.failure(delta, zero=True), delta_each).optimal()


@dataclass(frozen=True)
class Plan:
    """`k` releases, (epsilon, delta_each)-private each, and the delta of them all: what the theorems start from."""

    k: int
    epsilon: float
    delta: float
    delta_each: float = 0.0

    def advanced(self):
        # From the decimals that a person reads: 3 * 0.1 is not more than 0.3
        slack = float(Fraction(str(self.delta)) - self.k * Fraction(str(self.delta_each)))
        self._need(slack > 0, "> k * delta_each")
        with np.errstate(over="ignore"):  # infinity is a true bill, if a silly one
            growth = float(np.expm1(self.epsilon))
        return self.epsilon * sqrt(-2 * self.k * log(slack)) + self.k * self.epsilon * growth

    def closed_form(self):
        self._need(self._slack > 0, "> 1 - (1 - delta_each)**k")
        k, epsilon, slack = self.k, self.epsilon, self._slack
        spread = min(-log(slack), log(e + epsilon * sqrt(k) / slack))
        return min(k * epsilon, k * epsilon * tanh(epsilon / 2) + epsilon * sqrt(2 * k * spread))

    def optimal(self):
        """Solve delta(total) = slack for k answers by randomized response with odds of e**epsilon to 1."""
        from scipy.special import gammaln

        self._need(self._slack >= 0, ">= 1 - (1 - delta_each)**k")
        k, epsilon, slack = self.k, self.epsilon, self._slack
        if slack == 0:
            return k * epsilon
        lies = np.arange(k // 2 + 1)  # up to half of the answers: losses (k - 2 * lies) * epsilon are not below 0
        ways = gammaln(k + 1) - gammaln(lies + 1) - gammaln(k - lies + 1)
        log_truth, log_lie = -log1p(exp(-epsilon)), -epsilon - log1p(exp(-epsilon))
        here = np.cumsum(np.exp(ways + (k - lies) * log_truth + lies * log_lie))
        log_next_door = np.logaddexp.accumulate(ways + lies * log_truth + (k - lies) * log_lie)
        # Between two losses delta = here - e**total * next_door. At the losses it is a sum without cancellation:
        overlap = np.exp(log_next_door + (k - 2 * lies) * epsilon)
        at_losses = np.concatenate([[0], -expm1(-2 * epsilon) * np.cumsum(overlap[:-1])])
        piece = int(np.searchsorted(at_losses, slack)) - 1
        if here[piece] <= slack:
            return 0.0
        return max(log(here[piece] - slack) - float(log_next_door[piece]), 0.0)

    @property
    def _slack(self):
        """Return what delta leaves if no release gives all away: s with 1 - delta = (1 - delta_each)**k * (1 - s)."""
        if not self.delta_each:
            return self.delta
        return -expm1(min(log1p(-self.delta) - self.k * log1p(-self.delta_each), 1))  # below 0 is too little anyway

    def _need(self, fits, rule):
        if not fits:
            where = f"where delta_each is {self.delta_each} and k is {self.k}"
            raise ValueError(f"delta must be {rule}, {where}, got {self.delta}")


def _plan(k, epsilon, delta, delta_each):
    """Check the parameters of a plan, each for itself."""
    if not 0 <= checks.number("delta_each", delta_each) < 1:
        raise ValueError(f"delta_each must be >= 0 and < 1, got {delta_each}")
    k = checks.whole("k", k, at_least=1, at_most=MOST_RELEASES)
    return Plan(k, checks.privacy_loss(epsilon), delta, float(delta_each))
