"""Propensities: can a model tell synthetic rows from confidential ones?

Both files are stacked, and a model gives each row a score, its estimate of P(synthetic); `c` is the share of synthetic
rows. Scores that are all c mean that the model cannot tell. That says something about the files only as far as the model
looks: logistic regression on main effects compares averages and is blind to correlations.

Source: source text, section 3.5, corrected: it defines the score as P(confidential) and then computes P(synthetic).
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from coursekit import checks, pairs
from coursekit.utility import distances

MODELS = ("logistic", "logistic-interactions", "tree")


class Propensities(NamedTuple):
    """Scores of the rows of both files, the confidential ones first, each file's rows in their order.

    `scores` are estimates of P(synthetic); `labels` are True for synthetic rows; `heldout` for rows the model has not
    seen; `k` is the number of coefficients with the intercept, None for a tree.
    """

    scores: np.ndarray
    labels: np.ndarray
    heldout: np.ndarray
    k: int | None


def propensities(confidential, synthetic, *, model="logistic", columns=None, holdout=0.0, min_leaf=5, rng=None):
    """Fit a model that tells synthetic rows from confidential ones, and return the score of each row.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns, at least one row each, nothing missing (see `pairs.pair`).
    model : {"logistic", "logistic-interactions", "tree"}
        Logistic regression without a penalty on the main effects of all columns; the same with the products of each two
        columns; or a classification tree. Categories enter as columns of 0 and 1, for each level but the first.
    columns : list of str, optional
        The columns the model may look at; all without it.
    holdout : float, default 0
        The share of each file's rows, at least 0 and below 1, drawn at random, that the model does not see when it is
        fitted. At least one row of each file is held out if the share is not 0, and at least one is not.
    min_leaf : int, default 5
        The least number of rows in a leaf of the tree.
    rng : numpy.random.Generator
        Draws the rows held out and settles ties between a tree's splits; needed for these two alone.

    Returns
    -------
    Propensities
        `scores`, `labels`, `heldout` (arrays of length n_confidential + n_synthetic) and `k`.

    Raises
    ------
    TypeError, ValueError
        As `pairs.pair`; if a share is out of its range, or the files are too small to hold out rows.

    Notes
    -----
    Coefficients that the rows fitted cannot tell apart (a constant column, cells without rows) count once. Where a
    hyperplane separates the files, scores go to 0 and 1. A synthetic row that copies a confidential one has its twin on
    the other side of the split about half of the time, with the other label: on files with many copies a flexible model
    then does *worse* than a coin on held-out rows.

    Examples
    --------
    Of the rows "a" 4 in 10 are synthetic, of the rows "b" 6 in 10.

    >>> import pandas as pd
    >>> ours, theirs = (pd.DataFrame({"x": ["a"] * n + ["b"] * (10 - n)}) for n in (6, 4))
    >>> found = propensities(ours, theirs)
    >>> sorted(set(found.scores.round(6).tolist())), found.k
    ([0.4, 0.6], 2)
    """
    stack = _Stack.of(confidential, synthetic, columns)
    _model(model, min_leaf, rng)
    heldout = _heldout(stack.labels, holdout, rng)
    predict, k = _fit(stack.blocks, stack.labels, ~heldout, model, min_leaf, rng)
    return Propensities(predict(stack.blocks), stack.labels, heldout, k)


def pmse(scores, *, c=None, labels=None):
    """Return the propensity mean squared error, the mean of (score - c)**2: 0 if the model cannot tell.

    Parameters
    ----------
    scores : array of float
        Estimates of P(synthetic), from 0 to 1.
    c : float, optional
        Share of synthetic rows, above 0 and below 1.
    labels : array of bool, optional
        True for synthetic rows, in the shape of `scores`: another way to say c. Exactly one of the two is needed.

    Returns
    -------
    float
        At most c (1 - c) for the scores of rows that a model was fitted to.

    Notes
    -----
    Source: Woo, Reiter, Oganian & Karr 2009, "Global measures of data utility for microdata masked for disclosure
    limitation", Journal of Privacy and Confidentiality 1(1); source text, section 3.5.1.

    Examples
    --------
    The source text's two rows: .18**2 and .14**2, halved.

    >>> round(pmse([0.32, 0.64], c=0.5), 6)
    0.026
    """
    scores = checks.shares("scores", scores)
    if (c is None) == (labels is None):
        raise ValueError(f"c or labels must be given, and not both, got c={c} and labels={labels}")
    if labels is not None:
        c = _labels(labels, scores).mean()
    else:
        checks.inside("c", c, 0, 1)
    return float(((scores - c) ** 2).mean())


def pmse_null(k, n_confidential, n_synthetic):
    """Return what pMSE is expected to be if the synthetic rows come from the true model: (k - 1) (1 - c)**2 c / N.

    For logistic regression with `k` coefficients, the intercept among them, large files, and confidential rows that
    stay what they are; N is the number of rows of both files.

    Notes
    -----
    Source: Snoke, Raab, Nowok, Dibben & Slavkovic 2018, "General and specific utility measures for synthetic data",
    Journal of the Royal Statistical Society A 181(3), pages 663-688, section 3.

    Examples
    --------
    >>> pmse_null(2, 10, 10)
    0.00625
    """
    checks.whole("k", k, at_least=1)
    checks.whole("n_confidential", n_confidential, at_least=1)
    checks.whole("n_synthetic", n_synthetic, at_least=1)
    total = n_confidential + n_synthetic
    c = n_synthetic / total
    return float((k - 1) * (1 - c) ** 2 * c / total)


def pmse_permutation_null(
    confidential, synthetic, *, rng, model="logistic", columns=None, permutations=100, min_leaf=5
):
    """Return the null of pMSE by shuffling labels: 1 - c times the mean pMSE of `permutations` fits.

    It needs no formula, so it serves trees as well. Shuffled labels make both files random, where a synthesis leaves the
    confidential one as it is: hence the factor 1 - c (Snoke et al. 2018). Parameters are those of `propensities`.

    Examples
    --------
    >>> import pandas as pd
    >>> ours, theirs = (pd.DataFrame({"x": ["a"] * n + ["b"] * (500 - n)}) for n in (300, 200))
    >>> null = pmse_permutation_null(ours, theirs, rng=np.random.default_rng(1), permutations=400)
    >>> bool(abs(null / pmse_null(2, 500, 500) - 1) < 0.2)
    True
    """
    checks.generator(rng)
    checks.whole("permutations", permutations, at_least=1)
    stack = _Stack.of(confidential, synthetic, columns)
    _model(model, min_leaf, rng)
    return _permuted(stack, model, min_leaf, permutations, rng)


def pmse_ratio(
    confidential, synthetic, *, model="logistic", columns=None, null="analytic", permutations=100, min_leaf=5, rng=None
):
    """Return pMSE in units of its null: about 1 if the synthetic rows come from the true model, 0 for a copy.

    Parameters
    ----------
    confidential, synthetic, model, columns, min_leaf, rng
        As for `propensities`, all rows fitted.
    null : {"analytic", "permutation"}
        `pmse_null`, for logistic regression alone, or `pmse_permutation_null`, which needs `rng`.
    permutations : int, default 100

    Returns
    -------
    float
        NaN if the model has the intercept alone, as for columns that do not vary.

    Notes
    -----
    Under the true model the mean is 1 and about half of all syntheses are below it; the source text calls values as low
    as 1 almost unreachable. And 1 means that *this* model cannot tell. Source text, section 3.5.1, corrected.

    The pMSE of other models is of another size under the null, so compare ratios, never pMSEs, between models.

    Examples
    --------
    pMSE is .01 and its null .00625.

    >>> import pandas as pd
    >>> ours, theirs = (pd.DataFrame({"x": ["a"] * n + ["b"] * (10 - n)}) for n in (6, 4))
    >>> round(pmse_ratio(ours, theirs), 6)
    1.6
    """
    checks.choice("null", null, ("analytic", "permutation"))
    checks.whole("permutations", permutations, at_least=1)
    stack = _Stack.of(confidential, synthetic, columns)
    _model(model, min_leaf, rng)
    if null == "analytic" and model == "tree":
        raise ValueError("null must be 'permutation' for model 'tree', for which there is no formula, got 'analytic'")
    predict, k = _fit(stack.blocks, stack.labels, np.ones(len(stack.labels), bool), model, min_leaf, rng)
    found = pmse(predict(stack.blocks), labels=stack.labels)
    if null == "permutation":
        expected = _permuted(stack, model, min_leaf, permutations, checks.generator(rng))
    else:
        expected = pmse_null(k, int((~stack.labels).sum()), int(stack.labels.sum()))
    return found / expected if expected else np.nan


def specks(scores, labels):
    """Return the Kolmogorov-Smirnov distance between the scores of both files: 0 if the model cannot tell, 1 if always.

    Parameters
    ----------
    scores : array of float, shape (rows,)
    labels : array of bool, shape (rows,)
        True for synthetic rows.

    Returns
    -------
    float
        NaN if all rows have one label.

    Notes
    -----
    Synthetic data generation; Propensity score matching; Empirical Comparison via the Kolmogorov-Smirnov distance
    (Bowen, Liu & Su 2021, Metron 79(1)); source text, section 3.5.1.

    Examples
    --------
    >>> specks([0.2, 0.4, 0.6, 0.4, 0.8], [0, 0, 0, 1, 1])
    0.5
    """
    ours, theirs = _apart(scores, labels)
    return distances.ks(ours, theirs) if ours.size and theirs.size else np.nan


def auc(scores, labels):
    """Return how often a synthetic row has a higher score than a confidential one, ties counting half.

    This is the area under the curve of `roc`: .5 if the model cannot tell, 1 if always. NaN if all rows have one label.
    Parameters are those of `specks`.

    Examples
    --------
    >>> auc([0.2, 0.4, 0.6, 0.4, 0.8], [0, 0, 0, 1, 1])
    0.75
    """
    ours, theirs = _apart(scores, labels)
    if not (ours.size and theirs.size):
        return np.nan
    ours = np.sort(ours)
    below, upto = (np.searchsorted(ours, theirs, side=side) for side in ("left", "right"))
    return float((below + upto).sum() / 2 / (ours.size * theirs.size))


def roc(scores, labels):
    """Return the curve of `auc`: the share of each file's rows with at least a given score, from none to all.

    Returns
    -------
    pandas.DataFrame
        One row for each distinct score, highest first, after a row for a threshold of infinity; columns `threshold`,
        `false_positive` (share of confidential rows called synthetic) and `true_positive` (of synthetic rows).

    Raises
    ------
    ValueError
        If all rows have one label.

    Examples
    --------
    >>> roc([0.2, 0.4, 0.4, 0.8], [0, 0, 1, 1])
       threshold  false_positive  true_positive
    0        inf             0.0            0.0
    1        0.8             0.0            0.5
    2        0.4             0.5            1.0
    3        0.2             1.0            1.0
    """
    import pandas as pd

    ours, theirs = _apart(scores, labels)
    if not (ours.size and theirs.size):
        raise ValueError(f"labels must have both kinds of rows, got {theirs.size} synthetic of {ours.size + theirs.size}")
    thresholds = np.append(np.inf, np.unique(np.concatenate([ours, theirs]))[::-1])
    shares = [(values.size - np.searchsorted(np.sort(values), thresholds)) / values.size for values in (ours, theirs)]
    return pd.DataFrame({"threshold": thresholds, "false_positive": shares[0], "true_positive": shares[1]})


def importance(
    confidential, synthetic, *, rng, model="logistic-interactions", columns=None, holdout=0.5, repeats=10, min_leaf=5
):
    """Return by how much the AUC falls when a column is shuffled: which column gives the synthesis away?

    The model is fitted once; each column in turn is shuffled over the rows held out (over all rows if `holdout` is 0),
    `repeats` times. Parameters are those of `propensities`.

    Returns
    -------
    pandas.Series
        Mean fall for each column, largest first. About 0, and possibly below, for a column the model has no use for.

    Examples
    --------
    >>> import pandas as pd
    >>> rng = np.random.default_rng(1)
    >>> ours = pd.DataFrame(rng.normal(size=(200, 2)), columns=["x", "y"])
    >>> importance(ours, ours.assign(x=ours["x"] + 2), rng=rng).index[0]
    'x'
    """
    import pandas as pd

    checks.generator(rng)
    checks.whole("repeats", repeats, at_least=1)
    stack = _Stack.of(confidential, synthetic, columns)
    _model(model, min_leaf, rng)
    heldout = _heldout(stack.labels, holdout, rng)
    predict, _ = _fit(stack.blocks, stack.labels, ~heldout, model, min_leaf, rng)
    rows = np.flatnonzero(heldout) if heldout.any() else np.arange(len(heldout))
    labels, blocks = stack.labels[rows], [block[rows] for block in stack.blocks]
    base, falls = auc(predict(blocks), labels), []
    for i, block in enumerate(blocks):
        shuffled = [predict([*blocks[:i], rng.permutation(block), *blocks[i + 1 :]]) for _ in range(repeats)]
        falls.append(base - np.mean([auc(scores, labels) for scores in shuffled]))
    return pd.Series(falls, index=stack.names, name="importance").sort_values(ascending=False, kind="stable")


class _Stack(NamedTuple):
    """Both files on top of each other: for each column a block of numbers, shape (rows, width)."""

    names: list
    blocks: list
    labels: np.ndarray

    @classmethod
    def of(cls, confidential, synthetic, columns):
        confidential, synthetic, numeric, _ = pairs.pair(confidential, synthetic, columns=columns)
        blocks = []
        for column in confidential:
            ours, theirs = confidential[column], synthetic[column]
            if column in numeric:
                blocks.append(measured(np.concatenate([ours.to_numpy(float), theirs.to_numpy(float)])))
            else:
                first, second, levels = pairs.codes(ours, theirs)
                blocks.append(dummies(np.concatenate([first, second]), len(levels)))
        return cls(list(confidential), blocks, np.arange(len(confidential) + len(synthetic)) >= len(confidential))


def measured(values):
    """Return one column of numbers as a block for a model: centred, in units of its largest distance from the mean.

    >>> measured(np.array([1.0, 2.0, 3.0]))
    array([[-1.],
           [ 0.],
           [ 1.]])
    """
    away, scale = distances.scaled(values[:, None])
    return away


def dummies(coded, levels):
    """Return one column of codes 0 … levels - 1 as a block for a model: a column of 0 and 1 for each level but the first.

    >>> dummies(np.array([0, 1, 2]), 3)
    array([[0., 0.],
           [1., 0.],
           [0., 1.]])
    """
    return (coded[:, None] == np.arange(1, levels)).astype(float)


def fitted(blocks, labels, model):
    """Return the scores of all rows and k, for logistic regression on `blocks` as `measured` and `dummies` make them.

    >>> block = dummies(np.array([0, 0, 1, 1]), 2)
    >>> fitted([block], np.array([False, True, True, True]), "logistic")[0].round(3)[:2]
    array([0.5, 0.5])
    """
    predict, k = _fit(blocks, labels, np.ones(len(labels), bool), model, 1, None)
    return predict(blocks), k


def _fit(blocks, labels, training, model, min_leaf, rng):
    """Fit on the training rows; return a function from blocks to scores, and k."""
    if model == "tree":
        from sklearn.tree import DecisionTreeClassifier

        design, seed = _design(blocks, model), int(rng.integers(2**31))
        if not design.shape[1]:
            return lambda given: np.full(len(given[0]), labels[training].mean()), None
        tree = DecisionTreeClassifier(min_samples_leaf=min_leaf, random_state=seed)
        tree.fit(design[training], labels[training])
        return lambda given: tree.predict_proba(_design(given, model))[:, 1], None
    scores, k = _logistic(_design(blocks, model)[training], labels[training])
    return lambda given: scores(_design(given, model)), k


def _design(blocks, model):
    """Return what the model looks at, shape (rows, columns), without the intercept."""
    columns = list(blocks)
    if model == "logistic-interactions":
        columns += [(a[:, :, None] * b[:, None, :]).reshape(len(a), -1) for a, b in combinations(blocks, 2)]
    return np.column_stack(columns)


def _logistic(design, labels):
    """Fit without a penalty; return a function from designs to scores, and the number of coefficients.

    The columns are turned into uncorrelated ones of equal length first, and those that repeat others left out. That
    changes neither the scores nor the count, and the optimizer is done in a few steps.
    """
    from scipy.linalg import qr
    from sklearn.linear_model import LogisticRegression

    centre = design.mean(axis=0)
    away = design - centre
    length = np.sqrt((away**2).mean(axis=0))
    varies = length > 1e-12  # columns are of the size of 1: what is left of a constant one is rounding
    kept, c = np.flatnonzero(varies), labels.mean()
    if kept.size:
        _, r, order = qr(away[:, kept] / length[kept], mode="economic", pivoting=True)
        rank = int((np.abs(np.diag(r)) > 1e-9 * np.abs(r[0, 0])).sum())
        kept = kept[order[:rank]]
    if not kept.size:
        return lambda given: np.full(len(given), c), 1
    turn = np.linalg.inv(r[:rank, :rank]) * np.sqrt(len(design))
    model = LogisticRegression(C=np.inf, solver="newton-cg", tol=1e-8, max_iter=10_000)
    model.fit((away[:, kept] / length[kept]) @ turn, labels)
    return lambda given: model.predict_proba((given[:, kept] - centre[kept]) / length[kept] @ turn)[:, 1], rank + 1


def _permuted(stack, model, min_leaf, permutations, rng):
    everyone, found = np.ones(len(stack.labels), bool), []
    for _ in range(permutations):
        labels = rng.permutation(stack.labels)
        predict, _ = _fit(stack.blocks, labels, everyone, model, min_leaf, rng)
        found.append(pmse(predict(stack.blocks), labels=labels))
    return float((1 - stack.labels.mean()) * np.mean(found))


def _model(model, min_leaf, rng):
    checks.whole("min_leaf", min_leaf, at_least=1)
    if checks.choice("model", model, MODELS) == "tree":
        checks.generator(rng)


def _heldout(labels, holdout, rng):
    """Return which rows are held out: the share `holdout` of each file."""
    if not 0 <= checks.number("holdout", holdout) < 1:
        raise ValueError(f"holdout must be >= 0 and < 1, got {holdout}")
    chosen = np.zeros(len(labels), bool)
    if holdout == 0:
        return chosen
    checks.generator(rng)
    for rows in (np.flatnonzero(~labels), np.flatnonzero(labels)):
        if rows.size < 2:
            raise ValueError(f"holdout must be 0 for a file of one row, got {holdout}")
        out = min(max(round(holdout * rows.size), 1), rows.size - 1)
        chosen[rng.permutation(rows)[:out]] = True
    return chosen


def _labels(labels, scores):
    labels = checks.answers("labels", labels)
    if labels.shape != scores.shape:
        raise ValueError(f"labels must have the shape of scores, {scores.shape}, got {labels.shape}")
    return labels


def _apart(scores, labels):
    """Return the scores of confidential and of synthetic rows."""
    scores = checks.reals("scores", scores)
    labels = _labels(labels, scores)
    return scores[~labels], scores[labels]
