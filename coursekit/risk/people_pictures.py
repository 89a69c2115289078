"""What pictures of lesson 07 share: the diary of two people, and verdicts as stamps."""

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED
from coursekit.plots.people import crowd
from coursekit.plots.pixels import Squares
from coursekit.risk.trials import beyond_luck


class Diary:
    """Nora, who is a patient, and Vera, who is like her and is none: a square for each release tells who is caught.

    `places` are their left and low ends. Squares of Nora are red only if the attack beats luck, and finds her more
    often than Vera.
    """

    def __init__(self, ax, places, files, *, high=9, drawn=True):
        self.figures, self.said, self.unit, rows = [], [], " files" if drawn else "", []
        for (left, low), name, colour in zip(places, ("Nora", "Vera"), (ORANGE, BLUE)):
            if drawn:
                self.figures.append(crowd(ax, (left, low - 2, 5, 13), 1, 1, (colour, RED)))
                ax.text(left + 6, low + high / 2, name, fontsize=13, weight="bold", va="center", color=DARK[colour])
            at = left + (12.5 if drawn else 0) + 2.4 * np.arange(files)
            rows.append((at, np.full(files, low)))
            self.said.append(ax.text(at[-1] + 3.2, low + high / 2, "", fontsize=12, weight="bold", va="center"))
        left, lows = np.concatenate(rows, axis=1)
        self.squares = Squares(ax, left, lows, 1.9, high, (PALE, ORANGE, BLUE, RED))
        self.moving = (*self.figures, self.squares, *self.said)

    def show(self, success):
        """Show an attack's successes, as in `trials`, on both; give how many there are."""
        gap, luck = beyond_luck(success)
        both = success[..., 0]
        many = both.sum(axis=1).tolist()
        is_exposed = gap > luck and many[0] > many[1]
        colours = RED if is_exposed else ORANGE, BLUE
        self.squares.classes = (both * [[3 if is_exposed else 1], [2]]).ravel()
        for said, caught, colour, count in zip(self.said, both, colours, many):
            said.set(text=f"{count} of {len(caught)}{self.unit}", color=DARK[colour] if count else INK)
        for figure in self.figures[:1]:
            figure.classes[0] = is_exposed
        return many


def stamp(ax, left, y, size):
    """Give a verdict that `press` fills: white letters on a coloured plate."""
    plate = {"boxstyle": "round,pad=0.45", "lw": 0}
    return ax.text(left, y, "", color="white", fontsize=size, weight="bold", va="center", bbox=plate)


def press(stamped, text, colour):
    """Put a verdict on a stamp."""
    stamped.set(text=text, gid=DARK[colour])
    stamped.get_bbox_patch().set_facecolor(DARK[colour])


def groups_of(group):
    """Say how large groups are, to begin a sentence."""
    return f"Groups of {group} or more" if group > 1 else "Groups of one"
