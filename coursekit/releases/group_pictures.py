"""The picture of groups that weights were not asked about: the fewer people, the less they know (lesson 10)."""

from functools import cache
from itertools import combinations, product

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE, Picture, Reading, canvas, ticks
from coursekit.releases.pictures import DASHED, PEOPLE, PLATE, ROUNDS, counted, runs, threes
from coursekit.releases.survey import ADA, QUESTIONS
from coursekit.releases.weights import mwem_rounds

SIZES = (1, 100, 1000)  # of groups, for those who read the dots


@cache
def _groups(answers):
    """Give the cells of all groups by so many answers that have somebody, how many, and their share of bad sleepers."""
    cells = np.array(list(product([False, True], repeat=len(QUESTIONS))))
    patterns = np.array(list(product([False, True], repeat=answers)))
    chosen = list(map(list, combinations(range(len(QUESTIONS) - 1), answers)))
    groups = np.concatenate([(cells[:, some] == patterns[:, None]).all(axis=2) for some in chosen]).astype(float)
    adas = np.concatenate([(patterns == np.array(ADA)[some]).all(axis=1) for some in chosen])
    counts = counted(PEOPLE)[0]
    size = groups @ counts
    lived = size > 0
    return groups[lived], size[lived], _bad_sleepers(groups[lived], counts), adas[lived] & (size[lived] == 1)


def _bad_sleepers(groups, weights):
    sleepless = np.arange(weights.size) % 2 == 1  # the last of the eight questions
    return (groups[:, sleepless] @ weights[sleepless]) / (groups @ weights)


@cache
def _usual(answers, epsilon):
    """Give how far off the shares are after the last round, in points, on average over groups and some runs."""
    groups, _, share, _ = _groups(answers)
    return 100 * np.mean([np.abs(_bad_sleepers(groups, each[-1]) - share).mean() for each in runs(PEOPLE, epsilon)])


def _area(people):
    return 40 + 0.33 * np.asarray(people)


def _row(share, said):
    """Give the answer in percent that most groups share, in a flat row above which the left half has room for words.

    With it comes how many groups share it; there is no such row (None, 0) where fewer than eight do.
    """
    values, many = np.unique(said.round(), return_counts=True)
    left = said[share < 0.5]
    free = [not ((left > value + 1) & (left < value + 11)).any() and value < 90 for value in values]
    many = np.where(free, many, 0)
    return (values[many.argmax()], many.max()) if many.max() >= 8 else (None, 0)


def small_groups():
    """Draw the share of bad sleepers in each group, as the weights say, against the right one; Ada's group has a name.

    The `move` of this Picture takes ``known`` (answers that say who is in a group, 1 to 7), ``epsilon`` and ``rng``.
    What is to be guessed: how many points the share is off on average, for groups by seven answers and ε = 1.
    """
    figure, (ax, side) = canvas(2, height=330, ratios=[1.75, 1])
    ax.plot([0, 100], [0, 100], color=BLUE, lw=3)
    ax.text(102.5, 100, "right", fontsize=15, weight="bold", color=DARK[BLUE], va="center")
    ax.set(xlim=(-4, 117), ylim=(-4, 105), xlabel="bad sleepers in truth, % of the group")
    ax.set(ylabel="what the weights say, %", title="Each dot is a group of people")
    for axis in (ax.xaxis, ax.yaxis):
        ticks(axis, [0, 25, 50, 75, 100])
    guesses = [ax.plot([], [], color=PURPLE, lw=2.5, ls=DASHED)[0] for _ in range(2)]
    dots = ax.scatter([], [], color=ORANGE, ec="white", lw=0.7)
    way = ax.plot([], [], color=INK, lw=1.8, ls=":")[0]
    ada = ax.plot([], [], "o", mfc="none", color=INK, ms=14, mew=2.2)[0]
    name = ax.text(104, 0, "", fontsize=15, weight="bold", color=INK, va="center")
    row = ax.text(-2, 0, "", fontsize=12, color=INK, va="bottom", bbox=PLATE)
    side.axis("off")
    side.set(xlim=(0, 1), ylim=(0, 1))
    large = {"fontsize": 23, "weight": "bold", "va": "center"}
    small = {"fontsize": 12, "color": INK, "va": "center"}
    told = [side.text(0, y, "", color=colour, **large) for y, colour in ((0.94, INK), (0.66, DARK[ORANGE]))]
    about = [side.text(0, y, "", **small) for y in (0.82, 0.54)]
    guessed = side.text(0, 0.38, "", fontsize=12, color=DARK[PURPLE], va="center")
    side.text(0, 0.24, "How many people a dot is:", **small)
    for x, size in zip((0.06, 0.3, 0.64), SIZES):
        side.scatter([x], [0.12], s=_area(size), color=ORANGE, ec="white", lw=0.7)
        side.text(x + 0.06 + 0.02 * (size == SIZES[-1]), 0.12, f"{size:,}", **small)

    def move(known, epsilon, rng):
        groups, size, share, adas = _groups(known)
        *_, last = mwem_rounds(counted(PEOPLE)[0], threes(), epsilon=epsilon, rounds=ROUNDS, rng=rng)
        said = 100 * _bad_sleepers(groups, last.weights)
        order = np.argsort(-size)  # small dots over large ones
        dots.set_offsets(np.column_stack([100 * share, said])[order])
        dots.set_sizes(_area(size[order]))
        value, many = _row(share, said)
        row.set(text=f"{value:.0f}% for each of {many} groups" if many else "", y=(value or 0) + 3.5)
        mine, lone = np.flatnonzero(adas)[:1], ""
        for artist in (ada, way):
            artist.set_data([], [])
        name.set_text("")
        if mine.size:
            hers = said[mine[0]]
            ada.set_data([100], [hers])
            way.set_data([100, 100], [hers + 4, 100])
            name.set(y=hers, text="Ada")
            lone = f" Ada, alone in her group: {hers:.0f}%, and 100% is right."
        off, usual = np.abs(said - 100 * share).mean(), _usual(known, epsilon)
        answers, same = ("1 answer", "answer") if known == 1 else (f"{known} answers", f"{known} answers")
        for text, words in zip((*told, *about), (
            f"{len(size)} groups", f"usually {usual:.0f} off", f"with the same {same},\n{size.min():,.0f} to "
            f"{size.max():,.0f} people in each", f"points, on average\n({off:.0f} in this run)",
        )):  # fmt: skip
            text.set_text(words)
        return Reading(
            f"{len(size)} groups by {answers}, of {size.min():,.0f} to {size.max():,.0f} people: their shares are "
            f"usually off by {usual:.0f} points, in this run by {off:.0f}.{lone}",
            f"{len(size)} dots, what the weights say of each group against what is right, a diagonal; they are off by "
            f"{off:.0f} points on average, and large groups lie nearer to the diagonal.{lone}",
            truth=round(_usual(7, 1.0)) if known == 7 else None,  # told when it is seen
        )

    def mark(points):
        for line, by in zip(guesses, (points, -points)):
            line.set_data([max(0, -by), min(100, 100 - by)], [max(0, by), min(100, 100 + by)])
        guessed.set_text(f"dashed: your guess, {points:g} points off")

    return Picture(figure, (*guesses, dots, way, ada, name, row, *told, *about, guessed), move, mark)
