"""Picture of the census: six places, one inside the other, and which of their counts can tell a secret (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.cases.belief_pictures import Believer, at_most, of_hundred
from coursekit.cases.census import SECRETS, bill_of
from coursekit.plots import DARK, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import page
from coursekit.topdown.certificates import LEVELS

NAMES = ("the nation", "the state", "the county", "the tract (4,000 people)", "the block group", "the block")
DASHED = (0, (4, 3))


def secrets():
    """Draw six places one inside the other, those whose counts would change with Zoe's secret, and their epsilon.

    The `move` of this Picture takes ``secret`` (of `coursekit.cases.census.SECRETS`). What is to be guessed: at how
    many levels counts would be different if she lived on another block of the same group.
    """
    figure, ax = page("Orange: levels whose counts would be different if Zoe's secret were another", 375)
    believer = Believer(ax, "What Max may believe")
    spoken, right = [], (62, 58.5, 55, 51.5, 37.5, 22.5)
    for k, (level, name) in enumerate(zip(LEVELS, NAMES)):
        top = 98 - 9.2 * k
        low, left = 18.5 + 1.4 * k, 1.1 * k
        size = 12 if level == LEVELS[-1] else 13
        for colour in (PALE, ORANGE):  # the first stays, and the second lies on it where a level speaks
            place = (left, low), right[k] - left, top - low
            box = ax.add_patch(Rectangle(*place, lw=2.5, edgecolor="white", facecolor=colour))
            label = ax.text(left + 0.8, top - 4.8, name, fontsize=size, color=INK, va="center")
        spoken.append([box, label])
    elsewhere = []  # where she could live instead, in the smallest place that holds both
    for level, left in ((LEVELS[-2], 38.4), (LEVELS[-1], 23.4)):
        k = LEVELS.index(level)
        low, top = 18.5 + 1.4 * k, 98 - 9.2 * k
        wide = right[k - 1] - 0.9 - left
        elsewhere.append(ax.add_patch(Rectangle((left, low), wide, top - low, lw=2.5, edgecolor="white")))
        elsewhere.append(ax.text(left + 0.8, top - 4.8, "another", fontsize=12, color=INK, va="center"))
    inner = [ax.add_patch(Rectangle((39.6, 25.5), 9.9, 18.5, lw=2.5, edgecolor="white", facecolor=ORANGE)),
             ax.text(40.4, 39.6, "a block", fontsize=12, color=INK, va="center")]  # fmt: skip
    way = ax.plot([], [], color=INK, lw=2.5, ls=DASHED)[0]
    look = {"fontsize": 13, "weight": "bold", "va": "center", "ha": "center"}
    zoe = ax.text(14, 31, "Zoe", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK}, **look)
    ghost = ax.text(0, 31, "?", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": ORANGE, "ec": INK}, **look)
    exact = ax.text(14, 40, "homes: exact", color="white", gid=DARK[RED], **look)
    exact.set_bbox({"boxstyle": "round,pad=0.35", "fc": DARK[RED], "lw": 0})
    ax.text(20.5, 9.5, "ε of what is orange", fontsize=13, weight="bold", color=INK, ha="right", va="center")
    whole = bill_of()[1]
    ax.add_patch(Rectangle((22, 5.5), 33, 8, lw=0, facecolor=PALE))
    loss = ax.add_patch(Rectangle((22, 5.5), 0, 8, lw=0, facecolor=ORANGE))
    for x, told, side in ((22, "0", "center"), (55, f"all six: {whole:.2f}", "right")):
        ax.plot([x, x], [3.5, 5.5], color=INK, lw=1.5)
        ax.text(x + 0.6 * (side == "right"), 0.5, told, fontsize=12, color=INK, ha=side, va="center")
    spent = ax.text(56, 9.5, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.text(0, 1.5, "", fontsize=12, color=DARK[PURPLE], va="center")

    def move(secret):
        levels = SECRETS[secret]
        for level, parts in zip(LEVELS, spoken):
            for part in parts:
                part.set_visible(level in levels)
        exact.set_visible(not levels)
        guess.set_visible(len(levels) == 1)  # it was about her block
        lives = 0 < len(levels) < len(LEVELS)  # where she lives, and not what she answered
        for level, box, name in zip(LEVELS[-2:], elsewhere[::2], elsewhere[1::2]):
            box.set(visible=lives, facecolor=ORANGE if lives and levels[0] == level else PALE)
            name.set_visible(lives)
        for part in inner:  # her other block group has other blocks
            part.set_visible(len(levels) == 2)
        there = (29.6, 44.4)[len(levels) - 1] if lives else 14
        ghost.set(x=there, y=31 if lives else 40, text="?" if lives else "which race?", visible=bool(levels))
        way.set_data([14, there], [31, 31])
        epsilon = bill_of(list(levels))[1] if levels else 0
        loss.set_width(33 * epsilon / whole)
        spent.set_text(f"{epsilon:.2f}" if levels else "none")
        if not levels:
            believer.tell()
            return Reading(
                "How many homes stand on a block is published without noise. No count is orange, and still he knows "
                "it: no ε covers this.",
                "Six pale boxes one inside the other; on the smallest stands that its number of homes is exact. Of a "
                "hundred people all are red, because anybody can read this number.",
            )
        middle = at_most(bill_of(list(levels))[0])  # of normal noise, log odds grow by rho in the middle case
        told = believer.show(at_most(epsilon), middle=middle)
        counts = {1: "Only counts of blocks", 2: "Counts of blocks and of block groups"}
        tell = counts.get(len(levels), "Counts of all six levels")
        return Reading(
            f"{tell} would be different: ε = {epsilon:.2f}. "
            f"Odds grow {_rough(np.exp(epsilon))} times at most, and 5 of 100 may become {told} "
            f"(in the middle case {of_hundred(middle)}).",
            f"Six boxes one inside the other, from {NAMES[0]} to {NAMES[-1]}, where Zoe lives; {len(levels)} of them "
            f"are orange, and a bar below shows their epsilon, {epsilon:.2f} of "
            f"{whole:.2f}. Of a hundred people 5 are blue, and after the release they may become {told}.",
            truth="at one",
        )

    def mark(value):
        guess.set_text(f"your guess: {value}")

    moving = *sum(spoken, []), *elsewhere, *inner, way, zoe, ghost, exact, loss, spent, guess, *believer.moving
    return Picture(figure, moving, move, mark, guessed=(guess,))


def _rough(factor):
    return f"{factor / 1e6:.0f} million" if factor > 1e6 else f"{float(f'{factor:.2g}'):,.0f}"
