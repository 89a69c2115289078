"""Pictures of one event: how far luck could go, what many audits find with it, and where a δ hides (lesson 09)."""

import numpy as np
from scipy.special import betainc, betaincinv, ndtr

from coursekit.audit.algorithms import leaf_runs
from coursekit.audit.lower_bounds import LEVEL, clopper_pearson, loss_bound
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, says

AUDITS = 40
ONE, BOTH = "with Ruth", "both"
RARE = round(2 / (1 - LEVEL))  # one case in forty, on each of two sides


def luck(*, hits, others, runs):
    """Draw how often an event would come in `runs` runs with Ruth and without her if both chances were known.

    It was seen `hits` times with her and `others` times without; the full hues are what would be as lucky as that, or
    more so. The `move` of the Picture takes ``hills`` (`ONE` or `BOTH`) and ``chance``, the pretended one with her. The
    pretended chance without her is the one at which what was seen of it would be as lucky.
    """
    figure, ax = canvas(height=290, without="left")
    spread = np.sqrt(hits * (1 - hits / runs))
    times = np.arange(int(others - 9 * spread), int(hits + 9 * spread) + 1)
    edges, empty = np.r_[times, times[-1] + 1] - 0.5, 0.0 * times
    beyond = times <= others, times >= hits
    slopes = [ax.stairs(empty, edges, fill=True, color=colour, lw=0, alpha=0.45) for colour in (BLUE, ORANGE)]
    tails = [ax.stairs(empty, edges, fill=True, color=DARK[colour], lw=0) for colour in (BLUE, ORANGE)]
    peaks = [ax.plot([], [], "v", color=DARK[colour], ms=10)[0] for colour in (BLUE, ORANGE)]
    inward = (BLUE, "left"), (ORANGE, "right")
    words = [ax.text(0, 1.06, "", fontsize=13, weight="bold", color=DARK[colour], ha=ha) for colour, ha in inward]
    sides = (edges[0], "left", "without Ruth", others + 0.5), (edges[-1], "right", "with Ruth", hits - 0.5)
    said, second = [], []
    for (x, side, name, line), colour, rest in zip(sides, (BLUE, ORANGE), (f"← seen: {others}", f"seen: {hits} →")):
        said.append(ax.text(x, 0.86, "", fontsize=13, weight="bold", color=DARK[colour], ha=side, va="top"))
        here = [
            ax.axvline(line, color=INK, lw=1.8, ymax=0.8),
            ax.text(x, 1.38, name, fontsize=13, weight="bold", color=DARK[colour], ha=side),
            ax.text(line, 1.24, rest, fontsize=13, weight="bold", ha="right" if side == "left" else "left"),
        ]
        second += here if side == "left" else []
    middle = (hits + others) / 2
    told = ax.text(middle, 0.62, "", fontsize=14, ha="center", va="center", linespacing=1.5)
    ax.set(xlim=(edges[0], edges[-1]), ylim=(0, 1.5), yticks=[], xlabel=f"times in {runs:,} runs")
    ax.set_title("If the true chance were the one at the peak: how lucky was what we saw?")

    def move(hills, chance):
        share = betainc(hits, runs - hits + 1, chance)
        gone, there = betaincinv(others + 1, runs - others, 1 - share), chance
        often = f"{share:.0%} of all cases" if share > 0.1 else f"1 case in {1 / share:,.0f}"
        as_seen = f"{others} or fewer", f"{hits} or more"
        is_rare = round(1 / share) >= RARE
        for artist in (slopes[0], tails[0], peaks[0], words[0], *second, said[0]):
            artist.set_visible(hills == BOTH)
        for i, peak in enumerate((gone, there)):
            heights = -np.diff(betainc(edges + 0.5, runs - edges + 0.5, peak))
            heights /= heights.max()
            slopes[i].set_data(np.where(beyond[i], 0, heights), edges)
            tails[i].set_data(np.where(beyond[i], heights, 0), edges)
            peaks[i].set_data([peak * runs], [1.05])
            words[i].set(x=peak * runs + (6, -6)[i], text=f"{peak:.1%}")
            said[i].set_text(f"{as_seen[i]}:\n{often}\n{_luck(share, is_rare)}")
        if hills == ONE:
            claim, verdict = "pretend that the true chance is", "That may happen: go on."
            if is_rare:
                claim, verdict = "so the true chance is at least", "Such luck is too rare: stop, and show both hills."
            told.set(x=middle - 60, text=f"{claim}\n{there:.1%}", weight="bold" if is_rare else "normal")
            return Reading(
                f"If the true chance with Ruth were {there:.1%}, {hits} or more would come in {often}. {verdict}",
                f"A hill of possible results in {runs:,} runs, highest at {there * runs:.0f}. Filled is what lies "
                f"right of {hits}, as was seen: {often}.",
            )
        loss = np.log(there / gone)
        claim = "so the loss is at least" if is_rare else "then the loss would be"
        ratio = f"ln({there:.1%} / {gone:.1%}) = {loss:.2f}"
        told.set(x=middle, text=f"{claim}\n{ratio}", weight="bold" if is_rare else "normal")
        verdict = "Both would be rare luck: stop." if is_rare else "That may happen: go on."
        return Reading(
            f"At {there:.1%} with Ruth, {hits} or more come in {often}. "
            f"At {gone:.1%} without her, {others} or fewer come in {often}. {verdict}",
            f"Two hills of possible results, highest at {gone * runs:.0f} without Ruth and at {there * runs:.0f} with "
            f"her. Filled is what lies left of {others} or right of {hits}, as was seen: {often} on each side. "
            f"The loss would be {loss:.2f}.",
        )

    return Picture(figure, (*slopes, *tails, *peaks, *words, *second, *said, told), move)


def _luck(share, is_rare):
    """Say what it would mean to see what happens in such a share of all cases."""
    return "rare luck: STOP" if is_rare else "no luck needed" if share > 0.4 else "some luck"


def intervals(*, reach=0.5):
    """Draw 40 audits of geometric noise, whose loss is exactly ε: each with its estimate and its lower bound.

    The event is "1 or more is published", fixed beforehand; in truth there is 1 person, or nobody. Shown are losses up
    to `reach` above ε, and a little more below it. The `move` of the Picture takes ``epsilon``, ``runs`` (on each side;
    at 20,000, a move takes about 40 ms) and ``rng``. To be guessed: the lower bound in the middle of the forty.
    """
    figure, ax = canvas(height=320)
    x = np.arange(1, AUDITS + 1)
    line = ax.plot([0.2, AUDITS + 0.8], [0, 0], color=INK, lw=1.8, ls="--")[0]
    name = ax.text(AUDITS + 1.2, 0, "", fontsize=12.5, weight="bold", va="center")
    lines = ax.vlines(x, 0, 0, color=PALE, lw=3)
    fair = ax.plot([], [], "o", color=GREY, ms=8)[0]
    over = ax.plot([], [], "o", color=RED, ms=8)[0]
    lows = ax.plot([], [], "_", color=GREEN, ms=12, mew=4)[0]
    wrong = ax.plot([], [], "X", color=RED, ms=13, mec=INK)[0]
    first = {"ha": "right", "va": "center", "fontsize": 12.5}
    dot, dash = (ax.text(0.2, 0, word, **first, color=DARK[c]) for word, c in (("estimate", GREY), ("bound", GREEN)))
    told = ax.text(1, 0, "", fontsize=13, color=DARK[RED], weight="bold", va="top")
    sure = ax.text(1, 0, "", fontsize=13, color=DARK[GREEN], weight="bold", va="bottom")
    guessed = ax.text(AUDITS, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top")
    ax.set(xlim=(-4.6, AUDITS + 6), xlabel="forty audits of the same honest program", xticks=[])
    ax.set_ylabel("privacy loss that is found")
    ax.yaxis.set_label_coords(-0.06, 0.5)  # stays where it is when numbers below 0 are wider
    ax.set_title("Forty audits: a dot is the estimate, the dash below it the lower bound")

    def move(epsilon, runs, rng):
        hits, drawn = [], {"area": 0, "runs": AUDITS * runs, "epsilon": epsilon, "rng": rng}
        for count in (1, 0):
            released = leaf_runs("GDPC", [count], **drawn).reshape(AUDITS, runs)
            hits.append((released >= 1).sum(axis=1).tolist())
        bounds = [loss_bound(with_her, runs, without, runs) for with_her, without in zip(*hits)]
        low, estimate = np.array([[bound.low, bound.estimate] for bound in bounds]).T
        bad, above, middle = low > epsilon, estimate > epsilon, np.median(low)
        bottom, top = epsilon - 1.25 * reach, epsilon + reach
        ax.set_ylim(bottom - 0.12 * reach, top + 0.15 * reach)
        line.set_ydata([epsilon, epsilon])
        name.set(y=epsilon, text=f"true loss\n{epsilon:g}")
        low, estimate = np.clip(low, bottom + 0.15 * reach, None), np.clip(estimate, None, top - 0.1 * reach)
        lines.set_segments([[(at, down), (at, up)] for at, down, up in zip(x, low, estimate)])
        kinds = (fair, ~above, estimate), (over, above, estimate), (lows, ~bad, low), (wrong, bad, low)
        for dots, some, values in kinds:
            dots.set_data(x[some], values[some])
        apart = max(estimate[0] - low[0], 0.18 * reach) / 2  # words are higher than the gap where runs are many
        for word, side in ((dot, apart), (dash, -apart)):
            word.set_y((estimate[0] + low[0]) / 2 + side)
        told.set(y=top + 0.12 * reach, text=f"too high: {above.sum()} of {AUDITS} estimates (red)")
        half = f"{middle:.2f}".replace("-", "−")
        crosses = " (crosses)" if bad.any() else ""
        words = f"too high: {bad.sum()} of {AUDITS} lower bounds{crosses}; in the middle: {half}"
        sure.set(y=bottom - 0.1 * reach, text=words)
        guessed.set_y(top + 0.12 * reach)
        return Reading(
            f"{runs:,} runs on each side; the true loss is {epsilon:g}. Too high are {above.sum()} of {AUDITS} "
            f"estimates and {bad.sum()} of {AUDITS} bounds. The bound in the middle is "
            f"{f'{middle:.2f}' if middle > 0 else 'below 0, which says nothing'}.",
            f"{AUDITS} upright sticks, a dot on each. {above.sum()} of the dots lie above the dashed true loss, "
            f"{epsilon:g}; {bad.sum()} of the lower ends do. The median of the lower ends is {middle:.3g}.",
            truth=round(max(middle, 0), 2),
        )

    moving = line, name, lines, fair, over, lows, wrong, dot, dash, told, sure, guessed
    return Picture(figure, moving, move, says(guessed, "your guess of the middle: {:.2f}"))


def forty(*, epsilon, runs, rng):
    """Give a figure of `intervals` that stands still, near enough to read losses, and the `Reading` of it."""
    picture = intervals(reach=0.25)
    said = picture.move(epsilon, runs, rng)
    return picture.figure, said


def threshold(*, sigma, epsilon, delta):
    """Draw two hills of normal noise, what the event "above a threshold" gives away, and the bound from runs of it.

    One hill is around 1, with Ruth, the other around 0. Their standard deviation `sigma` keeps a promise of `epsilon`
    and `delta`. The `move` of the Picture takes ``threshold`` and ``runs`` (on each side; the bound is that of runs
    that are neither lucky nor unlucky). To be guessed: the bound.
    """
    figure, (hills, losses) = canvas(rows=2, ratios=[1, 1.25], height=350)
    x = np.linspace(-9, 20, 400)
    at = np.linspace(-9, 15.5, 80)
    without, there = (np.exp(-(((x - mean) / sigma) ** 2) / 2) for mean in (0, 1))

    def chances(value):
        return ndtr((1 - value) / sigma), ndtr(-value / sigma)

    def true(value):
        more, less = chances(value)
        return np.log((more - delta) / less)

    def bounded(value, runs):
        more, less = (chance * runs for chance in chances(value))
        least = clopper_pearson(more, runs, 1 - 1 / RARE)[0] - delta
        return np.log(np.maximum(least, 1e-12) / clopper_pearson(less, runs, 1 - 1 / RARE)[1])

    hills.plot(x, without, color=BLUE, lw=2.2)
    hills.plot(x, there, color=ORANGE, lw=2.2, ls="--")
    hills.text(-5, 0.52, "without Ruth", color=DARK[BLUE], weight="bold", fontsize=13, ha="right")
    hills.text(4.6, 0.72, "with Ruth", color=DARK[ORANGE], weight="bold", fontsize=13)
    hills.set(ylim=(0, 1.1), yticks=[])
    hills.spines["left"].set_visible(False)
    hills.set_title("What is published: how much of it lies above the threshold?")
    losses.plot(at, true(at), "--", color=INK, lw=1.8)
    losses.axhline(epsilon, color=INK, lw=1)
    losses.text(-8.9, epsilon + 0.03, f"promised: {epsilon:g}, with δ", fontsize=12)
    losses.text(-8.9, 0.5, "dashed: what it gives away", fontsize=12)
    losses.set(xlim=(-9, 20), ylim=(-0.5, 1.25), xlabel="threshold, persons", ylabel="privacy loss")
    losses.set_title("The loss of the event “above the threshold”")
    plate = {"fc": "white", "ec": "none", "pad": 2}
    curve = losses.plot([], [], color=GREEN, lw=2.6)[0]
    legend = losses.text(-8.9, -0.3, "", fontsize=12, color=DARK[GREEN], weight="bold", bbox=plate)
    stops = [ax.axvline(0, color=INK, lw=1.6, ls=":") for ax in (hills, losses)]
    areas = [hills.fill_between([0], 0, 0, color=colour, alpha=0.6, lw=0) for colour in (BLUE, ORANGE)]
    missed = hills.fill_between([0], 0, 0, fc="none", ec=ORANGE, hatch="//", lw=0)
    told = hills.text(19.9, 1.08, "", fontsize=12.5, ha="right", va="top", bbox=plate)
    misses = hills.text(-8.9, 1.08, "", fontsize=12.5, va="top", color=DARK[ORANGE])
    points = [losses.plot([], [], "o", color=colour, ms=10)[0] for colour in (INK, GREEN)]
    guess = losses.plot([], [], color=PURPLE, lw=4)[0]
    guessed = losses.text(19.9, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")

    def move(threshold, runs):
        low, loss, beyond = float(bounded(threshold, runs)), float(true(threshold)), x >= threshold
        areas[0].set_data(x, 0, without, where=beyond)
        areas[1].set_data(x, np.minimum(without, there), there, where=beyond)
        missed.set_data(x, 0, there, where=~beyond)
        for stop in stops:
            stop.set_xdata([threshold, threshold])
        curve.set_data(at, bounded(at, runs))
        legend.set_text(f"green: the bound from {runs:,} runs (on the edge: none)")
        more, less = (f"{share:.1%}" if share > 0.002 else f"{share:.4%}" for share in chances(threshold))
        told.set_text(f"above {threshold:g}:\n{more} with Ruth\n{less} without her,\na false alarm")
        misses.set_text(f"hatched:\nshe is missed,\n{1 - chances(threshold)[0]:.1%}")
        for point, y in zip(points, (loss, max(low, -0.48))):
            point.set_data([threshold], [y])
        bound = f"a bound of {low:.2f}" if low > 0 else "no bound above 0"
        return Reading(
            f"Above {threshold:g} lie {more} with Ruth and {less} without her. Less the allowed δ, this event gives "
            f"away {loss:.2f}, and {runs:,} runs on each side give {bound}.",
            f"Above, two wide hills that nearly coincide, cut at {threshold:g}. Below, a dashed curve of its loss, "
            f"{loss:.2f} there, and a green one of the bound from {runs:,} runs, against the threshold.",
            truth=round(max(low, 0), 1),
        )

    def mark(value):
        guess.set_data([17, 20], [value, value])
        guessed.set(y=value + 0.04, text=f"your guess: {value:g}")

    return Picture(figure, (*areas, missed, *stops, told, misses, curve, legend, *points, guess, guessed), move, mark)
