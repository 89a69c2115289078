"""Pictures of two files of people who never were: a contest's score and its entries, and a tax file (lesson 13)."""

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Rectangle

from coursekit.cases.belief_pictures import PRIOR, Believer, at_most
from coursekit.cases.libraries import stored_result
from coursekit.cases.pictures import DASHED
from coursekit.cases.taxes import belief_in_her, smoothed_draw
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import page
from coursekit.plots.pixels import Number

OTHERS = (2100, 3900, 4700, 5200, 5600, 6000, 6300, 6900, 7400, 8200, 8800)
HERS, HER_PLACE = 15_400, 3
LEAST, MOST = -10_000, 25_000  # dollars at the ends
SMOOTHING = (100, 1000, 3000, 5000)
FILES, SEED = 100, 34
SCORES = range(0, 1001, 200)  # where the axis of scores has its numbers


def entries():
    """Draw the score of an entry against its epsilon, beside nonsense and another true file, and what it promises.

    The `move` of this Picture takes ``epsilon`` (of `coursekit.cases.challenge.EPSILONS`): dots stand at it and at all
    that are smaller. What is to be guessed: the score of columns that were shuffled, each by itself.
    """
    figure, ax = page("Does more ε buy a better file?", 330)
    believer = Believer(ax, "Max: “Zoe's row is in the file”", low=17, high=70)
    kept = stored_result("challenge")["result"]
    nonsense, best = (kept["ends"][name] for name in ("columns apart", "other stones"))
    epsilons, entered = zip(*kept["entries"].items())
    epsilons, scores = [float(one) for one in epsilons], [entry["tables of an expert"] for entry in entered]
    left, right = 9, 62

    def across(epsilon):
        return 12 + 16 * np.log10(np.asarray(epsilon) / epsilons[0])

    def up(score):
        return 22 + 0.068 * np.asarray(score)

    ax.text(0, 97, "score, 1000 at best", fontsize=13, color=INK, va="center")
    ax.plot([left, left], [up(SCORES[0]), up(SCORES[-1])], color=GREY, lw=1)
    for score in SCORES:
        ax.plot([left - 0.6, left], [up(score)] * 2, color=GREY, lw=1)
        ax.text(left - 1, up(score), f"{score}", fontsize=12, color=INK, ha="right", va="center")
    for epsilon in epsilons:
        ax.text(across(epsilon), 16.5, f"{epsilon:g}", fontsize=12, color=INK, ha="center", va="center")
    ax.text(35.5, 10, "ε of the entry (equal steps: equal factors)", fontsize=12, color=INK, ha="center", va="center")
    for score, width, colour in ((nonsense, 5, INK), (best, 2.5, DARK[GREY])):
        ax.plot([left, right], [up(score)] * 2, color=colour, lw=width, solid_capstyle="butt")
    ax.text(28, up(nonsense) - 4, f"nonsense: {nonsense:.0f}", fontsize=13, weight="bold", color=INK, va="center")
    ax.text(27, up(best) + 3.2, f"another true file: {best:.0f}", fontsize=13, color=DARK[GREY], va="center")
    ax.text(14.5, up(scores[0]), "the entry", fontsize=13, color=DARK[ORANGE], va="center")
    line = ax.plot([], [], color=ORANGE, lw=2)[0]
    dots = ax.plot([], [], "o", ms=9, color=ORANGE, mec="white")[0]
    last = ax.plot([], [], "o", ms=15, color=ORANGE, mec=INK, mew=1.5)[0]
    numbers = [Number(ax, across(e), up(score) - 6, size=13, ha="center") for e, score in zip(epsilons, scores)]
    guess = ax.plot([], [], color=PURPLE, lw=3, ls=DASHED)[0]
    guessed = ax.text(0, 0, "", fontsize=12, color=DARK[PURPLE], va="center")

    def move(epsilon):
        seen = epsilons.index(epsilon) + 1
        where, score = (across(epsilons[:seen]), up(scores[:seen])), scores[seen - 1]
        line.set_data(*where)
        dots.set_data(*where)
        last.set_data([where[0][-1]], [where[1][-1]])
        for k, (number, one) in enumerate(zip(numbers, scores)):
            number.set_text(f"{one:.0f}" * (k < seen))
        told = believer.show(at_most(epsilon))
        worse = ", which is better" if score < nonsense else ""
        return Reading(
            f"ε = {epsilon:g}: the entry has {score:.0f}, nonsense {nonsense:.0f}{worse}. "
            f"About one row, 5 of 100 may become {told}.",
            f"A curve of scores, 1000 at best, over epsilon, from 0.01 to 8, drawn up to {epsilon:g}, where the "
            f"entry has {score:.0f}; a thick line for nonsense at {nonsense:.0f}, a thin one for another true file at "
            f"{best:.0f}. Of a hundred people 5 are blue; they may become {told}.",
            truth=round(nonsense),
        )

    def mark(score):
        ends = (left, 23) if score > 830 else (45, right)  # where no curve runs
        below = score in (940, 960) or nonsense - 40 < score < nonsense  # and no line goes through a word
        guess.set_data(ends, [up(score)] * 2)
        guessed.set(x=ends[0] + 0.5, y=up(score) + (-3.5 if below else 3.5), text=f"your guess: {score}")

    return Picture(figure, (line, dots, last, *numbers, guess, guessed, *believer.moving), move, mark)


def incomes():
    """Draw a group of low incomes, Zoe's the largest, the same many made-up ones, and what somebody believes then.

    The `move` of this Picture takes ``smoothing`` (of `SMOOTHING`, in dollars) and ``file`` (1 to 100). What is to be
    guessed: in how many of a hundred files a smoothing of $100 shows that she is there.
    """
    figure, ax = page("Twelve true incomes, and the twelve that are published", 325)
    believer = Believer(ax, "What Max believes")
    members = np.array([*OTHERS[:HER_PLACE], HERS, *OTHERS[HER_PLACE:]], float)
    left, unit = 19, 39 / MOST  # where $0 is, and a dollar's width
    edge = left + unit * LEAST - 1.2  # a dot has room there
    ax.text(0, 95, "The group of similar people, in truth", fontsize=13, color=INK, va="center")
    ax.text(0, 65, "In the published file", fontsize=13, color=INK, va="center")
    right = {"fontsize": 11.5, "ha": "right", "va": "center"}
    ringed = ax.text(58.5, 65, "red ring: too large for others", color=DARK[RED], **right)
    for y in (71, 30):
        ax.plot([edge, left + unit * MOST], [y, y], color=GREY, lw=1)
    ax.add_patch(Rectangle((edge, 30), left - edge, 31, lw=0, facecolor=PALE, alpha=0.6, zorder=0))
    ax.text(left - 0.6, 57, "below zero", color=INK, **right)
    for dollars in range(LEAST, MOST + 1, 10_000):
        said = f"${dollars:,}".replace("$-", "−$")
        ax.text(left + unit * dollars, 24, said, fontsize=11, color=INK, ha="center", va="center")
    ax.plot(left + unit * np.array(OTHERS), 75 + _stacked(np.array(OTHERS)), "o", ms=11, color=BLUE, mec="white")
    ax.plot(left + unit * HERS, 75, "o", ms=12, mfc="white", mec=ORANGE, mew=3)
    ax.text(left + unit * HERS, 84, "Zoe", fontsize=13, weight="bold", color=DARK[ORANGE], ha="center", va="center")
    drawn = ax.plot([], [], "o", ms=11, color=DARK[GREY], mec="white")[0]
    shows = ax.plot([], [], "o", ms=20, mfc="none", mec=RED, mew=2.5)[0]
    corners = np.c_[1.18 * (np.arange(FILES) % 50), 5.2 - 5 * (np.arange(FILES) // 50)]
    boxes = ax.add_collection(PolyCollection(corners[:, None] + [(0, 0), (0, 4.4), (1.05, 4.4), (1.05, 0)], lw=0))
    here = ax.add_patch(Rectangle((0, 0), 1.05, 4.4, fill=False, ec=INK, lw=2.5))
    told = ax.text(0, 13.5, "", fontsize=13, weight="bold", va="center")
    guessed = ax.text(58.5, 13.5, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
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
        near = (places > max(OTHERS) + 3 * smoothing) & (belief > 0.5)
        shows.set_data(left + unit * places[near], heights[near])
        ringed.set_visible(bool(near.any()))
        said, often, below = believer.show(belief, at_most=False), int(gives_away.sum()), int((one < 0).sum())
        boxes.set_facecolor([RED if is_red else PALE for is_red in gives_away])
        here.set_xy(corners[file - 1])
        guessed.set_visible(smoothing == SMOOTHING[0])  # it was about this one
        told.set(text=f"{often} of 100 files (boxes) give Zoe away", color=DARK[RED] if often > 5 else INK)
        times = _times(belief / PRIOR * (1 - PRIOR) / max(1 - belief, 1e-12))
        return Reading(
            f"Such a file is {times} as likely with Zoe as without her"
            + (", as no number is near hers" if np.abs(one - HERS).min() > 3 * smoothing else "")
            + f". So 5 of 100 {'become' if belief > PRIOR else 'fall to'} {said}. "
            f"{often} of 100 files give her away (above 50).",
            f"Twelve true incomes, Zoe's at ${HERS:,}, and twelve made-up ones below, of file {file}, smoothed by "
            f"${smoothing:,}; {below} lie in a grey area below zero. Of 100 boxes, one a file, {often} are red. Of a "
            f"hundred people {said} are coloured.",
            truth=often,
        )

    def mark(files):
        guessed.set_text(f"your guess: {files}")

    return Picture(figure, (drawn, shows, ringed, boxes, here, told, guessed, *believer.moving), move, mark)


def _times(factor):
    """Write how many times as often something comes.

    >>> _times(0.352), _times(13.2), _times(4e8)
    ('0.35 times', '13 times', 'over a million times')
    """
    if 0.95 < factor < 1.05:
        return f"{factor:.2f} times"
    return "over a million times" if factor > 1e6 else f"{float(f'{factor:.2g}'):,g} times"


def _stacked(places):
    """Give heights at which dots of rising places stand one over another and not one on another."""
    heights = np.zeros(len(places))
    for k in range(1, len(places)):
        taken = set(heights[:k][np.abs(places[:k] - places[k]) < 750])
        heights[k] = next(height for height in range(0, 6 * len(places), 6) if height not in taken)
    return np.minimum(heights, 24)
