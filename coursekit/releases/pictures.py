"""Pictures of 448 answers from one look at the data: each for itself, and all from weights that learn (lesson 10)."""

from functools import cache
from itertools import combinations, product

import numpy as np
from scipy.special import erf

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, PURPLE, Picture, Reading, canvas, plain, ticks
from coursekit.releases.questions import all_questions, cell_counts
from coursekit.releases.survey import ADA, QUESTIONS, town_survey
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
def _town(people):
    """Give the counts of the 256 cells, and the answers to all 448 questions as shares."""
    counts = cell_counts(town_survey(people, rng=np.random.default_rng(TOWN)))
    return counts, _threes() @ counts / people


@cache
def _threes():
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
    figure, (cloud, ax) = canvas(2, height=285, ratios=[1, 1])
    order = np.random.default_rng(3).permutation(56)
    truth = _town(PEOPLE)[1][(8 * order[:, None] + np.arange(8)).ravel()]  # table after table
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
    places = {ALONE: (318, 118), BY_TABLE: (466, 47), NORMAL: (426, 10)}
    lines = {way: ax.plot(every, 100 * found[way][0], color=ORANGE, lw=3)[0] for way in WAYS}
    style = {"fontsize": 12, "color": DARK[ORANGE], "ha": "right"}
    names = [ax.text(*at, way.partition(",")[0], **style) for way, at in places.items()]
    ax.plot(every, nobody, color=INK, lw=1.8, ls=DOTTED)
    ax.text(168, 31.5, "nobody looked", fontsize=12, color=INK)
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    number = ax.text(235, 184, "", fontsize=15, weight="bold", color=INK, ha="center", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(8, 0, "", fontsize=12, color=DARK[PURPLE], va="bottom", bbox=PLATE)
    ax.set(xlim=(0, 470), ylim=(0, 215), xlabel="questions answered", ylabel="points off, worst answer")
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
        number.set_text(f"{asked} answers: {plain(off)} points")
        out, rest = int(((noisy < 0) | (noisy > 1)).sum()), nobody[asked // 8 - 1]
        than = "more" if off > rest else "less"
        return Reading(
            f"{asked} answers, {way}: each is off by {PEOPLE * each:.0f} people on average, and the worst by "
            f"{plain(off)} points, {than} than if nobody looked ({rest:.0f}). {out} of them are impossible.",
            f"Left, {asked} dots, answers with noise against true ones, {out} of them below 0 or above 100 percent. "
            f"Right, the worst error by the number of questions: {plain(off)} points here.",
            truth=round(100 * found[ALONE][0][-1], -1),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set(text=f"your guess: {points:g}", y=points + 2)

    return Picture(figure, (*lines.values(), *names, guess, guessed, dots, name, here, number), move, mark)


@cache
def _runs(people, epsilon):
    """Give the weights after each round of some runs, as shares, shape (runs, rounds, cells)."""
    asked = {"epsilon": epsilon, "rounds": ROUNDS, "rng": np.random.default_rng(0)}
    runs = ([done.weights for done in mwem_rounds(_town(people)[0], _threes(), **asked)] for _ in range(RUNS))
    return np.array(list(runs)) / people


def _usual(people, epsilon):
    """Give the worst error after the last round, in points, on average over some runs."""
    said = _runs(people, epsilon)[:, -1] @ _threes().T
    return 100 * np.abs(said - _town(people)[1]).max(axis=1).mean()


def learning():
    """Draw all 448 answers of weights that learn from ten of them, round by round, against the true answers.

    The `move` of this Picture takes ``done`` (rounds, 0 to 10), ``epsilon``, ``people`` and ``rng``. What is to be
    guessed: how many points the worst answer is off after ten rounds, on average, for 2,000 people and ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=285, ratios=[1, 1])
    cloud.plot([0, 48], [0, 48], color=BLUE, lw=2.5)
    cloud.text(48.5, 49, "the truth", fontsize=12, color=DARK[BLUE], ha="center", va="bottom")
    cloud.set(xlim=(-1, 54), ylim=(-2, 80), xlabel="the true answer, % of people", ylabel="what the weights say, %")
    cloud.set_title("448 questions")
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    way = cloud.plot([], [], color=INK, lw=1.8)[0]
    truly = cloud.plot([], [], "D", color=BLUE, ms=6, mec=INK)[0]
    now = cloud.plot([], [], "o", mfc="none", color=INK, ms=15, mew=2.2)[0]
    heard = cloud.plot([], [], "X", color=INK, ms=14, mec="white")[0]
    told = cloud.text(0, 79, "", fontsize=12, color=INK, va="top", bbox=PLATE | {"alpha": 0.8})
    steps = np.arange(ROUNDS + 1)
    line = ax.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8, mec="white")[0]
    start = ax.axhline(0, color=INK, lw=1.8, ls=DOTTED)
    startled = ax.text(10.4, 0, "", fontsize=12, color=INK, ha="right", va="bottom", bbox=PLATE)
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(0.99, 0.99, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top", transform=ax.transAxes)
    ax.set(xlim=(-0.4, 10.5), xlabel="questions that were asked of the data", ylabel="points off, worst answer")
    ax.set_title("The worst of the 448, in this run")
    ticks(ax.xaxis, [0, 2, 4, 6, 8, 10])

    def move(done, epsilon, people, rng):
        counts, truth = _town(people)
        rounds = list(mwem_rounds(counts, _threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng))
        said = [np.full(448, 1 / 8), *(_threes() @ each.weights / people for each in rounds)]
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
            heard.set_data([x], [answer])  # far off it leaves the picture, and its number is told
            way.set_data([x, x], [100 * said[done - 1][chosen], y])
            told.set_text(f"question {done} of {ROUNDS}:\n{_in_words(chosen)}\n✖ heard, with noise: {answer:.0f}%\n"
                          f"○ the weights: {y:.0f}%   ◆ in truth: {x:.0f}%")  # fmt: skip
        line.set_data(steps[: done + 1], worst[: done + 1])
        ax.set_ylim(0, 40 if worst.max() < 36 else 100)
        high = ax.get_ylim()[1] / 40
        start.set_ydata([worst[0], worst[0]])
        startled.set(text=f"nobody looked: {worst[0]:.0f}", y=worst[0] + 0.6 * high)
        number.set(text=f"{plain(worst[done])}", x=max(done, 0.4), y=worst[done] + 1.5 * high)
        usual = f" {_usual(people, epsilon):.0f} is usual for {people:,} people." if done == ROUNDS else ""
        spent = rounds[done - 1].spent if done else 0
        if done == 1:
            usual = " Shelves appear, because other questions share its people."
        return Reading(
            f"{done} of 448 questions were chosen and answered, for ε = {spent:.2g} of {epsilon:g}. The worst answer "
            f"is off by {plain(worst[done])} points.{usual}",
            f"Left, 448 dots against a diagonal after {done} rounds; right, the worst error falls from {worst[0]:.0f} "
            f"to {plain(worst[done])} points. {told.get_text()}",
            truth=round(_usual(2000, 1.0)) if done == ROUNDS else None,  # told when it is seen
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set_text(f"dashed: your guess, {points:g}")

    moving = (start, guess, startled, guessed, way, dots, now, heard, truly, told, line, number)
    return Picture(figure, moving, move, mark)


@cache
def _groups(answers):
    """Give the cells of all groups by so many answers that have somebody, how many, and their share of bad sleepers."""
    cells = np.array(list(product([False, True], repeat=len(QUESTIONS))))
    patterns = np.array(list(product([False, True], repeat=answers)))
    chosen = list(map(list, combinations(range(len(QUESTIONS) - 1), answers)))
    groups = np.concatenate([(cells[:, some] == patterns[:, None]).all(axis=2) for some in chosen]).astype(float)
    adas = np.concatenate([(patterns == np.array(ADA)[some]).all(axis=1) for some in chosen])
    counts = _town(2000)[0]
    size = groups @ counts
    lived = size > 0
    return groups[lived], size[lived], _bad_sleepers(groups[lived], counts), adas[lived] & (size[lived] == 1)


def _bad_sleepers(groups, weights):
    sleepless = np.arange(weights.size) % 2 == 1  # the last of the eight questions
    return (groups[:, sleepless] @ weights[sleepless]) / (groups @ weights)


def _mean_off(answers, weights):
    groups, _, share, _ = _groups(answers)
    return 100 * float(np.abs(_bad_sleepers(groups, weights) - share).mean())


def small_groups():
    """Draw the share of bad sleepers in each group, as the weights say, against the truth; Ada's group is marked.

    The `move` of this Picture takes ``known`` (answers that say who is in a group, 1 to 7), ``epsilon`` and ``rng``.
    What is to be guessed: how many points the share is off on average, for groups by seven answers and ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=285, ratios=[1, 1])
    cloud.plot([0, 100], [0, 100], color=BLUE, lw=2.5)
    cloud.text(80, 84, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom")
    cloud.axhline(50, color=INK, lw=1.8, ls=DOTTED)
    cloud.text(-2, 103, "dotted: where the weights began", fontsize=12, color=INK, va="top")
    cloud.set(xlim=(-4, 105), ylim=(-4, 104), xlabel="bad sleepers in truth, % of the group")
    cloud.set(ylabel="what the weights say, %")
    cloud.set_title("Each dot is a group, large dots are many people")
    dots = cloud.scatter([], [], color=ORANGE, ec="white", lw=0.5)
    ada = cloud.plot([], [], "o", mfc="none", color=INK, ms=15, mew=2.2)[0]
    about = cloud.text(104, -2, "", fontsize=13, weight="bold", color=INK, ha="right", va="bottom")
    every, town = np.arange(1, 8), float(_bad_sleepers(np.ones((1, 256)), _town(2000)[0])[0])
    plainly = {share: [100 * np.abs(share - _groups(int(k))[2]).mean() for k in every] for share in (0.5, town)}
    names = []
    for (share, off), x, y in zip(plainly.items(), (3.2, 7.4), (27.2, 5)):
        ax.plot(every, off, color=INK, lw=1.8, ls=DOTTED)
        name = f"{share:.0%} for every group"
        names.append(ax.text(x, y, name, fontsize=12, color=INK, ha="right" if x > 7 else "center", bbox=PLATE))
    line = ax.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8, mec="white")[0]
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(0.99, 0.99, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top", transform=ax.transAxes)
    ax.set(xlim=(0.6, 7.4), ylim=(0, 50), xlabel="answers that make a group", ylabel="points off, on average")
    ax.set_title("The mean error of a group, in this run")
    ticks(ax.xaxis, every)

    def move(known, epsilon, rng):
        groups, size, share, adas = _groups(known)
        *_, last = mwem_rounds(_town(2000)[0], _threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng)
        said = 100 * _bad_sleepers(groups, last.weights)
        dots.set_offsets(np.column_stack([100 * share, said]))
        dots.set_sizes(9 + 6 * np.sqrt(size))
        mine = np.flatnonzero(adas)[:1]
        ada.set_data(100 * share[mine], said[mine])
        lone = f" Ada's group of one: true 100%, published {said[mine[0]]:.0f}%." if mine.size else ""
        about.set_text(f"ring: Ada, {said[mine[0]]:.0f}% and not 100%" if mine.size else "")
        off = [_mean_off(int(k), last.weights) for k in every]
        mean, usual = off[known - 1], np.mean([_mean_off(known, each[-1]) for each in _runs(2000, epsilon)])
        line.set_data(every, np.minimum(off, 49))
        here.set_data([known], [min(mean, 49)])
        number.set(text=f"{mean:.0f}", x=known, y=min(mean + 2.5, 45))
        half, same = (rows[known - 1] for rows in plainly.values())
        return Reading(
            f"{len(size)} groups by {known} answer{'s' * (known > 1)}: the share of bad sleepers is off by {mean:.0f} "
            f"points, and {usual:.0f} is usual. To say 50% for all: {half:.0f}; {town:.0%} for all: {same:.0f}.{lone}",
            f"Left, {len(size)} dots, published shares against true ones; they lie flat, towards 50 percent, where the "
            f"diagonal is the truth. Right, the mean error by the number of answers, {mean:.0f} points here.{lone}",
            truth=round(np.mean([_mean_off(7, each[-1]) for each in _runs(2000, 1.0)])),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set_text(f"dashed: your guess, {points:g}")

    return Picture(figure, (guess, *names, guessed, dots, ada, about, line, here, number), move, mark)
