"""Overlap of inferences: would an analyst of the synthetic file conclude what the confidential one says?

Source: source text, sections 3.10, 3.11 and 3.13.
"""

from typing import NamedTuple

import numpy as np

from coursekit import checks, frames
from coursekit.utility.propensity import dummies


class Agreement(NamedTuple):
    """Whether two inferences agree in sign, in significance, in overlap, and in all three (`match`)."""

    sign: np.ndarray | bool
    significance: np.ndarray | bool
    overlap: np.ndarray | bool
    match: np.ndarray | bool


def ci_overlap(confidential, synthetic):
    """Return the overlap of confidence intervals: 1 for equal ones, 0 for adjacent ones, below 0 where there is a gap.

    Each is a pair (low, high) of floats or arrays that broadcast. It is the mean of the shares that the common part has
    of either interval, (U - L) / 2 (1 / w_o + 1 / w_s), with U the lesser upper and L the larger lower end; signed,
    never clipped at 0; NaN where an interval has no width. An interval that is much wider than the other and holds it
    scores about .5. Source: Karr, Kohnen, Oganian, Reiter & Sanil 2006, "A framework for evaluating the utility of data
    altered to protect confidentiality", The American Statistician 60(3), pages 224-232; source text, section 3.11.
    >>> [ci_overlap((0, 2), synthetic) for synthetic in [(1, 3), (2, 4), (3, 5)]]
    [0.5, 0.0, -0.5]
    """
    low_o, high_o = _interval("confidential", confidential)
    low_s, high_s = _interval("synthetic", synthetic)
    _fit_together(confidential=low_o, synthetic=low_s)
    common = np.minimum(high_o, high_s) - np.maximum(low_o, low_s)
    widths = [np.where(high > low, high - low, np.nan) for low, high in ((low_o, high_o), (low_s, high_s))]
    overlap = (common / widths[0] + common / widths[1]) / 2
    return float(overlap) if overlap.ndim == 0 else overlap


def sso(confidential, confidential_interval, synthetic, synthetic_interval):
    """Return whether sign, significance and overlap agree: the SSO match of two estimates, or of arrays that broadcast.

    An estimate is significant if its interval (low, high) does not hold 0. Intervals overlap if they share more than an
    end, or are equal. The SSO of many estimates is the share of matches, ``match.mean()``. Source: Barrientos,
    Williams, Snoke & Bowen 2021, "A Feasibility Study of Differentially Private Summary Statistics and Regression
    Analyses with Evaluations on Administrative and Survey Data", arXiv:2110.12055; source text, 3.10.
    >>> sso(1.0, (0.2, 1.8), 0.5, (-0.3, 1.3))
    Agreement(sign=True, significance=False, overlap=True, match=False)
    """
    ours, theirs = checks.reals("confidential", confidential), checks.reals("synthetic", synthetic)
    low_o, high_o = _interval("confidential_interval", confidential_interval)
    low_s, high_s = _interval("synthetic_interval", synthetic_interval)
    _fit_together(confidential=ours, synthetic=theirs, confidential_interval=low_o, synthetic_interval=low_s)
    sign = np.sign(ours) == np.sign(theirs)
    significance = ((low_o > 0) | (high_o < 0)) == ((low_s > 0) | (high_s < 0))
    equal = (low_o == low_s) & (high_o == high_s)
    overlap = (np.minimum(high_o, high_s) > np.maximum(low_o, low_s)) | equal
    found = np.broadcast_arrays(sign, significance, overlap, sign & significance & overlap)
    return Agreement(*(bool(array) if array.ndim == 0 else array.copy() for array in found))


def regression_overlap(confidential, synthetic, outcome):
    """Fit one linear regression, by least squares, to both files, and compare the inferences for each coefficient.

    confidential, synthetic : pandas.DataFrame. The same columns, without gaps, and more rows than coefficients.
    outcome : label. The column of numbers that is regressed on all others. Dates and durations count in days; a
        category enters by its levels, of which the first (of those seen in either file) is the reference.
    Returns pandas.DataFrame. A row for each coefficient; columns `confidential`, `synthetic` (estimates),
        `confidential_low` … (ends of 95% intervals), `overlap` (of `ci_overlap`), `sign`, `significance`, `overlaps`,
        `match` (of `sso`). The intervals are naive, as if the synthetic rows were real; see `synthesis.combining`.
    >>> from coursekit.data import penguins
    >>> adelie = penguins().dropna().query("species == 'Adelie'")[["bill_length_mm", "sex"]]
    >>> longer = adelie.assign(bill_length_mm=adelie["bill_length_mm"] + 0.25)
    >>> regression_overlap(adelie, longer, "bill_length_mm")["overlap"].round(3).to_dict()
    {'Intercept': 0.749, 'sex[male]': 1.0}
    """
    import pandas as pd

    both = {"confidential": confidential, "synthetic": synthetic}
    files = frames.fit(gaps=False, **both)
    checks.column_names("outcome", [outcome], files.measured, of="a column of numbers")
    names, wanted, blocks = ["Intercept"], None, []
    for label, column in zip(files.kinds, files.columns, strict=True):
        if label == outcome:
            wanted = column.values
        elif column.levels is None:
            names.append(column.name)
            blocks.append(column.values)
        else:
            names += [f"{column.name}[{level}]" for level in column.levels[1:]]
            blocks.append([dummies(codes, len(column.levels)) for codes in column.values])
    fits = [least_squares(name, wanted[i], [block[i] for block in blocks]) for i, name in enumerate(both)]
    (b_o, ours), (b_s, theirs) = fits
    found = {"confidential": b_o, "synthetic": b_s, "confidential_low": ours[0], "confidential_high": ours[1]}
    found |= {"synthetic_low": theirs[0], "synthetic_high": theirs[1], "overlap": ci_overlap(ours, theirs)}
    found |= dict(zip(("sign", "significance", "overlaps", "match"), sso(b_o, ours, b_s, theirs), strict=True))
    return pd.DataFrame(found, index=names)


def least_squares(name, outcome, others):
    """Return estimates and 95% intervals, shape (2, coefficients), of the intercept and slopes in the file `name`."""
    from scipy.special import stdtrit

    design = np.column_stack([np.ones(len(outcome)), *others])
    if len(design) <= design.shape[1]:
        raise ValueError(f"{name} must have more rows than coefficients, got {design.shape}")
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError(f"{name} must tell the coefficients apart, got a level without rows or columns alike")
    # Written out, because a page must not wait for statsmodels, with whose numbers the tests compare these
    turned, corner = np.linalg.qr(design)
    slopes = np.linalg.solve(corner, turned.T @ outcome)
    rest, freedom = outcome - design @ slopes, len(design) - len(slopes)
    error = np.sqrt(rest @ rest / freedom) * np.linalg.norm(np.linalg.inv(corner), axis=1)
    return slopes, slopes + stdtrit(freedom, 0.975) * error * np.array([[-1], [1]])


def _interval(name, interval):
    """Return the ends of one interval or of many, low never above high."""
    if not isinstance(interval, tuple | list | np.ndarray) or len(interval) != 2:
        raise TypeError(f"{name} must be a pair (low, high), got {interval!r}")
    low, high = (checks.reals(name, end) for end in interval)
    low, high = _fit_together(**{f"low of {name}": low, f"high of {name}": high})
    if (low > high).any():
        first = (low > high).argmax()
        raise ValueError(f"{name} must have low <= high, got {low.flat[first]} and {high.flat[first]}")
    return low, high


def _fit_together(**arrays):
    """Return arrays in the shape that they have together, if they broadcast against each other."""
    try:
        return np.broadcast_arrays(*arrays.values())
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays.values())
        raise ValueError(f"{' and '.join(arrays)} must have shapes that fit together, got {shapes}") from None
