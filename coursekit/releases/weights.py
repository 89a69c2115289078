"""Many questions from one look: ask the worst one, move weights towards its answer, and begin again (MWEM).

The number of people is public, and neighbours have one person replaced by another, who moves each answer by at most 1.
"""

from fractions import Fraction
from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.accounting.budget import PrivacyBudget
from coursekit.mechanisms.additive import laplace_mechanism
from coursekit.mechanisms.selection import exponential_mechanism
from coursekit.releases.questions import checked_questions

MOST_ROUNDS = 10_000


class Round(NamedTuple):
    """What one round did: `question` chosen, its noisy `answer`, the new `weights`, and the epsilon `spent` so far."""

    question: int
    answer: float
    weights: np.ndarray
    spent: float


def mwem(counts, questions, *, epsilon, rng, rounds=10, replays=10):
    """Return weights of the cells that answer all `questions` at once: epsilon-differentially private.

    Neighbours: one person replaced by another. The number of people is public.

    counts : array of int, shape (cells,). How many people are in each cell.
    questions : array of 0 and 1, shape (questions, cells). Each asks how many people are in the cells where it has a 1.
    epsilon : float. Privacy loss of everything, above 0. Each round pays half of its share for a choice and half for an
        answer, from 2**-32 to 30 each.
    rounds : int. How many questions are asked, one after the other, 1 to 10,000.
    replays : int. How often, after each round, all measured answers are gone through again, 0 to 1,000: this costs
        nothing. With 0 only the new answer is used, and once.
    Source: Hardt, Ligett & McSherry 2012, "A Simple and Practical Algorithm for Differentially Private Data Release",
    NeurIPS, figure 1 (which averages over the weights of all rounds) and section 4.1 (replays, last weights).
    >>> mwem([3, 1], [[1, 0]], epsilon=50, rounds=1, rng=np.random.default_rng(1)).round()
    array([3., 1.])
    """
    for done in mwem_rounds(counts, questions, epsilon=epsilon, rng=rng, rounds=rounds, replays=replays):
        weights = done.weights
    return weights


def mwem_rounds(counts, questions, *, epsilon, rng, rounds=10, replays=10):
    """Yield a `Round` after each round of `mwem`, charged to a card of `epsilon` before each step: none can overspend.

    >>> asked = {"epsilon": 1, "rounds": 2, "rng": np.random.default_rng(1)}
    >>> [done.spent for done in mwem_rounds([3, 1], [[1, 0], [0, 1]], **asked)]
    [0.5, 1.0]
    """
    counts, questions = checked_questions(counts, questions)
    rounds = checks.whole("rounds", rounds, at_least=1, at_most=MOST_ROUNDS)
    replays = checks.whole("replays", replays, at_least=0, at_most=1000)
    checks.privacy_loss(epsilon, sensitivity=2 * rounds)
    checks.generator(rng)
    return _rounds(counts, questions, PrivacyBudget(epsilon=epsilon), rounds, replays, rng)


def _rounds(counts, questions, card, rounds, replays, rng):
    people, truth = int(counts.sum()), questions @ counts
    weights, measured = np.full(counts.size, people / counts.size), []
    share = Fraction(str(card.epsilon)) / (2 * rounds)
    asks = {"sensitivity": 1, "epsilon": float(share), "rng": rng}
    for _ in range(rounds):
        off = np.abs(truth - questions @ weights)
        card.spend(epsilon=share, label="choice")  # not `release`, which asks each time what a mechanism takes
        chosen = int(exponential_mechanism(off, **asks))
        card.spend(epsilon=share, label="answer")
        answer = laplace_mechanism(truth[chosen], **asks)
        measured.append((questions[chosen], questions[chosen] == 1, answer))
        weights = moved(weights, measured * replays or measured[-1:], people)
        yield Round(chosen, answer, weights, card.spent.epsilon)


def moved(weights, measured, people):
    """Return weights after each measured answer has pulled at them: up where the weights say too few, else down."""
    weights, total = weights.copy(), float(people)
    for question, inside, answer in measured:
        some = float(question.dot(weights))
        factor = exp(min(max((answer / people - some / total) / 2, -50), 50))
        np.multiply(weights, factor, out=weights, where=inside)
        total += (factor - 1) * some
    return weights * (people / weights.sum())


def mwem_bound(*, people, cells, questions, epsilon, rounds):
    """Return how far off, as a share of all people, the theorem lets the worst answer of `mwem` be.

    It is 2 sqrt(ln(cells) / rounds) + 10 rounds ln(questions) / (epsilon people), for the mean of the weights of all
    rounds, without replays, and can fail with a chance of 2 rounds / questions; 1 or more says nothing. Source: Hardt,
    Ligett & McSherry 2012, theorem 2.2.
    >>> round(mwem_bound(people=2000, cells=256, questions=448, epsilon=1, rounds=10), 3)
    1.795
    """
    sizes = {"people": people, "cells": cells, "questions": questions, "rounds": rounds}
    people, cells, questions, rounds = (checks.whole(*each, at_least=1) for each in sizes.items())
    return 2 * sqrt(log(cells) / rounds) + 10 * rounds * log(questions) / (checks.privacy_loss(epsilon) * people)
