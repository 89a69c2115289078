"""People, drawn as people: head and shoulders, as markers, as patches, or as pixels of a crowd."""

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from coursekit.plots import canvas
from coursekit.plots.pixels import Tiles

CELL = 24, 28  # of one person in a crowd, in pixels: wide and high


def _person():
    turn, arch = np.linspace(0, 2 * np.pi, 25), np.linspace(np.pi, 0, 15)
    head = np.c_[0.2 * np.cos(turn), 0.3 + 0.2 * np.sin(turn)]
    arch = np.c_[0.34 * np.cos(arch), -0.28 + 0.34 * np.sin(arch)]
    body = np.r_[[[-0.34, -0.5]], arch, [[0.34, -0.5], [-0.34, -0.5]]]
    return Path(np.r_[head, body], [1, *[2] * 24, 1, *[2] * 17])


PERSON = _person()  # from -0.34 to 0.34 and from -0.5 to 0.5


def person(ax, x, y, size=1.0, **looks):
    """Put a person into an axes, whose feet are at `x`, `y`; it is `size` high where the units are as wide as high."""
    vertices = (PERSON.vertices + (0, 0.5)) * size + (x, y)
    return ax.add_patch(PathPatch(Path(vertices, PERSON.codes), **{"lw": 0, **looks}))


def inside(x, y):
    """Return which points lie in a person: arrays of the same shape, in the units of `PERSON`."""
    return PERSON.contains_points(np.c_[x.ravel(), y.ravel()]).reshape(x.shape)


def stamps(ax, size, colours):
    """Give a line of people for each colour, `size` points high; nobody stands in it yet.

    They are drawn once and stamped, which takes a third of the time of a `scatter`.
    """
    return [ax.plot([], [], ls="", marker=PERSON, ms=size, mew=0, color=colour)[0] for colour in colours]


def stand(lines, places, kinds):
    """Stand people at their places, each in the line (0, 1, …) of its kind."""
    for k, line in enumerate(lines):
        line.set_data(*places[kinds == k].T)


def crowd(ax, place, people, columns, colours, *, downward=False):
    """Draw people in a part of the axes (left, low, width, height); give the `Tiles`, whose last class is paper."""
    wide, high = (side if people > 1 else 4 * side for side in CELL)
    x, y = np.meshgrid((np.arange(wide) + 0.5) / wide - 0.5, 0.5 - (np.arange(high) + 0.5) / high)
    one, rows = inside(0.9 * x, 1.1 * y), -(-people // columns)  # with a little paper around
    number = np.arange(rows * columns)
    number = number.reshape(columns, rows).T if downward else number.reshape(rows, columns)
    whose = np.kron(np.where(number < people, number, people), np.ones((high, wide), int))
    where = np.where(np.tile(one, (rows, columns)), whose, people)
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
