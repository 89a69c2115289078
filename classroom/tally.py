"""How far a notebook is, exercise by exercise: done, to mend (and what), or not begun, which is no mistake."""

import re
from dataclasses import dataclass, field

from nbgrader.utils import determine_grade, is_grade, is_solution

__all__ = ["BLANK", "DONE", "MEND", "Exercise", "advice", "fixes", "headline", "tally"]

HEADING = re.compile(r"^### Exercise (\d+)\b", re.MULTILINE)
LOST = re.compile(r"^Lost [\d.]+ points?: (.+)$", re.MULTILINE)
UNDONE = {"NotBegun", "NotImplementedError"}
SPOKEN = {"AssertionError", "CellTimeoutError", "NotRun", "ToMend"}  # errors whose text is a sentence
MOST_SAID, LONGEST = 20, 400  # sentences of an exercise, and letters of one
DONE, MEND, BLANK = "done", "to mend", "not begun"


@dataclass
class Exercise:
    """What became of one exercise."""

    number: int
    points: float = 0.0
    earned: float = 0.0  # by tests; an answer in words is read by a person
    words: bool = False  # whether it asks for words
    said: list = field(default_factory=list)  # what to mend, a sentence each
    cells: list = field(default_factory=list)  # names of the cells that earn points
    parts: list = field(default_factory=list)  # and the state of each
    broken: str = ""  # the error of a cell that the student wrote

    @property
    def state(self):
        """`DONE`, `MEND` or `BLANK`: begun is what holds in a part, or fails otherwise than by being empty."""
        return self.parts[0] if len(set(self.parts)) == 1 else MEND

    def add(self, cell):
        """Take in a cell with its outputs."""
        errors = [output for output in cell.get("outputs", ()) if output.output_type == "error"]
        if not is_grade(cell):
            self.broken = next((_sentence(error) for error in errors if error.ename not in UNDONE), self.broken)
            return
        score, most = determine_grade(cell)
        self.points += most
        self.cells.append(cell.metadata.nbgrader.grade_id)
        if is_solution(cell):
            self.words = True
            self.parts.append(BLANK if score == 0 else DONE)
        elif score == most:
            self.earned += score
            self.parts.append(DONE)
        elif not self.broken and any(error.ename in UNDONE for error in errors):
            self.parts.append(BLANK)
            self.said += ["A part of it is not begun."] * (DONE in self.parts)
        else:
            self.earned += score
            self.parts.append(MEND)
            said = [self.broken] if self.broken else fixes(cell.outputs) or ["A check fails."]
            self.said = list(dict.fromkeys([*self.said, *said]))[:MOST_SAID]


def _sentence(error):
    text = (error.evalue.strip().splitlines() or ["a check fails"])[0]
    text = re.sub(r"\(<[^>]*>, (line \d+)\)", r"(in your cell, \1)", text)  # where Python could not read it
    return (text if error.ename in SPOKEN else f"{error.ename}: {text}")[:LONGEST]


def fixes(outputs):
    """Give what a test says is to be mended: each mark lost, and an error that ended it."""
    found = []
    for output in outputs:
        if output["output_type"] == "stream" and output["name"] == "stdout":
            found += [sentence.strip()[:LONGEST] for sentence in LOST.findall(output["text"])]
        elif output["output_type"] == "error":
            found.append(_sentence(output))
    return found


def tally(cells):
    """Give the exercises of a notebook whose code cells have the outputs of a run.

    An exercise begins with its heading; in a notebook without such headings, with the first cell to solve after a test.
    """
    headings = [HEADING.search(cell.source) if cell.cell_type == "markdown" else None for cell in cells]
    found, number, tested = {}, 0, True
    for cell, heading in zip(cells, headings, strict=True):
        if heading:
            number = int(heading[1])
        elif is_grade(cell) or is_solution(cell):
            number += not any(headings) and tested and is_solution(cell)
            tested = is_grade(cell)
            found.setdefault(number, Exercise(number)).add(cell)
    return [one for one in found.values() if one.parts]


def headline(exercises):
    """Say in one line how far the exercises are.

    >>> headline([Exercise(k, parts=[state]) for k, state in enumerate((DONE, BLANK, MEND, BLANK), 1)])
    '1 of 4 done, 1 to mend (3), 2 not begun (2, 4).'
    """
    by = {state: [str(one.number) for one in exercises if one.state == state] for state in (DONE, MEND, BLANK)}
    rest = [f", {len(by[state])} {state} ({', '.join(by[state])})" for state in (MEND, BLANK) if by[state]]
    return f"{len(by[DONE])} of {len(exercises)} done{''.join(rest)}."


def advice(exercises):
    """Give for each exercise to mend a line that names it, and one for each thing to mend.

    >>> advice([Exercise(3, parts=[MEND], said=["The share is 2; it should be 0.2."])])
    ['Exercise 3, to mend:', '  The share is 2; it should be 0.2.']
    """
    return [line for one in exercises if one.state == MEND
            for line in (f"Exercise {one.number}, to mend:", *(f"  {sentence}" for sentence in one.said))]
