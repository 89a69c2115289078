"""The scorecard's rows of utility: each function computes one or a few figures and says in a sentence what they mean."""

from itertools import combinations

import numpy as np

from coursekit.risk.intervals import auc_interval
from coursekit.risk.scorecard_files import of_holdout, row

_LEAF = 20
_LEVELS = 30
_SETS = 105  # all pairs of 15 columns


def column_distances(files):
    from coursekit.utility import distances, summaries

    found = []
    for other in files.compared:
        found.append({})
        for column in other:
            ours, theirs = files.prepared[0][column], other[column]
            if ours.dtype == float:
                found[-1][column] = distances.ks(ours.to_numpy(), theirs.to_numpy())
            else:
                found[-1][column] = float(summaries.frequencies(ours, theirs)["difference"].abs().sum() / 2)
    worst = max(found[0], key=found[0].get)
    largest, mean = ([reduce(list(d.values())) for d in found] for reduce in (max, np.mean))
    yield row(
        "utility", "largest distance of a column", largest[0], "0",
        f"{worst} differs most: {largest[0]:.1%} of the rows would have to change to make it alike.",
        reference=of_holdout(largest))
    yield row(
        "utility", "mean distance of the columns", mean[0], "0",
        f"On average over columns, {mean[0]:.1%} of the rows lie elsewhere.", reference=of_holdout(mean))


def correlations(files):
    from coursekit.utility import distances

    columns = [str(column) for column in files.numbers]
    columns = [column for column in columns if np.ptp(files.prepared[0][column]) > 0]
    if len(columns) < 2:
        return
    found = [distances.correlation_fit(files.prepared[0][columns], other[columns]) for other in files.compared]
    reading = f"Correlations of two numbers are off by {found[0]:.2f} on average."
    if np.isnan(found[0]):
        reading = "A column that varies in the confidential file is constant in the release: no correlation to compare."
    yield row("utility", "correlation fit (mae)", found[0], "0", reading, reference=of_holdout(found))


def pair_cells(files):
    if len(files.prepared[0].columns) < 2:
        return
    sets = list(combinations(files.prepared[0], 2))
    if len(sets) > _SETS:
        sets = [sets[i] for i in files.rng.permutation(len(sets))[:_SETS]]
    found = [cells_in_common(files.prepared[0], other, sets, files.edges) for other in files.compared]
    yield row(
        "utility", "overlap of pairs of columns", found[0], "1",
        f"Crossing two columns, {found[0]:.1%} of the rows lie in the same cells (numbers cut at their quartiles).",
        reference=of_holdout(found))


def propensity_figures(files):
    from coursekit.utility import propensity

    ratios, gaps, draw = [], [], files.lots(files.rows)
    people, *others = (frame.iloc[draw(which)] for which, frame in enumerate(files.prepared))
    for other in others:
        ours, theirs = _lumped(people, other)
        found = propensity.propensities(ours, theirs)
        null = propensity.pmse_null(found.k, len(ours), len(theirs))
        ratios.append(propensity.pmse(found.scores, labels=found.labels) / null if null else np.nan)
        gaps.append(propensity.specks(found.scores, found.labels))
    n = min(len(files.synthetic), files.rows)
    yield row(
        "utility", "pMSE ratio (main effects)", ratios[0], "1 (0: a copy)",
        f"Logistic regression on {n:,} rows tells the files apart {ratios[0]:.1f} times as well as if the release came from "
        "the right model, and other people of the same kind about 2 times; it looks at single columns only.",
        reference=of_holdout(ratios))
    yield row(
        "utility", "SPECKS (main effects)", gaps[0], "0",
        f"The scores of both files are {gaps[0]:.2f} apart, where 1 is complete.", reference=of_holdout(gaps))


def detective(files):
    """A tree that has seen half of the rows tells the other half apart; rows that are alike are in the same half.

    Else a copy's twin, with the other label, would be in the half that was seen: then trees do worse than a coin.
    """
    import pandas as pd
    from sklearn.tree import DecisionTreeClassifier

    from coursekit import frames
    from coursekit.utility import propensity

    draw, design = files.lots(files.rows), []
    ours, theirs = (files.prepared[which].iloc[draw(which)] for which in (0, 1))
    for column in ours:
        if ours[column].dtype == float:
            design.append(np.concatenate([ours[column], theirs[column]]))
        else:
            design.append(np.concatenate(frames.codes(ours[column], theirs[column])[0]))
    design, labels = np.column_stack(design), np.arange(len(ours) + len(theirs)) >= len(ours)
    seen = pd.util.hash_pandas_object(pd.concat([ours, theirs]), index=False).to_numpy() % 2 == 0
    tree = DecisionTreeClassifier(min_samples_leaf=_LEAF, random_state=int(files.rng.integers(2**31)))
    if not all(0 < labels[part].mean() < 1 for part in (seen, ~seen) if part.any()) or seen.all() or not seen.any():
        return
    scores, truth = tree.fit(design[seen], labels[seen]).predict_proba(design[~seen])[:, 1], labels[~seen]
    value = propensity.auc(scores, truth)
    low, high = auc_interval(scores[truth], scores[~truth], z=files.z)
    yield row(
        "utility", "AUC of a tree (unseen rows)", value, "0.5",
        f"Shown a confidential and a synthetic row, a tree knows which is which {value:.0%} of the time; a coin, 50%.",
        interval=(low, high))


def regression(files):
    from coursekit.utility import inference as inference_overlap

    if files.target is None:
        return
    ours = files.prepared[0]
    others = [str(c) for c in files.numbers if c != files.target and np.ptp(ours[str(c)]) > 0]
    names = {str(files.target): "y"} | {column: f"x{i}" for i, column in enumerate(others)}
    centre, scale = ours[list(names)].mean(), ours[list(names)].std(ddof=0).replace(0, 1)
    frames = [((frame[list(names)] - centre) / scale).rename(columns=names) for frame in files.prepared]
    formula = "y ~ " + (" + ".join(list(names.values())[1:]) or "1")
    try:
        found = [inference_overlap.regression_overlap(frames[0], other, formula) for other in frames[1:]]
    except ValueError as problem:
        yield row("utility", "CI overlap of a regression", np.nan, "1", f"{files.target} cannot be regressed: {problem}")
        return
    overlap, match = ([float(table[column].mean()) for table in found] for column in ("overlap", "match"))
    about = f"{files.target} on {len(others)} numbers"
    yield row(
        "utility", "CI overlap of a regression", overlap[0], "1",
        f"Regressing {about}, confidence intervals of both files share {overlap[0]:.0%} of their width on average.",
        reference=of_holdout(overlap))
    yield row(
        "utility", "SSO match of a regression", match[0], "1",
        f"For {match[0]:.0%} of the coefficients sign, significance and overlap agree ({about}).", reference=of_holdout(match))


def cells_in_common(ours, theirs, sets, edges):
    """Return the mean over pairs of columns of the share of rows in common cells."""
    from coursekit import frames

    read = frames.fit(confidential=ours, synthetic=theirs)
    first, second = (
        np.column_stack(codes)
        for codes in zip(*(
            [frames.bins(name, values, edges[name]) for values in read.values(name)]
            if name in read.measured else read.codes(name)[0] for name in read.kinds
        ), strict=True)
    )
    names = list(read.kinds)
    place, sizes = {name: i for i, name in enumerate(names)}, np.maximum(first.max(axis=0), second.max(axis=0)) + 1
    shares = []
    for a, b in ((place[a], place[b]) for a, b in sets):
        p, q = (
            np.bincount(coded[:, a] * sizes[b] + coded[:, b], minlength=sizes[a] * sizes[b]) / len(coded)
            for coded in (first, second)
        )
        shares.append(np.minimum(p, q).sum())
    return float(np.mean(shares))


def _lumped(ours, theirs):
    """Return both frames with all but the most common texts of each column as one, for a model that is fast enough.

    They are the most common in both frames together: those of one alone would be less common in the other by chance.
    """
    ours, theirs = ours.copy(), theirs.copy()
    for column in ours:
        if ours[column].dtype != float:
            counts = ours[column].value_counts().add(theirs[column].value_counts(), fill_value=0)
            common = sorted(counts.index, key=lambda text: (-counts[text], text))[:_LEVELS]
            for frame in (ours, theirs) if len(common) < len(counts) else ():
                frame[column] = frame[column].where(frame[column].isin(common), "(others)")
    return ours, theirs
