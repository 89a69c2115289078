"""The picture of a snooper who says, of a made-up table, whether a penguin was measured (lesson 05)."""

from functools import cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from coursekit.mechanisms.bounds import success_bound
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, Picture, Reading, canvas
from coursekit.synthesis.colony_pictures import BILL, regression

WAYS = TREE, FORMULA, NOISE = "tree", "formula", "counts with noise"


def _rule(confidential):
    """Give what a regression of bills on sex knows: the share of males, the two means, and the residual error."""
    (female, more), error = regression(confidential, BILL, ["sex"])
    return (confidential["sex"] == "male").mean(), (female, female + more), error


def _none_beyond(lengths, confidential, is_short, n):
    """Give, for each length, the chance that none of `n` bills that the regression makes up lies beyond it."""
    male, means, error = _rule(confidential)
    sign = -1 if is_short else 1
    one = [ndtr(sign * (lengths - mean) / error) for mean in means]
    return ((1 - male) * one[0] + male * one[1]) ** n


def _hill(lengths, confidential):
    """Give how many of 100 bills that the regression makes up lie in each mm."""
    male, means, error = _rule(confidential)
    one = [np.exp(-(((lengths - mean) / error) ** 2) / 2) / error / np.sqrt(2 * np.pi) for mean in means]
    return 100 * ((1 - male) * one[0] + male * one[1])


def games(others, bird, *, epsilon):
    """Return in what share of games a snooper is right who looks at one thing in a made-up table.

    In half of the games `bird` is in the real table beside the `others`, in half it is not; the snooper knows all of
    them. Each made-up table has as many penguins as there are others, or what the noise makes of the counts.

    Parameters
    ----------
    others : pandas.DataFrame
        With `sex` and `bill_length_mm`, nothing missing; nobody has the bill of `bird`.
    bird : pandas.DataFrame
        One row more.
    epsilon : float
        Privacy loss of the counts with noise, above 0.

    Returns
    -------
    dict of {str: float}
        For `TREE`, whose values are real ones, is the bill there? For `FORMULA`, is the longest bill (the shortest, if
        that of `bird` is short) beyond the length that tells most? For `NOISE`, is the count of its cell above that of
        the others? The last is the bound of ε for every snooper and bird; the other two are one trick each.

    Examples
    --------
    >>> others = pd.DataFrame({"sex": ["female", "male"] * 50, BILL: np.linspace(35, 42, 100)})
    >>> found = games(others, pd.DataFrame({"sex": ["male"], BILL: [90.0]}), epsilon=1)
    >>> {way: round(share, 2) for way, share in found.items()}
    {'tree': 0.82, 'formula': 1.0, 'counts with noise': 0.73}
    """
    everybody, n, length = pd.concat([others, bird], ignore_index=True), len(others), bird[BILL].iloc[0]
    is_short, lengths = length < others[BILL].mean(), np.linspace(20, 100, 4001)
    known, unknown = (_none_beyond(lengths, table, is_short, n) for table in (everybody, others))
    return {
        TREE: 1 - (1 - 1 / len(everybody)) ** n / 2,  # each made-up bill is anybody's, with equal chances
        FORMULA: float(0.5 + abs(known - unknown).max() / 2),
        NOISE: success_bound(epsilon=epsilon),
    }


def caught(tables):
    """Draw in how many of 100 games a snooper is right, from three kinds of made-up tables.

    What one trick found is a filled bar, which a better trick may push on; what ε promises is a wall.

    Parameters
    ----------
    tables : dict of {str: (pandas.DataFrame, pandas.DataFrame)}
        For each penguin by name, the others and itself, as for `games`.

    Returns
    -------
    Picture
        Its `move` takes ``bird`` (a key of `tables`) and ``epsilon``, its `mark` a number of games: how often the
        formula gives away somebody with a huge bill, which the reader finds by choosing one. The guess is shown there.
    """
    figure, ax = canvas(height=430, without="left bottom")
    ax.set(xlim=(-2, 182), ylim=(3.62, -0.85), yticks=[], xticks=[0, 50, 100])
    ax.set_xticklabels(["0", "50: a coin", "100 games"])
    ax.set_title("In how many of 100 games is the snooper right, on average?")
    rows, bold = dict(zip(WAYS, (0, 1.2, 3))), {"va": "center", "weight": "bold"}
    for y, text, colour in (
        (-0.68, "Found, with one trick each. A better trick may find more", DARK[PURPLE]),
        (2.25, "Promised, for every penguin and every trick. Nobody gets beyond the wall", INK),
    ):
        ax.text(0, y, text, fontsize=13, color=colour, **bold)
    ax.axhline(1.92, color=GREY, lw=1.5)
    ax.plot([50, 50], [2.78, 3.62], color=GREY, lw=1.5, ls=":")
    bars = ax.barh([rows[TREE], rows[FORMULA]], 0, color=PURPLE, height=0.44)
    coin = ax.plot([50, 50, np.nan, 50, 50], [-0.22, 0.22, np.nan, 0.98, 1.42], color="white", lw=1.5, ls=":")[0]
    further = [ax.plot([], [], ">-", color=PURPLE, lw=4, ms=12, markevery=[1])[0] for _ in bars]
    tricks = [ax.text(0, y - 0.26, "", va="bottom", fontsize=12, color=INK) for y in rows.values()]
    numbers = [ax.text(2, y, "", fontsize=15, color="white", gid=PURPLE, **bold) for y in list(rows.values())[:2]]
    below, beyond = (ax.barh([rows[NOISE]], 0, height=0.44, fc="none", **look)[0]
                     for look in ({"ec": INK, "lw": 1.5, "ls": "--"}, {"ec": GREY, "lw": 0, "hatch": "////"}))
    (wall,) = ax.plot([], [], color=INK, lw=9, solid_capstyle="butt")
    most = ax.text(2, rows[NOISE], "", fontsize=15, color=INK, **bold)
    why = ax.text(110, rows[TREE], "", fontsize=12, color=INK, va="center")
    ax.text(110, rows[NOISE], "hatched: nobody is right so often", fontsize=12, color=INK, va="center")
    (guessed,) = ax.plot([], [], "^", color=INK, ms=11)
    yours = ax.text(0, 1.63, "", fontsize=12, va="center")
    asked = {}

    small, lengths = ax.inset_axes([112 / 184, 0.385, 0.38, 0.24]), np.linspace(26, 58, 200)
    small.set(xlim=lengths[[0, -1]], ylim=(0, 16), xticks=[30, 40, 50], yticks=[])
    small.tick_params(labelsize=11)
    small.spines[["left", "top", "right"]].set_visible(False)
    small.text(26, 18, "bills that the formula makes up, mm", fontsize=12, color=INK)
    hills = [small.plot([], [], color=colour, lw=3, ls=line)[0] for colour, line in ((BLUE, "-"), (ORANGE, "--"))]
    names = [small.text(45, y, "", fontsize=12, color=DARK[at], **bold) for y, at in ((13, BLUE), (9.5, ORANGE))]

    @cache
    def played(bird):  # only the bound depends on ε
        others, one = tables[bird]
        both = others, pd.concat([others, one], ignore_index=True)
        return games(others, one, epsilon=1), [_hill(lengths, table) for table in both]

    def move(bird, epsilon):
        (others, one), (shares, drawn) = tables[bird], played(bird)
        tree, formula, noise = (100 * share for share in (shares | {NOISE: success_bound(epsilon=epsilon)}).values())
        is_short = one[BILL].iloc[0] < others[BILL].mean()
        length = "shortest" if is_short else "longest"
        looks = f"is {bird}'s bill there?", f"how long is the {length} bill?", "how many are in the cell?"
        for trick, way, look in zip(tricks, WAYS, looks):
            trick.set_text(f"{way}: {look if way != NOISE else 'any trick'}")
        for bar, more, number, share, y in zip(bars, further, numbers, (tree, formula), rows.values()):
            bar.set_width(share)
            more.set_data([share, min(share + 8, 100)], [y, y])
            number.set_text(f"at least {share:.0f}")
        why.set_text(f"right in all 50 games without {bird},\nand in {tree - 50:.0f} of the 50 with {bird}")
        for hill, heights, name, text in zip(hills, drawn, names, ("without", "with")):
            hill.set_data(lengths, heights)
            name.set_text(f"{text} {bird}")
        below.set_width(noise)
        beyond.set(x=noise, width=100 - noise)
        wall.set_data([noise] * 2, [rows[NOISE] - 0.32, rows[NOISE] + 0.32])
        most.set_text(f"at most {noise:.0f}")
        for artist in (guessed, yours):
            artist.set_visible(not is_short and bool(asked))
        told = [f"{number.get_text()} ({way})" for number, way in zip((*numbers, most), WAYS)]
        return Reading(
            f"{bird}, bill {one[BILL].iloc[0]:g} mm, ε = {epsilon:g}: of 100 games the snooper is right in "
            f"{told[0]}, {told[1]} and {told[2]}.",
            f"Two filled bars, of 100 games about {bird}: {told[0]} and {told[1]}, each with an arrow that leads on. "
            f"Below them an open box that ends at a wall: {told[2]}. Two hills show the bills that the formula makes "
            f"up without {bird} and with {bird}; {'they are nearly the same' if is_short else 'the second is wider'}.",
            truth=None if is_short else round(formula),
        )

    def mark(value):
        asked["guess"] = value
        guessed.set_data([value], [rows[FORMULA] + 0.4])
        right = value > 80
        side, shift = ("right", -3) if right else ("left", 3)
        yours.set(text=f"your guess: {value}", x=value + shift, ha=side)

    moving = (*bars, coin, *further, *tricks, *numbers, below, beyond, wall, most, why, *hills, *names, guessed, yours)
    return Picture(figure, moving, move, mark)
