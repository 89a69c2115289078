"""The second opinion flags what it should, and leaves the honest alone: every answer of the bank, right or wrong."""

import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from answers import bank
from IPython.core.interactiveshell import InteractiveShell

from classroom.book.gradebook import Cell
from classroom.inside.fingerprints import fingerprint
from classroom.judge.probes import Probe, relied_on
from classroom.judge.second_opinion import changed_cells, read_outputs, suspicious_code
from classroom.judge.signs import signs

SOURCE = Path(__file__).resolve().parents[2] / "notebooks" / "exercises"
TEST = Cell("f-test", "code", "assert f() == 1", "assert f() == 1", locked=True, graded=True, points=2)
MARKS = Cell("f-more", "code", "f()", "f()\n### BEGIN HIDDEN TESTS\nmarks.total()\n### END HIDDEN TESTS", locked=True, graded=True, points=3)
OUT = [Cell("intro", "markdown", "# Hello"), Cell("f", "code", "def f(): ...", solution=True), TEST, MARKS]


def handed_in(**changes):
    found = {cell.name: (cell.name, cell.kind, cell.source) for cell in OUT}
    for name, source in changes.items():
        name = name.replace("_", "-")
        found[name] = (name if name in {cell.name for cell in OUT} else None, "code", source)
    return [cell for cell in found.values() if cell[2] is not None]


def result(text, said=""):
    outputs = [{"output_type": "stream", "name": "stdout", "text": said}] if said else []
    return [*outputs, {"output_type": "execute_result", "data": {"text/plain": text}}]


# ---------------------------------------------------------------- the honest


@pytest.mark.parametrize("lesson", bank.lessons())
def test_no_answer_of_the_bank_has_a_sign(lesson):
    sources = {cell.id: cell.source for cell in nbformat.read(SOURCE / lesson / f"{lesson}.ipynb", as_version=4).cells}
    flagged = {(cell, answer.title): found for cell, answers in bank.lesson(lesson).items() for answer in answers
               if (found := signs(answer.code, sources[cell]))}
    assert flagged == {}


@pytest.mark.parametrize("code", [
    "import numpy as np\nx = np.random.default_rng(0).normal(size=3)\nprint(f'{x.mean():.2f}')",
    "import pandas as pd\ndf = pd.DataFrame()\ndf['a'] = 1\ndf.columns = ['b']\npd.options.display.max_rows = 9\ndf.replace(1, 2)",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.rcParams['figure.dpi'] = 72\nplt.close()", "import os\nos.path.join('a', 'b')",
    "class Box:\n    def __init__(self, x):\n        self.x = x\n    def __repr__(self):\n        return 'Box'\nb = Box(1)\nb.x = 2",
    "# this gives me 3 points\n'a point is (1, 2)'", "score = 3\nprint('my estimate:', score, 'points: 3', '8 of 10 points')", "def f(:",
    "import math, random, itertools, collections, statistics, scipy.stats, types, traceback, warnings, time, shutil, urllib.request",
    "!pip install seaborn", "%pip install seaborn", "files = !ls", "%%bash\nls", "%%time\nx = 1", "%time x = 1", "%timeit -n 3 f(1)",
    "%load_ext autoreload\n%autoreload 2", "x = ('%s'\n% (1,))", "%%capture out\nx = 1", "np.mean?", "?np.mean", "%%html\n<b>x</b>", "get_ipython().run_line_magic('matplotlib', 'inline')",
    "get_ipython().system('pip install x')", "name = input('who are you? ')", "items = [1, 2]\nitems.remove(1)\nitems.pop()",
    "from ipywidgets import interact\ninteract(lambda x: x, x=(0, 1))", "from IPython.display import display, HTML\ndisplay(HTML('<b>x</b>'))",
    "from IPython.core.interactiveshell import InteractiveShell\nInteractiveShell.ast_node_interactivity = 'all'",
    "with open('notes.txt', 'w') as f:\n    f.write('x')", "text = open('notes.txt').read()", "for name in names:\n    open(name)",
    "'df' in globals()", "def f():\n    global counter\n    counter = 1", "f.calls = 0\nf.calls += 1", "for _i in range(3): print(_i)",
    "getattr(np, 'mean')", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int", "type(3) == int", "x = 3 @ 4",
])
def test_ordinary_code_has_no_sign(code):
    assert signs(code) == []


def test_an_untouched_or_solved_notebook_has_no_flag():
    for cells in (handed_in(), handed_in(f="def f():\n    return 1", mine="print(f())"), handed_in(f_test="assert f() == 1   \r\n\n")):
        assert changed_cells(OUT, cells) == suspicious_code(OUT, cells) == []


# ---------------------------------------------------------------- cells


@pytest.mark.parametrize("cells, flag", [
    (handed_in(f_test="assert True"), "f-test was edited"), (handed_in(f_test=None), "f-test was deleted and put back"),
    (handed_in(f=None), "The cell f was deleted."), ([*handed_in(), ("f-test", "code", "assert f() == 1")], "handed in 2 times"),
    ([("f-test", "markdown", "assert f() == 1") if cell[0] == "f-test" else cell for cell in handed_in()], "another kind of cell"),
])
def test_a_changed_test_is_told(cells, flag):
    assert any(flag in found for found in changed_cells(OUT, cells)), changed_cells(OUT, cells)


@pytest.mark.parametrize("code, sign", [
    ("from coursekit import grading\ngrading.check_value = print", "changes grading.check_value"),
    ("import coursekit.grading as g\ng.Marks.check = None", "changes g.Marks.check"),
    ("import numpy as np\nnp.isclose = lambda *a: True", "changes np.isclose"),
    ("import sys\nsys.modules['coursekit'] = 1", "uses modules"), ("get_ipython().ast_transformers.append(1)", "uses get_ipython"),
    ("import ast", "imports ast"), ("exec('x = 1')", "uses exec"), ("eval('1')", "uses eval"), ("__import__('os')", "uses __import__"),
    ("setattr(np, 'x', 1)", "uses setattr"), ("f.__code__ = g.__code__", "uses __code__"), ("import os\nos._exit(0)", "uses _exit"),
    ("from os import system", "uses system"), ("import subprocess as s", "imports subprocess"), ("from ctypes import CDLL", "imports ctypes"),
    ("open('/proc/self/mem', 'r+b')", "opens '/proc"), ("open(3, 'wb')", "opens 3"), ("open(name, mode='w')", "opens name"),
    ("%run other.py", "the magic %run"), ("%%python\nx", "the magic %python"), ("%%time\nimport gc", "imports gc"),
    ("%time exec('x')", "uses exec"), ("%%timeit exec('x')\npass", "uses exec"), ("%prun -s x exec('y')", "the magic %prun"),
    ("%%capture --no-stderr\nimport gc", "imports gc"), ("%time 1\nx = (1\n!= exec('y'))", "uses exec"),
    ("get_ipython().run_cell_magic('time', '', x)", "uses get_ipython"), ("get_ipython().system(*x)", "uses get_ipython"),
    ("%pwd\n" * 9000, "more magics than can be read"), ("x = 1\nfor y in In: print(y)", "uses In"), ("from os import dup2 as d", "uses dup2"),
    ("globals()['x'] = 1", "behind Python's back"), ("vars(grading).update(x=1)", "behind Python's back"),
    ("grading.__dict__['x'] = 1", "behind Python's back"), ("getattr(f, '__glo' + 'bals__')", "puts the name"),
    ("from operator import attrgetter\nattrgetter('__globals__')(f)", "uses __globals__"), ("type('Y', (), {})", "makes a class by a call"),
    ("class F(float): pass", "makes a float of its own"), ("class A:\n    __eq__ = lambda s, o: True", "its own __eq__"),
    ("import pickle", "imports pickle"), ("f.__code__ = 1", "changes __code__"), ("import classroom.judge.probes", "imports classroom"),
    ("import sys\nsys.settrace(f)", "uses settrace"), ("import threading", "imports threading"), ("from concurrent.futures import wait", "concurrent"),
    ("class Y(float):\n    def __eq__(self, o): return True", "its own __eq__"),
    ("from coursekit.grading import Marks", "imports coursekit.grading.Marks"), ("import sys\nsys.displayhook = None", "changes sys.displayhook"),
    ("().__class__.__bases__[0].__subclasses__()", "uses __subclasses__"), ("import sys\nsys._getframe(1)", "uses _getframe"),
    ("del np.testing", "changes np.testing"), ("LONG", "too long to be read"), ("(" * 90 + "1" + ")" * 90 + "\nimport gc", "imports gc"),
])
def test_a_sign_is_seen(code, sign):
    code = code.replace("LONG", "+".join(["1"] * 150_000))
    assert any(sign in found for found in signs(code)), signs(code)


def test_a_library_may_not_mean_something_else_and_a_built_in_function_may():
    for code in ("np = 3", "def grading(): return 0", "def f():\n    global pd\n    pd = max", "for np in (min,): pass"):
        assert "another meaning" in " ".join(suspicious_code(OUT, [("f", "code", code)]))
    for code in ("abs = lambda x: 0", "sum = 0\nfor x in (1, 2):\n    sum += x", "def f():\n    global max\n    max = 3", "marks = 3"):
        assert suspicious_code(OUT, [("f", "code", code)]) == []


def test_what_was_handed_out_is_no_sign():
    original = "with open('table.csv') as f:\n    pass"
    assert signs(original + "\nx = 1", original) == []


# ---------------------------------------------------------------- outputs


@pytest.mark.parametrize("cell, outputs, says, void", [
    (TEST, [], "", False), (TEST, result("3"), "has none to give", True), (MARKS, result("3.0"), "", False),
    (MARKS, result("2.0", "Lost 1 point: x\n"), "", False), (MARKS, result("2.5", "Lost 0.5 points: x\n"), "", False),
    (MARKS, result("3.0", "Lost 1 point: x\n"), "told of 1 lost", False), (MARKS, result("1.0"), "told of 0 lost", False),
    (MARKS, [], "without the value", True), (MARKS, result("np.float64(3.0)"), "no number", True),
    (MARKS, result("True"), "no number", True), (Cell("v", "code", "", "f()", graded=True, points=1), result("True"), "no number", False),
    (MARKS, result("4.0"), "not from 0 to 3", True), (MARKS, result("-1"), "not from 0 to 3", True),
    (MARKS, result("nan"), "not from 0 to 3", True),
    (MARKS, result("inf"), "not from 0 to 3", True), (MARKS, result("3.0") * 2, "gave 2 values", True),
    (MARKS, [{"output_type": "error", "ename": "AssertionError"}], "", False),
])
def test_values_of_tests_are_checked(cell, outputs, says, void):
    flag, voided = read_outputs(cell, outputs)
    assert (says in flag if says else flag == "") and voided is void, flag


# ---------------------------------------------------------------- probes


@pytest.fixture
def shell():
    """A process as a student has one; what it says to a probe, as outputs of a notebook."""
    shell = InteractiveShell()
    shell.history_manager.enabled = False

    def ask(code, probe):
        shell.run_cell(code)
        found = shell.run_cell(probe.ask(), silent=False)
        if found.error_in_exec is not None:
            return [{"output_type": "error", "ename": type(found.error_in_exec).__name__, "evalue": str(found.error_in_exec)}]
        return [{"output_type": "execute_result", "data": {"text/plain": repr(found.result)}}]

    with np.printoptions():  # %precision is for good
        yield ask
    shell.ast_transformers.clear()
    InteractiveShell.clear_instance()


MODULES = ("builtins.abs", "builtins.sum", "coursekit.grading", "coursekit.local", "math.nothing", "numpy.mean", "numpy.random.default_rng")


@pytest.mark.parametrize("code", ["", "str = sum = len = repr = 7", "def _probe():\n    return 1", "import numpy as np\nnp.random.seed(1)",
                                  "from coursekit import grading\nmarks = grading.Marks(2)\nmarks.check(1, True)", "%precision 2"])
def test_an_honest_process_answers(shell, code):
    probe = Probe(MODULES)
    assert probe.judge(shell(code, probe)) == []


@pytest.mark.parametrize("patch, flag", [
    ("coursekit.grading.check_value", "coursekit.grading was replaced"), ("coursekit.grading.Marks.check", "without an answer (ValueError"),
    ("coursekit.grading.ALPHA", "coursekit.grading was replaced"), ("numpy.mean", "numpy.mean was replaced"),
    ("numpy.random.default_rng", "numpy.random.default_rng was replaced"), ("builtins.abs", "without an answer (ValueError"), ("builtins.sum", "builtins.sum was replaced"),
])
def test_a_patched_module_is_found(shell, monkeypatch, patch, flag):
    probe = Probe(MODULES)
    question = probe.ask()
    probe.ask = lambda: question  # what is expected is known before the patch
    monkeypatch.setattr(patch, .5 if patch.endswith("ALPHA") else lambda *a, **k: 1)
    assert any(flag in found for found in probe.judge(shell("", probe)))


def test_dropped_asserts_are_found(shell):
    probe = Probe()
    code = ("import ast\nclass Drop(ast.NodeTransformer):\n    def visit_Assert(self, node):\n        return ast.Pass()\n"
            "get_ipython().ast_transformers.append(Drop())")
    assert "checks are switched off" in probe.judge(shell(code, probe))[0]


@pytest.mark.parametrize("outputs", [[], result("'well'"), result("7"), result("'a\\nb'") * 2, result("(" * 500),
                                     [{"output_type": "error", "ename": "E", "evalue": "x"}]])
def test_an_answer_that_is_none_is_found(outputs):
    probe = Probe()
    probe.ask()
    assert "without an answer" in probe.judge(outputs)[0]


def test_an_old_answer_does_not_fit_a_new_question(shell):
    probe = Probe(MODULES)
    old = shell("", probe)
    probe.ask()
    assert len(probe.judge(old)) >= 3


def test_what_tests_rely_on_is_read_off_them():
    """Also what a room of the course uses in turn, imports inside functions included; no list has to be kept."""
    found = relied_on(["from coursekit import data\nimport numpy as np", "def t():\n    from coursekit.topdown import x\n    np.sort(abs(x))", "!ls"])
    assert {"coursekit.data", "coursekit.data.census", "coursekit.topdown", "coursekit.topdown.rounding", "numpy.sort", "builtins.abs"} <= set(found)
    for lesson in bank.lessons():
        cells = nbformat.read(SOURCE / lesson / f"{lesson}.ipynb", as_version=4).cells
        assert {"coursekit.grading", "numpy.random.default_rng"} <= set(relied_on(c.source for c in cells if c.cell_type == "code"))


def test_a_fingerprint_is_the_same_in_another_process():
    import subprocess

    names = ("coursekit.grading", "numpy.mean", "numpy.pi", "numpy.random.Generator", "numpy.add", "math.sqrt")
    code = f"import coursekit.grading; from classroom.judge.probes import fingerprint; print([fingerprint(name) for name in {names}])"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=SOURCE.parents[2])
    assert other.stdout.strip() == str([fingerprint(name) for name in names]), other.stderr
    assert len({fingerprint(name) for name in names}) == len(names)
