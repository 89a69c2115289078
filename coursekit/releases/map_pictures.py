"""Pictures of a map with very many empty squares: people who do not exist, and a hut with one person (lesson 10)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, power, says, ticks
from coursekit.plots.pixels import Tiles, paler
from coursekit.releases.histograms import (
    above_threshold, clamped_histogram, expected_ghosts, hut_chance, stability_threshold,
)  # fmt: skip

CLAMPED, ABOVE = "noise, below 0 set to 0", "noise and a threshold"
WAYS = (CLAMPED, ABOVE)
SIDE = 200  # the finest map has this many squares from side to side
HUT = (30, 165)  # row and column of Ada's hut on it
DASHED = (0, (5, 3))
MAPS, DELTA = 10**6, 1e-6


@cache
def county():
    """Return how many of 20,000 people live in each of the finest squares: villages, and a hut with one of them."""
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
def squares(side):
    """Return the county's counts on a map of so many squares from side to side."""
    wide = SIDE // side
    return county().reshape(side, wide, side, wide).sum(axis=(1, 3))


def _shade(counts):
    return np.searchsorted([1, 6, 31], counts, side="right")


def empty_squares():
    """Draw a county as it is, and as it is published with noise: who lives where nobody lives?

    The `move` of this Picture takes ``side`` (squares from side to side, a divisor of 200), ``way`` (one of `WAYS`),
    ``epsilon`` and ``rng``; δ is 10⁻⁶, neighbours replace one person. What is to be guessed: how many people the map of
    100 x 100 squares shows, at ε = 1, where nobody lives.
    """
    figure, (left, right, ax) = canvas(3, height=262, ratios=[1, 1, 0.72])
    where = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    blues, oranges = ([paler(colour, depth) for depth in (0.45, 0.75, 1)] for colour in (BLUE, ORANGE))
    greys = [paler(INK, depth) for depth in (0.3, 0.42, 0.55)]
    maps = [Tiles(left, where, ListedColormap(["white", *blues])),
            Tiles(right, where, ListedColormap(["white", *oranges, *greys]))]
    for one, title in ((left, "where 20,000 people live"), (right, "the published map")):
        one.set(xticks=[], yticks=[], title=title)
        one.spines[:].set_visible(True)
    rings = [one.plot([HUT[1]], [HUT[0]], "o", mfc="none", color=INK, ms=15, mew=2)[0] for one in (left, right)]
    hut = left.text(HUT[1], HUT[0] + 24, "Ada's hut", fontsize=12, color=INK, ha="center", va="center")
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ghosts = ax.text(0, 0.86, "", fontsize=26, weight="bold", color=INK, va="center")
    ax.text(0, 0.72, "people in grey squares,\nwhere nobody lives", fontsize=12, color=INK, va="center")
    kept = ax.text(0, 0.44, "", fontsize=26, weight="bold", color=DARK[ORANGE], va="center")
    ax.text(0, 0.30, "people in orange squares,\nwhere somebody lives", fontsize=12, color=INK, va="center")
    guessed = ax.text(0, 0.06, "", fontsize=12, color=DARK[PURPLE], va="center")

    def move(side, way, epsilon, rng):
        truth, wide = squares(side), SIDE // side
        threshold = stability_threshold(epsilon=epsilon, delta=DELTA)
        if way == CLAMPED:
            shown = clamped_histogram(truth, epsilon=epsilon, rng=rng)
        else:
            shown = above_threshold(truth, threshold, epsilon / 2, rng)
        fine = [np.repeat(np.repeat(each, wide, axis=0), wide, axis=1) for each in (truth, shown)]
        maps[0].classes = _shade(fine[0]).ravel().astype(np.uint8)
        maps[1].classes = (_shade(fine[1]) + 3 * ((fine[0] == 0) & (fine[1] > 0))).ravel().astype(np.uint8)
        made_up, real = int(shown[truth == 0].sum()), int(shown[truth > 0].sum())
        ghosts.set_text(f"{made_up:,}")
        kept.set_text(f"{real:,}")
        row, column = (x // wide for x in HUT)
        for ring in rings:
            ring.set_data([(column + 0.5) * wide - 0.5], [(row + 0.5) * wide - 0.5])
        rule = "with noise on every square" if way == CLAMPED else f"with a threshold of {threshold}"
        found = "on it" if shown[row, column] else "not on it"
        ada = "" if truth[row, column] > 1 or way == CLAMPED else f" Ada's hut is {found}."
        return Reading(
            f"{side * side:,} squares, ε = {epsilon:g}, {rule}: {made_up:,} people stand where nobody lives, and "
            f"{real:,} of 20,000 where somebody does.{ada}",
            f"Two maps of {side} by {side} squares. Left, villages and a hut in blue. Right, as published: {made_up:,} "
            f"people in grey squares that are empty in truth, and {real:,} in orange ones.",
            truth=round(expected_ghosts(cells=int((squares(100) == 0).sum()), epsilon=1), -2),
        )

    moving = *maps, *rings, hut, ghosts, kept, guessed
    return Picture(figure, moving, move, says(guessed, "your guess: {:,.0f} in grey"))


def lone_hut():
    """Draw on how many of a million maps a hut with one person is, by the threshold, and how many δ allows; ε is 1.

    The `move` of this Picture takes ``threshold`` (5 to 40) and ``delta``; neighbours replace one person. What is to be
    guessed: on how many of a million maps it is, with a threshold of 10.
    """
    figure, ax = canvas(height=285)
    every = np.arange(5, 41)
    maps = np.array([MAPS * hut_chance(int(T), epsilon=1) for T in every])
    dots = ax.scatter(every, maps, s=95, lw=0)
    here = ax.plot([], [], "o", mfc="none", color=INK, ms=19, mew=2.5)[0]
    told = ax.text(0, 0, "", fontsize=13, weight="bold", color=INK, bbox={"fc": "white", "ec": "none", "pad": 1})
    limit = ax.axhline(1, color=INK, lw=2.2)
    name = ax.text(0, 1, "", fontsize=12, color=INK, va="bottom")
    guess = ax.axhline(1, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(0.99, 0.99, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top", transform=ax.transAxes)
    ax.set(yscale="log", xlim=(4, 41), ylim=(2e-4, MAPS), xlabel="threshold: only counts above it are published")
    ax.set(ylabel="of a million maps: from line\nto line 100 times fewer")
    ax.grid(axis="y", color=PALE)
    ax.set_title("On how many of a million maps is a hut with one person?")
    ticks(ax.xaxis, range(5, 41, 5))
    ticks(ax.yaxis, [1e6, 1e4, 100, 1, 0.01])

    def move(threshold, delta):
        allowed, seen = MAPS * delta, maps[threshold - 5]
        dots.set_facecolor([BLUE if fine else RED for fine in maps <= allowed])
        here.set_data([threshold], [seen])
        told.set(text=f"{plain(seen)} of a million maps", x=threshold + 1, y=seen * 3, ha="left")
        if threshold >= 20:  # to the right it would come close to what δ allows
            told.set(x=threshold - 1, y=max(seen / 12, 4e-4), ha="right")
        limit.set_ydata([allowed, allowed])
        name.set(text=f"δ = {power(delta)} allows {allowed:,.12g}", y=allowed * 1.25)
        name.set(x=40.8 if delta > 5e-7 else 4.2, ha="right" if delta > 5e-7 else "left")  # where no dot comes
        verdict = "more than δ allows."
        if seen <= allowed:  # it is for the reader to find, so it is not told before
            least = stability_threshold(epsilon=1, delta=delta)
            verdict = f"δ allows it. The smallest threshold that keeps the promise is {least}."
        return Reading(
            f"With a threshold of {threshold}, Ada's hut is on {plain(seen)} of a million maps: {verdict}",
            f"A falling row of dots on a log axis, red above the line of delta {delta:g} and blue below; the ring is "
            f"at a threshold of {threshold}, with {seen:.2g} maps.",
            truth=round(maps[5], -2),
        )

    def mark(guessed_maps):
        guess.set(ydata=[guessed_maps] * 2, visible=True)
        guessed.set_text(f"dashed: your guess, {guessed_maps:,}")

    return Picture(figure, (limit, name, guess, guessed, dots, here, told), move, mark)
