"""Check one's own work as it will be graded: all tests, the hidden ones too, and how far each exercise is.

    python start.py check 03_sanitizers

What was saved in ``course/`` goes the way of a submission: made orderly, run by the program that runs a class, shut in
where that can be had. Nothing is written, and of a test nothing is shown but what it says is to be mended. An
instructor switches it off by ``check = false`` in ``notebooks/class.toml``, which the student's copy carries, too.
"""

import argparse
import os
import queue
import shutil
import sys
import textwrap
import time
import tomllib
from pathlib import Path

from classroom.book.feedback import HideTests
from classroom.book.lesson import Lesson, exercises
from classroom.collect.submissions import Submission
from classroom.handout.files import course_files
from classroom.handout.student_version import load_config
from classroom.judge.probes import relied_on
from classroom.judge.verdicts import judge
from classroom.lessons import lesson_named
from classroom.marking import Task
from classroom.report import printable
from classroom.run import sandbox as sandboxes
from classroom.tally import BLANK, MEND, headline, tally

__all__ = ["check", "main", "table"]

ROOT = Path(__file__).resolve().parents[1]


def switched_off(folders):
    """Tell whether an instructor has switched this off, in the ``class.toml`` of one of some folders."""
    for path in (folder / "class.toml" for folder in folders):
        try:
            if tomllib.loads(path.read_text(encoding="utf-8")).get("check", True) is not True:
                return True
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            raise ValueError(f"The settings of the class in {path} cannot be read ({error}).") from error
    return False


def check(path, lesson, limits):
    """Run a notebook with all of a lesson's tests.

    Parameters
    ----------
    path : pathlib.Path
        What the student saved.
    lesson : classroom.book.lesson.Lesson
    limits : classroom.run.sandbox.Limits

    Returns
    -------
    exercises : list of classroom.tally.Exercise
    notes : list of str
        What happened besides, a sentence each.
    """
    lesson.open()
    task = Task(lesson, Submission("you", course_files(path.parent)), sandboxes.find())
    task.prepare(relied_on(cell.full for cell in lesson.cells if cell.kind == "code"))
    if not task.plan:
        raise ValueError(f"{path} cannot be checked. {' '.join(task.result.notes)}")
    slots = queue.Queue()
    slots.put(0)
    task.work(slots, limits=limits, fonts=os.environ.get("MPLCONFIGDIR"))
    if not task.run.started:
        raise ValueError(f"Your cells could not be run: {task.run.ended}.")
    outputs, _ = judge(task)  # whether a person should look at this is of no interest here
    for cell, made in zip(task.notebook.cells, outputs, strict=True):
        if cell.cell_type == "code":
            cell.outputs = made
    shown, _ = HideTests().preprocess(task.notebook, {})
    found = tally(shown.cells)
    # for a line that is as short as anybody's, and said as if a test had said it
    hidden = {line.strip() for cell in lesson.cells for line in {*cell.full.split("\n")} - {*cell.source.split("\n")}}
    for one in found:
        one.said = [printable(sentence) for sentence in one.said if sentence not in hidden]
    return found, [printable(note) for note in task.result.notes]


def table(found, width):
    """Give the lines of the tally, none longer than `width`: an exercise, its points, and what to mend."""
    lines = []
    for one in found:
        told = "written; a person reads it" if one.words and one.state != BLANK else one.state
        first, *more = one.said or [""]
        texts = [line for text in (f"{told}: {first}" if first else told, *more)
                 for line in textwrap.wrap(text, max(width - 25, 20))]
        points = f"{'-' if one.words else f'{one.earned:g}'} of {one.points:g}"
        lines += [f"Exercise {one.number:<3}{points:>9}   {texts[0]}", *(" " * 24 + text for text in texts[1:])]
    return lines


def go(asked, root=ROOT):
    """Check one exercise of the student's copy, and print the tally."""
    source = root / "notebooks" / "exercises"
    there = exercises(source)
    if not there:
        raise ValueError("The tests are not on this computer: only the Validate button can look at your work.")
    name = lesson_named(asked, there)
    if switched_off((root / "notebooks", root / "course")):
        raise ValueError("Your instructor has switched this off for your class. The Validate button runs the tests "
                         "that you see.")
    path = root / "course" / "exercises" / name / f"{name}.ipynb"
    if not path.is_file():
        raise ValueError(f"There is no {path}: say python start.py, and the exercise comes.")
    saved = time.strftime("%H:%M on %d %B", time.localtime(path.stat().st_mtime))
    print(f"Checking {name} as you saved it at {saved} ...", flush=True)
    config = source / "nbgrader_config.py"
    lesson = Lesson(source / name, load_config(config) if config.is_file() else None)
    found, notes = check(path, lesson, sandboxes.Limits())
    code = [one for one in found if not one.words]
    notes += ["If you have begun, save the notebook (Ctrl+S) and check again."] * all(
        one.state == BLANK for one in found)
    notes += ["An exercise is done when it has all its points."] * any(one.state == MEND for one in found)
    print("", headline(found), f"{sum(one.earned for one in code):g} of {sum(one.points for one in code):g} points "
          "for code.", "", *table(found, min(shutil.get_terminal_size().columns, 120)), "", *notes, sep="\n")


def main(arguments=None):
    """Check from the command line; the exit code is 0 when there is a tally, whatever it says."""
    parser = argparse.ArgumentParser(prog="python start.py check", description="Check your own work, as it is graded.")
    parser.add_argument("lesson", help="the exercise: its number or its name, e.g. 3 or 03_sanitizers")
    told = parser.parse_args(arguments)
    try:
        go(told.lesson)
    except (OSError, RuntimeError, ValueError) as error:
        print(printable(str(error)), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
