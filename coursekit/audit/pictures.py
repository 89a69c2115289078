"""Pictures of residuals, published minus exact counts, and of the privacy loss that they seem to show (lesson 09)."""

from functools import lru_cache
from math import sqrt

import numpy as np

from coursekit.audit import algorithms, areas, empirical, exact, tallies
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas

COLOURS = {"GDPC": BLUE, "ADPC": ORANGE, "RDPC": GREEN}
WIDTHS = {"GDPC": 6, "ADPC": 3.4, "RDPC": 1.8}  # the three lie upon each other


def promises(epsilon, *, parts=4, levels=3):
    """Give each algorithm the budget with which its residuals have nearly one spread: that of GDPC at `epsilon`.

    The mean of `parts` noises of share ε / parts is √parts as narrow as each; a raked leaf has a share of 1 / (levels + 1).

    Examples
    --------
    >>> promises(0.025)
    {'GDPC': 0.025, 'ADPC': 0.05, 'RDPC': 0.1}
    """
    return {"GDPC": epsilon, "ADPC": epsilon * sqrt(parts), "RDPC": epsilon * (levels + 1)}


def direct(counts, *, area=0):
    """Draw the direct estimate: log-ratios of two events, counted over many runs on a population and on its neighbour.

    In the neighbour one person has left the area. At 20,000 runs, a move takes about 100 ms for raked counts, 5 ms for others.

    Parameters
    ----------
    counts : array of int
        Exact counts, one axis for each level.
    area : int
        The leaf that the attacker looks at; somebody must live there.

    Returns
    -------
    Picture
        Its `move` takes ``algorithm`` (of `coursekit.audit.algorithms.ALGORITHMS`), ``epsilon`` (from .05), ``runs`` (on each side) and
        ``rng``.
    """
    figure, axes = canvas(2, height=250)
    gone, exact = areas.neighbour(counts, leaves=area), int(np.asarray(counts).flat[area])
    promised = [ax.axhspan(-1, 1, color=PALE, alpha=0.7, lw=0, label="what the promise allows") for ax in axes]
    lines = [ax.plot([], [], ls, color=RED, ms=7, lw=2.2)[0] for ax, ls in zip(axes, ("o", "o-"))]
    for ax, title in zip(axes, ("Residual = k: the rarer, the noisier", "Residual ≥ k: calmer, as more runs count")):
        ax.axhline(0, color=INK, lw=1)
        ax.set(ylim=(-1.95, 1.6), xlabel="residual k, persons", title=title)
    axes[0].set_ylabel("log-ratio of the shares")
    axes[0].legend(frameon=False, fontsize=11, loc="lower left", borderpad=0)

    def move(algorithm, epsilon, runs, rng):
        first, second = (algorithms.leaf_runs(algorithm, each, area=area, runs=runs, epsilon=epsilon, rng=rng) for each in (counts, gone))
        reach = max(3, round(0.8 / epsilon))
        k, *ratios = empirical.direct_estimate(first, second, exact=exact, reach=reach)
        worst = []
        for line, band, ratio in zip(lines, promised, ratios):
            known = np.isfinite(ratio)
            line.set_data(k[known], np.clip(ratio[known], -1.57, 1.57))
            line.axes.set_xlim(-1.06 * reach, 1.06 * reach)
            band.set_bounds(-2 * reach, -epsilon, 4 * reach, 2 * epsilon)
            worst.append(np.abs(ratio[known]).max(initial=0))
        needed = empirical.runs_needed(epsilon=epsilon)
        return Reading(
            f"Promised {epsilon:g}; {runs:,} runs on each side show up to {worst[0]:.2f} for “= k” and {worst[1]:.2f} for “≥ k”. An event of even odds is within a tenth of ε after about {needed:,} runs.",
            f"Two panels of log-ratios for {algorithm} at ε = {epsilon:g}, k from {-reach} to {reach}, over a grey band of ±ε. Left, single values: dots up to "
            f"{worst[0]:.2f} from 0. Right, “k or more”: up to {worst[1]:.2f}.",
        )

    return Picture(figure, (*promised, *lines), move)


@lru_cache(maxsize=64)
def population(levels, mean, most):
    """Give exact counts of at most `most` areas with `mean` people each on average, the same at every call."""
    persons = most * mean
    children = areas.children(persons=persons, levels=levels, mean=mean)
    return areas.simulate_counts(mean * children**levels, levels=levels, children=children, rng=np.random.default_rng(0))


def figure_one():
    """Draw Flaxman's Figure 1: residuals of three algorithms, and their less obvious estimates with the exact curves over them.

    The three have promises with which they look alike (see `promises`). All are smoothed by .15 of the sd of GDPC's noise, and
    the curve reaches to twice the 95th percentile. At 97,336 areas a move takes about 40 ms.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` (of GDPC, .01 to .5), ``parts`` (of ADPC), ``levels``, ``mean`` (people in an area, a whole
        number), ``areas`` (at most that many leaves) and ``rng``.
    """
    figure, (hill, loss) = canvas(2, height=290)
    hills = {name: hill.plot([], [], color=c, lw=WIDTHS[name])[0] for name, c in COLOURS.items()}
    seen = {name: loss.plot([], [], color=c, lw=WIDTHS[name], label=name)[0] for name, c in COLOURS.items()}
    exact = {name: loss.plot([], [], "--", color=INK, lw=1.4, label=label)[0] for name, label in (("GDPC", "exact"), ("ADPC", None))}
    loss.axhline(0, color=INK, lw=0.8)
    hill.set(yticks=[], xlabel="residual, persons", ylabel="share of areas", title="(a) A cloud does not tell its promise")
    loss.set(xlabel="residual k, persons", ylabel="loss: ln p(k) / p(k+1)", title="(b) Three promises, one loss?")
    legend = loss.legend(framealpha=0.85, edgecolor="white", fontsize=11, loc="upper left", ncols=2, columnspacing=1)

    def move(epsilon, parts, levels, mean, areas, rng):
        counts, promised = population(levels, mean, areas), promises(epsilon, parts=parts, levels=levels)
        sd = GeometricNoise(scale=1 / epsilon).sd
        reach = 5.4 / epsilon
        middles, largest, half, peak = {}, {}, {}, 0.56 * epsilon
        for name, budget in promised.items():
            residuals = algorithms.residuals(name, counts, epsilon=budget, parts=parts, rng=rng)
            half[name] = np.median(np.abs(residuals))
            tallied = tallies.tally(residuals, parts=parts if name == "ADPC" else 4)
            curve = empirical.estimate_loss(tallied, bandwidth=0.15 * sd, unit="persons")
            inside = np.abs(curve.k) <= reach
            k, far = curve.k[inside], np.abs(curve.k)
            hills[name].set_data(k, curve.density[inside])
            peak = max(peak, curve.density.max())
            seen[name].set_data(k, curve.loss[inside])
            middle = (far > 0.7 * sd) & (far < 2.15 * sd)
            middle &= np.isfinite(curve.loss)  # of raked counts among few people, nothing may be left
            middles[name], largest[name] = (np.sign(curve.k) * curve.loss)[middle].mean() if middle.any() else np.nan, curve.largest
        grid = np.arange(-int(reach), int(reach) + 1)
        for name, line in exact.items():
            line.set_data(grid, exact.exact_loss(grid, epsilon=promised[name], parts=parts if name == "ADPC" else 1))
        for ax in (hill, loss):
            ax.set_xlim(-reach, reach)
        hill.set_ylim(0, 1.04 * peak)
        loss.set_ylim(-2.6 * epsilon, 3.6 * epsilon)
        told = [", ".join("none" if np.isnan(value) else f"{value:.3g}" for value in each.values()) for each in (promised, middles, largest)]
        shares = ", ".join("none" if np.isnan(value) else f"{value / promised[name]:.0%}" for name, value in middles.items())
        return Reading(
            f"Promised by GDPC, ADPC, RDPC: {told[0]}. Estimated in the middle: {told[1]} ({shares}); at most: {told[2]}.",
            f"Left, {counts.size:,} residuals for each of three algorithms: hills around 0. Half of them are within {', '.join(f'±{value:.3g}' for value in half.values())} persons "
            f"for GDPC, ADPC, RDPC. Right, their estimated losses over k, negative left of 0 and positive right of it, with exact curves. Promised: {told[0]}. In the middle: {told[1]}.",
        )

    return Picture(figure, (*hills.values(), *seen.values(), *exact.values(), legend), move)


def lens(counts, *, parts=4):
    """Draw how the estimate for ADPC depends on how one looks: on bandwidth, its unit, percentile and factor.

    At 97,336 areas a move of ε takes about 20 ms; the other knobs look at the same noise again, which takes a few.

    Parameters
    ----------
    counts : array of int
        Exact counts, one axis for each level.
    parts : int
        Noises in each mean.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` (.02 to 1), ``bandwidth``, ``unit`` ("sd" or "persons"), ``percentile``, ``factor`` and
        ``rng``.
    """
    figure, ax = canvas(height=290)
    ax.axhline(0, color=INK, lw=0.8)
    ends = [ax.axhline(0, color=GREY, lw=1.2, ls=":") for _ in range(2)]
    names = [ax.text(0.995, 0, text, transform=ax.get_yaxis_transform(), ha="right", va="bottom", fontsize=11) for text in ("ε", "½ ε")]
    dots = ax.plot([], [], ".", color=GREY, ms=3, label="raw log-ratios")[0]
    band = ax.fill_between([0, 1], 0, 1, color=ORANGE, alpha=0.3, lw=0)
    line = ax.plot([], [], color=ORANGE, lw=1.8, label="smoothed estimate, ± 2 standard errors")[0]
    law = ax.plot([], [], "--", color=INK, lw=1.6, label="exact")[0]
    edge = ax.axvline(0, color=RED, lw=1.8, ymax=0.78, label="K, where we stop looking")
    ax.set(xlabel="residual k, persons", ylabel="loss: ln p(k) / p(k+1)", title="“One half” is where one looks: further out, the loss goes on to ε")
    ax.legend(framealpha=0.85, edgecolor="white", fontsize=11, loc="upper left", ncols=2)

    kept = {}  # the noise of the last move: only ε and the button draw it anew

    def move(epsilon, bandwidth, unit, percentile, factor, rng):
        asked = epsilon, str(rng.bit_generator.state)
        if asked not in kept:
            drawn = algorithms.residuals("ADPC", counts, epsilon=epsilon, parts=parts, rng=rng)
            kept.clear()
            kept[asked] = tallies.tally(drawn, parts=parts)
        tallied = kept[asked]
        curve = empirical.estimate_loss(tallied, bandwidth=bandwidth, unit=unit, percentile=percentile, factor=factor)
        right, far = curve.k >= 0, max(23.5 / epsilon, 1.05 * curve.k[-1])  # at 24 a tick stands on the edge, its label cut
        grid = np.arange(0, int(far) + 1)
        true = exact.exact_loss(grid, epsilon=epsilon, parts=parts)
        shown = right & (curve.raw_loss < 1.5 * epsilon)  # above them stands the legend, which does not move
        dots.set_data(curve.k[shown], curve.raw_loss[shown])
        k, estimate, error = curve.k[right], curve.loss[right], np.minimum(curve.sd[right], 9 * epsilon)
        line.set_data(k, np.clip(estimate, -9 * epsilon, 9 * epsilon))
        band.set_data(k, estimate - 2 * error, estimate + 2 * error, where=np.isfinite(estimate))
        law.set_data(grid, true)
        edge.set_xdata([k[-1], k[-1]])
        for end, name, height in zip(ends, names, (epsilon, epsilon / 2)):
            end.set_ydata([height, height])
            name.set_y(height)
        ax.set(xlim=(0, far), ylim=(-0.5 * epsilon, 2.1 * epsilon))
        at_edge = exact.exact_loss(int(k[-1]), epsilon=epsilon, parts=parts)
        return Reading(
            f"ADPC, ε = {epsilon:g}. Up to K = {k[-1]} the exact loss rises to {at_edge:.3g}, {at_edge / epsilon:.0%} of ε; the largest estimate there is {curve.largest:.3g}. Bandwidth in persons: {curve.width:.2g}.",
            f"The estimated loss of ADPC against the residual k from 0 to {k[-1]}, a noisy orange curve in its band, over the exact dashed curve, which rises past one half of "
            f"ε = {epsilon:g} towards ε. At the red line, K = {k[-1]}, it is {at_edge:.3g}; the largest estimate is {curve.largest:.3g}.",
        )

    return Picture(figure, (*ends, *names, dots, band, line, law, edge), move)


def maxima(found, *, epsilon, parts=4, levels=3):
    """Draw the largest loss in the picture and the mean in the middle, for each of many runs.

    Parameters
    ----------
    found : dict of {(str, int): (array, array)}
        By algorithm and number of areas: largest losses and means, as `coursekit.audit.empirical.repeat_estimates` gives them.
    epsilon : float
        GDPC's; the others have those of `promises`.

    Returns
    -------
    Picture
        Its `move` takes ``algorithm`` and ``areas``.
    """
    figure, ax = canvas(height=220)
    top = 1.08 * max(largest.max() for largest, _ in found.values()) / epsilon
    promised = promises(epsilon, parts=parts, levels=levels)
    truth = {"GDPC": epsilon}
    truth["ADPC"] = float(exact.exact_loss(round(2 * 2.33 / epsilon), epsilon=promised["ADPC"], parts=parts))
    rows = [ax.plot([], [], "o", color=colour, ms=5, alpha=0.5)[0] for colour in (RED, BLUE)]
    mark = ax.axvline(0, color=INK, lw=1.6, ls="--", ymax=0.86)
    name = ax.text(0, 1.62, "", fontsize=11, va="center")
    ax.set_yticks([1, 0], ["the largest", "mean in the middle"])
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, top * epsilon), ylim=(-0.6, 1.85), xlabel="estimated loss, a dot for each run", title="The largest of many noisy numbers is luck")

    def move(algorithm, areas):
        largest, means = found[algorithm, areas]
        for row, values, height in zip(rows, (largest, means), (1, 0)):
            row.set_data(values, height + np.linspace(-0.3, 0.3, len(values)))
        known = truth.get(algorithm)
        mark.set_xdata([known or 0] * 2)
        mark.set_visible(known is not None)
        name.set(x=(known or 0) + 0.006 * top * epsilon, text=f"largest true loss in the picture: {known:.3g}" if known else "")
        above = int((largest > known).sum()) if known else 0
        text = f"{above} of {len(largest)} maxima lie above the truth" if known else "The truth for a raked leaf has no formula"
        return Reading(
            f"{algorithm}, promised {promised[algorithm]:g}, {areas:,} areas: the maximum is {largest.mean():.3f} ± {largest.std():.3f}, the mean in the middle "
            f"{means.mean():.4f} ± {means.std():.4f}. {text}.",
            f"Two rows of {len(largest)} dots for {algorithm} at {areas:,} areas. Above, the largest losses, from {largest.min():.3f} to {largest.max():.3f}; below, the means in the "
            f"middle, near {means.mean():.3f}" + (f". A dashed line at {known:.3g} is the truth." if known else "."),
        )

    return Picture(figure, (mark, name, *rows), move)
