"""The game of `weights` played the other way round: the questions have the weights, and cells are drawn (DualQuery).

The number of people is public, and neighbours have one person replaced by another.
"""

from math import inf

import numpy as np

from coursekit import checks
from coursekit.accounting.composition import compose_advanced
from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.releases.questions import checked_questions

_MOST, _MOST_EPSILON = 10_000, 100


def dual_query(counts, questions, *, epsilon, rng, rounds=80, samples=50):
    """Return counts of cells, `rounds` people in all, that answer the `questions`: epsilon-differentially private.

    In each round some questions are drawn that made-up people so far answer too seldom with yes, and the cell that
    answers most of these with yes gets a person. Each question has a twin that asks for the other people. No noise is
    added: the privacy is in the draw. Here all cells are gone through where the paper asks an integer program.

    counts, questions, epsilon, rng : as for `weights.mwem`, with `epsilon` from 1e-7 to 3,000, as draws have tiny
        shares.
    rounds, samples : int. People made up, 2 to 10,000; questions drawn in each round, 1 to 10,000.
    Source: Gaboardi, Gallego Arias, Hsu, Roth & Wu 2014, "Dual Query: Practical Private Query Release for High
    Dimensional Data", ICML.
    >>> made = dual_query([300, 100], [[1, 0]], epsilon=60, rounds=40, rng=np.random.default_rng(1))
    >>> int(made.sum()), 25 < made[0] < 35
    (40, np.True_)
    """
    counts, questions = checked_questions(counts, questions)
    rounds = checks.whole("rounds", rounds, at_least=2, at_most=_MOST)
    samples = checks.whole("samples", samples, at_least=1, at_most=_MOST)
    checks.privacy_loss(epsilon, sensitivity=_MOST_EPSILON)
    step = _step(epsilon, int(counts.sum()), rounds, samples)
    return _play(counts, questions, step, rounds, samples, checks.generator(rng))


def _step(epsilon, people, rounds, samples):
    return epsilon * people / (samples * rounds * (rounds - 1))


def _play(counts, questions, step, rounds, samples, rng):
    both = np.concatenate([questions, 1 - questions])
    truth, made, behind = both @ (counts / counts.sum()), np.zeros(counts.size, np.int64), np.zeros(len(both))
    for _ in range(rounds):
        upto = np.exp(step * (behind - behind.max())).cumsum()
        drawn = np.searchsorted(upto, upto[-1] * rng.random(samples), side="right")
        best = both[np.minimum(drawn, len(both) - 1)].sum(axis=0).argmax()
        made[best] += 1
        behind += truth - both[:, best]
    return made


def dual_query_bills(*, step, people, rounds, samples, delta=1e-3):
    """Return what `dual_query` with a given step size costs, as epsilon by three ways to add up.

    In round t each draw is an exponential mechanism with epsilon 2 step (t - 1) / people, because one person moves each
    of the t - 1 differences behind a weight by 1 / people.

    step, delta : float. The step size η of the weights, above 0; above 0 and below 1, for the two ways that have one.
    people, rounds, samples : int. Real people, made-up people (from 2), and questions drawn in each round.
    Returns dict of {str: float}. "adding up": η s T (T - 1) / n, without a delta; "advanced": advanced composition with
        the largest of the epsilons for all draws; "concentrated": each draw by its own epsilon**2 / 8 in zCDP.
    Source: Gaboardi et al. 2014, theorem 3.1; for exponential mechanisms Cesar & Rogers 2021, "Bounding, Concentrating,
    and Truncating", ALT, lemma 3.4.
    >>> bills = dual_query_bills(step=0.8, people=10_000, rounds=80, samples=50)
    >>> {way: round(bill, 2) for way, bill in bills.items()}
    {'adding up': 25.28, 'advanced': 3.59, 'concentrated': 0.63}
    """
    step, delta = checks.amount("step", step), checks.failure(delta)
    people = checks.whole("people", people, at_least=1)
    rounds = checks.whole("rounds", rounds, at_least=2, at_most=_MOST)
    samples = checks.whole("samples", samples, at_least=1, at_most=_MOST)
    largest = 2 * step * (rounds - 1) / people
    squares = (rounds - 1) * rounds * (2 * rounds - 1) / 6  # 1 + 4 + 9 + … up to rounds - 1
    rho = samples * (2 * step / people) ** 2 * squares / 8
    bills = {"adding up": step * samples * rounds * (rounds - 1) / people}
    bills["advanced"] = inf
    if 2.0**-32 <= largest <= 30:
        bills["advanced"] = compose_advanced(k=samples * (rounds - 1), epsilon=largest, delta=delta)
    bills["concentrated"] = zcdp_to_epsilon(rho=rho, delta=delta)
    return bills
