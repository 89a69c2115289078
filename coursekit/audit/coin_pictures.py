"""Pictures of an audit in one run: whose guesses about coins are right too often, and what was wrong (lesson 09)."""

from functools import partial

import numpy as np
from scipy.special import betainc

from coursekit.audit.algorithms import SAMPLERS, adpc_mechanism, gdpc_mechanism
from coursekit.audit.one_run import one_run_bound, toss
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, says, ticks
from coursekit.plots.people import PERSON

PROGRAMS = ("noise once, by Ann", "noise once, by Ben", "averaged")
FOR_SURE = 1e-4  # a promise is called broken if a kept one has such luck less often
_RULE = f"does this in less than 1 run of {1 / FOR_SURE:,.0f}"
_SHOWN, _HIGH = 100, 5  # people in the picture, and in a column of it


def coin_flips(counts):
    """Draw a one-run audit: a coin puts one person more into each area or not, and the attacker guesses which.

    `counts` are exact counts without these people, one axis for each level; with 97,336 areas a move takes about 20 ms.
    The hundred guesses that are shown stand for all of them, the right ones first. The `move` of the Picture takes
    ``program`` (of `PROGRAMS`; Ben's draws its noise with p = ε), ``epsilon`` (.1 to 1) and ``rng``. To be guessed:
    whose promise is broken, which the reading knows once luck alone does the same in less than `FOR_SURE` of all runs.
    """
    figure, (people, scale) = canvas(2, ratios=[1.9, 1], height=300)
    counts, place = np.asarray(counts), np.arange(_SHOWN)
    x, y = place // _HIGH, place % _HIGH
    figures = people.scatter(x, y, marker=PERSON, s=300, lw=1.2, ec=INK)
    people.set(xlim=(-0.6, 19.6), ylim=(7.1, -1.8), xticks=[], yticks=[])
    people.spines[["left", "bottom"]].set_visible(False)
    people.set_title("100 people stand for all guesses: full where the guess is right")
    limit = people.plot([], [], color=INK, lw=2.4, ls="--")[0]
    allowed = people.text(0, -1.2, "", fontsize=12, va="center", ha="center")
    words = people.text(-0.5, 5.05, "", fontsize=14, weight="bold", va="center")
    keys = "full: guessed right · empty: wrong", f"red: broken, because luck {_RULE}"
    for row, text in enumerate(keys):
        people.text(-0.5, 5.85 + 0.75 * row, text, fontsize=11.5, va="center")
    bar = scale.bar([0], [0], width=0.5, color=GREEN)[0]
    plate = {"fc": "white", "ec": "none", "pad": 2}
    note = scale.text(0.31, 0, "", fontsize=14, weight="bold", va="top", bbox=plate)
    scale.axhline(1, color=INK, lw=1.8, ls="--")
    promised = scale.text(1.5, 1.02, "", fontsize=12, va="bottom", ha="right")
    verdict = scale.text(1.5, 1.75, "", fontsize=12.5, va="top", ha="right", linespacing=1.3)
    guessed = people.text(19.5, 5.85, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    scale.set(xlim=(-0.45, 1.5), ylim=(0, 1.75), xticks=[], yticks=[])
    scale.spines["left"].set_visible(False)
    scale.set_title("The loss is at least …")

    def move(program, epsilon, rng):
        guesses, correct = toss(partial(_publish, program, epsilon), counts, 0, rng)[2:]
        share, least = correct / guesses, max(one_run_bound(guesses, correct).low, 0)
        low, down = least / epsilon, f"{np.floor(1000 * least) / 1000:.3f}"
        most = 1 / (1 + np.exp(-epsilon))
        luck = betainc(correct, guesses - correct + 1, most)  # of so many, if the loss is ε
        broken, told, ends = luck < FOR_SURE, "no proof\nagainst it", "."
        if broken:
            told, ends = "the promise\nis broken", ": the promise is broken."
        elif low > 1:
            told, ends = "above the promise,\nbut it may be luck", f". Luck does this in 1 run of {1 / luck:,.0f}."
        shows = f"So the loss is at least {down}, with 95% confidence{ends}" if low else "This shows no loss."
        ties = " A mean just between two counts gives no guess." if guesses < counts.size else ""
        is_right = place < round(_SHOWN * share)
        too_often = is_right & (place >= round(_SHOWN * most)) & broken
        figures.set_facecolor(np.array(["white", GREEN, RED])[is_right + 1 * too_often])
        columns, rest = divmod(round(_SHOWN * most), _HIGH)
        edges = columns + 0.5 * (rest > 0), columns - 0.5
        limit.set_data(np.repeat(edges, 2), [-0.75, rest - 0.5, rest - 0.5, _HIGH - 0.4])
        allowed.set(x=min(columns, 12.6), text=f"a kept promise: at most {most:.1%} right, but for luck")
        words.set_text(f"{share:.1%} of all guesses are right")
        promised.set_text(f"promised: {epsilon:g}")
        bar.set(height=min(low, 1.6), color=RED if broken else GREEN if low <= 1 else GREY)
        label = "0" if low == 0 else down if low < 1.6 else f"{least:.1f} ↑"
        note.set(y=np.clip(low, 1.13, 1.45) if low > 1 else np.clip(low, 0.14, 0.96), text=label)
        verdict.set(text=told, color=DARK[RED] if broken else INK, weight="bold" if broken else "normal")
        return Reading(
            f"“{program[0].upper() + program[1:]}”, ε = {epsilon:g}: "
            f"{share:.1%} of {guesses:,} guesses are right. {shows}{ties}",
            f"Left, 100 small people for all {guesses:,} guesses, {share:.1%} of which are right, and a dashed line at "
            f"the {most:.1%} of a kept promise. Right, a bar of the least loss, {least:.2f}, "
            f"{'red and above' if broken else 'beside'} the promise.",
            truth=program if broken else None,
        )

    moving = figures, limit, allowed, words, bar, promised, note, verdict, guessed
    return Picture(figure, moving, move, says(guessed, "your suspect: {}"))


def noises(wins, *, epsilon):
    """Give a figure of the noise that two programs draw, who promise `epsilon`, and its alternative text.

    `wins` has the chance with which a lottery ticket of each wins: the noise is how many lose before that, minus the
    same once more. Marked is the noise with which 110 is published of 107 people and Ruth, and without her.
    """
    figure, axes = canvas(2, height=250)
    numbers, said = np.arange(-6, 7), []
    for ax, (name, win) in zip(axes, wins.items()):
        chances = 100 * win / (2 - win) * (1 - win) ** np.abs(numbers)
        hues = {2: ORANGE, 3: BLUE}
        ax.bar(numbers, chances, width=0.85, color=[hues.get(number, PALE) for number in numbers])
        for number, high, who in ((2, 26, "110 with Ruth"), (3, 16, "without her")):
            chance, colour = chances[number - numbers[0]], DARK[hues[number]]
            ax.plot([number, number], [chance, high], color=colour, lw=1.4)
            told = f"{who}\n+{number}: {chance:.1f}%"
            ax.text(number - 0.2, high + 0.7, told, fontsize=12, va="bottom", color=colour, weight="bold")
        factor = 1 / (1 - win)
        told, broken = f"+2 comes\n{factor:.2f} times as\noften as +3", np.log(factor) > epsilon + 1e-9
        ax.text(-6.6, 35, told, fontsize=13, va="top", color=DARK[RED] if broken else INK, weight="bold")
        ax.set(xlim=(-6.8, 7.4), ylim=(0, 36), xlabel="noise")
        ax.set_title(f"{name}: a ticket loses in {1 - win:.0%} of cases")
        ticks(ax.xaxis, range(-6, 7, 2), ["−6", "−4", "−2", "0", "+2", "+4", "+6"])
        ticks(ax.yaxis, [0, 10, 20, 30], ["0%", "10%", "20%", "30%"])
        said.append(f"{name}: {factor:.2f} times")
    return figure, f"Two peaks of noise around 0. A noise of +2 comes more often than +3. {', '.join(said)}."


def _publish(program, epsilon, counts, rng):
    """Give what one of `PROGRAMS` publishes of the leaves."""
    if program == "averaged":
        return adpc_mechanism(counts, epsilon=epsilon, rng=rng)
    return gdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=SAMPLERS[program == PROGRAMS[1]])
