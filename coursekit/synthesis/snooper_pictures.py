"""The picture of a snooper who says, of a made-up table, whether a penguin was measured (lesson 05)."""

from functools import cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from coursekit.mechanisms.bounds import success_bound
from coursekit.plots import DARK, INK, PURPLE, Picture, Reading, canvas
from coursekit.plots.pixels import paler
from coursekit.synthesis.colony_pictures import BILL
from coursekit.synthesis.conditionals import linear_fit

WAYS = TREE, FORMULA, NOISE = "tree", "formula", "counts with noise"


def _none_beyond(lengths, confidential, is_short, n):
    """Give, for each length, the chance that none of `n` bills that a regression on sex makes up lies beyond it."""
    fit, male = linear_fit(confidential, BILL, on=["sex"]), (confidential["sex"] == "male").mean()
    female, more = fit.params
    sign = -1 if is_short else 1
    one = [ndtr(sign * (lengths - mean) / np.sqrt(fit.scale)) for mean in (female, female + more)]
    return ((1 - male) * one[0] + male * one[1]) ** n


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

    What better tricks may add to a bar is pale and open up to 100; only the promise of ε has a wall.

    Parameters
    ----------
    tables : dict of {str: (pandas.DataFrame, pandas.DataFrame)}
        For each penguin by name, the others and itself, as for `games`.

    Returns
    -------
    Picture
        Its `move` takes ``bird`` (a key of `tables`) and ``epsilon``, its `mark` a number of games: how often the
        formula gives away somebody with a huge bill, which the reader finds by choosing one.
    """
    figure, ax = canvas(height=300)
    rows, bold = dict(zip(WAYS, range(3))), {"va": "center", "weight": "bold"}
    bars = ax.barh(list(rows.values()), 0, color=PURPLE, height=0.42)
    better = ax.barh([0, 1], 0, color=paler(PURPLE, 0.25), height=0.42)
    coin = ax.axvline(50, color="white", lw=2, ls=":", ymax=0.86)
    tricks = [ax.text(0, y - 0.27, "", va="bottom", fontsize=13, color=INK) for y in rows.values()]
    numbers = [ax.text(2, y, "", fontsize=14, color="white", gid=PURPLE, **bold) for y in rows.values()]
    open_ends = [ax.text(0, y, "?", fontsize=14, color=DARK[PURPLE], ha="center", **bold) for y in (0, 1)]
    ax.text(100, -0.48, "?: another trick may do better", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")
    whys = [ax.text(106, y, "", fontsize=12, color=INK, va="center") for y in rows.values()]
    (limit,) = ax.plot([], [], color=INK, lw=7, solid_capstyle="butt")
    (guessed,) = ax.plot([], [], "^", color=INK, ms=11)
    yours = ax.text(0, 1.36, "", fontsize=12, va="center")
    ax.set(xlim=(-3, 180), ylim=(2.4, -0.7), yticks=[], xticks=[0, 50, 100])
    ax.set_xticklabels(["0", "50: a coin", "100"])
    ax.set_title("In how many of 100 games is the snooper right?")
    ax.spines[["left", "bottom"]].set_visible(False)

    @cache
    def played(bird):
        return games(*tables[bird], epsilon=1)  # only the bound depends on ε

    def move(bird, epsilon):
        others, one = tables[bird]
        shares = played(bird) | {NOISE: success_bound(epsilon=epsilon)}
        found = {way: 100 * share for way, share in shares.items()}
        is_short = one[BILL].iloc[0] < others[BILL].mean()
        length, there = "shortest" if is_short else "longest", found[TREE] - 50
        why = {
            TREE: f"right in all 50 games without {bird},\nand in {there:.0f} of 50 games with {bird}",
            FORMULA: "the formula often makes\nas short a bill by chance" if is_short else
            "one huge bill makes the formula\nscatter the bills of all",
            NOISE: "the promise of ε, for every penguin\nand every trick: it ends here",
        }
        looks = f"is {bird}'s bill there?", f"how long is the {length} bill?", "how many are in the cell?"
        for bar, trick, number, text, look, (way, share) in zip(bars, tricks, numbers, whys, looks, found.items()):
            bar.set_width(share)
            trick.set_text(f"{way}: {look}")
            number.set_text(f"{'at most' if way == NOISE else 'at least'} {share:.0f}")
            text.set_text(why[way])
        for bar, text, share in zip(better, open_ends, found.values()):
            bar.set(x=share, width=100 - share)
            text.set_x((share + 100) / 2)
        limit.set_data([found[NOISE]] * 2, [1.76, 2.24])
        told = [f"{number.get_text()} ({way})" for number, way in zip(numbers, found)]
        return Reading(
            f"{bird}, bill {one[BILL].iloc[0]:g} mm, ε = {epsilon:g}: of 100 games the snooper is right in "
            f"{told[0]}, {told[1]} and {told[2]}.",
            f"Three bars, of 100 games about {bird}: {told[0]} and {told[1]}, both going on palely up to 100, and "
            f"{told[2]}, which ends at a wall.",
            truth=None if is_short else round(found[FORMULA]),
        )

    def mark(value):
        guessed.set_data([value], [1.34])
        right = value > 80
        side, shift = ("right", -3) if right else ("left", 3)
        yours.set(text=f"your guess for a huge bill: {value}", x=value + shift, ha=side)

    moving = (*bars, *better, coin, *tricks, *numbers, *open_ends, *whys, limit, guessed, yours)
    return Picture(figure, moving, move, mark)
