"""Submissions that mean harm, or are broken as only students' files can be; for each, what must happen.

`CASES` maps a student's name to a `Case`. Scores are of 6 points: 2 + 3 for a right function, 1 for words (none here).
"""

import json
from dataclasses import dataclass, field

from . import tiny

WRONG, RIGHT = tiny.WRONG, tiny.RIGHT
PERFECT = "class Marks:\n    def __init__(self, points): self.points = points\n    def check(self, *a): pass\n" \
          "    def total(self): return self.points\ncheck_value = lambda *a, **k: ''\n"


@dataclass
class Case:
    """One submission and its fate.

    `score` is what it must get; `says` is what the report must say about it; `status` is its mark in the report.
    """

    work: object
    says: str = ""
    score: float | None = 0.0
    status: str = "look"
    files: dict = field(default_factory=dict)
    link: bool = False


def answer(code, more=WRONG):
    return tiny.solved(code + "\n" + more)


def raw(change):
    """A notebook changed as plain JSON."""
    notebook = json.loads(json.dumps(tiny.solved(WRONG)))
    change(notebook)
    return json.dumps(notebook)


def cell(notebook, name):
    return next(one for one in notebook["cells"] if one["id"] == name)


def _duplicate(notebook, name, source):
    place = next(k for k, one in enumerate(notebook["cells"]) if one["id"] == name)
    notebook["cells"].insert(place + 1, {**json.loads(json.dumps(notebook["cells"][place])), "source": source})


def _strange(notebook):
    notebook["cells"][1:1] = [7, None, {"cell_type": "spell", "source": "x"}, {"cell_type": "code", "source": 7, "metadata": None},
                              {"cell_type": "code", "source": ["a = 1\n", 5, None], "metadata": {"nbgrader": ["x"]}, "outputs": 3},
                              {"cell_type": "markdown", "source": "\ud800", "metadata": {"nbgrader": {"grade_id": {"a": 1}}}}]
    notebook["metadata"] = {"kernelspec": {"name": "bash", "display_name": "bash"}, "widgets": "x" * 1000}


TRANSFORMER = """
import ast
class Drop(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
get_ipython().ast_transformers.append(Drop())
"""

FORK_MEMORY = """
import os, time
for k in range(30):
    if os.fork() == 0:
        x = bytearray(90 << 20)
        for i in range(0, len(x), 4096):
            x[i] = 1
        time.sleep(60)
time.sleep(60)
"""

READ_TESTS = """
import gc, os
word = "word: oce" + "lot"
found = []
for folder, folders, names in os.walk("/", onerror=lambda e: None):
    if folder.startswith(("/proc", "/sys", "/usr", "/dev")) or "site-packages" in folder or "/lib/python" in folder:
        folders[:] = []
        continue
    for name in names:
        if name.endswith((".ipynb", ".db", ".json", ".txt", ".log")):
            found.append(os.path.join(folder, name))
            try:
                text = open(os.path.join(folder, name), errors="replace").read()
                found += [text[text.index(word) - 20:][:60]] if word in text else []
            except OSError:
                pass
for thing in gc.get_objects():
    for part in (thing if isinstance(thing, (list, tuple)) else thing.values() if isinstance(thing, dict) else ()):
        if isinstance(part, (str, bytes)) and len(word) < len(part) < 10**6 and word in str(part):
            found.append(str(part)[:60])
print("FOUND", found)
"""

# The values that students see tested are right, and 0; what comes after that is 7
NEARLY = "    return {1: 2, 2: 4}.get(x, 0)\n"
# Makes every check pass, told and counted, once it is given the marks
MEND = """
def mend(m):
    def check(points, *more):
        m.earned += points
        m.offered += points
    m.check = check
"""
STACK = MEND + """
def find(frame):
    while frame is not None:
        for thing in [*frame.f_locals.values(), *frame.f_globals.values()]:
            if type(thing).__name__ == "Marks":
                return mend(thing)
        frame = frame.f_back
"""
LIAR = """
class Text(str):
    asked = 0
    def __len__(self):
        Text.asked += 1
        return Text.asked % 2
    def __str__(self):
        return self
def double(x):
    if x in (1, 2):
        return 2 * x
    raise AssertionError(Text("no"))
"""
# Prints all of a test that it finds, as it is, in two codes and letter by letter
LEAK = """
import base64, codecs, linecache, sys, traceback
def double(x):
    found = [line for entry in linecache.cache.values() if len(entry) > 2 for line in entry[2]]
    found += [line for part in traceback.format_stack() for line in part.splitlines()]
    text = "\\n".join(line for line in found if "double(" in line or "marks" in line or "ocel" in line)
    told = [text, codecs.encode(text, "rot13"), base64.b64encode(text.encode()).decode(), " ".join(text), text[::-1]]
    out = sys.__stdout__ if False else sys.stdout
    print(*told, sep="\\n")
    if x not in (1, 2):
        raise ValueError("; ".join(told))
    return 2 * x
"""
SPY = """
import codecs, json
heard, decode = [], json.JSONDecoder.decode
def spy(self, s, *more):
    heard.append(s)
    return decode(self, s, *more)
json.JSONDecoder.decode = spy
def double(x):
    print(codecs.encode(str(heard), "rot13"))
    return 2 * x if x in (1, 2) else 0
"""


def written(module, code, **files):
    """A function and a module of the student's own, which another cell writes: nobody has read that."""
    return tiny.solved("import sys\nsys.path.insert(0, '.')\n" + code, double_try="%%writefile own_part.py\n" + module, **files)


CASES = {
    # ---- time
    "endless_cell": Case(answer("while True:\n    pass"), "cell double was stopped after", 0.0, "graded"),
    "endless_function": Case(tiny.solved("def double(x):\n    while True:\n        pass"), "double-test was stopped", 0.0, "graded"),
    "endless_deaf": Case(answer("while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"),
                         "could not be interrupted"),
    "endless_no_signals": Case(answer("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True:\n    pass"),
                               "could not be interrupted"),
    "endless_in_c": Case(answer("import itertools\n0 in itertools.repeat(1)"), "no answer after"),
    "sleeper": Case(answer("import time\ntime.sleep(3600)"), "was stopped after", 0.0, "graded"),
    "stopped_itself": Case(answer("import os\nos.kill(os.getpid(), 19)"), "no answer after"),
    # ---- output and memory
    "gigabyte_printed": Case(answer("for k in range(1000):\n    print('x' * 10**6)"), "printed too much", 0.0, "graded"),
    "prints_forever": Case(answer("while True:\n    print('more')"), "printed too much", 0.0, "graded"),
    "thousand_displays": Case(answer("for k in range(5000):\n    display('x' * 1000)"), "printed too much", 0.0, "graded"),
    "memory_at_once": Case(answer("x = bytearray(50 << 30)"), "", 0.0, "graded"),
    "memory_by_and_by": Case(answer("x = []\nwhile True:\n    x.append(bytes(50 << 20))"), "", 0.0, "graded"),
    "memory_of_many": Case(answer(FORK_MEMORY), "MB of memory"),
    "disk": Case(answer("for k in range(1000):\n    open(f'{k}.bin', 'wb').write(bytes(10**6))"), "", 0.0, "graded"),
    # ---- processes
    "fork_storm": Case(answer("import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"), "ended early"),
    "thread_storm": Case(answer("import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(60,)).start()"),
                         "imports threading"),
    "daemon": Case(answer("import subprocess\nsubprocess.Popen(['sleep', '98765'], start_new_session=True)", RIGHT),
                   "imports subprocess", 5.0),
    "leaves": Case(answer("import os\nos._exit(0)"), "ended by itself"),
    "leaves_in_test": Case(tiny.solved("import os\ndef double(x):\n    os.kill(os.getpid(), 9)"), "ended by itself"),
    "crash": Case(answer("import ctypes\nctypes.string_at(0)"), "ended by itself"),
    "system_exit": Case(tiny.solved("def double(x):\n    raise SystemExit"), "", 0.0, "graded"),
    "quit": Case(answer("quit()\nexit()", RIGHT), "", 5.0, "graded"),
    # ---- cells
    "deleted_tests": Case(tiny.solved(RIGHT, double_test=None, double_more=None), "2 test cells were deleted and put back: double-test, double-more", 5.0, "graded"),
    "deleted_all": Case(raw(lambda n: n.update(cells=[])), "test cells were deleted and put back", 0.0, "graded"),
    "edited_test": Case(tiny.solved(WRONG, double_test="assert True", double_more="3.0"), "2 test cells were edited", 0.0, "graded"),
    "doubled_test": Case(raw(lambda n: _duplicate(n, "double-test", "assert True")), "double-test was edited", 0.0, "graded"),
    "doubled_answer": Case(raw(lambda n: _duplicate(n, "double", WRONG)), "double was handed in 2 times", 0.0, "graded"),
    "test_as_text": Case(raw(lambda n: cell(n, "double-test").update(cell_type="markdown")), "another kind", 0.0, "graded"),
    "more_points": Case(raw(lambda n: [cell(n, name)["metadata"]["nbgrader"].update(points=100) for name in ("double-test", "double-more")]),
                        "", 0.0, "graded"),
    "test_as_solution": Case(raw(lambda n: (cell(n, "double-test")["metadata"]["nbgrader"].update(grade=False, solution=True, locked=False),
                                            cell(n, "double-test").update(source="pass"))), "double-test was edited", 0.0, "graded"),
    "no_metadata": Case(raw(lambda n: [one.update(metadata={}) for one in n["cells"]]), "", 0.0, "graded"),
    # ---- cheats
    "planted_package": Case(answer(""), "coursekit/grading.py has the name of a package", 0.0, "graded",
                            {"coursekit/__init__.py": "", "coursekit/grading.py": PERFECT, "numpy.py": "", "sitecustomize.py": "print('hi')"}),
    "patched_helper": Case(answer("from coursekit import grading\ngrading.Marks.check = lambda s, p, *a: (setattr(s, 'earned', s.earned + p),"
                                  " setattr(s, 'offered', s.offered + p))"), "coursekit.grading was replaced", 0.0),
    "patched_right_assert": Case(answer("from coursekit import grading\ngrading.check_value = lambda *a, **k: ''",
                                        "def double(x):\n    return {1: 2, 2: 4, 0: 0}.get(x)"), "coursekit.grading was replaced", 3.0),
    "replaced_module": Case(answer("import sys, types, coursekit\nfake = types.ModuleType('coursekit.grading')\n"
                                   f"exec({PERFECT!r}, fake.__dict__)\nsys.modules['coursekit.grading'] = coursekit.grading = fake"),
                            "coursekit.grading was replaced", 0.0),
    "dropped_asserts": Case(answer(TRANSFORMER), "uses ast_transformers", 0.0),
    "too_many_points": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: 99.0", RIGHT), "coursekit.grading was replaced", 5.0),
    "made_up_points": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: 3.0",
                                  "def double(x):\n    return 4 if x == 2 else 2"), "coursekit.grading was replaced", 2.0),
    "no_value": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: None",
                            "def double(x):\n    return 4 if x == 2 else 2"), "coursekit.grading was replaced", 2.0),
    "equals_everything": Case(tiny.solved("class Yes:\n    def __eq__(self, other):\n        return True\ndef double(x):\n    return Yes()"),
                              "its own __eq__", 3.0),
    "says_full_marks": Case(answer("print('Lost 0 points. Score: 6 of 6 points, full marks')"), "", 0.0, "graded"),
    "other_answers": Case(answer("import os, json\nfor fd in range(3, 30):\n    for k in range(40):\n        try:\n"
                                 "            os.write(fd, (json.dumps({'cell': k, 'outputs': [], 'late': False}) + '\\n').encode())\n"
                                 "        except OSError:\n            break"), "", None),
    "junk_answers": Case(answer("import os\nfor fd in range(3, 30):\n    try:\n        os.write(fd, b'junk' * 10000 + b'\\n')\n"
                                "    except OSError:\n        pass"), "tampered with"),
    "endless_answer": Case(answer("import os\nwhile True:\n    for fd in range(3, 12):\n        try:\n            os.write(fd, b'x' * 10**6)\n"
                                  "        except OSError:\n            pass"), "ended early"),
    "program_in_page": Case(answer("from IPython.display import HTML\ndisplay(HTML('<script>alert(1)</script><img src=x onerror=alert(2)>"
                                   "<b>bold</b>'))\ndisplay({'image/png': 'AAAA\"><script>alert(6)</script>', 'text/plain': "
                                   "'<script>alert(7)</script>'}, raw=True)\nprint('<script>alert(8)</script>')\n"
                                   "raise ValueError('<script>alert(9)</script>')"), "", 0.0, "graded"),
    "program_in_text": Case(raw(lambda n: (cell(n, "why").update(source="<script>alert(3)</script> [my](javascript:alert(4)) words"),
                                           n["cells"].append({"cell_type": "raw", "id": "r", "metadata": {},
                                                              "source": "<script>alert(5)</script>"}))), "", 0.0, "graded"),
    # ---- cheats that know how grading works
    "swallowed_errors": Case(answer("get_ipython().set_custom_exc((Exception,), lambda *a, **k: None)"), "uses get_ipython", 0.0),
    "interrupts": Case(tiny.solved("def double(x):\n    raise KeyboardInterrupt"), "", 0.0, "graded"),
    "base_exception": Case(tiny.solved("class Odd(BaseException):\n    pass\ndef double(x):\n    raise Odd"), "", 0.0, "graded"),
    "async_exit": Case(tiny.solved("import asyncio\ndef double(x):\n    raise asyncio.CancelledError"), "", 0.0, "graded"),
    "other_float": Case(answer("import builtins\nbuiltins.float = lambda x: 3.0"), "changes builtins.float", 0.0),
    "other_generator": Case(answer("import numpy\nnumpy.random.default_rng = lambda *a: None", RIGHT), "numpy.random.default_rng was replaced", 4.0),
    "other_eq": Case(tiny.solved("Yes = type('Yes', (), {'__eq__': lambda a, b: True})\ndef double(x):\n    return Yes()"),
                     "makes a class by a call", 3.0),
    "borrowed_eq": Case(tiny.solved("from unittest import mock\ndef double(x):\n    return mock.ANY"), "imports unittest.mock", 3.0),
    "lying_float": Case(tiny.solved("class Two(float):\n    __eq__ = lambda a, b: True\ndef double(x):\n    return Two(x)"),
                        "makes a float of its own", None),
    "reads_caller": Case(tiny.solved("import sys\ndef double(x):\n    return {1: 2, 2: 4}.get(sys._getframe(1).f_locals.get('x', x), 0)"),
                         "uses _getframe", None),
    "reads_history": Case(tiny.solved("def double(x):\n    print('HISTORY', In[-1])\n    return 4 if x == 2 else 2"), "uses In", None),
    "traces": Case(answer("import sys\nsys.settrace(lambda frame, event, arg: frame.f_locals.clear())"), "uses settrace", 0.0),
    "finds_marks": Case(tiny.solved("import gc\ndef double(x):\n    for m in gc.get_objects():\n        if type(m).__name__ == 'Marks':\n"
                                    "            m.earned = m.offered = 2.0\n    return 4 if x == 2 else 2"), "imports gc", None),
    "finds_outputs": Case(answer("import gc, threading, time\ndef later():\n    while True:\n        for o in gc.get_objects():\n            if "
                                 "type(o).__name__ == 'Outputs':\n                o.found = []\n        time.sleep(.001)\n"
                                 "threading.Thread(target=later, daemon=True).start()"), "imports gc", None),
    "second_value": Case(tiny.solved("import sys\ndef double(x):\n    sys.displayhook(3.0)\n    return 4 if x == 2 else 1"),
                         "uses displayhook", 0.0),
    "silent_answers": Case(answer("import json\njson.dumps = lambda *a, **k: '{}'"), "changes json.dumps"),
    "endless_answers": Case(answer("import os\nos.write = lambda fd, what: 0"), "changes os.write"),
    "stopped_clock": Case(answer("import time\ntime.monotonic = lambda: 0.0\nwhile True:\n    pass"), "was stopped after"),
    "last_words": Case(answer("import atexit, os\natexit.register(lambda: os.write(1, b'x' * 10**6))"), "imports atexit", 0.0),
    "pickled": Case(answer("import pickle\npickle.loads(b'cos\\nsystem\\n(S\\'true\\'\\ntR.')"), "imports pickle", 0.0),
    "other_display": Case(answer("import IPython.display\nIPython.display.display = print", RIGHT), "changes IPython.display.display", 5.0),
    "terminal": Case(answer("import sys, types\nrude = types.ModuleType('rude')\ndef answers(*a):\n    raise RuntimeError('\\x1b[2J\\x1b]0;"
                            "mine\\x07')\nrude.answers = answers\nsys.modules['classroom.inside.fingerprints'] = rude"),
                     "came back without an answer", 0.0),
    "hidden_errors": Case(tiny.solved("class Shy(Exception):\n    def _render_traceback_(self):\n        raise KeyboardInterrupt\ndef double(x):"
                                      "\n    import io, sys\n    sys.stderr = io.StringIO()\n    raise Shy"), "changes sys.stderr", 0.0),
    "no_errors": Case(answer("import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Outputs':\n        "
                             "type(o).error = lambda *a: None"), "An error did not show", None),
    "giant_number": Case(tiny.solved("def double(x):\n    return 10 ** 10 ** 6"), "", 0.0, "graded"),
    "recursion": Case(tiny.solved("def double(x):\n    return double(x)"), "", 0.0, "graded"),
    "deep_recursion": Case(answer("import sys\nsys.setrecursionlimit(10**9)\nf = lambda: eval('f()')\nf()"), "uses eval"),
    "kills_parent": Case(answer("import os\nfor pid in (os.getppid(), 1, 2, 3, -1):\n    if pid != os.getpid():\n        try:\n"
                                "            os.kill(pid, 9)\n        except OSError:\n            pass"), "uses kill"),
    "other_memory": Case(answer("for k in range(9):\n    try:\n        open(f'/proc/{k}/mem', 'r+b').write(b'x')\n    except OSError:\n        pass"),
                         "opens f'/proc", 0.0),
    "unix_socket": Case(answer("import socket\nsocket.socket(socket.AF_UNIX).connect('\\0grader')"), "imports socket"),
    "zombies": Case(answer("import os\nfor k in range(200):\n    try:\n        if os.fork() == 0:\n            os._exit(0)\n"
                           "    except OSError:\n        break", RIGHT), "uses fork", 5.0),
    "many_outputs": Case(answer("for k in range(3000):\n    display(k)\n    print(k)"), "printed too much", 0.0, "graded"),
    "slow_page": Case(answer("from IPython.display import HTML\ndisplay(HTML('<b>' * 60000))"), "", 0.0, "graded"),
    # ---- full marks for nothing, as others have tried it
    "lying_text": Case(tiny.solved(LIAR), "makes a str of its own", 2.0),
    "rebinds_checks": Case(tiny.solved("def double(x):\n    global seven\n    seven = lambda: ''\n" + NEARLY), "", 3.0, "graded"),
    "rebinds_marks": Case(tiny.solved(MEND + "def double(x):\n    if 'marks' in globals():\n        mend(globals()['marks'])\n" + NEARLY),
                          "", 3.0, "graded"),
    "rebinds_grading": Case(tiny.solved("class Fake:\n    check_value = lambda *a, **k: ''\ndef double(x):\n    global grading\n"
                                        "    grading = Fake\n" + NEARLY), "gives grading another meaning", 3.0),
    "own_seed": Case(answer("%env COURSEKIT_GRADING_SEED=x\nimport os\nos.environ['COURSEKIT_GRADING_SEED'] = 'x'", RIGHT), "uses environ", 5.0),
    "calls_home": Case(tiny.solved(why="My words ![x](http://127.0.0.1:PORT/a.png) <img src='http://127.0.0.1:PORT/b.png'>\n\n<iframe "
                                   "src=http://127.0.0.1:PORT/c></iframe> [r]\n\n![x][r]\n\n[r]: http://127.0.0.1:PORT/d.png",
                                   code="from IPython.display import HTML\ndisplay(HTML('<img src=\"http://127.0.0.1:PORT/e.png\"><img "
                                   "src=\"//127.0.0.1:PORT/f.png\"><p style=\"background:url(http://127.0.0.1:PORT/g.png)\">x</p>'))\n" + RIGHT),
                       "", 5.0, "graded"),
    "leaks_source": Case(tiny.solved(LEAK), "reached for sys._getframe", 2.0),
    "spies_on_requests": Case(tiny.solved(SPY), "changes json.JSONDecoder.decode", 3.0),
    # ---- ways of CPython and IPython to reach the caller, or what the caller relies on
    "own_module": Case(tiny.solved("import sys\nsys.path.insert(0, '.')\ndef double(x):\n    import own_part\n    x or own_part.find(own_part.sys."
                                   "_getframe())\n" + NEARLY), "file own_part.py uses f_globals", None, "look", {"own_part.py": "import sys\n" + STACK}),
    "written_module": Case(written("import sys" + STACK, "def double(x):\n    import own_part\n    x or own_part.find(own_part.sys.__dict__"
                                   "['_get' + 'frame'](1))\n" + NEARLY), "reached for sys._getframe", None),
    "stack_by_traceback": Case(written("import traceback" + STACK, "def double(x):\n    import own_part\n    for f, n in () if x else own_part."
                                       "traceback.__dict__['walk_' + 'stack'](None):\n        own_part.find(f)\n" + NEARLY), "reached for sys._getframe", None),
    "stack_by_numpy": Case(written("import sys, numpy as np" + STACK, "def double(x):\n    import own_part\n    for k in () if x else range(1, 30):\n"
                                   "        try:\n            own_part.find(own_part.np.vectorize(own_part.sys.__dict__['_get' + 'frame'], otypes=[object])"
                                   "([k])[0])\n        except ValueError:\n            break\n" + NEARLY), "reached for sys._getframe", None),
    "frame_of_an_error": Case(written(STACK + "def begin():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n        find(error."
                                      "__traceback__.tb_frame)\n", "def double(x):\n    import own_part\n    x or own_part.begin()\n" + NEARLY),
                              "reached for tb_frame", None),
    "frame_of_a_generator": Case(written(STACK + "def mine():\n    g = walk()\n    yield find(g.gi_frame.f_back or g.gi_frame)\ndef walk():\n    yield 1\n"
                                         "def begin():\n    list(mine())\n", "def double(x):\n    import own_part\n    x or own_part.begin()\n" + NEARLY),
                                 "reached for gi_frame", 3.0),
    "garbage_of_a_library": Case(written("import timeit" + MEND + "def begin():\n    for t in timeit.gc.get_objects():\n        if type(t).__name__ == "
                                         "'Marks':\n            mend(t)\n", "def double(x):\n    import own_part\n    x or own_part.begin()\n" + NEARLY),
                                 "reached for gc.get_objects", None),
    "pickle_of_pandas": Case(tiny.solved("import io\nimport pandas as pd\nSTEPS = " + repr(STACK) + "\ndef double(x):\n    if x == 0:\n        pd.read_pickle("
                                         "io.BytesIO(b\"cbuiltins\\nexec\\n(S'import sys; sys.__dict__[chr(95) + chr(103) + \\\\'etframe\\\\'](1)'\\ntR.\"))\n"
                                         + NEARLY), "builtins.exec in a pickle", None),
    "level_of_pandas": Case(tiny.solved("import pandas as pd" + MEND + "def double(x):\n    for k in () if x else range(1, 6):\n        try:\n            mend(pd.eval"
                                        "('self', level=k))\n        except Exception:\n            pass\n" + NEARLY), "outside of its own function", None),
    "hint_as_code": Case(tiny.solved("import typing" + MEND + "def hinted(): pass\nhinted.__annotations__ = {'x': \"[mend(s.f_lo\" \"cals['self']) for s in stack]\"}\n"
                                     "def double(x):\n    typing.get_type_hints(hinted, {'stack': [], 'mend': mend})\n" + NEARLY), "reached for f_locals", 3.0),
    "one_patch_at_a_time": Case(tiny.solved("from coursekit import grading\nroom = [grading]\ndef double(x):\n    names = vars(room[0])\n    if not x:\n"
                                            "        true = names['check_value']\n        def once(*a, **k):\n            names.update(check_value=true)\n"
                                            "            return ''\n        names.update(check_value=once)\n" + NEARLY), "", 3.0),
    "audit_hook": Case(written("import sys\nheard = []\nsys.addaudithook(lambda event, args: heard.append(str(args)) if event in ('compile', 'exec') else None)\n",
                               "def double(x):\n    import own_part\n    print(own_part.heard)\n" + NEARLY), "reached for sys.addaudithook", 3.0),
    "thread_that_waits": Case(written("import sys, threading, time" + STACK + "def wait():\n    while True:\n        for frame in sys._current_frames().values():\n"
                                      "            find(frame)\n        time.sleep(.001)\nthreading.Thread(target=wait, daemon=True).start()\n",
                                      "def double(x):\n    import own_part, time\n    time.sleep(.1)\n" + NEARLY), "reached for sys._current_frames", None),
    "memory_by_path": Case(tiny.solved("import pathlib\ndef double(x):\n    with pathlib.Path('/pr' + 'oc', 'self', 'mem').open('r+b') as memory:\n"
                                       "        memory.seek(4096)\n" + NEARLY), "reached for open on /proc", 3.0),
    "made_class": Case(tiny.solved("import dataclasses\nYes = dataclasses.make_dataclass('Yes', [], eq=False, namespace={'__eq__': lambda a, b: True})\n"
                                   "def double(x):\n    return Yes()"), "uses __eq__", None),
    "trap_that_swallows": Case(answer("import IPython.core.builtin_trap as t\nt.BuiltinTrap.__exit__ = lambda *a: True"), "changes t.BuiltinTrap.__exit__", 0.0),
    "cleared_errors": Case(answer("from IPython.display import clear_output\nfrom IPython.core.interactiveshell import InteractiveShell\n"
                                  "InteractiveShell.instance().events.register('post_' + 'execute', clear_output)"), "told of 0 lost", 0.0),
    "handler_of_numpy": Case(written("import sys, numpy as np" + STACK + "def heard(*a):\n    find(sys._getframe(1))\nnp.seterrcall(heard)\nnp.seterr(all='call')\n",
                                     "def double(x):\n    import own_part\n    x or own_part.np.log(own_part.np.zeros(1))\n" + NEARLY), "reached for sys._getframe", None),
    # ---- out of the cage
    "reads_tests": Case(answer(READ_TESTS), "", 0.0),
    "writes_course": Case(answer("import os, pathlib\nfor place in PLACES:\n    try:\n        pathlib.Path(place).write_text('mine')\n"
                                 "    except OSError as error:\n        print('NO', error)\n"), "", 0.0, "graded"),
    "network": Case(answer("import socket\nsocket.create_connection(('127.0.0.1', PORT), 3)"), "imports socket"),
    # ---- files
    "no_json": Case(b"\x00\xff nonsense", "no notebook", None, "not graded"),
    "empty": Case(b"", "no notebook", None, "not graded"),
    "a_list": Case(b"[1, 2]", "no notebook", None, "not graded"),
    "deep": Case(b"[" * 200_000 + b"]" * 200_000, "no notebook", None, "not graded"),
    "huge": Case(b'{"cells": [], "x": "' + b"x" * (20 * 2**20) + b'"}', "", None, "not graded"),
    "long": Case(raw(lambda n: n["cells"].extend({"cell_type": "code", "source": "1", "metadata": {}} for _ in range(2000))),
                 "too long", None, "not graded"),
    "strange_cells": Case(raw(_strange), "", 0.0, "graded"),
    "wrong_name": Case(None, 'handed in as "01_tiny (1).ipynb"', 5.0, "graded", {"01_tiny (1).ipynb": json.dumps(tiny.solved())}),
    "two_books": Case(None, "keep the right one", None, "not graded", {"a.ipynb": "{}", "b.ipynb": "{}"}),
    "only_text": Case(None, "No notebook", None, "not graded", {"essay.txt": "sorry"}),
    "bad_time": Case(tiny.solved(), "", 5.0, "graded", {"timestamp.txt": "yesterday, about noon"}),
    "a_link": Case(None, "", None, "not graded", {"note.txt": "see link"}, link=True),
}

# Whom nothing but the clock stops
ENDLESS = {"endless_cell", "endless_function", "endless_deaf", "endless_no_signals", "endless_in_c", "sleeper", "stopped_itself"}
ENDLESS |= {"prints_forever", "fork_storm", "endless_answer", "endless_answers", "stopped_clock"}
