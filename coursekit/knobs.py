"""Knobs: sliders that move a picture, with one sentence of reading under it.

The one way in which every lesson binds a slider to a picture:

    knobs.explore(local.pictures.belief_and_error(), epsilon=knobs.epsilon(1.0), n=knobs.people(1000))
"""

import inspect
import os
import traceback
from html import escape

# Each move would otherwise be sent back to the page that made it, one message more to wait for; an echo serves several
# pages that share one kernel. ipywidgets reads this when it is first imported.
os.environ.setdefault("JUPYTER_WIDGETS_ECHO", "0")

import ipywidgets as widgets  # noqa: E402
import numpy as np  # noqa: E402

from coursekit.plots import image_tag, power, still  # noqa: E402

# Ten steps a decade, in round numbers: about 25% a step, which is the least that an eye notices in noise.
STEPS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)

# Runs in the page whenever a new picture arrives. The slider's handle gets the name and the value that a screen reader
# should say (ipywidgets leaves the name out and announces the position); the value keeps its width, so that the track
# under the hand does not grow and shrink; and the reading becomes a live region, so that it is read aloud after a move.
# Where there is noise, the key n draws it anew: a lecturer's hand stays on the slider.
SPEAK = """
(box => { if (!box) return;
box.querySelectorAll('.widget-hslider').forEach(slider => {
  const handle = slider.querySelector('[role=slider]'); if (!handle) return;
  handle.setAttribute('aria-label', slider.querySelector('.widget-label').textContent);
  const value = slider.querySelector('.widget-readout');
  if (!value.style.flex) value.style.cssText = 'flex: 0 0 13.5em; max-width: none; margin-left: 14px; text-align: left';
  handle.setAttribute('aria-valuetext', value.textContent); });
const reading = box.querySelector('.knobs-reading .widget-html-content');
if (reading && !reading.hasAttribute('role')) reading.setAttribute('role', 'status');
const noise = box.querySelector('.knobs-noise');
if (noise && !box.hasAttribute('data-keys')) { box.setAttribute('data-keys', 'n');
  box.addEventListener('keydown', event => {
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); noise.click(); }); }
})(this.closest('.knobs'))
""".replace("\n", " ")

# Two lines are kept free, so that the page below does not jump when a sentence grows.
SENTENCE = '<p style="max-width:680px;min-height:3em;margin:0;line-height:1.5;font-size:15px">{}</p>'
FAULT = "<strong>This picture could not be drawn</strong> for {}.<pre>{}</pre>"


def _round_numbers(low, high):
    decades = range(int(np.floor(np.log10(low))) - 1, int(np.ceil(np.log10(high))) + 1)
    grid = [float(f"{step}e{decade}") for decade in decades for step in STEPS]
    return [x for x in grid if low * (1 - 1e-9) <= x <= high * (1 + 1e-9)]


def slider(label, value, values, *, text=str):
    """Make a slider over a list of values.

    Parameters
    ----------
    label : str
        Symbol and meaning, as "ε, privacy loss".
    value : object
        Where it stands at first; one of `values`.
    values : sequence
        The stops, in order.
    text : callable
        Turns a stop into what the reader sees beside the slider.

    >>> slider("n, people", 10, [1, 10, 100]).value
    10
    """
    values = list(values)
    if value not in values:
        raise ValueError(f"value must be one of the slider's stops {values}, got {value!r}")
    looks = {"style": {"description_width": "180px"}, "layout": widgets.Layout(width="680px", max_width="100%")}
    return widgets.SelectionSlider(options=[(text(x), x) for x in values], value=value, description=label, **looks)


def epsilon(value=1.0, *, low=0.01, high=10.0, label="ε, privacy loss"):
    """Make a slider for ε in round steps, ten a decade.

    >>> epsilon(0.5).value
    0.5
    """
    return slider(label, value, _round_numbers(low, high), text=lambda x: f"{x:g}")


def delta(value=1e-6, *, low=1e-12, high=1e-1, label="δ, chance of more"):
    """Make a slider for δ in powers of ten.

    >>> delta(1e-5).value
    1e-05
    """
    exponents = range(round(np.log10(low)), round(np.log10(high)) + 1)
    return slider(label, value, [float(f"1e{k}") for k in exponents], text=power)


def people(value=1000, *, low=10, high=1_000_000, label="n, people"):
    """Make a slider for a number of people, ten steps a decade.

    >>> people(2000).value
    2000
    """
    stops = dict.fromkeys(round(x) for x in _round_numbers(low, high))
    return slider(label, value, stops, text=lambda x: f"{x:,}")


def share(value, *, low=0.0, high=1.0, step=0.05, label="π, true share"):
    """Make a slider for a share or a probability, shown in percent.

    >>> share(0.3).value
    0.3
    """
    stops = [round(x, 6) for x in np.arange(low, high + step / 2, step).tolist()]
    return slider(label, value, stops, text=lambda x: f"{100 * x:g}%")


def explore(picture, **knobs):
    """Show a picture that follows its knobs.

    Each move calls ``picture.move`` with the knobs' values. A picture whose `move` takes ``rng`` gets a "New noise"
    button; until it is pressed each move sees the same noise, so that what moves is what the reader moved. An error is
    shown in the picture's place.

    Parameters
    ----------
    picture : coursekit.plots.Picture
    **knobs : widget
        One for each value that `move` takes, or else a TypeError.

    Returns
    -------
    ipywidgets.VBox
        The box with knobs, picture and reading; the notebook shows it.
    """
    wanted = set(inspect.signature(picture.move).parameters)
    noisy = "rng" in wanted
    if set(knobs) != wanted - {"rng"}:
        raise TypeError(f"knobs must be {sorted(wanted - {'rng'})}, got {sorted(knobs)}")
    image, reading, seed = widgets.HTML(), widgets.HTML(), [0]
    reading.add_class("knobs-reading")

    def move(_=None):
        values = {name: knob.value for name, knob in knobs.items()}
        if noisy:
            values["rng"] = np.random.default_rng(seed[0])
        try:
            said = picture.move(**values)
            image.value = picture.html(said.alt, onload=SPEAK)
            reading.value = SENTENCE.format(escape(said.text))
        except Exception as error:  # shown to the reader: an exception in a callback would be lost in a log
            settings = ", ".join(f"{name} = {knob.value!r}" for name, knob in knobs.items())
            told = escape("".join(traceback.format_exception(error)[-3:]))
            reading.value = f'<div role="alert" class="knobs-error">{FAULT.format(escape(settings), told)}</div>'

    def reroll(_):
        seed[0] += 1
        move()

    for knob in knobs.values():
        knob.observe(move, "value")
    controls = list(knobs.values())
    if noisy:
        tip = "Draw new noise; the knobs stay (key: n)"
        button = widgets.Button(description="New noise", tooltip=tip, icon="refresh")
        button.add_class("knobs-noise")
        button.on_click(reroll)
        controls.append(button)
    move()
    box = widgets.VBox([*controls, image, reading])
    box.add_class("knobs")
    return box


def show(figure, *, alt):
    """Show a figure that stands still, made with seaborn or matplotlib, with a text for those who do not see it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        As ``grid.figure`` of seaborn; it is closed, so that the notebook does not show it a second time.
    alt : str
        What there is to see, in a sentence or two.

    Returns
    -------
    IPython.display.HTML
    """
    from IPython.display import HTML

    return HTML(image_tag(still(figure), alt, figure))


def progress(label="Working"):
    """Show a progress bar, and give the function ``move(done, total, what="")`` that moves it.

    `synthesis.synthesize` and `risk.scorecard` call it as they go. They can be stopped as any cell can: with the square
    in the toolbar.

    Parameters
    ----------
    label : str
        What is being done.
    """
    from IPython.display import display

    bar = widgets.IntProgress(value=0, max=1, description=label, style={"description_width": "initial"})
    where = widgets.Label("")
    display(widgets.HBox([bar, where]))

    def move(done, total, what=""):
        bar.max, bar.value = total, done
        where.value = f"{done} of {total}" + (f": {what}" if what else "")
        bar.bar_style = "success" if done >= total else ""

    move.bar, move.where = bar, where  # for tests, and for whoever wants to hide it
    return move
