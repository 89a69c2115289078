"""Lessons, run once for the tests of them and of their teaching notes, and what these notes say to turn."""

import functools
import html
import inspect
import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from classroom import channels

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
PAGES = {path.stem: path for path in sorted((NOTEBOOKS / "teaching_notes").glob("[0-9]*.md"))}

# Runs before the notebook's first cell: no picture waits for a guess. (The network is closed to kernels by tests/guard.)
GUARD = "import os, warnings; warnings.simplefilter('always'); os.environ['COURSEKIT_GUESSES'] = 'shown'"

# All boxes of knobs in a kernel; ipywidgets before version 8, which Colab has, keeps its widgets in another place.
BOXES = """
import ipywidgets
every = getattr(ipywidgets.widgets.widget, "_instances", None) or ipywidgets.Widget.widgets
boxes = [w for w in list(every.values()) if isinstance(w, ipywidgets.VBox) and "knobs" in w._dom_classes]
"""

# Runs after its last cell: moves each knob to both ends and everything to random places, and guesses.
SWEEP = BOXES + """
import base64, io, json, random
import numpy as np
import PIL.Image
def look(box, where):
    *controls, image, reading = box.children
    assert "knobs-error" not in reading.value, (where, reading.value)
    assert image.value.startswith("<img alt="), where
    assert len(reading.value) > 40, where
    return image.value.partition(" src=")[2]  # what the eye sees
def pixels(image):
    return np.asarray(PIL.Image.open(io.BytesIO(base64.b64decode(image.split("base64,")[1].split('"')[0]))).convert("L"), int)
random.seed(1)
moves, least = 0, {}
for number, box in enumerate(boxes, 1):
    for slider in [c for c in box.children if hasattr(c, "options")]:
        stood, before = slider.index, None
        for index in range(len(slider.options)) if STOPS else ():
            slider.index = index
            now = pixels(look(box, (slider.description, slider.value)))
            if before is not None:
                key = f"{number} {slider.description}"
                least[key] = min(least.get(key, 1), float(np.mean(abs(now - before) > 16)))
            before = now
        slider.index = stood
for box in boxes:
    sliders = [c for c in box.children if hasattr(c, "options")]
    still = sliders
    for others in ([slider.index for slider in sliders], [len(s.options) - 1 for s in sliders]):
        moved = []
        for slider in still:
            for other, index in zip(sliders, others):
                other.index = index
            ends = []
            for index in (0, len(slider.options) - 1):
                slider.index = index
                ends.append(look(box, (slider.description, slider.value)))
                moves += 1
            moved += [slider] * (ends[0] != ends[1])
        still = [slider for slider in still if slider not in moved]  # a knob may matter only where another one stands
    assert not still, ("nothing moves", [slider.description for slider in still])
    for step in range(16) if sliders else ():  # a walk: one knob at a time, as a reader does, and now and then new noise
        slider = random.choice(sliders)
        slider.index = random.randrange(len(slider.options))
        if step % 4 == 3:
            [button.click() for row in box.children if isinstance(row, ipywidgets.HBox)
             for button in row.children if "knobs-noise" in button._dom_classes]
        look(box, [s.value for s in sliders])
        moves += 1
for box in boxes:  # and readers guess, some of them wildly
    for asked in [c for c in box.children if hasattr(c, "when_lifted")]:
        values = [value for _, value in asked.knob.options]
        for k in {0, len(values) // 4, len(values) // 2, 3 * len(values) // 4, len(values) - 1}:
            asked.is_lifted = False
            asked.make(values[k])
            look(box, ("a guess", values[k]))
            moves += 1
print("STEPS", json.dumps(least))
print("SWEPT", len(boxes), "boxes", moves, "moves")
"""


# Runs between the two, in a namespace of its own: turns knobs as the teaching notes say, and back.
TURNS = BOXES + """
import html, json, re
{turn}
said = []
for box, asked in zip(boxes, {asked}):
    sliders = [c for c in box.children if hasattr(c, "options")]
    stood = [slider.index for slider in sliders]
    said.append([turn(box, settings) for settings in asked])
    for slider, index in zip(sliders, stood):
        slider.index = index
print(json.dumps(said))
"""


def turn(box, settings):
    """Turn knobs by what stands on the screen beside them; give what stands under the picture then."""
    by_label = {slider.description: slider for slider in box.children if hasattr(slider, "options")}
    for label, wanted in settings:
        if label not in by_label:
            return f"no knob {label!r}; there are {list(by_label)}"
        stops = [text for text, _ in by_label[label].options]
        if wanted not in stops:
            return f"the knob {label!r} has no {wanted!r}; it has {stops}"
        by_label[label].index = stops.index(wanted)
    return html.unescape(re.sub("<[^>]+>", "", box.children[-1].value))


def run(path, asked=(), stops=False):
    """Execute a notebook in a kernel of its own; give it with its outputs, and the client with the widgets' last state.

    For each picture `asked` has settings of its knobs, one after the other; the last cell but one prints what stands
    under the picture then. With `stops` each knob goes through all its stops.
    """
    book = nbformat.read(path, 4)
    turns = TURNS.format(turn=inspect.getsource(turn), asked=list(asked))
    before, *after = map(nbformat.v4.new_code_cell, [GUARD, f"exec({turns!r}, {{}})", f"STOPS = {stops}\n{SWEEP}"])
    book.cells = [before, *book.cells, *after]
    with channels.apart() as settings:
        client = NotebookClient(book, timeout=120, kernel_name="python3", config=settings,
                                resources={"metadata": {"path": str(path.parent)}})
        client.execute()
    return book, client


@functools.cache
def executed(path):
    """Run a lesson once for all tests, with what its page of teaching notes says to turn.

    A deeper one, which runs where everything runs, goes through all stops of its knobs at once.
    """
    asked = steps(path.stem) if path.stem in PAGES else ()
    return run(path, [[settings for _, settings, _ in found] for _, _, found in asked], stops=path.stem.endswith("_deeper"))


def read(lesson):
    return PAGES[lesson].read_text(encoding="utf-8")


def part(lesson, heading):
    return re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", read(lesson), re.MULTILINE | re.DOTALL)[1]


def steps(lesson):
    """Give what a page says to turn: the picture's number, its heading, and for each step (line, settings, reading)."""
    for asked in re.split(r"^(?=\*\*Knob )", part(lesson, "Ask before you turn"), flags=re.MULTILINE)[1:]:
        number, heading = re.match(r"\*\*Knob (\d+)\*\*, _(.+?)_: ", asked).groups()
        found = []
        for step in re.findall(r"^- .+(?:\n  .+)*", asked, re.MULTILINE):
            line = " ".join(step.split())
            turned, reading, quoted = line.partition(' Reading: "')
            assert reading and quoted.endswith('"'), f"{line!r} does not end with what the picture says there"
            settings = re.findall(r"`([^`]+)` → `([^`]+)`", turned)
            assert len(settings) == turned.count("→") and bool(settings) != turned.startswith("- as it opens"), line
            assert settings or not found, f"{line!r} comes first, or not at all"
            found.append((line, settings, quoted[:-1]))
        assert found, f"Knob {number}: nothing to turn"
        yield int(number), heading, found
