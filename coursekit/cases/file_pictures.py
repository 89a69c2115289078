"""Pictures of two files of people who never were: a contest's score and its entries, and a tax file (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.cases.libraries import stored_result
from coursekit.cases.pictures import DASHED, PRIOR, Believer, at_most
from coursekit.cases.taxes import belief_in_her, smoothed_draw
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.pixels import Number, paler
from coursekit.risk.people_pictures import page

OTHERS = (2100, 3900, 4700, 5200, 5600, 6000, 6300, 6900, 7400, 8200, 8800)
HERS, HER_PLACE = 15_400, 3
LEAST, MOST = -10_000, 25_000  # dollars at the ends
SMOOTHING = (100, 1000, 3000, 5000)
FILES, SEED = 100, 34
# Rows from best to worst, what stands below each name, and the colour of what it has beyond nonsense
ROWS = {
    "other stones": ("other true stones", "the best to hope for", GREY),
    "tables of an expert": ("the entry", "made-up stones, with noise", ORANGE),
    "columns apart": ("nonsense", "columns shuffled, no noise", PALE),
}  # fmt: skip
TRUE_FILE = {"light, cheap": 50, "light, expensive": 10, "heavy, cheap": 10, "heavy, expensive": 30}
MADE_FILE = 40, 30, 5, 25


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
    """Draw the scores of three files, in strong colours what they have beyond nonsense, and the promise of an entry.

    The `move` of this Picture takes ``epsilon`` (of `coursekit.cases.challenge.EPSILONS`). What is to be guessed: the
    score of columns that were drawn apart.
    """
    figure, ax = page("Strong colours: what a file has beyond nonsense", 300)
    believer = Believer(ax, "“Zoe's row is in the file”")
    kept = stored_result("challenge")["result"]
    nonsense, start, unit = kept["ends"]["columns apart"], 28, 0.032
    border = start + unit * nonsense
    parts, numbers = {}, {}
    for y, (name, (said, below, colour)) in zip(np.linspace(80, 26, len(ROWS)), ROWS.items()):
        ground = PALE if colour == GREY else paler(colour, 0.35) if colour == ORANGE else colour
        bars = [Rectangle((left, y - 6.5), 0, 13, lw=0, facecolor=c) for left, c in ((start, ground), (border, colour))]
        parts[name] = [ax.add_patch(bar) for bar in bars]
        ax.text(0, y + 3, said, fontsize=13, weight="bold", color=INK, va="center")
        ax.text(0, y - 4, below, fontsize=11.5, color=INK, va="center")
        numbers[name] = Number(ax, 0, y, size=14, ha="right")
    line = ax.plot([border, border], [17, 91], color=INK, lw=2.5)[0]
    ax.plot([start + 1000 * unit] * 2, [17, 91], color=DARK[GREY], lw=1.5)
    ax.text(border - 3.5, 95, "nonsense", fontsize=13, color=INK, ha="center", va="center")
    ax.text(start + 1000 * unit + 1, 95, "best: 1000", fontsize=13, color=INK, ha="center", va="center")
    guess = ax.plot([], [], color=PURPLE, lw=3, ls=DASHED)[0]
    guessed = ax.text(0, 6, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def show(name, score):
        for bar, width in zip(parts[name], (min(score, nonsense), max(score - nonsense, 0))):
            bar.set_width(unit * width)
        end = nonsense if 0 < score - nonsense < 100 else score  # no line goes through a number
        numbers[name].set(x=start - 0.8 + unit * end, text=f"{score:.0f}")

    for name in ("other stones", "columns apart"):
        show(name, kept["ends"][name])

    def move(epsilon):
        score = kept["entries"][f"{epsilon:g}"]["tables of an expert"]
        show("tables of an expert", score)
        told = believer.show(at_most(epsilon))
        worse = ", which is better" if score < nonsense else ""
        return Reading(
            f"ε = {epsilon:g}: the entry has {score:.0f}, nonsense {nonsense:.0f}{worse}. "
            f"About one row, 5 of 100 may become {told}.",
            f"Bars of the scores of three files, of 1000 at best, at epsilon {epsilon:g}: other true stones 973, an "
            f"entry {score:.0f}, columns shuffled {nonsense:.0f}, where a line goes through all bars. Of a hundred "
            f"people 5 are blue; they may become {told}.",
            truth=round(nonsense),
        )

    def mark(score):
        guess.set_data([start + unit * score] * 2, [10, 33])
        guessed.set(x=np.clip(start + unit * score, 12, 48), text=f"your guess for nonsense: {score}")

    bars = [bar for two in parts.values() for bar in two]
    return Picture(figure, (*bars, line, *numbers.values(), guess, guessed, *believer.moving), move, mark)


def incomes():
    """Draw a group of low incomes, Zoe's the largest, the same many made-up ones, and what somebody believes then.

    The `move` of this Picture takes ``smoothing`` (of `SMOOTHING`, in dollars) and ``file`` (1 to 100). What is to be
    guessed: in how many of a hundred files a smoothing of $100 shows that she is there.
    """
    figure, ax = page("Twelve true incomes, and the twelve that are published", 310)
    believer = Believer(ax, "“Zoe is in the group”")
    members = np.array([*OTHERS[:HER_PLACE], HERS, *OTHERS[HER_PLACE:]], float)
    left, unit = 19, 39 / MOST  # where $0 is, and a dollar's width
    edge = left + unit * LEAST - 1.2  # a dot has room there
    ax.text(0, 95, "The group of similar people, in truth", fontsize=13, color=INK, va="center")
    ax.text(0, 65, "In the published file", fontsize=13, color=INK, va="center")
    ringed = ax.text(58.5, 65, "red ring: gives her away", fontsize=11.5, color=DARK[RED], ha="right", va="center")
    for y in (71, 30):
        ax.plot([edge, left + unit * MOST], [y, y], color=GREY, lw=1)
    ax.add_patch(Rectangle((edge, 30), left - edge, 31, lw=0, facecolor=PALE, alpha=0.6, zorder=0))
    ax.text(left - 0.6, 57, "below zero", fontsize=11.5, color=INK, ha="right", va="center")
    for dollars in range(LEAST, MOST + 1, 10_000):
        said = f"${dollars:,}".replace("$-", "−$")
        ax.text(left + unit * dollars, 24, said, fontsize=11, color=INK, ha="center", va="center")
    ax.plot(left + unit * np.array(OTHERS), 75 + _stacked(np.array(OTHERS)), "o", ms=11, color=BLUE, mec="white")
    ax.plot(left + unit * HERS, 75, "o", ms=12, mfc="white", mec=ORANGE, mew=3)
    ax.text(left + unit * HERS, 84, "Zoe", fontsize=13, weight="bold", color=DARK[ORANGE], ha="center", va="center")
    drawn = ax.plot([], [], "o", ms=11, color=ORANGE, mec="white")[0]
    shows = ax.plot([], [], "o", ms=20, mfc="none", mec=RED, mew=2.5)[0]
    strip = [ax.add_patch(Rectangle((1.18 * (k % 50), 5.2 - 5 * (k // 50)), 1.05, 4.4, lw=0)) for k in range(FILES)]
    here = ax.add_patch(Rectangle((0, 0), 1.05, 4.4, fill=False, ec=INK, lw=2.5))
    told = ax.text(0, 14, "", fontsize=13, weight="bold", va="center")
    guessed = ax.text(58.5, 14, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    asked = {"others": OTHERS, "hers": HERS, "prior": PRIOR}

    def hundred(smoothing):
        drawn = smoothed_draw(np.tile(members, FILES), smoothing=smoothing, rng=np.random.default_rng(SEED))
        files = drawn.reshape(FILES, -1)
        return files, belief_in_her(files, smoothing=smoothing, **asked)

    made = {smoothing: hundred(smoothing) for smoothing in SMOOTHING}

    def move(smoothing, file):
        files, beliefs = made[smoothing]
        one, belief, gives_away = files[file - 1], float(beliefs[file - 1]), beliefs > 0.5
        places = np.clip(np.sort(one), LEAST, MOST)
        heights = 34 + _stacked(places)
        drawn.set_data(left + unit * places, heights)
        near = (places > 12_000) & (belief > 0.5)
        shows.set_data(left + unit * places[near], heights[near])
        ringed.set_visible(bool(near.any()))
        for square, gives in zip(strip, gives_away):
            square.set_facecolor(RED if gives else PALE)
        here.set_xy(strip[file - 1].get_xy())
        said, often, below = believer.show(belief, at_most=False), int(gives_away.sum()), int((one < 0).sum())
        told.set(text=f"{often} of 100 files give Zoe away (above 50)", color=DARK[RED] if often > 5 else INK)
        return Reading(
            f"File {file}, smoothed by ${smoothing:,}: after it his 5 of 100 are {said}"
            + (", as no number is near hers" if np.abs(one - HERS).min() > 3 * smoothing else "")
            + f". {below} of 12 incomes {'is' if below == 1 else 'are'} below zero. "
            f"{often} of 100 files give her away: they take him above 50.",
            f"Twelve true incomes, Zoe's at ${HERS:,}, and twelve made-up ones below, smoothed by ${smoothing:,}; "
            f"{below} lie in a grey area below zero. A strip of 100 squares, one a file, has {often} red ones. Of a "
            f"hundred people {said} are coloured.",
            truth=often,
        )

    def mark(files):
        guessed.set_text(f"your guess: {files}")

    return Picture(figure, (drawn, shows, ringed, *strip, here, told, guessed, *believer.moving), move, mark)


def _stacked(places):
    """Give heights at which dots of rising places stand one over another and not one on another."""
    heights = np.zeros(len(places))
    for k in range(1, len(places)):
        taken = set(heights[:k][np.abs(places[:k] - places[k]) < 750])
        heights[k] = next(height for height in range(0, 6 * len(places), 6) if height not in taken)
    return np.minimum(heights, 24)
