"""The picture of who is alone in a count: which share of the published tables speaks against her (lesson 12)."""

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from coursekit.conditional.pictures import ALLOWED, BENT, CASES, COMES, DOUBT, FITS, LARGE, PAPER, WORLDS
from coursekit.conditional.pictures import share_that_fits, worlds, zero_and_six
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import page, stamps, stand
from coursekit.plots.pixels import paler

SAYS_MUCH, SAYS_NOTHING = "0 + 8", "1 + 9"  # both are bent to 0 + 6; one is likelier if she is 52, the other is not


def that_say_much(way, truth, epsilon=0.5):
    """Give which share of noisy tables, with ε for each count, becomes 0 + 6 and is likelier if she is 52.

    Of those that are bent these have a count that is not above 0 and one that is not below 6. All others that are
    bent to 0 + 6 are as likely in both cases.

    >>> [round(100 * that_say_much(BENT, truth)) for truth in (1, 0)]
    [14, 39]
    """
    beyond = np.exp(-epsilon * truth) / (1 + np.exp(-epsilon))  # the chance that a noise is at least `truth`
    return float(beyond**2) if way == BENT else zero_and_six(way, truth, epsilon)


def alone(asked=FITS):
    """Draw which share of the published tables says 0 + 6, as if nobody were 45-49, if Rosa is 47, and if she is 52;
    and in how many worlds she is 52 then.

    The `move` of this Picture takes ``way`` (`COMES`, `BENT` or `FITS`) and ``epsilon`` (of both counts together). To
    be guessed: whether a suspicion of 10 in 1,000 grows to 27, as was promised, or to less or more, at ε = 1 and in the
    way that is `asked` for.
    """
    figure, ax = page("Of the published tables, which share says 0 + 6?", 390)
    ax.title.set_size(15)
    low, high, wide, lefts = 15, 62, 20, (0, 41)  # of the columns, which are 100%
    cases = []
    for left, (colour, title) in zip(lefts, CASES):
        ax.text(left, 96, title, color=DARK[colour], size=14, **LARGE)
        weak = to_hex(paler(colour, 0.25))
        ax.add_patch(Rectangle((left, low), wide, high, fc=weak, ec="none"))
        tall, strong = (
            ax.add_patch(Rectangle((left, low), wide, 0, fc=one, ec="none")) for one in (colour, DARK[colour])
        )
        centre = {"ha": "center", "va": "center"}
        share = ax.text(left + wide / 2, 0, "", size=22, weight="bold", color=DARK[colour], gid=weak, **centre)
        much = ax.text(left + wide / 2, 0, "", size=13, weight="bold", color="white", gid=DARK[colour], **centre)
        nothing = ax.text(left + wide / 2, 0, "", size=13, weight="bold", color=INK, gid=colour, **centre)
        thrown = ax.text(left, 88.5, "", size=13, color=INK, va="center")
        kept = ax.text(left, 82, "", size=13, color=INK, va="center")
        says = ax.text(left, 8, "", size=14, color=DARK[colour], **LARGE)
        cases.append((tall, strong, share, much, nothing, thrown, kept, says))
    gap = lefts[0] + wide, lefts[1]
    links = [ax.plot([], [], color=GREY, lw=2)[0] for _ in range(2)]
    times = [ax.text(sum(gap) / 2, 0, "", size=13, color=INK, ha="center", bbox=PAPER, linespacing=1.2, **LARGE)
             for _ in links]  # fmt: skip
    k = np.arange(WORLDS)
    ax.text(72, 96, "Worlds where she is 52", size=14, color=INK, **LARGE)
    ax.text(72, 89.5, f"first {DOUBT}: before the table", size=13, va="center", color=INK)
    places = np.c_[73.3 + 3 * (k % 9), 81 - 9.5 * (k // 9) - 9 * (k >= ALLOWED)]
    crowd = stamps(ax, 17, [INK, ORANGE, RED])
    ax.plot([72, 99.5], [55] * 2, color=INK, lw=2)
    ax.text(99.5, 51.2, f"promised: at most {ALLOWED}", size=14, va="center", ha="right", color=INK)
    grown, after, verdict = (ax.text(72, y, "", color=INK, size=14, **LARGE) for y in (28, 21, 14))
    said = ax.text(72, 4, "", size=14, color=DARK[PURPLE], va="center")

    def move(way, epsilon):
        each = epsilon / 2
        fit, says, much = ([law(way, truth, each) for truth in (1, 0)]
                           for law in (share_that_fits, zero_and_six, that_say_much))  # fmt: skip
        shares, of_much = np.divide(says, fit), np.divide(much, fit)
        tables = 1000 if way == BENT or epsilon > 0.5 else 10_000  # so that whole numbers divide to the same percent
        wholes, parts = (np.rint(tables * np.array(one)).astype(int).tolist() for one in (fit, says))
        for (tall, strong, share, first, second, thrown, kept, told), x, y, whole, part in zip(
            cases, shares, of_much, wholes, parts
        ):
            tall.set_height(high * x)
            strong.set_height(high * y)
            digits = (2 if tables > 1000 else 1) if way == COMES else 0  # 2% and 6% would not be 2.7 times
            share.set(y=low + high * x + 5, text=f"{100 * x:.{digits}f}%")
            others = round(tables * (x - y))
            first.set(y=low + high * y / 2, text=f"like {SAYS_MUCH}: {part - others}" if way == BENT else "")
            second.set(y=low + high * (x + y) / 2, text=f"like {SAYS_NOTHING}: {others}" if way == BENT else "")
            thrown.set_text(f"{tables - whole:,} are thrown away" if way == FITS else "")
            kept.set_text(f"{whole} of {tables:,} are kept" if way == FITS else f"all {tables:,} are kept")
            told.set_text(f"{part} of {whole:,} say 0 + 6")
        odds = shares[1] / shares[0]
        levels = [of_much, shares] if way == BENT else [shares, [np.nan] * 2]
        for link, level in zip(links, levels):
            link.set_data(gap, low + high * np.array(level))
        loud = f"{of_much[1] / of_much[0]:.2g} times\nas often"
        times[0].set(y=max(low + high * of_much.mean() / (2 if way == BENT else 1), low + 6), text=loud)
        times[1].set(y=low + high * (shares + of_much).mean() / 2, text="as often\nin both" if way == BENT else "")
        many = int(worlds(odds))
        stand(crowd, places[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
        broken = many > ALLOWED
        said.set_visible(epsilon == 1 and way == asked)  # it was a guess for this
        verdict.set_text("The promise is broken" if broken else "The promise is kept")
        grown.set_text(f"the odds grow {odds:.2g} times")
        after.set_text(f"{DOUBT} worlds become {many}")
        for text in (verdict, after):
            text.set_color(DARK[RED] if broken else INK)
        both = [f"{part} of {whole:,}" for part, whole in zip(parts, wholes)]
        return Reading(
            f"Noise of ε = {epsilon:g}: {both[1]} tables say 0 + 6 if Rosa is 52, and {both[0]} if she is 47. "
            f"The odds grow {odds:.2g} times: {DOUBT} worlds become {many}. The promise of {ALLOWED} is "
            f"{'broken' if broken else 'kept'}.",
            f"Two columns, of all published tables, filled up to those that say 0 + 6: {shares[0]:.0%} on the left, if "
            f"Rosa is 47, and {shares[1]:.0%} on the right, if she is 52. A crowd of {many} small figures, "
            f"{max(many - ALLOWED, 0)} below a line at {ALLOWED}. Published: {way}, epsilon {epsilon:g}.",
            truth=f"to {'more than ' * broken}{'less than ' * (many < ALLOWED)}{ALLOWED}",
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    moving = [artist for case in cases for artist in case]
    return Picture(figure, (*moving, *links, *times, *crowd, grown, after, verdict, said), move, mark)
