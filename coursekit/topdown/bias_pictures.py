"""Pictures of who pays when negative counts are forbidden, and of who gains by rounding (lesson 08)."""

import numpy as np

from coursekit.plots import BLUE, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, legend, plain, ticks
from coursekit.topdown import bias

WAYS = ("as measured", "negatives cut off", "true total kept")
COUNTIES = 3143
FAMILIES = 2000


def _people(x):
    return plain(x) if abs(x) >= 0.05 else "0"


def _released(counts, way, sigma, runs, rng):
    """Give counts with Gaussian noise, runs x places, as they are or post-processed."""
    if way == WAYS[2]:
        return bias.post_processed(counts, sigma=sigma, runs=runs, rng=rng)
    noisy = counts + rng.normal(scale=sigma, size=(runs, len(counts)))
    return np.maximum(noisy, 0) if way == WAYS[1] else noisy


def _counties(skew):
    """Give counties of median 600 whose logarithms have the standard deviation `skew`: the same quantiles always."""
    from scipy.special import ndtri

    return np.rint(600 * np.exp(skew * ndtri((np.arange(COUNTIES) + 0.5) / COUNTIES))).astype(np.int64)


def _theory(counts, way, sigma):
    """Give the mean error of each county, as computed and not simulated."""
    if way == WAYS[2]:
        return bias.mean_field(counts, sigma=sigma).bias
    return bias.gain(counts, sigma, 0.0) if way == WAYS[1] else np.zeros(len(counts))


def sides(skews):
    """Draw the mean error and JASON's B of 3,143 counties by size.

    `skews` are standard deviations of the logarithm of the sizes that a reader may choose. The `Picture`'s `move` takes
    ``sigma``, ``skew`` (one of them), ``way`` (one of `WAYS`) and ``rng``. Points are means over 50 runs of every other
    county, the line is the mean-field curve, which needs no simulation.
    """
    import pandas as pd

    figure, (left, right) = canvas(2, height=286)
    counties = {skew: _counties(skew) for skew in skews}
    clouds, lines, marks, notes = [], [], [], []
    for ax, name in ((left, "theory, without simulation"), (right, "mean of 100 neighbours in size")):
        clouds += ax.plot([], [], ".", color=BLUE, ms=2.6, mew=0, alpha=0.35)
        lines += ax.plot([], [], color=RED, lw=2.2, label=name)
        marks.append(ax.axvline(1, color=INK, ls="--", lw=1.2))
        notes.append(ax.text(1, 0.02, "σ", fontsize=13, transform=ax.get_xaxis_transform()))
        ax.axhline(0, color=INK, lw=0.8)
        ax.set(xscale="log", xlim=(8, 3e5), xlabel="people in the county, really")
        ticks(ax.xaxis, [10, 100, 1000, 10_000, 100_000])
        legend(ax, "upper right")
    left.set(ylim=(-0.55, 0.85), ylabel="mean error, in σ", title="Noise favours nobody, the fix the small")
    right.set(ylim=(-1.08, 1.5), ylabel="B: up against down", title="JASON's B says the same (figure 6-7)")

    def move(sigma, skew, way, rng):
        counts = counties[skew]
        released = _released(counts, way, sigma, 50, rng)
        b, theory = bias.balance(released, counts), _theory(counts, way, sigma)
        size = np.where(counts >= 8, counts, np.nan)  # left of it there are few
        clouds[0].set_data(size[::2], (released - counts).mean(axis=0)[::2] / sigma)
        clouds[1].set_data(size[::2], b[::2])
        lines[0].set_data(size, theory / sigma)
        lines[1].set_data(size, pd.Series(b).rolling(100, min_periods=1, center=True).mean())
        for mark, note in zip(marks, notes):
            mark.set_xdata([sigma, sigma])
            note.set_x(1.1 * sigma)
        low, added, moved = (released < 0).mean(), _people(theory.sum()), _people(theory.clip(0).sum())
        gain, loss, people = _people(theory[0]), _people(-theory[-1]), plain(counts.sum())
        said = {
            WAYS[0]: f"no county is off on average, {'but' if low else 'and'} {low:.1%} of the counts are negative.",
            WAYS[1]: f"the smallest county gains {gain}; nobody pays, but the country has {added} people too many.",
            WAYS[2]: f"the smallest county gains {gain}, the largest loses {loss}; {moved} of {people} people move, "
            "every time.",
        }[way]
        return Reading(
            f"σ = {sigma:g}, {way}: {said}",
            f"Clouds of mean error and bias B of {COUNTIES:,} counties by size; noise {sigma:g}, {way}. B is "
            f"{b[:100].mean():.2f} for the 100 smallest and {b[-100:].mean():.2f} for the 100 largest.",
        )

    return Picture(figure, (*clouds, *lines, *marks, *notes), move)


def views():
    """Draw what a producer and a user of data can know of one another's number, as in JASON's figure 6-1.

    The `Picture`'s `move` takes ``size`` (what is known, in people), ``sigma``, ``way`` (one of `WAYS`) and ``rng``.
    3,143 counties, median 600 and mean 10,600, are published 60 times.
    """
    figure, axes = canvas(2, height=250)
    counts, edges = _counties(np.sqrt(2 * np.log(10_600 / 600))), np.linspace(-3, 3, 41)
    steps, known, means = [], [], []
    titles = ("The producer knows the truth", "The data user knows the release")
    for ax, title, label, colour in zip(axes, titles, ("release − truth", "truth − release"), (BLUE, ORANGE)):
        steps.append(ax.stairs(np.zeros(40), edges, fill=True, color=colour, alpha=0.7))
        known.append(ax.axvline(0, color=INK, lw=1.2, ls="--", label="known"))
        means.append(ax.axvline(0, color=RED, lw=2, label="mean of the unknown"))
        ax.set(xlim=(-3, 3), ylim=(0, 0.2), yticks=[], xlabel=f"{label}, in σ", title=title)
    axes[0].set_ylabel("how often")
    axes[0].legend(frameon=False, fontsize=10, loc="upper left", handlelength=1.2, borderaxespad=0.2)

    def move(size, sigma, way, rng):
        released = _released(counts, way, sigma, 60, rng)
        truth = np.broadcast_to(counts, released.shape)
        off = []
        for (seen, other), step, mean in zip(((truth, released), (released, truth)), steps, means):
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
        )

    return Picture(figure, (*steps, *known, *means), move)


def siblings():
    """Draw what each sibling gains by rounding alone, by its place on the list.

    The `Picture`'s `move` takes ``rule`` (of `rounding.RULES`), ``siblings`` (how many, 2 to 20) and ``rng``; it
    simulates 2,000 families.
    """
    figure, ax = canvas(height=228)
    bars = ax.bar(np.arange(1, 21), np.zeros(20), color=PURPLE, width=0.7)
    ax.axhline(0, color=INK, lw=0.8)
    ax.set(xlim=(0.3, 20.7), ylim=(-0.55, 0.55), title="Ties by place on the list are a gift; ties by lot are fair")
    ax.set(xticks=[1, 5, 10, 15, 20], xlabel="place on the list of siblings", ylabel="gain, people per cell")
    chance = 2 * 0.45 / np.sqrt(FAMILIES)

    def move(rule, siblings, rng):
        gift = bias.sibling_bias(siblings, families=FAMILIES, rule=rule, rng=rng)
        for k, (bar, height) in enumerate(zip(bars, np.pad(gift, (0, 20 - siblings)))):
            bar.set(height=height, color=ORANGE if height > 0 else PURPLE, visible=k < siblings)
        first, last, most, least = (f"{gain:+.2f}" for gain in (gift[0], gift[-1], gift.max(), gift.min()))
        said = f"“{rule}”: the first of {siblings} siblings gains {first} people per cell, the last {last}"
        return Reading(
            f"{said}; chance alone gives ±{chance:.2f}.".replace("-", "−"),
            f"Bars of the mean gain by rounding “{rule}” for {siblings} siblings, from {most} to {least} people.",
        )

    return Picture(figure, tuple(bars), move)
