"""Pictures of tables that fit their totals: a club of two counts (lesson 12)."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.conditional.tables import town, totals
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, Picture, Reading, canvas, ticks

COMES, BENT, FITS = "take it as it comes", "bend it to fit", "keep it if it fits"
CLUB, TEN = (3, 7), [[1, 1]]  # girls of 10-14 and of 15-17 in Mia's club
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
VEIL = PAPER | {"alpha": 0.7}  # the dots below are still seen


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
    left.axhspan(-9, -0.5, color=PALE, alpha=0.45, lw=0)  # counts are whole: a dot shaken by 0.4 does not reach it
    left.axvspan(-9, -0.5, color=PALE, alpha=0.45, lw=0)
    under = left.text(-5.7, 0.6, "below zero", size=12, color=INK, va="center")
    line = left.text(10.9, -2.1, "the line: ten girls in all", size=12, color=INK, ha="right", va="center")
    threads = LineCollection([], lw=0.9, color=PALE)
    left.add_collection(threads)
    away = left.plot([], [], "o", color=PALE, ms=5.5, mew=0)[0]
    dots = left.plot([], [], "o", color=ORANGE, ms=6.5, mew=0, alpha=0.75)[0]
    hits = left.plot([], [], "o", color=DARK[ORANGE], ms=8.5, mew=0)[0]
    truth = left.plot(*CLUB, "o", mfc="none", color=DARK[BLUE], ms=19, mew=3)[0]
    named = left.text(-5.7, 24, "in the ring: the\ntruth, 3 and 7", size=13, weight="bold", va="top")
    named.set_color(DARK[BLUE])
    corner = {"ha": "right", "va": "top", "weight": "bold", "size": 14}
    count = left.text(0.985, 0.97, "", transform=left.transAxes, color=INK, **corner)
    said = left.text(0.985, 0.8, "", transform=left.transAxes, color=INK, size=12, ha="right", va="top")
    for text in (under, line, named, count, said):
        text.set_bbox(VEIL)
    left.set(xlim=(-6, 13), ylim=(-3, 24.8), xlabel="girls of 10–14, as published", ylabel="girls of 15–17")
    left.set_title("Each dot is a table, moved a little to be seen", size=14)
    for axis in (left.xaxis, left.yaxis):
        ticks(axis, [0, 5, 10, 15][: 3 if axis is left.xaxis else 4])
    heights = right.add_collection(PolyCollection([], color=ORANGE, lw=0))
    right.axvline(3, color=BLUE, lw=3, zorder=0)
    off = right.text(0.99, 0.97, "", transform=right.transAxes, color=DARK[ORANGE], **corner)
    off.set_size(13)
    off.set_bbox(PAPER)
    right.text(2.6, 106, "the truth: 3", size=12, color=DARK[BLUE], ha="right", va="center")
    halves = right.text(0.99, 0.7, "4.5 counts half\nin the bar of 4,\nhalf in that of 5", transform=right.transAxes)
    halves.set(size=12, color=INK, ha="right", va="top")
    right.set(xlim=(-6, 13), ylim=(0, 112), xlabel="girls of 10–14, as published", ylabel="of 100 published tables")
    right.set_title("How many girls of 10–14 are published", size=14)
    ticks(right.xaxis, [0, 3, 5, 10])
    ticks(right.yaxis, [0, 25, 50, 75, 100])

    def near(error):
        return f"{error:.{1 + (error < 0.1)}f}"

    @cache
    def chance(epsilon):
        return float(np.exp(FittingTable(truth=CLUB, kept=TEN, epsilon=epsilon).log_chance))

    def move(way, tables, epsilon, rng):
        shake = rng.uniform(-0.4, 0.4, (1000, 2))[:tables]
        noisy, fits = keep_if_it_fits(CLUB, TEN, epsilon=epsilon, tries=1000, rng=rng)
        noisy, fits = noisy[-tables:].astype(float), fits[-tables:]
        along = shake[:, :1] * [1, -1]  # what fits stays on the line
        shake = np.where(fits[:, None], along, shake)
        out = bend(noisy, CLUB, TEN) if way == BENT else noisy[fits] if way == FITS else noisy
        threads.set_segments(np.stack([noisy + shake, out], axis=1) if way == BENT else [])
        away.set_data(*(noisy + shake).T if way != COMES else ([], []))
        shown = out + (shake if way == COMES else along[fits] if way == FITS else along)
        dots.set_data(*(shown if way == COMES else np.clip(shown, 0, 10)).T)
        hits.set_data(*(noisy + shake)[fits].T if way == COMES else ([], []))
        one = fits.sum() == 1 or tables == 1
        many = f"{fits.sum()} of {tables:,} {'tables' * (tables > 1) or 'table'} {'fits' if one else 'fit'}"
        usual = f"on average {100 * chance(epsilon):.0f} of 100 do"
        below = "before they are bent" if way == BENT else f"on average {100 * chance(epsilon):.0f}%"
        short = f"{many.replace(' tables', '').replace(' table', '')}\n{below}"
        beyond = int(((out < [-6, -3]) | (out > [13, 24.8])).any(axis=1).sum())
        count.set_text(short)
        places, seen = np.unique(np.hstack([np.floor(out[:, 0]), np.ceil(out[:, 0])]), return_counts=True)
        heights.set_verts(bars(places, 50 * seen / max(len(out), 1), 0.42))
        halves.set_visible(way == BENT)
        error = np.abs(out[:, 0] - 3).mean() if len(out) else None
        off.set_text("nothing is\npublished yet" if error is None else f"off from 3 by {near(error)}\non average")
        done = {COMES: "All are published, also those that do not fit.", FITS: "What does not fit is thrown away.",
                BENT: "All are bent onto the line, and what would be below zero ends at zero."}[way]  # fmt: skip
        done += f" {beyond} {'lies' if beyond == 1 else 'lie'} outside the picture." * (beyond > 0)
        tail = "" if error is None else f" The girls of 10–14 are off by {near(error)} on average."
        return Reading(
            f"ε = {epsilon:g}: {many}; {usual}. {done}{tail}",
            f"Left, {tables} noisy tables around the blue ring at 3 and 7; {fits.sum()} lie on the line of ten girls. "
            f"Right, bars of the {len(out)} published numbers of young girls. {way}, epsilon {epsilon:g}.",
            truth=round(100 * chance(0.5)),
        )

    def mark(value):
        said.set_text(f"your guess: {value} of 100")

    moving = threads, away, dots, hits, truth, under, line, named, heights, off, halves, count, said
    return Picture(figure, moving, move, mark)


def two_lists():
    """Draw how often each table of the club is drawn to fit, if Mia is 12 and if she is 15, and what one table tells.

    The `move` of this Picture takes ``table`` (0 to 10 girls of 10-14 in the table that is published). To be guessed:
    how many times the odds that she is 12 grow at most.
    """
    figure, ax = canvas(height=310)
    x, each = np.arange(11), []
    for young in (CLUB[0], CLUB[0] - 1):
        fitting = FittingTable(truth=(young, 10 - young), kept=TEN, epsilon=0.5)
        each.append(100 * np.exp(-np.abs(x - young) - fitting._log_weight))  # two counts off, 0.5 for each
    shares = np.array(each)
    up, down = shares[0, 3] / shares[1, 3], shares[1, 2] / shares[0, 2]
    ax.plot([2.5, 2.5], [0, 66], color=GREY, lw=1.5, ls=(0, (4, 3)), zorder=0)
    for place, side, age, colour in ((2.4, "right", 15, BLUE), (2.6, "left", 12, ORANGE)):
        ax.text(place, 63, f"these speak for {age}", size=13, color=DARK[colour], ha=side, va="center")
    spot = ax.axvspan(0, 1, fc="none", ec=GREY, lw=2)
    for k, (share, colour, name, place) in enumerate(zip(shares, (ORANGE, BLUE), ("12", "15"), (3.75, 1.2))):
        side = "right" if k else "left"
        ax.add_collection(PolyCollection(bars(x + 0.21 * (2 * k - 1), share, 0.2), color=colour, lw=0))
        ax.text(place, 42, f"if Mia is {name}", size=13, weight="bold", color=DARK[colour], ha=side, va="center")
    tops = [ax.text(0, 0, "", size=13, weight="bold", color=DARK[colour], ha="center", va="bottom", bbox=PAPER)
            for colour in (ORANGE, BLUE)]  # fmt: skip
    told = ax.text(10.4, 56, "", size=16, weight="bold", ha="right", va="top", linespacing=1.4)
    alike = ax.text(10.4, 33, "", size=13, color=INK, ha="right", va="top", linespacing=1.4)
    said = ax.text(10.4, 21, "", size=12, color=INK, ha="right", va="top")
    ax.set(xlim=(-0.9, 11.2), ylim=(0, 67), ylabel="of 100 draws", xlabel="the table: girls of 10–14, and of 15–17")
    ticks(ax.xaxis, list(x), [f"{k}, {10 - k}" for k in x])
    ticks(ax.yaxis, [0, 20, 40])
    ax.set_title("How often is each table drawn, if Mia is 12 and if she is 15?", size=14)

    def percent(share):
        return f"{share:.{max(2 - int(np.floor(np.log10(share))), 0)}f}%"  # three digits: who divides gets the odds

    def move(table):
        here = shares[:, table]
        high = here.max() + 0.7
        spot.set(x=table - 0.5, width=1, height=high / 67)
        for k, top in enumerate(tops):
            top.set(x=table, y=high + 0.9 + 5.2 * (1 - k), text=f"if {(12, 15)[k]}: {percent(here[k])}")
        toward, grown = (12, up) if table > 2 else (15, down)
        others = "3 or more" if table > 2 else "2 or fewer"
        told.set_text(f"{table} and {10 - table}: the odds\nfor {toward} grow\n{grown:.2f} times")
        told.set_color(DARK[ORANGE if toward == 12 else BLUE])
        alike.set_text(f"the same for each table\nwith {others} of 10–14")
        return Reading(
            f"{table} and {10 - table}: the odds that Mia is {toward} grow {grown:.2f} times. At most, odds can grow "
            f"{up:.2f} times for 12, and {down:.2f} times for 15.",
            f"Two bars for each of the eleven tables of ten girls, highest at the truth. The table {table} and "
            f"{10 - table} is marked: of the draws {percent(here[0])} if Mia is 12 and {percent(here[1])} if 15.",
            truth=round(up, 2),
        )

    def mark(value):
        said.set_text(f"your guess: {value} times")

    return Picture(figure, (spot, *tops, told, alike, said), move, mark)


@cache
def law(kept, epsilon):
    """Give the law of a town whose noise fits, made once for each setting."""
    return FittingTable(truth=town(), kept=totals(kept), epsilon=epsilon)
