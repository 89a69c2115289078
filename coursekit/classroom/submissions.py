"""What students handed in, brought into nbgrader's layout from wherever it lies: a folder, an exchange, or a zip file.

Names decide who handed in what; what cannot be told is listed, never guessed. Nothing is unpacked outside its place,
and nothing larger than it should be.
"""

import contextlib
import os
import re
import stat
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Submission", "collect", "notebook_of", "read", "student_id"]

MOST_BYTES, MOST_FILES = 20 * 2**20, 200  # of one student
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}

# What comes before a student's own file names, in the zip files of learning-management systems and in nbgrader's exchange
FOLDERS = [
    re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_?"),  # Moodle
    re.compile(r"(?P<student>.+?)\+(?P<lesson>[^+]+)\+(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^+]*)(\+.*)?"),  # nbgrader
    re.compile(r"(\d+-\d+ - )(?P<student>.+?) - .*"),  # Brightspace
    re.compile(r"(?P<student>[^+]+)"),
]
FILES = [
    re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<name>.+)"),  # Moodle, without folders
    re.compile(r"(?P<student>.+?)(_LATE)?_(?P<number>\d{3,})_\d{3,}_(?P<name>.+)"),  # Canvas
    re.compile(r".+?_(?P<student>[^_]+)_attempt_(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)_(?P<name>.+)"),  # Blackboard
]


@dataclass
class Submission:
    """What one student handed in.

    Parameters
    ----------
    student : str
        As nbgrader will call them.
    files : dict of str to bytes
        By path relative to the submission.
    time : str
        When, as far as a name tells; "" if none does. Of several, the latest counts.
    notes : list of str
        What a grader should know: files left out, and why.
    """

    student: str
    files: dict = field(default_factory=dict)
    time: str = ""
    notes: list = field(default_factory=list)


def student_id(name):
    """Give a student's name as it may safely be a folder's name, a part of a page's address and of a pattern.

    Examples
    --------
    >>> student_id(" Zoë O'Hara "), student_id("../../etc"), student_id("a[b]*")
    ('Zoë_O_Hara', 'etc', 'a_b')
    """
    plain = unicodedata.normalize("NFC", name)
    return re.sub(r"_+", "_", re.sub(r"[^\w.@-]", "_", plain)).strip("._- ")[:100]


def _entries(source):
    """Give (path, size, read) for every plain file of a folder or zip file, and what was left out."""
    left_out = []
    if source.is_dir():
        found = []
        for folder, folders, names in os.walk(source):
            folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not os.path.islink(os.path.join(folder, name)))
            for name in sorted(names):
                path = Path(folder, name)
                if name in LEFT_OUT:
                    continue
                if not stat.S_ISREG(os.lstat(path).st_mode):
                    left_out.append(f"{path.relative_to(source).as_posix()} is a link or no plain file: left out")
                    continue
                found.append((path.relative_to(source).as_posix(), path.stat().st_size, path.read_bytes))
        return found, left_out
    if not zipfile.is_zipfile(source):
        raise ValueError(f"{source} is neither a folder nor a zip file")
    pack, found = zipfile.ZipFile(source), []
    for about in pack.infolist():
        parts = [part for part in re.split(r"[/\\]", about.filename) if part not in ("", ".")]
        if about.is_dir() or not parts or LEFT_OUT & set(parts):
            continue
        if ".." in parts or re.match(r"[/\\]|[A-Za-z]:", about.filename) or stat.S_ISLNK(about.external_attr >> 16):
            left_out.append(f"{about.filename[:200]!r} in the zip file points outside of it: left out")
            continue
        found.append(("/".join(parts), about.file_size, lambda about=about: _unpacked(pack, about)))
    return found, left_out


def _unpacked(pack, about):
    with pack.open(about) as packed:
        content = packed.read(MOST_BYTES + 1)  # a packed file may lie about its size
    if len(content) > MOST_BYTES:
        raise ValueError("it unpacks to more than it says")
    return content


def _owner(path, lesson):
    """Give student, the system's number for them, name of the file in the submission, and time; None where it is not told."""
    parts = path.split("/")
    if lesson in parts[1:-1]:  # nbgrader: STUDENT/LESSON/file, with or without folders before
        place = parts.index(lesson, 1)
        return parts[place - 1], "", "/".join(parts[place + 1:]), ""
    for k, part in enumerate(parts[:-1]):
        for pattern in FOLDERS[:-1]:
            told = pattern.fullmatch(part)
            if told:
                told = told.groupdict()
                rest = "/".join(parts[k + 1:])
                mine = told.get("lesson", lesson) == lesson
                return (told["student"], told.get("number") or "", rest, told.get("time") or "") if mine else None
    name = parts[-1]
    for pattern in FILES:
        told = pattern.fullmatch(name)
        if told:
            told = told.groupdict()
            return told["student"], told.get("number") or "", told["name"], told.get("time") or ""
    plain = re.fullmatch(rf"(.+?)_{re.escape(lesson)}\.ipynb", name)  # as zip_collect expects them
    if plain:
        return plain[1], "", f"{lesson}.ipynb", ""
    if len(parts) >= 2:  # a folder a student
        return parts[0], "", "/".join(parts[1:]), ""
    return None


def read(source, lesson):
    """Read what students handed in for a lesson.

    Parameters
    ----------
    source : pathlib.Path
        A folder (nbgrader's ``submitted``, the ``inbound`` of its exchange, one folder a student, or files named like
        ``STUDENT_LESSON.ipynb``) or a zip file with the same, or from Moodle, Canvas, Brightspace or Blackboard.
    lesson : str
        The assignment, e.g. ``02_randomized_response``.

    Returns
    -------
    list of Submission
        By student.
    list of str
        Sentences about files that belong to nobody.

    Raises
    ------
    ValueError
        If `source` is neither a folder nor a zip file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "kim_01_a.ipynb").write_text("{}"), Path(folder, "stray.ipynb").write_text("{}")
    ...     found, strays = read(Path(folder), "01_a")
    >>> [(one.student, list(one.files)) for one in found], strays
    ([('kim', ['01_a.ipynb'])], ['stray.ipynb: its name does not tell whose it is'])
    """
    entries, left_out = _entries(Path(source))
    groups, strays, numbers, owned = {}, list(left_out), {}, []
    for path, size, content in entries:
        owner = _owner(path, lesson)
        owned.append((path, size, content, owner))
        if owner:
            numbers.setdefault(owner[0], set()).add(owner[1])
    for path, size, content, owner in owned:
        if owner:  # two students of one name
            whole = f"{owner[0]}_{owner[1]}" if len(numbers[owner[0]]) > 1 else owner[0]
            owner = (whole, owner[3], owner[2])
        student = student_id(owner[0]) if owner else ""
        if not student:
            if not path.endswith(("timestamp.txt", ".html", ".csv")):
                strays.append(f"{path[:200]}: its name does not tell whose it is")
            continue
        groups.setdefault(student, {}).setdefault(owner[:2], []).append((owner[2], size, content))
    found = []
    for student, versions in sorted(groups.items()):
        names = {name for name, _ in versions}
        if len(names) > 1:
            strays.append(f"{sorted(names)} would all be called {student}: give them names that differ in letters or digits")
            continue
        (_, when), files = max(versions.items(), key=lambda item: item[0][1])
        one = Submission(student, time=when)
        if len(versions) > 1:
            one.notes.append(f"{len(versions)} submissions; the latest counts ({when})")
        total = 0
        for name, size, content in files[:MOST_FILES]:
            if total + size > MOST_BYTES:
                one.notes.append(f"{name[:100]} is too large ({size} bytes) and was left out")
                continue
            try:
                one.files[name] = content()
                total += size
            except Exception as error:  # a damaged or hostile zip entry spoils no other
                one.notes.append(f"{name[:100]} could not be read and was left out ({error})")
        if len(files) > MOST_FILES:
            one.notes.append(f"{len(files) - MOST_FILES} files beyond the first {MOST_FILES} were left out")
        found.append(one)
    return found, strays


def notebook_of(files, lesson):
    """Tell which of a student's files is the lesson's notebook, renamed copies included.

    Returns
    -------
    str
        Path of the file, or "" if it cannot be told.
    str
        What to say about it; "" if it has its own name.

    Examples
    --------
    >>> notebook_of(["01_a (2).ipynb", "notes.txt"], "01_a")
    ('01_a (2).ipynb', 'The notebook was handed in as "01_a (2).ipynb".')
    """
    books = [name for name in files if name.endswith(".ipynb")]
    own = [name for name in books if name == f"{lesson}.ipynb"]
    if own:
        return own[0], ""
    like = [name for name in books if lesson in name.rsplit("/", 1)[-1]] or books
    if len(like) == 1:
        return like[0], f'The notebook was handed in as "{like[0][:100]}".'
    return "", ("No notebook was handed in." if not books else
                f"{len(like)} notebooks were handed in, and none is named {lesson}.ipynb: keep the right one.")


def collect(source, lesson, submitted):
    """Copy what students handed in to ``submitted/STUDENT/LESSON/``, as it is; what is there already and equal stays.

    Parameters
    ----------
    source : pathlib.Path
    lesson : str
    submitted : pathlib.Path

    Returns
    -------
    dict of str to list of str
        Notes by student.
    list of str
        Sentences about files that belong to nobody.
    """
    found, strays = read(source, lesson)
    for one in found:
        place = submitted / one.student / lesson
        there = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
        for name in there - set(one.files):
            with contextlib.suppress(OSError):
                (place / name).unlink()
        for name, content in one.files.items():
            path = place / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.is_file() or path.read_bytes() != content:
                    path.unlink(missing_ok=True)
                    path.write_bytes(content)
            except (OSError, ValueError) as error:
                one.notes.append(f"{name[:100]} could not be written and was left out ({error})")
        if one.time and "timestamp.txt" not in one.files and re.match(r"\d{4}-\d\d-\d\d \d\d:", one.time):
            (place / "timestamp.txt").write_text(one.time + "\n", encoding="utf-8")
    return {one.student: one.notes for one in found}, strays
