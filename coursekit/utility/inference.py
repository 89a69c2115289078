"""Overlap of inferences: would an analyst of the synthetic file conclude what the confidential one says?

Three questions for each estimate: how far do the confidence intervals overlap, do sign and significance agree, and
(SSO) do all three agree?

Source: source text, sections 3.10, 3.11 and 3.13.
"""

import re
from typing import NamedTuple

import numpy as np

from coursekit import checks, frames


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
        Lower and upper ends; all four broadcast against each other. The two files may be swapped.

    Returns
    -------
    float or array of float
        The mean of the shares that the common part has of either interval, (U - L) / 2 (1 / w_o + 1 / w_s), with U the
        lesser upper and L the larger lower end; signed, never clipped at 0. NaN where an interval has no width. An
        interval that is much wider than the other and holds it scores about .5, however wide it is.

    Notes
    -----
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
        Their confidence intervals. An estimate is significant if its interval does not hold `null`. Intervals overlap
        if they share more than an end, or are equal.
    null : float, default 0
        The value that the null hypothesis states; the sign is that of the estimate minus it.

    Returns
    -------
    Agreement
        The SSO of many estimates is the share of matches, ``match.mean()``.

    Notes
    -----
    Source: Barrientos, Williams, Snoke & Bowen 2021, "A Feasibility Study of Differentially Private Summary Statistics
    and Regression Analyses with Evaluations on Administrative and Survey Data", arXiv:2110.12055; source text, 3.10.

    Examples
    --------
    Sign and overlap agree, significance does not:

    >>> sso(1.0, (0.2, 1.8), 0.5, (-0.3, 1.3))
    Agreement(sign=True, significance=False, overlap=True, match=False)
    """
    null = float(checks.reals("null", checks.number("null", null)))
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


def regression_overlap(confidential, synthetic, formula):
    """Fit one linear regression, by least squares, to both files, and compare the inferences for each coefficient.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        Files with the columns of the formula, in which nothing is missing. Columns in both are of the same kinds.
    formula : str
        As for statsmodels, such as ``"bill_length_mm ~ sex"``. A column of text enters by its levels, the first in
        alphabetical order (of those seen in either file) as the reference. Dates are refused.

    Returns
    -------
    pandas.DataFrame
        One row for each coefficient; columns `confidential`, `synthetic` (estimates), `confidential_low`,
        `confidential_high`, `synthetic_low`, `synthetic_high`, `overlap` (of `ci_overlap`), `sign`, `significance`,
        `overlaps`, `match` (of `sso`). The means of `overlap` and `match` say it in one number each. The 95% intervals
        are naive, as if the synthetic rows were real; `coursekit.synthesis.combining` allows for the synthesis.

    Raises
    ------
    ValueError
        If a file cannot tell the coefficients apart, as when a level occurs in one file alone.

    Examples
    --------
    >>> from coursekit.data import penguins
    >>> adelie = penguins().dropna().query("species == 'Adelie'")
    >>> longer = adelie.assign(bill_length_mm=adelie["bill_length_mm"] + 0.25)
    >>> found = regression_overlap(adelie, longer, "bill_length_mm ~ sex")
    >>> found[["confidential", "synthetic", "overlap", "match"]].round(3)
                 confidential  synthetic  overlap  match
    Intercept          37.258     37.508    0.749   True
    sex[T.male]         3.133      3.133    1.000   True
    """
    import pandas as pd

    if not isinstance(formula, str):
        raise TypeError(f"formula must be text, got {type(formula).__name__} {formula!r}")
    both = {"confidential": confidential, "synthetic": synthetic}
    for name, table in both.items():
        checks.frame(name, table, rows=1)
    read = frames.fit(columns=[column for column in confidential if column in synthetic], **both)
    both = {name: table.copy(deep=False) for name, table in both.items()}
    for column, kind in read.kinds.items():
        mentioned = re.search(rf"\b{re.escape(str(column))}\b", formula)
        if mentioned and ("date" in kind or kind == "duration"):  # every day would become a coefficient
            raise TypeError(f"column {column!r} of confidential must be numbers, text or categories, got {kind}")
        if mentioned and (kind == "text" or "category" in kind):  # one reference level in both files
            levels = read.codes(column)[1]
            for table in both.values():
                table[column] = pd.Categorical(table[column], categories=levels)
    fits = [_fit(name, table, formula) for name, table in both.items()]
    intervals = [fit.conf_int().to_numpy().T for fit in fits]
    if not fits[0].params.index.equals(fits[1].params.index):
        odd = ", ".join(fits[0].params.index.symmetric_difference(fits[1].params.index).astype(str))
        raise ValueError(f"confidential and synthetic must give the same coefficients, got in one of them only: {odd}")
    estimates = [fit.params.to_numpy() for fit in fits]
    agreement = sso(estimates[0], intervals[0], estimates[1], intervals[1])
    found = dict(zip(both, estimates, strict=True))
    for name, (low, high) in zip(both, intervals, strict=True):
        found |= {f"{name}_low": low, f"{name}_high": high}
    found |= {"overlap": ci_overlap(*intervals), "sign": agreement.sign, "significance": agreement.significance}
    found |= {"overlaps": agreement.overlap, "match": agreement.match}
    return pd.DataFrame(found, index=fits[0].params.index)


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


def _fit(name, table, formula):
    """Return the least-squares fit to one file, or say what in the formula does not fit it."""
    import pandas as pd
    import statsmodels.formula.api as smf

    outcome = formula.partition("~")[0].strip()
    try:
        if outcome in table and not pd.api.types.is_numeric_dtype(table[outcome].dtype):
            raise ValueError(f"the outcome must be numbers, and {outcome!r} is {table[outcome].dtype}")
        model = smf.ols(formula, table, missing="raise")
        if model.endog.ndim != 1:
            raise ValueError("the outcome must be one column of numbers")
        if not (np.isfinite(model.endog).all() and np.isfinite(model.exog).all()):
            raise ValueError("there are infinite values")
    except Exception as problem:  # the formula parser's own errors come in many kinds
        raise ValueError(f"formula must fit the columns of {name}, got {formula!r}: {problem}") from problem
    if np.linalg.matrix_rank(model.exog) < model.exog.shape[1]:
        rule = f"must tell the coefficients apart ({', '.join(model.exog_names)})"
        raise ValueError(f"{name} {rule}, got a level without rows or columns alike")
    if len(model.exog) <= model.exog.shape[1]:
        raise ValueError(f"{name} must have more rows than coefficients, got {model.exog.shape}")
    return model.fit()
