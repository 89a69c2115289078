"""A class is graded as nbgrader would, whatever is in it; and the hostile come to nothing, or to a person's notice."""

import csv
import hashlib
import io
import json
import re
import shutil
import socket
import sys
import threading
import time
import zipfile
from html import escape, unescape
from pathlib import Path

import nbformat
import psutil
import pytest
from hostile import tiny
from hostile.cases import CASES
from nbgrader.api import Gradebook

from classroom import grade, marking, report
from classroom.book import feedback, gradebook
from classroom.run import sandbox

pytestmark = pytest.mark.usefixtures("programs")
LESSON = tiny.LESSON
LIMITS = sandbox.Limits(cell=3, student=60, grace=4, memory=1200 * 2**20, disk=16 * 2**20, processes=64, text=20_000)


@pytest.fixture(scope="module")
def released(programs, tmp_path_factory):
    """A course whose lesson is in the gradebook already: making that takes seconds, so it is made once and copied."""
    folder = tmp_path_factory.mktemp("released")
    config = tiny.make(folder)
    assert gradebook.Book(LESSON, config).open() is True
    assert gradebook.Book(LESSON, config).open() is False
    return folder


@pytest.fixture
def course(released, tmp_path):
    return copy(released, tmp_path / "course")


def copy(released, folder):
    folder.mkdir()
    config = tiny.make(folder)
    shutil.copy(released / "gradebook.db", folder / "gradebook.db")
    return folder, config


def points(config, student):
    with Gradebook(config.CourseDirectory.db_url) as book:
        return {grade.name: grade.auto_score for grade in book.find_submission(LESSON, student).notebooks[0].grades}


def plain(page):
    return unescape(re.sub(r"<[^>]*>", "", page[page.index("<body"):]))


def contents(*folders):
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for folder in folders for path in [folder, *sorted(folder.rglob("*"))]
            if path.is_file() and not path.is_symlink()}


# ---------------------------------------------------------------- the hostile


@pytest.fixture(scope="module")
def siege(released, tmp_path_factory):
    """Everybody of `CASES` in one class, between two honest students; what was there before, and what came of it."""
    if not sandbox.find().closed:
        pytest.fail(f"no sandbox here: {sandbox.find().reason}. (On Debian and Ubuntu: sudo apt install bubblewrap.)")
    folder, config = copy(released, tmp_path_factory.mktemp("siege") / "course")
    listener, calls = socket.create_server(("127.0.0.1", 0)), []

    def listen():
        with_error = False
        while not with_error:
            try:
                calls.append(listener.accept())
            except OSError:
                with_error = True

    threading.Thread(target=listen, daemon=True).start()
    targets = [folder / "source" / LESSON / f"{LESSON}.ipynb", folder / "gradebook.db", folder / "submitted" / "aa_first" / LESSON
               / f"{LESSON}.ipynb", Path(grade.__file__), Path(sys.executable).parent / "planted", folder / "planted"]
    for student, case in CASES.items():
        work = case.work
        if work is not None and not isinstance(work, (str, bytes)):
            work = json.loads(json.dumps(work).replace("PLACES", str([str(path) for path in targets]).replace('"', "'"))
                              .replace("PORT", str(listener.getsockname()[1])))
        tiny.hand_in(folder, student, work, **case.files)
        if case.link:
            (folder / "submitted" / student / LESSON / f"{LESSON}.ipynb").symlink_to(targets[0])
    for student in ("aa_first", "zz_last"):
        tiny.hand_in(folder, student, tiny.solved())
    watched = [folder / "source", folder / "submitted", Path(grade.__file__)]
    before, heard = contents(*watched), []
    began = time.monotonic()
    results, strays = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=6, tell=lambda *what: heard.append(what))
    seconds = time.monotonic() - began
    listener.close()
    after = contents(*watched)
    yield {"folder": folder, "config": config, "results": {one.student: one for one in results}, "strays": strays,
           "before": before, "after": after, "calls": calls, "targets": targets, "seconds": seconds, "heard": heard}


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", CASES)
def test_what_happens_to_a_hostile_submission(siege, student):
    case, result = CASES[student], siege["results"][student]
    said = " ".join(result.flags + result.notes)
    assert case.says in said, said
    assert result.status == case.status, (result, said)
    if case.score is not None:
        assert result.score == case.score, said
    if case.status == "not graded":
        assert result.score is None
    written = (siege["folder"] / "bulk" / LESSON / "report.txt").read_text(encoding="utf-8")
    if said:
        assert student in written
    log = (siege["folder"] / "bulk" / LESSON / "logs" / f"{student}.log").read_text(encoding="utf-8")
    assert f"status: {result.status}" in log and len(log) < 100_000


def test_there_are_enough_hostile_submissions():
    assert len(CASES) >= 30


@pytest.mark.exhaustive
def test_the_others_get_what_they_earned(siege):
    for student in ("aa_first", "zz_last"):
        result = siege["results"][student]
        assert (result.status, result.score, result.flags) == ("graded", 5.0, [])
        assert points(siege["config"], student) == {"double-test": 2, "double-more": 3, "why": 0}
        page = siege["folder"] / "feedback" / student / LESSON / f"{LESSON}.html"
        assert "double" in page.read_text(encoding="utf-8")


@pytest.mark.exhaustive
def test_nothing_outside_is_changed(siege):
    before, after = siege["before"], siege["after"]
    assert len(before) > len(CASES) and before == after
    assert not [path for path in siege["targets"] if path.name == "planted" and path.exists()]
    notebook = nbformat.read(siege["folder"] / "autograded" / "writes_course" / LESSON / f"{LESSON}.ipynb", as_version=4)
    said = "".join(o.get("text", "") for c in notebook.cells if c.cell_type == "code" for o in c.outputs)
    assert said.count("NO ") == len(siege["targets"]), said


@pytest.mark.exhaustive
def test_nobody_is_called_and_nobody_is_left_behind(siege):
    assert siege["calls"] == []
    left = [process.info for process in psutil.process_iter(["cmdline", "uids"]) if "98765" in (process.info["cmdline"] or [])]
    assert left == []


@pytest.mark.exhaustive
def test_hidden_tests_are_in_no_file_that_a_student_can_read(siege):
    notebook = nbformat.read(siege["folder"] / "autograded" / "reads_tests" / LESSON / f"{LESSON}.ipynb", as_version=4)
    said = "".join(o.get("text", "") for c in notebook.cells if c.id == "double" for o in c.outputs)
    assert "FOUND" in said and "ocelot" not in said and ".ipynb" not in said and ".db" not in said, said


@pytest.mark.exhaustive
def test_pages_hold_no_program_of_a_student(siege):
    pages = {student: (siege["folder"] / "feedback" / student / LESSON / f"{LESSON}.html").read_text(encoding="utf-8")
             for student in ("program_in_page", "program_in_text")}
    for page in pages.values():
        body = page[page.index("<body"):]
        for living in ("<script>alert", "<img src=x onerror", 'href="javascript:'):
            assert living not in body
        assert "mathjax" not in page.lower() and 'src="http' not in page, "who reads which marks is nobody's business"
    assert "<b>bold</b>" in pages["program_in_page"] and "words" in pages["program_in_text"]


@pytest.mark.exhaustive
def test_no_page_shows_a_hidden_test_and_every_message_stays(siege):
    hidden = feedback.hidden_lines(tiny.CELLS[5][2]) | {tiny.HIDDEN}
    assert len(hidden) == 6
    for path in (siege["folder"] / "feedback").rglob("*.html"):
        page = plain(path.read_text(encoding="utf-8"))
        assert not [line for line in hidden if line in page], path
    wrong, history = (plain((siege["folder"] / "feedback" / student / LESSON / f"{LESSON}.html").read_text(encoding="utf-8"))
                      for student in ("no_metadata", "reads_history"))
    assert "double(1) is 2" in wrong and "nothing doubled is nothing" in wrong and "double(7) is 9; it should be 14" in wrong
    assert "HISTORY" in history and "a line of a hidden test" in history
    with Gradebook(siege["config"].CourseDirectory.db_url) as book:  # the instructor's side still has them
        assert any(tiny.HIDDEN in cell.source for cell in book.find_notebook(LESSON, LESSON).source_cells)


@pytest.mark.exhaustive
def test_nothing_that_a_terminal_obeys_reaches_the_grader(siege):
    folder = siege["folder"] / "bulk" / LESSON
    for path in (folder / "report.txt", folder / "report.csv", folder / "logs" / "terminal.log"):
        text = path.read_text(encoding="utf-8-sig")
        assert "terminal" in str(path) + text and "\x1b" not in text and "\x07" not in text
    shown = io.StringIO()
    report.Progress(shown)(siege["results"]["terminal"], 1, 1, [])
    assert "\x1b" not in shown.getvalue() and "?[2J" in " ".join(report.summary(LESSON, [siege["results"]["terminal"]], []))


@pytest.mark.exhaustive
def test_products_stay_small(siege):
    for folder in ("autograded", "feedback"):
        for path in (siege["folder"] / folder).rglob("*"):
            assert not path.is_file() or path.stat().st_size < 2 * 2**20, path


@pytest.mark.exhaustive
def test_who_forges_answers_is_found_out(siege):
    result = siege["results"]["other_answers"]
    assert result.status == "look"
    assert any("question" in flag or "tampered" in flag for flag in result.flags), result.flags


@pytest.mark.exhaustive
def test_suspected_marks_wait_for_a_person_in_formgrader(siege):
    with Gradebook(siege["config"].CourseDirectory.db_url) as book:
        assert book.find_submission(LESSON, "dropped_asserts").needs_manual_grade
        assert not book.find_submission(LESSON, "aa_first").needs_manual_grade


@pytest.mark.exhaustive
def test_a_siege_takes_no_longer_than_its_limits(siege):
    slow = sum("stopped" in " ".join(one.notes + one.flags) or "ended" in " ".join(one.flags) for one in siege["results"].values())
    assert siege["seconds"] < 30 + 3 * len(CASES) + slow * (LIMITS.cell + LIMITS.grace + 3)
    done = [what[1] for what in siege["heard"]]
    assert done == sorted(done) and done[-1] == siege["heard"][-1][2] == len(siege["results"])


# ---------------------------------------------------------------- the honest


def test_right_wrong_and_partial_answers_are_scored_as_nbgrader_does(course):
    folder, config = course
    partial = "def double(x):\n    return 2 * x if x else 1\n"
    noisy = "import warnings\nwarnings.warn('old')\nprint('debug')\n" + tiny.RIGHT
    answers = {"right": tiny.RIGHT, "wrong": tiny.WRONG, "partial": partial, "noisy": noisy, "broken": "def double(x\n"}
    for student, code in answers.items():
        tiny.hand_in(folder, student, tiny.solved(code))
    results, strays = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=2)
    assert strays == [] and [one.flags for one in results] == [[]] * 5
    assert {one.student: one.score for one in results} == {"right": 5, "wrong": 0, "partial": 4, "noisy": 5, "broken": 0}

    other, compared = folder.parent / "nbgrader", ["partial", "noisy", "broken"]
    other.mkdir()
    own = tiny.make(other)
    shutil.copy(folder / "gradebook.db", other / "gradebook.db")
    with Gradebook(own.CourseDirectory.db_url) as book:
        for student in answers:
            book.remove_submission(LESSON, student)
    for student in compared:  # nbgrader itself takes seconds for each
        shutil.copytree(folder / "submitted" / student, other / "submitted" / student)
    from nbgrader.converters import Autograde
    from nbgrader.coursedir import CourseDirectory

    own.CourseDirectory.assignment_id = LESSON
    gradebook.Book._run(Autograde(coursedir=CourseDirectory(config=own), config=own))
    for student in compared:
        assert points(own, student) == points(config, student), student
        theirs, mine = (nbformat.read(place / "autograded" / student / LESSON / f"{LESSON}.ipynb", as_version=4)
                        for place in (other, folder))
        for one, two in zip(theirs.cells, mine.cells, strict=True):
            assert one.source == two.source
            assert said(one) == said(two), (student, one.source)


def said(cell):
    """What counts of a cell's outputs: not the order of streams, nor the names of files and numbers of cells in errors."""
    outputs = cell.get("outputs", [])
    printed = "".join(o.text for o in outputs if o.get("name") == "stdout")
    values = [(o.output_type, o.data.get("text/plain")) for o in outputs if "data" in o]
    errors = [(o.ename, re.sub(r"\(.*?, line", "(line", o.evalue)) for o in outputs if o.output_type == "error"]
    return printed, values, errors, any(o.get("name") == "stderr" for o in outputs)


def test_a_second_run_goes_on_where_the_first_ended(course):
    folder, config = course
    for student in ("ann", "bob"):
        tiny.hand_in(folder, student, tiny.solved())
    first, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, only=["ann"])
    assert [(one.student, one.fresh) for one in first] == [("ann", True)]
    second, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert [(one.student, one.fresh, one.score) for one in second] == [("ann", False, 5), ("bob", True, 5)]
    tiny.hand_in(folder, "ann", tiny.solved(tiny.WRONG))
    third, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert [(one.student, one.fresh, one.score) for one in third] == [("ann", True, 0), ("bob", False, 5)]
    forced, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, force=True)
    assert [one.fresh for one in forced] == [True, True]
    tiny.hand_in(folder, "bob", b"spoilt")
    last, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert last[1].status == "not graded" and "still holds 5 points" in " ".join(last[1].notes)


def test_a_run_that_is_stopped_keeps_what_it_has(course):
    folder, config = course
    for student in ("ann", "bob", "cat"):
        tiny.hand_in(folder, student, tiny.solved())

    def interrupt(result, *_):
        if result is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=1, tell=interrupt)
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert [one.fresh for one in results] == [False, True, True]
    assert [one.score for one in results] == [5, 5, 5]


def test_tests_that_changed_since_the_release_are_told(course):
    folder, config = course
    path = folder / "source" / LESSON / f"{LESSON}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("double(1) == 2", "double(1) == 3"), encoding="utf-8")
    tiny.hand_in(folder, "ann", tiny.solved())
    results, strays = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert "double-test: changed since the lesson was released" in str(strays[0]) and results[0].score == 5


def test_a_manual_grade_survives_grading_again(course):
    folder, config = course
    tiny.hand_in(folder, "ann", tiny.solved(why="Because of the two."))
    first, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert first[0].manual and first[0].score == 5
    with Gradebook(config.CourseDirectory.db_url) as book:
        mark = book.find_grade("why", LESSON, LESSON, "ann")
        mark.manual_score, mark.needs_manual_grade = 1, False
        book.db.commit()
    page = folder / "feedback" / "ann" / LESSON / f"{LESSON}.html"
    assert "Score: 5.0 / 6.0" in plain(page.read_text(encoding="utf-8"))
    again, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS)  # not run again, but the page tells of the new mark
    assert (again[0].score, again[0].manual, again[0].fresh) == (6, False, False)
    assert "Score: 6.0 / 6.0" in plain(page.read_text(encoding="utf-8"))
    forced, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, force=True)
    assert forced[0].score == 6 and forced[0].fresh


def test_without_a_sandbox_it_grades_and_says_what_is_not_protected(course):
    folder, config = course
    for student, code in {"ann": tiny.RIGHT, "loop": "while True:\n    pass", "leaves": "import os\nos._exit(0)",
                          "loud": "for k in range(1000):\n    print('x' * 10**5)\n" + tiny.RIGHT,
                          "greedy": "x = bytearray(50 << 30)"}.items():
        tiny.hand_in(folder, student, tiny.solved(code), **{"coursekit/grading.py": "1/0"})
    open_air = sandbox.Sandbox(None, "a test")
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, sandbox=open_air, workers=2)
    assert {one.student: one.score for one in results} == {"ann": 5, "loop": 0, "leaves": 0, "loud": 5, "greedy": 0}
    written = (folder / "bulk" / LESSON / "report.txt").read_text(encoding="utf-8")
    assert all(text in written for text in ("WITHOUT a sandbox: a test", "Not protected: every file", "network"))


def test_a_text_that_takes_hours_to_set_costs_its_student_the_page_and_nobody_anything_else(course, monkeypatch):
    folder, config = course
    monkeypatch.setattr(marking, "MOST_SECONDS", 2.0)
    tiny.hand_in(folder, "ann", tiny.solved(tiny.RIGHT + "\n " * 50_000))  # what colours code wants hours for this
    tiny.hand_in(folder, "bob", tiny.solved())
    began = time.monotonic()
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=1)
    assert time.monotonic() - began < 30
    assert [(one.score, one.status) for one in results] == [(5, "look"), (5, "graded")]
    assert "the page for the student could not be made (TimeoutError: it took longer than 2 seconds)" in results[0].flags[0]
    with zipfile.ZipFile(folder / "bulk" / LESSON / "feedback.zip") as pack:
        assert pack.namelist() == [f"bob/{LESSON}/{LESSON}.html"]


# ---------------------------------------------------------------- the command


def test_one_command_takes_a_zip_file_to_grades(released, tmp_path, capsys):
    folder, _ = copy(released, tmp_path / "course")
    (folder / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(folder)!r}\nc.CourseDirectory.course_id = 'tiny'\n"
        f"c.CourseDirectory.db_url = 'sqlite:///{(folder / 'gradebook.db').as_posix()}'\nc.ExportPlugin.to = {str(folder / 'grades.csv')!r}\n"
        "c.Execute.timeout = 5\n")
    with zipfile.ZipFile(tmp_path / "moodle.zip", "w") as pack:
        for name, code in (("Kim Lee_101", tiny.RIGHT), ("=Evil_102", tiny.WRONG)):
            pack.writestr(f"{name}_assignsubmission_file_/{LESSON}.ipynb", json.dumps(tiny.solved(code)))
        pack.writestr("stray.ipynb", "{}")
    code = grade.main([LESSON, str(tmp_path / "moodle.zip"), "--config", str(folder / "nbgrader_config.py"), "--workers", "1"])
    printed = capsys.readouterr().out
    assert code == 0, printed
    assert "2 submissions, 2 graded, 0 to look at, 0 not graded" in printed and "STRAY stray.ipynb" in printed
    with open(folder / "grades.csv", encoding="utf-8") as table:
        assert {row["student_id"]: float(row["score"]) for row in csv.DictReader(table)} == {"Kim_Lee": 5.0, "Evil": 0.0}
    with zipfile.ZipFile(folder / "bulk" / LESSON / "feedback.zip") as pack:  # as Moodle wants it back
        assert pack.namelist() == [f"=Evil_102_assignsubmission_file_/{LESSON}.html", f"Kim Lee_101_assignsubmission_file_/{LESSON}.html"]
        assert "double(1) is 2" in plain(pack.read(pack.namelist()[0]).decode())
    with open(folder / "bulk" / LESSON / "report.csv", encoding="utf-8-sig") as table:
        assert [row["student"] for row in csv.DictReader(table)] == ["Evil", "Kim_Lee"]


LESSONS = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks" / "exercises").iterdir() if path.is_dir())


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_hidden_line_of_a_lesson_is_in_what_goes_back(lesson):
    """Printed, numbered and coloured as in a traceback, quoted in a value, in a page: cleared; what is not hidden stays."""
    notebook = nbformat.read(Path(__file__).parents[2] / "notebooks" / "exercises" / lesson / f"{lesson}.ipynb", as_version=4)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    hidden = set().union(*map(feedback.hidden_lines, sources))
    assert len(hidden) > 50
    for cell in notebook.cells:
        if cell.cell_type == "code":
            lines = cell.source.split("\n")
            marked = [f"\x1b[1;32m----> {k}\x1b[0m \x1b[43m{line}\x1b[49m" if k % 3 else f"     {k} {line}" for k, line in enumerate(lines, 1)]
            output = nbformat.v4.new_output
            cell.outputs = [output("stream", text=cell.source + "\nLost 1 point: kept\n"),
                            output("error", ename="E", evalue="kept too", traceback=["Cell In[3], line 7", *marked, "E: kept too"]),
                            output("display_data", data={"text/plain": repr(cell.source), "text/html": f"<pre>{escape(cell.source)}</pre>"})]
    done, _ = feedback.HideTests().preprocess(notebook, {})
    visible = {line.strip() for cell in done.cells for line in cell.source.split("\n")}
    text = re.sub(r"\x1b\[[0-9;]*m", "", unescape(json.dumps(done, ensure_ascii=False).replace("\\u001b", "\x1b")))
    text = text.replace('\\"', '"').replace("\\'", "'").replace('\\"', '"')
    assert [line for line in hidden - visible if line in text and not any(line in one for one in visible)] == []
    for cell in done.cells:
        if cell.cell_type == "code":
            assert "Lost 1 point: kept" in cell.outputs[0].text and cell.outputs[1].traceback[-1] == "E: kept too"
            assert "BEGIN HIDDEN" not in cell.source


@pytest.mark.parametrize("arguments, sentence", [
    (["99_nothing"], "there is no exercise '99_nothing'"),
    ([LESSON, "no_such.zip"], "neither a folder nor a zip file"),
    ([LESSON, "--workers", "0"], "workers must be >= 1, got 0"), ([LESSON, "--student", "nobody"], "nobody handed in nothing for 01_tiny"),
    ([LESSON, "--config", "nowhere.py"], "nowhere.py"),
    ([LESSON, "--seconds", "-1"], "student must be > 0, got -1.0"),
])
def test_a_mistake_is_one_sentence(course, capsys, arguments, sentence):
    folder, _ = course
    (folder / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(folder)!r}\nc.CourseDirectory.course_id = 'tiny'\n"
        f"c.CourseDirectory.db_url = 'sqlite:///{(folder / 'gradebook.db').as_posix()}'\n")
    assert grade.main(["--config", str(folder / "nbgrader_config.py"), *arguments]) == 2
    error = capsys.readouterr().err.strip()
    assert sentence in error and "\n" not in error


def test_progress_is_a_line_a_student_and_on_a_terminal_a_bar():
    plain_file, terminal = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True
    for out in (plain_file, terminal):
        progress = report.Progress(out)
        progress(None, 0, 2, [])
        progress(report.Result("ann", "graded", 5.0, 6.0), 1, 2, ["bob"])
        progress(report.Result("bob", "look", 5.0, 6.0, ["The test cell x was edited."]), 2, 2, [])
        progress.end()
    assert plain_file.getvalue() == "ann: graded 5 of 6\nbob: look 5 of 6 The test cell x was edited.\n"
    shown = terminal.getvalue()
    assert "ann:" not in shown and "bob: look" in shown and "1/2" in shown and "bob" in shown and shown.endswith("\r\x1b[K")
