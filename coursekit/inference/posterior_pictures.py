"""Pictures of what one noisy count says: imagined weeks of which some are kept, and the belief that they add up to."""

import numpy as np
from scipy import special

from coursekit.inference.posterior import NoisyCount, abc_tries
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, RED
from coursekit.plots import Picture, Reading, canvas, plain, ticks

PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
MOST = 5000


def gamma_density(theta, shape, rate):
    """Give the density of a gamma law, with `shape` and `rate` that broadcast against `theta`.

    >>> round(float(gamma_density(np.array(25.0), 25, 1)), 4)
    0.0795
    """
    return np.exp(shape * np.log(rate) + (shape - 1) * np.log(theta) - rate * theta - special.gammaln(shape))


def worlds(*, release=37.4):
    """Draw imagined weeks by their counts, orange if they are kept, and under them what the kept ones say.

    The `move` of this Picture takes ``tried`` (weeks imagined, up to 5000), ``epsilon`` and ``rng``. To be guessed: the
    count behind the release, on average; it is told once 500 weeks were imagined, with the mean of the kept ones.
    """
    figure, (top, low) = canvas(rows=2, height=320, ratios=[1.25, 1])
    edges, whole = np.arange(-0.5, 68, 2.0), np.arange(67)
    thrown = top.stairs(0 * edges[1:], edges, color=GREY, fill=True, alpha=0.6)
    kept = top.stairs(0 * edges[1:], edges, color=ORANGE, fill=True)
    last = top.plot([], [], "o", ms=15, mfc="none", mec=INK, mew=2)[0]
    tent = top.plot([], [], color=DARK[ORANGE], lw=2)[0]
    for ax in (top, low):
        ax.axvline(release, color=DARK[ORANGE], lw=1.5, ls="--")
        ax.set(ylim=(0, 0.15), yticks=[])
        ax.spines["left"].set_visible(False)
    name = top.text(44, 0.122, "peaked line: how likely\nsuch a week is kept", size=12, color=DARK[ORANGE], va="center")
    top.text(0.2, 0.06, "other winters: 25", size=12, weight="bold", color=INK, va="center")
    fate = top.text(0.2, 0.126, "", size=13, weight="bold", va="center")
    tally = top.text(0.2, 0.1, "", size=16, weight="bold", color=DARK[ORANGE], va="center")
    tally.set_bbox(PAPER)
    top.set(xlim=(0, 66), ylabel="imagined weeks")
    top.set_title("Imagined weeks: orange ones are kept", size=14)
    opened = NoisyCount(release=release, epsilon=0.2).counts
    bars = low.stairs(0 * edges[1:], edges, color=ORANGE, fill=True, alpha=0.5)
    middle = low.plot([], [], color=DARK[ORANGE], lw=5, solid_capstyle="butt")[0]
    low.text(release + 0.5, 0.13, f"published: {release}", size=12, weight="bold", color=DARK[ORANGE], va="center")
    told = low.text(0, 0.132, "", size=14, weight="bold", color=DARK[ORANGE], ha="right", va="center")
    guess = low.plot([], [], color=INK, lw=2, ls="--")[0]
    said = low.text(0.2, 0.1, "", size=12, color=INK, va="center")
    low.set(xlabel="infected pupils in a week", ylabel="kept, enlarged")
    ticks(low.xaxis, range(0, 61, 10))

    def move(tried, epsilon, rng):
        _, count, keep = (part[:tried] for part in abc_tries(release, epsilon=epsilon, tries=MOST, rng=rng))
        few, many, number = tried <= 20, tried >= 500, int(keep.sum())
        all_weeks, orange = (np.histogram(part, edges)[0] for part in (count, count[keep]))
        scale = max(tried, 50)  # few weeks are drawn as a part of 50
        thrown.set_data(values=np.minimum(all_weeks / scale, 0.15), baseline=np.minimum(orange / scale, 0.15))
        kept.set_data(values=np.minimum(orange / scale, 0.15))
        column = count // 2 == count[-1] // 2  # a square is two counts wide; thrown weeks lie on the kept ones
        stack = np.sum(column & (keep | ~keep[-1]))
        last.set_data([count[-1] // 2 * 2 + 0.5] * few, [(stack - 0.5) / scale] * few)
        fine = np.sort(np.r_[whole, release])
        tent.set_data(fine, 0.14 * np.exp(-epsilon * np.abs(fine - release)))
        belief = NoisyCount(release=release, epsilon=epsilon)
        s, weights = belief.counts
        mean, steep = weights @ s, max(2 * weights.max() / 0.11, 1)  # a steep hill is drawn lower
        bars.set_data(values=np.minimum(orange / max(number, 30) / steep, 0.15))
        average = f"{count[keep].mean():.1f}" if number else "not known"
        there = [count[keep].mean()] * 2 if many and number else []
        middle.set_data(there, [0, 0.145][: len(there)])
        told.set(x=there[0] - 0.8 if there else 0, text=f"mean of the kept: {average}" * bool(there))
        tally.set_text(f"{number:,} of {tried:,} kept")
        far = abs(release - count[-1])
        chance, done = np.exp(-epsilon * far), "kept" if keep[-1] else "thrown away"
        fate.set(text=f"{count[-1]} infected: {done}" if few else "", color=DARK[ORANGE] if keep[-1] else INK)
        return Reading(
            f"The circled week has {count[-1]} infected pupils, {far:.1f} from {release}. Of 100 such weeks she keeps "
            f"{100 * chance:.0f}. This one is {done}."
            if few else
            f"ε = {epsilon:g}: {number:,} of {tried:,} weeks are kept. The mean of infected pupils in them is "
            f"{average}" + (f", and {mean:.1f} by a formula." if many else "."),
            f"A hill of {tried} imagined weeks around 25, of which {number} are orange, mostly between 25 and {release}"
            f"; below, the orange ones alone, with their mean ({average}) as a line.",
            truth=round(float(np.dot(*opened))) if many else None,
        )

    def mark(value):
        guess.set_data([value, value], [0, 0.115])
        said.set_text(f"short dashed line: your guess, {value}")

    moving = (thrown, kept, last, tent, name, tally, fate, bars, middle, guess, said, told)
    return Picture(figure, moving, move, mark)


def mixture(*, release=60.0):
    """Draw the exact belief about a rate as a sum of gamma laws, one for each count that may be behind the release.

    The `move` of this Picture takes ``release`` (a number from 0 to 80) and ``epsilon``. To be guessed: where the
    middle of the belief lies.
    """
    figure, ax = canvas(height=330)
    fine, opened = np.linspace(5, 60, 276), release
    parts = ax.plot([], [], color=ORANGE, lw=1.6)[0]  # one line with gaps, quicker to draw than twelve
    apart = np.tile(np.r_[fine, np.nan], 12)
    whole = ax.fill_between(fine, 0 * fine, color=ORANGE, alpha=0.3, lw=0)
    edge = ax.plot([], [], color=DARK[ORANGE], lw=3.5)[0]
    naive = ax.plot([], [], color=RED, lw=2, ls=(0, (5, 2)))[0]
    ax.plot(fine, gamma_density(fine, 25, 1), color=BLUE, lw=2.5)
    mean = ax.plot([], [], color=DARK[ORANGE], lw=2)[0]
    told = ax.text(0, 0, "", size=13, weight="bold", color=DARK[ORANGE], ha="center", va="bottom")
    told_naive = ax.text(59.8, 0.099, "", size=12, weight="bold", color=DARK[RED], ha="right")
    guess = ax.axvline(-9, color=INK, lw=2, ls="--")
    said = ax.text(-9, 0.131, "", size=12, color=INK)
    for text in (said, told):
        text.set_bbox(PAPER)
    ax.text(59.8, 0.131, "blue: before", size=12, weight="bold", color=DARK[BLUE], ha="right")
    ax.text(59.8, 0.11, "thin: one curve for each\npossible count, enlarged", size=12, color=DARK[ORANGE], ha="right")
    ax.set(xlim=(5, 60), ylim=(0, 0.14), yticks=[], xlabel="usual number a week", ylabel="belief")
    ax.set_title("What one noisy count says about the usual number", size=14)
    ax.spines["left"].set_visible(False)

    def move(release, epsilon):
        belief = NoisyCount(release=release, epsilon=epsilon)
        s, weights = belief.counts
        density = belief.density(fine)
        shown = np.searchsorted(np.cumsum(weights), np.arange(0.5, 12) / 12)
        tops = weights[shown, None] * gamma_density(fine, 25 + s[shown, None], 2)
        enlarged = 0.55 * density.max() / tops.max()
        parts.set_data(apart, np.c_[enlarged * tops, [np.nan] * 12].ravel())
        whole.set_verts([np.r_[np.c_[fine, density], [[60, 0], [5, 0]]]])
        edge.set_data(fine, density)
        exact = (25 + release) / 2
        naive.set_data(fine, gamma_density(fine, 25 + release, 2))
        told_naive.set_text(f"{release:g} taken as exact: {exact:.1f}")
        top = density.max()
        mean.set_data([belief.mean] * 2, [0, top])
        middle = f"{belief.mean:.1f}, give or take {belief.sd:.1f}"
        told.set(position=(belief.mean, min(top + 0.002, 0.118)), text=middle)
        return Reading(
            f"{release:g} at ε = {epsilon:g}: {belief.mean:.1f} a week, give or take {belief.sd:.1f}. Whoever takes "
            f"{release:g} as exact says {exact:.1f}, give or take {np.sqrt(25 + release) / 2:.1f}.",
            f"A blue curve around 25, an orange hill around {belief.mean:.1f} made of thin ones, and a dashed red one "
            f"around {exact:.1f} for a published {release:g} at epsilon {epsilon:g}.",
            truth=round(NoisyCount(release=opened, epsilon=0.2).mean),
        )

    def mark(value):
        guess.set_xdata([value, value])
        said.set(x=value + 0.4, text="your guess")

    return Picture(figure, (parts, whole, edge, naive, mean, told_naive, guess, said, told), move, mark)


def sampling_or_privacy():
    """Draw the two errors of a published share: of having asked only n people, and of the noise, in points.

    The count of n people gets Laplace noise once, or every answer gets noise of its own. The `move` of this Picture
    takes ``epsilon``, ``n`` (people asked) and ``where`` ("on the total" or "on every row"). To be guessed: from how
    many people on the noise is the smaller of the two.
    """
    figure, ax = canvas(height=340)
    people = np.geomspace(10, 100_000, 81)
    ax.plot(people, 50 / np.sqrt(people), color=BLUE, lw=4)
    asked = ax.text(11, 0.7, "because only n\npeople are asked", size=13, weight="bold", color=DARK[BLUE])
    noise = ax.plot([], [], color=ORANGE, lw=4)[0]
    named = ax.text(0, 0, "", size=13, weight="bold", color=DARK[ORANGE])
    dots = ax.plot([], [], "o", color=INK, ms=10, clip_on=False)[0]
    stem = ax.axvline(1, color=GREY, lw=1.5, ls=":")
    cross = ax.plot([], [], "o", ms=22, mfc="none", mec=INK, mew=2)[0]
    met = ax.text(0, 0, "", size=12, color=INK, ha="left", va="bottom")
    guess = ax.axvline(1, color=INK, lw=2, ls="--")
    said = ax.text(1, 290, "", size=12, color=INK, ha="left")
    for text in (asked, named, met, said):
        text.set_bbox(PAPER)
    ax.set(xscale="log", yscale="log", xlim=(10, 100_000), ylim=(0.01, 500), xlabel="n, people asked")
    ax.set(ylabel="error, in percentage points")
    ax.set_title("How far a published share is off, for two reasons", size=14)
    ticks(ax.xaxis, [10, 100, 1000, 10_000, 100_000])
    ticks(ax.yaxis, [0.01, 0.1, 1, 10, 100])
    cap = {"on the total": 1.0, "on every row": 0.5}

    def move(epsilon, n, where):
        errors = 100 * np.sqrt(2) / epsilon / people ** cap[where]
        noise.set_data(people, errors)
        over = where == "on the total" and errors[0] < 24  # then orange runs below blue
        asked.set_y(25 if over else 0.7)
        here = 50 / np.sqrt(n), 100 * np.sqrt(2) / epsilon / n ** cap[where]
        dots.set_data([n, n], here)
        stem.set_xdata([n, n])
        named.set(position=(1.5e3, 120), text=f"because of the noise {where}")
        meet = 8 / epsilon**2
        is_met = where == "on the total" and 10 <= meet <= 1e5
        cross.set_data([meet] * is_met, [50 / np.sqrt(meet)] * is_met)
        met.set(position=(meet * 1.35, 50 / np.sqrt(meet) * 1.15) if is_met else (12, 0.02))
        share = here[1] ** 2 / (here[0] ** 2 + here[1] ** 2)
        apart = "never meet: both fall like 1/√n" if where == "on every row" else "meet outside the picture"
        met.set_text(f"equal at {meet:,.0f} people" if is_met else f"they {apart}")
        much = "less than 1%" if share < 0.01 else "more than 99%" if share > 0.99 else f"{share:.0%}"
        return Reading(
            f"{n:,} people, ε = {epsilon:g}, noise {where}: off by {plain(here[0])} points for asking few and by "
            f"{plain(here[1])} for the noise, which makes {much} of the squared error.",
            f"Two falling lines over the number of people: the blue one at {here[0]:.2g} points for {n:,} people, the "
            f"orange one at {here[1]:.2g} with noise {where}, epsilon {epsilon:g}.",
            truth=800,
        )

    def mark(value):
        guess.set_xdata([value, value])
        far = value > 20_000
        said.set(x=value / 1.1 if far else value * 1.1, ha="right" if far else "left", text="your guess")

    return Picture(figure, (stem, noise, guess, said, cross, met, named, asked, dots), move, mark, (guess, said))
