"""Texts that are laid out and rendered once, because a picture shows most of its words again at each move.

matplotlib lays a text out and renders it letter by letter whenever it draws it, which is most of what a slider would
wait for. The canvas of the course's figures keeps each line as pixels, and a text that moves keeps its layouts.
"""

from contextlib import nullcontext
from functools import partial
from math import ceil, floor

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg

_LINES = 100  # remembered for a figure; the one that was not drawn for the longest time is forgotten
_MARGIN = 8  # pixels around a line, because letters may reach beyond what they measure


class Canvas(FigureCanvasAgg):
    """matplotlib's canvas of pixels, whose renderer remembers lines of text."""

    def get_renderer(self):
        """Give the renderer of the figure."""
        renderer = super().get_renderer()
        if "draw_text" not in vars(renderer):
            renderer.draw_text = partial(_draw_text, renderer, {})
        return renderer


def keep_layouts(text):
    """Let a text find its layout once for each wording and look; where its place is does not matter."""
    find, known = text._get_layout, {}

    def layout(renderer):
        look = hash(text.get_fontproperties()), text.get_ha(), text.get_va(), text.get_rotation()
        key = text.get_text(), *look
        if len(known) > _LINES:
            known.clear()
        if key not in known:
            known[key] = find(renderer)
        return known[key]

    text._get_layout = layout
    if not text.get_wrap():  # until matplotlib 3.10 each drawing sets the text to how it wraps, and back again
        text._cm_set = lambda **_: nullcontext()


def _draw_text(renderer, lines, gc, x, y, s, prop, angle, ismath=False, mtext=None):
    """Draw a line of text as `RendererAgg.draw_text` does, which takes the same arguments after the first two."""
    if ismath or angle:
        return RendererAgg.draw_text(renderer, gc, x, y, s, prop, angle, ismath, mtext)
    left, top = floor(x), floor(y)
    key = s, hash(prop), x - left, y - top, gc.get_rgb(), gc.get_alpha()
    lines[key] = lines.pop(key, None) or _rendered(renderer, gc, x - left, y - top, s, prop, mtext)
    if len(lines) > _LINES:
        del lines[next(iter(lines))]
    image, right, down = lines[key]
    renderer.draw_image(gc, left + right, renderer.height - top - down, image)


def _rendered(renderer, gc, x, y, s, prop, mtext):
    """Give a line as an image, its lowest row first, and how far to the right and down of the line's start it lies."""
    wide, high, _ = renderer.get_text_width_height_descent(s, prop, False)
    wide, high = ceil(wide) + 2 * _MARGIN, ceil(high) + _MARGIN
    paper = RendererAgg(wide, 2 * high, renderer.dpi)  # room for what hangs below the line
    ink = paper.new_gc()
    ink.set_foreground(gc.get_rgb(), isRGBA=True)
    ink.set_alpha(gc.get_alpha())
    RendererAgg.draw_text(paper, ink, x + _MARGIN, y + high, s, prop, 0, False, mtext)
    image = np.asarray(paper.buffer_rgba())
    rows, columns = (np.flatnonzero(image[..., 3].any(axis=axis)) for axis in (1, 0))
    if not rows.size:  # a line of spaces
        rows = columns = np.zeros(1, int)
    image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1][::-1].copy()
    return image, columns[0] - _MARGIN, rows[-1] + 1 - high
