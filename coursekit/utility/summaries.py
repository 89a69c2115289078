"""Summaries: what each column of both files holds, counted and averaged, side by side.

Every `difference` is synthetic minus confidential. Nothing is missing in the columns compared; dates and durations
count in days. Source: source text, sections 3.2 to 3.8.
"""

import numpy as np

from coursekit import checks, frames

MOMENTS = ("mean", "sd", "skewness", "kurtosis")



def frequencies(confidential, synthetic):
    """Return how often each category occurs in two ``pandas.Series`` of any kind, counts and shares side by side.

    >>> import pandas as pd
    >>> frequencies(pd.Series(["a", "a", "b", "b"]), pd.Series(["a", "c"]))["difference"].to_dict()
    {'a': 0.0, 'b': -0.5, 'c': 0.5}
    """
    import pandas as pd

    for name, column in (("confidential", confidential), ("synthetic", synthetic)):
        if not isinstance(column, pd.Series):
            raise TypeError(f"{name} must be a pandas.Series, one column, got {type(column).__name__} {column!r:.40}")
    ours, theirs = confidential.to_frame("value"), synthetic.to_frame("value")
    both = frames.fit(confidential=ours, synthetic=theirs, gaps=False)
    coded, levels = both.codes("value")
    return _counted([np.bincount(codes, minlength=len(levels)) for codes in coded], list(map(len, coded)), levels)


def zeros(confidential, synthetic):
    """Return how many values are exactly 0, in both files side by side, in the columns of `frequencies`.

    The files are arrays of shape (rows,), or tables, of which every column of numbers is compared, a row for each.
    >>> zeros([0, 0, 3, 5], [0, 2])["confidential_share"].to_dict()
    {'value': 0.5}
    """
    names, *both = numbers(confidential, synthetic)
    return _counted([np.count_nonzero(table == 0, axis=0) for table in both], list(map(len, both)), names)


def moments(confidential, synthetic):
    """Return the first four moments of both files side by side; parameters are those of `zeros`.

    `sd` divides by n - 1 (NaN for one row). Skewness is m3 / m2**1.5 and kurtosis m4 / m2**2 - 3 ("excess": 0 for a
    normal), with central moments that divide by n; both are NaN for a column that does not vary. Of 0, 0, 3, 5 the mean
    is 2, the sd the root of 18/3, the skewness 3 / 4.5**1.5, the kurtosis 28.5 / 20.25 - 3:
    >>> moments([0, 0, 3, 5], [0, 0, 3, 5])["confidential"].round(4).tolist()
    [2.0, 2.4495, 0.3143, -1.5926]
    """
    names, *both = numbers(confidential, synthetic)
    return _side_by_side(names, MOMENTS, *map(four_moments, both), single=np.ndim(confidential) == 1)


def percentiles(confidential, synthetic, *, at=(1, 5, 25, 50, 75, 95, 99)):
    """Return percentiles of both files side by side, by linear interpolation (R's type 7).

    As `moments`, with a row for each percentile in `at`, which are from 0 (the least value) to 100 (the largest).
    >>> percentiles([1, 2, 3, 4], [3, 4, 5, 6], at=[0, 50])["confidential"].to_dict()
    {0: 1.0, 50: 2.5}
    """
    shares = np.atleast_1d(checks.reals("at", at, low=0, high=100))
    if shares.ndim != 1:
        raise ValueError(f"at must be a list of percentiles, got shape {shares.shape}")
    names, *both = numbers(confidential, synthetic)
    found = [np.percentile(table, shares, axis=0) for table in both]
    labels = [int(share) if share == int(share) else float(share) for share in shares]
    return _side_by_side(names, labels, *found, single=np.ndim(confidential) == 1)


def four_moments(table):
    """Return mean, sd, skewness and excess kurtosis of each column, shape (4, columns)."""
    n = len(table)
    away, scale = scaled(table)  # scipy's skew and kurtosis underflow for small numbers, and warn of constant columns
    m2, m3, m4 = ((away**power).mean(axis=0) for power in (2, 3, 4))
    sd = scale * np.sqrt(m2 * n / (n - 1)) if n > 1 else np.full(len(m2), np.nan)
    m2 = np.where(m2 > 0, m2, np.nan)
    return np.stack([table.mean(axis=0), sd, m3 / m2**1.5, m4 / m2**2 - 3])


def scaled(table):
    """Return each column's distances from its mean in units of the largest of them, and that unit; 0 if constant."""
    # The unit keeps powers inside of what floats hold; the mean of equal numbers can be off by a rounding error.
    away = np.where(np.ptp(table, axis=0) > 0, table - table.mean(axis=0), 0.0)
    scale = np.abs(away).max(axis=0)
    return away / np.where(scale > 0, scale, 1.0), scale


def numbers(confidential, synthetic):
    """Return names and values, shape (rows, columns), of the columns of numbers of two tables or arrays."""
    import pandas as pd

    if not isinstance(confidential, pd.DataFrame) and not isinstance(synthetic, pd.DataFrame):
        return ["value"], *(values[:, None] for values in two_columns(confidential, synthetic))
    both = frames.fit(confidential=confidential, synthetic=synthetic, gaps=False)
    if not both.measured:
        raise ValueError("confidential must have a numeric column, got none")
    return both.measured, *map(np.column_stack, zip(*map(both.values, both.measured), strict=True))


def two_columns(confidential, synthetic):
    """Return two arrays of numbers, one per file, each of shape (rows,)."""
    arrays = []
    for name, values in (("confidential", confidential), ("synthetic", synthetic)):
        arrays.append(checks.reals(name, values))
        if arrays[-1].ndim != 1:
            raise ValueError(f"{name} must be one column of numbers, got shape {arrays[-1].shape}")
    return arrays


def _counted(counts, rows, index):
    """Lay out counts of both files, their shares of the rows, and the difference of the shares."""
    import pandas as pd

    ours, theirs = (count / many for count, many in zip(counts, rows, strict=True))
    table = {"confidential": counts[0], "synthetic": counts[1], "confidential_share": ours, "synthetic_share": theirs}
    return pd.DataFrame(table | {"difference": theirs - ours}, index=index)


def _side_by_side(names, labels, ours, theirs, *, single):
    """Return a table with one row for each column and label, from two arrays of shape (labels, columns)."""
    import pandas as pd

    index = list(labels) if single else pd.MultiIndex.from_product([names, labels])
    ours, theirs = ours.T.ravel(), theirs.T.ravel()
    return pd.DataFrame({"confidential": ours, "synthetic": theirs, "difference": theirs - ours}, index=index)
