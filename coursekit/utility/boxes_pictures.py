"""Boxes of two or three columns: how full each is in two files, and how many points luck alone costs (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.utility import spoiling
from coursekit.utility.pictures import FLIPPER, MASS


def shares(confidential, file, columns, parts=4):
    """Return the share of penguins in each box of both files, such as (2, 4, 4, 4): quarters of three real `columns`.

    The real file is cut into as many equal `parts` along each column.

    >>> import pandas as pd
    >>> table = pd.DataFrame({"x": range(8)})
    >>> shares(table, table[:4], ["x"]).tolist()
    [[0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0.0, 0.0]]
    """
    cuts = [np.quantile(confidential[column], np.arange(1, parts) / parts) for column in columns]
    found = np.zeros((2, *[parts] * len(columns)))
    for table, full in zip((confidential, file), found):
        np.add.at(full, tuple(np.searchsorted(cut, table[c], "right") for cut, c in zip(cuts, columns)), 1 / len(table))
    return found


def boxes(full, names):
    """Return a figure of the boxes of `shares`, each as full as its share: real ones above, those of a file below.

    `names` are what the two files are called. The first column goes upwards, the second to the right, the third from
    one heap of 16 boxes to the next.
    """
    from matplotlib.patches import Rectangle

    figure, ax = canvas(height=285, without="left bottom")
    fullest = np.unravel_index(full[0].argmax(), full[0].shape)  # of the real file: worked out beside the boxes
    bold = {"fontsize": 12, "weight": "bold"}
    for row, (file, name, colour) in enumerate(zip(full, names, (BLUE, ORANGE))):
        ax.text(-0.25, 4.9 * row + 2, "longer bills →", rotation=90, ha="right", va="center", fontsize=11)
        ax.text(-1.1, 4.9 * row + 2, name, ha="right", va="center", color=DARK[colour], **bold)
        for (up, right, heap), share in np.ndenumerate(file):
            corner, side = (4.9 * heap + right, 4.9 * row + 3 - up), 0.88
            ax.add_patch(Rectangle(corner, side, side, facecolor="white", edgecolor=INK, lw=0.6))
            height = side * share / full.max()
            ax.add_patch(Rectangle((corner[0], corner[1] + side - height), side, height, facecolor=colour))
            if (up, right, heap) == fullest:
                ax.add_patch(Rectangle(corner, side, side, facecolor="none", edgecolor=INK, lw=2.5))
                ax.text(19.4, corner[1] + side / 2, f"{share:.1%}", color=DARK[colour], va="center", **bold)
    smaller = full[:, *fullest].min()
    worked = f"the smaller one:\n{smaller:.1%}, which is\n{1000 * smaller:.0f} points"
    ax.text(19.4, 7.6, worked, va="center", fontsize=12)
    for heap, light in enumerate(("lightest quarter", "", "", "heaviest quarter")):
        ax.text(4.9 * heap + 1.94, -0.5, light, ha="center", va="center", fontsize=12)
    ax.text(1.94, 9.4, "longer flippers →", ha="center", va="center", fontsize=12)
    ax.set(xlim=(-5, 24.5), ylim=(9.8, -1), xticks=[], yticks=[])
    ax.set_title(f"How full are the 64 boxes? A full one holds {full.max():.1%}")
    return figure


def four(confidential, file):
    """Return a figure of two files, cut in the middle of `FLIPPER` and `MASS`: four shares each, and the smaller ones.

    The two tables have the columns `FLIPPER` and `MASS`; the file is the one that Ines got.
    """
    figure, axes = canvas(3, ratios=[1, 1, 0.8], height=300)
    full = shares(confidential, file, [FLIPPER, MASS], parts=2)
    both = full.min(axis=0)
    table = confidential[[FLIPPER, MASS]]
    middle, least, most = table.median(), table.min(), table.max()
    reach = 0.06 * (most - least)
    bold = {"weight": "bold", "bbox": {"fc": "white", "ec": "none", "pad": 2, "alpha": 0.85}}
    told = (
        *zip(("real", "Ines"), (BLUE, ORANGE), (confidential, file), full),
        ("the smaller of the two", PURPLE, None, both),
    )
    centres = [(least + middle - reach) / 2, (most + middle + reach) / 2]
    for ax, (head, colour, rows, parts) in zip(axes, told):
        if rows is not None:
            ax.plot(rows[FLIPPER], rows[MASS], "o", color=colour, ms=4, alpha=0.4, mew=0)
        low, high = least - reach, most + reach
        ax.axvline(middle[FLIPPER], color=INK, lw=1.5)
        ax.axhline(middle[MASS], color=INK, lw=1.5)
        for (right, up), share in np.ndenumerate(parts):
            place = centres[right][FLIPPER], centres[up][MASS]
            ax.text(*place, f"{share:.1%}", color=DARK[colour], ha="center", va="center", fontsize=15, **bold)
        ax.set(xlim=(low[FLIPPER], high[FLIPPER]), ylim=(low[MASS], high[MASS]))
        ticks(ax.xaxis, [centre[FLIPPER] for centre in centres], ["short flippers", "long flippers"])
        ticks(ax.yaxis, [centre[MASS] for centre in centres], ["light", "heavy"] if ax is axes[0] else ["", ""])
        ax.tick_params(length=0)
        ax.set_title(head, color=DARK[colour])
        ax.spines[:].set_visible(True)
    ticks(axes[2].xaxis, [middle[FLIPPER]], [f"together about {both.sum():.0%}: {1000 * both.sum():.0f} points"])
    return figure


def yardstick(confidential, columns, *, resamples=99):
    """Draw the points of resamples on a scale from 0 to 1,000, those of a copy, and those of a file that was torn.

    `columns` are three of numbers; each is cut at the quarters of `confidential`, and boxes are compared. The
    `Picture`'s `move` takes ``rows`` of each file and ``broken``, the share of flippers shuffled in the torn one.
    """
    figure, ax = canvas(height=300, without="left")

    def score(file):
        return 1000 * shares(confidential, file, columns).min(axis=0).sum()

    def drawn(rows, rng):
        return confidential.iloc[rng.integers(len(confidential), size=rows)].reset_index(drop=True)

    @cache
    def of_resamples(rows):
        rng = np.random.default_rng(4)
        return np.sort([score(drawn(rows, rng)) for _ in range(resamples)])

    @cache
    def of_torn(rows, broken):
        rng = np.random.default_rng(2)
        return score(spoiling.break_correlation(drawn(rows, rng), FLIPPER, share=broken, rng=rng))

    low, step = 300, 6
    lights = ax.axvspan(low, 800, color=RED, alpha=0.13, lw=0)
    limit = ax.axvline(800, color=RED, lw=2)
    plate = {"fc": "white", "ec": "none", "pad": 1, "alpha": 0.85}
    bold = {"fontsize": 12, "weight": "bold", "bbox": plate}
    ax.text(low + 8, 31, "here the lamp lights", color=DARK[RED], va="top", **bold)
    dots = ax.plot([], [], "o", color=PURPLE, ms=6.5, mew=0)[0]
    names = ax.text(0, 0, f"{resamples} resamples", color=DARK[PURPLE], ha="left", **bold)
    ax.axhline(-1, color=INK, lw=0.8)
    torn = ax.plot([], [], "D", color=ORANGE, mec=INK, ms=13)[0]
    whose = ax.text(0, -3.6, "", color=DARK[ORANGE], va="center", **bold)
    ax.plot([1000], [-3.6], "s", color=INK, ms=12)
    ax.text(1012, -3.6, "a copy", va="center", **bold)
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    yours = ax.text(0, 27.5, "", ha="center", fontsize=12, bbox=plate)
    ax.set(xlim=(low, 1075), ylim=(-6, 33), yticks=[])
    ax.set_xlabel("points: 1,000 if every box is as full as in the real file")
    ax.set_title("Luck alone costs points")
    ticks(ax.xaxis, range(low, 1001, 100))

    def move(rows, broken):
        found, hers = of_resamples(rows), of_torn(rows, broken)
        piles = (found // step).astype(int)
        height = np.arange(len(piles)) - np.searchsorted(piles, piles)
        height = height * min(1, 20 / height.max())  # a tall pile is pressed together
        dots.set_data((piles + 0.5) * step, height)
        worst, middle = found[0], int(10 * round(float(np.median(found)) / 10))
        lights.set_width(worst - low)
        limit.set_xdata([worst, worst])
        names.set(x=min(worst + 8, 966), y=height.max() + 2)
        torn.set_data([hers], [-3.6])
        whose.set(x=hers + (18 if hers < 550 else -18), text=f"shuffled: {hers:.0f}")
        whose.set_ha("left" if hers < 550 else "right")
        lights_up = "lights" if hers < worst else "stays dark"
        return Reading(
            f"A resample of {rows:,} penguins gets about {middle} points, the unluckiest of {resamples} gets "
            f"{worst:.0f}. With {broken:.0%} of the flippers shuffled, a file gets {hers:.0f}: "
            f"the lamp {lights_up}.",
            f"A heap of {resamples} dots around {middle} on an axis of points that ends at a copy's 1,000; below "
            f"{worst:.0f} the lamp lights; a diamond for the file with shuffled flippers stands at {hers:.0f}.",
            truth=middle,
        )

    def mark(value):
        guessed.set_data([max(value, low + 8)], [25])
        yours.set(x=max(value, low + 8), text="your guess" if value >= low else f"← your guess: {value}")
        yours.set_ha("left" if value < low + 60 else "center")

    return Picture(figure, (lights, limit, dots, names, torn, whose, guessed, yours), move, mark)
