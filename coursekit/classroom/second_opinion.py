"""A second opinion on a submission, formed outside the student's process: what a person should look at, and why.

Checks that run beside a student's code can be switched off by it, so full marks alone prove nothing. Here the cells that
were handed in are compared with those that were handed out, and the outputs of tests with what such tests can print;
`coursekit.classroom.probes` asks the student's process itself. A flag is a reason to look, not a verdict.
"""

import ast
import builtins
import re
from dataclasses import dataclass

__all__ = ["Cell", "compare", "read_outputs", "signs"]

POWERS = {"ast", "atexit", "builtins", "code", "codecs", "ctypes", "dis", "gc", "http", "importlib", "inspect", "IPython",
          "ipykernel", "marshal", "multiprocessing", "nbformat", "nbgrader", "requests", "shutil", "signal", "site",
          "socket", "sqlite3", "subprocess", "threading", "traceback", "types", "urllib", "_thread"}
CALLS = {"__import__", "compile", "delattr", "eval", "exec", "get_ipython", "globals", "open", "setattr", "vars"}
PARTS = {"__bases__", "__builtins__", "__class__", "__code__", "__defaults__", "__dict__", "__globals__", "__subclasses__",
         "_exit", "environ", "f_back", "f_globals", "f_locals", "fork", "kill", "modules", "popen", "remove", "setprofile",
         "settrace", "system", "unlink", "displayhook", "excepthook", "breakpointhook", "meta_path", "getframe", "_getframe"}
TRUTHS = {"__eq__", "__bool__", "__float__", "__lt__", "__le__", "__gt__", "__ge__", "__array__", "__array_ufunc__",
          "__array_function__", "__format__", "__repr__"}
MARKS = re.compile(r"lost \d|full (marks|points|credit)|\d\s*(/|of|out of)\s*\d+(\.\d+)?\s*(points?|marks?)|"
                   r"\b(score|grade|marks?|points?)\s*[:=]\s*\d|all (hidden )?(tests|checks) passed|"
                   r"(ignore|disregard) (all |any )?(previous|prior|above)", re.IGNORECASE)
HARMLESS = re.compile(r"get_ipython\(\)\.run_(line|cell)_magic\('(matplotlib|time|timeit|config|precision|who|whos|pdef|pdoc)'")
LOST = re.compile(r"^Lost ([\d.]+) points?: ", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """A cell as it was handed out, with what nbgrader knows about it.

    Parameters
    ----------
    name : str
        Its ``grade_id``, or its id where it has none.
    kind : str
        "code" or "markdown".
    source : str
        As students get it, without hidden tests.
    full : str
        As it is graded.
    locked, graded, solution : bool
    points : float
    """

    name: str
    kind: str
    source: str
    full: str = ""
    locked: bool = False
    graded: bool = False
    solution: bool = False
    points: float = 0.0


def _even(text):
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def compare(handed_out, handed_in):
    """Compare a submitted notebook with the one that was handed out.

    Parameters
    ----------
    handed_out : list of Cell
    handed_in : list of (str or None, str, str)
        Name, kind and source of every submitted cell; None where a cell is the student's own.

    Returns
    -------
    list of str
        One sentence for everything a person should look at.

    Examples
    --------
    >>> out = [Cell("f", "code", "def f(): ...", solution=True), Cell("f-test", "code", "f()", locked=True, graded=True)]
    >>> compare(out, [("f", "code", "def f(): return 1"), ("f-test", "code", "assert True")])
    ['The test cell f-test was edited; the original was graded.']
    """
    known, found, flags = {cell.name: cell for cell in handed_out}, {}, []
    for name, kind, source in handed_in:
        if name in known:
            found.setdefault(name, []).append((kind, source))
    for cell in handed_out:
        if not (cell.locked or cell.graded or cell.solution):
            continue
        what = "test cell" if cell.graded and not cell.solution else "cell"
        copies = found.get(cell.name, [])
        if not copies:
            back = "; it was put back as it was handed out" if cell.locked or cell.graded else ""
            flags.append(f"The {what} {cell.name} was deleted{back}.")
        elif len(copies) > 1:
            flags.append(f"The {what} {cell.name} was handed in {len(copies)} times; the last one was graded.")
        if any(kind != cell.kind for kind, _ in copies):
            flags.append(f"The {what} {cell.name} was turned into another kind of cell; it was turned back.")
        elif cell.locked and any(_even(source) != _even(cell.source) for _, source in copies):
            flags.append(f"The {what} {cell.name} was edited; the original was graded.")
    tests = "\n".join(cell.full for cell in handed_out if cell.graded and cell.kind == "code")
    used = {node.id for node in ast.walk(_parse(tests) or ast.Module([], [])) if isinstance(node, ast.Name)}
    for place, (name, kind, source) in enumerate(handed_in, 1):
        original = known[name].source if name in known else ""
        if kind == "code" and not (name in known and known[name].locked) and _even(source) != _even(original):
            called = f"{name}" if name else f"number {place}"
            flags += [f"Cell {called} {sign}." for sign in signs(source, original, used)]
    return list(dict.fromkeys(flags))


def _parse(source):
    if len(source) > 200_000:
        return None
    try:
        if re.search(r"^\s*[%!?]|[?]\s*$|=\s*[%!]", source, re.MULTILINE):
            from IPython.core.inputtransformer2 import TransformerManager

            source = TransformerManager().transform_cell(source)
            source = "\n".join("" if HARMLESS.search(line) else line for line in source.splitlines())
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def signs(source, original="", used=()):
    """Say what code does that an answer to an exercise has no need of.

    Parameters
    ----------
    source : str
        The student's code.
    original : str
        What was handed out in its place; its own words are no signs.
    used : set of str
        Names that the tests use.

    Returns
    -------
    list of str
        Endings of a sentence that begins with the cell's name.

    Examples
    --------
    >>> signs("from coursekit import grading\\ngrading.check_value = lambda *a, **k: ''")
    ['changes grading.check_value, which belongs to a module']
    >>> signs("x = sorted([3, 1])")
    []
    """
    tree, before = _parse(source), _parse(original)
    if tree is None:
        return ["is too long, or could not be read, and does not run as it stands"] if len(source) > 200_000 else []
    try:
        found, handed_out = _walk(tree, used), _walk(before, used) if before else []
    except RecursionError:
        return ["is nested too deeply to be read"]
    return [sign for sign in dict.fromkeys(found) if sign not in handed_out]


def _walk(tree, used):
    modules, found = {"grading", "np", "pd", "plt", "marks", "sys", "os"}, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            found += [f"imports {alias.name}" for alias in node.names if alias.name.split(".")[0] in POWERS]
        elif isinstance(node, ast.ImportFrom):
            modules |= {alias.asname or alias.name for alias in node.names}
            if (node.module or "").split(".")[0] in POWERS:
                found.append(f"imports {node.module}")
            if (node.module or "").startswith("coursekit.grading"):
                found.append("imports the graders' own checks")
            found += [f"uses {alias.name}" for alias in node.names if alias.name in PARTS | CALLS]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            root = node
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(node.ctx, (ast.Store, ast.Del)) and isinstance(root, ast.Name) and root.id in modules:
                found.append(f"changes {ast.unparse(node)}, which belongs to a module")
            elif node.attr in PARTS:
                found.append(f"uses {node.attr}")
        elif isinstance(node, ast.Name) and node.id in CALLS | PARTS:
            found.append(f"uses {node.id}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MARKS.search(node.value):
            found.append(f"holds words that only graders print ({MARKS.search(node.value)[0]!r})")
        elif isinstance(node, ast.ClassDef):
            found += [f"teaches the class {node.name} its own {part.name}" for part in node.body
                      if isinstance(part, ast.FunctionDef) and part.name in TRUTHS]
        elif isinstance(node, ast.Constant) and isinstance(node.value, bytes) and len(node.value) > 500:
            found.append("holds a long piece of bytes")
    for node in tree.body:
        names = [node.name] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else [
            name.id for target in getattr(node, "targets", [getattr(node, "target", None)]) if target is not None
            for name in ast.walk(target) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]
        found += [f"gives {name} another meaning, which the tests use" for name in names
                  if name in used and (hasattr(builtins, name) or name in ("np", "pd", "grading"))]
    return found


def read_outputs(cell, outputs):
    """Compare the outputs of a graded code cell with what such a test can give.

    nbgrader gives full marks to a cell that says nothing, or something that is no number from 0 to its points.

    Parameters
    ----------
    cell : Cell
    outputs : list of dict
        As in a notebook.

    Returns
    -------
    flag : str
        One sentence; "" if nothing is strange.
    void : bool
        Whether the cell must not earn points: its value is a number that no test gives.

    Examples
    --------
    >>> test = Cell("f-test", "code", "", "marks.total()", graded=True, points=2)
    >>> read_outputs(test, [])
    ('The test cell f-test ended without the value that it ends with.', False)
    """
    tree = _parse(cell.full)
    ends_with_value = bool(tree and tree.body and isinstance(tree.body[-1], ast.Expr)
                           and not isinstance(tree.body[-1].value, ast.Constant))
    ends_with_marks = cell.full.rstrip().splitlines()[-1:] and re.search(
        r"marks\.total\(\)\s*(\n### END HIDDEN TESTS\s*)?$", cell.full.rstrip())
    if any(o["output_type"] == "error" or o.get("name") == "stderr" for o in outputs):
        return "", False
    results = [o for o in outputs if o["output_type"] == "execute_result"]
    if not results:
        missing = f"The test cell {cell.name} ended without the value that it ends with."
        return (missing, False) if ends_with_marks else ("", False)
    text = str(results[0]["data"].get("text/plain", ""))
    if not ends_with_value:
        return f"The test cell {cell.name} gave a value ({text[:60]}), and it has none to give.", True
    try:
        value = float(text)
    except ValueError:
        return f"The test cell {cell.name} gave {text[:60]!r}, which is no number; nbgrader takes that for full marks.", False
    if not 0 <= value <= cell.points:
        return f"The test cell {cell.name} gave {text[:60]}, which is not from 0 to {cell.points:g}; it earns nothing.", True
    if len(results) > 1:
        return f"The test cell {cell.name} gave {len(results)} values.", False
    said = "".join(o.get("text", "") for o in outputs if o["output_type"] == "stream")
    lost = sum(float(number) for number in LOST.findall(said) if number.count(".") <= 1 and number != ".")
    if ends_with_marks and "Output truncated" not in said and abs(cell.points - lost - value) > 1e-6:
        return f"The test cell {cell.name} gave {value:g} of {cell.points:g} points and told of {lost:g} lost ones.", False
    return "", False
