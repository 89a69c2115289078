"""The picture of a line that is bent back: what is taken off the variance, and where the line goes."""

import numpy as np

from coursekit.inference.pictures import PAPER, SCHOOLS, tenths
from coursekit.inference.regression import least_squares
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE
from coursekit.plots import Picture, Reading, canvas, ticks

HALF = 25  # of what noise adds at an epsilon of 0.2


def bends(x, y):
    """Draw Mira's line while she takes more and more off the published variance, which a bar shows.

    `x` and `y` are her file: noisy counts of thousands of schools, each with an epsilon of 0.2. The `move` of this
    Picture takes ``off`` (0 to 55). To be guessed: the slope if she takes off 25, which is half of what noise added.
    """
    fitted, variance = least_squares(x, y), x.var()
    figure, (left, right) = canvas(2, height=322, ratios=[2.1, 1])
    ends = np.array([-12.0, 32.0])
    left.plot(x[:400], y[:400], ".", color=ORANGE, ms=6, alpha=0.5)
    left.plot(ends, SCHOOLS.intercept + SCHOOLS.slope * ends, color=BLUE, lw=3)

    def drawn(slope):
        """Give the ends of a line through the middle of the points."""
        return fitted.intercept + fitted.slope * SCHOOLS.mean + slope * (ends - SCHOOLS.mean)

    left.plot(ends, drawn(fitted.slope), color=DARK[ORANGE], lw=3)
    line = left.plot([], [], color=DARK[GREEN], lw=5)[0]
    left.text(31.7, 77, "true line:\nslope 4", size=12, weight="bold", color=DARK[BLUE], ha="right", bbox=PAPER)
    below = drawn(fitted.slope)[1] - 4
    first = left.text(31.7, below, "", size=12, weight="bold", color=DARK[ORANGE], ha="right", va="top", bbox=PAPER)
    named = left.text(-11.6, 69, "", size=16, weight="bold", color=DARK[GREEN], va="center", bbox=PAPER)
    said = left.text(-11.6, -17, "", size=12, color=INK, va="center", bbox=PAPER)
    guess = left.plot([], [], color=INK, lw=2, ls="--")[0]
    left.set(xlim=ends, ylim=(-24, 90), xlabel="infected pupils, as published", ylabel="absent pupils, as published")
    left.set_title("Mira's line", size=14)
    ticks(left.xaxis, [0, 10, 20, 30])
    ticks(left.yaxis, [0, 20, 40, 60, 80])
    taken = right.bar([0], [0], color=PALE, width=0.9)[0]
    rest = right.bar([0], [0], color=GREEN, width=0.9)[0]
    words = [right.text(0, 0, "", size=13, weight="bold", ha="center", va="center", color=c) for c in (INK, "white")]
    right.set(xlim=(-0.6, 0.6), ylim=(0, 66), xticks=[], title="Variance of the infected")
    right.title.set_size(14)
    ticks(right.yaxis, [0, 10, 20, 30, 40, 50, 60])

    def move(off):
        left_over = variance - off
        slope = fitted.slope * variance / left_over
        line.set_data(ends, drawn(slope))
        first.set_text(f"first line: {tenths(fitted.slope)}" * (off > 0))
        near = abs(slope - SCHOOLS.slope) < 0.5
        named.set_text(f"slope {tenths(slope)}" + (": there!" if near else ""))
        taken.set(y=left_over, height=off)
        rest.set_height(left_over)
        for text, y, told, big in ((words[0], left_over + off / 2, f"taken off:\n{off}", off >= 10),
                                   (words[1], left_over / 2, f"left: {left_over:.0f}", left_over >= 4)):
            text.set(y=y, text=told if big else "")
        words[1].set_gid(DARK[GREEN])
        rest.set_facecolor(DARK[GREEN])
        told = "nearly the truth" if near else "too flat" if slope < SCHOOLS.slope else "too steep"
        return Reading(
            f"She takes off {off}: of the variance of {variance:.0f}, {left_over:.0f} are left, and her slope is "
            f"{tenths(slope)}, {told}.",
            f"Left, orange dots, the blue true line of slope 4, an orange one of slope {fitted.slope:.2f} and Mira's "
            f"green one of slope {slope:.2f}. Right, a bar of {variance:.0f}, of which {off} are taken off.",
            truth=round(float(fitted.slope * variance / (variance - HALF)), 1),
        )

    def mark(value):
        middle = SCHOOLS.intercept + SCHOOLS.slope * SCHOOLS.mean
        guess.set_data(ends, middle + value * (ends - SCHOOLS.mean))
        said.set_text(f"dashed: your guess for 25, {value:.1f}")

    return Picture(figure, (line, first, named, said, guess, taken, rest, *words), move, mark)
