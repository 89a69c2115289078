"""Pictures of the noise that hides one person (lesson 03)."""

from functools import cache

import numpy as np

from coursekit.mechanisms import curves
from coursekit.mechanisms.additive import gaussian_sigma
from coursekit.mechanisms.noise import GaussianNoise, GeometricNoise, LaplaceNoise
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, plain, power
from coursekit.plots.pixels import Number
from coursekit.mechanisms.sensitivity import sum_sensitivity

KINDS = ("Laplace", "geometric", "Gaussian")


def _noise(kind, sensitivity, epsilon, delta):
    if kind == "Laplace":
        return LaplaceNoise(scale=sensitivity / epsilon)
    if kind == "geometric":
        return GeometricNoise(scale=sensitivity / epsilon)
    return GaussianNoise(sigma=gaussian_sigma(sensitivity=sensitivity, epsilon=epsilon, delta=delta))


def _misses(kind, noise, alpha, sensitivity):
    if kind == "Laplace":
        return curves.tradeoff_laplace(alpha, sensitivity=sensitivity, scale=noise.scale)
    if kind == "geometric":
        return curves.tradeoff_geometric(alpha, sensitivity=sensitivity, scale=noise.scale)
    return curves.tradeoff_gaussian(alpha, sensitivity=sensitivity, sigma=noise.sigma)


def two_hills(*, count=146, reach=40):
    """Draw what could be released with one person and without, an event S, and the attacker's ROC curve.

    Parameters
    ----------
    count : int
        The true count with the person in it.
    reach : int
        How far the axis reaches to either side.

    Returns
    -------
    Picture
        Its `move` takes ``noise`` (one of `KINDS`), ``epsilon``, ``delta`` (the Gaussian's alone), ``sensitivity``
        (by how much the person moves the count, an integer) and ``threshold`` (S is: the release lies that far above
        the true count, or further).
    """
    figure, (hills, roc) = canvas(2, ratios=[1.5, 1], height=268)
    edges = np.arange(count - reach, count + reach + 1) - 0.5
    middles = (edges[1:] + edges[:-1]) / 2
    fills = [hills.stairs(np.zeros(2 * reach), edges, fill=True, color=c, alpha=0.55) for c in (ORANGE, BLUE)]
    lines = [hills.stairs(np.zeros(2 * reach), edges, color=c, lw=1.8, ls=s, label=name)
             for c, s, name in ((ORANGE, "--", "without the person"), (BLUE, "-", "with the person"))]  # fmt: skip
    hills.set(xlim=(count - reach, count + reach), ylim=(0, 1.45), yticks=[], xlabel="released count", title="One person shifts the hill by Δ; S is shaded")
    hills.spines["left"].set_visible(False)
    hills.legend(frameon=False, ncols=2, loc="upper center", fontsize=11)
    alpha = np.linspace(0, 1, 201)
    bound = roc.plot([], [], color=RED, lw=2, ls="--", label="limit set by ε, δ")[0]
    curve = roc.plot([], [], color=BLUE, lw=2, label="this noise")[0]
    dot = roc.plot([], [], "o", color=INK, ms=7, label="event S")[0]
    roc.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    roc.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="false alarms", ylabel="persons found", title="The attacker's ROC curve")
    for axis in (roc.xaxis, roc.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:.0%}")
    roc.legend(frameon=False, loc="lower right", fontsize=10)

    def move(noise, epsilon, delta, sensitivity, threshold):
        law = _noise(noise, sensitivity, epsilon, delta)
        start = count + threshold
        inside = []
        for fill, line, center in zip(fills, lines, (count - sensitivity, count)):
            height = law.density(middles.astype(int) if noise == "geometric" else middles, center=center)
            top = law.density(center, center=center)
            line.set_data(height / top)
            fill.set_data(np.where(middles >= start, height / top, 0))
            inside.append(law.event(start, np.inf, center=center))
        found = 1 - _misses(noise, law, alpha, sensitivity)
        curve.set_data(alpha, found)
        bound.set_data(alpha, 1 - curves.tradeoff_bound(alpha, epsilon=epsilon, delta=delta if noise == "Gaussian" else 0.0))
        dot.set_data([inside[0]], [inside[1]])
        ratio, limit = law.event_ratio(start, np.inf, center=count, neighbour=count - sensitivity), np.exp(epsilon)
        best = ((1 - alpha + found) / 2).max()
        against = "within" if ratio <= limit * (1 + 1e-9) else "beyond"
        return Reading(
            f"S, a release of {start} or more, is {ratio:.3g} times as likely with the person: {against} e^ε = {limit:.3g}. The best "
            f"guesser is right {best:.0%} of the time; a count is off by {plain(law.expected_error)} on average.",
            f"Left, two hills of {noise} noise, around {count} with the person and {count - sensitivity} without; shaded, releases of "
            f"{start} and more. Right, the ROC curve of the attacker under the limit for ε = {epsilon:g}; event S finds "
            f"{inside[1]:.1%} at {inside[0]:.1%} false alarms.",
        )

    return Picture(figure, (*fills, *lines, bound, curve, dot), move)


def deltas():
    """Draw δ(ε) of three kinds of noise with the same standard deviation.

    Returns
    -------
    Picture
        Its `move` takes ``sd`` (of the noise, in units of the sensitivity) and ``epsilon`` (where to read).
    """
    figure, ax = canvas(height=248)
    epsilons = np.geomspace(0.01, 10, 161)
    styles = {"Laplace": (BLUE, "-"), "geometric": (GREEN, "--"), "Gaussian": (RED, "-.")}
    lines = {name: ax.plot([], [], color=c, ls=s, lw=2, label=name)[0] for name, (c, s) in styles.items()}
    here = ax.axvline(1, color=GREY, lw=1.5)
    ax.set(xscale="log", yscale="log", xlim=(0.01, 10), ylim=(1e-12, 1), xlabel="ε", ylabel="δ that is needed", title="Laplace and geometric end; Gaussian never does, and δ pays for its tail")
    ax.set_xticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
    ax.set_yticks([1e-12, 1e-9, 1e-6, 1e-3, 1], ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "1"])
    ax.minorticks_off()
    ax.legend(frameon=False, fontsize=11, loc="lower left")

    def move(sd, epsilon):
        from scipy.optimize import brentq

        def shown(name):
            delta = float(values[name](epsilon))
            if delta < 1e-300:
                return "less than 10⁻³⁰⁰" if name == "Gaussian" else "0"
            return f"{delta:.2g}" if delta >= 1e-3 else power(float(f"{delta:.1e}"))

        a = brentq(lambda a: 2 * a / (1 - a) ** 2 - sd**2, 1e-12, 1 - 1e-9)  # geometric noise of that variance
        values = {
            "Laplace": lambda e: curves.delta_laplace(e, scale=sd / np.sqrt(2)),
            "geometric": lambda e: curves.delta_geometric(e, scale=-1 / np.log(a)),
            "Gaussian": lambda e: curves.delta_gaussian(e, sigma=sd),
        }
        for name, delta in values.items():
            lines[name].set_data(epsilons, np.maximum(delta(epsilons), 1e-300))
        here.set_xdata([epsilon, epsilon])
        laplace, gaussian = (shown(name) for name in ("Laplace", "Gaussian"))
        return Reading(
            f"With noise of standard deviation {sd:g} (times the sensitivity), Laplace is private at ε = {np.sqrt(2) / sd:.2g} with δ = 0. "
            f"At ε = {epsilon:g} Laplace needs δ = {laplace}, Gaussian {gaussian}.",
            f"Three curves of δ against ε, on log scales, for noise of standard deviation {sd:g}. Those of Laplace and geometric noise "
            f"fall to zero, each at an ε of its own; that of Gaussian noise only bends down. At ε = {epsilon:g}: Laplace {laplace}, Gaussian {gaussian}.",
        )

    return Picture(figure, (*lines.values(), here), move)


def newcomer(incomes):
    """Draw how far one newcomer moves the mean and the median of a town's incomes.

    Parameters
    ----------
    incomes : array of float, shape (n,)

    Returns
    -------
    Picture
        Its `move` takes ``income``, the newcomer's.
    """
    figure, ax = canvas(height=170)
    bars = ax.barh(["mean", "median"], [1, 1], color=[RED, BLUE], height=0.6)
    labels = [Number(ax, 1, i) for i in range(2)]
    ax.invert_yaxis()
    ax.set(xscale="log", xlim=(1, 1e9), xlabel="moved by, dollars", title="The median's step has an end, the mean's has none")
    ax.set_xticks([1, 1e3, 1e6, 1e9], ["1", "1,000", "1,000,000", "1,000,000,000"])
    ax.minorticks_off()

    def move(income):
        with_newcomer = np.append(incomes, income)
        moved = [abs(f(with_newcomer) - f(incomes)) for f in (np.mean, np.median)]
        for bar, label, x in zip(bars, labels, moved):
            bar.set_width(max(x - 1, 0))
            bar.set_x(1)
            label.set(x=max(x, 1) * 1.3, text=f"{x:,.0f}")
        return Reading(
            f"A newcomer who earns {income:,} moves the mean of {len(incomes)} incomes by {moved[0]:,.0f} dollars, and their median by {moved[1]:,.0f}.",
            f"Two bars on a log scale: a newcomer with an income of {income:,} moves the mean by {moved[0]:,.0f} dollars "
            f"and the median by {moved[1]:,.0f}.",
        )

    return Picture(figure, (*bars, *labels), move)


def errors():
    """Draw the expected error of a count against ε, for three kinds of noise.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon``, ``delta`` (the Gaussian's alone) and ``count``, the true value.
    """
    figure, ax = canvas(height=248)
    epsilons = np.geomspace(0.01, 5, 16)
    styles = {"Laplace": (BLUE, "-"), "geometric": (GREEN, ":"), "Gaussian": (RED, "--")}

    @cache  # a move of ε alone moves no line
    def curve(name, delta):
        return [_noise(name, 1, e, delta).expected_error for e in epsilons]

    # Only the Gaussian's line knows δ: the other two stand still.
    lines = {name: ax.plot(epsilons, curve(name, 1e-6), color=c, ls=s, lw=2, label=name)[0] for name, (c, s) in styles.items()}
    here = ax.axvline(1, color=GREY, lw=1.5, ymax=0.8)
    small = ax.plot([0.01, 5], [1, 1], color=INK, lw=1, ls=(0, (1, 2)))[0]
    named = ax.text(5.4, 1, "1% of the count", va="center", fontsize=11)
    ax.set(xscale="log", yscale="log", xlim=(0.01, 18), ylim=(0.01, 2000), xlabel="ε", ylabel="expected error, penguins", title="For one count, Gaussian noise pays only if δ is large")
    ax.set_xticks([0.01, 0.1, 1, 5], ["0.01", "0.1", "1", "5"])
    ax.set_yticks([0.01, 0.1, 1, 10, 100, 1000], ["0.01", "0.1", "1", "10", "100", "1,000"])
    ax.minorticks_off()
    ax.legend(frameon=False, fontsize=11, loc="lower left")

    def move(epsilon, delta, count):
        lines["Gaussian"].set_ydata(curve("Gaussian", delta))
        here.set_xdata([epsilon, epsilon])
        small.set_ydata([count / 100, count / 100])
        named.set_y(count / 100)
        off = {name: _noise(name, 1, epsilon, delta).expected_error for name in lines}
        return Reading(
            f"At ε = {epsilon:g} a count of {count:,} is off on average by {plain(off['Laplace'])} with Laplace noise ({plain(100 * off['Laplace'] / count)}%), "
            f"{plain(off['geometric'])} with geometric, and {plain(off['Gaussian'])} with Gaussian at δ = {power(delta)}.",
            f"Three falling lines of expected error against ε on log scales. At ε = {epsilon:g}: "
            + ", ".join(f"{name} {plain(x)}" for name, x in off.items()) + f". A dotted line at 1% of the true count: {plain(count / 100)}.",
        )  # fmt: skip

    return Picture(figure, (lines["Gaussian"], here, small, named), move)


def median(values, *, low, high, unit):
    """Draw the exact density of the exponential mechanism's median.

    Parameters
    ----------
    values : array of float, shape (n,)
    low, high : float
        Bounds that are known without looking at the data.
    unit : str
        For the axis.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``n`` (the first `n` of the values are asked; up to all of them).
    """
    from coursekit.mechanisms.selection import median_density

    figure, ax = canvas(height=240)
    hill = ax.stairs([0], [low, high], fill=True, color=PURPLE, alpha=0.6)
    true = ax.axvline(low, color=INK, lw=1.5, ls="--", ymax=0.88)
    note = ax.text(low, 1.04, "", fontsize=11)
    ax.set(xlim=(low, high), ylim=(0, 1.15), yticks=[], xlabel=f"released median, {unit}", title="Every value can come out; the nearer in rank, the likelier")
    ax.spines["left"].set_visible(False)

    def move(epsilon, n):
        asked = np.asarray(values)[:n]
        edges, density = median_density(asked, low=low, high=high, epsilon=epsilon)
        center = float(np.median(asked))
        hill.set_data(density / density.max(), edges)
        true.set_xdata([center, center])
        note.set(x=center + (high - low) * 0.01, text=f"true median {center:,.0f}")
        mass = density * np.diff(edges)
        # The mean distance from the center within a piece: pieces to either side by their middles, the piece around it in two.
        left, right = edges[:-1] - center, edges[1:] - center
        apart = np.where(left * right >= 0, np.abs(left + right) / 2, (left**2 + right**2) / (2 * np.maximum(right - left, 1e-300)))
        off = float(mass @ apart)
        return Reading(
            f"At ε = {epsilon:g} the released median of {n:,} values is off by {plain(off)} {unit} on average; the true one is {center:,.0f}.",
            f"A density in steps over {low:,} to {high:,} {unit}, highest around the true median of {center:,.0f}; "
            f"at ε = {epsilon:g} and {n:,} values the release is off by {plain(off)} on average.",
        )

    return Picture(figure, (hill, true, note), move)


def clipping(values, *, unit, low=0):
    """Draw the two errors of a clipped sum against the clipping bound: what is cut off, and the noise.

    Parameters
    ----------
    values : array of float, shape (n,)
        Not negative.
    unit : str
        For the axis.
    low : float
        The lower clipping bound, known beforehand and not above any value.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon``, ``bound`` (the upper one), ``n`` (the first `n` of the values are summed) and
        ``neighbours`` ("add-remove" or "replace-one").
    """
    figure, ax = canvas(height=248)
    values = np.asarray(values, float)
    bounds = np.geomspace(max(values[values > 0].min(), 1.1 * low), values.max() * 10, 81)
    cut = ax.plot([], [], color=ORANGE, ls="--", lw=2, label="cut off")[0]
    noise = ax.plot([], [], color=BLUE, ls=":", lw=2, label="noise")[0]
    both = ax.plot([], [], color=INK, lw=2.5, label="both, added")[0]
    here = ax.axvline(bounds[0], color=GREY, lw=1.5, ymax=0.85)
    ax.set(xscale="log", yscale="log", xlim=(bounds[0], bounds[-1]), ylim=(1e-4, 1e4), xlabel=f"clipping bound, {unit}", ylabel="error, % of the sum", title="A low bound cuts off, a high bound pays in noise")
    ticks = 10.0 ** np.arange(np.ceil(np.log10(bounds[0])), np.floor(np.log10(bounds[-1])) + 1)
    ax.set_xticks(ticks, [f"{t:,.0f}" for t in ticks])
    ax.set_yticks([1e-4, 1e-2, 1, 100, 1e4], ["0.0001", "0.01", "1", "100", "10,000"])
    ax.minorticks_off()
    ax.legend(frameon=False, fontsize=11, loc="upper left", ncols=3)

    @cache  # sorted once for each n, because the slider of ε waits for it
    def ranked(n):
        ordered = np.sort(values[:n])
        return ordered, np.append(0, np.cumsum(ordered))

    @cache
    def moves(neighbours):
        return np.array([sum_sensitivity(low=low, high=high, neighbours=neighbours) for high in bounds])

    def parts(n, epsilon, bound, moved):
        ordered, below = ranked(n)
        kept, total = np.searchsorted(ordered, bound), below[-1]
        return (total - below[kept] - (n - kept) * bound) / total, moved / epsilon / total

    def move(epsilon, bound, n, neighbours):
        moved = sum_sensitivity(low=low, high=bound, neighbours=neighbours)
        away, noisy = parts(n, epsilon, bounds, moves(neighbours))
        cut.set_data(bounds, 100 * np.maximum(away, 1e-12))
        noise.set_data(bounds, 100 * noisy)
        both.set_data(bounds, 100 * (away + noisy))
        here.set_xdata([bound, bound])
        away, noisy = (float(x) for x in parts(n, epsilon, float(bound), moved))
        return Reading(
            f"Clipped at {bound:,} {unit}, the sum of {n:,} values loses {plain(100 * away)}%, and noise at ε = {epsilon:g} adds {plain(100 * noisy)}% on average: "
            f"one person moves the sum by {moved:,}.",
            f"Error against the clipping bound on log scales: what is cut off falls, the noise rises, both together have a lowest point. "
            f"At a bound of {bound:,}: cut off {plain(100 * away)}%, noise {plain(100 * noisy)}%.",
        )

    return Picture(figure, (cut, noise, both, here), move)
