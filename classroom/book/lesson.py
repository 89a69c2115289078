"""An exercise from both sides, as students have it and as it is graded, read from its source."""

from dataclasses import dataclass

import nbformat
from nbgrader.utils import is_grade, is_locked, is_solution

from classroom.handout.files import course_files
from classroom.handout.one_line import visible_tests
from classroom.handout.student_version import release

__all__ = ["Cell", "Lesson", "exercises"]


@dataclass(frozen=True)
class Cell:
    """A cell as it was handed out, with what nbgrader knows about it."""

    name: str  # its `grade_id`, or its id where it has none
    kind: str  # "code" or "markdown"
    source: str  # without hidden tests
    full: str = ""  # as it is graded
    locked: bool = False
    graded: bool = False
    solution: bool = False
    points: float = 0.0
    shown: str = ""  # as students get it: of a test, the line that runs it


def exercises(folder):
    """Give the names of the exercises in a folder, which has a folder for each."""
    return [path.stem for path in folder.glob("*/*.ipynb") if path.stem == path.parent.name]


class Lesson:
    """One exercise without a gradebook: what `classroom.marking.Task` asks for, where nothing is to be kept.

    Parameters
    ----------
    source : pathlib.Path
        The exercise's folder, with solutions and hidden tests.
    settings : traitlets.config.Config, optional
        nbgrader's, for the students' version.
    """

    state = ""  # of the tests, in short; what is not kept needs none

    def __init__(self, source, settings=None):
        self.source, self.settings, self.lesson = source, settings, source.name

    def open(self):
        """Put what students got and what is graded side by side."""
        files, here = release(self.source, self.settings), course_files(self.source)
        self.handed_out, whole = (nbformat.reads(found[f"{self.lesson}.ipynb"].decode(), as_version=4)
                                  for found in (files, here))
        self.visible = visible_tests(files)
        self.files = {name: content for name, content in here.items() if not name.endswith(".ipynb")}
        self.tests = {cell.metadata.nbgrader.grade_id: cell.source for cell in whole.cells
                      if is_grade(cell) and not is_solution(cell)}
        self.cells = self.read_cells(self.tests, {})

    def read_cells(self, full, points):
        """Give every `Cell`, with source and points as they are graded (by name) where they are known."""
        found = []
        for cell in self.handed_out.cells:
            about = cell.metadata.get("nbgrader", {})
            name = about.get("grade_id") or cell.id
            source = self.visible.get(name, cell.source)
            found.append(Cell(name, cell.cell_type, source, full.get(name, source), bool(is_locked(cell)),
                              bool(is_grade(cell)), bool(is_solution(cell)),
                              points.get(name, float(about.get("points") or 0)), cell.source))
        return found

    def stage(self, student, notebook, *_):
        """Give an orderly notebook as it is going to be run, with the whole tests."""
        for cell in notebook.cells:
            cell.source = self.tests.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
        return notebook
