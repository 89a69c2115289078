"""What pictures of people share (lesson 07): a crowd of small people, and the diary of two of them."""

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED, canvas
from coursekit.plots.pixels import Tiles
from coursekit.risk.trials import beyond_luck

CELL = 24, 28  # of one person in a crowd, in pixels: wide and high


def _person(wide, high):
    """Give the pixels of a head and shoulders."""
    x, y = np.meshgrid((np.arange(wide) + 0.5) / wide - 0.5, (np.arange(high) + 0.5) / high)
    head = (x / 0.19) ** 2 + ((y - 0.24) / 0.18) ** 2 < 1
    shoulders = (x / 0.38) ** 2 + ((y - 0.74) / 0.27) ** 2 < 1
    return head | shoulders & (y < 0.74) | (np.abs(x) < 0.38) & (y >= 0.74) & (y < 0.94)


def crowd(ax, place, people, columns, colours, *, downward=False):
    """Draw people in a part of the axes (left, low, width, height); give the `Tiles`, whose last class is paper."""
    wide, high = (side if people > 1 else 4 * side for side in CELL)
    rows = -(-people // columns)
    number = np.arange(rows * columns)
    number = number.reshape(columns, rows).T if downward else number.reshape(rows, columns)
    whose = np.kron(np.where(number < people, number, people), np.ones((high, wide), int))
    where = np.where(np.tile(_person(wide, high), (rows, columns)), whose, people)
    part = ax.inset_axes(place, transform=ax.transData)
    part.axis("off")
    tiles = Tiles(part, where, ListedColormap([*colours, "white"]))
    tiles.classes[-1] = len(colours)
    return tiles


def page(title, height):
    """Give a figure and axes from 0 to 100 both ways, in which everything is placed by hand."""
    figure, ax = canvas(height=height, without="left bottom")
    ax.set(xlim=(0, 100), ylim=(0, 100), xticks=[], yticks=[])
    ax.set_title(title)
    return figure, ax


class Diary:
    """Nora, who is a patient, and Vera, who is like her and is none: a square for each release tells who is caught.

    `places` are their left and low ends. Squares of Nora are red only if she is caught more often than luck allows.
    """

    def __init__(self, ax, places, files, *, high=9, drawn=True):
        self.figures, self.squares, self.said, self.unit = [], [], [], " files" if drawn else ""
        for (left, low), name, colour in zip(places, ("Nora", "Vera"), (ORANGE, BLUE)):
            if drawn:
                self.figures.append(crowd(ax, (left, low - 2, 5, 13), 1, 1, (colour, RED)))
                ax.text(left + 6, low + high / 2, name, fontsize=13, weight="bold", va="center", color=DARK[colour])
            at = left + (12.5 if drawn else 0) + 2.4 * np.arange(files)
            self.squares.append(ax.bar(at, high, 1.9, bottom=low, align="edge", color=PALE, ec=INK, lw=0.8))
            self.said.append(ax.text(at[-1] + 3.2, low + high / 2, "", fontsize=12, weight="bold", va="center"))
        self.moving = (*self.figures, *(one for squares in self.squares for one in squares), *self.said)

    def show(self, success):
        """Show an attack's successes on both, of shape (2, releases); give how many there are."""
        gap, luck = beyond_luck(success)
        colours, many = (RED if gap > luck else ORANGE, BLUE), success.sum(axis=1).tolist()
        for squares, said, caught, colour, count in zip(self.squares, self.said, success, colours, many):
            for square, true in zip(squares, caught, strict=True):
                square.set_facecolor(colour if true else PALE)
            said.set(text=f"{count} of {len(caught)}{self.unit}", color=DARK[colour] if count else INK)
        for figure in self.figures[:1]:
            figure.classes[0] = gap > luck
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
