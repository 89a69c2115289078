"""Pictures of what two people can know of one number, of rounding, and of a voting district (lesson 08, deeper)."""

import numpy as np

from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, PURPLE, Picture, Reading, canvas, plain, says, ticks
from coursekit.topdown import bias
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.paying_pictures import county_sizes, released, signed
from coursekit.topdown.pipeline import topdown

FAMILIES, DRAWS = 2000, 100
NOTHING, HALF, THREE = "next to nothing", "about half a person", "about three people"
RULES_SAID = {"first": "The first are rounded up", "nearest": "Drawn by lot", "random": "Each by a lot of its own"}
FEWER, SAME, MORE = "fewer than 300", "300, as published", "more than 300"


def views(*, sigma=200):
    """Draw what a producer and a user of data can know of one another's number, as in JASON's figure 6-1.

    The `Picture`'s `move` takes ``size`` (what is known, in people), ``way`` (one of `WAYS`) and ``rng``. The
    `counties` are published 60 times with noise of `sigma`. What is to be guessed: what is behind a 300.
    """
    figure, axes = canvas(2, height=330)
    counts, edges = county_sizes(np.sqrt(2 * np.log(10_600 / 600))), sigma * np.linspace(-3, 3, 41)
    steps, means, told = [], [], []
    titles = ("The producer knows the truth", "The data user knows the release")
    for ax, title, label, colour in zip(axes, titles, ("release − truth", "truth − release"), (BLUE, ORANGE)):
        steps.append(ax.stairs(np.zeros(40), edges, fill=True, color=colour, alpha=0.7))
        ax.axvline(0, ymax=0.8, color=INK, lw=1.2, ls="--")
        means.append(ax.axvline(0, ymax=0.8, color=INK, lw=3))
        told.append(ax.text(-2.95 * sigma, 0.197, "", fontsize=13, weight="bold", color=INK, va="top"))
        ax.set(xlim=(-3 * sigma, 3 * sigma), ylim=(0, 0.2), yticks=[], xlabel=f"{label}, in people", title=title)
        ticks(ax.xaxis, [-400, -200, 0, 200, 400], ["−400", "−200", "0", "+200", "+400"])
    axes[0].set_ylabel("how often")
    guessed = axes[1].text(-2.95 * sigma, 0.178, "", fontsize=12, color=INK, va="top")

    def move(size, way, rng):
        published = released(counts, way, sigma, 60, rng)
        truth = np.broadcast_to(counts, published.shape)
        off = []
        for (seen, other), step, mean, text in zip(((truth, published), (published, truth)), steps, means, told):
            error = (other - seen)[np.abs(seen - size) <= 0.2 * sigma]
            off.append(error.mean() if len(error) else np.nan)
            step.set_data(np.histogram(np.clip(error, edges[0] + 0.1, edges[-1] - 0.1), edges)[0] / max(len(error), 1))
            mean.set_xdata([off[-1]] * 2)
            text.set_text(f"on average {signed(off[-1])}" if len(error) else "there is none")
        said = [f"{round(size + x):,} on average".replace("-", "−") if np.isfinite(x) else "unknown" for x in off]
        return Reading(
            f"{way.capitalize()}. A county of {size:,} is published as {said[0]}. Where {size:,} is published, "
            f"the truth is {said[1]}.",
            f"Two histograms, in people: releases of counties of {size:,} people, and true sizes of counties published "
            f"with {size:,}.",
            truth=FEWER,
        )

    return Picture(figure, (*steps, *means, *told, guessed), move, says(guessed, "your guess:\n{}"))


def siblings():
    """Draw what each sibling gains by rounding alone, by its place on the list.

    The `Picture`'s `move` takes ``rule`` (of `rounding.RULES`), ``siblings`` (how many, 2 to 20) and ``rng``; it
    simulates 2,000 families. What is to be guessed: what the first on the list gains where ties go to the first.
    """
    figure, ax = canvas(height=330)
    bars = ax.bar(np.arange(1, 21), np.zeros(20), color=PURPLE, width=0.7)
    ax.axhline(0, color=INK, lw=0.8)
    ax.set(xlim=(0.3, 20.7), ylim=(-0.55, 0.55), title="What rounding alone gives to each place on the list")
    ax.set(xticks=[1, 5, 10, 15, 20], xlabel="place on the list of siblings", ylabel="gain, people per cell")
    guessed = ax.text(20.6, 0.48, "", fontsize=12, color=INK, ha="right")
    chance = 2 * 0.45 / np.sqrt(FAMILIES)

    def move(rule, siblings, rng):
        gift = bias.sibling_bias(siblings, families=FAMILIES, rule=rule, rng=rng)
        for k, (bar, height) in enumerate(zip(bars, np.pad(gift, (0, 20 - siblings)))):
            bar.set(height=height, color=GREEN if height > 0 else PURPLE, visible=k < siblings)
        first, last, most, least = (f"{gain:+.2f}" for gain in (gift[0], gift[-1], gift.max(), gift.min()))
        said = f"{RULES_SAID[rule]}: the first of {siblings} gains {first} people per cell, the last {last}"
        return Reading(
            f"{said}; chance alone gives ±{chance:.2f}.".replace("-", "−"),
            f"Bars of the mean gain by rounding “{rule}” for {siblings} siblings, from {most} to {least} people.",
            truth=HALF,
        )

    return Picture(figure, (*bars, guessed), move, says(guessed))


def district(tree, counts, leaves, *, epsilon, rng):
    """Draw how far off the total of a district is in 100 releases, as released and as measured.

    The hierarchy `tree` has equal shares of `epsilon` and an exact total; `leaves` are the places of the district. The
    `move` of this Picture takes ``many``, of how many of them it is made. What is to be guessed: how far its released
    total is off on average, if it is made of all.
    """
    figure, ax = canvas(height=330)
    plan = {"epsilon": epsilon, "shares": [1 / len(tree.levels)] * len(tree.levels)}
    plan["invariants"] = Invariants(totals=node_totals(tree, counts, tree.levels[:1]))
    found = [topdown(tree, counts, **plan, rng=one) for one in rng.spawn(DRAWS)]
    tables = [(one.measurements[tree.levels[-1]]["detailed"].values, one.tables[tree.levels[-1]]) for one in found]
    errors = (np.array(tables) - counts)[:, :, leaves].sum(axis=-1).cumsum(axis=-1)
    errors = errors.transpose(1, 2, 0)  # as measured and as released x blocks of the district x releases
    high = 1.1 * np.abs(errors[:, -1]).max()
    heights = (np.arange(DRAWS) % 20 - 9.5) / 32
    rows = [(0, BLUE, "as measured"), (1, ORANGE, "as released")]
    dots = [ax.plot([], [], "o", ms=6.7, mew=0, color=colour, alpha=0.7)[0] for _, colour, _ in rows]
    means = [ax.plot([0, 0], [row - 0.38, row + 0.38], color=INK, lw=3)[0] for row, *_ in rows]
    told = [ax.text(-0.98 * high, r + 0.42, "", fontsize=13, color=DARK[colour], va="center") for r, colour, _ in rows]
    ax.axvline(0, color=INK, lw=1.2, ls="--")
    guess = ax.plot([0, 0], [0.55, 1.4], color=PURPLE, lw=3, ls=(0, (2, 1)), visible=False)[0]
    guessed = ax.text(0.98 * high, -0.42, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    ax.set(xlim=(-high, high), ylim=(-0.55, 1.6), xlabel="people too many in the district")
    ax.set_title("Each dot is a release, and each bar the mean of a hundred")
    ax.set_yticks([row for row, *_ in rows], [name for *_, name in rows], fontsize=12)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=PALE)
    ticks(ax.xaxis, [-2000, -1000, 0, 1000, 2000], ["−2,000", "−1,000", "right", "+1,000", "+2,000"])

    def move(many):
        now = errors[:, many - 1]
        for dot, mean, text, row, off in zip(dots, means, told, (0, 1), now):
            dot.set_data(off, row + heights)
            mean.set_xdata([off.mean()] * 2)
            text.set_text(f"on average {signed(off.mean())}, one release ±{plain(off.std())}")
        measured, bent = (signed(off.mean()) for off in now)
        people = int(counts[leaves[:many]].sum())
        return Reading(
            f"{many} small blocks with {people:,} people: the released total is off by {bent} on average, the measured "
            f"one by {measured} (chance: ±{plain(2 * now[0].std() / np.sqrt(DRAWS))}).",
            f"Two rows of {DRAWS} dots. Released totals of {many} blocks lie around {bent} people, measured ones are "
            f"spread wider, around {measured}.",
            truth=int(round(errors[1, -1].mean(), -2)),
        )

    def mark(number):
        guess.set(xdata=[number, number], visible=True)
        guessed.set_text(f"dashed: your guess, {signed(number)}")

    return Picture(figure, (*dots, *means, *told, guess, guessed), move, mark)
