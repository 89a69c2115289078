"""Pictures of a line through noisy points: where it goes, whose noise bends it, and what the points still allow."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba

from coursekit.inference.regression import LinearModel, corrected_line, least_squares
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, ticks

SCHOOLS = LinearModel()  # x: infected pupils, y: absent pupils
STUDIES = 100
SIDEWAYS, UPRIGHT, BOTH = "the infected", "the absent", "both"
WIDE = "4 wide or more"  # ten schools, epsilon 0.2: so wide are 24 of 25 ranges
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}


def write(text):
    """Write negative numbers with a minus sign, as a page does."""
    return text.replace("-", "−")


def tenths(number):
    """Write a number with one decimal, and never a minus before 0.

    >>> tenths(-0.04), tenths(-1.26)
    ('0.0', '−1.3')
    """
    return write(f"{number:z.1f}")


def noisy(values, epsilon, rng):
    """Add Laplace noise of scale 1 / epsilon to each value."""
    return values + rng.laplace(scale=1 / epsilon, size=np.shape(values))


@lru_cache(2)
def students(seed, most=2000):
    """Give the schools of all students, infected and absent, and noise for ε = 1; kept, because they take long."""
    rng = np.random.default_rng(seed)
    return np.stack(SCHOOLS.draw((STUDIES, most), rng=rng)), rng.laplace(size=(2, STUDIES, most))


def fits():
    """Draw one file of noisy points with its line, and the 95% intervals of a hundred such files, red where they miss.

    The `move` of this Picture takes ``n`` (schools in a file, 10 to 2000), ``epsilon`` (of each count) and ``rng``. To
    be guessed: the slope, on average over the files.
    """
    figure, (left, right) = canvas(2, height=300, ratios=[1, 1.15])
    ends = np.array([-10.0, 30.0])
    dots = left.plot([], [], ".", color=ORANGE, ms=7, alpha=0.7)[0]
    left.plot(ends, SCHOOLS.intercept + SCHOOLS.slope * ends, color=BLUE, lw=3)
    hers = left.plot([], [], color=DARK[ORANGE], lw=3.5)[0]
    true = left.text(18.3, 80, "true line: slope 4", size=12, weight="bold", color=DARK[BLUE], ha="right")
    named = left.text(29.5, -9, "", size=13, weight="bold", color=DARK[ORANGE], ha="right")
    left.set(xlim=ends, ylim=(-12, 88), xlabel="infected pupils, as published", ylabel="absent pupils, as published")
    left.set_title("Mira's file and her line", size=14)
    places = np.r_[-6, np.arange(2, STUDIES + 1)]  # Mira's stands apart
    bars = LineCollection([])
    right.add_collection(bars)
    middles = right.plot([], [], ".", color=INK, ms=3)[0]
    right.axhline(SCHOOLS.slope, color=BLUE, lw=3, zorder=0)
    there = right.text(101, 4.15, "the truth: 4", size=13, weight="bold", color=DARK[BLUE], ha="right", va="bottom")
    own = right.text(101, -2.35, "", size=13, weight="bold", color=DARK[ORANGE], ha="right", va="top")
    held = right.text(101, 6.55, "", size=15, weight="bold", color=INK, ha="right", va="top")
    guess = right.axhline(-9, color=INK, lw=2, ls="--")
    said = right.text(101, -3.05, "", size=12, color=INK, ha="right", va="top")  # below all bars
    for text in (true, named, own, held, said, there):
        text.set_bbox(PAPER)
    right.set(xlim=(-11, 102), ylim=(-3.8, 6.6), xticks=[], xlabel="Mira, and 99 others: one bar for each student")
    right.set_ylabel("slope: more absent for each infected")
    right.set_title("Slopes of which each student is 95% sure", size=14)

    def move(n, epsilon, rng):
        counts, noise = (part[..., :n] for part in students(int(rng.integers(2**32))))
        x, y = counts + noise / epsilon
        line = least_squares(x, y)
        reach = sure(line)
        holds = np.abs(line.slope - SCHOOLS.slope) <= reach
        dots.set_data(x[0][:400], y[0][:400])
        hers.set_data(ends, line.intercept[0] + line.slope[0] * ends)
        named.set_text(write(f"her line: slope {line.slope[0]:.1f}"))
        low, high = line.slope - reach, line.slope + reach
        bars.set_segments(np.stack([np.c_[places, low], np.c_[places, high]], axis=1))
        colours = np.where(holds[:, None], to_rgba(GREEN), to_rgba(RED, 0.7))
        bars.set(color=colours, linewidth=np.r_[7, np.full(STUDIES - 1, 2.2)])
        middles.set_data(places, line.slope)
        own.set_text(write(f"Mira (left bar): {low[0]:.2f} to {high[0]:.2f}"))
        number = int(holds.sum())
        held.set_text(f"{number} of 100 bars hold the truth")
        mean = line.slope.mean()
        part = " (400 drawn)" if n > 400 else ""
        return Reading(
            write(f"{n:,} schools{part}, ε = {epsilon:g}: the slope is {mean:.2f} on average, and "
                  f"{'none' if number == 0 else number} of 100 intervals {'holds' if number < 2 else 'hold'} the "
                  "truth, where 95 should."),
            f"Left, orange dots of {n} schools with a fitted line of slope {line.slope[0]:.2f} and a blue true line. "
            f"Right, 100 upright bars around {mean:.2f}; {number} are green because they reach the blue line at 4.",
            truth=round(float(mean), 1),
        )

    def mark(value):
        guess.set_ydata([value, value])
        said.set_text(f"dashed: your guess, {value:.1f}")

    return Picture(figure, (dots, hers, true, named, bars, middles, guess, said, own, held, there), move, mark)


def sure(line):
    """Give how far the usual 95% interval reaches to each side of the slope, for whoever knows of no noise."""
    from scipy.special import stdtrit

    return line.slope_error * stdtrit(line.n - 2, 0.975)


def whose_noise(*, epsilon=0.2, n=250):
    """Draw schools whose points leave their true places, sideways, upright or both, and the line that follows them.

    The `move` of this Picture takes ``on`` (`SIDEWAYS`, `UPRIGHT` or `BOTH`), ``part`` (how much of the noise has been
    added, 0 to 1) and ``rng``. To be guessed, and found by the reader: which of the two noises flattens the line.
    """
    figure, (ax, side) = canvas(2, height=302, ratios=[3.2, 1])
    ends = np.array([-12.0, 34.0])
    true = ax.plot([], [], ".", color=BLUE, ms=7, alpha=0.8)[0]
    threads = LineCollection([], lw=0.8, color=PALE)
    ax.add_collection(threads)
    dots = ax.plot([], [], ".", color=ORANGE, ms=8, alpha=0.7)[0]
    ax.plot(ends, SCHOOLS.intercept + SCHOOLS.slope * ends, color=BLUE, lw=8)  # seen on both sides of the other one
    line = ax.plot([], [], color=DARK[ORANGE], lw=3.5)[0]
    told = ax.text(0.2, -12, "true line: slope 4", size=13, weight="bold", color=DARK[BLUE], va="center")
    named = ax.text(0, 0, "", size=16, weight="bold", color=DARK[ORANGE])
    added = ax.text(-11.7, 84, "", size=14, weight="bold", color=INK, va="center")
    bars = [side.bar([0], [0], color=colour, width=0.9)[0] for colour in (ORANGE, BLUE)]
    seen = side.text(-0.45, 0, "", size=13, weight="bold", va="bottom", color=DARK[ORANGE])
    real = side.text(0.53, 5, "", size=13, weight="bold", va="center", color=DARK[BLUE])
    said = ax.text(-11.7, 73, "", size=12, color=INK)
    far = ax.plot([], [], "o-", color=INK, lw=2, ms=13, mfc="none", mew=2)[0]
    of_it = ax.text(0, 0, "", size=12, weight="bold", color=INK, ha="right", va="center")
    for text in (named, added, seen, real, of_it):
        text.set_bbox(PAPER)
    ax.set(xlim=ends, ylim=(-18, 90), xlabel="infected pupils", ylabel="absent pupils")
    ax.set_title("Which of the two noises flattens the line?", size=14)
    side.set(xlim=(-0.6, 1.4), ylim=(0, 90), xticks=[], title="Variance", xlabel="of the infected")
    side.title.set_size(14)
    ticks(side.yaxis, range(0, 81, 20))
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
        k = np.where(moved[0] < ends[1] - 2, moved[0], 0).argmax()  # the school that is published farthest to the right
        is_far = on != UPRIGHT and part > 0.5
        far.set_data([x[k], moved[0][k]] * is_far, [y[k], moved[1][k]] * is_far)
        end = found.intercept + found.slope * 34
        over = is_far and moved[1][k] > end  # then its words stand above it, and those of the line below
        words = f"ringed: {x[k]:.0f}, seen as {moved[0][k]:.0f}" * is_far
        of_it.set(position=(33.6, moved[1][k] + (9 if over else -9)), text=words)
        steep = found.slope > 1.6
        right = 33.6, end - 14 if over else end + 3
        place = (min((68 - found.intercept) / found.slope + 2.2, 26), 64) if steep else right
        named.set(text=write(f"slope {found.slope:.1f}"), position=place, ha="left" if steep else "right")
        added.set_text(f"{part:.0%} of the noise on {on}")
        variances = moved[0].var(), x.var()
        for bar, variance in zip(bars, variances):
            bar.set_height(variance)
        seen.set(y=min(variances[0] + 2, 80), text=f"published: {variances[0]:.0f}")
        real.set_text(f"real: {variances[1]:.0f}")
        return Reading(
            write(f"{n} schools, {part:.0%} of the noise on {on}: the variance of the infected is {variances[0]:.0f}, "
                  f"of which {variances[1]:.0f} is real, and the line has a slope of {found.slope:.1f}."),
            f"{n} orange dots, each on a thread from its true place, moved by {part:.0%} of the noise on {on}; the "
            f"fitted line has a slope of {found.slope:.2f}, the blue one 4. A bar of {variances[0]:.0f} is blue up to "
            f"{variances[1]:.0f}.",
            truth=SIDEWAYS if (on, part) == (SIDEWAYS, 1) else None,
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    moving = (true, threads, dots, line, *bars, real, seen, told, added, named, said, far, of_it)
    return Picture(figure, moving, move, mark)


def profile(x, y, *, epsilon, slopes, model=SCHOOLS):
    """Give the log-likelihood of each slope, at the best height of the line for it: the exact one, read from a table.

    The density of normal error plus Laplace noise is tabulated in steps of 0.05, which moves a logarithm by less than a
    hundredth. `NoisyLine.log_likelihood` is the same without a table.
    """
    from scipy import special

    wide, sigma = epsilon * model.sigma, model.sigma
    r = np.arange(0, 600, 0.05)
    near, far = special.log_ndtr(r / sigma - wide), special.log_ndtr(-r / sigma - wide)
    table = np.exp(near - epsilon * r) + np.exp(far + epsilon * r)
    values = np.arange(34.0)
    chance = np.exp(values * np.log(model.mean) - special.gammaln(values + 1) - epsilon * np.abs(x[:, None] - values))
    width = 3.2 * y.std() / np.sqrt(len(y))
    heights = y.mean() + width * np.linspace(-1, 1, 9)
    above = 20 * (y[:, None] - heights[:, None, None]).astype(np.float32)
    parts = 20 * (values - model.mean), table / table[0], chance / chance.max(axis=1, keepdims=True)
    across, table, chance = (part.astype(np.float32) for part in parts)
    found = np.empty((len(slopes), len(heights)))
    for k, slope in enumerate(slopes):
        gap = np.abs(above - np.float32(slope) * across) + np.float32(0.5)
        likely = np.einsum("hnv,nv->hn", table[np.minimum(gap, len(r) - 1).astype(np.int32)], chance)
        found[k] = np.log(np.maximum(likely, 1e-37)).sum(axis=-1, dtype=float)
    # between heights the best one lies on a parabola through the three about the largest
    top = np.clip(found.argmax(axis=1), 1, len(heights) - 2)
    a, b, c = (found[np.arange(len(slopes)), top + k] for k in (-1, 0, 1))
    bend = 2 * b - a - c
    better = b + np.where(bend > 0, (c - a) ** 2 / (8 * np.where(bend > 0, bend, 1)), 0)
    return np.maximum(found.max(axis=1), np.where(bend > 0, better, b))


def three_answers():
    """Draw which slopes fit one file: taken as exact, bent back, and with the law of the noise and of the schools.

    The `move` of this Picture takes ``n`` (schools, 10 to 500), ``epsilon`` and ``rng``. To be guessed: how wide the
    last range is in most files of ten schools, in words. It holds the slopes whose likelihood, at the best height of
    the line for each, is at least e**-1.92, 15%, of the largest: 95% by the chi-squared law, for many schools.
    """
    from scipy.interpolate import CubicSpline

    figure, ax = canvas(height=270)
    low, high = -6.0, 14.0
    some, fine = np.linspace(low, high, 41), np.linspace(low, high, 401)
    ax.axvline(SCHOOLS.slope, color=BLUE, lw=3, ymax=0.93)
    ax.text(4, 3.5, "the truth: 4", size=13, weight="bold", color=DARK[BLUE], ha="center", va="top")
    bars, dots, texts = [], [], []
    for y, colour in zip((2.4, 1.4, 0.4), (RED, PURPLE, GREEN)):
        bars += ax.plot([], [], color=colour, lw=15, solid_capstyle="butt")
        dots += ax.plot([], [], "o", color=INK, ms=7)
        texts.append(ax.text(low + 0.1, y + 0.42, "", size=13, weight="bold", color=DARK[colour], va="center"))
    said = ax.text(low + 0.1, -0.25, "", size=12, color=INK, va="center")
    for text in (*texts, said):
        text.set_bbox(PAPER)
    off = [ax.plot([], [], side, color="white", ms=9, ls="")[0] for side in "<>"]  # bars that leave the picture
    ax.set(xlim=(low, high), ylim=(-0.6, 3.5), xlabel="slope: more absent pupils for each infected one", yticks=[])
    ax.set_title("Three answers to the same file", size=14)
    ticks(ax.xaxis, range(-6, 15, 2), [write(f"{k}") for k in range(-6, 15, 2)])
    ax.spines["left"].set_visible(False)

    def move(n, epsilon, rng):
        y, x = (noisy(values, epsilon, rng) for values in SCHOOLS.draw(n, rng=rng)[::-1])
        line, bent = least_squares(x, y), corrected_line(x, y, epsilon=epsilon)
        smooth = CubicSpline(some, profile(x, y, epsilon=epsilon, slopes=some))(fine)
        fits = fine[smooth > smooth.max() - 1.92]
        found = fine[smooth.argmax()], fits[0], fits[-1]
        middles = line.slope, bent.slope, found[0]
        reaches = sure(line), 2 * bent.slope_error
        ranges = [(m - r, m + r) for m, r in zip(middles, reaches)] + [found[1:]]
        for k, (bar, dot, middle, ends) in enumerate(zip(bars, dots, middles, ranges)):
            bar.set_data(np.clip(ends, low, high), [2.4 - k] * 2)
            dot.set_data([middle], [2.4 - k])
        for side, arrow in enumerate(off):
            beyond = [k for k in range(3) if (ranges[k][0] <= low, ranges[k][1] >= high)[side]]
            arrow.set_data([(low + 0.2, high - 0.2)[side]] * len(beyond), [2.4 - k for k in beyond])
        from_, to = (tenths(end) for end in found[1:])
        from_, to = "below −6" if found[1] == low else from_, "beyond 14" if found[2] == high else to
        ends, width = f"from {from_} to {to}", found[2] - found[1]
        more = "more than " if found[1] == low or found[2] == high else ""
        why = ", as the infected vary less than noise alone should" if np.isnan(bent.slope) else ""
        back = "no answer" if why else f"{tenths(bent.slope)} ± {reaches[1]:.1f}"
        exact = f"{tenths(line.slope)} ± {reaches[0]:.1f}"
        texts[0].set_text(f"taken as exact: {exact}")
        texts[1].set_text(f"bent back: {back}{why}")
        texts[2].set_text(f"slopes that fit: {ends}, {more}{width:.1f} wide")
        inside = "" if found[1] <= SCHOOLS.slope <= found[2] else " (not the truth, this time)"
        return Reading(
            f"{n} schools, ε = {epsilon:g}: taken as exact {exact}; bent back {back}; "
            f"slopes {ends} fit{inside}.",
            f"Three bars over the slope: a red one around {line.slope:.2f}, a purple one for the line bent back "
            f"({back}), a green one {ends}; a blue line at the true slope 4. {n} schools, epsilon {epsilon:g}.",
            truth=WIDE,
        )

    def mark(value):
        said.set_text(f"your guess for the green bar: {value}")

    return Picture(figure, (*bars, *dots, *texts, *off, said), move, mark)
