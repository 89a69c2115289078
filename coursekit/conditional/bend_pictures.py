"""The drawing of how far the noise must move a table, before it is bent to 0 + 6 (lesson 12)."""

from coursekit.conditional.pictures import PAPER
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, canvas, ticks

TRUTHS = (1, 5), (0, 6)  # if Rosa is 47, and if she is 52
# A noisy table, and the corners of the ways on which the noise gets there from the two truths
WAYS = {(0, 8): ([(1, 5), (1, 8), (0, 8)], [(0, 6), (0, 8)]), (1, 9): ([(1, 5), (1, 9)], [(0, 6), (0, 9), (1, 9)])}


def steps(way):
    """Give how many women too many or too few the noise makes on a way, in both counts together.

    >>> [[steps(way) for way in ways] for ways in WAYS.values()]
    [[4, 2], [4, 4]]
    """
    return sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(way, way[1:]))


def how_far():
    """Give a figure of two noisy tables, 0 + 8 and 1 + 9, with the steps of the noise to each from both truths, and an
    arrow to 0 + 6, which both are bent to."""
    figure, axes = canvas(2, height=330)
    large = {"size": 15, "weight": "bold", "va": "center"}
    for ax, (noisy, ways) in zip(axes, WAYS.items()):
        ax.plot([0, 2.4], [6, 3.6], color=GREY, lw=2, zorder=0)
        ax.plot(2, 4, "o", color=GREY, ms=9)
        ax.text(1.55, 3.9, "tables that fit", size=12, color=INK, ha="right", va="center")
        for truth, way, colour, age in zip(TRUTHS, ways, (BLUE, ORANGE), (47, 52)):
            path = [way[0]]
            for x, y in way[1:]:  # a dot after each step
                while path[-1] != (x, y):
                    a, b = path[-1]
                    path.append((a + (x > a) - (x < a), b + (y > b) - (y < b)))
            ax.plot(*zip(*path), "o-", color=colour, lw=4, ms=9)
            ax.plot(*truth, "o", color=DARK[colour], ms=17)
            many = {"x": 1.18, "ha": "left"} if truth == TRUTHS[0] else {"x": -0.18, "ha": "right"}
            ax.text(y=7, s=f"{steps(way)} steps", color=DARK[colour], bbox=PAPER, **many, **large)
            name = f"{truth[0]} + {truth[1]}\nif she is {age}"
            up = 0.35 if truth == TRUTHS[0] else -0.1
            ax.text(many["x"], truth[1] + up, name, size=12, color=DARK[colour], ha=many["ha"], va="center")
        ax.plot(*noisy, "o", color=INK, ms=17)
        right = noisy[0] > 0
        ax.text(noisy[0] + (0.18 if right else -0.18), noisy[1] + 0.15, f"{noisy[0]} + {noisy[1]}", color=INK,
                ha="left" if right else "right", **large)  # fmt: skip
        bow = "arc3,rad=0" if right else "arc3,rad=-0.45"
        arrow = {"arrowstyle": "-|>,head_width=0.5,head_length=0.8", "lw": 2.5, "ls": "--", "color": INK}
        ax.annotate("", TRUTHS[1], noisy, arrowprops=arrow | {"shrinkA": 9, "shrinkB": 11, "connectionstyle": bow})
        beside = (0.5, 7.5) if right else (0.56, 7)
        ax.text(*beside, "bent", size=13, color=INK, ha="center", va="center", bbox=PAPER)
        ax.set(xlim=(-1.25, 2.6), ylim=(3.4, 9.6), xlabel="women of 45–49")
        ax.set_title(f"How far is {noisy[0]} + {noisy[1]} from each truth?", size=15)
        ticks(ax.xaxis, [0, 1, 2])
        ticks(ax.yaxis, range(4, 10))
    axes[0].set_ylabel("women of 50–54")
    return figure
