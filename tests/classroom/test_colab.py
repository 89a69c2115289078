"""The course for Colab: notebooks that can be opened alone."""

import io
import re
import zipfile
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell

from classroom.colab import FETCH, for_colab, main
from classroom.handout.handout import lessons
from classroom.judge.signs import signs

ROOT = Path(__file__).resolve().parents[2]
LESSONS = lessons(ROOT / "notebooks")
PAGE = "https://colab.research.google.com/github/someone/privacy/blob/spring/colab/"


@pytest.fixture(scope="module")
def books():
    files = {"exercises/01_a/01_a.ipynb": LESSONS["01_why_privacy.ipynb"], "exercises/01_a/table.csv": b"1", **LESSONS}
    return for_colab(files, "someone/privacy", "spring")


def test_every_lesson_is_there_with_one_cell_more_and_else_as_it_was(books):
    assert set(books) == {*(name for name in LESSONS if name.endswith(".ipynb")), "exercises/01_a/01_a.ipynb"}
    for name, text in books.items():
        book = nbformat.reads(text, 4)
        nbformat.validate(book)
        fetch = book.cells.pop(1)
        assert fetch.source == FETCH.format("https://github.com/someone/privacy/archive/spring.zip")
        before = nbformat.reads(LESSONS[name].decode() if name in LESSONS else LESSONS["01_why_privacy.ipynb"].decode(), 4)
        for old, new in zip(before.cells, book.cells, strict=True):
            assert old == new or re.sub(r"\]\([^)]*\)", "", old.source) == re.sub(r"\]\([^)]*\)", "", new.source)
        assert book.metadata == before.metadata


def test_links_lead_to_their_neighbours_on_colab(books):
    links = {name: re.findall(r"\]\(([^)#]+)", text) for name, text in books.items()}
    assert all(link.startswith("http") for found in links.values() for link in found)
    assert f"{PAGE}02_randomized_response.ipynb" in links["01_why_privacy.ipynb"]
    assert f"{PAGE}exercises/01_why_privacy/01_why_privacy.ipynb" in links["00_start_here.ipynb"]
    # the same lesson, lying two folders deeper
    assert f"{PAGE}exercises/01_a/02_randomized_response.ipynb" in links["exercises/01_a/01_a.ipynb"]
    assert "https://github.com/someone/privacy/blob/spring/notebooks/ten_questions.md" in links["13_case_studies.ipynb"]
    there = {PAGE + name for name in books}
    wanted = {link for name in LESSONS if name.endswith(".ipynb") for link in links[name] if link.startswith(PAGE)}
    assert wanted - there == {link for link in wanted if "/exercises/" in link}, "exercises are not among these files"


@pytest.mark.parametrize("there, fetched", [("coursekit", []), ("no_such_course", ["install --quiet https://a.zip"])])
def test_the_cell_fetches_the_course_only_where_it_is_not(there, fetched):
    shell, heard = InteractiveShell(), []
    shell.register_magic_function(heard.append, "line", "pip")
    shell.run_cell(FETCH.format("https://a.zip").replace("coursekit", there)).raise_error()
    assert heard == fetched


def test_tests_that_lie_beside_a_notebook_are_on_the_page():
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A"), nbformat.v4.new_code_cell("grading.run_test()", id="a-test")])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as pack:
        pack.writestr("a-test", "assert a == 1")
    files = {"exercises/01_a/01_a.ipynb": nbformat.writes(book).encode(), "exercises/01_a/visible_tests.zip": packed.getvalue()}
    (text,) = for_colab(files, "someone/privacy").values()
    assert [cell.source for cell in nbformat.reads(text, 4).cells][2:] == ["assert a == 1"]


def test_a_grader_has_nothing_to_look_at_in_the_cell():
    assert signs(FETCH.format("https://a.zip")) == []


def test_the_command_writes_what_a_student_gets(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("classroom.colab.shipped", lambda root: (LESSONS, []))
    main(["someone/privacy", "--branch", "spring", "--to", str(tmp_path)])
    assert {path.name for path in tmp_path.rglob("*.ipynb")} == {n for n in LESSONS if n.endswith(".ipynb")}
    assert f"{PAGE}00_start_here.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize("asked", ["privacy", "https://github.com/someone/privacy", "a/b/c"])
def test_another_address_is_refused(asked, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([asked, "--to", str(tmp_path)])
    assert "OWNER/REPOSITORY must be two names" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_an_exercise_that_cannot_be_released_stops_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("classroom.colab.shipped", lambda root: (LESSONS, ["exercise 01 cannot be released: why"]))
    with pytest.raises(SystemExit):
        main(["someone/privacy", "--to", str(tmp_path)])
    assert "why" in capsys.readouterr().err and not list(tmp_path.iterdir())
