"""One student's submission on its way: made ready, run in a process of its own, judged, scored, written down.

`classroom.grade` takes a class through these steps. Only `Task.work` may happen in a thread: the gradebook has one
writer.
"""

import _thread
import contextlib
import functools
import hashlib
import json
import logging
import os
import re
import signal
import sys
import threading
import traceback
from dataclasses import asdict, dataclass, field

from classroom.collect.repair import AnotherLesson, even, tidy
from classroom.collect.submissions import Submission, notebook_of
from classroom.collect.zips import OF_NBGRADER
from classroom.inside.tester import defined, packed
from classroom.judge.probes import Alarm, Probe
from classroom.judge.second_opinion import changed_cells, suspicious_code
from classroom.judge.signs import called, parsed, signs
from classroom.judge.verdicts import judge
from classroom.report import ABSENT, FAILED, GRADED, LOOK, Result, printable
from classroom.run.watch import run_cells

__all__ = ["Task", "time_limit"]

MOST_SECONDS = 30.0  # for each thing that nbgrader does with one submission
PACKAGES = sys.stdlib_module_names | set("coursekit matplotlib numpy pandas scipy sitecustomize usercustomize".split())


@dataclass
class Task:
    """One student on the way through.

    Besides, it has `result` (a `classroom.report.Result`) and `log`, and once it is prepared, `requests` and `called`.
    """

    book: object  # a classroom.book.gradebook.Book
    submission: Submission
    sandbox: object  # a classroom.run.sandbox.Sandbox
    notebook: object = None  # as nbgrader is going to run it
    plan: list = field(default_factory=list)  # (question, place, None) or (None, place, the test that the cell is)
    run: object = None  # a classroom.run.watch.Run

    def __post_init__(self):
        """Begin the result, with a digest of what a grade depends on: lesson, work, and whether it is shut in."""
        made = hashlib.sha256(f"{self.book.state} {self.sandbox.closed}".encode())
        for name, content in sorted(self.submission.files.items()):
            made.update(f"\0{name}\0{len(content)}\0".encode() + content)
        self.student = self.submission.student
        self.result = Result(self.student, notes=list(self.submission.notes), digest=made.hexdigest()[:24])
        self.log = logging.Logger("student", logging.INFO)

    @property
    def _kept(self):
        return self.book.work / "done" / f"{self.student}.json"

    def earlier(self):
        """Give what an earlier run left of the same work, with what a person did since; None if there is nothing."""
        page, place = self.book.page(self.student), self.book.autograded / self.student / self.book.lesson
        try:
            result = Result(**json.loads(self._kept.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        if result.status in (FAILED, ABSENT) or result.digest != self.result.digest or not page.is_file() or \
                not (place / f"{self.book.lesson}.ipynb").is_file():
            return None
        score, manual, comments = self.book.standing(self.student)
        if comments or (score, manual) != (result.score, result.manual):
            result.score, result.manual = score, manual
            with time_limit(MOST_SECONDS):
                self.book.give_feedback(self.student)
            self._keep(result)
        return result

    def begin(self):
        """Open the student's log, and let the gradebook write to it."""
        folder = self.book.work / "logs"
        folder.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(folder / f"{self.student}.log", mode="w", encoding="utf-8", errors="replace")
        # nbgrader says so of every test with hidden parts; whether a student changed one, the report says
        handler.addFilter(lambda record: "Attribute 'checksum'" not in record.getMessage())
        handler.setFormatter(_Printable("%(asctime)s %(levelname)s %(message)s"))
        self.log.addHandler(handler)
        self.book.log = self.log

    def end_log(self):
        """Close the student's log."""
        while self.log.handlers:
            self.log.handlers.pop().close()

    @contextlib.contextmanager
    def trying(self, what):
        """Note an error in what follows as one that is not the student's."""
        self.book.log = self.log
        try:
            yield
        except Exception as error:
            self.log.error(traceback.format_exc())
            self.result.status, self.result.score, self.plan = FAILED, None, []
            self.result.notes.append(f"{what} ({type(error).__name__}: {error})"[:300])

    def prepare(self, relied_on):
        """Make the submission orderly and plan its run, a question before each test; no plan if there is nothing."""
        files, result, book = self.submission.files, self.result, self.book
        name, note = notebook_of(files, book.lesson)
        result.notes += [note] if note else []
        if not name:
            return
        try:
            orderly, handed_in = tidy(files[name], book.handed_out)
        except ValueError as error:
            result.status = ABSENT if isinstance(error, AnotherLesson) else FAILED
            result.notes.append(str(error))
            return
        result.notes += changed_cells(book.cells, handed_in) + _namesakes(files)
        result.flags += suspicious_code(book.cells, handed_in) + [
            f"The file {file[:100]} {sign}." for file, content in files.items() if file.endswith(".py")
            for sign in signs(content.decode("utf-8", "replace"))]
        time, secret = (files.get(file, b"")[:200].decode("utf-8", "replace").strip() for file in OF_NBGRADER)
        time = time if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?( \S+)?", time) else ""
        secret = secret if re.fullmatch(r"[0-9a-f]{128}", secret) else ""
        self.notebook = book.stage(self.student, orderly, time, secret)
        tests = {cell.name: cell for cell in book.cells if cell.graded and not cell.solution}
        for place, cell in enumerate(self.notebook.cells):
            if cell.cell_type == "code":
                test = tests.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
                self.plan += [(Probe(relied_on), place, None)] if test else []
                self.plan += [(None, place, test)] if cell.source.strip() else []
        self.plan += [(question, len(self.notebook.cells), None) for question in (Probe(relied_on), Alarm())]
        self.requests = list(self._requests())  # here, in the main thread: Python 3.11 parses in one at a time alone

    def work(self, slots, fonts=None, **how):
        """Run the planned cells in the student's process; `how` goes to `classroom.run.watch.run_cells`."""
        slot = slots.get()
        try:
            own = {name: content for name, content in self.submission.files.items()
                   if name not in OF_NBGRADER and not name.endswith(".ipynb")}
            self.run = run_cells(self.requests, {**own, **self.book.files}, sandbox=self.sandbox, slot=slot,
                                 copies=[(fonts, ".matplotlib")] if fonts else [], **how)
        finally:
            self.requests = None
            slots.put(slot)

    def _requests(self):
        """Give what the program inside is asked to do, step by step."""
        handed_out = {cell.name: cell for cell in self.book.cells if not cell.solution}
        names = {test.name for _, _, test in self.plan if test}
        mine = [cell.source for cell in self.notebook.cells if cell.cell_type == "code"
                and cell.metadata.get("nbgrader", {}).get("grade_id") not in names]
        self.own, self.called = "\n".join(mine), called(mine)
        for question, place, test in self.plan:
            cell = self.notebook.cells[place] if not question else None
            if question:
                yield packed(question.ask(), "question")
            elif test and parsed(cell.source).body:
                yield {**_packed(cell.source, test.name, test.source), "called": sorted(self.called), "counts": True}
            else:
                given = handed_out.get(cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id)
                same = given and even(given.source) == even(cell.source)
                yield {"source": cell.source, "counts": True, "keep": defined(cell.source) if same else []}

    def finish(self):
        """Judge what came out, and let nbgrader score it and write its page."""
        result, book = self.result, self.book
        result.seconds = round(self.run.seconds, 2)
        if not self.run.started:
            raise RuntimeError(self.run.ended)
        with time_limit(MOST_SECONDS):
            outputs, suspicious = judge(self)
        result.flags = list(dict.fromkeys(result.flags))
        with time_limit(MOST_SECONDS):
            result.score, result.most, result.manual = book.save(self.student, outputs)
        if suspicious:
            book.look_again(self.student, suspicious)
        try:
            with time_limit(MOST_SECONDS):
                book.give_feedback(self.student)
        except Exception as error:
            self.log.error(traceback.format_exc())
            book.page(self.student).unlink(missing_ok=True)
            why = f"the page for the student could not be made ({type(error).__name__}: {error})"
            result.flags.append(f"The score stands, but {why}"[:200] + ".")
        result.status = LOOK if result.flags else GRADED

    def close(self):
        """Write down what became of the student: from here on a new run leaves them alone."""
        result = self.result
        if result.status in (FAILED, ABSENT):
            with contextlib.suppress(Exception):
                if held := self.book.enrol(self.student):
                    result.notes.append(f"The gradebook still holds {held:g} points of an earlier submission.")
        for text in [f"status: {result.status}, {result.score} of {result.most} points, {result.seconds} s",
                     *(f"note: {note}" for note in result.notes), *(f"LOOK: {flag}" for flag in result.flags)]:
            self.log.info(text)
        self.end_log()
        self._keep(result)

    def _keep(self, result):
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        new = self._kept.with_suffix(".new")
        new.write_text(json.dumps({**asdict(result), "fresh": False}, indent=1), encoding="utf-8")
        os.replace(new, self._kept)


_packed = functools.lru_cache(200)(packed)  # a lesson's tests are the same for everybody


class _Printable(logging.Formatter):
    """A log whose lines hold nothing that a terminal obeys."""

    def format(self, record):
        return "\n".join(map(printable, super().format(record).splitlines()))


def _namesakes(files):
    """Tell of files that have the name of a package; the program that runs the cells looks for none beside it."""
    code = [name for name in files if name.endswith((".py", ".pth", ".so", ".pyd"))]
    return [f"The file {name[:100]} has the name of a package; the package was used." for name in code
            if name.split("/")[0].removesuffix(".py") in PACKAGES]


@contextlib.contextmanager
def time_limit(seconds):
    """Raise TimeoutError in what runs too long in the main thread: setting a student's text as a page can take hours.

    Where the system has no alarm (Windows), one long search of a pattern is not interrupted; what comes after it is.

    Examples
    --------
    >>> with time_limit(.2):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    TimeoutError: it took longer than 0.2 seconds
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    over, rang, alarm = threading.Event(), threading.Event(), hasattr(signal, "setitimer")

    def ring(*_):
        if not over.is_set():
            rang.set()
            if alarm:
                raise KeyboardInterrupt  # which nbgrader lets through, unlike an ordinary error
            _thread.interrupt_main()

    timer, number = threading.Timer(seconds, ring), signal.SIGALRM if alarm else signal.SIGINT
    before = signal.signal(number, ring if alarm else signal.default_int_handler)
    try:
        try:
            if alarm:  # and once more each second: what is raised while Python clears up is lost
                signal.setitimer(signal.ITIMER_REAL, seconds, 1)
            else:
                timer.start()
            yield
        finally:
            over.set()
    except KeyboardInterrupt:
        if rang.is_set():
            raise TimeoutError(f"it took longer than {seconds:g} seconds") from None
        raise
    finally:
        over.set()
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        timer.cancel()
        signal.signal(number, before)
