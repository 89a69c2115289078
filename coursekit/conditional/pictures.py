"""Pictures of tables that fit their totals: a club of two counts, and a town of 46 (lesson 12)."""

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

COMES, BENT, FITS = "as it comes", "bent to fit", "drawn to fit"
FREE = "drawn to fit, below zero allowed"
CLUB, GIRLS = (1, 5), [[1, 1]]  # girls of 10-14 and of 15-17 in Mia's club, and their total
HALF, FULL = "Mia pays half", "Mia pays the full price"
WORLDS, DOUBT, ALLOWED = 1000, 10, 27  # suspected in 10 of 1,000 worlds before a release; what ε = 1 allows after it
TYPICAL = 4152  # numbers are skipped, so that of the hundred tables that a reader sees first as many fit as on average
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
STEPS = "nothing", "none below zero", "+ 130 women", "+ 126 men", "+ 43 minors"
VEIL = PAPER | {"alpha": 0.7}  # the dots below are still seen


def worlds(odds):
    """Give in how many of 1,000 worlds a secret is suspected, if it was in ten and its odds grow so many times."""
    return np.rint(WORLDS * DOUBT * odds / (DOUBT * odds + WORLDS - DOUBT)).astype(int)


def club():
    """Draw a hundred noisy tables of Mia's club, and what is done with those that do not fit.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`), ``epsilon`` (of each count) and ``rng``. To be
    guessed: how many of a hundred tables that are drawn to fit at ε = 0.5 say the truth, on average.
    """
    figure, ax = canvas(height=335, without="left bottom")
    k = np.arange(100)
    left, low = 7.9 * (k % 10), 90 - 9.9 * (k // 10)
    corners = np.stack([np.c_[left + x, low + y] for x, y in ((0, 0), (0, 8.6), (7.3, 8.6), (7.3, 0))], axis=1)
    cards = ax.add_collection(PolyCollection(corners, lw=1))
    numbers = [Number(ax, x + 3.65, y + 4.3, size=11, ha="center") for x, y in zip(left, low)]
    ax.set(xlim=(-0.3, 100), ylim=(0, 99.5), xticks=[], yticks=[])
    ax.set_title("A hundred tables: girls of 10–14 + girls of 15–17", size=14)
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
        noisy, fits = keep_if_it_fits(CLUB, GIRLS, epsilon=epsilon, tries=100, rng=rng)
        out = bent_to_six(noisy) if way == BENT else noisy
        if way == FITS:
            again, hits = keep_if_it_fits(CLUB, GIRLS, epsilon=epsilon, tries=3000, rng=rng)
            out[~fits] = again[np.flatnonzero(hits)[: (~fits).sum()]]  # until none is missing
        kinds = np.where(fits, 2, 1 * (way != COMES))
        cards.set_facecolor(np.array([to_rgb("white"), paler(ORANGE, 0.35), to_rgb(ORANGE)])[kinds])
        true = (out == CLUB).all(axis=1)
        cards.set_edgecolor(np.where(true[:, None], to_rgb(BLUE), to_rgb(PALE)))
        cards.set_linewidths(np.where(true, 3, 1))
        for number, table, kind in zip(numbers, out.tolist(), kinds):
            text = f"{table[0]} + {table[1]}".replace("-", "−")
            text = text if len(text) < 8 else text.replace(" ", "")
            ink, ground = (INK, ORANGE) if kind == 2 else (INK if kind else DARK[GREY], None)
            number.set(text=text, color=ink, gid=ground)
        average = 100 * np.tanh(epsilon / 2) ** 2 / (one_total(CLUB, epsilon) if way == FITS else 1)
        right.set_text(f"{true.sum()} say the truth" + f"\n(average {average:.0f})" * (way != BENT))
        said.set_visible(epsilon == 0.5 and way == FITS)  # it was a guess for this
        many, below = int(fits.sum()), int((noisy < 0).any(axis=1).sum())
        mean, one = 100 * one_total(CLUB, epsilon), "s" * (many == 1)
        count.set_text(f"{mean:.0f} fit" if way == COMES else "all fit")
        done.set_text({
            COMES: f"on average,\nhere {many}; {below} have a\ncount below zero",
            BENT: f"{many} did at once,\n{100 - many} are bent (pale)",
            FITS: f"{many} did at once,\n{100 - many} are drawn\nagain (pale)",
        }[way])  # fmt: skip
        story = {COMES: "The others do not have six girls, or have a count below zero.",
                 BENT: "Each of the others becomes the nearest table of six girls.",
                 FITS: "For the others noise is drawn again, until they do."}[way]  # fmt: skip
        return Reading(
            f"ε = {epsilon:g}: {many} of these 100 tables fit{one}; on average {mean:.0f} do. {story} "
            f"{true.sum()} of 100 say the truth, 1 + 5.",
            f"A hundred cards with two numbers each, {many} of them orange, because they fit. The truth is 1 + 5. "
            f"{way}, epsilon {epsilon:g}.",
            truth=round(100 * np.tanh(0.25) ** 2 / one_total(CLUB)),  # both noises are 0, and it fits
        )

    def mark(value):
        said.set_text(f"your guess:\n{value} of 100")

    return Picture(figure, (cards, *numbers, count, done, right, said), move, mark)


def bent_to_six(noisy):
    """Give the nearest tables of six girls; of two that are equally near, the one with more girls of 10-14.

    >>> bent_to_six(np.array([[3, 5], [2, 5], [-1, 6]])).tolist()
    [[2, 4], [2, 4], [0, 6]]
    """
    young = np.floor(bend(noisy.astype(float), CLUB, GIRLS)[:, 0] + 0.5).astype(int)
    return np.c_[young, sum(CLUB) - young]


@cache
def zero_and_six(way, truth):
    """Give which share of published tables of the club is 0 + 6, with ε = 0.5, if `truth` of the six girls are 10-14.

    >>> [[round(1000 * zero_and_six(way, truth)) for truth in (1, 0)] for way in (COMES, BENT, FITS, FREE)]
    [[22, 60], [320, 565], [189, 633], [170, 462]]
    """
    noise, fall = np.arange(-60, 61), np.exp(-0.5)
    chance = (1 - fall) / (1 + fall) * fall ** np.abs(noise)
    if way == BENT:
        twice = np.subtract.outer(noise, noise) + 2 * truth  # girls of 10-14 in the nearest table of six, with halves
        return float(np.outer(chance, chance)[twice <= 0].sum())
    one = float(chance[noise == -truth][0] * chance[noise == truth][0])
    return one / share_that_fits(way, truth)


def share_that_fits(way, truth):
    """Give which share of noisy tables of the club is published: all, unless they are drawn to fit.

    >>> [round(10_000 * share_that_fits(way, truth)) for way in (FITS, FREE) for truth in (1, 0)]
    [1167, 948, 1298, 1298]
    """
    if way == FITS:
        return one_total((truth, sum(CLUB) - truth))
    fall = np.exp(-0.5)  # two noises cancel
    return float((1 - fall) ** 2 * (1 + fall**2) / ((1 + fall) ** 2 * (1 - fall**2))) if way == FREE else 1


def alone():
    """Draw how many of 1,000 published tables say 0 + 6, as if nobody were 10-14, if Mia is 12, and if she is 15.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT`, `FITS` or `FREE`). To be guessed: whether a
    suspicion of 10 in 1,000 grows to 27, as ε = 1 allows, or to less or more, if the table is drawn to fit.
    """
    figure, ax = canvas(height=360, without="left bottom")
    ax.set(xlim=(-0.5, 101), ylim=(0, 100), xticks=[], yticks=[])
    ax.set_title("1,000 published tables: how many say 0 + 6?", size=14)
    k, wide = np.arange(WORLDS), 1.2
    large = {"size": 14, "weight": "bold", "va": "center"}
    blocks, lefts = [], (0.5, 35)
    for left, colour, title in zip(lefts, (BLUE, ORANGE), ("If Mia is 12: truly 1 + 5", "If Mia is 15: truly 0 + 6")):
        ax.text(left - 0.5, 95, title, color=DARK[colour], **large)
        colours = paler(colour, 0.3), colour
        marks = [ax.plot([], [], ls="", marker="s", ms=5.3, mew=0, color=one)[0] for one in colours]
        told = ax.text(left - 0.5, 5.2, "", color=DARK[colour], linespacing=1.3, **large | {"size": 13})
        blocks.append((marks, told, np.c_[left + wide * (k // 40), 87 - 1.85 * (k % 40)]))
    ax.text(70, 95, "Worlds in which she is 15 (dark: before)", size=13, va="center", color=INK)
    places = np.c_[71 + 2.9 * (k % 9), 85 - 9.5 * (k // 9) - 9 * (k >= ALLOWED)]
    crowd = stamps(ax, 16, [INK, ORANGE, RED])
    ax.plot([69.6, 97], [58.5] * 2, color=INK, lw=2)
    ax.text(97, 54.5, f"the rule: no more than {ALLOWED}", size=12, va="center", ha="right", color=INK)
    price, after, told_worlds = (ax.text(70, y, "", color=INK, **large) for y in (34, 26, 18))
    said = ax.text(70, 7, "", size=13, color=DARK[BLUE], va="center")

    def move(way):
        often = [round(WORLDS * zero_and_six(way, truth)) for truth in (1, 0)]
        odds = zero_and_six(way, 0) / zero_and_six(way, 1)
        drawn = way in (FITS, FREE)
        kept = [f"\n({1e4 * share_that_fits(way, truth):,.0f} of 10,000 kept)" * drawn for truth in (1, 0)]
        for (marks, told, where), many, fits in zip(blocks, often, kept):
            stand(marks, where, 1 * (k < many))
            told.set_text(f"{many} of 1,000 say 0 + 6{fits}")
        many = int(worlds(odds))
        stand(crowd, places[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
        full = many > ALLOWED
        price.set_text(FULL if full else HALF)
        after.set_text(f"odds × {odds:.2f}")
        told_worlds.set_text(f"{DOUBT} worlds become {many}")
        for text in (price, after, told_worlds):
            text.set_color(DARK[RED] if full else INK)
        return Reading(
            f"Of 1,000 tables {often[1]} say 0 + 6 if Mia is 15, and {often[0]} if she is 12. So the odds grow "
            f"{odds:.2f} times, and the suspicion from {DOUBT} to {many} of 1,000 worlds. {price.get_text()}.",
            f"Two blocks of 1,000 small squares, tables; {often[0]} are strong in the left one and {often[1]} in the "
            f"right one. A crowd of {many} small figures, {max(many - ALLOWED, 0)} of them below a line at {ALLOWED}. "
            f"Published: {way}.",
            truth="to more than 27",
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    moving = [artist for marks, told, _ in blocks for artist in (*marks, told)]
    return Picture(figure, (*moving, *crowd, price, after, told_worlds, said), move, mark)


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
