"""Pictures of who pays when negative counts are forbidden and the total is kept: six places, a country (lesson 08)."""

from functools import cache

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.plots import DARK, GREEN, INK, PALE, PURPLE, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import Number
from coursekit.topdown import bias

WAYS = ("as measured", "negatives cut off", "true total kept")
COUNTIES = 3143
LARGEST_PLACE, BY_SIZE, ALIKE = "the largest place", "each by its size", "all others, each the same"
HIGH = 13  # people, the ends of the axis of the six places


def signed(x):
    """Write a number of people with its sign, or 0."""
    size = f"{abs(x):,.0f}" if abs(x) >= 9.95 else f"{abs(x):.1f}"
    return "0" if size == "0.0" else ("+" if x > 0 else "−") + size


def released(counts, way, sigma, runs, rng):
    """Give counts with Gaussian noise, runs x places, as they are or post-processed."""
    if way == WAYS[2]:
        return bias.post_processed(counts, sigma=sigma, runs=runs, rng=rng)
    noisy = counts + rng.normal(scale=sigma, size=(runs, len(counts)))
    return np.maximum(noisy, 0) if way == WAYS[1] else noisy


def county_sizes(skew):
    """Give counties of median 600 whose logarithms have the standard deviation `skew`: the same quantiles always."""
    from scipy.special import ndtri

    return np.rint(600 * np.exp(skew * ndtri((np.arange(COUNTIES) + 0.5) / COUNTIES))).astype(np.int64)


def expected(counts, way, sigma):
    """Give the mean error of each place, as computed and not simulated."""
    if way == WAYS[2]:
        return bias.mean_field(counts, sigma=sigma).bias
    return bias.gain(counts, sigma, 0.0) if way == WAYS[1] else np.zeros(len(counts))


def places(sizes, *, sigma):
    """Draw what each of some places gains or loses on average over many releases, beside what chance alone can do.

    `sizes` is {name: people}, the smallest first; the noise has the standard deviation `sigma`. The `move` of this
    Picture takes ``runs`` (how many releases), ``way`` (one of `WAYS`) and ``rng``. What is to be guessed: who pays.
    """
    figure, ax = canvas(height=310)
    names, truth = list(sizes), np.array(list(sizes.values()))
    rows = range(len(names))
    bands = [ax.add_patch(Rectangle((i - 0.45, 0), 0.9, 0, facecolor=PALE, lw=0)) for i in rows]
    bars = ax.bar(rows, np.zeros(len(names)), width=0.55)
    zero = ax.axhline(0, color=INK, lw=1.2)
    numbers = [Number(ax, i, 0, size=15) for i in rows]
    for number in numbers:
        number.set_ha("center")
    told = ax.text(len(names) - 0.55, HIGH + 0.3, "", fontsize=12, color=INK, ha="right")
    guessed = ax.text(-0.45, HIGH + 0.3, "", fontsize=12, color=INK)
    ax.set(xlim=(-0.6, len(names) - 0.4), ylim=(-HIGH, HIGH + 2.5), ylabel="people too many or too few")
    ax.set_title("Mean error of each place, over many releases")
    ax.set_xticks(rows, [f"{name}\n{size:,} people" for name, size in sizes.items()], fontsize=12)
    ticks(ax.yaxis, [-10, -5, 0, 5, 10], ["−10", "−5", "right", "+5", "+10"])
    ax.tick_params(axis="x", length=0)
    ax.spines["bottom"].set_visible(False)

    def move(runs, way, rng):
        error = (released(truth, way, sigma, runs, rng) - truth).mean(axis=0)
        chance = 2 * sigma / np.sqrt(runs)
        high = min(chance, HIGH)
        for bar, band, number, off in zip(bars, bands, numbers, error):
            height = np.clip(off, -HIGH + 2, HIGH - 2)
            bar.set(height=height, color=GREEN if off > 0 else PURPLE)
            band.set(y=-high, height=2 * high)
            number.set(text=signed(off))
            number.set_y(height + 1.1 * np.sign(height))
        told.set_text("grey: what chance alone can do")
        return Reading(
            f"{runs:,} releases, {way}: on average the {names[0]} is off by {signed(error[0])} people, the others by "
            f"{signed(error[1:].min())} to {signed(error[1:].max())}.",
            f"Bars of the mean error of {len(names)} places after {runs:,} releases, {way}, on grey bands of "
            f"{plain(chance)} people up and down.",
            truth=ALIKE,
        )

    def mark(answer):
        guessed.set_text(f"your guess: {answer}")

    return Picture(figure, (*bands, *bars, zero, *numbers, told, guessed), move, mark)


def country(skews, *, sigma=200):
    """Draw the mean error of 3,143 counties by size, in 30 groups of counties of similar size.

    `skews` are standard deviations of the logarithm of the sizes that a reader may choose, `sigma` that of the noise.
    The `move` of this Picture takes ``way`` (one of `WAYS`), ``skew`` (one of them) and ``rng``; dots are means over
    50 releases, the line needs no simulation. What is to be guessed: how many people move.
    """
    from scipy.special import ndtr

    figure, ax = canvas(height=330)
    counties = {skew: county_sizes(skew) for skew in skews}
    found = cache(lambda skew, way: expected(counties[skew], way, sigma))
    groups = np.array_split(np.arange(COUNTIES), 30)
    line = ax.plot([], [], color=INK, lw=1.8)[0]
    dots = ax.scatter(np.ones(30), np.zeros(30), s=110, lw=0.8, edgecolor="white")
    told = ax.text(0.985, 0.97, "", transform=ax.transAxes, fontsize=20, weight="bold", ha="right", va="top")
    below = ax.text(0.985, 0.85, "", transform=ax.transAxes, fontsize=12, color=INK, ha="right", va="top")
    guessed = ax.text(0.985, 0.78, "", transform=ax.transAxes, fontsize=12, color=INK, ha="right", va="top")
    ax.axhline(0, color=INK, lw=1)
    ax.set(xscale="log", xlim=(2, 5e5), ylim=(-50, 105), ylabel="mean error, people")
    ax.set_title("Each dot: 105 counties of about the same size")
    ax.set_xlabel("small  ←  people in the county, really  →  large")
    ticks(ax.xaxis, [10, 100, 1000, 10_000, 100_000])
    ticks(ax.yaxis, [-40, -20, 0, 20, 40, 60, 80, 100], ["−40", "−20", "right", "+20", "+40", "+60", "+80", "+100"])
    ax.text(2.3, 6, "too many", fontsize=12, color=DARK[GREEN], va="center")
    ax.text(2.3, -6, "too few", fontsize=12, color=DARK[PURPLE], va="center")

    def move(way, skew, rng):
        counts = counties[skew]
        error = (released(counts, way, sigma, 50, rng) - counts).mean(axis=0)
        theory = found(skew, way)
        size, off = (np.array([values[group].mean() for group in groups]) for values in (counts, error))
        dots.set_offsets(np.column_stack([size, off]))
        dots.set_facecolor([GREEN if one > 0 else PURPLE for one in off])
        line.set_data(np.maximum(counts, 1), theory)
        added, moving = theory.sum(), theory.clip(0).sum()
        many = 0 if way == WAYS[0] else (added if way == WAYS[1] else moving)
        told.set_text(f"{many:,.0f}")
        below.set_text("people too many in the country" if way == WAYS[1] else "people, on paper, from large to small")
        low = f"{ndtr(-counts / sigma).mean():.0%}"
        said = {
            WAYS[0]: f"nobody gains or loses for long, but {low} of the counts are negative.",
            WAYS[1]: f"small counties gain up to {plain(theory[0])}; nobody pays, and the country has people too many.",
            WAYS[2]: f"small counties gain up to {plain(theory[0])} people, each large one loses {plain(-theory[-1])}.",
        }[way]
        return Reading(
            f"{way.capitalize()}: of {counts.sum():,} people {many:,.0f} are {'added' if way == WAYS[1] else 'moved'}; "
            f"{said}",
            f"Thirty dots of mean error against size, from {signed(off[0])} for the smallest counties to "
            f"{signed(off[-1])} for the largest; {way}, skew {skew:g}.",
            truth=round(found(max(skews), WAYS[2]).clip(0).sum()),
        )

    def mark(number):
        guessed.set_text(f"your guess: {number:,}")

    return Picture(figure, (line, dots, told, below, guessed), move, mark)
