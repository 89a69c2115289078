"""Pictures of a table with noise: counts, counts with noise, and the penguins made from these (lesson 05)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.mechanisms.additive import geometric_mechanism
from coursekit.plots import DARK, GREY, INK, PALE, PURPLE, RED, Picture, Reading, canvas
from coursekit.plots.pixels import Number, paler
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin
from coursekit.synthesis.pictures import correlation, two_digits

_TABLES = 250  # made beside the one that is shown, to tell luck from what is typical


def _penguins(noisy, edges, rng):
    """Make as many penguins in each cell as its count says, none below 0, anywhere in the cell."""
    cell = np.repeat(np.arange(noisy.size), np.maximum(noisy, 0).ravel().astype(np.intp))
    return [rng.uniform(e[k], e[k + 1]) for e, k in zip(edges, np.unravel_index(cell, noisy.shape))]


def _correlation(bill, flipper):
    return float(np.corrcoef(bill, flipper)[0, 1]) if len(bill) > 2 else 0.0


def _grid(ax, edges, title):
    """Set an axes to the cells, with thin lines between them."""
    ax.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]], xticks=edges[0], yticks=edges[1], title=title)
    ax.spines[["left", "right", "top", "bottom"]].set_visible(False)
    ax.vlines(edges[0], *edges[1][[0, -1]], color=PALE, lw=1.5, zorder=0)
    ax.hlines(edges[1], *edges[0][[0, -1]], color=PALE, lw=1.5, zorder=0)
    ax.tick_params(length=0)


def _frame(ax, edges, pip):
    """Frame the cell of a penguin; give its two numbers."""
    home = tuple(int(np.searchsorted(e, pip[name], side="right")) - 1 for e, name in zip(edges, (BILL, FLIPPER)))
    x, y = ([e[k], e[k + 1]] for e, k in zip(edges, home))
    ax.plot([x[0], x[1], x[1], x[0], x[0]], [y[0], y[0], y[1], y[1], y[0]], color=INK, lw=3, clip_on=False)
    return home


def _middles(edges):
    return np.stack(np.meshgrid(*[(e[1:] + e[:-1]) / 2 for e in edges], indexing="ij"), axis=-1).reshape(-1, 2)


def counted(counts, *, edges, pip):
    """Draw how many real penguins are in each cell.

    Parameters
    ----------
    counts : array of int, shape (bills, flippers)
        The counts, one for each cell.
    edges, pip
        As for `private`.

    Returns
    -------
    matplotlib.figure.Figure
        It stands still.
    """
    figure, (ax, told) = canvas(2, ratios=[1.9, 1], height=270)
    _grid(ax, edges, f"{counts.sum()} real penguins, counted")
    shades = ListedColormap(paler(GREY, np.linspace(0, 0.7, 64)[:, None]))
    ax.pcolormesh(*edges, counts.T, cmap=shades, zorder=-1)
    ax.set(xlabel="bill length, mm", ylabel="flipper length, mm")
    for (x, y), count in zip(_middles(edges), counts.ravel()):
        ax.text(x, y, str(count), ha="center", va="center", fontsize=15, color=INK)
    own = counts[_frame(ax, edges, pip)]
    told.axis("off")
    told.text(0, 0.62, "In the frame: Pip's cell", fontsize=14, weight="bold", transform=told.transAxes)
    told.text(0, 0.57, f"{own} with Pip,\n{own - 1} without her", fontsize=14, va="top", linespacing=1.4,
              transform=told.transAxes)
    return figure


def _bars(ax, real, alone):
    """Set lying bars of a correlation: real, with cells alone, and the one that moves; give it with its number."""
    bars = ax.barh(range(3), [real, alone, 0], color=[INK, PURPLE, PURPLE], height=0.7)
    ax.vlines(0, -0.5, 2.5, color=INK, lw=1)
    ax.set(xlim=(-0.04, 0.64), ylim=(3.5, -0.5), xticks=[], yticks=range(3))
    ax.set_title("Correlation of bill and flipper", size=13)
    ax.set_yticklabels(["real", "cells alone", "cells and noise"], size=12)
    ax.tick_params(length=0)
    ax.spines[["top", "right", "left", "bottom"]].set_visible(False)
    numbers = [ax.text(max(x, 0) + 0.01, y, two_digits(x), va="center", fontsize=14, weight="bold")
               for y, x in enumerate((real, alone, 0))]
    return bars[2], numbers[2]


def private(confidential, *, edges, pip):
    """Draw a grid of counts with noise, the penguins that are made from these, and what their correlation is.

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
    true = correlation(confidential)
    figure, whole = canvas(height=450, without="left bottom")
    whole.set(xticks=[], yticks=[], title="Counts with noise, and the penguins made from them")
    left, right = whole.inset_axes([0.06, 0.36, 0.38, 0.58]), whole.inset_axes([0.48, 0.36, 0.52, 0.58])
    for ax, title in ((left, "2. Add noise to the counts"), (right, "3. Make penguins")):
        _grid(ax, edges, title)
        ax.title.set_size(13)
        ax.tick_params(labelsize=11)
    left.set_ylabel("flipper length, mm", size=12)
    right.set_yticklabels([])
    home = _frame(left, edges, pip)
    noised = [Number(left, x, y, size=15, ha="center") for x, y in _middles(edges)]
    under = (left, "grey: below 0, makes none", GREY), (right, "red: no real penguin is in this cell", RED)
    for ax, text, colour in under:
        ax.set_xlabel(text, color=DARK[colour], weight="bold", size=13)
    whole.text(0, 0.2, "In the frame: Pip's cell", fontsize=14, weight="bold")
    asked = whole.text(0, 0.175, "", fontsize=14, va="top", linespacing=1.4)
    dots = {"ls": "", "marker": penguin(), "ms": 17, "mew": 0, "clip_on": False, "in_layout": False}
    lived, ghosts = (right.plot([], [], color=colour, **dots)[0] for colour in (PURPLE, RED))
    fixed = np.random.default_rng(1)
    alone = float(np.mean([_correlation(*_penguins(counts, edges, fixed)) for _ in range(_TABLES)]))
    strip = whole.inset_axes([0.62, 0, 0.38, 0.21])
    bar, typically = _bars(strip, true, alone)
    (guessed,) = strip.plot([], [], "^", color=INK, ms=10)
    yours = strip.text(0, 3.1, "", fontsize=12, va="center")

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
        for number, count, real in zip(noised, noisy.ravel(), counts.ravel()):
            colour = DARK[RED] if count > 0 == real else DARK[GREY] if count < 0 else INK
            number.set(text=f"{count}".replace("-", "−"), color=colour)
        hers, own = noisy[home], counts[home]
        noises = [f"{hers - real:+d}".replace("+0", "0") for real in (own, own - 1)]
        told = f"{own} with Pip, and noise of {noises[0]},\nor {own - 1} without her, and noise of {noises[1]}."
        asked.set_text(f"It says {hers}. That may be\n{told}".replace("-", "−"))
        typical = others(epsilon)
        bar.set_width(typical)
        typically.set(text=two_digits(typical), x=max(typical, 0) + 0.01)
        return Reading(
            f"With noise of ε = {epsilon:g}, {counts.sum()} real penguins become {len(bill)} made-up ones, "
            f"{is_ghost.sum()} of them where there was none. The correlation is {two_digits(typical)} on average.",
            f"A grid of counts with noise, and {len(bill)} penguins made from them, {is_ghost.sum()} of them in red in "
            f"cells where no real one is. Pip's cell says {hers}. Three bars show the correlation: {two_digits(true)}, "
            f"{two_digits(alone)} with cells alone, and {two_digits(typical)}, the mean of {_TABLES} tables.",
            truth=round(typical, 2),
        )

    def mark(value):
        guessed.set_data([value], [3])
        yours.set(text=f"your guess: {value:.2f}", x=value + (0.025 if value < 0.35 else -0.025),
                  ha="left" if value < 0.35 else "right")

    return Picture(figure, (asked, *noised, lived, ghosts, bar, typically, guessed, yours), move, mark,
                   guessed=(guessed, yours))


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
