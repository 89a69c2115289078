"""Pictures of EM: a line that walks home while its points do, and how fast a walk gets there."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.inference.lines import NoisyLine
from coursekit.inference.pictures import PAPER, SCHOOLS, noisy, write
from coursekit.inference.rates import count_em, count_information
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, ticks

STEPS = 60
POISSON, VARIED = "as she assumes", "twice as varied"


@cache
def walk(seed, epsilon, n, schools=POISSON):
    """Give noisy schools and the walk of their line; kept, because each step needs all steps before it."""
    rng = np.random.default_rng(seed)
    x, y = SCHOOLS.draw(n, rng=rng)
    if schools == VARIED:  # a negative binomial law: the same mean, twice the variance
        more = rng.negative_binomial(SCHOOLS.mean, 0.5, n) - x
        x, y = x + more, y + SCHOOLS.slope * more
    x, y = (noisy(values, epsilon, rng) for values in (x, y))
    points = NoisyLine(x=x, y=y, epsilon=epsilon)
    return points, points.walk(steps=STEPS)


def walks_home(*, n=150):
    """Draw noisy schools that are guessed back to where they may have been, and the line through the guesses, in steps.

    A bar under them is the variance of the infected, as published and as guessed, beside the real one. The `move` of
    this Picture takes ``step`` (0 to 60), ``epsilon``, ``rng`` and ``schools`` (`POISSON`, which is what the walk
    assumes, or `VARIED`). To be guessed, and told when they are done: what the slope is after twenty steps.
    """
    figure, (left, right) = canvas(2, height=322, ratios=[1.35, 1])
    threads = LineCollection([], lw=0.9, color=PALE)
    left.add_collection(threads)
    there = left.plot([], [], ".", color=ORANGE, ms=6, alpha=0.8)[0]
    guessed = left.plot([], [], "o", color=GREEN, ms=5, mec="white", mew=0.5)[0]
    trail = LineCollection([], lw=1, color=GREY)
    left.add_collection(trail)

    def drawn(height, slope):
        """Give the ends of a line, which stops above the bar."""
        x = np.array([max(-8.0, (-14 - height) / slope) if slope > 0 else -8.0, 30.0])
        return np.c_[x, height + slope * x]

    truth = left.plot(*drawn(SCHOOLS.intercept, SCHOOLS.slope).T, color=BLUE, lw=3)[0]
    line = left.plot([], [], color=DARK[GREEN], lw=4)[0]
    named = left.text(29.5, -8, "", size=15, weight="bold", color=DARK[GREEN], ha="right")
    bars = [left.plot([], [], color=colour, lw=15, solid_capstyle="butt")[0] for colour in (ORANGE, GREEN)]
    mark_real = left.plot([], [], color=BLUE, lw=4)[0]
    spread = left.text(-7.5, -22.5, "", size=11, weight="bold", color=DARK[ORANGE], va="center")
    real = left.text(0, -43.5, "", size=12, weight="bold", color=DARK[BLUE], va="center", ha="center")
    true = left.text(-7.5, 80, "blue: the true line", size=12, weight="bold", color=DARK[BLUE])
    published = left.text(-7.5, 73.5, "orange dots: as published", size=12, weight="bold", color=DARK[ORANGE])
    where = left.text(-7.5, 67, "", size=12, weight="bold", color=DARK[GREEN])
    for text in (named, true, published, where, spread, real):
        text.set_bbox(PAPER)
    ticks(left.yaxis, [0, 20, 40, 60, 80])
    left.set(xlim=(-8, 30), ylim=(-48, 88), xlabel="infected pupils", ylabel="absent pupils")
    left.set_title("Guess the schools, draw the line, and again", size=14)
    right.axhline(SCHOOLS.slope, color=BLUE, lw=3)
    right.text(62, 6.9, "blue: the truth, 4", size=12, weight="bold", color=DARK[BLUE], ha="right", va="top")
    path = right.plot([], [], "o-", color=GREEN, lw=2, ms=5)[0]
    here = right.text(62, 0.2, "", size=16, weight="bold", color=DARK[GREEN], ha="right")
    mark_line = right.plot([], [], color=INK, lw=2, ls="--")[0]
    said = right.text(62, 0.9, "", size=12, color=INK, ha="right")
    right.set(xlim=(-3, 63), ylim=(0, 7), xlabel="steps", title="Slope of her line")
    right.title.set_size(14)
    ticks(right.xaxis, [0, 20, 40, 60])

    def move(step, epsilon, schools, rng):
        points, lines = walk(int(rng.integers(2**32)), epsilon, n, schools)
        now = lines[step]
        if step:
            values, weights, absent = points.guesses(lines[step - 1])
            x, y = weights @ values, (weights * absent).sum(axis=-1)
            variance = np.mean(weights @ values**2) - x.mean() ** 2  # of what each may have been, not of the dots
        else:
            x, y, variance = points.x, points.y, points.x.var()
        true_variance, colour = SCHOOLS.mean * (1 + (schools == VARIED)), DARK[GREEN if step else ORANGE]
        start = np.c_[points.x, points.y]
        there.set_data(*start.T)
        guessed.set_data((x, y) if step else ([], []))
        threads.set_segments(np.stack([start, np.c_[x, y]], axis=1))
        trail.set_segments([drawn(*one) for one in lines[:step]])
        there.set_alpha(0.35 if step else 0.8)
        line.set_data(*drawn(*now).T)
        line.set_color(colour)
        named.set(text=write(f"her line: slope {now[1]:.2f}"), color=colour)
        for bar, part in zip(bars, (points.x.var(), variance * (step > 0))):
            bar.set_data([-7.5, -7.5 + 0.55 * part], [-33, -33])
        mark_real.set_data([-7.5 + 0.55 * true_variance] * 2, [-38, -28])
        told = f"variance of the infected: published {points.x.var():.0f}" + f", guessed {variance:.0f}" * (step > 0)
        spread.set(text=told, color=colour)
        real.set(x=-7.5 + 0.55 * true_variance, text=f"real: {true_variance:.0f}")
        where.set_text("green dots: as guessed" if step else "")
        path.set_data(np.arange(step + 1), lines[: step + 1, 1])
        path.set_color(colour)
        here.set(text=f"after {step} step{'s' * (step != 1)}: {now[1]:.2f}", color=colour)
        climbs = " and still climbs" if step == 20 and lines[-1, 1] - now[1] > 0.1 else ""
        return Reading(
            write(f"Before the first step Mira's line is the naive one, with a slope of {now[1]:.2f}. Press Play."
                  if step == 0 else
                  f"Schools {schools}: after {step} step{'s' * (step > 1)} the slope is {now[1]:.2f}{climbs}. It began "
                  f"at {lines[0, 1]:.2f}. The guessed variance is {variance:.1f}, the real one {true_variance:.0f}."),
            f"Left, {n} orange dots{' on threads to green guesses' * (step > 0)} and a line of slope {now[1]:.2f}; "
            f"right, the slope over {step} steps, from {lines[0, 1]:.2f} on, beside a blue line at 4. A bar: {told}.",
            truth=round(float(lines[20, 1]), 1) if step >= 20 else None,
        )

    def mark(value):
        mark_line.set_data([-3, 63], [value, value])
        said.set_text(f"dashed: your guess, {value:.1f}")

    moving = (threads, there, trail, truth, line, guessed, true, published, where, named, *bars, mark_real)
    moving += (spread, real)
    moving += mark_line, said, path, here
    return Picture(figure, moving, move, mark)


@cache
def cloud(seed, draws, n=50, epsilon=0.5, walks=10):
    """Give where simulated walks of one file end, and the exact end, where they begin: so a few steps are enough."""
    rng = np.random.default_rng(seed)
    x, y = (noisy(values, epsilon, rng) for values in SCHOOLS.draw(n, rng=rng))
    exact = NoisyLine(x=x, y=y, epsilon=epsilon).walk(steps=60)[-1]
    x, y, lines = (np.tile(one, (walks, 1)) for one in (x, y, exact))
    points = NoisyLine(x=x, y=y, epsilon=epsilon)
    for _ in range(15):
        lines = points.mc_step(lines, draws=draws, rng=rng)
    return lines[:, 1], exact[1]


def ends():
    """Draw where ten simulated walks of the same file end, as dots, and where the exact one does.

    The `move` of this Picture takes ``draws`` (imagined schools for each row, 1 to 500) and ``rng``. To be guessed: how
    many of the ten end below the exact one.
    """
    figure, ax = canvas(height=170)
    exact = ax.plot([], [], color=BLUE, lw=3)[0]
    dots = ax.plot([], [], "o", color=GREEN, ms=13, mec="white", alpha=0.85)[0]
    middle = ax.plot([], [], color=DARK[GREEN], lw=3)[0]
    named = ax.text(0, 1.02, "", size=13, weight="bold", color=DARK[BLUE], ha="center", va="bottom")
    mean = ax.text(0, -0.75, "", size=13, weight="bold", color=DARK[GREEN], ha="center", va="top")
    ax.set(xlim=(-1, 1), ylim=(-1.1, 1.4), yticks=[], xlabel="slope: distance from the exact end")
    ax.set_title("Where ten simulated walks of one file end", size=14)
    ax.spines["left"].set_visible(False)
    said = ax.text(0.98, 1.02, "", size=12, color=INK, ha="right", va="bottom")

    def move(draws, rng):
        slopes, end = cloud(int(rng.integers(2**32)), draws)
        off = slopes - end
        exact.set_data([0, 0], [-0.6, 1])
        dots.set_data(off, np.linspace(-0.4, 0.7, len(off)))
        middle.set_data([off.mean()] * 2, [-0.7, 0.9])
        named.set_text(f"exact: {end:.2f}")
        mean.set(x=off.mean(), text=f"mean of the ten: {slopes.mean():.2f}")
        below = int((off < 0).sum())
        return Reading(
            f"{draws} imagined schools for each row: the ten walks end between {slopes.min():.2f} and "
            f"{slopes.max():.2f}, {below} of them below the exact {end:.2f}.",
            f"Ten green dots from {off.min():.2f} to {off.max():.2f} beside a blue line at 0, the exact end of the "
            f"walk, with {draws} imagined schools for each row.",
            truth=below,
        )

    def mark(value):
        said.set_text(f"your guess: {value} of 10 below")

    return Picture(figure, (exact, dots, middle, named, mean, said), move, mark)


def lost_information(*, release=37.4, start=25.0):
    """Draw how far each step of EM still is from the most likely rate, and how much information the noise took away.

    The `move` of this Picture takes ``epsilon`` and ``steps`` (1 to 20). To be guessed: which share of the information
    is lost at ε = 0.2.
    """
    figure, (left, right) = canvas(2, height=296, ratios=[1.5, 1])
    gap = left.plot([], [], "o-", color=GREEN, lw=2, ms=7)[0]
    straight = left.plot([], [], color=PURPLE, lw=2, ls="--")[0]
    told = left.text(20, 900, "", size=13, weight="bold", color=DARK[PURPLE], ha="right", va="top")
    left.set(yscale="log", xlim=(-0.5, 20.5), ylim=(1e-6, 2000), xlabel="steps", ylabel="gap to the best usual number")
    left.set_title("How far the walk still has to go", size=14)
    scale = left.text(20, 55, "from tick to tick 100 times closer", size=12, color=INK, ha="right", va="top")
    scale.set_bbox(PAPER)
    ticks(left.xaxis, [0, 5, 10, 15, 20])
    ticks(left.yaxis, [1e-6, 1e-4, 1e-2, 1], ["10⁻⁶", "10⁻⁴", "0.01", "1"])
    kept = right.bar([0], [0], color=GREEN, width=0.9)[0]
    lost = right.bar([0], [0], color=RED, width=0.9)[0]
    texts = [right.text(0, 0, "", size=15, weight="bold", color="white", ha="center", va="center") for _ in range(2)]
    guess = right.axhline(-1, xmin=0.457, color=INK, lw=2.5, ls="--")
    said = right.text(0.5, -1, "", size=12, color=INK, va="bottom")
    right.set(xlim=(-0.6, 1.7), ylim=(0, 1), xticks=[], title="Information in the release")
    right.title.set_size(14)
    right.yaxis.set_major_formatter("{x:.0%}")

    @cache
    def shares(epsilon):
        top = count_em(release=release, epsilon=epsilon, start=start, steps=200)[-1]
        return top, 1 - count_information(top, release=release, epsilon=epsilon) * top

    def move(epsilon, steps):
        top, rate = shares(epsilon)
        gaps = np.abs(count_em(release=release, epsilon=epsilon, start=start, steps=steps) - top)
        at, digits = np.arange(steps + 1), ".0%" if rate > 0.095 else ".1%"
        gap.set_data(at, np.maximum(gaps, 1e-9))
        straight.set_data(np.arange(21), np.maximum(gaps[0] * rate ** np.arange(21.0), 1e-30))
        told.set_text(f"in the end each step leaves {rate:{digits}}")
        kept.set(height=1 - rate)
        lost.set(y=1 - rate, height=rate)
        places, parts = ((1 - rate) / 2, 1 - rate / 2), (1 - rate, rate)
        for text, y, share, word, colour in zip(texts, places, parts, ("left", "lost"), (GREEN, RED)):
            wide = share > 0.09
            text.set(position=(0, y) if wide else (1.1, 0.96 * y))
            text.set_text(f"{share:{digits}}\n{word}" if wide else f"{share:{digits}} {word}")
            text.set(color="white" if wide else INK)
            text.set_gid(DARK[colour] if wide else None)
            text.set_bbox(None if wide else PAPER)
        kept.set_facecolor(DARK[GREEN])
        lost.set_facecolor(DARK[RED])
        left_over = f"{gaps[-1]:.2g}" if gaps[-1] >= 0.001 else "less than 0.001"
        return Reading(
            f"ε = {epsilon:g}: the noise takes {rate:.1%} of the information, and in the end each step of EM leaves "
            f"{rate:.1%} of the gap. After {steps} step{'s' * (steps > 1)} the walk is {left_over} from {top:.2f}.",
            f"Left, gaps that fall by a factor of {rate:.3f} a step, {steps} steps; right, a bar with {rate:.0%} in "
            f"red, the information that is lost at epsilon {epsilon:g}.",
            truth=round(shares(0.2)[1], 2),
        )

    def mark(value):
        guess.set_ydata([1 - value] * 2)
        top = value < 0.12  # no room above the line
        said.set(y=0.88 if top else 1 - value, va="top" if top else "bottom", text=f"your guess:\n{value:.0%} lost")

    return Picture(figure, (gap, straight, told, kept, lost, guess, said, *texts), move, mark)
