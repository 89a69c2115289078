"""One student's submission on its way: made ready, run in a process of its own, judged, scored, written down.

`classroom.grade` takes a class through these steps. Only `run` may happen in a thread; the gradebook has one
writer.
"""

import contextlib
import hashlib
import json
import logging
import os
import re
import sys
import traceback
from dataclasses import asdict, dataclass, field

from classroom.run import watch as sitting
from classroom.collect import submissions
from classroom.report import FAILED, GRADED, LOOK, Result, printable
from classroom.patience import within

__all__ = ["Task", "begin", "close", "digest", "earlier", "finish", "hang_up", "prepare", "refresh", "run", "trouble"]

PATIENCE = 30.0  # seconds for each thing that nbgrader does with one submission


@dataclass
class Task:
    """One student on the way through.

    Parameters
    ----------
    submission : classroom.collect.submissions.Submission
    result : classroom.report.Result
    log : logging.Logger or None
    notebook : nbformat.NotebookNode or None
        As nbgrader is going to run it.
    plan : list of (Probe or None, int, Cell or None)
        What is run, in order: a question to the process, or the cell at a place and the test that it is.
    run : classroom.run.watch.Run or None
    """

    submission: object
    result: Result
    log: object = None
    notebook: object = None
    plan: list = field(default_factory=list)
    run: object = None

    @property
    def student(self):
        """Who it is, as nbgrader calls them."""
        return self.submission.student


class _Printable(logging.Formatter):
    """A log whose lines hold nothing that a terminal obeys."""

    def format(self, record):
        return "\n".join(map(printable, super().format(record).splitlines()))


def begin(task, folder):
    """Open a student's log."""
    folder.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(folder / f"{task.student}.log", mode="w", encoding="utf-8", errors="replace")
    handler.setLevel(logging.INFO)
    # nbgrader says so of every test with hidden parts; whether a student changed one, the report says
    handler.addFilter(lambda record: "Attribute 'checksum'" not in record.getMessage())
    handler.setFormatter(_Printable("%(asctime)s %(levelname)s %(message)s"))
    task.log = logging.Logger("student")
    task.log.addHandler(handler)
    return task.log


def hang_up(task):
    """Close a student's log."""
    for handler in list(task.log.handlers):
        handler.close()
        task.log.removeHandler(handler)


def trouble(task, what, error):
    """Note an error that is not the student's."""
    task.log.error(traceback.format_exc())
    task.result.status, task.result.score = FAILED, None
    task.result.notes.append(f"{what} ({type(error).__name__}: {error})"[:300])


def digest(book, submission, sandbox):
    """Name what a grade depends on: the lesson, the work, and whether it is shut in."""
    made = hashlib.sha256(f"{book.state} {sandbox.closed}".encode())
    for name, content in sorted(submission.files.items()):
        made.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return made.hexdigest()[:24]


def prepare(task, book, relied_on):
    """Make a submission orderly and plan its run, with a question before each test; False if there is nothing to run."""
    from classroom.judge.probes import Alarm, Probe
    from classroom.judge.second_opinion import changed_cells, suspicious_code
    from classroom.collect.repair import tidy

    files, result = task.submission.files, task.result
    name, note = submissions.notebook_of(files, book.lesson)
    result.notes += [note] if note else []
    if not name:
        return False
    try:
        orderly, handed_in = tidy(files[name], book.handed_out)
    except ValueError as error:
        result.notes.append(str(error))
        return False
    result.notes += changed_cells(book.cells, handed_in) + _namesakes(files)
    result.flags += suspicious_code(book.cells, handed_in)
    stamp = files.get("timestamp.txt", b"")[:100].decode("utf-8", "replace").strip()
    known = re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?( \S+)?", stamp)
    secret = files.get("submission_secret.txt", b"")[:1000].decode("utf-8", "replace")
    task.notebook = book.stage(task.student, orderly, stamp if known else "", secret if re.fullmatch(r"[0-9a-f]{128}", secret) else "")
    tests = {cell.name: cell for cell in book.cells if cell.graded and not cell.solution}
    for place, cell in enumerate(task.notebook.cells):
        if cell.cell_type != "code":
            continue
        test = tests.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
        if test:
            task.plan.append((Probe(relied_on), place, None))
        if cell.source.strip():
            task.plan.append((None, place, test))
    task.plan += [(Probe(relied_on), len(task.notebook.cells), None), (Alarm(), len(task.notebook.cells), None)]
    return True


def _namesakes(files):
    """Tell of files that have the name of a package; the program that runs the cells looks for none beside the notebook."""
    tops = {name: name.split("/")[0].removesuffix(".py") for name in files if name.endswith((".py", ".pth", ".so", ".pyd"))}
    known = {"coursekit", "numpy", "pandas", "scipy", "matplotlib", "sitecustomize", "usercustomize", *sys.stdlib_module_names}
    return [f"The file {name[:100]} has the name of a package; the package was used." for name, top in tops.items() if top in known]


def run(task, book, slots, fonts=None, **how):
    """Run the planned cells in the student's process; `how` goes to `classroom.run.watch.sit`."""
    slot = slots.get()
    try:
        own = {name: content for name, content in task.submission.files.items()
               if name not in ("timestamp.txt", "submission_secret.txt") and not name.endswith(".ipynb")}
        cells = [(probe.ask(), False) if probe else (task.notebook.cells[place].source, True) for probe, place, _ in task.plan]
        task.run = sitting.sit(cells, {**own, **book.files}, slot=slot, copies=[(fonts, ".matplotlib")] if fonts else [], **how)
    finally:
        slots.put(slot)


def finish(task, book):
    """Judge what came out, and let nbgrader score it and write its page."""
    from classroom.judge.verdicts import judge

    task.result.seconds = round(task.run.seconds, 2)
    if not task.run.started:
        raise RuntimeError(task.run.ended)
    with within(PATIENCE):
        outputs, suspicious = judge(task)
    result = task.result
    result.flags = list(dict.fromkeys(result.flags))
    with within(PATIENCE):
        result.score, result.most, result.manual = book.save(task.student, outputs)
    if suspicious:
        book.look_again(task.student, suspicious)
    try:
        with within(PATIENCE):
            book.give_feedback(task.student)
    except Exception as error:
        task.log.error(traceback.format_exc())
        book.page(task.student).unlink(missing_ok=True)
        result.flags.append(f"The score stands, but the page for the student could not be made ({type(error).__name__}: {error})"[:200] + ".")
    result.status = LOOK if result.flags else GRADED


def earlier(book, student):
    """Give what an earlier run has left about a student, if its products are there still; else None."""
    try:
        kept = json.loads((book.work / "done" / f"{student}.json").read_text(encoding="utf-8"))
        result = Result(**kept)
    except (OSError, ValueError, TypeError):
        return None
    products = [book.autograded / student / book.lesson / f"{book.lesson}.ipynb", book.page(student)]
    return result if all(path.is_file() for path in products) else None


def close(task, book):
    """Write down what became of a student: from here on a new run leaves them alone."""
    result = task.result
    if result.status == FAILED:
        with contextlib.suppress(Exception):
            held = book.enrol(task.student)
            if held:
                result.notes.append(f"The gradebook still holds {held:g} points of an earlier submission.")
    for text in [f"status: {result.status}, {result.score} of {result.most} points, {result.seconds} s",
                 *(f"note: {note}" for note in result.notes), *(f"LOOK: {flag}" for flag in result.flags)]:
        task.log.info(text)
    hang_up(task)
    _keep(result, book)


def refresh(result, book):
    """Bring an earlier result up to date with what a person did in Formgrader since, and its page; give it."""
    score, manual, comments = book.standing(result.student)
    if comments or (score, manual) != (result.score, result.manual):
        result.score, result.manual = score, manual
        with within(PATIENCE):
            book.give_feedback(result.student)
        _keep(result, book)
    return result


def _keep(result, book):
    path = book.work / "done" / f"{result.student}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps({**asdict(result), "fresh": False}, indent=1), encoding="utf-8")
    os.replace(new, path)
