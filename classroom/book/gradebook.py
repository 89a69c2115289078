"""Grades by nbgrader's own hands, with outputs that came from elsewhere: what `classroom.grade` asks of nbgrader.

nbgrader restores the cells, scores the outputs, writes its gradebook, the graded notebooks, the feedback and the CSV. Only
the running of the cells is taken out of its hands. One process does all of this, so that one alone writes the gradebook.
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
from nbgrader.utils import is_grade, is_locked, is_solution
from traitlets.config import Config

from classroom.book.feedback import Pages, pack
from classroom.judge.second_opinion import Cell
from classroom.handout.files import course_files
from classroom.handout.student_version import release

__all__ = ["Book", "load_config"]


def load_config(path):
    """Load ``nbgrader_config.py``.

    Parameters
    ----------
    path : pathlib.Path

    Returns
    -------
    traitlets.config.Config
    """
    from traitlets.config import PyFileConfigLoader

    if not path.is_file():
        raise ValueError(f"there is no file {path} with nbgrader's settings")
    return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()


class Book:
    """One lesson in nbgrader's hands.

    Parameters
    ----------
    lesson : str
        The assignment.
    config : traitlets.config.Config
        nbgrader's settings for the course.
    work : pathlib.Path, optional
        Folder for what is between; by default ``bulk/LESSON`` beside nbgrader's ``submitted``.
    """

    def __init__(self, lesson, config, work=None):
        self.lesson, self.log, self.pages = lesson, logging.Logger("bulk"), None
        self.log.addHandler(logging.NullHandler())
        course = CourseDirectory(config=config, parent=None)
        self.root = Path(course.root)
        self.submitted = self.root / course.submitted_directory
        self.autograded = self.root / course.autograded_directory
        self.feedback_folder = self.root / course.feedback_directory
        self.source = self.root / course.source_directory / lesson
        self.work = Path(work or self.submitted.parent / "bulk" / lesson)
        self.staged = self.work / "staged"
        self.config = Config(config)
        self.config.CourseDirectory = Config(config.CourseDirectory)
        self.config.CourseDirectory.assignment_id = lesson
        # Forward slashes: nbgrader puts the name into a regular expression.
        self.config.CourseDirectory.submitted_directory = Path(os.path.relpath(self.staged, self.root)).as_posix()
        self.url = course.db_url
        self.limit = Execute(config=self.config).timeout
        if not (self.source / f"{lesson}.ipynb").is_file():
            there = sorted(path.parent.name for path in self.source.parent.glob("*/*.ipynb") if path.stem == path.parent.name)
            raise ValueError(f"there is no exercise {lesson!r} in {self.source.parent} (there are: {', '.join(there) or 'none'})")

    def _converter(self, kind, student, force=True):
        config = Config(self.config)
        config.CourseDirectory = Config(self.config.CourseDirectory)
        if student is not None:
            config.CourseDirectory.student_id = student
        converter = kind(coursedir=CourseDirectory(config=config), config=config, log=self.log)
        converter.force = force
        return converter

    def open(self):
        """Make ready: the lesson in the gradebook, and what students got and what is graded, side by side.

        Returns
        -------
        bool
            Whether the lesson was new to the gradebook.
        """
        own = self.config.NbGraderConfigFile if "NbGraderConfigFile" in self.config else None
        files = release(self.source, Path(own) if isinstance(own, str) else None)
        self.handed_out = nbformat.reads(files[f"{self.lesson}.ipynb"].decode(), as_version=4)
        new = False
        try:
            self._read_cells()
        except MissingEntry:
            new = True
            self._run(self._converter(GenerateAssignment, "."))
            self._read_cells()
        self.files = {name: content for name, content in course_files(self.source).items() if not name.endswith(".ipynb")}
        self.state = hashlib.sha256("\0".join(f"{cell.name} {cell.full}" for cell in self.cells).encode()).hexdigest()[:16]
        source = nbformat.read(self.source / f"{self.lesson}.ipynb", as_version=4)
        now = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell.source for cell in source.cells
               if is_grade(cell) and not is_solution(cell)}
        graded = {cell.name: cell.full for cell in self.cells if cell.graded and not cell.solution}
        self.outdated = sorted(name for name in now if now[name].strip() != graded.get(name, "").strip())
        return new

    def _read_cells(self):
        with Gradebook(self.url, "") as book:
            notebook = book.find_notebook(self.lesson, self.lesson)
            full = {cell.name: cell.source for cell in notebook.source_cells}
            points = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
        self.cells = []
        for cell in self.handed_out.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id
            self.cells.append(Cell(name, cell.cell_type, cell.source, full.get(name, cell.source), bool(is_locked(cell)),
                                   bool(is_grade(cell)), bool(is_solution(cell)), points.get(name, 0.0)))

    @staticmethod
    def _run(converter):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # nbgrader's own, about its own use of its libraries
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
            if text:
                (place / name).write_text(text, encoding="utf-8")
            else:
                (place / name).unlink(missing_ok=True)
        config = Config(self.config)
        config.Exporter.default_preprocessors = []
        exporter = NotebookExporter(config=config, log=self.log)
        for step in Autograde.sanitize_preprocessors.default():
            exporter.register_preprocessor(step, enabled=True)
        about = {"student": student, "assignment": self.lesson, "notebook": self.lesson, "db_url": self.url}
        text, _ = exporter.from_notebook_node(notebook, resources={"nbgrader": about})
        return nbformat.reads(text, as_version=4)

    def save(self, student, outputs):
        """Let nbgrader score outputs, and keep the graded notebook.

        Parameters
        ----------
        student : str
        outputs : list of list of nbformat.NotebookNode
            For every cell of what `stage` gave.

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

        steps = grader.autograde_preprocessors
        grader.autograde_preprocessors = [ran if step is Execute else step for step in steps]
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

    def give_feedback(self, student):
        """Write the page that a student gets back."""
        if self.pages is None:
            self.pages = self._converter(Pages, student)
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

    def pack_feedback(self, origins, target):
        """Pack all pages of some students, each under the name that its submission came under."""
        pages = {student: self.page(student) for student in origins}
        pack({f"{origins[student]}{self.lesson}.html": page for student, page in pages.items() if page.is_file()}, target)

    def export(self):
        """Write all grades of the gradebook as nbgrader's CSV; give its path."""
        path = self.config.ExportPlugin.to if "to" in self.config.ExportPlugin else self.root / "grades.csv"
        plugin = CsvExportPlugin(config=self.config)
        plugin.to = str(path)
        with Gradebook(self.url) as book:
            plugin.export(book)
        return path
