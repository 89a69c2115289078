"""The tests that every room has of its pictures: sharp, still where nothing moves, and another one at each setting.

A room takes them into tests/<room>/test_<room>_pictures.py by `from pictures_tests import *`, and says there

    SETTINGS   "file.function" of each picture: list of what `move` is given, with both ends of each knob; every setting
               must look different
    ARGUMENTS  "file.function": what the function itself is given; or a function that gives this, where it takes long

What the readings of the room's pictures say is tested beside these, on what `make("file.function")` gives.
"""

import importlib
import inspect
import io
import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from PIL import Image

import coursekit

__all__ = ["make", "moved", "pytest_generate_tests", "shown", "test_blitting_draws_what_a_full_draw_draws"]
__all__ += ["test_every_picture_is_tested", "test_picture_holds_at_its_ends", "test_titles_stand_inside_the_picture_and_apart"]
__all__ += ["test_letters_are_read_against_what_they_stand_on"]


def pytest_generate_tests(metafunc):
    """Give each picture of the room to each of the tests below, made once for all of them."""
    if "shown" in metafunc.fixturenames:
        keys = metafunc.module.SETTINGS
        ids = ["-".join(f"{room(metafunc.module)}.{key}".rsplit(".", 1)) for key in keys]
        metafunc.parametrize("shown", keys, ids=ids, indirect=True, scope="module")


def room(module):
    return Path(module.__file__).parent.name


def made(module, key):
    """Give the picture of a room that a file of tests calls "file.function"."""
    file, _, name = key.partition(".")
    given = getattr(module, "ARGUMENTS", {}).get(key, {})
    given = given() if callable(given) else given
    return getattr(importlib.import_module(f"coursekit.{room(module)}.{file}"), name)(**given)


@pytest.fixture
def make(request):
    """Make the room's picture of a name."""
    return lambda key: made(request.module, key)


@pytest.fixture(scope="module")
def shown(request):
    """Name, picture and settings; the picture is made once for the tests that move it."""
    return request.param, made(request.module, request.param), request.module.SETTINGS[request.param]


def moved(picture, seed=0, **values):
    if "rng" in inspect.signature(picture.move).parameters:
        values["rng"] = np.random.default_rng(seed)
    return picture.move(**values)


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def pictures(room):
    """Every public function of a room that makes a picture."""
    for path in sorted((Path(coursekit.__file__).parent / room).glob("*pictures.py")):
        module = importlib.import_module(f"coursekit.{room}.{path.stem}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and re.search("Picture|`move` takes", function.__doc__ or ""):
                yield f"{path.stem}.{name}"


def test_every_picture_is_tested(request):
    found, settings = set(pictures(room(request.module))), set(request.module.SETTINGS)
    assert settings == found, f"SETTINGS lacks {found - settings}, and has {settings - found} too many"
    assert set(getattr(request.module, "ARGUMENTS", {})) <= found


def test_picture_holds_at_its_ends(shown):
    (_, picture, settings), seen = shown, set()
    for values in settings:
        reading = moved(picture, **values)
        image = pixels(picture.png())
        size = re.search(r'width="(\d+)" height="(\d+)"', picture.html("alt")).groups()
        assert np.allclose(image.shape[1::-1], 1.5 * np.array(size, int), atol=2), "sharper than a laptop's screen"
        assert (image[0, 0] == 255).all(), "paper is white"
        assert reading.text.endswith(".")
        assert len(reading.text) <= 180, "two lines, or the page below would jump"
        assert len(reading.alt) > 60 and reading.alt != reading.text
        assert not {"nan", "inf"} & set(reading.text.lower().replace(",", " ").split())
        seen.add(image.tobytes())
    assert len(seen) == len(settings), "each setting has a picture of its own"


def test_titles_stand_inside_the_picture_and_apart(shown):
    _, picture, settings = shown
    moved(picture, **settings[0])
    picture.png()
    boxes = sorted((ax.title.get_window_extent().extents for ax in picture.figure.axes if ax.get_title()), key=lambda box: box[0])
    assert boxes, "a picture states its finding"
    assert all(0 <= box[0] and box[2] <= picture.figure.bbox.width for box in boxes), "a title runs out of the picture"
    for left, right in itertools.combinations(boxes, 2):
        assert right[0] - left[2] > 10 or left[1] > right[3] or right[1] > left[3], "two titles run into each other"


# Words that a dark theme, which shows the negative of a picture, turns into their opposite; a lamp stays dark in both
TONES = re.compile(r"(?<!stays )\b([Dd]ark|[Pp]aler?|black|white)\b")


def luminance(colour):
    parts = np.array(to_rgb(colour))
    return np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


def contrast(one, other):
    """Give the contrast of two colours as WCAG 2 reckons it, 1 to 21."""
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_letters_are_read_against_what_they_stand_on(shown):
    """At least 4.5 : 1 on paper, or on the colour that a text names as its gid. No word calls dark what a dark theme lights."""
    _, picture, settings = shown
    assert contrast("#9c9ca1", "white") < 4.5, "grey letters would be found"
    for values in settings:
        reading = moved(picture, **values)
        texts = [text for text in picture.figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
        assert texts
        pale = {text.get_text() for text in texts if contrast(text.get_color(), text.get_gid() or "white") < 4.5}
        assert not pale, pale
        assert not TONES.search(" ".join([reading.text, *(text.get_text() for text in texts)]))


def test_blitting_draws_what_a_full_draw_draws(shown, make, monkeypatch):
    """Coming from elsewhere, the picture is the one that a fresh figure gives: nothing is left over, nothing is missing."""
    key, picture, settings = shown
    fresh = make(key)
    for values in settings:
        moved(picture, **values)
        picture.png()
    values = settings[0]
    moved(picture, **values)
    moved(fresh, **values)
    # The layout is found at the first setting drawn, and may differ by a pixel where a label has another width.
    if picture.figure.axes[0].get_position().bounds == fresh.figure.axes[0].get_position().bounds:
        assert (pixels(picture.png()) == pixels(fresh.png())).all()
    monkeypatch.setattr(Image.Image, "quantize", lambda image, **_: image)  # all colours, not only the course's
    fresh._still = None
    assert np.abs(pixels(picture.png()) - pixels(fresh.png())).mean() < 1
