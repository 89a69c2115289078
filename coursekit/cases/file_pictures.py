"""Pictures of two files of people who never were: a contest's score and four entries, and a tax file (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.cases.libraries import stored_result
from coursekit.cases.pictures import DASHED, PRIOR, Believer, at_most
from coursekit.cases.taxes import belief_in_her, smoothed_draw
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.pixels import Number
from coursekit.risk.people_pictures import page

OTHERS = (2100, 3900, 4700, 5200, 5600, 6000, 6300, 6900, 7400, 8200, 8800)
HERS, HER_PLACE = 15_400, 3
LEAST, MOST = -10_000, 25_000  # dollars at the ends
SMOOTHING = (1, 100, 1000, 2000, 3000, 5000)
SHOWN = {"other stones": "a second sample", "columns apart": "columns shuffled"}
# Which of seven columns, in a row, are published together: (first, last) of each table; a tree has branches besides
JOINED = {
    "other stones": [(0, 6)], "tables of an expert": [(0, 3), (3, 4), (4, 6)], "public groups": [(0, 2), (3, 5)],
    "a private tree": [(1, 2), (2, 3), (3, 4), (4, 5), (0, 2), (4, 6)], "columns apart": [],
    "a chain of tables": [(k, k + 1) for k in range(6)],
}  # fmt: skip
TRUE_FILE, MADE_FILE = {"light, cheap": 50, "light, dear": 10, "heavy, cheap": 10, "heavy, dear": 30}, (40, 30, 5, 25)


def in_both():
    """Draw what a true and a made-up file have in common, in four cells of a hundred stones: a figure.

    >>> sum(min(pair) for pair in zip(TRUE_FILE.values(), MADE_FILE, strict=True))
    80
    """
    figure, ax = page("Two files of 100 stones have 40 + 10 + 5 + 25 = 80 of 100 in common: a score of 800", 150)
    for k, ((cell, true), made) in enumerate(zip(TRUE_FILE.items(), MADE_FILE, strict=True)):
        left = 17 + 21 * k
        ax.text(left, 92, cell, fontsize=13, color=INK, va="center")
        for y, stones, colour in ((68, true, BLUE), (42, made, ORANGE), (14, min(true, made), DARK[GREY])):
            ax.add_patch(Rectangle((left, y - 9), stones * 0.3, 18, lw=0, facecolor=colour))
            ax.text(left + stones * 0.3 + 0.6, y, f"{stones}", fontsize=13, color=INK, va="center")
        ax.plot([left + 0.3 * min(true, made)] * 2, [5, 77], color=INK, lw=1, ls=DASHED)
    for y, name in ((68, "the true file"), (42, "a made-up one"), (14, "in both")):
        ax.text(15.5, y, name, fontsize=13, color=INK, ha="right", va="center")
    return figure


def entries():
    """Draw the scores of four entries to the challenge on diamonds, and what each of them promises to a row.

    The `move` of this Picture takes ``epsilon`` (of `coursekit.cases.challenge.EPSILONS`). What is to be guessed: the
    score of columns that were drawn apart.
    """
    figure, ax = page("Who made the best file?", 325)
    believer = Believer(ax, "“Her row is in the file”")
    kept = stored_result("challenge")["result"]
    names = list(kept["entries"]["1"])[::-1]
    rows = ["other stones", *names, "columns apart"]
    heights = dict(zip(rows, np.linspace(81, 18, len(rows))))
    ax.text(0, 95, "A dot is a column. Joined dots are published together.", fontsize=13, color=INK, va="center")
    start, unit = 34.5, 0.029
    bars, numbers = {}, {}
    for name, y in heights.items():
        fixed = name not in names
        width = kept["ends"].get(name, 0) * unit
        bars[name] = ax.add_patch(Rectangle((start, y - 4.5), width, 9, lw=0, facecolor=GREY if fixed else ORANGE))
        ax.text(19, y, SHOWN.get(name, name.removeprefix("a ")), fontsize=12.5, color=INK, ha="right", va="center")
        _joined(ax, 20.5, y, JOINED[name])
        numbers[name] = Number(ax, start - 0.8 + width, y, size=13)
        numbers[name].set(text=f"{kept['ends'].get(name, 0):.0f}", ha="right", color=INK)
    ax.axvline(start + 1000 * unit, 0.13, 0.88, color=GREY, lw=1.5, ls=DASHED)
    ax.text(start + 1000 * unit, 9.5, "1,000", fontsize=12, color=INK, ha="center", va="center")
    nonsense = kept["ends"]["columns apart"]
    ax.plot([start + unit * nonsense] * 2, [13, 88], color=RED, lw=2, zorder=5)
    ax.text(start + unit * nonsense, 9.5, "nonsense", fontsize=12, color=DARK[RED], ha="center", va="center")
    guess = ax.plot([], [], color=PURPLE, lw=3, ls=DASHED)[0]
    guessed = ax.text(0, 2.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def move(epsilon):
        scores = kept["entries"][f"{epsilon:g}"]
        for name, score in scores.items():
            bars[name].set_width(unit * score)
            numbers[name].set(x=start - 0.8 + unit * score, text=f"{score:.0f}")
        told = believer.show(at_most(epsilon))
        order = sorted(scores, key=scores.get)
        below = sum(score < nonsense for score in scores.values())
        said = f"the best entry, {order[-1]}, has {scores[order[-1]]:.0f}"
        said += f", and {below} of {len(scores)} are worse than nonsense" * (below > 0)
        return Reading(
            f"ε = {epsilon:g}: {said}. About one row, 5 of 100 may become {told}.",
            f"Six rows of seven joined dots, with bars of scores at epsilon {epsilon:g}: a second sample of true stones 973, "
            + ", ".join(f"{name} {score:.0f}" for name, score in scores.items())
            + ", columns shuffled 718, where a red line goes through all bars. "
            f"Of a hundred people 5 are blue; they may become {told}.",
            truth=round(nonsense),
        )

    def mark(score):
        guess.set_data([start + unit * score] * 2, [6, 26])
        guessed.set(x=np.clip(start + unit * score, 12, 52), text=f"your guess for nonsense: {score}")

    moving = [*(bars[name] for name in names), *(numbers[name] for name in rows), guess, guessed]
    return Picture(figure, (*moving, *believer.moving), move, mark)


def _joined(ax, left, y, tables):
    """Draw seven columns as dots, a line for each pair that is published together, a plate for more of them."""
    x, high = left + 2 * np.arange(7), np.full(7, y)
    if (0, 2) in tables and (4, 6) in tables:  # the ends of the tree's branches
        high[[0, 1, 5, 6]] += [3.4, -3.4, -3.4, 3.4]
    for first, last in tables:
        if last - first > 1 and high[first] == high[last]:
            ax.plot(x[[first, last]], high[[first, last]], color=PALE, lw=11, solid_capstyle="round", zorder=1)
        else:
            ax.plot(x[[first, last]], high[[first, last]], color=INK, lw=1.8, zorder=2)
    ax.plot(x, high, "o", ms=6.5, color=INK, zorder=3)


def incomes():
    """Draw a group of low incomes, Zoe's the largest, the same many made-up ones, and what somebody believes then.

    The `move` of this Picture takes ``smoothing`` (of `SMOOTHING`, in dollars) and ``rng``. What is to be guessed: in
    how many of a hundred files a smoothing of $100 shows that she is there.
    """
    figure, ax = page("Twelve incomes, and twelve that nobody has", 310)
    believer = Believer(ax, "This file: “Zoe is in it”")
    members = np.array([*OTHERS[:HER_PLACE], HERS, *OTHERS[HER_PLACE:]], float)
    left, unit = 19, 39 / MOST  # where $0 is, and a dollar's width
    ax.text(0, 95, "The group of similar people, in truth", fontsize=13, color=INK, va="center")
    ax.text(0, 62, "In the published file", fontsize=13, color=INK, va="center")
    for y in (69, 21):
        ax.plot([left + unit * LEAST, left + unit * MOST], [y, y], color=GREY, lw=1)
    ax.add_patch(Rectangle((left + unit * LEAST, 21), -unit * LEAST, 34, lw=0, facecolor=PALE, alpha=0.6, zorder=0))
    ax.text(left - 0.6, 51, "less than nothing", fontsize=11.5, color=INK, ha="right", va="center")
    for dollars in range(LEAST, MOST + 1, 10_000):
        said = f"${dollars:,}".replace("$-", "−$")
        ax.text(left + unit * dollars, 15, said, fontsize=11, color=INK, ha="center", va="center")
    ax.plot(left + unit * np.array(OTHERS), 73 + _stacked(np.array(OTHERS)), "o", ms=11, color=BLUE, mec="white")
    ax.plot(left + unit * HERS, 73, "o", ms=12, mfc="white", mec=ORANGE, mew=3)
    ax.text(left + unit * HERS, 82, "Zoe", fontsize=13, weight="bold", color=DARK[ORANGE], ha="center", va="center")
    drawn = ax.plot([], [], "o", ms=11, color=ORANGE, mec="white")[0]
    shows = ax.plot([], [], "o", ms=20, mfc="none", mec=RED, mew=2.5)[0]
    told = ax.text(0, 4, "", fontsize=14, weight="bold", va="center")
    guessed = ax.text(58, 62, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    asked = {"others": OTHERS, "hers": HERS, "prior": PRIOR}

    def rate(smoothing, files=4000):
        rng = np.random.default_rng(5)
        made = smoothed_draw(np.tile(members, files), smoothing=smoothing, rng=rng).reshape(files, -1)
        return float((belief_in_her(made, smoothing=smoothing, **asked) > 0.5).mean())

    rates = {smoothing: rate(smoothing) for smoothing in SMOOTHING}

    def move(smoothing, rng):
        file = smoothed_draw(members, smoothing=smoothing, rng=rng)
        belief = belief_in_her(file, smoothing=smoothing, **asked)
        places = np.clip(np.sort(file), LEAST, MOST)
        heights = 25 + _stacked(places)
        drawn.set_data(left + unit * places, heights)
        below = int((file < 0).sum())
        gives = (places > 12_000) & (belief > 0.5)
        shows.set_data(left + unit * places[gives], heights[gives])
        said, often = believer.show(belief, at_most=False), f"{100 * rates[smoothing]:.0f}"
        told.set(text=f"Of 100 such files, {often} give Zoe away", color=DARK[RED] if rates[smoothing] > 0.05 else INK)
        return Reading(
            f"Smoothed by ${smoothing:,}: after this file his 5 of 100 are {said}"
            + (", as no number is near hers" if np.abs(file - HERS).min() > 3 * smoothing else "")
            + f". {below} of 12 incomes {'is' if below == 1 else 'are'} below zero. "
            f"After {often} of 100 such files he believes more than 50.",
            f"Twelve true incomes, Zoe's at ${HERS:,}, and twelve made-up ones below, smoothed by ${smoothing:,}; "
            f"{below} lie in a grey area below zero. Of a "
            f"hundred people {said} are coloured.",
            truth=round(100 * rates[100]),
        )

    def mark(files):
        guessed.set_text(f"your guess: {files} of 100 files")

    return Picture(figure, (drawn, shows, told, guessed, *believer.moving), move, mark)


def _stacked(places):
    """Give heights at which dots of rising places stand one over another and not one on another."""
    heights = np.zeros(len(places))
    for k in range(1, len(places)):
        taken = set(heights[:k][np.abs(places[:k] - places[k]) < 750])
        heights[k] = next(height for height in range(0, 7 * len(places), 7) if height not in taken)
    return np.minimum(heights, 28)
