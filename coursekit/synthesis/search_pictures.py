"""The picture of a search: in how many of the made-up colonies stands what a snooper looks for (lesson 05)."""

import numpy as np

from coursekit.plots import DARK, PALE, PURPLE, RED, canvas
from coursekit.synthesis.colony_pictures import penguin

_WIDE = 10  # colonies in a row
_COLOURS = PALE, PURPLE, RED  # of a colony with nothing of hers, with her bill, with her whole row


def hits(found):
    """Draw each made-up colony as a square, in the colour of what a snooper finds in it.

    Parameters
    ----------
    found : dict of {str: sequence of int}
        For each way of making colonies, what stands in each of them: 0 nothing of Pip's, 1 her bill, 2 her bill and
        all the rest of her row.

    Returns
    -------
    matplotlib.figure.Figure
        It stands still: a block of squares for each way, the worst ones first, above what is counted.
    """
    figure, axes = canvas(len(found), height=330, without="left bottom")
    for ax, (way, one) in zip(np.atleast_1d(axes), found.items()):
        level, rows = np.sort(one)[::-1], -(-len(one) // _WIDE)
        for k, colour in enumerate(_COLOURS):
            place = np.flatnonzero(level == k)
            ax.plot(place % _WIDE, place // _WIDE, "s", ms=21, mew=0, color=colour)
        red = np.flatnonzero(level == 2)  # with a small penguin, for a print without colours
        stamp = {"ls": "", "marker": penguin(), "ms": 15, "mew": 0, "color": "white", "zorder": 3}
        ax.plot([*(red % _WIDE), 0], [*(red // _WIDE), rows + 1.4], **stamp)
        ax.set(xlim=(-0.7, 10.3), ylim=(rows + 1.9, -0.7), xticks=[], yticks=[])
        ax.set_title(f"{len(one)} colonies made {way}", weight="bold")
        bills, whole_rows = np.sum(level > 0), np.sum(level > 1)
        told = f"in colour: {bills} with Pip's bill", f"red: {whole_rows} with her whole row"
        for y, (colour, text) in enumerate(zip((PURPLE, RED), told), start=rows):
            ax.plot([0], [y + 0.4], "s", ms=21, mew=0, color=colour)
            ax.text(0.8, y + 0.4, text, color=DARK[colour], fontsize=14, weight="bold", va="center")
    return figure
