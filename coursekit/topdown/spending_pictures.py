"""Pictures of ways to spend one budget: from the top, the bottom, or each level alone; and on queries (lesson 08)."""

import numpy as np

from coursekit.plots import BLUE, GREEN, ORANGE, PURPLE, Picture, Reading, canvas, plain
from coursekit.plots.pixels import Number
from coursekit.topdown import pipeline
from coursekit.topdown.hierarchy import firsts


def methods(tree, counts):
    """Draw the mean absolute error by level of TopDown, of the sums of noisy leaves, and of levels that stand alone.

    `counts` are leaves x cells of the hierarchy `tree`. The `Picture`'s `move` takes ``epsilon``, the same for all
    three, ``leaves``, the share of the last level (the others share the rest), ``negative`` ("allowed" or "forbidden")
    and ``rng``.
    """
    figure, ax = canvas(height=268)
    truth, depth = [table.sum(axis=1) for table in tree.up(counts)], len(tree.levels)
    styles = {
        "top-down": {"color": BLUE, "ls": "-", "marker": "o"},
        "bottom-up": {"color": ORANGE, "ls": "--", "marker": "s"},
        "each level alone": {"color": GREEN, "ls": ":", "marker": "^"},
    }
    lines = {}
    for name, style in styles.items():
        (lines[name],) = ax.plot(range(depth), [1] * depth, ms=8, lw=2, label=name, **style)
    upper, last = tree.levels[1], tree.levels[-1]
    ax.set_yscale("log")
    ax.set(xlim=(-0.3, depth - 0.7), ylim=(0.3, 3e5), ylabel="total off by, people (log)")
    ax.set_title(f"The same budget, spent in three ways: adding up noisy {last}s adds up their errors")
    ax.set_yticks(10.0 ** np.arange(6), ["1", "10", "100", "1,000", "10,000", "100,000"])
    sizes = [f"{level}\n{len(total):,} × {plain(total.mean())} people" for level, total in zip(tree.levels, truth)]
    ax.set_xticks(range(depth), sizes, fontsize=12)
    ax.legend(frameon=False, fontsize=12, loc="upper right")
    ax.minorticks_off()

    def move(epsilon, leaves, negative, rng):
        shares = [(1 - leaves) / (depth - 1)] * (depth - 1) + [leaves]
        streams, asked = rng.spawn(3), {"epsilon": epsilon, "nonnegative": negative == "forbidden"}
        found = {
            "top-down": pipeline.topdown(tree, counts, **asked, shares=shares, rng=streams[0]),
            "bottom-up": pipeline.bottom_up(tree, counts, **asked, rng=streams[1]),
            "each level alone": pipeline.independent(tree, counts, **asked, shares=shares, rng=streams[2]),
        }
        off = {
            name: [np.abs(release.tables[level].sum(axis=1) - total).mean() for level, total in zip(tree.levels, truth)]
            for name, release in found.items()
        }
        for name, line in lines.items():
            line.set_ydata(np.maximum(off[name], 0.3))
        alone = found["each level alone"].tables
        parts = np.add.reduceat(alone[tree.levels[2]].sum(axis=1), firsts(tree.parents[1]))
        torn = int((parts != alone[tree.levels[1]].sum(axis=1)).sum())
        listed = "; ".join(f"{name} {', '.join(plain(x) for x in values)}" for name, values in off.items())
        top, sums, single = (f"{plain(off[name][1])} ({plain(off[name][-1])})" for name in styles)
        return Reading(
            f"ε = {epsilon:g}: a {upper} (a {last}) is off by {top} top-down, {sums} bottom-up, {single} alone. Alone, "
            f"{torn} of {tree.sizes[1]} {upper} totals differ from the sum of their parts.",
            f"Lines of the mean absolute error of totals, on a log scale, for {', '.join(tree.levels)}, at epsilon "
            f"{epsilon:g} with {leaves:.0%} for the {last}s: {listed}.",
        )

    return Picture(figure, tuple(lines.values()), move)


def queries(tree, counts):
    """Draw how far totals and single cells are off, for shares of the budget between these two queries.

    The hierarchy `tree` has three levels; `counts`, leaves x cells, are large, so that negative measurements are rare.
    The `Picture`'s `move` takes ``epsilon``, ``total``, the share of the query of totals at every level (single cells
    have the rest), and ``rng``.
    """
    figure, axes = canvas(2, height=216)
    upper, shares = tree.levels[1:], [1 / len(tree.levels)] * len(tree.levels)
    truth = dict(zip(tree.levels, tree.up(counts)))
    half = np.arange(counts.shape[1]) % 2 == 0
    kinds = ["the total", f"sum of {half.sum()} cells", "one cell"]
    bars, labels = {}, {}
    for ax, level, title in zip(axes, upper, ("A sharper total means blurrier cells …", "… at every level")):
        bars[level] = ax.barh(kinds, [1] * 3, color=[BLUE, PURPLE, ORANGE], height=0.62)
        labels[level] = [Number(ax, 1, k) for k in range(3)]
        ax.invert_yaxis()
        ax.set_xscale("log")
        people = plain(truth[level].sum(axis=1).mean())
        ax.set(xlim=(0.5, 2e4), xlabel=f"people off, in a {level} of {people} (log)", title=title)
        ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
        ax.tick_params(axis="y", length=0)
        ax.minorticks_off()

    def move(epsilon, total, rng):
        spent = {"epsilon": epsilon, "shares": shares, "query_shares": {"total": total, "detailed": 1 - total}}
        release = pipeline.topdown(tree, counts, **spent, rng=rng)
        said = []
        for level in upper:
            error = release.tables[level] - truth[level]
            off = [np.abs(values).mean() for values in (error.sum(axis=1), error[:, half].sum(axis=1), error)]
            for bar, label, size in zip(bars[level], labels[level], off):
                bar.set_width(max(size, 0.5))
                label.set(x=1.15 * max(size, 0.5), text=plain(size))
            total_off, some_off, one_off = map(plain, off)
            some = f"{half.sum()} cells together by {some_off}"
            said.append(f"in a {level} the total by {total_off}, {some}, one by {one_off}")
        return Reading(
            f"ε = {epsilon:g}, {total:.0%} for totals. Off: {'; '.join(said)}.",
            f"Bars of mean absolute errors on a log scale, at epsilon {epsilon:g} with {total:.0%} for totals: "
            f"{'; '.join(said)}.",
        )

    return Picture(figure, tuple(artist for level in upper for artist in (*bars[level], *labels[level])), move)
