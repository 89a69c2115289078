"""Pictures of ways to spend one budget: from the top, the bottom, or each level alone; and on queries (lesson 08)."""

import numpy as np

from coursekit.plots import BLUE, GREEN, ORANGE, PALE, PURPLE, Picture, Reading, canvas, pixels, plain, ticks
from coursekit.topdown import pipeline
from coursekit.topdown.hierarchy import firsts

METHODS = (("top-down", BLUE, "-o"), ("bottom-up", ORANGE, "--s"), ("each level alone", GREEN, ":^"))


def _people_off(ax, names, colours, xlabel):
    """Set a dot a name for how many people its counts are off, on a log scale; give its artists and what moves them."""
    ax.scatter(np.ones(len(names)), names, alpha=0)  # the names, from top to bottom
    ax.invert_yaxis()
    ax.set(xlim=(0.2, 6e4), ylim=(len(names) - 0.5, -0.5), xscale="log", xlabel=xlabel)
    ax.tick_params(axis="y", length=0, labelsize=12)
    ax.grid(axis="x", color=PALE)
    ticks(ax.xaxis, [1, 10, 100, 1000])
    dots = ax.scatter(np.ones(len(names)), range(len(names)), s=190, color=colours)
    numbers = [pixels.Number(ax, 1, i, size=14) for i in range(len(names))]

    def show(sizes):
        held = np.maximum(sizes, 0.5)
        dots.set_offsets(np.column_stack([held, range(len(names))]))
        for number, x, size in zip(numbers, held, sizes):
            number.set(x=2 * x, text=plain(size))

    return (dots, *numbers), show


def methods(tree, counts):
    """Draw the mean absolute error by level of TopDown, of the sums of noisy leaves, and of levels that stand alone.

    `counts` are leaves x cells of the hierarchy `tree`, whose first level is left out. The `Picture`'s `move` takes
    ``epsilon``, ``leaves``, the share of the last level, ``negative`` ("allowed" or "forbidden") and ``rng``.
    """
    figure, ax = canvas(height=268)
    truth, depth = [table.sum(axis=1) for table in tree.up(counts)], len(tree.levels)
    upper, last = tree.levels[1], tree.levels[-1]
    lines = []
    for name, colour, form in METHODS:
        lines += ax.plot(range(1, depth), [1] * (depth - 1), form, color=colour, ms=8, lw=2, label=name)
    ax.set(xlim=(0.7, depth - 0.7), yscale="log", ylim=(0.04, 3e4), ylabel="total off by, people (log)")
    ax.set_title(f"The same budget, spent in three ways: adding up noisy {last}s adds up their errors")
    ticks(ax.yaxis, 10.0 ** np.arange(-1, 5))
    sizes = [f"{level}\n{len(total):,} × {plain(total.mean())} people" for level, total in zip(tree.levels, truth)]
    ax.set_xticks(range(1, depth), sizes[1:], fontsize=12)
    ax.legend(frameon=False, fontsize=12, loc="upper right")

    def move(epsilon, leaves, negative, rng):
        shares = [(1 - leaves) / (depth - 1)] * (depth - 1) + [leaves]
        streams, asked = rng.spawn(3), {"epsilon": epsilon, "nonnegative": negative == "forbidden"}
        found = (
            pipeline.topdown(tree, counts, **asked, shares=shares, rng=streams[0]),
            pipeline.bottom_up(tree, counts, **asked, rng=streams[1]),
            pipeline.independent(tree, counts, **asked, shares=shares, rng=streams[2]),
        )
        totals = [[table.sum(axis=1) for table in release.tables.values()] for release in found]
        off = [[np.abs(table - total).mean() for table, total in zip(tables, truth)] for tables in totals]
        for line, errors in zip(lines, off):
            line.set_ydata(np.maximum(errors[1:], 0.05))
        parts = np.add.reduceat(totals[2][2], firsts(tree.parents[1]))
        torn = int((parts != totals[2][1]).sum())
        top, sums, single = (f"{plain(errors[1])} ({plain(errors[-1])})" for errors in off)
        return Reading(
            f"ε = {epsilon:g}: a {upper} (a {last}) is off by {top} top-down, {sums} bottom-up, {single} alone. Alone, "
            f"{torn} of {tree.sizes[1]} {upper} totals differ from the sum of their parts.",
            "Lines of how far totals are off, from the widest level down, for a budget spent top-down, bottom-up and "
            f"on each level alone. Epsilon {epsilon:g}, {leaves:.0%} for the {last}s, negative counts {negative}.",
        )

    return Picture(figure, tuple(lines), move)


def queries(tree, counts):
    """Draw how far totals and single cells are off, for shares of the budget between these two queries.

    The hierarchy `tree` has three levels; `counts`, leaves x cells, are so large that negative measurements are rare.
    The `Picture`'s `move` takes ``epsilon``, ``total``, the share of the query of totals at every level, and ``rng``.
    """
    figure, axes = canvas(2, height=216)
    upper, shares = tree.levels[1:], [1 / len(tree.levels)] * len(tree.levels)
    truth = dict(zip(tree.levels, tree.up(counts)))
    many = (counts.shape[1] + 1) // 2
    kinds = ["the total", f"sum of {many} cells", "one cell"]
    artists, show = [], {}
    for ax, level, title in zip(axes, upper, ("A sharper total means blurrier cells …", "… at every level")):
        label = f"people off, in a {level} of {plain(truth[level].sum(axis=1).mean())} (log)"
        bars, show[level] = _people_off(ax, kinds, [BLUE, PURPLE, ORANGE], label)
        artists += bars
        ax.set_title(title)

    def move(epsilon, total, rng):
        spent = {"epsilon": epsilon, "shares": shares, "query_shares": {"total": total, "detailed": 1 - total}}
        release = pipeline.topdown(tree, counts, **spent, rng=rng)
        said = []
        for level in upper:
            error = release.tables[level] - truth[level]
            off = [np.abs(values).mean() for values in (error.sum(axis=1), error[:, ::2].sum(axis=1), error)]
            show[level](off)
            of_total, of_some, of_one = map(plain, off)
            said.append(f"in a {level} the total by {of_total}, {many} cells together by {of_some}, one by {of_one}")
        return Reading(
            f"ε = {epsilon:g}, {total:.0%} for totals. Off: {'; '.join(said)}.",
            "Bars of how far totals, sums of cells and single cells are off, on a log scale, at two levels. Epsilon "
            f"{epsilon:g}, {total:.0%} for totals.",
        )

    return Picture(figure, tuple(artists), move)
