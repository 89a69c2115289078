"""What students handed in, brought into nbgrader's layout from wherever it lies: a folder, an exchange, or a zip file.

Names decide who handed in what; what cannot be told is listed, never guessed.
"""

import contextlib
import io
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from classroom.collect.zips import Stray, entries, unpacked

__all__ = ["NAMELESS", "Stray", "Submission", "collect", "notebook_of", "read", "student_id"]

NAMELESS = "its name does not tell whose it is"

# What comes before a student's own file names, in zip files of learning-management systems and in nbgrader's exchange
FOLDERS = [
    re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_?"),  # Moodle
    re.compile(r"(?P<student>.+?)\+(?P<lesson>[^+]+)\+(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^+]*)(\+.*)?"),
    re.compile(r"(\d+-\d+ - )(?P<student>.+?) - .*"),  # Brightspace
]
FILES = [
    re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<name>.+)"),  # Moodle, without folders
    re.compile(r"(?P<student>.+?)(_LATE)?_(?P<number>\d{3,})_\d{3,}_(?P<name>.+)"),  # Canvas
    re.compile(r".+?_(?P<student>[^_]+)_attempt_(?P<time>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)_(?P<name>.+)"),  # Blackboard
]
OTHER = re.compile(r"\d\d_\w+")  # a folder so named is a lesson's
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{k}" for port in ("com", "lpt") for k in range(1, 10))}  # on Windows


@dataclass
class Submission:
    """What one student handed in."""

    student: str  # as nbgrader will call them
    files: dict = field(default_factory=dict)  # bytes by path relative to the submission
    time: str = ""  # when, as far as a name tells; of several, the latest counts
    notes: list = field(default_factory=list)  # what a grader should know: files left out, and why
    origin: str = ""  # what stood before the student's own names, e.g. "Kim Lee_12345_assignsubmission_file_/"
    absent: bool = False  # whether all that is there is for other lessons


@dataclass
class _Owner:
    """Whose a file is."""

    student: str
    number: str  # the system's, for the student
    name: str  # of the file in the submission
    time: str
    origin: str
    other: str = ""  # the folder that makes it another lesson's

    @classmethod
    def of(cls, path, lesson, strict=False):
        """Read it off a path; None where it is not told. With `strict`, folders are those of nbgrader's layout."""
        parts = path.split("/")
        name = parts[-1]
        if strict and len(parts) > 2:
            mine = parts[1] == lesson
            other = "" if mine or name == f"{lesson}.ipynb" else parts[1]
            return cls._from({"student": parts[0]}, path, "/".join(parts[2:]) if mine else name, other)
        for k, part in enumerate(parts[:-1]):
            for pattern in FOLDERS:
                if told := pattern.fullmatch(part):
                    own = "/".join(parts[k + 1:])
                    other = {told.groupdict().get("lesson", lesson)} - {lesson} or _others(own, lesson)
                    return cls._from(told.groupdict(), "/".join(parts[k:]), own, "".join(other))
        if lesson in parts[1:-1]:  # nbgrader: STUDENT/LESSON/file, with or without folders before
            place = parts.index(lesson, 1)
            return cls._from({"student": parts[place - 1]}, "/".join(parts[place - 1:]), "/".join(parts[place + 1:]))
        for pattern in FILES:
            if told := pattern.fullmatch(name):
                return cls._from(told.groupdict(), name, told["name"])
        if plain := re.fullmatch(rf"(.+?)_{re.escape(lesson)}\.ipynb", name):  # as zip_collect expects them
            return cls._from({"student": plain[1]}, name, f"{lesson}.ipynb")
        if len(parts) >= 2:  # a folder a student
            own = "/".join(parts[1:])
            return cls._from({"student": parts[0]}, path, own, "".join(_others(own, lesson)))

    @classmethod
    def _from(cls, told, path, name, other=""):
        number, time = told.get("number") or "", told.get("time") or ""
        return cls(told["student"], number, name, time, path.removesuffix(name), other)


def _others(path, lesson):
    """Give the lesson that a folder in a student's own path is named after, if it is another one."""
    folders, own = path.split("/")[:-1], path.rsplit("/", 1)[-1] == f"{lesson}.ipynb"
    return [] if own or lesson in folders else [part for part in folders if OTHER.fullmatch(part)][:1]


def student_id(name):
    """Give a student's name as it may safely be a folder's name, a part of a page's address and of a pattern.

    Examples
    --------
    >>> student_id(" Zoë O'Hara "), student_id("../../etc"), student_id("a[b]*"), student_id("nul")
    ('Zoë_O_Hara', 'etc', 'a_b', 'nul_')
    """
    plain = re.sub(r"_+", "_", re.sub(r"[^\w.@-]", "_", unicodedata.normalize("NFC", name))).strip("._-@ ")
    plain = plain[:60].rstrip("._-@ ")  # a path on Windows has 260 letters in all
    return plain + "_" if plain.split(".")[0].lower() in RESERVED else plain


def read(source, lesson, strict=False):
    """Read what students handed in for a lesson.

    Parameters
    ----------
    source : pathlib.Path
        A folder (nbgrader's ``submitted``, the ``inbound`` of its exchange, one folder a student, or files named like
        ``STUDENT_LESSON.ipynb``) or a zip file with the same, or from Moodle, Canvas, Brightspace or Blackboard.
    lesson : str
        The assignment, e.g. ``02_randomized_response``.
    strict : bool
        Whether the folder in a student's folder is the lesson's, as in ``submitted``, whatever its name.

    Returns
    -------
    list of Submission
        By student; who handed in for other lessons only is `absent`.
    list of Stray
        What belongs to nobody.

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
    >>> [(one.student, list(one.files), one.origin) for one in found], *map(str, strays)
    ([('kim', ['01_a.ipynb'], 'kim_')], 'stray.ipynb: its name does not tell whose it is')
    """
    found, strays = entries(Path(source))
    owned = [(_Owner.of(entry[0], lesson, strict), entry) for entry in found]
    owners = {(student_id(owner.student).casefold(), owner.number) for owner, _ in owned if owner}
    alike, people = Counter(student for student, _ in owners), {}
    for owner, (path, size, content) in owned:
        whole = owner.student if owner else ""
        if alike[student_id(whole).casefold()] > 1:  # two students of one name
            whole += f"_{owner.number}"
        student = student_id(whole)
        if student:
            people.setdefault(student.casefold(), []).append((whole, owner, (owner.name, size, content)))
        elif size is None or not path.endswith(("timestamp.txt", ".html", ".csv")):
            strays.append(Stray(path[:200], NAMELESS if size is not None else f"{content}, left out"))
    submissions = []
    for _, files in sorted(people.items()):
        names = sorted({whole for whole, _, _ in files})
        if len(names) > 1:
            called = f"would all be called {student_id(names[0])}: give them names that differ in letters or digits"
            strays.append(Stray(str(names), called))
        else:
            submissions.append(_one(student_id(names[0]), [(owner, file) for _, owner, file in files], lesson))
    return submissions, strays


def _one(student, files, lesson):
    """Give the latest of one student's submissions."""
    mine = [(owner, file) for owner, file in files if not owner.other]
    if not mine:
        others = ", ".join(sorted({owner.other for owner, _ in files}))
        return Submission(student, notes=[f"There is work for {others[:200]} only."], absent=True)
    times = {owner.time for owner, _ in mine}
    latest = max(times)
    mine = [(owner, file) for owner, file in mine if owner.time == latest]
    content, notes = unpacked([file for _, file in mine], lesson)
    books = [owner.origin for owner, _ in mine if owner.name.endswith(".ipynb")]
    one = Submission(student, content, latest, notes, (books or [mine[0][0].origin])[0])
    if len(times) > 1:
        one.notes.insert(0, f"{len(times)} submissions; the latest counts ({latest}).")
    packed = [name for name in one.files if name.lower().endswith(".zip")]
    if packed and not any(name.endswith(".ipynb") for name in one.files):
        for name in packed:
            _unpack(one, name, lesson)
    return one


def _unpack(one, name, lesson):
    """Put what is in a zip file that a student handed in into its place; a zip file inside it stays one."""
    try:
        inside, left_out = entries(io.BytesIO(one.files[name]))
    except ValueError:
        one.notes.append(f"{name[:100]} is no zip file that can be read.")
        return
    content, notes = unpacked(inside, lesson)
    del one.files[name]
    one.files = {**content, **one.files}
    one.notes += [f"The notebook came in the zip file {name[:100]}.", *(f"{stray}." for stray in left_out), *notes]


def notebook_of(files, lesson):
    """Tell which of a student's files is the lesson's notebook ("" if it cannot be told), and what to say about it.

    Examples
    --------
    >>> notebook_of(["01_a (2).ipynb", "notes.txt"], "01_a")
    ('01_a (2).ipynb', 'The notebook was handed in as "01_a (2).ipynb".')
    """
    if f"{lesson}.ipynb" in files:
        return f"{lesson}.ipynb", ""
    books = [name for name in files if name.lower().endswith(".ipynb")]
    like = [name for name in books if lesson in name.rsplit("/", 1)[-1]] or books
    if len(like) == 1:
        return like[0], f'The notebook was handed in as "{like[0][:100]}".'
    return "", ("No notebook was handed in." if not books else
                f"{len(like)} notebooks were handed in, and none is named {lesson}.ipynb: keep the right one.")


def collect(source, lesson, submitted):
    """Copy what `read` finds in `source` to ``submitted/STUDENT/LESSON/``; what is there already and equal stays."""
    found, strays = read(source, lesson)
    for one in (one for one in found if one.files):  # else what was there before stays
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
                one.notes.append(f"{name[:100]} could not be written and was left out ({error}).")
        if one.time and "timestamp.txt" not in one.files and re.match(r"\d{4}-\d\d-\d\d \d\d:", one.time):
            (place / "timestamp.txt").write_text(one.time + "\n", encoding="utf-8")
    return found, strays
