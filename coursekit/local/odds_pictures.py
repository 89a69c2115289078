"""Pictures of the core lesson: how a yes moves the odds, a ruler for factors, and the way back from yes to smokers."""

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from coursekit.local.protocols import RandomizedResponse
from coursekit.plots import BLUE, DARK, GREY, INK, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, ticks
from coursekit.plots.people import PERSON

GHOST = 0.16  # how much is left to see of those who say no


def in_a_line(places):
    """Give the outline of people who stand side by side at the places, as one path."""
    vertices = np.concatenate([PERSON.vertices + (x, 0) for x in places])
    return Path(vertices, np.tile(PERSON.codes, len(places)))


def odds():
    """Draw the firm of 2,000, a figure for 100 people, before and after a yes, and the factor on a ruler of times 3.

    Of a figure so much is in colour as of its people remain. The `move` of this Picture takes ``p`` (chance of the
    truth) and ``share``, the belief before. Where both are whole multiples of 5%, all counts are whole people.
    """
    people, each, gap = 2000, 100, 0.6
    figure, ax = canvas(height=272)
    ruler = ax.inset_axes([0.018, 0.14, 0.97, 0.1])
    tops = 0, 2.35
    looks, names = (RED, GREY), ("Before her answer", "Those who say yes")
    faded = [[ax.add_patch(PathPatch(PERSON, fc=to_rgba(c, GHOST), lw=0)) for c in looks] for _ in tops]
    remain = [[ax.add_patch(Rectangle((0, -top - 0.6), 0, 1.2, fc=c, lw=0)) for c in looks] for top in tops]
    large = {"size": 16, "weight": "bold", "va": "center", "color": INK}
    told = [ax.text(-0.4, 0.85 - top, "", **large) for top in tops]
    times = ax.text(20.1, 0.85 - tops[1], "", ha="right", **large)
    times.set(size=19, color=DARK[PURPLE])
    ax.set(xlim=(-0.5, 20.2), ylim=(-5.75, 1.35), aspect="equal")
    ax.axis("off")
    ax.set_title("Smokers (red) to others (grey), one figure for 100 people", size=14)
    bar = ruler.barh([0], [0], height=0.9, color=PURPLE)[0]
    said = ruler.text(0, 0, "", size=13, weight="bold", va="center")
    ruler.set(xlim=(0, 3.3), ylim=(-0.5, 0.5), yticks=[])
    ticks(ruler.xaxis, [0, 1, 2, 3], [f"× {3**k}" for k in range(4)])
    ruler.set_xlabel("how many times larger the odds become (each step to the right is × 3)", size=12)
    ruler.vlines([1, 2, 3], -0.5, 0.5, color=GREY, lw=1, ls=":")
    ruler.tick_params(labelsize=12)
    ruler.spines[["top", "right"]].set_visible(False)

    def move(p, share):
        smoke = round(people * share)
        kept = round(smoke * p), round((people - smoke) * (1 - p))
        sizes, starts = (smoke, people - smoke), (0, smoke / each + gap)
        for top, parts, ghosts, counts in zip(tops, remain, faded, (sizes, kept)):
            for part, ghost, size, start, count in zip(parts, ghosts, sizes, starts, counts):
                line = in_a_line(start + np.arange(size // each))
                line.vertices[:, 1] -= top
                ghost.set_path(line)
                whole, rest = divmod(count / each, 1)
                part.set_x(start - 0.5)
                part.set_width(whole + (0.16 + 0.68 * rest) * (rest > 0))  # a person is 0.68 wide
                part.set_clip_path(line, ax.transData)
        factor, others = p / (1 - p), plain(sizes[1] / smoke)
        for text, name, pair, first in zip(told, names, (sizes, kept), (1, factor)):
            ratio = "1 : 1" if plain(first) == others else f"{plain(first)} : {others}"
            text.set_text(f"{name}: {pair[0]:,} : {pair[1]:,} = {ratio}")
        times.set_text(f"↓ × {plain(factor)}")
        long = RandomizedResponse(p=p).epsilon / np.log(3)
        bar.set_width(long)
        said.set(x=long + 0.05, text=f"× {plain(factor)}")
        return Reading(
            f"Of {people:,} people {smoke:,} smoke and {sizes[1]:,} do not; "
            f"{kept[0]:,} and {kept[1]:,} of them say yes. "
            f"So the odds grow from 1 : {others} to {plain(factor)} : {others}, {plain(factor)} times.",
            f"Two rows of 20 people, each for 100. Above, {smoke / each:g} red and {sizes[1] / each:g} grey; below, "
            f"{kept[0] / each:g} and {kept[1] / each:g} remain, and who says no is faded. A bar under them ends at "
            f"× {plain(factor)}.",
        )

    moving = [artist for row in (*faded, *remain) for artist in row]
    return Picture(figure, (*moving, *told, times, bar, said), move)


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
