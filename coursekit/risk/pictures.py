"""Pictures of the people whom a release exposes (lesson 07).

Every picture here computes its figures once, when it is made; a move only looks them up and draws.
"""

import numpy as np

from coursekit.risk import disclosure, neighbours
from coursekit.risk.intervals import share_interval
from coursekit.plots import BLUE, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas
from coursekit.plots.pixels import Number

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
    columns = list(confidential)
    people, rows = (frame.assign(twin=frame.groupby(columns, dropna=False).cumcount())
                    for frame in (confidential, synthetic))
    found = rows.merge(people.assign(label=people.index), on=[*columns, "twin"], how="left")["label"].to_numpy()
    nobody = confidential.index.max() + 1 + np.arange(len(synthetic))
    return synthetic.set_axis(np.where(np.isnan(found), nobody, np.nan_to_num(found)).astype(int))


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

    Returns
    -------
    Picture
        Its `move` takes ``known`` (the keys, joined by ", ") and ``release`` (a name of `partial` or `full`).
    """
    figure, (ax, side) = canvas(2, ratios=[1.7, 1], height=228)
    n, found = len(confidential), {}
    releases = {**partial, **{name: owned(confidential, frame) for name, frame in full.items()}}
    for known in keys:
        for name, frame in releases.items():
            rates = disclosure.match_rates(confidential, frame, known)
            told, counts, whiskers = [], [], []
            for people in (confidential, holdout):
                links = disclosure.unique_links(people, frame, known)
                right = people.loc[links["confidential"], target].to_numpy() == frame.loc[links["synthetic"],
                    target].to_numpy()
                told.append(right.mean() if len(right) else 0.0)
                counts.append(len(right))
                whiskers.append(share_interval(right.sum(), len(right)) if len(right) else (np.nan, np.nan))
            found[", ".join(known), name] = rates, told, counts, whiskers
    names = ["found by guessing", "one candidate: right", "one candidate: wrong"]
    bars = ax.barh(names, [0] * 3, color=[PURPLE, RED, GREY], height=0.62)
    labels = [Number(ax, 0, i) for i in range(3)]
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.16 * n), xlabel=f"people, of {n}", title="A file without names can still have you in it")
    ax.tick_params(axis="y", length=0)
    shares = side.barh(["in the data", "outside"], [0, 0], color=[BLUE, ORANGE], height=0.6)
    said = [Number(side, 0, i) for i in range(2)]
    side.invert_yaxis()
    side.set(xlim=(0, 1.26), xticks=[0, 0.5, 1], xlabel=f"links with the right {target}", title="A wide gap is a leak")
    side.set_xticklabels(["0%", "50%", "100%"])
    chance = side.plot([], [], color=INK, lw=1.5)[0]
    side.tick_params(axis="y", length=0)

    def move(known, release):
        rates, told, counts, whiskers = found[known, release]
        right = round(rates.true_rate * n)
        for bar, label, count, text in zip(bars, labels, (rates.expected, right, rates.unique - right),
                                           (f"{rates.expected:.0f}", right, rates.unique - right)):
            bar.set_width(count)
            label.set(x=count + 0.012 * n, text=f"{text}")
        chance.set_data(np.array([[*ends, np.nan] for ends in whiskers]).ravel(), np.repeat([0, 1], 3))
        for bar, label, share, count, (_, high) in zip(shares, said, told, counts, whiskers):
            bar.set_width(share)
            label.set(x=high + 0.03 if count else 0.03, text=f"{share:.0%}" if count else "no link")
        outside = f"for {told[1]:.0%} outside" if counts[1] else "nobody outside has one"
        inside = f"Unique links tell the {target} for {told[0]:.0%} inside, {outside}." if counts[
            0] else "Nobody has a unique link."
        return Reading(
            f"Keys: {known}. {rates.unique} of {n} have one candidate, {right} the right one; guessing finds "
            f"{rates.expected:.0f}. "
            + inside,
            f"Release “{release}”, keys {known}. Left, bars: found by guessing {rates.expected:.1f}, one candidate and "
            f"right {right}, one candidate and wrong "
            f"{rates.unique - right}, of {n}. Right: the linked row tells the {target} of {told[0]:.0%} of {counts[0]} "
            f"people in the data, of {told[1]:.0%} of {counts[1]} outside.",
        )

    return Picture(figure, (*bars, *labels, *shares, chance, *said), move)


def _root(ax, top):
    """Give an axis of shares from 0 to `top` a square-root scale, so that a spike at 0 leaves the hills to be seen."""
    ax.set_yscale("function", functions=(lambda y: np.sqrt(np.maximum(y, 0)), np.square))
    ax.set_yticks([0, 0.01, 0.1, 0.5, 1], ["0%", "1%", "10%", "50%", "100%"])
    ax.set_ylim(0, top)


def _bins(top, width):
    """Give edges from `-width` to `top` or a little more: the bin below 0 is for zeros alone."""
    return width * np.arange(-1, int(np.ceil(round(top / width, 9))) + 1)


def _zero(ax, edges, step):
    """Set ticks, that of 0 in the middle of its own bin."""
    ticks = step * np.arange(1, int(edges[-1] / step + 1e-9) + 1)
    ax.set_xticks([edges[0] / 2, *ticks], ["0", *(f"{tick:g}" for tick in ticks.round(9))])


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

    Returns
    -------
    Picture
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
    called = [hills.stairs(np.zeros(len(edges) - 1), edges, fill=True, color=c, alpha=0.45) for c in (ORANGE, BLUE)]
    lines = [hills.stairs(np.zeros(len(edges) - 1), edges, color=c, lw=1.8, ls=s, label=name)
             for c, s, name in ((ORANGE, "--", "outside"), (BLUE, "-", "in the data"))]
    here = hills.axvline(0, color=RED, lw=1.8, ymax=0.82)
    _root(hills, 1.05)
    hills.set(xlim=(1.4 * edges[0], edges[-1]), xlabel="distance to the closest released row", ylabel="share of people",
              title="Memory pulls the people in the data to 0")
    hills.legend(frameon=False, fontsize=11, loc="upper right", ncols=2)
    for found in curves.values():
        roc.plot([0, *found.false_positive_rate], [0, *found.recall], color=PALE, lw=1)
    _zero(hills, edges, 0.05)
    roc.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    curve = roc.plot([], [], color=BLUE, lw=2.2)[0]
    dot = roc.plot([], [], "o", color=RED, ms=8)[0]
    note = roc.text(0.98, 0.06, "", fontsize=13, ha="right")
    roc.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="outsiders accused", ylabel="people found",
            title="More memory, more found")
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
        return Reading(
            f"{share:.0%} memorized: at {f'{threshold:g} or nearer' if threshold else 'distance 0'}, {inside:.0%} of "
            f"the people in the data are found and {outside:.0%} of those outside accused. "
            f"AUC {found.auc:.2f}; a coin has 0.5.",
            "Left, two hills of distances to the closest of the released rows, for people in the data and outside, "
            f"with a line at {threshold:g}. Right, the ROC curve "
            f"for {share:.0%} memorized rows, AUC {found.auc:.2f}; the point is at {outside:.1%} accused, {inside:.1%} "
            "found.",
        )

    return Picture(figure, (*called, *lines, here, curve, dot, note), move)


def closest(confidential, holdout, releases):
    """Draw distances to the closest record and their ratios, beside those of a holdout.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
        As many rows each, or the reading has no mark of 50%.
    releases : dict of {str: pandas.DataFrame}

    Returns
    -------
    Picture
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
    heights = {case: [[_shares(values, cut) for values, cut in zip(side, edges)] for side in both[:2]]
               for case, both in found.items()}
    top = 1.15 * max(np.max(line) for case in heights.values() for side in case for line in side)
    grey = [ax.stairs(np.zeros(len(cut) - 1), cut, fill=True, color=PALE, label="baseline: the holdout's")
            for ax, cut in zip(axes, edges)]
    line = [ax.stairs(np.zeros(len(cut) - 1), cut, color=RED, lw=2, label="this release's")
            for ax, cut in zip(axes, edges)]
    texts = (("DCR, distance to the closest", "Copies stand at 0 …"),
             ("NNDR, closest over second closest", "… close to one and no other"))
    for ax, cut, (label, title) in zip(axes, edges, texts):
        _root(ax, top)
        ax.set(xlim=(1.4 * cut[0], 1.02 * cut[-1]), xlabel=label, title=title)
        _zero(ax, cut, 0.2 if cut[-1] > 0.5 else 0.05)
    axes[0].set_ylabel("share of rows")
    axes[1].legend(frameon=False, fontsize=11, loc="upper right")

    def move(release, direction):
        mine, base, share = found[release, direction]
        for k in range(2):
            line[k].set_data(heights[release, direction][0][k])
            grey[k].set_data(heights[release, direction][1][k])
        zero, other = (float((side[0] == 0).mean()) for side in (mine, base))
        low, usual = (float(np.quantile(side[0], 0.05)) for side in (mine, base))
        if direction == RELEASED:
            text = (
                f"{zero:.0%} of the released rows equal a person, {other:.0%} of the holdout's do. {share:.0%} are "
                "nearer to somebody in the data than to anybody "
                "outside: harmless is 50%."
            )
        else:
            text = (
                f"{zero:.0%} of the people in the data have a released row that equals them, {other:.0%} of those "
                "outside. Those in the data are the nearer ones in "
                f"{share:.0%} of pairs: harmless is 50%."
            )
        return Reading(
            text,
            f"“{release}”, {direction}. Histograms over a grey baseline. Left, distance to the closest record: one in "
            f"twenty below {low:.3f}, baseline {usual:.3f}; at 0: {zero:.1%}, "
            f"baseline {other:.1%}. Right, ratio of closest to second closest: median {np.median(mine[1]):.2f}, "
            f"baseline {np.median(base[1]):.2f}.",
        )

    return Picture(figure, (*grey, *line), move)
