"""Pictures of residuals, published minus exact counts, and of the privacy loss that they seem to show (lesson 09)."""

from functools import lru_cache
from math import inf, sqrt

import numpy as np

from coursekit.audit import areas as country
from coursekit.audit.algorithms import residuals
from coursekit.audit.empirical import estimate_loss
from coursekit.audit.exact import exact_loss
from coursekit.audit.tallies import tally
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import DARK, GREEN, GREY, INK, PURPLE, RED, Picture, Reading, canvas, says, ticks

ALIKE = "none: all are alike"
NAMES = {"GDPC": "noise once", "ADPC": "averaged", "RDPC": "raked"}
LOOKS = {"GDPC": (PURPLE, 6), "ADPC": (GREEN, 3.4), "RDPC": (INK, 1.6)}  # the three lie upon each other


def promises(epsilon, *, parts=4, levels=3):
    """Give each algorithm the budget with which its residuals have nearly one spread: that of GDPC at `epsilon`.

    The mean of `parts` noises of share ε / parts is √parts as narrow as each; a raked leaf has ε / (levels + 1).
    >>> promises(0.025)
    {'GDPC': 0.025, 'ADPC': 0.05, 'RDPC': 0.1}
    """
    return {"GDPC": epsilon, "ADPC": epsilon * sqrt(parts), "RDPC": epsilon * (levels + 1)}


@lru_cache(maxsize=64)
def population(levels, mean, most):
    """Give exact counts of at most `most` areas with `mean` people each on average, the same at every call."""
    parts = country.children(persons=most * mean, levels=levels, mean=mean)
    return country.simulate_counts(mean * parts**levels, levels=levels, children=parts, rng=np.random.default_rng(0))


def figure_one():
    """Draw Flaxman's Figure 1: the promises of three programs, and what one run of each seems to give away.

    Their errors are alike (see `promises`). All are smoothed by .15 of the sd of GDPC's noise; the curve reaches to
    twice the 95th percentile. The `move` of the Picture takes ``epsilon`` (of GDPC, .01 to .5), ``parts`` (of ADPC),
    ``levels``,
    ``mean`` (people in an area, whole), ``areas`` (at most that many leaves; at 97,336 a move takes 40 ms) and ``rng``.
    To be guessed: whose estimate is the highest.
    """
    figure, ax = canvas(height=340)
    seen = [ax.plot([], [], color=colour, lw=lw)[0] for colour, lw in LOOKS.values()]
    exact = [ax.plot([], [], "--", color=colour, lw=1.6)[0] for colour, _ in list(LOOKS.values())[:2]]
    lines = [ax.axhline(0, color=colour, lw=2) for colour, _ in LOOKS.values()]
    dark = [DARK.get(colour, colour) for colour, _ in LOOKS.values()]
    plate = {"fc": "white", "ec": "none", "pad": 0.5, "alpha": 0.8}
    across = {"transform": ax.get_yaxis_transform(), "fontsize": 12.5, "weight": "bold", "ha": "right", "bbox": plate}
    places = zip(((0.99, "top"), (0.62, "bottom"), (0.99, "bottom")), dark)
    names = [ax.text(x, 0, "", color=colour, va=va, **across) for (x, va), colour in places]
    below = {"transform": ax.transAxes, "fontsize": 12, "bbox": plate}
    told = ax.text(0.01, 0.03, "curves: what one run seems to give away · dashed: exact", color=INK, **below)
    guessed = ax.text(0.99, 0.03, "", color=DARK[GREY], ha="right", **below)
    ax.set(xlabel="error k, persons", ylabel="privacy loss")
    ax.locator_params("x", nbins=5, prune="upper")
    ax.locator_params("y", nbins=4, steps=[1, 2, 5, 10])
    ax.yaxis.set_major_formatter("{x:.3g}")  # of one width: the layout is found once
    ax.set_title("Three promises (straight lines), and what one run seems to give away (curves)")

    def move(epsilon, parts, levels, mean, areas, rng):
        counts, promised = population(levels, mean, areas), promises(epsilon, parts=parts, levels=levels)
        sd, reach = GeometricNoise(scale=1 / epsilon).sd, 5.4 / epsilon
        middles, largest, high = [], [], _rounded_up(max(promised.values()))
        for (name, budget), line, level, text in zip(promised.items(), seen, lines, names):
            found = residuals(name, counts, epsilon=budget, parts=parts, rng=rng)
            tallied = tally(found, parts=parts if name == "ADPC" else 4)
            curve = estimate_loss(tallied, bandwidth=0.15 * sd, unit="persons")
            inside = (curve.k >= 0) & (curve.k <= reach)
            line.set_data(curve.k[inside], curve.loss[inside])
            largest.append(np.nanmax(curve.loss[inside], initial=-inf))
            # of raked counts among few people, nothing may be left in the middle
            far = np.abs(curve.k)
            middle = (far > 0.7 * sd) & (far < 2.15 * sd) & np.isfinite(curve.loss)
            middles.append((np.sign(curve.k) * curve.loss)[middle].mean() if middle.any() else np.nan)
            level.set_ydata([budget, budget])
            side = -1 if name == "GDPC" else 1
            text.set(y=budget + 0.018 * side * high, text=f"{NAMES[name]}: promised {budget:.3g}")
        grid = np.arange(int(reach) + 1)
        for name, line, pieces in zip(promised, exact, (1, parts)):
            line.set_data(grid, exact_loss(grid, epsilon=promised[name], parts=pieces))
        ax.set(xlim=(0, 1.5 * _rounded_up(reach)), ylim=(-0.16 * high, 1.14 * high))
        asked, middle, most = map(_listed, (promised.values(), middles, largest))
        shares = _listed(np.divide(middles, list(promised.values())), "{:.0%}")
        return Reading(
            f"Promised: {asked}. Estimated in the middle: {middle} ({shares} of the promise); at most: {most}.",
            f"Three straight lines at the promises {asked}, and three curves of the loss that {counts.size:,} areas "
            f"seem to show, in the middle at {middle}. Two dashed curves are exact.",
            truth=ALIKE,
        )

    return Picture(figure, (*exact, *seen, *lines, *names, told, guessed), move, says(guessed))


def _rounded_up(x):
    """Give the next number of 1, 1.5, 2, 3, 5, 7 and powers of ten, so an axis stays while a knob moves a bit."""
    unit = 10.0 ** np.floor(np.log10(x))
    return next(step * unit for step in (1, 1.5, 2, 3, 5, 7, 10) if x <= step * unit * (1 + 1e-9))


def _listed(values, form="{:.3g}"):
    """Give numbers as words, "none" for NaN and infinity."""
    return ", ".join(form.format(value) if np.isfinite(value) else "none" for value in values)


def lens(counts):
    """Draw how the estimate for ADPC of four parts depends on how one looks: bandwidth, unit, percentile and factor.

    `counts` have one axis for each level. The `move` of the Picture takes ``epsilon`` (.02 to 1; at 97,336 areas about
    20 ms), ``bandwidth``, ``unit`` ("sd" or "persons"), ``percentile``, ``factor`` and ``rng``.
    """
    figure, ax = canvas(height=330)
    ax.axhline(0, color=INK, lw=0.8)
    ends = [ax.axhline(0, color=GREY, lw=1.2, ls=":") for _ in range(2)]
    right = {"transform": ax.get_yaxis_transform(), "ha": "right", "va": "bottom", "fontsize": 11}
    names = [ax.text(0.995, 0, text, **right) for text in ("ε", "½ ε")]
    dots = ax.plot([], [], ".", color=GREY, ms=3, label="not smoothed")[0]
    band = ax.fill_between([0, 1], 0, 1, color=GREEN, alpha=0.3, lw=0)
    line = ax.plot([], [], color=GREEN, lw=2.4, label="smoothed estimate, ± 2 standard errors")[0]
    law = ax.plot([], [], "--", color=INK, lw=1.6, label="exact")[0]
    edge = ax.axvline(0, color=INK, lw=2.5, ymax=0.72)
    plate = {"fc": "white", "ec": "none", "pad": 1.5}
    stop = ax.text(0, 0, "", fontsize=13, weight="bold", va="center", ha="right", bbox=plate)
    reached = ax.plot([], [], "o", color=PURPLE, ms=13)[0]
    ax.set(xlabel="error k, persons", ylabel="loss: ln p(k) / p(k+1)")
    ax.set_title("“Averaged”: how far out do we look?")
    ax.legend(framealpha=0.85, edgecolor="white", fontsize=11, loc="upper left", ncols=2)

    kept = {}  # the noise of the last move: only ε and the button draw it anew

    def move(epsilon, bandwidth, unit, percentile, factor, rng):
        asked = epsilon, str(rng.bit_generator.state)
        if asked not in kept:
            kept.clear()
            kept[asked] = tally(residuals("ADPC", counts, epsilon=epsilon, rng=rng))
        curve = estimate_loss(kept[asked], bandwidth=bandwidth, unit=unit, percentile=percentile, factor=factor)
        last, right = curve.k[-1], curve.k >= 0
        far = max(23.5 / epsilon, 1.05 * last)  # at 24 a tick stands on the edge, its label cut
        grid = np.arange(0, int(far) + 1)
        true = exact_loss(grid, epsilon=epsilon, parts=4)
        shown = right & (curve.raw_loss < 1.5 * epsilon)  # above them stands the legend, which does not move
        dots.set_data(curve.k[shown], curve.raw_loss[shown])
        k, estimate, error = curve.k[right], curve.loss[right], np.minimum(curve.sd[right], 9 * epsilon)
        line.set_data(k, np.where(estimate < 1.5 * epsilon, estimate, np.nan))
        top = np.minimum(estimate + 2 * error, 1.5 * epsilon)
        band.set_data(k, np.minimum(estimate - 2 * error, top), top, where=np.isfinite(estimate))
        law.set_data(grid, true)
        edge.set_xdata([last, last])
        side = 1 if last < 0.32 * far else -1  # the words need a third of the width
        stop.set(x=last + 0.015 * side * far, ha="left" if side > 0 else "right", y=0.12 * epsilon)
        stop.set_text(f"we stop here: {true[last] / epsilon:.0%} of ε")
        reached.set_data([last], [true[last]])
        for end, name, height in zip(ends, names, (epsilon, epsilon / 2)):
            end.set_ydata([height, height])
            name.set_y(height)
        ax.set(xlim=(0, far), ylim=(-0.5 * epsilon, 2.1 * epsilon))
        most = np.nanmax(estimate)
        outside = ", above this picture" if most > 1.5 * epsilon else ""
        return Reading(
            f"“Averaged”, ε = {epsilon:g}. Up to K = {last} the exact loss rises to {true[last]:.3g}, "
            f"{true[last] / epsilon:.0%} of ε; the largest estimate is {most:.3g}{outside}. "
            f"Bandwidth in persons: {curve.width:.2g}.",
            "The estimated loss of ADPC against the error k, a noisy green curve in its band up to an upright line "
            f"at {last}, over the exact dashed curve, which rises past one half of ε = {epsilon:g} towards ε.",
        )

    return Picture(figure, (*ends, *names, dots, band, line, law, edge, reached, stop), move)


def maxima(found, *, epsilon):
    """Draw the largest loss in the picture and the mean in the middle, for each of many runs.

    `found` has what `repeat_estimates` gives by (algorithm, number of areas). `epsilon` is GDPC's; the others have
    those of `promises`. The `move` of the Picture takes ``algorithm`` and ``areas``.
    """
    figure, ax = canvas(height=260)
    top = 1.08 * max(largest.max() for largest, _ in found.values())
    promised = promises(epsilon)
    at_edge = exact_loss(round(2 * 2.33 / epsilon), epsilon=promised["ADPC"], parts=4)
    truth = {"GDPC": epsilon, "ADPC": at_edge, "RDPC": inf}
    rows = [ax.plot([], [], "o", color=colour, ms=5, alpha=0.5)[0] for colour in (RED, GREEN)]
    mark = ax.axvline(0, color=INK, lw=1.6, ls="--", ymax=0.86)
    name = ax.text(0, 1.62, "", fontsize=11, va="center")
    ticks(ax.yaxis, [1, 0], ["the largest", "mean in the middle"])
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, top), ylim=(-0.6, 1.85), xlabel="estimated loss, a dot for each run")
    guessed = ax.text(0.99, 0.02, "", transform=ax.transAxes, fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")
    ax.set_title("A hundred runs: the largest value of each curve, and the mean in its middle")

    def move(algorithm, areas):
        largest, means = found[algorithm, areas]
        for row, values, height in zip(rows, (largest, means), (1, 0)):
            row.set_data(values, height + np.linspace(-0.3, 0.3, len(values)))
        known, text = truth[algorithm], "The truth for a raked leaf has no formula"
        if known < inf:
            text = f"{(largest > known).sum()} of {len(largest)} maxima lie above the truth"
        mark.set(xdata=[known, known], visible=known < inf)
        name.set(x=known + 0.006 * top, text=f"largest true loss in the picture: {known:.3g}", visible=known < inf)
        return Reading(
            f"{NAMES[algorithm].capitalize()}, promised {promised[algorithm]:g}, {areas:,} areas: "
            f"the maximum is {largest.mean():.3f} ± {largest.std():.3f}, "
            f"the mean in the middle {means.mean():.4f} ± {means.std():.4f}. {text}.",
            f"Two rows of {len(largest)} dots for {algorithm} at {areas:,} areas. Above, the largest losses, from "
            f"{largest.min():.3f} to {largest.max():.3f}; below, the means in the middle, near {means.mean():.3f}.",
            truth=int((largest > known).sum()) if known < inf else len(largest),
        )

    def guess(value):
        guessed.set_text(f"your guess: {value} of {len(next(iter(found.values()))[0])}")

    return Picture(figure, (mark, name, *rows, guessed), move, guess)
