"""Pictures of audits: what runs of a mechanism prove about its privacy loss (lesson 09)."""

from functools import partial

import numpy as np

from coursekit.audit.algorithms import SAMPLERS, adpc_mechanism, gdpc_mechanism, leaf_runs, rdpc_mechanism
from coursekit.audit.lower_bounds import loss_bound
from coursekit.audit.one_run import one_run_bound, toss
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, legend, ticks

MECHANISMS = ("GDPC", "ADPC", "RDPC, its leaves", "wrong sampler")
AUDITS = 40


def levels_read(sides):
    """Draw what is proved of a raked release by who reads the leaf alone, the leaf and its parent, … up to the whole.

    The event is fixed beforehand: every residual that is read is at least so much.

    `sides` has two arrays for each ε: residuals on the path from the whole to the leaf, runs x levels, with one person
    more and without, both taken from the exact counts without. The `move` of the Picture takes ``epsilon`` (a key of
    `sides`), ``runs`` (the first so many) and ``above`` (each residual is at least that).
    """
    figure, ax = canvas(height=250)
    most = next(iter(sides.values()))[0].shape[1]
    reads = np.arange(1, most + 1)
    ax.axhline(1, color=INK, lw=1.2, ls="--")
    ax.text(0.54, 1.02, "the promise, ε", fontsize=11)
    label = f"shares of ε read, 1/{most} a level"
    ax.hlines(reads / most, reads - 0.4, reads + 0.4, color=GREY, lw=1.6, ls=":", label=label)
    bars = ax.bar(reads, 0 * reads, width=0.5, color=GREEN, label="proved, with 95% confidence")
    lines = ax.vlines(reads, 0, 0, color=INK, lw=1.6, label="95% interval of the event’s log-ratio")
    labels = [ax.text(x, 0, "", ha="right", fontsize=12) for x in reads - 0.05]
    between = (f"+ {k} level{'s' * (k > 1)} above" for k in range(1, most - 1))
    ticks(ax.xaxis, reads, ["leaf alone", *between, "+ the whole"])
    ax.set(xlim=(0.5, most + 0.5), ylim=(0, 1.62), title="One quarter is what one level sees")
    ax.set_ylabel("loss, in units of ε")
    ticks(ax.yaxis, [0, 0.25, 0.5, 0.75, 1], ["0", "¼", "½", "¾", "1"])
    ax.tick_params(axis="x", length=0)
    legend(ax, "upper left", columns=2)

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
            f"Promised ε = {epsilon:g}. {runs:,} runs on each side prove {proved[0]:.2f} ε from the leaf alone, and "
            f"{proved[-1]:.2f} ε from all {most} levels together.",
            f"Bars of the proved share of ε for one to {most} levels read, over dotted lines at 1/{most} for each: "
            f"{', '.join(f'{share:.2f}' for share in proved)}. The event: {above} or more above at each level.",
        )

    return Picture(figure, (*bars, lines, *labels), move)


def intervals():
    """Draw 40 audits of geometric noise, whose loss is exactly ε: each with its point estimate and its lower bound.

    The event is "1 or more is published", fixed beforehand; in truth there is 1 person, or nobody. The `move` of the
    Picture takes ``epsilon``, ``runs`` (on each side; at 20,000, a move takes about 40 ms) and ``rng``.
    """
    figure, ax = canvas(height=250)
    x = np.arange(1, AUDITS + 1)
    truth = ax.axhline(0, color=INK, lw=1.3, ls="--", label="true loss, ε")
    lines = ax.vlines(x, 0, 0, color=GREY, lw=2)
    dots = ax.plot([], [], "o", color=ORANGE, ms=5, label="point estimate")[0]
    lows = ax.plot([], [], "_", color=BLUE, ms=9, mew=2.4, label="lower bound, 95%")[0]
    wrong = ax.plot([], [], "_", color=RED, ms=11, mew=3.4, label="a bound that is too high")[0]
    ax.set(xlim=(0, AUDITS + 1), xlabel="audit number", ylabel="loss")
    ax.set_title("A point estimate is too high half of the time, a bound hardly ever")
    legend(ax, "upper left", columns=4)

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
        _stretch(lines, x, np.clip(low, bottom, top), np.clip(high, bottom, top))
        dots.set_data(x, np.where(np.abs(estimate - epsilon) < far, estimate, np.nan))
        bad, over = low > epsilon, (estimate > epsilon).sum()
        lows.set_data(x[~bad], low[~bad])
        wrong.set_data(x[bad], low[bad])
        ax.set_ylim(bottom, top + 0.45 * far)
        middle = np.median(low)
        return Reading(
            f"ε = {epsilon:g}, {runs:,} runs on each side: {over} of {AUDITS} point estimates are above ε, and "
            f"{bad.sum()} of {AUDITS} lower bounds. "
            f"A typical audit proves {f'{middle:.3g}' if middle > 0 else 'nothing'}.",
            f"{AUDITS} upright intervals around dots. {over} of the dots lie above the dashed true loss, {epsilon:g}; "
            f"{bad.sum()} of the lower ends do. The median of the lower ends is {middle:.3g}.",
        )

    return Picture(figure, (truth, lines, dots, lows, wrong), move)


def _ends(bounds):
    """Give lower ends, upper ends and point estimates of some bounds: three rows."""
    return np.array([[bound.low, bound.high, bound.estimate] for bound in bounds]).T


def _stretch(lines, x, low, high):
    """Let upright lines reach from `low` to `high`."""
    lines.set_segments([[(at, down), (at, up)] for at, down, up in zip(x, low, high)])


def coin_flips(counts):
    """Draw a one-run audit: a coin puts one person more into each area or not, and the attacker guesses which.

    `counts` are exact counts without these people, one axis for each level; with 97,336 areas a move takes about 20 ms.
    The `move` of the Picture takes ``mechanism`` (of `MECHANISMS`; the wrong sampler is GDPC with p = ε), ``epsilon``
    (.1 to 1), ``abstain`` (no guess if the evidence is at most so many persons) and ``rng``.
    """
    from scipy.special import betainc

    figure, (hills, scale) = canvas(2, ratios=[1.5, 1], height=270)
    counts, bins, empty = np.asarray(counts), np.linspace(-1, 1, 41), np.zeros(40)
    fills = [hills.stairs(empty, bins, fill=True, color=colour, alpha=0.45) for colour in (BLUE, ORANGE)]
    looks = {"coin: not there": {"color": BLUE, "ls": "--"}, "coin: there": {"color": ORANGE, "ls": "-"}}
    lines = [hills.stairs(empty, bins, lw=2, label=label, **look) for label, look in looks.items()]
    silent = hills.axvspan(0, 1, ymax=0.8, color=PALE, alpha=0.8, label="no guess")
    hills.set(ylim=(0, 1.36), yticks=[], xlabel="published − exact without her − ½")
    hills.set_title("A coin for each area: is she there?")
    named = hills.legend(frameon=False, fontsize=11, loc="upper center", ncols=3, columnspacing=1, handletextpad=0.5)
    proved = scale.barh([0], [0], height=0.5, color=GREEN)[0]
    whisker = scale.plot([], [], color=INK, lw=1.8, marker="|", ms=10)[0]
    note = scale.text(0.03, -0.5, "", fontsize=13, ha="left", bbox={"fc": "white", "ec": "none", "pad": 1})
    for share, name in ((1, "ε"), (0.5, "½ ε"), (0.25, "¼ ε")):
        scale.axvline(share, color=INK if share == 1 else GREY, lw=1.3, ls="--" if share == 1 else ":", ymax=0.82)
        scale.text(share, -0.98, name, ha="center", fontsize=12)
    scale.set(xlim=(0, 1.6), ylim=(0.8, -1.12), yticks=[], xticks=[0.5, 1, 1.5], xlabel="loss, in units of the promise")
    scale.set_title("Proved, and its interval")
    for ax in (hills, scale):
        ax.spines["left"].set_visible(False)

    def move(mechanism, epsilon, abstain, rng):
        there, evidence, guesses, correct = toss(partial(_publish, mechanism, epsilon), counts, abstain, rng)
        # whole numbers: the evidence of whole counts lies halfway between, and the guess changes at 0
        cut = max(1, round(0.4 / epsilon)) * np.arange(-20, 21)
        tables = [np.histogram(evidence[there == side], cut)[0] for side in (0, 1)]
        top = max(np.max(tables), 1)
        for stairs, table in zip((*fills, *lines), (*tables, *tables)):
            stairs.set_data(table / top, cut)
        hills.set_xlim(cut[0], cut[-1])
        silent.set_bounds(-abstain, 0, 2 * abstain, 0.8)
        low = high = 0
        text = f"{mechanism}, ε = {epsilon:g}: "
        if guesses:
            bound = one_run_bound(guesses, correct)
            low, high = max(bound.low, 0) / epsilon, min(bound.high / epsilon, 1.6)
            text += f"{guesses:,} guess{'es' * (guesses > 1)}, {correct / guesses:.2%} right. With 95% confidence "
            text += f"the loss is at least {bound.low:.3g}, {low:.2f} of the promise." if low else "nothing is proved."
        else:
            text += "nobody is left to guess about, so nothing is proved. "
            text += f"No published count of this run is farther than {abstain:g} from the half."
        if low > 1:  # the chance of so many right or more, at a loss of ε
            luck = betainc(correct, guesses - correct + 1, 1 / (1 + np.exp(-epsilon)))
            rare = "A leak: luck needs a million runs for that."
            text += f" {rare}" if luck < 1e-6 else f" A leak, or the luck of 1 run in {1 / luck:,.0f}."
        proved.set_width(min(low, 1.6))
        whisker.set_data(*([low, high], [0, 0]) if low < high else ([], []))
        note.set_text("nothing" if low == 0 else f"{low:.2f} ε" if low < 1.6 else f"{low:.1f} ε →")
        return Reading(
            text,
            f"Left, two hills of evidence for {counts.size:,} areas, with and without one person more, and a band of "
            f"± {abstain:g} without guesses. Right, a bar up to {low:.2f} of the promise, with lines at ¼, ½ and 1.",
        )

    return Picture(figure, (silent, *fills, *lines, named, proved, whisker, note), move)


def _publish(mechanism, epsilon, counts, rng):
    """Give what one of `MECHANISMS` publishes of the leaves."""
    if mechanism == "ADPC":
        return adpc_mechanism(counts, epsilon=epsilon, rng=rng)
    if mechanism.startswith("RDPC"):
        return rdpc_mechanism(counts, epsilon=epsilon, rng=rng)[-1]
    return gdpc_mechanism(counts, epsilon=epsilon, rng=rng, sampler=SAMPLERS[mechanism == "wrong sampler"])
