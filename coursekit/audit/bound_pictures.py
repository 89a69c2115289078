"""Pictures of audits: the lower bounds that runs of a mechanism give on its privacy loss (lesson 09)."""

from functools import partial

import numpy as np
from scipy.special import betainc

from coursekit.audit.algorithms import SAMPLERS, adpc_mechanism, gdpc_mechanism, rdpc_mechanism
from coursekit.audit.lower_bounds import loss_bound
from coursekit.audit.one_run import one_run_bound, toss
from coursekit.plots import DARK, GREEN, GREY, INK, PURPLE, RED, Picture, Reading, canvas, says, ticks
from coursekit.plots.people import PERSON
from coursekit.plots.pixels import paler

PROGRAMS = ("noise once, by Ann", "noise once, by Ben", "averaged", "raked")
READ = ("the house alone", "all three tables", "the noisy measurements")


def levels_read(sides):
    """Draw lower bounds on what a raked release tells who reads the leaf alone, it and its parent, … up to the whole.

    The event is fixed beforehand: every residual that is read is at least 1. `sides` has two arrays for each ε, runs x
    levels: residuals on the path to the leaf with one person more and without, both from the exact counts without. The
    `move` of the Picture takes ``epsilon`` (a key of `sides`) and ``runs`` (the first so many). To be guessed: the
    bound from all levels, as a share of ε.
    """
    most = next(iter(sides.values()))[0].shape[1]
    # Whether the event has happened to who reads the leaf alone, it and its parent, …
    is_above = {epsilon: [np.minimum.accumulate(side[:, ::-1], axis=1) >= 1 for side in both]
                  for epsilon, both in sides.items()}
    between = (f"+ {k} level{'s' * (k > 1)} above" for k in range(1, most - 1))
    figure, ax, draw, moving, mark = _bars(["the area alone", *between, "+ the country"], "share of ε", 1)
    ticks(ax.yaxis, [0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    ax.set_title("Lower bounds on what Ruth loses, from the area alone up to all levels together")

    def move(epsilon, runs):
        hits = [np.count_nonzero(side[:runs], axis=0).tolist() for side in is_above[epsilon]]
        least = draw(hits, runs, epsilon, "{:.0%}".format)
        return Reading(
            f"Promised ε = {epsilon:g}. After {runs:,} runs on each side, the lower bounds are {least[0]:.0%} of ε "
            f"from the area alone, and {least[-1]:.0%} from all {most} levels together.",
            f"Bars of the least share of ε for one to {most} levels read, under a dashed line at the promise: "
            f"{', '.join(f'{share:.0%}' for share in least)}. The event: above the true count at each level.",
            truth=round(float(least[-1]), 2),
        )

    return Picture(figure, moving, move, mark)


def topdown_read(above, *, promise):
    """Draw lower bounds on what TopDown tells who reads a house's count, all tables, or the noisy measurements.

    `above` says of each run (with Ruth first, then as many without), of tables and measurements, and of each level, the
    house last, whether the count is above the true one without her; `promise` is ε. The `move` of the Picture takes
    ``runs``. To be guessed: which of `READ` has the highest.
    """
    figure, ax, draw, moving, _ = _bars(READ, "privacy loss", promise)
    ticks(ax.yaxis, np.arange(0, promise + 0.1, 0.5))
    ax.set_title("TopDown in a small town: the least that Ruth loses to each reading")
    half = len(above) // 2
    events = np.array([above[:, 0, -1], above[:, 0].all(axis=1), above[:, 1].all(axis=1)]).reshape(3, 2, half)

    def move(runs):
        least = draw(events[:, :, :runs].sum(axis=2).T.tolist(), runs, 1, "{:.2f}".format)
        each = ", ".join(f"{loss:.2f} ({word})" for word, loss in zip(READ, least))
        return Reading(
            f"{runs:,} runs on each side; {promise:g} is promised. At least, with 95% confidence: {each}.",
            f"Three bars under a dashed line at the promise, {promise:g}. They are {each} high.",
            truth=READ[2],
        )

    return Picture(figure, moving, move)


def _bars(names, unit, promise):
    """Set a bar a name under a line: figure, axes, what moves the bars, what moves, and what marks a guess."""
    figure, ax = canvas(height=290)
    places = np.arange(len(names))
    ax.axhline(promise, color=INK, lw=1.6, ls="--")
    ax.text(-0.48, 1.015 * promise, "the promise", fontsize=12, va="bottom")
    bars = ax.bar(places, 0.0 * places, width=0.55, color=GREEN)
    labels = [ax.text(x, 0, "", ha="center", va="bottom", fontsize=14, weight="bold") for x in places]
    guessed = ax.plot([], [], color=PURPLE, lw=4)[0]
    word = ax.text(places[-1] + 0.34, 0, "", fontsize=12, color=DARK[PURPLE], va="center")
    ticks(ax.xaxis, places, names)
    ax.tick_params(axis="x", length=0, labelsize=12)
    ax.set(xlim=(-0.5, len(names) - 0.1), ylim=(0, 1.15 * promise), ylabel=f"at least: {unit}")

    def draw(hits, runs, unit, text):
        lows = [loss_bound(one, runs, other, runs).low for one, other in zip(*hits)]
        least = np.maximum(lows, 0) / unit
        for bar, label, share in zip(bars, labels, least):
            bar.set_height(share)
            label.set(y=share, text=text(share) if share else "0")
        return least

    def mark(share):
        guessed.set_data(places[-1] + np.array([-0.3, 0.3]), [share, share])
        word.set(y=share, text="your guess")

    return figure, ax, draw, (*bars, *labels, guessed, word), mark


def coin_flips(counts):
    """Draw a one-run audit: a coin puts one person more into each area or not, and the attacker guesses which.

    `counts` are exact counts without these people, one axis for each level; with 97,336 areas a move takes about 20 ms.
    The `move` of the Picture takes ``program`` (of `PROGRAMS`; Ben's draws its noise with p = ε), ``epsilon`` (.1 to 1)
    and ``rng``. To be guessed: whose promise is broken, which the reading knows once a bound is beyond luck.
    """
    figure, (people, scale) = canvas(2, ratios=[1.9, 1], height=300)
    counts, shown = np.asarray(counts), 100
    x, y = np.arange(shown) % 20, np.arange(shown) // 20
    plates = people.scatter(x, y, marker="s", s=560, lw=0)
    figures = people.scatter(x, y, marker=PERSON, s=300, lw=1.2)
    people.set(xlim=(-0.6, 19.6), ylim=(7.1, -0.9), xticks=[], yticks=[])
    people.spines[["left", "bottom"]].set_visible(False)
    people.set_title("100 of the areas: does the made-up person live there?")
    words = people.text(-0.5, 5.0, "", fontsize=14, weight="bold", va="center")
    keys = "full: lives there · outline: does not", "green: guessed right · red: wrong · no square: a tie, no guess"
    for row, text in enumerate(keys):
        people.text(-0.5, 5.85 + 0.75 * row, text, fontsize=11.5, va="center")
    bar = scale.bar([0], [0], width=0.5, color=GREEN)[0]
    plate = {"fc": "white", "ec": "none", "pad": 2}
    note = scale.text(0.31, 0, "", fontsize=14, weight="bold", va="top", bbox=plate)
    scale.axhline(1, color=INK, lw=1.8, ls="--")
    promised = scale.text(1.5, 1.02, "", fontsize=12, va="bottom", ha="right")
    guessed = people.text(19.5, 5.85, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    scale.set(xlim=(-0.45, 1.5), ylim=(0, 1.75), xticks=[], yticks=[])
    scale.spines["left"].set_visible(False)
    scale.set_title("The loss is at least …")

    def move(program, epsilon, rng):
        there, evidence, guesses, correct = toss(partial(_publish, program, epsilon), counts, 0, rng)
        there, evidence = there.flat[:shown], evidence.flat[:shown]
        right, silent = (evidence > 0) == (there == 1), evidence == 0
        squares = np.where(right[:, None], paler(GREEN, 0.55), paler(RED, 0.6))
        plates.set_facecolor(np.where(silent[:, None], 1.0, squares))
        figures.set_facecolor(np.where((there == 1)[:, None], paler(INK, 0.95), 1.0))
        figures.set_edgecolor(INK)
        share, least = correct / guesses, max(one_run_bound(guesses, correct).low, 0)
        low, down = least / epsilon, f"{np.floor(1000 * least) / 1000:.3f}"
        luck = betainc(correct, guesses - correct + 1, 1 / (1 + np.exp(-epsilon)))  # of so many, if the loss is ε
        broken, verdict = luck < 1e-6, "."
        if low > 1:
            verdict = f". A kept promise has such luck in 1 run of {1 / max(luck, 1e-6):,.0f}."
        if broken:
            verdict = ": the promise is broken."
        shows = f"So the loss is at least {down}, with 95% confidence{verdict}" if low else "This shows no loss."
        words.set_text(f"{share:.1%} of all guesses are right")
        promised.set_text(f"promised: {epsilon:g}")
        bar.set(height=min(low, 1.6), color=RED if broken else GREEN if low <= 1 else GREY)
        label = "0" if low == 0 else down if low < 1.6 else f"{least:.1f} ↑"
        note.set(y=min(max(low, 0.14), 1.55), text=label)
        return Reading(
            f"“{program[0].upper() + program[1:]}”, ε = {epsilon:g}: "
            f"{share:.1%} of {guesses:,} guesses are right. {shows}",
            f"Left, 100 small people, full or in outline, on squares, green where the guess was right; {share:.1%} of "
            f"all {guesses:,} guesses are. Right, a bar of the least loss, {least:.2f}, "
            f"{'red and above' if broken else 'beside'} the promise.",
            truth=program if broken else None,
        )

    moving = plates, figures, words, bar, promised, note, guessed
    return Picture(figure, moving, move, says(guessed, "your suspect: {}"))


def _publish(program, epsilon, counts, rng):
    """Give what one of `PROGRAMS` publishes of the leaves."""
    if program == "averaged":
        return adpc_mechanism(counts, epsilon=epsilon, rng=rng)
    if program == "raked":
        return rdpc_mechanism(counts, epsilon=epsilon, rng=rng)[-1]
    return gdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=SAMPLERS[program == PROGRAMS[1]])
