"""Grade a class in one go: every student in a process of its own, several at a time, none of them in another's way.

    python start.py grade 02_randomized_response                 what lies in build/nbgrader/submitted
    python start.py grade 02_randomized_response moodle.zip      a zip file or folder, sorted first

A second run goes on where the first one ended, and takes up what was handed in anew; ``--force`` repeats all. Scores go
to nbgrader's gradebook, feedback and CSV; what a person should look at, to the report.
"""

import argparse
import contextlib
import hashlib
import json
import logging
import os
import queue
import re
import sys
import threading
import traceback
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path

from coursekit.classroom import sandbox as sandboxes
from coursekit.classroom import class_report, sitting, submissions
from coursekit.classroom.class_report import FAILED, GRADED, LOOK, Result

__all__ = ["grade", "main", "processors"]

ROOT = Path(__file__).resolve().parents[2]
PROBED = {"grading", "local", "mechanisms", "accounting", "attacks", "synthesis", "combining", "utility", "risk"}


def processors():
    """Give the number of processors this process may use.

    Examples
    --------
    >>> processors() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Task:
    """One student on the way through."""

    def __init__(self, student, log):
        self.student, self.log, self.result = student, log, Result(student)
        self.files, self.book, self.plan, self.run = {}, None, [], None


def _log(path):
    log = logging.Logger("student")
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path, mode="w", encoding="utf-8", errors="replace")
    handler.setLevel(logging.INFO)
    # nbgrader says so of every test with hidden parts; whether a student changed one, the second opinion says
    handler.addFilter(lambda record: "Attribute 'checksum'" not in record.getMessage())
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    return log


def _hang_up(log):
    for handler in list(log.handlers):
        handler.close()
        log.removeHandler(handler)


def _digest(book, files, sandbox):
    digest = hashlib.sha256(f"{book.state} {sandbox.closed}".encode())
    for name, content in sorted(files.items()):
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:24]


def _probed(cells):
    """Tell which modules of the course the tests rely on."""
    tests = "\n".join(cell.full for cell in cells if cell.graded and cell.kind == "code")
    named = set(re.findall(r"coursekit\.(\w+)", tests))
    for line in re.findall(r"from coursekit import ([\w, ]+)", tests):
        named |= {name.split(" as ")[0].strip() for name in line.split(",")}
    return tuple(sorted(f"coursekit.{name}" for name in named & PROBED))


def _prepare(task, book, probed):
    """Make a submission orderly and say which cells are to run, with a question before each test."""
    from coursekit.classroom.probes import Probe
    from coursekit.classroom.second_opinion import compare
    from coursekit.classroom.tidying import tidy

    name, note = submissions.notebook_of(task.files, book.lesson)
    if note:
        task.result.notes.append(note)
    if not name:
        return False
    try:
        orderly, handed_in = tidy(task.files[name], book.handed_out)
    except ValueError as error:
        task.result.notes.append(str(error))
        return False
    task.result.flags += compare(book.cells, handed_in)
    for other in task.files:
        top = other.split("/")[0].removesuffix(".py")
        if other.endswith((".py", ".pth", ".so", ".pyd")) and (top == "coursekit" or top in sys.stdlib_module_names or
                                                               top in ("numpy", "pandas", "scipy", "sitecustomize", "IPython")):
            task.result.flags.append(f"The file {other[:100]} has the name of a package of the course; it was not used.")
    stamp = task.files.get("timestamp.txt", b"")[:100].decode("utf-8", "replace").strip()
    task.book = book.stage(task.student, orderly, stamp if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?( \S+)?", stamp)
                           else "")
    known = {cell.name: cell for cell in book.cells}
    for place, cell in enumerate(task.book.cells):
        if cell.cell_type != "code":
            continue
        told = known.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
        test = told if told and told.graded and not told.solution else None
        if test:
            task.plan.append((Probe(probed), place, None))
        if cell.source.strip():
            task.plan.append((None, place, test))
    task.plan.append((Probe(probed), len(task.book.cells), None))
    return True


def _sit(task, book, sandbox, limits, slots, fonts, stop):
    """Run in a thread: the cells, in the student's process."""
    slot = slots.get()
    try:
        own = {name: content for name, content in task.files.items() if name != "timestamp.txt"}
        own = {name: content for name, content in own.items() if not name.endswith(".ipynb")}
        cells = [(probe.ask(), False) if probe else (task.book.cells[place].source, True) for probe, place, _ in task.plan]
        task.run = sitting.sit(cells, {**own, **book.files}, sandbox=sandbox, limits=limits, slot=slot,
                               copies=[(fonts, ".matplotlib")] if fonts else [], stop=stop)
    finally:
        slots.put(slot)
    return task


def _finish(task, book):
    from coursekit.classroom.verdicts import judge

    outputs, suspicious = judge(task)
    result = task.result
    result.flags = list(dict.fromkeys(result.flags))
    result.score, result.most, result.manual = book.save(task.student, outputs)
    result.status = LOOK if result.flags else GRADED
    if suspicious:
        book.look_again(task.student, suspicious)
    book.give_feedback(task.student)


def grade(lesson, *, config, source=None, workers=None, limits=None, force=False, sandbox=None, tell=None, fonts=None,
          only=None):
    """Grade what a class handed in for a lesson.

    Parameters
    ----------
    lesson : str
        The assignment, e.g. ``02_randomized_response``.
    config : traitlets.config.Config
        nbgrader's settings for the course: see `coursekit.classroom.gradebook.load_config`.
    source : pathlib.Path, optional
        Folder or zip file to collect from first (see `coursekit.classroom.submissions.read`); by default nbgrader's ``submitted``.
    workers : int, optional
        Students at a time, >= 1; by default one a processor.
    limits : coursekit.classroom.sandbox.Limits, optional
        The seconds of a cell are nbgrader's ``Execute.timeout`` unless given here.
    force : bool
        Repeat what is done already.
    sandbox : coursekit.classroom.sandbox.Sandbox, optional
        By default the best of this computer.
    tell : callable, optional
        ``tell(result, done, total, running)`` is called after every student, and now and then between.
    fonts : str, optional
        Folder with matplotlib's list of fonts, so that no student waits for a new one.
    only : collection of str, optional
        Students to grade; by default all.

    Returns
    -------
    results : list of Result
        By student.
    strays : list of str
        Sentences about files that belong to nobody.

    Raises
    ------
    ValueError
        If there is no such lesson, `workers` is below 1, or `source` is neither a folder nor a zip file.
    """
    from coursekit.classroom.gradebook import Book

    workers = processors() if workers is None else workers
    if not isinstance(workers, int) or isinstance(workers, bool):
        raise TypeError(f"workers must be a whole number, got {workers!r}")
    if workers < 1:
        raise ValueError(f"workers must be >= 1, got {workers}")
    book, sandbox = Book(lesson, config), sandbox or sandboxes.find()
    book.open()
    limits = limits or sandboxes.Limits(cell=float(book.limit or 30))
    strays, told = [], {}
    if book.outdated:
        strays.append(f"{', '.join(book.outdated)}: changed since the lesson was released; the tests of that time were run. For the "
                      f"new ones: python start.py nbgrader generate_assignment {lesson} --force, then grade with --force")
    if source is not None and Path(source).resolve() != book.submitted.resolve():
        told, left_over = submissions.collect(Path(source), lesson, book.submitted)
        strays += left_over
    here, more = submissions.read(book.submitted, lesson) if book.submitted.is_dir() else ([], [])
    strays += [text for text in more if "its name does not tell" not in text]
    here = [one for one in here if (one.files or one.notes) and (only is None or one.student in only)]
    probed, results, waiting = _probed(book.cells), {}, []
    for one in here:
        task = _Task(one.student, None)
        task.files, task.result.notes = one.files, [*told.get(one.student, []), *one.notes]
        task.result.digest = _digest(book, one.files, sandbox)
        before = _before(book, one.student)
        if not force and before and before.status != FAILED and before.digest == task.result.digest:
            results[one.student] = before
        else:
            waiting.append(task)
    total, done, stop = len(here), len(results), threading.Event()
    slots = queue.Queue()
    for slot in range(workers):
        slots.put(slot)
    tell = tell or (lambda *_: None)
    tell(None, done, total, [])
    pool, running = ThreadPoolExecutor(workers), {}
    try:
        while waiting or running:
            # One more than can run, so that a worker never waits for the gradebook.
            while waiting and len(running) <= workers:
                task = waiting.pop(0)
                task.log = book.log = _log(book.work / "logs" / f"{task.student}.log")
                try:
                    ready = _prepare(task, book, probed)
                except Exception as error:
                    task.log.error(traceback.format_exc())
                    task.result.notes.append(f"The notebook could not be made ready ({type(error).__name__}: {error})"[:300])
                    ready = False
                if ready:
                    running[pool.submit(_sit, task, book, sandbox, limits, slots, fonts, stop)] = task
                else:
                    done += 1
                    _close(task, book, results)
                    tell(task.result, done, total, [t.student for t in running.values()])
            ended, _ = wait(running, timeout=.5, return_when=FIRST_COMPLETED)
            for future in ended:
                task = running.pop(future)
                book.log = task.log
                try:
                    future.result()
                    task.result.seconds = round(task.run.seconds, 2)
                    if not task.run.started:
                        raise RuntimeError(task.run.ended)
                    _finish(task, book)
                except Exception as error:
                    task.log.error(traceback.format_exc())
                    task.result.status, task.result.score = FAILED, None
                    task.result.notes.append(f"nbgrader could not grade this ({type(error).__name__}: {error})"[:300])
                done += 1
                _close(task, book, results)
                tell(task.result, done, total, [t.student for t in running.values()])
            if not ended:
                tell(None, done, total, [t.student for t in running.values()])
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        for task in running.values():
            _hang_up(task.log)
    ordered = [results[student] for student in sorted(results)]
    class_report.write(book.work, lesson, ordered, strays, sandbox)
    return ordered, strays


def _before(book, student):
    """Give what an earlier run has left about a student, if its products are there still."""
    try:
        kept = json.loads((book.work / "done" / f"{student}.json").read_text(encoding="utf-8"))
        result = Result(**kept)
    except (OSError, ValueError, TypeError):
        return None
    graded = (book.autograded / student / book.lesson / f"{book.lesson}.ipynb").is_file()
    result.fresh = False
    return result if graded else None


def _close(task, book, results):
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
    _hang_up(task.log)
    results[task.student] = result
    path = book.work / "done" / f"{task.student}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps({**asdict(result), "fresh": False}, indent=1), encoding="utf-8")
    os.replace(new, path)


def main(arguments=None):
    """Grade from the command line; the exit code is 1 if a submission could not be graded."""
    parser = argparse.ArgumentParser(prog="python start.py grade", description="Grade what a class handed in.")
    parser.add_argument("lesson", help="the exercise, e.g. 02_randomized_response")
    parser.add_argument("source", nargs="?", type=Path, help="folder or zip file; by default build/nbgrader/submitted")
    parser.add_argument("--force", action="store_true", help="repeat what is done already")
    parser.add_argument("--workers", type=int, default=None, help="students at a time; by default one a processor")
    parser.add_argument("--student", action="append", help="grade this one only; may be repeated")
    parser.add_argument("--seconds", type=float, default=300.0, help="for one student, all cells together (300)")
    parser.add_argument("--memory", type=int, default=4096, help="MB for one student (4096)")
    parser.add_argument("--config", type=Path, default=ROOT / "notebooks" / "exercises" / "nbgrader_config.py",
                        help="another nbgrader_config.py")
    parser.add_argument("--no-sandbox", action="store_true", help="run student code unprotected even where it could be shut in")
    told = parser.parse_args(arguments)
    from coursekit.classroom.gradebook import Book, Execute, load_config

    # nbgrader starts `alembic` by its bare name
    os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)
    config = load_config(told.config.resolve())
    sandbox = sandboxes.Sandbox(None, "it was turned off") if told.no_sandbox else sandboxes.find()
    progress = class_report.Progress(sys.stdout)
    for text in sandbox.unprotected():
        print("WARNING " + text)
    try:
        book = Book(told.lesson, config)
        limits = sandboxes.Limits(cell=float(Execute(config=config).timeout or 30), student=told.seconds,
                                  memory=told.memory * 2**20)
        fonts = os.environ.get("MPLCONFIGDIR")
        results, strays = grade(told.lesson, config=config, source=told.source, workers=told.workers, limits=limits,
                                force=told.force, sandbox=sandbox, tell=progress, fonts=fonts, only=told.student)
    except (ValueError, OSError) as error:
        progress.end()
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        progress.end()
        print("Stopped. What is graded is kept; the same command goes on.", file=sys.stderr)
        return 130
    progress.end()
    table = config.ExportPlugin.to if "to" in config.ExportPlugin else book.root / "grades.csv"
    book.export(table)
    print(*class_report.summary(told.lesson, results, strays, sandboxes.Sandbox("") if not sandbox.closed else sandbox), sep="\n")
    print(f"Feedback: {book.feedback_folder}\nGrades: {table}\nReport: {book.work / 'report.txt'}\nLogs: {book.work / 'logs'}")
    return 1 if any(one.status == FAILED for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
