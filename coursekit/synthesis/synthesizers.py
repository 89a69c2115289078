"""Synthetic data: a table of people who never lived, drawn from models of those who did.

Sequential synthesis writes the joint law of all columns as a chain, f(x1) f(x2 | x1) f(x3 | x1, x2) …, and estimates
one link after the other (source text, chapters 2 and 4; Raghunathan, Reiter & Rubin 2003, "Multiple Imputation for
Statistical Disclosure Limitation", Journal of Official Statistics 19(1)). Each model is fitted to *confidential*
predictors and drawn from with *synthetic* ones. It is no fully conditional specification, which the source text takes
for the same (section 2.4): that runs through the columns again and again, each given all others.

Nothing here but `private_synthesis` is differentially private, so neighbours play no part: `copies` shows what a tree
lets through.
"""

from collections.abc import Mapping

import numpy as np

from coursekit import checks
from coursekit.synthesis.conditionals import METHODS, check_method, conditional
from coursekit.synthesis.noisy_tables import private_synthesis
from coursekit.synthesis.variables import variable

__all__ = ["copies", "implicates", "private_synthesis", "synthesize"]

_CHOICES = (*METHODS, "parametric")


def synthesize(
    frame,
    *,
    rng,
    methods="cart",
    order=None,
    columns=None,
    min_leaf=5,
    residuals=True,
    proper=False,
    rows=None,
    progress=False,
):
    """Return a synthetic table: columns drawn one after the other, each given those before it.

    Parameters
    ----------
    frame : pandas.DataFrame
        The confidential data, two rows or more. Any dtypes; values may be missing.
    rng : numpy.random.Generator
        Where all draws come from. One generator for all columns: with a seed of its own for each, columns share their
        noise.
    methods : str or dict of {label: str}, default "cart"
        One method for all columns, or one for each; columns that the dict leaves out take "cart".

        - ``"sample"``: any confidential value of the column, all rows alike. Relations to other columns are lost.
        - ``"linear"``: regression, prediction plus normal noise of the residual standard error. Numbers and dates only;
          integers are rounded, and so are dates if none has a time of day.
        - ``"logistic"``: logistic regression, multinomial beyond two classes. Categories, booleans and whole numbers.
        - ``"cart"``: a tree; the value of a random confidential row in the same leaf. Numbers, dates, up to 1,000
        categories. - ``"parametric"``: "linear" for numbers and dates, "logistic" for all else.
    order : list of label, optional
        Each synthesized column once, first to last; as in the table without it. The first one is always sampled,
        whatever its method, unless columns that are not synthesized can predict it.
    columns : list of label, optional
        Which columns are synthesized; all without it. The others stay as they are, row by row, and predict (partial
        synthesis).
    min_leaf : int, default 5
        Fewest confidential rows in a leaf of a tree, 1 or more; nodes are split from 3 `min_leaf` rows on.
    residuals : bool, default True
        False leaves out the noise of "linear": the mistake of section 4.1.2.
    proper : bool, default False
        Fit the models to a bootstrap of the rows, so that implicates also differ by what n rows cannot know, as the
        rule "full" of `combining.combine` needs. False takes each fit for the truth (plug-in).
    rows : int, optional
        How many rows to draw, 1 or more; as many as `frame` has without it. Only if all columns are synthesized.
    progress : bool or callable, default False
        ``progress(done, total)`` is called after each column; True writes one line and rewrites it.

    Returns
    -------
    pandas.DataFrame
        Columns, dtypes and categories of `frame`. Partial synthesis keeps its index; otherwise rows count from 0.

    Notes
    -----
    Source: source text, sections 2.4, 2.9 and 4.1; Reiter 2005, "Using CART to Generate Partially Synthetic Public Use
    Microdata", Journal of Official Statistics 21(3); Nowok, Raab & Dibben 2016, "synthpop: Bespoke Creation of
    Synthetic Data in R", Journal of Statistical Software 74(11).

    Examples
    --------
    Without noise, a regression on sex knows two bill lengths: the means, 37 and 41.

    >>> import pandas as pd
    >>> colony = pd.DataFrame({"sex": ["female", "female", "male", "male"], "bill": [36.0, 38.0, 39.0, 43.0]})
    >>> asked = {"rng": np.random.default_rng(1), "methods": "linear", "residuals": False}
    >>> synthesize(colony, **asked, columns=["bill"])["bill"].round(9).tolist()
    [37.0, 37.0, 41.0, 41.0]
    """
    import pandas as pd

    names = list(checks.frame("frame", frame, rows=2))
    drawn_names = names if columns is None else checks.column_names("columns", columns, names)
    order = drawn_names if order is None else checks.column_names("order", order, drawn_names, of="synthesized columns")
    if len(order) != len(drawn_names):
        left = [name for name in drawn_names if name not in order]
        raise ValueError(f"order must name every synthesized column, got none of {left[0]!r}")
    kept = [name for name in names if name not in drawn_names]
    confidential = {name: variable(name, series.reset_index(drop=True))
                    for name, (_, series) in zip(names, frame.items())}
    methods = _methods(methods, order, confidential)
    checks.generator(rng)
    checks.whole("min_leaf", min_leaf, at_least=1)
    checks.flag("residuals", residuals)
    size = _rows(rows, len(frame), kept)
    report = _reporter(progress)

    learned = confidential
    if checks.flag("proper", proper):
        again = rng.integers(len(frame), size=len(frame))
        learned = {name: each.take(again) for name, each in confidential.items()}
    synthetic = {name: confidential[name] for name in kept}
    for done, name in enumerate(order, start=1):
        model = conditional(
            learned[name],
            [learned[other] for other in synthetic],
            method=methods[name],
            min_leaf=min_leaf,
            residuals=residuals,
            rng=rng,
        )
        synthetic[name] = model.draw(list(synthetic.values()), size, rng=rng)
        report(done, len(order))
    index = frame.index if kept else pd.RangeIndex(size)
    table = pd.DataFrame({i: synthetic[name].values.array for i, name in enumerate(names)}, index=index)
    table.columns = frame.columns
    return table


def implicates(frame, *, m, rng, **settings):
    """Return `m` synthetic tables, drawn one after the other from one generator.

    Parameters
    ----------
    frame, rng, **settings
        As for `synthesize`.
    m : int
        How many, 1 or more. Each one more discloses more.

    Returns
    -------
    list of pandas.DataFrame

    Notes
    -----
    What to do with m results is in `coursekit.synthesis.combining`. Source: source text, section 2.6.

    Examples
    --------
    >>> import pandas as pd
    >>> files = implicates(pd.DataFrame({"age": [30, 40, 50]}), m=5, rng=np.random.default_rng(1))
    >>> len(files), files[0].equals(files[1])
    (5, False)
    """
    checks.whole("m", m, at_least=1)
    return [synthesize(frame, rng=rng, **settings) for _ in range(m)]


def copies(confidential, synthetic):
    """Return the share of synthetic rows that equal a confidential row in every column; missing equals missing.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns, in any order.

    Returns
    -------
    float
        From 0 to 1. It is a count of synthetic rows: a confidential row that is copied twice counts twice.

    Notes
    -----
    Source: source text, section 2.2, corrected: fully synthetic data can hold real records.

    Examples
    --------
    >>> import pandas as pd
    >>> real = pd.DataFrame({"sex": ["female", "male"], "bill": [37.0, None]})
    >>> copies(real, pd.DataFrame({"sex": ["male", "female", "male"], "bill": [None, None, 37.0]}))
    0.3333333333333333
    """
    return float(copied(confidential, synthetic).mean())


def copied(confidential, synthetic):
    """Return for each synthetic row whether it equals a confidential row; what `copies` takes the share of.

    Parameters, errors and source are those of `copies`.

    Returns
    -------
    array of bool, one for each synthetic row

    Examples
    --------
    >>> import pandas as pd
    >>> copied(pd.DataFrame({"bill": [37.0, 40.1]}), pd.DataFrame({"bill": [40.1, 39.0]}))
    array([ True, False])
    """
    import pandas as pd

    names, others = checks.frame("confidential", confidential, rows=1), checks.frame("synthetic", synthetic, rows=1)
    if set(names) != set(others):
        odd = next(iter(set(names) ^ set(others)))
        raise ValueError(f"confidential and synthetic must have the same columns, got {odd!r} in one of them only")
    group = np.zeros(len(confidential) + len(synthetic), np.int64)
    for name in names:
        both = pd.concat([confidential[name].astype(object), synthetic[name].astype(object)])
        value = pd.factorize(both, use_na_sentinel=True)[0] + 1
        group = np.unique(group * (value.max() + 1) + value, return_inverse=True)[1]
    return np.isin(group[len(confidential) :], group[: len(confidential)])


def _methods(methods, order, confidential):
    """Return the method of each synthesized column, none of them impossible."""
    if isinstance(methods, Mapping):
        checks.column_names("methods", list(methods), order, of="synthesized columns", none=True)
        asked = {name: checks.choice(f"method of {name!r}", methods.get(name, "cart"), _CHOICES) for name in order}
    else:
        asked = dict.fromkeys(order, checks.choice("methods", methods, _CHOICES))
    for name, method in asked.items():
        if method == "parametric":
            asked[name] = "logistic" if confidential[name].kind == "category" else "linear"
    sampled = order[0] if len(order) == len(confidential) else None
    for name in order:
        if name == sampled:
            asked[name] = "sample"
        check_method(confidential[name], asked[name])
    return asked


def _rows(rows, people, kept):
    """Return how many rows to draw."""
    if rows is None:
        return people
    if kept:
        raise ValueError(f"rows must be left out where columns stay as they are, got {rows}")
    return checks.whole("rows", rows, at_least=1, at_most=2**31)


def _reporter(progress):
    """Return what is called after each column."""
    if callable(progress):
        return progress
    if not checks.flag("progress", progress):
        return lambda done, total: None

    def line(done, total):
        print(f"\rsynthesized {done} of {total} columns", end="" if done < total else "\n", flush=True)

    return line
