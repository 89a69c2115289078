"""A picture of programs that somebody changed, and of two audits of each: who is caught, and by which (lesson 09)."""

from functools import cache, partial

import numpy as np
from scipy.special import betainc

from coursekit.audit.algorithms import gdpc_mechanism
from coursekit.audit.coin_pictures import FOR_SURE
from coursekit.audit.lower_bounds import audit, clopper_pearson
from coursekit.audit.one_run import one_run_bound, toss
from coursekit.plots import DARK, GREEN, GREY, INK, PURPLE, RED, Picture, Reading, canvas, says, ticks

CHANGES = {  # what becomes of a noisy count, where the true one is known
    "A: at most 3 off": lambda noisy, true: np.clip(noisy, true - 3, true + 3),
    "B: in tens": lambda noisy, true: np.round(noisy, -1),
    "C: not negative": lambda noisy, true: np.maximum(noisy, 0),
    "zero stays zero": lambda noisy, true: np.where(true == 0, 0, noisy),
    "noise once": lambda noisy, true: noisy,
}
PROGRAMS = tuple(CHANGES)
COINS, EMPTY, BOTH, NEITHER = "the coins", "the one empty area", "both", "neither"
_CAUGHT_BY = {(True, True): BOTH, (True, False): COINS, (False, True): EMPTY, (False, False): NEITHER}
_SUSPECT, _EXAMPLE = PROGRAMS[0], -8
_EVENTS = {">=": "{} or more", "<=": "{} or less", "=": "exactly {}"}


def changed(counts, *, epsilon=0.5, runs=10_000):
    """Draw what two audits find in geometric noise that somebody changed: one of all areas, and one of an empty area.

    `counts` are exact counts, of which one run with coins is audited; the empty area is run `runs` times with Ruth and
    without. With 97,336 areas a move takes about 20 ms. The `move` of the Picture takes ``program`` (of `PROGRAMS`) and
    ``rng``; all programs get the same noise. To be guessed: who catches the program that is never off by more than 3.
    """
    figure, ax = canvas(height=300, without="left")
    counts, rows = np.asarray(counts), (1, 0)
    who = (
        f"{COINS}: one run, {counts.size:,} areas of {counts.min()} people or more",
        f"{EMPTY}: {runs:,} runs with Ruth, and as many without her",
    )
    bars = ax.barh(rows, [0, 0], height=0.36, color=GREEN)
    for y, words in zip(rows, who):
        ax.text(0.6, y + 0.26, words, fontsize=12.5, va="bottom")
    plate = {"fc": "white", "ec": "none", "pad": 2}
    told = [ax.text(0, y, "", fontsize=13, weight="bold", va="center", bbox=plate) for y in rows]
    promise = ax.axvline(epsilon, color=INK, lw=1.8, ls="--", ymax=0.74)
    ax.text(epsilon - 0.06, 1.56, f"promised: {epsilon:g}", fontsize=12, va="bottom")
    example = ax.text(0, 2.02, "", fontsize=12.5, va="center")
    guessed = ax.text(9.5, 1.6, "", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")
    ax.set(xlim=(0, 9.5), ylim=(-0.35, 2.2), yticks=[], xlabel="privacy loss, at least (95% confidence)")
    ticks(ax.xaxis, range(9))
    ax.set_title("Two audits of one program: what can Ruth lose, and how often is her husband right then?")

    def publish(program, true, rng):
        return CHANGES[program](gdpc_mechanism(true, epsilon=epsilon, rng=rng), true)

    @cache
    def found(program, seed):
        rng = np.random.default_rng(seed)
        guesses, correct = toss(partial(publish, program), counts, 0, rng)[2:]
        luck = betainc(correct, guesses - correct + 1, 1 / (1 + np.exp(-epsilon)))  # of so many, if the loss is epsilon
        many = lambda count, rng, n: publish(program, np.full(n, count), rng)
        alone = audit(many, 1, 0, runs=runs, many=True, rng=rng)
        sure = clopper_pearson(np.array([alone.hits, alone.other_hits]), alone.runs, 1 - FOR_SURE)
        broken = luck < FOR_SURE, sure[0][0] > np.exp(epsilon) * sure[1][1]
        lows = [max(np.floor(100 * low) / 100, 0) for low in (one_run_bound(guesses, correct).low, alone.low)]
        return lows, broken, alone

    def move(program, rng):
        seed = int(rng.integers(2**32))
        lows, broken, alone = found(program, seed)
        for bar, note, low, is_broken in zip(bars, told, lows, broken):
            bar.set(width=low, color=RED if is_broken else GREY if low > epsilon else GREEN)
            right = f"he is right in {1 / (1 + np.exp(-low)):.1%}"
            note.set(x=max(low, epsilon) + 0.12, text=f"{low:.2f}: {_verdict(is_broken, low > epsilon)}\n{right}")
            note.set_color(DARK[RED] if is_broken else INK)
        gone, there = (_shown(CHANGES[program](true + _EXAMPLE, true)) for true in np.array([0, 1]))
        noisy = f"with a noise of {_shown(_EXAMPLE)}, an empty area publishes {gone}; with Ruth in it, {there}."
        example.set_text(f"“{program}”: {noisy}")
        kind, number, side = (alone.event.split()[k] for k in (1, 2, -1))
        sides = ("with Ruth", "without her") if side == "first" else ("without Ruth", "with her")
        event = _EVENTS[kind].format(_shown(float(number)))
        name = program.partition(":")[0]
        there_came = "There no event gave more away than was promised, as far as it can be said for sure."
        if broken[1]:
            there_came = (f"There “{event}” came in {alone.hits / alone.runs:.1%} of the runs {sides[0]}, and "
                          f"{_often(alone.other_hits, alone.other_runs)} {sides[1]}.")  # fmt: skip
        return Reading(
            f"“{name[0].upper() + name[1:]}”: by the coins {_verdict(broken[0], lows[0] > epsilon)}, by the empty "
            f"area {_verdict(broken[1], lows[1] > epsilon)}. {there_came}",
            f"Two bars and a dashed line at the promise, {epsilon:g}. The coins find a loss of at least "
            f"{lows[0]:.2f}, the empty area one of at least {lows[1]:.2f}"
            f"{'; red bars lie far beyond the line' if any(broken) else ''}.",
            truth=_CAUGHT_BY[tuple(map(bool, found(_SUSPECT, seed)[1]))],
        )

    return Picture(figure, (*bars, promise, *told, example, guessed), move, says(guessed, "your guess, caught by: {}"))


def _verdict(is_broken, is_above):
    """Say what an audit has shown: a bound that is a little above the promise may be luck."""
    return "caught" if is_broken else "not caught, maybe luck" if is_above else "not caught"


def _shown(number):
    """Write a whole number with a true minus."""
    return f"{int(number)}".replace("-", "−")


def _often(hits, runs):
    """Write a share of runs."""
    return f"in {hits / runs:.1%}" if hits else "never"
