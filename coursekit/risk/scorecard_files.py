"""What the scorecard's figures are computed from: the frames, and the shape of a row.

`Files` holds the frames, once as they are (for risk) and once prepared for models (for utility): dates and durations as
days, categories as text, a missing number replaced by the confidential median with one more column that says so.
"""

from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from coursekit import checks
from coursekit.risk import neighbours
from coursekit.old_frames import MEASURED, alike, measured

COLUMNS = ["section", "figure", "value", "low", "high", "ideal", "reference", "reading"]
_BINS = 10  # a measured column is cut into so many where only equality counts


@dataclass(frozen=True)
class Files:
    """Confidential, synthetic and perhaps holdout frame, with the same columns in one order."""

    confidential: object
    synthetic: object
    holdout: object
    kinds: dict
    keys: list
    sensitive: list
    target: str | None
    linked: bool
    rows: int
    level: float
    rng: np.random.Generator

    @classmethod
    def of(cls, confidential, synthetic, holdout, **asked):
        frames = {"confidential": confidential, "synthetic": synthetic}
        if holdout is not None:
            frames["holdout"] = holdout
        frames, kinds = alike(**frames)
        order = sorted(kinds, key=str)  # so that no figure depends on the order of columns
        frames = [frame[order] for frame in frames]
        for name, frame in zip(("confidential", "synthetic", "holdout"), frames, strict=False):
            checks.frame(name, frame, rows=2)
        return cls(*frames, *[None] * (3 - len(frames)), {column: kinds[column] for column in order}, **asked)

    @cached_property
    def ranges(self):
        return neighbours.column_ranges(self.confidential)

    @cached_property
    def numbers(self):
        return [column for column, kind in self.kinds.items() if kind in MEASURED]

    @cached_property
    def prepared(self):
        """The frames (two or three) without missing values, floats and texts only."""
        import pandas as pd

        frames = [frame for frame in (self.confidential, self.synthetic, self.holdout) if frame is not None]
        ready = [{} for _ in frames]
        for column in self.kinds:
            if column not in self.numbers:
                for frame, line in zip(frames, ready, strict=True):
                    values = frame[column].astype(object)
                    line[str(column)] = values.where(values.notna(), "(missing)").astype(str).to_numpy(object)
                continue
            arrays = [measured(frame[column]) for frame in frames]
            lacking = [np.isnan(array) for array in arrays]
            filler = 0.0 if lacking[0].all() else np.median(arrays[0][~lacking[0]])
            for line, array, gaps in zip(ready, arrays, lacking, strict=True):
                line[str(column)] = np.where(gaps, filler, array)
                if any(map(np.any, lacking)):
                    line[f"{column} (missing)"] = np.where(gaps, "yes", "no").astype(object)
        return [pd.DataFrame(line) for line in ready]

    @cached_property
    def compared(self):
        """What utility figures compare with the confidential frame: the release, and the holdout as a reference."""
        return self.prepared[1:]

    @cached_property
    def edges(self):
        """Quartiles of each measured column with infinite outer edges: bins in which cells of two files can be compared."""
        quartiles = {str(column): np.quantile(self.prepared[0][str(column)], [0.25, 0.5, 0.75]) for column in self.numbers}
        return {column: np.array([-np.inf, *np.unique(values), np.inf]) for column, values in quartiles.items()}

    @cached_property
    def fingerprints(self):
        """For each frame one number per row that is equal for rows that are equal and, of such, the same one by rank."""
        import pandas as pd

        found = []
        for frame in self.prepared:
            content = pd.util.hash_pandas_object(frame, index=False)
            rank = content.groupby(content).cumcount().to_numpy(np.uint64)
            found.append(content.to_numpy() ^ (rank * np.uint64(0x9E3779B97F4A7C15)))
        return found

    def lots(self, number):
        """Return functions that draw at most so many rows of a frame (0 confidential, 1 synthetic, 2 holdout) at random.

        All draws of one call of `lots` favour the same contents, so that a copy's sample is a copy of the sample, and no
        draw depends on the order of rows.
        """
        salt = self.rng.integers(2**63, dtype=np.uint64) * np.uint64(2) + np.uint64(1)  # odd, so that no two rows fall together

        def draw(which):
            if len(self.fingerprints[which]) <= number:
                return np.arange(len(self.fingerprints[which]))
            return np.sort(np.argpartition(_mixed(self.fingerprints[which] * salt), number - 1)[:number])

        return draw

    @cached_property
    def release(self):
        """A sample of the released rows, and the two nearest confidential rows of each: distances and positions."""
        rows = self.synthetic.iloc[self.lots(self.rows)(1)]
        return rows, *neighbours.nearest(rows, self.confidential, ranges=self.ranges, count=2)

    @property
    def z(self):
        return NormalDist().inv_cdf((1 + self.level) / 2)

    @cached_property
    def binned(self):
        """The frames with measured columns cut into ten at the confidential quantiles; missing values stay missing."""
        import pandas as pd

        frames = [frame for frame in (self.confidential, self.synthetic, self.holdout) if frame is not None]
        cut = [frame.copy() for frame in frames]
        for column in set(self.sensitive) & set(self.numbers):
            values = [measured(frame[column]) for frame in frames]
            known = values[0][~np.isnan(values[0])]
            inner = np.unique(np.quantile(known, np.arange(1, _BINS) / _BINS)) if known.size else []
            for frame, line in zip(cut, values, strict=True):
                bins = np.where(np.isnan(line), -1, np.searchsorted(inner, line, side="right"))
                frame[column] = pd.Categorical.from_codes(bins, categories=[f"bin {i}" for i in range(_BINS)])
        return cut


def row(section, figure, value, ideal, reading, *, interval=(np.nan, np.nan), reference=np.nan):
    return dict(zip(COLUMNS, (section, figure, float(value), *map(float, interval), ideal, reference, reading), strict=True))


def of_holdout(found):
    """Return the second of two figures, that of the holdout, if there is one."""
    return found[1] if len(found) > 1 else np.nan


def _mixed(words):
    """Return 64-bit words whose every bit depends on every bit of the words given (the finalizer of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
