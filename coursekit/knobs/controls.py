"""The controls that a hand moves: sliders over a list of stops, and buttons where the stops are names."""

import ipywidgets as widgets
import numpy as np

from coursekit.plots import power

# Ten steps a decade, in round numbers: about 25% a step, which is the least that an eye notices in noise.
STEPS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)


def _round_numbers(low, high):
    decades = range(int(np.floor(np.log10(low))) - 1, int(np.ceil(np.log10(high))) + 1)
    grid = [float(f"{step}e{decade}") for decade in decades for step in STEPS]
    return [x for x in grid if low * (1 - 1e-9) <= x <= high * (1 + 1e-9)]


def _control(kind, label, value, values, text, **looks):
    values = list(values)
    if value not in values:
        raise ValueError(f"value must be one of the knob's stops {values}, got {value!r}")
    made = kind(options=[(text(x), x) for x in values], value=value, description=label, **looks)
    made.text = text  # how a value is written, for whoever speaks of one
    return made


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
    looks = {"style": {"description_width": "230px"}, "layout": widgets.Layout(width="100%")}
    return _control(widgets.SelectionSlider, label, value, values, text, **looks)


def choice(label, value, values, *, text=str):
    """Make one button for each of a few values, all of them in sight.

    The parameters are those of `slider`; the values have no order that a hand could slide along.

    >>> choice("noise", "Laplace", ["Laplace", "Gaussian"]).value
    'Laplace'
    """
    looks = {"style": {"description_width": "230px", "button_width": "auto"}, "layout": widgets.Layout(width="100%")}
    return _control(widgets.ToggleButtons, label, value, values, text, **looks)


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
    return slider(label, value, stops, text=lambda x: f"{100 * x:.3g}%")
