"""An exercise with its solutions, for students after the deadline: a notebook that has run, without hidden tests.

    python start.py solutions 03_sanitizers
"""

import argparse
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearOutput

from classroom import channels
from classroom.book.lesson import exercises
from classroom.handout.files import course_files
from classroom.lessons import lesson_named

__all__ = ["main", "write"]

ROOT = Path(__file__).resolve().parents[1]
MARKERS = re.compile(r"^[ \t]*### (BEGIN|END) SOLUTION[ \t]*\n?", re.MULTILINE)


def write(source, folder):
    """Write the notebook of an exercise's folder with its solutions, and the files that it needs; give its path.

    It is nobody's submission: it has no grades, and its cells may be changed.
    """
    files, folder = course_files(source), folder / source.name
    notebook = nbformat.reads(files.pop(f"{source.name}.ipynb").decode(), as_version=4)
    for step in (ClearOutput, ClearMarkScheme, ClearHiddenTests):
        notebook, _ = step().preprocess(notebook, {})
    for cell in notebook.cells:
        cell.source = MARKERS.sub("", cell.source).rstrip()
        cell.metadata.pop("nbgrader", None)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with channels.apart() as settings:
        NotebookClient(notebook, timeout=300, config=settings, resources={"metadata": {"path": str(folder)}}).execute()
    path = folder / f"{source.name}_solutions.ipynb"
    nbformat.write(notebook, path)
    return path


def main(arguments=None, root=ROOT):
    """Write the solutions of one exercise, and say where they are."""
    parser = argparse.ArgumentParser(prog="python start.py solutions", description="Write an exercise's solutions.")
    parser.add_argument("lesson", help="the exercise: its number or its name, e.g. 3 or 03_sanitizers")
    told = parser.parse_args(arguments)
    source = root / "notebooks" / "exercises"
    try:
        path = write(source / lesson_named(told.lesson, exercises(source)), root / "build" / "nbgrader" / "solution")
    except (OSError, ValueError, CellExecutionError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"To give to students after the deadline: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
