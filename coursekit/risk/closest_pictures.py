"""Distances to the closest record, beside those of a holdout (lesson 07, deeper)."""

import numpy as np

from coursekit.plots import PALE, RED, Picture, Reading, canvas, legend
from coursekit.risk import neighbours

RELEASED, PEOPLE = neighbours.DIRECTIONS


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
    titles = "Copies stand at 0", "Near 0: close to one person, far from others"
    grey, line = [], []
    for ax, cut, label, title in zip(axes, edges, ("DCR, distance to the closest", "NNDR, closest over second closest"),
                                     titles):
        flat = np.zeros(len(cut) - 1)
        grey.append(ax.stairs(flat, cut, fill=True, color=PALE, label="baseline: the holdout's"))
        line.append(ax.stairs(flat, cut, color=RED, lw=2, label="this release's"))
        _root(ax, top)
        ax.set(xlim=(1.4 * cut[0], 1.02 * cut[-1]), xlabel=label, title=title)
        _zero(ax, cut, 0.2 if cut[-1] > 0.5 else 0.05)
    axes[0].set_ylabel("share of rows (bent axis)")
    legend(axes[1], "upper right")
    guessed = axes[0].text(0.98, 0.94, "", transform=axes[0].transAxes, fontsize=12, ha="right", va="top")

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
            f"“{release}”, {direction}: two histograms over a grey baseline. Left, distance to the closest record, "
            f"at 0 {zero:.1%}, baseline {other:.1%}; right, its ratio to the second closest.",
            truth=round(100 * share),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value} of 100 nearer")

    return Picture(figure, (*grey, *line, guessed), move, mark)
