"""What the scorecard's figures are computed from, each of it once: `Files`; and the shape of a figure's row."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from coursekit.frames import MEASURED, Frames, bins, quartile_edges
from coursekit.risk.disclosure import RARE, collision, copied_in_part, differ, joint
from coursekit.risk.neighbours import Space, ranges_of

COLUMNS = ["section", "figure", "value", "low", "high", "ideal", "reference", "reading"]
CONFIDENTIAL, SYNTHETIC, HOLDOUT = range(3)
_SELDOM = 0.001  # so many pairs of people are alike by chance if columns know nothing of each other
FEW_ALIKE = 2  # rows that may be equal all the same, because columns do know of each other
_OTHERS = 0.001  # so often the holdout of a file that was split at random is called another population
_BINS = 10  # a measured column is cut into so many where only equality counts


@dataclass(frozen=True, eq=False)
class Files:
    """Confidential, synthetic and perhaps holdout frame, and what was asked; `rows` is the most that is sampled."""

    frames: Frames
    keys: tuple = ()
    sensitive: tuple = ()
    target: str | None = None
    rows: int = 5000
    rng: np.random.Generator | None = None

    @property
    def sizes(self):
        """Rows of each frame."""
        return [len(frame) for frame in self.frames.frames]

    @property
    def holdout(self):
        """Whether there is a holdout."""
        return len(self.frames.frames) > HOLDOUT

    @property
    def real(self):
        """The numbers of the frames of real people."""
        return [CONFIDENTIAL, HOLDOUT] if self.holdout else [CONFIDENTIAL]

    @property
    def compared(self):
        """The numbers of the frames that utility compares with the confidential one: the release, and the holdout."""
        return [SYNTHETIC, HOLDOUT] if self.holdout else [SYNTHETIC]

    @cached_property
    def space(self):
        """All rows as points between which distances are."""
        return Space(self.frames, ranges_of(self.frames))

    @cached_property
    def contents(self):
        """One code per row of each frame, equal where all values of two rows are."""
        return joint(self.exact.values())

    @cached_property
    def exact(self):
        """Each column as codes that are equal where its values are, however long a number is."""
        return {column: self._exact(column) for column in self.frames.kinds}

    def _exact(self, column):
        if self.frames.kinds[column] not in MEASURED:
            return self.frames.codes(column)[0]
        values = self.frames.values(column)
        codes = np.unique(np.concatenate(values), return_inverse=True, equal_nan=True)[1]
        return np.split(codes, np.cumsum([len(part) for part in values])[:-1])

    @cached_property
    def collisions(self):
        """For each column, how often two confidential people have the same value."""
        return {column: collision(codes[CONFIDENTIAL]) for column, codes in self.exact.items()}

    @cached_property
    def unlike(self):
        """Whether people's rows are hardly ever alike by chance: none are inside, and columns hold many values."""
        ours, pairs = self.contents[CONFIDENTIAL], self.sizes[CONFIDENTIAL] * max(self.sizes)
        return len(np.unique(ours)) == len(ours) and pairs * np.prod(list(self.collisions.values())) < _SELDOM

    @cached_property
    def in_part(self):
        """`copied_in_part` for pairs of columns that hardly a row has by chance, where outsiders are no others."""
        alike = {column: share for column, share in self.collisions.items() if column not in self.differs}
        pairs = [pair for pair in combinations(alike, 2)
                 if self.sizes[SYNTHETIC] * alike[pair[0]] * alike[pair[1]] <= RARE]
        found = copied_in_part([[self.exact[column] for column in pair] for pair in pairs])
        return [np.zeros(self.sizes[who], bool) if part is None else part for who, part in zip(self.real, found)]

    @cached_property
    def differs(self):
        """The columns in which the holdout is of another population, by more than chance."""
        kinds = self.frames.kinds if self.holdout else {}
        found = {column: self.frames.values(column) if kind in MEASURED else self.frames.codes(column)[0]
                 for column, kind in kinds.items()}
        return [column for column, values in found.items()
                if differ(values[CONFIDENTIAL], values[HOLDOUT]) <= _OTHERS / len(kinds)]

    @cached_property
    def known(self):
        """One code per row of each frame, equal where the keys are."""
        return joint(self.frames.codes(key)[0] for key in self.keys)

    def answers(self, column):
        """Return a sensitive column as codes; a measured one is cut into ten at the confidential quantiles."""
        if self.frames.kinds[column] not in MEASURED:
            return self.frames.codes(column)[0]
        values = self.frames.values(column)
        known = values[CONFIDENTIAL][~np.isnan(values[CONFIDENTIAL])]
        inner = np.unique(np.quantile(known, np.arange(1, _BINS) / _BINS)) if known.size else []
        return [np.where(np.isnan(part), -1, np.searchsorted(inner, part, side="right")) for part in values]

    @cached_property
    def cells(self):
        """Every column without gaps as codes, one array per frame; numbers are cut at the confidential quartiles."""
        found = []
        for column in self.frames.columns:
            edges = None if column.levels else quartile_edges(column)
            found.append([values if column.levels else bins(column.name, values, edges) for values in column.values])
        return found

    @cached_property
    def texts(self):
        """The frames without gaps as pandas frames of floats and texts, by which rows are hashed."""
        import pandas as pd

        def shown(column, values):
            return np.array(list(map(str, column.levels)), object)[values] if column.levels else values

        return [
            pd.DataFrame({column.name: shown(column, column.values[i]) for column in self.frames.columns})
            for i in range(len(self.sizes))
        ]

    @cached_property
    def hashes(self):
        """One number per row of each frame that rows of equal contents share."""
        import pandas as pd

        return [pd.util.hash_pandas_object(frame, index=False).to_numpy() for frame in self.texts]

    @cached_property
    def fingerprints(self):
        """One number per row of each frame that is equal for rows that are equal and, of such, the same one by rank."""
        import pandas as pd

        ranks = [pd.Series(found).groupby(found).cumcount().to_numpy(np.uint64) for found in self.hashes]
        return [found ^ (rank * np.uint64(0x9E3779B97F4A7C15)) for found, rank in zip(self.hashes, ranks, strict=True)]

    def lots(self, number):
        """Return a function from a frame's number to at most so many of its rows, drawn at random, by position.

        Draws of one call favour the same contents: a copy's sample is a copy of the sample, whatever the order of rows.
        """
        salt = self.rng.integers(2**63, dtype=np.uint64) * np.uint64(2) + np.uint64(1)  # odd: no two rows fall together

        def draw(which):
            if self.sizes[which] <= number:
                return np.arange(self.sizes[which])
            return np.sort(np.argpartition(_mixed(self.fingerprints[which] * salt), number - 1)[:number])

        return draw

    @cached_property
    def release(self):
        """A sample of the released rows, and the two nearest confidential rows of each: distances and positions."""
        chosen = self.lots(self.rows)(SYNTHETIC)
        return chosen, *self.space.nearest(SYNTHETIC, CONFIDENTIAL, chosen=chosen, count=2)

    @cached_property
    def approach(self):
        """For each frame of people: a sample of its rows, and the distance from each to the nearest released row."""
        draw = self.lots(self.rows)
        chosen = {who: draw(who) for who in self.real}
        return {who: (rows, self.space.nearest(who, SYNTHETIC, chosen=rows)[0][:, 0]) for who, rows in chosen.items()}


def row(section, figure, found, ideal, reading, *, interval=(np.nan, np.nan), reference=np.nan):
    """Return one line of the table; of a list of figures `found` the second, if there is one, is the holdout's."""
    value, reference = (*np.atleast_1d(found), reference)[:2]
    numbers = map(float, (value, *interval))
    return dict(zip(COLUMNS, (section, figure, *numbers, ideal, reference, reading), strict=True))


def percent(share):
    """Write a share in percent, rounded as the table of a scorecard shows it.

    >>> percent(0.5575), percent(1), percent(0.0042)
    ('55.7%', '100%', '0.42%')
    """
    return f"{100 * float(f'{share:.3g}'):.3g}%"


def cells_in_common(files, which, sets):
    """Return the mean, over pairs of columns, of the share of confidential rows and rows of `which` in common cells."""
    shares = []
    for a, b in sets:
        first, second = files.cells[a], files.cells[b]
        width = max(map(np.max, second)) + 1
        size = (max(map(np.max, first)) + 1) * width
        p, q = (
            np.bincount(first[i] * width + second[i], minlength=size) / files.sizes[i] for i in (CONFIDENTIAL, which)
        )
        shares.append(np.minimum(p, q).sum())
    return float(np.mean(shares))


def _mixed(words):
    """Return 64-bit words whose every bit depends on every bit of the words given (the finalizer of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
