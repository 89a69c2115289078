"""How long a class takes to grade: `classroom.grade` beside nbgrader's own batch, on the same submissions, in one run.

    python start.py test --co -q   (once, to set up)
    .venv/bin/python tests/benchmarks/bulk.py [submissions [lesson [workers]]]        (Windows: .venv\\Scripts\\python)

Submissions are answers of the bank, right and wrong ones, 8 by default (100 is a class). Each side starts from the same
gradebook, in which the lesson is released, and ends with scores, graded notebooks and feedback: nbgrader by `autograde`
and `generate_feedback` (one command each for the whole class), the other by one command, shut in where it can be. All
scores must agree. On 2 processors the second side should be at least 1.8 times as fast.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

import nbformat
import psutil
from answers import bank
from nbgrader.api import Gradebook
from nbgrader.utils import is_solution

from classroom.grade import processors
from classroom.run import sandbox

SETTINGS = """
c = get_config()
from nbconvert.preprocessors import ClearMetadataPreprocessor
c.CourseDirectory.root = {root!r}
c.CourseDirectory.course_id = "privacy"
c.CourseDirectory.db_url = {url!r}
c.ExportPlugin.to = {table!r}
"""


def course(folder, lesson):
    """Make a course of one lesson; give its gradebook's address."""
    place = folder / "source" / lesson
    place.mkdir(parents=True)
    for path in (ROOT / "notebooks" / "exercises" / lesson).iterdir():
        if path.is_file():
            shutil.copy(path, place)
    url = f"sqlite:///{(folder / 'gradebook.db').as_posix()}"
    settings = SETTINGS.format(root=str(folder), url=url, table=str(folder / "grades.csv"))
    (folder / "nbgrader_config.py").write_text(settings, encoding="utf-8")
    return url


def submit(folder, lesson, count):
    released = nbformat.read(folder / "release" / lesson / f"{lesson}.ipynb", as_version=4)
    source = nbformat.read(ROOT / "notebooks" / "exercises" / lesson / f"{lesson}.ipynb", as_version=4)
    solution = {cell.id: cell.source for cell in source.cells if is_solution(cell) and cell.cell_type == "code"}
    answers = bank.lesson(lesson)
    for k in range(count):
        notebook = nbformat.from_dict(released)
        for cell in notebook.cells:
            if cell.id in solution:
                found = answers.get(cell.id)
                cell.source = found[k % len(found)].code if found and k else solution[cell.id]
        place = folder / "submitted" / f"s{k:03}" / lesson
        place.mkdir(parents=True)
        nbformat.write(notebook, place / f"{lesson}.ipynb")


def scores(url, lesson):
    with Gradebook(url) as book:
        return {one.student.id: {grade.name: grade.auto_score for grade in one.notebooks[0].grades}
                for one in book.assignment_submissions(lesson)}


def command(folder, *words, environment):
    """Run a Python program; give its seconds, the most memory (MB) of it and its children at any look, and what it printed."""
    began, most = time.perf_counter(), 0
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        child = subprocess.Popen([sys.executable, *words], cwd=folder, env=environment, stdout=printed, stderr=subprocess.STDOUT)
        while child.poll() is None:
            most = max(most, memory(child.pid))
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(.25)
        seconds = time.perf_counter() - began
        printed.seek(0)
        text = printed.read()
    if child.returncode:
        sys.exit(f"{words}: exit code {child.returncode}\n{text[-5000:]}")
    return seconds, most, text


def memory(pid):
    """Give the MB that a process and its children hold; pages that they share count for each."""
    total = 0
    with contextlib.suppress(psutil.Error):
        for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                total += process.memory_info().rss
    return total / 2**20


def main(count=8, lesson="02_randomized_response", workers=None):
    count, workers = int(count), int(workers or processors())
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", "JUPYTER_PLATFORM_DIRS": "1", "PYTHONUTF8": "1",
                   "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"],
                   "MPLCONFIGDIR": str(ROOT / "build" / "matplotlib")}
    with tempfile.TemporaryDirectory(prefix="bulk-") as scratch:
        scratch = Path(scratch).resolve()
        one, two = scratch / "nbgrader", scratch / "bulk"
        urls = [course(one, lesson), course(two, lesson)]
        command(one, "-m", "nbgrader", "generate_assignment", lesson, environment=environment)
        shutil.copy(one / "gradebook.db", two / "gradebook.db")
        shutil.copytree(one / "release", two / "release")
        for folder in (one, two):
            submit(folder, lesson, count)
        shut_in = sandbox.find()
        print(f"{count} submissions of {lesson}, {workers} at a time, "
              f"{'shut in' if shut_in.closed else 'NOT shut in: ' + shut_in.reason}", flush=True)
        ours, held, printed = command(two, "-m", "classroom.grade", lesson, "--config", str(two / "nbgrader_config.py"),
                                      "--workers", str(workers), environment=environment)
        print(f"bulk: {ours:.1f} s, {ours / count:.2f} s each, {held:.0f} MB at most", flush=True)
        graded, one_held, _ = command(one, "-m", "nbgrader", "autograde", lesson, environment=environment)
        feedback, more_held, _ = command(one, "-m", "nbgrader", "generate_feedback", lesson, environment=environment)
        print(f"nbgrader: autograde {graded:.1f} s, feedback {feedback:.1f} s, {(graded + feedback) / count:.2f} s each, "
              f"{max(one_held, more_held):.0f} MB at most")
        print(f"{(graded + feedback) / ours:.2f} times as fast (against autograde alone: {graded / ours:.2f})")
        theirs, mine = scores(urls[0], lesson), scores(urls[1], lesson)
        different = [(student, name, theirs[student][name], mine.get(student, {}).get(name)) for student in theirs
                     for name in theirs[student] if theirs[student][name] != mine.get(student, {}).get(name)]
        print(f"scores that differ: {len(different)} of {sum(map(len, theirs.values()))}", *different[:20])
        print(*[line for line in printed.splitlines() if line.startswith(("LOOK", "NOT"))], sep="\n")
        return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
