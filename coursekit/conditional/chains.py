"""A walk through the tables that keep the totals: it proposes a table, and takes it or stays where it is.

Metropolized independent sampling (Liu 1996, "Metropolized Independent Sampling with Comparisons to Rejection Sampling
and Importance Sampling", Statistics and Computing 6; the talk, "A Monte Carlo implementation"). The talk leaves open
which noise is proposed and which counts are worked out from the totals: we propose geometric noise around the truth,
and take `tables.SOLVED`.
"""

from typing import NamedTuple

import numpy as np

from coursekit import checks
from coursekit.conditional.exact import FittingTable
from coursekit.conditional.tables import SOLVED, checked
from coursekit.mechanisms.noise import GeometricNoise


class Walk(NamedTuple):
    """What the walk did: where it was after each step, and what became of each proposal."""

    tables: np.ndarray
    """The table after each step, steps x counts."""
    moved: np.ndarray
    """Whether the step was taken."""
    possible: np.ndarray
    """Whether the proposal had no count below 0."""

    @property
    def accepted(self):
        """Share of the proposals that were taken."""
        return float(self.moved.mean())


def try_and_stay(truth, kept, *, epsilon, proposal, steps, solved=SOLVED, rng):
    """Walk `steps` steps, up to a million, from the truth, by proposals of noise with privacy loss `proposal` on the
    counts.

    All counts but the `solved` ones, as many as totals, get noise; those are worked out from the totals. The proposal
    is taken with the chance min(1, p(new) q(old) / (p(old) q(new))), where p is the law that is wanted, given by
    `truth`, `kept` and `epsilon` as for `exact.FittingTable`, and q that of proposals (`proposal` from 2**-32 to 30).
    Neighbouring tables of the walk are mostly equal: see `effective_draws`.
    >>> law = {"truth": [3, 7], "kept": [[1, 1]], "epsilon": 0.5}
    >>> walk = try_and_stay(**law, proposal=0.6, solved=[1], steps=100, rng=np.random.default_rng(1))
    >>> walk.accepted, np.unique(walk.tables.sum(axis=1)).tolist()
    (0.65, [10])
    """
    truth, kept = checked(truth, kept)
    epsilon, proposal = checks.privacy_loss(epsilon), _proposal(proposal)
    steps, rng = checks.whole("steps", steps, at_least=1, at_most=10**6), checks.generator(rng)
    solved, inverse = solvable(solved, kept)
    free = np.setdiff1d(np.arange(len(truth)), solved)
    noise = GeometricNoise(scale=1 / proposal).draw(size=(steps, len(free)), rng=rng)
    tables = np.empty((steps + 1, len(truth)), np.int64)
    tables[0] = truth
    tables[1:, free] = truth[free] + noise
    tables[1:, solved] = truth[solved] - noise @ (inverse @ kept[:, free]).T
    possible = (tables[1:] >= 0).all(axis=1)
    ways = np.flatnonzero(possible)
    far = np.abs(noise[ways]).sum(axis=1)
    all_far = far + np.abs(tables[ways + 1][:, solved] - truth[solved]).sum(axis=1)
    better = proposal * far - epsilon * all_far
    luck = -rng.standard_exponential(len(ways))
    place, here = np.zeros(steps + 1, np.int64), 0.0
    for step, value, chance in zip((ways + 1).tolist(), better.tolist(), luck.tolist()):
        if chance < value - here:
            here, place[step] = value, step
    place = np.maximum.accumulate(place)
    return Walk(tables[place[1:]], np.diff(place) > 0, possible)


def effective_draws(series):
    """Return how many independent draws would tell a mean as well as a series of dependent ones does.

    The number of draws over 1 + 2 (sum of autocorrelations), which are summed in pairs until a pair is negative (Geyer
    1992, "Practical Markov Chain Monte Carlo", Statistical Science 7(4), section 3.3). A series that never moves tells
    as much as one draw.
    >>> effective_draws(np.repeat(np.random.default_rng(1).normal(size=1000), 10)).__round__(-2)
    1000.0
    """
    series = checks.reals("series", series).ravel()
    n, off = len(series), series - series.mean()
    if n < 4 or not off.any():
        return 1.0
    power = np.abs(np.fft.rfft(off, 2 * n)) ** 2
    along = np.fft.irfft(power)[:n]
    pairs = (along / along[0])[: n // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    return float(n / max(2 * pairs[: negative[0] if len(negative) else None].sum() - 1, 1 / n))


def effective_share(truth, kept, *, epsilon, proposal, solved=SOLVED):
    """Return how many independent draws one proposal is worth when proposals are weighted instead of walked through.

    That is (mean weight)^2 / (mean squared weight), the weight being p / q, and it is exact: both means are sums over
    all tables that keep the totals, of the same kind as those of `exact`. It falls to 0 where the tails of what is
    wanted are hardly ever proposed. A walk is worth about half of it, because it stays at a table for about as many
    steps as the table's weight says, and such a stay of random length tells half as much as a weight (Liu 1996, section
    3). The parameters are those of `try_and_stay`; `proposal` must be below twice `epsilon`, or there is no mean.
    >>> round(effective_share([3, 7], [[1, 1]], epsilon=0.5, proposal=0.9, solved=[1]), 3)
    0.971
    """
    law = FittingTable(truth=truth, kept=kept, epsilon=epsilon)
    proposal, (solved, _) = _proposal(proposal), solvable(solved, law.kept)
    if proposal >= 2 * law.epsilon:
        raise ValueError(f"proposal must be below twice epsilon, {2 * law.epsilon:g}, got {proposal}")
    # the square of p over q falls with each person more by twice epsilon, less what the proposal falls by
    each = np.full(len(law.truth), 2 * law.epsilon - proposal)
    each[solved] = 2 * law.epsilon
    squared = FittingTable(truth=law.truth, kept=law.kept, epsilon=law.epsilon)
    squared.__dict__["_rates"] = each  # where the law keeps its cached figures
    return float(np.exp(2 * law._log_weight - squared._log_weight + _log_height(law, solved, proposal)))


def expected_acceptance(law, *, proposal, solved=SOLVED, draws=10_000, rng):
    """Return which share of proposals a long walk takes: the mean of min(q / p) over pairs of exact draws of `law`.

    `proposal` and `solved` are as for `try_and_stay`; of `draws` exact draws, 2 to a million, all pairs are compared.
    >>> law = FittingTable(truth=[3, 7], kept=[[1, 1]], epsilon=0.5)
    >>> round(expected_acceptance(law, proposal=0.6, solved=[1], rng=np.random.default_rng(1)), 2)
    0.73
    """
    if not isinstance(law, FittingTable):
        raise TypeError(f"law must be a FittingTable, got {checks.shown(law)}")
    proposal, (solved, _) = _proposal(proposal), solvable(solved, law.kept)
    draws = checks.whole("draws", draws, at_least=2, at_most=10**6)
    off = np.abs(law.draw(size=draws, rng=rng) - law.truth)
    free = off.sum(axis=1) - off[:, solved].sum(axis=1)
    rarer = np.sort(law.epsilon * off.sum(axis=1) - proposal * free)  # logarithms of q / p
    pairs = np.arange(draws - 1, -1, -1) * 2 / (draws * (draws - 1))  # how many pairs have their minimum here
    height = law._log_weight + _log_height(law, solved, proposal)
    return float(np.exp(rarer + height) @ pairs)


def _log_height(law, solved, proposal):
    """Give the logarithm of the chance that the proposal is the truth."""
    return (len(law.truth) - len(solved)) * float(np.log(np.tanh(proposal / 2)))


def solvable(solved, kept):
    """Return the columns of the solved counts and the inverse of their part of the totals, in whole numbers."""
    places = checks.integers("solved", solved, low=0, high=kept.shape[1] - 1)
    if places.shape != (len(kept),):
        raise ValueError(f"solved must be one count for each of {len(kept)} totals, got {places.tolist()}")
    part = kept[:, places]
    if abs(round(float(np.linalg.det(part)))) != 1:
        raise ValueError(f"solved must be counts from which the totals can be solved, got {places.tolist()}")
    return places, np.rint(np.linalg.inv(part)).astype(np.int64)


def _proposal(proposal):
    if not 2**-32 <= checks.number("proposal", proposal) <= 30:
        raise ValueError(f"proposal must be from 2.3e-10 to 30, got {proposal}")
    return float(proposal)
