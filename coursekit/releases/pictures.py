"""Pictures of 448 answers from one look at the data: each for itself, and all from weights that learn (lesson 10)."""

from functools import cache
from itertools import combinations

import numpy as np
from scipy.special import erf

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, PURPLE, Picture, Reading, canvas, plain, ticks
from coursekit.releases.questions import all_questions, cell_counts
from coursekit.releases.survey import QUESTIONS, town_survey
from coursekit.releases.weights import mwem_rounds

ALONE, BY_TABLE, NORMAL = "one by one", "a table of 8 at a time", "normal noise, with a δ"
WAYS = (ALONE, BY_TABLE, NORMAL)
PEOPLE = 2000
NOT = ("older", "single", "no children", "not retired", "no car", "does not smoke", "no home", "sleeps well")
ROUNDS, RUNS = 10, 12
TOWN = 44  # the seed of the lesson's town
DASHED, DOTTED = (0, (5, 3)), (0, (1, 1.5))
PLATE = {"fc": "white", "ec": "none", "pad": 1}


@cache
def counted(people):
    """Return the counts of the 256 cells of the lesson's town, and the answers to all 448 questions as shares."""
    counts = cell_counts(town_survey(people, rng=np.random.default_rng(TOWN)))
    return counts, threes() @ counts / people


@cache
def threes():
    """Return all 448 questions about three of the eight answers."""
    return all_questions(len(QUESTIONS), ways=3)


def _in_words(question):
    """Give the three answers for which a question asks, by its number."""
    asked = list(combinations(zip(NOT, QUESTIONS), 3))[question // 8]
    return ", ".join(pair[question >> 2 - k & 1] for k, pair in enumerate(asked))


def worst_alone(way):
    """Return for 8, 16, … 448 answers how far off the worst is on average, as a share of 2,000 people, at ε = 1.

    With it comes how far off each of them is on average. One person replaced by another moves one answer by 1, but two
    cells of each table. Normal noise has the exact σ for δ = 10⁻⁶, and needs the straight-line distance of all moves.
    """
    asked = np.arange(8, 449, 8)
    if way == NORMAL:
        sigma = gaussian_sigma(sensitivity=1, epsilon=1, delta=1e-6) * np.sqrt(2 * asked / 8)
        x = np.linspace(0, 7, 1401)
        largest = np.trapezoid(1 - erf(x / np.sqrt(2)) ** asked[:, None], x, axis=1)  # the mean, by its tail
        return sigma * largest / PEOPLE, sigma * np.sqrt(2 / np.pi) / PEOPLE
    scale = (asked if way == ALONE else 2 * asked / 8) / PEOPLE
    return scale * (1 / np.arange(1, 449)).cumsum()[asked - 1], scale  # of Laplace noise the largest is 1 + 1/2 + 1/3 …


def separate():
    """Draw answers of a town, each with noise for its share of ε = 1, against the true ones.

    The `move` of this Picture takes ``asked`` (questions, a multiple of 8 up to 448), ``way`` (one of `WAYS`) and
    ``rng``. What is to be guessed: how many points the worst of 448 answers is off, one by one.
    """
    figure, (cloud, ax) = canvas(2, height=330, ratios=[0.72, 1.28])
    order = np.random.default_rng(3).permutation(56)
    truth = counted(PEOPLE)[1][(8 * order[:, None] + np.arange(8)).ravel()]  # table after table
    every, found = np.arange(8, 449, 8), {way: worst_alone(way) for way in WAYS}
    nobody = 100 * np.maximum.accumulate(np.abs(truth - 1 / 8))[every - 1]
    cloud.axhspan(0, 100, color=PALE, alpha=0.6, lw=0)
    cloud.plot([0, 45], [0, 45], color=BLUE, lw=2.5)
    for y, told in ((148, "more than everybody"), (-148, "fewer than nobody")):
        cloud.text(22, y, told, fontsize=12, color=INK, ha="center", va="center")
    cloud.text(44, 104, "possible: 0 to 100", fontsize=12, color=INK, ha="right", va="bottom")
    cloud.set(xlim=(-1, 46), ylim=(-165, 165), xlabel="the true answer, % of people", ylabel="the answer with noise, %")
    cloud.set_title("Each dot is one question")
    name = cloud.text(44.5, 54, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom", bbox=PLATE)
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    lines = {way: ax.plot(every, 100 * found[way][0], color=ORANGE, lw=3)[0] for way in WAYS}
    style = {"fontsize": 12, "va": "center"}  # names stand where the lines end
    names = [ax.text(476, y, way.partition(",")[0], color=DARK[ORANGE], **style) for way, y in zip(WAYS, (150, 46, 7))]
    ax.fill_between(every, nobody, 222, color=PALE, alpha=0.6, lw=0)
    ax.text(440, 212, "worse than not looking", fontsize=13, color=INK, ha="right", va="center")
    ax.plot(every, nobody, color=INK, lw=4.5, solid_capstyle="butt")
    rested = ax.text(476, 28, "", fontsize=13, weight="bold", color=INK, va="center")
    gap = ax.plot([], [], color=INK, lw=2, ls=DOTTED)[0]
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    there = ax.plot([], [], "s", color=INK, ms=10, mec="white")[0]  # what the dot is held against
    number = ax.text(476, 196, "", fontsize=15, weight="bold", color=INK, va="center")
    guess = ax.plot([], [], color=PURPLE, lw=2.5, ls=DASHED)[0]
    guessed = ax.text(14, 0, "", fontsize=12, color=DARK[PURPLE], va="bottom")
    ax.set(xlim=(0, 700), ylim=(0, 222), xlabel="questions answered", ylabel="points off, worst answer")
    ax.set_title("The worst answer, on average")
    ticks(ax.xaxis, [8, 112, 224, 336, 448])

    def move(asked, way, rng):
        worst, each = (values[asked // 8 - 1] for values in found[way])
        noise = rng.normal(size=448) * np.sqrt(np.pi / 2) if way == NORMAL else rng.laplace(size=448)
        noisy = truth[:asked] + each * noise[:asked]
        dots.set_data(100 * truth[:asked], np.clip(100 * noisy, -160, 160))
        for one, line in lines.items():
            line.set_alpha(1 if one == way else 0.4)
        off = 100 * worst
        here.set_data([asked], [off])
        number.set_text(f"{asked} answers:\n{plain(off)} points")
        out, rest = int(((noisy < 0) | (noisy > 1)).sum()), nobody[asked // 8 - 1]
        there.set_data([asked], [rest])
        gap.set_data([asked, asked], [rest, off])
        rested.set_text(f"nobody looked: {rest:.0f}")
        than = "more" if off > rest else "less"
        return Reading(
            f"{asked} answers, {way}: each is off by {PEOPLE * each:.0f} people on average, and the worst by "
            f"{plain(off)} points, {than} than if nobody looked ({rest:.0f}). {out} of them are impossible.",
            f"Left, {asked} dots, answers with noise against true ones, {out} of them below 0 or above 100 percent. "
            f"Right, the worst error by the number of questions: {plain(off)} points here.",
            truth=round(100 * found[ALONE][0][-1], -1),
        )

    def mark(points):
        guess.set_data([0, 448], [points, points])
        x, ha = (440, "right") if points <= 50 else (14, "left")  # where no line is
        y = max(points + 2, 41) if points <= 150 else points - 13
        guessed.set(text=f"your guess: {points:g}", x=x, y=y, ha=ha)

    moving = (*lines.values(), *names, guess, guessed, dots, name, gap, here, there, number, rested)
    return Picture(figure, moving, move, mark)


@cache
def runs(people, epsilon):
    """Return the weights after each round of some runs, as shares, shape (runs, rounds, cells)."""
    asked = {"epsilon": epsilon, "rounds": ROUNDS, "rng": np.random.default_rng(0)}
    found = ([done.weights for done in mwem_rounds(counted(people)[0], threes(), **asked)] for _ in range(RUNS))
    return np.array(list(found)) / people


def _usual(people, epsilon):
    """Give the worst error after the last round, in points, on average over some runs."""
    said = runs(people, epsilon)[:, -1] @ threes().T
    return 100 * np.abs(said - counted(people)[1]).max(axis=1).mean()


def learning():
    """Draw all 448 answers of weights that learn from ten of them, round by round, against the true answers.

    The reply that was heard stands beside the answer's place, so that it hides neither the truth nor the weights.

    The `move` of this Picture takes ``done`` (rounds, 0 to 10), ``epsilon``, ``people`` and ``rng``. What is to be
    guessed: how many points the worst answer is off after ten rounds, on average, for 2,000 people and ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=285, ratios=[0.88, 1.12])
    cloud.plot([0, 48], [0, 48], color=BLUE, lw=2.5)
    cloud.text(48.5, 49, "the truth", fontsize=12, color=DARK[BLUE], ha="center", va="bottom")
    cloud.set(xlim=(-1, 54), ylim=(-2, 80), xlabel="the true answer, % of people", ylabel="what the weights say, %")
    cloud.set_title("448 questions")
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    way = cloud.plot([], [], color=INK, lw=1.8)[0]
    truly = cloud.plot([], [], "D", color=BLUE, ms=6, mec=INK)[0]
    now = cloud.plot([], [], "o", mfc="none", color=INK, ms=15, mew=2.2)[0]
    heard = cloud.plot([], [], "<", color=INK, ms=12, mec="white")[0]
    told = cloud.text(0, 79, "", fontsize=12, color=INK, va="top", bbox=PLATE | {"alpha": 0.8})
    steps = np.arange(ROUNDS + 1)
    line = ax.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8, mec="white")[0]
    start = ax.plot([], [], color=INK, lw=3.5, solid_capstyle="butt")[0]
    startled = ax.text(10.7, 0, "", fontsize=12, weight="bold", color=INK, va="center")
    ended = ax.text(10.7, 0, "", fontsize=12, weight="bold", color=DARK[ORANGE], va="center")
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="center", bbox=PLATE)
    guess = ax.plot([], [], color=PURPLE, lw=2.5, ls=DASHED)[0]
    guessed = ax.text(0.99, 0.99, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top", transform=ax.transAxes)
    ax.set(xlim=(-0.4, 15), xlabel="questions that were asked of the data", ylabel="points off, worst answer")
    ax.set_title("The worst of the 448, in this run")
    ticks(ax.xaxis, [0, 2, 4, 6, 8, 10])

    def move(done, epsilon, people, rng):
        counts, truth = counted(people)
        rounds = list(mwem_rounds(counts, threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng))
        said = [np.full(448, 1 / 8), *(threes() @ each.weights / people for each in rounds)]
        worst = 100 * np.array([np.abs(each - truth).max() for each in said])
        dots.set_data(100 * truth, 100 * said[done])
        told.set_text("before the first question:\nall answers are 12.5%")
        for artist in (now, way, heard, truly):
            artist.set_data([], [])
        if done:
            chosen, answer = rounds[done - 1].question, 100 * rounds[done - 1].answer / people
            x, y = 100 * truth[chosen], 100 * said[done][chosen]
            truly.set_data([x], [x])
            now.set_data([x], [y])
            heard.set_data([x + 2.6], [answer])  # far off it leaves the picture, and its number is told
            before = 100 * said[done - 1][chosen]
            way.set_data([x, x], [before, y])
            told.set_text(f"question {done} of {ROUNDS}:\n{_in_words(chosen)}\n○ the weights: {before:.1f}%, then "
                          f"{y:.1f}%\n◀ heard: {answer:.0f}%   ◆ in truth: {x:.0f}%")  # fmt: skip
        line.set_data(steps[: done + 1], worst[: done + 1])
        ax.set_ylim(0, 40 if worst.max() < 36 else 100)
        high = ax.get_ylim()[1] / 40
        start.set_data([-0.4, ROUNDS], [worst[0], worst[0]])
        side = -1 if 6 * high < worst[done] <= worst[0] else 1  # below the point, where the line does not come from
        off = plain(worst[done])
        number.set(text=off if done < ROUNDS else "", x=max(done, 0.4), y=worst[done] + 3 * side * high)
        found = f"In this run the worst is off by {off} points."
        ended.set_text("")
        apart = 0  # by how much the two names at the right are moved, so that they do not run into each other
        if done == ROUNDS:
            usual, by = f"{_usual(people, epsilon):.0f}", worst[done] - worst[0]
            apart = np.copysign(max(0, (7.5 * high - abs(by)) / 2), by)
            ended.set(text=f"usually {usual},\nin this run {off}", y=worst[done] + apart)
            found = f"For {people:,} people the worst is usually off by {usual} points, in this run by {off}."
        startled.set(text=f"nobody looked:\n{worst[0]:.0f}", y=worst[0] - apart)
        spent, more = rounds[done - 1].spent if done else 0, ""
        if done == 1:
            more = " Flat rows appear, because other questions share its people."
        elif done and before < 10 and 3 < answer - y < 10:
            more = " A nudge takes percents, so a small group follows slowly."
        return Reading(
            f"{done} of 448 questions asked, for ε = {spent:.2g} of {epsilon:g}. {found}{more}",
            f"Left, 448 dots against a diagonal after {done} rounds; right, the worst error falls from {worst[0]:.0f} "
            f"to {plain(worst[done])} points. {told.get_text()}",
            truth=round(_usual(2000, 1.0)) if done == ROUNDS else None,  # told when it is seen
        )

    def mark(points):
        guess.set_data([-0.4, ROUNDS], [points, points])
        guessed.set_text(f"dashed: your guess, {points:g}")

    moving = (start, guess, startled, guessed, way, dots, now, heard, truly, told, line, number, ended)
    return Picture(figure, moving, move, mark)
