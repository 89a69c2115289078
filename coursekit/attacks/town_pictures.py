"""A picture of a town in which a neighbour is to be found (lesson 01)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from coursekit.attacks.linkage import class_sizes, coarsen
from coursekit.plots import BLUE, INK, PALE, RED, Picture, Reading, canvas
from coursekit.plots.people import inside, person
from coursekit.plots.pixels import Number, Tiles, paler

MORE = ["sex", "race", "hispanic", "relationship"]  # what can be released besides block and age, in this order
BESIDES = {"nothing": 0, "sex": 1, "+ race": 2, "+ origin": 3, "+ relation": 4}  # each keeps those before
CROWDS = (1, 2, 5, 20)  # from how many people on who look alike a figure is paler
SHADES = [RED, *(paler(BLUE, depth) for depth in (0.9, 0.5, 0.25))]
_CELL = 16  # pixels for each person of the map


def neighbours(town, index, name):
    """Draw every person of a town on their block, red if nobody else looks like them in what is released.

    `town` is a `simulate_census`; the row with the label `index` is of `name`, whose block is drawn enlarged. The
    `move` of the Picture takes ``width`` (years in an age group; 0: no age is released) and ``besides`` (a key of
    `BESIDES`).
    """
    figure, (ax, side) = canvas(2, ratios=[2.7, 1], height=344)
    home = town.loc[index, "block"]
    where, corners = town_map(town["block"].to_numpy(), columns=70)
    colours = ListedColormap([*SHADES, "#f1f1f4", (1, 1, 1, 0)])
    squares = Tiles(ax, where, colours)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title(f"{len(town):,} people on {len(corners)} blocks. Can you turn them all blue?", x=0, ha="left")
    x, y, wide, high = corners[home]
    frame = ax.add_patch(Rectangle((x, y), wide, high, fill=False, ec=INK, lw=2.5))
    ax.text(x + wide / 2, y + high + 4, f"{name}'s block", fontsize=13, weight="bold", ha="center", va="top")
    side.set(xlim=(0, 10), ylim=(0, 19.3))
    side.axis("off")
    side.set_title("How many look the same?", x=0, ha="left")
    for k, words in enumerate(["only this one", "2 to 4 people", "5 to 19 people", "20 or more"]):
        person(side, 0.6, 17.75 - 1.45 * k, 1.25, color=SHADES[k])
        side.text(1.5, 18.3 - 1.45 * k, words, va="center", fontsize=12, weight="bold" if k == 0 else "normal")
    side.text(0, 11.9, f"{name}'s block", va="center", fontsize=13, weight="bold")
    at_home = np.flatnonzero(town["block"] == home)
    places = [(1.2 + 2.3 * (k % 4), 8.9 - 3.6 * (k // 4)) for k in range(len(at_home))]
    figures = [person(side, *place, 2.3, color=RED) for place in places]
    x, y = places[town.index[at_home].get_loc(index)]
    side.add_patch(Rectangle((x - 1.1, y - 0.3), 2.2, 2.8, fill=False, ec=INK, lw=2.5))
    side.text(x, y - 0.85, name, fontsize=12, weight="bold", va="center", ha="center")
    side.text(0, 4.1, "Alone with these values:", va="center", fontsize=13, weight="bold")
    number = Number(side, 0, 3.2, size=15)
    side.add_patch(Rectangle((0, 1.5), 10, 1.0, color=PALE, lw=0))
    bar = side.add_patch(Rectangle((0, 1.5), 0, 1.0, color=RED, lw=0))
    guessed = side.plot([0, 0], [1.2, 2.6], color=INK, lw=3, visible=False)[0]
    said = Number(side, 0, 0.6, size=12)
    codes = town.assign(**{column: town[column].astype("category").cat.codes for column in ["block", *MORE]})
    place = town.index.get_loc(index)

    @cache
    def alike(width, more):
        keys = ["block", *MORE[:more]]
        seen = codes[keys] if width == 0 else codes[keys].assign(age=coarsen(town["age"], width))
        return class_sizes(seen, list(seen))

    def move(width, besides):
        many = alike(width, BESIDES[besides])
        shade = np.searchsorted(CROWDS, many, side="right") - 1
        squares.classes = np.append(shade, [len(CROWDS), len(CROWDS) + 1])
        for figure_of, k in zip(figures, at_home):
            figure_of.set_color(SHADES[shade[k]])
        alone = int((many == 1).sum())
        share = alone / len(town)
        percent = f"{share:.0%}" if share >= 0.01 else f"{share:.1%}"
        bar.set_width(10 * share)
        number.set(text=f"{percent} of the town")
        ages = {0: "", 1: ", age in years"}.get(width, f", age in groups of {width} years")
        released = f"block{ages}" + "".join(f", {column}" for column in MORE[: BESIDES[besides]])
        like = int(many[place]) - 1
        he = "nobody else looks" if like == 0 else f"{like} other{'s' * (like > 1)} look{'s' * (like == 1)}"
        return Reading(
            f"Released: {released.replace('hispanic', 'origin')}. {alone:,} of {len(town):,} people ({percent}) "
            f"look like nobody else, and {he} like {name}.",
            f"A map of {len(corners)} blocks with a small figure for each person; {percent} are red, because nobody "
            f"else looks like them, most of them on small blocks. {name}'s block is enlarged: "
            f"{int((many[at_home] == 1).sum())} of {len(at_home)} are red.",
            truth=share,
        )

    def mark(value):
        guessed.set(xdata=[10 * value] * 2, visible=True)
        said.set(text=f"your guess: {value:.0%}", x=min(10 * value, 6), ha="left")

    return Picture(figure, (squares, frame, *figures, bar, number, guessed, said), move, mark, (guessed, said))


def town_map(blocks, columns):
    """Give the map's pixels, as persons' numbers (then the ground, then nothing), and each block's place on it.

    Blocks stand in rows from left to right, the largest first, each as wide as it is high.
    """
    names, block, sizes = np.unique(blocks, return_inverse=True, return_counts=True)
    corners, x, y, high = {}, 0, 0, 0
    for k in np.argsort(-sizes, kind="stable"):
        wide = int(np.ceil(np.sqrt(sizes[k])))
        if x + wide > columns:
            x, y, high = 0, y + high + 1, 0
        tall = -(-int(sizes[k]) // wide)
        corners[k] = (x, y, wide, tall)
        x, high = x + wide + 1, max(high, tall)
    where = np.full(((y + high) * _CELL + 6, columns * _CELL + 6), len(blocks) + 1)
    ys, xs = np.mgrid[_CELL - 1 : -1 : -1, 0:_CELL] + 0.5
    body = inside(0.84 * (xs / _CELL - 0.5), 1.1 * (ys / _CELL - 0.5))  # as large as the cell allows
    found = {}
    for k, (x, y, wide, tall) in corners.items():
        left, top = x * _CELL + 3, y * _CELL + 3
        where[top - 3 : top + tall * _CELL + 3, left - 3 : left + wide * _CELL + 3] = len(blocks)
        for place, one in enumerate(np.flatnonzero(block == k)):
            row, column = top + place // wide * _CELL, left + place % wide * _CELL
            where[row : row + _CELL, column : column + _CELL][body] = one
        found[names[k]] = (left - 7, top - 7, wide * _CELL + 14, tall * _CELL + 14)
    return where, found
