"""What pictures of people share (lesson 07): a crowd of small people, and the diary of one of them."""

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.plots import DARK, INK, ORANGE, PALE, RED, canvas
from coursekit.plots.pixels import Tiles

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
    figure, ax = canvas(height=height)
    ax.set(xlim=(0, 100), ylim=(0, 100), xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_title(title)
    return figure, ax


class Diary:
    """Nora, and for each release a square that is red where an attack succeeds on her."""

    def __init__(self, ax, y, files, *, left=0, text="Nora", width=3.2, drawn=True):
        self.figure = crowd(ax, (left, y, 5, 13), 1, 1, (PALE, ORANGE, RED)) if drawn else None
        shift = left + (6 if drawn else 0)
        ax.text(shift, y + 6, text, fontsize=13, weight="bold", va="center")
        start = shift + (12 if drawn else 0)
        at = start + (width + 0.6) * np.arange(files)
        self.squares = ax.bar(at, 9, width, bottom=y + 1.5, align="edge", color=PALE, ec=INK, lw=0.8)
        self.said = ax.text(at[-1] + width + 1.5, y + 6, "", fontsize=13, va="center")
        self.moving = (*([self.figure] if drawn else []), *self.squares, self.said)

    def show(self, success, verb):
        for square, true in zip(self.squares, success, strict=True):
            square.set_facecolor(RED if true else PALE)
        many = int(success.sum())
        if self.figure:
            self.figure.classes[0] = 2 if 2 * many > len(success) else 1
        self.said.set(text=f"{verb} in {many} of {len(success)} files", weight="bold" if many else "normal")
        self.said.set_color(DARK[RED] if many else INK)
        return many


def groups_of(group):
    """Say how large groups are, to begin a sentence."""
    return f"Groups of {group} or more" if group > 1 else "Groups of one"
