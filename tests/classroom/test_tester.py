"""A test runs with names of its own: what a student's code does reaches it through values alone; and no source is there."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbgrader.utils import is_grade, is_solution

from classroom.inside.tester import defined, packed
from classroom.judge.signs import called
from classroom.run import sandbox, watch
from coursekit import grading

OPEN = sandbox.Sandbox(None, "a test")
LIMITS = sandbox.Limits(cell=20, student=120, grace=2)
SOURCE = Path(__file__).resolve().parents[2] / "notebooks" / "exercises"


def of_student(source, **more):
    return {"source": source, "counts": True, "keep": [], **more}


def a_test(source, visible=None, mine=()):
    return {**packed(source, "a test", source if visible is None else visible), "called": sorted(called(mine)), "counts": True}


def run(*cells):
    found = watch.run_cells(list(cells), {}, sandbox=OPEN, limits=LIMITS)
    assert found.ended == "" and not found.broke, found
    return found


def shown(outputs):
    """Give the traceback of an error, without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(outputs[0]["traceback"]))


def value(outputs):
    """Give the value of a cell, or the name and the text of its error."""
    results = [o["data"]["text/plain"] for o in outputs if o["output_type"] == "execute_result"]
    errors = [(o["ename"], o["evalue"]) for o in outputs if o["output_type"] == "error"]
    return errors[0] if errors else results[0] if results else None


def test_a_test_gives_what_a_notebook_would():
    found = run("def f(x):\n    return 2 * x", a_test("print('seen')\nf(2) / 8"), a_test("assert f(1) == 3, 'no'"), a_test("x = f(2)"),
                a_test("import sys\nprint('oh', file=sys.stderr)"), "x", "raise ValueError('mine')").outputs
    assert [o["output_type"] for o in found[1]] == ["stream", "execute_result"] and value(found[1]) == "0.5"
    assert value(found[2]) == ("AssertionError", "no") and "assert f(1) == 3" in shown(found[2])
    assert found[3] == [] and found[4][0]["name"] == "stderr"
    assert value(found[5]) == "4" and found[5][0]["execution_count"] == 6, "what students see of a test is theirs, and is counted"


def test_what_a_test_shows_is_the_students_and_what_it_hides_is_not():
    """Also while it runs: a function may rely on a name that the visible part has just defined."""
    visible = "import math\nbase = 5\nassert f() == 5.0"
    found = run("def f():\n    return math.sqrt(base ** 2)", a_test(visible + "\nsecret = 7\nbase + secret", visible), "base", "secret",
                a_test("base * 2", "")).outputs
    assert value(found[1]) == "12" and value(found[2]) == "5" and value(found[3])[0] == "NameError"
    assert value(found[4]) == "10", "and a later test has it, too"


def test_names_of_built_in_functions_are_pythons_own_in_a_test():
    shadows = "max = 3\nsum = 0\nall = True\nrange = (0, 1)\nlist = [3]\nabs = lambda x: 7"
    found = run(shadows, a_test("max(sum([1, 2]), len(list(range(4)))) + all([]) + abs(-1)"), "max + sum + abs(0)")
    assert value(found.outputs[1]) == "6" and value(found.outputs[2]) == "10", "what comes after it has the student's again"
    assert set(found.odd[1]) == {"max", "sum", "all", "range", "list", "abs"}


@pytest.mark.parametrize("code, right", [
    ("def f(x):\n    return sum(x)\nsum = 0", True),  # it could not be called: Python's own is meant
    ("sum = 6\ndef f(x):\n    return sum", True), ("def sum(x):\n    return 6.0\ndef f(x):\n    return sum(x)", True),  # her own is meant
    ("def f(x):\n    return max\nmax = 5", False), ("def f(x):\n    return sum(x) + 1\nsum = 0", False),
])
def test_a_students_own_function_keeps_the_names_that_it_can_use(code, right):
    found = run(code, a_test("assert f([1, 2, 3]) == 6", mine=[code]), "'still here'").outputs
    assert (found[1] == []) is right and value(found[2]) == "'still here'"


def test_whatever_is_done_to_the_names_of_the_notebook_or_to_builtins_a_test_has_the_true_ones():
    spoil = "from coursekit import grading as g\nimport builtins, coursekit\n" \
            "def f():\n    global grading, marks, helper\n    grading = marks = helper = None\n    g.check_value = lambda *a, **k: ''\n" \
            "    builtins.isinstance = lambda *a: True\n    return 1\nbuiltins.float = lambda x: 2.0\ncoursekit.grading = None"
    test = "from coursekit import grading\n\n\ndef helper():\n    return grading.check_value(f(), 2.0, what='f()')\n\n\n" \
           "marks = grading.Marks(1)\nf()\nmarks.check(1, helper)\n(marks.total(), isinstance(1, str), float(3))"
    found = run(spoil, a_test(test, "from coursekit import grading")).outputs
    assert value(found[1]) == "(0.0, False, 3.0)"
    assert found[1][0]["text"] == "Lost 1 point: f() is 1; it should be 2.\n"


def test_what_was_handed_out_keeps_its_meaning_for_tests():
    given = of_student("import numpy as np\ntable = [1, 2]", keep=["np", "table"])
    found = run(given, "table = [9]\nnp = 3\ndef f():\n    return table", a_test("(table, np.__name__, f())", "")).outputs
    assert value(found[2]) == "([1, 2], 'numpy', [9])"


def test_no_name_that_students_are_given_is_that_of_a_function_they_write():
    """Else a test could see what was handed out in the place of the student's function."""
    for path in sorted(SOURCE.glob("*/*.ipynb")):
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        written = {name for cell in cells if is_solution(cell) for name in defined(cell.source)}
        visible = [cell.source.partition("### BEGIN HIDDEN TESTS")[0] for cell in cells if not is_solution(cell)]
        assert len(written) >= 7 and not written & {name for source in visible for name in defined(source)}, path.stem
        assert not written & set(dir(__builtins__)), path.stem
        assert all(packed(cell.source, cell.id) for cell in cells if is_grade(cell)), "tests are Python alone"


@pytest.mark.parametrize("spoil", [
    "%env COURSEKIT_GRADING_SEED=1", "%env COURSEKIT_GRADING_SEED==x", "import os\nos.environ['COURSEKIT_GRADING_SEED'] = '1'",
    "from coursekit import grading\ngrading.SEED = '1'", ""])
def test_the_seed_is_the_graders(spoil, monkeypatch):
    inside = "import os\ndef f():\n    os.environ['COURSEKIT_GRADING_SEED'] = '2'\n    return 'COURSEKIT_GRADING_SEED' in os.environ"
    test = "from coursekit import grading\n\nf()\ngrading.generator('a').random()"
    assert value(run(spoil, inside, a_test(test, "")).outputs[2]) == repr(float(grading.generator("a").random()))
    monkeypatch.setenv(grading.SEED_VARIABLE, "77")
    monkeypatch.setattr(grading, "SEED", "77")
    found = run("import os\nos.environ.get('COURSEKIT_GRADING_SEED')", spoil, inside, a_test(test, "")).outputs
    assert value(found[0]) is None and value(found[3]) == repr(float(grading.generator("a").random()))


def test_the_source_of_a_hidden_test_is_nowhere_in_the_process():
    """Neither in any text that the collector knows, nor in the memory of the process: it never came in."""
    look = "import gc, linecache, re\ndef f():\n    word = ' '.join(['ocelot', 'lives'])\n    texts = [t for o in gc.get_objects() for t in (o.values() " \
           "if isinstance(o, dict) else o if isinstance(o, (list, tuple)) else ()) if isinstance(t, str)]\n    texts += [line for e in " \
           "linecache.cache.values() if len(e) > 2 for line in e[2]]\n    return sum(word in t for t in texts), sum('visible' + ' line' in t for t in texts) > 0"
    visible = "found = f()  # a visible line"
    found = run(look, a_test(f"{visible}\n# an ocelot lives here\nfound", visible))
    assert value(found.outputs[1]) == "(0, True)"
    assert [what for _, what in found.seen] == ["gc.get_objects"]
    if os.path.exists("/proc/self/mem"):
        memory = "def f():\n    word, hits = b'ocelot ' + b'lives', 0\n    for line in open('/proc/self/maps'):\n        if ' rw' in line:\n" \
                 "            low, high = (int(x, 16) for x in line.split()[0].split('-'))\n            with open('/proc/self/mem', 'rb') as m:\n" \
                 "                m.seek(low)\n                hits += m.read(min(high - low, 1 << 26)).count(word)\n    return hits"
        found = run(memory, a_test(f"{visible}\n# an ocelot lives here\nfound", visible))
        assert int(value(found.outputs[1])) <= 2, "the function's own word"
        assert [what for _, what in found.seen] == ["open on /proc"]


def test_an_error_in_a_hidden_test_shows_the_students_lines_and_not_its_own():
    visible = "x = 1"
    found = run("def f():\n    return 1 / 0", a_test(f"{visible}\nassert f() == 'ocelot'", visible)).outputs
    assert "return 1 / 0" in shown(found[1]) and "ocelot" not in shown(found[1]) and "a hidden test" in shown(found[1])


@pytest.mark.parametrize("error", [
    "class E(Exception):\n    def __str__(self): raise KeyboardInterrupt", "class E(BaseException):\n    def __str__(self): raise SystemExit",
    "class E(Exception):\n    def _render_traceback_(self): raise KeyboardInterrupt",
    "from IPython.display import clear_output\nclass E(Exception):\n    def __str__(self):\n        clear_output()\n        return ''"])
def test_an_error_shows_whatever_it_does(error):
    assert value(run(error + "\ndef f(): raise E", a_test("f()")).outputs[1])[0] in ("E", "(an error that cannot say what it is)")


@pytest.mark.parametrize("code", [
    "import collections, dataclasses, enum, logging, typing\nP = collections.namedtuple('P', 'x y')\nclass C(enum.Enum):\n    a = 1\n"
    "@dataclasses.dataclass\nclass D:\n    x: int = 1\nclass N(typing.NamedTuple):\n    x: int\nlogging.getLogger().warning('x')",
    "import numpy as np, pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': [3, 4]})\ndf.query('a > 1')\ndf.eval('c = a + b')\ndf.groupby('a').b.mean()\n"
    "df.to_csv('x.csv')\npd.read_csv('x.csv')\nnp.vectorize(lambda x: x + 1)([1, 2])\nnp.save('x.npy', np.arange(3))\nnp.load('x.npy')",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", "%timeit -n 1 -r 1 sum([1])", "%time sum([1])", "!echo hi", "%%bash\necho hi",
    "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError as error:\n    traceback.print_exc()\n    traceback.format_exc()\n    print(repr(error))",
    "1 / 0", "import warnings\nwarnings.warn('x', stacklevel=2)", "def f(x):\n    '''Doc.'''\n    return x\nhelp(f)\nf?", "import numpy as np\nnp.mean?",
    "import timeit\ntimeit.timeit('sum([1])', number=1)\ntimeit.timeit(lambda: 1, number=1)", "import copy, json\ncopy.deepcopy([1])\njson.loads('[1]')",
    "with open('notes.txt', 'w') as f:\n    f.write('x')\nopen('notes.txt').read()", "from scipy import stats\nstats.norm.cdf(1)\nstats.binomtest(3, 10)",
    "import statsmodels.formula.api as smf, pandas as pd\nsmf.ols('b ~ a', pd.DataFrame({'a': [1, 2, 3.], 'b': [2, 3, 5.]})).fit().summary()",
    "from sklearn.linear_model import LogisticRegression\nLogisticRegression().fit([[0], [1]], [0, 1])", "def g():\n    yield 1\nlist(g())",
    "from ipywidgets import interact\ninteract(lambda x: x, x=(0, 1))", "import asyncio\nasync def a():\n    return 1\nawait a()",
])
def test_what_honest_code_does_is_heard_of_nowhere(code):
    assert run(code, a_test("1")).seen == []


@pytest.mark.parametrize("code, what", [
    ("import sys\nsys._getframe()", "sys._getframe"), ("import inspect\ninspect.currentframe().f_back", "sys._getframe"),
    ("import inspect\ninspect.stack()", "sys._getframe"), ("import traceback\ntraceback.format_stack()", "sys._getframe"),
    ("import sys\nlist(map(sys._getframe, [0]))", "sys._getframe"), ("import sys\nsys.settrace(None)", "sys.settrace"), ("import sys\nsys.setprofile(None)", "sys.setprofile"),
    ("import gc\ngc.get_referrers(gc)", "gc.get_referrers"), ("def f(): pass\nf.__code__", "__code__"), ("import operator\ndef f(): pass\noperator.attrgetter('__co' + 'de__')(f)", "__code__"),
    ("def f(): pass\nf.__code__ = (lambda: 1).__code__", "__code__"), ("import types\ntypes.FunctionType((lambda: 1).__code__, {})", "function.__new__"),
    ("exec('def f(): pass\\nf.__glob' 'als__')", "__globals__"), ("import ctypes\nctypes.string_at(id(1), 1)", "ctypes.string_at"),
    ("exec(compile('1', 'x', 'exec'))", "compile"), ("import sys\nsys.addaudithook(print)", "sys.addaudithook"),
])
def test_what_no_answer_does_is_heard(code, what):
    assert what in [seen for _, seen in run(code).seen]
