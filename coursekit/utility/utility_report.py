"""The report: every utility metric of one synthetic file, what a perfect one would have, and which metrics notice.

A metric *notices* if it is farther from the value of a copy than for any of the confidential file's own re-samples: rows
drawn with replacement, as many as the synthetic file has. A synthesis that knew the file's distribution exactly would
draw rows just so. Each metric then raises a false alarm with probability at most 1 / (re-samples + 1), 1% for 99 of them.

Re-samples repeat confidential rows, so flexible models with a holdout, which repeated rows fool, are left out here; see
`propensity.propensities`.
"""

from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from coursekit import checks, pairs
from coursekit.utility import distances
from coursekit.utility import inference as inference_overlap, propensity

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
MODELS = ("pMSE ratio", "pMSE ratio, interactions", "SPECKS", "AUC")


def report(confidential, synthetic, *, rng=None, reference=None, resamples=99, outcome=None, edges=None, models=True):
    """Return one row for each metric: its value, what a copy would have, and whether it notices a difference.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns, at least two rows each, nothing missing (see `pairs.pair`).
    rng : numpy.random.Generator, optional
        Draws the re-samples; not needed where `reference` is given.
    reference : pandas.DataFrame, optional
        What `reference_values` returned for this confidential file and these settings. A knob computes it once.
    resamples : int, default 99
    outcome : str, optional
        The numeric column that is regressed on the other numeric ones; the first by name without it.
    edges : dict of {str: sequence of float}, optional
        Bins of numeric columns for mutual information and the marginal score (`pairs.cut`). For columns without any, the
        quartiles of the confidential column, with infinite outer edges.
    models : bool, default True
        Whether to fit the propensity models, which take most of the time.

    Returns
    -------
    pandas.DataFrame
        Indexed by metric; columns `value`, `perfect` (of a copy), `typical` (median of the re-samples), `limit` (the
        value farthest from perfect among them), `notices` and `looks_at`. Metrics the columns give no occasion for, such
        as frequencies without categories, have no row. A value that is NaN, where the limit is none, counts as noticed:
        a column that no longer varies has no correlation.

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

    files = _Files.of(confidential, synthetic, outcome, edges)
    checks.flag("models", models)
    if reference is None:
        reference = _resampled(files, len(synthetic), resamples, models, rng)
    values = pd.Series(_values(files, models))
    if list(checks.frame("reference", reference, rows=1)) != list(values.index) or not (reference.dtypes == float).all():
        lacking = [metric for metric in values.index if metric not in reference]
        got = f"no {lacking[0]!r}" if lacking else f"the metrics {', '.join(f'{m} ({reference[m].dtype})' for m in reference)}"
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


def reference_values(confidential, *, rng, resamples=99, rows=None, outcome=None, edges=None, models=True):
    """Return the metrics of `resamples` re-samples of the confidential file, which `report` compares with.

    Parameters
    ----------
    confidential, rng, resamples, outcome, edges, models
        As for `report`.
    rows : int, optional
        Rows of each re-sample, as many as the synthetic file has; those of the confidential file without it.

    Returns
    -------
    pandas.DataFrame, shape (resamples, metrics)

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"x": [1.0, 2.0, 3.0, 5.0], "y": [1.0, 0.0, 2.0, 2.5]})
    >>> reference_values(table, resamples=5, rng=np.random.default_rng(1), models=False).shape
    (5, 13)
    """
    files = _Files.of(confidential, confidential, outcome, edges)
    checks.flag("models", models)
    rows = len(confidential) if rows is None else checks.whole("rows", rows, at_least=2)
    return _resampled(files, rows, resamples, models, rng)


class _Files(NamedTuple):
    """Both files as arrays, one pair for each purpose, so that a re-sample is a choice of rows."""

    numbers: tuple  # shape (rows, numeric columns) each
    categories: tuple  # codes, shape (rows, categorical columns) each
    sizes: list  # number of levels of each categorical column
    cells: tuple  # codes of all columns, the numeric ones cut
    outcome: int  # which numeric column is regressed on the others

    @classmethod
    def of(cls, confidential, synthetic, outcome, edges):
        ours, theirs, numeric, categorical = pairs.pair(confidential, synthetic)
        if min(len(ours), len(theirs)) < 2:
            raise ValueError(f"confidential and synthetic must have at least two rows, got {len(ours)} and {len(theirs)}")
        if outcome is not None and outcome not in numeric:
            raise ValueError(f"outcome must be a numeric column, got {outcome!r}")
        edges = pairs.edges_by_column(edges, numeric)
        numbers = tuple(table[numeric].to_numpy(float) for table in (ours, theirs))
        coded, sizes = [], []
        for column in categorical:
            *both, levels = pairs.codes(ours[column], theirs[column])
            coded.append(both)
            sizes.append(len(levels))
        categories = tuple(
            np.column_stack([both[i] for both in coded]) if coded else np.empty((len(table), 0), np.int64)
            for i, table in enumerate((ours, theirs))
        )
        cells = list(categories)
        for j, column in enumerate(numeric):
            bounds = edges.get(column, [-np.inf, *np.unique(np.percentile(numbers[0][:, j], [25, 50, 75])), np.inf])
            for i in range(2):
                cells[i] = np.column_stack([cells[i], pairs.bins(column, numbers[i][:, j], bounds)])
        return cls(numbers, categories, sizes, tuple(cells), 0 if outcome is None else numeric.index(outcome))

    def resample(self, rows):
        """Return the pair of the confidential file and some of its own rows."""
        both = [(ours, ours[rows]) for ours, _ in (self.numbers, self.categories, self.cells)]
        return self._replace(numbers=both[0], categories=both[1], cells=both[2])


def _resampled(files, rows, resamples, models, rng):
    import pandas as pd

    checks.whole("resamples", resamples, at_least=1)
    draws = checks.generator(rng).integers(len(files.cells[0]), size=(resamples, rows))
    return pd.DataFrame([_values(files.resample(chosen), models) for chosen in draws])


def _values(files, models):
    """Return {metric: value} of one pair of files."""
    found = {}
    if files.numbers[0].shape[1]:
        found |= _univariate(*files.numbers)
    if files.sizes:
        found["frequencies"] = max(
            np.abs(np.diff(_shares([table[:, j] for table in files.categories], size), axis=0)).max()
            for j, size in enumerate(files.sizes)
        )
    if files.numbers[0].shape[1] > 1:
        differences = np.diff([distances.correlations(table) for table in files.numbers], axis=0)[0]
        found["correlation fit"] = distances.correlation_error(differences, kind="mae")
        found |= _regression(*files.numbers, files.outcome)
    columns = files.cells[0].shape[1]
    if columns > 1:
        sizes = np.maximum(files.cells[0].max(axis=0), files.cells[1].max(axis=0)) + 1
        ours, theirs = (distances.informations(cells, sizes).sum() for cells in files.cells)
        found["mutual information"] = theirs / ours if ours > 0 else np.nan
    sets = [list(chosen) for chosen in combinations(range(columns), min(3, columns))]
    shared = [distances.shared(*(cells[:, chosen] for cells in files.cells)) for chosen in sets]
    found["marginal score"] = 1000 * float(np.mean(shared))
    if models:
        found |= _propensity(files)
    return {metric: float(found[metric]) for metric in METRICS if metric in found}


def _univariate(ours, theirs):
    first, second = distances.four_moments(ours), distances.four_moments(theirs)
    unit = np.where(first[1] > 0, first[1], 1.0)
    percentiles = [np.percentile(table, PERCENTILES, axis=0) for table in (ours, theirs)]
    z = NormalDist().inv_cdf(0.975)
    intervals = [
        (found[0] - z * found[1] / np.sqrt(len(table)), found[0] + z * found[1] / np.sqrt(len(table)))
        for found, table in ((first, ours), (second, theirs))
    ]
    return {
        "mean": (np.abs(second[0] - first[0]) / unit).max(),
        "sd": (np.abs(second[1] - first[1]) / unit).max(),
        "skewness": np.abs(second[2] - first[2]).max(),
        "kurtosis": np.abs(second[3] - first[3]).max(),
        "percentiles": (np.abs(percentiles[1] - percentiles[0]) / unit).max(),
        "zeros": np.abs((theirs == 0).mean(axis=0) - (ours == 0).mean(axis=0)).max(),
        "KS": max(distances.ks(x, y) for x, y in zip(ours.T, theirs.T, strict=True)),
        "CI overlap of means": inference_overlap.ci_overlap(*intervals).mean(),
    }


def _regression(ours, theirs, outcome):
    """Regress one standardized column on the others in both files, in the confidential file's units."""
    from statsmodels.regression.linear_model import OLS

    centre, unit = ours.mean(axis=0), ours.std(axis=0)
    fits = []
    for table in (ours, theirs):
        table = (table - centre) / np.where(unit > 0, unit, 1.0)
        others = np.delete(table, outcome, axis=1)
        design = np.column_stack([np.ones(len(table)), others])
        if len(table) <= design.shape[1] or np.linalg.matrix_rank(design) < design.shape[1]:
            return {"regression CI overlap": np.nan, "regression SSO": np.nan}
        fit = OLS(table[:, outcome], design).fit()
        fits.append((fit.params, fit.conf_int().T))
    # slopes alone: the intercept of standardized columns is 0, and significant by accident alone
    (b_o, interval_o), (b_s, interval_s) = ((slopes[1:], interval[:, 1:]) for slopes, interval in fits)
    found = inference_overlap.sso(b_o, interval_o, b_s, interval_s)
    overlap = inference_overlap.ci_overlap(interval_o, interval_s)
    return {"regression CI overlap": overlap.mean(), "regression SSO": found.match.mean()}


def _propensity(files):
    numbers, categories = np.concatenate(files.numbers), np.concatenate(files.categories)
    blocks = [propensity.measured(column) for column in numbers.T]
    blocks += [propensity.dummies(column, size) for column, size in zip(categories.T, files.sizes, strict=True)]
    n = [len(cells) for cells in files.cells]
    labels, found = np.arange(sum(n)) >= n[0], {}
    for metric, model in (("pMSE ratio", "logistic"), ("pMSE ratio, interactions", "logistic-interactions")):
        scores, k = propensity.fitted(blocks, labels, model)
        null = propensity.pmse_null(k, *n)
        found[metric] = propensity.pmse(scores, labels=labels) / null if null else np.nan
    return found | {"SPECKS": propensity.specks(scores, labels), "AUC": propensity.auc(scores, labels)}


def _shares(columns, size):
    return np.array([np.bincount(column, minlength=size) / len(column) for column in columns])
