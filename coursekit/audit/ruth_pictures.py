"""Pictures of Ruth's risk: errors that hide their promise, the largest of many estimates, and a cheat (lesson 09)."""

import numpy as np

from coursekit.audit.algorithms import gdpc_mechanism, leaf_runs, residuals
from coursekit.audit.areas import simulate_counts
from coursekit.audit.lower_bounds import audit
from coursekit.audit.pictures import ALIKE, NAMES, promises
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, ticks

OWN, SAME = "three promises", "one promise for all"
HONEST, CHEATING = "noise on every count", "a zero stays a zero"
NOBODY, ALONE, SMALL = "nobody: a zero is about no one", "somebody who lives alone", "everybody in a small area"
_SHOWN, _REACH, _BEYOND = 400, 20, 2.9


def clouds():
    """Draw the errors of three programs, each area a dot, and a bracket that holds nine of ten areas.

    The `move` of the Picture takes ``epsilon`` (of "raked", from .1), ``promised`` (`OWN` or `SAME`) and ``rng``. To be
    guessed: with three promises, whose errors are the largest.
    """
    figure, ax = canvas(height=300, without="left")
    counts = simulate_counts(926_100, children=21, rng=np.random.default_rng(1))
    heights, bends = np.array([2, 1, 0]), np.random.default_rng(2).triangular(-0.33, 0, 0.33, _SHOWN)
    colours = (PURPLE, GREEN, INK)
    dots = [ax.plot([], [], "o", color=colour, ms=4.5, alpha=0.5, mew=0)[0] for colour in colours]
    brackets = [ax.plot([], [], color=INK, lw=2.4, marker="|", ms=15, mew=2.4)[0] for _ in colours]
    plate = {"fc": "white", "ec": "none", "pad": 1.5, "alpha": 0.85}
    told = [ax.text(0, y + 0.4, "", fontsize=12, va="center") for y in heights]
    names = [ax.text(-415, y, "", fontsize=12.5, va="center", weight="bold") for y in heights]
    guessed = ax.text(313, 0, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center", bbox=plate)
    ax.axvline(0, color=INK, lw=1, ls=":", zorder=0)
    ax.set(xlim=(-420, 315), ylim=(-0.55, 2.65), yticks=[], xlabel="published − true count, persons (a dot is an area)")
    ax.set_title("How far each program is off; a bracket holds nine of ten areas")
    ticks(ax.xaxis, range(-300, 301, 100), ["−300", "−200", "−100", "0", "100", "200", "300"])

    def move(epsilon, promised, rng):
        asked = promises(epsilon / 4) if promised == OWN else dict.fromkeys(NAMES, epsilon)
        wide = []
        for i, (name, budget) in enumerate(asked.items()):
            found = residuals(name, counts, epsilon=budget, rng=rng)
            wide.append(float(np.percentile(np.abs(found), 90)))
            dots[i].set_data(found[:: found.size // _SHOWN][:_SHOWN], heights[i] + bends)
            brackets[i].set_data([-wide[i], wide[i]], [heights[i] + 0.4] * 2)
            told[i].set(x=wide[i] + 8, text=f"±{wide[i]:.0f}")
            names[i].set_text(f"{NAMES[name]}\nε = {budget:g}")
        each = f"{wide[0]:.0f}, {wide[1]:.0f} and {wide[2]:.0f}"
        words = "Who sees only the errors cannot tell who promises more."
        if promised == SAME:
            words = "For the same promise, “averaged” needs more noise, and “raked” the most."
        return Reading(
            f"Nine of ten areas are off by at most {each} persons. {words}",
            f"Three rows of {_SHOWN} dots, the errors of three programs, of which the last promises {epsilon:g}. "
            f"Brackets around nine of ten dots reach to {each}.",
            truth=ALIKE,
        )

    def mark(answer):
        row = dict(zip(NAMES.values(), heights)).get(answer, 2.55)
        guessed.set(y=row, text="your guess: all alike" if answer == ALIKE else "← your guess")

    return Picture(figure, (*dots, *brackets, *told, *names, guessed), move, mark)


def largest(*, others=107, epsilon=0.1):
    """Draw how often each number was published with Ruth and without her, and the size of the loss that each shows.

    The noise is geometric, so that the true loss is `epsilon` at each number, likelier with her or without. The `move`
    of the Picture takes ``runs`` (on each side) and ``rng``. To be guessed: the largest of the estimates.
    """
    figure, (piles, loss) = canvas(rows=2, ratios=[1, 1.35], height=350)
    numbers = np.arange(others + 1 - _REACH, others + 1 + _REACH)
    edges, empty = np.r_[numbers, numbers[-1] + 1] - 0.5, np.zeros(numbers.size)
    without = piles.stairs(empty, edges, color=BLUE, lw=2)
    there = piles.stairs(empty, edges, color=ORANGE, lw=2, ls="--")
    words = ((BLUE, others - 2.5, "right", "without Ruth"), (ORANGE, others + 3.5, "left", "with Ruth"))
    for colour, x, side, text in words:
        piles.text(x, 1.04, text, color=DARK[colour], ha=side, weight="bold", fontsize=13)
    two = piles.bar([0, 0], 0, width=0.5, color=[ORANGE, BLUE])
    plate = {"fc": "white", "ec": "none", "pad": 1}
    above = {"ha": "center", "va": "bottom", "bbox": plate, "weight": "bold", "color": DARK[RED]}
    counted = piles.text(0, 0, "", fontsize=12.5, ha="center", va="bottom", weight="bold", color=DARK[RED])
    leader = piles.plot([], [], color=DARK[RED], lw=1.4)[0]
    piles.set(ylim=(0, 1.3), yticks=[])
    piles.set_title("How often each number was published")
    piles.spines["left"].set_visible(False)
    right = numbers[-1] + 0.6
    loss.plot([edges[0], right], [epsilon, epsilon], color=GREEN, lw=4, alpha=0.6)
    green = {"color": DARK[GREEN], "weight": "bold"}
    loss.text(right + 0.2, epsilon / 2, f"true: {epsilon:g}", **green, fontsize=12, va="bottom")
    dots = [loss.plot([], [], "o", color=colour, ms=7, clip_on=False)[0] for colour in (BLUE, ORANGE)]
    top = loss.plot([], [], "o", color=RED, ms=15, mfc="none", mew=3)[0]
    told = loss.text(0, 0, "", fontsize=14, **above)
    guess = loss.plot([], [], color=PURPLE, lw=2, ls=":")[0]
    guessed = loss.text(right + 0.2, 0, "", color=DARK[PURPLE], fontsize=12, va="bottom")
    loss.set(xlim=(numbers[0] - 0.6, right + 4.5), ylim=(0, _BEYOND), xlabel="the number that was published")
    loss.set_ylabel("estimated loss")
    sides = (edges[0], "left", BLUE, "blue: likelier without her"), (right, "right", ORANGE, "orange: with her")
    for x, side, colour, text in sides:
        loss.text(x, _BEYOND, text, fontsize=11.5, color=DARK[colour], va="top", ha=side)
    loss.set_title("The loss that each number seems to show")
    ticks(loss.yaxis, [0, 1, 2], ["0", "1", "2"])

    def move(runs, rng):
        asked = {"area": 0, "runs": runs, "epsilon": epsilon, "rng": rng}
        drawn = [leaf_runs("GDPC", [count], **asked) for count in (others + 1, others)]
        hits = np.array([np.histogram(side, edges)[0] for side in drawn])
        known = (hits > 0).all(axis=0)
        ratios = np.log(hits[0, known] / hits[1, known])
        at = np.abs(ratios).argmax()
        most, number, (here, other) = float(np.abs(ratios[at])), int(numbers[known][at]), hits[:, known][:, at]
        for stairs, side in ((there, hits[0]), (without, hits[1])):
            stairs.set_data(side / hits.max(), edges)
        for bar, x, count in zip(two, (number - 0.5, number), (here, other)):
            bar.set(x=x, height=count / hits.max())
        # Never over the peak, above what is there, with a line to the two bars
        words = f"{here:,} with, {other:,} without"
        half = len(words) / 4  # of its width, in numbers
        ends = (others - 18.5, others - 5) if number <= others else (others + 7, others + 25)
        x = np.clip(number, ends[0] + half, ends[1] - half)
        y = min(hits[:, abs(numbers - x) < half + 1].max() / hits.max() + 0.08, 0.85)
        counted.set(x=x, y=y, text=words)
        leader.set_data([number, np.clip(number, x - half, x + half)], [max(here, other) / hits.max(), y])
        for some, side in zip(dots, (ratios < 0, ratios >= 0)):
            some.set_data(numbers[known][side], np.abs(ratios[side]))
        top.set_data([number], [most])
        beside = 0.2 if most < 2 else -0.65  # above the ring, or below it where the words of the axis are near
        told.set(x=np.clip(number, others - 14, others + 15), y=most + beside, text=f"the largest: {most:.2f}")
        silent = numbers.size - ratios.size
        never = f" ({silent} number{'s' * (silent > 1)} did not come on both sides)" if silent else ""
        return Reading(
            f"{runs:,} runs on each side. The largest of {ratios.size} estimates{never} is {most:.2f}, at {number}: it "
            f"came {_times(here)} with Ruth, {_times(other)} without her. The truth is {epsilon:g}.",
            f"Above, two ragged piles of published numbers. Below, a dot of estimated loss for each number; the one "
            f"farthest up is ringed, {most:.2f} at {number}, high above a green line at {epsilon:g}.",
            truth=round(most, 1),
        )

    def mark(value):
        guess.set_data(numbers[[0, -1]], [value, value])
        guessed.set(y=max(value, epsilon + 0.2) + 0.04, text=f"you: {value:g}")

    return Picture(figure, (without, there, *two, counted, guess, *dots, top, told, guessed, leader), move, mark)


def _times(count):
    """Write how often something came."""
    return "once" if count == 1 else f"{count:,} times"


def cheat(*, epsilon=0.5, runs=5000):
    """Draw what a program publishes for Ruth's area with her and without her, and the lower bound that an audit finds.

    The cheating program gives no noise to a count of 0. The `move` of the Picture takes ``program`` (`HONEST` or
    `CHEATING`), ``others`` (people beside Ruth) and ``rng``. To be guessed: whom the cheat exposes.
    """
    figure, (piles, scale) = canvas(2, ratios=[1.5, 1], height=290)
    numbers = np.arange(-8, 19)
    edges, empty = np.r_[numbers, 19] - 0.5, np.zeros(numbers.size)
    sides = [piles.stairs(empty, edges, fill=True, color=colour, alpha=0.4) for colour in (BLUE, ORANGE)]
    lines = [piles.stairs(empty, edges, color=c, lw=2.4, ls=style) for c, style in ((BLUE, "-"), (ORANGE, "--"))]
    for x, colour, text, side in ((0.02, BLUE, "without Ruth", "left"), (0.98, ORANGE, "with Ruth", "right")):
        piles.text(x, 0.93, text, transform=piles.transAxes, color=DARK[colour], fontsize=13, weight="bold", ha=side)
    rule = piles.text(0.98, 0.8, "", transform=piles.transAxes, fontsize=12, ha="right")
    piles.set(xlim=(-8.5, 18.5), ylim=(0, 1.12), xlabel="published count of Ruth’s area")
    piles.set_title("What is published, 5,000 times each")
    ticks(piles.yaxis, [0, 0.5, 1], ["0%", "50%", "100%"])
    bar = scale.bar([0], [0], width=0.6, color=GREEN)[0]
    told = scale.text(0, 0, "", fontsize=15, weight="bold", ha="center", va="bottom")
    sure = scale.text(0.98, 6.9, "", fontsize=13, ha="right", va="top", linespacing=1.4)
    scale.axhline(epsilon, color=INK, lw=1.6, ls="--")
    scale.text(0.98, epsilon + 0.1, f"promised: {epsilon:g}", fontsize=12, ha="right", va="bottom")
    scale.set(xlim=(-0.5, 1), ylim=(0, 7.6), xticks=[], ylabel="privacy loss, at least")
    scale.set_title("The audit is 95% sure of")

    def publish(program, counts, rng):
        noisy = gdpc_mechanism(counts, epsilon=epsilon, rng=rng)
        return np.where(counts == 0, 0, noisy) if program == CHEATING else noisy

    def move(program, others, rng):
        for side, line, count in zip(sides, lines, (others, others + 1)):
            drawn = publish(program, np.full(runs, count), rng)
            shares = np.histogram(drawn, edges)[0] / runs
            side.set_data(shares, edges)
            line.set_data(shares, edges)
        many = lambda count, rng, n: publish(program, np.full(n, count), rng)
        bound = audit(many, others + 1, others, runs=runs, many=True, rng=rng)
        low, broken = max(bound.low, 0), bound.low > epsilon
        rule.set_text(f"“{program}”")
        bar.set(height=low, color=RED if broken else GREEN)
        told.set(y=low + 0.1 if low > epsilon or low < 0.2 else epsilon + 0.15, text=f"{low:.2f}")
        husband = f"{1 / (1 + np.exp(-low)):.1%}"
        sure.set(text=f"after such\na number he is\nright in {husband}", color=DARK[RED] if broken else INK)
        live = f"{others} others" if others > 1 else "1 other" if others else "nobody else"
        words = f"{epsilon:g} is promised" + (": the promise is broken." if broken else ".")
        return Reading(
            f"“{program.capitalize()}”, {live} in Ruth’s area: after {runs:,} releases on each side, "
            f"the loss is at least {low:.2f}, with 95% confidence; {words}",
            f"Left, two piles of published counts, without Ruth around {others} and with her around {others + 1}. "
            f"Right, a bar of the least loss up to {low:.2f}, after which her husband is right in {husband}; a dashed "
            f"line at {epsilon:g} is the promise.",
            truth=ALONE if broken else None,
        )

    return Picture(figure, (*sides, *lines, rule, bar, told, sure), move)
