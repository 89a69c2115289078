"""Pictures of audits: what runs of a mechanism prove about its privacy loss (lesson 09)."""

from functools import partial

import numpy as np
from scipy.special import betainc

from coursekit.audit.algorithms import SAMPLERS, adpc_mechanism, gdpc_mechanism, leaf_runs, rdpc_mechanism
from coursekit.audit.lower_bounds import loss_bound
from coursekit.audit.one_run import one_run_bound, toss
from coursekit.plots import DARK, GREEN, GREY, INK, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import PERSON
from coursekit.plots.pixels import paler

PROGRAMS = ("noise once", "averaged", "raked", "noise once, copied")
AUDITS = 40


def levels_read(sides):
    """Draw what is proved of a raked release by who reads the leaf alone, the leaf and its parent, … up to the whole.

    The event is fixed beforehand: every residual that is read is at least so much.

    `sides` has two arrays for each ε: residuals on the path from the whole to the leaf, runs x levels, with one person
    more and without, both taken from the exact counts without. The `move` of the Picture takes ``epsilon`` (a key of
    `sides`), ``runs`` (the first so many) and ``above`` (each residual is at least that).
    """
    figure, ax = canvas(height=330)
    most = next(iter(sides.values()))[0].shape[1]
    reads = np.arange(1, most + 1)
    ax.axhline(1, color=INK, lw=1.2, ls="--")
    ax.text(0.54, 1.02, "the promise, ε", fontsize=11)
    ax.hlines(reads / most, reads - 0.4, reads + 0.4, color=DARK[GREY], lw=1.8, ls=":")
    ax.text(0.54, 0.9, f"dotted: 1/{most} for each level that is read", fontsize=11, color=DARK[GREY])
    bars = ax.bar(reads, 0 * reads, width=0.5, color=GREEN)
    lines = ax.vlines(reads, 0, 0, color=INK, lw=1.8)
    labels = [ax.text(x, 0, "", ha="right", fontsize=12) for x in reads - 0.05]
    between = (f"+ {k} level{'s' * (k > 1)} above" for k in range(1, most - 1))
    ticks(ax.xaxis, reads, ["area alone", *between, "+ the country"])
    ax.set(xlim=(0.5, most + 0.9), ylim=(0, 1.32))
    ax.set_title("What is proved about Ruth, from the area alone up to all levels together")
    guessed = ax.plot([], [], color=PURPLE, lw=4)[0]
    word = ax.text(most + 0.34, 0, "", fontsize=11.5, color=DARK[PURPLE], va="center")
    ax.set_ylabel("loss, in units of ε")
    ticks(ax.yaxis, [0, 0.25, 0.5, 0.75, 1], ["0", "¼", "½", "¾", "1"])
    ax.tick_params(axis="x", length=0)

    def move(epsilon, runs, above):
        bounds = []
        for read in reads:
            hits, others = (int((side[:runs, -read:] >= above).all(axis=1).sum()) for side in sides[epsilon])
            bounds.append(loss_bound(hits, runs, others, runs))
        low, high, _ = _ends(bounds) / epsilon
        proved = np.maximum(low, 0)
        for bar, label, share in zip(bars, labels, proved):
            bar.set_height(share)
            label.set(y=share + 0.015, text=f"{share:.2f}")
        _stretch(lines, reads, np.clip(low, 0, 1.3), np.clip(high, 0, 1.3))
        return Reading(
            f"Promised ε = {epsilon:g}. {runs:,} runs on each side prove {proved[0]:.2f} ε from the area alone, and "
            f"{proved[-1]:.2f} ε from all {most} levels together.",
            f"Bars of the proved share of ε for one to {most} levels read, over dotted lines at 1/{most} for each: "
            f"{', '.join(f'{share:.2f}' for share in proved)}. The event: {above} or more above at each level.",
            truth=round(5 * round(20 * proved[-1]) / 100, 2),
        )

    def mark(share):
        guessed.set_data([most - 0.3, most + 0.3], [share, share])
        word.set(y=share, text="your guess")

    return Picture(figure, (*bars, lines, *labels, guessed, word), move, mark)


def intervals():
    """Draw 40 audits of geometric noise, whose loss is exactly ε: each with its estimate and its lower bound.

    The event is "1 or more is published", fixed beforehand; in truth there is 1 person, or nobody. The `move` of the
    Picture takes ``epsilon``, ``runs`` (on each side; at 20,000, a move takes about 40 ms) and ``rng``. To be guessed:
    how many estimates are above ε.
    """
    figure, ax = canvas(height=320)
    x = np.arange(1, AUDITS + 1)
    truth = ax.axhline(0, color=INK, lw=1.8, ls="--", xmax=(AUDITS + 0.8) / (AUDITS + 6.5))
    name = ax.text(AUDITS + 1.2, 0, "", fontsize=12.5, weight="bold", va="center")
    lines = ax.vlines(x, 0, 0, color=PALE, lw=3)
    fair = ax.plot([], [], "o", color=GREY, ms=8)[0]
    over = ax.plot([], [], "o", color=RED, ms=8)[0]
    lows = ax.plot([], [], "_", color=GREEN, ms=12, mew=4)[0]
    wrong = ax.plot([], [], "X", color=RED, ms=13, mec=INK)[0]
    told = ax.text(1, 0, "", fontsize=13, color=DARK[RED], weight="bold", va="top")
    proved = ax.text(1, 0, "", fontsize=13, color=DARK[GREEN], weight="bold", va="bottom")
    guessed = ax.text(AUDITS, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top")
    ax.set(xlim=(0, AUDITS + 6.5), xlabel="forty audits of the same honest program", ylabel="privacy loss", xticks=[])
    ax.set_title("Each audit: a dot is its estimate, a dash its lower bound")

    def move(epsilon, runs, rng):
        hits, drawn = [], {"area": 0, "runs": AUDITS * runs, "epsilon": epsilon, "rng": rng}
        for count in (1, 0):
            released = leaf_runs("GDPC", [count], **drawn).reshape(AUDITS, runs)
            hits.append((released >= 1).sum(axis=1).tolist())
        low, high, estimate = _ends([loss_bound(with_her, runs, without, runs) for with_her, without in zip(*hits)])
        chance = 1 / (1 + np.exp([-epsilon, epsilon]))  # of the event, with her and without
        far = max(0.15 * epsilon, 5 * np.sqrt(((1 - chance) / chance / runs).sum()))
        bottom, top = epsilon - far, epsilon + far
        truth.set_ydata([epsilon, epsilon])
        name.set(y=epsilon, text=f"true loss\n{epsilon:g}")
        _stretch(lines, x, np.clip(low, bottom, top), np.clip(high, bottom, top))
        bad, above = low > epsilon, estimate > epsilon
        for dots, some in ((fair, ~above), (over, above)):
            dots.set_data(x[some], np.clip(estimate[some], bottom, top))
        lows.set_data(x[~bad], np.maximum(low[~bad], bottom))
        wrong.set_data(x[bad], low[bad])
        ax.set_ylim(bottom - 0.25 * far, top + 0.3 * far)
        told.set(y=top + 0.28 * far, text=f"{above.sum()} of {AUDITS} estimates are too high")
        proved.set(y=bottom - 0.24 * far, text=f"{bad.sum()} of {AUDITS} lower bounds are too high")
        guessed.set(y=top + 0.28 * far)
        middle = np.median(low)
        return Reading(
            f"{runs:,} runs on each side: {above.sum()} of {AUDITS} estimates accuse a program that keeps its promise "
            f"of {epsilon:g}, and {bad.sum()} of {AUDITS} bounds. A typical audit proves "
            f"{f'{middle:.3g}' if middle > 0 else 'nothing'}.",
            f"{AUDITS} upright intervals around dots. {above.sum()} of the dots lie above the dashed true loss, "
            f"{epsilon:g}; {bad.sum()} of the lower ends do. The median of the lower ends is {middle:.3g}.",
            truth=int(above.sum()),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value} of {AUDITS}")

    return Picture(figure, (truth, name, lines, fair, over, lows, wrong, told, proved, guessed), move, mark)


def _ends(bounds):
    """Give lower ends, upper ends and point estimates of some bounds: three rows."""
    return np.array([[bound.low, bound.high, bound.estimate] for bound in bounds]).T


def _stretch(lines, x, low, high):
    """Let upright lines reach from `low` to `high`."""
    lines.set_segments([[(at, down), (at, up)] for at, down, up in zip(x, low, high)])


def coin_flips(counts):
    """Draw a one-run audit: a coin puts one person more into each area or not, and the attacker guesses which.

    `counts` are exact counts without these people, one axis for each level; with 97,336 areas a move takes about 20 ms.
    The `move` of the Picture takes ``program`` (of `PROGRAMS`; the copy draws its noise with p = ε), ``epsilon`` (.1 to
    1), ``abstain`` (no guess if the evidence is at most so many persons) and ``rng``. To be guessed: the share of right
    guesses, in steps of 1%.
    """
    figure, (people, scale) = canvas(2, ratios=[1.9, 1], height=330)
    counts, shown = np.asarray(counts), 100
    x, y = np.arange(shown) % 20, np.arange(shown) // 20
    plates = people.scatter(x, y, marker="s", s=560, lw=0)
    figures = people.scatter(x, y, marker=PERSON, s=300, lw=1.2)
    people.set(xlim=(-0.6, 19.6), ylim=(7.1, -0.9), xticks=[], yticks=[])
    people.spines[["left", "bottom"]].set_visible(False)
    people.set_title("100 of the areas: does the made-up person live there?")
    words = people.text(-0.5, 5.0, "", fontsize=14, weight="bold", va="center", color=DARK[GREEN])
    keys = "full: lives there · outline: does not", "green square: guessed right · red: wrong · no square: silent"
    for row, text in enumerate(keys):
        people.text(-0.5, 5.85 + 0.75 * row, text, fontsize=11.5, va="center")
    bar = scale.bar([0], [0], width=0.5)[0]
    whisker = scale.plot([], [], color=INK, lw=2, marker="_", ms=14)[0]
    plate = {"fc": "white", "ec": "none", "pad": 2}
    note = scale.text(0.31, 0, "", fontsize=14, weight="bold", va="center", bbox=plate)
    scale.axhline(1, color=INK, lw=1.8, ls="--")
    scale.text(1.3, 1.02, "the promise", fontsize=12, va="bottom", ha="right")
    guessed = people.text(19.5, 5.0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")
    scale.set(xlim=(-0.45, 1.3), ylim=(0, 1.75), xticks=[])
    ticks(scale.yaxis, [0, 0.25, 0.5, 0.75, 1], ["0", "¼", "½", "¾", "1"])
    scale.set_ylabel("loss, in units of the promise")
    scale.set_title("What the run proves")

    def move(program, epsilon, abstain, rng):
        there, evidence, guesses, correct = toss(partial(_publish, program, epsilon), counts, abstain, rng)
        there, evidence = there.flat[:shown], evidence.flat[:shown]
        right, silent = (evidence > 0) == (there == 1), np.abs(evidence) <= abstain
        squares = np.where(right[:, None], paler(GREEN, 0.55), paler(RED, 0.6))
        plates.set_facecolor(np.where(silent[:, None], 1.0, squares))
        figures.set_facecolor(np.where((there == 1)[:, None], paler(INK, 0.95), 1.0))
        figures.set_edgecolor(INK)
        low = high = share = 0
        told = "nobody is left to guess about, so nothing is proved."
        if guesses:
            bound, share = one_run_bound(guesses, correct), correct / guesses
            low, high = max(bound.low, 0) / epsilon, max(bound.high, 0) / epsilon
            told = f"{correct:,} of {guesses:,} guesses are right, {share:.1%}. So the loss is at least {bound.low:.3g}"
            told += ", with 95% confidence." if low <= 1 else ", more than promised."
            if not low:
                told = f"{correct:,} of {guesses:,} guesses are right, which proves nothing."
        if low > 1:  # the chance of so many right or more, at a loss of ε
            luck = betainc(correct, guesses - correct + 1, 1 / (1 + np.exp(-epsilon)))
            told += " A leak." if luck < 1e-6 else f" A leak, or luck of 1 run in {1 / luck:,.0f}."
        words.set_text(f"{share:.1%} of all guesses are right" if guesses else "no guess at all")
        bar.set(height=min(low, 1.6), color=RED if low > 1 else GREEN)
        whisker.set_data(*([0, 0], [low, min(high, 1.6)]) if low < min(high, 1.6) else ([], []))
        label = "nothing" if low == 0 else f"{low:.2f}" if low < 1.6 else f"{low:.1f} ↑"
        note.set(y=min(max(low, 0.06), 1.5), text=label, color=DARK[RED] if low > 1 else INK)
        return Reading(
            f"“{program.capitalize()}”, ε = {epsilon:g}: {told}",
            f"Left, 100 small people, full or in outline, on squares, green where the guess was right; {share:.1%} of "
            f"all {guesses:,} guesses are. Right, a bar of the proved loss up to {low:.2f} of the promise.",
            truth=round(share, 2),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value:.0%}")

    return Picture(figure, (plates, figures, words, bar, whisker, note, guessed), move, mark)


def _publish(program, epsilon, counts, rng):
    """Give what one of `PROGRAMS` publishes of the leaves."""
    if program == "averaged":
        return adpc_mechanism(counts, epsilon=epsilon, rng=rng)
    if program == "raked":
        return rdpc_mechanism(counts, epsilon=epsilon, rng=rng)[-1]
    return gdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=SAMPLERS[program == "noise once, copied"])
