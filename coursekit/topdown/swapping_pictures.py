"""Pictures of what swapping would have done to the blocks that TopDown protects (lesson 08, deeper)."""

from functools import cache

import numpy as np

from coursekit.attacks.protection import swap
from coursekit.plots import BLUE, DARK, INK, PURPLE, Picture, Reading, canvas, plain, says, ticks
from coursekit.topdown.hierarchy import histogram
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.paying_pictures import signed
from coursekit.topdown.pipeline import topdown

ORDINARY, SPECIAL, NEITHER = "they look more ordinary", "they look more special", "as often the one as the other"


def same_blocks(people, tree, kinds, members, group):
    """Draw the share of a group in each block, in truth and as published: after swapping, and by TopDown.

    `people` has a column for each level of `tree` and one named household; `kinds` are as for `histogram`, `members`
    its cells that are the `group`. The `move` of this Picture takes ``share`` (of the households that swap),
    ``epsilon`` and
    ``rng``. What is to be guessed: what swapping does to blocks with many of the group.
    """
    figure, axes = canvas(2, height=330)
    truth = histogram(people, tree, kinds)
    size, inside = truth.sum(axis=1), truth[:, members].sum(axis=1)
    true, many = inside / size, inside >= 0.4 * size
    known = Invariants(totals=node_totals(tree, truth, tree.levels[:1]))
    even = [1 / len(tree.levels)] * len(tree.levels)
    dots, lines, told = [], [], []
    for ax, title, colour in zip(axes, ("Swapping", "TopDown"), (PURPLE, BLUE)):
        ax.plot([0, 100], [0, 100], color=INK, lw=1.2)
        ax.text(80, 86, "as in truth", fontsize=11, color=INK, ha="right")
        dots.append(ax.scatter(100 * true, 100 * true, s=20 + 8 * np.sqrt(size), color=colour, alpha=0.6, lw=0))
        lines += ax.plot([0, 100], [0, 100], color=DARK[colour], lw=3)
        told.append(ax.text(1, 130, "", fontsize=12, color=INK, va="top"))
        ax.set(xlim=(-3, 103), ylim=(-3, 132), title=f"{title}: each dot is a block")
        ax.set_xlabel(f"{group} in the block, truly")
        for axis in (ax.xaxis, ax.yaxis):
            ticks(axis, [0, 25, 50, 75, 100], ["0%", "25%", "50%", "75%", "100%"])
    axes[0].set_ylabel("as published")
    guessed = axes[0].text(1, 111, "", fontsize=11, color=INK, va="top")

    @cache
    def swapped(share, seed):
        rng = np.random.default_rng(seed)
        after = swap(people, share=share, columns=tree.levels[1:], unit="household", rng=rng)
        return histogram(after, tree, kinds)

    def move(share, epsilon, rng):
        seed = int(rng.integers(2**31))
        noisy = topdown(tree, truth, epsilon=epsilon, shares=even, invariants=known, rng=rng).tables[tree.levels[-1]]
        off, lost = [], []
        for dot, line, text, table in zip(dots, lines, told, (swapped(share, seed), noisy)):
            now = table[:, members].sum(axis=1)
            seen = now / np.maximum(table.sum(axis=1), 1)
            dot.set_offsets(np.column_stack([100 * true, 100 * seen]))
            slope, start = np.polyfit(true, seen, 1, w=np.sqrt(size))
            line.set_ydata([100 * start, 100 * (start + slope)])
            off.append(np.abs(now - inside).mean())
            lost.append((now - inside)[many].mean())
            total = np.abs(table.sum(axis=1) - size).mean()
            far = plain(total) if total else "0"
            text.set_text(f"a block's total is off by {far}\nthick: where the dots lie on average")
        return Reading(
            f"{share:.0%} swapped: the count of {group} is off by {plain(off[0])}, and {signed(lost[0])} where many "
            f"live. TopDown with ε = {epsilon:g}: off by {plain(off[1])}, and {signed(lost[1])}.",
            f"Two clouds of blocks around a diagonal of truth: swapping of {share:.0%} of households, and TopDown at "
            f"epsilon {epsilon:g}; how far published shares of {group} lie from the true ones.",
            truth=ORDINARY,
        )

    return Picture(figure, (*dots, *lines, *told, guessed), move, says(guessed))
