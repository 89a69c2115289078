"""Audits in one run: how many guesses about people, for whom coins were tossed, are right."""

from dataclasses import dataclass
from math import exp

import numpy as np

from coursekit import checks
from coursekit.audit.areas import function
from coursekit.audit.lower_bounds import MOST_RUNS, clopper_pearson, log_ratio


@dataclass(frozen=True, kw_only=True)
class OneRun:
    """What guesses about many people in one run say of the privacy loss.

    Attributes
    ----------
    people, guesses, correct : int
        People whose coins were tossed, guesses that were made, and how many were right.
    estimate : float
        The loss at which this share of right guesses is the most to be expected: ln of right over wrong ones. No bound.
    low : float
        With confidence `level`, the privacy loss is at least this.
    high : float
        The same of the share of right guesses that this attacker makes: no upper bound on the privacy loss.
    level : float
    """

    people: int
    guesses: int
    correct: int
    estimate: float
    low: float
    high: float
    level: float


def one_run_bound(people, guesses, correct, *, level=0.95, delta=0.0):
    """Return bounds on the privacy loss after `correct` of `guesses` guesses about `people` fair coins were right.

    With a loss of epsilon, the number of right guesses is at most that of coins which come up right with probability
    e^epsilon / (1 + e^epsilon) each, whatever the attacker does.

    Parameters
    ----------
    people, guesses, correct : int
        The attacker may abstain: `correct` <= `guesses` <= `people`, and at least one guess.
    level, delta : float
        Confidence of each bound; allowed delta, from 0 to below 1.

    Source: Steinke, Nasr & Jagielski 2023, "Privacy Auditing with One (1) Training Run", NeurIPS, theorem 3.1.

    >>> bound = one_run_bound(1000, 1000, 750)
    >>> round(bound.estimate, 2), round(bound.low, 2)
    (1.1, 0.98)
    """
    people = checks.whole("people", people, at_least=1, at_most=MOST_RUNS)
    guesses = checks.whole("guesses", guesses, at_least=1, at_most=people)
    correct = checks.whole("correct", correct, at_least=0, at_most=guesses)
    delta, level = checks.failure(delta, zero=True), float(checks.inside("level", level, 0, 1))
    low, high = map(float, clopper_pearson(correct, guesses, level))
    if delta:
        low = _share_allowed(people, guesses, correct, delta, 1 - level, low)
    estimate, low, high = (log_ratio(share, 1 - share) for share in (correct / guesses, low, high))
    counted = {"people": people, "guesses": guesses, "correct": correct}
    return OneRun(**counted, estimate=estimate, low=low, high=high, level=level)


def one_run_audit(mechanism, counts, *, rng, abstain=0.0, level=0.95, delta=0.0):
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
    abstain : float, default 0.0
        No guess if the published count is at most that far from the half. Choose it before the run.
    level, delta : float
        As in `one_run_bound`, whose `OneRun` comes back.

    >>> bound = one_run_audit(lambda counts, rng: counts, np.zeros(1000, int), rng=np.random.default_rng(1))
    >>> bound.correct, round(bound.low, 2), bound.estimate
    (1000, 5.81, inf)
    """
    function("mechanism", mechanism)
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT - 1)
    if checks.number("abstain", abstain) < 0:
        raise ValueError(f"abstain must be >= 0, got {abstain}")
    there = checks.generator(rng).integers(2, size=counts.shape)
    published = checks.reals("what mechanism returns", mechanism(counts + there, rng))
    if published.shape != counts.shape:
        raise ValueError(f"mechanism must return counts in the shape {counts.shape}, got {published.shape}")
    evidence = published - counts - 0.5
    guessed = np.abs(evidence) > abstain
    if not guessed.any():
        got = f"{abstain} and evidence up to {np.abs(evidence).max():g}"
        raise ValueError(f"abstain must leave somebody to guess about, got {got}")
    correct = ((evidence > 0) == (there == 1)) & guessed
    return one_run_bound(counts.size, int(guessed.sum()), int(correct.sum()), level=level, delta=delta)


def _share_allowed(people, guesses, correct, delta, alpha, most):
    """Return the share e^epsilon / (1 + e^epsilon) at which so many right guesses have a chance of `alpha`."""
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
        return chance + 2 * people * delta * drop - alpha

    lowest = 1 / (1 + exp(50))
    if excess(lowest) > 0:
        return 0.0
    return most if excess(most) <= 0 else brentq(excess, lowest, most, xtol=1e-14)
