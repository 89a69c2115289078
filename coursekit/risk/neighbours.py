"""Near neighbours: how close synthetic rows come to confidential people, and what a holdout says of it.

A holdout is people of the same population who were *not* given to the synthesizer. Synthetic rows lie close to them too,
because people are alike; only what lies closer to the confidential people than to the holdout gives anybody away.

Distances are Gower's, the mean over columns of: for numbers, dates and durations, the difference over the column's
range; for texts, categories and yes-or-no, 1 if they differ. A missing value is at distance 0 from a missing value and
at distance 1 from any other. (Gower 1971, "A general coefficient of similarity and some of its properties", Biometrics
27(4), leaves columns with a missing value out; then a row of nothing but missing values would be near to everybody.)

Frames must have the same columns, in any order, of the same kinds; their row labels do not matter. TypeError for
arguments of the wrong kind, ValueError for numbers out of their range and for frames that do not fit together.
"""

from dataclasses import dataclass

import numpy as np

from coursekit import checks
from coursekit.old_frames import MEASURED, alike, codes, listed, measured

DIRECTIONS = ("synthetic to confidential", "confidential to synthetic")

_TILE = 2**18  # distances in memory at once (2 MiB): they stay in the processor's cache
_LARGEST_MATRIX = 10**8
_DIGITS = 12  # of a distance: sums of the same terms in another order differ in the 16th digit, and must count as ties


@dataclass(frozen=True)
class Membership:
    """What a guesser achieves who says "member" at or below each of some thresholds.

    Attributes
    ----------
    thresholds : array of float
        Distances, ascending.
    precision : array of float
        Share of members among those called members; NaN where nobody is.
    recall : array of float
        Share of the members who are called so; also the true positive rate.
    false_positive_rate : array of float
        Share of the others who are called members.
    auc : float
        Probability that a member is closer than somebody else, ties counted half: 0.5 is harmless, 1 the worst.
    """

    thresholds: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    false_positive_rate: np.ndarray
    auc: float


def column_ranges(confidential):
    """Return how far apart the largest and the smallest value of each column lie, where columns have a distance.

    Parameters
    ----------
    confidential : pandas.DataFrame

    Returns
    -------
    dict of str to float
        Ranges of numbers in their unit, of dates and durations in days; NaN for a column of missing values only. Texts,
        categories and yes-or-no are not in it.

    Examples
    --------
    >>> import pandas as pd
    >>> column_ranges(pd.DataFrame({"age": [30, 50, 40], "sex": ["female", "male", "male"]}))
    {'age': 20.0}
    """
    (frame,), kinds = alike(confidential=confidential)
    values = {column: measured(frame[column]) for column, kind in kinds.items() if kind in MEASURED}
    return {name: float(np.ptp(x[~np.isnan(x)])) if not np.isnan(x).all() else np.nan for name, x in values.items()}


def gower(confidential, synthetic, *, ranges=None):
    """Return Gower's distance of each confidential row from each synthetic row.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        Any two frames with the same columns.
    ranges : dict of str to float, optional
        Range of each measured column, as from `column_ranges`; that of the confidential frame without it. A range of 0
        makes a column count like a category. A value outside of the range can lie at more than 1: nothing is cut off.

    Returns
    -------
    array of float, shape (confidential rows, synthetic rows)

    Raises
    ------
    ValueError
        For more than 100 million distances (0.8 GB); `nearest` needs little memory for any number of rows.

    Examples
    --------
    Ages differ by half of their range, sexes differ: (0.5 + 1) / 2.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30, 50], "sex": ["female", "male"]})
    >>> gower(people, pd.DataFrame({"age": [40], "sex": ["male"]}))
    array([[0.75],
           [0.25]])
    """
    space = _Space(confidential, synthetic, _ranges(confidential, ranges))
    rows, others = space.shape
    if rows * others > _LARGEST_MATRIX:
        raise ValueError(f"rows of both frames multiplied must be <= {_LARGEST_MATRIX:,}, got {rows:,} x {others:,}")
    distances = np.empty(space.shape)
    for rows, tile in space.tiles():
        distances[rows] = tile
    return distances.round(_DIGITS)


def nearest(rows, among, *, ranges, count=1, itself=None):
    """Return the distance and the position of the nearest `count` rows of another frame, for each row of a frame.

    All distances are computed, none is kept: memory is that of the two frames and a few megabytes.

    Parameters
    ----------
    rows, among : pandas.DataFrame
        Whose neighbours are sought, and among whom.
    ranges : dict of str to float
        As from `column_ranges`, of the confidential frame whichever side it is on.
    count : int, default 1
        How many neighbours, at least 1.
    itself : array of int, shape (rows,), optional
        For rows that are themselves in `among`: the position that is left out for each.

    Returns
    -------
    distances : array of float, shape (rows, count)
        Ascending, rounded to 12 digits so that equal distances are equal as floats.
    positions : array of int, shape (rows, count)
        Positions in `among`, from 0; of rows at the same distance the first one.

    Examples
    --------
    >>> import pandas as pd
    >>> people, copies = pd.DataFrame({"age": [30, 50, 40]}), pd.DataFrame({"age": [45, 30]})
    >>> distances, positions = nearest(copies, people, ranges={"age": 20}, count=2)
    >>> distances
    array([[0.25, 0.25],
           [0.  , 0.5 ]])
    >>> positions
    array([[1, 2],
           [0, 2]])
    """
    space = _Space(rows, among, _ranges(rows, ranges), names=("rows", "among"))
    n, others = space.shape
    at_most = others if itself is None else others - 1
    checks.whole("count", count, at_least=1, at_most=at_most)
    if itself is not None:
        itself = checks.integers("itself", itself, low=0, high=others - 1)
        if itself.shape != (n,):
            raise ValueError(f"itself must have shape ({n},), got {itself.shape}")
    distances, positions = np.empty((n, count)), np.empty((n, count), np.int64)
    for part, tile in space.tiles():
        line = np.arange(len(tile))
        if itself is not None:
            tile[line, itself[part]] = np.inf
        for rank in range(count):
            place = tile.argmin(axis=1)
            distances[part, rank], positions[part, rank] = tile[line, place], place
            tile[line, place] = np.inf
    return distances.round(_DIGITS), positions


def dcr(confidential, synthetic, *, direction, ranges=None):
    """Return the distance to the closest record, for each row of the frame that `direction` starts from.

    "synthetic to confidential" tells how close each released row comes to a person; most papers and programs mean this.
    "confidential to synthetic", which the source text defines, tells how close the release comes to each person. They
    differ: one person copied a hundred times has a hundred zeros in the first, one in the second.

    A distance of 0 need not mean harm: with few columns of few values everybody is a copy of somebody. A holdout tells.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
    direction : {"synthetic to confidential", "confidential to synthetic"}
        From which rows to which. There is no default.
    ranges : dict of str to float, optional
        As for `gower`: those of the confidential frame without it.

    Returns
    -------
    array of float, shape (rows of the frame that the direction starts from,)

    Notes
    -----
    Source: source text, section 3.16.3 (from confidential to synthetic); Mendelevitch & Lesh 2021, "Fidelity and Privacy
    of Synthetic Medical Data", arXiv:2101.08658, section 4.

    Examples
    --------
    >>> import pandas as pd
    >>> people, synthetic = pd.DataFrame({"age": [30, 50]}), pd.DataFrame({"age": [30, 30, 35]})
    >>> dcr(people, synthetic, direction="synthetic to confidential")
    array([0.  , 0.  , 0.25])
    >>> dcr(people, synthetic, direction="confidential to synthetic")
    array([0.  , 0.75])
    """
    return _toward(confidential, synthetic, direction, ranges, count=1)[:, 0]


def nndr(confidential, synthetic, *, direction, ranges=None):
    """Return the distance to the nearest record over that to the second nearest; 0 / 0 is 0.

    Near 0, one record is much nearer than all others: a likely copy of somebody who stands out. Near 1, there is a crowd.

    Parameters
    ----------
    confidential, synthetic, direction, ranges
        As for `dcr`. The frame that the direction leads to needs two rows.

    Returns
    -------
    array of float, shape (rows of the frame that the direction starts from,)
        From 0 to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> people, synthetic = pd.DataFrame({"age": [30, 30, 50]}), pd.DataFrame({"age": [30, 38]})
    >>> nndr(people, synthetic, direction="synthetic to confidential")
    array([0., 1.])
    """
    return _ratio(_toward(confidential, synthetic, direction, ranges, count=2))


def _ratio(distances):
    """Return the first of two distances over the second, row by row; 0 / 0 is 0."""
    first, second = distances[:, 0], distances[:, 1]
    return np.divide(first, second, out=np.zeros_like(first), where=second > 0)


def holdout_share(confidential, synthetic, holdout, *, ranges=None):
    """Return the share of synthetic rows that are nearer to a confidential row than to any row of the holdout.

    Ties count half. With as many rows in the holdout as in the confidential frame, and both drawn alike, a synthesis
    that remembers nobody has 1/2 on average; 1 is the worst. With unequal numbers 1/2 is not the mark to compare with.

    Parameters
    ----------
    confidential, synthetic, holdout : pandas.DataFrame
    ranges : dict of str to float, optional
        As for `gower`.

    Returns
    -------
    float
        From 0 to 1.

    Notes
    -----
    Source: Platzer & Reutterer 2021, "Holdout-Based Empirical Assessment of Mixed-Type Synthetic Data", Frontiers in Big
    Data 4:679939; source text, section 3.16.4.

    Examples
    --------
    A copy of a confidential row, and one as far from either: (1 + 1/2) / 2.

    >>> import pandas as pd
    >>> people, others = pd.DataFrame({"age": [30, 50]}), pd.DataFrame({"age": [34, 60]})
    >>> holdout_share(people, pd.DataFrame({"age": [30, 32]}), others)
    0.75
    """
    alike(confidential=confidential, synthetic=synthetic, holdout=holdout)
    ranges = _ranges(confidential, ranges)
    return float(nearer(*(nearest(synthetic, frame, ranges=ranges)[0][:, 0] for frame in (confidential, holdout))).mean())


def nearer(to_confidential, to_holdout):
    """Return 1 where the first of two distances is smaller, 1/2 where they are equal and 0 where it is larger.

    Examples
    --------
    >>> nearer([0.1, 0.2, 0.3], [0.2, 0.2, 0.2])
    array([1. , 0.5, 0. ])
    """
    first = checks.reals("to_confidential", to_confidential, low=0)
    second = checks.reals("to_holdout", to_holdout, low=0)
    if first.shape != second.shape:
        raise ValueError(f"to_holdout must have the shape of to_confidential, {first.shape}, got {second.shape}")
    return (1 - np.sign((first - second).round(_DIGITS))) / 2


def membership(members, nonmembers, *, thresholds=None):
    """Return how well distances tell members from others: "member" is guessed at or below a threshold.

    Members are people whose rows went into the synthesis, nonmembers are a holdout. Both are measured alike, to their
    nearest synthetic row: ``dcr(people, synthetic, direction="confidential to synthetic")`` with the same `ranges`.

    Parameters
    ----------
    members, nonmembers : array of float
        Distances, at least 0; any numbers of them.
    thresholds : array of float, optional
        Where to draw the line. Without it, at every distance that occurs, for the whole curve.

    Returns
    -------
    Membership

    Notes
    -----
    Precision depends on how many nonmembers there are to be mistaken about; recall, false positive rate and `auc` do
    not. Source: source text, section 3.16.2; Mendelevitch & Lesh 2021, arXiv:2101.08658, section 4.

    Examples
    --------
    >>> found = membership([0, 0, 0.2], [0.1, 0.3], thresholds=[0, 0.25])
    >>> found.precision, found.recall, found.false_positive_rate
    (array([1.  , 0.75]), array([0.66666667, 1.        ]), array([0. , 0.5]))
    >>> round(found.auc, 6)  # five of six pairs are in order
    0.833333
    """
    members = np.sort(checks.reals("members", members, low=0).ravel())
    others = np.sort(checks.reals("nonmembers", nonmembers, low=0).ravel())
    if thresholds is None:
        thresholds = np.unique(np.concatenate([members, others]))
    thresholds = np.sort(checks.reals("thresholds", thresholds, low=0).ravel())
    true = np.searchsorted(members, thresholds, side="right")
    false = np.searchsorted(others, thresholds, side="right")
    precision = np.divide(true, true + false, out=np.full(true.shape, np.nan), where=true + false > 0)
    in_order = 2 * others.size - sum(np.searchsorted(others, members, side=side) for side in ("left", "right"))
    auc = float(in_order.mean() / (2 * others.size))
    return Membership(thresholds, precision, true / members.size, false / others.size, auc)


def _ranges(confidential, ranges):
    """Return `ranges` if they are a dict of numbers from 0; those of the confidential frame if there are none."""
    if ranges is None:
        return column_ranges(confidential)
    if not isinstance(ranges, dict):
        raise TypeError(f"ranges must be a dict of column to range, got {type(ranges).__name__} {ranges!r:.40}")
    for column, value in ranges.items():
        missing = isinstance(value, float) and value != value  # the range of a column of missing values only
        if not missing and checks.number(f"ranges[{column!r}]", value) < 0:
            raise ValueError(f"ranges[{column!r}] must be >= 0, got {value}")
    return ranges


def _toward(confidential, synthetic, direction, ranges, *, count):
    ranges = _ranges(confidential, ranges)
    alike(confidential=confidential, synthetic=synthetic)
    if checks.choice("direction", direction, DIRECTIONS) == DIRECTIONS[0]:
        return nearest(synthetic, confidential, ranges=ranges, count=count)[0]
    return nearest(confidential, synthetic, ranges=ranges, count=count)[0]


class _Space:
    """Two frames as arrays with one line per column, in which distances are sums over lines."""

    def __init__(self, rows, among, ranges, names=("confidential", "synthetic")):
        (rows, among), kinds = alike(**dict(zip(names, (rows, among), strict=True)))
        self.shape, self._columns = (len(rows), len(among)), len(kinds)
        with_distance = [column for column, kind in kinds.items() if kind in MEASURED]
        lacking = listed(column for column in with_distance if column not in ranges)
        if lacking:
            raise ValueError(f"ranges must have every number, date and duration, got none for {lacking}")
        with_distance = [column for column in with_distance if ranges[column] > 0]  # neither a constant nor all missing
        numbers = [[measured(frame[column]) / ranges[column] for frame in (rows, among)] for column in with_distance]
        gaps = [[np.isnan(line) for line in pair] for pair in numbers]
        counted = [codes(rows[column], among[column]) for column in kinds if column not in with_distance]
        counted += [pair for pair in gaps if any(gap.any() for gap in pair)]  # a gap differs from a value, not from a gap
        self._numbers = [
            (np.nan_to_num(a), np.nan_to_num(b), gap_a, 1.0 - gap_b if gap_b.any() else None)
            for (a, b), (gap_a, gap_b) in zip(numbers, gaps, strict=True)
        ]
        small = np.int16 if max((max(a.max(), b.max()) for a, b in counted), default=0) < 2**15 else np.int32
        self._codes = [(a.astype(small), b.astype(small)) for a, b in counted]  # small ones are compared faster

    def tiles(self):
        """Yield slices of the rows with their distances from all others; the array is overwritten by the next one."""
        rows, others = self.shape
        height = max(1, _TILE // others)
        total, part = np.empty((2, min(height, rows), others))
        differs = np.empty(total.shape, bool)
        mismatches = np.empty(total.shape, np.uint8 if len(self._codes) < 256 else np.uint16)
        for start in range(0, rows, height):
            here = slice(start, min(rows, start + height))
            lines = here.stop - start
            self._fill(here, total[:lines], part[:lines], differs[:lines], mismatches[:lines])
            yield here, total[:lines]

    def _fill(self, here, total, part, differs, mismatches):
        mismatches[:], total[:] = 0, 0
        for a, b in self._codes:
            np.not_equal(a[here, None], b, out=differs)
            np.add(mismatches, differs.view(np.uint8), out=mismatches)
        for a, b, gap, known in self._numbers:
            np.abs(np.subtract(a[here, None], b, out=part), out=part)
            if known is not None:
                part *= known
            part[gap[here]] = 0
            total += part
        total += mismatches
        total /= self._columns
