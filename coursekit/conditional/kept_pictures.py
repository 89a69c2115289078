"""The picture of which noisy tables are kept, if those are thrown away that do not fit (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.pictures import CASES, LARGE, WORLDS, WOMEN
from coursekit.plots import DARK, GREY, INK, PURPLE, Picture, Reading, says
from coursekit.plots.people import page, stand
from coursekit.plots.pixels import Number


@cache
def of_1000(truth, epsilon=0.5):
    """Give how many of 1,000 noisy tables, with ε for each count, add up to six: those with a count below zero, then
    those with 0 to 6 women of 45-49, if there are `truth` of them. Rounded so that what fits has the right sum.

    >>> of_1000(1), of_1000(0)
    ([13, 22, 60, 22, 8, 3, 1, 1], [35, 60, 22, 8, 3, 1, 1, 0])
    """
    noise = np.arange(-90, 91)
    chance = WORLDS * np.tanh(epsilon / 2) ** 2 * np.exp(-2 * epsilon * np.abs(noise))
    fits = chance[(noise >= -truth) & (noise <= sum(WOMEN) - truth)]
    many, total = np.floor(fits).astype(int), round(fits.sum())
    many[np.argsort(many - fits, kind="stable")[: total - many.sum()]] += 1  # those of the largest remainders
    return [round(chance.sum()) - total, *many.tolist()]


def kept():
    """Draw the noisy tables of six women, of 1,000 if Rosa is 47, and of 1,000 if she is 52, by what they say.

    The `move` of this Picture takes ``epsilon`` (of both counts together). To be guessed: whether fewer tables fit if
    she is 52.
    """
    figure, ax = page("Of 1,000 noisy tables, those that add up to six (one square each)", 360)
    ax.title.set_size(15)
    step, low, wide, rise, across = 5.9, 13, 1.75, 3.15, 3
    cases = []
    for left, truth, (colour, title) in zip((0, 52), (WOMEN[0], 0), CASES):
        ax.text(left + 47, 95, title, color=DARK[colour], size=15, ha="right", **LARGE)
        fit = ax.text(left + 47, 83, "", color=DARK[colour], size=22, ha="right", **LARGE)
        below = ax.text(left + 47, 72, "", color=INK, size=14, ha="right", va="center")
        lefts = left + step * np.arange(8)
        ax.plot([left - 0.5, left + 47], [low - 2] * 2, color=GREY, lw=1)
        ax.plot([lefts[1] - 0.4] * 2, [low - 9, 78], color=INK, lw=2)  # the wall that no count may pass
        names = ["below\nzero", *(f"{young} + {sum(WOMEN) - young}" for young in range(7))]
        for young, (place, name) in enumerate(zip(lefts, names), start=-1):
            look = {"weight": "bold", "color": DARK[colour]} if young == truth else {"color": INK}
            ax.text(place + 2.5, low - 4, name, size=12, ha="center", va="top", linespacing=1, **look)
        marks = [ax.plot([], [], ls="", marker="s", ms=8.6, mew=0, color=one)[0] for one in (GREY, colour)]
        numbers = [Number(ax, place + 2.5, 0, size=13, ha="center") for place in lefts]
        cases.append((truth, lefts, marks, numbers, fit, below))
    said = ax.text(99, 58, "", size=14, color=DARK[PURPLE], ha="right", va="center")

    def move(epsilon):
        told = []
        for truth, lefts, marks, numbers, fit, below in cases:
            many = of_1000(truth, epsilon / 2)
            column = np.repeat(np.arange(8), many)
            place = np.concatenate([np.arange(n) for n in many])
            where = np.c_[lefts[column] + 0.8 + wide * (place % across), low + rise * (place // across)]
            stand(marks, where, 1 * (column > 0))
            for number, n in zip(numbers, many):
                number.set(text=f"{n}", y=low + rise * -(-n // across) + 1.5, color=INK)
            told.append((sum(many[1:]), many[0]))
            fit.set_text(f"{sum(many[1:])} fit")
            below.set_text(f"{many[0]} have a count below zero")
        said.set_visible(epsilon == 1)  # it was a guess for this
        (if_47, lost), (if_52, more) = told
        return Reading(
            f"Noise of ε = {epsilon:g}: {if_52} tables fit if Rosa is 52, and {if_47} if she is 47. The total is six "
            f"in {if_47 + lost} tables both times, but {more} of them, not {lost}, have a count below zero.",
            f"Squares in columns, noisy tables: on the left {lost} grey ones below zero, and {if_47} that fit, around "
            f"1 + 5; on the right {more} grey ones, and {if_52}, of which the tallest column is at the edge, 0 + 6. "
            f"Epsilon {epsilon:g}.",
            truth="fewer" if if_52 < if_47 else "as many" if if_52 == if_47 else "more",
        )

    moving = [artist for _, _, marks, numbers, *words in cases for artist in (*marks, *numbers, *words)]
    return Picture(figure, (*moving, said), move, says(said))
