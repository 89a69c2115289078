"""Whatever a learning-management system makes of a class's files, everybody's work is found, and nothing else happens."""

import io
import json
import os
import stat
import zipfile

import pytest

from classroom.collect import repair, submissions, zips
from hostile import tiny

LESSON = "01_tiny"


def zipped(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in files.items():
            pack.writestr(name, content)
    return path


def packed(files):
    return zipped(io.BytesIO(), files).getvalue()


def spread(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


LAYOUTS = {
    "nbgrader": {f"ann/{LESSON}/{LESSON}.ipynb": "A", f"bob/{LESSON}/{LESSON}.ipynb": "B", f"bob/{LESSON}/extra/t.csv": "1",
                 "bob/02_other/02_other.ipynb": "no"},
    "nbgrader deeper": {f"submitted/ann/{LESSON}/{LESSON}.ipynb": "A", f"submitted/bob/{LESSON}/{LESSON}.ipynb": "B"},
    "exchange": {f"ann+{LESSON}+2026-03-01 10:00:00.000000 UTC/{LESSON}.ipynb": "old",
                 f"ann+{LESSON}+2026-03-02 10:00:00.000000 UTC+abc/{LESSON}.ipynb": "A",
                 f"bob+{LESSON}+2026-03-01 10:00:00.000000 UTC/{LESSON}.ipynb": "B",
                 "bob+02_other+2026-03-01 10:00:00.000000 UTC/02_other.ipynb": "no"},
    "plain files": {f"ann_{LESSON}.ipynb": "A", f"bob_{LESSON}.ipynb": "B"},
    "a folder each": {f"ann/{LESSON}.ipynb": "A", "bob/My copy.ipynb": "B"},
    "moodle": {f"ann_101_assignsubmission_file_/{LESSON}.ipynb": "A", f"bob_102_assignsubmission_file_/{LESSON} (1).ipynb": "B"},
    "moodle without folders": {f"ann_101_assignsubmission_file_{LESSON}.ipynb": "A", f"bob_102_assignsubmission_file_{LESSON}-1.ipynb": "B"},
    "canvas": {f"ann_5512_99871_{LESSON}.ipynb": "A", f"bob_LATE_5513_99872_{LESSON}-2.ipynb": "B"},
    "blackboard": {f"Tiny_ann_attempt_2026-03-01-10-00-00_{LESSON}.ipynb": "A", f"Tiny_bob_attempt_2026-03-01-11-00-00_{LESSON}.ipynb": "B"},
    "brightspace": {f"1234-5678 - ann - Mar 1, 2026 1000 AM/{LESSON}.ipynb": "A",
                    f"1235-5678 - bob - Mar 1, 2026 1001 AM/{LESSON}.ipynb": "B"},
}


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_understood(tmp_path, layout, kind):
    if kind == "folder" and os.name == "nt" and layout == "exchange":
        pytest.skip("colons")
    source = spread(tmp_path / "in", LAYOUTS[layout]) if kind == "folder" else zipped(tmp_path / "in.zip", LAYOUTS[layout])
    found, strays = submissions.collect(source, LESSON, tmp_path / "submitted")
    assert strays == [] or layout == "exchange" and all("02_other" in stray.what for stray in strays)
    assert [one.student for one in found] == ["ann", "bob"]
    for one in found:  # the page goes back under what the work came under
        assert any(name.startswith(one.origin) and one.student in one.origin for name in LAYOUTS[layout]) or layout == "nbgrader deeper"
    for student, content in (("ann", "A"), ("bob", "B")):
        place = tmp_path / "submitted" / student / LESSON
        files = [path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()]
        name, _ = submissions.notebook_of(files, LESSON)
        assert (place / name).read_text() == content
    again, _ = submissions.read(tmp_path / "submitted", LESSON)
    assert [one.student for one in again] == ["ann", "bob"]


def test_the_latest_of_several_counts_and_its_time_is_kept(tmp_path):
    found, _ = submissions.collect(zipped(tmp_path / "in.zip", LAYOUTS["exchange"]), LESSON, tmp_path / "submitted")
    assert "2 submissions" in found[0].notes[0]
    assert (tmp_path / "submitted" / "ann" / LESSON / "timestamp.txt").read_text().startswith("2026-03-02")


def test_two_students_of_one_name_are_two(tmp_path):
    files = {f"Kim Lee_{k}_assignsubmission_file_/{LESSON}.ipynb": str(k) for k in (101, 102)}
    found, strays = submissions.collect(zipped(tmp_path / "in.zip", files), LESSON, tmp_path / "submitted")
    assert [one.student for one in found] == ["Kim_Lee_101", "Kim_Lee_102"] and strays == []
    assert [one.origin for one in found] == [f"Kim Lee_{k}_assignsubmission_file_/" for k in (101, 102)]


def test_names_that_become_one_are_refused_and_not_mixed(tmp_path):
    for names in (("kim lee", "kim_lee"), ("Kim", "kim")):  # a folder of Windows or macOS does not know Kim from kim
        files = {f"{name}/{LESSON}.ipynb": name for name in names}
        found, strays = submissions.read(zipped(tmp_path / "in.zip", files), LESSON)
        assert found == [] and f"would all be called {min(names).replace(' ', '_')}" in str(strays[0])


def test_a_zip_file_writes_nowhere_else(tmp_path):
    link = zipfile.ZipInfo(f"eve/{LESSON}.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as pack:
        pack.writestr(f"../../eve/{LESSON}/evil.ipynb", "x")
        pack.writestr(f"/eve/{LESSON}/evil.ipynb", "x")
        pack.writestr(f"C:\\eve\\{LESSON}\\evil.ipynb", "x")
        pack.writestr(link, "/etc/passwd")
        pack.writestr(f"..\\eve/{LESSON}.ipynb", "x")
        pack.writestr(f"ann/{LESSON}.ipynb", "A")
    before = {path for path in tmp_path.rglob("*")}
    found, strays = submissions.collect(tmp_path / "in.zip", LESSON, tmp_path / "deep" / "submitted")
    assert [(one.student, list(one.files)) for one in found] == [("ann", [f"{LESSON}.ipynb"]), ("eve", [])] and len(strays) == 4
    assert "is a link and no file" in found[1].notes[0]
    new = {path for path in tmp_path.rglob("*")} - before
    assert [path.name for path in new if path.is_file()] == [f"{LESSON}.ipynb"]


def test_a_zip_bomb_is_left_out_and_the_others_are_not(tmp_path):
    files = {f"bomb/{LESSON}.ipynb": b"0" * (21 * 2**20), f"ann/{LESSON}.ipynb": "A", **{f"many/{k}.txt": "" for k in range(300)}}
    source = zipped(tmp_path / "in.zip", files)
    assert source.stat().st_size < 200_000
    found, _ = submissions.read(source, LESSON)
    one = {each.student: each for each in found}
    assert one["ann"].files == {f"{LESSON}.ipynb": b"A"}
    assert one["bomb"].files == {} and "too large" in one["bomb"].notes[0]
    assert len(one["many"].files) == zips.MOST_FILES and "beyond the first" in one["many"].notes[-1]


@pytest.mark.parametrize("name", [f"{LESSON}.ipynb", f"my {LESSON}.ipynb", "z.ipynb", f"z/{LESSON}.ipynb"])
@pytest.mark.parametrize("others", ["a{}.csv", LESSON + "/{}.csv", "a{}.txt"])
def test_however_many_files_lie_before_the_notebook_it_counts_first(tmp_path, name, others):
    files = {**{others.format(k): str(k) for k in range(250)}, name: "A", "timestamp.txt": "2026-03-01 10:00:00 UTC"}
    whole = {f"ann_7_assignsubmission_file_/{path}": content for path, content in files.items()}
    in_one = {"bob_8_assignsubmission_file_/work.zip": packed(files)}
    found, _ = submissions.read(zipped(tmp_path / "in.zip", {**whole, **in_one}), LESSON)
    for one in found:
        assert one.files[submissions.notebook_of(one.files, LESSON)[0]] == b"A", one.student
        assert "timestamp.txt" in one.files and len(one.files) == zips.MOST_FILES
        assert any("52 files beyond" in note for note in one.notes), one.notes
    assert [one.student for one in found] == ["ann", "bob"]


def test_names_that_become_one_with_numbers_of_their_own_are_two_students(tmp_path):
    files = {f"{name}_assignsubmission_file_/{LESSON}.ipynb": name for name in ("Name Clash_101", "Name_Clash_102", "NAME CLASH_103")}
    found, strays = submissions.collect(zipped(tmp_path / "in.zip", files), LESSON, tmp_path / "submitted")
    assert strays == [] and sorted(one.student for one in found) == ["NAME_CLASH_103", "Name_Clash_101", "Name_Clash_102"]
    for one in found:
        assert (tmp_path / "submitted" / one.student / LESSON / f"{LESSON}.ipynb").read_text()[-3:] == one.student[-3:]
        assert one.origin.endswith(f"{one.student[-3:]}_assignsubmission_file_/")


OTHERS = {
    "nbgrader": "ann/02_other/02_other.ipynb", "deeper": "ann/work/02_other/a.ipynb", "moodle": "ann_101_assignsubmission_file_/02_other/02_other.ipynb",
    "exchange": "ann+02_other+2026-03-01 10:00:00.000000 UTC/02_other.ipynb",
}


@pytest.mark.parametrize("layout", OTHERS)
def test_who_handed_in_for_another_lesson_only_is_told_and_has_nothing_here(tmp_path, layout):
    found, strays = submissions.collect(zipped(tmp_path / "in.zip", {OTHERS[layout]: "A", f"bob/{LESSON}.ipynb": "B"}), LESSON, tmp_path / "submitted")
    assert [(one.student, one.absent, list(one.files)) for one in found] == [("ann", True, []), ("bob", False, [f"{LESSON}.ipynb"])]
    assert "02_other" in found[0].notes[0] and strays == [] and not (tmp_path / "submitted" / "ann").exists()


def test_in_nbgraders_layout_the_folder_tells_the_lesson_whatever_its_name(tmp_path):
    files = {"ann/other/x.ipynb": "A", f"bob/{LESSON}/deep/x.ipynb": "B", "bob/other/y.ipynb": "no", f"cat/{LESSON}.ipynb": "C",
             f"dan/other/eve_12345_678_{LESSON}.ipynb": "no", f"fay/other/eve_101_assignsubmission_file_/{LESSON}.ipynb": "F"}
    found, strays = submissions.read(spread(tmp_path / "submitted", files), LESSON, True)
    assert {one.student: (one.absent, list(one.files)) for one in found} == {
        "ann": (True, []), "bob": (False, ["deep/x.ipynb"]), "cat": (False, [f"{LESSON}.ipynb"]), "dan": (True, []), "fay": (False, [f"{LESSON}.ipynb"])}


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
@pytest.mark.parametrize("strict", [True, False])
def test_what_has_a_notebooks_name_and_is_none_is_told_with_its_owner(tmp_path, strict):
    place = spread(tmp_path / "in", {"secret.txt": "x"})
    for student in ("folder", "full", "link", "pipe"):
        (place / student / LESSON).mkdir(parents=True)
    (place / "folder" / LESSON / f"{LESSON}.ipynb").mkdir()
    (place / "full" / LESSON / f"{LESSON}.ipynb").mkdir()
    (place / "full" / LESSON / f"{LESSON}.ipynb" / "a.txt").write_text("x")
    (place / "link" / LESSON / f"{LESSON}.ipynb").symlink_to(place / "secret.txt")
    os.mkfifo(place / "pipe" / LESSON / f"{LESSON}.ipynb")
    found, _ = submissions.read(place, LESSON, strict)
    assert {one.student: one.notes[0] for one in found} == {
        "folder": f"{LESSON}.ipynb is a folder and no file and was left out.", "full": f"{LESSON}.ipynb is a folder and no file and was left out.",
        "link": f"{LESSON}.ipynb is a link and no file and was left out.",
        "pipe": f"{LESSON}.ipynb is a pipe, a socket or a device and no file and was left out."}
    assert not any(one.absent or submissions.notebook_of(one.files, LESSON)[0] for one in found)


def test_a_damaged_entry_spoils_no_other(tmp_path):
    source = tmp_path / "in.zip"
    with zipfile.ZipFile(source, "w") as pack:
        pack.writestr(f"ann/{LESSON}.ipynb", "A" * 50)
        pack.writestr(f"bob/{LESSON}.ipynb", "B" * 50)
    content = bytearray(source.read_bytes())
    place = content.index(b"A" * 50)
    content[place] = 0
    source.write_bytes(content)
    found, _ = submissions.read(source, LESSON)
    assert found[0].files == {} and "could not be read" in found[0].notes[0]
    assert found[1].files == {f"{LESSON}.ipynb": b"B" * 50}


def test_links_in_a_folder_are_not_followed(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("gradebook")
    place = spread(tmp_path / "in", {f"ann/{LESSON}.ipynb": "A"})
    try:
        (place / "ann" / "link.txt").symlink_to(secret)
        (place / "whole").symlink_to(tmp_path)
    except OSError:
        pytest.skip("this system lets nobody make links")
    found, strays = submissions.read(place, LESSON)
    assert [list(one.files) for one in found] == [[f"{LESSON}.ipynb"]] and "link" in str(strays[0])


def test_a_new_hand_in_replaces_the_old_and_equal_files_stay(tmp_path):
    target = tmp_path / "submitted"
    submissions.collect(spread(tmp_path / "1", {f"ann/{LESSON}.ipynb": "A", "ann/old.txt": "x"}), LESSON, target)
    path = target / "ann" / LESSON / f"{LESSON}.ipynb"
    os.utime(path, (1, 1))
    submissions.collect(spread(tmp_path / "2", {f"ann/{LESSON}.ipynb": "A"}), LESSON, target)
    assert path.stat().st_mtime == 1 and not (path.parent / "old.txt").exists()


def test_what_a_students_computer_adds_is_no_trouble(tmp_path):
    """A zip file in the zip file, what macOS packs along, the backslashes of Windows, names with spaces and letters of all kinds."""
    mac = {f"{LESSON}.ipynb": "B", f"__MACOSX/._{LESSON}.ipynb": "junk", f"._{LESSON}.ipynb": "junk", ".ipynb_checkpoints/x.ipynb": "old"}
    files = {f"Zoë Ünal_7_assignsubmission_file_/my {LESSON}.zip": packed(mac), f"王 芳_8_assignsubmission_file_\\{LESSON}.ipynb": "B",
             f"Kim_9_assignsubmission_file_/{LESSON}.ipynb": "B", f"Kim_9_assignsubmission_file_/._{LESSON}.ipynb": "junk",
             f"Bo_10_assignsubmission_file_/{LESSON}.zip": b"no zip", f"Deep_11_assignsubmission_file_/a.zip": packed({"b.zip": packed(mac)}),
             f"Bad_12_assignsubmission_file_/a.zip": packed({f"../{LESSON}.ipynb": "x", f"{LESSON}.ipynb": b"0" * 21 * 2**20})}
    found, strays = submissions.read(zipped(tmp_path / "in.zip", files), LESSON)
    one = {each.student: each for each in found}
    assert strays == [] and set(one) == {"Zoë_Ünal", "王_芳", "Kim", "Bo", "Deep", "Bad"}
    for name in ("Zoë_Ünal", "王_芳", "Kim"):
        assert one[name].files == {f"{LESSON}.ipynb": b"B"}, name
    assert "came in the zip file" in one["Zoë_Ünal"].notes[0] and one["Zoë_Ünal"].origin == "Zoë Ünal_7_assignsubmission_file_/"
    assert one["王_芳"].origin == "王 芳_8_assignsubmission_file_/"
    assert "no zip file that can be read" in one["Bo"].notes[0] and list(one["Deep"].files) == ["b.zip"]
    assert one["Bad"].files == {} and "points outside" in one["Bad"].notes[1] and "too large" in one["Bad"].notes[2]


def test_a_hand_in_that_cannot_be_read_takes_nothing_away(tmp_path):
    target = tmp_path / "submitted"
    submissions.collect(spread(tmp_path / "1", {f"ann/{LESSON}.ipynb": "A"}), LESSON, target)
    found, _ = submissions.collect(zipped(tmp_path / "2.zip", {f"ann/{LESSON}.ipynb": b"0" * (21 * 2**20)}), LESSON, target)
    assert "too large" in found[0].notes[0] and (target / "ann" / LESSON / f"{LESSON}.ipynb").read_text() == "A"


def test_a_file_that_is_there_twice_is_told(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(tmp_path / "in.zip", "w") as pack:
        pack.writestr(f"ann/{LESSON}.ipynb", "A")
        pack.writestr(f"ann/{LESSON}.ipynb", "B")
    found, _ = submissions.read(tmp_path / "in.zip", LESSON)
    assert found[0].files == {f"{LESSON}.ipynb": b"B"} and "handed in twice" in found[0].notes[0]


@pytest.mark.parametrize("name, student", [("ann", "ann"), ("Zoë Ü", "Zoë_Ü"), ("../..", ""), ("a/b\\c", "a_b_c"), ("x*?[1]", "x_1"), ("@SUM(1)", "SUM_1"), ("NUL", "NUL_"), ("com1.x", "com1.x_"),
                                           ("-rf", "rf"), ("李雷", "李雷"), ("a+b", "a_b"), ("k" * 300, "k" * 60),
                                           ("ann@uni.edu", "ann@uni.edu")])
def test_a_students_name_is_safe_wherever_it_goes(name, student):
    assert submissions.student_id(name) == student


def test_what_is_neither_folder_nor_zip_is_one_sentence(tmp_path):
    (tmp_path / "x.txt").write_text("no")
    for path in (tmp_path / "x.txt", tmp_path / "nowhere"):
        with pytest.raises(ValueError, match="neither a folder nor a zip file"):
            submissions.read(path, LESSON)


# ---------------------------------------------------------------- an orderly notebook


def orderly(change):
    notebook = json.loads(json.dumps(tiny.solved()))
    change(notebook)
    return repair.tidy(json.dumps(notebook).encode(), tiny.handed_out())


def test_an_untouched_notebook_stays_as_it_is():
    notebook, cells = orderly(lambda n: None)
    assert [c.source for c in notebook.cells] == [c.source for c in tiny.solved().cells]
    assert [c.metadata for c in notebook.cells] == [c.metadata for c in tiny.handed_out().cells]
    assert [name for name, _, _ in cells] == [c.id for c in tiny.handed_out().cells]


def test_missing_tests_go_back_behind_the_cell_before_them():
    notebook, _ = orderly(lambda n: n.update(cells=[c for c in n["cells"] if c["id"] not in ("double-test", "double-more", "why")]))
    assert [c.id for c in notebook.cells] == ["intro", "setup", "double", "double-try", "double-test", "double-more", "why"]
    notebook, _ = orderly(lambda n: n.update(cells=[]))
    assert [c.id for c in notebook.cells] == ["double-test", "double-more", "why"]


def test_a_students_function_elsewhere_is_not_overwritten_by_a_stub():
    notebook, _ = orderly(lambda n: n.update(cells=[c for c in n["cells"] if c["id"] != "double"]))
    assert not any("NotImplementedError" in c.source for c in notebook.cells)


def test_an_old_notebook_is_read():
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"metadata": {}, "cells": [
        {"cell_type": "code", "input": "def double(x):\n    return 2 * x", "language": "python", "metadata": {}, "outputs": []}]}]}
    notebook, cells = repair.tidy(json.dumps(old).encode(), tiny.handed_out())
    assert cells[0][2].startswith("def double")


@pytest.mark.parametrize("editor", ["Colab", "VS Code", "pasted"])
def test_what_another_editor_makes_of_a_notebook_changes_nothing(editor):
    """Colab has neither ids nor minor version 5; VS Code new ids; and who pastes cells into a fresh notebook loses all names."""
    def change(notebook):
        notebook.update(nbformat_minor=0 if editor == "Colab" else 5, metadata={"colab": {"provenance": []}, "kernelspec": {"name": "x"}})
        for k, cell in enumerate(notebook["cells"]):
            del cell["id"]
            cell["source"] = cell["source"].replace("\n", "\r\n").splitlines(keepends=True)
            if editor == "Colab":
                cell["metadata"]["id"] = f"aB{k}"
            else:
                cell.update(id=f"#VSC-{k}", **({"metadata": {}} if editor == "pasted" else {}))
        notebook["cells"][-1]["source"] = "My own words."
        notebook["cells"].insert(1, {"cell_type": "code", "source": "", "metadata": {}, "outputs": [], "execution_count": None})

    notebook, cells = orderly(change)
    got = [c for c in notebook.cells if c.source]
    told = [(c.metadata["nbgrader"]["grade_id"], c.source) for c in got if "nbgrader" in c.metadata]
    assert told == [(c.id, c.source) for c in tiny.solved(why="My own words.").cells if "nbgrader" in c.metadata]
    names = [c.id for c in tiny.solved().cells if "nbgrader" in c.metadata]
    assert [name for name, _, _ in cells if name] == names


def test_without_any_name_the_tests_run_after_all_answers():
    notebook, _ = orderly(lambda n: n.update(cells=[{"cell_type": "code", "source": "x = 1", "metadata": {}}] * 2 + [
        {"cell_type": "code", "source": "double = lambda x: 2 * x", "metadata": {}}]))
    assert [c.id for c in notebook.cells[3:]] == ["double-test", "double-more", "why"]


def test_a_byte_order_mark_is_no_fault():
    notebook, _ = repair.tidy(b"\xef\xbb\xbf" + json.dumps(tiny.solved()).encode(), tiny.handed_out())
    assert len(notebook.cells) == 7


def test_a_notebook_of_another_lesson_is_none_of_this_one():
    other = tiny.solved()
    for cell in other.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.grade_id = f"other-{cell.metadata.nbgrader.grade_id}"
    with pytest.raises(repair.AnotherLesson, match="another lesson's"):
        repair.tidy(json.dumps(other).encode(), tiny.handed_out())
    mixed = tiny.solved()
    mixed.cells += other.cells[2:4]  # a cell that was copied from last week's notebook makes this one no other
    assert len(repair.tidy(json.dumps(mixed).encode(), tiny.handed_out())[1]) == 9


@pytest.mark.parametrize("words, kept", [
    ("![x](http://a/b.png)", "! [x](http://a/b.png)"), ("![x][r]\n\n[r]: http://a", "! [x][r]\n\n[r]: http://a"),
    ("<img src='http://a'>", "< img src='http://a'>"), ("</p><IFRAME\nsrc=x>", "</p>< IFRAME\nsrc=x>"), ("<b onclick=x>", "< b onclick=x>"),
    ("<!-- x -->", "< !-- x -->"), ("a<b, 3 < 4, e^ε > 2, [my link](http://a), **bold** `x[0]!`", "a< b, 3 < 4, e^ε > 2, [my link](http://a), **bold** `x[0]!`"),
    ("<b>bold</b><br/>\n> quote &lt;img&gt; $x<3$", "<b>bold</b><br/>\n> quote &lt;img&gt; $x<3$"),
])
def test_a_students_words_fetch_nothing_whoever_sets_them(words, kept):
    notebook, _ = orderly(lambda n: next(c for c in n["cells"] if c["id"] == "why").update(source=words))
    assert notebook.cells[-1].source == kept


def test_what_was_handed_out_stays_as_it_is():
    out = tiny.handed_out()
    out.cells[0].source = "![x](http://a/b.png) <img src=x>"
    notebook, _ = repair.tidy(json.dumps(out).encode(), out)
    assert notebook.cells[0].source == out.cells[0].source


@pytest.mark.parametrize("html, left", [
    ('<img src="http://a/x.png" alt="x">', '<img alt="x">'), ('<img src="//a/x.png">', "<img>"), ('<img src="x.png">', "<img>"),
    ('<img src="data:image/png;base64,AA==">', '<img src="data:image/png;base64,AA==">'), ('<p style="background:url(http://a)">x</p>', "<p>x</p>"),
    ('<link rel="stylesheet" href="http://a"><video poster="http://a"></video><object data="http://a"></object>', ""), ('<img srcset="http://a 2x">', "<img>"),
])
def test_no_page_fetches_anything(html, left):
    assert repair.harmless(html) == left
