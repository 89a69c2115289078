"""Audits in one run: how many guesses about people, for whom coins were tossed, are right."""

from dataclasses import dataclass
from math import exp

import numpy as np

from coursekit import checks
from coursekit.audit.areas import function
from coursekit.audit.lower_bounds import LEVEL, MOST_RUNS, clopper_pearson, log_ratio


@dataclass(frozen=True)
class OneRun:
    """What guesses about many people in one run say of the privacy loss.

    Attributes
    ----------
    guesses, correct : int
        Guesses that were made, and how many were right.
    estimate : float
        The loss at which this share of right guesses is the most to be expected: ln of right over wrong ones. No bound.
    low : float
        With a confidence of 95%, the privacy loss is at least this.
    high : float
        The same of the share of right guesses that this attacker makes: no upper bound on the privacy loss.
    """

    guesses: int
    correct: int
    estimate: float
    low: float
    high: float


def one_run_bound(people, guesses, correct, *, delta=0.0):
    """Return bounds on the privacy loss after `correct` of `guesses` guesses about `people` fair coins were right.

    With a loss of epsilon, the number of right guesses is at most that of coins which come up right with probability
    e^epsilon / (1 + e^epsilon) each, whatever the attacker does.

    The attacker may abstain: `correct` <= `guesses` <= `people`, and at least one guess. `delta`, from 0 to below 1, is
    allowed.

    Source: Steinke, Nasr & Jagielski 2023, "Privacy Auditing with One (1) Training Run", NeurIPS, theorem 3.1.

    >>> bound = one_run_bound(1000, 1000, 750)
    >>> round(bound.estimate, 2), round(bound.low, 2)
    (1.1, 0.98)
    """
    people = checks.whole("people", people, at_least=1, at_most=MOST_RUNS)
    guesses = checks.whole("guesses", guesses, at_least=1, at_most=people)
    correct = checks.whole("correct", correct, at_least=0, at_most=guesses)
    delta = checks.failure(delta, zero=True)
    low, high = map(float, clopper_pearson(correct, guesses, LEVEL))
    if delta:
        low = _share_allowed(people, guesses, correct, delta, low)
    shares = correct / guesses, low, high
    return OneRun(guesses, correct, *(log_ratio(share, 1 - share) for share in shares))


def one_run_audit(mechanism, counts, *, rng, delta=0.0):
    """Return a lower bound on the privacy loss of a mechanism from one run: each count gets one person more, or not.

    A fair coin decides for each count. The attacker, who knows everything else, guesses that the person is there if the
    published count is more than half a person above the exact one without that person.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(counts, rng)`` returns published counts in the shape of `counts`.
    counts : array of int
        Exact counts, without the additional people.
    rng : numpy.random.Generator
    delta : float
        As in `one_run_bound`, whose `OneRun` comes back.

    >>> bound = one_run_audit(lambda counts, rng: counts, np.zeros(1000, int), rng=np.random.default_rng(1))
    >>> bound.correct, round(bound.low, 2), bound.estimate
    (1000, 5.81, inf)
    """
    function("mechanism", mechanism)
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT - 1)
    _, _, guesses, correct = toss(mechanism, counts, 0, checks.generator(rng))
    return one_run_bound(counts.size, guesses, correct, delta=delta)


def toss(mechanism, counts, abstain, rng):
    """Return coins and evidence of one run, and how many guesses and right ones there are beyond `abstain`."""
    there = rng.integers(2, size=counts.shape)
    published = checks.reals("what mechanism returns", mechanism(counts + there, rng))
    if published.shape != counts.shape:
        raise ValueError(f"mechanism must return counts in the shape {counts.shape}, got {published.shape}")
    evidence = published - counts - 0.5
    guessed = np.abs(evidence) > abstain
    correct = ((evidence > 0) == (there == 1)) & guessed
    return there, evidence, int(guessed.sum()), int(correct.sum())


def _share_allowed(people, guesses, correct, delta, most):
    """Return the share e^epsilon / (1 + e^epsilon) at which so many right guesses have a chance of 1 - LEVEL."""
    from scipy.optimize import brentq
    from scipy.special import betainc
    from scipy.stats import binom

    def at_least(right, share):
        return float(betainc(right, guesses - right + 1, share)) if right else 1.0

    def excess(share):
        chance, few, many = at_least(correct, share), min(1, correct), correct
        while few < many:  # the mean chance of the `few` numbers below `correct` rises to one peak and falls
            middle = (few + many) // 2
            mean = (at_least(correct - middle, share) - chance) / middle
            past = binom.pmf(correct - middle - 1, guesses, share) < mean
            few, many = (few, middle) if past else (middle + 1, many)
        drop = (at_least(correct - few, share) - chance) / few if few else 0.0
        return chance + 2 * people * delta * drop - (1 - LEVEL)

    lowest = 1 / (1 + exp(50))
    if excess(lowest) > 0:
        return 0.0
    return most if excess(most) <= 0 else brentq(excess, lowest, most, xtol=1e-14)
