"""Pictures of who pays when negative counts are forbidden and the total is kept (lesson 08)."""

from functools import cache

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.plots import DARK, GREEN, INK, PALE, PURPLE, Picture, Reading, canvas, plain, says, ticks
from coursekit.plots.pixels import Number
from coursekit.topdown import bias
from coursekit.topdown.projection import simplex

WAYS = ("as measured", "negatives cut off", "true total kept")
COUNTIES, SKEW, OPENS = 3143, 2.4, 200  # how the country's picture opens: counties, their skew, sigma of the noise
LARGEST_PLACE, BY_SIZE, ALIKE = "the largest place", "each by its size", "all others, each the same"
HIGH = 10  # people, the ends of the axis of the six places
CLASSES = (0, 20, 50, 100, 200)  # sizes of blocks
MANY = 10_000  # releases, of which the mean is no longer chance


def signed(x):
    """Write a number of people with its sign, or 0."""
    size = f"{abs(x):,.0f}" if abs(x) >= 9.95 else f"{abs(x):.1f}"
    return "0" if size == "0.0" else ("+" if x > 0 else "−") + size


def released(counts, way, sigma, runs, rng):
    """Give counts with Gaussian noise, runs x places, as they are or post-processed."""
    return repaired(counts + rng.normal(scale=sigma, size=(runs, len(counts))), way, counts.sum())


def repaired(noisy, way, total):
    """Give noisy counts, runs x places, in one of the `WAYS` to publish them."""
    if way == WAYS[2]:
        return simplex(noisy, float(total))
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


def _guessed(answer, truth, gain):
    """Give the mean errors that an answer to "who pays?" speaks of: the first place gains, the others lose as much."""
    others = truth[1:]
    weights = {LARGEST_PLACE: others == others.max(), BY_SIZE: others, ALIKE: np.ones(len(others))}[answer]
    return np.concatenate([[gain], -gain * weights / weights.sum()])


def places(sizes, *, sigma, first, rng):
    """Draw what each of some places gains or loses on average over many releases, beside what chance alone can do.

    `sizes` is {name: people}, the smallest first; the noise has the standard deviation `sigma`. `first` are the noisy
    counts of the first release; those of all others are drawn with `rng`. The `move` of this Picture takes ``runs``
    (how many releases, 100,000 at most) and ``way`` (one of `WAYS`). What is to be guessed: who pays; the answer is
    known after `MANY` releases of the last way, and then the guess is drawn, as dashed bars.
    """
    figure, ax = canvas(height=310, without="bottom")
    names, truth = list(sizes), np.array(list(sizes.values()))
    rows = np.arange(len(names))
    bands = [ax.add_patch(Rectangle((i - 0.45, 0), 0.9, 0, facecolor=PALE, lw=0)) for i in rows]
    bars = ax.bar(rows, np.zeros(len(names)), width=0.5)
    dashed = ax.bar(rows, np.zeros(len(names)), width=0.74, fill=False, ec=INK, lw=1.4, ls=(0, (4, 3)), visible=False)
    zero = ax.axhline(0, color=INK, lw=1.2)
    numbers = [Number(ax, i, 0, size=15, ha="center") for i in rows]
    told = ax.text(len(names) - 0.55, HIGH + 2.6, "grey: what chance alone can do", fontsize=12, color=INK, ha="right")
    guessed = ax.text(-0.45, HIGH + 2.6, "", fontsize=12, color=INK)
    ax.set(xlim=(-0.6, len(names) - 0.4), ylim=(-HIGH - 2.6, HIGH + 4), ylabel="people too many or too few")
    title = ax.set_title("Mean error of each place, over many releases")
    ax.set_xticks(rows, [f"{name}\n{size:,} people" for name, size in sizes.items()], fontsize=12)
    ticks(ax.yaxis, [-10, -5, 0, 5, 10], ["−10", "−5", "right", "+5", "+10"])
    ax.tick_params(axis="x", length=0)

    noisy = np.vstack([first, truth + rng.normal(scale=sigma, size=(10**5 - 1, len(truth)))])

    @cache
    def means(way):  # over the first release, the first two, and so on
        return np.cumsum(repaired(noisy, way, truth.sum()) - truth, axis=0) / np.arange(1, len(noisy) + 1)[:, None]

    def move(runs, way):
        error, truth_is_known = means(way)[runs - 1], way == WAYS[2] and runs >= MANY
        chance = 2 * sigma / np.sqrt(runs)
        high = min(chance, HIGH)
        for bar, band, other, number, off in zip(bars, bands, dashed, numbers, error):
            height = np.clip(off, -HIGH, HIGH)
            bar.set(height=height, color=GREEN if off > 0 else PURPLE)
            band.set(y=-high, height=2 * high)
            number.set(text=signed(off) + ("" if abs(off) < HIGH else " ↑" if off > 0 else " ↓"))
            side = np.sign(height)
            other.set_visible(bool(guessed.get_text()) and truth_is_known)
            number.set_y(side * (max(side * height, side * other.get_height() * other.get_visible()) + 1.2))
        guessed.set_visible(truth_is_known)
        over = f"Mean error of each place, over {runs:,} releases"
        title.set_text("Error of each place, in one release" if runs == 1 else over)
        what = f"One release, {way}:" if runs == 1 else f"{runs:,} releases, {way}: on average"
        return Reading(
            f"{what} the {names[0]} is off by {signed(error[0])} people, the others by "
            f"{signed(error[1:].min())} to {signed(error[1:].max())}.",
            f"Bars of the mean error of {len(names)} places, number of releases {runs:,}, {way}, on grey bands of "
            f"{plain(chance)} people up and down.",
            truth=ALIKE if truth_is_known else None,
        )

    def mark(answer):
        guessed.set_text("dashed: your guess")
        for bar, height in zip(dashed, _guessed(answer, truth, expected(truth, WAYS[2], sigma)[0])):
            bar.set_height(height)

    return Picture(figure, (*bands, *bars, *dashed, zero, *numbers, told, guessed, title), move, mark)


def country(*, rng):
    """Draw the mean error of 3,143 counties by size, in 30 groups of counties of similar size.

    Dots are means over 50 releases, simulated with `rng`; the curve needs no simulation. The `move` of this Picture
    takes ``way`` (one of `WAYS`) and ``sigma``, the noise's standard deviation. What is to be guessed: how many people
    move if sigma is `OPENS`.
    """
    from scipy.special import ndtr

    figure, ax = canvas(height=330)
    counts, seed = county_sizes(SKEW), int(rng.integers(2**31))
    groups = np.array_split(np.arange(COUNTIES), 30)
    sizes = [counts[group].mean() for group in groups]

    @cache
    def found(way, sigma):
        error = (released(counts, way, sigma, 50, np.random.default_rng(seed)) - counts).mean(axis=0)
        return expected(counts, way, sigma), np.array([error[group].mean() for group in groups])

    line = ax.plot([], [], color=INK, lw=1.8)[0]
    dots = ax.scatter(sizes, np.zeros(30), s=110, lw=0.8, edgecolor="white")
    told = ax.text(0.985, 0.97, "", transform=ax.transAxes, fontsize=20, weight="bold", ha="right", va="top")
    below = ax.text(0.985, 0.85, "", transform=ax.transAxes, fontsize=12, color=INK, ha="right", va="top")
    guessed = ax.text(0.985, 0.78, "", transform=ax.transAxes, fontsize=12, color=INK, ha="right", va="top")
    ax.axhline(0, color=INK, lw=1)
    ax.set(xscale="log", xlim=(2, 5e5), ylim=(-50, 112), ylabel="too few  ←  mean error, people  →  too many")
    ax.set_title("Each dot: 105 counties of about the same size, over 50 releases; the curve: over all releases")
    ax.set_xlabel("small  ←  people in the county, really (each mark: ten times as many)  →  large")
    ticks(ax.xaxis, [10, 100, 1000, 10_000, 100_000])
    ticks(ax.yaxis, [-40, -20, 0, 20, 40, 60, 80, 100], ["−40", "−20", "right", "+20", "+40", "+60", "+80", "+100"])

    def move(way, sigma):
        theory, off = found(way, sigma)
        dots.set_offsets(np.column_stack([sizes, off]))
        dots.set_facecolor([GREEN if one > 0 else PURPLE for one in off])
        line.set_data(np.maximum(counts, 1), theory)
        many = 0 if way == WAYS[0] else theory.clip(0).sum()
        told.set_text(f"{many:,.0f} people, {100 * many / counts.sum():.2g}%")
        below.set_text("too many in the country" if way == WAYS[1] else "moved on paper, from large to small counties")
        most, least, low = plain(theory[0]), plain(-theory[-1]), f"{ndtr(-counts / sigma).mean():.0%}"
        return Reading(
            {
                WAYS[0]: f"As measured: on average no county gains or loses, but {low} of the counts are below 0.",
                WAYS[1]: f"Negatives cut off: small counties gain up to {most}. Nobody pays, so the country has "
                f"{many:,.0f} people too many.",
                WAYS[2]: f"True total kept: {many:,.0f} people are moved. Small counties gain up to {most} people, "
                f"each large one loses {least}.",
            }[way],
            f"Thirty dots of mean error against size, from {signed(off[0])} for the smallest counties to "
            f"{signed(off[-1])} for the largest; {way}, noise of σ = {sigma}.",
            truth=round(found(WAYS[2], OPENS)[0].clip(0).sum()),
        )

    return Picture(figure, (line, dots, told, below, guessed), move, says(guessed, "your guess: {:,}"))


def size_names():
    """Name the `CLASSES`."""
    return [f"{low} to {high - 1}" for low, high in zip(CLASSES, CLASSES[1:])] + [f"{CLASSES[-1]} or more"]


def size_class(sizes):
    """Give the place among the `CLASSES` of each size."""
    return np.searchsorted(CLASSES, sizes, side="right") - 1


def by_size(sizes, errors):
    """Draw the mean error of small, middling and large places as bars, and return the figure.

    `sizes` are the true people of each place, `errors` how many too many (or too few) were published.
    """
    figure, ax = canvas(height=270, without="bottom")
    names, classes = size_names(), size_class(sizes)
    there = [errors[classes == k] for k in range(len(CLASSES))]
    means = np.array([some.mean() if len(some) else 0 for some in there])
    ax.bar(range(len(names)), means, width=0.55, color=[GREEN if mean > 0 else PURPLE for mean in means])
    space = 0.04 * np.abs(means).max()
    for k, mean in enumerate(means):
        end, side = (mean + space, "bottom") if mean > 0 else (mean - space, "top")
        ax.text(k, end, signed(mean), size=15, ha="center", va=side)
    ax.axhline(0, color=INK, lw=1.2)
    ax.margins(y=0.18)
    words = [f"{name} people\n{len(some):,} blocks" for name, some in zip(names, there)]
    ax.set_xticks(range(len(names)), words, fontsize=12)
    ax.set(title="Mean error of the blocks of one release, by their true size", ylabel="people too many or too few")
    ax.tick_params(axis="x", length=0)
    return figure
