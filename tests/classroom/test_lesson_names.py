"""A lesson is named by a number, the beginning of its name, or all of it; wherever one is asked for."""

from pathlib import Path

import pytest

from classroom.lessons import lesson_named

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9]*.ipynb"))
EXERCISES = sorted(path.parent.name for path in (ROOT / "notebooks" / "exercises").glob("*/*.ipynb"))
NAMES = ["00_start_here", "01_why_privacy", "03_sanitizers", "03_sanitizers_deeper", "10_tables", "13_first", "13_second"]


@pytest.mark.parametrize("asked, name", [
    ("3", "03_sanitizers"), ("03", "03_sanitizers"), ("03_sanitizers", "03_sanitizers"), ("03_san", "03_sanitizers"),
    ("03_sanitizers.ipynb", "03_sanitizers"), ("03_sanitizers_d", "03_sanitizers_deeper"), ("1", "01_why_privacy"),
    ("0", "00_start_here"), ("10", "10_tables"), ("13_f", "13_first")])
def test_one_lesson_is_meant(asked, name):
    assert lesson_named(asked, reversed(NAMES)) == name


@pytest.mark.parametrize("asked", ["", "4", "003", "-3", "3.0", "²", "３", "sanitizers", "../03", "03_sanitizers/", "03*", "03_x"])
def test_none_is_meant_and_all_are_named(asked):
    with pytest.raises(ValueError) as caught:
        lesson_named(asked, NAMES)
    assert str(caught.value) == f'There is no lesson "{asked}": name one of {", ".join(NAMES)}.'


@pytest.mark.parametrize("asked", ["13", "13_"])
def test_several_are_meant_and_they_are_named(asked):
    with pytest.raises(ValueError) as caught:
        lesson_named(asked, NAMES)
    assert str(caught.value) == f'There is more than one lesson "{asked}": name one of 13_first, 13_second.'


def test_where_no_lesson_is_the_sentence_says_so():
    with pytest.raises(ValueError, match='^There is no lesson "3": none is there at all.$'):
        lesson_named("3", [])


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_number_means_the_same_lesson_everywhere(exercise):
    number = str(int(exercise[:2]))
    assert lesson_named(number, EXERCISES) == lesson_named(number, LESSONS) == lesson_named(exercise[:2], LESSONS) == exercise
