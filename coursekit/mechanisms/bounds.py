"""What a promise of (epsilon, delta) guarantees against every attacker, whatever the mechanism.

The attacker sees one release and must tell two neighbouring data sets apart.
"""

from math import exp

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import plain


def tradeoff_bound(alpha, *, epsilon, delta=0.0):
    """Return the least share of misses of an attacker with a share `alpha` (0 to 1) of false alarms.

    It is the largest of 0, 1 - delta - e^epsilon alpha and e^-epsilon (1 - delta - alpha); `epsilon` is from 2**-32 to
    30, `delta` from 0 on and below 1. Source: Kairouz, Oh & Viswanath 2017, "The Composition Theorem for Differential
    Privacy", IEEE Transactions on Information Theory 63(6), theorem 2.1; Wasserman & Zhou 2010, JASA 105(489), theorem
    2.4.
    >>> tradeoff_bound([0.0, 1.0], epsilon=1.0, delta=0.1)
    array([0.9, 0. ])
    """
    alpha = checks.shares("alpha", alpha)
    growth, delta = exp(checks.privacy_loss(epsilon)), checks.failure(delta, zero=True)
    return plain(np.maximum(0, np.maximum(1 - delta - growth * alpha, (1 - delta - alpha) / growth)))


def success_bound(*, epsilon):
    """Return how often an attacker is right at most: e^epsilon / (e^epsilon + 1), both being equally likely.

    Source: Kairouz, Oh & Viswanath 2017, theorem 2.1.
    >>> round(success_bound(epsilon=np.log(3)), 6)
    0.75
    """
    return 1 / (1 + exp(-checks.privacy_loss(epsilon)))


def posterior_bound(prior, *, epsilon):
    """Return (low, high): between them stays the belief of whoever held `prior`, whatever is released.

    Differential privacy bounds a ratio of probabilities of the *release*; by Bayes' rule the odds of any fact about one
    person then move by a factor of at most e^epsilon. With a delta above 0 there is no such bound for every release.
    `prior`, 0 to 1, is the belief in one of two neighbouring data sets; `epsilon` is from 2**-32 to 30. Source:
    Kasiviswanathan & Smith 2014, "On the 'Semantics' of Differential Privacy", Journal of Privacy and Confidentiality
    6(1); source text, section 7.11, corrected.
    >>> [round(belief, 6) for belief in posterior_bound(0.5, epsilon=np.log(3))]
    [0.25, 0.75]
    """
    prior, odds = checks.shares("prior", prior), exp(-checks.privacy_loss(epsilon))
    return plain(prior * odds / (prior * odds + 1 - prior)), plain(prior / (prior + (1 - prior) * odds))
