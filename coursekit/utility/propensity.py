"""Propensities: can a model tell synthetic rows from confidential ones?

Both files are stacked, and a model gives each row a score, its estimate of P(synthetic); `c` is the share of synthetic
rows. Scores that are all c mean that the model cannot tell, which says something about the files only as far as the
model looks: logistic regression on main effects compares averages and is blind to correlations. Source: see `scores`.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from coursekit import checks, frames
from coursekit.utility.scores import auc, pmse, pmse_null
from coursekit.utility.summaries import scaled

MODELS = ("logistic", "logistic-interactions", "tree")
MIN_LEAF = 5  # rows in a leaf of the tree, at least
REPEATS, PERMUTATIONS = 10, 100  # of shuffling a column, for its importance; of shuffling labels, for a null
WIDTH = 150  # coefficients above which a logistic regression's rare categories are lumped
MOST = 30  # categories that then remain of a column, at most


class Propensities(NamedTuple):
    """Scores of the rows of both files, the confidential ones first, each file's rows in their order."""

    scores: np.ndarray  # estimates of P(synthetic)
    labels: np.ndarray  # True for synthetic rows
    heldout: np.ndarray  # True for rows the model has not seen
    k: int | None  # number of coefficients with the intercept, None for a tree


def propensities(confidential, synthetic, *, model="logistic", holdout=0.0, rng=None):
    """Fit a model that tells synthetic rows from confidential ones, and return the score of each row.

    confidential, synthetic : pandas.DataFrame. The same columns of the same kinds, at least one row each. A missing
        number counts as the confidential median, and a column of its own says so; a missing category is a category.
    model : {"logistic", "logistic-interactions", "tree"}. Logistic regression without a penalty on the main effects of
        all columns; the same with the products of each two columns; or a classification tree, five rows in a leaf or
        more. Categories enter as columns of 0 and 1, for each level but the first. Where there would be more than 150
        coefficients, a column keeps its most common levels, at most 30 and as many as that allows; the others are one.
    holdout : float, default 0. The share of each file's rows, at least 0 and below 1, that the model does not see when
        it is fitted; at least one row of each file if it is not 0, and never all.
    rng : numpy.random.Generator, needed for held-out rows and for ties between a tree's splits.
    Coefficients that the rows fitted cannot tell apart (a constant column, cells without rows) count once. Where a
    hyperplane separates the files, scores go to 0 and 1. A copied row has its twin, with the other label, on the other
    side of the split half of the time: with many copies a flexible model does *worse* than a coin on held-out rows.
    Of the rows "a" 4 in 10 are synthetic, of the rows "b" 6 in 10.
    >>> import pandas as pd
    >>> ours, theirs = (pd.DataFrame({"x": ["a"] * n + ["b"] * (10 - n)}) for n in (6, 4))
    >>> found = propensities(ours, theirs)
    >>> sorted(set(found.scores.round(6).tolist())), found.k
    ([0.4, 0.6], 2)
    """
    _, given, labels = _stacked(confidential, synthetic, model, rng)
    heldout = _heldout(labels, holdout, rng)
    predict, k = _fit(given, labels, ~heldout, model, rng)
    return Propensities(predict(given), labels, heldout, k)


def pmse_ratio(confidential, synthetic, *, model="logistic", null="analytic", rng=None):
    """Return pMSE in units of its null: about 1 if the synthetic rows come from the true model, 0 for a copy.

    Parameters are those of `propensities`, and all rows are fitted. The `null` is "analytic", `pmse_null`, for logistic
    regression alone, or "permutation", 1 - c times the mean pMSE of 100 fits to labels shuffled by `rng`: shuffled
    labels make both files random, where a synthesis leaves the confidential one as it is (Snoke et al. 2018). NaN if no
    column varies. Under the true model the mean is 1 and about half of all syntheses are below it; the source text
    (section 3.5.1, corrected) calls values as low as 1 almost unreachable. Compare ratios, never pMSEs, between models.
    A pMSE of .01 over its null of .00625:
    >>> import pandas as pd
    >>> ours, theirs = (pd.DataFrame({"x": ["a"] * n + ["b"] * (10 - n)}) for n in (6, 4))
    >>> round(pmse_ratio(ours, theirs), 6)
    1.6
    """
    checks.choice("null", null, ("analytic", "permutation"))
    _, given, labels = _stacked(confidential, synthetic, model, rng)
    if null == "permutation":
        checks.generator(rng)
    elif model == "tree":
        raise ValueError("null must be 'permutation' for model 'tree', for which there is no formula, got 'analytic'")
    scores, k = fitted(given, labels, model, rng)
    if null == "analytic":
        expected = pmse_null(k, (~labels).sum(), labels.sum())
    else:
        shuffles = (rng.permutation(labels) for _ in range(PERMUTATIONS))
        shuffled = [pmse(fitted(given, mixed, model, rng)[0], labels=mixed) for mixed in shuffles]
        expected = (1 - labels.mean()) * np.mean(shuffled)
    return pmse(scores, labels=labels) / expected if expected else np.nan


def importance(confidential, synthetic, *, rng):
    """Return by how much the AUC falls when a column is shuffled: which column gives the synthesis away?

    Logistic regression with products is fitted once, to half of the rows; each column in turn is shuffled over the
    other half, ten times. The mean falls come largest first; they are about 0 for a column the model has no use for.
    >>> import pandas as pd
    >>> ours = pd.DataFrame(np.random.default_rng(1).normal(size=(200, 2)), columns=["x", "y"])
    >>> importance(ours, ours.assign(x=ours["x"] + 2), rng=np.random.default_rng(1)).index[0]
    'x'
    """
    import pandas as pd

    model = "logistic-interactions"
    names, given, labels = _stacked(confidential, synthetic, model, checks.generator(rng))
    heldout = _heldout(labels, 0.5, rng)
    predict, _ = _fit(given, labels, ~heldout, model, rng)
    labels, given = labels[heldout], [block[heldout] for block in given]
    base, falls = auc(predict(given), labels), []
    for i, block in enumerate(given):
        shuffled = [predict([*given[:i], rng.permutation(block), *given[i + 1 :]]) for _ in range(REPEATS)]
        falls.append(base - np.mean([auc(scores, labels) for scores in shuffled]))
    return pd.Series(falls, index=names, name="importance").sort_values(ascending=False, kind="stable")


def measured(values):
    """Return numbers as a block for a regression: centred, in units of the largest distance from the mean."""
    return scaled(values[:, None])[0]


def dummies(coded, levels):
    """Return codes 0 … levels - 1 as a block for a model: a column of 0 and 1 for each level but the first."""
    return (coded[:, None] == np.arange(1, levels)).astype(float)


def blocks(columns, model):
    """Return both files on top of each other: for each `frames.Column` a block of numbers, shape (rows, width)."""
    most = _most([1 if column.levels is None else len(column.levels) - 1 for column in columns], model)
    found = []
    for column in columns:
        values = np.concatenate(column.values)
        if column.levels is not None:
            found.append(dummies(*lumped(values, len(column.levels), most)))
        else:
            found.append(frames.for_tree(values)(values)[:, None] if model == "tree" else measured(values))
    return found


def lumped(coded, levels, most):
    """Return codes in which all but the `most` common levels are one, the last, and the number of levels."""
    if levels <= most + 1:
        return coded, levels
    common = np.sort(np.argsort(-np.bincount(coded, minlength=levels), kind="stable")[:most])
    place = np.full(levels, most)
    place[common] = np.arange(most)
    return place[coded], most + 1


def fitted(blocks, labels, model, rng=None):
    """Return the scores of all rows, to which a model is fitted, and k; blocks are of `measured` and `dummies`."""
    predict, k = _fit(blocks, labels, np.ones(len(labels), bool), model, rng)
    return predict(blocks), k


def _stacked(confidential, synthetic, model, rng):
    """Check what all callers take, and return the names of the columns, their blocks, and which rows are synthetic."""
    if checks.choice("model", model, MODELS) == "tree":
        checks.generator(rng)
    columns = frames.fit(confidential=confidential, synthetic=synthetic).columns
    labels = np.arange(len(confidential) + len(synthetic)) >= len(confidential)
    return [column.name for column in columns], blocks(columns, model), labels


def _most(widths, model):
    """Return how many levels of a column a model can take, given the columns of numbers that each would enter as."""
    for most in (max(widths), *range(MOST, 0, -1)):
        cut = np.minimum(widths, most)
        products = (cut.sum() ** 2 - (cut**2).sum()) // 2 if model == "logistic-interactions" else 0
        if model == "tree" or cut.sum() + products <= WIDTH:
            return most
    return 1


def _fit(blocks, labels, training, model, rng):
    """Fit on the training rows; return a function from blocks to scores, and k."""
    if model != "tree":
        scores, k = _logistic(_design(blocks, model)[training], labels[training])
        return lambda given: scores(_design(given, model)), k
    from sklearn.tree import DecisionTreeClassifier

    design, seed = _design(blocks, model), int(rng.integers(2**31))
    if not design.shape[1]:
        return lambda given: np.full(len(given[0]), labels[training].mean()), None
    tree = DecisionTreeClassifier(min_samples_leaf=MIN_LEAF, random_state=seed)
    tree.fit(design[training], labels[training])
    return lambda given: tree.predict_proba(_design(given, model))[:, 1], None


def _design(blocks, model):
    """Return what the model looks at, shape (rows, columns), without the intercept."""
    columns = list(blocks)
    if model == "logistic-interactions":
        columns += [(a[:, :, None] * b[:, None, :]).reshape(len(a), -1) for a, b in combinations(blocks, 2)]
    return np.column_stack(columns)


def _logistic(design, labels):
    """Fit without a penalty; return a function from designs to scores, and the number of coefficients."""
    from sklearn.linear_model import LogisticRegression

    # Columns become uncorrelated ones of equal length, without those that repeat others. This changes no score, tells
    # the count, and the optimizer is done in a few steps (on standardized columns it takes half as long again).
    centre, length = design.mean(axis=0), design.std(axis=0)
    length[length <= 1e-12] = np.inf  # columns are of the size of 1: what is left of a constant is rounding
    standard = (design - centre) / length
    _, size, turn = np.linalg.svd(np.linalg.qr(standard, mode="r"))
    rank = int((size > 1e-9 * np.sqrt(len(design))).sum())
    if not rank:
        return lambda given: np.full(len(given), labels.mean()), 1
    turn = turn[:rank].T / size[:rank] * np.sqrt(len(design))
    model = LogisticRegression(C=np.inf, solver="newton-cg", tol=1e-8, max_iter=10_000)
    model.fit(standard @ turn, labels)
    return lambda given: model.predict_proba((given - centre) / length @ turn)[:, 1], rank + 1


def _heldout(labels, holdout, rng):
    """Return which rows are held out: the share `holdout` of each file."""
    if not 0 <= checks.number("holdout", holdout) < 1:
        raise ValueError(f"holdout must be >= 0 and < 1, got {holdout}")
    chosen = np.zeros(len(labels), bool)
    files = (np.flatnonzero(~labels), np.flatnonzero(labels)) if holdout else ()
    for rows in files:
        if rows.size < 2:
            raise ValueError(f"holdout must be 0 for a file of one row, got {holdout}")
        out = min(max(round(holdout * rows.size), 1), rows.size - 1)
        chosen[checks.generator(rng).permutation(rows)[:out]] = True
    return chosen
