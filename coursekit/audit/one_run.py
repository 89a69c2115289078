"""Audits in one run: how many guesses about people, for whom coins were tossed, are right."""

from dataclasses import dataclass

import numpy as np

from coursekit import checks
from coursekit.audit.areas import function
from coursekit.audit.lower_bounds import LEVEL, MOST_RUNS, clopper_pearson, log_ratio


@dataclass(frozen=True)
class OneRun:
    """What guesses about many people in one run say of the privacy loss.

    guesses, correct : int. Guesses that were made, and how many were right.
    estimate : float. The loss at which this share of right guesses is to be expected: ln of right over wrong. No bound.
    low : float. With a confidence of 95%, the privacy loss is at least this.
    high : float. The same of the share of right guesses that this attacker makes: no upper bound on the privacy loss.
    """

    guesses: int
    correct: int
    estimate: float
    low: float
    high: float


def one_run_bound(guesses, correct):
    """Return bounds on the privacy loss after `correct` of `guesses` guesses, one or more, about fair coins were right.

    With a loss of epsilon, the number of right guesses is at most that of coins which come up right with probability
    e^epsilon / (1 + e^epsilon) each, whatever the attacker does. Source: Steinke, Nasr & Jagielski 2023, "Privacy
    Auditing with One (1) Training Run", NeurIPS, theorem 3.1.
    >>> bound = one_run_bound(1000, 750)
    >>> round(bound.estimate, 2), round(bound.low, 2)
    (1.1, 0.98)
    """
    guesses = checks.whole("guesses", guesses, at_least=1, at_most=MOST_RUNS)
    correct = checks.whole("correct", correct, at_least=0, at_most=guesses)
    low, high = map(float, clopper_pearson(correct, guesses, LEVEL))
    return OneRun(guesses, correct, *(log_ratio(share, 1 - share) for share in (correct / guesses, low, high)))


def one_run_audit(mechanism, counts, *, rng):
    """Return a lower bound on the privacy loss of a mechanism from one run: each count gets one person more, or not.

    A fair coin decides for each count. The attacker, who knows all `counts` without these people, guesses that the
    person is there if the published count is more than half a person above. ``mechanism(counts, rng)`` keeps the shape.
    >>> bound = one_run_audit(lambda counts, rng: counts, np.zeros(1000, int), rng=np.random.default_rng(1))
    >>> bound.correct, round(bound.low, 2), bound.estimate
    (1000, 5.81, inf)
    """
    function("mechanism", mechanism)
    counts = checks.integers("counts", counts, low=0, high=checks.LARGEST_COUNT - 1)
    return one_run_bound(*toss(mechanism, counts, 0, checks.generator(rng))[2:])


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
