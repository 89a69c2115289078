"""Grades by nbgrader's own hands, with outputs that came from elsewhere: what `classroom.grade` asks of nbgrader.

nbgrader restores the cells, scores the outputs, writes its gradebook, graded notebooks, feedback and CSV. Only the
running of cells is taken out of its hands. One process does all of this, so that one alone writes the gradebook.
"""

import contextlib
import hashlib
import json
import logging
import os
import warnings
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins.export import CsvExportPlugin
from nbgrader.preprocessors import Execute
from traitlets.config import Config

from classroom.book.feedback import Pages, pack
from classroom.book.lesson import Cell, Lesson, exercises
from classroom.handout.one_line import OneLineBack
from classroom.handout.student_version import load_config
from classroom.lessons import lesson_named

__all__ = ["Book", "Cell", "load_config"]


def _with(config, **course):
    """Give settings with others for the course's folders."""
    return Config(config, CourseDirectory=Config(config.CourseDirectory, **course))


class Book(Lesson):
    """One lesson in nbgrader's hands.

    Parameters
    ----------
    asked : str
        The assignment, as `lesson_named` finds it.
    config : traitlets.config.Config
        nbgrader's settings for the course.

    Raises
    ------
    ValueError
        If there is no such lesson.
    """

    def __init__(self, asked, config):
        self.log, self.pages = logging.Logger("bulk"), None
        self.log.addHandler(logging.NullHandler())
        course = CourseDirectory(config=config, parent=None)
        self.root = Path(course.root)
        source = self.root / course.source_directory
        lesson = lesson_named(asked, exercises(source))
        super().__init__(source / lesson, config)
        self.submitted = self.root / course.submitted_directory
        self.autograded = self.root / course.autograded_directory
        self.feedback_folder = self.root / course.feedback_directory
        self.work = self.submitted.parent / "bulk" / lesson
        self.staged, self.packed = self.work / "staged", self.work / "feedback.zip"
        # Forward slashes: nbgrader puts the name into a regular expression.
        staged = Path(os.path.relpath(self.staged, self.root)).as_posix()
        self.config = _with(config, assignment_id=lesson, submitted_directory=staged)
        self.url = course.db_url
        self.limit = Execute(config=self.config).timeout

    def _converter(self, kind, student):
        config = _with(self.config, student_id=student)
        converter = kind(coursedir=CourseDirectory(config=config), config=config, log=self.log)
        converter.force = True
        return converter

    def open(self):
        """Put what students got and what is graded side by side; tell whether the lesson was new to the gradebook."""
        super().open()
        with Gradebook(self.url, "") as book:
            known = [notebook.name for one in book.assignments if one.name == self.lesson for notebook in one.notebooks]
        new = self.lesson not in known
        if new:
            self._run(self._converter(GenerateAssignment, "."))
        with Gradebook(self.url, "") as book:
            notebook = book.find_notebook(self.lesson, self.lesson)
            self.cells = self.read_cells({cell.name: cell.source for cell in notebook.source_cells},
                                         {cell.name: float(cell.max_score) for cell in notebook.grade_cells})
        state = "\0".join(f"{cell.name} {cell.full}" for cell in self.cells)
        self.state = hashlib.sha256(state.encode()).hexdigest()[:16]
        graded = {cell.name: cell.full.strip() for cell in self.cells if cell.graded and not cell.solution}
        self.outdated = sorted(name for name, test in self.tests.items() if test.strip() != graded.get(name, ""))
        return new

    @staticmethod
    def _run(converter):
        try:
            with warnings.catch_warnings(action="ignore"):  # nbgrader's own, about its own use of its libraries
                converter.start()
        except SystemExit as error:
            raise RuntimeError(f"nbgrader gave up ({error})") from error

    def stage(self, student, notebook, timestamp="", secret=""):
        """Put an orderly notebook where nbgrader looks for submissions, and give it as nbgrader is going to run it."""
        place = self.staged / student / self.lesson
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{self.lesson}.ipynb"
        nbformat.write(notebook, path)
        # nbgrader's exchange names a student's feedback by the secret that came with the submission
        for name, text in (("timestamp.txt", timestamp), ("submission_secret.txt", secret)):
            (place / name).unlink(missing_ok=True)
            if text:
                (place / name).write_text(text, encoding="utf-8")
        config = Config(self.config, Exporter=Config(self.config.Exporter, default_preprocessors=[]))
        exporter = NotebookExporter(config=config, log=self.log)
        for step in Autograde.sanitize_preprocessors.default():
            exporter.register_preprocessor(step, enabled=True)
        about = {"student": student, "assignment": self.lesson, "notebook": self.lesson, "db_url": self.url}
        text, _ = exporter.from_notebook_node(notebook, resources={"nbgrader": about})
        return nbformat.reads(text, as_version=4)

    def save(self, student, outputs):
        """Let nbgrader score outputs, for every cell of what `stage` gave, and keep the graded notebook.

        Returns
        -------
        score, most : float
        manual : bool
            Whether something is left to be graded by hand.
        """
        grader = self._converter(Autograde, student)

        def ran(notebook, resources):  # in the place of nbgrader's Execute
            if len(notebook.cells) != len(outputs):
                raise RuntimeError("these are not the cells that were run")
            for cell, found in zip(notebook.cells, outputs, strict=True):
                if cell.cell_type == "code":
                    cell.outputs = found
                    counts = [o.execution_count for o in found if o.output_type == "execute_result"]
                    cell.execution_count = counts[0] if counts else None
            return notebook, resources

        grader.autograde_preprocessors = [ran if step is Execute else step for step in grader.autograde_preprocessors]
        self._run(grader)
        with Gradebook(self.url) as book:
            found = book.find_submission(self.lesson, student)
            return float(found.score), float(found.max_score), bool(found.needs_manual_grade)

    def look_again(self, student, names):
        """Mark grades as needing a person, so that Formgrader lists them."""
        with Gradebook(self.url) as book:
            for name in names:
                with contextlib.suppress(MissingEntry):
                    book.find_grade(name, self.lesson, self.lesson, student).needs_manual_grade = True
            book.db.commit()

    def enrol(self, student):
        """Make sure that the gradebook knows a student; give the points that it holds of this lesson, 0 if none."""
        with Gradebook(self.url) as book:
            book.update_or_create_student(student)
            try:
                return float(book.find_submission(self.lesson, student).score)
            except MissingEntry:
                return 0.0

    def standing(self, student):
        """Give a student's score, whether marks by hand are missing, and whether a person has left a comment."""
        with Gradebook(self.url) as book:
            found = book.find_submission(self.lesson, student)
            comments = any(comment.manual_comment for notebook in found.notebooks for comment in notebook.comments)
            return float(found.score), bool(found.needs_manual_grade), comments

    def marks(self, students):
        """Give for (student, cell) the points, and whether a person has yet to look."""
        with Gradebook(self.url) as book:
            return {(student, grade.name): (float(grade.score), bool(grade.needs_manual_grade)) for student in students
                    for notebook in book.find_submission(self.lesson, student).notebooks for grade in notebook.grades}

    def give_feedback(self, student):
        """Write the page that a student gets back."""
        if self.pages is None:
            self.pages = self._converter(Pages, student)
            self.pages.preprocessors += [OneLineBack] * bool(self.visible)
        self.pages.log, self.pages.coursedir.student_id = self.log, student
        self._run(self.pages)

    def page(self, student):
        """Give the path of a student's page."""
        return self.feedback_folder / student / self.lesson / f"{self.lesson}.html"

    def remember_origins(self, origins):
        """Keep the names under which submissions came, for the way back; those of other students stay."""
        self.work.mkdir(parents=True, exist_ok=True)
        (self.work / "origins.json").write_text(json.dumps({**self.origins(), **origins}, indent=1), encoding="utf-8")

    def origins(self):
        """Give what stood before each student's own file names when their work came; {} if nobody's was collected."""
        try:
            return json.loads((self.work / "origins.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def pack_feedback(self, origins):
        """Pack all pages of some students, each under the name that its submission came under."""
        pages = {f"{origin}{self.lesson}.html": self.page(student) for student, origin in origins.items()}
        pack({name: page for name, page in pages.items() if page.is_file()}, self.packed)

    def export(self):
        """Write all grades of the gradebook as nbgrader's CSV; give its path."""
        path = self.config.ExportPlugin.to if "to" in self.config.ExportPlugin else self.root / "grades.csv"
        plugin = CsvExportPlugin(config=self.config, to=str(path))
        with Gradebook(self.url) as book:
            plugin.export(book)
        return path
