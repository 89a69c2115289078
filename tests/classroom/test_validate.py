"""The Validate button and `check` count exercises: done, to mend, not begun; what nobody has begun is no mistake."""

import json

import nbformat
import pytest
from hostile import tiny

from classroom import tally
from classroom.handout.student_version import release
from classroom.validate import validate


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    tiny.make(folder)
    return release(folder / "source" / tiny.LESSON)


@pytest.fixture
def notebook(handed_out, tmp_path):
    """Write the exercise as students have it, with cells replaced; give its path."""
    def write(**cells):
        content = nbformat.reads(handed_out[f"{tiny.LESSON}.ipynb"].decode(), as_version=4)
        for cell in content.cells:
            cell.source = cells.get(cell.id.replace("-", "_"), cell.source)
        path = tmp_path / f"{tiny.LESSON}.ipynb"
        nbformat.write(content, path)
        (tmp_path / "table.csv").write_bytes(handed_out["table.csv"])
        return path

    return write


def told(answer):
    """The two texts of the dialog."""
    assert answer["success"] and list(answer["value"]) == ["failed"]
    (entry,) = answer["value"]["failed"]
    return entry["source"], entry["raw_error"]


def test_what_nobody_has_begun_is_not_begun_and_no_error(notebook):
    counts, rest = told(validate(notebook()))
    assert counts == "0 of 2 done, 2 not begun (1, 2)."
    assert "rror" not in rest and "NotImplemented" not in rest and "mend" not in rest


@pytest.mark.parametrize("cells, counts, says", [
    ({"double": tiny.WRONG}, "0 of 2 done, 1 to mend (1), 1 not begun (2).", ["Exercise 1, to mend:\n  double(1) is 2\n"]),
    ({"double": tiny.WRONG, "why": "Because."}, "1 of 2 done, 1 to mend (1).", ["double(1) is 2"]),
    ({"double": tiny.RIGHT}, "1 of 2 done, 1 not begun (2).", []),
    ({"double": "def double(x:\n  return 1"}, "0 of 2 done, 1 to mend (1), 1 not begun (2).", ["SyntaxError", "(in your cell, line 1)"]),
    ({"double": "def double(x):\n    return x.y"}, "0 of 2 done, 1 to mend (1), 1 not begun (2).",
     ["AttributeError: 'int' object has no attribute 'y'"]),
    ({"double": "import os\nos._exit(0)"}, "0 of 2 done, 1 to mend (1), 1 not begun (2).", ["did not run to its end"]),
    ({"double": "double = open('table.csv').read\n"}, "0 of 2 done, 1 to mend (1), 1 not begun (2).",
     ["double(1) is 2"]),  # what lies beside the notebook is there
    ({"double": "def double(x):\n    raise ValueError('<img src=x onerror=alert(1)>')"},
     "0 of 2 done, 1 to mend (1), 1 not begun (2).", ["ValueError: <img"]),
])
def test_each_exercise_is_done_or_to_mend_or_not_begun(notebook, cells, counts, says):
    answer = validate(notebook(**cells))
    found, rest = told(answer)
    assert found == counts
    assert all(text in rest for text in says), rest
    assert "<img" not in answer["value"]["failed"][0]["error"], "the dialog takes this for a page"


def test_when_all_is_done_the_dialog_says_so(notebook):
    assert validate(notebook(double=tiny.RIGHT, why="Because.")) == {"success": True, "value": {}}


def test_a_test_that_was_edited_is_told(notebook):
    counts, rest = told(validate(notebook(double=tiny.RIGHT, why="Because.", double_test="assert True")))
    assert counts == "2 of 2 done." and "The test double-test was edited here; what counts is how it was handed out." in rest


def test_what_cannot_be_read_is_one_sentence(tmp_path):
    path = tmp_path / "a.ipynb"
    for content in (b"", b"{}", b"no notebook"):
        path.write_bytes(content)
        answer = validate(path)
        assert not answer["success"] and answer["value"].startswith("a.ipynb cannot be read as a notebook (")
    assert "cannot be read" in validate(tmp_path / "nowhere.ipynb")["value"]


def test_a_lesson_has_nothing_to_validate_and_is_not_run(tmp_path):
    path = tmp_path / "a.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("open('ran', 'w')")]), path)
    assert validate(path) == {"success": True, "value": {}}
    assert [one.name for one in tmp_path.iterdir()] == ["a.ipynb"]


def test_validating_writes_nothing(notebook):
    path = notebook(double="open('mine.txt', 'w').write('x')\n" + tiny.RIGHT)
    before = path.read_bytes()
    assert told(validate(path))[0] == "1 of 2 done, 1 not begun (2)."
    assert path.read_bytes() == before and sorted(one.name for one in path.parent.iterdir()) == [path.name, "table.csv"]


# ---------------------------------------------------------------- counting


def cell(kind, source, name, outputs=(), **about):
    made = getattr(nbformat.v4, f"new_{kind}_cell")(source)
    if about:
        made.metadata.nbgrader = {"grade": False, "solution": False, "points": 0, "grade_id": name, **about}
    if kind == "code":
        made.outputs = [nbformat.v4.new_output(**output) for output in outputs]
    return made


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def value(number):
    return {"output_type": "execute_result", "data": {"text/plain": str(number)}}


def failed(name, text):
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": []}


def test_exercises_go_by_their_headings_and_marks_by_the_tests():
    cells = [
        cell("markdown", "### Exercise 3 (2 points)", ""),
        cell("code", "f", "f", solution=True),
        cell("code", "", "f-test", [], grade=True, points=1),
        cell("code", "", "f-more", [printed("Lost 0.5 points: look: at this\nmine\n"), value(.5)], grade=True, points=1),
        cell("markdown", "### Exercise 4 (1 point): spot the bug", ""),
        cell("code", "g", "g", solution=True),
        cell("code", "", "g-test", [failed("NotImplementedError", "")], grade=True, points=1),
        cell("markdown", "### Exercise 10 (2 points)", ""),
        cell("code", "h", "h", [failed("SyntaxError", "bad (<ipython-input-7>, line 2)")], solution=True),
        cell("code", "", "h-test", [failed("NameError", "h")], grade=True, points=1),
        cell("code", "", "h-more", [failed("NameError", "h")], grade=True, points=1),
    ]
    found = tally.tally(cells)
    assert [(one.number, one.state, one.earned, one.points) for one in found] == [
        (3, "to mend", 1.5, 2), (4, "not begun", 0, 1), (10, "to mend", 0, 2)]
    assert [one.said for one in found] == [["look: at this"], [], ["SyntaxError: bad (in your cell, line 2)"]]
    assert tally.headline(found) == "0 of 3 done, 2 to mend (3, 10), 1 not begun (4)."


def test_an_exercise_of_which_a_part_is_not_begun_is_to_mend():
    parts = [cell("markdown", "### Exercise 1 (2 points)", ""), cell("code", "", "a", [], grade=True, points=1),
             cell("code", "", "b", [failed("NotBegun", "Not done yet")], grade=True, points=1)]
    (one,) = tally.tally(parts)
    assert (one.state, one.said) == ("to mend", ["A part of it is not begun."])


def test_the_answer_is_what_nbgraders_dialog_reads(notebook):
    answer = json.loads(json.dumps(validate(notebook())))
    assert set(answer["value"]["failed"][0]) == {"source", "error", "raw_error"}
