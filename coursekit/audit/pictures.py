"""Pictures of residuals, published minus exact counts, and of the privacy loss that they seem to show (lesson 09)."""

from functools import lru_cache
from math import ceil, inf, sqrt

import numpy as np

from coursekit.audit import areas as country
from coursekit.audit.algorithms import leaf_runs, residuals
from coursekit.audit.empirical import direct_estimate, estimate_loss
from coursekit.audit.exact import exact_loss
from coursekit.audit.tallies import tally
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, ticks

LOOKS = {"GDPC": (BLUE, 6), "ADPC": (ORANGE, 3.4), "RDPC": (GREEN, 1.8)}  # the three lie upon each other


def promises(epsilon, *, parts=4, levels=3):
    """Give each algorithm the budget with which its residuals have nearly one spread: that of GDPC at `epsilon`.

    The mean of `parts` noises of share ε / parts is √parts as narrow as each; a raked leaf has ε / (levels + 1).

    >>> promises(0.025)
    {'GDPC': 0.025, 'ADPC': 0.05, 'RDPC': 0.1}
    """
    return {"GDPC": epsilon, "ADPC": epsilon * sqrt(parts), "RDPC": epsilon * (levels + 1)}


def direct(counts):
    """Draw the direct estimate: log-ratios of two events, counted over many runs on a population and on its neighbour.

    `counts` are exact counts, one axis for each level. In the neighbour one person has left the first leaf, where
    somebody must live. The `move` of the Picture takes ``algorithm`` (of `coursekit.audit.algorithms.ALGORITHMS`),
    ``epsilon`` (from .05), ``runs`` (on each side) and ``rng``. At 20,000 runs, a move takes about 100 ms for raked
    counts, 5 ms for others.
    """
    figure, axes = canvas(2, height=250)
    gone, exact = country.neighbour(counts, leaves=0), int(np.asarray(counts).flat[0])
    promised = [ax.axhspan(-1, 1, color=PALE, alpha=0.7, lw=0, label="what the promise allows") for ax in axes]
    lines = [ax.plot([], [], ls, color=RED, ms=7, lw=2.2)[0] for ax, ls in zip(axes, ("o", "o-"))]
    for ax, title in zip(axes, ("Residual = k: the rarer, the noisier", "Residual ≥ k: calmer, as more runs count")):
        ax.axhline(0, color=INK, lw=1)
        ax.set(ylim=(-1.95, 1.6), xlabel="residual k, persons", title=title)
    axes[0].set_ylabel("log-ratio of the shares")
    axes[0].legend(frameon=False, fontsize=11, loc="lower left", borderpad=0)

    def move(algorithm, epsilon, runs, rng):
        sides = [leaf_runs(algorithm, each, area=0, runs=runs, epsilon=epsilon, rng=rng) for each in (counts, gone)]
        reach = max(3, round(0.8 / epsilon))
        enough = ceil(round(2 / (0.1 * epsilon) ** 2, 6))  # the log-ratio of two even shares has a variance of 2 / runs
        k, *ratios = direct_estimate(*sides, exact=exact, reach=reach)
        one, more = (np.abs(ratio[np.isfinite(ratio)]).max(initial=0) for ratio in ratios)
        for line, band, ratio in zip(lines, promised, ratios):
            known = np.isfinite(ratio)
            line.set_data(k[known], np.clip(ratio[known], -1.57, 1.57))
            line.axes.set_xlim(-1.06 * reach, 1.06 * reach)
            band.set_bounds(-2 * reach, -epsilon, 4 * reach, 2 * epsilon)
        return Reading(
            f"Promised {epsilon:g}; {runs:,} runs on each side show up to {one:.2f} for “= k” and {more:.2f} for “≥ k”."
            f" An event of even odds is within a tenth of ε after about {enough:,} runs.",
            f"Two panels of log-ratios for {algorithm}, k from {-reach} to {reach}, over a grey band of ±{epsilon:g}. "
            f"Left, single values: dots up to {one:.2f} from 0. Right, “k or more”: up to {more:.2f}.",
        )

    return Picture(figure, (*promised, *lines), move)


@lru_cache(maxsize=64)
def population(levels, mean, most):
    """Give exact counts of at most `most` areas with `mean` people each on average, the same at every call."""
    parts = country.children(persons=most * mean, levels=levels, mean=mean)
    return country.simulate_counts(mean * parts**levels, levels=levels, children=parts, rng=np.random.default_rng(0))


def figure_one():
    """Draw Flaxman's Figure 1: residuals of three algorithms, and their less obvious estimates under the exact curves.

    The three have promises with which they look alike (see `promises`). All are smoothed by .15 of the sd of GDPC's
    noise; the curve reaches to twice the 95th percentile. The `move` of the Picture takes ``epsilon`` (of GDPC, .01 to
    .5), ``parts`` (of ADPC), ``levels``, ``mean`` (people in an area, a whole number), ``areas`` (at most that many
    leaves; at 97,336 a move takes about 40 ms) and ``rng``.
    """
    figure, (hill, loss) = canvas(2, height=290)
    hills = [hill.plot([], [], color=colour, lw=lw)[0] for colour, lw in LOOKS.values()]
    seen = [loss.plot([], [], color=colour, lw=lw, label=name)[0] for name, (colour, lw) in LOOKS.items()]
    exact = [loss.plot([], [], "--", color=INK, lw=1.4, label=label)[0] for label in ("exact", None)]
    loss.axhline(0, color=INK, lw=0.8)
    titles = "(a) A cloud does not tell its promise", "(b) Three promises, one loss?"
    hill.set(yticks=[], xlabel="residual, persons", ylabel="share of areas", title=titles[0])
    loss.set(xlabel="residual k, persons", ylabel="loss: ln p(k) / p(k+1)", title=titles[1])
    legend = loss.legend(framealpha=0.85, edgecolor="white", fontsize=11, loc="upper left", ncols=2, columnspacing=1)

    def move(epsilon, parts, levels, mean, areas, rng):
        counts, promised = population(levels, mean, areas), promises(epsilon, parts=parts, levels=levels)
        sd, reach, peak = GeometricNoise(scale=1 / epsilon).sd, 5.4 / epsilon, 0.56 * epsilon
        middles, largest, half = [], [], []
        for (name, budget), cloud, line in zip(promised.items(), hills, seen):
            found = residuals(name, counts, epsilon=budget, parts=parts, rng=rng)
            half.append(np.median(np.abs(found)))
            tallied = tally(found, parts=parts if name == "ADPC" else 4)
            curve = estimate_loss(tallied, bandwidth=0.15 * sd, unit="persons")
            far, inside = np.abs(curve.k), np.abs(curve.k) <= reach
            cloud.set_data(curve.k[inside], curve.density[inside])
            line.set_data(curve.k[inside], curve.loss[inside])
            # of raked counts among few people, nothing may be left in the middle
            middle = (far > 0.7 * sd) & (far < 2.15 * sd) & np.isfinite(curve.loss)
            middles.append((np.sign(curve.k) * curve.loss)[middle].mean() if middle.any() else np.nan)
            largest.append(curve.largest)
            peak = max(peak, curve.density.max())
        grid = np.arange(-int(reach), int(reach) + 1)
        for name, line, pieces in zip(promised, exact, (1, parts)):
            line.set_data(grid, exact_loss(grid, epsilon=promised[name], parts=pieces))
        hill.set(xlim=(-reach, reach), ylim=(0, 1.04 * peak))
        loss.set(xlim=(-reach, reach), ylim=(-2.6 * epsilon, 3.6 * epsilon))
        asked, middle, most = map(_listed, (promised.values(), middles, largest))
        shares = _listed(np.divide(middles, list(promised.values())), "{:.0%}")
        return Reading(
            f"Promised by GDPC, ADPC, RDPC: {asked}. Estimated in the middle: {middle} ({shares}); at most: {most}.",
            f"Left, three hills of {counts.size:,} residuals each, half of them within {_listed(half, '±{:.3g}')} "
            "persons. Right, their estimated losses, negative left of 0 and positive right of it, with exact curves.",
        )

    return Picture(figure, (*hills, *seen, *exact, legend), move)


def _listed(values, form="{:.3g}"):
    """Give numbers as words, "none" for NaN."""
    return ", ".join("none" if np.isnan(value) else form.format(value) for value in values)


def lens(counts):
    """Draw how the estimate for ADPC of four parts depends on how one looks: bandwidth, unit, percentile and factor.

    `counts` are exact counts, one axis for each level. The `move` of the Picture takes ``epsilon`` (.02 to 1),
    ``bandwidth``, ``unit`` ("sd" or "persons"), ``percentile``, ``factor`` and ``rng``. At 97,336 areas a move of ε
    takes about 20 ms; the other knobs look at the same noise again, which takes a few.
    """
    figure, ax = canvas(height=290)
    ax.axhline(0, color=INK, lw=0.8)
    ends = [ax.axhline(0, color=GREY, lw=1.2, ls=":") for _ in range(2)]
    right = {"transform": ax.get_yaxis_transform(), "ha": "right", "va": "bottom", "fontsize": 11}
    names = [ax.text(0.995, 0, text, **right) for text in ("ε", "½ ε")]
    dots = ax.plot([], [], ".", color=GREY, ms=3, label="raw log-ratios")[0]
    band = ax.fill_between([0, 1], 0, 1, color=ORANGE, alpha=0.3, lw=0)
    line = ax.plot([], [], color=ORANGE, lw=1.8, label="smoothed estimate, ± 2 standard errors")[0]
    law = ax.plot([], [], "--", color=INK, lw=1.6, label="exact")[0]
    edge = ax.axvline(0, color=RED, lw=1.8, ymax=0.78, label="K, where we stop looking")
    ax.set(xlabel="residual k, persons", ylabel="loss: ln p(k) / p(k+1)")
    ax.set_title("“One half” is where one looks: further out, the loss goes on to ε")
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
        line.set_data(k, np.clip(estimate, -9 * epsilon, 9 * epsilon))
        band.set_data(k, estimate - 2 * error, estimate + 2 * error, where=np.isfinite(estimate))
        law.set_data(grid, true)
        edge.set_xdata([last, last])
        for end, name, height in zip(ends, names, (epsilon, epsilon / 2)):
            end.set_ydata([height, height])
            name.set_y(height)
        ax.set(xlim=(0, far), ylim=(-0.5 * epsilon, 2.1 * epsilon))
        return Reading(
            f"ADPC, ε = {epsilon:g}. Up to K = {last} the exact loss rises to {true[last]:.3g}, "
            f"{true[last] / epsilon:.0%} of ε; the largest estimate there is {curve.largest:.3g}. "
            f"Bandwidth in persons: {curve.width:.2g}.",
            "The estimated loss of ADPC against the residual k, a noisy orange curve in its band up to a red line at "
            f"{last}, over the exact dashed curve, which rises past one half of ε = {epsilon:g} towards ε.",
        )

    return Picture(figure, (*ends, *names, dots, band, line, law, edge), move)


def maxima(found, *, epsilon):
    """Draw the largest loss in the picture and the mean in the middle, for each of many runs.

    `found` has, for each pair of an algorithm and a number of areas, the largest losses and the means that
    `coursekit.audit.empirical.repeat_estimates` gives. `epsilon` is GDPC's; the others have those of `promises`. The
    `move` of the Picture takes ``algorithm`` and ``areas``.
    """
    figure, ax = canvas(height=220)
    top = 1.08 * max(largest.max() for largest, _ in found.values())
    promised = promises(epsilon)
    at_edge = exact_loss(round(2 * 2.33 / epsilon), epsilon=promised["ADPC"], parts=4)
    truth = {"GDPC": epsilon, "ADPC": at_edge, "RDPC": inf}
    rows = [ax.plot([], [], "o", color=colour, ms=5, alpha=0.5)[0] for colour in (RED, BLUE)]
    mark = ax.axvline(0, color=INK, lw=1.6, ls="--", ymax=0.86)
    name = ax.text(0, 1.62, "", fontsize=11, va="center")
    ticks(ax.yaxis, [1, 0], ["the largest", "mean in the middle"])
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, top), ylim=(-0.6, 1.85), xlabel="estimated loss, a dot for each run")
    ax.set_title("The largest of many noisy numbers is luck")

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
            f"{algorithm}, promised {promised[algorithm]:g}, {areas:,} areas: the maximum is {largest.mean():.3f} ± "
            f"{largest.std():.3f}, the mean in the middle {means.mean():.4f} ± {means.std():.4f}. {text}.",
            f"Two rows of {len(largest)} dots for {algorithm} at {areas:,} areas. Above, the largest losses, from "
            f"{largest.min():.3f} to {largest.max():.3f}; below, the means in the middle, near {means.mean():.3f}.",
        )

    return Picture(figure, (mark, name, *rows), move)
