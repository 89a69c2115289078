"""Questions to a student's process, between its tests: does an assert still fail, is `coursekit` still itself?

Their answers cannot be known beforehand and are judged outside. They do not stop a cheat who knows them well: that one
rules the process in which they are asked. They make the known tricks (dropped asserts, patched helpers, replaced
modules, made-up results) show.
"""

import ast
import builtins
import contextlib
import functools
import importlib.util
import itertools
import secrets
from pathlib import Path

from classroom.inside.fingerprints import fingerprint, mixed
from classroom.judge.signs import parsed

__all__ = ["Alarm", "Probe", "relied_on"]

# No built-in function is called by its name: a student may have given it to something else, and mean no harm.
QUESTION = """
def _probe():
    from classroom.inside.fingerprints import answers
    from coursekit import grading
    marks = grading.Marks(1)
    with grading.quiet():
        marks.check(1, lambda: False, "probe")
    said = grading.check_value({number}, {other}, what="{word}", rel=1e-12)
    found = ["", "%g|%s" % (marks.total(), said), *answers({names!r}, "{word}")]
    try:
        assert {number} == {other}, "{word}"
    except AssertionError as error:
        found[0] = error.args[0]
    return "\\n".join(found)
_probe()
"""


def relied_on(sources):
    """Name what code uses of the course and of libraries, and what the rooms of the course that it uses use in turn.

    Parameters
    ----------
    sources : iterable of str
        Code of cells, given and tests alike: a test may use what a cell above it imports.

    Returns
    -------
    tuple of str
        Dotted names: modules of ``coursekit``, functions and classes of libraries, and built-in functions.

    Examples
    --------
    >>> found = relied_on(["import numpy as np\\nfrom coursekit import local", "assert abs(np.mean([1])) == 1"])
    >>> [name for name in found if name.startswith("coursekit.c")], "numpy.mean" in found, "builtins.abs" in found
    (['coursekit.checks'], True, True)
    """
    rooms, found = _rooms(), set()
    waiting = ["\n".join(source for source in sources if parsed(source).body)]  # cells share their imports
    while waiting:
        for name in _uses(parsed(waiting.pop())):
            if name.startswith("coursekit."):  # a room opens its files lazily: all of them are meant
                room = ".".join(name.split(".")[:2])
                new = {one for one in rooms if f"{one}.".startswith(f"{room}.")} - found
                found |= new
                waiting += [rooms[one].read_text(encoding="utf-8") for one in new]
            elif "." in name:
                found.add(name)
    return tuple(sorted(found))


@functools.cache
def _rooms():
    """Give the files of the course by the names of their modules; pictures, which no test looks at, are left out."""
    folder = Path(importlib.util.find_spec("coursekit").origin).parent
    files = [path for path in folder.rglob("*.py") if not path.stem.endswith("pictures")]
    names = [".".join(("coursekit", *path.relative_to(folder).with_suffix("").parts)) for path in files]
    return {name.removesuffix(".__init__"): path for name, path in zip(names, files, strict=True)}


def _uses(tree):
    """Give the dotted names that a piece of code imports and uses."""
    meant, found = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            before = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                found.add(before + alias.name)
                top = alias.name if alias.asname else alias.name.split(".")[0]
                meant[alias.asname or top] = before + top
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in meant:
            found |= {f"builtins.{node.id}"} if hasattr(builtins, node.id) else set()
        path, root = "", node
        while isinstance(root, ast.Attribute):
            path, root = f".{root.attr}{path}", root.value
        if path and isinstance(root, ast.Name) and root.id in meant:
            found.add(meant[root.id] + path)
    return found


@functools.cache
def _expected(name):
    """Give what an untouched process answers; asked once for a class."""
    for part in itertools.accumulate(name.split("."), "{}.{}".format):
        with contextlib.suppress(ImportError):
            importlib.import_module(part)
    return fingerprint(name)


class Probe:
    """A question to a student's process whose answer cannot be known beforehand, and the judge of the answer.

    Parameters
    ----------
    names : tuple of str
        What must be unchanged; see `relied_on`. What is not imported yet is none.

    Examples
    --------
    >>> probe, space = Probe(("math.sqrt",)), {}
    >>> *body, last = probe.ask().strip().splitlines()
    >>> exec("\\n".join(body), space)
    >>> answer = repr(eval(last, space))
    >>> probe.judge([{"output_type": "execute_result", "data": {"text/plain": answer}}])
    []
    >>> probe.judge([])
    ['A question to this process came back without an answer.']
    """

    def __init__(self, names=()):
        self.names = names

    def ask(self):
        """Give the source of a cell to run between the student's and a test."""
        self.word, number = secrets.token_hex(8), secrets.randbelow(10**9)
        self.right = [{mixed("absent", self.word), mixed(_expected(name), self.word)} for name in self.names]
        self.checked = f"0|{self.word} is {number:.6g}; it should be {number + 1:.6g}."
        return QUESTION.format(number=number, other=number + 1, word=self.word, names=self.names)

    def judge(self, outputs):
        """Say what is wrong with the outputs of this cell; nothing if all is well."""
        results = [o["data"].get("text/plain", "") for o in outputs if o["output_type"] == "execute_result"]
        try:
            said, checked, *answer = ast.literal_eval(results[0]).split("\n") if len(results) == 1 else []
        except (ValueError, SyntaxError, AttributeError, RecursionError, MemoryError):
            answer = None
        if answer is None or len(answer) != len(self.names):
            errors = [f" ({o['ename']}: {' '.join(o['evalue'].split())[:100]})" for o in outputs if "ename" in o]
            return [f"A question to this process came back without an answer{''.join(errors[:1])}."]
        told = zip(self.names, self.right, answer, strict=True)
        changed = [name for name, right, found in told if found not in right]
        replaced = f"{', '.join(changed[:5])}{' ...' * (len(changed) > 5)} was replaced"
        flags = {"An assert that cannot hold did not fail: checks are switched off": said != self.word,
                 f"Not what the course has: {replaced}": changed,
                 "The graders' checks accept what is wrong: they were replaced": checked != self.checked}
        return [f"{flag} in this process." for flag, raised in flags.items() if raised]


class Alarm:
    """A cell that fails: whether an error still shows, which is all that a test with asserts says.

    Examples
    --------
    >>> alarm = Alarm()
    >>> word = alarm.ask().split('"')[1]
    >>> alarm.judge([{"output_type": "error", "ename": "AssertionError", "evalue": word}]), alarm.judge([])
    ([], ['An error did not show: errors are switched off in this process.'])
    """

    def ask(self):
        """Give the source of a cell that fails."""
        self.word = secrets.token_hex(8)
        return f'assert {secrets.randbelow(10**9)} == -1, "{self.word}"'

    def judge(self, outputs):
        """Say what is wrong with the outputs of this cell; nothing if all is well."""
        shown = [(o["ename"], o["evalue"]) for o in outputs if o["output_type"] == "error"]
        hidden = ["An error did not show: errors are switched off in this process."]
        return hidden if shown != [("AssertionError", self.word)] else []
