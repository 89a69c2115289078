"""Frames that fit together: the same columns of the same kinds, whatever their order, with values that can be compared.

This knows dates and missing values: a missing value is a value like any
other, equal to a missing value alone.
"""

import numpy as np

from coursekit import checks

MEASURED = ("number", "date", "date with time zone", "duration")


def alike(**frames):
    """Return frames with their columns in the order of the first, and the kind of each column, if they fit together.

    Parameters
    ----------
    **frames : pandas.DataFrame
        The confidential frame first, each by its name.

    Returns
    -------
    list of pandas.DataFrame
    dict of str to str
        Kind of each column: "number", "date", "date with time zone", "duration", "text", "yes or no" or "category of"
        something else. A category of texts is "text".

    Raises
    ------
    TypeError
        If something is not a frame, or a column holds what has no distance, such as lists or a mixture.
    ValueError
        If a frame is empty, a number infinite, or columns are missing, additional, double or of another kind: all of
        them are named.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30], "sex": ["male"]})
    >>> alike(confidential=people, synthetic=people[["sex", "age"]])[1]
    {'age': 'number', 'sex': 'text'}
    >>> alike(confidential=people, synthetic=pd.DataFrame({"age": ["30"]}))
    Traceback (most recent call last):
    ValueError: synthetic must have the columns of confidential, of the same kinds, got missing: sex; age: text instead of number
    """
    kinds = {}
    for name, frame in frames.items():
        checks.frame(name, frame, rows=1)
        kinds[name] = {column: _kind(name, frame[column]) for column in frame}
    (first, wanted), *others = kinds.items()
    for name, found in others:
        wrong = [f"{column}: {found[column]} instead of {kind}" for column, kind in wanted.items()
                 if column in found and found[column] != kind]
        missing, additional = (listed(c for c in a if c not in b) for a, b in ((wanted, found), (found, wanted)))
        wrong = [f"missing: {missing}"] * bool(missing) + [f"additional: {additional}"] * bool(additional) + wrong
        if wrong:
            raise ValueError(f"{name} must have the columns of {first}, of the same kinds, got {'; '.join(wrong)}")
    return [frame[list(wanted)] for frame in frames.values()], wanted


def _kind(name, column):
    """Name the kind of a column; kinds that cannot be compared are refused."""
    import pandas as pd

    types, values = pd.api.types, column
    if isinstance(column.dtype, pd.CategoricalDtype):
        values = column.cat.categories.to_series()
    if types.is_bool_dtype(values.dtype):
        return "yes or no"
    if types.is_object_dtype(values.dtype) or types.is_string_dtype(values.dtype):
        found = types.infer_dtype(values, skipna=True)
        if found in ("string", "empty"):
            return "text"
        if found == "boolean":
            return "yes or no"
        raise TypeError(f"{name} must have one dtype in each column, got {found} objects in {column.name!r}: convert them")
    kind = {"M": "date", "m": "duration", "i": "number", "u": "number", "f": "number"}.get(values.dtype.kind)
    if kind is None or isinstance(values.dtype, pd.PeriodDtype | pd.IntervalDtype):
        if values is column:
            raise TypeError(f"{name} must have numbers, dates, texts or categories, got {column.dtype} in {column.name!r}")
        kind = str(values.dtype)
    if values is not column:
        return f"category of {kind}"
    if kind == "number" and np.isinf(measured(column)).any():
        raise ValueError(f"{name} must have finite numbers, got infinity in {column.name!r}")
    return "date with time zone" if isinstance(column.dtype, pd.DatetimeTZDtype) else kind


def listed(names):
    """Return names as a text, at most ten of them.

    Examples
    --------
    >>> listed(["age", "sex"])
    'age, sex'
    """
    names = [str(name) for name in names]
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")


def measured(column):
    """Return a measured column as floats, dates and durations in days; missing values are NaN.

    Examples
    --------
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


def codes(first, second):
    """Return two columns as integers that are equal where the values are; a missing value is -1.

    Examples
    --------
    >>> import pandas as pd
    >>> codes(pd.Series(["a", "b"]), pd.Series(["b", None]))
    (array([0, 1]), array([ 1, -1]))
    """
    import pandas as pd

    both = pd.factorize(np.concatenate([column.astype(object).to_numpy() for column in (first, second)]))[0]
    return both[: len(first)], both[len(first) :]
