"""The scorecard's rows of utility: each function computes a figure or a few and says in a sentence what they mean."""

from itertools import combinations

import numpy as np

from coursekit.frames import for_tree
from coursekit.risk.figures import CONFIDENTIAL, SYNTHETIC, cells_in_common, percent, row
from coursekit.risk.intervals import auc_interval

_LEAF = 20
_LEVELS = 30
_SETS = 105  # all pairs of 15 columns
_NAMES = ("confidential", "synthetic", "holdout")


def column_distances(files):
    from coursekit.utility.distances import ks

    def distance(column, which):
        ours, theirs = column.values[CONFIDENTIAL], column.values[which]
        if column.levels is None:
            return ks(ours, theirs)
        counts = [np.bincount(part, minlength=len(column.levels)) / len(part) for part in (ours, theirs)]
        return float(np.abs(counts[1] - counts[0]).sum() / 2)

    found = [[distance(column, which) for column in files.frames.columns] for which in files.compared]
    worst = files.frames.columns[int(np.argmax(found[0]))].name
    largest, mean = ([reduce(distances) for distances in found] for reduce in (max, np.mean))
    yield row(
        "utility", "largest distance of a column", largest, "0",
        f"{worst} differs most: {percent(largest[0])} of the rows would have to change to make it alike.")
    yield row(
        "utility", "mean distance of the columns", mean, "0",
        f"On average over columns, {percent(mean[0])} of the rows lie elsewhere.")


def correlations(files):
    from coursekit.utility.distances import correlations as correlated

    columns = [column for column in _numbers(files) if np.ptp(column.values[CONFIDENTIAL]) > 0]
    if len(columns) < 2:
        return
    every = [
        correlated(np.column_stack([column.values[which] for column in columns]))
        for which in (CONFIDENTIAL, *files.compared)
    ]
    found = [float(np.abs(other - every[0]).mean()) for other in every[1:]]
    others = f", and those of other people by {found[1]:.2f}" if files.holdout else ""
    reading = f"Correlations of two numbers are off by {found[0]:.2f} on average{others}."
    if np.isnan(found[0]):
        reading = "A column that varies in the confidential file is constant in the release: no correlation to compare."
    yield row("utility", "correlation fit (mae)", found, "0", reading)


def pair_cells(files):
    sets = list(combinations(range(len(files.cells)), 2))
    if not sets:
        return
    if len(sets) > _SETS:
        sets = [sets[i] for i in files.rng.permutation(len(sets))[:_SETS]]
    found = [cells_in_common(files, which, sets) for which in files.compared]
    others = f", and of other people {percent(found[1])}" if files.holdout else ""
    yield row(
        "utility", "overlap of pairs of columns", found, "1",
        f"Two columns at a time, {percent(found[0])} of the rows have the right combination of values; of a copy 100% "
        f"would{others} (numbers are cut into quarters).")


def propensity_figures(files):
    from coursekit.utility import propensity, scores

    ratios, gaps, draw = [], [], files.lots(files.rows)
    people = draw(CONFIDENTIAL)
    for which in files.compared:
        others = draw(which)
        labels, blocks = np.arange(len(people) + len(others)) >= len(people), []
        for column in files.frames.columns:
            both = np.concatenate([column.values[CONFIDENTIAL][people], column.values[which][others]])
            if column.levels is None:
                blocks.append(propensity.measured(both))
            else:  # the most common texts of both frames together: those of one alone are rarer in the other by chance
                blocks.append(propensity.dummies(*propensity.lumped(both, len(column.levels), _LEVELS)))
        found, k = propensity.fitted(blocks, labels, "logistic")
        null = scores.pmse_null(k, len(people), len(others))
        ratios.append(scores.pmse(found, labels=labels) / null if null else np.nan)
        gaps.append(scores.specks(found, labels))
    n = min(files.sizes[SYNTHETIC], files.rows)
    others = f", and from other people {ratios[1]:.1f} times" if files.holdout else ""
    yield row(
        "utility", "pMSE ratio (main effects)", ratios, "1 (0: a copy)",
        f"A simple model (logistic regression, {n:,} rows) tells the files apart {ratios[0]:.1f} times as "
        f"well as if the release came from the right model{others}; it looks at single columns only.")
    yield row(
        "utility", "SPECKS (main effects)", gaps, "0",
        f"The scores of both files are {gaps[0]:.2f} apart, where 1 is complete.")


def detective(files):
    """A tree that has seen half of the rows tells the other half apart; rows that are alike are in the same half.

    Else a copy's twin, with the other label, would be in the half that was seen: then trees do worse than a coin.
    """
    from sklearn.tree import DecisionTreeClassifier

    from coursekit.utility.scores import auc

    draw = files.lots(files.rows)
    chosen = [draw(which) for which in (CONFIDENTIAL, SYNTHETIC)]
    labels, design = np.arange(sum(map(len, chosen))) >= len(chosen[0]), []
    for column in files.frames.columns:
        both = np.concatenate([column.values[which][rows] for which, rows in enumerate(chosen)])
        design.append(for_tree(both)(both) if column.levels is None else both)
    design = np.column_stack(design)
    seen = np.concatenate([files.hashes[which][rows] for which, rows in enumerate(chosen)]) % 2 == 0
    tree = DecisionTreeClassifier(min_samples_leaf=_LEAF, random_state=int(files.rng.integers(2**31)))
    if not all(0 < labels[part].mean() < 1 for part in (seen, ~seen) if part.any()) or seen.all() or not seen.any():
        return
    scores, truth = tree.fit(design[seen], labels[seen]).predict_proba(design[~seen])[:, 1], labels[~seen]
    value, interval = auc(scores, truth), auc_interval(scores[truth], scores[~truth])
    warning = " Less than half can come from near copies." if interval[1] < 0.5 else ""
    yield row(
        "utility", "AUC of a tree (unseen rows)", value, "0.5",
        f"Shown a confidential and a synthetic row, a tree knows which is which {value:.0%} of the time; a coin, 50%."
        + warning, interval=interval)


def regression(files):
    """Regress the target on all other numbers, standardized by the confidential file, and compare the inferences."""
    from coursekit.utility.inference import ci_overlap, least_squares, sso

    if files.target is None:
        return
    columns = {column.name: column.values for column in _numbers(files)}
    units = {name: (values[0].mean(), values[0].std() or 1) for name, values in columns.items()}
    others = [name for name, values in columns.items() if name != str(files.target) and np.ptp(values[0]) > 0]
    fits = []
    for which in (CONFIDENTIAL, *files.compared):
        y, *x = ((columns[name][which] - units[name][0]) / units[name][1] for name in (str(files.target), *others))
        try:
            fits.append(least_squares(_NAMES[which], y, x))
        except ValueError as problem:
            reading = f"{files.target} cannot be regressed: {problem}"
            yield row("utility", "CI overlap of a regression", np.nan, "1", reading)
            return
    (b, interval), *fits = fits
    overlap = [float(ci_overlap(interval, theirs).mean()) for _, theirs in fits]
    match = [float(sso(b, interval, slopes, theirs).match.mean()) for slopes, theirs in fits]
    about = f"{files.target} on {len(others)} numbers"
    yield row(
        "utility", "CI overlap of a regression", overlap, "1",
        f"Regressing {about}, confidence intervals of both files share {overlap[0]:.0%} of their width on average.")
    yield row(
        "utility", "SSO match of a regression", match, "1",
        f"For {match[0]:.0%} of the coefficients sign, significance and overlap agree ({about}).")


def _numbers(files):
    return [column for column in files.frames.columns if column.levels is None]


FIGURES = (column_distances, correlations, pair_cells, propensity_figures, detective, regression)
