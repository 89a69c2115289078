"""What a column of a data frame holds, as numbers that models can work with, and back.

A column is one of three kinds. `number`: integers and decimals. `date`: dates (as the clock on the wall shows them) and
durations, counted in days. `category`: everything else, text and booleans included; its levels are numbered, and a
missing entry is a level of its own.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from coursekit.frames import codes, measured


@dataclass(frozen=True)
class Variable:
    """One column: its `name`, its values in their own dtype, and as numbers.

    coded : array, shape (rows,). Floats with NaN for missing (numbers; days since the earliest date), or the numbers of
        the levels, from 0.
    levels : int. How many levels a category has, missing included; 0 for numbers and dates.
    """

    name: object
    values: object
    coded: np.ndarray
    levels: int

    @property
    def kind(self):
        """What it holds: "category", "date" or "number"."""
        return "category" if self.levels else "date" if self.values.dtype.kind in "Mm" else "number"

    @cached_property
    def missing(self):
        """Which numbers or dates are missing, booleans of shape (rows,); of a category none, as that is a level."""
        return np.isnan(self.coded)

    def take(self, rows):
        """Return the variable with the values of these rows, given by position: every dtype survives that."""
        return replace(self, values=self.values.take(rows), coded=self.coded[rows])

    def with_numbers(self, numbers):
        """Return the variable with new numbers or dates, none of them missing: integers and whole days are rounded."""
        if self.kind == "date":
            values = _dates(self, numbers)
            return replace(self, values=values, coded=_days(values, self.values))
        values = _numbers(self, numbers)
        return replace(self, values=values, coded=measured(values))


def variable(name, series):
    """Return a column of any dtype as a `Variable`; `name` is what errors call it.

    >>> import pandas as pd
    >>> sex = variable("sex", pd.Series(["male", None, "female"]))
    >>> sex.kind, sex.levels, sex.coded
    ('category', 3, array([1, 2, 0]))
    """
    if series.dtype.kind in "Mm":
        return Variable(name, series, _days(series, series), 0)
    if series.dtype.kind in "iuf":
        coded = measured(series)
        if np.isinf(coded).any():
            raise ValueError(f"column {name!r} must hold finite numbers, got {coded[np.isinf(coded)][0]}")
        return Variable(name, series, coded, 0)
    (coded,), known = codes(series)
    gone = coded < 0
    return Variable(name, series, np.where(gone, len(known), coded), len(known) + int(gone.any()))


def _numbers(variable, numbers):
    """Return numbers in the dtype of the variable, rounded if that is one of integers."""
    import pandas as pd

    dtype = variable.values.dtype
    if dtype.kind in "iu":
        numbers, limits = np.rint(numbers), np.iinfo(getattr(dtype, "numpy_dtype", dtype))
        _refuse(variable, numbers[(numbers < limits.min) | (numbers >= float(limits.max) + 1)])
    return pd.Series(numbers).astype(dtype)


def _dates(variable, days):
    """Return days since the earliest date as dates or durations, whole days if all those of the variable are."""
    import pandas as pd

    dtype, (ticks, per_day) = variable.values.dtype, _ticks(variable.values)
    step = per_day if (ticks[~variable.missing] % per_day == 0).all() else 1
    ticks = np.rint((days * per_day + _earliest(variable.values)) / step) * step
    _refuse(variable, ticks[np.abs(ticks) >= 2.0**63])
    values = pd.Series(ticks.astype(np.int64).view(f"{dtype.kind}8[{variable.values.dt.unit}]"))
    if getattr(dtype, "tz", None) is not None:  # a clock that is set back shows some times twice and some never
        later = np.zeros(len(values), bool)
        values = values.dt.tz_localize(dtype.tz, ambiguous=later, nonexistent="shift_forward")
    return values.astype(dtype)


def _refuse(variable, numbers):
    """Raise the error for numbers that a dtype cannot hold."""
    if len(numbers):
        raise ValueError(
            f"column {variable.name!r} must fit its dtype {variable.values.dtype}, got {numbers[0]:.6g}: convert it to "
            "a wider one first"
        )


def _days(series, since):
    """Return dates or durations in days since the earliest one of a column, as floats with NaN."""
    ticks, per_day = _ticks(series)
    return np.where(series.isna(), np.nan, (ticks - _earliest(since)) / per_day)


def _earliest(series):
    """Return the earliest of dates or durations in units of their dtype."""
    return _ticks(series)[0].min(initial=2**63 - 1, where=series.notna().to_numpy())


def _ticks(series):
    """Return dates or durations as integers in units of their dtype, and how many of these a day has."""
    if getattr(series.dtype, "tz", None) is not None:
        series = series.dt.tz_localize(None)
    return series.astype("int64").to_numpy(), int(np.timedelta64(1, "D") / np.timedelta64(1, series.dt.unit))
