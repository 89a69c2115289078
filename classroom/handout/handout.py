"""The student's copy of the course: bring lessons in, and lose nothing that a student wrote.

A file in the copy is replaced only if its content is one that the course itself put there, or if it is such a lesson
that was only run; the outputs of an exercise are the student's work, too. To be sure even while a student is saving, a
file is first moved aside, looked at again, and only then dropped. A record of what was shipped is written before any
file; every step may be the last one before a crash, and the next run carries on from there.
"""

import contextlib
import json
import os
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

from classroom.handout.files import complete, content_digest, course_files, digest, drop, patiently, place, text_digest
from classroom.handout.student_version import released

__all__ = ["Report", "hand_out", "lessons", "shipped"]

_OWN = ".handout"  # the record; in/: new files on their way in; out/: old files on their way out


@dataclass(frozen=True)
class Report:
    """What one update of the student's copy did; names are relative to the copy, with ``/``."""

    added: list = field(default_factory=list)
    updated: list = field(default_factory=list)
    beside: list = field(default_factory=list)  # (name left alone, name of what was put beside it)
    rescued: list = field(default_factory=list)  # (name, name under which a save of that moment is kept)
    blocked: list = field(default_factory=list)  # (name, reason)

    def sentences(self):
        """Say it in plain words, one sentence a list item."""
        said = []
        for names, what in ((self.added, "new"), (self.updated, "updated")):
            if names:
                shown = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
                said.append(f"{len(names)} {what} file{'s' * (len(names) > 1)}: {shown}.")
        said += [f'You changed "{name}", so it stays as it is; the course\'s new version is beside it: "{other}".'
                 for name, other in self.beside]
        said += [f'"{name}" was saved during the update; what you saved is "{other}".' for name, other in self.rescued]
        said += [f'"{name}" could not be brought in: {reason}.' for name, reason in self.blocked]
        return said


def hand_out(files, course):
    """Bring the course's files into the student's copy; whatever the student wrote stays.

    Missing files come back, files as shipped and lessons that were only run are updated, files that the student changed
    stay and get the new version put beside them, once per version. Files that the course no longer has stay.

    Parameters
    ----------
    files : dict of str to bytes
        What the course ships: content by relative path with ``/``.
    course : pathlib.Path
        The student's copy; made if it is not there.

    Raises
    ------
    OSError
        If the disk is full or the folder cannot be written; run again when that is mended.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hand_out({"a.txt": b"1"}, Path(folder)).added
    ...     _ = Path(folder, "a.txt").write_bytes(b"mine")
    ...     hand_out({"a.txt": b"2"}, Path(folder)).beside
    ['a.txt']
    [('a.txt', 'a (new version).txt')]
    """
    return _Copy(course).bring(files)


class _Copy:
    def __init__(self, course):
        self.course, self.report = Path(course), Report()
        self.record, self.inbox, self.outbox = (self.course / _OWN / part for part in ("record.json", "in", "out"))
        for folder in (self.inbox, self.outbox):
            os.makedirs(folder, exist_ok=True)
        # ours: every content ever shipped under a name, and of a lesson every text; delivered: the version that reached
        # the student last
        self.ours, self.delivered = {}, {}
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            known = json.loads(self.record.read_bytes())
            self.ours, self.delivered = {k: set(v) for k, v in known["ours"].items()}, dict(known["delivered"])

    def bring(self, files):
        for left in self.inbox.iterdir():
            drop(left)
        for aside in self.outbox.iterdir():
            self._settle(aside)
        before = self._known()
        # ours says what may be replaced, so it must be on disk before the first file of that content is
        for name, content in files.items():
            self.ours.setdefault(name, set()).update(self._digests(name, content))
        if self._known() != before:
            self._save()
        for name, content in files.items():
            if self._in_the_way(name):
                self.report.blocked.append((name, f'"{self._in_the_way(name)}" is in the way; please rename it'))
                continue
            before = self._known()
            try:
                self._bring_one(name, content)
            except PermissionError:
                self.report.blocked.append((name, "another program holds it, or it may not be written"))
            if self._known() != before:
                self._save()
        return self.report

    def _bring_one(self, name, content):
        target, version = self.course / name, digest(content)
        present, new = content_digest(target), self.delivered.get(name) != version
        if present is None and self._put(name, content):
            self.report.added.append(name)
        # what was run of the version that is there already stays as it is
        elif present != version and self._is_ours(name, target, but=() if new else self._digests(name, content)) \
                and self._replace(name, content):
            self.report.updated.append(name)
        elif present != version and new:
            self.report.beside.append((name, self._put_beside(name, content)))
            self.delivered[name] = version
        # looked at once more: a save just now may have covered it, and then the next start puts it beside
        if content_digest(target) == version:
            self.delivered[name] = version

    def _put_beside(self, name, content):
        for other in _others(name, "new version"):
            present = content_digest(self.course / other)
            if present == digest(content) or present is None and self._put(other, content):
                return other
            if self._is_ours(name, self.course / other) and self._replace(other, content):
                return other

    @staticmethod
    def _digests(name, content):
        """What is recorded of a version: its digest and, of a lesson, that of its text."""
        return {digest(content)} | ({text_digest(content)} - {None} if _may_be_run(name) else set())

    def _is_ours(self, name, path, but=()):
        """Whether a file is as shipped, or as shipped and run; `but` names digests that do not count."""
        ours = self.ours.get(_main_name(name), set()).difference(but)
        return content_digest(path) in ours or _may_be_run(name) and content_digest(path, text_digest) in ours

    def _put(self, name, content):
        """Put a complete file where none is; False if one has come up meanwhile."""
        os.makedirs((self.course / name).parent, exist_ok=True)
        return place(complete(self.inbox, content), self.course / name)

    def _replace(self, name, content):
        """Replace a file that is as shipped; False if it has changed meanwhile, and then it stays."""
        target, new = self.course / name, complete(self.inbox, content)
        aside = self.outbox / f"{quote(name, safe='')}.{secrets.token_hex(4)}"
        with contextlib.suppress(FileNotFoundError):
            patiently(os.rename, target, aside)
        if os.path.lexists(aside) and not self._is_ours(name, aside):
            self._settle(aside)
        try:
            placed = place(new, target)
        except OSError:
            if os.path.lexists(aside):
                place(aside, target)
            raise
        if os.path.lexists(aside):
            self._settle(aside)
        return placed

    def _settle(self, aside):
        """Drop a file that was moved aside if it is as shipped; if not, give it back to the student."""
        name, found = unquote(aside.name.rpartition(".")[0]), content_digest(aside)
        if self._is_ours(name, aside):
            return drop(aside)
        if self._in_the_way(name):
            name = Path(name).name
        os.makedirs((self.course / name).parent, exist_ok=True)
        for back in (name, *_others(name, "your version", 99)):
            if found != "?" and content_digest(self.course / back) == found:
                return drop(aside)
            if not os.path.lexists(self.course / back) and place(aside, self.course / back):
                if back != name:
                    self.report.rescued.append((name, back))
                return None

    def _in_the_way(self, name):
        """The part of a path that should be a folder and is not, or that leads out of the copy."""
        for parent in reversed(Path(name).parents[:-1]):
            path = self.course / parent
            if path.is_symlink() or path.exists() and not path.is_dir():
                return parent.as_posix()
        return None

    def _known(self):
        return json.dumps({"ours": {k: sorted(v) for k, v in self.ours.items()}, "delivered": self.delivered},
                          indent=1, sort_keys=True).encode()

    def _save(self):
        patiently(os.replace, complete(self.inbox, self._known()), self.record)


def _others(name, what, most=10**6):
    stem, dot, ending = name.rpartition(".") if "." in name.rpartition("/")[2] else (name, "", "")
    for k in range(1, most):
        yield f"{stem} ({what}{f' {k}' if k > 1 else ''}){dot}{ending}"


def _may_be_run(name):
    return not name.startswith("exercises/")


def _main_name(name):
    return re.sub(r" \(new version( \d+)?\)(?=(\.[^./]*)?$)", "", name)


def lessons(folder):
    """Read what a student gets of ``notebooks/`` besides the exercises: not the notes for those who teach."""
    others = ("exercises/", "teaching_notes/")
    return {name: content for name, content in course_files(folder).items() if not name.startswith(others)}


def shipped(root):
    """Read what a student gets of the course in `root`, and say of each exercise that could not be released why.

    That is the files of ``notebooks/``, with exercises in their released version, by path.
    """
    exercises, refused = released(root / "notebooks" / "exercises", root / "build" / "release")
    return lessons(root / "notebooks") | {f"exercises/{name}": content for name, content in exercises.items()}, refused
