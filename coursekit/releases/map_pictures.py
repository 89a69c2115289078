"""Pictures of a map with very many empty squares: people who do not exist, and a hut with one person (lesson 10)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, plain, says
from coursekit.plots.pixels import Tiles, paler
from coursekit.releases.histograms import above_threshold, clamped_histogram, expected_ghosts, hut_chance

SIDE = 200  # the finest map has this many squares from side to side
HUT = (30, 165)  # row and column of Ada's hut on it
MAPS, DELTA = 10**6, 1e-6


@cache
def county():
    """Return how many of 20,000 patients live in each of the finest squares: villages, and a hut with one of them."""
    rng = np.random.default_rng(8)
    centres = rng.uniform(25, SIDE - 25, size=(9, 2))
    weights = rng.dirichlet(np.full(9, 2.0))
    village = rng.choice(9, size=19_999, p=weights)
    places = np.rint(centres[village] + rng.normal(scale=3.2, size=(19_999, 2))).astype(int).clip(0, SIDE - 1)
    counts = np.zeros((SIDE, SIDE), int)
    np.add.at(counts, tuple(places.T), 1)
    row, column = HUT
    counts[row - 12 : row + 13, column - 12 : column + 13] = 0
    counts[np.unravel_index(counts.argmax(), counts.shape)] += 19_999 - counts.sum()
    counts[HUT] = 1
    return counts


@cache
def squares():
    """Return the county's counts on a map of 100 squares from side to side."""
    return county().reshape(100, 2, 100, 2).sum(axis=(1, 3))


def _shade(counts):
    return np.searchsorted([1, 6, 31], counts, side="right")


def empty_squares():
    """Draw a clinic's patients and the map it publishes: who is invented, who is missing, and is a hut seen?

    The `move` of this Picture takes ``threshold`` (0: noise on every square, and none is left out; 1 to 40) and
    ``rng``. ε is 1 and δ 10⁻⁶, and neighbours replace one person. What is to be guessed: how many patients the
    map shows where none lives, with noise on every square.
    """
    figure, (left, right, ax) = canvas(3, height=315, ratios=[1.12, 1.12, 1])
    truth = squares()
    where = np.repeat(np.repeat(np.arange(100 * 100).reshape(100, 100), 2, axis=0), 2, axis=1)
    blues, oranges = ([paler(colour, depth) for depth in (0.45, 0.75, 1)] for colour in (BLUE, ORANGE))
    greys = [paler(INK, depth) for depth in (0.3, 0.42, 0.55)]
    Tiles(left, where, ListedColormap(["white", *blues])).classes = _shade(truth).ravel().astype(np.uint8)
    shown_map = Tiles(right, where, ListedColormap(["white", *oranges, *greys]))
    rings, names, style = [], [], {"fontsize": 13, "ha": "center", "va": "center"}
    style["bbox"] = {"fc": "white", "ec": "none", "pad": 1.5}
    for one, title in ((left, "where 20,000 patients live"), (right, "the published map")):
        one.set(xticks=[], yticks=[], title=title)
        one.spines[:].set_visible(True)
        rings.append(one.plot([HUT[1]], [HUT[0]], "o", mfc="none", color=INK, ms=22, mew=3.5)[0])
        names.append(one.text(HUT[1] - 3, HUT[0] - 20, "Ada's hut", weight="bold", color=INK, **style))
    left.plot([HUT[1]], [HUT[0]], "s", color=BLUE, ms=6)  # her square is too small to be seen
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    told, under = [], []  # the number that the reader watches stands on top, where a low window shows it
    for y, colour in ((0.95, DARK[BLUE]), (0.7, INK), (0.45, DARK[ORANGE])):
        told.append(ax.text(0, y, "", fontsize=22, weight="bold", color=colour, va="center"))
        under.append(ax.text(0, y - 0.055, "", fontsize=13, color=INK, va="top"))
    under[2].set_text("patients missing, whose\nsquare is not shown")
    guessed = ax.text(0.5, 0.7, "", fontsize=12, color=DARK[PURPLE], va="center")
    ax.text(0, 0.235, "People in a square:", fontsize=12, color=INK, va="center")
    for y, shade, many in zip((0.165, 0.1, 0.035), range(3), ("1 to 5", "6 to 30", "more")):
        for x, colours in zip((0.03, 0.1, 0.17), (blues, oranges, greys)):
            ax.plot([x], [y], "s", color=colours[shade], ms=11)
        ax.text(0.24, y, many, fontsize=12, color=INK, va="center")

    usual = round(expected_ghosts(cells=int((truth == 0).sum()), epsilon=1), -2)

    def move(threshold, rng):
        if threshold:
            shown = above_threshold(truth, threshold, 1 / 2, rng)
        else:
            shown = clamped_histogram(truth, epsilon=1, rng=rng)
        classes = _shade(shown) + 3 * ((truth == 0) & (shown > 0))
        shown_map.classes = classes.ravel().astype(np.uint8)
        made_up, missing = int(shown[truth == 0].sum()), int(truth[(truth > 0) & (shown == 0)].sum())
        if not threshold:
            safe, number, about = True, "hidden", "is Ada, because empty\nsquares show, too"
            said = (f"Noise on every square: {made_up:,} patients are invented (usually {usual:,.0f}), {missing:,} of "
                    "20,000 are missing. A count at the hut may be noise, as in empty squares.")  # fmt: skip
        else:
            maps = MAPS * hut_chance(threshold, epsilon=1)
            safe, number, about = maps <= MAPS * DELTA, plain(maps), "of a million maps\nshow Ada's hut"
            verdict = "δ allows it" if safe else "more than the 1 that δ allows"
            said = (f"A threshold of {threshold}: nobody is invented, {missing:,} of 20,000 are missing. The hut "
                    f"shows on {number} of a million maps: {verdict}.")  # fmt: skip
        for text, value in zip(told, (number, f"{made_up:,}", f"{missing:,}")):
            text.set_text(value)
        told[0].set_color(DARK[BLUE if safe else RED])
        rings[1].set_color(BLUE if safe else RED)
        under[0].set_text(about)
        empty = "squares without any" if threshold else f"squares (usually {usual:,.0f})"
        under[1].set_text(f"patients invented, in grey\n{empty}")
        return Reading(
            said,
            f"Two maps of 100 by 100 squares. Left, villages and a ringed hut in blue. Right, as published: "
            f"{made_up:,} patients in grey squares that are empty in truth, and orange villages without {missing:,}.",
            truth=usual,
        )

    moving = (shown_map, rings[1], names[1], *told, *under[:2], guessed)
    return Picture(figure, moving, move, says(guessed, "your guess:\n{:,.0f}"))
