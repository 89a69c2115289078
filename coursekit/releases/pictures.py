"""Pictures of 448 answers from one look at the data: each for itself, and all from weights that learn (lesson 10)."""

from functools import cache
from itertools import combinations, product

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, PURPLE, Picture, Reading, canvas, plain, ticks
from coursekit.releases.questions import all_questions, cell_counts
from coursekit.releases.survey import ADA, QUESTIONS, town_survey
from coursekit.releases.weights import mwem_rounds

ALONE, BY_TABLE = "one by one", "a table of 8 at a time"
WAYS = (ALONE, BY_TABLE)
ROUNDS, RUNS = 10, 12
TOWN = 44  # the seed of the lesson's town
DASHED, DOTTED = (0, (5, 3)), (0, (1, 1.5))


@cache
def _town(people):
    """Give the counts of the 256 cells, and the answers to all 448 questions as shares."""
    counts = cell_counts(town_survey(people, rng=np.random.default_rng(TOWN)))
    return counts, _threes() @ counts / people


@cache
def _threes():
    return all_questions(len(QUESTIONS), ways=3)


_SUMS = (1 / np.arange(1, 449)).cumsum()  # 1, 1 + 1/2, 1 + 1/2 + 1/3, …: the mean of the largest of so many errors


def worst_alone(asked, way, epsilon, people):
    """Return how far off the worst of so many answers is on average, as a share, and the scale of their noise.

    One person replaced by another moves an answer by 1, but two cells of a table; and a table is paid for once.
    """
    scale = (asked if way == ALONE else 2 * asked / 8) / epsilon / people
    return scale * _SUMS[asked - 1], scale


def separate(people=2000):
    """Draw answers of a town of so many `people`, each with noise for its share of ε, against the true ones.

    The `move` of this Picture takes ``asked`` (questions, a multiple of 8 up to 448), ``way`` (one of `WAYS`),
    ``epsilon`` and ``rng``. What is to be guessed: how many points the worst of 448 answers is off, one by one, ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=330, ratios=[1, 1])
    truth = _town(people)[1]
    order = np.random.default_rng(3).permutation(56)
    order = (8 * order[:, None] + np.arange(8)).ravel()  # table after table
    nobody = 100 * np.abs(truth - 1 / 8).max()
    cloud.axhspan(0, 100, color=PALE, alpha=0.6, lw=0)
    cloud.plot([0, 45], [0, 45], color=BLUE, lw=2.5)
    for y, told in ((148, "more than everybody"), (-148, "fewer than nobody")):
        cloud.text(22, y, told, fontsize=12, color=INK, ha="center", va="center")
    cloud.text(44, 104, "possible: 0 to 100", fontsize=12, color=INK, ha="right", va="bottom")
    cloud.set(xlim=(-1, 46), ylim=(-165, 165), xlabel="the true answer, % of people", ylabel="the answer with noise, %")
    cloud.set_title("Each dot is one question")
    cloud.text(44.5, 52, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom")
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    every = np.arange(8, 449, 8)
    styles = {ALONE: {"lw": 3}, BY_TABLE: {"lw": 2.5, "ls": DASHED}}
    lines = {way: ax.plot([], [], color=ORANGE, **style)[0] for way, style in styles.items()}
    names = {way: ax.text(0, 0, way, fontsize=12, color=DARK[ORANGE], ha="right") for way in WAYS}
    ax.axhline(nobody, color=INK, lw=1.8, ls=DOTTED)
    ax.text(310, nobody + 1.5, f"nobody looked: {nobody:.0f}", fontsize=12, color=INK, ha="right")
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="right")
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(466, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")
    ax.set(xlim=(0, 470), ylim=(0, 175), xlabel="questions answered", ylabel="points off, worst answer")
    ax.set_title("The worst answer, on average")
    ticks(ax.xaxis, [8, 112, 224, 336, 448])

    def move(asked, way, epsilon, rng):
        some = truth[order[:asked]]
        worst, scale = worst_alone(asked, way, epsilon, people)
        noisy = some + scale * rng.laplace(size=448)[:asked]
        dots.set_data(100 * some, np.clip(100 * noisy, -160, 160))
        for each, line in lines.items():
            found = 100 * worst_alone(every, each, epsilon, people)[0]
            line.set_data(every, found)
            line.set_alpha(1 if each == way else 0.45)
            low = each == BY_TABLE and found[-1] < 100  # the label stands below its line, or else before it
            k = -1 if low else max(0, np.searchsorted(found, 120) - 1)
            names[each].set(x=466 if low else max(every[k] - 14, 150), y=found[k] - 26 if low else min(found[k], 160))
        off = 100 * worst
        here.set_data([asked], [min(off, 170)])
        number.set(text=f"{plain(off)} points", x=asked - 14 if asked > 160 else asked + 165, y=min(off + 5, 160))
        out = int(((noisy < 0) | (noisy > 1)).sum())
        each = f"ε/{asked}" if way == ALONE else f"ε/{asked // 8}"
        than = "more" if off > nobody else "less"
        return Reading(
            f"{asked} answers, {way}: each has {each} and the worst is off by {plain(off)} points on average, {than} "
            f"than if nobody looked. {out} answers of {asked} are impossible.",
            f"Left, {asked} dots, answers with noise against true ones, {out} of them below 0 or above 100 percent. "
            f"Right, the worst error by the number of questions: {plain(off)} points here.",
            truth=round(100 * worst_alone(448, ALONE, 1, people)[0], -1),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set(text=f"your guess: {points:g}", y=max(points + 1, 42))

    return Picture(figure, (*lines.values(), *names.values(), guess, guessed, dots, here, number), move, mark)


@cache
def _usual(people, epsilon):
    """Give the worst error after each round, in points, on average over some runs."""
    counts, truth = _town(people)
    rng, found = np.random.default_rng(0), np.zeros((RUNS, ROUNDS))
    for run in found:
        for t, done in enumerate(mwem_rounds(counts, _threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng)):
            run[t] = 100 * np.abs(_threes() @ done.weights / people - truth).max()
    return found.mean(axis=0)


def learning():
    """Draw all 448 answers of weights that learn from ten of them, round by round, against the true answers.

    The `move` of this Picture takes ``done`` (rounds, 0 to 10), ``epsilon``, ``people`` and ``rng``. What is to be
    guessed: how many points the worst answer is off after ten rounds, on average, for 2,000 people and ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=330, ratios=[1, 1])
    cloud.plot([0, 56], [0, 56], color=BLUE, lw=2.5)
    cloud.text(54, 57, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom")
    cloud.set(xlim=(-1, 60), ylim=(-1, 62), xlabel="the true answer, % of people", ylabel="what the weights say, %")
    cloud.set_title("448 questions")
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    asked = cloud.plot([], [], "o", mfc="none", color=INK, ms=15, mew=2.2)[0]
    answer = cloud.plot([], [], color=INK, lw=1.8)[0]
    told = cloud.text(1, 59, "", fontsize=12, color=INK, va="top")
    steps = np.arange(ROUNDS + 1)
    line = ax.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8, mec="white")[0]
    start = ax.axhline(0, color=INK, lw=1.8, ls=DOTTED)
    startled = ax.text(10.3, 0, "", fontsize=12, color=INK, ha="right", va="bottom")
    plate = {"fc": "white", "ec": "none", "pad": 1}
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom", bbox=plate)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(10.3, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")
    ax.set(xlim=(-0.4, 10.5), ylim=(0, 40), xlabel="questions that were asked of the data")
    ax.set_ylabel("points off, worst answer")
    ax.set_title("The worst of the 448, in this run")
    ticks(ax.xaxis, [0, 2, 4, 6, 8, 10])

    def move(done, epsilon, people, rng):
        counts, truth = _town(people)
        rounds = list(mwem_rounds(counts, _threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng))
        said = [np.full(448, 1 / 8), *(_threes() @ each.weights / people for each in rounds)]
        worst = 100 * np.array([np.abs(each - truth).max() for each in said])
        dots.set_data(100 * truth, 100 * said[done])
        if done:
            chosen, heard = rounds[done - 1].question, rounds[done - 1].answer / people
            x, y = 100 * truth[chosen], 100 * said[done][chosen]
            asked.set_data([x], [y])
            answer.set_data([x, x], [100 * said[done - 1][chosen], y])
            told.set_text(f"ring: question {done} of {ROUNDS},\nheard with noise: {100 * heard:.0f}%")
        else:
            asked.set_data([], [])
            answer.set_data([], [])
            told.set_text("before the first question:\nall answers are 12.5%")
        line.set_data(steps[: done + 1], np.minimum(worst[: done + 1], 39))
        start.set_ydata([worst[0], worst[0]])
        startled.set(text=f"nobody looked: {worst[0]:.0f}", y=worst[0] + 0.4)
        number.set(text=f"{plain(worst[done])}", x=max(done, 0.4), y=min(worst[done] + 1.5, 36))
        usual = f" {_usual(people, epsilon)[-1]:.0f} is usual for {people:,} people." if done == ROUNDS else ""
        spent = rounds[done - 1].spent if done else 0
        return Reading(
            f"{done} of 448 questions were asked, for ε = {spent:.2g} of {epsilon:g}. The worst answer is off by "
            f"{plain(worst[done])} points.{usual}",
            f"Left, 448 dots against a diagonal after {done} rounds; right, the worst error falls from {worst[0]:.0f} "
            f"to {plain(worst[done])} points.",
            truth=round(_usual(2000, 1.0)[-1]),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set(text=f"your guess: {points:g}", y=points + 0.2)

    return Picture(figure, (start, startled, guess, guessed, answer, dots, asked, told, line, number), move, mark)


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


@cache
def _usual_groups(answers):
    groups, _, share, _ = _groups(answers)
    rng, runs = np.random.default_rng(0), []
    for _ in range(RUNS):
        *_, last = mwem_rounds(_town(2000)[0], _threes(), epsilon=1.0, rounds=ROUNDS, rng=rng)
        runs.append(np.abs(_bad_sleepers(groups, last.weights) - share).mean())
    return 100 * float(np.mean(runs))


def small_groups():
    """Draw by how much the share of bad sleepers in a group, as the weights say, is off; Ada's groups are marked.

    The `move` of this Picture takes ``known`` (answers that say who is in a group, 1 to 7), ``epsilon`` and ``rng``.
    What is to be guessed: how many points the share is off on average, for groups by five answers and ε = 1.
    """
    figure, ax = canvas(height=330)
    ax.axhline(0, color=BLUE, lw=2.5)
    ax.text(6000, 1, "the truth", fontsize=12, color=DARK[BLUE], va="bottom")
    dots = ax.plot([], [], "o", color=ORANGE, ms=6.5, mec="white", mew=0.5)[0]
    ada = ax.plot([], [], "o", color=ORANGE, ms=14, mec=INK, mew=2.2)[0]
    about = ax.text(1.5, 0, "", fontsize=13, weight="bold", color=INK, va="center")
    band = [ax.axhline(0, color=INK, lw=1.4, ls=DOTTED) for _ in range(2)]
    usual = ax.text(6000, 0, "", fontsize=12, color=INK, va="bottom")
    guess = [ax.axhline(0, color=PURPLE, lw=2.2, ls=DASHED, visible=False) for _ in range(2)]
    guessed = ax.text(6000, 0, "", fontsize=12, color=DARK[PURPLE], va="top")
    ax.set(xscale="log", xlim=(6500, 0.8), ylim=(-75, 75), xlabel="people in the group, fewer to the right")
    ax.set(ylabel="points too many or too few")
    ax.set_title("Each dot is a group: how far off is its share of bad sleepers?")
    ticks(ax.xaxis, [2000, 500, 100, 20, 5, 1])

    def move(known, epsilon, rng):
        groups, size, share, adas = _groups(known)
        *_, last = mwem_rounds(_town(2000)[0], _threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng)
        said = _bad_sleepers(groups, last.weights)
        off = 100 * (said - share)
        mean = np.abs(off).mean()
        dots.set_data(size, off)
        mine = np.flatnonzero(adas)
        ada.set_data(size[mine[:1]], off[mine[:1]])
        lone = f" Ada's group of one: true 100%, published {100 * said[mine[0]]:.0f}%." if mine.size else ""
        about.set(text=f"Ada: {100 * said[mine[0]]:.0f}%, not 100%" if mine.size else "", y=-70, x=11)
        if mine.size:
            about.set(y=np.clip(off[mine[0]] - 9, -71, 71), x=8)
        for one, y in zip(band, (-mean, mean)):
            one.set_ydata([y, y])
        usual.set(text=f"off by {mean:.0f} on average", y=mean + 1)
        return Reading(
            f"{len(size)} groups by {known} of the answers: the share of bad sleepers is off by {mean:.0f} points on "
            f"average.{lone}",
            f"{len(size)} dots, errors against the size of a group; they spread as groups get smaller, by {mean:.0f} "
            f"points on average.{lone}",
            truth=round(_usual_groups(5)),
        )

    def mark(points):
        for one, y in zip(guess, (-points, points)):
            one.set(ydata=[y, y], visible=True)
        guessed.set(text=f"your guess: {points:g}", y=-points - 1)

    return Picture(figure, (*band, usual, *guess, guessed, dots, ada, about), move, mark)
