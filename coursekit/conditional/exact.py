"""Noise that fits: whole-number noise on each count, given that the totals come out right and nothing is below 0.

Among the tables s that keep the totals, each has a chance in proportion to e^(-epsilon * sum |s - truth|). Within a
group only the sum matters to the totals, and the law of this sum is a convolution. The totals fix the sums of the
groups, or leave them free along one line of whole numbers. A draw is therefore the free number first, and then the
counts of each group backwards, each given what is left of the sum. No draw is thrown away or depends on another.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coursekit import checks
from coursekit.conditional.tables import checked, groups, moves
from coursekit.mechanisms.noise import GeometricNoise

NEAR = 32
LARGEST_TOWN, MOST_COUNTS = 500, 100  # people and counts: the tables of chances have people x people x counts entries


@dataclass(frozen=True, kw_only=True, eq=False)
class FittingTable:
    """The law of a table with geometric noise, given that the totals are those of the truth.

    Neighbours replace one person and have the same totals: what a table gives away then is in `losses`. About
    neighbours with other totals nothing is promised. Source: Gong & Meng 2020, "Congenial Differential Privacy under
    Mandated Disclosure", FODS, for the law; the talk draws it with a Markov chain (`chains`), this is exact.

    truth, epsilon : array of int, float. At most 100 counts and 500 people; of the noise on each count, 0.01 to 30.
    kept : array of int. Zeros and ones, totals x counts; they may leave one whole number free, and no more.
    >>> law = FittingTable(truth=[3, 7], kept=[[1, 1]], epsilon=0.5)
    >>> round(float(np.exp(law.log_chance)), 4), int(law.draw(rng=np.random.default_rng(1)).sum())
    (0.128, 10)
    """

    truth: np.ndarray
    kept: np.ndarray
    epsilon: float

    def __post_init__(self):
        truth, kept = checked(self.truth, self.kept)
        epsilon = checks.privacy_loss(self.epsilon)
        for name, value, most in (("counts", len(truth), MOST_COUNTS), ("people", truth.sum(), LARGEST_TOWN)):
            if value > most:
                raise ValueError(f"truth must have at most {most} {name}, got {value}")
        if epsilon < 0.01:
            raise ValueError(f"epsilon must be from 0.01 to 30, got {epsilon}")
        for name, value in (("truth", truth), ("kept", kept), ("epsilon", epsilon)):
            object.__setattr__(self, name, value)
        self._sums  # noqa: B018 - refuses totals that leave too much free

    @cached_property
    def _sums(self):
        """The sums that the groups can have together, one row for each value of what the totals leave free."""
        return group_sums(self.truth, self.kept)

    @cached_property
    def _rates(self):
        """How fast the chance of each count falls with each person more or less."""
        return np.full(len(self.truth), self.epsilon)

    @cached_property
    def _laws(self):
        """For each group its counts, and the laws of the sums of the first count, the first two, ..., all of them."""
        _, place = groups(self.kept)
        highest = self._sums.max(axis=0)
        cells = [np.flatnonzero(place == g) for g in range(len(highest))]
        weights = [_weights(self.truth[c], self._rates[c], high) for c, high in zip(cells, highest)]
        return [(c, w, _partial_sums(w)) for c, w in zip(cells, weights)]

    @cached_property
    def _log_free(self):
        """Logarithm of how much each row of `_sums` weighs."""
        with np.errstate(divide="ignore"):
            parts = [np.log(partial[-1][s]) + scale for (_, _, (partial, scale)), s in zip(self._laws, self._sums.T)]
        return np.sum(parts, axis=0)

    @cached_property
    def _log_weight(self):
        return float(np.logaddexp.reduce(self._log_free))

    @property
    def log_chance(self):
        """Logarithm of the chance that noise as it comes fits: all totals right, no count below 0."""
        return self._log_weight + len(self.truth) * float(np.log(np.tanh(self.epsilon / 2)))

    @cached_property
    def _backwards(self):
        """For each group and each count but the first: the chances of 0, 1, ... given each sum, added up."""
        # Row S holds S plus these chances, so that one search in all rows finds the count for each sum and random
        # number; beside them stands where a search for S, S + 1/32, ... ends, so that hardly any search is left.
        found = []
        for _, weights, (partial, _) in self._laws:
            width = weights.shape[1]
            rows = np.arange(width)[:, None]
            # T[S, k] = partial[S - k], and nothing where k is more than S
            padded = np.concatenate([np.zeros((len(partial), width - 1)), partial], axis=1)
            turned = np.lib.stride_tricks.sliding_window_view(padded, width, axis=1)[:, :, ::-1]
            steps = np.cumsum(turned[:-1] * weights[1:, None, :], axis=2)
            whole = steps[:, :, -1:]
            steps /= np.where(whole > 0, whole, 1)
            steps += rows
            steps = steps.reshape(len(weights) - 1, width * width)
            near = (rows + np.arange(NEAR) / NEAR).ravel()
            found.append([(row, np.searchsorted(row, near, side="right")) for row in steps])
        return found

    def draw(self, *, size=None, rng):
        """Return one table that keeps the totals, or `size` independent ones (1 to a million): int64."""
        rng = checks.generator(rng)
        n = 1 if size is None else checks.whole("size", size, at_least=1, at_most=10**6)
        chances = np.exp(self._log_free - self._log_weight)
        sums = self._sums[rng.choice(len(chances), n, p=chances / chances.sum())]
        tables = np.empty((n, len(self.truth)), np.int64)
        for (cells, weights, _), steps, left in zip(self._laws, self._backwards, sums.T):
            left = left.copy()
            for cell, (row, near) in zip(cells[:0:-1], steps[::-1]):
                wanted = left + rng.random(n)
                place = near[(wanted * NEAR).astype(np.int64)]
                below = np.flatnonzero(row[place] <= wanted)
                while below.size:
                    place[below] += 1
                    below = below[row[place[below]] <= wanted[below]]
                place -= left * weights.shape[1]
                tables[:, cell] = place
                left -= place
            tables[:, cells[0]] = left
        return tables[0] if size is None else tables

    @cached_property
    def losses(self):
        """The largest privacy loss of each of the `tables.moves`, over all tables that keep the totals: exact.

        One person leaves count i for count j. The chance of a table changes by at most e^(2 epsilon), as without
        totals, and by how much likelier the noise fits before her move than after it.
        """
        pairs, (_, place) = moves(self.truth, self.kept), groups(self.kept)
        before, known, found = self._log_weight, {}, np.empty(len(pairs))
        for n, (i, j) in enumerate(pairs):
            key = place[i], self.truth[i], self.truth[j]
            if key not in known:
                known[key] = self._after(*key) - before
            found[n] = 2 * self.epsilon + abs(known[key])
        return found

    def _after(self, group, leaves, enters):
        """Logarithm of the weight of all tables after somebody of a group leaves and enters counts of these sizes."""
        cells, weights, (partial, scale) = self._laws[group]
        truth = self.truth[cells]
        changed = truth.copy()
        i = np.flatnonzero(truth == leaves)[0]
        j = next(k for k in np.flatnonzero(truth == enters) if k != i)
        changed[[i, j]] += [-1, 1]
        new, new_scale = _partial_sums(_weights(changed, self._rates[cells], weights.shape[1] - 1))
        s = self._sums[:, group]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.log(new[-1][s]) + new_scale - np.log(partial[-1][s]) - scale
        return float(np.logaddexp.reduce(np.where(np.isneginf(self._log_free), -np.inf, self._log_free + ratio)))


def keep_if_it_fits(truth, kept, *, epsilon, tries, rng):
    """Draw noise as it comes, up to a million times, and tell which tables fit: totals right, nothing below 0.

    Those that fit are independent draws of `FittingTable`. It is the shortest way, and hopeless for many counts.
    `epsilon` is from 1e-6 to 30. All tables come back, tries x counts, and which of them fit.
    >>> tables, fits = keep_if_it_fits([3, 7], [[1, 1]], epsilon=0.5, tries=10_000, rng=np.random.default_rng(1))
    >>> round(float(fits.mean()), 2)
    0.13
    """
    truth, kept = checked(truth, kept)
    epsilon, tries = checks.privacy_loss(epsilon), checks.whole("tries", tries, at_least=1, at_most=10**6)
    noise = GeometricNoise(scale=1 / epsilon)
    tables = truth + noise.draw(size=(tries, len(truth)), rng=rng)
    return tables, (tables >= 0).all(axis=1) & (tables @ kept.T == kept @ truth).all(axis=1)


def group_sums(truth, kept):
    """Give all sums, 0 or more, that groups can have when the totals are those of the truth: rows x groups."""
    columns, place = groups(kept)
    here = np.bincount(place, weights=truth, minlength=columns.shape[1]).astype(np.int64)
    _, sizes, turned = np.linalg.svd(columns)
    free = turned[int((sizes > 1e-9).sum()) :]
    if not len(free):
        return here[None]
    if len(free) > 1:
        raise ValueError(f"kept must leave at most one whole number free, got {len(free)}")
    line = free[0] / np.abs(free[0])[np.abs(free[0]) > 1e-9].min()
    whole = np.rint(line).astype(np.int64)
    if np.abs(line - whole).max() > 1e-6 or (columns @ whole).any():
        raise ValueError("kept must leave one number free that moves all groups in whole steps, got a fraction")
    shift = np.arange(-truth.sum() - 1, truth.sum() + 2)
    rows = here + shift[:, None] * whole
    return rows[(rows >= 0).all(axis=1)]


def _weights(truth, rates, highest):
    """Give e^(-rate |k - truth|) for k from 0 to the highest, a row for each count."""
    return np.exp(-rates[:, None] * np.abs(np.arange(highest + 1) - truth[:, None]))


def _partial_sums(weights):
    """Give the laws of the sums of the first count, the first two, ..., up to factors; the last as a logarithm."""
    width, law, scale = weights.shape[1], weights[0], 0.0
    found = [law]
    for one in weights[1:]:
        law = np.convolve(law, one)[:width]
        scale += np.log(law.max())
        law = law / law.max()
        found.append(law)
    return np.array(found), scale
