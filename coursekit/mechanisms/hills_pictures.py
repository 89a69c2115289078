"""The key picture of lesson 03: two hills of what could be published, and how they compare at each number."""

import numpy as np

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.mechanisms.noise import GaussianNoise, LaplaceNoise
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, RED, Picture, Reading, canvas, plain, power, ticks

REACH = 30  # of the axis to either side of the count
LIMIT, NO_LIMIT = "yes, there is a limit", "no: the further out, the more"
_EDGE = 10  # of the lower axis: so many times as likely, or less likely


def _hills(count, title):
    """Draw two hills and the ratio below them; give the figure, what moves, and `show`."""
    figure, (hills, ratio) = canvas(rows=2, ratios=[1.25, 1], height=330)
    x = np.linspace(count - REACH, count + REACH, 601)
    sides = [(BLUE, "-", count - 1, "without Ada", "right", -2.2), (ORANGE, "--", count, "with Ada", "left", 1.2)]
    lines = []
    for colour, style, _, name, side, shift in sides:
        lines.append(hills.plot(x, np.zeros_like(x), color=colour, ls=style, lw=2.5)[0])
        hills.text(count + shift, 1.06, name, color=DARK[colour], ha=side, fontsize=13, weight="bold")
    hills.set(xlim=(count - REACH, count + REACH), ylim=(0, 1.3), yticks=[])
    hills.set_title(title)
    hills.spines["left"].set_visible(False)
    band = ratio.axhspan(0.9, 1.1, color=GREEN, alpha=0.25, lw=0)
    left = count - REACH + 0.6
    promised = ratio.text(left, 1, "promised", color=DARK[GREEN], fontsize=12, va="bottom", weight="bold")
    kept = ratio.plot(x, np.ones_like(x), color=INK, lw=1.6)[0]
    broken = ratio.plot(x, np.ones_like(x), color=RED, lw=4)[0]
    dot = ratio.plot([count], [1], "o", color=INK, ms=10)[0]
    here = [ax.axvline(count, color=INK, lw=1.5, ls=":", ymax=top) for ax, top in ((hills, 0.78), (ratio, 1))]
    told = ratio.text(count, 1, "", fontsize=12, weight="bold")
    ratio.set(yscale="log", ylim=(1 / _EDGE, _EDGE), xlabel="the number that is published")
    ratio.set_title("How likely is each number with Ada, compared with without her?")
    ticks(ratio.yaxis, [0.1, 1 / 3, 1, 3, 10], ["a tenth", "a third", "equally likely", "3 times", "10 times"])

    def show(law, epsilon, published):
        for line, (_, _, true, *_) in zip(lines, sides):
            line.set_ydata(law.density(x - true) / law.density(0))
        logs = np.log(law.density(x - count) / law.density(x - count + 1))
        out = np.abs(logs) > epsilon + 1e-9
        kept.set_ydata(np.where(out, np.nan, np.exp(logs)))
        broken.set_ydata(np.where(out, np.exp(logs), np.nan))
        band.set(y=np.exp(-epsilon), height=np.exp(epsilon) - np.exp(-epsilon))
        promised.set(y=np.exp(epsilon) * 1.06, text=f"promised: {np.exp(epsilon):.3g} times at most")
        at = float(law.density(published - count) / law.density(published - count + 1))
        is_out = abs(np.log(at)) > epsilon + 1e-9
        dot.set(xdata=[published], ydata=[np.clip(at, 1 / _EDGE, _EDGE)], color=RED if is_out else INK)
        for line in here:
            line.set_xdata([published, published])
        is_up = at >= 1  # the line rises to the right: its label stands below it, or above it
        told.set(x=published + (1 if is_up else -1), y=0.22 if is_up else 4.5, ha="left" if is_up else "right")
        told.set(text=f"{times(at)} as likely\nwith Ada", va="center", color=DARK[RED] if is_out else INK)
        return at, is_out

    return figure, (band, kept, broken, dot, *lines, *here, promised, told), show


def times(ratio):
    """Write how many times as likely something is.

    >>> times(2.72), times(0.5), times(22.4)
    ('2.72 times', '0.5 times', '22 times')
    """
    return f"{plain(ratio) if ratio >= 9.95 else f'{ratio:.3g}'} times"


def laplace(*, count=146):
    """Draw what could be published for a count with Ada in it and without her, blurred by Laplace noise.

    Returns a `Picture`. Its `move` takes ``epsilon`` and ``published``, a number for which the hills are compared.
    """
    figure, moving, show = _hills(count, "What the town could publish, with Ada and without her")

    def move(epsilon, published):
        law = LaplaceNoise(scale=1 / epsilon)
        at, _ = show(law, epsilon, published)
        return Reading(
            f"At ε = {epsilon:g} a published {published} is {times(at)} as likely with Ada as without her. "
            f"Whoever guesses best whether she was counted is right {law.success():.0%} of the time.",
            f"Above, two pointed hills of noise around {count - 1} and {count}. Below, how many times as likely each "
            "number is with Ada: the line bends and stays inside the promised band, "
            f"{times(np.exp(epsilon))} as likely at most.",
            truth=LIMIT,
        )

    return Picture(figure, moving, move)


def gaussian(*, count=146):
    """Draw the same two hills, blurred by normal noise of the least sigma for (epsilon, delta).

    Returns a `Picture`. Its `move` takes ``epsilon``, ``published`` and ``delta``.
    """
    figure, moving, show = _hills(count, "The same town with normal noise")

    def move(epsilon, published, delta):
        law = GaussianNoise(sigma=gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta))
        at, _ = show(law, epsilon, published)
        edge = count - 0.5 + law.sigma**2 * epsilon
        rare = 1 / float(np.exp(law.log_above(edge - count)))
        return Reading(
            f"A published {published} is {times(at)} as likely with Ada as without her. One number in {rare:,.0f} lies "
            f"above {edge:.0f}, outside the band; what is beyond the limit adds up to δ = {power(delta)}.",
            f"Above, two round hills around {count - 1} and {count}. Below, how many times as likely each number is "
            f"with Ada: a straight line that leaves the promised band at {edge:.1f}.",
            truth=NO_LIMIT,
        )

    return Picture(figure, moving, move)
