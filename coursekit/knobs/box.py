"""The box in which knobs move a picture."""

import atexit
import inspect
import os
import threading
import traceback
from html import escape

import ipywidgets as widgets
import numpy as np

from coursekit.knobs.page import SPEAK, STYLE, VEIL, paragraph

ROUND = "What do you say?"
UNSEEN = "Make your guess, and the picture appears."
FAULT = "<strong>This picture could not be drawn</strong> for {}.<pre>{}</pre>"


def _anew():
    """Give a seed that nobody has seen: the rounds of a game could be learnt by heart."""
    return int(np.random.default_rng().integers(2**32))


def _button(text, icon, tip, name):
    made = widgets.Button(description=text, icon=icon, tooltip=tip)
    made.add_class(name)
    return made


def explore(picture, *, guess=None, answers=(), rare=(), play=None, again="New noise", **knobs):
    """Show a picture that follows its knobs.

    Each move calls ``picture.move`` with the knobs' values. A picture whose `move` takes ``rng`` gets a "New noise"
    button; until it is pressed each move sees the same noise, so that what moves is what the reader moved. An error is
    shown in the picture's place.

    Parameters
    ----------
    picture : coursekit.plots.Picture
    guess : Guess, optional
        What `knobs.guess` gives: the picture is veiled until the reader has made it.
    answers : sequence of str
        For a game: one button each. The `truth` of the reading is one of them; after an answer the reader hears it and
        her score, the picture's `mark` is called with it (and may return a sentence to stand under the picture), and
        all stays until she presses "Next" or moves a knob. Each setting of the knobs has a score of its own. Where a
        setting has no round left, its reading has no `truth`, and "Next" turns the first knob to its next stop; at the
        last stop "Next" is over.
    rare : sequence of str
        Names of the knobs that wait behind the button "More knobs".
    play : str, optional
        Name of the slider that a button moves from stop to stop; the button is hidden while the slider is.
    again : str
        What the button says that draws anew, where noise is not all that is drawn.
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
    if not {*rare, *([play] if play else [])} <= set(knobs):
        raise TypeError(f"rare and play must name knobs of {sorted(knobs)}, got {tuple(rare)!r} and {play!r}")
    image, reading, tally = widgets.HTML(), widgets.HTML(), widgets.HTML()
    seed, scores, shown, asked = [0], {}, {}, {}
    if answers and os.environ.get("COURSEKIT_PAGE") != "book":  # a page shows its first round before Python is there
        seed[0] = _anew()
    reading.add_class("knobs-reading")
    tally.add_class("knobs-said")
    on = _button("Next", "arrow-right", "Play the next round (key: n)", "knobs-noise")
    buttons, one_at_a_time = [], threading.RLock()  # JupyterLab moves knobs from a thread of their own

    def move(_=None, guessed=None):
        try:
            with one_at_a_time:  # where the knobs stand is read in here, or an old setting could be drawn last
                shown.clear()  # a round that cannot be drawn is not judged by the one before
                values = {name: knob.value for name, knob in knobs.items()}
                if guessed is not None:
                    picture.mark(guessed)
                    asked.update(values)
                for artist in picture.guessed:
                    artist.set_visible(values == asked)
                if noisy:
                    values["rng"] = np.random.default_rng(seed[0])
                said = picture.move(**values)
                image.value = picture.html(said.alt, onload=SPEAK)
                reading.value = paragraph(said.text)
                tally.value = paragraph(" ".join([ROUND] * (said.truth is not None) + score()))
                shown["said"] = said
                if guess:
                    (guess.answer if guess.is_open else guess.follow)(said.truth)
                (box.add_class if answers and said.truth is None else box.remove_class)("knobs-judged")
                if answers:
                    on.disabled = said.truth is None and at_the_end()
        except Exception as error:  # shown to the reader: an exception in a callback would be lost in a log
            settings = ", ".join(f"{name} = {knob.value!r}" for name, knob in knobs.items())
            told = escape("".join(traceback.format_exception(error)[-3:]))
            reading.value = f'<div role="alert" class="knobs-error">{FAULT.format(escape(settings), told)}</div>'
            if answers:
                tally.value = ""
                box.add_class("knobs-judged")

    def at_the_end():  # a game goes on with the next stop of its first knob
        first = next(iter(knobs.values()), None)
        return first is None or first.index == len(first.options) - 1

    def reroll(_):
        seed[0] = _anew() if answers else seed[0] + 1
        move()

    def score():
        told = [f"{right} of {n}" + f" ({setting})" * bool(setting) for setting, (right, n) in scores.items()]
        return [f"You were right in {', '.join(told)}."] if told else []

    def answer(button):
        with one_at_a_time:
            said = shown.pop("said", None)
            if said is None or said.truth is None:  # judged already, not drawn, or nothing is left to judge
                return
            setting = ", ".join(  # what a button says needs no name
                knob.text(knob.value) if isinstance(knob, widgets.ToggleButtons)
                else f"{knob.description.split(',')[0]} {knob.text(knob.value)}"
                for knob in knobs.values()
            )
            right, rounds = scores.get(setting, (0, 0))
            is_right = button.description == said.truth
            scores[setting] = right + is_right, rounds + 1
            reading.value = paragraph(picture.mark(said.truth) or said.text)
            image.value = picture.html(f"{said.truth}. {said.alt}", onload=SPEAK)
            tally.value = paragraph(" ".join([f"{'Right' if is_right else 'No'}: {said.truth}.", *score()]))
            box.add_class("knobs-judged")
            if not noisy and at_the_end():  # it may have been the last round of all
                on.disabled = picture.move(**{name: knob.value for name, knob in knobs.items()}).truth is None

    def go_on(_):
        if "said" not in shown:
            reroll(None)
        if "said" in shown and shown["said"].truth is None and not at_the_end():
            next(iter(knobs.values())).index += 1

    def disable(closed):
        for one in (*knobs.values(), *buttons):
            one.disabled = closed

    def lift():
        disable(False)
        move(guessed=guess.value)
        if "said" in shown:
            guess.answer(shown["said"].truth)

    def open_more(button):
        is_open = "knobs-open" in box._dom_classes
        (box.remove_class if is_open else box.add_class)("knobs-open")
        button.description, button.icon = ("More knobs", "plus") if is_open else ("Fewer knobs", "minus")

    if play:
        knobs[play].add_class("knobs-played")
        buttons.append(_button("Play", "play", "Move the knob from stop to stop (key: p)", "knobs-play"))
        widgets.dlink((knobs[play].layout, "visibility"), (buttons[-1].layout, "visibility"))
    if answers:
        buttons += [_button(text, "", "", "knobs-answer") for text in answers]
        for one in buttons[-len(answers) :]:
            one.on_click(answer)
        buttons += [on, tally]
        on.on_click(go_on)
    elif noisy:
        buttons.append(_button(again, "refresh", "Draw anew; the knobs stay (key: n)", "knobs-noise"))
        buttons[-1].on_click(reroll)
    if rare:
        buttons.append(_button("More knobs", "plus", "Show the knobs that are needed less often", "knobs-more"))
        buttons[-1].on_click(open_more)
        for name in rare:
            knobs[name].add_class("knobs-rare")
    style = widgets.HTML(STYLE)
    controls = [*knobs.values(), *([widgets.HBox(buttons)] if buttons else [])]
    box = widgets.VBox([style, *([guess] if guess else []), *controls, image, reading])
    box.add_class("knobs")
    atexit.register(box.add_class, "knobs-ended")  # the last that the page hears of a kernel
    for knob in knobs.values():
        knob.observe(reroll if answers else move, "value")
    if guess:
        guess.when_lifted(lift)
    if guess and not guess.is_lifted:
        disable(True)
        image.value = VEIL.format(*picture.size, escape(SPEAK))
        reading.value = paragraph(UNSEEN)
    else:
        (lift if guess else move)()
    return box
