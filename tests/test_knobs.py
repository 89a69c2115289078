"""Knobs: what a reader moves is what moves, and a fault is shown."""

import re

import numpy as np
import pandas as pd
import pytest

from coursekit import knobs, local, plots, synthesis


def parts(box):
    *controls, image, reading = box.children
    return controls, image, reading


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


def test_a_knob_too_many_or_too_few_is_refused():
    picture = local.pictures.local_or_central()
    with pytest.raises(TypeError, match=r"knobs must be \['epsilon', 'n'\], got \['epsilon'\]"):
        knobs.explore(picture, epsilon=knobs.epsilon())
    with pytest.raises(TypeError, match="got .*rng"):
        knobs.explore(local.pictures.asked_again(), p=knobs.share(0.75), years=knobs.slider("T", 1, [1]), rng=knobs.epsilon())


def test_no_button_without_noise():
    box = knobs.explore(local.pictures.local_or_central(), epsilon=knobs.epsilon(), n=knobs.people(1000, low=1000))
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
    with pytest.raises(ValueError, match="value must be one of the slider's stops"):
        make()


def test_a_progress_bar_follows_a_synthesis_and_ends_full():
    frame = pd.DataFrame({"a": np.arange(20), "b": np.arange(20) % 3, "c": np.arange(20) / 7})
    move, seen = knobs.progress("Synthesizing"), []
    move.bar.observe(lambda change: seen.append(change["new"]), "value")
    synthesis.synthesize(frame, rng=np.random.default_rng(1), progress=move)
    assert seen == [1, 2, 3] and (move.bar.max, move.bar.bar_style, move.where.value) == (3, "success", "3 of 3")
    move(1, 4, "distances")
    assert (move.bar.value, move.bar.bar_style, move.where.value) == (1, "", "1 of 4: distances")
