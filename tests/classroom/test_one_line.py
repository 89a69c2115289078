"""Of a test, students see one line; what it compares and the mistakes that it names are beside the notebook, not on the page."""

import ast
import io
import itertools
import re
import zipfile
from html import unescape
from pathlib import Path

import nbformat
import pytest
import test_answers
from answers import bank
from hostile import tiny
from nbgrader.utils import is_grade, is_solution

from classroom import grade
from classroom.book import feedback, gradebook
from classroom.handout.one_line import FILE, OneLine
from classroom.handout.student_version import load_config, release
from classroom.run import sandbox

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = ROOT / "notebooks" / "exercises"


@pytest.fixture(scope="module", params=bank.lessons())
def released(request):
    files = release(EXERCISES / request.param, load_config(EXERCISES / "nbgrader_config.py"))
    return request.param, nbformat.reads(files[f"{request.param}.ipynb"].decode(), as_version=4), files["visible_tests.zip"]


def graded(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code" and is_grade(cell)]


def shown(source):
    return source.split("### BEGIN HIDDEN TESTS")[0].strip()


def test_every_test_is_one_line_and_names_no_mistake(released):
    lesson, notebook, _ = released
    whole = {cell.id: cell.source for cell in graded(test_answers.source(lesson))}
    mistakes = set()
    for cell in graded(notebook):
        comment = [line for line in cell.source.split("\n") if line.startswith("#")]
        call = f'grading.run_test("{lesson}", "{cell.id}")'
        assert cell.source == "\n".join([*comment, "from coursekit import grading", "", call])
        assert comment and all(len(line) <= 88 for line in comment), "what is tried stands above"
        first = [line for line in itertools.takewhile(lambda line: line.startswith("#"), whole[cell.id].split("\n"))]
        assert " ".join(line[2:] for line in comment) == " ".join(line.lstrip("# ") for line in first)
        mistakes |= {key.value for node in ast.walk(ast.parse(whole[cell.id])) if isinstance(node, ast.Dict) for key in node.keys
                     if isinstance(key, ast.Constant) and isinstance(key.value, str) and len(key.value) > 25}
    page = "\n".join(cell.source for cell in notebook.cells)
    assert len(mistakes) > 20 and not [sentence for sentence in mistakes if sentence in page]


def test_beside_the_notebook_is_what_was_in_the_cells_and_no_hidden_test(released):
    lesson, _, packed = released
    with zipfile.ZipFile(io.BytesIO(packed)) as pack:
        found = {name: pack.read(name).decode().strip() for name in pack.namelist()}
    assert found == {cell.id: shown(cell.source) for cell in graded(test_answers.source(lesson))}


@pytest.mark.parametrize("solved", [False, True])
def test_a_release_runs_as_before(released, solved, tmp_path, monkeypatch):
    """With right answers every test says that it holds; with none, each says that this is not done yet."""
    lesson, notebook, packed = released
    (tmp_path / "visible_tests.zip").write_bytes(packed)
    monkeypatch.chdir(tmp_path)
    answers = {cell.id: cell.source for cell in test_answers.source(lesson).cells if is_solution(cell)} if solved else {}
    names = {"__name__": "__main__"}
    for cell in test_answers.fill(notebook, answers).cells:
        if cell.cell_type == "code":
            outputs = test_answers.run(cell.source, names)
            if is_grade(cell):
                told = [output.get("ename") or output["text"].partition(".")[0] for output in outputs]
                assert told == (["✓ Passed"] if solved else ["NotBegun"]), cell.id


def test_a_wrong_answer_hears_the_same_sentence(released, tmp_path, monkeypatch):
    """One wrong answer of each exercise: what the visible tests said when they stood in their cells, they say in one line."""
    lesson, notebook, packed = released
    (tmp_path / "visible_tests.zip").write_bytes(packed)
    monkeypatch.chdir(tmp_path)
    short, heard = {cell.id: cell.source for cell in graded(notebook)}, 0
    for name, answers in bank.lesson(lesson).items():
        setup, own = test_answers.exercise(lesson, name)
        answer, said = next(answer for answer in answers if not answer.right), []
        for codes in ([short[cell.id] for cell in own], [shown(cell.source) for cell in own]):
            names = {"__name__": "__main__"}
            for code in (*(cell.source for cell in setup), answer.code):
                test_answers.run(code, names)
            outputs = [output for code in codes for output in test_answers.run(code, names) if output.output_type == "error"]
            said.append([output.evalue.split("\n")[0] for output in outputs])
        assert said[0] == said[1], name
        heard += len(said[0])
    assert heard


# ---------------------------------------------------------------- the page that goes back


@pytest.fixture(scope="module")
def marked(programs, tmp_path_factory):
    """A class of a course whose release has this step: what each was given, and the folder of their pages."""
    folder = tmp_path_factory.mktemp("class")
    config = tiny.make(folder)
    config.GenerateAssignment.preprocessors = steps(OneLine)
    files = release(folder / "source" / tiny.LESSON, config)
    before = {name: source for kind, name, source, about in tiny.CELLS if name == "double-test"}
    for student in ("released", "before", "edited"):  # "before": the test as it stood in its cell
        notebook = nbformat.reads(files[f"{tiny.LESSON}.ipynb"].decode(), as_version=4)
        for cell in notebook.cells:
            cell.source = {"double": tiny.RIGHT, "why": "Because."}.get(cell.id, cell.source)
            if student != "released" and cell.id in before:
                cell.source = before[cell.id] + "\n# mine" * (student == "edited")
        tiny.hand_in(folder, student, notebook, **{FILE: files[FILE]})
    tiny.hand_in(folder, "wrong", tiny.solved(tiny.WRONG))
    results, strays = grade.grade(gradebook.Book(tiny.LESSON, config), sandbox.Limits())
    assert strays == []
    return {one.student: one for one in results}, folder


def test_a_page_shows_one_line_of_a_test_and_every_sentence(marked):
    found, folder = marked
    assert found["wrong"].score == 0
    text = (folder / "feedback" / "wrong" / tiny.LESSON / f"{tiny.LESSON}.html").read_text(encoding="utf-8")
    page = unescape(re.sub(r"<[^>]*>", "", text[text.index("<body"):]))
    assert f'grading.run_test("{tiny.LESSON}", "double-more")' in page and "assert double" not in page
    assert "double(1) is 2" in page and tiny.HIDDEN not in page


@pytest.mark.parametrize("how", ["released", "before", "edited"])
def test_who_hands_in_what_was_handed_out_has_edited_no_test(marked, how):
    result = marked[0][how]
    assert result.score == 5 and result.flags == []
    assert result.notes == ["The test cell double-test was edited; what was handed out was graded."] * (how == "edited")


def steps(more):
    from nbgrader.converters import GenerateAssignment
    from nbgrader.preprocessors import ClearHiddenTests

    found = GenerateAssignment.preprocessors.default()
    found.insert(found.index(ClearHiddenTests) + 1, more)
    return found


def test_the_courses_settings_have_this_step_behind_the_one_that_takes_hidden_tests_out():
    config = gradebook.load_config(EXERCISES / "nbgrader_config.py")
    names = [step.__name__ for step in config.GenerateAssignment.preprocessors]
    assert names.index("OneLine") == names.index("ClearHiddenTests") + 1 > names.index("SaveCells")
