"""Knobs: what a reader moves is what moves, and a fault is shown."""

import re
import threading
import time

import ipywidgets as widgets
import numpy as np
import pandas as pd
import pytest
from IPython.display import HTML

from coursekit import knobs, local, plots, synthesis

VEILED = 'class="knobs-veil"'  # the script of a picture speaks of veils, too


def parts(box):
    _, *controls, image, reading = box.children
    buttons = [button for row in controls if isinstance(row, widgets.HBox) for button in row.children]
    return [one for one in controls if not isinstance(one, widgets.HBox)] + buttons, image, reading


def noisy_box():
    figure, ax = plots.canvas()
    (dots,) = ax.plot([], [], "o")
    seen = []

    def move(epsilon, rng):
        noise = rng.laplace(size=5) / epsilon
        seen.append((epsilon, noise * epsilon))
        dots.set_data(range(5), noise)
        return plots.Reading(f"At ε = {epsilon:g} noise is {noise[0]:.3f}.", f"dots <for> {epsilon:g}")

    return knobs.explore(plots.Picture(figure, (dots,), move), epsilon=knobs.epsilon(1.0)), seen


def test_moving_epsilon_keeps_the_noise_and_the_button_draws_new_noise():
    box, seen = noisy_box()
    (slider, button), image, reading = parts(box)
    slider.value = 0.5
    assert [epsilon for epsilon, _ in seen] == [1.0, 0.5]
    assert seen[0][1] == pytest.approx(seen[1][1])
    button.click()
    assert seen[2][0] == 0.5
    assert abs(seen[2][1] - seen[1][1]).min() > 0


def test_picture_reading_and_alt_follow_the_knob():
    box, _ = noisy_box()
    (slider, _), image, reading = parts(box)
    before = image.value, reading.value
    slider.value = 0.01
    assert 'alt="dots &lt;for&gt; 0.01"' in image.value
    assert "At ε = 0.01" in reading.value
    assert (image.value, reading.value) != before


def test_an_error_is_shown_and_the_next_move_recovers():
    figure, ax = plots.canvas()

    def move(d):
        if d == 2:
            raise ValueError("d must not be 2 <here>")
        return plots.Reading(f"d is {d}", "a picture")

    slider = knobs.slider("d", 1, [1, 2, 3])
    _, image, reading = parts(knobs.explore(plots.Picture(figure, (), move), d=slider))
    slider.value = 2
    assert "knobs-error" in reading.value and "d must not be 2 &lt;here&gt;" in reading.value and "d = 2" in reading.value
    slider.value = 3
    assert "knobs-error" not in reading.value and "d is 3" in reading.value


def test_a_guess_that_cannot_be_drawn_is_told_and_the_next_move_recovers(monkeypatch):
    monkeypatch.delenv("COURSEKIT_GUESSES", raising=False)
    figure, ax = plots.canvas()
    picture = plots.Picture(figure, (), lambda d: plots.Reading(f"d is {d}", "a picture", truth=3), lambda value: 1 / 0)
    slider = knobs.slider("d", 1, [1, 2, 3])
    guess = knobs.guess("How large is d?", knobs.slider("your guess", 2, [1, 2, 3]))
    box = knobs.explore(picture, guess=guess, d=slider)
    guess.make(2)
    assert "knobs-error" in box.children[-1].value and "ZeroDivisionError" in box.children[-1].value
    assert not slider.disabled
    slider.value = 2
    assert "d is 2" in box.children[-1].value and "<img" in box.children[-2].value


def test_two_threads_move_a_picture_one_after_the_other():
    """JupyterLab sends what widgets say to a thread of its own; two moves at once would leave parts of both."""
    inside = []

    class Slow:
        size, guessed = (1, 1), ()

        def move(self, a, b):
            inside.append("in")
            time.sleep(0.05)
            inside.append("out")
            return plots.Reading("text", "a picture")

        def html(self, alt, onload):
            return alt

    knob_a, knob_b = (knobs.slider(name, 1, [1, 2]) for name in "ab")
    knobs.explore(Slow(), a=knob_a, b=knob_b)
    threads = [threading.Thread(target=setattr, args=(knob, "value", 2)) for knob in (knob_a, knob_b)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert inside == ["in", "out"] * 3


def test_a_knob_too_many_or_too_few_is_refused():
    picture = local.protocol_pictures.local_or_central()
    with pytest.raises(TypeError, match=r"knobs must be \['epsilon', 'n'\], got \['epsilon'\]"):
        knobs.explore(picture, epsilon=knobs.epsilon())
    with pytest.raises(TypeError, match="got .*rng"):
        knobs.explore(local.pictures.coins(), tossed=knobs.slider("tossed", 1, [1]), rng=knobs.epsilon())


def test_no_button_without_noise():
    box = knobs.explore(local.protocol_pictures.local_or_central(), epsilon=knobs.epsilon(), n=knobs.people(1000, low=1000))
    assert [type(c).__name__ for c in parts(box)[0]] == ["SelectionSlider", "SelectionSlider"]


@pytest.mark.parametrize(
    ("slider", "first", "last", "labels"),
    [
        (knobs.epsilon(), 0.01, 10.0, ("0.01", "10")),
        (knobs.epsilon(0.1, low=0.05, high=5), 0.05, 5.0, ("0.05", "5")),
        (knobs.delta(), 1e-12, 0.1, ("10⁻¹²", "10⁻¹")),
        (knobs.people(), 10, 1_000_000, ("10", "1,000,000")),
        (knobs.share(0.75, low=0.51, high=0.99, step=0.01), 0.51, 0.99, ("51%", "99%")),
    ],
)
def test_sliders_stand_on_round_stops(slider, first, last, labels):
    shown, values = zip(*slider.options)
    assert (values[0], values[-1]) == (first, last)
    assert (shown[0], shown[-1]) == labels
    assert list(values) == sorted(set(values))
    assert len(set(shown)) == len(shown)


def test_epsilon_and_delta_steps_are_logarithmic_and_labelled_with_symbol_and_meaning():
    _, values = zip(*knobs.epsilon().options)
    ratios = [b / a for a, b in zip(values, values[1:])]
    assert 1.19 < min(ratios) and max(ratios) < 1.34
    for slider in (knobs.epsilon(), knobs.delta(), knobs.people(), knobs.share(0.5)):
        assert re.match(r"\w, \w+", slider.description)


@pytest.mark.parametrize("make", [lambda: knobs.epsilon(0.123), lambda: knobs.slider("d", 5, [1, 2]), lambda: knobs.share(0.333)])
def test_a_start_between_the_stops_is_refused(make):
    with pytest.raises(ValueError, match="value must be one of the knob's stops"):
        make()


def guess_box(knob, truth, **how):
    figure, ax = plots.canvas()
    (line,) = ax.plot([], [])
    marked = []

    def move(d):
        line.set_data([0, 1], [0, d])
        return plots.Reading(f"d is {d}", "a picture", truth=truth)

    asked = knobs.guess("How much?", knob)
    picture = plots.Picture(figure, (line,), move, mark=marked.append)
    return knobs.explore(picture, guess=asked, d=knobs.slider("d", 1, [1, 2, 3]), **how), asked, marked


def test_a_picture_is_veiled_until_the_guess_and_then_keeps_it():
    box, asked, marked = guess_box(knobs.share(0.75, label="your guess"), 0.14)
    (_, slider), image, reading = parts(box)
    assert VEILED in image.value and "Make your guess" in reading.value and slider.disabled and not marked
    asked.knob.value = 0.5
    assert VEILED in image.value, "a slider is let go of first"
    asked.sure.click()
    assert "base64" in image.value and VEILED not in image.value and "d is 1" in reading.value
    assert "You guessed 50%. The answer is 14%." in asked.said.value and marked == [0.5]
    assert asked.knob.disabled and asked.knob.layout.display == "none" and not slider.disabled
    asked.make(0.1)
    assert marked == [0.5], "a guess is made once"
    slider.value = 3
    assert "d is 3" in reading.value and "You guessed 50%" in asked.said.value


def test_of_buttons_the_first_click_is_the_guess():
    box, asked, marked = guess_box(knobs.choice("", "mean", ["mean", "median"]), "mean")
    assert asked.knob.value is None and VEILED in parts(box)[1].value
    asked.knob.value = "mean"
    assert "You guessed “mean”, and that is right." in asked.said.value and marked == ["mean"]


def test_what_a_reader_shall_find_is_told_when_she_has_found_it():
    figure, ax = plots.canvas()
    picture = plots.Picture(figure, (), lambda d: plots.Reading(f"d is {d}.", "a picture", truth={2: "Ben", 3: "Ann"}.get(d)))
    asked = knobs.guess("Who?", knobs.choice("", "Ann", ["Ann", "Ben"]))
    box = knobs.explore(picture, guess=asked, d=knobs.slider("d", 1, [1, 2, 3]))
    asked.knob.value = "Ann"
    assert ">You guessed “Ann”. Go on and find out." in asked.said.value
    for stop, told in ((2, "The answer"), (3, "Where you found it the answer"), (1, "The answer"), (2, "The answer")):
        parts(box)[0][1].value = stop
        verb = "was" if "found" in told else "is"
        assert f"You guessed “Ann”. {told} {verb} “Ben”." in asked.said.value, "found once, and told of another picture"


@pytest.mark.parametrize("made, first, later", [
    (0.5, "You guessed 50%. The answer is 14%.", "You guessed 50%. For the first picture the answer was 14%."),
    (0.14, "You guessed 14%, and that is right.", "You guessed 14%, and that was right for the first picture."),
    (None, "The answer is 14%.", "For the first picture the answer was 14%."),
])
def test_an_answer_says_that_it_was_for_the_first_picture_where_another_has_another(made, first, later):
    figure, ax = plots.canvas()
    truths = {1: 0.14, 2: 0.5, 3: None}
    picture = plots.Picture(figure, (), lambda d: plots.Reading(f"d is {d}.", "a picture", truth=truths[d]))
    asked = knobs.guess("How much?", knobs.slider("your guess", 0.5, [0.14, 0.5], text="{:.0%}".format))
    box = knobs.explore(picture, guess=asked, d=knobs.slider("d", 1, [1, 2, 3]))
    asked.make(made)
    assert f">{first}<" in asked.said.value
    for stop in (2, 1, 2, 3):
        parts(box)[0][1].value = stop
        assert f">{later if stop == 2 else first}<" in asked.said.value


def test_show_me_and_a_teacher_lift_the_veil_without_a_guess(monkeypatch):
    box, asked, marked = guess_box(knobs.share(0.75), 0.14)
    asked.lift.click()
    assert "d is 1" in parts(box)[2].value and not marked
    assert ">The answer is 14%.<" in asked.said.value, "where the buttons were, no empty line is left"
    monkeypatch.setenv("COURSEKIT_GUESSES", "shown")
    box, asked, marked = guess_box(knobs.share(0.75), 0.14)
    assert "d is 1" in parts(box)[2].value and asked.is_lifted and not marked
    assert ">The answer is 14%.<" in asked.said.value


def test_a_guess_is_shown_where_it_was_made_and_not_elsewhere():
    figure, ax = plots.canvas()
    yours = ax.text(0, 0, "")
    asked = knobs.guess("How much?", knobs.share(0.75))
    picture = plots.Picture(figure, (yours,), lambda d: plots.Reading(f"d is {d}.", "a picture", truth=0.5), yours.set_text, (yours,))
    box = knobs.explore(picture, guess=asked, d=knobs.slider("d", 1, [1, 2, 3]))
    asked.make(0.75)
    assert yours.get_visible() and yours.get_text() == "0.75"
    for stop in (2, 1, 3):
        parts(box)[0][1].value = stop
        assert yours.get_visible() == (stop == 1)


def test_rare_knobs_wait_behind_a_button_and_play_names_its_knob():
    box, *_ = guess_box(knobs.share(0.75), 0.14, rare=["d"], play="d")
    (_, slider, play, more), *_ = parts(box)
    assert {"knobs-rare", "knobs-played"} <= set(slider._dom_classes) and "knobs-play" in play._dom_classes
    slider.layout.visibility = "hidden"
    assert play.layout.visibility == "hidden", "no button for a slider that is not there"
    for is_open in (True, False):
        more.disabled = False
        more.click()
        assert ("knobs-open" in box._dom_classes) == is_open
    with pytest.raises(TypeError, match="rare and play must name knobs of"):
        guess_box(knobs.share(0.75), 0.14, rare=["e"])


def game_box():
    """A game of which one setting cannot be drawn; gives the truths of its rounds and what was marked."""
    figure, ax = plots.canvas()
    (line,) = ax.plot([], [])
    truths, marked = [], []

    def move(epsilon, rng):
        if epsilon == 10:
            raise ValueError("too much")
        truths.append(str(rng.choice(["in", "out"])))
        line.set_data([0, 1], [0, rng.random()])
        return plots.Reading(f"At ε = {epsilon:g}.", "a picture", truth=truths[-1])

    box = knobs.explore(plots.Picture(figure, (line,), move, marked.append), answers=["in", "out"], epsilon=knobs.epsilon(1.0))
    return box, truths, marked


def test_a_game_stays_with_the_judged_round_until_next():
    box, truths, marked = game_box()
    (slider, first, second, on, tally), image, _ = parts(box)
    right, drawn = 0, []
    for rounds in range(1, 9):
        assert len(truths) == rounds and "knobs-judged" not in box._dom_classes
        on.click()
        assert len(truths) == rounds, "a round that was not answered is not left out"
        drawn.append(re.search('src="(.*?)"', image.value)[1])
        right += truths[-1] == "in"
        first.click()
        second.click()
        assert f": {truths[-1]}. You were right in {right} of {rounds} (ε 1)." in tally.value, "one answer a round"
        assert "knobs-judged" in box._dom_classes and marked == truths and f'alt="{truths[-1]}. a picture"' in image.value
        on.click()
        assert "What do you say?" in tally.value
    assert 0 < right < 8 and (first.description, second.description) == ("in", "out") and len(set(drawn)) == 8


def test_each_setting_of_a_game_has_its_score_and_a_round_of_its_own():
    box, truths, _ = game_box()
    (slider, first, _, on, tally), image, _ = parts(box)
    first.click()
    slider.value = 2.0
    assert len(truths) == 2 and "of 1 (ε 1)." in tally.value and "knobs-judged" not in box._dom_classes
    first.click()
    assert re.search(r"in [01] of 1 \(ε 1\), [01] of 1 \(ε 2\)\.", tally.value)
    before = image.value
    slider.value = 1.0
    assert len(truths) == 3 and image.value != before, "the same noise would tell what it hid"


def test_a_game_without_knobs_goes_through_its_rounds_and_ends():
    figure, ax = plots.canvas()
    left = ["in", "out"]

    def move():
        return plots.Reading("What is it?", "a picture", truth=left[0] if left else None)

    def mark(_):
        left.pop(0)
        return "This is why."

    box = knobs.explore(plots.Picture(figure, (), move, mark), answers=["in", "out"])
    (first, _, on, tally), _, reading = parts(box)
    first.click()
    assert "Right: in. You were right in 1 of 1." in tally.value and not on.disabled
    on.click()
    assert "What is it?" in reading.value and "knobs-judged" not in box._dom_classes
    first.click()
    assert "No: out. You were right in 1 of 2." in tally.value and on.disabled, "after the last round of all"


def test_a_setting_without_rounds_left_is_not_judged_and_next_goes_to_the_next_setting():
    figure, ax = plots.canvas()
    left = {"bread": 1, "salt": 1}

    def move(about):
        return plots.Reading(f"About {about}.", "a picture", truth="in" if left[about] else None)

    def mark(_):
        left[about.value] -= 1
        return "This is why."

    about = knobs.choice("about", "bread", list(left))
    box = knobs.explore(plots.Picture(figure, (), move, mark), answers=["in", "out"], about=about)
    (_, first, _, on, tally), _, reading = parts(box)
    first.click()
    assert "This is why." in reading.value
    on.click()
    assert about.value == "salt" and "What do you say?" in tally.value and "knobs-judged" not in box._dom_classes
    about.value = "bread"
    first.click()
    assert "in 1 of 1 (bread)" in tally.value and "What do you say?" not in tally.value and "knobs-judged" in box._dom_classes
    on.click()
    assert about.value == "salt" and not on.disabled
    first.click()
    assert on.disabled and "This is why." in reading.value and "of 1 (salt)" in tally.value, "after the last round of all"
    on.click()
    assert about.value == "salt" and on.disabled, "the last setting is the end, and Next does not go round"


def test_a_round_that_cannot_be_drawn_is_not_judged():
    box, truths, marked = game_box()
    (slider, first, _, on, tally), _, reading = parts(box)
    slider.value = 10.0
    first.click()
    assert "knobs-error" in reading.value and not marked and "right" not in tally.value
    slider.value = 1.0
    first.click()
    assert "knobs-error" not in reading.value and marked == truths[-1:] and "of 1 (ε 1)" in tally.value


def test_a_quiz_answers_every_answer_and_marks_it():
    asked = knobs.quiz("Why?", {"because": "So it is.", "why not": "That is no reason."}, right="because")
    _, because, why_not, said = asked.children
    why_not.click()
    assert "Not quite. That is no reason." in said.value and "knobs-wrong" in why_not._dom_classes
    because.click()
    assert "Right. So it is." in said.value and "knobs-right" in because._dom_classes
    with pytest.raises(ValueError, match="right must be one of the answers"):
        knobs.quiz("Why?", {"because": "So it is."}, right="so")


def test_a_question_of_weighing_has_no_verdict_and_remembers_the_last_answer():
    asked = knobs.quiz("Would you?", {"yes": "But think of this.", "no": "But think of that."})
    yes, no, said = asked.children[1:4]
    yes.click()
    no.click()
    assert "<p" in said.value and "But think of that." in said.value and "Right" not in said.value and "Not quite" not in said.value
    assert ["knobs-chosen" in one._dom_classes for one in (yes, no)] == [False, True]
    assert said.value.index("“no”: But think of that.") < said.value.index("“yes”: But think of this."), "to be compared"
    no.click()
    assert said.value.count("But think of") == 2 and said.value.count("role=") == 1, "the last alone is spoken"
    assert (yes.icon, no.icon) == ("", "comment") and not {"knobs-right", "knobs-wrong"} & {*yes._dom_classes, *no._dom_classes}


def test_a_picture_below_a_quiz_waits_for_an_answer(monkeypatch):
    def ask():
        answers = {"because": "So it is.", "why not": "That is no reason."}
        return knobs.quiz("Why?", answers, right="because", picture=HTML("<img alt='the reason'>")).children

    monkeypatch.delenv("COURSEKIT_GUESSES", raising=False)
    *_, why_not, said, shown = ask()
    assert not shown.value
    why_not.click()
    assert "no reason" in said.value and "the reason" in shown.value
    monkeypatch.setenv("COURSEKIT_GUESSES", "shown")
    assert "the reason" in ask()[-1].value and not ask()[-2].value.strip("<p></p>")


def test_a_progress_bar_follows_a_synthesis_and_ends_full():
    frame = pd.DataFrame({"a": np.arange(20), "b": np.arange(20) % 3, "c": np.arange(20) / 7})
    move, seen = knobs.progress("Synthesizing"), []
    move.bar.observe(lambda change: seen.append(change["new"]), "value")
    synthesis.synthesize(frame, rng=np.random.default_rng(1), progress=move)
    assert seen == [1, 2, 3] and (move.bar.max, move.bar.bar_style, move.where.value) == (3, "success", "3 of 3")
    move(1, 4, "distances")
    assert (move.bar.value, move.bar.bar_style, move.where.value) == (1, "", "1 of 4: distances")


def test_what_the_page_runs_stands_on_one_line_without_a_comment_to_its_end():
    """A comment that runs to the end of a line would swallow all that follows, Play and the keys with it."""
    from coursekit.knobs.page import SPEAK

    assert "\n" not in SPEAK and "//" not in SPEAK
