"""A few changed solutions are judged here, and what may keep full marks is read; `mutate.py` itself tries them all."""

import mutate
import pytest
import test_answers


@pytest.mark.parametrize("lesson, cell", [("04_composition", "zcdp"), ("04_composition", "split")])
def test_who_changes_what_is_asked_for_loses_marks(lesson, cell):
    known, some = mutate.equivalent(lesson), list(mutate.mutants(lesson, cell))[::4]
    done = mutate.trial(some, workers=1)
    assert sum(verdict == "lost" for _, verdict in done) >= 6
    kept = {mutant.name for mutant, verdict in done if verdict == "kept"}
    assert kept == {name for found, name in known if found == cell and name in {mutant.name for mutant in some}}


def test_the_solution_keeps_its_marks_and_a_plain_mistake_loses_some():
    lesson, cell = "04_composition", "averaging"
    right = test_answers.solved(lesson, cell)
    assert "1.96" in right
    for code, verdict in ((right, "kept"), (right.replace("1.96", "1.64"), "lost"), (right + "\nraise ValueError", "broken")):
        assert mutate.judge(mutate.Mutant(lesson, cell, "", code)) == verdict


@pytest.mark.parametrize("lesson", [lesson for lesson in test_answers.LESSONS if mutate.equivalent(lesson)])
def test_what_may_keep_full_marks_is_still_a_change_of_a_solution(lesson):
    for cell in {cell for cell, _ in mutate.equivalent(lesson)}:
        names = {mutant.name for mutant in mutate.mutants(lesson, cell)}
        assert {name for found, name in mutate.equivalent(lesson) if found == cell} <= names, cell
