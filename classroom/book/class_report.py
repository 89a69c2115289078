"""What a class did, for its instructor: per exercise mean and spread, and which misconception how many people have.

The sentences are those that the students read. Files for Moodle and Canvas come with it, where names tell their ids.
"""

import ast
import re
import statistics
import textwrap
import time
from collections import Counter
from dataclasses import dataclass, field

import nbformat

from classroom.report import printable
from classroom.tables import write_table
from classroom.tally import BLANK, tally

__all__ = ["Row", "read", "text", "write"]

# How they name what students handed in
MOODLE = re.compile(r".*_(?P<number>\d+)_assignsubmission_[a-z]+_?/?", re.DOTALL)
CANVAS = re.compile(r".+?(_LATE)?_(?P<number>\d{3,})_\d{3,}_", re.DOTALL)
SHOWN = 3  # misconceptions of an exercise in the text
COLOURS = {"all points": "#1f5a94", "some points": "#8db6dc", "no points": "#d98b4a", "not begun": "#e4e4e4",
           "not read yet": "white"}


@dataclass
class Row:
    """One exercise of a class."""

    number: int
    most: float
    scores: list = field(default_factory=list)  # of everybody whose marks are complete
    blank: int = 0  # people who have not begun
    waiting: int = 0  # people whose words nobody has read yet
    heard: Counter = field(default_factory=Counter)  # misconception: people

    def figures(self):
        """Give mean and standard deviation of the points; none while words wait for a person."""
        return [] if self.waiting else [statistics.fmean(self.scores), statistics.pstdev(self.scores)]

    def points(self):
        """Give these as a text."""
        mean = " ± ".join(f"{figure:.3g}" for figure in self.figures())
        return f"{mean} of {self.most:g} points".lstrip()

    def shares(self):
        """Give the number of people for each of `COLOURS`."""
        full, none = sum(score >= self.most for score in self.scores), sum(score <= 0 for score in self.scores)
        blank = min(self.blank, none)
        return full, len(self.scores) - full - none, none - blank, blank, self.waiting


def misconception(sentence, known):
    """Name the mistake in a sentence for a student: the longest of the tests' own words in it, or it without numbers.

    Parameters
    ----------
    sentence : str
    known : list of tuple of str
        Every text in the tests of the exercise, in its parts: between them stands what the test fills in.

    Examples
    --------
    >>> known = [("divide by n",), ("The share",), ("only ", " of the bits")]
    >>> misconception("The share is 2; it should be 0.2: divide by n.", known)
    'divide by n'
    >>> misconception("The share is 2; it should be 0.2: only 3 of the bits.", known)
    'only … of the bits'
    >>> misconception("The share is 2; it should be 0.2.", known)
    'The share is …; it should be …'
    """
    said = sentence.split("should be", 1)[-1]  # before it stands what is compared
    fits = [parts for parts in known if re.match("".join(f"(?>.*?{re.escape(part)})" for part in parts), said)]
    if fits:
        return "…".join(max(fits, key=lambda parts: sum(map(len, parts)))).strip(" .:;,=")
    return re.sub(r"[-+]?\d+([.,]\d+)*(e[-+]?\d+)?", "…", sentence).rstrip(".")


def read(book, students):
    """Read what became of some students, from nbgrader's graded notebooks and gradebook.

    Parameters
    ----------
    book : classroom.book.gradebook.Book
    students : list of str

    Returns
    -------
    list of Row
        By exercise.
    """
    marks, rows, known = book.marks(students), {}, {}
    words = {cell.name: _texts(cell.full) for cell in book.cells if cell.graded and cell.kind == "code"}
    for student in students:
        path = book.autograded / student / book.lesson / f"{book.lesson}.ipynb"
        for one in tally(nbformat.read(path, as_version=4).cells):
            row = rows.setdefault(one.number, Row(one.number, one.points))
            texts = known.setdefault(one.number, [text for name in one.cells for text in words.get(name, ())])
            row.heard.update(sorted({printable(misconception(sentence, texts)) for sentence in one.said}))
            found = [marks[student, name] for name in one.cells if (student, name) in marks]
            row.blank += one.state == BLANK
            if one.words and any(waits for _, waits in found):
                row.waiting += 1
            else:
                row.scores.append(sum(score for score, _ in found))
    return [rows[number] for number in sorted(rows)]


def _texts(source):
    """Give the texts in code, in their parts; those of a formatted one stand between what is filled in."""
    found = []
    for node in ast.walk(ast.parse(source)):
        values = node.values if isinstance(node, ast.JoinedStr) else [node]
        parts = tuple(one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if sum(map(len, parts)) > 9 and " " in "".join(parts).strip():
            found.append(parts)
    return found


def text(lesson, rows, people):
    """Give the lines of the report.

    Examples
    --------
    >>> rows = [Row(1, 2.0, [2.0, 1.0], heard=Counter({"divide by n": 1}))]
    >>> print(*text("01_a", rows, 2), sep="\\n")
    01_a, exercise by exercise, with mean ± standard deviation; people: 2.
    <BLANKLINE>
    Most frequent:
    1 of 2: divide by n (01, exercise 1)
    <BLANKLINE>
    Exercise 1: 1.5 ± 0.5 of 2 points; all points: 1, some points: 1.
      1 of 2: divide by n
    """
    heard = sorted(((count, row.number, what) for row in rows for what, count in row.heard.items()),
                   key=lambda one: (-one[0], *one[1:]))
    lines = [f"{lesson}, exercise by exercise, with mean ± standard deviation; people: {people}.", "",
             "Most frequent:" if heard else "Nothing to mend."]
    lines += [f"{count} of {people}: {what} ({lesson[:2]}, exercise {number})" for count, number, what in heard[:5]]
    for row in rows:
        told = ", ".join(f"{what}: {count}" for what, count in zip(COLOURS, row.shares(), strict=True) if count)
        lines += ["", f"Exercise {row.number}: {row.points()}; {told}."]
        lines += [f"  {count} of {people}: {what}" for what, count in row.heard.most_common(SHOWN)]
    return lines


def write(book, results, origins):
    """Write ``class.txt``, ``class.csv``, ``misconceptions.csv``, ``class.png``, and scores for Moodle and Canvas.

    Parameters
    ----------
    book : classroom.book.gradebook.Book
    results : list of classroom.report.Result
    origins : dict of str to str
        What stood before each student's own file names when their work came.
    """
    for name in ("class.txt", "class.csv", "misconceptions.csv", "class.png", "moodle.csv", "canvas.csv"):
        (book.work / name).unlink(missing_ok=True)
    graded = [one for one in results if one.score is not None]
    if not graded:
        return
    rows, lesson, people = read(book, [one.student for one in graded]), book.lesson, len(graded)
    lines = text(lesson, rows, people)
    (book.work / "class.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    write_table(book.work / "class.csv", [["lesson", "exercise", "points", "mean", "standard deviation", *COLOURS]] + [
        [lesson, row.number, f"{row.most:g}", *([f"{figure:.4g}" for figure in row.figures()] or ["", ""]),
         *row.shares()] for row in rows])
    write_table(book.work / "misconceptions.csv", [["lesson", "exercise", "people", "of", "misconception"]] + [
        [lesson, row.number, count, people, what] for row in rows for what, count in row.heard.most_common()])
    _picture(book.work / "class.png", lesson, rows, people, "\n".join(lines))
    moodle, canvas = ([(one, found["number"]) for one in graded
                       if (found := form.fullmatch(origins.get(one.student, "")))] for form in (MOODLE, CANVAS))
    if moodle:  # what an assignment's "Upload grading worksheet" asks for
        now = time.strftime("%Y-%m-%d %H:%M")
        write_table(book.work / "moodle.csv", [["Identifier", "Full name", "Grade", "Last modified (grade)"]] + [
            [f"Participant {number}", one.student, f"{one.score:g}", now] for one, number in moodle], "utf-8")
    if canvas:  # it finds people by ID; the other columns, which no file name tells, may be empty
        write_table(book.work / "canvas.csv", [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", lesson],
                                               ["    Points Possible", "", "", "", "", f"{graded[0].most:g}"]] + [
            [one.student, number, "", "", "", f"{one.score:g}"] for one, number in canvas], "utf-8")


def _picture(path, lesson, rows, people, description):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure, left = Figure(figsize=(13, 1.5 + 0.5 * len(rows)), layout="constrained"), [0] * len(rows)
    FigureCanvasAgg(figure)
    bars = figure.subplots()
    for (what, colour), counts in zip(COLOURS.items(), zip(*(row.shares() for row in rows), strict=True), strict=True):
        bars.barh(range(len(rows)), counts, left=left, color=colour, edgecolor="#888888", linewidth=.5, label=what)
        left = [start + count for start, count in zip(left, counts, strict=True)]
    for place, row in enumerate(rows):
        for what, count in row.heard.most_common(1):
            what = textwrap.fill(textwrap.shorten(f"{count} of {people}: {what}", 170), 90)
            bars.text(1.03 * people, place, what, va="center", fontsize=9)
    bars.set(xlim=(0, 3 * people), xticks=[0, people], yticks=range(len(rows)), yticklabels=[
        f"exercise {row.number}\n{row.points()}" for row in rows])
    bars.set_title(f"{lesson}: how many have the points of each exercise, and what most have to mend", loc="left")
    bars.spines[["top", "right", "bottom"]].set_visible(False)
    bars.invert_yaxis()
    figure.legend(loc="outside lower left", ncols=len(COLOURS), frameon=False)
    figure.savefig(path, dpi=110, metadata={"Description": description})
