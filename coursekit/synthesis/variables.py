"""What a column of a data frame holds, as numbers that models can work with, and back.

A column is one of three kinds. `number`: integers and decimals. `date`: dates and durations, counted in days.
`category`: everything else, text and booleans included; its levels are numbered, and a missing entry is a level of its
own.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Variable:
    """One column: its values as they are, and as numbers.

    Attributes
    ----------
    name : hashable
        Label of the column.
    kind : {"number", "date", "category"}
        What it holds.
    ordered : bool
        Whether it is an ordered category.
    values : pandas.Series
        The values, in their own dtype.
    coded : array, shape (rows,)
        Floats with NaN for missing (numbers; days since `origin`), or the numbers of the levels, from 0.
    levels : int
        How many levels a category has, missing included; 0 for numbers and dates.
    origin : int
        The earliest date, in units of the dtype; 0 otherwise.
    """

    name: object
    kind: str
    ordered: bool
    values: object
    coded: np.ndarray
    levels: int
    origin: int

    @cached_property
    def missing(self):
        """Which numbers or dates are missing, booleans of shape (rows,); of a category none, as that is a level."""
        return np.zeros(len(self.coded), bool) if self.kind == "category" else np.isnan(self.coded)

    def take(self, rows):
        """Return the variable with the values of these rows, given by position: every dtype survives that."""
        return replace(self, values=self.values.take(rows), coded=self.coded[rows])

    def with_numbers(self, numbers):
        """Return the variable with new numbers or dates: integers and whole days are rounded, NaN is missing.

        """
        back = _dates if self.kind == "date" else _numbers
        values = back(self, np.asarray(numbers, float))
        return replace(self, values=values, coded=_days(values, self.origin) if self.kind == "date"
                       else _floats(values))


def variable(name, series):
    """Return a column as a `Variable`.

    Parameters
    ----------
    name : hashable
        What errors call the column.
    series : pandas.Series
        The column, of any dtype.

    Returns
    -------
    Variable

    Examples
    --------
    >>> import pandas as pd
    >>> sex = variable("sex", pd.Series(["male", None, "female"]))
    >>> sex.kind, sex.levels, sex.coded
    ('category', 3, array([1, 2, 0]))
    """
    import pandas as pd

    if not isinstance(series, pd.Series):
        raise TypeError(f"series must be a pandas.Series, got {type(series).__name__} {series!r}")
    dtype, origin, levels = series.dtype, 0, 0
    ordered = isinstance(dtype, pd.CategoricalDtype) and bool(dtype.ordered)
    if pd.api.types.is_complex_dtype(dtype):
        raise ValueError(f"column {name!r} must hold real numbers, text or dates, got complex numbers")
    if pd.api.types.is_datetime64_any_dtype(dtype) or pd.api.types.is_timedelta64_dtype(dtype):
        kind, ticks = "date", _ticks(series)
        origin = int(ticks[series.notna()].min(initial=np.iinfo(np.int64).max)) if series.notna().any() else 0
        coded = _days(series, origin)
    elif pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_bool_dtype(dtype):
        kind, coded = "number", _floats(series)
        if np.isinf(coded).any():
            raise ValueError(f"column {name!r} must hold finite numbers, got {coded[np.isinf(coded)][0]}")
    else:
        kind = "category"
        coded, levels = _levels(name, series)
    return Variable(name, kind, ordered, series, coded, levels, origin)


def _levels(name, series):
    """Return the level of each entry and how many levels there are: in order, missing last, unused ones left out."""
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype):
        codes = series.cat.codes.to_numpy().astype(np.int64)
    else:
        try:
            codes, names = pd.factorize(series)
        except TypeError:
            kinds = sorted({type(value).__name__ for value in series if getattr(value, "__hash__", None) is None})
            holds = f"{kinds[0]}s" if kinds else "things"
            rule = f"column {name!r} must hold values that can be told apart, got {holds}: leave it out"
            raise ValueError(rule) from None
        codes = _in_order(codes, list(names))
    codes = np.where(codes < 0, codes.max(initial=0) + 1, codes)
    used, codes = np.unique(codes, return_inverse=True)
    return codes, len(used)


def _in_order(codes, names):
    """Renumber levels in the order of their names, so that the order of rows does not matter; as they come if mixed."""
    try:
        order = sorted(range(len(names)), key=names.__getitem__)
    except TypeError:
        return codes
    place = np.full(len(names) + 1, -1)  # missing, -1, stays what it is: the last entry
    place[order] = np.arange(len(names))
    return place[codes]


def _floats(series):
    """Return numbers of any dtype as floats with NaN."""
    return series.to_numpy(dtype=float, na_value=np.nan)


def _numbers(variable, numbers):
    """Return numbers in the dtype of the variable, rounded if that is one of integers."""
    import pandas as pd

    dtype = variable.values.dtype
    if pd.api.types.is_integer_dtype(dtype):
        numbers, limits = np.rint(numbers), np.iinfo(getattr(dtype, "numpy_dtype", dtype))
        _refuse(variable, numbers[(numbers < limits.min) | (numbers >= float(limits.max) + 1)])
    return pd.Series(numbers).astype(dtype)


def _dates(variable, days):
    """Return days since the origin as dates or durations, whole days if all those of the variable are."""
    import pandas as pd

    dtype, unit, per_day = variable.values.dtype, variable.values.dt.unit, _ticks_per_day(variable.values)
    known = _ticks(variable.values)[variable.values.notna().to_numpy()]
    step = per_day if (known % per_day == 0).all() else 1
    ticks = np.rint((days * per_day + variable.origin) / step) * step
    _refuse(variable, ticks[np.abs(ticks) >= 2.0**63])
    ticks = np.where(np.isnan(days), np.iinfo(np.int64).min, np.nan_to_num(ticks)).astype(np.int64)
    values = pd.Series(ticks.view(f"{dtype.kind}8[{unit}]"))
    if getattr(dtype, "tz", None) is not None:  # a clock that is set back shows some times twice and some never
        later = np.zeros(len(values), bool)
        values = values.dt.tz_localize(dtype.tz, ambiguous=later, nonexistent="shift_forward")
    return values.astype(dtype)


def _refuse(variable, numbers):
    """Raise the error for numbers that a dtype cannot hold."""
    if len(numbers):
        dtype = variable.values.dtype
        raise ValueError(f"column {variable.name!r} must fit its dtype {dtype}, got {numbers[0]:.6g}: convert it to a "
                         "wider one first")


def _ticks(series):
    """Return dates (as the clock on the wall shows them) or durations in units of their dtype, as int64."""
    if getattr(series.dtype, "tz", None) is not None:
        series = series.dt.tz_localize(None)
    return series.astype("int64").to_numpy()


def _ticks_per_day(series):
    """Return how many units of its dtype a column of dates counts in a day."""
    return {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[series.dt.unit] * 86_400


def _days(series, origin):
    """Return dates or durations in days since `origin`, as floats with NaN."""
    return np.where(series.isna(), np.nan, (_ticks(series) - origin) / _ticks_per_day(series))
