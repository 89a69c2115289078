"""Grade a class in one go: every student in a process of its own, several at a time, none of them in another's way.

    python start.py grade 02_randomized_response                 what lies in build/nbgrader/submitted
    python start.py grade 02_randomized_response moodle.zip      a zip file or folder, sorted first

A second run goes on where the first one ended, and takes up what was handed in anew; ``--force`` repeats all. Scores go
to nbgrader's gradebook, feedback and CSV; what a person should look at, to the report; the pages for students, to
``feedback.zip``, under the names that their work came under.
"""

import argparse
import os
import queue
import sys
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

from classroom import marking, report as class_report
from classroom.collect import submissions
from classroom.run import sandbox as sandboxes
from classroom.report import FAILED, Result
from classroom.patience import within

__all__ = ["grade", "main", "processors"]

ROOT = Path(__file__).resolve().parents[1]


def processors():
    """Give the number of processors this process may use.

    Examples
    --------
    >>> processors() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def grade(lesson, *, config, source=None, workers=None, limits=None, force=False, sandbox=None, tell=None, fonts=None,
          only=None):
    """Grade what a class handed in for a lesson.

    Parameters
    ----------
    lesson : str
        The assignment, e.g. ``02_randomized_response``.
    config : traitlets.config.Config
        nbgrader's settings for the course: see `classroom.book.gradebook.load_config`.
    source : pathlib.Path, optional
        Folder or zip file to collect from first (see `classroom.collect.submissions.read`); by default nbgrader's ``submitted``.
    workers : int, optional
        Students at a time, >= 1; by default one a processor.
    limits : classroom.run.sandbox.Limits, optional
        The seconds of a cell are nbgrader's ``Execute.timeout`` unless given here.
    force : bool
        Repeat what is done already.
    sandbox : classroom.run.sandbox.Sandbox, optional
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
        If there is no such lesson or student, `workers` is below 1, or `source` is neither a folder nor a zip file.
    """
    from classroom.book.gradebook import Book
    from classroom.judge.reliance import relied_on

    workers = processors() if workers is None else workers
    if not isinstance(workers, int) or isinstance(workers, bool):
        raise TypeError(f"workers must be a whole number, got {workers!r}")
    if workers < 1:
        raise ValueError(f"workers must be >= 1, got {workers}")
    book, sandbox = Book(lesson, config), sandbox or sandboxes.find()
    book.open()
    strays = []
    if book.outdated:
        strays.append(f"{', '.join(book.outdated)}: changed since the lesson was released; the tests of that time were run. For the "
                      f"new ones: python start.py nbgrader generate_assignment {lesson} --force, then grade with --force")
    here = _class_of(book, source, strays)
    if unknown := set(only or ()) - {one.student for one in here}:
        raise ValueError(f"{', '.join(sorted(unknown))} handed in nothing for {lesson} (students: "
                         f"{', '.join(one.student for one in here[:10]) or 'none'}{' ...' if len(here) > 10 else ''})")
    results, waiting = {}, []
    for one in here:
        if only and one.student not in only:
            continue
        result = Result(one.student, notes=list(one.notes), digest=marking.digest(book, one, sandbox))
        before = None if force else marking.earlier(book, one.student)
        if before and before.status != FAILED and before.digest == result.digest:
            results[one.student] = marking.refresh(before, book)
        else:
            waiting.append(marking.Task(one, result))
    desk = _Desk(book, workers, len(results), tell or (lambda *_: None))
    how = {"sandbox": sandbox, "limits": limits or sandboxes.Limits(cell=float(book.limit or 30)), "fonts": fonts}
    results |= desk.work_off(waiting, relied_on(cell.full for cell in book.cells if cell.kind == "code"), how)
    ordered = [results[student] for student in sorted(results)]
    class_report.write(book.work, lesson, ordered, strays, sandbox)
    failed = {one.student for one in ordered if one.status == FAILED}
    book.pack_feedback({one.student: one.origin for one in here if one.student not in failed}, book.work / "feedback.zip")
    return ordered, strays


def _class_of(book, source, strays):
    """Give all submissions, collected from `source` first if it is given; add to `strays`."""
    collected = {}
    if source is not None and Path(source).resolve() != book.submitted.resolve():
        found, left_over = submissions.collect(Path(source), book.lesson, book.submitted)
        strays += left_over
        collected = {one.student: one for one in found}
        book.remember_origins({one.student: one.origin for one in found})
    here, more = submissions.read(book.submitted, book.lesson) if book.submitted.is_dir() else ([], [])
    strays += [text for text in more if "its name does not tell" not in text]
    origins = book.origins()
    for one in here:
        one.notes = [*(collected[one.student].notes if one.student in collected else []), *one.notes]
        one.origin = origins.get(one.student, one.origin)
    there = {one.student for one in here}
    return sorted([*(one for one in here if one.files or one.notes), *(one for name, one in collected.items() if name not in there)],
                  key=lambda one: one.student)


class _Desk:
    """Where a class is worked off: some students' processes at a time, and one writer of the gradebook."""

    def __init__(self, book, workers, done, tell):
        self.book, self.workers, self.done, self.heard = book, workers, done, tell
        self.total, self.running, self.results = done, {}, {}

    def work_off(self, waiting, relied_on, how):
        """Grade tasks; give the results by student."""
        self.total += len(waiting)
        slots, stop = queue.Queue(), threading.Event()
        for slot in range(self.workers):
            slots.put(slot)
        self._tell()
        pool = ThreadPoolExecutor(self.workers)
        try:
            while waiting or self.running:
                # One more than can run, so that a worker never waits for the gradebook.
                while waiting and len(self.running) <= self.workers:
                    task = waiting.pop(0)
                    if self._ready(task, relied_on):
                        self.running[pool.submit(marking.run, task, self.book, slots, stop=stop, **how)] = task
                    else:
                        self._close(task)
                ended, _ = wait(self.running, timeout=.5, return_when=FIRST_COMPLETED)
                for future in ended:
                    self._finish(future, self.running.pop(future))
                if not ended:
                    self._tell()
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            for task in self.running.values():
                marking.hang_up(task)
        return self.results

    def _tell(self, result=None):
        self.heard(result, self.done, self.total, [task.student for task in self.running.values()])

    def _ready(self, task, relied_on):
        self.book.log = marking.begin(task, self.book.work / "logs")
        try:
            with within(marking.PATIENCE):
                return marking.prepare(task, self.book, relied_on)
        except Exception as error:
            marking.trouble(task, "The notebook could not be made ready", error)
            return False

    def _finish(self, future, task):
        self.book.log = task.log
        try:
            future.result()
            marking.finish(task, self.book)
        except Exception as error:
            marking.trouble(task, "This could not be graded", error)
        self._close(task)

    def _close(self, task):
        self.done += 1
        marking.close(task, self.book)
        self.results[task.student] = task.result
        self._tell(task.result)


def _arguments(arguments):
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
    return parser.parse_args(arguments)


def main(arguments=None):
    """Grade from the command line; the exit code is 1 if a submission could not be graded."""
    told = _arguments(arguments)
    from classroom.book.gradebook import Book, load_config

    # nbgrader starts `alembic` by its bare name
    os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)
    progress = class_report.Progress(sys.stdout)
    try:
        config = load_config(told.config.resolve())
        book = Book(told.lesson, config)
        limits = sandboxes.Limits(cell=float(book.limit or 30), student=told.seconds, memory=told.memory * 2**20)
        sandbox = sandboxes.Sandbox(None, "it was turned off") if told.no_sandbox else sandboxes.find()
        for text in sandbox.unprotected():
            print("WARNING " + text, flush=True)
        results, strays = grade(told.lesson, config=config, source=told.source, workers=told.workers, limits=limits, force=told.force,
                                sandbox=sandbox, tell=progress, fonts=os.environ.get("MPLCONFIGDIR"), only=told.student)
    except (ValueError, OSError) as error:
        progress.end()
        print(class_report.printable(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        progress.end()
        print("Stopped. What is graded is kept; the same command goes on.", file=sys.stderr)
        return 130
    progress.end()
    table = book.export()
    print(*class_report.summary(told.lesson, results, strays), sep="\n")
    print(f"Look and give marks by hand: python start.py teach, menu Nbgrader, Formgrader\nReport: {book.work / 'report.txt'}\n"
          f"Logs: {book.work / 'logs'}\nTo give back: {book.work / 'feedback.zip'} (pages as in {book.feedback_folder})\nGrades: {table}")
    return 1 if any(one.status == FAILED for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
