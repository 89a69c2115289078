"""Pictures of tables that fit their totals: a club of two counts (lesson 12)."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.conditional.tables import town, totals
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import stamps, stand
from coursekit.plots.pixels import paler

COMES, BENT, FITS = "as it comes", "bent to fit", "drawn to fit"
CLUB, GIRLS = (1, 5), [[1, 1]]  # girls of 10-14 and of 15-17 in Mia's club, and their total
ANY = "any of six girls"  # even with a count below zero
HALF, FULL = "Mia pays half", "Mia pays the full price"
WORLDS, DOUBT = 1000, 10  # in so many of them a secret is suspected before a release
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
VEIL = PAPER | {"alpha": 0.7}  # the dots below are still seen


def worlds(odds):
    """Give in how many of 1,000 worlds a secret is suspected, if it was in ten and its odds grow so many times."""
    return np.rint(WORLDS * DOUBT * odds / (DOUBT * odds + WORLDS - DOUBT)).astype(int)


def bars(places, heights, width):
    """Give the corners of upright bars from 0."""
    x, y = np.asarray(places, float)[:, None], np.asarray(heights, float)[:, None]
    return np.stack([np.hstack([x - width, x - width, x + width, x + width]), np.hstack([0 * y, y, y, 0 * y])], axis=-1)


def two_counts():
    """Draw noisy tables of a club, two counts each, and what is done with those whose sum is not six.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`), ``tables`` (1 to 1000), ``epsilon`` (of each
    count) and ``rng``. To be guessed: how many of a hundred tables fit at ε = 0.5.
    """
    figure, (left, right) = canvas(2, height=295, ratios=[1.15, 1])
    left.plot([-9, 15], [15, -9], color=INK, lw=2, zorder=1)
    left.axhspan(-9, -0.5, color=PALE, alpha=0.45, lw=0)  # counts are whole: a dot shaken by 0.4 does not reach it
    left.axvspan(-9, -0.5, color=PALE, alpha=0.45, lw=0)
    under = left.text(-5.7, -0.4, "below zero", size=12, color=INK, va="center")
    line = left.text(12.7, -4.4, "the line: six girls in all", size=12, color=INK, ha="right", va="center")
    threads = LineCollection([], lw=0.9, color=PALE)
    left.add_collection(threads)
    away = left.plot([], [], "o", color=PALE, ms=5.5, mew=0)[0]
    dots = left.plot([], [], "o", color=ORANGE, ms=6.5, mew=0, alpha=0.75)[0]
    hits = left.plot([], [], "o", color=DARK[ORANGE], ms=8.5, mew=0)[0]
    truth = left.plot(*CLUB, "o", mfc="none", color=DARK[BLUE], ms=19, mew=3)[0]
    named = left.text(-5.7, 20.3, "in the ring: the\ntruth, 1 and 5", size=13, weight="bold", va="top")
    named.set_color(DARK[BLUE])
    corner = {"ha": "right", "va": "top", "weight": "bold", "size": 14}
    count = left.text(0.985, 0.97, "", transform=left.transAxes, color=DARK[ORANGE], **corner)
    said = left.text(0.985, 0.8, "", transform=left.transAxes, color=INK, size=12, ha="right", va="top")
    for text in (under, line, named, count, said):
        text.set_bbox(VEIL)
    left.set(xlim=(-6, 13), ylim=(-6, 21), xlabel="girls of 10–14, as published", ylabel="girls of 15–17")
    left.set_title("Each dot is a table, moved a little to be seen", size=14)
    for axis in (left.xaxis, left.yaxis):
        ticks(axis, [0, 5, 10, 15][: 3 if axis is left.xaxis else 4])
    heights = right.add_collection(PolyCollection([], color=ORANGE, lw=0))
    right.axvline(1, color=BLUE, lw=3, zorder=0)
    off = right.text(0.99, 0.97, "", transform=right.transAxes, color=INK, **corner)
    off.set_size(13)
    off.set_bbox(PAPER)
    right.text(0.02, 0.93, "the truth: 1", transform=right.transAxes, size=12, color=DARK[BLUE], va="center")
    halves = right.text(0.99, 0.7, "1.5 counts half\nin the bar of 1,\nhalf in that of 2", transform=right.transAxes)
    halves.set(size=12, color=INK, ha="right", va="top")
    right.set(xlim=(-6, 13), ylim=(0, 80), xlabel="girls of 10–14, as published", ylabel="of 100 published tables")
    right.set_title("How many girls of 10–14 are published", size=14)
    ticks(right.xaxis, [0, 1, 5, 10])
    ticks(right.yaxis, [0, 25, 50, 75, 100])

    def near(error):
        return f"{error:.{1 + (error < 0.1)}f}"

    @cache
    def chance(epsilon):
        return float(np.exp(FittingTable(truth=CLUB, kept=GIRLS, epsilon=epsilon).log_chance))

    def move(way, tables, epsilon, rng):
        shake = rng.uniform(-0.4, 0.4, (1000, 2))[:tables]
        noisy, fits = keep_if_it_fits(CLUB, GIRLS, epsilon=epsilon, tries=1000, rng=rng)
        noisy, fits = noisy[-tables:].astype(float), fits[-tables:]
        along = shake[:, :1] * [1, -1]  # what fits stays on the line
        shake = np.where(fits[:, None], along, shake)
        out = bend(noisy, CLUB, GIRLS) if way == BENT else noisy[fits] if way == FITS else noisy
        threads.set_segments(np.stack([noisy + shake, out], axis=1) if way == BENT else [])
        away.set_data(*(noisy + shake).T if way != COMES else ([], []))
        shown = noisy + shake if way == COMES else np.clip(out + along, 0, 6) if way == BENT else noisy[:0]
        dots.set_data(*shown.T)
        hits.set_data(*(noisy + along)[fits].T if way != BENT else ([], []))
        said.set_visible(epsilon == 0.5)  # it was a guess for this noise
        one = fits.sum() == 1 or tables == 1
        many = f"{fits.sum()} of {tables:,} {'tables' * (tables > 1) or 'table'} {'fits' if one else 'fit'}"
        usual = f"on average {100 * chance(epsilon):.0f} of 100 do"
        below = "before they are bent" if way == BENT else f"usually {100 * chance(epsilon):.0f} of 100"
        short = f"{many.replace(' tables', '').replace(' table', '')}\n{below}"
        beyond = int(((out < [-6, -6]) | (out > [13, 21])).any(axis=1).sum())
        count.set_text(short)
        places, seen = np.unique(np.hstack([np.floor(out[:, 0]), np.ceil(out[:, 0])]), return_counts=True)
        high = 50 * seen / max(len(out), 1)
        heights.set_verts(bars(places, high, 0.42))
        right.set_ylim(0, 110 if max(high, default=0) > 70 else 80)
        halves.set_visible(way == BENT)
        error = np.abs(out[:, 0] - CLUB[0]).mean() if len(out) else None
        off.set_text("nothing is\npublished yet" if error is None else f"off from 1 by {near(error)}\non average")
        done = {COMES: "All are published, also those that do not fit.",
                FITS: "What does not fit is thrown away and drawn again.",
                BENT: "All are bent onto the line, and what would be below zero ends at zero."}[way]  # fmt: skip
        done += f" {beyond} {'lies' if beyond == 1 else 'lie'} outside the picture." * (beyond > 0)
        tail = "" if error is None else f" The girls of 10–14 are off by {near(error)} on average."
        return Reading(
            f"ε = {epsilon:g}: {many}; {usual}. {done}{tail}",
            f"Left, {tables} noisy tables around the blue ring at 1 and 5; {fits.sum()} lie on the line of six girls. "
            f"Right, bars of the {len(out)} published numbers of young girls. {way}, epsilon {epsilon:g}.",
            truth=round(100 * chance(0.5)),
        )

    def mark(value):
        said.set_text(f"your guess: {value} of 100")

    moving = threads, away, dots, hits, truth, under, line, named, heights, off, halves, count, said
    return Picture(figure, moving, move, mark)


@cache
def bent_club(truth):
    """Give how likely each bent table of the club is, with 0, 1/2, … 6 girls of 10-14, if `truth` of them are so.

    >>> [round(1000 * float(bent_club(k)[0])) for k in (1, 0)]
    [320, 565]
    """
    noise, fall, halves = np.arange(-60, 61), np.exp(-0.5), np.arange(2 * sum(CLUB) + 1)
    chance = (1 - fall) / (1 + fall) * fall ** np.abs(noise)
    lead = np.subtract.outer(noise, noise) + 2 * truth  # twice the girls of 10-14, on the line
    return np.bincount(np.clip(lead, halves[0], halves[-1]).ravel(), weights=np.outer(chance, chance).ravel())


def alone():
    """Draw how often tables of six girls are published, if Mia is 12, as she says, and if she is 15.

    Published is 0 and 6, as if nobody were 10-14. The `move` of this Picture takes ``way`` (`ANY` of six girls, drawn
    or bent to fit) and ``girls`` (of 10-14, Mia among them, 1 to 3). To be guessed: whether a suspicion of 10 in 1,000
    grows to 27, as where any table of six girls is published, or to less or more, if it is drawn to fit.
    """
    figure, (*fields, right) = canvas(3, height=320, ratios=[1, 1, 0.95])
    x, fall, most, parts = np.arange(-3, 10), np.exp(-1), sum(CLUB), []
    for ax, colour, title in zip(fields, (BLUE, ORANGE), ("If Mia is 12, as she says", "If Mia is 15")):
        shown, one = (ax.add_collection(PolyCollection([], fc=c, lw=0)) for c in (paler(colour, 0.35), colour))
        gone = ax.add_collection(PolyCollection([], fc="white", ec=GREY, lw=1.2))
        true, lost, told = (ax.text(8.6, y, "", size=13, color=INK, ha="right", va="center") for y in (98, 89, 80))
        told.set(size=14, weight="bold", color=DARK[colour])
        named = ax.text(0.42, 0, "0 and 6", size=12, color=DARK[colour], ha="right", va="bottom")
        ax.set(xlim=(-3.7, 8.7), ylim=(0, 102), yticks=[], xlabel="girls of 10–14 in the table")
        ax.spines["left"].set_visible(False)
        ax.set_title(title, size=14)
        ticks(ax.xaxis, [-2, 0, 2, 4, 6, 8], ["−2", "0", "2", "4", "6", "8"])
        parts.append((shown, one, gone, told, named, lost, true))
    right.set(xlim=(-0.8, 9.8), ylim=(-3.4, 8), xticks=[], yticks=[])
    right.spines[:].set_visible(False)
    right.set_title("In how many worlds is she 15?", size=14)
    k = np.arange(40)
    places = np.c_[k % 10, 7 - 1.5 * (k // 10) - 1.1 * (k > 29)]
    crowd = stamps(right, 16, [DARK[GREY], ORANGE, RED])
    right.axhline(2.55, color=INK, lw=2)
    right.text(9.7, 2.65, "the rule: no more than 30", size=12, va="bottom", ha="right", color=INK)
    heights = 0.2, -1.1, -2.05, -3.1
    price, before, after, said = (right.text(-0.6, y, "", size=12, color=INK, va="center") for y in heights)
    for text in (price, after):
        text.set(size=14, weight="bold")

    def published(way, truth):
        """Give where bars stand, how high, of 100, and which are white; and the tables of 0 and 6, and of how many."""
        if way == BENT:
            chance = bent_club(truth)
            return 0.5 * np.arange(len(chance)), 100 * chance, np.zeros(len(chance), bool), 1000 * chance[0], 1000
        tables = 1000 * fall ** np.abs(x - truth) * (1 - fall) / (1 + fall)
        below = 1000 * (fall ** (truth + 1) + fall ** (most + 1 - truth)) / (1 + fall)  # of either age
        is_gone, kept = ((x < 0) | (x > most)) & (way == FITS), 1000 - below * (way == FITS)
        return x, np.where(is_gone, tables / 10, 100 * tables / kept), is_gone, tables[x == 0][0], kept

    def move(way, girls):
        once, kept = [], []
        for (shown, one, gone, told, named, lost, true), truth in zip(parts, (girls, girls - 1)):
            where, high, is_gone, said_so, of = published(way, truth)
            for artist, some in ((shown, ~is_gone & (where != 0)), (one, where == 0), (gone, is_gone)):
                artist.set_verts(bars(where[some], high[some], 0.2 if way == BENT else 0.4))
            named.set_y(float(high[where == 0][0]) + 1)
            true.set_text(f"the truth: {truth} and {most - truth}")
            lost.set_text(f"white: {1000 - of:.0f} thrown away" if way == FITS else "")
            told.set_text(f"{said_so:.0f} of {of:,.0f} = {100 * said_so / of:.0f}%")
            once.append(said_so)
            kept.append(of)
        odds = once[1] / kept[1] / (once[0] / kept[0])
        many = int(worlds(odds))
        stand(crowd, places[:many], (k[:many] >= 10) + (k[:many] >= 30) * 1)
        price.set_text(FULL if many > 30 else HALF)
        before.set_text("published: 0 and 6. The odds grow")
        after.set_text(f"{odds:.2f} times, from 10 to {many} worlds")
        for text in (price, after):
            text.set_color(DARK[RED] if many > 30 else INK)
        return Reading(
            f"0 and 6 is {once[1]:.0f} of {kept[1]:,.0f} tables if Mia is 15, and {once[0]:.0f} of {kept[0]:,.0f} if "
            f"she is 12. The odds grow {odds:.2f} times, the suspicion from 10 to {many} of 1,000 worlds. "
            f"{FULL if many > 30 else HALF}.",
            f"Two hills of bars, and a crowd of {many} small figures, {max(many - 30, 0)} of them below a line at 30. "
            f"{girls} of six girls are 10 to 14; published: {way}.",
            truth="to more than 27",
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    hills = [artist for part in parts for artist in part]
    return Picture(figure, (*hills, *crowd, price, before, after, said), move, mark)


@cache
def law(kept, epsilon):
    """Give the law of a town whose noise fits, made once for each setting."""
    return FittingTable(truth=town(), kept=totals(kept), epsilon=epsilon)
