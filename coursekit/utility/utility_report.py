"""The report: every utility metric of one synthetic file, what a perfect one would have, and which metrics notice.

A metric *notices* if it is farther from the value of a copy than for any of the confidential file's own re-samples:
rows drawn with replacement, as many as the synthetic file has. A synthesis that knew the file's distribution exactly
would draw rows just so. Each metric then raises a false alarm with probability at most 1 / (re-samples + 1), 1% for 99.

Re-samples repeat confidential rows, so flexible models with a holdout, which repeated rows fool, are left out here; see
`propensity.propensities`.

Numbers, dates and durations (in days) count as numbers, all other columns as categories. A missing number counts as the
confidential median, and a category of its own says so; a missing category is a category. Where a model gets too wide,
rare categories are one (`propensity.propensities`).
"""

from dataclasses import replace
from itertools import combinations, islice
from math import comb
from statistics import NormalDist

import numpy as np

from coursekit import checks, frames
from coursekit.utility import distances, inference, propensity, summaries

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)

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


def report(confidential, synthetic, *, rng=None, reference=None, resamples=99, models=True, progress=None):
    """Return one row for each metric: its value, what a copy would have, and whether it notices a difference.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns of the same kinds, at least two rows each.
    rng : numpy.random.Generator, optional
        Draws the re-samples; not needed where `reference` is given.
    reference : pandas.DataFrame, optional
        What `reference_values` returned for this confidential file and these settings. A knob computes it once.
    resamples : int, default 99, at most 10,000
    models : bool, default True
        Whether to fit the propensity models, which take most of the time.
    progress : function, optional
        Called as ``progress(done, total, what)`` before each re-sample and after the last.

    Returns
    -------
    pandas.DataFrame
        Indexed by metric; columns `value`, `perfect` (of a copy), `typical` (median of the re-samples), `limit` (the
        value farthest from perfect among them), `notices` and `looks_at`. Metrics the columns give no occasion for,
        such as frequencies without categories, have no row. A value that is NaN, where the limit is none, counts as
        noticed: a column that no longer varies has no correlation.

    Examples
    --------
    >>> from coursekit.data import penguins
    >>> bills = penguins().dropna()[["bill_length_mm", "bill_depth_mm"]]
    >>> longer = bills.assign(bill_length_mm=bills["bill_length_mm"] + 2)
    >>> found = report(bills, longer, rng=np.random.default_rng(1), models=False)
    >>> found.index[found["notices"]].tolist()
    ['mean', 'KS', 'CI overlap of means', 'marginal score']
    """
    import pandas as pd

    checks.flag("models", models)
    columns = frames.fit(confidential=confidential, synthetic=synthetic, rows=2).columns
    if reference is None:
        reference = _resampled(columns, len(synthetic), resamples, models, rng, progress)
    values = pd.Series(_values(columns, models))
    checks.frame("reference", reference, rows=1)
    if list(reference) != list(values.index) or not (reference.dtypes == float).all():
        lacking = [metric for metric in values.index if metric not in reference]
        found = ", ".join(f"{metric} ({kind})" for metric, kind in reference.dtypes.items())
        got = f"no {lacking[0]!r}" if lacking else f"the metrics {found}"
        raise ValueError(f"reference must come from reference_values with the same columns and settings, got {got}")
    perfect = pd.Series({metric: METRICS[metric][0] for metric in values.index})
    away = (reference - perfect).abs()
    limit = away.max()
    farthest = [reference[metric].iloc[int(np.nan_to_num(away[metric], nan=-1).argmax())] for metric in values.index]
    noticed = ((values - perfect).abs() > limit + 1e-9) | (values.isna() & limit.notna())  # 1e-9: what rounding leaves
    return pd.DataFrame(
        {
            "value": values,
            "perfect": perfect,
            "typical": reference.median(),
            "limit": farthest,
            "notices": noticed,
            "looks_at": [METRICS[metric][1] for metric in values.index],
        }
    )


def reference_values(confidential, *, rng, resamples=99, rows=None, models=True, progress=None):
    """Return the metrics of `resamples` re-samples of the confidential file, which `report` compares with.

    Parameters
    ----------
    confidential, rng, resamples, models, progress
        As for `report`.
    rows : int, optional
        Rows of each re-sample, from 2 to 10 million: as many as the synthetic file has, by default as the confidential.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"x": [1.0, 2.0, 3.0, 5.0], "y": [1.0, 0.0, 2.0, 2.5]})
    >>> reference_values(table, resamples=5, rng=np.random.default_rng(1), models=False).shape
    (5, 13)
    """
    checks.flag("models", models)
    columns = frames.fit(confidential=confidential, rows=2).columns
    rows = len(confidential) if rows is None else checks.whole("rows", rows, at_least=2, at_most=10**7)
    return _resampled(columns, rows, resamples, models, rng, progress)


def _resampled(columns, rows, resamples, models, rng, progress):
    """Return the metrics of re-samples of the confidential rows, one line each."""
    import pandas as pd
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    checks.generator(rng)
    checks.whole("resamples", resamples, at_least=1, at_most=10_000)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, got {type(progress).__name__} {progress!r:.40}")
    progress, found = progress or (lambda done, total, what: None), []
    with threadpool_limits(1):  # on a busy machine threads wait for each other, ten times as long
        for done in range(resamples):
            progress(done, resamples, "perfect files")
            chosen = rng.integers(len(columns[0].values[0]), size=rows)
            drawn = [replace(column, values=(column.values[0], column.values[0][chosen])) for column in columns]
            found.append(_values(drawn, models))
    progress(resamples, resamples, "done")
    return pd.DataFrame(found)


def _values(columns, models):
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
    if models:
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
    percentiles = [np.percentile(table, PERCENTILES, axis=0) for table in (ours, theirs)]
    intervals = []
    for found, table in ((first, ours), (second, theirs)):
        reach = NormalDist().inv_cdf(0.975) * found[1] / np.sqrt(len(table))
        intervals.append((found[0] - reach, found[0] + reach))
    return {
        "mean": (np.abs(second[0] - first[0]) / unit).max(),
        "sd": (np.abs(second[1] - first[1]) / unit).max(),
        "skewness": np.abs(second[2] - first[2]).max(),
        "kurtosis": np.abs(second[3] - first[3]).max(),
        "percentiles": (np.abs(percentiles[1] - percentiles[0]) / unit).max(),
        "zeros": np.abs((theirs == 0).mean(axis=0) - (ours == 0).mean(axis=0)).max(),
        "KS": max(distances.ks(x, y) for x, y in zip(ours.T, theirs.T, strict=True)),
        "CI overlap of means": inference.ci_overlap(*intervals).mean(),
    }


def _regression(ours, theirs):
    """Regress the first column, standardized, on the others in both files, in the confidential file's units."""
    from statsmodels.regression.linear_model import OLS

    centre, unit = ours.mean(axis=0), ours.std(axis=0)
    fits = []
    for table in (ours, theirs):
        table = (table - centre) / np.where(unit > 0, unit, 1.0)
        design = np.column_stack([np.ones(len(table)), table[:, 1:]])
        if len(table) <= design.shape[1] or np.linalg.matrix_rank(design) < design.shape[1]:
            return {"regression CI overlap": np.nan, "regression SSO": np.nan}
        fit = OLS(table[:, 0], design).fit()
        fits.append((fit.params, fit.conf_int().T))
    # slopes alone: the intercept of standardized columns is 0, and significant by accident alone
    (b_o, interval_o), (b_s, interval_s) = ((slopes[1:], interval[:, 1:]) for slopes, interval in fits)
    found = inference.sso(b_o, interval_o, b_s, interval_s)
    overlap = inference.ci_overlap(interval_o, interval_s)
    return {"regression CI overlap": overlap.mean(), "regression SSO": found.match.mean()}


def _propensity(columns):
    """Return the metrics of the propensity models."""
    n, found = [len(values) for values in columns[0].values], {}
    labels = np.arange(sum(n)) >= n[0]
    columns = sorted(columns, key=lambda column: column.levels is not None)
    for metric, model in (("pMSE ratio", "logistic"), ("pMSE ratio, interactions", "logistic-interactions")):
        scores, k = propensity.fitted(propensity.blocks(columns, model), labels, model)
        null = propensity.pmse_null(k, *n)
        found[metric] = propensity.pmse(scores, labels=labels) / null if null else np.nan
    return found | {"SPECKS": propensity.specks(scores, labels), "AUC": propensity.auc(scores, labels)}
