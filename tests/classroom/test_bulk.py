"""A class is graded as nbgrader would, whatever is in it; and the hostile come to nothing, or to a person's notice."""

import base64
import codecs
import contextlib
import csv
import functools
import hashlib
import io
import json
import os
import re
import shutil
import signal
import socket
import sys
import threading
import time
import zipfile
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

import nbformat
import psutil
import pytest
from hostile import tiny
from hostile.cases import CASES, ENDLESS
from nbgrader.api import Gradebook

from classroom import grade, marking, report
from classroom.book import feedback, gradebook
from classroom.judge import hidden as hidden_text
from classroom.run import sandbox, watch

pytestmark = pytest.mark.usefixtures("programs")
LESSON = tiny.LESSON
# However busy the machine is, nobody who is honest is late; a test in which somebody never ends has limits of its own.
LIMITS = sandbox.Limits(cell=600, student=6000, grace=600, memory=1200 * 2**20, disk=16 * 2**20, processes=64, text=20_000)


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
def siege(cage, released, tmp_path_factory):
    """Everybody of `CASES` in one class, between two honest students; what was there before, and what came of it."""
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
    # Who never ends must be stopped, and nobody else, however busy the machine is: short is a few times what a start takes.
    start = functools.partial(watch.run_cells, ["from coursekit import grading"], {}, sandbox=sandbox.find(), limits=LIMITS)
    pace = start().seconds
    limits, work = replace(LIMITS, cell=max(3, 2 * pace), grace=max(10, 5 * pace), student=max(60, 40 * pace)), marking.Task.work

    def timed_work(task, slots, **how):
        return work(task, slots, **how | {"limits": limits if task.student in ENDLESS else LIMITS})

    began = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(marking.Task, "work", timed_work)
        results, strays = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=6, tell=lambda *what: heard.append(what))
    seconds, pace = time.monotonic() - began, max(pace, start().seconds)
    listener.close()
    after = contents(*watched)
    yield {"folder": folder, "config": config, "results": {one.student: one for one in results}, "strays": strays,
           "before": before, "after": after, "calls": calls, "targets": targets, "seconds": seconds, "heard": heard, "pace": pace,
           "limits": limits}


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
        assert "default-src 'none'; img-src data:" in page.partition("<style")[0]
    assert "<b>bold</b>" in pages["program_in_page"] and "words" in pages["program_in_text"]


@pytest.mark.exhaustive
def test_no_page_shows_a_hidden_test_and_every_message_stays(siege):
    hidden = hidden_text.hidden_lines(tiny.CELLS[5][2]) | {tiny.HIDDEN}
    assert len(hidden) == 9
    for path in (siege["folder"] / "feedback").rglob("*.html"):
        page = plain(path.read_text(encoding="utf-8"))
        assert not [line for line in hidden if line in page], path
    wrong, history = (plain((siege["folder"] / "feedback" / student / LESSON / f"{LESSON}.html").read_text(encoding="utf-8"))
                      for student in ("no_metadata", "reads_history"))
    assert "double(1) is 2" in wrong and "nothing doubled is nothing" in wrong and "double(7) is 9; it should be 14" in wrong
    assert "HISTORY" in history, "and no hidden test is in the history"
    with Gradebook(siege["config"].CourseDirectory.db_url) as book:  # the instructor's side still has them
        assert any(tiny.HIDDEN in cell.source for cell in book.find_notebook(LESSON, LESSON).source_cells)


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", ["leaks_source", "spies_on_requests", "reads_history", "audit_hook"])
def test_no_page_or_report_shows_a_hidden_test_in_any_disguise(siege, student):
    hidden = [line for line in hidden_text.hidden_lines(tiny.CELLS[5][2]) if "marks." in line or "ocelot" in line] + ["ocelot"]
    page = plain((siege["folder"] / "feedback" / student / LESSON / f"{LESSON}.html").read_text(encoding="utf-8"))
    work = siege["folder"] / "bulk" / LESSON
    for text in (page, (work / "report.txt").read_text(encoding="utf-8"), (work / "logs" / f"{student}.log").read_text(encoding="utf-8")):
        codes = [base64.b64decode(run + "=" * (-len(run) % 4)).decode("utf-8", "replace") for run in re.findall(r"[A-Za-z0-9+/]{20,}", text)
                 if len(run) % 4 != 1]
        for seen in (text, text[::-1], codecs.encode(text, "rot13"), re.sub(r"\s", "", text), *codes):
            assert not [line for line in hidden if line in seen or line.replace(" ", "") in seen]


@pytest.mark.exhaustive
def test_what_a_person_opens_calls_nobody(siege):
    """Neither the student's page nor the notebook behind Formgrader, which sets words itself, nor anything else that is kept."""
    page = (siege["folder"] / "feedback" / "calls_home" / LESSON / f"{LESSON}.html").read_text(encoding="utf-8")
    graded = nbformat.read(siege["folder"] / "autograded" / "calls_home" / LESSON / f"{LESSON}.ipynb", as_version=4)
    from nbconvert.exporters import HTMLExporter

    outputs = "".join(o.data.get("text/html", "") for c in graded.cells if c.cell_type == "code" for o in c.outputs if "data" in o)
    words = nbformat.v4.new_notebook(cells=[c for c in graded.cells if c.cell_type == "markdown"])
    as_formgrader, _ = HTMLExporter(template_name="basic").from_notebook_node(words)
    for html in (page[page.index("<body"):], outputs, as_formgrader):
        assert not re.search(r"""<(img|iframe|link|video|audio|object|embed|script|svg|input)\b[^>]*(src|href|data)\s*=\s*["']?(?!data:image/|\#)""", html), html
        assert not re.search(r"<[^>]*url\(", html)
    assert "My words" in page and "127.0.0.1" in page, "links to click on stay"


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
        assert book.find_submission(LESSON, "patched_helper").needs_manual_grade
        assert not book.find_submission(LESSON, "aa_first").needs_manual_grade


@pytest.mark.exhaustive
def test_a_siege_takes_no_longer_than_its_limits(siege):
    slow = sum("stopped" in " ".join(one.notes + one.flags) or "ended" in " ".join(one.flags) for one in siege["results"].values())
    pace, limits = siege["pace"], siege["limits"]
    assert siege["seconds"] < (40 + 4 * len(CASES)) * pace + slow * (limits.cell + limits.grace + 4 * pace)
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
    open_air, others = sandbox.Sandbox(None, "a test"), ["ann", "leaves", "loud", "greedy"]
    short = replace(LIMITS, cell=2, grace=60)  # for the one whom it must stop
    looped, _ = grade.grade(gradebook.Book(LESSON, config), short, sandbox=open_air, only=["loop"])
    assert looped[0].score == 0 and any("double was stopped after 2 seconds" in note for note in looped[0].notes), looped
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, sandbox=open_air, workers=2, only=others)
    assert {one.student: one.score for one in results} == {"ann": 5, "leaves": 0, "loud": 5, "greedy": 0}
    written = (folder / "bulk" / LESSON / "report.txt").read_text(encoding="utf-8")
    assert all(text in written for text in ("WITHOUT a sandbox: a test", "Not protected: every file", "network"))


def test_a_text_that_takes_hours_to_set_costs_its_student_the_page_and_nobody_anything_else(course, monkeypatch):
    folder, config = course
    patience = functools.partial(monkeypatch.setattr, marking, "MOST_SECONDS")
    patience(600.0)
    save = gradebook.Book.save

    def saved(book, student, outputs):
        """The page comes next, and for no other step and nobody else is the time short: a busy machine takes seconds for them."""
        score = save(book, student, outputs)
        patience(2.0 if student == "ann" else 600.0)
        return score

    monkeypatch.setattr(gradebook.Book, "save", saved)
    tiny.hand_in(folder, "ann", tiny.solved(tiny.RIGHT + "\n " * 50_000))  # what colours code wants hours for this
    tiny.hand_in(folder, "bob", tiny.solved())
    began = time.process_time()
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=1, tell=lambda *_: patience(600.0))
    assert time.process_time() - began < 30
    assert [(one.score, one.status) for one in results] == [(5, "look"), (5, "graded")]
    assert "the page for the student could not be made (TimeoutError: it took longer than 2 seconds)" in results[0].flags[0]
    with zipfile.ZipFile(folder / "bulk" / LESSON / "feedback.zip") as pack:
        assert pack.namelist() == [f"bob/{LESSON}/{LESSON}.html"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there the alarm is a thread's, and rings once")
def test_a_limit_that_somebody_swallows_comes_again():
    before, began = signal.getsignal(signal.SIGALRM), time.monotonic()
    with pytest.raises(TimeoutError, match="longer than 0.1 seconds"), marking.time_limit(0.1):
        with contextlib.suppress(KeyboardInterrupt):  # as Python does with what is raised while it clears up
            time.sleep(9)
        time.sleep(9)
    assert time.monotonic() - began < 5
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_who_handed_in_for_another_lesson_only_is_not_graded(course):
    """By its folder in nbgrader's layout, or by its cells under this lesson's name; and nothing is booked or returned."""
    folder, config = course
    tiny.hand_in(folder, "ann", tiny.solved())
    other = tiny.solved()
    for cell in other.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.grade_id = f"other-{cell.metadata.nbgrader.grade_id}"
    tiny.hand_in(folder, "bob", other)
    for student in ("cat", "dan"):
        place = folder / "submitted" / student / "02_other"
        place.mkdir(parents=True)
        if student == "cat":
            nbformat.write(tiny.solved(), place / "02_other.ipynb")
    results, strays = grade.grade(gradebook.Book(LESSON, config), LIMITS)
    assert [(one.student, one.status, one.score) for one in results] == [
        ("ann", "graded", 5.0), *((name, "not handed in", None) for name in ("bob", "cat", "dan"))]
    written = (folder / "bulk" / LESSON / "report.txt").read_text(encoding="utf-8")
    assert "1 submission, 1 graded, 0 to look at, 0 not graded" in written and "NOT HANDED IN cat: There is work for 02_other only." in written
    with Gradebook(config.CourseDirectory.db_url) as book:
        assert [one.student.id for one in book.assignment_submissions(LESSON)] == ["ann"]
    assert [path.name for path in (folder / "feedback").iterdir()] == ["ann"]
    with zipfile.ZipFile(folder / "bulk" / LESSON / "feedback.zip") as pack:
        assert pack.namelist() == [f"ann/{LESSON}/{LESSON}.html"]


def test_a_variable_with_the_name_of_a_built_in_function_costs_nothing_and_is_told_kindly(course):
    folder, config = course
    names = "max = 3\nsum = 0\nall = True\nrange = (0, 1)\nfloat = 2\nabs = 1\nprint = None\n"
    answers = {"callers": "def double(x):\n    return sum([x for _ in range(2)])", "first": tiny.RIGHT, "own": "def sum(x):\n    return 2 * x\ndouble = sum",
               "wrong": tiny.WRONG}
    for student, code in answers.items():
        tiny.hand_in(folder, student, tiny.solved(("" if student == "own" else names) + code))
    results, _ = grade.grade(gradebook.Book(LESSON, config), LIMITS, workers=2)
    assert [(one.student, one.score, one.status) for one in results] == [
        ("callers", 5, "graded"), ("first", 5, "graded"), ("own", 5, "graded"), ("wrong", 0, "graded")]
    page = plain((folder / "feedback" / "callers" / LESSON / f"{LESSON}.html").read_text(encoding="utf-8"))
    assert page.count("your notebook gives the name sum another meaning") == 1 and "Please choose another name, such as my_sum." in page
    assert "name all another" not in page, "only what was in the way"
    assert results[0].notes == ["range, sum got another meaning; the tests used Python's own."] and results[1].notes == []


DEAF = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"


@pytest.mark.parametrize("where, loop", [("before", DEAF), *(pytest.param(*case, marks=pytest.mark.exhaustive) for case in (
    ("after", "import itertools\n0 in itertools.repeat(1)"), ("inside", DEAF), ("before", "import os\nos._exit(0)")))])
def test_a_cell_that_ends_the_process_costs_no_other_exercise(course, loop, where):
    folder, config = course
    own = nbformat.v4.new_code_cell(loop, id="mine")
    work = tiny.solved(tiny.RIGHT + f"\nbroken = 7\ndef never():\n    exec({loop!r})", double_try="never()" if where == "inside" else "double(21)")
    if where != "inside":
        work.cells.insert(1 if where == "before" else 6, own)
    tiny.hand_in(folder, "ann", work)
    results, _ = grade.grade(gradebook.Book(LESSON, config), replace(LIMITS, cell=5, grace=4), workers=1)
    assert results[0].score == 5.0 and results[0].status == "look", results[0]
    assert "The run ended early" in " ".join(results[0].flags)


# ---------------------------------------------------------------- the command


def settings(folder):
    path = folder / "nbgrader_config.py"
    path.write_text(f"c = get_config()\nc.CourseDirectory.root = {str(folder)!r}\nc.CourseDirectory.course_id = 'tiny'\n"
                    f"c.CourseDirectory.db_url = 'sqlite:///{(folder / 'gradebook.db').as_posix()}'\n"
                    f"c.ExportPlugin.to = {str(folder / 'grades.csv')!r}\nc.Execute.timeout = 600\n")
    return str(path)


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_the_exit_code_tells_whether_the_class_was_graded_whatever_one_submission_held(course, capsys):
    folder, _ = course
    tiny.hand_in(folder, "ann", tiny.solved())
    tiny.hand_in(folder, "bob", b"spoilt")
    tiny.hand_in(folder, "cat", None, **{"a": "1", "x" * 200 + ".csv": "1", "\udcff.csv": "1"})
    for student in ("dan", "eve", "fay"):
        (folder / "submitted" / student / LESSON).mkdir(parents=True)
    (folder / "submitted" / "dan" / LESSON / f"{LESSON}.ipynb").mkdir()
    (folder / "submitted" / "eve" / LESSON / f"{LESSON}.ipynb").symlink_to("/etc/passwd")
    os.mkfifo(folder / "submitted" / "fay" / LESSON / f"{LESSON}.ipynb")
    assert grade.main([LESSON, "--config", settings(folder)]) == 0
    printed = capsys.readouterr().out
    for student, reason in (("bob", "no notebook"), ("cat", "No notebook was"), ("dan", "is a folder and no file"), ("eve", "is a link and no file"),
                            ("fay", "is a pipe, a socket or a device and no file")):
        assert re.search(rf"NOT GRADED {student}: .*{reason}", printed), printed


def test_the_exit_code_tells_of_a_run_that_failed_itself(course, capsys, monkeypatch):
    folder, _ = course
    for student in ("ann", "bob"):
        tiny.hand_in(folder, student, tiny.solved())
    monkeypatch.setattr(watch, "EXECUTOR", str(folder / "nowhere.py"))
    assert grade.main([LESSON, "--config", settings(folder), "--no-sandbox"]) == 2
    error = capsys.readouterr().err.strip()
    assert "nobody's work could be run" in error and "nowhere.py" in error and "\n" not in error


def test_one_command_takes_a_zip_file_to_grades(released, tmp_path, capsys):
    folder, _ = copy(released, tmp_path / "course")
    with zipfile.ZipFile(tmp_path / "moodle.zip", "w") as pack:
        for name, code in (("Kim Lee_101", tiny.RIGHT), ("=Evil_102", tiny.WRONG)):
            pack.writestr(f"{name}_assignsubmission_file_/{LESSON}.ipynb", json.dumps(tiny.solved(code)))
        pack.writestr("stray.ipynb", "{}")
    code = grade.main([LESSON, str(tmp_path / "moodle.zip"), "--config", settings(folder), "--workers", "1"])
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
    hidden = set().union(*map(hidden_text.hidden_lines, sources))
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


DISGUISES = {
    "as it is": str, "rot13": lambda text: codecs.encode(text, "rot13"), "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 in lines": lambda text: base64.encodebytes(b"x" + text.encode()).decode(), "base64 for addresses": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "spaced": " ".join, "one a line": "\n".join, "capitals": str.upper, "in one line": repr, "commas for blanks": lambda text: text.replace(" ", ","),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_hidden_test_in_disguise_is_cleared_and_the_messages_stay(disguise):
    cell = {**tiny.handed_out().cells[5], "source": tiny.CELLS[5][2]}
    told = DISGUISES[disguise](tiny.CELLS[5][2].partition("### BEGIN HIDDEN TESTS\n")[2].partition("\n### END")[0])
    output, message = nbformat.v4.new_output, "Lost 2 points: double(7) is 9; it should be 14.\n"
    bits = [output("display_data", data={"text/plain": told[k:k + 9]}) for k in range(0, len(told), 9)]
    cells = [nbformat.from_dict({**cell, "id": str(k), "outputs": outputs}) for k, outputs in enumerate((
        [output("stream", text=f"{message}{told}\n{message}"), output("execute_result", data={"text/plain": "1.0"})],
        [output("error", ename="E", evalue=told, traceback=["Cell In[3], line 7", told])], [output("display_data", data={"text/html": f"<p>{escape(told)}</p>"})],
        bits, [output("stream", text="Lost 1 point: nothing doubled is nothing\n" + message)]))]
    done, _ = feedback.HideTests().preprocess(nbformat.v4.new_notebook(cells=cells), {})
    shown = json.dumps([c.outputs for c in done.cells[:4]])
    for k in range(0, len(told) - 40):
        assert json.dumps(told[k:k + 40])[1:-1] not in shown, told[k:k + 40]
    assert done.cells[0].outputs[0].text.count(message) == 2 and done.cells[0].outputs[1].data["text/plain"] == "1.0"
    assert not any(told[k:k + 9] in json.dumps(done.cells[3].outputs) for k in range(0, len(told) - 9, 9))
    assert done.cells[4].outputs[0].text == "Lost 1 point: nothing doubled is nothing\n" + message


@pytest.mark.parametrize("arguments, sentence", [
    (["99_nothing"], 'There is no lesson "99_nothing": name one of 01_tiny.'), (["2"], 'There is no lesson "2": name one of 01_tiny.'),
    ([LESSON, "no_such.zip"], "neither a folder nor a zip file"), (["1", "no_such.zip"], "neither a folder nor a zip file"),
    ([LESSON, "--workers", "0"], "workers must be >= 1, got 0"), ([LESSON, "--student", "nobody"], "nobody handed in nothing for 01_tiny"),
    ([LESSON, "--config", "nowhere.py"], "nowhere.py"),
    ([LESSON, "--seconds", "-1"], "student must be > 0, got -1.0"),
])
def test_a_mistake_is_one_sentence(course, capsys, arguments, sentence):
    folder, _ = course
    assert grade.main(["--config", settings(folder), *arguments]) == 2
    error = capsys.readouterr().err.strip()
    assert sentence in error and "\n" not in error


def test_a_lesson_is_graded_by_its_number(course, capsys):
    folder, config = course
    assert gradebook.Book("1", config).lesson == gradebook.Book("01_t", config).lesson == LESSON
    tiny.hand_in(folder, "ann", tiny.solved())
    assert grade.main(["--config", settings(folder), "1"]) == 0
    assert "01_tiny" in capsys.readouterr().out
    assert points(config, "ann") == {"double-test": 2, "double-more": 3, "why": 0}


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
