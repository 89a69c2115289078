"""Pictures for the deeper part of lesson 04: sums of losses, accountants, two kinds of noise, two sizes of count."""

from functools import cache

import numpy as np

from coursekit.accounting.bills import all_bills, gaussian_break_even
from coursekit.accounting.pictures import DASHED, amount, many
from coursekit.plots import GREEN, GREY, INK, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, power, says, ticks
from coursekit.plots.pixels import bars as bars_and_numbers
from coursekit.plots.pixels import Number

ACCOUNTANTS = {
    "basic": 1,
    "advanced": 1,
    "closed form": 2,
    "optimal": 2,
    "zCDP, textbook": 3,
    "zCDP, tight": 3,
    "RDP, textbook": 4,
    "RDP, tight": 4,
    "exact": 1,
}
LEVELS = ["three", "+ only ε known", "+ zCDP", "+ Rényi"]


def convolution():
    """Draw how the law of a sum of losses grows out of the law of one loss, with Laplace noise.

    The `move` of this Picture takes ``k`` (releases added up, up to 100) and ``epsilon`` (of one release). What is to
    be guessed, and seen at k = 100: the shape, which is "one hill".
    """
    figure, ax = canvas(height=270)
    cells, edges = 200, np.linspace(-106.25, 106.25, 86)
    pile = ax.stairs(edges[:-1], edges, fill=True, color=GREEN)
    middle = ax.axvline(0, color=INK, lw=2)
    told = ax.text(0, 1.05, "", fontsize=12, weight="bold", color=INK, va="bottom")
    guessed = ax.text(0.02, 0.9, "", transform=ax.transAxes, fontsize=12, color=INK)
    ax.set(xlim=(-107, 107), ylim=(0, 1.25), yticks=[], xlabel="total loss, in percent of k times ε")
    ax.set_title("How likely each total loss is")
    ax.xaxis.set_major_formatter("{x:.0f}%")
    ax.spines["left"].set_visible(False)

    def move(k, epsilon):
        one = epsilon * np.arange(-cells, cells + 1) / cells
        law = np.diff(np.append(np.exp((one[:-1] - epsilon) / 2) / 2, 1), prepend=0)
        size = 2 * k * cells + 1
        law = np.fft.irfft(np.fft.rfft(law, 2 * size) ** k, 2 * size)[:size]
        total = np.arange(-k * cells, k * cells + 1) / cells
        heights = np.histogram(100 * total / k, edges, weights=law)[0]
        mean, sure = float(total @ law), float(law[-1])
        pile.set_data(np.maximum(heights, 0) / heights.max())
        middle.set_xdata([100 * mean / k] * 2)
        told.set(x=100 * mean / k + 1.5, text=f"mean {epsilon * mean:.2g}")
        chance = f"{sure:.2g}" if sure > 1e-12 else "less than one in a trillion"
        return Reading(
            f"{many(k, 'release')} at ε = {epsilon:g}: the total loss is {epsilon * mean:.2g} on average, and the "
            f"chance of the full {amount(k * epsilon)} is {chance}.",
            f"A histogram of the total loss of {many(k, 'release')}, with its mean at {epsilon * mean:.2g}; the "
            f"largest possible total, {amount(k * epsilon)}, stands at 100%.",
            truth="one hill" if k == 100 else None,
        )

    return Picture(figure, (pile, middle, told, guessed), move, says(guessed))


def accountants():
    """Draw what every accountant charges for the same releases, always in the same order.

    The `move` of this Picture takes ``shown`` (one of `LEVELS`), ``mechanism`` ("Laplace" or "Gaussian"), ``k``,
    ``epsilon`` (of one release; for Gaussian noise 1 / sigma) and ``delta``.
    """
    figure, ax = canvas(height=330)
    names = list(ACCOUNTANTS)
    colours = [*[GREY] * 8, GREEN]
    bars, numbers = bars_and_numbers(ax, names, colours, height=0.65)
    ax.axvline(100, color=INK, lw=1.2, ls=DASHED)
    ax.set(xlim=(0, 160), xlabel="total ε, in percent of adding up (basic)")
    ax.set_title("The same releases, the same δ: only the accountant changes")
    ax.xaxis.set_major_formatter("{x:.0f}%")

    @cache  # to hire another accountant changes no bill
    def bills(mechanism, k, epsilon, delta):
        return all_bills(k=k, epsilon=epsilon, delta=delta, mechanism=mechanism.lower())

    def move(shown, mechanism, k, epsilon, delta):
        costs = bills(mechanism, k, epsilon, delta)
        hired = [name for name in names if ACCOUNTANTS[name] <= LEVELS.index(shown) + 1]
        for name, bar, number, colour in zip(names, bars, numbers, colours):
            share, bill = 100 * costs[name] / costs["basic"], amount(costs[name])
            if name not in hired:
                bar.set_width(0)
                number.set(x=1.5, text="not hired yet", ha="left", color=INK)
                number.set_gid(None)
                continue
            is_long = share > 140
            colour = RED if share > 100.001 else colour
            bar.set(width=min(share, 160), color=colour)
            is_crossed = share < 100 < share + 3 + 2.2 * len(bill)  # by the line at 100%
            number.set(x=158 if is_long else 101.5 if is_crossed else share + 1.5, ha="right" if is_long else "left")
            number.set(text=bill + " →" * (share > 160), color="white" if is_long else INK)
            number.set_gid(colour if is_long else None)
        noise = f"ε = {epsilon:g}" if mechanism == "Laplace" else f"σ = {plain(1 / epsilon)}"
        best = min((name for name in hired if name != "exact"), key=costs.get)
        return Reading(
            f"{many(k, 'release')} with {mechanism} noise, {noise}, δ = {power(delta)}: the exact bill is "
            f"{amount(costs['exact'])}. "
            f"The lowest of the others is {best} with {amount(costs[best])}.",
            f"Bars of the total ε for {many(k, mechanism + ' release')}, {noise} each: "
            + ", ".join(f"{name} {amount(costs[name])}" for name in hired),
        )

    return Picture(figure, (*bars, *numbers), move)


def laplace_or_gaussian():
    """Draw the noise that each of k answers needs for one total bill: Laplace by basic composition, and Gaussian.

    The `move` of this Picture takes ``k`` (up to 100), ``epsilon`` and ``delta`` (of all answers together). What is to
    be guessed: the least k for which Gaussian noise is smaller.
    """
    from coursekit.mechanisms.calibration import gaussian_sigma

    figure, ax = canvas(height=300)
    ks = np.unique(np.geomspace(1, 100, 80).round())
    lines = [ax.plot([], [], color=colour, lw=3)[0] for colour in (INK, GREEN)]
    dots = [ax.plot([], [], "o", color=colour, ms=10)[0] for colour in (INK, GREEN)]
    told = [ax.text(0, 0, name, fontsize=13, weight="bold", color=INK, va="center") for name in ("Laplace", "Gaussian")]
    here = ax.axvline(1, color=GREY, lw=1.5)
    crossing = ax.axvline(1, color=INK, lw=1.5, ls=DASHED)
    where = ax.text(0, 0.97, "", transform=ax.get_xaxis_transform(), fontsize=12, color=INK, va="top")
    where.set_bbox({"facecolor": "white", "lw": 0, "pad": 2})
    guess = ax.axvline(1, color=PURPLE, lw=2.5, ls=DASHED, visible=False)
    guessed = ax.text(1, 0.75, "your guess", transform=ax.get_xaxis_transform(), fontsize=11, color=INK, visible=False)
    guessed.set_bbox({"facecolor": "white", "lw": 0, "pad": 1})
    ax.set(xlim=(0, 101), ylim=(0, 104), xlabel="k, answers", ylabel="sd, as a multiple of\none Laplace answer’s")
    ax.yaxis.set_major_formatter("{x:.0f}×")
    ax.set_title("The noise that each of k answers needs, for one total bill")

    def move(k, epsilon, delta):
        sigma = gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta)
        one = np.sqrt(2) / epsilon  # the sd of a single answer with Laplace noise
        noise = one * ks, np.sqrt(ks) * sigma
        now = one * k, np.sqrt(k) * sigma
        for line, dot, text, sds, sd in zip(lines, dots, told, noise, now):
            line.set_data(ks, sds / one)
            dot.set_data([k], [sd / one])
            text.set_position((102, sds[-1] / one))
        here.set_xdata([k, k])
        first = int(gaussian_break_even(epsilon=epsilon, delta=delta)) + 1
        crossing.set(xdata=[first, first], visible=1 < first <= 100)
        where.set(x=first + 1, text=f"from {first} answers on\nGaussian is smaller" * (1 < first <= 100))
        winner = f"Gaussian wins from k = {first} on." if first > 1 else "Gaussian is smaller for every k."
        return Reading(
            f"For {many(k, 'answer')} within ε = {epsilon:g}, δ = {power(delta)} together, each needs noise of sd "
            f"{now[0]:,.2f} (Laplace) or {now[1]:,.2f} (Gaussian). {winner}",
            f"A straight line for Laplace and a bent one for Gaussian noise against the number of answers; at k = {k} "
            f"they stand at {now[0]:,.1f} and {now[1]:,.1f}.",
            truth=first,
        )

    def mark(k):
        guess.set(xdata=[k, k], visible=True)
        late = k > 85
        guessed.set(x=k + (-0.8 if late else 0.8), ha="right" if late else "left", visible=True)
        guessed.set_y(0.75 if k < 60 else 0.5)  # clear of both lines

    return Picture(figure, (*lines, here, crossing, guess, guessed, where, *dots, *told), move, mark)


def states():
    """Draw the expected error of two counts of very different size, in businesses and in percent, as dots.

    The `move` of this Picture takes ``epsilon``. What is to be guessed: whose error is larger, in businesses.
    """
    figure, panels = canvas(2, height=210)
    counts, drawn = np.array([100_010, 403]), []
    for ax, title, unit, low, high, values in (
        (panels[0], "Off by so many businesses: the same", "businesses", 0.05, 300, [0.1, 1, 10, 100]),
        (panels[1], "Off by so many percent: the small one pays", "% of the count", 5e-5, 100, [0.0001, 0.01, 1, 100]),
    ):
        dots = ax.plot([1, 1], [0, 1], "o", ms=13.4, color=INK)[0]
        ax.set(xscale="log", xlim=(low, high), ylim=(1.6, -0.6), title=title)
        ax.set_xlabel(f"{unit}, × {10 if values[1] == 1 else 100} at each tick")
        ticks(ax.xaxis, values)
        ticks(ax.yaxis, [0, 1], ["Texas", "Vermont"])
        ax.grid(axis="x", color=GREY, lw=0.5)
        drawn.append((dots, [Number(ax, 1, i, size=14) for i in (0, 1)]))

    def move(epsilon):
        errors = np.full(2, 1 / epsilon), 100 / epsilon / counts
        for (dots, numbers), values, sign, beside in zip(drawn, errors, ("", "%"), (1.4, 1.9)):
            dots.set_data(values, [0, 1])
            for number, x in zip(numbers, values):
                number.set(x=x * beside, text=f"{x:.2g}{sign}")
        texas, vermont = (f"{share:.2g}%" for share in errors[1])
        return Reading(
            f"At ε = {epsilon:g} either count is off by {plain(1 / epsilon)} on average: {texas} of the {counts[0]:,} "
            f"in Texas, {vermont} of the {counts[1]:,} in Vermont.",
            f"Left, two dots at {plain(1 / epsilon)} businesses, one under the other. Right, in percent, Texas at "
            f"{texas} and Vermont far to the right of it at {vermont}.",
            truth="neither",
        )

    return Picture(figure, tuple(a for dots, numbers in drawn for a in (dots, *numbers)), move)
