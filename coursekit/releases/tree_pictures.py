"""A picture of a tree of columns that grows, pair by pair, from noisy tables (lesson 10, deeper)."""

from itertools import combinations
from math import sqrt

import numpy as np

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, Picture, Reading, canvas
from coursekit.plots.pixels import paler
from coursekit.releases.groups import coded
from coursekit.releases.trees import best_tree, rho_of_promise, tree_edges


def growing_tree(frame, *, delta):
    """Draw columns in a ring; lines show which pairs depend on each other, and how a private tree joins them.

    `frame` has columns of yes and no. The `move` of this Picture takes ``joined`` (pairs, 0 to one below the columns),
    ``epsilon`` and ``rng``. What is to be guessed: which share of the best tree a private one holds at ε = 1.
    """
    figure, (ax, bars) = canvas(2, height=340, ratios=[1.5, 1])
    names = list(frame)
    gaps = exact_gaps(frame)
    best = sum(gaps[pair] for pair in best_tree(names, gaps))
    turn = np.linspace(0, 2 * np.pi, len(names), endpoint=False) + np.pi / 2
    at = dict(zip(names, np.column_stack([1.5 * np.cos(turn), np.sin(turn)])))
    most = max(gaps.values())
    ends = {pair: np.array([at[pair[0]], at[pair[1]]]).T for pair in gaps}
    for pair, gap in gaps.items():
        ax.plot(*ends[pair], color=paler(BLUE, 0.45), lw=0.5 + 11 * gap / most, solid_capstyle="round", zorder=1)
    lines = {pair: ax.plot(*ends[pair], color=ORANGE, lw=3.5, visible=False)[0] for pair in gaps}
    plates = {"fc": "white", "ec": INK, "boxstyle": "round,pad=0.3"}
    style = {"fontsize": 13, "color": INK, "ha": "center", "va": "center", "bbox": plates}
    labels = [ax.text(*place, name, **style) for name, place in at.items()]
    ax.set(xlim=(-2.1, 2.1), ylim=(-1.3, 1.3), xticks=[], yticks=[], title="Columns that go together")
    ax.spines[:].set_visible(False)
    ax.text(-2.08, -1.28, "blue: dependence in the data", fontsize=11, color=DARK[BLUE], va="bottom")
    ax.text(2.08, -1.28, "orange: the private tree", fontsize=11, color=DARK[ORANGE], ha="right", va="bottom")
    held = bars.bar([0, 1.2], [0, best], color=[ORANGE, BLUE], width=0.65)
    bars.text(1.2, best, f"{best:,.0f}", fontsize=15, weight="bold", color=INK, ha="center", va="bottom")
    said = bars.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom")
    guess = bars.plot([], [], color=INK, lw=2.5, ls=":")[0]
    guessed = bars.text(0, 0, "", fontsize=11, color=INK, ha="left", va="center")
    noise = bars.bar([2.2], [0], color=GREY, width=0.65)
    size = bars.text(2.2, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom")
    bars.set(xlim=(-0.5, 2.7), ylim=(0, 1.2 * best), xticks=[0, 1.2, 2.2], yticks=[], title="Dependence, in people")
    bars.set_xticklabels(["this\ntree", "the best\ntree", "noise in\na choice"], fontsize=12)
    bars.tick_params(length=0)
    bars.spines["left"].set_visible(False)
    usual = _usual(frame, gaps, best, delta)

    def move(joined, epsilon, rng):
        found = list(tree_edges(frame, epsilon=epsilon, delta=delta, rng=rng))
        pairs = [pair[:2] for pair in found[:joined]]
        for pair, line in lines.items():
            line.set_visible(pair in pairs)
        total = sum(gaps[pair] for pair in pairs)
        held[0].set_height(total)
        said.set(text=f"{total:,.0f}", y=total)
        off = 2 / sqrt(8 * rho_of_promise(epsilon=epsilon, delta=delta) / 3 / (len(names) - 1))  # as `trees` has it
        noise[0].set_height(min(off, 1.15 * best))
        size.set(text=f"{off:,.0f}", y=min(off, 1.15 * best))
        last = f"Last: {pairs[-1][0]} and {pairs[-1][1]}. " if pairs else ""
        return Reading(
            f"ε = {epsilon:g}: {joined} of {len(names) - 1} pairs are joined. {last}They hold {total / best:.0%} of "
            f"the {best:,.0f} people of dependence in the best tree.",
            f"A ring of {len(names)} columns with blue lines where pairs depend on each other, {joined} orange ones, "
            f"and a bar that shows {total / best:.0%} of the best tree.",
            truth=round(20 * usual) / 20,
        )

    def mark(share):
        guess.set_data([-0.33, 0.33], [share * best] * 2)
        guessed.set(text=f"your\nguess:\n{share:.0%}", x=0.36, y=share * best)

    return Picture(figure, (*lines.values(), *labels, *held, *noise, said, size, guess, guessed), move, mark)


def exact_gaps(frame):
    """Return by how many people each pair is off what independent columns would have: {(label, label): people}."""
    cells, codes = coded(frame, None, None)
    names, found = list(cells), {}
    for i, j in combinations(range(len(names)), 2):
        size = cells[names[j]].count
        table = np.bincount(codes[i] * size + codes[j], minlength=cells[names[i]].count * size).reshape(-1, size)
        alone = np.outer(table.sum(axis=1), table.sum(axis=0)) / len(frame)
        found[names[i], names[j]] = float(np.abs(table - alone).sum())
    return found


def _usual(frame, gaps, best, delta):
    rng, asked = np.random.default_rng(0), {"epsilon": 1, "delta": delta}
    return np.mean([sum(gaps[pair[:2]] for pair in tree_edges(frame, rng=rng, **asked)) for _ in range(20)]) / best
