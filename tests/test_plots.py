"""What pictures share: a still part that is drawn once, colours that stay apart, and numbers set by the pixel.

The pictures of each room are tested in tests/<room>/test_<room>_pictures.py.
"""

import itertools

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.patches import Rectangle
from PIL import Image
from pictures_tests import moved, pixels

from coursekit import plots
from coursekit.plots import lettering
from coursekit.plots.people import page
from coursekit.plots.pixels import Number, OnTop, Squares

COLOURS = [plots.BLUE, plots.ORANGE, plots.RED, plots.GREY, plots.PURPLE, plots.GREEN]


@pytest.fixture
def picture():
    """A line that moves before bars, bands and lines in all colours of the course."""
    figure, (left, right) = plots.canvas(2)
    for k, colour in enumerate(COLOURS):
        left.barh(k, 1, color=colour, label=f"bar {k}")
        right.plot([0, 1], [k, 6], color=colour)
        right.fill_between([0, 1], [k, 6], [k + 0.5, 6], color=colour, alpha=0.3, lw=0)
    plots.legend(left, "upper right")
    right.set_ylim(0, 7)
    (line,) = left.plot([0, 1], [0, 6], color=plots.INK)

    def move(height):
        line.set_ydata([0, height])
        return plots.Reading(f"{height} high.", "a line before bars")

    return plots.Picture(figure, (line,), move)


def test_the_still_part_is_drawn_once_and_again_when_limits_change(picture, monkeypatch):
    drawn = []
    draw = picture.figure.canvas.draw
    monkeypatch.setattr(picture.figure.canvas, "draw", lambda: (drawn.append(1), draw()))
    for height in (1, 3, 6):
        moved(picture, height=height)
        picture.png()
    assert len(drawn) == 1
    picture.figure.axes[1].set_ylim(-1, 1)
    picture.png()
    assert len(drawn) == 2


def test_indexed_colours_are_close_to_the_true_ones(picture, monkeypatch):
    moved(picture, height=3)
    indexed = pixels(picture.png())
    monkeypatch.setattr(Image.Image, "quantize", lambda image, **_: image)
    assert np.abs(indexed - pixels(picture.png())).mean() < 0.5


def test_colours_stay_apart_for_the_colour_blind_and_in_grey():
    """Distances under simulated deuteranopia and protanopia (Machado, Oliveira & Fernandes 2009, severity 1)."""
    rgb = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in COLOURS]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    for matrix in (
        np.eye(3),
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ):
        seen = np.clip(linear @ np.transpose(matrix), 0, 1)
        seen = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
        distances = [np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)]
        assert min(distances) > 0.15


@pytest.mark.parametrize("ha, color", [("left", "#1a1a1a"), ("right", "#e42536"), ("center", "#ffffff")])
def test_a_number_stands_where_matplotlib_would_set_it(ha, color):
    def drawn(make):
        figure, ax = plots.canvas()
        ax.axis("off")
        ax.set_facecolor("#4d8f57")
        figure.set_layout_engine("none")
        figure.patch.set_facecolor("#4d8f57")
        make(ax)
        figure.canvas.draw()
        image = np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)
        return image, np.argwhere((image != image[0, 0]).any(axis=2))

    def number(ax):
        Number(ax, 0.4, 0.6).set(text="−12.5%", ha=ha, color=color)

    ours, where = drawn(number)
    theirs, there = drawn(lambda ax: ax.text(0.4, 0.6, "−12.5%", ha=ha, va="center", color=color, fontsize=12))
    assert len(there) > 500  # something is drawn
    assert abs(where.min(axis=0) - there.min(axis=0)).max() <= 2 and abs(where.max(axis=0) - there.max(axis=0)).max() <= 3
    assert abs(len(where) - len(there)) < 0.1 * len(there)
    darkest = abs(theirs - theirs[0, 0]).sum(axis=2).argmax()
    assert abs(ours.reshape(-1, 3)[darkest] - theirs.reshape(-1, 3)[darkest]).max() < 100
    assert (ours[tuple(where.T)] == [int(color[i : i + 2], 16) for i in (1, 3, 5)]).all(axis=1).any()


def written(canvas):
    """Words of all sizes, colours and places, some beyond the paper, some clipped; give the figure."""
    figure, ax = plots.canvas()
    canvas(figure)
    figure.set_layout_engine("none")
    rng = np.random.default_rng(0)
    for k, ha in enumerate(["left", "center", "right"] * 8):
        style = {"weight": ["bold", "normal"][k % 2], "color": COLOURS[k % 6], "alpha": [None, 0.5][k % 5 == 0]}
        ax.text(*rng.uniform(-0.2, 1.1, 2), f"jagged fjord\n\n{k} °C: ε²", fontsize=8 + k / 2, ha=ha, clip_on=k > 18, **style)
    ax.text(0.5, 0.5, "$x^2$ upright", rotation=30)
    return figure


def test_lines_of_text_look_as_matplotlib_draws_them():
    ours, theirs = written(lettering.Canvas), written(FigureCanvasAgg)
    for _ in range(2):  # rendered, and remembered
        ours.canvas.draw(), theirs.canvas.draw()
        one, other = (np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int) for figure in (ours, theirs))
        assert (one < 200).any(axis=2).sum() > 5000
        # All but the pixels at a clipped edge, and where letters of half a colour touch
        assert (abs(one - other).max(axis=2) > 2).mean() < 0.002


def test_a_line_of_text_is_rendered_once_and_no_more_lines_are_kept_than_said(monkeypatch):
    rendered, render = [], RendererAgg.draw_text
    monkeypatch.setattr(RendererAgg, "draw_text", lambda *given: (rendered.append(given[4]), render(*given)))
    figure, ax = plots.canvas()
    figure.set_layout_engine("none")
    same, other = ax.text(0.5, 0.5, "same"), ax.text(0.5, 0.2, "")
    for k in range(lettering._LINES + 50):
        other.set_text(f"line {k}")
        ax.draw_artist(same), ax.draw_artist(other)
    assert rendered.count("same") == 1 and rendered.count("line 0") == 1
    other.set_text("line 0")
    ax.draw_artist(other)
    assert rendered.count("line 0") == 2
    (lines,) = (part for part in figure.canvas.get_renderer().draw_text.args if isinstance(part, dict))
    assert len(lines) == lettering._LINES


def test_a_text_that_moves_is_drawn_again_as_matplotlib_draws_it():
    looks = [{"text": "one"}, {"text": "two\nlines"}, {"x": 0.31}, {"fontsize": 18}, {"ha": "right"}, {"va": "top"}, {"color": "#b5121f"},
             {"alpha": 0.5}, {"fontweight": "bold"}, {"visible": False}, {"visible": True, "rotation": 40}, {"rotation": 0, "text": "$x^2$"},
             {"text": "a plate", "bbox": {"fc": "#f89c20"}}, {"text": ""}]  # fmt: skip
    drawn = []
    for remembers in (True, False):
        figure, ax = plots.canvas()
        figure.set_layout_engine("none")
        text, images = ax.text(0.5, 0.5, ""), []
        drawings, draw = [], text.draw
        text.draw = lambda renderer, draw=draw, drawings=drawings: drawings.append(1) or draw(renderer)
        if remembers:
            lettering.remember(text)
        for _ in range(2):
            for k, look in enumerate(looks):
                if k == 0:
                    text.set(x=0.5, fontsize=12, fontweight="normal", ha="left", va="baseline", color="k", alpha=None)
                text.set_bbox(None), text.set(**look)
                figure.canvas.draw()
                images.append(np.asarray(figure.canvas.buffer_rgba()).copy())
        drawn.append((images, len(drawings)))
    (ours, few), (theirs, all_of_them) = drawn
    assert all((one == other).all() for one, other in zip(ours, theirs, strict=True))
    assert all_of_them == 2 * len(looks) and few < all_of_them - 6, "what was drawn before is put there again"


def test_what_lies_on_top_is_drawn_once():
    drawn = []
    for over in (OnTop, lambda artist: artist):
        figure, ax = plots.canvas()
        (line,) = ax.plot([0, 1], [0, 1], label="a line")
        plots.legend(ax, "upper left")
        key = ax.get_legend()
        key.set_frame_on(True)
        key.get_frame().set(facecolor="white", edgecolor="none", alpha=1)
        asked, draw = [], key.draw
        key.draw = lambda renderer, draw=draw, asked=asked: asked.append(1) or draw(renderer)
        picture = plots.Picture(figure, (line, over(key)), lambda height: line.set_ydata([height, 1]))
        images = []
        for height in (0, 0.9, 0.5, 0.9):
            picture.move(height=height)
            images.append(picture.pixels().copy())
        drawn.append((images, len(asked)))
    assert all((one == other).all() for one, other in zip(drawn[0][0], drawn[1][0], strict=True))
    assert drawn[0][1] == 1 and drawn[1][1] == 4


def test_squares_stand_where_rectangles_would_and_are_filled_anew():
    figure, ax = page("", 200)
    squares = Squares(ax, [10, 20, 60], 30, 6, 40, ("#d9d9de", "#e42536"))
    rectangles = [ax.add_patch(Rectangle((x, 30), 6, 40, visible=False)) for x in (10, 20, 60)]
    for classes in ([0, 1, 0], [1, 1, 1], [0, 0, 0]):
        squares.classes = np.array(classes)
        figure.canvas.draw()
        image = np.asarray(figure.canvas.buffer_rgba())[::-1, :, :3]
        for kind, rectangle in zip(classes, rectangles, strict=True):
            left, low, right, high = np.rint(rectangle.get_window_extent().extents).astype(int)
            colours = {tuple(part) for part in image[low + 2 : high - 2, left + 2 : right - 2].reshape(-1, 3)}
            assert colours == {((228, 37, 54) if kind else (217, 217, 222))}
            assert (image[low:high, left] == 26).all() and (image[low - 1, left:right] == 255).all(), "a frame, and paper around"


def test_a_text_that_moves_is_laid_out_once_for_each_wording_and_look():
    figure, ax = plots.canvas()
    plain, ours = (ax.text(0.5, 0.5, "", bbox={"fc": "white"}, linespacing=1.3) for _ in range(2))
    looks = [{"text": "one"}, {"text": "two\nlines"}, {"fontsize": 18}, {"ha": "right"}, {"va": "top"}, {"rotation": 40},
             {"fontweight": "bold"}, {"x": 0.1}, {"text": "one", "rotation": 0}]  # fmt: skip
    asked, find = [], ours._get_layout
    ours._get_layout = lambda renderer: asked.append(renderer) or find(renderer)
    lettering.remember(ours)
    for look in looks:
        plain.set(**look), ours.set(**look)
        for _ in range(2):
            assert ours.get_window_extent().bounds == plain.get_window_extent().bounds, look
    assert len(asked) == len(looks) - 1, "at another place it is as it was"


def test_a_figure_that_is_saved_has_the_words_that_move():
    """Saving lays a figure out first, with drawing switched off; the words of lesson 04's crowds were lost by that."""
    figure, ax = plots.canvas(height=200)
    word = ax.text(0.5, 0.5, "", fontsize=20)

    def move(text):
        word.set_text(text)
        return plots.Reading(f"It says {text}.", "a word")

    ink = []
    for text in ("12.5%", ""):
        picture = plots.Picture(figure, (word,), move)
        picture.move(text)
        ink.append((pixels(plots.still(figure)) < 128).sum())
    assert ink[0] > ink[1] + 100
