"""Pictures of what two people can know of one number, and of who gains by rounding (lesson 08, deeper)."""

import numpy as np

from coursekit.plots import BLUE, GREEN, INK, ORANGE, PURPLE, Picture, Reading, canvas
from coursekit.topdown import bias
from coursekit.topdown.paying_pictures import WAYS, county_sizes, released

FAMILIES = 2000
NOTHING, HALF, THREE = "next to nothing", "about half a person", "about three people"
RULES_SAID = {"first": "The first are rounded up", "nearest": "Drawn by lot", "random": "Each by a lot of its own"}
FEWER, SAME, MORE = "fewer than 300", "300, as published", "more than 300"


def views():
    """Draw what a producer and a user of data can know of one another's number, as in JASON's figure 6-1.

    The `Picture`'s `move` takes ``size`` (what is known, in people), ``sigma``, ``way`` (one of `WAYS`) and ``rng``.
    3,143 counties, median 600 and mean 10,600, are published 60 times. What is to be guessed: what is
    behind a 300.
    """
    figure, axes = canvas(2, height=250)
    counts, edges = county_sizes(np.sqrt(2 * np.log(10_600 / 600))), np.linspace(-3, 3, 41)
    steps, known, means = [], [], []
    titles = ("The producer knows the truth", "The data user knows the release")
    for ax, title, label, colour in zip(axes, titles, ("release − truth", "truth − release"), (BLUE, ORANGE)):
        steps.append(ax.stairs(np.zeros(40), edges, fill=True, color=colour, alpha=0.7))
        known.append(ax.axvline(0, color=INK, lw=1.2, ls="--", label="known"))
        means.append(ax.axvline(0, color=INK, lw=3, label="mean of the unknown"))
        ax.set(xlim=(-3, 3), ylim=(0, 0.2), yticks=[], xlabel=f"{label}, in σ", title=title)
    axes[0].set_ylabel("how often")
    guessed = axes[1].text(-2.95, 0.198, "", fontsize=11, color=INK, va="top")
    axes[0].legend(frameon=False, fontsize=10, loc="upper left", handlelength=1.2, borderaxespad=0.2)

    def move(size, sigma, way, rng):
        published = released(counts, way, sigma, 60, rng)
        truth = np.broadcast_to(counts, published.shape)
        off = []
        for (seen, other), step, mean in zip(((truth, published), (published, truth)), steps, means):
            near = np.abs(seen - size) <= 0.2 * sigma
            error = (other - seen)[near]
            off.append(error.mean() if len(error) else np.nan)
            heights = np.histogram(np.clip(error / sigma, -2.999, 2.999), edges)[0]
            step.set_data(heights / max(len(error), 1))
            mean.set_xdata([off[-1] / sigma] * 2)
        nobody = "nobody knows what, for there is none"
        said = [f"{round(size + x):,} on average".replace("-", "−") if np.isfinite(x) else nobody for x in off]
        return Reading(
            f"σ = {sigma:g}, {way}. A county of {size:,} is published as {said[0]}. Where {size:,} is published, "
            f"the truth is {said[1]}.",
            f"Two histograms, in units of the noise {sigma:g}: releases of counties of {size:,} people, and true sizes "
            f"of counties published with {size:,}.",
            truth=FEWER,
        )

    def mark(said):
        guessed.set_text(f"your guess: {said}")

    return Picture(figure, (*steps, *known, *means, guessed), move, mark)


def siblings():
    """Draw what each sibling gains by rounding alone, by its place on the list.

    The `Picture`'s `move` takes ``rule`` (of `rounding.RULES`), ``siblings`` (how many, 2 to 20) and ``rng``; it
    simulates 2,000 families. What is to be guessed: what the first on the list gains where ties go to the first.
    """
    figure, ax = canvas(height=228)
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

    def mark(said):
        guessed.set_text(f"your guess: {said}")

    return Picture(figure, (*bars, guessed), move, mark)
