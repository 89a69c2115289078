"""What the pictures of all rooms share.

A `Picture` is drawn once; a knob then moves only the artists that change. That makes a slider answer at once: axes,
ticks and labels are kept as pixels, and the few moving artists are drawn over them (matplotlib calls it blitting).
"""

import base64
import io
from dataclasses import dataclass, field
from functools import cache
from html import escape

import numpy as np
from matplotlib.figure import Figure
from matplotlib.text import Text

from coursekit.plots.lettering import Canvas, remember

# Petroff's six colours keep the largest distance under simulated colour blindness (arXiv:2107.02270).
BLUE, ORANGE, RED, GREY, PURPLE, GREEN = "#5790fc", "#f89c20", "#e42536", "#9c9ca1", "#964a8b", "#4d8f57"
INK, PALE = "#1a1a1a", "#d9d9de"
# The same hues, dark enough for letters on white (at least 4.5 : 1)
DARK = {BLUE: "#1f4fb0", ORANGE: "#8f5200", RED: "#b5121f", GREY: "#5c5c63", PURPLE: "#75357b", GREEN: "#2b6436"}
CSS_DPI = 72  # points of a figure to the inch
WIDE = 680  # points of a page
ENLARGED = 1.4  # pixels of the page for each point: type of 11 points is read at arm's length
KEPT = 6  # still parts, so that a knob moved to and fro finds the one it came from (4 MB each)
SHARPNESS = 1.5  # image pixels for each pixel of the page: sharp, and no more than a slider can wait for


@dataclass(frozen=True)
class Reading:
    """What a picture says: `text` in units people care about, `alt` for those who do not see it.

    `truth` is what a reader was asked to guess, where a picture opens on a guess; None while she is to look for it.
    """

    text: str
    alt: str
    truth: object = None


def plain(x):
    """Write a number as a reader would say it: whole from 10 on, with two digits below.

    >>> plain(9999.6), plain(42.4), plain(1.36), plain(0.0134)
    ('10,000', '42', '1.4', '0.013')
    """
    return f"{x:,.0f}" if abs(x) >= 9.95 else f"{x:.2g}"


def power(x):
    """Write a small number by its power of ten.

    >>> power(1e-6), power(0.1), power(2e-10)
    ('10⁻⁶', '10⁻¹', '2·10⁻¹⁰')
    """
    digits, exponent = f"{x:.2e}".split("e")
    front = f"{float(digits):g}·".removeprefix("1·")
    return f"{front}10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def canvas(columns=1, *, rows=1, height=240, ratios=None, without=""):
    """Give a `Figure` in the course's style and its axes (one, or an array of them).

    columns, rows : int. How many pictures stand side by side, or one above the other on the same horizontal axis.
    height : int. In typographic points, of which `WIDE` are as wide as the page.
    ratios : sequence of float, optional. Relative widths of the columns, or heights of the rows.
    without : str. Sides of the frame that are not drawn, beside the top and the right one: "left", or "left bottom".
    >>> figure, axes = canvas(2)
    >>> len(axes)
    2
    """
    size = WIDE / CSS_DPI, height / CSS_DPI
    figure = Figure(figsize=size, dpi=CSS_DPI * ENLARGED * SHARPNESS, layout="constrained")
    Canvas(figure)
    how = {"width_ratios": ratios} if rows == 1 else {"height_ratios": ratios, "sharex": True}
    axes = figure.subplots(rows, columns, **how)
    for ax in np.atleast_1d(axes):
        ax.spines[["top", "right", *without.split()]].set_visible(False)
        ax.tick_params(labelsize=11)
        ax.xaxis.label.set_size(12)
        ax.yaxis.label.set_size(12)
        ax.title.set_size(13)
    return figure, axes


def ticks(axis, values, texts=None):
    """Set the ticks of an axis (``ax.xaxis``), shown as 0.01, 1 or 10,000 unless `texts` say otherwise; no others."""
    axis.set_ticks(values, [f"{x:,.12g}" for x in values] if texts is None else texts)
    axis.minorticks_off()


def legend(ax, place, columns=1):
    """Set the legend in the course's style."""
    ax.legend(frameon=False, fontsize=11, loc=place, ncols=columns)


def says(text, form="your guess: {}"):
    """Give the `mark` of a `Picture` that writes the reader's guess and draws nothing."""
    return lambda value: text.set_text(form.format(value))


@dataclass
class Picture:
    """A figure that is drawn once, with everything that never moves, and moves.

    moving : sequence of artists. What `move` changes. They are drawn over the figure, in this order.
    move : callable. ``move(**values)`` sets the artists' data and returns a `Reading`. Where it takes ``rng`` it gets a
        fresh generator of the same seed at each move: the noise stays the same until the reader asks for new noise.
    mark : callable, optional. ``mark(value)`` draws the reader's guess, which stays in the picture. In a game it draws
        the truth of the round just played, which the next `move` takes away.
    guessed : sequence of artists, optional. Those of the moving ones that draw the guess at its setting alone.
    """

    figure: Figure
    moving: tuple
    move: callable
    mark: callable = lambda value: None
    guessed: tuple = ()
    _stills: dict = field(default_factory=dict, repr=False)

    def __post_init__(self):
        for artist in self.moving:
            artist.set_animated(True)
            if isinstance(artist, Text):
                remember(artist)

    def _limits(self):
        return tuple((*ax.get_xlim(), *ax.get_ylim()) for ax in self.figure.axes)

    def pixels(self):
        """Draw the picture as it stands, the still part anew only for new limits of an axis.

        Gives red, green, blue and opacity as an array of bytes, shape (high, wide, 4), until the next call.
        """
        canvas, limits = self.figure.canvas, self._limits()
        if limits not in self._stills:
            canvas.draw()
            # The layout is found once: a picture that shifts under the reader's hand is hard to read.
            self.figure.set_layout_engine("none")
            limits = self._limits()  # an axes of equal units may have widened its own
            self._stills[limits] = canvas.copy_from_bbox(self.figure.bbox)
            if len(self._stills) > KEPT:
                del self._stills[next(iter(self._stills))]
        canvas.restore_region(self._stills[limits])
        renderer = canvas.get_renderer()  # asked for once, and not again by each artist's `draw_artist`
        for artist in self.moving:
            artist.draw(renderer)
        return np.asarray(canvas.buffer_rgba())

    def png(self):
        """Draw the picture as it stands; give it as PNG bytes.

        Each pixel is the nearest of the course's shades: a third of the time and of the bytes a slider waits for.
        """
        from PIL import Image

        image, stream = Image.fromarray(self.pixels()).convert("RGB"), io.BytesIO()
        image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(stream, "png", compress_level=1)
        return stream.getvalue()

    @property
    def size(self):
        """Width and height in pixels of the page."""
        return page_size(self.figure)

    def html(self, alt, **attributes):
        """Give the picture as an ``<img>`` of a fixed size with its alternative text."""
        return image_tag(self.source(), alt, self.figure, **attributes)

    def source(self):
        """Draw the picture as it stands; give what an ``<img>`` shows. (The site puts another in its place.)"""
        return inline(self.png())


def inline(png):
    """Give PNG bytes as the source of an ``<img>``."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def page_size(figure):
    """Give a figure's width and height in pixels of the page."""
    return tuple(round(inches * CSS_DPI * ENLARGED) for inches in figure.get_size_inches())


def image_tag(source, alt, figure, **attributes):
    """Give an ``<img>`` of a source, as large as a figure, with its alternative text."""
    width, height = page_size(figure)
    extra = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return (
        f'<img alt="{escape(alt)}" width="{width}" height="{height}" style="max-width:100%;height:auto"'
        f' src="{source}"{extra}>'
    )


@cache
def _palette():
    """Give an image whose palette holds the course's colours, each in 32 shades to white, dark ones and 32 greys."""
    from PIL import Image

    colours = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (BLUE, ORANGE, RED, GREY, PURPLE, GREEN)])
    # No shade comes close to white: the nearest-colour search looks at six bits, and paper must stay paper.
    shades = 255 - np.linspace(0.08, 1, 32)[:, None, None] * (255 - colours)
    greys = np.repeat(np.linspace(0, 255, 32)[:, None], 3, axis=1)
    dark = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in DARK.values()])
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.vstack([greys, shades.reshape(-1, 3), dark]).round().astype(np.uint8).tobytes())
    return palette


def still(figure):
    """Give a figure of anybody's as PNG bytes, in the course's sizes of type, and close it."""
    from matplotlib import pyplot

    stream = io.BytesIO()
    figure.savefig(stream, dpi=CSS_DPI * ENLARGED * SHARPNESS)
    pyplot.close(figure)
    return stream.getvalue()
