"""Pictures of one event: how far luck could go, what many audits prove with it, and where a δ hides (lesson 09)."""

import numpy as np
from scipy.special import betainc, ndtr

from coursekit.audit.algorithms import leaf_runs
from coursekit.audit.lower_bounds import LEVEL, clopper_pearson, loss_bound
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas

AUDITS = 40
RARE = (1 - LEVEL) / 2  # one case in forty


def luck(*, hits, runs):
    """Draw how often an event would come in `runs` runs if its chance were known, `hits` or more times in red.

    The `move` of the Picture takes ``chance``.
    """
    figure, ax = canvas(height=270)
    spread = np.sqrt(hits * (1 - hits / runs))
    times = np.arange(int(hits - 5 * spread), int(hits + 4 * spread) + 1)
    edges, empty = np.r_[times, times[-1] + 1] - 0.5, 0.0 * times
    hill, tail = (ax.stairs(empty, edges, fill=True, color=colour, lw=0) for colour in (ORANGE, RED))
    hill.set_alpha(0.45)
    ax.axvline(hits - 0.5, color=INK, lw=1.8)
    ax.text(hits + 1, 1.26, f"seen: {hits} or more →", fontsize=13, weight="bold")
    peak = ax.plot([], [], "v", color=DARK[ORANGE], ms=10)[0]
    word = ax.text(0, 1.08, "", fontsize=13, weight="bold", color=DARK[ORANGE], ha="right")
    red = ax.text(edges[-1], 0.72, "", fontsize=15, weight="bold", color=DARK[RED], ha="right")
    said = ax.text(edges[-1], 0.52, "", fontsize=13, ha="right")
    ax.set(xlim=(edges[0], edges[-1]), ylim=(0, 1.38), yticks=[], xlabel=f"times in {runs:,} runs")
    ax.spines["left"].set_visible(False)
    ax.set_title("If we knew the chance: how often would the event come?")

    def move(chance):
        at_least = betainc(edges + 0.5, runs - edges + 0.5, chance)
        heights, share = -np.diff(at_least), betainc(hits, runs - hits + 1, chance)
        heights /= heights.max()
        hill.set_data(np.where(times < hits, heights, 0), edges)
        tail.set_data(np.where(times < hits, 0, heights), edges)
        peak.set_data([chance * runs], [1.06])
        word.set(x=chance * runs - 3, text=f"chance {chance:.1%}")
        often = f"{share:.0%} of all cases" if share > 0.1 else f"1 case in {1 / share:,.0f}"
        rare = share < RARE
        red.set_text(f"red: {often}")
        said.set_text("too rare, so we rule it out" if rare else "this may be luck")
        return Reading(
            f"If the chance were {chance:.1%}, then {hits} or more of {runs:,} would come in {often}. "
            + ("That is too rare, so we rule this chance out." if rare else "That may be luck."),
            f"A hill of the possible results, highest at {chance * runs:.0f}. What lies right of an upright line at "
            f"{hits}, the result that was seen, is red: {often}.",
        )

    return Picture(figure, (hill, tail, peak, word, red, said), move)


def intervals():
    """Draw 40 audits of geometric noise, whose loss is exactly ε: each with its estimate and its lower bound.

    The event is "1 or more is published", fixed beforehand; in truth there is 1 person, or nobody. The `move` of the
    Picture takes ``epsilon``, ``runs`` (on each side; at 20,000, a move takes about 40 ms) and ``rng``. To be guessed:
    how many estimates are above ε.
    """
    figure, ax = canvas(height=320)
    x, far = np.arange(1, AUDITS + 1), 0.55
    ax.axhline(0, color=INK, lw=1.8, ls="--", xmax=(AUDITS + 0.8) / (AUDITS + 7.5))
    name = ax.text(AUDITS + 1.2, 0, "", fontsize=12.5, weight="bold", va="center")
    lines = ax.vlines(x, 0, 0, color=PALE, lw=3)
    fair = ax.plot([], [], "o", color=GREY, ms=8)[0]
    over = ax.plot([], [], "o", color=RED, ms=8)[0]
    lows = ax.plot([], [], "_", color=GREEN, ms=12, mew=4)[0]
    wrong = ax.plot([], [], "X", color=RED, ms=13, mec=INK)[0]
    told = ax.text(1, 0.64, "", fontsize=13, color=DARK[RED], weight="bold", va="top")
    proved = ax.text(1, -0.64, "", fontsize=13, color=DARK[GREEN], weight="bold", va="bottom")
    guessed = ax.text(AUDITS, 0.64, "", fontsize=12, color=DARK[PURPLE], ha="right", va="top")
    ax.set(xlim=(0, AUDITS + 7.5), ylim=(-0.66, 0.66), xlabel="forty audits of the same honest program", xticks=[])
    ax.set_ylabel("found loss − true loss")
    ax.set_title("A dot: the estimate · a dash: the lower bound · a stick: where the loss of this event may lie")

    def move(epsilon, runs, rng):
        hits, drawn = [], {"area": 0, "runs": AUDITS * runs, "epsilon": epsilon, "rng": rng}
        for count in (1, 0):
            released = leaf_runs("GDPC", [count], **drawn).reshape(AUDITS, runs)
            hits.append((released >= 1).sum(axis=1).tolist())
        bounds = [loss_bound(with_her, runs, without, runs) for with_her, without in zip(*hits)]
        low, high, estimate = np.array([[bound.low, bound.high, bound.estimate] for bound in bounds]).T
        bad, above, middle = low > epsilon, estimate > epsilon, np.median(low)
        name.set_text(f"true loss\n{epsilon:g}")
        low, high, estimate = (np.clip(found - epsilon, -far, far) for found in (low, high, estimate))
        lines.set_segments([[(at, down), (at, up)] for at, down, up in zip(x, low, high)])
        kinds = (fair, ~above, estimate), (over, above, estimate), (lows, ~bad, low), (wrong, bad, low)
        for dots, some, values in kinds:
            dots.set_data(x[some], values[some])
        told.set_text(f"{above.sum()} of {AUDITS} estimates are too high")
        proved.set_text(f"{bad.sum()} of {AUDITS} lower bounds are too high")
        return Reading(
            f"{runs:,} runs on each side. The true loss is {epsilon:g}. Too high are {above.sum()} of {AUDITS} "
            f"estimates and {bad.sum()} of {AUDITS} bounds. The bound in the middle is "
            f"{f'{middle:.2f}' if middle > 0 else 'below 0, which proves nothing'}.",
            f"{AUDITS} upright sticks around dots. {above.sum()} of the dots lie above the dashed true loss, "
            f"{epsilon:g}; {bad.sum()} of the lower ends do. The median of the lower ends is {middle:.3g}.",
            truth=int(above.sum()),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value} of {AUDITS}")

    return Picture(figure, (name, lines, fair, over, lows, wrong, told, proved, guessed), move, mark)


def threshold(*, sigma, epsilon, delta):
    """Draw two hills of normal noise, and what the event "above a threshold" gives away and what runs of it prove.

    One hill is around 1, with Ruth, the other around 0. Their standard deviation, `sigma`, keeps a promise of `epsilon`
    and `delta`. The `move` of the Picture takes ``threshold`` and ``runs`` (on each side; what they prove is said of
    runs that are neither lucky nor unlucky). To be guessed: the proved loss.
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

    def proved(value, runs):
        more, less = (chance * runs for chance in chances(value))
        least = clopper_pearson(more, runs, 1 - RARE)[0] - delta
        return np.log(np.maximum(least, 1e-12) / clopper_pearson(less, runs, 1 - RARE)[1])

    hills.plot(x, without, color=BLUE, lw=2.2)
    hills.plot(x, there, color=ORANGE, lw=2.2, ls="--")
    hills.text(-4.2, 0.72, "without Ruth", color=DARK[BLUE], weight="bold", fontsize=13, ha="right")
    hills.text(5.2, 0.72, "with Ruth", color=DARK[ORANGE], weight="bold", fontsize=13)
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
    told = hills.text(19.9, 1, "", fontsize=12.5, ha="right", va="top", bbox=plate)
    points = [losses.plot([], [], "o", color=colour, ms=10)[0] for colour in (INK, GREEN)]
    guess = losses.plot([], [], color=PURPLE, lw=4)[0]
    guessed = losses.text(19.9, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="bottom")

    def move(threshold, runs):
        low, loss, beyond = float(proved(threshold, runs)), float(true(threshold)), x >= threshold
        areas[0].set_data(x, 0, without, where=beyond)
        areas[1].set_data(x, np.minimum(without, there), there, where=beyond)
        for stop in stops:
            stop.set_xdata([threshold, threshold])
        curve.set_data(at, proved(at, runs))
        legend.set_text(f"green: what {runs:,} runs prove")
        more, less = (f"{share:.1%}" if share > 0.002 else f"{share:.3%}" for share in chances(threshold))
        told.set_text(f"above {threshold:g}:\n{more} with Ruth\n{less} without her")
        for point, y in zip(points, (loss, max(low, -0.48))):
            point.set_data([threshold], [y])
        proves = f"a loss of at least {low:.2f}" if low > 0 else "nothing"
        return Reading(
            f"Above {threshold:g} lie {more} with Ruth and {less} without her. This event gives away {loss:.2f}, and "
            f"{runs:,} runs on each side prove {proves}.",
            f"Above, two wide hills that nearly coincide, cut at {threshold:g}. Below, a dashed curve of its loss, "
            f"{loss:.2f} there, and a green one of what {runs:,} runs prove, against the threshold.",
            truth=round(max(low, 0), 1),
        )

    def mark(value):
        guess.set_data([17, 20], [value, value])
        guessed.set(y=value + 0.04, text=f"your guess: {value:g}")

    return Picture(figure, (*areas, *stops, told, curve, legend, *points, guess, guessed), move, mark)
