"""Pictures of the core lesson: how a yes moves the odds, a ruler for factors, and the way back from yes to smokers."""

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.local.protocols import RandomizedResponse
from coursekit.plots import BLUE, DARK, GREY, INK, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, ticks
from coursekit.plots.people import stamps, stand

GHOST = 0.13  # how much is left to see of those who say no


def odds():
    """Draw 400 people in two piles, smokers and others, before and after a yes, and the factor on a ruler of times 3.

    The `move` of this Picture takes ``p`` (chance of the truth) and ``share``, the belief before. Where both are whole
    multiples of 5%, all counts are whole people.
    """
    people, high = 400, 10
    figure, ax = canvas(height=390)
    ruler = ax.inset_axes([0.135, 0.145, 0.845, 0.075])
    tops = 0, 12.2
    colours = [RED, GREY, to_rgba(RED, GHOST), to_rgba(GREY, GHOST)]
    rows = [stamps(ax, 9, colours) for _ in tops]
    large = {"size": 16, "weight": "bold", "va": "center", "ha": "center", "color": INK}
    counts = [ax.text(48.2, top + 3.2, "", **large) for top in tops]
    ratios = [ax.text(48.2, top + 6.4, "", **large) for top in tops]
    times = ax.text(48.2, 10.9, "", **large)
    times.set(size=19, color=DARK[PURPLE])
    for top, text in zip(tops, ("Before her\nanswer", "Those who\nsay yes")):
        ax.text(-1.2, top + 4.5, text, size=12, ha="right", va="center")
    ax.set(xlim=(-8, 54), ylim=(32.5, -1))
    ax.axis("off")
    ax.set_title("Smokers (red) to others (grey): what a yes does to the odds", size=14)
    bar = ruler.barh([0], [0], height=0.9, color=PURPLE)[0]
    said = ruler.text(0, 0, "", size=12, weight="bold", va="center")
    ruler.set(xlim=(0, 3.7), ylim=(-0.5, 0.5), yticks=[])
    ticks(ruler.xaxis, [0, 1, 2, 3], [f"× {3**k}" for k in range(4)])
    ruler.set_xlabel("how many times larger the odds become", size=12)
    ruler.vlines([1, 2, 3], -0.5, 0.5, color=GREY, lw=1, ls=":")
    ruler.tick_params(labelsize=11)
    ruler.spines[["top", "right"]].set_visible(False)

    def move(p, share):
        smoke = round(people * share)
        others = people - smoke
        kept = round(smoke * p), round(others * (1 - p))
        k = np.r_[np.arange(smoke), np.arange(others)]
        is_smoker = np.arange(people) < smoke
        start = np.where(is_smoker, 0, -(-smoke // high) + 1)
        says_yes = k < np.where(is_smoker, *kept)
        for row, top, shown in zip(rows, tops, (np.ones(people, bool), says_yes)):
            stand(row, np.c_[start + k // high, top + k % high], np.where(is_smoker, 0, 1) + np.where(shown, 0, 2))
        factor, each = p / (1 - p), f"{plain(others / smoke)}"
        for texts, pair, first in zip(zip(counts, ratios), ((smoke, others), kept), (1, factor)):
            texts[0].set_text(f"{pair[0]} : {pair[1]}")
            texts[1].set_text("= 1 : 1" if plain(first) == each else f"= {plain(first)} : {each}")
        times.set_text(f"↓ × {plain(factor)}")
        long = RandomizedResponse(p=p).epsilon / np.log(3)
        bar.set_width(long)
        said.set(x=long + 0.06, text=f"× {plain(factor)}")
        return Reading(
            f"Of {people} people {smoke} smoke and {others} do not; {kept[0]} and {kept[1]} of them say yes. "
            f"So the odds grow from 1 : {each} to {plain(factor)} : {each}, {plain(factor)} times.",
            f"Two rows of {people} small people. Above, {smoke} red and {others} grey; below, {kept[0]} red and "
            f"{kept[1]} grey ones remain, and who says no is faded. A bar under them ends at × {plain(factor)}.",
        )

    return Picture(figure, (*rows[0], *rows[1], *counts, *ratios, times, bar, said), move)


def ruler():
    """Draw one to three answers of a coin that tells the truth 75% of the time, end to end on a ruler; the figure.

    Above stands by how much the odds are multiplied, below how long the answers are.
    """
    figure, ax = canvas(height=200)
    each = np.log(3)
    ax.barh(np.zeros(3), np.full(3, each - 0.02), left=each * np.arange(3), height=0.5, color=PURPLE)
    for k, name in enumerate(("first answer", "second answer", "third answer")):
        ax.text(each * (k + 0.5), 0, name, size=13, weight="bold", color="white", gid=PURPLE, ha="center", va="center")
    named = {"size": 13, "weight": "bold", "va": "center"}
    for k in range(1, 4):
        ax.plot([each * k] * 2, [-0.9, 0.36], color=PURPLE, lw=3)
        ax.text(each * k, 0.55, f"× {3**k}", ha="center", **named)
        ax.text(each * k - 0.04, -0.48, f"ε = {each * k:.1f}", ha="right", color=DARK[PURPLE], **named)
    ax.text(-0.08, 0.55, "the odds grow", ha="right", **named)
    ax.text(-0.08, -0.48, "the length is", ha="right", color=DARK[PURPLE], **named)
    ax.plot([0, 3.5], [-0.9, -0.9], color=INK, lw=2)
    for k in np.arange(36) / 10:
        ax.plot([k] * 2, [-0.9, -0.97 if k % 1 else -1.06], color=INK, lw=1 if k % 1 else 2)
    for k in range(4):
        ax.text(k, -1.25, f"{k}", size=13, ha="center", va="center")
    ax.set(xlim=(-1.02, 3.55), ylim=(-1.4, 0.75))
    ax.axis("off")
    ax.set_title("With each answer the odds are multiplied, and the length is added", size=14)
    return figure


def line(*, yes, p):
    """Draw the line that leads from the share who smoke to the share who say yes, read backwards; give the figure.

    yes : float. Share who say yes, from 1 - p to p.
    p : float. Chance of the truth, above 1/2 and below 1.
    """
    figure, ax = canvas(height=250)
    share = (yes - (1 - p)) / (2 * p - 1)
    ax.plot([0, 1], [1 - p, p], color=BLUE, lw=4)
    ax.plot([0, 1], [1 - p, p], "o", color=BLUE, ms=10, clip_on=False)
    ax.text(0.012, 0.9 - p, f"nobody smokes: {1 - p:.0%}", size=12, va="center")
    ax.text(1, p + 0.08, f"everybody smokes: {p:.0%}", size=12, ha="right", va="center")
    arrow = {"arrowstyle": "-|>", "color": INK, "lw": 2.5, "mutation_scale": 20}
    ax.annotate("", (share, yes), (0, yes), arrowprops=arrow)
    ax.annotate("", (share, 0), (share, yes), arrowprops=arrow)
    ax.text(0.012, yes + 0.06, f"{yes:.0%} say yes …", size=13, weight="bold", va="center")
    ax.text(share + 0.012, 0.07, f"… so {share:.0%} smoke", size=13, weight="bold", va="center")
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="share who smoke", ylabel="share who say yes")
    ax.set_title("Read the line backwards", size=14)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:.0%}")
    return figure
