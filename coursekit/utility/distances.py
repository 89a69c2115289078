"""General utility: how like the confidential file is the synthetic one, in its columns, pairs of columns, and cells?

Nothing is missing in the columns, and dates are days. Nothing here is private: a keeper looks before a release.
Source: source text, sections 3.2 to 3.8.
"""

import numpy as np

from coursekit import checks, frames
from coursekit.utility.summaries import numbers, scaled, two_columns

KINDS = ("mae", "rmse", "sum", "syntheval")


def ks(confidential, synthetic):
    """Return the Kolmogorov-Smirnov distance of two columns of numbers: the largest gap of their ECDFs, from 0 to 1.

    The supremum is over the points where either ECDF jumps. A grid can miss it.
    >>> ks([1, 2, 3, 4], [3, 4, 5, 6])
    0.5
    """
    return ks_gap(confidential, synthetic)[0]


def ks_gap(confidential, synthetic):
    """Return the distance of `ks`, and the least value at which the ECDFs are that far apart, both floats.

    >>> ks_gap([1, 2, 3, 4], [3, 4, 5, 6])
    (0.5, 2.0)
    """
    # not scipy's ks_2samp, which gives no place, calls ties apart by rounding, and takes ten times as long
    ours, theirs = (np.sort(values) for values in two_columns(confidential, synthetic))
    points = np.sort(np.concatenate([ours, theirs]))
    below = [np.searchsorted(values, points, side="right") for values in (ours, theirs)]
    gaps = np.abs(below[0] * len(theirs) - below[1] * len(ours))  # whole numbers, so that ties are ties
    widest = int(gaps.argmax())
    return float(gaps[widest] / (len(ours) * len(theirs))), float(points[widest])


def correlation_error(differences, *, kind):
    """Return one number for a list of differences of correlations, NaN if any of them is.

    differences : array of float, from -2 to 2, one for each *pair* of columns, neither diagonal nor both halves.
    kind : {"mae", "rmse", "sum", "syntheval"}. Mean of absolute values; root of the mean square; sum of absolute
        values, which grows with the pairs; root of the sum of squares, divided by the number of pairs.
    Source: source text, sections 3.4 ("mae"), 3.7 ("mae", "rmse") and 3.8 ("sum"); ``util_corr_fit`` of the Urban
    Institute's R package syntheval. The text likens mae and rmse to mean and median; the median is neither.
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
    square = (size**2).sum()
    every = size.mean(), np.sqrt(square / size.size), size.sum(), np.sqrt(square) / size.size
    return float(every[KINDS.index(kind)])


def correlation_fit(confidential, synthetic, *, kind="mae"):
    """Return how far apart the correlations of all columns of numbers are, as `correlation_error` sums it up.

    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": [1, 2, 3], "y": [1, 2, 3]})
    >>> round(correlation_fit(ours, ours.assign(y=[3, 2, 1]), kind="mae"), 6)
    2.0
    """
    names, *both = numbers(confidential, synthetic)
    if len(names) < 2:
        raise ValueError(f"confidential must have two or more numeric columns, got {names}")
    return correlation_error(np.diff(list(map(correlations, both)), axis=0)[0], kind=kind)


def relative_mutual_information(confidential, synthetic, *, columns=None, edges=None):
    """Return, for each pair of columns, how much of their mutual information the synthetic file keeps.

    columns : list of two or more labels, all without it.
    edges : dict of {label: sequence of float}. For each column of numbers the increasing edges of its bins, as for
        `frames.bins`; the outer ones may be infinite. They are part of the metric's definition and never learned.
    Returns pandas.DataFrame. Of `confidential`, `synthetic` (in nats) and `ratio`, synthetic to confidential: 1 for a
        copy, 0 for independent columns, NaN where the confidential pair is independent already.
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"x": list("aabb"), "y": list("ccdd")})
    >>> relative_mutual_information(ours, ours.assign(y=list("cdcd")))["ratio"].to_dict()
    {('x', 'y'): 0.0}
    """
    import pandas as pd

    both = frames.fit(confidential=confidential, synthetic=synthetic, columns=columns, gaps=False)
    names, edges, coded = list(both.kinds), frames.edges_by_column(edges, both.measured), []
    if len(names) < 2:
        raise ValueError(f"columns must be two or more, got {names}")
    for column in names:
        if column not in both.measured:
            coded.append(both.codes(column)[0])
        elif column in edges:
            coded.append([frames.bins(column, values, edges[column]) for values in both.values(column)])
        else:
            raise ValueError(f"edges must be given for every numeric column, got none for {column!r}")
    found = [informations(np.column_stack(codes)) for codes in zip(*coded, strict=True)]
    ratio = np.divide(found[1], found[0], out=np.full(len(found[0]), np.nan), where=found[0] > 0)
    first, second = np.triu_indices(len(names), 1)
    index = pd.MultiIndex.from_arrays([[names[i] for i in first], [names[i] for i in second]])
    return pd.DataFrame({"confidential": found[0], "synthetic": found[1], "ratio": ratio}, index=index)


def correlations(table):
    """Return the correlation of each pair of columns once, NaN where one does not vary, shape (pairs,)."""
    away, scale = scaled(table)
    away /= np.where(scale > 0, np.sqrt((away**2).sum(axis=0)), np.nan)
    return np.clip(away.T @ away, -1, 1)[np.triu_indices(table.shape[1], 1)]


def informations(coded):
    """Return the mutual information, in nats, of each pair of columns of codes once, shape (pairs,)."""
    found, sizes = [], coded.max(axis=0) + 1
    for i, j in zip(*np.triu_indices(coded.shape[1], 1), strict=True):
        counts = np.bincount(coded[:, i] * sizes[j] + coded[:, j], minlength=sizes[i] * sizes[j])
        counts = counts.reshape(sizes[i], sizes[j]).astype(float)
        independent = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0)
        seen, observed = counts > 0, counts * len(coded)
        # exactly 0 where all are as independent, because a ratio to what rounding leaves of it would mean nothing
        found.append((counts[seen] * np.log(observed[seen] / independent[seen])).sum() / len(coded))
    return np.array(found)


def shared(ours, theirs):
    """Return the share that two tables of codes have in common, cell by cell: 1 - sum of abs(p - q) / 2."""
    both = np.concatenate([ours, theirs])
    cells, size = np.zeros(len(both), np.int64), 1
    for column in both.T:
        width = int(column.max()) + 1
        cells, size = cells * width + column, size * width
        if size > 20 * len(both):  # most are empty: number the others anew, so that no product overflows
            seen, cells = np.unique(cells, return_inverse=True)
            size = len(seen)
    p, q = (np.bincount(part, minlength=size) / len(part) for part in (cells[: len(ours)], cells[len(ours) :]))
    return 1 - np.abs(p - q).sum() / 2
