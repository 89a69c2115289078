"""Pictures of tables of two counts that are made to fit their total, six women (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import page, stamps, stand
from coursekit.plots.pixels import Number, paler

COMES, BENT, FITS = "as it comes", "bent to fit", "redrawn until it fits"
WOMEN, ADDED = (1, 5), [[1, 1]]  # of 45-49 and of 50-54 who look for work, and what is exact: their sum
WORLDS, DOUBT, ALLOWED = 1000, 10, 27  # suspected in 10 of 1,000 worlds before a release; what ε = 1 allows after it
CASES = (BLUE, "If Rosa is 47: truly 1 + 5"), (ORANGE, "If she is 52: truly 0 + 6")
TYPICAL = 35_578  # numbers are skipped, so that the first hundred tables that a reader sees are as on average
PAPER = {"fc": "white", "ec": "none", "pad": 1.5}
VEIL = PAPER | {"alpha": 0.7}  # the dots below are still seen
LARGE = {"weight": "bold", "va": "center"}


def worlds(odds):
    """Give in how many of 1,000 worlds a secret is suspected, if it was in ten and its odds grow so many times."""
    return np.rint(WORLDS * DOUBT * odds / (DOUBT * odds + WORLDS - DOUBT)).astype(int)


def six_women():
    """Draw a hundred noisy tables of six women, each in the column of what it says, and in a heap what does not fit.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`), ``epsilon`` (of a person, whose move changes
    both counts) and ``rng``. To be guessed: how many of a hundred tables that are redrawn until they fit, at ε = 1, say
    the truth, on average.
    """
    figure, ax = page("A hundred noisy tables, one square each: which of them say the truth, 1 + 5?", 340)
    lefts, low, wide, rise = 9.3 * np.arange(7), 14, 1.95, 3.4
    ax.plot([-0.5, 63.5], [low - 2] * 2, color=GREY, lw=1)
    for young, left in enumerate(lefts):
        look = LARGE | {"color": DARK[BLUE]} if young == WOMEN[0] else {"color": INK, "va": "center"}
        ax.text(left + 3.9, low - 6, f"{young} + {sum(WOMEN) - young}", size=13, ha="center", **look)
    ax.text(lefts[1] + 3.9, low - 11.5, "the truth", size=13, color=DARK[BLUE], ha="center", **LARGE)
    squares = [ax.plot([], [], ls="", marker="s", ms=9.5, mew=0, color=one)[0] for one in (GREY, ORANGE, BLUE)]
    numbers = [Number(ax, left + 3.9, 0, size=13, ha="center") for left in lefts]
    right = 68
    count = ax.text(right, 93, "", size=14, color=INK, **LARGE)
    done = ax.text(right, 88, "", size=13, color=INK, va="top", linespacing=1.3)
    true_are = ax.text(right, 16, "", size=14, color=DARK[BLUE], **LARGE)
    on_average = ax.text(right, 9.5, "", size=13, color=DARK[BLUE], va="center")
    line = ax.plot([], [], color=DARK[PURPLE], lw=4)[0]
    said = ax.text(right, 3, "", size=13, color=DARK[PURPLE], va="center")

    def move(way, epsilon, rng):
        rng.random(TYPICAL)
        each = epsilon / 2
        noisy, fits = keep_if_it_fits(WOMEN, ADDED, epsilon=each, tries=100, rng=rng)
        out = bent_to_six(noisy, rng=rng) if way == BENT else noisy
        if way == FITS:
            again, hits = keep_if_it_fits(WOMEN, ADDED, epsilon=each, tries=3000, rng=rng)
            out[~fits] = again[np.flatnonzero(hits)[: (~fits).sum()]]  # until none is missing
        stands = fits if way == COMES else np.ones(100, bool)
        many = np.bincount(out[stands, 0], minlength=7)
        young = np.repeat(np.arange(7), many)
        place = np.concatenate([np.arange(n) for n in many])
        heap = np.arange(100 - many.sum())
        where = np.r_[np.c_[lefts[young] + 1 + wide * (place % 4), low + rise * (place // 4)],
                      np.c_[right + 0.8 + wide * (heap % 14), 60 - rise * (heap // 14)]]  # fmt: skip
        stand(squares, where, np.r_[1 + (young == WOMEN[0]), 0 * heap])
        for k, (number, n) in enumerate(zip(numbers, many)):
            number.set(text=f"{n}", y=low + rise * -(-n // 4) + 3, color=DARK[BLUE] if k == WOMEN[0] else INK)
        fit = one_total(WOMEN, each)
        plain = np.tanh(each / 2) ** 2  # both noises are 0
        average = 100 * {COMES: plain, BENT: bent_law(1, each)[1], FITS: plain / fit}[way]
        many_fit, true = int(fits.sum()), int(many[WOMEN[0]])
        count.set_text(f"{100 - many_fit} do not fit" if way == COMES else "now all 100 fit")
        examples = [_sum(noisy[k]) for k in _odd_ones(noisy, fits)]
        done.set_text({
            COMES: f"(grey), such as\n{' and '.join(examples)}",
            BENT: f"{many_fit} did at once.\n{100 - many_fit} were bent:\neach became the\nnearest that fits.",
            FITS: f"{many_fit} did at once.\n{100 - many_fit} were thrown away\nand redrawn, until\nthey fit.",
        }[way])  # fmt: skip
        true_are.set_text(f"{true} of 100 are the truth")
        edge = f"; 0 + 6: {100 * bent_law(1, each)[0]:.0f}" if way == BENT else ""
        on_average.set_text(f"(on average {average:.0f}{edge})")
        for artist in (line, said):  # the guess was for this
            artist.set_visible(epsilon == 1 and way == FITS)
        story = {COMES: "The others do not have six women, or have a count below zero.",
                 BENT: "Each of the others becomes the nearest table of six women (a tie is decided by chance).",
                 FITS: "For the others new noise is drawn, until they do."}[way]  # fmt: skip
        return Reading(
            f"ε = {epsilon:g}: {many_fit} of these 100 tables fit{'s' * (many_fit == 1)}; on average "
            f"{100 * fit:.0f} do. {story} {true} of 100 are the truth, 1 + 5.",
            f"A hundred squares, tables, in seven columns from 0 + 6 to 6 + 0, with {', '.join(map(str, many))} squares"
            f"{f', and a grey heap of {len(heap)} that do not fit' * (way == COMES)}. The truth, 1 + 5, is blue. "
            f"{way}, epsilon {epsilon:g}.",
            truth=round(average),
        )

    def mark(value):
        y = low - 1.5 + rise * value / 4
        line.set_data([lefts[1] - 0.5, lefts[1] + 8.5], [y, y])
        said.set_text(f"purple line: your guess, {value}")

    return Picture(figure, (*squares, *numbers, count, done, true_are, on_average, line, said), move, mark)


def _odd_ones(noisy, fits):
    """Give a table with a wrong sum, and one below zero, if there are such."""
    below = (noisy < 0).any(axis=1)
    return [np.flatnonzero(one)[0] for one in (~fits & ~below, below) if one.any()]


def _sum(table):
    """Write a table of two counts as a sum.

    >>> _sum((3, 5)), _sum((-1, 6)), _sum((9, -2))
    ('3 + 5', '−1 + 6', '9 + (−2)')
    """
    first, second = table
    return f"{first} + {second if second >= 0 else f'({second})'}".replace("-", "−")


def bent_to_six(noisy, *, rng):
    """Give the nearest tables of six women; where two are equally near, a coin decides.

    >>> rng = np.random.default_rng(1)
    >>> bent_to_six(np.array([[3, 5], [1, 9], [0, 5], [0, 5]]), rng=rng).tolist()
    [[2, 4], [0, 6], [1, 5], [1, 5]]
    """
    twice = np.rint(2 * bend(noisy.astype(float), WOMEN, ADDED)[:, 0]).astype(int)
    young = (twice + rng.integers(2, size=len(twice))) // 2
    return np.c_[young, sum(WOMEN) - young]


@cache
def bent_law(truth, epsilon=0.5):
    """Give which shares of bent tables of six women have 0 to 6 women of 45-49, if there are `truth` of them.

    >>> [round(100 * share) for share in bent_law(1)]
    [38, 24, 18, 10, 5, 2, 2]
    """
    noise = np.arange(-90, 91)
    chance = np.tanh(epsilon / 2) * np.exp(-epsilon * np.abs(noise))
    twice = (np.subtract.outer(noise, noise) + 2 * truth).clip(0, 2 * sum(WOMEN))
    both = np.outer(chance, chance).ravel()
    return sum(np.bincount((twice.ravel() + coin) // 2, both / 2) for coin in (0, 1)).tolist()


@cache
def share_that_fits(way, truth, epsilon=0.5):
    """Give which share of noisy tables of six women is published: all, unless they are redrawn.

    >>> [round(1000 * share_that_fits(FITS, truth)) for truth in (1, 0)]
    [117, 95]
    """
    return one_total((truth, sum(WOMEN) - truth), epsilon) if way == FITS else 1


@cache
def zero_and_six(way, truth, epsilon=0.5):
    """Give which share of noisy tables, with ε for each count, is published as 0 + 6, if `truth` women are 45-49.

    >>> [[round(1000 * zero_and_six(way, truth)) for truth in (1, 0)] for way in (COMES, BENT, FITS)]
    [[22, 60], [378, 622], [22, 60]]
    """
    both = np.tanh(epsilon / 2) ** 2 * np.exp(-epsilon * 2 * truth)  # chances of the two noises
    return bent_law(truth, epsilon)[0] if way == BENT else float(both)


def alone(asked=FITS):
    """Draw the tables that are published of 1,000 noisy ones if Rosa is 47, and if she is 52: which of them say 0 + 6,
    as if nobody were 45-49, and in how many worlds she is 52 then.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`) and ``epsilon`` (of both counts together). To
    be guessed: whether a suspicion of 10 in 1,000 grows to 27, as was promised, or to less or more, at ε = 1 and in the
    way that is `asked` for.
    """
    figure, ax = page("Published tables, one square each (larger if they are few). Strong: those that say 0 + 6", 380)
    k, width, low = np.arange(WORLDS), 29.5, 16
    blocks, lefts = [], (0, 34)
    for left, (colour, title) in zip(lefts, CASES):
        ax.text(left, 95, title, color=DARK[colour], size=14, **LARGE)
        marks = [ax.plot([], [], ls="", marker="s", mew=0, color=one)[0] for one in (paler(colour, 0.4), DARK[colour])]
        kept = ax.text(left, 88, "", size=14, color=INK, **LARGE)
        thrown = ax.text(left, 81.5, "", size=12, color=INK, va="center")
        says = ax.text(left, 7, "", size=14, color=DARK[colour], **LARGE)
        blocks.append((left, marks, kept, thrown, says))
    ax.text(70, 95, "Of 1,000 worlds, she is 52 in", size=14, color=INK, **LARGE)
    ax.text(70, 88, f"first {DOUBT}: before the table", size=12, va="center", color=INK)
    places = np.c_[71 + 2.9 * (k % 9), 80 - 9.5 * (k // 9) - 9 * (k >= ALLOWED)]
    crowd = stamps(ax, 16, [INK, ORANGE, RED])
    ax.plot([69.6, 97], [53.5] * 2, color=INK, lw=2)
    ax.text(97, 49.5, f"promised (ε = 1): {ALLOWED} at most", size=12, va="center", ha="right", color=INK)
    grown, after, verdict = (ax.text(70, y, "", color=INK, size=14, **LARGE) for y in (27, 20, 12))
    said = ax.text(70, 3, "", size=13, color=DARK[PURPLE], va="center")

    def move(way, epsilon):
        shares = [[law(way, truth, epsilon / 2) for truth in (1, 0)] for law in (share_that_fits, zero_and_six)]
        fit, says = (np.rint(WORLDS * np.array(one)).astype(int).tolist() for one in shares)
        rates = [f"{100 * part / whole:.0f}%" if whole < WORLDS else f"{part}" for part, whole in zip(says, fit)]
        columns, row = (13, 5.6) if way == FITS else (36, 2.15)
        for (left, marks, kept, thrown, told), all_of_them, part, rate in zip(blocks, fit, says, rates):
            for mark in marks:
                mark.set_markersize(13 if way == FITS else 4.6)
            where = np.c_[left + width / columns * (k % columns + 0.5), low + row * (k // columns)]
            stand(marks, where[:all_of_them], 1 * (k[:all_of_them] < part))
            gone = WORLDS - all_of_them
            kept.set_text(f"{all_of_them} are kept" if gone else "all 1,000 are kept")
            thrown.set_text(f"{gone} are thrown away" if gone else "")
            still = f"{'still ' * (epsilon == 1)}{part}, of {all_of_them} = {rate}"
            told.set_text(still if gone else f"0 + 6: {part} of {all_of_them:,}")
        if_47, if_52 = (part / whole for whole, part in zip(*shares))
        odds = if_52 / if_47
        many = int(worlds(odds))
        stand(crowd, places[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
        broken = many > ALLOWED
        said.set_visible(epsilon == 1 and way == asked)  # it was a guess for this
        verdict.set_text("The promise is broken" if broken else "The promise is kept")
        grown.set_text(f"{' / '.join(rates[::-1])}: odds × {odds:.2g}")
        after.set_text(f"{DOUBT} worlds become {many}")
        for text in (verdict, after):
            text.set_color(DARK[RED] if broken else INK)
        parts = [f"{part} of {whole:,}" for part, whole in zip(says, fit)]
        return Reading(
            f"ε = {epsilon:g}: {parts[1]} tables say 0 + 6 if Rosa is 52, and {parts[0]} if she is 47. "
            f"The odds grow {odds:.2g} times, and the suspicion from {DOUBT} to {many} of 1,000. "
            f"The promise of {ALLOWED} is {'broken' if broken else 'kept'}.",
            f"Two blocks of small squares, published tables; {parts[0]} are filled on the left, and {parts[1]} "
            f"on the right. A crowd of {many} small figures, {max(many - ALLOWED, 0)} below a line at {ALLOWED}."
            f" Published: {way}, epsilon {epsilon:g}.",
            truth=f"to {'more than ' * broken}{'less than ' * (many < ALLOWED)}{ALLOWED}",
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    moving = [artist for _, marks, *words in blocks for artist in (*marks, *words)]
    return Picture(figure, (*moving, *crowd, grown, after, verdict, said), move, mark)


@cache
def one_total(truth, epsilon=0.5):
    """Give the chance that noisy counts add up right and none is below zero."""
    return float(np.exp(FittingTable(truth=truth, kept=[[1] * len(truth)], epsilon=epsilon).log_chance))
