"""Models of one column given others, fitted to confidential data and drawn from, with `draw`, for synthetic data.

None of them is differentially private: neighbours have no part here (see `coursekit.synthesis.noisy_tables`). A number
or date that can be missing has two models: first whether it is missing, then its value among those known. A missing
category is a category of its own. As a predictor, a missing number has an indicator (regressions) or goes to whichever
side of a split suits it better (trees).
"""

import warnings
from dataclasses import replace

import numpy as np

from coursekit import checks
from coursekit.frames import for_tree
from coursekit.synthesis.design import Design, enough
from coursekit.synthesis.variables import Variable, variable

METHODS = ("sample", "linear", "logistic", "cart")
_MOST_CLASSES = 1000  # a leaf keeps the share of each class


def linear_fit(frame, column, *, on):
    """Return the regression that "linear" draws from: a statsmodels result, of rows without missing values.

    `column` is numbers or dates; in `on`, a category is one column of zeros and ones for each level but the first. Its
    `scale` is the squared residual standard error. Source: source text, sections 4.1.2 and 4.1.4 (whose text quotes
    42.1 and 3.8, the fit to all species).
    >>> import pandas as pd
    >>> colony = pd.DataFrame({"sex": ["female", "female", "male", "male"], "bill": [36.0, 38.0, 39.0, 43.0]})
    >>> linear_fit(colony, "bill", on=["sex"]).params.round(9).to_dict()
    {'Intercept': 37.0, 'sex[male]': 4.0}
    """
    import pandas as pd
    from statsmodels.regression.linear_model import OLS

    checks.column_names("column", [column], checks.frame("frame", frame), of="a column of frame")
    on = checks.column_names("on", on, frame.columns.drop(column), of="other columns of frame")
    whole = frame[[*on, column]].dropna()
    target = variable(column, whole[column])
    check_method(target, "linear")
    columns = {"Intercept": np.ones(len(whole))}
    for each in (variable(name, whole[name]) for name in on):
        if not each.levels:
            columns[str(each.name)] = each.coded
        for level in range(1, each.levels):
            here = each.coded == level
            columns[f"{each.name}[{each.values[here].iloc[0]}]"] = here.astype(float)
    enough(target, "linear", len(whole), len(columns))
    return OLS(pd.Series(target.coded, whole.index, name=column), pd.DataFrame(columns, whole.index)).fit()


def check_method(target, method):
    """Raise ValueError, with the reason, if a column cannot be synthesized by a method."""
    reason = ""
    if method == "linear" and target.levels:
        reason = "a regression needs numbers or dates, got categories: 'logistic', 'cart' and 'sample' can"
    if method == "logistic" and not target.levels:
        known = target.coded[~target.missing]
        found = "dates" if target.kind == "date" else "decimals" if (known != np.rint(known)).any() else ""
        if found:
            reason = f"it needs categories or whole numbers, got {found}: 'linear', 'cart' and 'sample' can"
    if method == "cart" and target.levels > _MOST_CLASSES:
        reason = (
            f"a tree tells at most {_MOST_CLASSES:,} categories apart, got {target.levels:,}: leave the column out, "
            "because texts that differ in every row name people ('sample' would publish them as they are)"
        )
    if reason:
        raise ValueError(f"column {target.name!r} cannot be synthesized by {method!r}: {reason}")


def conditional(target, predictors, *, method, rng, min_leaf=5):
    """Return a model of a `Variable` given a list of others, by one of `METHODS` that suits it.

    Without predictors, every method draws from the column itself. ``model.draw(predictors, rows, rng=rng)`` gives a
    `Variable`, one value for each row of synthetic predictors. In a leaf of one row, the donor is known:
    >>> import pandas as pd
    >>> x, y = variable("x", pd.Series([1.0, 2, 3])), variable("y", pd.Series(["a", "b", "c"]))
    >>> rng = np.random.default_rng(1)
    >>> model = conditional(y, [x], method="cart", min_leaf=1, rng=rng)
    >>> model.draw([variable("x", pd.Series([3.0, 1]))], 2, rng=rng).values.tolist()
    ['c', 'a']
    """
    if method == "sample" or not predictors or target.missing.all():
        return Sample(target)
    if target.missing.any():
        return Gappy(target, predictors, method=method, rng=rng, min_leaf=min_leaf)
    if method == "cart":
        return Tree(target, predictors, min_leaf=min_leaf, rng=rng)
    return (Linear if method == "linear" else Logistic)(target, predictors)


class Sample:
    """Any confidential value of the column, all rows alike (a bootstrap)."""

    def __init__(self, target):
        self._target = target

    def draw(self, predictors, rows, *, rng):
        """Return `rows` values; predictors play no part."""
        return self._target.take(rng.integers(len(self._target.coded), size=rows))


class Gappy:
    """Whether a value is missing, then its value: two models of one method ("logistic" for missing in "linear")."""

    def __init__(self, target, predictors, *, method, **settings):
        gone = target.missing
        absent = Variable(target.name, target.values.isna(), gone.astype(np.int64), levels=2)
        how = "logistic" if method == "linear" else method
        self._absent = conditional(absent, predictors, method=how, **settings)
        known = np.flatnonzero(~gone)
        others = [each.take(known) for each in predictors]
        self._known = conditional(target.take(known), others, method=method, **settings)

    def draw(self, predictors, rows, *, rng):
        """Return one value, or nothing, for each row of the predictors."""
        gone = self._absent.draw(predictors, rows, rng=rng).coded == 1
        drawn = self._known.draw(predictors, rows, rng=rng)
        return replace(drawn, values=drawn.values.mask(gone), coded=np.where(gone, np.nan, drawn.coded))


class Linear:
    """Least squares; a draw is the prediction plus normal noise of the residual standard error."""

    def __init__(self, target, predictors):
        self._target, self._design = target, Design(predictors, len(target.coded))
        enough(target, "linear", len(target.coded), self._design.rank + 1)
        self._mean, self._slopes, sigma = self._design.regress(target.coded)
        self._sigma = float(sigma)

    def draw(self, predictors, rows, *, rng):
        """Return one value for each row of the predictors."""
        predicted = self._design.predict(predictors, self._mean, self._slopes)
        return self._target.with_numbers(rng.normal(predicted, self._sigma))


class Logistic:
    """Logistic regression (multinomial beyond two classes) by scikit-learn, without a penalty."""

    def __init__(self, target, predictors):
        from sklearn.linear_model import LogisticRegression

        rows = len(target.coded)
        self._target, self._design, self._model = target, Design(predictors, rows), None
        classes, self._first, y = np.unique(target.coded, return_index=True, return_inverse=True)
        matrix = self._design.directions(predictors)
        enough(target, "logistic", rows, (len(classes) - 1) * (matrix.shape[1] + 1))
        if len(classes) > 1 and matrix.shape[1]:
            self._model = LogisticRegression(C=np.inf, tol=1e-5, max_iter=2000).fit(matrix, y)

    def draw(self, predictors, rows, *, rng):
        """Return one value for each row of the predictors."""
        if self._model is None:
            return Sample(self._target).draw(predictors, rows, rng=rng)
        upto = self._model.predict_proba(self._design.directions(predictors)).cumsum(axis=1)
        drawn = (rng.random((rows, 1)) >= upto[:, :-1]).sum(axis=1)
        return self._target.take(self._first[drawn])


_FINE = 2**16


class Tree:
    """A classification or regression tree by scikit-learn; a draw is the value of a confidential row in the same leaf.

    As in R's synthpop: a leaf has at least `min_leaf` rows, a node is split from 3 `min_leaf` rows on, nothing is
    pruned. A category that predicts takes one column, whatever the number of its levels: they stand in the order of the
    target's mean in them, or, for a target of more than two classes, of the first principal component of the classes'
    shares. Ordered categories keep their order.
    """

    def __init__(self, target, predictors, *, min_leaf, rng):
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        seed, y, make = int(rng.integers(2**31)), target.coded, DecisionTreeRegressor
        if target.levels:
            classes, y = np.unique(y, return_inverse=True)
            make = DecisionTreeClassifier if len(classes) > 2 else DecisionTreeRegressor
        if make is DecisionTreeRegressor:  # scikit-learn takes a variance below 2e-16 for none
            y = np.rint(_FINE * (y - y.mean()) / (y.std() or 1.0))  # whole: sums are exact, on every machine the same
        self._target, self._scales = target, [_scale(each, y, make is DecisionTreeClassifier) for each in predictors]
        tree = make(min_samples_leaf=min_leaf, min_samples_split=max(2, 3 * min_leaf), random_state=seed)
        given = self._features(predictors)
        with warnings.catch_warnings():  # names, say: a class for each row or two is the user's business
            warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
            # A small tree takes less time than the checks, which are needed for missing values, and than `tree.apply`.
            self._tree = tree.fit(given, y, check_input=bool(np.isnan(given).any())).tree_
        leaf = self._tree.apply(given)
        self._donors, self._size = np.argsort(leaf, kind="stable"), np.bincount(leaf, minlength=self._tree.node_count)
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
    if predictor.levels and not getattr(predictor.values.dtype, "ordered", False):
        means = _class_means(predictor, y) if classes else _means(predictor, y)
        rank = np.argsort(np.argsort(means, kind="stable"))  # equal to the means for a tree, but never tied
        return rank.astype(float).__getitem__
    return for_tree(predictor.coded)


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
