"""Boxes of knobs as plain controls of a page, from the state that ipywidgets leaves in a notebook that has run.

The classes are those that JupyterLab gives its widgets, so that one style sheet (``coursekit/knobs/page.css``) serves
both. Each control says in ``data-path`` which child of which child it is; ``live.js`` finds it by that.
"""

import json
import re
from html import escape

STATE, VIEW = "application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json"
BOXES = {"knobs", "knobs-quiz"}


def native(notebook, lifted=()):
    """Replace each box among a notebook's outputs by HTML, in place; return how many boxes there are.

    Behind a box stands what `lifted` has for it by its id, if anything: print shows this in place of the veil.
    Other widgets, such as a progress bar, are taken out: they have nothing to say in a page that has run.
    """
    state = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    number = 0
    for cell in notebook.cells:
        for output in list(cell.get("outputs", [])):
            view = output.get("data", {}).get(VIEW)
            if view is None:
                continue
            model = state[view["model_id"]]
            if BOXES.isdisjoint(model["state"]["_dom_classes"]):
                cell.outputs.remove(output)
                continue
            html = _Page(state).html(view["model_id"], box=number)
            if view["model_id"] in lifted:
                html += f'<div class="knobs-printed">{_bare(lifted[view["model_id"]])}</div>'
            output.data = {"text/html": html}
            output.output_type, output.metadata = "display_data", {}
            output.pop("execution_count", None)
            number += 1
    return number


def _bare(text):
    """A widget's HTML without styles, which the page has once, and without what is to happen in a notebook."""
    return re.sub(r' onload="[^"]*"', "", re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL))


def _attributes(**given):
    return " ".join(
        name if value is True else f'{name}="{escape(str(value))}"'
        for name, value in given.items()
        if value is not None and value is not False
    )


class _Page:
    """The HTML of models, found by their ids in a widgets' state."""

    def __init__(self, state):
        self.state = state

    def html(self, name, path="", box=None):
        model = self.state[name.removeprefix("IPY_MODEL_")]
        return getattr(self, "_" + model["model_name"].removesuffix("Model").lower())(model["state"], path, box)

    def _frame(self, state, path, *classes, **more):
        hidden = self.state[state["layout"].removeprefix("IPY_MODEL_")]["state"].get("display") == "none"
        classes = " ".join([*classes, *state["_dom_classes"]])
        return _attributes(**{"class": classes, "data-path": path or None, "hidden": hidden, **more})

    def _vbox(self, state, path, box, kind="widget-vbox"):
        inside = [self.html(child, f"{path}.{k}" if path else str(k)) for k, child in enumerate(state["children"])]
        frame = self._frame(state, path, "widget-box", kind, **({} if box is None else {"data-box": box}))
        return f"<div {frame}>{''.join(inside)}</div>"

    def _hbox(self, state, path, box):
        return self._vbox(state, path, box, "widget-hbox")

    def _html(self, state, path, box):
        text = _bare(state["value"])
        live = {"role": "status"} if "knobs-reading" in state["_dom_classes"] else {}
        return f"<div {self._frame(state, path, 'widget-html', **live)}>{text}</div>"

    def _selectionslider(self, state, path, box):
        labels, index = state["_options_labels"], state["index"] or 0
        name = f"knob-{id(state)}"
        slider = _attributes(
            id=name, type="range", min=0, max=len(labels) - 1, value=index, disabled=state["disabled"],
            **{"aria-valuetext": labels[index], "data-labels": json.dumps(labels)},
        )  # fmt: skip
        told = f'<label class="widget-label" for="{name}">{escape(state["description"])}</label><input {slider}>'
        room = f"min-width: min({max(map(len, labels))}ch, 50%)"  # so that no label makes the slider longer or shorter
        return (
            f"<div {self._frame(state, path, 'widget-hslider')}>{told}"
            f'<output class="widget-readout" for="{name}" style="{room}">{escape(labels[index])}</output></div>'
        )

    def _togglebuttons(self, state, path, box):
        disabled = _attributes(disabled=state["disabled"])
        buttons = []
        for k, text in enumerate(state["_options_labels"]):
            is_on = k == state["index"]
            looks = "jupyter-button widget-toggle-button" + " mod-active" * is_on
            pressed = f'aria-pressed="{str(is_on).lower()}" data-index="{k}" {disabled}'
            buttons.append(f'<button type="button" class="{looks}" {pressed}>{escape(text)}</button>')
        frame = self._frame(state, path, "widget-toggle-buttons", role="group", **{"aria-label": state["description"]})
        label = f'<span class="widget-label">{escape(state["description"])}</span>'
        return f"<div {frame}>{label}<div>{''.join(buttons)}</div></div>"

    def _button(self, state, path, box):
        more = {"type": "button", "title": state["tooltip"], "disabled": state["disabled"]}
        frame = self._frame(state, path, "jupyter-button", "widget-button", **more)
        return f"<button {frame}>{escape(state['description'])}</button>"
