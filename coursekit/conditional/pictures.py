"""Pictures of tables that fit their totals: a choir of two counts, and a town of 46 (lesson 12)."""

from functools import cache

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.conditional.tables import KEPT, town, totals
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas
from coursekit.plots.people import stamps, stand
from coursekit.plots.pixels import Number, paler

COMES, BENT, FITS = "as it comes", "bent to fit", "redrawn until it fits"
FREE = "redrawn, below zero allowed"
CHOIR, ADDED = (1, 5), [[1, 1]]  # women of 45-49 and of 50-54 in Rosa's choir, and what is exact: their sum
WORLDS, DOUBT, ALLOWED = 1000, 10, 27  # suspected in 10 of 1,000 worlds before a release; what ε = 1 allows after it
TYPICAL = 4152  # numbers are skipped, so that of the hundred tables that a reader sees first as many fit as on average
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
STEPS = "nothing", "none below zero", "and 130 women", "and 126 men", "and 43 minors"
VEIL = PAPER | {"alpha": 0.7}  # the dots below are still seen


def worlds(odds):
    """Give in how many of 1,000 worlds a secret is suspected, if it was in ten and its odds grow so many times."""
    return np.rint(WORLDS * DOUBT * odds / (DOUBT * odds + WORLDS - DOUBT)).astype(int)


def choir():
    """Draw a hundred noisy tables of Rosa's choir, and what is done with those that do not fit.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`), ``epsilon`` (of each count) and ``rng``. To be
    guessed: how many of a hundred tables that are redrawn until they fit, at ε = 0.5, say the truth, on average.
    """
    figure, ax = canvas(height=335, without="left bottom")
    k = np.arange(100)
    left, low = 7.9 * (k % 10), 90 - 9.9 * (k // 10)
    corners = np.stack([np.c_[left + x, low + y] for x, y in ((0, 0), (0, 8.6), (7.3, 8.6), (7.3, 0))], axis=1)
    cards = ax.add_collection(PolyCollection(corners, lw=1))
    numbers = [Number(ax, x + 3.65, y + 4.3, size=11, ha="center") for x, y in zip(left, low)]
    ax.set(xlim=(-0.3, 100), ylim=(0, 99.5), xticks=[], yticks=[])
    ax.set_title("A hundred tables: women of 45–49 + women of 50–54", size=14)
    ax.text(81, 93, "the truth", size=13, color=DARK[BLUE], weight="bold", va="center")
    ax.add_collection(PolyCollection([corners[0] + [81, -9.5]], fc="white", ec=BLUE, lw=3))
    Number(ax, 84.65, 84.8, size=12.5, ha="center").set_text("1 + 5")
    rows = (72, 19), (61, 13), (33, 13), (17, 13)
    count, done, right, said = (ax.text(81, y, "", size=z, color=INK, va="top") for y, z in rows)
    right.set(color=DARK[BLUE], weight="bold")
    count.set(weight="bold", color=DARK[ORANGE])
    said.set_color(DARK[BLUE])

    def move(way, epsilon, rng):
        rng.random(TYPICAL)
        noisy, fits = keep_if_it_fits(CHOIR, ADDED, epsilon=epsilon, tries=100, rng=rng)
        out = bent_to_six(noisy, rng=rng) if way == BENT else noisy
        if way == FITS:
            again, hits = keep_if_it_fits(CHOIR, ADDED, epsilon=epsilon, tries=3000, rng=rng)
            out[~fits] = again[np.flatnonzero(hits)[: (~fits).sum()]]  # until none is missing
        kinds = np.where(fits, 2, 1 * (way != COMES))
        cards.set_facecolor(np.array([to_rgb("white"), paler(ORANGE, 0.35), to_rgb(ORANGE)])[kinds])
        true = (out == CHOIR).all(axis=1)
        edge = (way == BENT) & (out[:, 0] == 0)  # where tables pile up
        frames = np.array([to_rgb(PALE), to_rgb(DARK[ORANGE]), to_rgb(BLUE)])
        cards.set_edgecolor(frames[np.where(true, 2, 1 * edge)])
        cards.set_linewidths(np.where(true | edge, 3, 1))
        for number, table, kind in zip(numbers, out.tolist(), kinds):
            text = f"{table[0]} + " + (f"{table[1]}" if table[1] >= 0 else f"({table[1]})")
            text = (text if len(text) < 8 else text.replace(" ", "")).replace("-", "−")
            text = text if len(text) < 8 else text.translate({40: None, 41: None})  # without brackets it has room
            ink, ground = (INK, ORANGE) if kind == 2 else (INK if kind else DARK[GREY], None)
            number.set(text=text, color=ink, gid=ground)
        fit = one_total(CHOIR, epsilon)
        plain = np.tanh(epsilon / 2) ** 2  # both noises are 0
        shares = bent_law(1, epsilon)
        average = 100 * {COMES: plain, BENT: shares[1], FITS: plain / fit}[way]
        right.set_text(f"{true.sum()} are the truth\n(average {average:.0f})")
        said.set_visible(epsilon == 0.5 and way == FITS)  # it was a guess for this
        many, below = int(fits.sum()), int((noisy < 0).any(axis=1).sum())
        count.set_text(f"{many} fit" if way == COMES else "all fit")
        bent = f"{many} did at once,\n{100 - many} are bent (pale).\nbrown: {(out[:, 0] == 0).sum()} are 0 + 6\n"
        done.set_text({
            COMES: f"(average {100 * fit:.0f}).\n{below} have a\ncount below zero",
            BENT: f"{bent}(average {100 * shares[0]:.0f}). Mean\nof the first: {np.arange(7) @ shares:.1f}",
            FITS: f"{many} did at once,\n{100 - many} are redrawn\n(pale)",
        }[way])  # fmt: skip
        story = {COMES: "The others do not have six women, or have a count below zero.",
                 BENT: "Each of the others becomes the nearest table of six women.",
                 FITS: "For the others new noise is drawn, until they do."}[way]  # fmt: skip
        return Reading(
            f"ε = {epsilon:g}: {many} of these 100 tables fit{'s' * (many == 1)}; on average {100 * fit:.0f} do. "
            f"{story} {true.sum()} of 100 are the truth, 1 + 5.",
            f"A hundred cards with two numbers each, {many} of them orange, because they fit. The truth is 1 + 5. "
            f"{way}, epsilon {epsilon:g}.",
            truth=round(100 * np.tanh(0.25) ** 2 / one_total(CHOIR)),  # both noises are 0, and it fits
        )

    def mark(value):
        said.set_text(f"your guess:\n{value} of 100")

    return Picture(figure, (cards, *numbers, count, done, right, said), move, mark)


def bent_to_six(noisy, *, rng):
    """Give the nearest tables of six women; where two are equally near, a coin decides.

    >>> rng = np.random.default_rng(1)
    >>> bent_to_six(np.array([[3, 5], [1, 9], [0, 5], [0, 5]]), rng=rng).tolist()
    [[2, 4], [0, 6], [1, 5], [1, 5]]
    """
    twice = np.rint(2 * bend(noisy.astype(float), CHOIR, ADDED)[:, 0]).astype(int)
    young = (twice + rng.integers(2, size=len(twice))) // 2
    return np.c_[young, sum(CHOIR) - young]


@cache
def bent_law(truth, epsilon=0.5):
    """Give which shares of bent tables of the choir have 0 to 6 women of 45-49, if there are `truth` of them.

    >>> [round(100 * share) for share in bent_law(1)]
    [38, 24, 18, 10, 5, 2, 2]
    """
    noise = np.arange(-90, 91)
    chance = np.tanh(epsilon / 2) * np.exp(-epsilon * np.abs(noise))
    twice = (np.subtract.outer(noise, noise) + 2 * truth).clip(0, 2 * sum(CHOIR))
    both = np.outer(chance, chance).ravel()
    return sum(np.bincount((twice.ravel() + coin) // 2, both / 2) for coin in (0, 1)).tolist()


@cache
def share_that_fits(way, truth):
    """Give which share of noisy tables of the choir is published: all, unless they are redrawn.

    >>> [round(1000 * share_that_fits(way, truth)) for way in (FITS, FREE) for truth in (1, 0)]
    [117, 95, 130, 130]
    """
    if way == FITS:
        return one_total((truth, sum(CHOIR) - truth))
    fall = np.exp(-0.5)  # two noises cancel
    return float((1 - fall) ** 2 * (1 + fall**2) / ((1 + fall) ** 2 * (1 - fall**2))) if way == FREE else 1


@cache
def zero_and_six(way, truth):
    """Give which share of noisy tables of the choir, with ε = 0.5, is published as 0 + 6, if `truth` women are 45-49.

    >>> [[round(1000 * zero_and_six(way, truth)) for truth in (1, 0)] for way in (COMES, BENT, FITS, FREE)]
    [[22, 60], [378, 622], [22, 60], [22, 60]]
    """
    return bent_law(truth)[0] if way == BENT else float(np.tanh(0.25) ** 2 * np.exp(-0.5 * 2 * truth))


def alone():
    """Draw 1,000 noisy tables of the choir if Rosa is 47, and 1,000 if she is 52: which are thrown away, and which of
    the others say 0 + 6, as if nobody were 45-49.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT`, `FITS` or `FREE`). To be guessed: whether a
    suspicion of 10 in 1,000 grows to 27, as ε = 1 allows, or to less or more, if the table is redrawn until it fits.
    """
    figure, ax = canvas(height=370, without="left bottom")
    ax.set(xlim=(-0.5, 101), ylim=(-3, 100), xticks=[], yticks=[])
    ax.set_title("1,000 noisy tables: how many of those that are published say 0 + 6?", size=14)
    k, wide, rows = np.arange(WORLDS), 0.74, 25
    large = {"size": 14, "weight": "bold", "va": "center"}
    blocks, lefts = [], (0.5, 35)
    for left, colour, title in zip(lefts, (BLUE, ORANGE), ("If Rosa is 47: truly 1 + 5", "If she is 52: truly 0 + 6")):
        ax.text(left - 0.5, 95, title, color=DARK[colour], **large)
        looks = ((1.8, GREY), (3.8, paler(colour, 0.35)), (3.8, DARK[colour]))
        marks = [ax.plot([], [], ls="", marker="s", ms=size, mew=0, color=one)[0] for size, one in looks]
        ax.add_patch(Rectangle((left - 0.4, 16), 30, 8, fc=paler(colour, 0.35), lw=0))
        ax.text(left - 0.5, 28, "those that are published:", size=12, color=INK, va="center")
        bar = ax.add_patch(Rectangle((left - 0.4, 16), 0, 8, fc=DARK[colour], lw=0))
        told = ax.text(left - 0.5, 6.5, "", color=DARK[colour], linespacing=1.3, **large | {"size": 13})
        blocks.append((marks, bar, told, np.c_[left + wide * (k // rows), 87 - 2.2 * (k % rows)]))
    ax.text(70, 95, "Worlds in which she is 52 (dark: before)", size=13, va="center", color=INK)
    places = np.c_[71 + 2.9 * (k % 9), 85 - 9.5 * (k // 9) - 9 * (k >= ALLOWED)]
    crowd = stamps(ax, 16, [INK, ORANGE, RED])
    ax.plot([69.6, 97], [58.5] * 2, color=INK, lw=2)
    gone = ax.text(0, -2, "dots: thrown away", size=12, color=DARK[GREY], va="center")
    ax.text(97, 54.5, f"promised: no more than {ALLOWED}", size=12, va="center", ha="right", color=INK)
    verdict, after, told_worlds = (ax.text(70, y, "", color=INK, **large) for y in (34, 26, 18))
    said = ax.text(70, 6, "", size=13, color=DARK[BLUE], va="center")

    def move(way):
        fit = [share_that_fits(way, truth) for truth in (1, 0)]
        says = [zero_and_six(way, truth) for truth in (1, 0)]
        shares = [part / whole for part, whole in zip(says, fit)]
        parts = [f"{WORLDS * part:.0f} of {WORLDS * whole:,.0f}" for part, whole in zip(says, fit)]
        for (marks, bar, told, where), part, whole, share, words in zip(blocks, says, fit, shares, parts):
            stand(marks, where, 1 * (k < round(WORLDS * whole)) + (k < round(WORLDS * part)))
            bar.set_width(30 * share)
            told.set_text(f"{words} say 0 + 6" if whole == 1 else f"{words} kept say 0 + 6:\n{100 * share:.0f} of 100")
        gone.set_visible(fit[0] < 1)
        odds = shares[1] / shares[0]
        many = int(worlds(odds))
        stand(crowd, places[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
        broken = many > ALLOWED
        verdict.set_text("broken promise" if broken else "the promise is kept")
        after.set_text(f"odds × {odds:.2g}")
        told_worlds.set_text(f"{DOUBT} worlds become {many}")
        for text in (verdict, after, told_worlds):
            text.set_color(DARK[RED] if broken else INK)
        return Reading(
            f"{parts[1]} published tables say 0 + 6 if Rosa is 52, and {parts[0]} if she is 47. So the odds grow "
            f"{odds:.2g} times, and the suspicion from {DOUBT} to {many} of 1,000. "
            f"The promise is {'broken' if broken else 'kept'}.",
            f"Two blocks of 1,000 small squares, tables; {parts[0]} that are left are dark on the left, and {parts[1]} "
            f"on the right. A crowd of {many} small figures, {max(many - ALLOWED, 0)} below a line at {ALLOWED}."
            f" Published: {way}.",
            truth="to more than 27",
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    moving = [artist for marks, bar, told, _ in blocks for artist in (*marks, bar, told)]
    return Picture(figure, (*moving, gone, *crowd, verdict, after, told_worlds, said), move, mark)


def field():
    """Draw 100,000 noisy tables of the town as a field, and the part of it that fits, to scale.

    The `move` of this Picture takes ``right`` (of `STEPS`: what must be right). To be guessed: how many tables fit.
    """
    figure, ax = canvas(height=320, without="left bottom")
    wide, high = 66, 100
    ax.add_patch(Rectangle((0, 0), wide, high, fc=PALE, lw=0))
    ax.set(xlim=(-0.3, 100), ylim=(-1, 101), xticks=[], yticks=[])
    ax.set_title("100,000 noisy tables of the town. Orange: those that fit so far", size=14)
    part = ax.add_patch(Rectangle((0, 0), 0, 0, fc=ORANGE, lw=0))
    ring = ax.plot([wide / 2], [high / 2], "o", mfc="none", mec=DARK[ORANGE], mew=3, ms=26)[0]
    one = ax.text(wide / 2 + 3.4, high / 2, "", size=13, weight="bold", color=DARK[ORANGE], va="center", zorder=3)
    one.set_bbox(PAPER | {"fc": PALE})
    guess = ax.add_patch(Rectangle((0, 0), 0, 0, fill=False, ec=DARK[BLUE], lw=2))
    said = ax.text(68.5, 4, "", size=13, color=DARK[BLUE], va="center")
    told = [(Number(ax, 78, y, size=17, ha="right"), ax.text(79.5, y - 0.5, name, size=13, color=INK, va="center"))
            for name, y in zip(("in all", *STEPS[1:]), (88, 72, 56, 40, 24))]  # fmt: skip
    shares = fitting_shares()

    def area(patch, share):
        side = np.sqrt(share)
        patch.set(x=wide * (1 - side) / 2, y=high * (1 - side) / 2, width=wide * side, height=high * side)

    def move(right):
        step = STEPS.index(right)
        area(part, shares[step])
        ring.set_visible(step > 2)
        one.set_visible(step > 2)
        one.set_text({3: "14 tables", 4: "one table"}.get(step, ""))
        for n, (number, name) in enumerate(told):
            number.set(text=f"{1e5 * shares[n]:,.0f}" if n <= step else "", color=DARK[ORANGE] if n == step else INK)
            name.set(visible=n <= step, weight="bold" if n == step else "normal")
        return Reading(
            f"Of 100,000 noisy tables, {round(1e5 * shares[step]):,} {'is' if step == 4 else 'are'} left, on average.",
            f"A grey field, and in its middle an orange part, {1e5 * shares[step]:,.0f} of 100,000: {right}.",
            truth=round(1e5 * shares[-1]) if step == 4 else None,  # the last button answers
        )

    def mark(value):
        seen = value >= 500  # a smaller frame would lie in the ring
        area(guess, value / 1e5 * seen)
        said.set_text(f"{'blue frame: ' * seen}your guess, {value:,}")

    return Picture(figure, (part, guess, ring, one, *sum(told, ()), said), move, mark)


@cache
def fitting_shares():
    """Give which share of noisy tables of the town, with ε = 0.5, keeps each of `STEPS` and those before it.

    >>> [round(1e5 * share) for share in fitting_shares()]
    [100000, 15228, 467, 14, 1]
    """
    truth, fall = town(), np.exp(-0.5)
    above = 1 - fall ** (truth + 1) / (1 + fall)  # the chance of each count not to be below zero
    women, men = (one_total(tuple(part)) for part in truth.reshape(2, 23).tolist())
    return 1.0, above.prod(), women * above[23:].prod(), women * men, float(np.exp(law(KEPT[3], 0.5).log_chance))


@cache
def one_total(truth, epsilon=0.5):
    """Give the chance that noisy counts add up right and none is below zero."""
    return float(np.exp(FittingTable(truth=truth, kept=[[1] * len(truth)], epsilon=epsilon).log_chance))


@cache
def law(kept, epsilon):
    """Give the law of a town whose noise fits, made once for each setting."""
    return FittingTable(truth=town(), kept=totals(kept), epsilon=epsilon)
