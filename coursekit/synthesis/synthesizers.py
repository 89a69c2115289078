"""Synthetic data: a table of people who never lived, drawn from models of those who did.

Sequential synthesis writes the joint law of all columns as a chain, f(x1) f(x2 | x1) f(x3 | x1, x2) …, and estimates
one link after the other (source text, chapters 2 and 4; Raghunathan, Reiter & Rubin 2003, "Multiple Imputation for
Statistical Disclosure Limitation", Journal of Official Statistics 19(1)). Each model is fitted to *confidential*
predictors and drawn from with *synthetic* ones. It is no fully conditional specification, which the source text takes
for the same (section 2.4): that runs through the columns again and again, each given all others. Nothing here is
differentially private (`coursekit.synthesis.noisy_tables` is), so neighbours play no part.
"""

from collections.abc import Mapping

import numpy as np

from coursekit import checks
from coursekit.synthesis.conditionals import METHODS, check_method, conditional
from coursekit.synthesis.variables import variable

_CHOICES = (*METHODS, "parametric")


def synthesize(frame, *, rng, methods="cart", order=None, columns=None, min_leaf=5, progress=None):
    """Return a synthetic table: columns drawn one after the other, each given those before it.

    frame : pandas.DataFrame. The confidential data, two rows or more. Any dtypes; values may be missing.
    rng : numpy.random.Generator. One for all columns: with a seed of its own for each, columns share their noise.
    methods : str or dict of {label: str}, default "cart". One for all columns, or for each; those left out take "cart".
        - ``"sample"``: any confidential value of the column, all rows alike. Relations to other columns are lost.
        - ``"linear"``: regression, prediction plus normal noise of the residual standard error. Numbers and dates only;
          integers are rounded, and so are dates if none has a time of day.
        - ``"logistic"``: logistic regression, multinomial beyond two classes. Categories, booleans and whole numbers.
        - ``"cart"``: a tree; the value of a random confidential row in the same leaf. Up to 1,000 categories.
        - ``"parametric"``: "linear" for numbers and dates, "logistic" for all else.
    order : list of label, optional. Each synthesized column once, first to last; as in the table without it. The first
        one is always sampled, whatever its method, unless columns that are not synthesized can predict it.
    columns : list of label, optional. Which columns are synthesized; all without it. The others stay as they are, row
        by row, keep their index, and predict (partial synthesis).
    min_leaf : int, default 5. Fewest confidential rows in a leaf, 1 or more; nodes are split from 3 `min_leaf` rows on.
    progress : function, optional. Called as ``progress(done, total)`` after each column.
    Each fit is taken for the truth (plug-in): files differ by the draw alone. Source: source text, sections 2.4, 2.9
    and 4.1; Reiter 2005, "Using CART to Generate Partially Synthetic Public Use Microdata", Journal of Official
    Statistics 21(3); Nowok, Raab & Dibben 2016, "synthpop: Bespoke Creation of Synthetic Data in R", Journal of
    Statistical Software 74(11).
    >>> import pandas as pd
    >>> colony = pd.DataFrame({"sex": ["female", "female", "male", "male"], "bill": [37.0, 37.0, 41.0, 41.0]})
    >>> synthesize(colony, columns=["bill"], methods="linear", rng=np.random.default_rng(1))["bill"].round(9).tolist()
    [37.0, 37.0, 41.0, 41.0]
    """
    settings = {"methods": methods, "order": order, "columns": columns, "min_leaf": min_leaf, "progress": progress}
    return implicates(frame, m=1, rng=rng, **settings)[0]


def implicates(frame, *, m, rng, methods="cart", order=None, columns=None, min_leaf=5, progress=None):
    """Return a list of `m` synthetic tables, 1 or more, all from the same fitted models; all else as for `synthesize`.

    Each table more discloses more. What to do with m results is in `combining`. Source: source text, section 2.6.
    >>> import pandas as pd
    >>> files = implicates(pd.DataFrame({"age": [30, 40, 50]}), m=5, rng=np.random.default_rng(1))
    >>> len(files), files[0].equals(files[1])
    (5, False)
    """
    import pandas as pd

    checks.whole("m", m, at_least=1)
    names = list(checks.frame("frame", frame, rows=2))
    drawn = names if columns is None else checks.column_names("columns", columns, names)
    order = drawn if order is None else checks.column_names("order", order, drawn, of="synthesized columns")
    left = [name for name in drawn if name not in order]
    if left:
        raise ValueError(f"order must name every synthesized column, got none of {left[0]!r}")
    kept = [name for name in names if name not in drawn]
    confidential = {name: variable(name, column.reset_index(drop=True)) for name, column in frame.items()}
    methods = _methods(methods, order, confidential)
    checks.generator(rng)
    checks.whole("min_leaf", min_leaf, at_least=1)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, got {checks.shown(progress)}")

    rows = len(frame)  # the tables are drawn as a long one, column by column, and cut at the end
    synthetic = {name: confidential[name].take(np.tile(np.arange(rows), m)) for name in kept}
    for done, name in enumerate(order, start=1):
        before = [confidential[other] for other in synthetic]
        model = conditional(confidential[name], before, method=methods[name], min_leaf=min_leaf, rng=rng)
        synthetic[name] = model.draw(list(synthetic.values()), m * rows, rng=rng)
        if progress:
            progress(done, len(order))
    long = pd.concat([synthetic[name].values.reset_index(drop=True) for name in names], axis=1)
    long.columns = frame.columns
    tables = [long.iloc[first : first + rows] for first in range(0, m * rows, rows)]
    return [table.set_index(frame.index) if kept else table.reset_index(drop=True) for table in tables]


def copies(confidential, synthetic):
    """Return the share of synthetic rows, from 0 to 1, that equal a confidential row in every column.

    Missing equals missing. A confidential row that is copied twice counts twice. The columns may come in any order.
    Source: source text, section 2.2, corrected: fully synthetic data can hold real records.
    >>> import pandas as pd
    >>> real = pd.DataFrame({"sex": ["female", "male"], "bill": [37.0, None]})
    >>> copies(real, pd.DataFrame({"sex": ["male", "female", "male"], "bill": [None, None, 37.0]}))
    0.3333333333333333
    """
    return float(copied(confidential, synthetic).mean())


def copied(confidential, synthetic):
    """Return for each synthetic row whether it equals a confidential row: what `copies` takes the share of."""
    import pandas as pd

    names, others = checks.frame("confidential", confidential, rows=1), checks.frame("synthetic", synthetic, rows=1)
    if set(names) != set(others):
        odd = next(iter(set(names) ^ set(others)))
        raise ValueError(f"confidential and synthetic must have the same columns, got {odd!r} in one of them only")
    group = 0
    for name in names:
        value = pd.factorize(pd.concat([file[name].astype(object) for file in (confidential, synthetic)]))[0] + 1
        group = np.unique(group * (value.max() + 1) + value, return_inverse=True)[1]
    return np.isin(group[len(confidential) :], group[: len(confidential)])


def _methods(methods, order, confidential):
    """Return the method of each synthesized column, none of them impossible."""
    if isinstance(methods, Mapping):
        checks.column_names("methods", list(methods), order, of="synthesized columns", none=True)
        asked = {name: checks.choice(f"method of {name!r}", methods.get(name, "cart"), _CHOICES) for name in order}
    else:
        asked = dict.fromkeys(order, checks.choice("methods", methods, _CHOICES))
    for place, (name, method) in enumerate(asked.items()):
        if method == "parametric":
            asked[name] = "logistic" if confidential[name].levels else "linear"
        if place == 0 and len(order) == len(confidential):  # nothing can predict it
            asked[name] = "sample"
        check_method(confidential[name], asked[name])
    return asked
