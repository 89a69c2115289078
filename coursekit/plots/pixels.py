"""Artists that are drawn by the pixel, for pictures that must answer at once.

An image of matplotlib is resampled at each move, and a text is laid out and rendered letter by letter; each can take
longer than all the rest of a picture. Here pixels are given to places once, and letters are rendered once.
"""

from functools import cache, lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text

from coursekit.plots import INK
from coursekit.plots.lettering import put


class Tiles(Artist):
    """Places that fill an axes; a move sets `classes`, an integer for each place, at first 0.

    ax : matplotlib.axes.Axes. Its limits become those of the places.
    where : array of int, shape (rows, columns). Whose pixel it is: numbers of places from 0 on.
    colours : matplotlib.colors.ListedColormap. The colour of each class.
    """

    def __init__(self, ax, where, colours):
        super().__init__()
        self.where, self.pixels, self.classes = where, None, np.zeros(where.max() + 1, np.uint8)
        self.colours = colours(np.arange(colours.N), bytes=True).view(np.uint32).ravel()
        ax.set(xlim=(-0.5, where.shape[1] - 0.5), ylim=(where.shape[0] - 0.5, -0.5))
        ax.add_artist(self)

    def draw(self, renderer):
        left, low, right, high = np.rint(self.axes.get_window_extent(renderer).extents).astype(int)
        shape = high - low, right - left
        if self.pixels is None or self.pixels.shape != shape:
            rows, columns = ((np.arange(n) + 0.5) * size // n for n, size in zip(shape, self.where.shape))
            self.pixels = self.where[::-1][np.ix_(rows.astype(int), columns.astype(int))].astype(np.intp)
        # all numbers are places, so none is clipped, and nothing is checked again
        image = self.colours[self.classes].take(self.pixels, mode="clip").view(np.uint8).reshape(*shape, 4)
        put(renderer, image, left, low)


class Squares(Artist):
    """Framed squares, or other upright rectangles; a move sets `classes`, an integer for each, at first 0.

    left, low : array of float. Where they stand, in units of the data; all are `wide` and `high`.
    colours : sequence of colours. That of each class.
    """

    def __init__(self, ax, left, low, wide, high, colours):
        super().__init__()
        places = np.column_stack(np.broadcast_arrays(left, low))
        self.corners, self.classes = np.concatenate([places, places + (wide, high)]), np.zeros(len(places), np.uint8)
        colours = np.array([to_rgba(colour) for colour in (*colours, INK, (0, 0, 0, 0))])
        *self.colours, self.frame, self.nothing = np.rint(255 * colours).astype(np.uint8).view(np.uint32).ravel()
        self.at = self.pixels = None
        ax.add_artist(self)

    def draw(self, renderer):
        at = np.rint(self.axes.transData.transform(self.corners)).astype(int).reshape(2, -1, 2)
        if self.pixels is None or (at != self.at).any():
            start, many = at[0].min(axis=0), self.classes.size
            self.at, self.pixels = at, np.full((at[1].max(axis=0) - start)[::-1], many + 1)
            for k, ((left, low), (right, high)) in enumerate(zip(*(at - start))):
                self.pixels[low:high, left:right] = many
                self.pixels[low + 2 : high - 2, left + 2 : right - 2] = k
        colours = np.array([*np.take(self.colours, self.classes), self.frame, self.nothing])
        image = colours.take(self.pixels, mode="clip").view(np.uint8).reshape(*self.pixels.shape, 4)
        put(renderer, image, *at[0].min(axis=0))


class OnTop(Artist):
    """An artist with a ground of its own, such as a framed legend, that never changes, over others that move.

    It is drawn once, and from then on put there as it was.
    """

    def __init__(self, artist):
        super().__init__()
        self.artist, self.image = artist, None
        artist.set_animated(True)

    def draw(self, renderer):
        if self.image is None:
            self.artist.draw(renderer)
            box = np.clip(self.artist.get_window_extent(renderer).extents, 0, [renderer.width, renderer.height] * 2)
            self.left, self.low, right, high = np.rint(box).astype(int)
            shown = np.asarray(renderer.buffer_rgba())[::-1]
            self.image = shown[self.low : high, self.left : right].copy()
        put(renderer, self.image, self.left, self.low)


class Number(Text):
    """A short text that changes at each move, set letter by letter from letters rendered once.

    It stands beside or inside a bar at `x`, `y` (in units of the data), centred upright, in `size` points; `set`
    changes its ``x``, ``text``, ``ha`` and ``color``.
    """

    def __init__(self, ax, x, y, *, size=12, ha="left"):
        super().__init__(x, y, "", color=INK, fontsize=size, ha=ha)
        ax.add_artist(self)
        self.set_clip_on(False)

    def draw(self, renderer):
        if not self.get_text() or not self.get_visible():
            return
        image = _set(self.get_text(), self.get_fontsize(), self.figure.dpi, to_rgb(self.get_color()))
        x, y = self.get_transform().transform(self.get_position())
        x -= {"left": 0, "center": 0.5, "right": 1}[self.get_ha()] * image.shape[1]
        put(renderer, image, round(x), round(y - image.shape[0] / 2))


def paler(colour, depth):
    """Mix a colour with white: as red, green and blue, the colour itself at depth 1; a column of depths gives rows.

    >>> [round(float(part), 2) for part in paler("#000000", 0.25)]
    [0.75, 0.75, 0.75]
    """
    return 1 - depth * (1 - np.array(to_rgb(colour)))


@lru_cache(maxsize=1000)
def _set(text, size, dpi, colour):
    """Set a text letter by letter in a colour (red, green, blue): an image, its lowest row first."""
    ink = np.concatenate([_letter(letter, size, dpi) for letter in text], axis=1)
    image = np.empty((*ink.shape, 4), np.uint8)
    image[..., :3] = np.rint(255 * np.array(colour))
    image[..., 3] = ink[::-1]
    return image


@cache
def _letter(letter, size, dpi):
    """Give how much ink a letter leaves on each pixel, as wide as it is set and centred upright."""
    high = round(2 * size * dpi / 72)
    canvas = FigureCanvasAgg(Figure(figsize=(2 * high / dpi, high / dpi), dpi=dpi))
    text = canvas.figure.text(0.25, 0.5, letter, va="center", fontsize=size)
    canvas.draw()
    ink = 255 - np.asarray(canvas.buffer_rgba())[..., 0]
    measured, font = canvas.get_renderer().get_text_width_height_descent, text.get_fontproperties()
    wide = measured(f"0{letter}0", font, False)[0] - measured("00", font, False)[0]
    return ink[:, high // 2 : high // 2 + round(wide)]


def bars(ax, names, colours, *, height=0.6):
    """Set one bar a name, from top to bottom, with a `Number` beside each; give bars and numbers."""
    found = ax.barh(names, [0] * len(names), color=colours, height=height)
    numbers = [Number(ax, 0, i) for i in range(len(names))]
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0)
    return found, numbers
