"""Disclosure risk: who can be found in a release, and what can be learned of people without finding them.

An attacker knows some columns of a person, the *keys*, and has the release. Identity disclosure is to find the person's
row; attribute disclosure is to learn a value. What the release says about people who were never in the data is no
disclosure but knowledge, so compare with a holdout: people of the same population that the synthesizer did not see.

Keys match when they are equal; a missing value matches missing values alone. Frames need the keys (and the target) in
common, of the same kinds; further columns may differ. TypeError for arguments of the wrong kind, ValueError for numbers
out of their range and for frames that do not fit together.

Source: source text, sections 3.15 to 3.18, with three corrections. Its "expected match rate" is a number of people, not
a rate. A false match rate needs a unique match. And linkage is not for partially synthetic data alone: fully synthetic
rows belong to nobody by construction, but a synthesizer that overfits releases real records (Manrique-Vallier & Hu 2018,
Journal of the Royal Statistical Society A 181(3); Stadler, Oprisanu & Troncoso 2022, USENIX Security).
"""

from dataclasses import dataclass

import numpy as np

from coursekit import checks
from coursekit.old_frames import MEASURED, alike, codes, measured

_PAIRS = 2**20  # candidates looked at at once


@dataclass(frozen=True)
class MatchRates:
    """What linkage achieves, over all confidential records.

    Attributes
    ----------
    records : int
        Number of confidential records.
    expected : float
        How many of them an attacker finds who picks one of the candidates at random: a number of people.
    expected_rate : float
        `expected` as a share of `records`.
    unique : int
        How many have exactly one candidate.
    true_rate : float
        Share of `records` whose only candidate is the right one.
    false_rate : float
        Share of `unique` whose only candidate is wrong; NaN if there is no unique match.
    """

    records: int
    expected: float
    expected_rate: float
    unique: int
    true_rate: float
    false_rate: float


@dataclass(frozen=True)
class Accuracy:
    """How well a model that was fitted to the release predicts the target: share right, or R squared for numbers.

    Attributes
    ----------
    confidential, holdout : float
        On people who were in the data, and on people who were not.
    guess : float
        On the confidential people without a look at the keys: the release's most common value, or its mean.
    """

    confidential: float
    holdout: float
    guess: float

    @property
    def excess(self):
        """What being in the data costs people: accuracy on them minus accuracy on the holdout; 0 is harmless."""
        return self.confidential - self.holdout


# --- Identity ------------------------------------------------------------------------------------------------------


def matches(confidential, synthetic, keys, *, within=None):
    """Return, for each confidential record, how many synthetic rows fit it and whether the right one is among them.

    Parameters
    ----------
    confidential : pandas.DataFrame
        What the attacker knows of people, one row each. Row labels tell who is who, so they must be unique.
    synthetic : pandas.DataFrame
        The release. A row belongs to the person whose label it has. Rows of a fully synthetic file belong to nobody:
        give them labels that no person has.
    keys : list of str
        Columns that the attacker compares.
    within : dict of str to float, optional
        For keys that are numbers: how far apart they may lie, in their unit (for dates and durations, in days). All
        other keys must be equal.

    Returns
    -------
    pandas.DataFrame
        One row per confidential record, with its label: `candidates` (int) and `hit` (bool).

    Examples
    --------
    Adam and Betsy (source text, section 3.17); the release has no names, so row labels say nothing here.

    >>> import pandas as pd
    >>> known = pd.DataFrame({"year": [2009, 2010], "elective": ["Chorus", "Band"]}, index=["Adam", "Betsy"])
    >>> release = pd.DataFrame({
    ...     "year": [2008, 2008, 2009, 2009, 2010, 2010, 2010],
    ...     "elective": ["Chorus", "Chorus", "Chorus", "Band", "Band", "Band", "Band"]})
    >>> matches(known, release, ["year", "elective"])["candidates"].to_dict()
    {'Adam': 1, 'Betsy': 3}
    """
    import pandas as pd

    (ours, theirs), kinds = _on(keys, confidential=confidential, synthetic=synthetic)
    for name, frame in (("confidential", ours), ("synthetic", theirs)):
        if not frame.index.is_unique:
            raise ValueError(f"{name} must have each row label once, got more of {frame.index[frame.index.duplicated()][0]!r}")
    near = _within(within, kinds)
    exact = [codes(ours[column], theirs[column]) for column in ours if column not in near]
    near = [(measured(ours[column]), measured(theirs[column]), radius) for column, radius in near.items()]
    exact += [(np.isnan(a), np.isnan(b)) for a, b, _ in near]
    # 0.4 - 0.1 is a hair above 0.3 as floats, and yet within 0.3
    near = [(np.nan_to_num(a), np.nan_to_num(b), radius * (1 + 1e-9)) for a, b, radius in near]
    mine, yours = _joint(exact, len(ours), len(theirs))
    own = theirs.index.get_indexer(ours.index)
    hit = (own >= 0) & (mine == yours[own])
    for a, b, radius in near:
        hit &= np.abs(a - b[own]) <= radius
    candidates = _near(mine, yours, near) if near else np.bincount(yours, minlength=mine.max() + 1)[mine]
    return pd.DataFrame({"candidates": candidates, "hit": hit}, index=ours.index)


def match_rates(confidential, synthetic, keys, *, within=None, records=None):
    """Return expected matches, true match rate and false match rate of an attacker who links on `keys`.

    Parameters
    ----------
    confidential, synthetic, keys, within
        As for `matches`: rows of a person have the same label in both.
    records : int, optional
        Number of confidential records, if `confidential` has only those that the attacker knows; at least as many.

    Returns
    -------
    MatchRates
        High `expected` and `true_rate` and a low `false_rate` are dangerous.

    Notes
    -----
    With c candidates for a record and I = 1 if the right row is among them, `expected` is the sum of I / c. Source:
    Reiter & Mitra 2009, "Estimating Risks of Identification Disclosure in Partially Synthetic Data", Journal of Privacy
    and Confidentiality 1(1), section 2; source text, section 3.15, which calls the sum a rate.

    Examples
    --------
    R2-D2 has one candidate, Jar Jar Binks three, one of which is he; 100 people are in the data (source text, 3.15).

    >>> import pandas as pd
    >>> known = pd.DataFrame({"homeworld": "Naboo", "species": ["Gungan", "Droid"]}, index=["Jar Jar Binks", "R2-D2"])
    >>> release = pd.DataFrame(
    ...     {"homeworld": "Naboo", "species": ["Gungan", "Gungan", "Gungan", "Droid"]},
    ...     index=["Jar Jar Binks", "Rugor Nass", "Roos Tarpals", "R2-D2"])
    >>> found = match_rates(known, release, ["homeworld", "species"], records=100)
    >>> round(found.expected, 3), found.true_rate, found.false_rate
    (1.333, 0.01, 0.0)
    """
    found = matches(confidential, synthetic, keys, within=within)
    records = len(found) if records is None else checks.whole("records", records, at_least=len(found))
    expected = float((found["hit"] / found["candidates"].clip(lower=1)).sum())
    unique = found["candidates"] == 1
    true, all_unique = int((unique & found["hit"]).sum()), int(unique.sum())
    false_rate = (all_unique - true) / all_unique if all_unique else np.nan
    return MatchRates(records, expected, expected / records, all_unique, true / records, false_rate)


def unique_links(confidential, synthetic, keys):
    """Return the rows that a fully synthetic file invites to link: keys that occur once in either file.

    Whether a link means anything is another question. Compare the values that are not keys, and count how many links a
    holdout of the same size gets.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        Row labels may be anything.
    keys : list of str

    Returns
    -------
    pandas.DataFrame
        One row per link: `confidential` and `synthetic`, the labels of the two rows.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30, 30, 40, 50]}, index=["Ana", "Ben", "Cid", "Dee"])
    >>> unique_links(people, pd.DataFrame({"age": [30, 40, 50, 50]}), ["age"])
      confidential  synthetic
    0          Cid          1
    """
    import pandas as pd

    (ours, theirs), _ = _on(keys, confidential=confidential, synthetic=synthetic)
    mine, yours = _joint([codes(ours[column], theirs[column]) for column in ours], len(ours), len(theirs))
    size = max(mine.max(), yours.max()) + 1
    once = (np.bincount(mine, minlength=size) == 1) & (np.bincount(yours, minlength=size) == 1)
    place = np.zeros(size, np.int64)
    place[yours] = np.arange(len(yours))
    linked = np.flatnonzero(once[mine])
    return pd.DataFrame({"confidential": ours.index[linked], "synthetic": theirs.index[place[mine[linked]]]})


def replicated_uniques(confidential, synthetic, keys):
    """Return the share of confidential records whose keys are unique in the confidential and in the synthetic file.

    Parameters are those of `unique_links`.

    Returns
    -------
    float
        From 0 to 1.

    Notes
    -----
    `repU` of the R package synthpop, there in percent: Raab, Nowok & Dibben 2024, "Practical privacy metrics for
    synthetic data", arXiv:2406.16826, section 3.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30, 30, 40, 50]})
    >>> replicated_uniques(people, pd.DataFrame({"age": [30, 40, 50, 50]}), ["age"])
    0.25
    """
    return len(unique_links(confidential, synthetic, keys)) / len(confidential)


# --- Attributes ----------------------------------------------------------------------------------------------------


def cap(confidential, synthetic, keys, target):
    """Return the correct attribution probability: how often a random candidate has the person's value of the target.

    The attacker takes, for each confidential record, one of the synthetic rows with the same keys at random. Records
    without such a row are skipped.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
    keys : list of str
        What the attacker knows.
    target : str
        What the attacker wants to know. Values count as right if they are equal: cut numbers into bins first.

    Returns
    -------
    float
        From 0 to 1; NaN if no record has a candidate. High numbers need not be a leak: see what a holdout gets.

    Notes
    -----
    Source: Elliot 2014, "Final Report on the Disclosure Risk Associated with the Synthetic Data Produced by the SYLLS
    Team", University of Manchester; Taub, Elliot, Pampaka & Smith 2018, "Differential Correct Attribution Probability
    for Synthetic Data: An Exploration", Privacy in Statistical Databases.

    Examples
    --------
    Probabilities are 1, 1, 0 for key a, 1/2, 1/2 for key b, and nobody has key c: 3 / 5.

    >>> import pandas as pd
    >>> ours = pd.DataFrame({"key": list("aaabbc"), "target": [1, 1, 0, 0, 0, 1]})
    >>> theirs = pd.DataFrame({"key": list("aabbd"), "target": [1, 1, 0, 1, 1]})
    >>> cap(ours, theirs, ["key"], "target")
    0.6
    """
    right, candidates, _ = _attributed(confidential, synthetic, keys, target)
    found = candidates > 0
    return float((right[found] / candidates[found]).mean()) if found.any() else np.nan


def dcap(confidential, synthetic, keys, target):
    """Return `cap` with records that have no candidate counted as 0, so that it is a share of all records.

    Parameters and source are those of `cap`.

    Examples
    --------
    The example of `cap`: 3 / 6.

    >>> import pandas as pd
    >>> ours = pd.DataFrame({"key": list("aaabbc"), "target": [1, 1, 0, 0, 0, 1]})
    >>> theirs = pd.DataFrame({"key": list("aabbd"), "target": [1, 1, 0, 1, 1]})
    >>> dcap(ours, theirs, ["key"], "target")
    0.5
    """
    right, candidates, _ = _attributed(confidential, synthetic, keys, target)
    return float((right / np.maximum(candidates, 1)).mean())


def tcap(confidential, synthetic, keys, target, *, threshold=1.0):
    """Return how often an attacker is right who speaks only where the synthetic candidates (nearly) agree.

    For keys where at least the share `threshold` of the synthetic rows has one value of the target, the attacker claims
    that value for each confidential record with these keys; the result is the share of the claims that are right.

    Parameters
    ----------
    confidential, synthetic, keys, target
        As for `cap`.
    threshold : float, default 1
        Above 0.5, so that there is one value to claim, to 1, where all candidates agree.

    Returns
    -------
    float
        From 0 to 1; NaN if there is nothing to claim.

    Notes
    -----
    The mean is over confidential records, as in the R package synthpop. Taub, Elliot & Sakshaug 2020, "The Impact of
    Synthetic Data Generation on Data Utility", Transactions on Data Privacy 13(1), average over the synthetic rows.
    Source: Elliot 2014 and Taub et al. 2018, as for `cap`.

    Examples
    --------
    The example of `cap`: candidates agree for key a alone, and the claim "1" is right for two of three.

    >>> import pandas as pd
    >>> ours = pd.DataFrame({"key": list("aaabbc"), "target": [1, 1, 0, 0, 0, 1]})
    >>> theirs = pd.DataFrame({"key": list("aabbd"), "target": [1, 1, 0, 1, 1]})
    >>> round(tcap(ours, theirs, ["key"], "target"), 6)
    0.666667
    """
    if not 0.5 < checks.number("threshold", threshold) <= 1:
        raise ValueError(f"threshold must be > 0.5 and <= 1, got {threshold}")
    right, candidates, most = _attributed(confidential, synthetic, keys, target)
    claimed = (candidates > 0) & (most / np.maximum(candidates, 1) >= threshold)
    return float((right == most)[claimed].mean()) if claimed.any() else np.nan


def predictive_accuracy(confidential, synthetic, holdout, *, keys, target, rng, model=None):
    """Return how well a model fitted to the synthetic rows predicts the target of real people, in the data and outside.

    Parameters
    ----------
    confidential, synthetic, holdout : pandas.DataFrame
    keys : list of str
        What the model sees: numbers, dates (in days) and categories (as whole numbers, in the order of their texts).
    target : str
        What it predicts, without missing values if it is measured.
    rng : numpy.random.Generator
        Settles ties among the splits of the tree.
    model : scikit-learn estimator, optional
        A classifier, or a regressor if the target is a number, date or duration; it is cloned, not changed. Without it,
        a tree that is grown to the end, which is good at remembering.

    Returns
    -------
    Accuracy
        `.confidential`, `.holdout` and their difference `.excess`, 0 if being in the data costs people nothing.

    Notes
    -----
    Source: source text, sections 3.16.1 and 3.16.4.

    Examples
    --------
    The release is a copy, so that it answers for the people in it, and a coin for the others.

    >>> import pandas as pd
    >>> rng = np.random.default_rng(1)
    >>> people, others = (pd.DataFrame({"income": rng.normal(size=500), "ill": rng.random(500) < 0.5}) for _ in "ab")
    >>> found = predictive_accuracy(people, people, others, keys=["income"], target="ill", rng=rng)
    >>> found.confidential, 0.4 < found.holdout < 0.6
    (1.0, True)
    """
    from sklearn.base import clone
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    checks.generator(rng)
    if not (model is None or hasattr(model, "fit") and hasattr(model, "predict")):
        raise TypeError(f"model must be a scikit-learn estimator, got {type(model).__name__} {model!r:.40}")
    frames, kinds = _on(keys, target, confidential=confidential, synthetic=synthetic, holdout=holdout)
    numeric = kinds[target] in MEASURED
    lines = {column: _numbers([frame[column] for frame in frames], kinds[column]) for column in kinds}
    answers = lines.pop(target)
    for name, answer in zip(("confidential", "synthetic", "holdout"), answers, strict=True):
        if numeric and np.isnan(answer).any():
            raise ValueError(f"{name}[{target!r}] must not contain NaN, got {np.isnan(answer).sum()} of {answer.size}")
    known = [np.column_stack([line[i] for line in lines.values()]) for i in range(3)]
    tree = DecisionTreeRegressor if numeric else DecisionTreeClassifier
    model = tree(random_state=int(rng.integers(2**31))) if model is None else clone(model)
    model.fit(known[1], answers[1])
    if numeric:
        score = lambda truth, told: 1 - ((truth - told) ** 2).mean() / truth.var() if truth.var() else np.nan  # noqa: E731
        guess = answers[1].mean()
    else:
        score = lambda truth, told: (truth == told).mean()  # noqa: E731
        guess = np.bincount(answers[1] + 1).argmax() - 1
    found = [float(score(answers[i], model.predict(known[i]))) for i in (0, 2)]
    return Accuracy(*found, float(score(answers[0], guess)))


def memorizing_synthesis(confidential, *, share, rng, rows=None):
    """Return synthetic rows of which a share is copied from people, the rest drawn column by column: a knob for lessons.

    Copies keep everything and expose their people; independent columns expose nobody and break every relation. In
    between lies a curve of risk against utility. Drawn with the same `rng`, a larger share copies the same people and more.

    Parameters
    ----------
    confidential : pandas.DataFrame
    share : float
        Share of rows that are copies, from 0 to 1, rounded to whole rows. No person is copied twice.
    rng : numpy.random.Generator
    rows : int, optional
        How many rows to return, at most those of `confidential`; as many without it.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes of `confidential`, rows in random order, row labels 0, 1, 2, …

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": range(20, 60), "income": range(40)})
    >>> release = memorizing_synthesis(people, share=0.5, rng=np.random.default_rng(1))
    >>> len(release), bool((release["income"] == release["age"] - 20).sum() >= 20)
    (40, True)
    """
    import pandas as pd

    (frame,), _ = alike(confidential=confidential)
    share, n = float(checks.shares("share", checks.number("share", share))), len(frame)
    rows = n if rows is None else checks.whole("rows", rows, at_least=1, at_most=n)
    copied = checks.generator(rng).permutation(n)[:rows]
    drawn = rng.integers(n, size=(frame.shape[1], rows))
    drawn[:, : round(share * rows)] = copied[: round(share * rows)]
    order = rng.permutation(rows)
    return pd.DataFrame({name: frame[name].take(line[order]).array for name, line in zip(frame, drawn, strict=True)})


# --- Common steps --------------------------------------------------------------------------------------------------


def _on(keys, *target, **frames):
    """Return the frames with the keys and the target alone, and the kinds, if every frame has them, of the same kinds."""
    for name, frame in frames.items():
        checks.column_names("keys", keys, checks.frame(name, frame, rows=1), of=f"columns of {name}")
        for wanted in target:
            checks.column_names("target", [wanted], frame, of=f"a column of {name}")
            if wanted in list(keys):
                raise ValueError(f"target must not be one of the keys, got {wanted!r}")
    return alike(**{name: frame[[*keys, *target]] for name, frame in frames.items()})


def _within(within, kinds):
    if within is None:
        return {}
    if not isinstance(within, dict):
        raise TypeError(f"within must be a dict of column to distance, got {type(within).__name__} {within!r:.40}")
    for column, radius in within.items():
        if kinds.get(column) not in MEASURED:
            raise ValueError(f"within must name keys that are numbers, dates or durations, got {column!r}")
        if checks.number(f"within[{column!r}]", radius) < 0:
            raise ValueError(f"within[{column!r}] must be >= 0, got {radius}")
    return within


def _joint(pairs, rows, others):
    """Return one code per row of either frame that is equal where all the codes in `pairs` are, counted from 0."""
    joint = np.zeros(rows + others, np.int64)
    for pair in pairs:
        values = np.concatenate(pair).astype(np.int64) + 1
        joint = np.unique(joint * (values.max() + 1) + values, return_inverse=True)[1]
    return joint[:rows], joint[rows:]


def _near(mine, yours, near):
    """Return how many of the rows with an equal code lie within each distance, for each record; in bounded memory."""
    order = np.argsort(yours, kind="stable")
    start = np.searchsorted(yours, mine, sorter=order)
    count = np.searchsorted(yours, mine, side="right", sorter=order) - start
    found, upto = np.zeros(len(mine), np.int64), np.cumsum(count)
    first = 0
    while first < len(mine):
        last = max(first + 1, np.searchsorted(upto, upto[first] - count[first] + _PAIRS, side="right"))
        size = count[first:last]
        record = np.repeat(np.arange(first, last), size)
        other = order[np.arange(size.sum()) - np.repeat(np.cumsum(size) - size - start[first:last], size)]
        close = np.all([np.abs(a[record] - b[other]) <= radius for a, b, radius in near], axis=0)
        found[first:last] = np.bincount(record[close] - first, minlength=last - first)
        first = last
    return found


def _attributed(confidential, synthetic, keys, target):
    """Return, per record: candidates with its target, candidates, and candidates with their most common target."""
    (ours, theirs), _ = _on(keys, target, confidential=confidential, synthetic=synthetic)
    pairs = {column: codes(ours[column], theirs[column]) for column in ours}
    mine, yours = _joint([pairs[column] for column in ours if column != target], len(ours), len(theirs))
    my_cell, your_cell = _joint([(mine, yours), pairs[target]], len(ours), len(theirs))
    candidates = np.bincount(yours, minlength=mine.max() + 1)
    cells = np.bincount(your_cell, minlength=my_cell.max() + 1)
    most = np.zeros(len(candidates), np.int64)
    np.maximum.at(most, yours, cells[your_cell])
    return cells[my_cell], candidates[mine], most[mine]


def _numbers(columns, kind):
    """Return the same column of some frames as numbers; categories as whole numbers in order of text, missing ones as -1."""
    import pandas as pd

    if kind in MEASURED:
        return [measured(column) for column in columns]
    ends = np.cumsum([len(column) for column in columns])[:-1]
    found, seen = pd.factorize(np.concatenate([column.astype(object).to_numpy() for column in columns]))
    rank = np.empty(len(seen) + 1, np.int64)
    rank[sorted(range(len(seen)), key=lambda i: str(seen[i]))] = np.arange(len(seen))  # not in order of appearance
    rank[-1] = -1
    return np.split(rank[found], ends)
