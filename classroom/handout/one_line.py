"""Steps of nbgrader: tests that students see become one line, and their source a file beside the notebook.

The source of a test lists the mistakes that it knows. What is graded is the whole cell, which the gradebook keeps.
"""

import io
import re
import textwrap
import zipfile

from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution

from coursekit.grading.visible import FILE

__all__ = ["FILE", "OneLine", "OneLineBack", "visible_tests"]

NUMBER = re.compile(r"^[\s>-]*\d*\s?")  # what a traceback puts before a line
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def _shorten(cell, lesson):
    """Leave of a test its first comment, which says what is tried, and the line that runs it; give what it was before.

    A cell that is no test, or that has nothing besides comments, stays as it is; of it, "" is given.
    """
    if cell.cell_type != "code" or not is_grade(cell) or is_solution(cell):
        return ""
    whole, lines = cell.source, cell.source.strip().split("\n")
    comment = [line for k, line in enumerate(lines) if all(one.startswith("#") for one in lines[:k + 1])]
    told = [f"# {part}" for line in comment for part in textwrap.wrap(line.lstrip("# "), 86)]
    if len(comment) == len(lines) or not whole.strip():
        return ""
    call = f'grading.run_test("{lesson}", "{cell.metadata.nbgrader.grade_id}")'
    cell.source = "\n".join([*told, "from coursekit import grading", "", call])
    return whole


class OneLine(NbGraderPreprocessor):
    """Shorten the tests of a notebook that holds no hidden ones any more, and put their source beside it."""

    def preprocess(self, nb, resources):
        """Shorten them in place."""
        packed, lesson = io.BytesIO(), resources["nbgrader"]["assignment"]
        with zipfile.ZipFile(packed, "w") as pack:
            for cell in nb.cells:
                if whole := _shorten(cell, lesson):  # without a time: the same source gives the same bytes
                    pack.writestr(zipfile.ZipInfo(cell.metadata.nbgrader.grade_id), whole)
        if pack.namelist():
            resources.setdefault("outputs", {})[FILE] = packed.getvalue()
        return nb, resources


class OneLineBack(NbGraderPreprocessor):
    """Show a test on a page that goes back as it was handed out, and none of its lines on the way to an error."""

    def preprocess(self, nb, resources):
        """Shorten the tests of a graded notebook that shows no hidden ones, in place."""
        for cell in nb.cells:
            whole = _shorten(cell, resources["nbgrader"]["assignment"])
            lines = {line.strip() for line in whole.split("\n") if len(line.strip()) > 7}
            for output in cell.get("outputs", []) if lines else []:
                if "traceback" in output:
                    output.traceback = [line for line in "\n".join(output.traceback).split("\n")
                                        if NUMBER.sub("", COLOUR.sub("", line)).strip() not in lines]
        return nb, resources


def visible_tests(files):
    """Give the source of each test that was shortened, by the name of its cell, from the files of a release."""
    if not files.get(FILE):
        return {}
    with zipfile.ZipFile(io.BytesIO(files[FILE])) as pack:
        return {name: pack.read(name).decode() for name in pack.namelist()}
