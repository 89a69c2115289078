"""Grade a class in one go: every student in a process of its own, several at a time, none of them in another's way.

    python start.py grade 02_randomized_response      what lies in build/nbgrader/submitted; or, shorter, grade 2
    python start.py grade 2 moodle.zip                a zip file or folder, sorted first

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

from classroom import marking, report
from classroom.book import class_report
from classroom.book.gradebook import Book, load_config
from classroom.collect import submissions
from classroom.judge.probes import relied_on
from classroom.run import sandbox as sandboxes

__all__ = ["grade", "main", "processors"]

ROOT = Path(__file__).resolve().parents[1]


def processors():
    """Give the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def grade(book, limits, *, source=None, workers=None, force=False, sandbox=None, tell=None, fonts=None, only=None):
    """Grade what a class handed in for a lesson.

    Parameters
    ----------
    book : classroom.book.gradebook.Book
        The lesson in nbgrader's hands.
    limits : classroom.run.sandbox.Limits
        What each student may use.
    source : pathlib.Path, optional
        Folder or zip file to collect from first (see `classroom.collect.submissions.read`).
    workers : int, optional
        Students at a time, >= 1; by default one a processor.
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
    results : list of classroom.report.Result
        By student.
    strays : list of classroom.collect.zips.Stray
        What belongs to nobody.
    """
    workers = processors() if workers is None else workers
    if workers < 1:
        raise ValueError(f"workers must be >= 1, got {workers}")
    sandbox, lesson = sandbox or sandboxes.find(), book.lesson
    book.open()
    here, strays = _class_of(book, source)
    absent = [report.Result(one.student, report.ABSENT, notes=one.notes) for one in here if one.absent and not only]
    here = [one for one in here if not one.absent]
    if unknown := set(only or ()) - {one.student for one in here}:
        there = ", ".join(one.student for one in here[:10]) or "none"
        raise ValueError(f"{', '.join(sorted(unknown))} handed in nothing for {lesson} (students: {there}"
                         f"{' ...' * (len(here) > 10)})")
    if book.outdated:
        told = ("changed since the lesson was released; the tests of that time were run. For the new ones: python "
                f"start.py nbgrader generate_assignment {lesson} --force, then grade with --force")
        strays.insert(0, submissions.Stray(", ".join(book.outdated), told))
    tasks = [marking.Task(book, one, sandbox) for one in here if not only or one.student in only]
    results = {task.student: before for task in tasks if not force and (before := task.earlier())}
    left = [task for task in tasks if task.student not in results]
    used = relied_on(cell.full for cell in book.cells if cell.kind == "code")
    _Class(left, workers, len(results), tell or (lambda *_: None)).grade(used, limits=limits, fonts=fonts)
    done = [results.get(task.student, task.result) for task in tasks]
    ordered = sorted([*absent, *done], key=lambda one: one.student)
    report.write(book.work, lesson, ordered, strays, sandbox)
    failed = {one.student for one in ordered if one.status in (report.FAILED, report.ABSENT)}
    book.pack_feedback({one.student: one.origin for one in here if one.student not in failed})
    runs = [task.run for task in tasks if task.run]
    if runs and not any(run.started for run in runs):  # no fault of what was handed in
        raise OSError(f"nobody's work could be run: {runs[0].ended}")
    if not only:
        class_report.write(book, ordered, {one.student: one.origin for one in here})
    return ordered, strays


def _class_of(book, source):
    """Give all submissions, by student, and what is nobody's; collected from `source` first if it is given."""
    collected, strays = {}, []
    if source is not None and Path(source).resolve() != book.submitted.resolve():
        found, strays = submissions.collect(Path(source), book.lesson, book.submitted)
        collected = {one.student: one for one in found}
        book.remember_origins({one.student: one.origin for one in found})
    here, more = submissions.read(book.submitted, book.lesson, True) if book.submitted.is_dir() else ([], [])
    origins = book.origins()
    for one in here:
        before = collected.pop(one.student, None)
        if before and not before.absent:
            one.notes, one.absent = [*before.notes, *(one.notes if not one.absent else [])], False
        one.origin = origins.get(one.student, one.origin)
    here = [*(one for one in here if one.files or one.notes), *collected.values()]
    known = {one.student for one in here}
    folders = {submissions.student_id(path.name) for path in book.submitted.glob("*/")} - known - {""}
    here += [submissions.Submission(name, notes=["There is no file."], absent=True) for name in folders]
    return sorted(here, key=lambda one: one.student), strays + [one for one in more if one.why != submissions.NAMELESS]


class _Class:
    """A class while it is graded: some students' processes at a time, and one writer of the gradebook."""

    def __init__(self, tasks, workers, done, tell):
        self.waiting, self.workers, self.running, self.tell = tasks, workers, {}, tell
        self.done, self.total = done, done + len(tasks)

    def grade(self, relied_on, **how):
        """Grade everybody."""
        slots, stop = queue.Queue(), threading.Event()
        for slot in range(self.workers):
            slots.put(slot)
        self._tell()
        pool = ThreadPoolExecutor(self.workers)
        try:
            while self.waiting or self.running:
                # One more than can run, so that a worker never waits for the gradebook.
                while self.waiting and len(self.running) <= self.workers:
                    task = self.waiting.pop(0)
                    task.begin()
                    with task.trying("The notebook could not be made ready"), marking.time_limit(marking.MOST_SECONDS):
                        task.prepare(relied_on)
                    if task.plan:
                        self.running[pool.submit(task.work, slots, stop=stop, **how)] = task
                    else:
                        self._close(task)
                ended, _ = wait(self.running, timeout=.5, return_when=FIRST_COMPLETED)
                for future in ended:
                    task = self.running.pop(future)
                    with task.trying("This could not be graded"):
                        future.result()
                        task.finish()
                    self._close(task)
                if not ended:
                    self._tell()
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            for task in self.running.values():
                task.end_log()

    def _tell(self, result=None):
        self.tell(result, self.done, self.total, [task.student for task in self.running.values()])

    def _close(self, task):
        self.done += 1
        task.close()
        self._tell(task.result)


def main(arguments=None):
    """Grade from the command line; the exit code is 0 when the class was graded, whatever one submission held."""
    parser = argparse.ArgumentParser(prog="python start.py grade", description="Grade what a class handed in.")
    say = parser.add_argument
    say("lesson", help="the exercise: its number or its name, e.g. 2 or 02_randomized_response")
    say("source", nargs="?", type=Path, help="folder or zip file; by default build/nbgrader/submitted")
    say("--force", action="store_true", help="repeat what is done already")
    say("--workers", type=int, default=None, help="students at a time; by default one a processor")
    say("--student", action="append", help="grade this one only; may be repeated")
    say("--seconds", type=float, default=300.0, help="for one student, all cells together (300)")
    say("--memory", type=int, default=4096, help="MB for one student (4096)")
    say("--config", type=Path, default=ROOT / "notebooks" / "exercises" / "nbgrader_config.py",
        help="another nbgrader_config.py")
    say("--no-sandbox", action="store_true", help="run student code unprotected even where it could be shut in")
    told = parser.parse_args(arguments)
    # nbgrader starts `alembic` by its bare name
    os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)
    progress = report.Progress(sys.stdout)
    try:
        book = Book(told.lesson, load_config(told.config.resolve()))
        limits = sandboxes.Limits(cell=float(book.limit or 30), student=told.seconds, memory=told.memory * 2**20)
        sandbox = sandboxes.Sandbox(None, "it was turned off") if told.no_sandbox else sandboxes.find()
        for text in sandbox.unprotected():
            print("WARNING " + text, flush=True)
        results, strays = grade(book, limits, source=told.source, workers=told.workers, force=told.force, tell=progress,
                                sandbox=sandbox, fonts=os.environ.get("MPLCONFIGDIR"), only=told.student)
    except (ValueError, OSError) as error:
        progress.end()
        print(report.printable(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        progress.end()
        print("Stopped. What is graded is kept; the same command goes on.", file=sys.stderr)
        return 130
    progress.end()
    print(*report.summary(book.lesson, results, strays), sep="\n")
    print("Look and give marks by hand: python start.py teach, menu Nbgrader, Formgrader\n"
          f"Report: {book.work / 'report.txt'}\nThe class, exercise by exercise: {book.work / 'class.txt'}\n"
          f"Logs: {book.work / 'logs'}\n"
          f"To give back: {book.packed} (pages as in {book.feedback_folder})\nGrades: {book.export()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
