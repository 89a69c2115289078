"""Pictures of tables that fit their totals: a club of two counts (lesson 12)."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.conditional.tables import town, totals
from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, Picture, Reading, canvas, ticks

COMES, BENT, FITS = "take it as it comes", "bend it to fit", "keep it if it fits"
CLUB, TEN = (3, 7), [[1, 1]]  # girls of 10-14 and of 15-17 in Mia's club
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}


def bars(places, heights, width):
    """Give the corners of upright bars from 0."""
    x, y = np.asarray(places, float)[:, None], np.asarray(heights, float)[:, None]
    return np.stack([np.hstack([x - width, x - width, x + width, x + width]), np.hstack([0 * y, y, y, 0 * y])], axis=-1)


def two_counts():
    """Draw noisy tables of a club, two counts each, and what is done with those whose sum is not ten.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`), ``tables`` (1 to 1000), ``epsilon`` (of each
    count) and ``rng``. To be guessed: how many of a hundred tables fit at ε = 0.5.
    """
    figure, (left, right) = canvas(2, height=295, ratios=[1.15, 1])
    left.plot([-9, 19], [19, -9], color=INK, lw=2, zorder=1)
    left.axhspan(-9, 0, color=PALE, alpha=0.45, lw=0)
    left.axvspan(-9, 0, color=PALE, alpha=0.45, lw=0)
    left.text(12.7, -2.2, "below zero", size=12, color=INK, ha="right", va="center")
    line = left.text(12.8, 4.6, "the line:\nten girls in all", size=12, color=INK, ha="right", va="center")
    threads = LineCollection([], lw=0.9, color=PALE)
    left.add_collection(threads)
    away = left.plot([], [], "o", color=PALE, ms=5.5, mew=0)[0]
    dots = left.plot([], [], "o", color=ORANGE, ms=6.5, mew=0, alpha=0.75)[0]
    hits = left.plot([], [], "o", color=DARK[ORANGE], ms=8.5, mew=0)[0]
    truth = left.plot(*CLUB, "o", mfc="none", color=DARK[BLUE], ms=19, mew=3)[0]
    named = left.text(-5.7, 4.6, "the truth:\n3 and 7", size=13, weight="bold", color=DARK[BLUE], va="center")
    left.plot([-1.7, 2], [5.2, 6.6], color=DARK[BLUE], lw=1.5)
    corner = {"ha": "right", "va": "top", "weight": "bold", "size": 15}
    count = left.text(0.985, 0.97, "", transform=left.transAxes, color=INK, **corner)
    said = left.text(0.985, 0.8, "", transform=left.transAxes, color=INK, size=12, ha="right", va="top")
    for text in (line, named, count, said):
        text.set_bbox(PAPER)
    left.set(xlim=(-6, 13), ylim=(-3, 18.5), xlabel="girls of 10–14, as published", ylabel="girls of 15–17")
    left.set_title("Each dot is a table of two counts", size=14)
    for axis in (left.xaxis, left.yaxis):
        ticks(axis, [0, 5, 10, 15][: 3 if axis is left.xaxis else 4])
    heights = right.add_collection(PolyCollection([], color=ORANGE, lw=0))
    right.axvline(3, color=BLUE, lw=3, zorder=0)
    off = right.text(0.99, 0.97, "", transform=right.transAxes, color=DARK[ORANGE], **corner)
    off.set_bbox(PAPER)
    right.text(2.6, 93, "the truth: 3", size=12, color=DARK[BLUE], ha="right", va="center")
    right.set(xlim=(-6, 13), ylim=(0, 100), xlabel="girls of 10–14, as published", ylabel="of 100 published tables")
    right.set_title("How many girls of 10–14 are published", size=14)
    ticks(right.xaxis, [0, 3, 5, 10])

    def near(error):
        return f"{error:.{1 + (error < 0.1)}f}"

    @cache
    def chance(epsilon):
        return float(np.exp(FittingTable(truth=CLUB, kept=TEN, epsilon=epsilon).log_chance))

    def move(way, tables, epsilon, rng):
        shake = rng.uniform(-0.3, 0.3, (1000, 2))[:tables]
        noisy, fits = keep_if_it_fits(CLUB, TEN, epsilon=epsilon, tries=1000, rng=rng)
        noisy, fits = noisy[-tables:].astype(float), fits[-tables:]
        out = bend(noisy, CLUB, TEN) if way == BENT else noisy[fits] if way == FITS else noisy
        threads.set_segments(np.stack([noisy + shake, out], axis=1) if way == BENT else [])
        away.set_data(*(noisy + shake).T if way != COMES else ([], []))
        slide = shake[:, :1] * [1, -1] if way == BENT else 0.7 * shake[fits] if way == FITS else shake
        dots.set_data(*(out + slide).T)
        hits.set_data(*(noisy + 0.4 * shake)[fits].T if way == COMES else ([], []))
        many = f"{fits.sum()} of {tables:,} {'tables' * (tables > 1) or 'table'} {'fits' if fits.sum() == 1 else 'fit'}"
        usual = f"on average {100 * chance(epsilon):.0f} of 100 do"
        count.set_text(f"{many.replace(' tables', '').replace(' table', '')}\non average {100 * chance(epsilon):.0f}%")
        # a bent table may have half a girl, who is half in the bar below and half in the one above
        places, seen = np.unique(np.r_[np.floor(out[:, 0] + 0.25), np.ceil(out[:, 0] - 0.25)], return_counts=True)
        heights.set_verts(bars(places, 50 * seen / max(len(out), 1), 0.42))
        error = np.abs(out[:, 0] - 3).mean() if len(out) else None
        off.set_text("nothing is\npublished yet" if error is None else f"off by {near(error)}\non average")
        done = {COMES: "All are published, also those that do not fit.", BENT: "All are bent onto the line.",
                FITS: "What does not fit is thrown away."}[way]  # fmt: skip
        tail = "" if error is None else f" The girls of 10–14 are off by {near(error)} on average."
        return Reading(
            f"ε = {epsilon:g}: {many}; {usual}. {done}{tail}",
            f"Left, {tables} noisy tables around the blue ring at 3 and 7; {fits.sum()} lie on the line of ten girls. "
            f"Right, bars of the {len(out)} published numbers of young girls. {way}, epsilon {epsilon:g}.",
            truth=round(100 * chance(0.5)),
        )

    def mark(value):
        said.set_text(f"your guess: {value} of 100")

    return Picture(figure, (threads, away, dots, hits, truth, line, named, heights, off, count, said), move, mark)


@cache
def law(kept, epsilon):
    """Give the law of a town whose noise fits, made once for each setting."""
    return FittingTable(truth=town(), kept=totals(kept), epsilon=epsilon)
