"""Near neighbours: how close synthetic rows come to confidential people, and what a holdout says of it.

A holdout is people of the same population who were *not* given to the synthesizer. Only what lies closer to the
confidential people than to the holdout gives anybody away. Distances are Gower's, the mean over columns of: for
numbers, dates and durations, the difference over the column's range; for texts, categories and yes-or-no, 1 if they
differ. A missing value is at distance 0 from a missing value and at distance 1 from any other. (Gower 1971, "A general
coefficient of similarity and some of its properties", Biometrics 27(4), leaves columns with a missing value out; then a
row of nothing but missing values would be near to everybody.)
"""

from dataclasses import dataclass

import numpy as np

from coursekit import checks
from coursekit.frames import fit, listed

DIRECTIONS = ("synthetic to confidential", "confidential to synthetic")

_TILE = 2**18  # distances in memory at once (2 MiB): they stay in the processor's cache
_DIGITS = 12  # of a distance: sums of the same terms in another order differ in the 16th digit, and must count as ties


@dataclass(frozen=True)
class Membership:
    """What a guesser achieves who says "member" at or below each of some thresholds.

    thresholds, recall : array of float. Distances, ascending; share of the members called so (the true positive rate).
    false_positive_rate : array of float. Share of the others who are called members.
    auc : float. Probability that a member is closer than somebody else, ties counted half: 0.5 is harmless, 1 the
        worst.
    """

    thresholds: np.ndarray
    recall: np.ndarray
    false_positive_rate: np.ndarray
    auc: float


def column_ranges(confidential):
    """Return {column: range} of the measured columns, in their unit or days; NaN where all values are missing.

    >>> import pandas as pd
    >>> column_ranges(pd.DataFrame({"age": [30, 50, 40], "sex": ["female", "male", "male"]}))
    {'age': 20.0}
    """
    return ranges_of(fit(confidential=confidential))


def ranges_of(frames):
    """Return `column_ranges` of the first of some `Frames`."""
    values = {column: frames.values(column)[0] for column in frames.measured}
    known = {column: x[~np.isnan(x)] for column, x in values.items()}
    return {column: float(np.ptp(x)) if x.size else np.nan for column, x in known.items()}


def nearest(frame, among, *, ranges, count=1):
    """Return the distance and the position of the nearest `count` rows of another frame, for each row of a frame.

    All distances are computed, none is kept: memory is that of the two frames and a few megabytes. `ranges` are the
    `column_ranges` of the confidential frame whichever side it is on. A range of 0 makes a column count like a
    category; a value outside of the range can lie at more than 1. Both arrays have the shape (rows, count): distances,
    ascending, rounded to 12 digits so that equal ones are equal as floats, and positions in `among`, the first of those
    that tie.
    >>> import pandas as pd
    >>> people, copies = pd.DataFrame({"age": [30, 50, 40]}), pd.DataFrame({"age": [45, 30]})
    >>> nearest(copies, people, ranges={"age": 20}, count=2)
    (array([[0.25, 0.25],
           [0.  , 0.5 ]]), array([[1, 2],
           [0, 2]]))
    """
    frames = fit(frame=frame, among=among)
    count = checks.whole("count", count, at_least=1, at_most=len(among))
    return Space(frames, _checked(ranges)).nearest(0, 1, count=count)


def dcr(confidential, synthetic, *, direction, ranges=None):
    """Return the distance to the closest record, for each row of the frame that `direction` starts from.

    "synthetic to confidential" tells how close each released row comes to a person; most papers and programs mean this.
    "confidential to synthetic", which the source text defines, tells how close the release comes to each person. They
    differ: one person copied a hundred times has a hundred zeros in the first, one in the second. A distance of 0 need
    not mean harm: with few columns of few values everybody is a copy of somebody. `ranges` are as for `nearest`.
    Source: source text, section 3.16.3 (from confidential to synthetic); Mendelevitch & Lesh 2021, "Fidelity and
    Privacy of Synthetic Medical Data", arXiv:2101.08658, section 4.
    >>> import pandas as pd
    >>> people, synthetic = pd.DataFrame({"age": [30, 50]}), pd.DataFrame({"age": [30, 30, 35]})
    >>> dcr(people, synthetic, direction="synthetic to confidential")
    array([0.  , 0.  , 0.25])
    """
    outward = checks.choice("direction", direction, DIRECTIONS) == DIRECTIONS[1]
    frames = fit(confidential=confidential, synthetic=synthetic)
    space = Space(frames, ranges_of(frames) if ranges is None else _checked(ranges))
    return space.nearest(*((0, 1) if outward else (1, 0)))[0][:, 0]


def ratio(distances):
    """Return the nearest distance over the second nearest (NNDR), row by row; 0 / 0 is 0.

    Near 0 is a likely copy of somebody who stands out; near 1, there is a crowd.
    """
    first, second = distances[:, 0], distances[:, 1]
    return np.divide(first, second, out=np.zeros_like(first), where=second > 0)


def nearer(to_confidential, to_holdout):
    """Return 1 where the first of two distances is smaller, 1/2 where they are equal and 0 where it is larger.

    With as many rows in the holdout as in the confidential frame, both drawn alike, a synthesis that remembers nobody
    has a mean of 1/2. Source: Platzer & Reutterer 2021, "Holdout-Based Empirical Assessment of Mixed-Type Synthetic
    Data", Frontiers in Big Data 4:679939; source text, section 3.16.4.
    """
    return (1 - np.sign((to_confidential - to_holdout).round(_DIGITS))) / 2


def membership(members, nonmembers):
    """Return the `Membership` by distances: "member" is guessed at or below each threshold.

    Members' rows went into the synthesis, nonmembers are a holdout. Both are measured alike, to their nearest synthetic
    row: ``dcr(people, synthetic, direction="confidential to synthetic")`` with the same `ranges`. Recall, false
    positive rate and `auc` do not depend on how many nonmembers there are. Source: source text, section 3.16.2;
    Mendelevitch & Lesh 2021, arXiv:2101.08658, section 4.
    >>> found = membership([0, 0, 0.2], [0.1, 0.3])
    >>> found.recall.round(3), found.false_positive_rate, round(found.auc, 6)  # five of six pairs are in order
    (array([0.667, 0.667, 1.   , 1.   ]), array([0. , 0.5, 0.5, 1. ]), 0.833333)
    """
    members = np.sort(checks.reals("members", members, low=0).ravel())
    others = np.sort(checks.reals("nonmembers", nonmembers, low=0).ravel())
    thresholds = np.unique(np.concatenate([members, others]))
    true, false = (np.searchsorted(values, thresholds, side="right") for values in (members, others))
    in_order = 2 * others.size - sum(np.searchsorted(others, members, side=side) for side in ("left", "right"))
    auc = float(in_order.mean() / (2 * others.size))
    return Membership(thresholds, true / members.size, false / others.size, auc)


def _checked(ranges):
    """Return `ranges` if they are a dict of numbers from 0."""
    if not isinstance(ranges, dict):
        raise TypeError(f"ranges must be a dict of column to range, got {type(ranges).__name__} {ranges!r:.40}")
    for column, value in ranges.items():
        missing = isinstance(value, float) and value != value  # the range of a column of missing values only
        if not missing and checks.number(f"ranges[{column!r}]", value) < 0:
            raise ValueError(f"ranges[{column!r}] must be >= 0, got {value}")
    return ranges


class Space:
    """The rows of some frames as arrays with one line per column, in which distances are sums over lines."""

    def __init__(self, frames, ranges):
        lacking = listed(column for column in frames.measured if column not in ranges)
        if lacking:
            raise ValueError(f"ranges must have every number, date and duration, got none for {lacking}")
        self._rows, self._columns = [len(frame) for frame in frames.frames], len(frames.kinds)
        wide = [column for column in frames.measured if ranges[column] > 0]  # neither a constant nor all missing
        lines = [[values / ranges[column] for values in frames.values(column)] for column in wide]
        gaps = [[np.isnan(values) for values in line] for line in lines]
        counted = [frames.codes(column)[0] for column in frames.kinds if column not in wide]
        counted += [line for line in gaps
                    if any(gap.any() for gap in line)]  # a gap differs from a value, not from a gap
        self._numbers = [
            ([np.nan_to_num(values) for values in line], gap) for line, gap in zip(lines, gaps, strict=True)
        ]
        largest = max((values.max() for line in counted for values in line), default=0)
        small = np.int16 if largest < 2**15 else np.int32  # small ones are compared faster
        self._codes = [[values.astype(small) for values in line] for line in counted]

    def nearest(self, rows, among, *, chosen=slice(None), places=slice(None), count=1, itself=False):
        """Return distances and positions of the nearest `count` rows, as the function `nearest` does.

        `rows` and `among` are numbers of frames, `chosen` and `places` the rows of either that take part. With `itself`
        all rows of one frame take part among the others, and no row is its own neighbour.
        """
        codes = [(line[rows][chosen], line[among][places]) for line in self._codes]
        numbers = []
        for values, gap in self._numbers:
            known = ~gap[among][places]
            weight = None if known.all() else known.astype(float)
            numbers.append((values[rows][chosen], values[among][places], gap[rows][chosen], weight))
        here = np.arange(self._rows[rows])[chosen]
        distances, positions = np.empty((len(here), count)), np.empty((len(here), count), np.int64)
        for part, tile in _tiles(codes, numbers, len(here), len(np.arange(self._rows[among])[places]), self._columns):
            line = np.arange(len(tile))
            if itself:
                tile[line, here[part]] = np.inf
            for rank in range(count):
                place = tile.argmin(axis=1)
                distances[part, rank], positions[part, rank] = tile[line, place], place
                tile[line, place] = np.inf
        return distances.round(_DIGITS), positions


def _tiles(codes, numbers, rows, others, columns):
    """Yield slices of the rows with their distances from all others; the array is overwritten by the next one."""
    height = max(1, _TILE // others)
    total, part = np.empty((2, min(height, rows), others))
    differs = np.empty(total.shape, bool)
    mismatches = np.empty(total.shape, np.uint8 if len(codes) < 256 else np.uint16)
    for start in range(0, rows, height):
        here = slice(start, min(rows, start + height))
        tile, gap, unlike, count = (array[: here.stop - start] for array in (total, part, differs, mismatches))
        count[:], tile[:] = 0, 0
        for a, b in codes:
            np.not_equal(a[here, None], b, out=unlike)
            np.add(count, unlike.view(np.uint8), out=count)
        for a, b, missing, known in numbers:
            np.abs(np.subtract(a[here, None], b, out=gap), out=gap)
            if known is not None:
                gap *= known
            gap[missing[here]] = 0
            tile += gap
        tile += count
        tile /= columns
        yield here, tile
