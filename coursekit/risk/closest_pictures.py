"""Distances to the closest record, beside those of a holdout (lesson 07, deeper)."""

import numpy as np

from coursekit.plots import INK, ORANGE, PALE, RED, Picture, Reading, canvas, legend, ticks
from coursekit.risk import neighbours
from coursekit.risk.intervals import auc_interval, clustered_interval

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

    `holdout` has as many rows as `confidential`, or the reading has no mark of 50%; `releases` are by name. The `move`
    of this Picture takes ``release`` (a name) and ``direction`` (of `DIRECTIONS`). From synthetic to confidential the
    baseline goes from the holdout to the confidential rows, else to the synthetic ones.
    """
    figure, axes = canvas(2, height=330)
    ranges = neighbours.column_ranges(confidential)

    def near(rows, among):
        distances, places = neighbours.nearest(rows, among, ranges=ranges, count=2)
        return distances[:, 0], neighbours.ratio(distances), places[:, 0]

    outside, found = near(holdout, confidential), {}
    for name, frame in releases.items():
        released, people, others = near(frame, confidential), near(confidential, frame), near(holdout, frame)
        out, whom = neighbours.nearest(frame, holdout, ranges=ranges)
        nearer = neighbours.nearer(released[0], out[:, 0])
        who = np.where(nearer > 0, released[2], len(confidential) + whom[:, 0])
        auc = neighbours.membership(people[0], others[0]).auc
        found[name, RELEASED] = released, outside, nearer.mean(), clustered_interval(nearer, who)
        found[name, PEOPLE] = people, others, auc, auc_interval(others[0], people[0])
    far = max(np.quantile(other[0], 0.99) for _, other, *_ in found.values())
    edges = _bins(far, 0.008 * max(1, round(far / 0.2))), _bins(1, 0.04)
    heights = {
        case: [[_shares(values, cut) for values, cut in zip(side[:2], edges)] for side in both[:2]]
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
    figure.get_layout_engine().set(rect=(0, 0.27, 1, 0.73))
    strip = figure.add_axes([0.085, 0.07, 0.89, 0.065])
    strip.set(xlim=(0, 100), ylim=(0, 1), yticks=[], facecolor=PALE)
    ticks(strip.xaxis, [0, 50, 100], ["0", "50: harmless", "100"])
    strip.tick_params(labelsize=11)
    strip.spines["left"].set_visible(False)
    share_bar = strip.barh(0.5, 0, 1)[0]
    strip.axvline(50, color=INK, lw=1, ls=":")
    whisker = strip.plot([], [], color=INK, lw=2)[0]
    asked = strip.text(0, 1.75, "", fontsize=13, weight="bold", va="center")
    guessed = strip.plot([], [], "v", color=INK, ms=9, clip_on=False)[0]
    yours = strip.text(0, 1.75, "", fontsize=12, va="center")

    def move(release, direction):
        mine, base, share, ends = found[release, direction]
        low, high = (min(max(end, 0), 1) for end in ends)
        share_bar.set(width=100 * share, color=RED if low > 0.5 else ORANGE)
        whisker.set_data([100 * low, 100 * high], [0.5, 0.5])
        what = "rows are nearer to a patient" if direction == RELEASED else "pairs: the patient is nearer"
        asked.set_text(f"{share:.0%} of {what}")
        for k in range(2):
            line[k].set_data(heights[release, direction][0][k])
            grey[k].set_data(heights[release, direction][1][k])
        zero, other = (float((side[0] == 0).mean()) for side in (mine, base))
        text = (
            f"{zero:.0%} of the people in the data have a released row that equals them, {other:.0%} of those outside. "
            f"Those in the data are the nearer ones in {share:.0%} of pairs ({low:.0%} to {high:.0%}; harmless: 50%)."
        )
        if direction == RELEASED:
            text = (
                f"{zero:.0%} of the released rows equal a person, {other:.0%} of the holdout's do. {share:.0%} are "
                f"nearer to somebody in the data than to anybody outside ({low:.0%} to {high:.0%}; harmless: 50%)."
            )
        return Reading(
            text,
            f"“{release}”, {direction}: two histograms over a grey baseline. Left, distance to the closest record, "
            f"at 0 {zero:.1%}, baseline {other:.1%}; right, its ratio to the second closest.",
            truth=round(100 * share),
        )

    def mark(value):
        guessed.set_data([value], [1.3])
        far = value > 80
        yours.set(x=value - 1.5 if far else max(value, 45) + 1.5, ha="right" if far else "left")
        yours.set_text(f"your guess: {value}")

    moving = *grey, *line, share_bar, whisker, asked, guessed, yours
    return Picture(figure, moving, move, mark, (guessed, yours))
