"""A box whose picture follows what happens outside of the notebook."""

import atexit
import itertools
import threading
import time

import ipywidgets as widgets
import numpy as np

from coursekit.knobs.page import SPEAK, STYLE, paragraph


def follow(picture, look, sign, ended, *, every=1.0):
    """Show a picture that follows `look`, under what `sign` gives; one thread looks, and only what changed is sent.

    Parameters
    ----------
    picture : coursekit.plots.Picture
        Its `move` takes what `look` gives, ``ticks`` (how many looks there were before) and ``rng``, of one seed.
    look : callable
        ``look()`` gives a dict of values.
    sign : callable
        ``sign()`` gives HTML.
    ended : callable
        Once ``ended()`` is true there is one more look, and then nothing moves.
    every : float, default 1
        Seconds from one look to the next.

    Returns
    -------
    ipywidgets.VBox
        The box; its `thread` ends after the last look.
    """
    head, image, reading = widgets.HTML(), widgets.HTML(), widgets.HTML()
    reading.add_class("knobs-reading")
    box = widgets.VBox([widgets.HTML(STYLE), head, image, reading])
    box.add_class("knobs")

    def draw(ticks):
        said = picture.move(**look(), ticks=ticks, rng=np.random.default_rng(0))
        head.value, image.value = sign(), picture.html(said.alt, onload=SPEAK)
        reading.value = paragraph(said.text)

    def run():
        for ticks in itertools.count(1):
            time.sleep(every)
            is_last = ended()
            draw(ticks)
            if is_last:
                return

    draw(0)
    box.thread = threading.Thread(target=run, daemon=True)
    box.thread.start()
    atexit.register(box.add_class, "knobs-ended")
    return box
