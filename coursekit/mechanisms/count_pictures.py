"""The pictures of lesson 00: one noisy count."""

from collections import Counter

import numpy as np

from coursekit.mechanisms.bounds import success_bound
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import paler

ANSWERS = IN, OUT = "Ada was counted", "Ada was not counted"

_DRAWS, _REACH = 200, 30  # dots in each row; how far the axis reaches to either side of the count


def releases(count):
    """Draw what could be published for a count, with Ada in it (`count`) and without her, and how good a guess can be.

    Each dot is one release by the geometric mechanism, pale where the best guess, the nearer count, is wrong. Its
    chance of being right is e^ε / (1 + e^ε), where the two counts are equally likely at first.

    Returns a `Picture`. Its `move` takes ``epsilon`` and ``rng``; the truth is the share of right guesses in percent.
    """
    figure, (ax, scale) = canvas(2, height=270, ratios=(5, 1))
    rows = [(count, 1, ORANGE), (count - 1, 0, BLUE)]
    ax.axvline(count - 0.5, color=INK, lw=1, ls=":", zorder=0)
    ax.text(count + 1, 1.97, "guess: with her →", va="top", fontsize=11)
    ax.text(count - 2, 1.97, "← guess: without her", va="top", ha="right", fontsize=11)
    ax.set(xlim=(count - _REACH, count + _REACH), ylim=(-0.06, 2), xlabel="the number that is published")
    ax.set_title(f"{_DRAWS} numbers with Ada, and {_DRAWS} without her.\nFaint: a wrong guess.")
    ticks(ax.yaxis, [1.3, 0.3], [f"with Ada:\n{count}", f"without her:\n{count - 1}"])
    ax.tick_params(axis="y", length=0)
    clouds = [ax.plot([], [], "o", color=c, ms=5, mew=0)[0] for _, _, own in rows for c in (own, paler(own, 0.35))]
    beyond = ax.text(1, 0.9, "", transform=ax.transAxes, ha="right", va="top", fontsize=10)
    scale.set(xlim=(0, 1), ylim=(46, 104), xticks=[])
    scale.set_title("right\nguesses")
    ticks(scale.yaxis, [50, 75, 100], ["50%\n(coin)", "75%", "100%"])
    dot, told = scale.plot([], [], "o", color=INK, ms=11)[0], scale.text(0.3, 50, "", va="center", size=14)
    yours = scale.plot([], [], "<", color=PURPLE, ms=11)[0]
    named = scale.text(1, 50, "", color=DARK[PURPLE], ha="right", va="bottom", fontsize=11)

    def move(epsilon, rng):
        noise, outside = GeometricNoise(scale=1 / epsilon), 0
        for k, (true, row, _) in enumerate(rows):
            released, seen = np.unique(true + noise.draw(size=_DRAWS, rng=rng), return_counts=True)
            step = min(0.035, 0.8 / seen.max())  # one dot above the other, and no heap above its row
            height = np.concatenate([step * np.arange(n) for n in seen])
            released = np.repeat(released, seen)
            is_right = (released >= count) == (true == count)
            for cloud, these in zip(clouds[2 * k :], (is_right, ~is_right)):
                cloud.set_data(released[these], row + height[these])
            outside += np.count_nonzero(abs(released - count) > _REACH)
        beyond.set_text(f"{outside} of {2 * _DRAWS} beyond the edges" if outside else "")
        off, right = plain(noise.expected_error), success_bound(epsilon=epsilon)
        dot.set_data([0.08], [100 * right])
        told.set(text=f"{right:.0%}", y=100 * right)
        return Reading(
            f"At ε = {epsilon:g} a published count is off by {off} on average. The best guess from it whether Ada was "
            f"counted is right {right:.0%} of the time; tossing a coin is right 50%.",
            f"Two heaps of {_DRAWS} dots on a line of numbers, around {count} and around {count - 1}. "
            f"At ε = {epsilon:g} they lie {off} from the true count on average.",
            truth=round(100 * right),
        )

    def mark(percent):
        yours.set_data([0.9], [percent])
        named.set(text="you", y=percent + 2)

    return Picture(figure, (*clouds, beyond, dot, told, yours, named), move, mark, guessed=(yours, named))


def game(count):
    """Draw one published number; the reader says whether Ada was counted: `count` with her, one less without.

    Ada is counted in half of all rounds. Returns a `Picture`. Its `move` takes ``epsilon`` and ``rng``; the `truth` of
    its reading is one of `ANSWERS`, and its `mark` takes it, too, and returns what the town knew.
    """
    figure, ax = canvas(height=190, without="left")
    reach = 20
    marks = [(count - 1, BLUE, "right", -0.7, "without Ada"), (count, ORANGE, "left", 0.7, "with Ada")]
    for true, colour, side, shift, name in marks:
        ax.plot([true, true], [0.2, 1], color=colour, lw=4)
        ax.text(true + shift, 0.86, f"{true} {name}", color=DARK[colour], ha=side, fontsize=13, weight="bold")
    dot = ax.plot([], [], "o", color=INK, ms=16)[0]
    plate = {"fc": "white", "ec": "none", "pad": 1}
    told = ax.text(0, 0, "", fontsize=14, weight="bold", bbox=plate)
    (noise,) = ax.plot([], [], lw=3)
    named = ax.text(count, 0.04, "", ha="center", fontsize=12, weight="bold")
    ax.set(xlim=(count - reach, count + reach), ylim=(0, 1), yticks=[], xlabel="number of ill people")
    ax.set_title("The town published one number")

    last, played = {}, Counter()

    def move(epsilon, rng):
        is_in, noise_law = rng.random() < 0.5, GeometricNoise(scale=1 / epsilon)
        published = count - (not is_in) + int(noise_law.draw(rng=rng))
        at = np.clip(published, count - reach + 0.6, count + reach - 0.6)
        arrow = "" if abs(published - count) <= reach else " →" if published > count else "← "
        dot.set_data([at], [0.3])
        noise.set_data([], [])
        named.set_text("")
        last.update(at=at, published=published, epsilon=epsilon)
        text = f"{arrow}{published}" if arrow.startswith("←") else f"{published}{arrow}"
        side = 1 if published >= count else -1  # beside the dot, away from both marks; at the edges there is no room
        beside = {"x": at + 0.7 * side, "y": 0.3, "ha": "left" if side == 1 else "right", "va": "center"}
        above = {"x": np.clip(at, count - reach + 2, count + reach - 2), "y": 0.48, "ha": "center", "va": "baseline"}
        told.set(text=text, **(beside if abs(at - count) < reach - 4 else above))
        blurs = (
            f"the noise makes it larger or smaller by {plain(noise_law.expected_error)} on average. "
            "How much it is in this round, only the town knows until you have answered."
        )
        if noise_law.expected_error < 0.5:  # a mean would hide that all noise is whole
            blurs = f"there is no noise at all in {noise_law.density(0):.0%} of the rounds."
        return Reading(
            f"The published number is {published}. At ε = {epsilon:g} {blurs}",
            f"A line of numbers with two marks, {count - 1} without Ada and {count} with her. At ε = {epsilon:g} the "
            f"published number is the dot at {published}.",
            truth=IN if is_in else OUT,
        )

    def mark(answer):
        true, colour = (count, ORANGE) if answer == IN else (count - 1, BLUE)
        noise.set(data=([true, last["at"]], [0.3, 0.3]), color=colour)
        drawn = f"noise of {last['published'] - true:+d}".replace("-", "−").replace("noise of +0", "no noise")
        named.set(text=f"{answer}: {true}, and {drawn}", color=DARK[colour])
        epsilon, published = last["epsilon"], last["published"]
        played[epsilon] += 1
        end = (f" You have played ten rounds at ε = {epsilon:g}. Whoever tosses a coin is right in five, on average. "
               "Now try another ε.")
        return f"The published number is {published}: {true} and {drawn}." + end * (played[epsilon] == 10)

    return Picture(figure, (noise, named, dot, told), move, mark)
