"""A course of one exercise in a folder, to grade honest and hostile work in: 5 points, 3 of them with hidden tests."""

import json
from pathlib import Path

import nbformat
from traitlets.config import Config

LESSON = "01_tiny"
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x + 2\n"
HIDDEN = "a hidden word: ocelot"

CELLS = [
    ("markdown", "intro", "# Double", {}),
    ("code", "setup", "import math", {}),
    ("code", "double", "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION\n",
     {"solution": True}),
    ("code", "double-try", "double(21)", {}),
    ("code", "double-test", 'assert double(1) == 2, "double(1) is 2"', {"grade": True, "locked": True, "points": 2}),
    ("code", "double-more", f'''from coursekit import grading

assert double(2) == 4, "double(2) is 4"
### BEGIN HIDDEN TESTS
# {HIDDEN}
marks = grading.Marks(3)
rng_hidden = grading.generator("double")


def seven():
    return grading.check_value(double(7), 14, what="double(7)")


marks.check(1, lambda: double(0) == 0 and rng_hidden.random() < 1, "nothing doubled is nothing")
marks.check(2, seven)
marks.total()
### END HIDDEN TESTS''', {"grade": True, "locked": True, "points": 3}),
    ("markdown", "why", "YOUR WORDS", {"grade": True, "solution": True, "points": 1}),
]


def make(folder):
    """Make the course; give nbgrader's settings for it."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    for kind, name, source, about in CELLS:
        cell = getattr(nbformat.v4, f"new_{kind}_cell")(source, id=name)
        if about:
            cell.metadata.nbgrader = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3,
                                      "grade_id": name, **about}
        notebook.cells.append(cell)
    place = Path(folder, "source", LESSON)
    place.mkdir(parents=True)
    nbformat.write(notebook, place / f"{LESSON}.ipynb")
    (place / "table.csv").write_text("a,b\n1,2\n")
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.course_id = "tiny"
    config.CourseDirectory.db_url = f"sqlite:///{Path(folder, 'gradebook.db').as_posix()}"
    config.ExportPlugin.to = str(Path(folder, "grades.csv"))
    return config


def handed_out():
    """The notebook that students get."""
    import re

    notebook = nbformat.v4.new_notebook()
    for kind, name, source, about in CELLS:
        source = re.sub(r"\n?### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", "", source, flags=re.DOTALL)
        if kind == "markdown" and about:
            source = "YOUR ANSWER HERE"
        source = re.sub(r"### BEGIN SOLUTION.*### END SOLUTION", "# YOUR CODE HERE\n    raise NotImplementedError()", source, flags=re.DOTALL)
        cell = getattr(nbformat.v4, f"new_{kind}_cell")(source, id=name)
        if about:
            cell.metadata.nbgrader = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3,
                                      "grade_id": name, **about}
        notebook.cells.append(cell)
    return notebook


def solved(code=RIGHT, **more):
    """The notebook with code in the place of the answer, and cells replaced or (None) deleted by name."""
    notebook = handed_out()
    changes = {"double": code, **{name.replace("_", "-"): source for name, source in more.items()}}
    for cell in notebook.cells:
        if changes.get(cell.id, "") not in ("", None):
            cell.source = changes[cell.id]
    notebook.cells = [cell for cell in notebook.cells if changes.get(cell.id, "") is not None]
    return notebook


def hand_in(folder, student, work, **files):
    """Put a notebook (or bytes, or text) and other files where nbgrader looks for them."""
    place = Path(folder, "submitted", student, LESSON)
    place.mkdir(parents=True, exist_ok=True)
    if isinstance(work, (bytes, str)):
        work = work if isinstance(work, bytes) else work.encode()
    elif work is not None:
        work = json.dumps(work).encode()
    for name, content in {f"{LESSON}.ipynb": work, **files}.items():
        if content is not None:
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
