"""Picture of the census: six places, one inside the other, and which of their counts can tell a secret (lesson 13)."""

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Polygon, Rectangle

from coursekit.cases.belief_pictures import Believer, at_most
from coursekit.cases.census import SECRETS, bill_of
from coursekit.plots import DARK, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import page
from coursekit.plots.pixels import Number

NAMES = ("the nation", "the state", "the county", "the tract (4,000 people)", "the block group", "the block")
CHANGES = {  # of the counts of each place, and of another block, by how many levels can tell the secret
    0: ("",) * 7,
    1: ("the same",) * 5 + ("−1", "+1"),
    6: ("−1 and +1",) * 6 + ("",),
}
DASHED = (0, (4, 3))


def secrets():
    """Draw six places one inside the other, which of their counts would change with Zoe's secret, and their epsilon.

    The `move` of this Picture takes ``secret`` (of `coursekit.cases.census.SECRETS`). What is to be guessed: at how
    many levels counts would be different if she lived on another block of the same group.
    """
    figure, ax = page("Orange: counts that would be different if her secret were another", 375)
    believer = Believer(ax, "What Max may believe")
    corners, names, changes = [], [], []
    sides = *((1.1 * k, 62 - 1.1 * k) for k in range(5)), (5.5, 30.6), (31.4, 56.5)  # two blocks stand side by side
    for name, (left, right), k in zip((*NAMES, "another block"), sides, (0, 1, 2, 3, 4, 5, 5)):
        low, top = 18.5 + 1.4 * k, 98 - 9.2 * k
        corners.append([(left, low), (right, low), (right, top), (left, top)])
        names.append(Number(ax, left + 0.8, top - 4.8, size=13))
        names[-1].set_text(name)
        changes.append(Number(ax, right - 0.8, top - 4.8, size=13, ha="right"))
    boxes = ax.add_collection(PolyCollection(corners, lw=2.5, edgecolors="white"), autolim=False)
    way = ax.plot([18, 44], [33, 33], color=INK, lw=2.5, ls=DASHED)[0]
    look = {"fontsize": 13, "weight": "bold", "va": "center", "ha": "center", "color": INK}
    zoe = ax.text(18, 33, "Zoe", bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK}, **look)
    there = ax.text(44, 33, "Zoe?", bbox={"boxstyle": "round,pad=0.35", "fc": ORANGE, "ec": INK}, **look)
    houses = [_house(ax, 6.4 + 2.95 * k, 35, RED if k == 7 else GREY) for k in range(8)]
    look["fontsize"] = 12
    hidden = {**look, "color": DARK[RED], "ha": "right"}
    seen = ax.text(14, 30, "Max sees 7", **look), ax.text(30, 30, "hidden", **hidden)
    whose = ax.text(20.5, 9.5, "", fontsize=13, weight="bold", color=INK, ha="right", va="center")
    whole = bill_of()[1]
    bills = {secret: bill_of(list(levels))[1] if levels else whole for secret, levels in SECRETS.items()}
    ax.add_patch(Rectangle((22, 5.5), 33, 8, lw=0, facecolor=PALE))
    loss = ax.add_patch(Rectangle((22, 5.5), 0, 8, lw=0, facecolor=ORANGE))
    for x, told, side in ((22, "0", "center"), (55, f"all six: {whole:.2f}", "right")):
        ax.plot([x, x], [3.5, 5.5], color=INK, lw=1.5)
        ax.text(x + 0.6 * (side == "right"), 0.5, told, fontsize=12, color=INK, ha=side, va="center")
    spent = ax.text(56, 9.5, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    bare = ax.text(38.5, 9.5, "no noise: no ε, no limit", **{**look, "color": "white"}, gid=DARK[RED])
    guess = ax.text(0, 1.5, "", fontsize=12, color=DARK[PURPLE], va="center")

    def move(secret):
        levels = SECRETS[secret]
        lives = len(levels) == 1  # where she lives, and not what she answered
        grounds = [PALE if becomes in ("", "the same") else ORANGE for becomes in CHANGES[len(levels)]]
        boxes.set_facecolor(grounds)
        for name, change, becomes, ground in zip(names, changes, CHANGES[len(levels)], grounds):
            name.set_gid(ground)
            change.set(text=becomes, gid=ground)
        for part in (way, there):
            part.set_visible(lives)
        zoe.set_visible(bool(levels))
        zoe.set_text("Zoe" if lives else "Zoe: which race?")
        for part in (*houses, *seen, bare):
            part.set_visible(not levels)
        epsilon = bills[secret]
        loss.set(width=33 * epsilon / whole, facecolor=ORANGE if levels else DARK[RED])
        spent.set_text(f"{epsilon:.2f}" if levels else "")
        whose.set_text("ε of what is orange" if levels else "ε of this number")
        if not levels:
            believer.tell()
            return Reading(
                "How many homes stand on a block is published without noise. Max sees 7, and the census says 8. So he "
                "is certain that one is hidden, and no ε covers this.",
                "Six pale boxes one inside the other. On the smallest stand eight houses, of which one is red. A red "
                "bar says that there is no noise and no limit, and of a hundred people all are red.",
            )
        told = believer.show(at_most(epsilon))
        why = (
            "Only the counts of two blocks would be different" if lives
            else "With another race she would be counted elsewhere at all six levels"
        )  # fmt: skip
        return Reading(
            f"{why}: ε = {epsilon:.2f}. Odds grow {_rough(np.exp(epsilon))} times at most, and 5 of 100 may become "
            f"{told}.",
            f"Six boxes one inside the other, from {NAMES[0]} to {NAMES[-1]}, where Zoe lives; {len(levels)} of them "
            f"are orange, and a bar below shows their epsilon, {epsilon:.2f} of "
            f"{whole:.2f}. Of a hundred people 5 are blue, and after the release they may become {told}.",
            truth="at one",
        )

    def mark(value):
        guess.set_text(f"your guess: {value}")

    moving = boxes, *names, *changes, way, zoe, there, *houses, *seen, loss, bare, whose, spent, guess, *believer.moving
    return Picture(figure, moving, move, mark, guessed=(guess,))


def _house(ax, x, y, colour):
    shape = np.array([(0, 0), (0, 5), (1.2, 8), (2.4, 5), (2.4, 0)])
    return ax.add_patch(Polygon(shape + (x, y), facecolor=colour, lw=0))


def _rough(factor):
    return f"{factor / 1e6:.0f} million" if factor > 1e6 else f"{float(f'{factor:.2g}'):,.0f}"
