"""The test that a student sees, run by one line; what it compares and the mistakes that it knows are elsewhere."""

import ast
import inspect
import re
import sys
import traceback
import zipfile
from pathlib import Path
from types import FunctionType

FILE = "visible_tests.zip"  # beside the notebook: the source of each test, by the name of its cell


class _Quiet:
    """An error of which a notebook shows the sentence alone."""

    def _render_traceback_(self):
        return [str(self)]


class ToMend(_Quiet, AssertionError):
    """A visible test that does not hold."""


class NotBegun(_Quiet, NotImplementedError):
    """A visible test of what nobody has written yet."""


class NotRun(_Quiet, NameError):
    """A visible test of a function whose cell, as it is now, did not run."""


def run_test(lesson, name):
    """Run the visible test `name` of a lesson's exercises with the notebook's functions, to which it adds its example.

    It says so if the test holds. Raises ToMend, NotBegun, NotRun: With one sentence. Errors of the student's code come
    with the way to them.
    """
    beside, copy = Path(FILE), Path(__file__).parents[2] / "course" / "exercises" / lesson / FILE
    if not (beside.is_file() or copy.is_file()):
        raise FileNotFoundError(f"{FILE}, which belongs beside this notebook, is missing: fetch the exercise again")
    with zipfile.ZipFile(beside if beside.is_file() else copy) as tests:
        source = tests.read(name).decode()
    names = sys._getframe(1).f_globals
    if older := _left_from_before(source, names):
        raise NotRun(f"This would test {older} as it was before: its cell ended in an error when you ran it last. Mend "
                     "that error first, run the cell, then run this one.")
    try:
        exec(compile(source, f"<{name}>", "exec"), names)
    except NotImplementedError:
        told = "Not done yet: put your code in the place of raise NotImplementedError(), and run that cell."
        raise NotBegun(told) from None
    except NameError as error:
        asks = traceback.extract_tb(error.__traceback__)[-1].filename
        if asks != f"<{name}>":  # the student's own code
            raise
        told = "in the menu Run, choose Run All Above Selected Cell, then run this cell."
        raise NotRun(f"{error.name!r} is not there yet: {told}") from None
    except AssertionError as error:
        raise ToMend(f"{str(error) or 'A check fails.'}{_example(source)}") from None
    print("✓ Passed. This part is done; further checks run when your work is graded.")


def _left_from_before(source, names):
    """Name a function of a test that is not the one which its cell says now, because that cell did not run."""
    ran = names.get("In")  # the cells that were run, where a notebook keeps them
    cells = [cell for cell in ran if isinstance(cell, str)] if isinstance(ran, list) else []
    for name in {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}:
        made = names.get(name)
        if not isinstance(made, FunctionType) or made.__name__ != name:
            continue
        wrote = [cell for cell in cells if re.search(rf"^def {name}\(", cell, re.MULTILINE)]
        try:
            if wrote and inspect.getsource(made).strip() not in wrote[-1]:
                return name
        except (OSError, TypeError):  # it has no text
            continue
    return None


def _example(source):
    """Name what the test has made before it called the student's function, for whoever wants to look at it."""
    made = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.With):  # grading.quiet(), and in it the student's function
            break
        if isinstance(statement, ast.Assign):
            made += [target.id for target in statement.targets if isinstance(target, ast.Name)]
    return f"\nThe example that was tried: {', '.join(made)}. Show it in a cell of your own." if made else ""
