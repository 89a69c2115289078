"""Spoiling: four ways to make a good synthesis worse, smoothly, so that we see which metric notices.

Each returns a new table. With the same `rng` state a little more of a knob changes a little more: nothing else moves.
"""

import numpy as np

from coursekit import checks


def shrink(frame, column, *, factor):
    """Return the table with one column pulled towards its mean: its sd times `factor`, its mean as it was.

    A `factor` of 1 leaves the column as it is, 0 makes it constant, more than 1 stretches it. At least 0.
    >>> import pandas as pd
    >>> shrink(pd.DataFrame({"x": [1.0, 2.0, 6.0]}), "x", factor=0.5)["x"].tolist()
    [2.0, 2.5, 4.5]
    """
    values = _values(frame, column)
    if checks.number("factor", factor) < 0:
        raise ValueError(f"factor must be >= 0, got {factor}")
    factor = float(checks.reals("factor", factor))
    shrunk = values.mean() + factor * (values - values.mean())
    return _with(frame, column, shrunk) if factor != 1 else frame.copy()


def break_correlation(frame, column, *, share, rng):
    """Return the table with one column's values passed around among a share of the rows; the column's values all stay.

    `share` is 0 to 1 (no relation is left but by chance). `rng` orders the rows: the first ones pass their values on.
    >>> import pandas as pd
    >>> table = pd.DataFrame({"x": range(100), "y": range(100)})
    >>> int((break_correlation(table, "y", share=0.5, rng=np.random.default_rng(1))["y"] != table["y"]).sum())
    50
    """
    _column(frame, column)
    share = float(checks.shares("share", checks.number("share", share)))
    chosen = checks.generator(rng).permutation(len(frame))[: round(share * len(frame))]
    source = np.arange(len(frame))
    source[chosen] = np.roll(chosen, 1)
    return _with(frame, column, frame[column].array.take(source))


def drop_tail(frame, column, *, share):
    """Return the table without the rows of one column's largest values.

    So many that they are a `share` of all, rounded down to whole rows; at least 0 and below 1.
    >>> import pandas as pd
    >>> drop_tail(pd.DataFrame({"x": [4, 1, 3, 2]}), "x", share=0.25)["x"].tolist()
    [1, 3, 2]
    """
    values = _values(frame, column)
    _below_one("share", share)
    kept = np.ones(len(values), bool)
    largest = np.argsort(-values, kind="stable")
    kept[largest[: int(share * len(values) + 1e-9)]] = False  # .29 * 100 is 28.999999999999996
    return frame[kept].copy()


def spoil(frame, column, *, rng, shifted=0.0, shrunk=0.0, broken=0.0, dropped=0.0):
    """Return the table spoiled in one column of numbers by all four at once, each with a strength from 0 (not at all).

    In this order: `broken` is the share of values passed around, 0 to 1; `dropped` that of rows left out at the upper
    end, at least 0 and below 1; `shrunk` how much of the spread is taken away, 0 to 1; `shifted` what is added, in sds
    of the table as given, perhaps below 0.
    >>> import pandas as pd
    >>> table = pd.DataFrame({"x": [1.0, 2.0, 3.0], "y": [5, 6, 7]})
    >>> spoil(table, "x", shifted=2, rng=np.random.default_rng(1))["x"].tolist()
    [3.0, 4.0, 5.0]
    """
    values = _values(frame, column)
    shifted = float(checks.reals("shifted", checks.number("shifted", shifted)))
    checks.shares("shrunk", checks.number("shrunk", shrunk))
    checks.shares("broken", checks.number("broken", broken))
    _below_one("dropped", dropped)
    table = break_correlation(frame, column, share=broken, rng=rng)
    table = drop_tail(table, column, share=dropped)
    table = shrink(table, column, factor=1 - shrunk)
    by = shifted * values.std(ddof=1) if len(values) > 1 else 0.0
    return _with(table, column, table[column].to_numpy(float) + by) if by else table


def _below_one(name, share):
    """Refuse a share that leaves no row."""
    if not 0 <= checks.number(name, share) < 1:
        raise ValueError(f"{name} must be >= 0 and < 1, got {share}")


def _with(frame, column, values):
    """Return the table with other values in one column; whole numbers become floats where they have to."""
    table = frame.copy()
    table[column] = values
    return table


def _column(frame, column):
    checks.column_names("column", [column], checks.frame("frame", frame, rows=1), of="a column of frame")


def _values(frame, column):
    _column(frame, column)
    return checks.reals(f"column {column!r} of frame", frame[column].to_numpy())
