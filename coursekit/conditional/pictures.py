"""Pictures of tables of two counts that are made to fit their total, six women (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, Picture, Reading
from coursekit.plots.people import page, stand
from coursekit.plots.pixels import Number

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
    figure, ax = page("A hundred noisy tables, one square each: which of them say the truth, 1 + 5?", 360)
    ax.title.set_size(15)
    lefts, low, wide, rise, across = 14.3 * np.arange(7), 14, 2.12, 4.7, 6
    middles = lefts + wide * across / 2
    ax.plot([-0.5, 99], [low - 1.5] * 2, color=GREY, lw=1)
    for young, middle in enumerate(middles):
        look = LARGE | {"color": DARK[BLUE]} if young == WOMEN[0] else {"color": INK, "va": "center"}
        ax.text(middle, low - 5.5, f"{young} + {sum(WOMEN) - young}", size=15, ha="center", **look)
    ax.text(middles[1], low - 11.5, "the truth", size=15, color=DARK[BLUE], ha="center", **LARGE)
    squares = [ax.plot([], [], ls="", marker="s", ms=12.6, mew=0, color=one)[0] for one in (GREY, ORANGE, BLUE)]
    numbers = [Number(ax, middle, 0, size=15, ha="center") for middle in middles]
    right = 36
    true_are = ax.text(0, 93, "", size=20, color=DARK[BLUE], **LARGE)
    on_average = ax.text(45, 92.6, "", size=14, color=DARK[BLUE], va="center")
    done = ax.text(right, 84, "", size=14, color=INK, va="top", linespacing=1.3)
    line = ax.plot([], [], color=DARK[PURPLE], lw=4)[0]
    said = ax.text(right, 60, "", size=14, color=DARK[PURPLE], va="center")

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
        where = np.r_[np.c_[lefts[young] + wide * (place % across + 0.5), low + 1 + rise * (place // across)],
                      np.c_[wide * (heap % 46 + 0.5), 70 - rise * (heap // 46)]]  # fmt: skip
        stand(squares, where, np.r_[1 + (young == WOMEN[0]), 0 * heap])
        for k, (number, n) in enumerate(zip(numbers, many)):
            number.set(text=f"{n}", y=low + rise * -(-n // across) + 3, color=DARK[BLUE] if k == WOMEN[0] else INK)
        fit = one_total(WOMEN, each)
        plain = np.tanh(each / 2) ** 2  # both noises are 0
        average = 100 * {COMES: plain, BENT: bent_law(1, each)[1], FITS: plain / fit}[way]
        many_fit, true = int(fits.sum()), int(many[WOMEN[0]])
        examples = " and ".join(_sum(noisy[k]) for k in _odd_ones(noisy, fits))
        at_once = f"{many_fit} fitted at once. {100 - many_fit} did not, and were"
        done.set_text({
            COMES: f"{100 - many_fit} do not fit (grey), such as {examples}.",
            BENT: f"{at_once} bent:\neach became the nearest table that fits.",
            FITS: f"{at_once}\nthrown away and redrawn, until they fitted.",
        }[way])  # fmt: skip
        done.set_x(0 if way == COMES else right)  # above the grey ones, or beside the columns, which are high then
        true_are.set_text(f"{true} of 100 say the truth")
        edge = f", and {100 * bent_law(1, each)[0]:.0f} say 0 + 6" if way == BENT else ""
        on_average.set_text(f"On average {average:.0f} of 100 do{edge}.")
        for artist in (line, said):  # the guess was for this
            artist.set_visible(epsilon == 1 and way == FITS)
        story = {COMES: "The others do not have six women, or have a count below zero.",
                 BENT: "Each of the others becomes the nearest table of six women (chance decides a tie).",
                 FITS: "For the others new noise is drawn, until they do."}[way]  # fmt: skip
        return Reading(
            f"Noise of ε = {epsilon:g}: {many_fit} of these 100 tables fit{'s' * (many_fit == 1)}; on average "
            f"{100 * fit:.0f} do. {story} {true} of 100 are the truth, 1 + 5.",
            f"A hundred squares, tables, in seven columns from 0 + 6 to 6 + 0, with {', '.join(map(str, many))} squares"
            f"{f', and a grey heap of {len(heap)} that do not fit' * (way == COMES)}. The truth, 1 + 5, is blue. "
            f"{way}, epsilon {epsilon:g}.",
            truth=round(average) if way == FITS and epsilon == 1 else None,
        )

    def mark(value):
        y = low - 1.5 + rise * value / across
        line.set_data([lefts[1] - 0.5, lefts[1] + wide * across + 0.5], [y, y])
        said.set_text(f"purple line: your guess, {value}")

    return Picture(figure, (*squares, *numbers, done, true_are, on_average, line, said), move, mark)


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


@cache
def one_total(truth, epsilon=0.5):
    """Give the chance that noisy counts add up right and none is below zero."""
    return float(np.exp(FittingTable(truth=truth, kept=[[1] * len(truth)], epsilon=epsilon).log_chance))
