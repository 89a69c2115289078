"""The picture of a table with noise: counts, counts with noise, and the penguins made from these (lesson 05)."""

from functools import cache

import numpy as np

from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.plots import DARK, GREY, INK, PALE, PURPLE, RED, Picture, Reading, canvas
from coursekit.plots.pixels import Number
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin
from coursekit.synthesis.pictures import correlation, two_digits

_TABLES = 250  # made beside the one that is shown, to tell luck from what is typical


def _penguins(noisy, edges, rng):
    """Make as many penguins in each cell as its count says, none below 0, anywhere in the cell."""
    cell = np.repeat(np.arange(noisy.size), np.maximum(noisy, 0).ravel().astype(np.intp))
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
    figure, (left, centre, right, ax) = canvas(4, ratios=[1.1, 1.1, 1.45, 0.85], height=350)
    home = [np.searchsorted(e, pip[name], side="right") - 1 for e, name in zip(edges, (BILL, FLIPPER))]
    for one, title in ((left, "1. Count"), (centre, "2. Add noise"), (right, "3. Make penguins")):
        one.set(xlim=edges[0][[0, -1]], ylim=(edges[1][0], edges[1][-1] + 9), xticks=edges[0][::2], yticks=edges[1][1:],
                title=title, xlabel="bill, mm")
        one.spines[["left", "bottom"]].set_visible(False)
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
        shown.append([Number(one, x, y, size=11) for x, y in middles])
        for number in shown[-1]:
            number.set(ha="center")
    for number, count in zip(shown[0], counts.ravel()):
        number.set(text=str(count))
    left.text(edges[0][0] + 0.2, edges[1][home[1] + 1] + 1, "Pip's cell", fontsize=11, weight="bold", va="bottom")
    own, above = counts[tuple(home)], edges[1][-1] + 4.5
    bold = {"fontsize": 11, "weight": "bold", "va": "center", "linespacing": 1.3}
    left.text(edges[0][0], above, f"{own} with Pip,\n{own - 1} without her", **bold)
    asked = centre.text(edges[0][0], above, "", **bold)
    dots = {"ls": "", "marker": penguin(), "ms": 15, "mew": 0, "clip_on": False}
    for one, text, colour in ((centre, "grey: makes none", GREY), (right, "red: born of noise", RED)):
        one.set_xlabel(text, color=DARK[colour], weight="bold")
    lived, ghosts = (right.plot([], [], color=colour, **dots)[0] for colour in (PURPLE, RED))
    fixed = np.random.default_rng(1)
    alone = float(np.mean([_correlation(*_penguins(counts, edges, fixed)) for _ in range(_TABLES)]))
    bars = ax.bar(range(3), [true, alone, 0], color=[INK, PURPLE, PURPLE], width=0.7)
    named = [ax.text(x, max(y, 0) + 0.008, two_digits(y), ha="center", va="bottom", fontsize=13, weight="bold")
             for x, y in enumerate((true, alone, 0))]
    (guessed,) = ax.plot([], [], "<", color=INK, ms=11)  # beside the bar, not through its number
    yours = ax.text(2.72, 0, "", fontsize=11, ha="right", va="bottom")
    ax.axhline(0, color=INK, lw=1)
    ax.set(xlim=(-0.4, 2.74), ylim=(-0.04, 0.66), xticks=range(3), yticks=[], title="Correlation")
    ax.set_xticklabels(["real", "cells", "cells\nand noise"])
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)

    def made(epsilon, noise, places):
        noisy = geometric_mechanism(counts, sensitivity=1, epsilon=epsilon, rng=noise)
        return noisy, *_penguins(noisy, edges, places)

    @cache
    def others(epsilon):
        fixed = np.random.default_rng(1)  # their luck stays, so that what moves is what ε does
        return float(np.mean([_correlation(*made(epsilon, fixed, fixed)[1:]) for _ in range(_TABLES)]))

    def move(epsilon, rng):
        noisy, bill, flipper = made(epsilon, *rng.spawn(2))
        place = [np.searchsorted(e, values, side="right") - 1 for e, values in zip(edges, (bill, flipper))]
        is_ghost = counts[tuple(place)] == 0
        for line, rows in ((lived, ~is_ghost), (ghosts, is_ghost)):
            line.set_data(bill[rows], flipper[rows])
        for number, count, real in zip(shown[1], noisy.ravel(), counts.ravel()):
            colour = DARK[RED] if count > 0 == real else DARK[GREY] if count < 0 else INK
            number.set(text=f"{count}".replace("-", "−"), color=colour)
        hers = noisy[tuple(home)]
        sums = [f"{real} {'−' if hers < real else '+'} {abs(hers - real)}" for real in (own, own - 1)]
        asked.set_text(f"{hers}: {sums[0]}, with Pip?\n{sums[1]}, without?".replace("-", "−"))
        typical = others(epsilon)
        bars[2].set_height(typical)
        named[2].set(text=two_digits(typical), y=max(typical, 0) + 0.008)
        return Reading(
            f"With noise of ε = {epsilon:g}, {counts.sum()} real penguins become {len(bill)} made-up ones, "
            f"{is_ghost.sum()} of them where there was none. The correlation is {two_digits(typical)} on average.",
            f"Three grids: counts, counts with noise, and {len(bill)} made-up penguins, {is_ghost.sum()} of them in "
            f"red in cells where no real one is. Three bars show the correlation: {two_digits(true)}, "
            f"{two_digits(alone)} with cells alone, and {two_digits(typical)}, the mean of {_TABLES} tables.",
            truth=round(typical, 2),
        )

    def mark(value):
        guessed.set_data([2.6], [value])
        yours.set(text=f"guess: {value:.2f}", y=max(value + 0.03, alone + 0.06))

    moving = (asked, *shown[0], *shown[1], lived, ghosts, bars[2], named[2], guessed, yours)
    return Picture(figure, moving, move, mark, guessed=(guessed, yours))


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
