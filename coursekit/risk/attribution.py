"""Attribute disclosure: what a release lets somebody learn of a person without finding her row.

The attacker knows some columns of a person, the *keys*, and wants another, the *target*. What a release tells of people
who were never in the data is knowledge and no disclosure, so compare with a holdout. Keys match as in `disclosure`.
Source: source text, sections 3.16.1 and 3.18.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from coursekit import checks
from coursekit.frames import MEASURED, fit, for_tree
from coursekit.risk.disclosure import among, joint, on_keys


@dataclass(frozen=True)
class Accuracy:
    """How well a model that was fitted to the release predicts the target: share right, or R squared for numbers.

    confidential, holdout : float. On people who were in the data, and on people who were not.
    guess : float. On the confidential people without a look at the keys: the release's most common value, or its mean.
    """

    confidential: float
    holdout: float
    guess: float

    @property
    def excess(self):
        """What being in the data costs people: accuracy on them minus accuracy on the holdout; 0 is harmless."""
        return self.confidential - self.holdout


def cap(confidential, synthetic, keys, target):
    """Return the correct attribution probability: how often a random candidate has the person's value of the target.

    The attacker takes, for each confidential record, one of the synthetic rows with the same `keys` at random; records
    without such a row are skipped, and it is NaN if all are. Values count as right if they are equal: cut numbers into
    bins first. High numbers need not be a leak: see what a holdout gets. Source: Elliot 2014, "Final Report on the
    Disclosure Risk Associated with the Synthetic Data Produced by the SYLLS Team", University of Manchester; Taub,
    Elliot, Pampaka & Smith 2018, "Differential Correct Attribution Probability for Synthetic Data: An Exploration",
    Privacy in Statistical Databases. Probabilities are 1, 1, 0 for key a, 1/2, 1/2 for key b, and nobody has key c: 3 /
    5.
    >>> import pandas as pd
    >>> ours = pd.DataFrame({"key": list("aaabbc"), "target": [1, 1, 0, 0, 0, 1]})
    >>> theirs = pd.DataFrame({"key": list("aabbd"), "target": [1, 1, 0, 1, 1]})
    >>> [metric(ours, theirs, ["key"], "target") for metric in (cap, dcap, tcap)]
    [0.6, 0.5, 0.6666666666666666]
    """
    return attributed(*_coded(confidential, synthetic, keys, target))["CAP"]


def dcap(confidential, synthetic, keys, target):
    """Return `cap` with records that have no candidate counted as 0, so that it is a share of all records."""
    return attributed(*_coded(confidential, synthetic, keys, target))["DCAP"]


def tcap(confidential, synthetic, keys, target):
    """Return how often an attacker is right who speaks only where all synthetic candidates agree; NaN if nowhere.

    All else is as for `cap`. The mean is over confidential records, as in the R package synthpop. Taub, Elliot &
    Sakshaug 2020, "The Impact of Synthetic Data Generation on Data Utility", Transactions on Data Privacy 13(1),
    average over the synthetic rows.
    """
    return attributed(*_coded(confidential, synthetic, keys, target))["TCAP"]


def _coded(confidential, synthetic, keys, target):
    frames = on_keys(keys, target, confidential=confidential, synthetic=synthetic)
    known = joint(frames.codes(column)[0] for column in frames.kinds if column != target)
    return known, frames.codes(target)[0]


def attributed(known, wanted):
    """Return CAP, DCAP and TCAP from the codes of the keys and of the target, of confidential and synthetic rows."""
    (mine, yours), (my_cell, your_cell) = known, joint([known, wanted])
    right, candidates = among(my_cell, your_cell), among(mine, yours)
    most = np.zeros(max(mine.max(), yours.max()) + 1, np.int64)
    np.maximum.at(most, yours, among(your_cell, your_cell))
    most, met = most[mine], candidates > 0
    claimed = met & (most == candidates)
    return {
        "CAP": float((right[met] / candidates[met]).mean()) if met.any() else np.nan,
        "DCAP": float((right / np.maximum(candidates, 1)).mean()),
        "TCAP": float((right == most)[claimed].mean()) if claimed.any() else np.nan,
    }


@dataclass(frozen=True)
class Surplus:
    """By how much more often an attacker is right about people in the data than about people outside.

    kept : tuple. What he uses of what he knows.
    confidential, holdout : float. How often he is right, of all people, as in `dcap`.
    luck : float. How large a surplus luck alone makes in 2.5% of harmless files, over all choices that he had.
    """

    kept: tuple
    confidential: float
    holdout: float
    luck: float


def best_keys(known, wanted):
    """Return the `Surplus` of an attacker who leaves out up to two of his keys, or all but up to two, so as to do best.

    Of more keys fewer rows fit, and `dcap` gets weaker; but whoever knows more can do all that others can, and one key
    that nearly nobody shares may be all he needs. Each choice is a trial of its own, and luck would favour the best, so
    its share is that of the best of as many normal variables, which hang together as the choices do.

    known : dict of str to list of three arrays. Codes of each key, of confidential, synthetic and holdout rows.
    wanted : list of three arrays. Codes of the target.
    >>> sex, income = np.array([0, 0, 1, 1]), np.arange(4)  # no released row has anybody's income
    >>> found = best_keys({"sex": [sex, sex, sex], "income": [income, income + 4, income]}, [sex, sex, 1 - sex])
    >>> found.kept, found.confidential, found.holdout
    (('sex',), 1.0, 0.0)
    """
    every = range(1, len(known) + 1)
    choices = [kept for size in sorted({*every[:2], *every[-3:]}) for kept in combinations(known, size)]
    right = [_right(kept, known, wanted) for kept in choices]  # of each choice how often, for everybody inside, outside
    sides = [np.array(side) for side in zip(*right)]
    together = sum(np.cov(side, ddof=0).reshape(len(choices), -1) / side.shape[1] for side in sides)
    spread = np.maximum(np.sqrt(np.diag(together)), 1e-9)  # 1e-9: all are alike
    draw = np.random.default_rng(0).multivariate_normal
    lucky = draw(np.zeros(len(choices)), together, 20_000, "ignore", method="svd") / spread
    inside, outside = (side.mean(axis=1) for side in sides)
    best = int(((inside - outside) / spread).argmax())
    luck = np.quantile(lucky.max(axis=1), 0.975) * spread[best]
    return Surplus(choices[best], float(inside[best]), float(outside[best]), float(luck))


def _right(kept, known, wanted):
    """Return how often who uses these keys is right about each person, in the data and outside."""
    fits = joint(known[key] for key in kept)
    cells = joint([fits, wanted])
    return [among(cells[who], cells[1]) / np.maximum(among(fits[who], fits[1]), 1) for who in (0, 2)]


def predictive_accuracy(confidential, synthetic, holdout, *, keys, target, rng, model=None):
    """Return how well a model fitted to the synthetic rows predicts the target of real people, in the data and outside.

    keys : list of str. What the model sees: numbers and dates, shifted and scaled so that none of their digits is lost,
        and categories as whole numbers.
    target : str. What it predicts, without missing values if it is measured.
    model : scikit-learn estimator, optional. A classifier, or a regressor if the target is measured; it is cloned, not
        changed. Without it, a tree that is grown to the end, which is good at remembering; `rng` settles its ties.
    Returns Accuracy. `.confidential`, `.holdout` and their difference `.excess`, 0 if being in the data costs nothing.
    Source: source text, sections 3.16.1 and 3.16.4. A copy answers for the people in it, and a coin for the others:
    >>> import pandas as pd
    >>> rng = np.random.default_rng(1)
    >>> people, others = (pd.DataFrame({"income": rng.normal(size=500), "ill": rng.random(500) < 0.5}) for _ in "ab")
    >>> found = predictive_accuracy(people, people, others, keys=["income"], target="ill", rng=rng)
    >>> found.confidential, 0.4 < found.holdout < 0.6
    (1.0, True)
    """
    checks.generator(rng)
    if not (model is None or hasattr(model, "fit") and hasattr(model, "predict")):
        raise TypeError(f"model must be a scikit-learn estimator, got {type(model).__name__} {model!r:.40}")
    frames = on_keys(keys, target, confidential=confidential, synthetic=synthetic, holdout=holdout)
    measured = frames.kinds[target] in MEASURED
    answers = frames.values(target) if measured else frames.codes(target)[0]
    for name, answer in zip(("confidential", "synthetic", "holdout"), answers, strict=True):
        if measured and np.isnan(answer).any():
            raise ValueError(f"{name}[{target!r}] must not contain NaN, got {np.isnan(answer).sum()} of {answer.size}")
    return accuracy([features(frames, key) for key in keys], answers, measured=measured, rng=rng, model=model)


def features(frames, column):
    """Return a column of each frame as numbers that a tree can split: the synthetic rows, frame 1, are learned from."""
    if frames.kinds[column] not in MEASURED:
        return frames.codes(column)[0]
    values = frames.values(column)
    scale = for_tree(values[1])
    return [scale(part) for part in values]


def accuracy(columns, answers, *, measured, rng, model=None):
    """Return the `Accuracy` of a model of answers given columns, each of them a list of three arrays."""
    from sklearn.base import clone
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    known = [np.column_stack([column[i] for column in columns]) for i in range(3)]
    tree = DecisionTreeRegressor if measured else DecisionTreeClassifier
    model = tree(random_state=int(rng.integers(2**31))) if model is None else clone(model)
    model.fit(known[1], answers[1])
    guess = answers[1].mean() if measured else np.bincount(answers[1] + 1).argmax() - 1

    def score(truth, told):
        if not measured:
            return float((truth == told).mean())
        return float(1 - ((truth - told) ** 2).mean() / truth.var()) if truth.var() else np.nan

    found = [score(answers[i], model.predict(known[i])) for i in (0, 2)]
    return Accuracy(*found, score(answers[0], guess))


def memorizing_synthesis(confidential, *, share, rng):
    """Return synthetic rows, labelled 0, 1, …, of which a `share` is copied from people and the rest drawn by column.

    Copies keep everything and expose their people; independent columns expose nobody and break every relation. In
    between lies a curve of risk against utility. With the same `rng`, a larger share copies the same people and more,
    none of them twice.
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": range(20, 60), "income": range(40)})
    >>> release = memorizing_synthesis(people, share=0.5, rng=np.random.default_rng(1))
    >>> len(release), bool((release["income"] == release["age"] - 20).sum() >= 20)
    (40, True)
    """
    import pandas as pd

    fit(confidential=confidential)
    share, n = float(checks.shares("share", checks.number("share", share))), len(confidential)
    copied = checks.generator(rng).permutation(n)
    drawn = rng.integers(n, size=(confidential.shape[1], n))
    drawn[:, : round(share * n)] = copied[: round(share * n)]
    order = rng.permutation(n)
    columns = zip(confidential, drawn, strict=True)
    return pd.DataFrame({name: confidential[name].take(line[order]).array for name, line in columns})
