"""Overlap of inferences: would somebody who analyses the synthetic file come to the conclusions of the confidential one?

Three questions for each estimate: how far do the confidence intervals overlap, do sign and significance agree, and (SSO)
do all three agree?

Source: source text, sections 3.10, 3.11 and 3.13.
"""

import re
from typing import NamedTuple

import numpy as np

from coursekit import checks


class Agreement(NamedTuple):
    """Whether two inferences agree in sign, in significance, in overlap, and in all three (`match`)."""

    sign: np.ndarray | bool
    significance: np.ndarray | bool
    overlap: np.ndarray | bool
    match: np.ndarray | bool


def ci_overlap(confidential, synthetic):
    """Return the overlap of confidence intervals: 1 for equal ones, 0 for adjacent ones, below 0 where there is a gap.

    Parameters
    ----------
    confidential, synthetic : (low, high), each a float or an array of float
        Lower and upper ends; all four broadcast against each other.

    Returns
    -------
    float or array of float
        The mean of the shares that the common part has of either interval, (U - L) / 2 (1 / w_o + 1 / w_s), with U the
        lesser upper and L the larger lower end; signed, never clipped at 0. NaN where an interval has no width. The
        two files may be swapped.

    Notes
    -----
    An interval that is much wider than the other and holds it scores about .5, however wide it is.
    Source: Karr, Kohnen, Oganian, Reiter & Sanil 2006, "A framework for evaluating the utility of data altered to
    protect confidentiality", The American Statistician 60(3), pages 224-232; source text, section 3.11.

    Examples
    --------
    >>> [ci_overlap((0, 2), synthetic) for synthetic in [(1, 3), (2, 4), (3, 5)]]
    [0.5, 0.0, -0.5]
    """
    low_o, high_o = _interval("confidential", confidential)
    low_s, high_s = _interval("synthetic", synthetic)
    _fit_together(confidential=low_o, synthetic=low_s)
    common = np.minimum(high_o, high_s) - np.maximum(low_o, low_s)
    widths = [np.broadcast_to(high - low, common.shape) for high, low in ((high_o, low_o), (high_s, low_s))]
    shares = [np.divide(common, width, out=np.full(common.shape, np.nan), where=width > 0) for width in widths]
    overlap = (shares[0] + shares[1]) / 2
    return float(overlap) if overlap.ndim == 0 else overlap


def sso(confidential, confidential_interval, synthetic, synthetic_interval, *, null=0.0):
    """Return whether sign, significance and overlap agree: the SSO match of two estimates, or of many at once.

    Parameters
    ----------
    confidential, synthetic : float or array of float
        The estimates; all arguments broadcast against each other.
    confidential_interval, synthetic_interval : (low, high)
        Their confidence intervals. An estimate is significant if its interval does not hold `null`.
    null : float, default 0
        The value that the null hypothesis states; the sign is that of the estimate minus it.

    Returns
    -------
    Agreement
        Booleans, or arrays of them: `sign`, `significance`, `overlap` and `match`, all three at once. The SSO of many
        estimates is the share of matches, ``match.mean()``.

    Notes
    -----
    Intervals overlap if they share more than an end, or are equal.
    Source: Barrientos, Williams, Snoke & Bowen 2021, "A Feasibility Study of Differentially Private Summary Statistics
    and Regression Analyses with Evaluations on Administrative and Survey Data", arXiv:2110.12055; source text, 3.10.

    Examples
    --------
    The means of the source text's exercise 4:

    >>> sso(2.7926609, (2.308338, 3.276984), 2.0845291, (1.512416, 2.656643))
    Agreement(sign=True, significance=True, overlap=True, match=True)

    Sign and overlap agree, significance does not:

    >>> sso(1.0, (0.2, 1.8), 0.5, (-0.3, 1.3)).match
    False
    """
    null = checks.number("null", null)
    ours, theirs = checks.reals("confidential", confidential), checks.reals("synthetic", synthetic)
    low_o, high_o = _interval("confidential_interval", confidential_interval)
    low_s, high_s = _interval("synthetic_interval", synthetic_interval)
    _fit_together(confidential=ours, synthetic=theirs, confidential_interval=low_o, synthetic_interval=low_s)
    sign = np.sign(ours - null) == np.sign(theirs - null)
    significance = ((low_o > null) | (high_o < null)) == ((low_s > null) | (high_s < null))
    equal = (low_o == low_s) & (high_o == high_s)
    overlap = (np.minimum(high_o, high_s) > np.maximum(low_o, low_s)) | equal
    found = np.broadcast_arrays(sign, significance, overlap, sign & significance & overlap)
    return Agreement(*(bool(array) if array.ndim == 0 else array.copy() for array in found))


def regression_overlap(confidential, synthetic, formula, *, family="linear", level=0.95):
    """Fit one regression to both files, and compare the inferences coefficient by coefficient.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        Files with the columns of the formula, in which nothing is missing.
    formula : str
        As for statsmodels, such as ``"bill_length_mm ~ sex"``. A column of text enters by its levels, the first in
        alphabetical order (of those seen in either file) as the reference.
    family : {"linear", "logistic"}
        Least squares, or logistic regression; the outcome of the latter is 0 or 1.
    level : float, default 0.95
        Confidence level of the intervals, above 0 and below 1.

    Returns
    -------
    pandas.DataFrame
        One row for each coefficient; columns `confidential`, `synthetic` (estimates), `confidential_low`,
        `confidential_high`, `synthetic_low`, `synthetic_high`, `overlap` (of `ci_overlap`), `sign`, `significance`,
        `overlaps`, `match` (of `sso`). The means of `overlap` and `match` say it in one number each.

    Raises
    ------
    ValueError
        If a column is missing, or a file cannot tell the coefficients apart, as when a level occurs in one file alone.

    Notes
    -----
    These are the naive intervals of each file, which is what somebody computes who takes the synthetic rows for real
    ones. `coursekit.synthesis.combining` has those that allow for the synthesis. Logistic regression has no estimate where a
    hyperplane separates the outcomes; statsmodels then warns or raises.

    Examples
    --------
    >>> from coursekit.data import penguins
    >>> adelie = penguins().dropna().query("species == 'Adelie'")
    >>> found = regression_overlap(adelie, adelie.assign(bill_length_mm=adelie["bill_length_mm"] + 0.25), "bill_length_mm ~ sex")
    >>> found[["confidential", "synthetic", "overlap", "match"]].round(3)
                 confidential  synthetic  overlap  match
    Intercept          37.258     37.508    0.749   True
    sex[T.male]         3.133      3.133    1.000   True
    """
    import pandas as pd

    if not isinstance(formula, str):
        raise TypeError(f"formula must be text, got {type(formula).__name__} {formula!r}")
    checks.choice("family", family, ("linear", "logistic"))
    checks.inside("level", level, 0, 1)
    both = _same_levels(confidential, synthetic)
    fits = [_fit(name, table, formula, family) for name, table in zip(("confidential", "synthetic"), both, strict=True)]
    intervals = [fit.conf_int(alpha=1 - level).to_numpy().T for fit in fits]
    if not fits[0].params.index.equals(fits[1].params.index):
        odd = ", ".join(fits[0].params.index.symmetric_difference(fits[1].params.index).astype(str))
        raise ValueError(f"confidential and synthetic must give the same coefficients, got in one of them only: {odd}")
    estimates = [fit.params.to_numpy() for fit in fits]
    agreement = sso(estimates[0], intervals[0], estimates[1], intervals[1])
    return pd.DataFrame(
        {
            "confidential": estimates[0],
            "synthetic": estimates[1],
            "confidential_low": intervals[0][0],
            "confidential_high": intervals[0][1],
            "synthetic_low": intervals[1][0],
            "synthetic_high": intervals[1][1],
            "overlap": ci_overlap(*intervals),
            "sign": agreement.sign,
            "significance": agreement.significance,
            "overlaps": agreement.overlap,
            "match": agreement.match,
        },
        index=fits[0].params.index,
    )


def _interval(name, interval):
    """Return the ends of one interval or of many, low never above high."""
    if not isinstance(interval, tuple | list | np.ndarray) or len(interval) != 2:
        raise TypeError(f"{name} must be a pair (low, high), got {interval!r}")
    low, high = (checks.reals(name, end) for end in interval)
    _fit_together(**{f"low of {name}": low, f"high of {name}": high})
    low, high = np.broadcast_arrays(low, high)
    if (low > high).any():
        first = np.flatnonzero((low > high).ravel())[0]
        raise ValueError(f"{name} must have low <= high, got {low.flat[first]} and {high.flat[first]}")
    return low, high


def _fit_together(**arrays):
    """Refuse arrays that do not broadcast against each other."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays.values())
        raise ValueError(f"{' and '.join(arrays)} must have shapes that fit together, got {shapes}") from None


def _same_levels(confidential, synthetic):
    """Return both tables, columns of text with the same levels in both: else each would pick its own reference."""
    import pandas as pd

    both = {"confidential": confidential, "synthetic": synthetic}
    for name, table in both.items():
        checks.frame(name, table, rows=1)
    both = {name: table.copy(deep=False) for name, table in both.items()}
    for column in [column for column in confidential if column in synthetic]:
        if len({_kind(table[column].dtype) for table in both.values()}) > 1:
            found = " and ".join(f"{table[column].dtype} in {name}" for name, table in both.items())
            raise TypeError(f"column {column!r} must be of one kind, got {found}")
        if any(isinstance(table[column].dtype, pd.StringDtype) for table in both.values()):
            levels = sorted({str(level) for table in both.values() for level in table[column].dropna().unique()})
            for table in both.values():
                table[column] = pd.Categorical(table[column], categories=levels)
    return both.values()


def _kind(dtype):
    """Name what a column holds: numbers, dates or labels (text and categories)."""
    import pandas as pd

    if pd.api.types.is_numeric_dtype(dtype):
        return "numbers"
    return "dates" if dtype.kind in "mM" or isinstance(dtype, pd.PeriodDtype) else "labels"


def _fit(name, table, formula, family):
    import pandas as pd
    import statsmodels.formula.api as smf

    for column in table:
        dated = _kind(table[column].dtype) == "dates"
        if dated and re.search(rf"\b{re.escape(str(column))}\b", formula):  # every day would become a coefficient
            raise TypeError(f"column {column!r} of {name} must be numbers, text or categories, got {table[column].dtype}")
    outcome = formula.partition("~")[0].strip()
    try:
        if outcome in table and not pd.api.types.is_numeric_dtype(table[outcome].dtype):
            raise ValueError(f"the outcome must be numbers, and {outcome!r} is {table[outcome].dtype}")
        model = (smf.ols if family == "linear" else smf.logit)(formula, table, missing="raise")
        if model.endog.ndim != 1:
            raise ValueError("the outcome must be one column of numbers")
        if not (np.isfinite(model.endog).all() and np.isfinite(model.exog).all()):
            raise ValueError("there are infinite values")
    except Exception as problem:  # the formula parser's own errors come in many kinds
        raise ValueError(f"formula must fit the columns of {name}, got {formula!r}: {problem}") from problem
    if np.linalg.matrix_rank(model.exog) < model.exog.shape[1]:
        names = ", ".join(model.exog_names)
        raise ValueError(f"{name} must tell the coefficients apart ({names}), got a level without rows or columns alike")
    if len(model.exog) <= model.exog.shape[1]:
        raise ValueError(f"{name} must have more rows than coefficients, got {model.exog.shape}")
    return model.fit() if family == "linear" else model.fit(disp=0)
