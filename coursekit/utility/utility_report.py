"""The report: every utility metric of one synthetic file, what a perfect one would have, and which metrics notice.

A metric *notices* if it is farther from the value of a copy than for any of the confidential file's own re-samples:
rows drawn with replacement, as many as the synthetic file has. A synthesis that knew the file's distribution exactly
would draw rows just so. Each metric then raises a false alarm with probability at most 1 / (re-samples + 1), 1% for 99.
Re-samples repeat confidential rows, which fools flexible models with a holdout, so these are left out.
"""

from dataclasses import replace
from itertools import combinations, islice
from math import comb
from statistics import NormalDist

import numpy as np

from coursekit import checks, frames
from coursekit.utility import distances, inference, propensity, scores, summaries

#: Metric: the value of a copy, and what the metric looks at
METRICS = {
    "mean": (0.0, "largest difference of means, in sds"),
    "sd": (0.0, "largest relative difference of sds"),
    "skewness": (0.0, "largest difference"),
    "kurtosis": (0.0, "largest difference"),
    "percentiles": (0.0, "largest difference at 1, 5, 25, 50, 75, 95, 99%, in sds"),
    "zeros": (0.0, "largest difference of shares"),
    "frequencies": (0.0, "largest difference of shares of a category"),
    "KS": (0.0, "largest gap of ECDFs"),
    "CI overlap of means": (1.0, "mean over columns, 95% intervals"),
    "correlation fit": (0.0, "mean absolute difference of correlations (mae)"),
    "mutual information": (1.0, "sum over pairs, synthetic to confidential"),
    "marginal score": (1000.0, "cells of three columns at a time"),
    "regression CI overlap": (1.0, "mean over slopes, 95% intervals"),
    "regression SSO": (1.0, "share of slopes that match"),
    "pMSE ratio": (0.0, "logistic regression on main effects"),
    "pMSE ratio, interactions": (0.0, "logistic regression on main effects and products"),
    "SPECKS": (0.0, "scores of the model with products"),
    "AUC": (0.5, "scores of the model with products, rows it was fitted to"),
}
_SETS = 500  # of three columns for the marginal score: beyond 15 columns, as many sets evenly spread over all of them


def report(confidential, synthetic, *, reference):
    """Return one row for each metric: its value, what a copy would have, and whether it notices a difference.

    The files have at least two rows each; `reference` is the `reference_values` of this confidential file. Columns are
    `value`, `perfect` (of a copy), `typical` (median of the re-samples), `limit` (the value farthest from perfect among
    them), `notices` and `looks_at`. Metrics the columns give no occasion for have no row. A NaN where the limit is none
    counts as noticed: a column that no longer varies has no correlation.
    >>> from coursekit.data import penguins
    >>> bills = penguins().dropna()[["bill_length_mm", "bill_depth_mm"]]
    >>> reference = reference_values(bills, resamples=30, rng=np.random.default_rng(1))
    >>> found = report(bills, bills.assign(bill_length_mm=bills["bill_length_mm"] + 2), reference=reference)
    >>> found.index[found["notices"]].tolist()[:3]
    ['mean', 'KS', 'CI overlap of means']
    """
    import pandas as pd

    columns = frames.fit(confidential=confidential, synthetic=synthetic, rows=2).columns
    values = pd.Series(_values(columns))
    checks.frame("reference", reference, rows=1, having=list(values.index))
    if list(reference) != list(values.index) or not (reference.dtypes == float).all():
        raise ValueError(f"reference must come from reference_values of such columns, got {frames.listed(reference)}")
    known = pd.DataFrame.from_dict(METRICS, orient="index", columns=["perfect", "looks_at"]).loc[values.index]
    away = (reference - known["perfect"]).abs()
    limit = away.max()
    noticed = (values - known["perfect"]).abs() > limit + 1e-9  # what rounding leaves
    farthest = [reference[metric].iloc[away[metric].fillna(-1).argmax()] for metric in reference]
    found = {"value": values, "perfect": known["perfect"], "typical": reference.median(), "limit": farthest}
    found |= {"notices": noticed | (values.isna() & limit.notna()), "looks_at": known["looks_at"]}
    return pd.DataFrame(found)


def reference_values(confidential, *, rng, resamples=99, rows=None, progress=None):
    """Return the metrics of `resamples` re-samples of the confidential file, which `report` compares with.

    confidential : pandas.DataFrame, of at least two rows.
    resamples : int, default 99, at most 10,000.
    rows : int, optional. Rows of each re-sample, 2 to 10 million: as many as the synthetic file has, or the
        confidential.
    progress : function, optional. Called as ``progress(done, total, what)`` before each re-sample and after the last.
    >>> import pandas as pd
    >>> reference_values(pd.DataFrame({"x": [1.0, 2.0, 3.0, 5.0]}), resamples=5, rng=np.random.default_rng(1)).ndim
    2
    """
    import pandas as pd
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    columns = frames.fit(confidential=confidential, rows=2).columns
    rows = len(confidential) if rows is None else checks.whole("rows", rows, at_least=2, at_most=10**7)
    checks.generator(rng)
    checks.whole("resamples", resamples, at_least=1, at_most=10_000)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, got {type(progress).__name__} {progress!r:.40}")
    tell, found = progress or (lambda done, total, what: None), []
    with threadpool_limits(1):  # on a busy machine threads wait for each other, ten times as long
        for done in range(resamples):
            tell(done, resamples, "perfect files")
            chosen = rng.integers(len(confidential), size=rows)
            drawn = [replace(column, values=(column.values[0], column.values[0][chosen])) for column in columns]
            found.append(_values(drawn))
    tell(resamples, resamples, "done")
    return pd.DataFrame(found)


def _values(columns):
    """Return {metric: value} for columns of two files."""
    measured = [column.values for column in columns if column.levels is None]
    categories = [column for column in columns if column.levels is not None]
    numbers = list(map(np.column_stack, zip(*measured, strict=True)))
    found = _univariate(*numbers) if measured else {}
    if categories:
        found["frequencies"] = max(map(_largest_difference, categories))
    if len(measured) > 1:
        differences = np.diff(list(map(distances.correlations, numbers)), axis=0)[0]
        found["correlation fit"] = distances.correlation_error(differences, kind="mae")
        found |= _regression(*numbers)
    cells = list(map(np.column_stack, zip(*map(_cut, columns), strict=True)))
    if len(columns) > 1:
        ours, theirs = (distances.informations(table).sum() for table in cells)
        found["mutual information"] = theirs / ours if ours > 0 else np.nan
    size = min(3, len(columns))
    step = -(-comb(len(columns), size) // _SETS)
    sets = map(list, islice(combinations(range(len(columns)), size), 0, None, step))
    found["marginal score"] = 1000 * np.mean([distances.shared(*(table[:, some] for table in cells)) for some in sets])
    found |= _propensity(columns)
    return {metric: float(found[metric]) for metric in METRICS if metric in found}


def _cut(column):
    """Return the codes of a column in both files; numbers are cut at the confidential quartiles."""
    if column.levels is not None:
        return column.values
    inner = frames.quartile_edges(column)[1:-1]
    return [np.searchsorted(inner, values, side="right") for values in column.values]


def _largest_difference(column):
    """Return the largest difference of the shares of a category."""
    shares = [np.bincount(codes, minlength=len(column.levels)) / len(codes) for codes in column.values]
    return np.abs(np.diff(shares, axis=0)).max()


def _univariate(ours, theirs):
    """Return the metrics of single columns of numbers, the largest over columns."""
    first, second = summaries.four_moments(ours), summaries.four_moments(theirs)
    unit = np.where(first[1] > 0, first[1], 1.0)
    percentiles = [np.percentile(table, [1, 5, 25, 50, 75, 95, 99], axis=0) for table in (ours, theirs)]
    reach = NormalDist().inv_cdf(0.975) * np.array([[-1], [1]])
    intervals = [found[0] + reach * found[1] / np.sqrt(len(t)) for found, t in ((first, ours), (second, theirs))]
    away = np.abs(second - first)
    away[:2] /= unit
    return dict(zip(summaries.MOMENTS, away.max(axis=1), strict=True)) | {
        "percentiles": (np.abs(percentiles[1] - percentiles[0]) / unit).max(),
        "zeros": np.abs((theirs == 0).mean(axis=0) - (ours == 0).mean(axis=0)).max(),
        "KS": max(distances.ks(x, y) for x, y in zip(ours.T, theirs.T, strict=True)),
        "CI overlap of means": inference.ci_overlap(*intervals).mean(),
    }


def _regression(ours, theirs):
    """Regress the first column, standardized, on the others in both files, in the confidential file's units."""
    centre, unit = ours.mean(axis=0), ours.std(axis=0)
    scaled = [(table - centre) / np.where(unit > 0, unit, 1.0) for table in (ours, theirs)]
    try:
        fits = [inference.least_squares("the file", table[:, 0], table[:, 1:].T) for table in scaled]
    except ValueError:  # too few rows, or columns alike
        return {"regression CI overlap": np.nan, "regression SSO": np.nan}
    # slopes alone: the intercept of standardized columns is 0, and significant by accident alone
    (b_o, ours), (b_s, theirs) = ((slopes[1:], intervals[:, 1:]) for slopes, intervals in fits)
    match = inference.sso(b_o, ours, b_s, theirs).match
    return {"regression CI overlap": inference.ci_overlap(ours, theirs).mean(), "regression SSO": match.mean()}


def _propensity(columns):
    """Return the metrics of the propensity models."""
    n, found = [len(values) for values in columns[0].values], {}
    labels = np.arange(sum(n)) >= n[0]
    columns = sorted(columns, key=lambda column: column.levels is not None)
    for metric, model in (("pMSE ratio", "logistic"), ("pMSE ratio, interactions", "logistic-interactions")):
        given, k = propensity.fitted(propensity.blocks(columns, model), labels, model)
        null = scores.pmse_null(k, *n)
        found[metric] = scores.pmse(given, labels=labels) / null if null else np.nan
    return found | {"SPECKS": scores.specks(given, labels), "AUC": scores.auc(given, labels)}
