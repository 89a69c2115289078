"""The picture of a table with noise: counts, counts with noise, and the penguins made from these (lesson 05)."""

from functools import cache

import numpy as np

from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.mechanisms.bounds import success_bound
from coursekit.plots import DARK, INK, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.pixels import Number
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin
from coursekit.synthesis.pictures import correlation, two_digits

_TABLES, _DOTS = 250, 40  # made beside the one that is shown, to tell luck from what is typical; drawn of these


def _penguins(noisy, edges, rng):
    """Make as many penguins in each cell as its count says, none below 0, anywhere in the cell."""
    cell = np.repeat(np.arange(noisy.size), np.maximum(noisy, 0).ravel())
    return [rng.uniform(e[k], e[k + 1]) for e, k in zip(edges, np.unravel_index(cell, noisy.shape))]


def _correlation(bill, flipper):
    return float(np.corrcoef(bill, flipper)[0, 1]) if len(bill) > 2 else 0.0


def private(confidential, *, edges, pip):
    """Draw a grid of counts, the counts with noise, and the penguins that are made from these.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `bill_length_mm` and `flipper_length_mm`, nothing missing and nobody beyond the edges.
    edges : list of two arrays
        Of the cells of bills and of flippers, in mm, chosen without a look at the data.
    pip : pandas.Series
        A row of it; her cell is marked.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``rng``, its `mark` a correlation. The `truth` of its reading is the mean of
        250 tables.
    """
    counts = np.histogram2d(confidential[BILL], confidential[FLIPPER], edges)[0].astype(int)
    middles = np.stack(np.meshgrid(*[(e[1:] + e[:-1]) / 2 for e in edges], indexing="ij"), axis=-1).reshape(-1, 2)
    true = correlation(confidential)
    figure, (left, centre, right, ax) = canvas(4, ratios=[1, 1, 1, 1.15], height=330)
    home = [np.searchsorted(e, pip[name], side="right") - 1 for e, name in zip(edges, (BILL, FLIPPER))]
    for one, title in ((left, "1. Count"), (centre, "2. Add noise"), (right, "3. Make penguins")):
        one.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]], xticks=edges[0][::2], yticks=edges[1][1:], title=title)
        one.set_xlabel("bill, mm")
        one.vlines(edges[0], *edges[1][[0, -1]], color=PALE, lw=1, zorder=0)
        one.hlines(edges[1], *edges[0][[0, -1]], color=PALE, lw=1, zorder=0)
        one.tick_params(length=0)
        if one is not left:
            one.set_yticklabels([])
        if one is not right:
            x, y = ([e[k], e[k + 1]] for e, k in zip(edges, home))
            one.plot([x[0], x[1], x[1], x[0], x[0]], [y[0], y[0], y[1], y[1], y[0]], color=INK, lw=2.5)
    left.set_ylabel("flipper, mm")
    shown = []
    for one in (left, centre):
        shown.append([Number(one, x, y, size=12) for x, y in middles])
        for number in shown[-1]:
            number.set(ha="center")
    for number, count in zip(shown[0], counts.ravel()):
        number.set(text=str(count))
    left.text(edges[0][0] + 0.2, edges[1][home[1] + 1] + 1, "Pip's cell", fontsize=11, weight="bold", va="bottom")
    dots = {"ls": "", "marker": penguin(), "ms": 12, "mew": 0}
    right.set_xlabel("red: born of noise", color=DARK[RED], weight="bold")
    lived, ghosts = (right.plot([], [], color=colour, **dots)[0] for colour in (PURPLE, RED))
    ax.axhline(0, color=PALE, lw=1)
    ax.axhline(true, color=INK, lw=2.5)
    bold = {"fontsize": 11, "weight": "bold", "zorder": 4, "bbox": {"fc": "white", "ec": "none", "pad": 1}}
    ax.text(0.55, true + 0.03, f"real {two_digits(true)}", va="bottom", **bold)
    (cloud,) = ax.plot([], [], "o", color=PURPLE, alpha=0.3, ms=6, mew=0)
    (this,) = ax.plot([], [], "D", color=PURPLE, ms=10, mec="white")
    (mean,) = ax.plot([], [], color=DARK[PURPLE], lw=3)
    named = ax.text(0.55, 0, "", va="top", color=DARK[PURPLE], **bold)
    (guessed,) = ax.plot([], [], color=INK, lw=2, ls=":")
    yours = ax.text(0.95, -0.63, "", fontsize=11, ha="center", va="bottom")
    ax.set(xlim=(-0.5, 2.4), ylim=(-0.65, 0.85), xticks=[], title="Correlation")
    ax.set_xlabel(f"◆ this table\n● {_DOTS} others")
    ticks(ax.yaxis, [-0.5, 0, 0.5], ["−0.5", "0", "0.5"])
    ax.spines["bottom"].set_visible(False)
    side = np.linspace(-0.3, 0.3, _DOTS)[np.random.default_rng(1).permutation(_DOTS)]
    fixed = np.random.default_rng(1)
    alone = float(np.mean([_correlation(*_penguins(counts, edges, fixed)) for _ in range(_TABLES)]))
    ax.plot([-0.5, 0.5], [alone, alone], color=PURPLE, lw=2, ls="--")
    ax.text(0.55, alone + 0.01, f"cells alone {two_digits(alone)}", va="center", color=DARK[PURPLE], **bold)

    def made(epsilon, rng):
        noisy = geometric_mechanism(counts, sensitivity=1, epsilon=epsilon, rng=rng)
        return noisy, *_penguins(noisy, edges, rng)

    @cache
    def others(epsilon):
        fixed = np.random.default_rng(1)  # their luck stays, so that what moves is what ε does
        return [_correlation(*made(epsilon, fixed)[1:]) for _ in range(_TABLES)]

    def move(epsilon, rng):
        noisy, bill, flipper = made(epsilon, rng)
        place = [np.searchsorted(e, values, side="right") - 1 for e, values in zip(edges, (bill, flipper))]
        is_ghost = counts[tuple(place)] == 0
        for line, rows in ((lived, ~is_ghost), (ghosts, is_ghost)):
            line.set_data(bill[rows], flipper[rows])
        for number, count, real in zip(shown[1], noisy.ravel(), counts.ravel()):
            number.set(text=f"{count}".replace("-", "−"), color=DARK[RED] if count > 0 == real else INK)
        typical, found = float(np.mean(others(epsilon))), _correlation(bill, flipper)
        cloud.set_data(0.1 + side, others(epsilon)[:_DOTS])
        this.set_data([0.1], [found])
        mean.set_data([-0.5, 0.5], [typical, typical])
        named.set(text=f"with noise {two_digits(typical)}", y=min(typical, alone - 0.06) + 0.01)
        sure = success_bound(epsilon=epsilon)
        return Reading(
            f"Cells alone leave {two_digits(alone)}; with noise of ε = {epsilon:g} it is {two_digits(typical)} on "
            f"average. Whoever was 50% sure that Pip was counted is now at most {sure:.0%} sure.",
            f"Three grids: counts, counts with noise, and {len(bill)} made-up penguins, {is_ghost.sum()} of them in "
            f"red in cells where no real one is. Dots show the correlation of {_DOTS} others, this one has "
            f"{two_digits(found)}; the mean of {_TABLES} is {two_digits(typical)}.",
            truth=round(typical, 2),
        )

    def mark(value):
        guessed.set_data([-0.5, 0.5], [value, value])
        yours.set_text("dotted: your guess")

    return Picture(figure, (*shown[0], *shown[1], lived, ghosts, cloud, mean, this, named, guessed, yours), move, mark)


def taken(colonies):
    """Draw what chance, cells and noise take from made-up colonies, step by step.

    Parameters
    ----------
    colonies : dict of {str: (float, float)}
        For each kind of colony, the real one first, the share of penguins in a wrong cell and the correlation, 0 to 1.

    Returns
    -------
    matplotlib.figure.Figure
        It stands still: two rows of bars, from zero.
    """
    figure, axes = canvas(2, ratios=[1.35, 1], height=60 + 50 * len(colonies))
    rows, first = np.arange(len(colonies)), next(iter(colonies.values()))
    titles = "Penguins in a wrong cell", "Correlation"
    for ax, title, values, start in zip(axes, titles, zip(*colonies.values()), first):
        colours = [INK, *[PURPLE] * (len(colonies) - 1)]
        ax.barh(rows, values, color=colours, height=0.6)
        ax.axvline(start, color=INK, lw=2.5)
        for y, value in zip(rows, values):
            text = f"{value:.0%}" if ax is axes[0] else two_digits(value)
            ax.text(max(value, start) + 0.02 * max(values), y, text, va="center", fontsize=13, weight="bold")
        ax.set(ylim=(rows[-1] + 0.5, -0.5), xlim=(0, 1.2 * max(values)), xticks=[], yticks=rows, title=title)
        ax.set_yticklabels(colonies if ax is axes[0] else [])
        ax.tick_params(length=0)
        ax.spines["bottom"].set_visible(False)
    return figure
