"""The one reader of data frames: what each column holds, decided once, and whether two or three frames fit together.

A column is *measured* (numbers, dates, durations: these have a distance) or *categorical* (texts, yes or no, pandas
categories). A missing value is a value like any other, equal to a missing value alone. `fit` stands at every public
door that takes frames; behind it nobody asks a frame again, but the `Frames` that it returns.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from coursekit import checks

MEASURED = ("number", "date", "date with time zone", "duration")


def fit(*, columns=None, rows=1, gaps=True, **frames):
    """Return two or three frames as one `Frames`, if they have the same columns of the same kinds.

    **frames : pandas.DataFrame. The confidential frame first, each by its name. Columns may come in any order.
    columns : list of label, optional. Read these alone; then the others may differ. All without it.
    rows, gaps : int, bool. The fewest rows of a frame; False refuses missing values.
    Raises TypeError: If a column holds what cannot be compared: lists, a mixture, complex numbers, periods.
    Raises ValueError: If a number is infinite, or columns are missing, additional, double or of another kind.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"sex": ["male"], "age": [30]})
    >>> fit(confidential=people, synthetic=people[["age", "sex"]]).kinds
    {'age': 'number', 'sex': 'text'}
    """
    kinds = {}
    for name, frame in frames.items():
        checks.frame(name, frame, rows=rows)
        chosen = frame if columns is None else checks.column_names("columns", columns, frame, of=f"columns of {name}")
        kinds[name] = {column: kind(name, frame[column], gaps=gaps) for column in chosen}
    (first, wanted), *others = kinds.items()
    for name, found in others:
        wrong = [
            f"{column}: {found[column]} instead of {expected}"
            for column, expected in wanted.items()
            if column in found and found[column] != expected
        ]
        missing, additional = (listed(c for c in a if c not in b) for a, b in ((wanted, found), (found, wanted)))
        wrong = [f"missing: {missing}"] * bool(missing) + [f"additional: {additional}"] * bool(additional) + wrong
        if wrong:
            raise ValueError(f"{name} must have the columns of {first}, of the same kinds, got {'; '.join(wrong)}")
    order = sorted(wanted, key=str)  # so that nothing computed depends on the order of columns
    return Frames(tuple(frame[order] for frame in frames.values()), {column: wanted[column] for column in order})


def kind(name, column, *, gaps=True):
    """Return the kind of a column of the frame `name`: one of `MEASURED`, "text", "yes or no" or "category of …".

    >>> import pandas as pd
    >>> kind("people", pd.Series(["a", "b"], dtype="category")), kind("people", pd.Series([1, None]))
    ('text', 'number')
    """
    import pandas as pd

    missing = 0 if gaps else int(column.isna().sum())
    if missing:
        raise ValueError(
            f"column {column.name!r} of {name} must not contain NaN, got {missing} of {len(column)}: "
            "drop or fill them first"
        )
    types, values = pd.api.types, column
    if isinstance(column.dtype, pd.CategoricalDtype):
        values = column.cat.categories.to_series()
    if types.is_bool_dtype(values.dtype):
        return "yes or no"
    if types.is_object_dtype(values.dtype) or types.is_string_dtype(values.dtype):
        found = types.infer_dtype(values, skipna=True)
        if found not in ("string", "empty", "boolean"):
            raise TypeError(
                f"{name} must have one dtype in each column, got {found} objects in {column.name!r}: convert them"
            )
        return "yes or no" if found == "boolean" else "text"
    found = {"M": "date", "m": "duration", "i": "number", "u": "number", "f": "number"}.get(values.dtype.kind)
    if values is not column:
        return f"category of {found or values.dtype}"
    if found is None or isinstance(values.dtype, pd.PeriodDtype | pd.IntervalDtype):
        raise TypeError(f"{name} must have numbers, dates, texts or categories, got {column.dtype} in {column.name!r}")
    if found == "number" and np.isinf(measured(column)).any():
        raise ValueError(f"{name} must have finite numbers, got infinity in {column.name!r}")
    return "date with time zone" if isinstance(column.dtype, pd.DatetimeTZDtype) else found


@dataclass(frozen=True)
class Column:
    """One column of all frames without gaps: floats where `levels` is None, else the numbers of the levels, from 0."""

    name: str
    levels: list | None
    values: tuple

    def take(self, *rows):
        """Return the column with these rows of each frame, given by position."""
        return replace(self, values=tuple(values[chosen] for values, chosen in zip(self.values, rows, strict=True)))


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames that fit together; `kinds` holds the kind of each column, sorted by name. `fit` makes them."""

    frames: tuple
    kinds: dict

    @property
    def measured(self):
        """Labels of the columns that have a distance."""
        return [column for column, kind in self.kinds.items() if kind in MEASURED]

    def values(self, column):
        """Return a measured column of each frame as floats, dates and durations in days; missing values are NaN."""
        return [measured(frame[column]) for frame in self.frames]

    def codes(self, column):
        """Return any column of each frame as integers that are equal where the values are, -1 if missing; and levels.

        Levels are those that occur, in the order of a pandas category, else sorted.
        """
        return codes(*(frame[column] for frame in self.frames))

    @cached_property
    def columns(self):
        """All columns without gaps, for models and metrics.

        A missing number becomes the confidential median, and one more column tells where; a missing category is the
        last level, "(missing)".
        """
        found = []
        for column, kind in self.kinds.items():
            if kind not in MEASURED:
                coded, levels = self.codes(column)
                if any((part < 0).any() for part in coded):
                    coded, levels = [np.where(part < 0, len(levels), part) for part in coded], [*levels, "(missing)"]
                found.append(Column(str(column), levels, tuple(coded)))
                continue
            values = self.values(column)
            lacking = [np.isnan(part) for part in values]
            filler = 0.0 if lacking[0].all() else np.median(values[0][~lacking[0]])
            filled = [np.where(gone, filler, part) for part, gone in zip(values, lacking, strict=True)]
            found.append(Column(str(column), None, tuple(filled)))
            if any(map(np.any, lacking)):
                gaps = tuple(gone.astype(np.int64) for gone in lacking)
                found.append(Column(f"{column} (missing)", ["no", "yes"], gaps))
        return found


def codes(*series):
    """Return columns as integers from 0 that are equal where the values are, -1 where missing; and the list of levels.

    >>> import pandas as pd
    >>> codes(pd.Series(["b", "a"]), pd.Series(["c", None]))
    ([array([1, 0]), array([ 2, -1])], ['a', 'b', 'c'])
    """
    import pandas as pd

    known = list(series[0].cat.categories) if isinstance(series[0].dtype, pd.CategoricalDtype) else []
    found, seen = pd.factorize(np.concatenate([column.astype(object).to_numpy() for column in series]))
    place = {level: i for i, level in enumerate(known)}
    order = sorted(range(len(seen)), key=lambda i: _place(seen[i], place))
    rank = np.full(len(seen) + 1, -1)  # the last one for what is missing
    rank[order] = np.arange(len(seen))
    return np.split(rank[found], np.cumsum([len(column) for column in series])[:-1]), [seen[i] for i in order]


def _place(level, known):
    """What sorts levels: known ones first, as listed; others by kind, numbers by size, the rest as text."""
    if level in known:
        return 0, "", known[level], ""
    number = isinstance(level, int | float | np.number) and not isinstance(level, bool)
    return 1, "" if number else type(level).__name__, level if number else 0, "" if number else str(level)


def measured(column):
    """Return a measured column as floats, dates and durations in days; missing values are NaN.

    >>> import pandas as pd
    >>> measured(pd.Series(pd.to_datetime(["1970-01-02 00:00", "1970-01-03 12:00", None])))
    array([1. , 2.5, nan])
    """
    import pandas as pd

    if isinstance(column.dtype, pd.DatetimeTZDtype):
        column = column.dt.tz_convert("UTC").dt.tz_localize(None)
    if column.dtype.kind in "Mm":
        origin = np.datetime64("1970-01-01") if column.dtype.kind == "M" else np.timedelta64(0, "ns")
        return (column.to_numpy() - origin) / np.timedelta64(1, "D")
    return column.to_numpy(dtype=float, na_value=np.nan)


def for_tree(learned):
    """Return the function that shifts and scales numbers for scikit-learn's trees, which keep 7 digits of a number.

    What varies in what the tree `learned` from must be the first digits, of size 1: else ids of nine digits all look
    alike, and one value of 1e9 hides what the others tell. A power of 2 changes no digit: thresholds stay halfway.
    >>> for_tree(np.array([123456780.0, 123456789.0, 123456798.0]))(np.array([123456789.0, 123456798.0]))
    array([0.   , 1.125])
    """
    known = learned[~np.isnan(learned)]
    middle = np.median(known) if len(known) else 0.0
    away = np.abs(known - middle)
    unit = 2.0 ** np.round(np.log2(max(np.median(away[away > 0]), away.max() / 1e30))) if away.any() else 1.0
    return lambda values: (values - middle) / unit


def quartile_edges(column):
    """Return bins for one `Column` of numbers: between the confidential quartiles, with infinite outer edges."""
    return np.array([-np.inf, *np.unique(np.quantile(column.values[0], [0.25, 0.5, 0.75])), np.inf])


def bins(name, values, edges):
    """Return the bin of each value, from 0; a bin holds its lower edge, the last one both.

    >>> bins("age", [0, 17, 18, 65], [0, 18, 65])
    array([0, 0, 1, 1])
    """
    values, edges = checks.reals(name, values), increasing(f"edges of {name}", edges)
    outside = values[(values < edges[0]) | (values > edges[-1])]
    if outside.size:
        raise ValueError(f"{name} must be from {edges[0]:g} to {edges[-1]:g}, the outer edges, got {outside[0]}")
    return np.minimum(np.searchsorted(edges, values, side="right") - 1, edges.size - 2)


def increasing(name, edges):
    """Return `edges` as an array if they are two or more increasing numbers; the outer ones may be infinite."""
    try:
        array = np.asarray(edges)
    except ValueError:  # lists of different lengths
        array = np.array(None)
    if array.ndim != 1 or array.size < 2 or array.dtype.kind not in "iuf" or not (array[1:] > array[:-1]).all():
        raise ValueError(f"{name} must be two or more increasing numbers, got {edges!r}")
    return array


def edges_by_column(edges, numbers):
    """Return `edges`, none for None, if it is a dict of increasing numbers by label of a measured column."""
    if edges is None:
        return {}
    if not isinstance(edges, dict):
        raise TypeError(f"edges must be a dict of column: edges, got {type(edges).__name__} {edges!r}")
    for column, bounds in edges.items():
        if column not in numbers:
            raise ValueError(f"edges must be for numeric columns, got {column!r}")
        increasing(f"edges of {column}", bounds)
    return edges


def listed(names):
    """Return names as a text, at most ten of them."""
    names = [str(name) for name in names]
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
