"""What an instructor gets of a class: misconceptions counted, mean and spread, a picture, files for Moodle and Canvas."""

import csv
import io
import json
import statistics
import zipfile
from collections import Counter

import pytest
from hostile import tiny
from nbgrader.api import Gradebook

from classroom import grade
from classroom.book import class_report, gradebook
from classroom.book.class_report import Row
from classroom.run import sandbox

pytestmark = pytest.mark.usefixtures("programs")
LESSON = tiny.LESSON
PARTIAL = "def double(x):\n    return 2 * x if x else 1\n"
CLASS = {"ann": tiny.RIGHT, "bob": PARTIAL, "cat": PARTIAL, "dan": tiny.WRONG, "eve": "def double(x): return x.y", "fay": None}
SCORES = {"ann": 5, "bob": 4, "cat": 4, "dan": 0, "eve": 0, "fay": 0}


@pytest.fixture(scope="module")
def graded(programs, tmp_path_factory):
    """A class from a zip file of Canvas, and one of Moodle's; the folder of each with what was written."""
    folder = tmp_path_factory.mktemp("class")
    config = tiny.make(folder)
    found = {}
    for system, form in (("canvas", "{name}_{late}{number}_77123_{lesson}.ipynb"),
                         ("moodle", "{name}_{number}_assignsubmission_file_/{lesson}.ipynb")):
        with zipfile.ZipFile(folder / f"{system}.zip", "w") as pack:
            for k, (name, code) in enumerate(CLASS.items()):
                work = tiny.solved(code, why="Because.") if code else tiny.handed_out()
                late = "LATE_" * (name == "cat")
                pack.writestr(form.format(name=name, late=late, number=20000 + k, lesson=LESSON), json.dumps(work))
            pack.writestr(form.format(name="zoe", late="", number=20099, lesson=LESSON), "spoilt")
        book = gradebook.Book(LESSON, config)
        results, _ = grade.grade(book, sandbox.Limits(), source=folder / f"{system}.zip", workers=2)
        assert {one.student: one.score for one in results} == {**SCORES, "zoe": None}
        found[system] = {path.name: path.read_bytes() for path in book.work.iterdir() if path.is_file()}
    return folder, config, found


def rows(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def test_misconceptions_are_counted_in_the_words_that_students_read(graded):
    told = graded[2]["canvas"]["class.txt"].decode()
    assert told.startswith(f"{LESSON}, exercise by exercise, with mean ± standard deviation; people: 6.\n\nMost frequent:\n"
                           "3 of 6: nothing doubled is nothing (01, exercise 1)\n1 of 6: ")
    assert "1 of 6: double(1) is 2 (01, exercise 1)" in told
    assert "1 of 6: double(7) is …; it should be …" in told or "1 of 6: double(…" in told
    assert "1 of 6: AttributeError: 'int' object has no attribute 'y'" in told
    assert "zoe" not in told and "ann" not in told, "no names"
    table = rows(graded[2]["canvas"]["misconceptions.csv"])
    assert table[0] == ["lesson", "exercise", "people", "of", "misconception"]
    assert table[1] == [LESSON, "1", "3", "6", "nothing doubled is nothing"] and len(table) >= 4


def test_each_exercise_has_its_mean_and_its_spread(graded):
    scores = list(SCORES.values())
    mean, spread = statistics.fmean(scores), statistics.pstdev(scores)
    told = graded[2]["canvas"]["class.txt"].decode()
    assert (f"Exercise 1: {mean:.3g} ± {spread:.3g} of 5 points; all points: 1, some points: 2, "
            "no points: 2, not begun: 1.\n") in told
    assert "Exercise 2: of 1 points; not begun: 1, not read yet: 5.\n" in told
    table = rows(graded[2]["canvas"]["class.csv"])
    assert table[1] == [LESSON, "1", "5", f"{mean:.4g}", f"{spread:.4g}", "1", "2", "2", "1", "0"]
    assert table[2] == [LESSON, "2", "1", "", "", "0", "0", "0", "1", "5"]


def test_marks_by_hand_count(graded, tmp_path):
    folder, config, _ = graded
    with Gradebook(config.CourseDirectory.db_url) as book:
        for student in CLASS:
            mark = book.find_grade("why", LESSON, LESSON, student)
            mark.manual_score, mark.needs_manual_grade = (1 if student in ("ann", "bob", "cat") else 0), False
        mark = book.find_grade("double-test", LESSON, LESSON, "dan")  # a mark that a person has changed
        mark.manual_score = 2
        book.db.commit()
    book = gradebook.Book(LESSON, config)
    book.open()
    first, second = class_report.read(book, list(CLASS))
    assert second.scores == [1, 1, 1, 0, 0, 0] and second.figures() == [.5, .5] and second.waiting == 0
    assert first.scores == [5, 4, 4, 2, 0, 0]


def test_canvas_gets_what_it_asks_for(graded):
    table = rows(graded[2]["canvas"]["canvas.csv"])
    assert not graded[2]["canvas"]["canvas.csv"].startswith(b"\xef\xbb\xbf")
    assert table[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", LESSON]
    assert table[1] == ["    Points Possible", "", "", "", "", "6"]
    assert table[2:] == [[name, str(20000 + k), "", "", "", f"{SCORES[name]}"] for k, name in enumerate(CLASS)]
    assert "moodle.csv" not in graded[2]["canvas"]


def test_moodle_gets_what_it_asks_for(graded):
    table = rows(graded[2]["moodle"]["moodle.csv"])
    assert table[0] == ["Identifier", "Full name", "Grade", "Last modified (grade)"]
    assert [row[:3] for row in table[1:]] == [[f"Participant {20000 + k}", name, f"{SCORES[name]}"] for k, name in enumerate(CLASS)]
    assert all(len(row[3]) == len("2025-01-01 10:00") for row in table[1:])
    assert "canvas.csv" not in graded[2]["moodle"]


def test_the_picture_shows_the_class(graded, tmp_path):
    from matplotlib.image import imread

    (tmp_path / "class.png").write_bytes(graded[2]["canvas"]["class.png"])
    picture = imread(tmp_path / "class.png")
    assert picture.shape[1] > 1200 and picture.shape[0] > 200
    # as wide as people are many: two of six have some points, one has all of them
    wide = {what: colour(picture, hexadecimal) for what, hexadecimal in class_report.COLOURS.items() if what != "not read yet"}
    assert wide["some points"] == pytest.approx(2 * wide["all points"], rel=.05)
    assert wide["no points"] == pytest.approx(2 * wide["all points"], rel=.05)


def colour(picture, hexadecimal):
    """How many pixels of the longest row have a colour."""
    wanted = [int(hexadecimal[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    same = (abs(picture[..., :3] - wanted) < .01).all(axis=2)
    return int(same.sum(axis=1).max())


def test_who_is_graded_alone_leaves_the_report_of_the_class(graded, tmp_path):
    folder, config, _ = graded
    book = gradebook.Book(LESSON, config)
    before = (book.work / "class.txt").read_bytes()
    grade.grade(book, sandbox.Limits(), only=["ann"])
    assert (book.work / "class.txt").read_bytes() == before


def test_where_nobody_is_graded_nothing_is_written_and_nothing_old_stays(graded, tmp_path):
    config = tiny.make(tmp_path)
    tiny.hand_in(tmp_path, "ann", b"spoilt")
    book = gradebook.Book(LESSON, config)
    (book.work).mkdir(parents=True)
    (book.work / "class.txt").write_text("old")
    grade.grade(book, sandbox.Limits())
    assert not (book.work / "class.txt").exists() and (book.work / "report.txt").is_file()


@pytest.mark.parametrize("sentence, named", [
    ("The scale is 0.1; it should be 10: the scale is ε/Δ.", "the scale is ε/Δ"),
    ("The scale is 0.3; it should be 10: you accuse 12% of all.", "you accuse … of all"),
    ("The scale is 0.3; it should be 10.", "The scale is …; it should be …"),
    ("Your noise is 1e-05 on average and 25.1 from its median: the scale is ε/Δ.", "the scale is ε/Δ"),
    ("TypeError: f() got 2 values", "TypeError: f() got … values"),
])
def test_a_misconception_has_the_tests_own_words(sentence, named):
    known = class_report._texts('what = "The scale is"\nmistakes = {"the scale is ε/Δ": 1, f"you accuse {share:.0%} of all": 2}')
    assert class_report.misconception(sentence, known) == named


def test_a_line_counts_people_and_names_lesson_and_exercise():
    made = [Row(1, 3.0, [3.0] * 69 + [1.0] * 31, heard=Counter({"the scale is ε/Δ": 31}))]
    assert "31 of 100: the scale is ε/Δ (03, exercise 1)" in class_report.text("03_sanitizers", made, 100)
