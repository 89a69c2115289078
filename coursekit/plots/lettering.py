"""Texts that are laid out and rendered once, because a picture shows most of its words again at each move.

matplotlib lays a text out and renders it letter by letter whenever it draws it, which is most of what a slider would
wait for. The canvas of the course's figures keeps each line as pixels, and a text that moves remembers which ones it
took.
"""

from contextlib import nullcontext
from functools import partial
from math import ceil, floor

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.colors import to_rgba

_LINES = 100  # remembered for a figure or a text; the one that was not drawn for the longest time is forgotten
_MARGIN = 8  # pixels around a line, because letters may reach beyond what they measure


class Canvas(FigureCanvasAgg):
    """matplotlib's canvas of pixels, whose renderer remembers lines of text."""

    def get_renderer(self):
        """Give the renderer of the figure."""
        renderer = super().get_renderer()
        if "draw_text" not in vars(renderer):
            renderer.draw_text = partial(_draw_text, renderer, {})
        return renderer


def put(renderer, image, left, low):
    """Draw an image, its lowest row first, at a pixel of the page."""
    if "for_images" not in vars(renderer):  # of all that it can say an image needs nothing
        renderer.for_images = renderer.new_gc()
    renderer.draw_image(renderer.for_images, left, low, image)


def remember(text):
    """Let a text be laid out once for each wording and look, and drawn once for each place in a pixel."""
    find, draw, layouts, drawings = text._get_layout, text.draw, {}, {}

    def look():
        return text.get_text(), hash(text.get_fontproperties()), text.get_ha(), text.get_va(), text.get_rotation()

    def layout(renderer):
        return _kept(layouts, look(), lambda: find(renderer))

    def draw_again(renderer):
        is_plain = text.get_bbox_patch() is None and not text.get_rotation() and not text.get_clip_on()
        if not is_plain or not text.get_visible() or not text.get_text() or "$" in text.get_text():
            return draw(renderer)
        x, y = text.get_transform().transform(text.get_position())
        left, low = floor(x), floor(y)
        key = *look(), to_rgba(text.get_color(), text.get_alpha()), x - left, y - low
        for image, right, up in _kept(drawings, key, lambda: _images(draw, renderer, left, low)):
            put(renderer, image, left + right, low + up)
        if not drawings[key]:  # a figure that is saved is laid out first, and nothing is drawn then
            del drawings[key]

    text._get_layout, text.draw = layout, draw_again
    if not text.get_wrap():  # until matplotlib 3.10 each drawing sets the text to how it wraps, and back again
        text._cm_set = lambda **_: nullcontext()


def _kept(known, key, make):
    known[key] = known.pop(key) if key in known else make()
    if len(known) > _LINES:
        del known[next(iter(known))]
    return known[key]


def _images(draw, renderer, left, low):
    """Draw nothing; give the images that `draw` would draw, and where they lie from a pixel."""
    images, shown = [], renderer.draw_image
    renderer.draw_image = lambda gc, x, y, image: images.append((image, x - left, y - low))
    try:
        draw(renderer)
    finally:
        renderer.draw_image = shown
    return images


def _draw_text(renderer, lines, gc, x, y, s, prop, angle, ismath=False, mtext=None):
    """Draw a line of text as `RendererAgg.draw_text` does, which takes the same arguments after the first two."""
    if ismath or angle:
        return RendererAgg.draw_text(renderer, gc, x, y, s, prop, angle, ismath, mtext)
    left, top = floor(x), floor(y)
    key = s, hash(prop), x - left, y - top, gc.get_rgb(), gc.get_alpha()
    image, right, down = _kept(lines, key, lambda: _rendered(renderer, gc, x - left, y - top, s, prop, mtext))
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
