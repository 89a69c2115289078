"""Pictures of a line through noisy points: where it goes, whose noise bends it, and what the points still allow."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba

from coursekit.inference.regression import LinearModel, least_squares
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, RED
from coursekit.plots import Picture, Reading, canvas, ticks

SCHOOLS = LinearModel()  # x: infected pupils, y: absent pupils
STUDIES = 100
SIDEWAYS, UPRIGHT, BOTH = "the infected", "the absent", "both"
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}


def write(text):
    """Write negative numbers with a minus sign, as a page does."""
    return text.replace("-", "−")


def noisy(values, epsilon, rng):
    """Add Laplace noise of scale 1 / epsilon to each value."""
    return values + rng.laplace(scale=1 / epsilon, size=np.shape(values))


def fits():
    """Draw one file of noisy points with its line, and the 95% ellipses of a hundred such files, red where they miss.

    The `move` of this Picture takes ``n`` (schools in a file, 10 to 2000), ``epsilon`` (of each count) and ``rng``. To
    be guessed: the slope, on average over the files.
    """
    figure, (left, right) = canvas(2, height=320, ratios=[1, 1.15])
    ends = np.array([-10.0, 30.0])
    dots = left.plot([], [], ".", color=ORANGE, ms=7, alpha=0.7)[0]
    left.plot(ends, SCHOOLS.intercept + SCHOOLS.slope * ends, color=BLUE, lw=3)
    hers = left.plot([], [], color=DARK[ORANGE], lw=3.5)[0]
    true = left.text(18.3, 80, "true line: slope 4", size=12, weight="bold", color=DARK[BLUE], ha="right")
    named = left.text(29.5, -9, "", size=13, weight="bold", color=DARK[ORANGE], ha="right")
    for text in (true, named):
        text.set_bbox(PAPER)
    left.set(xlim=ends, ylim=(-12, 88), xlabel="infected pupils, as published", ylabel="absent pupils, as published")
    left.set_title("Mira's file and her line", size=14)
    turn = np.linspace(0, 2 * np.pi, 41)
    ellipses = LineCollection([], lw=1.6)
    right.add_collection(ellipses)
    own = right.plot([], [], color=DARK[ORANGE], lw=3)[0]
    cross = right.plot(*true_pair(), "+", color=DARK[BLUE], ms=20, mew=4)[0]
    aim = right.text(36.4, 5.35, "the truth: 4", size=13, weight="bold", color=DARK[BLUE])
    aim.set_bbox(PAPER)
    held = right.text(0.02, 0.03, "", transform=right.transAxes, size=15, weight="bold", color=INK)
    held.set_bbox(PAPER)
    guess = right.axhline(-9, color=INK, lw=2, ls="--")
    said = right.text(15.5, -9, "", size=12, va="bottom", color=INK)
    right.axhline(0, color=PALE, lw=1, zorder=0)
    right.set(xlim=(15, 55), ylim=(-2.2, 6.6), xlabel="absent pupils where 10 are infected")
    right.set_ylabel("slope: more absent for each infected")
    right.set_title("What 100 such studies are 95% sure of", size=14)

    def move(n, epsilon, rng):
        x, y = (noisy(values, epsilon, rng) for values in SCHOOLS.draw((STUDIES, n), rng=rng))
        line = least_squares(x, y)
        holds = line.covers(SCHOOLS.intercept, SCHOOLS.slope)
        dots.set_data(x[0][:400], y[0][:400])
        hers.set_data(ends, line.intercept[0] + line.slope[0] * ends)
        named.set_text(write(f"her line: slope {line.slope[0]:.1f}"))
        # In height at the mean of x and slope an ellipse is upright; at 10 infected pupils it leans a little
        reach = np.sqrt(line.variance * line.threshold())
        up, along = (reach / np.sqrt(line.spread))[:, None] * np.sin(turn), (reach / np.sqrt(n))[:, None] * np.cos(turn)
        slope = line.slope[:, None] + up
        level = (line.intercept + 10 * line.slope)[:, None] + along + (10 - line.center)[:, None] * up
        ellipses.set_segments(np.stack([level, slope], axis=-1))
        ellipses.set_colors(np.where(holds[:, None], to_rgba(GREEN, 0.8), to_rgba(RED, 0.45)))
        own.set_data(level[0], slope[0])
        number = int(holds.sum())
        held.set_text(f"{number} of 100 hold the truth")
        mean = line.slope.mean()
        return Reading(
            write(f"With {n:,} schools and ε = {epsilon:g}, 100 studies find a slope of {mean:.2f} on average. "
                  f"{'None' if number == 0 else number} of their 100 ellipses {'holds' if number < 2 else 'hold'} the "
                  "truth, where 95 should."),
            f"Left, {n} orange dots with a fitted line of slope {line.slope[0]:.2f} and a blue true line. Right, 100 "
            f"ellipses around a slope of {mean:.2f}; {number} are green because they reach the blue cross at 4.",
            truth=round(float(mean), 1),
        )

    def mark(value):
        guess.set_ydata([value, value])
        said.set(y=value + 0.05, text=f"your guess: {value:.1f}")

    return Picture(figure, (dots, hers, true, named, ellipses, own, guess, said, cross, aim, held), move, mark)


def true_pair():
    """Give what the right-hand picture calls the truth: the height of the true line at 10, and its slope."""
    return [SCHOOLS.intercept + 10 * SCHOOLS.slope], [SCHOOLS.slope]


def whose_noise(*, epsilon=0.2, n=250):
    """Draw schools whose points leave their true places, sideways, upright or both, and the line that follows them.

    The `move` of this Picture takes ``on`` (`SIDEWAYS`, `UPRIGHT` or `BOTH`), ``part`` (how much of the noise has been
    added, 0 to 1) and ``rng``. To be guessed: which of the two noises flattens the line.
    """
    figure, ax = canvas(height=345)
    ends = np.array([-12.0, 34.0])
    true = ax.plot([], [], ".", color=BLUE, ms=5, alpha=0.45)[0]
    threads = LineCollection([], lw=0.8, color=PALE)
    ax.add_collection(threads)
    dots = ax.plot([], [], ".", color=ORANGE, ms=8)[0]
    ax.plot(ends, SCHOOLS.intercept + SCHOOLS.slope * ends, color=BLUE, lw=3)
    line = ax.plot([], [], color=DARK[ORANGE], lw=4)[0]
    told = ax.text(20.9, 82, "true line: slope 4", size=13, weight="bold", color=DARK[BLUE], ha="right", va="center")
    named = ax.text(0, 0, "", size=16, weight="bold", color=DARK[ORANGE])
    added = ax.text(-11.7, 84, "", size=14, weight="bold", color=INK, va="center")
    wide_said = ax.text(10, -9, "how far schools differ in infected pupils:", size=12, va="center", ha="center")
    for text in (told, named, added, wide_said):
        text.set_bbox(PAPER)
    bars = [ax.plot([], [], color=colour, lw=9, solid_capstyle="butt")[0] for colour in (BLUE, ORANGE)]
    spans = [ax.text(0, y, "", size=12, va="center", color=DARK[colour]) for y, colour in ((-17, BLUE), (-25, ORANGE))]
    said = ax.text(-11.7, 75, "", size=12, color=INK)
    ax.set(xlim=ends, ylim=(-30, 90), xlabel="infected pupils", ylabel="absent pupils")
    ax.set_title("The noise is added little by little: which of the two flattens the line?", size=14)
    ticks(ax.yaxis, [0, 20, 40, 60, 80])
    ticks(ax.xaxis, [0, 10, 20, 30])

    def move(on, part, rng):
        x, y = SCHOOLS.draw(n, rng=rng)
        u, v = part * rng.laplace(scale=1 / epsilon, size=(2, n))
        moved = x + u * (on != UPRIGHT), y + v * (on != SIDEWAYS)
        found = least_squares(*moved)
        true.set_data(x, y)
        threads.set_segments(np.stack([np.c_[x, y], np.transpose(moved)], axis=1))
        dots.set_data(*moved)
        line.set_data(ends, found.intercept + found.slope * ends)
        steep = found.slope > 1.6
        right = 33.6, found.intercept + found.slope * 34 + 3
        place = ((68 - found.intercept) / found.slope + 1.2, 66) if steep else right
        named.set(text=write(f"slope {found.slope:.1f}"), position=place, ha="left" if steep else "right")
        added.set_text(f"{part:.0%} of the noise on {on}")
        wide = x.std(), moved[0].std()
        for bar, span, sd, y0, told in zip(bars, spans, wide, (-17, -25), ("truly", "as published")):
            bar.set_data([10 - 2 * sd, 10 + 2 * sd], [y0, y0])
            span.set(x=10.6 + 2 * sd, text=f"{told} ±{2 * sd:.0f}")
        return Reading(
            write(f"{part:.0%} of the noise on {on}: schools differ by ±{2 * wide[1]:.0f} in infected pupils, where ±"
                  f"{2 * wide[0]:.0f} is true, and the line has a slope of {found.slope:.1f}."),
            f"{n} orange dots, each on a thread from its true place, moved by {part:.0%} of the noise on {on}; the "
            f"orange line has a slope of {found.slope:.2f}, the blue one 4.",
            truth=SIDEWAYS,
        )

    def mark(value):
        said.set_text(f"your guess: noise on {value}")

    return Picture(figure, (true, threads, dots, line, wide_said, *bars, *spans, told, added, named, said), move, mark)


def profile(x, y, *, epsilon, slopes, model=SCHOOLS):
    """Give the log-likelihood of each slope, at the best height of the line for it: the exact one, read from a table.

    The density of normal error plus Laplace noise is tabulated in steps of 0.05, which moves a logarithm by less than a
    hundredth. `NoisyLine.log_likelihood` is the same without a table.
    """
    from scipy.special import gammaln, log_ndtr

    wide, sigma = epsilon * model.sigma, model.sigma
    r = np.arange(0, 600, 0.05)
    table = np.exp(log_ndtr(r / sigma - wide) - epsilon * r) + np.exp(log_ndtr(-r / sigma - wide) + epsilon * r)
    values = np.arange(34.0)
    chance = np.exp(values * np.log(model.mean) - gammaln(values + 1) - epsilon * np.abs(x[:, None] - values))
    width = 3.2 * y.std() / np.sqrt(len(y))
    heights = y.mean() + width * np.linspace(-1, 1, 15)
    above = y[:, None] - heights[:, None, None]
    found = np.empty((len(slopes), len(heights)))
    for k, slope in enumerate(slopes):
        gap = np.abs(above - slope * (values - model.mean)) * 20 + 0.5
        likely = (table[np.minimum(gap, len(r) - 1).astype(np.int32)] * chance).sum(axis=-1)
        found[k] = np.log(np.maximum(likely, 1e-300)).sum(axis=-1)
    # between heights the best one lies on a parabola through the three about the largest
    top = np.clip(found.argmax(axis=1), 1, len(heights) - 2)
    a, b, c = (found[np.arange(len(slopes)), top + k] for k in (-1, 0, 1))
    bend = 2 * b - a - c
    better = b + np.where(bend > 0, (c - a) ** 2 / (8 * np.where(bend > 0, bend, 1)), 0)
    return np.maximum(found.max(axis=1), np.where(bend > 0, better, b))


def hills():
    """Draw how well each slope fits one file: with no thought of noise, and with the law of the noise taken in.

    The `move` of this Picture takes ``n`` (schools, 10 to 200), ``epsilon`` and ``rng``. To be guessed: how wide the
    range of slopes is that fit, in words.
    """
    figure, ax = canvas(height=330)
    low, high = -6.0, 14.0
    some, fine = np.linspace(low, high, 41), np.linspace(low, high, 401)
    honest = ax.fill_between(fine, 0 * fine, color=GREEN, alpha=0.55, lw=0)
    naive = ax.fill_between(fine, 0 * fine, color=RED, alpha=0.5, lw=0)
    ax.plot([4, 4], [0, 1.12], color=BLUE, lw=3)
    ax.text(4.1, 1.15, "the truth: 4", size=13, weight="bold", color=DARK[BLUE], ha="center")
    bar = ax.plot([], [], color=DARK[GREEN], lw=9, solid_capstyle="butt")[0]
    told = ax.text(0, -0.27, "", size=13, weight="bold", color=DARK[GREEN], ha="center", va="center")
    said_naive = ax.text(0, 1.06, "", size=12, weight="bold", color=DARK[RED], ha="right")
    said_honest = ax.text(0, 0, "", size=12, weight="bold", color=DARK[GREEN])
    said = ax.text(0.995, 0.97, "", transform=ax.transAxes, size=12, color=INK, ha="right", va="top")
    ax.set(xlim=(low, high), ylim=(-0.36, 1.28), xlabel="slope: more absent pupils for each infected one", yticks=[])
    ax.set_title("How well each slope fits the file", size=14)
    ticks(ax.xaxis, range(-6, 15, 2), [write(f"{k}") for k in range(-6, 15, 2)])
    ax.spines["left"].set_visible(False)

    def move(n, epsilon, rng):
        x, y = (noisy(values, epsilon, rng) for values in SCHOOLS.draw(n, rng=rng))
        line = least_squares(x, y)
        log = profile(x, y, epsilon=epsilon, slopes=some)
        smooth = _smooth(some, log, fine)
        height = np.exp(smooth - smooth.max())
        honest.set_verts([np.r_[np.c_[fine, height], [[high, 0], [low, 0]]]])
        z = np.linspace(-4, 4, 161)
        naive.set_verts([np.c_[line.slope + line.slope_error * z, np.exp(-(z**2) / 2)]])
        fits = fine[smooth > smooth.max() - 1.92]
        bar.set_data([fits[0], fits[-1]], [-0.12, -0.12])
        told.set(x=np.clip(fits[[0, -1]].mean(), low + 4, high - 4))
        less, more = " or less" if fits[0] == low else "", " or more" if fits[-1] == high else ""
        ends = f"from {fits[0]:.1f}{less} to {fits[-1]:.1f}{more}"
        told.set_text(write(f"slopes that fit: {ends}"))
        said_naive.set(x=max(line.slope - 2 * line.slope_error - 0.1, low + 4.6), text="without a thought of noise")
        edge = fine[height > 0.5][-1]
        said_honest.set(x=min(edge + 0.25, high - 5.8), y=0.6, text="with the law of the noise")
        inside = fits[0] <= SCHOOLS.slope <= fits[-1]
        return Reading(
            write(f"{n} schools, ε = {epsilon:g}: slopes {ends} fit the file, "
                  f"{'and the truth is among them' if inside else 'and the truth, 4, is not among them this time'}. "
                  f"The naive fit claims {line.slope:.1f} ± {2 * line.slope_error:.1f}."),
            f"A red hill of the naive fit at {line.slope:.2f}, and a green one with the law of the noise that is "
            f"{fits[-1] - fits[0]:.1f} wide; a blue line at the true slope 4. {n} schools, epsilon {epsilon:g}.",
            truth=words(fits[-1] - fits[0]),
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    return Picture(figure, (honest, naive, bar, told, said_naive, said_honest, said), move, mark)


def words(width):
    """Say how wide a range of slopes is.

    >>> words(0.9), words(3), words(9)
    ('about 1 wide', 'about 3 wide', '5 wide or more')
    """
    return "about 1 wide" if width < 1.7 else "about 3 wide" if width < 5 else "5 wide or more"


def _smooth(some, log, fine):
    from scipy.interpolate import CubicSpline

    return CubicSpline(some, log)(fine)
