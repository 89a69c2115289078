"""Pictures that compare kinds of noise (lesson 03, deeper); the settings of a `move` are what its knobs turn."""

from functools import cache

import numpy as np

from coursekit.mechanisms.bounds import tradeoff_bound
from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.mechanisms.noise import GaussianNoise, GeometricNoise, LaplaceNoise
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, RED, Picture, Reading, canvas, legend, plain, power, ticks
from coursekit.plots.pixels import OnTop

KINDS = ("Laplace", "geometric", "normal")
_REACH = 18  # of the hills' axis to either side of the count


def _law(kind, *, sensitivity=1, epsilon, delta):
    """Return the noise of one of `KINDS` that keeps the promise (without delta, but for the Gaussian)."""
    if kind == "normal":
        return GaussianNoise(sigma=gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta))
    return {"Laplace": LaplaceNoise, "geometric": GeometricNoise}[kind](scale=sensitivity / epsilon)


def two_hills(*, count=146):
    """Draw what could be released with a person and without, above and below a threshold, and the attacker's ROC curve.

    `count` is the true count with the person in it. Returns a `Picture`. Its `move` takes ``noise`` (one of `KINDS`),
    ``epsilon``, ``delta`` (the Gaussian's alone), ``sensitivity`` (by how much the person moves the count, an integer)
    and ``threshold`` (the attacker says yes from so far above the true count on).
    """
    figure, (hills, roc) = canvas(2, ratios=[1.5, 1], height=268)
    ends = np.array([count - _REACH, count + _REACH])
    grids = {name: np.arange(*ends, 1 if name == "geometric" else 0.1) for name in KINDS}
    flat, edges = np.zeros(1), ends - 0.5
    fills = [hills.stairs(flat, edges, fill=True, color=c, alpha=0.55) for c in (BLUE, ORANGE)]
    styles = [(BLUE, "-", "without Ada"), (ORANGE, "--", "with Ada")]
    lines = [hills.stairs(flat, edges, color=c, lw=1.8, ls=s, label=name, baseline=None) for c, s, name in styles]
    hills.set(xlim=(count - _REACH, count + _REACH), ylim=(0, 1.45), yticks=[], xlabel="released count")
    edge = hills.axvline(count, color=INK, lw=1.5, ls=":", ymax=0.8)
    hills.set_title("He says yes where the hills are filled")
    hills.spines["left"].set_visible(False)
    legend(hills, "upper center", columns=2)
    alpha = np.linspace(0, 1, 201)
    bound = roc.plot([], [], color=RED, lw=2, ls="--", label="limit set by ε, δ")[0]
    curve = roc.plot([], [], color=BLUE, lw=2, label="this noise")[0]
    star = roc.plot([], [], "*", color=GREEN, ms=15, mec=INK, label="best guesser")[0]
    dot = roc.plot([], [], "o", color=INK, ms=7, label="this threshold")[0]
    roc.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    roc.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="false alarms", ylabel="Ada is found")
    roc.set_title("The attacker's ROC curve")
    for axis in (roc.xaxis, roc.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:.0%}")
    roc.legend(frameon=False, loc="lower right", fontsize=10)

    def move(noise, epsilon, delta, sensitivity, threshold):
        law = _law(noise, sensitivity=sensitivity, epsilon=epsilon, delta=delta)
        start, without = count + threshold, count - sensitivity
        middles = grids[noise]
        width = middles[1] - middles[0]
        edges = np.append(middles, middles[-1] + width) - width / 2
        for fill, line, true in zip(fills, lines, (without, count)):
            height = law.density(middles - true) / law.density(0)
            line.set_data(height, edges)
            fill.set_data(np.where(middles >= start - 1e-9, height, 0), edges)
        log_alarms, log_hits = law.log_above(start - without), law.log_above(start - count)
        found = 1 - law.tradeoff(alpha, sensitivity=sensitivity)
        curve.set_data(alpha, found)
        misses = tradeoff_bound(alpha, epsilon=epsilon, delta=delta if noise == "normal" else 0.0)
        bound.set_data(alpha, 1 - misses)
        alarms, hits = np.exp([log_alarms, log_hits])
        edge.set_xdata([start - width / 2] * 2)
        dot.set_data([alarms], [hits])
        ratio, limit = np.exp(log_hits - log_alarms), np.exp(epsilon)
        right = (1 - alpha + found) / 2
        star.set_data([alpha[right.argmax()]], [found[right.argmax()]])
        against = "within" if ratio <= limit * (1 + 1e-9) else "beyond"
        return Reading(
            f"With Ada a number from {start} on comes {'' if ratio < 1.005 else f'{ratio:.3g} times '}as often, "
            f"{against} e^ε = {limit:.3g}. The best guesser is right {right.max():.0%} of the time. "
            f"A count is off by {plain(law.expected_error)} on average.",
            f"Left, hills of {noise} noise around {count} and {without}, shaded from {start} on. Right, the attacker's "
            f"ROC curve below its limit; this threshold finds {hits:.1%} at {alarms:.1%} false alarms.",
            truth="geometric",
        )

    return Picture(figure, (*fills, *lines, edge, bound, curve, star, dot), move)


def legend_over(ax):
    """Set the legend on white, and give it: it moves last, because lines that move would run through its names."""
    legend(ax, "lower left")
    key = ax.get_legend()
    key.set_frame_on(True)
    key.get_frame().set(facecolor="white", edgecolor="none", alpha=1)
    return OnTop(key)


def deltas():
    """Draw δ(ε) of three kinds of noise with the same standard deviation.

    Returns a `Picture`. Its `move` takes ``sd`` (of the noise, in units of the sensitivity) and ``epsilon`` (where to
    read).
    """
    figure, ax = canvas(height=248)
    epsilons = np.geomspace(0.01, 10, 161)
    styles = zip(KINDS, (BLUE, GREEN, RED), ("-", "--", "-."))
    lines = {name: ax.plot([], [], color=c, ls=s, lw=2, label=name)[0] for name, c, s in styles}
    here = ax.axvline(1, color=GREY, lw=1.5)
    ax.set(xscale="log", yscale="log", xlim=(0.01, 10), ylim=(1e-12, 1), xlabel="ε", ylabel="δ that is needed")
    ax.set_title("Laplace and geometric noise end; normal noise never does, and δ pays for its tail")
    ticks(ax.yaxis, [1e-12, 1e-9, 1e-6, 1e-3, 1], ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "1"])
    ticks(ax.xaxis, [0.01, 0.1, 1, 10])
    key = legend_over(ax)

    def move(sd, epsilon):
        root = np.sqrt(2)
        scale = 0.5 / np.arcsinh(1 / (root * sd))  # of geometric noise: 1 / sd² = cosh(1 / scale) - 1
        laws = LaplaceNoise(scale=sd / root), GeometricNoise(scale=scale), GaussianNoise(sigma=sd)
        told = {}
        for name, law in zip(KINDS, laws):
            lines[name].set_data(epsilons, np.maximum(law.delta(epsilons), 1e-300))
            delta = law.delta(epsilon)
            written = f"{delta:.2g}" if delta >= 1e-3 else power(float(f"{delta:.1e}"))
            told[name] = written if delta >= 1e-300 else {"normal": "less than 10⁻³⁰⁰"}.get(name, "0")
        here.set_xdata([epsilon, epsilon])
        return Reading(
            f"With noise of standard deviation {sd:g} (times the sensitivity), Laplace is private at "
            f"ε = {root / sd:.2g} with δ = 0. At ε = {epsilon:g} Laplace needs δ = {told['Laplace']}, "
            f"normal {told['normal']}.",
            f"Three curves of δ against ε, on log scales: those of Laplace and geometric noise fall to zero, each at "
            f"an ε of its own; that of normal noise only bends down, to {told['normal']} at ε = {epsilon:g}.",
        )

    return Picture(figure, (*lines.values(), here, key), move)


def errors():
    """Draw the expected error of a count against ε, for three kinds of noise.

    Returns a `Picture`. Its `move` takes ``epsilon``, ``delta`` (the Gaussian's alone) and ``count``, the true value.
    """
    figure, ax = canvas(height=248)
    epsilons = np.geomspace(0.01, 5, 16)

    @cache  # a move of ε alone moves no line
    def curve(name, delta):
        return [_law(name, epsilon=e, delta=delta).expected_error for e in epsilons]

    # Only the Gaussian's line knows δ: the other two stand still.
    styles = zip(KINDS, (BLUE, GREEN, RED), ("-", ":", "--"))
    lines = {name: ax.plot(epsilons, curve(name, 1e-6), color=c, ls=s, lw=2, label=name)[0] for name, c, s in styles}
    here = ax.axvline(1, color=GREY, lw=1.5, ymax=0.8)
    small = ax.plot([0.01, 5], [1, 1], color=INK, lw=1, ls=(0, (1, 2)))[0]
    named = ax.text(5.4, 1, "1% of the count", va="center", fontsize=11)
    ax.set(xscale="log", yscale="log", xlim=(0.01, 18), ylim=(0.01, 2000), xlabel="ε")
    ax.set(ylabel="expected error, penguins", title="How far one count is off, on average")
    ticks(ax.xaxis, [0.01, 0.1, 1, 5])
    ticks(ax.yaxis, [0.01, 0.1, 1, 10, 100, 1000])
    key = legend_over(ax)

    def move(epsilon, delta, count):
        lines["normal"].set_ydata(curve("normal", delta))
        here.set_xdata([epsilon, epsilon])
        small.set_ydata([count / 100, count / 100])
        named.set_y(count / 100)
        off = {name: _law(name, epsilon=epsilon, delta=delta).expected_error for name in lines}
        share, told = plain(100 * off["Laplace"] / count), {name: plain(x) for name, x in off.items()}
        return Reading(
            f"At ε = {epsilon:g} a count of {count:,} is off on average by {told['Laplace']} with Laplace noise "
            f"({share}%), {told['geometric']} with geometric, and {told['normal']} with normal noise "
            f"at δ = {power(delta)}.",
            f"Three falling lines of expected error against ε on log scales; at ε = {epsilon:g} they stand at "
            f"{', '.join(told.values())}. A dotted line at 1% of the true count: {plain(count / 100)}.",
            truth="Laplace" if off["Laplace"] <= off["normal"] else "normal",
        )

    return Picture(figure, (lines["normal"], here, small, key, named), move)
