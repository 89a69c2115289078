"""Runs in the reader's browser, beside a lesson's cells: tells the page how its boxes look, and moves their knobs."""

import itertools
import json
import os
import re

import __main__
import comm
import IPython.display
import matplotlib
import matplotlib.artist
from comm.base_comm import BaseComm

# Half a second on each visit, for the help of `set`, which nobody of a page asks for
matplotlib.artist.Artist._update_set_signature_and_docstring = classmethod(lambda cls: None)
OWN, LOOKS = set(vars(__main__)), matplotlib.rcParams.copy()
BOXES = {"knobs", "knobs-quiz"}
places = {}  # a widget's id: its box and its path there
shown = []  # what the cell that runs has displayed
pictures = {}  # those of the page, by their id
tell = None  # the worker's function that takes a message, as JSON, and a picture's pixels, if there is one


class PageComm(BaseComm):
    """What a widget changes goes to the page, if it is in a box that the page has."""

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        if msg_type == "comm_msg" and data.get("method") == "update":
            report(self.comm_id, data["state"])


def report(name, state):
    if name in places:
        box, path, part = places[name]
        message = json.dumps({"box": box, "path": path, "state": {part: state} if part else state})
        seen = re.search(r'src="pixels:(\d+)', str(state.get("value")))
        tell(message, *([pictures[int(seen[1])].pixels()] if seen else []))


def begin(function):
    """Tell the page by this function, and forget the lesson that has run before an image was made of this Python.

    From now on pictures are told as pixels: packing them takes as long as drawing them, and unpacking, too.
    """
    global tell
    from coursekit.plots import Picture
    from ipywidgets import Widget

    Widget.close_all()
    for name in set(vars(__main__)) - OWN:
        delattr(__main__, name)
    for memory in (places, shown, pictures):
        memory.clear()
    matplotlib.rcParams.update(LOOKS)
    tell = function

    times = itertools.count()

    def source(picture):
        pictures[id(picture)] = picture
        return f"pixels:{id(picture)}.{next(times)}"  # never the same, so that a widget tells it

    Picture.source = source


comm.create_comm = PageComm
os.environ["COURSEKIT_PAGE"] = "book"


def display(*what, **_):
    shown.extend(what)


IPython.display.display = display


def after_cell(value, number):
    """Enter the boxes that a cell has shown, the first of which has this number; tell the page how they stand."""
    shown.append(value)
    for box in shown:
        if not BOXES.isdisjoint(getattr(box, "_dom_classes", ())):
            _live(box, number)
            number += 1
    shown.clear()


def again():
    """Tell the page how all boxes stand, after the lesson has run in an image."""
    from ipywidgets.widgets.widget import _instances

    for name, number in [(name, box) for name, (box, path, part) in places.items() if not path and not part]:
        _live(_instances[name], number)


def _live(box, number):
    _enter(box, number, "")
    tell(json.dumps({"live": number}))


def _enter(widget, box, path):
    places[widget.model_id] = box, path, None
    places[widget.layout.model_id] = box, path, "layout"
    report(widget.model_id, {key: value for key, value in widget.get_state().items() if key in WANTED})
    for k, child in enumerate(getattr(widget, "children", ())):
        _enter(child, box, f"{path}.{k}" if path else str(k))


WANTED = {"value", "index", "disabled", "description", "_dom_classes"}


def moved(box, path, index):
    """Press a button (index None), or put a knob on one of its stops."""
    from ipywidgets.widgets.widget import _instances

    widget = next(_instances[name] for name, place in places.items() if place == (box, path, None))
    widget.click() if index is None else setattr(widget, "index", index)
