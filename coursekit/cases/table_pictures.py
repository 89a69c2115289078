"""Pictures of claims: ten questions for an announcement, and twenty releases in the order of their odds (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.cases.deployed import by_one_rule, protects_people, with_odds
from coursekit.cases.questions import ANNOUNCEMENTS, ANSWERED, PARTLY, QUESTIONS, SILENT, WRONG
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.pixels import Number
from coursekit.risk.people_pictures import page

LAMPS = {ANSWERED: (GREEN, "1"), PARTLY: (ORANGE, "½"), SILENT: (PALE, "0"), WRONG: (RED, "0")}  # as on the page
NEEDED = (0, 2, 8, 9)  # if one of these is wrong, points are not added up
ORDERS = ("one period", "a year")


def ten_questions():
    """Draw ten questions and what an announcement answers, one after the other.

    The `move` of this Picture takes ``announcement`` (of `coursekit.cases.questions.ANNOUNCEMENTS`) and ``asked`` (how
    many of the ten). What is to be guessed: how many are answered in full.
    """
    figure, ax = page("Ten questions for a claim “ε = …”: a point is for saying it, not for being good", 300)
    heights = np.linspace(81.5, 3.5, len(QUESTIONS))
    claim = ax.text(0, 95.5, "", fontsize=13, weight="bold", color=INK, va="center", in_layout=False)
    plates, lamps, words = [], [], []
    for k, (question, y) in enumerate(zip(QUESTIONS, heights), 1):
        ax.text(2.4, y, f"{k}", fontsize=12.5, color=INK, ha="right", va="center")
        ax.text(4, y, question, fontsize=12.5, color=INK, va="center")
        plates.append(ax.add_patch(Rectangle((48.5, y - 3.4), 4, 6.8, lw=0)))
        lamps.append(Number(ax, 50.5, y, size=13))
        words.append(Number(ax, 53.5, y, size=12))
    guessed = ax.text(100, 88.5, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center", in_layout=False)

    def move(announcement, asked):
        each = ANNOUNCEMENTS[announcement]
        claim.set_text(each.claim)
        for k, (plate, lamp, text, (verdict, said)) in enumerate(zip(plates, lamps, words, each.answers)):
            ground, word = LAMPS[verdict]
            ground = ground if verdict == SILENT else DARK[ground]
            plate.set(visible=k < asked, facecolor=ground)
            lamp.set(text=word * (k < asked), color=INK if verdict == SILENT else "white", gid=ground, ha="center")
            told = f"{said}: wrong" if verdict == WRONG else said or SILENT
            text.set(text=told * (k < asked), color=INK if said else DARK[GREY])
        count = {kind: sum(v == kind for v, _ in each.answers[:asked]) for kind in LAMPS}
        heard = ", ".join(f"{n} {kind}" for kind, n in count.items())
        bad = [f"{k + 1}" for k in NEEDED if k < asked and each.answers[k][0] == WRONG]
        total = f" Answer {bad[0]} is wrong, so do not add up the points, but ask." if bad else ""
        guessed.set_visible(announcement == next(iter(ANNOUNCEMENTS)))
        return Reading(
            f"The {announcement}, {asked} question{'s' * (asked != 1)} asked: {heard}.{total}",
            f"Ten questions in rows, and beside {asked} of them a plate and the words of an announcement: {heard}.",
            truth=sum(verdict == ANSWERED for verdict, _ in each.answers),
        )

    def mark(number):
        guessed.set_text(f"your guess: {number} in full")

    return Picture(figure, (claim, *plates, *lamps, *words, guessed), move, mark)


def releases(table):
    """Draw the releases of a table as dots: what one period, and what a year of one person may cost.

    `table` is that of `coursekit.data.deployments`. The `move` of this Picture takes ``order`` (one of `ORDERS`). What
    is to be guessed: how many of them leave a belief of 5% below 50% for a year.
    """
    table = with_odds(by_one_rule(table))
    figure, (left, ax) = canvas(2, height=545, ratios=[1, 2.6])
    rows = np.arange(len(table))
    ax.set(xscale="log", xlim=(0.13, 5000), ylim=(len(table) + 0.8, -1.6), yticks=[])
    left.set(xlim=(0, 1), ylim=(len(table) + 0.8, -1.6), xticks=[], yticks=[])
    left.spines[:].set_visible(False)
    ax.spines["left"].set_visible(False)
    ax.set_title("What one period, and what a year of one person may cost")
    ax.set_xlabel("ε, on a scale on which each step is a factor of 10")
    ticks(ax.xaxis, [1, 10, 100, 1000])
    left.text(1, -1, "5 of 100 may become at most", fontsize=11, color=INK, ha="right", va="center")
    for epsilon, share in ((0.747, 10), (2.944, 50), (5.889, 95)):
        ax.axvline(epsilon, color=GREY, lw=1, ls=(0, (4, 3)), zorder=0)
        told = ax.text(epsilon, -1, f"{share}", fontsize=12, weight="bold", color=INK, ha="center", va="center")
        told.set_backgroundcolor("white")
    ax.text(60, -1, "one period", fontsize=13, weight="bold", color=DARK[BLUE], ha="center", va="center")
    ax.text(900, -1, "a year", fontsize=13, weight="bold", color=DARK[ORANGE], ha="center", va="center")
    names = [Number(left, 1, k, size=11) for k in rows]
    for text, name, person in zip(names, table["name"], protects_people(table)):
        text.set(text=name if person else f"{name} ○", ha="right")
    ways = ax.hlines(rows, table["epsilon"], table["year"], color=PALE, lw=2.5, zorder=1)
    whole = protects_people(table)
    once = ax.plot([], [], "o", ms=12, color=BLUE, zorder=2)[0]
    ring = ax.text(0.14, len(table) + 0.2, "○ protects a device, a click, a home: less than a person", fontsize=11)
    ring.set(color=INK, va="center", bbox={"facecolor": "white", "lw": 0, "pad": 1})
    year = ax.plot([], [], "o", ms=7, color=ORANGE, zorder=3)[0]
    guessed = ax.text(5000, len(table) + 0.2, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    low, high = table["epsilon"].to_numpy(float), table["year"].to_numpy(float)

    def move(order):
        place = np.empty(len(rows), int)
        place[np.lexsort((low, high) if order == ORDERS[1] else (high, low))] = rows
        for text, k in zip(names, place):
            text.set_y(k)
        once.set_data(low, place)
        year.set_data(high, place)
        ways.set_segments([[(a, k), (b, k)] for a, b, k in zip(low, high, place)])
        least, last = (table["name"].iloc[int(np.flatnonzero(place == k)[0])] for k in (0, len(rows) - 1))
        safe = int((table["belief_year"] < 0.5).sum())
        return Reading(
            f"In the order of {order} {last} is the last. In a year, {safe} of {len(table)} parts leave 5 of 100 below "
            f"50, and {int((whole & (table['belief_year'] < 0.5)).sum())} of these protects persons.",
            f"{len(table)} rows with a blue dot for one period and an orange one for a year, on a logarithmic "
            f"axis of epsilon from 0.1 to 6,000, sorted by {order}; {least} stands first.",
            truth=safe,
        )

    def mark(number):
        guessed.set_text(f"your guess: {number} of {len(table)}")

    return Picture(figure, (ways, once, year, *names, guessed), move, mark)
