"""What pictures share: a still part that is drawn once, colours that stay apart, and numbers set by the pixel.

The pictures of each room are tested in tests/<room>/test_<room>_pictures.py.
"""

import itertools

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from PIL import Image
from pictures_tests import moved, pixels

from coursekit import plots
from coursekit.plots import lettering
from coursekit.plots.pixels import Number

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
