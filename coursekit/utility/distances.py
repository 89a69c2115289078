"""General utility: how like the confidential file is the synthetic one, column by column, pair by pair, cell by cell?

Every function takes `confidential` first and `synthetic` second, and every `difference` is synthetic minus confidential.
Nothing here is private: these are checks that the keeper of the confidential file makes before a release.

Source: source text, sections 3.2 to 3.8.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from coursekit import checks, pairs

MOMENTS = ("mean", "sd", "skewness", "kurtosis")
KINDS = ("mae", "rmse", "sum", "syntheval")


class Gap(NamedTuple):
    """The largest vertical distance between two ECDFs, and the value at which they are that far apart."""

    distance: float
    at: float


def frequencies(confidential, synthetic):
    """Return how often each category occurs in two columns, counts and shares side by side.

    Parameters
    ----------
    confidential, synthetic : pandas.Series
        One column of each file: text, booleans, categories or numbers, without missing values.

    Returns
    -------
    pandas.DataFrame
        One row for each category seen in either; columns `confidential` and `synthetic` (counts),
        `confidential_share`, `synthetic_share` and `difference` (of the shares).

    Examples
    --------
    >>> import pandas as pd
    >>> frequencies(pd.Series(["a", "a", "b", "b"]), pd.Series(["a", "c"]))
       confidential  synthetic  confidential_share  synthetic_share  difference
    a             2          1                 0.5              0.5         0.0
    b             2          0                 0.5              0.0        -0.5
    c             0          1                 0.0              0.5         0.5
    """
    import pandas as pd

    for name, column in (("confidential", confidential), ("synthetic", synthetic)):
        if not isinstance(column, pd.Series):
            raise TypeError(f"{name} must be a pandas.Series, one column, got {checks._shown(column)}")
    first, second, numeric, _ = pairs.pair(confidential.to_frame("value"), synthetic.to_frame("value"))
    if numeric:
        values, found = np.unique(np.concatenate([first["value"], second["value"]]), return_inverse=True)
        ours, theirs, seen = found[: len(first)], found[len(first) :], values
    else:
        ours, theirs, seen = pairs.codes(first["value"], second["value"])
    counts = [np.bincount(found, minlength=len(seen)) for found in (ours, theirs)]
    return _counted(counts, [len(ours), len(theirs)], seen)


def zeros(confidential, synthetic):
    """Return how many values are exactly 0, in both files side by side: the laid-out table of `frequencies`.

    Parameters
    ----------
    confidential, synthetic : array of float, shape (rows,), or pandas.DataFrame
        One column of numbers each, or tables, of which every numeric column is compared.

    Returns
    -------
    pandas.DataFrame
        One row for each column (``value`` for arrays); the columns are those of `frequencies`.

    Examples
    --------
    >>> zeros([0, 0, 3, 5], [0, 2])[["confidential_share", "synthetic_share", "difference"]]
           confidential_share  synthetic_share  difference
    value                 0.5              0.5         0.0
    """
    names, ours, theirs = _numeric(confidential, synthetic)
    counts = [np.count_nonzero(table == 0, axis=0) for table in (ours, theirs)]
    return _counted(counts, [len(ours), len(theirs)], names)


def _counted(counts, rows, index):
    """Lay out counts of both files, their shares of the rows, and the difference of the shares."""
    import pandas as pd

    first, second = (count / many for count, many in zip(counts, rows, strict=True))
    return pd.DataFrame(
        {
            "confidential": counts[0],
            "synthetic": counts[1],
            "confidential_share": first,
            "synthetic_share": second,
            "difference": second - first,
        },
        index=index,
    )


def moments(confidential, synthetic):
    """Return the first four moments of both files side by side.

    Parameters
    ----------
    confidential, synthetic : array of float, shape (rows,), or pandas.DataFrame
        One column of numbers each, or tables, of which every numeric column is compared.

    Returns
    -------
    pandas.DataFrame
        Rows `mean`, `sd`, `skewness`, `kurtosis` (for tables: one such block for each column); columns `confidential`,
        `synthetic`, `difference`.

    Notes
    -----
    `sd` divides by n - 1 (NaN for one row). Skewness is m3 / m2**1.5 and kurtosis m4 / m2**2 - 3 ("excess": 0 for a
    normal), with central moments that divide by n, uncorrected; both are NaN for a column that does not vary.

    Examples
    --------
    Of 0, 0, 3, 5 the mean is 2, the sd the root of 18/3, the skewness 3 / 4.5**1.5, the kurtosis 28.5 / 20.25 - 3.

    >>> moments([0, 0, 3, 5], [0, 0, 3, 5]).round(4)
              confidential  synthetic  difference
    mean            2.0000     2.0000         0.0
    sd              2.4495     2.4495         0.0
    skewness        0.3143     0.3143         0.0
    kurtosis       -1.5926    -1.5926         0.0
    """
    names, ours, theirs = _numeric(confidential, synthetic)
    return _side_by_side(names, MOMENTS, four_moments(ours), four_moments(theirs), single=np.ndim(confidential) == 1)


def percentiles(confidential, synthetic, *, at=(1, 5, 25, 50, 75, 95, 99)):
    """Return percentiles of both files side by side, by linear interpolation (R's type 7).

    Parameters
    ----------
    confidential, synthetic
        As for `moments`.
    at : sequence of float
        Which percentiles, from 0 (the least value) to 100 (the largest).

    Returns
    -------
    pandas.DataFrame
        As for `moments`, with one row for each percentile.

    Examples
    --------
    >>> percentiles([1, 2, 3, 4], [3, 4, 5, 6], at=[0, 50, 100])
         confidential  synthetic  difference
    0             1.0        3.0         2.0
    50            2.5        4.5         2.0
    100           4.0        6.0         2.0
    """
    shares = np.atleast_1d(checks.reals("at", at, low=0, high=100))
    if shares.ndim != 1:
        raise ValueError(f"at must be a list of percentiles, got shape {shares.shape}")
    names, ours, theirs = _numeric(confidential, synthetic)
    both = [np.percentile(table, shares, axis=0) for table in (ours, theirs)]
    labels = [int(share) if share == int(share) else float(share) for share in shares]
    return _side_by_side(names, labels, *both, single=np.ndim(confidential) == 1)


def ecdf(values):
    """Return the steps of the empirical distribution function: where it jumps, and how high it is from there on.

    Returns
    -------
    points, heights : array of float, shape (distinct values,)
        `heights` is the share of `values` at most each of `points`; before the first point it is 0.

    Examples
    --------
    >>> ecdf([3, 1, 3, 5])
    (array([1., 3., 5.]), array([0.25, 0.75, 1.  ]))
    """
    values = checks.reals("values", values)
    if values.ndim != 1:
        raise ValueError(f"values must be one column of numbers, got shape {values.shape}")
    points, counts = np.unique(values, return_counts=True)
    return points, np.cumsum(counts) / counts.sum()


def ks(confidential, synthetic):
    """Return the Kolmogorov-Smirnov distance of two columns: the largest gap between their ECDFs, from 0 to 1.

    The supremum is taken over the points where either ECDF jumps. A grid can miss it.

    Examples
    --------
    >>> ks([1, 2, 3, 4], [3, 4, 5, 6])
    0.5
    """
    return ks_gap(confidential, synthetic).distance


def ks_gap(confidential, synthetic):
    """Return the distance of `ks`, and the least value at which the ECDFs are that far apart.

    Examples
    --------
    >>> ks_gap([1, 2, 3, 4], [3, 4, 5, 6])
    Gap(distance=0.5, at=2.0)
    """
    ours, theirs = (np.sort(values) for values in pairs.two_columns(confidential, synthetic))
    points = np.concatenate([ours, theirs])
    points.sort()
    below = [np.searchsorted(values, points, side="right") for values in (ours, theirs)]
    gaps = np.abs(below[0] * len(theirs) - below[1] * len(ours))  # whole numbers, so that ties are ties
    widest = int(gaps.argmax())
    return Gap(float(gaps[widest] / (len(ours) * len(theirs))), float(points[widest]))


def histogram_overlap(confidential, synthetic, *, edges):
    """Return how much of two histograms lies on top of each other: 1 for equal shares in every bin, 0 for none shared.

    Parameters
    ----------
    confidential, synthetic : array of float, shape (rows,)
    edges : sequence of float
        Increasing; a bin holds its lower edge, the last one both. No value may lie outside.

    Examples
    --------
    >>> histogram_overlap([1, 2, 3, 4], [3, 4, 5, 6], edges=[0, 2.5, 4.5, 7])
    0.5
    """
    shares = []
    for name, values in zip(("confidential", "synthetic"), pairs.two_columns(confidential, synthetic), strict=True):
        shares.append(np.bincount(pairs.bins(name, values, edges), minlength=len(edges) - 1) / len(values))
    return float(np.minimum(*shares).sum())


def correlation_differences(confidential, synthetic, *, columns=None):
    """Return synthetic minus confidential correlation of each pair of numeric columns, each pair once.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
    columns : list of str, optional
        Two or more numeric columns; all numeric columns without it.

    Returns
    -------
    pandas.Series
        p (p - 1) / 2 differences, indexed by pairs of names; NaN where a column does not vary.

    Examples
    --------
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": [1, 2, 3], "y": [1, 2, 3]})
    >>> correlation_differences(ours, ours.assign(y=[3, 2, 1])).round(6).to_dict()
    {('x', 'y'): -2.0}
    """
    import pandas as pd

    confidential, synthetic, numeric, categorical = pairs.pair(confidential, synthetic, columns=columns)
    if columns is not None and categorical:
        raise TypeError(f"columns must be numeric, got {categorical[0]!r}")
    if len(numeric) < 2:
        raise ValueError(f"columns must be two or more numeric ones, got {numeric}")
    both = [correlations(table[numeric].to_numpy(float)) for table in (confidential, synthetic)]
    first, second = np.triu_indices(len(numeric), 1)
    names = pd.MultiIndex.from_arrays([[numeric[i] for i in first], [numeric[i] for i in second]])
    return pd.Series(both[1] - both[0], index=names, name="difference")


def correlation_error(differences, *, kind):
    """Return one number for a list of differences of correlations, NaN if any of them is.

    Parameters
    ----------
    differences : array of float
        One for each *pair* of columns: neither the diagonal nor both halves of the matrix.
    kind : {"mae", "rmse", "sum", "syntheval"}
        Four definitions that go by the name of correlation fit: mean of absolute values; root of the mean square; sum
        of absolute values, which grows with the number of pairs; root of the sum of squares, divided by the number
        of pairs.

    Notes
    -----
    Source: source text, sections 3.4 ("mae"), 3.7 ("mae", "rmse") and 3.8 ("sum"); ``util_corr_fit`` of the Urban
    Institute's R package syntheval. The text likens mae and rmse to mean and median; mae is the mean of the absolute
    errors, rmse their root mean square, and the median is neither.

    Examples
    --------
    >>> round(correlation_error([-0.15, 0.01, 0.1, -0.15, 0.15, 0.02], kind="mae"), 7)
    0.0966667
    >>> {kind: round(correlation_error([0.15, 0.65, -0.1], kind=kind), 6) for kind in KINDS}
    {'mae': 0.3, 'rmse': 0.389444, 'sum': 0.9, 'syntheval': 0.224846}
    """
    checks.choice("kind", kind, KINDS)
    entries = np.array(differences, object)
    if entries.size and all(isinstance(each, float) for each in entries.flat) and np.isnan(entries.astype(float)).any():
        return np.nan
    size = np.abs(checks.reals("differences", differences, low=-2, high=2))
    if size.ndim != 1:
        raise ValueError(f"differences must have one entry for each pair, got shape {size.shape}")
    match kind:
        case "mae":
            return float(size.mean())
        case "rmse":
            return float(np.sqrt((size**2).mean()))
        case "sum":
            return float(size.sum())
    return float(np.sqrt((size**2).sum()) / size.size)


def correlation_fit(confidential, synthetic, *, kind="mae", columns=None):
    """Return how far apart the correlations of two files are: `correlation_error` of `correlation_differences`.

    Examples
    --------
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": [1, 2, 3], "y": [1, 2, 3]})
    >>> round(correlation_fit(ours, ours.assign(y=[3, 2, 1]), kind="mae"), 6)
    2.0
    """
    return correlation_error(correlation_differences(confidential, synthetic, columns=columns), kind=kind)


def mutual_information(table):
    """Return the mutual information of the two variables of a contingency table, in nats: 0 if independent.

    Parameters
    ----------
    table : array of float or pandas.DataFrame, shape (rows, columns)
        Counts or shares, none below 0, with a sum above 0.

    Examples
    --------
    >>> bool(mutual_information([[1, 0], [0, 1]]) == np.log(2))
    True
    >>> mutual_information([[2, 4], [3, 6]])
    0.0
    """
    counts = checks.reals("table", table, low=0)
    if counts.ndim != 2 or not counts.sum():
        raise ValueError(f"table must have two dimensions and a sum above 0, got shape {counts.shape}")
    independent = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0)
    observed = counts * counts.sum()
    if (np.abs(observed - independent) <= 1e-12 * independent).all():
        return 0.0  # exactly, because a ratio to what rounding leaves of it would mean nothing
    seen = counts > 0
    return float((counts[seen] * np.log(observed[seen] / independent[seen])).sum() / counts.sum())


def relative_mutual_information(confidential, synthetic, *, columns=None, edges=None):
    """Return, for each pair of columns, how much of their mutual information the synthetic file keeps.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
    columns : list of str, optional
        Two or more columns; all without it.
    edges : dict of {str: sequence of float}
        Edges of the bins of each numeric column (see `pairs.cut`); none is needed for categories.

    Returns
    -------
    pandas.DataFrame
        One row for each pair; columns `confidential` and `synthetic` (in nats) and `ratio`, synthetic to confidential:
        1 for a copy, 0 for independent columns, NaN where the confidential pair is independent already.

    Examples
    --------
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": list("aabb"), "y": list("ccdd")})
    >>> relative_mutual_information(ours, ours.assign(y=list("cdcd"))).round(4)
         confidential  synthetic  ratio
    x y        0.6931        0.0    0.0
    """
    import pandas as pd

    ours, theirs, names = pairs.cut(confidential, synthetic, columns=columns, edges=edges)
    if len(names) < 2:
        raise ValueError(f"columns must be two or more, got {names}")
    first, second = np.triu_indices(len(names), 1)
    both = [informations(table, np.maximum(ours.max(axis=0), theirs.max(axis=0)) + 1) for table in (ours, theirs)]
    ratio = np.divide(both[1], both[0], out=np.full(len(first), np.nan), where=both[0] > 0)
    index = pd.MultiIndex.from_arrays([[names[i] for i in first], [names[i] for i in second]])
    return pd.DataFrame({"confidential": both[0], "synthetic": both[1], "ratio": ratio}, index=index)


def marginal_score(confidential, synthetic, *, k=3, columns=None, edges=None, draws=None, rng=None):
    """Return the k-way marginal score of the NIST challenge, from 0 (no cell shared) to 1000 (all shares equal).

    Parameters
    ----------
    confidential, synthetic, columns, edges
        As for `relative_mutual_information`.
    k : int, default 3
        How many columns are crossed at a time; at most as many as there are.
    draws : int, optional
        Average over so many sets of k columns drawn at random, as the challenge does with 100; `rng` is then needed.
        Without it, over all of them.
    rng : numpy.random.Generator, optional

    Notes
    -----
    1000 times the mean of (2 - sum of abs(p - q)) / 2 over sets of k columns, where p and q are shares of cells.
    Source: source text, section 8.5; NIST 2018 Differential Privacy Synthetic Data Challenge, scoring.

    Examples
    --------
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, dtype="category")
    >>> theirs = pd.DataFrame({"x": [0, 0, 1, 1], "y": [0, 0, 1, 1]}, dtype="category")
    >>> marginal_score(ours, theirs, k=1), marginal_score(ours, theirs, k=2)
    (1000.0, 500.0)
    """
    from itertools import combinations

    ours, theirs, names = pairs.cut(confidential, synthetic, columns=columns, edges=edges)
    checks.whole("k", k, at_least=1, at_most=len(names))
    if draws is None:
        if comb(len(names), k) > 10_000:
            raise ValueError(f"draws must be given: there are {comb(len(names), k)} sets of {k} columns")
        sets = list(combinations(range(len(names)), k))
    else:
        checks.whole("draws", draws, at_least=1, at_most=10_000)
        sets = [checks.generator(rng).choice(len(names), k, replace=False) for _ in range(draws)]
    return 1000 * float(np.mean([shared(ours[:, list(chosen)], theirs[:, list(chosen)]) for chosen in sets]))


def _numeric(confidential, synthetic):
    """Return names and values, shape (rows, columns), of the numeric columns of two tables or arrays."""
    import pandas as pd

    if isinstance(confidential, pd.DataFrame) or isinstance(synthetic, pd.DataFrame):
        first, second, numeric, _ = pairs.pair(confidential, synthetic)
        if not numeric:
            raise ValueError("confidential must have a numeric column, got none")
        return numeric, first[numeric].to_numpy(float), second[numeric].to_numpy(float)
    ours, theirs = pairs.two_columns(confidential, synthetic)
    return ["value"], ours[:, None], theirs[:, None]


def four_moments(table):
    """Return mean, sd, skewness and excess kurtosis of each column, shape (4, columns)."""
    n = len(table)
    away, scale = scaled(table)
    m2, m3, m4 = ((away**power).mean(axis=0) for power in (2, 3, 4))
    sd = scale * np.sqrt(m2 * n / (n - 1)) if n > 1 else np.full(len(m2), np.nan)
    varies, safe = m2 > 0, np.where(m2 > 0, m2, 1.0)
    shape = [np.where(varies, moment, np.nan) for moment in (m3 / safe**1.5, m4 / safe**2 - 3)]
    return np.stack([table.mean(axis=0), sd, *shape])


def scaled(table):
    """Return each column's distances from its mean in units of the largest of them, and that unit; all 0 if constant.

    The unit keeps powers of very large and very small numbers inside of what floats hold. Whether a column is constant
    is asked of its values: the mean of equal numbers can be off by a rounding error.
    """
    away = np.where(np.ptp(table, axis=0) > 0, table - table.mean(axis=0), 0.0)
    scale = np.abs(away).max(axis=0)
    return away / np.where(scale > 0, scale, 1.0), scale


def _side_by_side(names, labels, ours, theirs, *, single):
    """Return a table with one row for each column and label, from two arrays of shape (labels, columns)."""
    import pandas as pd

    index = list(labels) if single else pd.MultiIndex.from_product([names, labels])
    ours, theirs = ours.T.ravel(), theirs.T.ravel()
    return pd.DataFrame({"confidential": ours, "synthetic": theirs, "difference": theirs - ours}, index=index)


def correlations(table):
    """Return the correlation of each pair of columns once, NaN where one does not vary, shape (pairs,)."""
    away, scale = scaled(table)
    length = np.sqrt((away**2).sum(axis=0))
    away /= np.where(length > 0, length, 1.0)
    away[:, scale == 0] = np.nan
    return np.clip(away.T @ away, -1, 1)[np.triu_indices(table.shape[1], 1)]


def informations(coded, sizes):
    """Return the mutual information of each pair of columns of codes, shape (pairs,)."""
    found = []
    for i, j in zip(*np.triu_indices(coded.shape[1], 1), strict=True):
        table = np.bincount(coded[:, i] * sizes[j] + coded[:, j], minlength=sizes[i] * sizes[j])
        found.append(mutual_information(table.reshape(sizes[i], sizes[j])))
    return np.array(found)


def shared(ours, theirs):
    """Return the share that two tables of codes have in common, cell by cell: 1 - sum of abs(p - q) / 2."""
    cells = np.zeros(len(ours) + len(theirs), np.int64)
    for column in np.concatenate([ours, theirs]).T:
        cells = np.unique(cells * (column.max() + 1) + column, return_inverse=True)[1]  # renumbered: cannot overflow
    p, q = np.bincount(cells[: len(ours)], minlength=cells.max() + 1), np.bincount(cells[len(ours) :])
    p, q = p / len(ours), np.pad(q, (0, len(p) - len(q))) / len(theirs)
    return 1 - np.abs(p - q).sum() / 2
