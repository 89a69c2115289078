"""`python start.py check`: a student's own work meets all tests, and she reads what to mend and never a test."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
import test_answers
from answers import bank
from hostile import tiny

from classroom import check, grade, solutions
from classroom.book import gradebook
from classroom.book.lesson import Lesson
from classroom.handout.student_version import load_config, release
from classroom.run import sandbox
from classroom.validate import validate

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = ROOT / "notebooks" / "exercises"
NAME = f"{tiny.LESSON}.ipynb"
# What looks up who calls it, and says it as loudly as it can
READS_TESTS = """
def double(x):
    import linecache, sys
    frame, found = sys._getframe(), []
    while frame:
        name = frame.f_code.co_filename
        found += [] if name.endswith(".py") else linecache.getlines(name)
        frame = frame.f_back
    for line in found:
        print("Lost 1 point:", line)
    {end}
"""


@pytest.fixture(scope="module")
def tiny_course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny")
    tiny.make(folder)
    (folder / "notebooks").mkdir()
    (folder / "source").rename(folder / "notebooks" / "exercises")
    return folder, release(folder / "notebooks" / "exercises" / tiny.LESSON)


@pytest.fixture
def course(tiny_course, tmp_path):
    """A course of one exercise, and how a student saves it with cells replaced."""
    root = tmp_path / "ein Kurs ü"
    shutil.copytree(tiny_course[0] / "notebooks", root / "notebooks")
    mine = root / "course" / "exercises" / tiny.LESSON

    def save(**cells):
        mine.mkdir(parents=True, exist_ok=True)
        for name, content in tiny_course[1].items():
            (mine / name).write_bytes(content)
        notebook = nbformat.read(mine / NAME, as_version=4)
        for cell in notebook.cells:
            cell.source = cells.get(cell.id.replace("-", "_"), cell.source)
        nbformat.write(notebook, mine / NAME)
        return root

    return save


@pytest.fixture
def told(capsys, monkeypatch):
    """Check the tiny exercise in a course; give the exit code and what is printed."""
    def run(root, asked="1"):
        monkeypatch.setattr(check, "ROOT", root)
        monkeypatch.setattr(check.go, "__defaults__", (root,))
        monkeypatch.setenv("COLUMNS", "100")
        code = check.main([asked])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_what_nobody_has_begun_is_not_begun(course, told):
    code, out, err = told(course())
    assert code == 0 and err == ""
    assert "0 of 2 done, 2 not begun (1, 2).\n0 of 5 points for code.\n" in out
    assert "Exercise 1     0 of 5   not begun\nExercise 2     - of 1   not begun\n" in out
    assert "save the notebook (Ctrl+S) and check again" in out and "rror" not in out and "mend" not in out


def test_hidden_tests_count_and_say_what_to_mend(course, told):
    code, out, err = told(course(double="def double(x):\n    return 2 * x if x else 1\n", why="Because."))
    assert (code, err) == (0, "")
    assert "1 of 2 done, 1 to mend (1).\n4 of 5 points for code.\n" in out
    assert "Exercise 1     4 of 5   to mend: nothing doubled is nothing\n" in out
    assert "Exercise 2     - of 1   written; a person reads it\n" in out
    assert re.search(r"Checking 01_tiny as you saved it at \d\d:\d\d on \d\d \w+ \.\.\.\n", out)


def test_all_done(course, told):
    _, out, _ = told(course(double=tiny.RIGHT, why="Because."))
    assert "2 of 2 done.\n5 of 5 points for code.\n" in out and "Exercise 1     5 of 5   done\n" in out


@pytest.mark.parametrize("code, says", [
    ("def double(x:\n", "to mend: SyntaxError: "), ("import os\nos._exit(0)\n", "did not run to its end"),
    ("def double(x):\n    return x.y\n", "AttributeError: 'int' object has no attribute 'y'"),
])
def test_a_broken_cell_is_told(course, told, code, says):
    exit_code, out, err = told(course(double=code))
    assert exit_code == 0 and err == "" and says in " ".join(out.split()) and "Traceback" not in out


def test_a_loop_is_ended_and_told(course):
    root = course(double="def double(x):\n    while True:\n        pass\n")
    exercises, _ = check.check(root / "course" / "exercises" / tiny.LESSON / NAME,
                               Lesson(root / "notebooks" / "exercises" / tiny.LESSON), sandbox.Limits(cell=1, student=30, grace=3))
    assert exercises[0].state == "to mend" and "after 1 seconds" in " ".join(exercises[0].said)


def test_without_a_sandbox_it_runs_just_so_and_says_nothing_alarming(course, told, monkeypatch):
    monkeypatch.setattr(check.sandboxes, "find", lambda: sandbox.Sandbox(None, "there is none for this system"))
    code, out, err = told(course(double=tiny.RIGHT))
    assert (code, err) == (0, "") and "1 of 2 done, 1 not begun (2).\n5 of 5 points" in out
    assert not re.search("sandbox|protect|warning|safe", out, re.IGNORECASE)


def test_nothing_is_written(course, told):
    root = course(double="open('mine.txt', 'w').write('x')\n" + tiny.RIGHT)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert told(root)[0] == 0
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_test_that_was_edited_is_replaced_and_told(course, told):
    _, out, _ = told(course(double=tiny.WRONG, double_test="assert True"))
    assert "0 of 5 points" in out and "The test cell double-test was edited; what was handed out was graded." in out


def test_the_marks_are_those_of_grading(course, told, tmp_path, programs):
    folder = tmp_path / "class"
    folder.mkdir()
    config = tiny.make(folder)
    answers = {"wrong": tiny.WRONG, "partial": "def double(x):\n    return 2 * x if x < 5 else 9\n"}
    for student, code in answers.items():
        tiny.hand_in(folder, student, tiny.solved(code))
    graded, _ = grade.grade(gradebook.Book(tiny.LESSON, config), sandbox.Limits())
    for result in graded:
        assert f"\n{result.score:g} of 5 points for code.\n" in told(course(double=answers[result.student]))[1]


# ---------------------------------------------------------------- one sentence each


@pytest.mark.parametrize("content", [b"", b"no notebook", b'{"cells": 3}', b"\xff\xfe"])
def test_a_notebook_that_cannot_be_read_is_one_sentence(course, told, content):
    root = course()
    (root / "course" / "exercises" / tiny.LESSON / NAME).write_bytes(content)
    code, _, err = told(root)
    assert code == 1 and f"{NAME} cannot be checked. The file is " in err and len(err.splitlines()) == 1


def test_a_copy_that_is_not_there_is_one_sentence(course, told):
    root = course()
    shutil.rmtree(root / "course")
    code, out, err = told(root)
    assert (code, out) == (1, "") and re.fullmatch(rf"There is no \S.*{NAME}: say python start.py, and the exercise comes\.\n", err)


def test_a_wrong_name_is_one_sentence(course, told):
    assert told(course(), "../01") == (1, "", 'There is no lesson "../01": name one of 01_tiny.\n')


def test_where_the_tests_are_not_is_one_sentence(course, told):
    root = course()
    shutil.rmtree(root / "notebooks" / "exercises")
    code, _, err = told(root)
    assert code == 1 and err == "The tests are not on this computer: only the Validate button can look at your work.\n"


# ---------------------------------------------------------------- the instructor's switch


@pytest.mark.parametrize("where", ["notebooks", "course"])
def test_an_instructor_switches_it_off(course, told, where):
    root = course(double=tiny.RIGHT)
    (root / where / "class.toml").write_text("check = true\n")
    assert told(root)[0] == 0
    (root / where / "class.toml").write_text("check = false\n")
    code, out, err = told(root)
    assert (code, out) == (1, "") and err.startswith("Your instructor has switched this off for your class.")
    assert len(err.splitlines()) == 1
    (root / where / "class.toml").write_text("check = \n")
    assert "The settings of the class in " in told(root)[2]


def test_the_switch_is_on_and_goes_to_students():
    from classroom.handout.handout import lessons

    assert not check.switched_off([ROOT / "notebooks"])
    assert b"\ncheck = true\n" in lessons(ROOT / "notebooks")["class.toml"]


# ---------------------------------------------------------------- never a test


@pytest.mark.parametrize("end", ["return x", "raise ValueError(''.join(found))", "raise AssertionError(''.join(found))",
                                 "raise ValueError('look: ' + ' '.join(line.strip() for line in found[::-1]))"])
def test_who_reads_the_tests_does_not_get_to_see_them(course, told, end):
    hidden = hidden_lines([tiny.CELLS[5][2]]) | {tiny.HIDDEN}
    _, out, err = told(course(double=READS_TESTS.format(end=end)))
    printed = " ".join((out + err).split())
    assert "0 of 5 points" in printed and not [line for line in hidden if line in printed]


def hidden_lines(sources):
    """The lines of hidden tests, without spaces; short ones could be anybody's."""
    hidden = "\n".join(part for source in sources for part in re.findall(
        "### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", source, re.DOTALL)).split("\n")
    return {" ".join(line.split()) for line in hidden if len(line.strip()) > 7}


def test_hidden_lines_are_cleared_whoever_says_them(course, told):
    """Said without any trick, so that nothing but the clearing stands between them and what is printed."""
    line = tiny.CELLS[5][2].split("\n")[5]
    assert " ".join(line.split()) in hidden_lines([tiny.CELLS[5][2]])
    code, out, _ = told(course(double=f"def double(x):\n    raise ValueError({line!r})"))
    assert code == 0 and "ValueError: ... (a line of a hidden test)" in out and line not in " ".join(out.split())


LESSONS = [pytest.param(lesson, marks=[] if lesson[:2] == "02" else pytest.mark.exhaustive) for lesson in bank.lessons()]


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_line_of_a_hidden_test_is_printed_by_check_validate_or_solutions(lesson, tmp_path, told):
    """With wrong answers, so that much is said; the marks are those of the fast path that the bank is tried with."""
    source = test_answers.source(lesson)
    hidden = hidden_lines(cell.source for cell in source.cells)
    files = release(EXERCISES / lesson, load_config(EXERCISES / "nbgrader_config.py"))
    wrong = {name: [answer for answer in answers if not answer.right and "SystemExit" not in answer.code][-1].code
             for name, answers in bank.lesson(lesson).items()}
    notebook = test_answers.fill(nbformat.reads(files[f"{lesson}.ipynb"].decode(), as_version=4), wrong)
    mine = tmp_path / "course" / "exercises" / lesson
    mine.mkdir(parents=True)
    for name, content in files.items():
        (mine / name).write_bytes(content)
    nbformat.write(notebook, mine / f"{lesson}.ipynb")
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "exercises").symlink_to(EXERCISES)
    code, out, _ = told(tmp_path, lesson)
    assert code == 0 and re.search(r"^0 of \d+ done, \d+ to mend [^,]*(, \d+)*\), \d+ not begun ", out, re.MULTILINE), out
    earned = sum(test_answers.grade(lesson, name, answer)[0] for name, answer in wrong.items())
    assert f"\n{earned:g} of " in out
    answer = validate(mine / f"{lesson}.ipynb")
    path = solutions.write(EXERCISES / lesson, tmp_path / "solution")
    solved = nbformat.read(path, as_version=4).cells
    shown = " ".join(" ".join(cell.source.split("### BEGIN HIDDEN TESTS")[0] for cell in [*notebook.cells, *source.cells]).split())
    hidden = {line for line in hidden if line not in shown}  # what students have anyway, is no secret
    assert len(hidden) > 40 and "### BEGIN" not in path.read_text(encoding="utf-8")
    for text in (out, answer["value"]["failed"][0]["raw_error"], answer["value"]["failed"][0]["source"],
                 *(cell.source + str(cell.get("outputs")) for cell in solved)):
        even = " ".join(text.split())
        assert not [line for line in hidden if line in even]


def test_solutions_have_run_and_nothing_of_nbgrader_is_left(tiny_course, tmp_path, capsys):
    root = tmp_path / "ein Kurs ü"
    shutil.copytree(tiny_course[0] / "notebooks", root / "notebooks")
    assert solutions.main(["1"], root) == 0
    path = root / "build" / "nbgrader" / "solution" / tiny.LESSON / f"{tiny.LESSON}_solutions.ipynb"
    assert str(path) in capsys.readouterr().out and (path.parent / "table.csv").is_file()
    cells = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}
    assert cells["double"].source == "def double(x):\n    return 2 * x" and cells["why"].source == "YOUR WORDS"
    assert [output.data["text/plain"] for output in cells["double-try"].outputs] == ["42"]
    assert not any("nbgrader" in cell.metadata for cell in cells.values())
    assert tiny.HIDDEN not in path.read_text(encoding="utf-8") and "double(2)" in cells["double-more"].source


def test_a_solution_that_fails_is_told(tiny_course, tmp_path, capsys):
    shutil.copytree(tiny_course[0] / "notebooks", tmp_path / "notebooks")
    path = tmp_path / "notebooks" / "exercises" / tiny.LESSON / NAME
    path.write_text(path.read_text(encoding="utf-8").replace("return 2 * x", "return 3 * x"), encoding="utf-8")
    assert solutions.main(["1"], tmp_path) == 1 and "double(1) is 2" in capsys.readouterr().err
    assert not list(tmp_path.glob("build/**/*.ipynb"))
