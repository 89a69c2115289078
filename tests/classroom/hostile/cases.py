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
    "memory_by_and_by": Case(answer("x = []\nwhile True:\n    x.append(bytes(50 << 20))"), "without an answer", 0.0),
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
                                  " setattr(s, 'offered', s.offered + p))"), "coursekit.grading was replaced", 3.0),
    "patched_right_assert": Case(answer("from coursekit import grading\ngrading.check_value = lambda *a, **k: ''",
                                        "def double(x):\n    return {1: 2, 2: 4, 0: 0}.get(x)"), "coursekit.grading was replaced", 5.0),
    "replaced_module": Case(answer("import sys, types, coursekit\nfake = types.ModuleType('coursekit.grading')\n"
                                   f"exec({PERFECT!r}, fake.__dict__)\nsys.modules['coursekit.grading'] = coursekit.grading = fake"),
                            "without an answer (AttributeError", 3.0),
    "dropped_asserts": Case(answer(TRANSFORMER), "assert that cannot hold did not fail", 2.0),
    "too_many_points": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: 99.0", RIGHT), "not from 0 to 3", 2.0),
    "made_up_points": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: 3.0",
                                  "def double(x):\n    return 4 if x == 2 else 2"), "told of 3 lost ones", 5.0),
    "no_value": Case(answer("from coursekit import grading\ngrading.Marks.total = lambda self: None",
                            "def double(x):\n    return 4 if x == 2 else 2"), "ended without the value", 2.0),
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
    "other_float": Case(answer("import builtins\nbuiltins.float = lambda x: 3.0"), "came back without an answer", None),
    "other_generator": Case(answer("import numpy\nnumpy.random.default_rng = lambda *a: None", RIGHT), "numpy.random.default_rng was replaced", 5.0),
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
                         "values instead of one; it earns nothing", 0.0),
    "silent_answers": Case(answer("import json\njson.dumps = lambda *a, **k: '{}'"), "tampered with"),
    "endless_answers": Case(answer("import os\nos.write = lambda fd, what: 0"), "no answer after"),
    "stopped_clock": Case(answer("import time\ntime.monotonic = lambda: 0.0\nwhile True:\n    pass"), "no answer after"),
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
