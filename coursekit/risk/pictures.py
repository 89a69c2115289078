"""Pictures of the people whom a release exposes (lesson 07).

Every picture here computes its figures once, when it is made; a move only looks them up and draws.
"""

import numpy as np

from coursekit.plots import BLUE, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, legend, ticks
from coursekit.plots.pixels import bars
from coursekit.risk import disclosure, neighbours
from coursekit.risk.intervals import share_interval

RELEASED, PEOPLE = neighbours.DIRECTIONS


def owned(confidential, synthetic):
    """Give fully synthetic rows the labels of the people whom they equal in every column.

    Nobody owns a row by construction. But whoever equals a row in all that is known of them is as exposed as if it were
    theirs.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns; confidential row labels are whole numbers from 0, each once.

    Returns
    -------
    pandas.DataFrame
        The synthetic rows. Each label is used once; rows that equal nobody (left over) get labels that no person has.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30, 40]})
    >>> owned(people, pd.DataFrame({"age": [40, 50, 40]})).index.tolist()
    [1, 3, 4]
    """
    columns, both = list(confidential), (confidential, synthetic)
    people, rows = (frame.assign(twin=frame.groupby(columns, dropna=False).cumcount()) for frame in both)
    label = rows.merge(people.assign(label=people.index), on=[*columns, "twin"], how="left")["label"].to_numpy()
    nobody = confidential.index.max() + 1 + np.arange(len(synthetic))
    return synthetic.set_axis(np.where(np.isnan(label), nobody, np.nan_to_num(label)).astype(int))


def linkage(confidential, holdout, *, keys, target, partial, full):
    """Draw whom an attacker finds in a release by keys, and how often the row of a unique link tells the target.

    Whiskers are 95% intervals of how often it does, by Wilson's formula.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
        As many people each, if the counts are to compare; row labels are whole numbers.
    keys : sequence of list of str
        What the attacker may know.
    target : str
        What the attacker wants to know.
    partial, full : dict of {str: pandas.DataFrame}
        Releases by their names. In `partial` rows have the labels of their people; in `full` a row belongs to whom it
        equals in every column (see `owned`).

    Its `move` takes ``known`` (the keys, joined by ", ") and ``release`` (a name of `partial` or `full`).
    """
    figure, (ax, side) = canvas(2, ratios=[1.7, 1], height=228)
    n, found = len(confidential), {}
    for known in keys:
        for name, frame in {**partial, **{name: owned(confidential, frame) for name, frame in full.items()}}.items():
            links = []
            for people in (confidential, holdout):
                linked = disclosure.unique_links(people, frame, known)
                person, row = people.loc[linked["confidential"], target], frame.loc[linked["synthetic"], target]
                right = person.to_numpy() == row.to_numpy()
                ends = share_interval(right.sum(), len(right)) if len(right) else (np.nan, np.nan)
                links.append((len(right), right.mean() if len(right) else 0.0, ends))
            found[", ".join(known), name] = disclosure.match_rates(confidential, frame, known), links
    names = ["found by guessing", "one candidate: right", "one candidate: wrong"]
    people, labels = bars(ax, names, [PURPLE, RED, GREY], height=0.62)
    ax.set(xlim=(0, 1.16 * n), xlabel=f"people, of {n}", title="A file without names can still have you in it")
    shares, said = bars(side, ["in the data", "outside"], [BLUE, ORANGE])
    side.set(xlim=(0, 1.26), xlabel=f"links with the right {target}", title="A wide gap is a leak")
    ticks(side.xaxis, [0, 0.5, 1], ["0%", "50%", "100%"])
    chance = side.plot([], [], color=INK, lw=1.5)[0]

    def move(known, release):
        rates, links = found[known, release]
        right = round(rates.true_rate * n)
        for bar, label, count in zip(people, labels, (rates.expected, right, rates.unique - right)):
            bar.set_width(count)
            label.set(x=count + 0.012 * n, text=f"{count:.0f}")
        chance.set_data(np.array([[*ends, np.nan] for *_, ends in links]).ravel(), np.repeat([0, 1], 3))
        for bar, label, (count, share, (_, high)) in zip(shares, said, links):
            bar.set_width(share)
            label.set(x=high + 0.03 if count else 0.03, text=f"{share:.0%}" if count else "no link")
        (inside, told, _), (others, outside, _) = links
        beside = f"for {outside:.0%} outside" if others else "nobody outside has one"
        learned = f"Unique links tell the {target} for {told:.0%} inside, {beside}."
        return Reading(
            f"Keys: {known}. {rates.unique} of {n} have one candidate, {right} the right one; guessing finds "
            f"{rates.expected:.0f}. {learned if inside else 'Nobody has a unique link.'}",
            f"Left, three bars of people found in “{release}” by {known}, of {n}. Right, how often a unique link tells "
            f"the {target}: {told:.0%} of {inside} people in the data, {outside:.0%} of {others} outside.",
        )

    return Picture(figure, (*people, *labels, *shares, chance, *said), move)


def _root(ax, top):
    """Give an axis of shares from 0 to `top` a square-root scale, so that a spike at 0 leaves the hills to be seen."""
    ax.set_yscale("function", functions=(lambda y: np.sqrt(np.maximum(y, 0)), np.square))
    ax.set(ylim=(0, top), yticks=[0, 0.01, 0.1, 0.5, 1], yticklabels=["0%", "1%", "10%", "50%", "100%"])


def _bins(top, width):
    """Give edges from `-width` to `top` or a little more: the bin below 0 is for zeros alone."""
    return width * np.arange(-1, int(np.ceil(round(top / width, 9))) + 1)


def _zero(ax, edges, step):
    """Set ticks, that of 0 in the middle of its own bin."""
    places = step * np.arange(1, int(edges[-1] / step + 1e-9) + 1)
    ax.set_xticks([edges[0] / 2, *places], ["0", *(f"{place:g}" for place in places.round(9))])


def _shares(values, edges):
    """Give the share of values in each bin, zeros in the first; what lies beyond the last edge is in the last one."""
    inside = np.where(values == 0, edges[0], np.clip(values, 0, edges[-1]))
    return np.histogram(inside, edges)[0] / len(values)


def membership(confidential, holdout, releases):
    """Draw how near the release comes to people in the data and outside, and the ROC curve of an attacker who uses it.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
    releases : dict of {float: pandas.DataFrame}
        By the share of rows that the synthesizer copied.

    Its `move` takes ``share`` (a key of `releases`) and ``threshold`` (a distance: who is as near, or nearer, is
    said to be in the data).
    """
    figure, (hills, roc) = canvas(2, ratios=[1.45, 1], height=276)
    ranges = neighbours.column_ranges(confidential)
    away = {
        share: [neighbours.dcr(people, frame, direction=PEOPLE, ranges=ranges) for people in (confidential, holdout)]
        for share, frame in releases.items()
    }
    far = np.quantile(np.concatenate([outside for _, outside in away.values()]), 0.99)
    edges = _bins(far, max(0.005, 0.005 * np.ceil(far / 0.2)))
    heights = {share: [_shares(values, edges) for values in both] for share, both in away.items()}
    curves = {share: neighbours.membership(*both) for share, both in away.items()}
    flat, styles = np.zeros(len(edges) - 1), ((ORANGE, "--", "outside"), (BLUE, "-", "in the data"))
    called = [hills.stairs(flat, edges, fill=True, color=c, alpha=0.45) for c, *_ in styles]
    lines = [hills.stairs(flat, edges, color=c, lw=1.8, ls=style, label=name) for c, style, name in styles]
    here = hills.axvline(0, color=RED, lw=1.8, ymax=0.82)
    _root(hills, 1.05)
    hills.set(xlim=(1.4 * edges[0], edges[-1]), xlabel="distance to the closest released row", ylabel="share of people")
    hills.set_title("Memory pulls the people in the data to 0")
    legend(hills, "upper right", 2)
    for found in curves.values():
        roc.plot([0, *found.false_positive_rate], [0, *found.recall], color=PALE, lw=1)
    _zero(hills, edges, 0.05)
    roc.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    curve = roc.plot([], [], color=BLUE, lw=2.2)[0]
    dot = roc.plot([], [], "o", color=RED, ms=8)[0]
    note = roc.text(0.98, 0.06, "", fontsize=13, ha="right")
    roc.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="outsiders accused", ylabel="people found")
    roc.set_title("More memory, more found")
    for axis in (roc.xaxis, roc.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(share, threshold):
        found = curves[share]
        inside, outside = (float((values <= threshold).mean()) for values in away[share])
        for fill, line, height in zip(called, lines, reversed(heights[share])):
            line.set_data(height)
            fill.set_data(np.where(edges[1:] <= threshold + 1e-9, height, 0))
        here.set_xdata([threshold, threshold])
        curve.set_data([0, *found.false_positive_rate], [0, *found.recall])
        dot.set_data([outside], [inside])
        note.set_text(f"AUC {found.auc:.2f}")
        near = f"{threshold:g} or nearer" if threshold else "distance 0"
        return Reading(
            f"{share:.0%} memorized: at {near}, {inside:.0%} of the people in the data are found and {outside:.0%} of "
            f"those outside accused. AUC {found.auc:.2f}; a coin has 0.5.",
            "Left, two hills of distances to the closest released row, in the data and outside, a line at "
            f"{threshold:g}. "
            f"Right, the ROC curve; the point is at {outside:.1%} accused, {inside:.1%} found.",
        )

    return Picture(figure, (*called, *lines, here, curve, dot, note), move)


def closest(confidential, holdout, releases):
    """Draw distances to the closest record and their ratios, beside those of a holdout.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
        As many rows each, or the reading has no mark of 50%.
    releases : dict of {str: pandas.DataFrame}

    Its `move` takes ``release`` (a name) and ``direction`` (of `coursekit.risk.neighbours.DIRECTIONS`). From
    synthetic to confidential the baseline goes from the holdout to the confidential rows; from confidential to
    synthetic it goes from the holdout to the synthetic rows.
    """
    figure, axes = canvas(2, height=262)
    ranges = neighbours.column_ranges(confidential)

    def near(rows, among):
        distances = neighbours.nearest(rows, among, ranges=ranges, count=2)[0]
        return distances[:, 0], neighbours.ratio(distances)

    outside, found = near(holdout, confidential), {}
    for name, frame in releases.items():
        released, people, others = near(frame, confidential), near(confidential, frame), near(holdout, frame)
        nearer = neighbours.nearer(released[0], neighbours.nearest(frame, holdout, ranges=ranges)[0][:, 0]).mean()
        found[name, RELEASED] = released, outside, nearer
        found[name, PEOPLE] = people, others, neighbours.membership(people[0], others[0]).auc
    far = max(np.quantile(other[0], 0.99) for _, other, _ in found.values())
    edges = _bins(far, 0.008 * max(1, round(far / 0.2))), _bins(1, 0.04)
    heights = {
        case: [[_shares(values, cut) for values, cut in zip(side, edges)] for side in both[:2]]
        for case, both in found.items()
    }
    top = 1.15 * max(np.max(line) for case in heights.values() for side in case for line in side)
    titles = ("Copies stand at 0 …", "… close to one and no other")
    grey, line = [], []
    for ax, cut, label, title in zip(axes, edges, ("DCR, distance to the closest", "NNDR, closest over second closest"),
                                     titles):
        flat = np.zeros(len(cut) - 1)
        grey.append(ax.stairs(flat, cut, fill=True, color=PALE, label="baseline: the holdout's"))
        line.append(ax.stairs(flat, cut, color=RED, lw=2, label="this release's"))
        _root(ax, top)
        ax.set(xlim=(1.4 * cut[0], 1.02 * cut[-1]), xlabel=label, title=title)
        _zero(ax, cut, 0.2 if cut[-1] > 0.5 else 0.05)
    axes[0].set_ylabel("share of rows")
    legend(axes[1], "upper right")

    def move(release, direction):
        mine, base, share = found[release, direction]
        for k in range(2):
            line[k].set_data(heights[release, direction][0][k])
            grey[k].set_data(heights[release, direction][1][k])
        zero, other = (float((side[0] == 0).mean()) for side in (mine, base))
        text = (
            f"{zero:.0%} of the people in the data have a released row that equals them, {other:.0%} of those outside. "
            f"Those in the data are the nearer ones in {share:.0%} of pairs: harmless is 50%."
        )
        if direction == RELEASED:
            text = (
                f"{zero:.0%} of the released rows equal a person, {other:.0%} of the holdout's do. {share:.0%} are "
                "nearer to somebody in the data than to anybody outside: harmless is 50%."
            )
        return Reading(
            text,
            f"“{release}”, {direction}: two histograms over a grey baseline. Left, distance to the closest record, at "
            "0 "
            f"{zero:.1%}, baseline {other:.1%}; right, its ratio to the second closest.",
        )

    return Picture(figure, (*grey, *line), move)
