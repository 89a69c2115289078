"""What became of a class: one result a student, the report for the grader, and the progress while it is made."""

import time
from dataclasses import dataclass, field

from classroom.tables import write_table

__all__ = ["ABSENT", "FAILED", "GRADED", "LOOK", "Progress", "Result", "printable", "summary", "write"]

GRADED, LOOK, FAILED, ABSENT = "graded", "look", "not graded", "not handed in"


def printable(text):
    """Give a text without what a terminal obeys or what turns lines round: names and errors are in students' hands.

    Examples
    --------
    >>> printable("Zoë \\x1b[2Jgone\\n")
    'Zoë ?[2Jgone?'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


@dataclass
class Result:
    """What became of one student's submission."""

    student: str
    status: str = FAILED  # GRADED; LOOK: graded, and a person should look at it; FAILED; ABSENT: only other lessons
    score: float | None = None  # points, as in the gradebook
    most: float | None = None
    flags: list = field(default_factory=list)  # why a person should look
    notes: list = field(default_factory=list)  # what happened besides
    manual: bool = False  # whether exercises are left to be graded by hand
    seconds: float = 0.0
    fresh: bool = True  # whether this run did it
    digest: str = ""  # what the grade depends on, in short; another one, and the student is graded again


def write(folder, lesson, results, strays, sandbox):
    """Write ``report.txt`` and ``report.csv`` into a folder."""
    rows = [("student", "status", "score", "most", "by_hand", "seconds", "look", "notes")]
    for one in results:
        score, most = ("" if points is None else f"{points:g}" for points in (one.score, one.most))
        rows.append((one.student, one.status, score, most, "yes" if one.manual else "", f"{one.seconds:g}",
                     " ".join(one.flags), " ".join(one.notes)))
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "report.csv", [[printable(part) for part in row] for row in rows])
    lines = [*summary(lesson, results, strays), *(f"WARNING {text}" for text in sandbox.unprotected()), ""]
    (folder / "report.txt").write_text("\n".join(lines), encoding="utf-8")


def summary(lesson, results, strays):
    """Give the lines of the report.

    Examples
    --------
    >>> print(*summary("01_a", [Result("kim", "graded", 3.0, 4.0)], []), sep="\\n")
    01_a: 1 submission, 1 graded, 0 to look at, 0 not graded.
    Points: 3 on average of 4, from 3 to 3.
    """
    count = {status: sum(one.status == status for one in results) for status in (GRADED, LOOK, FAILED, ABSENT)}
    here = len(results) - count[ABSENT]
    lines = [f"{lesson}: {here} submission{'s' * (here != 1)}, {count[GRADED] + count[LOOK]} graded, "
             f"{count[LOOK]} to look at, {count[FAILED]} not graded."]
    scores = [one.score for one in results if one.score is not None]
    if scores:
        most = next(one.most for one in results if one.most is not None)
        mean, low, high = sum(scores) / len(scores), min(scores), max(scores)
        lines.append(f"Points: {mean:.3g} on average of {most:g}, from {low:g} to {high:g}.")
    if by_hand := sum(one.manual for one in results):
        lines.append(f"{by_hand} hold exercises to be graded by hand: open Formgrader (python start.py teach).")
    for one in results:
        if one.status in (FAILED, ABSENT):
            lines.append(f"{one.status.upper()} {one.student}: {' '.join(one.notes)}")
        elif one.flags:
            lines.append(f"LOOK AT {one.student} ({one.score:g} of {one.most:g}): {' '.join(one.flags + one.notes)}")
        elif one.notes:
            lines.append(f"note {one.student} ({one.score:g} of {one.most:g}): {' '.join(one.notes)}")
    return [printable(line) for line in [*lines, *(f"STRAY {text}" for text in strays)]]


class Progress:
    """A bar on a terminal, a line a student elsewhere."""

    def __init__(self, out):
        self.out, self.terminal, self.began, self.first = out, out.isatty(), time.monotonic(), None

    def __call__(self, result, done, total, running):
        self.first = done if self.first is None else self.first
        if result is not None and (result.status != GRADED or not self.terminal):
            points = "" if result.score is None else f" {result.score:g} of {result.most:g}"
            told = " ".join(result.flags or result.notes)[:120]
            self._write(f"{result.student}: {result.status}{points} {told}".rstrip(), end="\n")
        if self.terminal:
            spent, fresh = time.monotonic() - self.began, done - self.first
            left = f", {spent / fresh * (total - done):.0f} s left" if fresh and done < total else ""
            bar = "#" * (24 * done // max(total, 1))
            self._write(f"[{bar:.<24}] {done}/{total} {spent:.0f} s{left} {', '.join(running)[:30]}")

    def _write(self, text, end=""):
        self.out.write("\r\x1b[K" * self.terminal + printable(text) + end)
        self.out.flush()

    def end(self):
        if self.terminal:
            self._write("")
