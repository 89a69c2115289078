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
PLATE = {"fc": "white", "ec": "none", "pad": 1}


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
    name = cloud.text(44.5, 54, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom", bbox=PLATE)
    dots = cloud.plot([], [], "o", color=ORANGE, ms=6, mec="white", mew=0.5)[0]
    every = np.arange(8, 449, 8)
    styles = {ALONE: {"lw": 3}, BY_TABLE: {"lw": 2.5, "ls": DASHED}}
    lines = {way: ax.plot([], [], color=ORANGE, **style)[0] for way, style in styles.items()}
    names = {way: ax.text(0, 0, way, fontsize=12, color=DARK[ORANGE], ha="right") for way in WAYS}
    ax.axhline(nobody, color=INK, lw=1.8, ls=DOTTED)
    ax.text(310, nobody + 1.5, f"nobody looked: {nobody:.0f}", fontsize=12, color=INK, ha="right")
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="right", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(8, 0, "", fontsize=12, color=DARK[PURPLE], va="bottom", bbox=PLATE)
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
        each = f"each has ε/{asked}" if way == ALONE else f"each table has ε/{asked // 8}"
        than = "more" if off > nobody else "less"
        return Reading(
            f"{asked} answers, {way}: {each} and the worst is off by {plain(off)} points on average, {than} "
            f"than if nobody looked. {out} answers of {asked} are impossible.",
            f"Left, {asked} dots, answers with noise against true ones, {out} of them below 0 or above 100 percent. "
            f"Right, the worst error by the number of questions: {plain(off)} points here.",
            truth=round(100 * worst_alone(448, ALONE, 1, people)[0], -1),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        guessed.set(text=f"your guess: {points:g}", y=points + 2)

    return Picture(figure, (*lines.values(), *names.values(), guess, guessed, dots, name, here, number), move, mark)


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
    startled = ax.text(6.5, 0, "", fontsize=12, color=INK, ha="right", va="bottom")
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(0, 0, "", fontsize=12, color=DARK[PURPLE], va="bottom")
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
        usual = f" {_usual(people, epsilon):.0f} is usual for {people:,} people." if done == ROUNDS else ""
        spent = rounds[done - 1].spent if done else 0
        return Reading(
            f"{done} of 448 questions were chosen and answered, for ε = {spent:.2g} of {epsilon:g}. The worst answer "
            f"is off by {plain(worst[done])} points.{usual}",
            f"Left, 448 dots against a diagonal after {done} rounds; right, the worst error falls from {worst[0]:.0f} "
            f"to {plain(worst[done])} points.",
            truth=round(_usual(2000, 1.0)),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        x, side = (-0.2, "left") if points < 20 else (10.3, "right")  # where neither the line nor its number comes
        guessed.set(text=f"your guess: {points:g}", y=points + 0.2, x=x, ha=side)

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


def _mean_off(answers, weights):
    groups, _, share, _ = _groups(answers)
    return 100 * float(np.abs(_bad_sleepers(groups, weights) - share).mean())


def small_groups():
    """Draw the share of bad sleepers in each group, as the weights say, against the truth; Ada's group is marked.

    The `move` of this Picture takes ``known`` (answers that say who is in a group, 1 to 7), ``epsilon`` and ``rng``.
    What is to be guessed: how many points the share is off on average, for groups by five answers and ε = 1.
    """
    figure, (cloud, ax) = canvas(2, height=340, ratios=[1, 1])
    cloud.plot([0, 100], [0, 100], color=BLUE, lw=2.5)
    cloud.text(80, 84, "the truth", fontsize=12, color=DARK[BLUE], ha="right", va="bottom")
    cloud.axhline(50, color=INK, lw=1.8, ls=DOTTED)
    cloud.text(-2, 53, "where the weights began: 50", fontsize=12, color=INK, va="bottom")
    cloud.set(xlim=(-4, 105), ylim=(-4, 104), xlabel="bad sleepers in truth, % of the group")
    cloud.set(ylabel="what the weights say, %")
    cloud.set_title("Each dot is a group, large dots are many people")
    dots = cloud.scatter([], [], color=ORANGE, ec="white", lw=0.5)
    ada = cloud.plot([], [], "o", mfc="none", color=INK, ms=15, mew=2.2)[0]
    about = cloud.text(99, 0, "", fontsize=13, weight="bold", color=INK, ha="right", va="top", bbox=PLATE)
    every = np.arange(1, 8)
    line = ax.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8, mec="white")[0]
    here = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK, mew=1.5)[0]
    number = ax.text(0, 0, "", fontsize=15, weight="bold", color=INK, ha="center", va="bottom", bbox=PLATE)
    guess = ax.axhline(0, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(0.7, 0, "", fontsize=12, color=DARK[PURPLE], va="bottom", bbox=PLATE)
    ax.set(xlim=(0.6, 7.4), ylim=(0, 40), xlabel="answers that make a group", ylabel="points off, on average")
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
        about.set(text="", y=0)
        if mine.size:
            about.set(text=f"Ada: {said[mine[0]]:.0f}%, not 100%", y=said[mine[0]] - 6)
        off = [_mean_off(int(k), last.weights) for k in every]
        mean, usual = off[known - 1], np.mean([_mean_off(known, each[-1]) for each in _runs(2000, epsilon)])
        line.set_data(every, np.minimum(off, 39))
        here.set_data([known], [min(mean, 39)])
        number.set(text=f"{mean:.0f}", x=known, y=min(mean + 1.7, 35))
        told = f"{known} answers" if known > 1 else "answer"
        return Reading(
            f"{len(size)} groups of people who gave the same {told}: the share of bad sleepers is off by "
            f"{mean:.0f} points on average here, and {usual:.0f} is usual.{lone}",
            f"Left, {len(size)} dots, published shares against true ones; they lie flat, towards 50 percent, where the "
            f"diagonal is the truth. Right, the mean error by the number of answers, {mean:.0f} points here.{lone}",
            truth=round(np.mean([_mean_off(5, each[-1]) for each in _runs(2000, 1.0)])),
        )

    def mark(points):
        guess.set(ydata=[points, points], visible=True)
        x, side = (7.3, "right") if points < 12 else (0.7, "left")  # where the line does not come
        guessed.set(text=f"your guess: {points:g}", y=points + 0.4, x=x, ha=side)

    return Picture(figure, (guess, guessed, dots, ada, about, line, here, number), move, mark)
