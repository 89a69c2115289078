"""The rows of the scorecard: each function here computes one or a few figures and says in a sentence what they mean.

`Files` holds the frames, once as they are (for risk) and once prepared for models (for utility): dates and durations as
days, categories as text, a missing number replaced by the confidential median with one more column that says so.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import NormalDist

import numpy as np

from coursekit import checks, neighbours
from coursekit.frames import MEASURED, alike, measured

COLUMNS = ["section", "figure", "value", "low", "high", "ideal", "reference", "reading"]
_BINS = 10  # a measured column is cut into so many where only equality counts
_LEAF = 20
_LEVELS = 30
_SETS = 105  # all pairs of 15 columns
_TAIL = 0.05
_ALARMS = 0.01


@dataclass(frozen=True)
class Files:
    """Confidential, synthetic and perhaps holdout frame, with the same columns in one order."""

    confidential: object
    synthetic: object
    holdout: object
    kinds: dict
    keys: list
    sensitive: list
    target: str | None
    linked: bool
    rows: int
    level: float
    rng: np.random.Generator

    @classmethod
    def of(cls, confidential, synthetic, holdout, **asked):
        frames = {"confidential": confidential, "synthetic": synthetic}
        if holdout is not None:
            frames["holdout"] = holdout
        frames, kinds = alike(**frames)
        order = sorted(kinds, key=str)  # so that no figure depends on the order of columns
        frames = [frame[order] for frame in frames]
        for name, frame in zip(("confidential", "synthetic", "holdout"), frames, strict=False):
            checks.frame(name, frame, rows=2)
        return cls(*frames, *[None] * (3 - len(frames)), {column: kinds[column] for column in order}, **asked)

    @cached_property
    def ranges(self):
        return neighbours.column_ranges(self.confidential)

    @cached_property
    def numbers(self):
        return [column for column, kind in self.kinds.items() if kind in MEASURED]

    @cached_property
    def prepared(self):
        """The frames (two or three) without missing values, floats and texts only."""
        import pandas as pd

        frames = [frame for frame in (self.confidential, self.synthetic, self.holdout) if frame is not None]
        ready = [{} for _ in frames]
        for column in self.kinds:
            if column not in self.numbers:
                for frame, line in zip(frames, ready, strict=True):
                    values = frame[column].astype(object)
                    line[str(column)] = values.where(values.notna(), "(missing)").astype(str).to_numpy(object)
                continue
            arrays = [measured(frame[column]) for frame in frames]
            lacking = [np.isnan(array) for array in arrays]
            filler = 0.0 if lacking[0].all() else np.median(arrays[0][~lacking[0]])
            for line, array, gaps in zip(ready, arrays, lacking, strict=True):
                line[str(column)] = np.where(gaps, filler, array)
                if any(map(np.any, lacking)):
                    line[f"{column} (missing)"] = np.where(gaps, "yes", "no").astype(object)
        return [pd.DataFrame(line) for line in ready]

    @cached_property
    def compared(self):
        """What utility figures compare with the confidential frame: the release, and the holdout as a reference."""
        return self.prepared[1:]

    @cached_property
    def edges(self):
        """Quartiles of each measured column, with infinite outer edges."""
        return {str(column): quartile_edges(self.prepared[0][str(column)]) for column in self.numbers}

    @cached_property
    def fingerprints(self):
        """For each frame one number per row that is equal for rows that are equal and, of such, the same one by rank."""
        import pandas as pd

        found = []
        for frame in self.prepared:
            content = pd.util.hash_pandas_object(frame, index=False)
            rank = content.groupby(content).cumcount().to_numpy(np.uint64)
            found.append(content.to_numpy() ^ (rank * np.uint64(0x9E3779B97F4A7C15)))
        return found

    def lots(self, number):
        """Return functions that draw at most so many rows of a frame (0 confidential, 1 synthetic, 2 holdout) at random.

        All draws of one call of `lots` favour the same contents, so that a copy's sample is a copy of the sample, and no
        draw depends on the order of rows.
        """
        salt = self.rng.integers(2**63, dtype=np.uint64) * np.uint64(2) + np.uint64(1)  # odd, so that no two rows fall together

        def draw(which):
            if len(self.fingerprints[which]) <= number:
                return np.arange(len(self.fingerprints[which]))
            return np.sort(np.argpartition(_mixed(self.fingerprints[which] * salt), number - 1)[:number])

        return draw

    @cached_property
    def release(self):
        """A sample of the released rows, and the two nearest confidential rows of each: distances and positions."""
        rows = self.synthetic.iloc[self.lots(self.rows)(1)]
        return rows, *neighbours.nearest(rows, self.confidential, ranges=self.ranges, count=2)

    @property
    def z(self):
        return NormalDist().inv_cdf((1 + self.level) / 2)

    @cached_property
    def binned(self):
        """The frames with measured columns cut into ten at the confidential quantiles; missing values stay missing."""
        import pandas as pd

        frames = [frame for frame in (self.confidential, self.synthetic, self.holdout) if frame is not None]
        cut = [frame.copy() for frame in frames]
        for column in set(self.sensitive) & set(self.numbers):
            values = [measured(frame[column]) for frame in frames]
            known = values[0][~np.isnan(values[0])]
            inner = np.unique(np.quantile(known, np.arange(1, _BINS) / _BINS)) if known.size else []
            for frame, line in zip(cut, values, strict=True):
                bins = np.where(np.isnan(line), -1, np.searchsorted(inner, line, side="right"))
                frame[column] = pd.Categorical.from_codes(bins, categories=[f"bin {i}" for i in range(_BINS)])
        return cut


def row(section, figure, value, ideal, reading, *, interval=(np.nan, np.nan), reference=np.nan):
    return dict(zip(COLUMNS, (section, figure, float(value), *map(float, interval), ideal, reference, reading), strict=True))


# --- Utility -------------------------------------------------------------------------------------------------------


def quartile_edges(values):
    """Return the quartiles of numbers with infinite outer edges: bins in which cells of two files can be compared."""
    return np.array([-np.inf, *np.unique(np.quantile(values, [0.25, 0.5, 0.75])), np.inf])


def column_distances(files):
    from coursekit import utility

    found = []
    for other in files.compared:
        found.append({})
        for column in other:
            ours, theirs = files.prepared[0][column], other[column]
            if ours.dtype == float:
                found[-1][column] = utility.ks(ours.to_numpy(), theirs.to_numpy())
            else:
                found[-1][column] = float(utility.frequencies(ours, theirs)["difference"].abs().sum() / 2)
    worst = max(found[0], key=found[0].get)
    largest, mean = ([reduce(list(d.values())) for d in found] for reduce in (max, np.mean))
    yield row(
        "utility", "largest distance of a column", largest[0], "0",
        f"{worst} differs most: {largest[0]:.1%} of the rows would have to change to make it alike.",
        reference=_second(largest))
    yield row(
        "utility", "mean distance of the columns", mean[0], "0",
        f"On average over columns, {mean[0]:.1%} of the rows lie elsewhere.", reference=_second(mean))


def correlations(files):
    from coursekit import utility

    columns = [str(column) for column in files.numbers]
    columns = [column for column in columns if np.ptp(files.prepared[0][column]) > 0]
    if len(columns) < 2:
        return
    found = [utility.correlation_fit(files.prepared[0], other, columns=columns) for other in files.compared]
    reading = f"Correlations of two numbers are off by {found[0]:.2f} on average."
    if np.isnan(found[0]):
        reading = "A column that varies in the confidential file is constant in the release: no correlation to compare."
    yield row("utility", "correlation fit (mae)", found[0], "0", reading, reference=_second(found))


def pair_cells(files):
    if len(files.prepared[0].columns) < 2:
        return
    sets = list(combinations(files.prepared[0], 2))
    if len(sets) > _SETS:
        sets = [sets[i] for i in files.rng.permutation(len(sets))[:_SETS]]
    found = [_overlap(files.prepared[0], other, sets, files.edges) for other in files.compared]
    yield row(
        "utility", "overlap of pairs of columns", found[0], "1",
        f"Crossing two columns, {found[0]:.1%} of the rows lie in the same cells (numbers cut at their quartiles).",
        reference=_second(found))


def propensity_figures(files):
    from coursekit import propensity

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
        reference=_second(ratios))
    yield row(
        "utility", "SPECKS (main effects)", gaps[0], "0",
        f"The scores of both files are {gaps[0]:.2f} apart, where 1 is complete.", reference=_second(gaps))


def detective(files):
    """A tree that has seen half of the rows tells the other half apart; rows that are alike are in the same half.

    Else a copy's twin, with the other label, would be in the half that was seen: then trees do worse than a coin.
    """
    import pandas as pd
    from sklearn.tree import DecisionTreeClassifier

    from coursekit import pairs, propensity

    draw, design = files.lots(files.rows), []
    ours, theirs = (files.prepared[which].iloc[draw(which)] for which in (0, 1))
    for column in ours:
        if ours[column].dtype == float:
            design.append(np.concatenate([ours[column], theirs[column]]))
        else:
            design.append(np.concatenate(pairs.codes(ours[column], theirs[column])[:2]))
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
    from coursekit import inference_overlap

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
        reference=_second(overlap))
    yield row(
        "utility", "SSO match of a regression", match[0], "1",
        f"For {match[0]:.0%} of the coefficients sign, significance and overlap agree ({about}).", reference=_second(match))


# --- Risk ----------------------------------------------------------------------------------------------------------


def copied_rows(files):
    from coursekit.synthesis import copies

    found = [copies(real, files.synthetic) for real in (files.confidential, files.holdout) if real is not None]
    outside = "" if len(found) == 1 else f"; {found[1]:.1%} equal one of the {len(files.holdout):,} rows of the holdout"
    yield row(
        "risk", "copies", found[0], _as("as with a holdout", files), f"{found[0]:.1%} of the released rows equal a "
        f"confidential row in every column{outside}.", reference=_second(found))


def closest(files):
    """DCR and NNDR from the release to the confidential file; the reference is people who are not in the release."""
    draw, ask = files.lots(files.rows), {"ranges": files.ranges}
    _, near, _ = files.release
    if files.holdout is not None:
        other, _ = neighbours.nearest(files.holdout.iloc[draw(2)], files.confidential, count=2, **ask)
    else:
        ask |= {"itself": draw(0), "count": min(2, len(files.confidential) - 1)}
        other, _ = neighbours.nearest(files.confidential.iloc[draw(0)], files.confidential, **ask)
    whose = "of the holdout" if files.holdout is not None else "of the confidential rows, each apart from itself,"
    for name, reduce in (("DCR", lambda d: d[:, 0]), ("NNDR", neighbours._ratio)):
        if name == "NNDR" and other.shape[1] < 2:
            continue
        mine, yours = reduce(near), reduce(other)
        value, reference = np.quantile(mine, _TAIL), np.quantile(yours, _TAIL)
        word = "at most {:.3g} from the nearest confidential row"
        if name == "NNDR":
            word = "at most {:.3g} times as far from the nearest confidential row as from the second"
        yield row(
            "risk", f"{name}, 5th percentile, synthetic to confidential", value, "as the reference, or higher",
            f"One released row in twenty is {word.format(value)}; one in twenty {whose} {reference:.3g}.",
            interval=quantile_interval(mine, _TAIL, z=files.z), reference=reference)


def nearer_rows(files):
    if files.holdout is None:
        return
    size = min(len(files.confidential), len(files.holdout))
    (release, first, who), draw = files.release, files.lots(size)  # a lot of its own: the release's would favour copies
    if size < len(files.confidential):
        first, who = neighbours.nearest(release, files.confidential.iloc[draw(0)], ranges=files.ranges)
    second, whom = neighbours.nearest(release, files.holdout.iloc[draw(2)], ranges=files.ranges)
    share = neighbours.nearer(first[:, 0], second[:, 0])
    nearest_of_all = np.where(share > 0, who[:, 0], size + whom[:, 0])
    low, high = clustered_interval(share, nearest_of_all, z=files.z)
    yield row(
        "risk", "share nearer to the data than to the holdout", share.mean(), "0.5",
        f"{share.mean():.1%} of the released rows are nearer to one of {size:,} confidential rows than to any of as many in "
        f"the holdout{_verdict(low, high)}.", interval=(low, high))


def members(files):
    if files.holdout is None:
        return
    draw = files.lots(files.rows)
    people, others = files.confidential.iloc[draw(0)], files.holdout.iloc[draw(2)]
    first, second = (
        neighbours.nearest(frame, files.synthetic, ranges=files.ranges)[0][:, 0] for frame in (people, others)
    )
    found = neighbours.membership(first, second)
    low, high = auc_interval(-first, -second, z=files.z)
    yield row(
        "risk", "AUC of membership inference", found.auc, "0.5",
        f"Shown one person in the data and one outside, an attacker knows who is in {found.auc:.1%} of the time"
        f"{_verdict(low, high)}.", interval=(low, high))
    caught = found.recall[found.false_positive_rate <= _ALARMS].max(initial=0.0)
    yield row(
        "risk", "members found at 1% false alarms", caught, "0.01 or less",
        f"An attacker who names at most 1% of the people outside names {caught:.1%} of those in the data.",
        interval=wilson(caught, len(first), z=files.z))


def linked_rows(files):
    from coursekit import risk

    if not files.keys:
        return
    found = [
        risk.replicated_uniques(real, files.synthetic, files.keys)
        for real in (files.confidential, files.holdout) if real is not None
    ]
    yield row(
        "risk", "replicated uniques", found[0], _as("as with a holdout", files),
        f"{found[0]:.1%} of the people are unique on {', '.join(map(str, files.keys))}, and exactly one released row fits.",
        reference=_second(found))
    if files.linked:
        rates = risk.match_rates(files.confidential, files.synthetic, files.keys)
        yield row(
            "risk", "expected matches, per person", rates.expected_rate, "0",
            f"Picking among the rows that fit, an attacker finds {rates.expected:,.1f} of {rates.records:,} people.")
        yield row(
            "risk", "true match rate", rates.true_rate, "0",
            f"{rates.true_rate:.1%} of the people have one fitting row, and it is theirs.")
        wrong = "no unique match, so none can be wrong" if np.isnan(rates.false_rate) else f"{rates.false_rate:.1%} are wrong"
        yield row("risk", "false match rate", rates.false_rate, "1", f"Of {rates.unique:,} unique matches: {wrong}.")


def attributes(files, target):
    from coursekit import risk

    ours, theirs, *others = files.binned
    bins = " (cut into ten)" if target in files.numbers else ""
    words = {
        "CAP": ("picks one of the released rows with the person's keys and is right", risk.cap),
        "DCAP": ("picks likewise, and is counted as wrong where no released row has the person's keys; right", risk.dcap),
        "TCAP": ("speaks only where all released rows with the person's keys agree; right", risk.tcap),
    }
    for name, (word, metric) in words.items():
        found = [metric(real, theirs, files.keys, target) for real in (ours, *others)]
        outside = f", {_often(found[1])} for people outside of the data" if others else ""
        yield row(
            "risk", f"{name} of {target}", found[0], _as("as with a holdout", files),
            f"{target}{bins}: an attacker {word} {_often(found[0])}{outside}.", reference=_second(found))
    if others:
        found = risk.predictive_accuracy(ours, theirs, others[0], keys=files.keys, target=target, rng=files.rng)
        spread = sum(p * (1 - p) / len(f) for p, f in ((found.confidential, ours), (found.holdout, others[0])))
        low, high = found.excess - files.z * spread**0.5, found.excess + files.z * spread**0.5
        yield row(
            "risk", f"excess accuracy for {target}", found.excess, "0",
            f"A tree fitted to the release predicts {target}{bins} for {found.confidential:.1%} of the people in the data, "
            f"{found.holdout:.1%} of those outside and {found.guess:.1%} by the most common value alone.",
            interval=(low, high))


# --- Intervals -----------------------------------------------------------------------------------------------------


def auc_interval(higher, lower, *, z):
    """Return DeLong's interval for the probability that one of `higher` exceeds one of `lower`, ties counted half.

    Source: DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44(3).

    >>> auc_interval(np.array([3.0, 4.0]), np.array([1.0, 2.0]), z=1.96)
    (1.0, 1.0)
    """
    placements = [_placement(higher, lower), 1 - _placement(lower, higher)]
    spread = sum(values.var(ddof=1) / values.size if values.size > 1 else np.nan for values in placements)
    middle = placements[0].mean()
    return float(middle - z * spread**0.5), float(middle + z * spread**0.5)


def clustered_interval(values, clusters, *, z):
    """Return an interval for a mean of values that hang together within clusters.

    Rows that share their nearest person fall on the same side together. In 400 harmless syntheses of 300 rows, 95%
    intervals held 1/2 in 93% where rows were counted as independent, and in 98% like this: on the safe side.

    >>> clustered_interval(np.array([0.0, 1.0]), np.array([0, 1]), z=2)
    (-0.20710678118654757, 1.2071067811865475)
    """
    sums = np.bincount(np.unique(clusters, return_inverse=True)[1], weights=values - values.mean())
    spread = (sums**2).sum() ** 0.5 / values.size
    return float(values.mean() - z * spread), float(values.mean() + z * spread)


def quantile_interval(values, share, *, z):
    """Return an interval for a quantile: two of the values, by the normal approximation of how many lie below it.

    >>> quantile_interval(np.arange(101.0), 0.5, z=2)
    (40.0, 61.0)
    """
    values, n = np.sort(values), values.size
    half = z * (n * share * (1 - share)) ** 0.5
    low, high = np.floor(n * share - half), np.ceil(n * share + half)
    return float(values[int(max(low, 0))]), float(values[int(min(high, n - 1))])


def wilson(share, n, *, z):
    """Return Wilson's interval for a share of n.

    >>> [round(end, 4) for end in wilson(0.5, 100, z=1.959964)]
    [0.4038, 0.5962]
    """
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * (share * (1 - share) / n + z**2 / (4 * n**2)) ** 0.5
    return round(float(middle - half), 12), round(float(middle + half), 12)  # at the ends exactly 0 and 1


def _mixed(words):
    """Return 64-bit words whose every bit depends on every bit of the words given (the finalizer of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def _placement(values, among):
    among = np.sort(among)
    below, upto = (np.searchsorted(among, values, side=side) for side in ("left", "right"))
    return (below + upto) / (2 * among.size)


def _overlap(ours, theirs, sets, edges):
    """Return the mean over pairs of columns of the share of rows in common cells."""
    from coursekit import pairs

    first, second, names = pairs.cut(ours, theirs, edges=edges)
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


def _second(found):
    return found[1] if len(found) > 1 else np.nan


def _as(text, files):
    return "as the reference" if files.holdout is not None else f"{text}: give one to compare"


def _often(share):
    return "never, for want of such rows" if np.isnan(share) else f"{share:.1%} of the time"


def _verdict(low, high):
    if low > 0.5:
        return ": more than chance does, so the synthesis remembers people, or the holdout is of another population"
    if high < 0.5:
        return ": less than chance does, so the holdout is of another population"
    return ", which chance alone can do"
