"""A second opinion on a submission, formed outside the student's process: what a person should look at, and why.

Checks that run beside a student's code can be switched off by it, so full marks alone prove nothing. Here the cells
that were handed in are compared with those that were handed out, and outputs of tests with what such tests can print;
`classroom.judge.signs` reads the code, and `classroom.judge.probes` asks the student's process itself. A flag is a
reason to look, not a verdict: there may be marks that nobody earned. What costs or gains nothing is a note.
"""

import ast
import re

from classroom.collect.repair import even
from classroom.judge.signs import parsed, signs

__all__ = ["changed_cells", "read_outputs", "suspicious_code"]

LOST = re.compile(r"^Lost (\d+(?:\.\d+)?) points?: ", re.MULTILINE)


def changed_cells(handed_out, handed_in):
    """Compare a submitted notebook's cells with those that were handed out, and say what was done about it.

    Parameters
    ----------
    handed_out : list of classroom.book.gradebook.Cell
    handed_in : list of (str or None, str, str)
        Name, kind and source of every submitted cell; None where a cell is the student's own.

    Returns
    -------
    list of str
        One sentence for every change. None gains marks: the original is what is graded.

    Examples
    --------
    >>> from classroom.book.gradebook import Cell
    >>> test = Cell("f-test", "code", "f()", locked=True, graded=True)
    >>> out = [Cell("f", "code", "def f(): ...", solution=True), test]
    >>> changed_cells(out, [("f", "code", "def f(): return 1"), ("f-test", "code", "assert True")])
    ['The test cell f-test was edited; what was handed out was graded.']
    """
    changes = {}
    for cell in (one for one in handed_out if one.locked or one.graded or one.solution):
        copies = [(kind, even(source)) for name, kind, source in handed_in if name == cell.name]
        if not copies:
            change = "deleted and put back" if cell.locked or cell.graded else "deleted"
        elif any(kind != cell.kind for kind, _ in copies):
            change = "turned into another kind of cell and turned back"
        elif cell.locked and any(source not in (even(cell.source), even(cell.shown or cell.source))
                                 for _, source in copies):
            change = "edited; what was handed out was graded"
        elif len(copies) > 1:
            change = f"handed in {len(copies)} times; the last one was graded"
        else:
            continue
        what = "test cell" if cell.graded and not cell.solution else "cell"
        changes.setdefault((what, change), []).append(cell.name)
    return [f"The {what} {names[0]} was {change}." if len(names) == 1 else
            f"{len(names)} {what}s were {change}: {', '.join(names[:6])}{', ...' * (len(names) > 6)}."
            for (what, change), names in changes.items()]


def suspicious_code(handed_out, handed_in):
    """Read the student's cells for signs of a cheat.

    Takes what `changed_cells` takes; gives one sentence for everything a person should look at.

    Examples
    --------
    >>> from classroom.book.gradebook import Cell
    >>> out = [Cell("f", "code", "def f(): ...", solution=True)]
    >>> suspicious_code(out, [("f", "code", "def f(): return 1"), (None, "code", "import gc")])
    ['Cell number 2 imports gc.']
    """
    known, flags = {cell.name: cell for cell in handed_out}, []
    for place, (name, kind, source) in enumerate(handed_in, 1):
        original = known[name].source if name in known else ""
        if kind == "code" and not (name in known and known[name].locked) and even(source) != even(original):
            flags += [f"Cell {name or f'number {place}'} {sign}." for sign in signs(source, original)]
    return list(dict.fromkeys(flags))


def read_outputs(cell, outputs):
    """Compare the outputs of a graded code cell with what such a test can give.

    nbgrader gives full marks to a cell that says nothing, or something that is no number from 0 to its points.

    Parameters
    ----------
    cell : classroom.book.gradebook.Cell
    outputs : list of dict
        As in a notebook.

    Returns
    -------
    flag : str
        One sentence; "" if nothing is strange.
    void : bool
        Whether the cell must not earn points: its value is one that such a test does not give.

    Examples
    --------
    >>> from classroom.book.gradebook import Cell
    >>> test = Cell("f-test", "code", "", "marks.total()", graded=True, points=2)
    >>> read_outputs(test, [])
    ('The test cell f-test ended without the value that it ends with; it earns nothing.', True)
    """
    body, nothing = parsed(cell.full).body, "it earns nothing"
    ends_with_value = bool(body) and isinstance(body[-1], ast.Expr) and not isinstance(body[-1].value, ast.Constant)
    ends_with_marks = ends_with_value and ast.unparse(body[-1]) == "marks.total()"
    results = [str(o["data"].get("text/plain", "")) for o in outputs if o["output_type"] == "execute_result"]
    flag, void = "", True
    try:
        value = float(results[0])
    except (IndexError, ValueError):
        value = None
    if any(o["output_type"] == "error" for o in outputs):
        void = False
    elif not results:
        flag, void = f"ended without the value that it ends with; {nothing}" * ends_with_marks, ends_with_marks
    elif not ends_with_value:
        flag = f"gave a value ({results[0][:60]}), and it has none to give; {nothing}"
    elif value is None:
        flag = f"gave {results[0][:60]!r}, which is no number; "
        flag, void = flag + (nothing if ends_with_marks else "nbgrader takes that for full marks"), ends_with_marks
    elif not 0 <= value <= cell.points:
        flag = f"gave {results[0][:60]}, which is not from 0 to {cell.points:g}; {nothing}"
    elif len(results) > 1:
        flag = f"gave {len(results)} values instead of one; {nothing}"
    else:
        said, void = "".join(o.get("text", "") for o in outputs if o["output_type"] == "stream"), False
        lost = sum(map(float, LOST.findall(said)))
        if ends_with_marks and "Output truncated" not in said and abs(cell.points - lost - value) > 1e-6:
            flag = f"gave {value:g} of {cell.points:g} points and told of {lost:g} lost ones"
    return f"The test cell {cell.name} {flag}." * bool(flag), void
