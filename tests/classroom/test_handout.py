"""The student's copy: nothing that a student wrote is ever lost, whatever happens in whatever order."""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import nbformat
import pytest
from conftest import PROGRAMS
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from nbclient import NotebookClient

from classroom import channels
from classroom.handout import files as files_module
from classroom.handout import handout as handout_module
from classroom.handout import student_version as release_module
from classroom.handout.__main__ import main
from classroom.handout.handout import hand_out, shipped
from classroom.handout.student_version import ReleaseError, load_config, release, released

ROOT = Path(__file__).resolve().parents[2]
ONE = {"02_coin.ipynb": b"coin 1", "exercises/02_coin/02_coin.ipynb": b"exercise 1", "images/coin.png": b"\x89PNG"}
TWO = {"02_coin.ipynb": b"coin 2", "exercises/02_coin/02_coin.ipynb": b"exercise 2", "images/coin.png": b"\x89PNG"}
BESIDE = "02_coin (new version).ipynb"


@pytest.fixture(autouse=True)
def synced(monkeypatch):
    """Waiting for the disk changes nothing that these tests see, and takes most of their time: count it instead."""
    done = []
    monkeypatch.setattr(os, "fsync", done.append)
    return done


def seen(course):
    """What a student sees: content by name, the private folder left out."""
    return {path.relative_to(course).as_posix(): path.read_bytes() for path in sorted(course.rglob("*"))
            if path.is_file() and ".handout" not in path.parts}


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "meine Kurse ü" / "course"
    hand_out(ONE, folder)
    return folder


def test_everything_is_handed_out_and_a_second_time_changes_nothing(course):
    assert seen(course) == ONE
    before = {path: path.stat().st_mtime_ns for path in course.rglob("*")}
    assert hand_out(ONE, course).sentences() == []
    assert {path: path.stat().st_mtime_ns for path in course.rglob("*")} == before


def test_every_file_is_down_on_the_disk_before_it_is_seen(tmp_path, synced):
    hand_out(ONE, tmp_path)
    assert len(synced) >= len(ONE) + 2  # and the record, before the first file and after the last


def test_what_the_student_did_not_change_is_updated(course):
    report = hand_out(TWO, course)
    assert seen(course) == TWO
    assert report.updated == ["02_coin.ipynb", "exercises/02_coin/02_coin.ipynb"] and report.beside == []


def test_what_the_student_changed_stays_and_the_new_version_is_put_beside_it_once(course):
    (course / "02_coin.ipynb").write_bytes(b"my work")
    assert hand_out(ONE, course).sentences() == []  # nothing new, so nothing to say
    report = hand_out(TWO, course)
    assert seen(course) == TWO | {"02_coin.ipynb": b"my work", BESIDE: b"coin 2"}
    assert report.beside == [("02_coin.ipynb", BESIDE)]
    assert report.sentences()[-1] == ('You changed "02_coin.ipynb", so it stays as it is; the course\'s new version is '
                                      f'beside it: "{BESIDE}".')
    (course / BESIDE).unlink()
    assert hand_out(TWO, course).sentences() == []  # once, even if the student has thrown it away
    assert BESIDE not in seen(course)


def test_a_newer_version_replaces_the_one_beside_unless_the_student_worked_in_it(course):
    (course / "02_coin.ipynb").write_bytes(b"my work")
    hand_out(TWO, course)
    hand_out(TWO | {"02_coin.ipynb": b"coin 3"}, course)
    assert seen(course)[BESIDE] == b"coin 3"
    (course / BESIDE).write_bytes(b"my second work")
    assert hand_out(TWO | {"02_coin.ipynb": b"coin 4"}, course).beside[0][1] == "02_coin (new version 2).ipynb"
    got = seen(course)
    assert (got["02_coin.ipynb"], got[BESIDE]) == (b"my work", b"my second work")
    assert got["02_coin (new version 2).ipynb"] == b"coin 4"


def notebook(text="print(1)", **more):
    """A notebook of one cell, as bytes."""
    cell = nbformat.v4.new_code_cell(text, id="one", **more)
    return nbformat.writes(nbformat.v4.new_notebook(cells=[cell], metadata={"language_info": {"name": "python"}})).encode()


def test_a_notebook_that_was_only_opened_is_updated(tmp_path):
    """Jupyter completes `language_info` and `kernelspec` by itself and saves that two minutes later."""
    hand_out({"a.ipynb": notebook()}, tmp_path)
    opened = json.loads(notebook())
    opened["metadata"] = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"},
                          "language_info": {"name": "python", "version": "3.12.1", "mimetype": "text/x-python"}}
    (tmp_path / "a.ipynb").write_text(json.dumps(opened))
    assert hand_out({"a.ipynb": notebook()}, tmp_path).sentences() == []
    assert hand_out({"a.ipynb": notebook("print(2)")}, tmp_path).updated == ["a.ipynb"]
    assert seen(tmp_path) == {"a.ipynb": notebook("print(2)")}


def cell_that(**done):
    return lambda nb: nb["cells"][0].update(done)


EMPTY = {"cell_type": "code", "id": "empty", "source": [], "metadata": {}, "outputs": [], "execution_count": None}
RAN = {  # what running, folding and looking leave behind
    "counted": cell_that(execution_count=1), "printed": cell_that(outputs=[{"output_type": "stream", "name": "stdout", "text": "1"}]),
    "timed": cell_that(metadata={"execution": {"iopub.execute_input": "2026-03-01T10:00:00Z"}}),
    "scrolled": cell_that(metadata={"scrolled": True, "collapsed": True}), "trusted": cell_that(metadata={"trusted": True}),
    "folded": cell_that(metadata={"jupyter": {"source_hidden": True}, "jp-MarkdownHeadingCollapsed": True, "tags": []}),
    "in lines": lambda nb: nb["cells"][0].update(source=["".join(nb["cells"][0]["source"])[:3], "".join(nb["cells"][0]["source"])[3:]]),
    "widgets": lambda nb: nb["metadata"].update(widgets={"application/vnd.jupyter.widget-state+json": {"state": {"1": {}}}}),
    "a number for the cell": cell_that(id="another"), "an empty cell at the end": lambda nb: nb["cells"].append(EMPTY),
    "an empty cell at the top": lambda nb: nb["cells"].insert(0, EMPTY | {"source": " \n", "execution_count": 3}),
}
EDITED = {
    "another text": cell_that(source="print(3)"), "a space": cell_that(source="print(1) "), "Markdown": cell_that(cell_type="markdown"),
    "tags": cell_that(metadata={"tags": ["look"]}), "a picture": cell_that(attachments={"a.png": {"image/png": "AAAA"}}),
    "a copy": lambda nb: nb["cells"].append(nb["cells"][0] | {"id": "two"}), "nothing left": lambda nb: nb["cells"].clear(),
    "her own cell": lambda nb: nb["cells"].append(EMPTY | {"source": "1"}), "no notebook": lambda nb: nb.pop("cells"),
}


def changed(content, work):
    """A notebook after some work in it, as bytes."""
    mine = json.loads(content)
    work(mine)
    return json.dumps(mine).encode()


@pytest.mark.parametrize("ran", RAN.values(), ids=RAN)
def test_a_lesson_that_was_only_run_is_updated_and_until_then_left_alone(tmp_path, ran):
    hand_out({"a.ipynb": notebook()}, tmp_path)
    mine = changed(notebook(), ran)
    (tmp_path / "a.ipynb").write_bytes(mine)
    assert hand_out({"a.ipynb": notebook()}, tmp_path).sentences() == []
    assert seen(tmp_path) == {"a.ipynb": mine}
    assert hand_out({"a.ipynb": notebook("print(2)")}, tmp_path).updated == ["a.ipynb"]
    assert seen(tmp_path) == {"a.ipynb": notebook("print(2)")}


@pytest.mark.parametrize("name, work", [
    *(pytest.param("a.ipynb", work, id=f"lesson: {what}") for what, work in EDITED.items()),
    *(pytest.param("exercises/a/a.ipynb", work, id=f"exercise: {what}") for what, work in (RAN | EDITED).items())])
def test_a_lesson_that_was_edited_and_an_exercise_in_which_anything_was_done_stay(tmp_path, name, work):
    hand_out({name: notebook()}, tmp_path)
    mine = changed(notebook(), work)
    (tmp_path / name).write_bytes(mine)
    beside = name.replace("a.ipynb", "a (new version).ipynb")
    assert hand_out({name: notebook("print(2)")}, tmp_path).beside == [(name, beside)]
    assert seen(tmp_path) == {name: mine, beside: notebook("print(2)")}


def test_a_new_version_beside_that_was_only_run_is_replaced_by_a_newer_one(tmp_path):
    hand_out({"a.ipynb": notebook()}, tmp_path)
    (tmp_path / "a.ipynb").write_bytes(b"my work")
    hand_out({"a.ipynb": notebook("print(2)")}, tmp_path)
    (tmp_path / "a (new version).ipynb").write_bytes(changed(notebook("print(2)"), RAN["printed"]))
    hand_out({"a.ipynb": notebook("print(3)")}, tmp_path)
    assert seen(tmp_path) == {"a.ipynb": b"my work", "a (new version).ipynb": notebook("print(3)")}


def test_a_lesson_that_was_run_is_updated_even_if_only_its_looks_are_new(tmp_path):
    folded = changed(notebook(), cell_that(metadata={"jupyter": {"source_hidden": True}}))
    for mine in (notebook(), changed(notebook(), RAN["printed"])):
        hand_out({"a.ipynb": notebook()}, tmp_path)
        (tmp_path / "a.ipynb").write_bytes(mine)
        hand_out({"a.ipynb": folded}, tmp_path)
        assert seen(tmp_path) == {"a.ipynb": folded}
        (tmp_path / ".handout" / "record.json").unlink()
        (tmp_path / "a.ipynb").unlink()


LESSONS = {path.name: path.read_bytes() for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}


def test_a_real_lesson_that_was_run_is_updated_and_one_in_which_a_letter_was_changed_stays(tmp_path):
    name, shipped_bytes = next(iter(LESSONS.items()))
    hand_out({name: shipped_bytes}, tmp_path)
    book = nbformat.read(tmp_path / name, as_version=4)
    with channels.apart() as settings:
        NotebookClient(book, timeout=120, kernel_name="python3", config=settings).execute()
    book.cells.append(nbformat.v4.new_code_cell())  # as Shift+Enter in the last cell does
    assert book.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"] and any(cell.get("outputs") for cell in book.cells)
    ran = nbformat.writes(book).encode()
    newer = shipped_bytes.replace(b"number?", b"number, then?")
    assert newer != shipped_bytes
    (tmp_path / name).write_bytes(ran)
    assert hand_out({name: newer}, tmp_path).updated == [name] and seen(tmp_path) == {name: newer}
    edited = ran.replace(b"low=0.1", b"low=0.2")
    assert edited != ran
    (tmp_path / name).write_bytes(edited)
    beside = name.replace(".ipynb", " (new version).ipynb")
    newest = newer.replace(b"then?", b"at last?")
    assert hand_out({name: newest}, tmp_path).beside == [(name, beside)]
    assert seen(tmp_path) == {name: edited, beside: newest}


@given(data=st.data(), name=st.sampled_from(list(LESSONS)))
@settings(max_examples=150)
def test_whatever_of_a_real_lesson_is_run_its_text_is_the_same_until_a_letter_changes(data, name):
    shipped_text = files_module.text_digest(LESSONS[name])
    mine = json.loads(LESSONS[name])
    for what in data.draw(st.lists(st.sampled_from(list(RAN)), max_size=5)):
        rest = {"cells": [data.draw(st.sampled_from(mine["cells"]))], "metadata": mine["metadata"]}
        tags = rest["cells"][0]["metadata"].get("tags")
        RAN[what](mine if "empty" in what else rest)
        rest["cells"][0]["metadata"] = rest["cells"][0]["metadata"] | ({"tags": tags} if tags else {})
    assert files_module.text_digest(json.dumps(mine).encode()) == shipped_text
    cell = data.draw(st.sampled_from([cell for cell in mine["cells"] if "".join(cell["source"]).strip()]))
    text = "".join(cell["source"])
    at, letter = data.draw(st.integers(0, len(text))), data.draw(st.text(max_size=1))
    cell["source"] = text[:at] + letter + text[at + data.draw(st.integers(0, 1)):]
    assume(cell["source"] != text)
    assert files_module.text_digest(json.dumps(mine).encode()) != shipped_text


def test_a_record_of_the_time_before_texts_were_recorded_goes_on(tmp_path):
    """It knows whole contents alone: nothing is lost or put there twice, and what is run from then on is recognized."""
    one, two, three = (notebook(f"print({k})") for k in "123")
    mine, ran = changed(one, EDITED["her own cell"]), changed(one, RAN["printed"])
    names = {"untouched.ipynb": one, "ran.ipynb": ran, "edited.ipynb": mine, "edited (new version).ipynb": two}
    (tmp_path / ".handout").mkdir()
    for name, content in names.items():
        (tmp_path / name).write_bytes(content)
    whole = {content: files_module.digest(content) for content in (one, two)}
    (tmp_path / ".handout" / "record.json").write_text(json.dumps({
        "ours": {"untouched.ipynb": [whole[one]], "ran.ipynb": [whole[one]], "edited.ipynb": [whole[one], whole[two]]},
        "delivered": {"untouched.ipynb": whole[one], "ran.ipynb": whole[one], "edited.ipynb": whole[two]}}))
    now = {"untouched.ipynb": one, "ran.ipynb": one, "edited.ipynb": two}
    assert hand_out(now, tmp_path).sentences() == [] and seen(tmp_path) == dict(sorted(names.items()))
    (tmp_path / "edited (new version).ipynb").write_bytes(changed(two, RAN["printed"]))
    hand_out(dict.fromkeys(now, three), tmp_path)
    assert seen(tmp_path) == {"untouched.ipynb": three, "ran.ipynb": three, "edited.ipynb": mine, "edited (new version).ipynb": three}


def test_what_was_run_before_texts_were_recorded_stays_if_the_course_has_changed_at_once(tmp_path):
    one, two = notebook(), notebook("print(2)")
    ran, whole = changed(one, RAN["printed"]), files_module.digest(one)
    (tmp_path / ".handout").mkdir()
    (tmp_path / "a.ipynb").write_bytes(ran)
    (tmp_path / ".handout" / "record.json").write_text(json.dumps({"ours": {"a.ipynb": [whole]}, "delivered": {"a.ipynb": whole}}))
    for _ in range(2):
        hand_out({"a.ipynb": two}, tmp_path)
        assert seen(tmp_path) == {"a.ipynb": ran, "a (new version).ipynb": two}


def test_a_deleted_file_comes_back_and_a_renamed_one_stays(course):
    (course / "02_coin.ipynb").rename(course / "old coin.ipynb")
    (course / "images" / "coin.png").unlink()
    (course / "images").rmdir()
    hand_out(TWO, course)
    assert seen(course) == TWO | {"old coin.ipynb": b"coin 1"}


def test_a_lesson_that_the_course_no_longer_has_stays(course):
    hand_out({"00_other.ipynb": b"other"}, course)
    assert seen(course) == ONE | {"00_other.ipynb": b"other"}


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"null", b'{"ours": 3, "delivered": {}}', b"\xff\xfe",
                                    b'{"ours": {"02_coin.ipynb": 5}, "delivered": []}', None])
def test_without_a_readable_record_everything_is_taken_for_the_students(course, broken):
    record = course / ".handout" / "record.json"
    record.unlink()
    if broken is not None:
        record.write_bytes(broken)
    hand_out(TWO, course)
    assert seen(course) == ONE | {BESIDE: b"coin 2",
                                  "exercises/02_coin/02_coin (new version).ipynb": b"exercise 2"}


@pytest.mark.parametrize("left", [b"", b"coi", b"coin 1\n"])
def test_a_half_written_file_is_left_alone(course, left):
    (course / "02_coin.ipynb").write_bytes(left)
    hand_out(TWO, course)
    assert seen(course)["02_coin.ipynb"] == left and seen(course)[BESIDE] == b"coin 2"


def test_a_folder_where_a_file_should_be_stays(course):
    (course / "02_coin.ipynb").unlink()
    (course / "02_coin.ipynb").mkdir()
    (course / "02_coin.ipynb" / "notes.txt").write_bytes(b"mine")
    hand_out(TWO, course)
    assert seen(course)["02_coin.ipynb/notes.txt"] == b"mine" and seen(course)[BESIDE] == b"coin 2"


def test_a_file_where_a_folder_should_be_stays_and_the_rest_is_handed_out(course):
    for path in ("02_coin/02_coin.ipynb", "02_coin"):
        path = course / "exercises" / path
        path.rmdir() if path.is_dir() else path.unlink()
    (course / "exercises").rmdir()
    (course / "exercises").write_bytes(b"mine")
    report = hand_out(TWO, course)
    assert seen(course) == {"exercises": b"mine", "02_coin.ipynb": b"coin 2", "images/coin.png": b"\x89PNG"}
    assert report.sentences()[-1] == ('"exercises/02_coin/02_coin.ipynb" could not be brought in: "exercises" is in the '
                                      'way; please rename it.')


def link(path, target):
    try:
        path.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("this system lets only administrators make links")


def test_a_link_is_neither_followed_nor_replaced(course, tmp_path):
    elsewhere = tmp_path / "elsewhere.ipynb"
    elsewhere.write_bytes(b"coin 1")
    (course / "02_coin.ipynb").unlink()
    link(course / "02_coin.ipynb", elsewhere)
    hand_out(TWO, course)
    assert (course / "02_coin.ipynb").is_symlink() and elsewhere.read_bytes() == b"coin 1"
    assert (course / BESIDE).read_bytes() == b"coin 2"


def test_nothing_is_written_through_a_folder_that_is_a_link(course, tmp_path):
    outside = tmp_path / "outside"
    (course / "exercises").rename(outside)
    link(course / "exercises", outside)
    report = hand_out(TWO, course)
    assert (outside / "02_coin" / "02_coin.ipynb").read_bytes() == b"exercise 1"
    assert [name for name, _ in report.blocked] == ["exercises/02_coin/02_coin.ipynb"]


def test_a_link_to_nowhere_is_left_alone(course, tmp_path):
    (course / "02_coin.ipynb").unlink()
    link(course / "02_coin.ipynb", tmp_path / "nowhere")
    hand_out(TWO, course)
    assert (course / "02_coin.ipynb").is_symlink() and not (tmp_path / "nowhere").exists()


def test_a_read_only_file_as_shipped_is_updated_and_a_changed_one_stays(course):
    (course / "02_coin.ipynb").chmod(stat.S_IREAD)
    changed = course / "exercises/02_coin/02_coin.ipynb"
    changed.write_bytes(b"my work")
    changed.chmod(stat.S_IREAD)
    hand_out(TWO, course)
    assert seen(course)["02_coin.ipynb"] == b"coin 2" and changed.read_bytes() == b"my work"
    changed.chmod(stat.S_IREAD | stat.S_IWRITE)


def test_checkpoints_of_jupyter_stay(course):
    (course / ".ipynb_checkpoints").mkdir()
    (course / ".ipynb_checkpoints" / "02_coin-checkpoint.ipynb").write_bytes(b"mine")
    hand_out(TWO, course)
    assert (course / ".ipynb_checkpoints" / "02_coin-checkpoint.ipynb").read_bytes() == b"mine"


@pytest.mark.parametrize("hard_links", [True, False])
def test_a_file_system_without_hard_links_does_as_well(course, monkeypatch, hard_links):
    if not hard_links:
        def refuse(*_):
            raise OSError(95, "Operation not supported")
        monkeypatch.setattr(files_module.os, "link", refuse)
    (course / "images" / "coin.png").write_bytes(b"mine")
    hand_out(TWO | {"images/coin.png": b"new", "03.ipynb": b"3"}, course)
    assert seen(course) == TWO | {"images/coin.png": b"mine", "images/coin (new version).png": b"new", "03.ipynb": b"3"}


# -- a save that races with the update


class Meddler:
    """The module `os`, with somebody at work just before and after one call of one function."""

    def __init__(self, function, when, act):
        self.function, self.when, self.act, self.armed = function, when, act, True

    def __getattr__(self, name):
        real = getattr(os, name)
        if name != self.function:
            return real

        def call(*arguments):
            meddle = self.armed and "02_coin.ipynb" in os.fspath(arguments[0]) + os.fspath(arguments[-1])
            self.armed = self.armed and not meddle
            if meddle and self.when == "before":
                self.act()
            try:
                return real(*arguments)
            finally:
                if meddle and self.when == "after":
                    self.act()

        return call


@pytest.mark.parametrize("function", ["rename", "link"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("way", ["write", "replace", "delete"])
def test_a_save_in_the_middle_of_an_update_is_not_lost(course, tmp_path, monkeypatch, function, when, way):
    target = course / "02_coin.ipynb"

    def save():
        if way == "write":
            target.write_bytes(b"my work")
        elif way == "replace":
            (tmp_path / "saved").write_bytes(b"my work")
            os.replace(tmp_path / "saved", target)
        else:
            target.unlink(missing_ok=True)

    meddler = Meddler(function, when, save)
    for module in (handout_module, files_module):
        monkeypatch.setattr(module, "os", meddler)
    hand_out({"02_coin.ipynb": b"coin 2"}, course)
    monkeypatch.undo()
    assert not meddler.armed
    if function == "rename" and when == "before" and way != "delete":
        assert seen(course)["02_coin.ipynb"] == b"my work"  # under its own name, as if the save had come earlier
    for _ in range(2):
        contents = list(seen(course).values())
        if way != "delete":
            assert b"my work" in contents
        hand_out({"02_coin.ipynb": b"coin 2"}, course)
    assert b"coin 2" in seen(course).values()


def test_a_writer_that_still_holds_the_old_file_open_keeps_its_text(course, monkeypatch):
    """The file is open when it is moved aside, and is written only then: the second look must notice."""
    with open(course / "02_coin.ipynb", "r+b", buffering=0) as held:
        meddler = Meddler("link", "before", lambda: held.write(b"my work, longer"))
        for module in (handout_module, files_module):
            monkeypatch.setattr(module, "os", meddler)
        report = hand_out({"02_coin.ipynb": b"coin 2"}, course)
    monkeypatch.undo()
    assert not meddler.armed
    assert b"my work, longer" in seen(course).values()
    assert report.rescued == [("02_coin.ipynb", "02_coin (your version).ipynb")]
    assert "02_coin (your version).ipynb" in report.sentences()[-1]


@pytest.mark.parametrize("ran", [False, True])
def test_if_the_disk_fails_in_the_middle_the_old_file_is_put_back(course, monkeypatch, ran):
    one, two = ({"02_coin.ipynb": notebook(f"print({k})")} for k in (1, 2))
    hand_out(one, course)
    if ran:
        (course / "02_coin.ipynb").write_bytes(changed(notebook(), RAN["printed"]))
    before = seen(course)

    def fail_for_new_files(real):
        def call(source, target):
            if Path(source).parent.name == "in" and Path(target).name == "02_coin.ipynb":
                raise OSError(5, "Input/output error")
            return real(source, target)
        return call

    for name in ("link", "rename"):
        monkeypatch.setattr(files_module.os, name, fail_for_new_files(getattr(os, name)))
    with pytest.raises(OSError, match="Input/output error"):
        hand_out(two, course)
    monkeypatch.undo()
    assert seen(course) == before
    hand_out(two, course)
    assert seen(course) == ONE | two


# -- a crash at every step


class Crash(BaseException):
    """The power goes: nothing after it runs, not even clean-up that touches the disk."""


class Fragile:
    """The module `os` on a machine whose power goes at one step; a write then reaches the disk by half."""

    CHANGING = {"open", "write", "fsync", "close", "rename", "replace", "link", "unlink", "makedirs", "chmod"}

    def __init__(self, steps, when="before"):
        self.left, self.when, self.dead, self.taken = steps, when, False, 0

    def __getattr__(self, name):
        real = getattr(os, name)
        if name not in self.CHANGING:
            return real

        def step(*arguments, **more):
            if self.dead:
                if name == "close":
                    real(*arguments)
                raise Crash
            self.taken += 1
            if self.taken < self.left:
                return real(*arguments, **more)
            self.dead = True
            if name == "write" and self.when == "after":
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            elif self.when == "after" or name == "close":
                real(*arguments, **more)
            raise Crash

        return step


def crashing(fragile, files, course):
    """Run an update on a fragile machine; whether it came to its end."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (handout_module, files_module):
            patch.setattr(module, "os", fragile)
        try:
            hand_out(files, course)
            return True
        except Crash:
            return False


@pytest.mark.parametrize("then", ["the same version", "a newer version", "a lost record"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_after_a_crash_at_any_step_the_next_start_mends_everything(tmp_path, when, then):
    old = {"a.ipynb": b"a 1", "b.ipynb": b"b 1", "d/c.ipynb": b"c 1", "d/e.ipynb": b"e 1", "n.ipynb": notebook("n 1")}
    ran = changed(old["n.ipynb"], RAN["printed"])
    new = {name: content.replace(b"1", b"2") for name, content in old.items()} | {"f/g.ipynb": b"g 2"}
    steps = 1
    while True:
        course = tmp_path / f"{steps}"
        hand_out(old, course)
        (course / "b.ipynb").write_bytes(b"my work")
        (course / "n.ipynb").write_bytes(ran)
        (course / "d/e.ipynb").rename(course / "d/mine.ipynb")
        finished = crashing(Fragile(steps, when), new, course)
        between = seen(course)
        assert between["b.ipynb"] == b"my work" and between["d/mine.ipynb"] == b"e 1"
        assert all(content in (b"my work", ran, *old.values(), *new.values()) for content in between.values())
        newest = new
        if then == "a newer version":
            newest = {name: content.replace(b"2", b"3") for name, content in new.items()}
        elif then == "a lost record":
            (course / ".handout" / "record.json").unlink(missing_ok=True)
        for _ in range(2):
            hand_out(newest, course)
        after = seen(course)
        if then == "a lost record":
            assert after["b.ipynb"] == b"my work" and after["d/mine.ipynb"] == b"e 1"
            assert set(newest.values()) <= set(after.values())
        else:
            beside = {"b.ipynb": b"my work", "b (new version).ipynb": newest["b.ipynb"], "d/mine.ipynb": b"e 1"}
            assert after == newest | beside, steps
        assert list((course / ".handout" / "in").iterdir()) == list((course / ".handout" / "out").iterdir()) == []
        if finished:
            break
        steps += 1
    assert steps > 40  # the update has that many steps; if the crash were not felt, this would be 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_while_a_rescued_file_is_given_back_loses_nothing(tmp_path, when):
    steps, finished = 1, False
    while not finished:
        course = tmp_path / f"{steps}"
        hand_out({"a.ipynb": b"a 1"}, course)
        (course / "a.ipynb").rename(course / ".handout" / "out" / "a.ipynb.0123abcd")
        (course / ".handout" / "out" / "a.ipynb.0123abcd").write_bytes(b"my work")
        finished = crashing(Fragile(steps, when), {"a.ipynb": b"a 2"}, course)
        hand_out({"a.ipynb": b"a 2"}, course)
        assert seen(course) == {"a.ipynb": b"my work", "a (new version).ipynb": b"a 2"}, steps
        steps += 1
    assert steps > 5


# -- anything in any order

NAMES = ["a.ipynb", "b.ipynb", "d/c.ipynb"]


class Semester(RuleBasedStateMachine):
    """A student, a course and a bad machine, at random; what the student wrote last under every name stays somewhere."""

    @initialize()
    def begin(self):
        self.holder = tempfile.TemporaryDirectory()
        self.course, self.version, self.work = Path(self.holder.name, "course"), 1, 0
        self.files = {name: notebook(f"{name} 1") for name in NAMES}
        self.written = {}  # by name: what the student wrote there last
        self.ran = {}  # by name: the notebook of the course that she ran there last
        self.foreign = set()  # names where something else than the course's own file may be
        hand_out(self.files, self.course)

    def teardown(self):
        if hasattr(self, "holder"):
            self.holder.cleanup()

    def present(self):
        return sorted(seen(self.course))

    @rule(data=st.data(), size=st.integers(0, 2))
    def edit(self, data, size):
        names = self.present() + ["notes.ipynb", "a (new version).ipynb", "d/c (your version).ipynb"]
        name = data.draw(st.sampled_from(names))
        self.work += 1
        content = f"my work {self.work}".encode() * size or f"{self.work}".encode()
        (self.course / name).parent.mkdir(exist_ok=True)
        (self.course / name).write_bytes(content)
        self.written[name] = content
        self.foreign.add(name)

    @precondition(lambda self: self.present())
    @rule(data=st.data(), what=st.sampled_from(list(RAN)))
    def run(self, data, what):
        name = data.draw(st.sampled_from(self.present()))
        content = (self.course / name).read_bytes()
        if files_module.text_digest(content):  # not what she wrote
            self.ran[name] = changed(content, RAN[what])
            (self.course / name).write_bytes(self.ran[name])

    @precondition(lambda self: self.present())
    @rule(data=st.data())
    def delete(self, data):
        name = data.draw(st.sampled_from(self.present()))
        (self.course / name).unlink()
        self.written.pop(name, None)
        self.foreign.discard(name)

    @precondition(lambda self: self.present())
    @rule(data=st.data(), to=st.sampled_from([*NAMES, "mine.ipynb", "b (new version).ipynb"]))
    def rename(self, data, to):
        name = data.draw(st.sampled_from(self.present()))
        if name == to:
            return
        (self.course / to).parent.mkdir(exist_ok=True)
        os.replace(self.course / name, self.course / to)
        self.written.pop(to, None)
        self.foreign.add(to)
        self.foreign.discard(name)
        if name in self.written:
            self.written[to] = self.written.pop(name)

    @rule(name=st.sampled_from(NAMES + ["new.ipynb"]))
    def course_changes(self, name):
        self.version += 1
        self.files[name] = notebook(f"{name} {self.version}")

    @rule(name=st.sampled_from(NAMES))
    def course_drops(self, name):
        self.files.pop(name, None)

    @rule(kind=st.sampled_from(["missing", "broken"]))
    def record_breaks(self, kind):
        record = self.course / ".handout" / "record.json"
        record.unlink(missing_ok=True)
        if kind == "broken":
            record.write_bytes(b"{}")
        self.foreign.update(NAMES, ["new.ipynb"])

    @rule()
    def update(self):
        hand_out(self.files, self.course)
        after = seen(self.course)
        for name, content in self.files.items():
            assert name in after
            only_run = after[name] == self.ran.get(name) and files_module.text_digest(after[name]) == files_module.text_digest(content)
            assert after[name] == content or only_run or name in self.foreign
        assert hand_out(self.files, self.course).sentences() == []
        assert seen(self.course) == after

    @rule(step=st.integers(1, 40), when=st.sampled_from(["before", "after"]))
    def update_crashes(self, step, when):
        crashing(Fragile(step, when), self.files, self.course)

    @invariant()
    def nothing_is_lost(self):
        if hasattr(self, "written"):
            there = [path.read_bytes() for path in self.course.rglob("*") if path.is_file()]
            for name, content in self.written.items():
                assert content in there, name


TestSemester = Semester.TestCase
TestSemester.settings = settings(max_examples=60, stateful_step_count=25)


# -- the release

SOLUTION = "def half(x):\n    ### BEGIN SOLUTION\n    return x / 2\n    ### END SOLUTION"
TEST = "assert half(2) == 1\n### BEGIN HIDDEN TESTS\nassert half(3) == 1.5\n### END HIDDEN TESTS"


def exercise(folder, solution=SOLUTION):
    """An exercise as an author leaves it: run, with outputs and the state of a slider."""
    def grading(grade_id, **more):
        return {"nbgrader": {"schema_version": 3, "grade_id": grade_id, "locked": False, "grade": False,
                             "solution": False, "task": False} | more}

    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("# Halves", id="title"),
        nbformat.v4.new_code_cell(solution, id="half", metadata=grading("half", solution=True)),
        nbformat.v4.new_code_cell(TEST, id="test", metadata=grading("half-test", grade=True, locked=True, points=2)),
        nbformat.v4.new_code_cell("half(8)", id="try", execution_count=7,
                                  outputs=[nbformat.v4.new_output("stream", text="author's output")]),
    ], metadata={"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"slider": {}}}},
                 "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{folder.name}.ipynb")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    (folder / ".ipynb_checkpoints").mkdir(exist_ok=True)
    (folder / ".ipynb_checkpoints" / "x.ipynb").write_text(solution)
    return folder


def test_a_release_has_no_solution_hidden_test_output_or_widget_state(tmp_path):
    config = load_config(ROOT / "notebooks" / "exercises" / "nbgrader_config.py")
    got = release(exercise(tmp_path / "02_halves"), config)
    assert sorted(got) == ["02_halves.ipynb", "picture.png", "visible_tests.zip"]
    text = zipfile.ZipFile(io.BytesIO(got["visible_tests.zip"])).read("half-test").decode()
    assert text.strip() == "assert half(2) == 1"
    notebook = nbformat.reads(got["02_halves.ipynb"].decode(), as_version=4)
    text = got["02_halves.ipynb"].decode()
    for secret in ("x / 2", "SOLUTION", "HIDDEN", "1.5", "author", "widget-state", "slider"):
        assert secret not in text
    assert [cell.id for cell in notebook.cells] == ["title", "half", "test", "try"]
    assert notebook.cells[1].source.count("raise NotImplementedError") == 1
    assert notebook.cells[2].metadata.nbgrader.points == 2


def test_the_same_source_gives_the_same_bytes_and_is_left_as_it_was(tmp_path):
    first, second = exercise(tmp_path / "one" / "02_halves"), exercise(tmp_path / "two ü" / "02_halves")
    before = files_module.course_files(first)
    assert release(first) == release(second)
    assert files_module.course_files(first) == before and sorted(os.listdir(tmp_path)) == ["one", "two ü"]


def test_an_exercise_that_nbgrader_refuses_is_named(tmp_path):
    broken = exercise(tmp_path / "exercises" / "03_broken", SOLUTION.replace("### END SOLUTION", ""))
    with pytest.raises(ReleaseError, match="03_broken cannot be released"):
        release(broken)
    exercise(tmp_path / "exercises" / "02_halves")
    got, refused = released(tmp_path / "exercises", tmp_path / "cache")
    assert sorted(got) == ["02_halves/02_halves.ipynb", "02_halves/picture.png"]
    assert len(refused) == 1 and "03_broken" in refused[0]


def test_a_release_is_kept_until_its_source_changes(tmp_path, monkeypatch):
    source, cache, calls = exercise(tmp_path / "exercises" / "02_halves"), tmp_path / "cache", []
    real = release_module.release
    monkeypatch.setattr(release_module, "release", lambda *given: calls.append(given) or real(*given))
    first = released(source.parent, cache)
    assert released(source.parent, cache) == first and len(calls) == 1
    exercise(source, SOLUTION.replace("half(x)", "half(y)"))
    assert released(source.parent, cache) != first and len(calls) == 2
    (kept,) = cache.iterdir()  # the old one is gone
    for damaged in (b"", b"PK", kept.read_bytes()[:-30], kept.read_bytes().replace(b"NBF", b"xxx")):
        kept.write_bytes(damaged)
        released(source.parent, cache)
    (source.parent / "nbgrader_config.py").write_text("c = get_config()\nc.ClearSolutions.code_stub = {'python': '...'}\n")
    assert b"raise NotImplementedError" not in released(source.parent, cache)[0]["02_halves/02_halves.ipynb"]


def test_a_start_with_nothing_new_does_not_import_nbgrader(tmp_path):
    code = ("import sys; from pathlib import Path; from classroom.handout.student_version import released;"
            "released(Path(sys.argv[1]), Path(sys.argv[2])); print('nbgrader' in sys.modules)")
    exercise(tmp_path / "exercises" / "02_halves")
    command = [sys.executable, "-c", code, str(tmp_path / "exercises"), str(tmp_path / "cache")]
    told = [subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip() for _ in "12"]
    assert told == ["True", "False"]


@pytest.mark.exhaustive
def test_the_instructors_nbgrader_releases_the_same_bytes(tmp_path):
    """`nbgrader generate_assignment` and the student's copy agree, so that what comes back can be graded."""
    exercises = tmp_path / "a course" / "notebooks" / "exercises"
    exercise(exercises / "02_halves")
    shutil.copy(ROOT / "notebooks" / "exercises" / "nbgrader_config.py", exercises)
    done = subprocess.run([sys.executable, "-m", "nbgrader", "generate_assignment", "02_halves"], cwd=exercises,
                          capture_output=True, text=True, encoding="utf-8",
                          env=os.environ | {"PATH": PROGRAMS})
    assert done.returncode == 0, done.stderr
    made = files_module.course_files(tmp_path / "a course" / "build" / "nbgrader" / "release")
    assert made == released(exercises, tmp_path / "cache")[0]
    assert sorted(os.listdir(tmp_path / "a course")) == ["build", "notebooks"]


# -- what is shipped, and the command


def test_what_is_shipped_holds_every_lesson_and_no_source_of_an_exercise():
    got, refused = shipped(ROOT)
    assert refused == []
    lessons = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    exercises = {path.relative_to(ROOT / "notebooks").as_posix() for path in ROOT.glob("notebooks/exercises/*/*.ipynb")}
    assert lessons | exercises <= set(got) and "00_start_here.ipynb" in got
    assert not any("nbgrader_config" in name or ".ipynb_checkpoints" in name for name in got)
    for name in exercises:
        assert got[name] != (ROOT / "notebooks" / name).read_bytes() and b"SOLUTION" not in got[name]


def test_the_command_prepares_a_copy_where_it_is_told_to(tmp_path, capsys):
    assert main(["--course", str(tmp_path / "copy ü")]) == 0
    assert "new file" in capsys.readouterr().out
    assert seen(tmp_path / "copy ü") == shipped(ROOT)[0]
    assert main(["--course", str(tmp_path / "copy ü")]) == 0
    assert capsys.readouterr().out == ""


def test_a_copy_that_cannot_be_made_is_one_sentence(tmp_path, capsys):
    (tmp_path / "course").write_bytes(b"a file")
    assert main(["--course", str(tmp_path / "course")]) == 1
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 1 and "could not be prepared" in told.err


def test_the_record_says_nothing_about_the_student(course):
    (course / "02_coin.ipynb").write_bytes(b"my work")
    (course / "diary.ipynb").write_bytes(b"mine")
    hand_out(TWO, course)
    assert set(json.loads((course / ".handout" / "record.json").read_bytes())["ours"]) == set(TWO)
