"""Questions: a guess that is made before the picture is seen, and a question in words with an answer to each answer."""

import os

import ipywidgets as widgets

from coursekit.knobs.page import STYLE, paragraph


def _words(text=""):
    return widgets.HTML(paragraph(text))


class Guess(widgets.VBox):
    """A question with a knob for the answer; `when_lifted` is called once, when the answer was given or asked for."""

    def __init__(self, question, knob):
        self.knob, self.value, self.is_lifted, self.is_open, self._waiting = knob, None, False, False, []
        self._first, self._then = None, "for the first picture"  # the answer, and of which picture
        heading, self.said = _words(question), _words()
        heading.add_class("knobs-question")
        self.said.add_class("knobs-said")
        # Buttons take the first click as the guess; a slider has to be let go of first.
        self.sure = widgets.Button(description="That is my guess", icon="check", button_style="primary")
        self.lift = widgets.Button(description="Show me", tooltip="Show the picture without a guess (key: g)")
        self.lift.add_class("knobs-lift")
        self.sure.on_click(lambda _: self.make(knob.value))
        self.lift.on_click(lambda _: self.make(None))
        self.buttons = [self.sure, self.lift]
        if isinstance(knob, widgets.ToggleButtons):
            knob.value = None
            knob.observe(lambda change: self.make(change["new"]), "value")
            self.buttons = [self.lift]
        below = widgets.HBox([*self.buttons, self.said])
        below.add_class("knobs-guess")
        super().__init__([heading, knob, below])
        if os.environ.get("COURSEKIT_GUESSES") == "shown":
            self.make(None)

    def when_lifted(self, call):
        self._waiting.append(call)

    def make(self, value):
        """Take the guess, once; None stands for "show me"."""
        if self.is_lifted:
            return
        self.value, self.is_lifted, self.knob.disabled = value, True, True
        for used in (*self.buttons, self.knob):
            used.layout.display = "none"  # what was said takes their place
        for call in self._waiting:
            call()

    def answer(self, truth):
        """Say what the guess was, if one was made, and what is true; both are written as the knob writes its stops.

        A truth of None is for the reader to find: the question is open until a move of the picture knows it.
        """
        if self.is_open:
            self._then = "where you found it"
        self._first, self.is_open = truth, truth is None
        self._say(truth)

    def follow(self, truth):
        """Say that the answer was an earlier picture's, where a knob or new noise gives one with another answer."""
        if self._first is not None:
            self._say(self._first, truth is None or self.knob.text(truth) == self.knob.text(self._first))

    def _say(self, truth, here=True):
        quoted = "“{}”" if isinstance(self.knob, widgets.ToggleButtons) else "{}"
        said, true = (None if x is None else quoted.format(self.knob.text(x)) for x in (self.value, truth))
        told = f"The answer is {true}." if here else f"{self._then.capitalize()} the answer was {true}."
        told = "Go on and find out." if true is None else told
        if said is not None:
            right = "is right" if here else f"was right {self._then}"
            told = f"You guessed {said}, and that {right}." if said == true else f"You guessed {said}. {told}"
        self.said.value = paragraph(told, role="alert")


def guess(question, knob):
    """Ask for a guess: ``knobs.explore(picture, guess=knobs.guess("How sure …?", knobs.share(0.5)), …)``.

    The picture is veiled until then, and its `Reading` must have a `truth`, or have one as soon
    as the reader has found it. The environment variable
    ``COURSEKIT_GUESSES=shown`` lifts all veils: for a lecture, a printed book, a test.

    Parameters
    ----------
    question : str
        What is to be guessed, for the settings with which the picture opens.
    knob : widget
        A slider, or a choice whose first click is the guess.

    >>> from coursekit.knobs.controls import slider
    >>> asked = guess("How many of 100 people?", slider("your guess", 50, range(0, 101)))
    >>> asked.make(75)
    >>> asked.value
    75
    """
    return Guess(question, knob)


def quiz(question, answers, *, right=None, picture=None):
    """Ask a question in words; each answer is answered at once, and nothing is kept.

    Parameters
    ----------
    question : str
        One question.
    answers : dict of str to str
        The answers to choose from, and what is said to whoever chooses them.
    right : str, optional
        The right one; a ValueError if it is not among the answers. Without it the question is one of weighing, and
        what is said to an answer stands without a verdict, above what was said to others.
    picture : IPython.display.HTML, optional
        What `knobs.show` gives; the first answer, right or wrong, uncovers it.

    Returns
    -------
    ipywidgets.VBox
        The notebook shows it.

    >>> asked = quiz("2 + 2?", {"4": "Two and two are four.", "5": "That is one too many."}, right="4")
    >>> asked.children[2].click()
    >>> "one too many" in asked.children[-1].value
    True
    """
    if right is not None and right not in answers:
        raise ValueError(f"right must be one of the answers {list(answers)}, got {right!r}")
    heading, said, shown = widgets.HTML(STYLE + paragraph(question)), _words(), widgets.HTML()
    heading.add_class("knobs-question")
    said.add_class("knobs-said")
    if picture and os.environ.get("COURSEKIT_GUESSES") == "shown":
        shown.value = picture.data
    buttons, heard = [widgets.Button(description=answer) for answer in answers], []

    def choose(button):
        told, before = answers[button.description], ""
        if right is None:  # what was said before stays below, to be compared
            told = f"“{button.description}”: {told}"
            heard[:] = [paragraph(told), *(one for one in heard if one != paragraph(told))]
            before = "".join(heard[1:])
            for one in buttons:
                one.icon = "comment" if one is button else ""
                (one.add_class if one is button else one.remove_class)("knobs-chosen")
        else:
            is_right = button.description == right
            button.add_class("knobs-right" if is_right else "knobs-wrong")
            button.icon = "check" if is_right else "times"
            told = f"{'Right.' if is_right else 'Not quite.'} {told}"
        said.value = paragraph(told, role="alert") + before
        if picture:
            shown.value = picture.data

    for button in buttons:
        button.on_click(choose)
    box = widgets.VBox([heading, *buttons, said, *([shown] if picture else [])])
    box.add_class("knobs-quiz")
    return box
