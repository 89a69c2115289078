"""Models of one column given others, fitted to confidential data and drawn from for synthetic data.

A model learns from the confidential column and the confidential predictors; `draw` takes *synthetic* predictors. None of
them is differentially private: neighbours have no part here (see `coursekit.synthesis.noisy_tables`).

A number or date that can be missing has two models: first whether it is missing, then its value among those known. A
missing category is a category of its own. As a predictor, a missing number has an indicator (regressions) or goes to
whichever side of a split suits it better (trees).
"""

import warnings
from dataclasses import replace

import numpy as np

from coursekit import checks
from coursekit.variables import Variable, variable

METHODS = ("sample", "linear", "logistic", "cart")
_MOST_CLASSES = 1000  # a leaf keeps the share of each class


def linear_fit(frame, column, *, on):
    """Return the regression that "linear" draws from: a statsmodels result, of rows without missing values.

    Parameters
    ----------
    frame : pandas.DataFrame
        The confidential data.
    column : label
        What is explained: numbers or dates.
    on : list of label
        What explains it. A category is one column of zeros and ones for each level but the first.

    Returns
    -------
    statsmodels.regression.linear_model.RegressionResults
        With `params`, `bse`, `tvalues`, `pvalues` and `summary()`; its `scale` is the squared residual standard error.

    Raises
    ------
    ValueError
        If the column holds neither numbers nor dates, or there are no more rows than coefficients.

    Notes
    -----
    Source: source text, sections 4.1.2 and 4.1.4 (whose text quotes 42.1 and 3.8, the fit to all species).

    Examples
    --------
    >>> import pandas as pd
    >>> colony = pd.DataFrame({"sex": ["female", "female", "male", "male"], "bill": [36.0, 38.0, 39.0, 43.0]})
    >>> linear_fit(colony, "bill", on=["sex"]).params.round(9).to_dict()
    {'Intercept': 37.0, 'sex[male]': 4.0}
    """
    import pandas as pd

    checks.column_names("column", [column], checks.frame("frame", frame), of="a column of frame")
    on = checks.column_names("on", on, frame.columns.drop(column), of="other columns of frame")
    whole = frame[[*on, column]].dropna()
    target, *predictors = (variable(name, whole[name]) for name in (column, *on))
    check_method(target, "linear")
    matrix = pd.DataFrame(_Design(predictors, len(whole)).columns(predictors), whole.index, _names(predictors))
    matrix.insert(0, "Intercept", 1.0)
    return _least_squares(target, matrix, pd.Series(target.coded, whole.index, name=column))


def check_method(target, method):
    """Raise ValueError, with the reason, if a column cannot be synthesized by a method."""
    if not isinstance(target, Variable):
        raise TypeError(f"target must be a Variable, got {type(target).__name__} {target!r}")
    checks.choice("method", method, METHODS)
    reason = ""
    if method == "linear" and target.kind == "category":
        reason = "a regression needs numbers or dates, got categories: 'logistic', 'cart' and 'sample' can"
    if method == "logistic" and target.kind != "category":
        known = target.coded[~target.missing]
        found = "dates" if target.kind == "date" else "decimals" if (known != np.rint(known)).any() else ""
        if found:
            reason = f"it needs categories or whole numbers, got {found}: 'linear', 'cart' and 'sample' can"
    if method == "cart" and target.kind == "category" and target.levels > _MOST_CLASSES:
        reason = f"a tree tells at most {_MOST_CLASSES:,} categories apart, got {target.levels:,}: 'sample' can"
    if reason:
        raise ValueError(f"column {target.name!r} cannot be synthesized by {method!r}: {reason}")


def conditional(target, predictors, *, method, rng, min_leaf=5, residuals=True):
    """Return a model of `target` given `predictors`, fitted to confidential data.

    Parameters
    ----------
    target : Variable
        The confidential column.
    predictors : list of Variable
        Other confidential columns. Without any, every method draws from the column itself.
    method : {"sample", "linear", "logistic", "cart"}
        See `coursekit.synthesis.synthesize`.
    rng : numpy.random.Generator
        Breaks ties between splits of a tree.
    min_leaf : int, default 5
        Fewest confidential rows in a leaf of a tree.
    residuals : bool, default True
        Whether "linear" adds normal noise to its predictions.

    Returns
    -------
    Sample, Linear, Logistic, Tree or Gappy
        ``model.draw(predictors, rows, rng=rng)`` gives a Variable, one value for each row of synthetic predictors.

    Examples
    --------
    In a leaf of one row, the donor is known.

    >>> import pandas as pd
    >>> x, y = variable("x", pd.Series([1.0, 2, 3])), variable("y", pd.Series(["a", "b", "c"]))
    >>> rng = np.random.default_rng(1)
    >>> model = conditional(y, [x], method="cart", min_leaf=1, rng=rng)
    >>> model.draw([variable("x", pd.Series([3.0, 1]))], 2, rng=rng).values.tolist()
    ['c', 'a']
    """
    check_method(target, method)
    if not isinstance(predictors, list) or not all(isinstance(each, Variable) for each in predictors):
        raise TypeError(f"predictors must be a list of Variables, got {type(predictors).__name__} {predictors!r}")
    lengths = {len(each.coded) for each in (target, *predictors)}
    if len(lengths) > 1 or 0 in lengths:
        raise ValueError(f"predictors must have as many rows as the target, one or more, got {sorted(lengths)}")
    checks.whole("min_leaf", min_leaf, at_least=1)
    checks.flag("residuals", residuals)
    checks.generator(rng)
    if method == "sample" or not predictors or target.missing.all():
        return Sample(target)
    if target.missing.any():
        return Gappy(target, predictors, method=method, rng=rng, min_leaf=min_leaf, residuals=residuals)
    if method == "linear":
        return Linear(target, predictors, residuals=residuals)
    if method == "logistic":
        return Logistic(target, predictors)
    return Tree(target, predictors, min_leaf=min_leaf, rng=rng)


class Sample:
    """Any confidential value of the column, all rows alike (a bootstrap)."""

    def __init__(self, target):
        self._target = target

    def draw(self, predictors, rows, *, rng):
        """Return `rows` values; predictors play no part."""
        return self._target.take(rng.integers(len(self._target.coded), size=rows))


class Gappy:
    """Whether a value is missing, then its value: two models of the same method ("logistic" for missing in "linear")."""

    def __init__(self, target, predictors, *, method, **settings):
        gone = target.missing
        absent = Variable(target.name, "category", False, target.values.isna(), gone.astype(np.int64), 2, 0)
        how = "logistic" if method == "linear" else method
        self._absent = conditional(absent, predictors, method=how, **settings)
        known = np.flatnonzero(~gone)
        self._known = conditional(target.take(known), [each.take(known) for each in predictors], method=method, **settings)

    def draw(self, predictors, rows, *, rng):
        """Return one value, or nothing, for each row of the predictors."""
        gone = self._absent.draw(predictors, rows, rng=rng).coded == 1
        drawn = self._known.draw(predictors, rows, rng=rng)
        return replace(drawn, values=drawn.values.mask(gone), coded=np.where(gone, np.nan, drawn.coded))


class Linear:
    """Least squares by statsmodels; a draw is the prediction plus normal noise of the residual standard error."""

    def __init__(self, target, predictors, *, residuals=True):
        rows = len(target.coded)
        self._target, self._design = target, _Design(predictors, rows)
        matrix = np.column_stack([np.ones(rows), self._design.directions(predictors)])
        fitted = _least_squares(target, matrix, target.coded, method="qr")  # several times faster where no column is idle
        self._intercept, self._slopes = fitted.params[0], fitted.params[1:]
        self._sigma = float(np.sqrt(fitted.scale)) * residuals

    def draw(self, predictors, rows, *, rng):
        """Return one value for each row of the predictors."""
        predicted = self._intercept + self._design.directions(predictors) @ self._slopes
        return self._target.with_numbers(rng.normal(predicted, self._sigma))


class Logistic:
    """Logistic regression (multinomial beyond two classes) by scikit-learn, without a penalty."""

    def __init__(self, target, predictors):
        from sklearn.linear_model import LogisticRegression

        rows = len(target.coded)
        self._target, self._design, self._model = target, _Design(predictors, rows), None
        classes, self._first, y = np.unique(target.coded, return_index=True, return_inverse=True)
        matrix = self._design.directions(predictors)
        _enough(target, "logistic", rows, (len(classes) - 1) * (matrix.shape[1] + 1))
        if len(classes) > 1 and matrix.shape[1]:
            self._model = LogisticRegression(C=np.inf, tol=1e-5, max_iter=2000).fit(matrix, y)

    def draw(self, predictors, rows, *, rng):
        """Return one value for each row of the predictors."""
        if self._model is None:
            return Sample(self._target).draw(predictors, rows, rng=rng)
        upto = self._model.predict_proba(self._design.directions(predictors)).cumsum(axis=1)
        drawn = (rng.random((rows, 1)) >= upto[:, :-1]).sum(axis=1)
        return self._target.take(self._first[drawn])


class Tree:
    """A classification or regression tree by scikit-learn; a draw is the value of a confidential row in the same leaf.

    As in R's synthpop: a leaf has at least `min_leaf` rows, a node is split from 3 `min_leaf` rows on, nothing is pruned.

    A category that predicts takes one column, whatever the number of its levels: they stand in the order of the target's
    mean in them, or, for a target of more than two classes, of the first principal component of the classes' shares.
    Ordered categories keep their order.
    """

    def __init__(self, target, predictors, *, min_leaf, rng):
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        seed, y, make = int(rng.integers(2**31)), target.coded, DecisionTreeRegressor
        if target.kind == "category":
            classes, y = np.unique(y, return_inverse=True)
            make = DecisionTreeClassifier if len(classes) > 2 else DecisionTreeRegressor
        if make is DecisionTreeRegressor:  # scikit-learn takes a variance below 2e-16 for none
            y = (y - y.mean()) / (y.std() or 1.0)
        self._target, self._scales = target, [_scale(each, y, make is DecisionTreeClassifier) for each in predictors]
        tree = make(min_samples_leaf=min_leaf, min_samples_split=max(2, 3 * min_leaf), random_state=seed)
        with warnings.catch_warnings():  # names, say: a class for each row or two is the user's business
            warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
            self._tree = tree.fit(self._features(predictors), y)
        leaf = tree.apply(self._features(predictors))
        self._donors, self._size = np.argsort(leaf, kind="stable"), np.bincount(leaf, minlength=tree.tree_.node_count)
        self._start = self._size.cumsum() - self._size

    def draw(self, predictors, rows, *, rng):
        """Return one value for each row of the predictors."""
        leaf = self._tree.apply(self._features(predictors))
        return self._target.take(self._donors[self._start[leaf] + rng.integers(self._size[leaf])])

    def _features(self, predictors):
        columns = [scale(each.coded) for scale, each in zip(self._scales, predictors, strict=True)]
        return np.stack(columns, axis=1, dtype=np.float32, casting="same_kind")


def _scale(predictor, y, classes):
    """Return the function from coded values of a predictor to the numbers that a tree splits."""
    if predictor.kind == "category" and not predictor.ordered:
        means = _class_means(predictor, y) if classes else _means(predictor, y)
        rank = np.argsort(np.argsort(means, kind="stable")).astype(float)  # equal to the means for a tree, but never tied
        return rank.__getitem__
    # scikit-learn keeps 7 digits of a number and takes differences below 1e-7 for none: what varies must be the first digits,
    # of size 1. A power of 2 changes no digit, so thresholds stay halfway between two values.
    known = predictor.coded[~np.isnan(predictor.coded)]
    middle = np.median(known) if len(known) else 0.0
    away = np.abs(known - middle)
    unit = 2.0 ** np.round(np.log2(max(np.median(away[away > 0]), away.max() / 1e30))) if away.any() else 1.0
    return lambda coded: (coded - middle) / unit


def _means(predictor, y):
    """Return the mean of `y` in each level; 0, the mean of all, in a level without rows."""
    count = np.bincount(predictor.coded, minlength=predictor.levels)
    return np.bincount(predictor.coded, y, minlength=predictor.levels) / np.maximum(count, 1)


def _class_means(predictor, y):
    """Return the first principal component of the classes' shares in each level, weighted by the levels' sizes."""
    from scipy.linalg import eigh
    from scipy.sparse import csr_array

    table = csr_array((np.ones(len(y)), (predictor.coded, y)), shape=(predictor.levels, y.max() + 1))
    size = table.sum(axis=1)
    shares = csr_array(table.multiply(1 / np.maximum(size, 1)[:, None]))
    overall = size @ shares / size.sum()
    spread = (shares.T @ shares.multiply(size[:, None])).toarray() / size.sum() - np.outer(overall, overall)
    last = len(spread) - 1
    return shares @ eigh(spread, subset_by_index=(last, last))[1][:, 0]


class _Design:
    """The columns of a regression: numbers (missing ones at the mean, with an indicator), 0 and 1 for categories."""

    def __init__(self, predictors, rows):
        self._learned = predictors
        self._fill = [0.0 if each.missing.all() else np.mean(each.coded[~each.missing]) for each in predictors]
        matrix = self.columns(predictors)
        self._centre, spread = matrix.mean(axis=0), matrix.std(axis=0)
        spread[spread <= 1e-12 * np.abs(self._centre)] = np.inf
        matrix = (matrix - self._centre) / spread
        variances, axes = np.linalg.eigh(matrix.T @ matrix / rows)
        kept = variances > 1e-11 * variances.max(initial=0)
        self._turn = axes[:, kept] / np.sqrt(variances[kept]) / spread[:, None]

    def columns(self, predictors):
        """Return the columns for these values, shape (rows, columns), as they are: what coefficients are quoted for."""
        columns = []
        for learned, fill, each in zip(self._learned, self._fill, predictors, strict=True):
            if learned.kind == "category":
                columns.append(each.coded[:, None] == np.arange(1, learned.levels))
                continue
            gone = np.isnan(each.coded)
            columns.append(np.where(gone, fill, each.coded)[:, None])
            if learned.missing.any():
                columns.append(gone[:, None])
        return np.hstack(columns, dtype=float, casting="unsafe")

    def directions(self, predictors):
        """Return the columns turned until they are uncorrelated and of mean 0 and variance 1 in the confidential data.

        Predictions are the same, whatever the user's units; columns that others determine vanish.
        """
        return (self.columns(predictors) - self._centre) @ self._turn


def _names(predictors):
    """Return what the columns of a design are called, where nothing is missing."""
    names = []
    for each in predictors:
        levels, first = np.unique(each.coded, return_index=True)
        if each.kind == "category":
            names += [f"{each.name}[{each.values.iloc[row]}]" for row in first[levels > 0]]
        else:
            names.append(str(each.name))
    return names


def _least_squares(target, matrix, y, method="pinv"):
    """Return the least squares fit by statsmodels, if there are residuals to learn their spread from."""
    from statsmodels.regression.linear_model import OLS

    _enough(target, "linear", *matrix.shape)
    return OLS(y, matrix).fit(method=method)


def _enough(target, method, rows, coefficients):
    """Raise the error for a regression with no fewer coefficients than rows."""
    if rows <= coefficients:
        raise ValueError(
            f"column {target.name!r} cannot be synthesized by {method!r}: it needs more rows than coefficients, got {rows:,} "
            f"rows for {coefficients:,}; take fewer predictors, or 'cart' or 'sample'"
        )
