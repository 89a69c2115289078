"""Pictures of lesson 03: two hills of what could be published, how they compare at each number, and why."""

import numpy as np

from coursekit.mechanisms.calibration import gaussian_sigma
from coursekit.mechanisms.noise import GaussianNoise, LaplaceNoise
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, RED, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import paler

REACH = 30  # of the hills to either side of the count
LIMIT, NO_LIMIT = "yes, there is a limit", "no: the further out, the more"
_EDGE = 10  # of the lower axis: so many times as likely, with Ada or without her
_ROOM = 17  # to the right of the hills, for bars
_LEFT, _WIDE, _TALL = 3.6, 5.2, 0.75  # of the bars there: where the first stands, from one to the next, how high
_SHARE = 2 * REACH / (2 * REACH + _ROOM)  # of an axis, without that room


def _hills(count, title):
    """Draw two hills and the ratio below them; give the figure, its upper axes, what moves, and `show`."""
    figure, (hills, ratio) = canvas(rows=2, ratios=[1.25, 1], height=300)
    x = np.linspace(count - REACH, count + REACH, 601)
    sides = [(BLUE, "-", count - 1, "without Ada", "right", -2.2), (ORANGE, "--", count, "with Ada", "left", 1.2)]
    lines, dots = [], []
    for colour, style, _, name, side, shift in sides:
        lines.append(hills.plot(x, np.zeros_like(x), color=colour, ls=style, lw=2.5)[0])
        dots.append(hills.plot([], [], "o", color=colour, ms=9, mec=INK)[0])
        hills.text(count + shift, 1.06, name, color=DARK[colour], ha=side, fontsize=13, weight="bold")
    hills.set(xlim=(count - REACH, count + REACH + _ROOM), ylim=(0, 1.3), yticks=[])
    hills.set_title(title, x=_SHARE / 2)
    hills.spines["left"].set_visible(False)
    for ax in (hills, ratio):
        ax.spines["bottom"].set_bounds(count - REACH, count + REACH)
    band = ratio.axhspan(0.9, 1.1, xmax=_SHARE, color=GREEN, alpha=0.25, lw=0)
    promised = ratio.text(count + REACH + 1, 1, "", color=DARK[GREEN], fontsize=12, va="center", weight="bold")
    kept = ratio.plot(x, np.ones_like(x), color=INK, lw=1.6)[0]
    broken = ratio.plot(x, np.ones_like(x), color=RED, lw=4)[0]
    dot = ratio.plot([count], [1], "o", color=INK, ms=10, clip_on=False)[0]
    here = [ax.axvline(count, color=INK, lw=1.5, ls=":", ymax=top) for ax, top in ((hills, 0.78), (ratio, 1))]
    plate = {"fc": "white", "ec": "none", "pad": 0.5}
    told = ratio.text(count, 1, "", fontsize=12, weight="bold", va="center", ha="center", bbox=plate)
    ratio.set(yscale="log", ylim=(1 / _EDGE, _EDGE), xlabel="the number that is published")
    ratio.set_title("How likely is each number with Ada, compared with without her?", x=_SHARE / 2)
    ticks(ratio.yaxis, [0.1, 1 / 3, 1, 3, 10], ["a tenth", "a third", "equally likely", "3 times", "10 times"])
    ticks(ratio.xaxis, range(count - REACH + 4, count + REACH, 10))

    def show(law, epsilon, published):
        for line, at_x, (_, _, true, *_) in zip(lines, dots, sides):
            line.set_ydata(law.density(x - true) / law.density(0))
            at_x.set_data([published], [float(law.density(published - true) / law.density(0))])
        logs = np.log(law.density(x - count) / law.density(x - count + 1))
        out = np.abs(logs) > epsilon + 1e-9
        kept.set_ydata(np.where(out, np.nan, np.exp(logs)))
        broken.set_ydata(np.where(out, np.exp(logs), np.nan))
        band.set(y=np.exp(-epsilon), height=np.exp(epsilon) - np.exp(-epsilon))
        promised.set_text(f"promised:\n{times(epsilon)}\nat most")
        log = float(np.log(law.density(published - count) / law.density(published - count + 1)))
        is_out, is_up = abs(log) > epsilon + 1e-9, log >= 0
        beyond = "" if abs(log) <= np.log(_EDGE) else "↑ " if is_up else "↓ "  # the line has left the axis
        dot.set(xdata=[published], ydata=[np.clip(np.exp(log), 1 / _EDGE, _EDGE)], color=RED if is_out else INK)
        dot.set_marker({"": "o", "↑ ": "^", "↓ ": "v"}[beyond])
        for line in here:
            line.set_xdata([published, published])
        # The line rises to the right. So the label stands below it there, above it on the left, and inside the axes.
        words = f"{beyond}{times(log)} as likely"
        most = REACH - max(9, len(words) / 2)
        near = np.clip(published, *([count + 9, count + most] if is_up else [count - most, count - 9]))
        told.set(x=near, y=0.25 if is_up else 4.5, color=DARK[RED] if is_out else INK)
        told.set_text(f"{words}\n{'with Ada' if is_up else 'without her'}")
        return log

    return figure, hills, (band, kept, broken, *here, *lines, *dots, dot, promised, told), show


def times(log):
    """Write how many times as likely something is, one way or the other, from the logarithm of the ratio.

    >>> times(1), times(-1), times(np.log(22.4))
    ('2.72 times', '2.72 times', '22 times')
    """
    ratio = float(np.exp(abs(log)))
    return f"{plain(ratio) if ratio >= 9.95 else f'{ratio:.3g}'} times"


def _beside(hills, count, names):
    """Draw a bar to the right of the hills for each of `names`, a dict to its colours; give bars, numbers, heading."""
    x = count + REACH + _LEFT + _WIDE * np.arange(len(names))
    bars = [*hills.bar(x, 0, width=4, color=[*names.values()], edgecolor=INK)]
    told = [hills.text(at, 0, "", ha="center", va="bottom", fontsize=12, weight="bold") for at in x]
    for at, name in zip(x, names):
        hills.text(at, -0.05, name, ha="center", va="top", fontsize=11)
    return bars, told, hills.text(x.mean(), 1.04, "", ha="center", fontsize=12)


def one_in(chance):
    """Write a small chance.

    >>> one_in(1e-3), one_in(1e-4)
    ('1 in 1,000', '1 in 10,000')
    """
    return f"1 in {1 / chance:,.0f}"


def _compared(published, log):
    with_or_without = "with Ada as without her" if log >= 0 else "without Ada as with her"
    return f"a published {published} is {times(log)} as likely {with_or_without}"


def laplace(*, count=146):
    """Draw what could be published for a count with Ada in it and without her, blurred by Laplace noise.

    Returns a `Picture`. Its `move` takes ``epsilon`` and ``published``, a number for which the hills are enlarged.
    """
    figure, hills, moving, show = _hills(count, "What the town could publish, with Ada and without her")
    bars, told, above = _beside(hills, count, {"without": BLUE, "with": ORANGE})

    def move(epsilon, published):
        law = LaplaceNoise(scale=1 / epsilon)
        log = show(law, epsilon, published)
        heights = np.exp([min(-log, 0), min(log, 0)])
        for bar, text, height in zip(bars, told, heights):
            bar.set_height(_TALL * height)
            text.set(y=_TALL * height + 0.02, text=f"{100 * height / min(heights):.0f}")
        above.set_text(f"heights at {published}\n(the lower is 100)")
        said = _compared(published, log)
        return Reading(
            f"At ε = {epsilon:g} {said}. "
            f"Whoever guesses best whether she was counted is right {law.success():.0%} of the time.",
            f"Above, two pointed hills of noise around {count - 1} and {count}. Below, how many times as likely each "
            f"number is with Ada: the line bends and stays inside the promised band, {times(epsilon)} at most.",
            truth=LIMIT,
        )

    return Picture(figure, (*moving, *bars, *told, above), move)


def gaussian(*, count=146):
    """Draw the same two hills, blurred by normal noise of the least sigma for (epsilon, delta).

    Beside them: how many numbers lie above the band, with and without Ada, and how many the promise allows; what is too
    many is δ. Returns a `Picture`. Its `move` takes ``epsilon``, ``published`` and ``delta``.
    """
    figure, hills, moving, show = _hills(count, "The same town with normal noise")
    bars, told, above = _beside(hills, count, {"without": BLUE, "limit": paler(GREEN, 0.25), "with": ORANGE})
    bars += hills.bar(bars[-1].get_x(), 0, width=4, align="edge", color=RED, edgecolor=INK)
    told[1].set_color(DARK[GREEN])

    def move(epsilon, published, delta):
        law = GaussianNoise(sigma=gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta))
        log = show(law, epsilon, published)
        edge = count - 0.5 + law.sigma**2 * epsilon
        many = 10 / delta
        without, ada = many * np.exp(law.log_above(edge - count + np.array([1, 0])))
        heights = np.array([without, ada - 10, ada, 10]) * _TALL / ada
        for bar, height, bottom in zip(bars, heights, [0, 0, 0, heights[1]]):
            bar.set(height=height, y=bottom)
        for text, height, shown in zip(told, heights, (without, ada - 10, ada)):
            text.set(y=height + 0.02, text=plain(shown))
        above.set_text(f"of {many:,.0f}\nlie above {edge:.0f}")
        said = _compared(published, log)
        return Reading(
            f"A{said[1:]}. Of {many:,.0f} numbers with her {ada:.0f} lie above {edge:.0f}. The limit allows about "
            f"{ada - 10:.0f}, so 10 are too many: δ is {one_in(delta)}.",
            f"Above, two round hills around {count - 1} and {count}, and bars of what lies outside, {without:.0f} "
            f"without Ada and {ada:.0f} with her. Below, a straight line that leaves the promised band at {edge:.1f}.",
            truth=NO_LIMIT,
        )

    return Picture(figure, (*moving, *bars, *told, above), move)


def steps(*, epsilon=0.5):
    """Draw both hills as stairs with a step for each person, and what each step keeps of the last; give the figure.

    The normal noise is that which is off by as much on average. Ada shifts a hill by one step, so what a step keeps is
    the ratio of with Ada and without her.
    """
    laws = {"Laplace": LaplaceNoise(scale=1 / epsilon), "normal": GaussianNoise(sigma=np.sqrt(np.pi / 2) / epsilon)}
    figure, axes = canvas(2, height=230)
    titles = ["Laplace noise: each step keeps the same share", "Normal noise: each step keeps less"]
    far = np.arange(7)
    for ax, law, title in zip(axes, laws.values(), titles):
        height = 100 * law.density(far) / law.density(0)
        share = height[1:] / height[:-1]
        is_out = np.append(False, share < np.exp(-epsilon) - 1e-9)
        ax.bar(far, height, width=1, color=np.where(is_out, RED, ORANGE), edgecolor="white", lw=2)
        for x, y, kept, out in zip(far[1:], height[1:], share, is_out[1:]):
            text = f"{kept:.0%}" if x > 1 else f"{kept:.0%} of the last"
            ax.text(x - 0.4, y + 2, text, fontsize=12, weight="bold", color=DARK[RED] if out else INK)
        ax.set(ylim=(0, 112), yticks=[], xlabel="people away from the true count", title=title)
        ax.spines["left"].set_visible(False)
        ticks(ax.xaxis, far)
    factor = f"{np.exp(epsilon):.3g}"
    told = f"ε = {epsilon:g} allows a factor of {factor},\nand 1 ÷ {factor} is {np.exp(-epsilon):.0%}"
    axes[0].text(6.4, 78, told, fontsize=12, ha="right", color=DARK[GREEN], weight="bold")
    return figure
