"""Shut in, a student's code reaches nothing; where that cannot be, it is said; and one run never hangs the grader."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from classroom.inside import executor
from classroom.inside.tester import packed
from classroom.run import sandbox, watch

LIMITS = sandbox.Limits(cell=4, student=40, grace=2, memory=1200 * 2**20, disk=8 * 2**20, file=4 * 2**20, processes=64, text=5000)
ROOT = Path(sandbox.__file__).resolve().parents[2]
OPEN = sandbox.Sandbox(None, "a test")


def value(run, cell=0):
    found = [o for o in run.outputs[cell] if o["output_type"] == "execute_result"]
    return found[0]["data"]["text/plain"] if found else [o.get("ename") for o in run.outputs[cell]]


@pytest.fixture(scope="module")
def inside(cage):
    """What one run sees from inside."""
    questions = {
        "network": "import os, socket, pathlib\nsocket.create_connection(('127.0.0.1', 9), 2)",
        "interfaces": "[line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line]",
        "top": "sorted(os.listdir('/'))",
        "course": f"sorted(os.listdir({str(ROOT)!r}))",
        "classroom": f"sorted(os.listdir({str(ROOT / 'classroom')!r}))",
        "write package": f"open({str(ROOT / 'coursekit' / 'grading' / '__init__.py')!r}, 'a')",
        "write python": f"open({str(Path(sys.prefix) / 'x')!r}, 'w')",
        "write root": "open('/x', 'w')",
        "make device": "open('/dev/x', 'w')",
        "user": "os.getuid() != 0 and 0 not in os.getgroups()",
        "processes": "sum(name.isdigit() for name in os.listdir('/proc')) < 6",
        "secrets": "sorted(name for name in os.environ if name.startswith(('SECRET', 'SSH', 'COURSEKIT_TEST')))",
        "file": "open('mine.txt', 'w').write('x' * 100)",
        "big file": "open('big', 'wb').write(bytes(5 * 2**20))",
        "disk": "for k in range(50):\n    open(f'/tmp/{k}', 'wb').write(bytes(10**6))",
        "shared": "for k in range(50):\n    open(f'/dev/shm/{k}', 'wb').write(bytes(10**6))",
        "handed in": "open('mine/table.csv').read()",
        "overwrite": f"open({sandbox.HANDED_IN + '/mine/table.csv'!r}, 'w')",
        "coursekit": "import coursekit.grading\ncoursekit.grading.__file__",
        "home": "os.getcwd() == os.path.expanduser('~') and os.access('.', os.W_OK)",
        "hosts": "os.path.exists('/etc/passwd') or os.path.exists('/etc/shadow')",
        "namespaces": "__import__('subprocess').run(['unshare', '--user', 'true'], capture_output=True).returncode",
        "signals": "os.kill(1, 9); os.path.exists('/proc/1')",
    }
    os.environ["SECRET_OF_THE_GRADER"] = "x"
    try:
        run = watch.run_cells(list(questions.values()), {"mine/table.csv": b"1,2", "coursekit/grading.py": b"1/0"}, sandbox=cage, limits=LIMITS)
    finally:
        del os.environ["SECRET_OF_THE_GRADER"]
    assert run.ended == "", run
    return {name: value(run, k) for k, name in enumerate(questions)}


@pytest.mark.parametrize("what, answer", [
    ("network", ["OSError"]), ("interfaces", "['lo']"), ("write package", ["OSError"]), ("write python", ["OSError"]),
    ("write root", ["OSError"]), ("make device", ["OSError"]), ("user", "True"), ("processes", "True"), ("secrets", "[]"),
    ("file", "100"), ("big file", ["OSError"]), ("disk", ["OSError"]), ("shared", ["OSError"]), ("handed in", "'1,2'"),
    ("overwrite", ["OSError"]), ("coursekit", repr(str(ROOT / "coursekit" / "grading" / "__init__.py"))), ("home", "True"),
    ("hosts", "False"), ("namespaces", "1"), ("classroom", "['inside']"),  # not the signs that it is searched for
])
def test_what_is_seen_from_inside(inside, what, answer):
    assert inside[what] in (answer, ["PermissionError"] if answer == ["OSError"] else answer,
                            ["ConnectionRefusedError"] if what == "network" else answer), inside[what]


def test_of_the_course_there_is_the_package_and_nothing_else(inside):
    assert set(json.loads(inside["course"].replace("'", '"'))) <= {"coursekit", "classroom", "data", ".venv"}
    for folder in ("'home'", "'mnt'", "'opt'", "'srv'", "'root'"):  # only the way to what is needed
        assert folder not in inside["top"] or any(str(place).startswith("/" + folder.strip("'")) for place in
                                                  (ROOT, sys.prefix, sys.base_prefix))


def test_a_package_that_was_handed_in_shadows_nothing_without_a_sandbox_either():
    run = watch.run_cells(["import coursekit.grading\ncoursekit.grading.__file__"], {"coursekit/__init__.py": b"", "coursekit/grading.py": b""},
                      sandbox=OPEN, limits=LIMITS)
    assert value(run) == repr(str(ROOT / "coursekit" / "grading" / "__init__.py"))


def test_a_run_leaves_nobody_behind(cage):
    before = {process.pid for process in psutil.process_iter()}
    code = "import subprocess\nsubprocess.Popen(['sleep', '97531'], start_new_session=True)\nNone"
    run = watch.run_cells([code, "1"], {}, sandbox=cage, limits=LIMITS)
    assert value(run, 1) == "1"
    left = [process for process in psutil.process_iter(["cmdline"]) if process.pid not in before
            and "97531" in (process.info["cmdline"] or [])]
    assert left == []


def test_a_flood_of_processes_is_a_number_and_the_next_run_does_not_feel_it(cage):
    code = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"
    storm = threading.Thread(target=watch.run_cells, args=([code], {}), kwargs={"sandbox": cage, "limits": LIMITS, "slot": 0})
    storm.start()
    time.sleep(1)
    run = watch.run_cells(["import threading\nt = threading.Thread(target=print)\nt.start(); t.join()\n'well'"], {}, sandbox=cage,
                      limits=sandbox.Limits(cell=30), slot=1)
    storm.join()
    assert value(run) == "'well'", run


@pytest.mark.parametrize("shut", [pytest.param(True, marks=pytest.mark.sandbox), False], ids=["sandbox", "open"])
@pytest.mark.parametrize("code, says", [
    ("while True:\n    pass", "stopped after"), ("import time\ntime.sleep(99)", "stopped after"),
    ("import os\nos._exit(7)", "exit code 7"), ("import itertools\n0 in itertools.repeat(1)", "no answer after"),
    ("import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass", "could not be interrupted"),
])
def test_no_cell_hangs_the_grader(request, shut, code, says):
    box = request.getfixturevalue("cage") if shut else OPEN
    grace = 4 if "interrupted" in says else 1  # on a busy machine its word takes longer; nobody waits for what is left
    began = time.monotonic()
    run = watch.run_cells([code, "'next'"], {}, sandbox=box, limits=sandbox.Limits(cell=1, grace=grace, student=20))
    assert says in " ".join([*run.broke.values(), *run.notes]), run
    assert time.monotonic() - began < 12
    assert run.ended == "" and value(run, 1) == "'next'", "what follows runs in a new process"


@pytest.mark.exhaustive
def test_while_it_is_told_that_a_cell_was_stopped_it_is_not_stopped_again():
    """To tell of an error takes seconds on a busy machine; here, wherever."""
    slow = "import time\nclass Slow(Exception):\n    def __str__(self):\n        time.sleep(1)\n        return 'told'\n" \
           "def f():\n    try:\n        while True:\n            print('more')\n    except KeyboardInterrupt:\n        raise Slow"
    run = watch.run_cells([slow, "f()", packed("f()", "a test"), "'next'"], {}, sandbox=OPEN, limits=sandbox.Limits(cell=2, grace=60))
    assert (run.ended, run.broke, value(run, 3)) == ("", {}, "'next'")
    for cell in (1, 2):
        assert [(o["ename"], o["evalue"][:10]) for o in run.outputs[cell] if "ename" in o] == [("Slow", "told"), ("CellTimeoutError", "The cell w")]


def test_all_cells_together_have_a_limit():
    run = watch.run_cells(["import time\ntime.sleep(.7)"] * 20, {}, sandbox=OPEN, limits=sandbox.Limits(cell=5, student=3))
    assert "the student's 3 seconds are over" in run.ended or "stopped after" in " ".join(run.notes)
    assert run.seconds < 8 and run.outputs[-1] is None


def test_memory_is_bounded_for_one_process_and_for_all():
    run = watch.run_cells(["x = bytearray(3 << 30)", "'alive'"], {}, sandbox=OPEN, limits=LIMITS)
    assert value(run) == ["MemoryError"] and value(run, 1) == "'alive'"


def test_a_run_can_be_stopped():
    stop = threading.Event()
    threading.Timer(1, stop.set).start()
    run = watch.run_cells(["import time\ntime.sleep(30)"], {}, sandbox=OPEN, limits=sandbox.Limits(cell=30), stop=stop)
    assert "the grading was stopped" in run.ended and run.seconds < 10


# ---------------------------------------------------------------- what is said where it cannot be


@pytest.mark.parametrize("script, reason", [
    ("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", "No permissions to create new namespace"),
    ("#!/bin/sh\nexit 3\n", "exit code 3"), ("no program\n", "does not run here"),
])
@pytest.mark.skipif(os.name == "nt", reason="shell scripts")
def test_a_bubblewrap_that_does_not_work_is_no_sandbox(tmp_path, script, reason):
    fake = tmp_path / "bwrap"
    fake.write_text(script)
    fake.chmod(0o755)
    found = sandbox.find(search=lambda name: str(fake))
    if sys.platform.startswith("linux"):
        assert not found.closed and reason in found.reason


def test_elsewhere_there_is_none_and_what_is_not_protected_is_said(monkeypatch):
    for platform in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", platform)
        found = sandbox.find(search=lambda name: "/usr/bin/bwrap")
        said = " ".join(found.unprotected())
        assert not found.closed and platform in said
        for word in ("WITHOUT a sandbox", "gradebook", "other students", "network", "left behind", "bubblewrap"):
            assert word in said


@pytest.mark.parametrize("wrong, error", [({"cell": 0}, ValueError), ({"memory": -1}, ValueError), ({"student": "60"}, TypeError),
                                          ({"text": True}, TypeError), ({"cell": float("nan")}, ValueError)])
def test_limits_refuse_what_is_none(wrong, error):
    with pytest.raises(error, match=next(iter(wrong))):
        sandbox.Limits(**wrong)


# ---------------------------------------------------------------- the program inside


def test_outputs_are_those_of_a_notebook_and_bounded():
    cells = ["print('a'); 2.5", "import sys; print('b', file=sys.stderr)", "1/0", "def f(:", "print('x' * 10**7)",
             "for k in range(3000): print('y' * 100)\nraise ValueError('at the end')", "for k in range(9000): display('z' * 100)",
             "from IPython.display import HTML, clear_output\nprint('gone'); clear_output(); HTML('<b>x</b>')",
             "await __import__('asyncio').sleep(0)", "class E(Exception):\n    def __str__(self): raise KeyError\nraise E",
             "import sys; sys.stdout.write(7)", "quit()", "'still here'"]
    run = watch.run_cells(cells, {}, sandbox=OPEN, limits=sandbox.Limits(text=5000))
    assert run.ended == ""
    kinds = [[o["output_type"] for o in outputs] for outputs in run.outputs]
    assert kinds[0] == ["stream", "execute_result"] and run.outputs[0][1]["data"]["text/plain"] == "2.5"
    assert run.outputs[1][0]["name"] == "stderr"
    errors = [run.outputs[k][-1]["ename"] for k in (2, 3, 5, 9, 10)]
    assert errors == ["ZeroDivisionError", "SyntaxError", "ValueError", "KeyError", "TypeError"]
    assert len(run.outputs[4][0]["text"]) < 5100 and "truncated" in run.outputs[4][0]["text"]
    assert len(json.dumps(run.outputs[6])) < 400_000
    assert kinds[7] == ["execute_result"] and run.outputs[7][0]["data"]["text/html"] == "<b>x</b>"
    assert kinds[8] == [] and kinds[11] == [] and value(run, 12) == "'still here'"
    assert [note.split()[1] for note in run.notes] == ["5", "6", "7"]


def test_a_word_on_stderr_shows_even_when_there_is_no_room():
    outputs = executor.Outputs(limit=3)
    outputs.stream("stdout", "too much")
    outputs.stream("stderr", "warning")
    assert [o["name"] for o in outputs.found] == ["stdout", "stderr"]


def test_the_program_ends_when_the_grader_does(tmp_path):
    child = subprocess.Popen([sys.executable, "-P", watch.EXECUTOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    settings = {"files": str(tmp_path), "user": None, "seed": {}, "limits": {**vars(LIMITS), "processes": None}}
    child.communicate(json.dumps(settings).encode() + b"\n", timeout=30)
    assert child.returncode == 0
