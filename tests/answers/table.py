"""Write README.md beside this file: for each exercise, which misconceptions it catches and what a student then hears.

    .venv/bin/python tests/answers/table.py        (Windows: .venv\\Scripts\\python)
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import nbformat
from answers import bank
from nbgrader.utils import is_grade, is_solution

EXERCISES = bank.FOLDER.parents[1] / "notebooks" / "exercises"
PAGE = bank.FOLDER / "README.md"


def exercises(lesson):
    """Give for each solution cell the heading of its exercise and the points of its tests."""
    found, heading, cell = {}, "", None
    for part in nbformat.read(EXERCISES / lesson / f"{lesson}.ipynb", as_version=4).cells:
        heading = (re.findall(r"^### (.+)$", part.source, re.MULTILINE) or [heading])[0]
        if part.cell_type == "code" and is_solution(part):
            cell, found[part.id] = part.id, [heading, 0.0]
        elif part.cell_type == "code" and is_grade(part):
            found[cell][1] += part.metadata.nbgrader.points
    return found


def page():
    """Give the text of the page."""
    banks = {lesson: bank.lesson(lesson) for lesson in bank.lessons()}
    every = [answer for found in banks.values() for answers in found.values() for answer in answers]
    right = sum(answer.right for answer in every)
    lines = ["# What the exercises catch", "",
             f"{sum(map(len, banks.values()))} autograded exercises, {len(every) - right} wrong answers, {right} right ones in different styles. "
             "A wrong answer is a misconception with a name: it loses marks, and the student hears the words beside it. "
             "“Keeps” are the points it earns all the same, “some” where that depends on the draw. "
             "`table.py` writes this page; the answers themselves are in the folders beside it.", ""]
    for lesson, found in banks.items():
        lines += [f"## {lesson}", ""]
        for cell, (heading, points) in exercises(lesson).items():
            answers = found[cell]
            lines += [f"### {heading}", "", f"`{cell}`, autograded: {points:g} points; {sum(a.right for a in answers)} right answers pass.", "",
                      "| misconception | keeps | the student hears |", "|---|---|---|"]
            lines += [f"| {_cell(a.title)} | {'some' if a.earns is None else f'{a.earns:g}'} | … {_cell(a.says)} … |" for a in answers if not a.right]
            lines.append("")
    return "\n".join(lines)


def _cell(text):
    return re.sub(r"([|*_<>\\])", r"\\\1", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
