"""For all tests: no network, no settings of the machine they run on, and a browser that must be there."""

import os
import re
import sys
from pathlib import Path

import hypothesis
import pytest

from classroom.run import sandbox
from classroom.setup import tools

ROOT = Path(__file__).resolve().parents[1]
GUARD = ROOT / "tests" / "guard"
sys.path.insert(0, str(GUARD))
if Path(getattr(sys.modules.get("sitecustomize"), "__file__", "") or "nowhere").parent != GUARD:  # a worker has ours already
    sys.modules.pop("sitecustomize", None)  # a system may have one of its own, and Python has imported that
import sitecustomize as guard  # noqa: E402

# Child processes get the guard by its folder, and neither Jupyter's, IPython's nor matplotlib's settings of the user.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(GUARD), os.environ.get("PYTHONPATH")]))
for _name in [name for name in os.environ if name.startswith("JUPYTER")]:
    del os.environ[_name]
for _name, _folder in (("JUPYTER_CONFIG_DIR", "config"), ("JUPYTER_DATA_DIR", "data"), ("JUPYTER_RUNTIME_DIR", "runtime"),
                       ("IPYTHONDIR", "ipython")):
    os.environ[_name] = str(ROOT / "build" / "jupyter" / "test" / _folder)
    os.makedirs(os.environ[_name], exist_ok=True)
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # there is a worker on every core already
os.environ["MPLCONFIGDIR"] = str(ROOT / "build" / "matplotlib")

# The same examples in every run, and no folder of them in the repository
hypothesis.settings.register_profile("course", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("course")

# The path with the environment's programs on it: nbgrader starts `alembic` by its bare name
PROGRAMS = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]


pytest.register_assert_rewrite("bad_input_tests", "pictures_tests")  # which rooms import, so that pytest does not see tests


@pytest.fixture(scope="session")
def browser_path():
    """Path of the browser; a test that needs one fails without, it never skips."""
    path = tools.find_browser()
    if path is None:
        pytest.fail(tools.NO_BROWSER.format(command=""), pytrace=False)
    return path


@pytest.fixture(scope="session")
def cage():
    """The sandbox of this computer; on Linux it must be there, elsewhere the tests that need it are left out."""
    found = sandbox.find()
    if not found.closed:
        pytest.fail(f"No sandbox: {found.reason} ({tools.INSTALL[tools.manager()]} bubblewrap).", pytrace=False)
    return found


@pytest.fixture(scope="module")
def programs():
    """Put the environment's programs on the path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", PROGRAMS)
        yield


@pytest.fixture(scope="module")
def warm():
    """Folder for the variable JUPYTER_PATH with which kernels are warm; None where they cannot be."""
    import warm_kernels  # here, for a test takes this file along to where nothing else is

    with warm_kernels.kernels() as folder:
        yield folder


@pytest.fixture(autouse=True)
def network_guard():
    """Fail a test that tried to reach another computer, even if something swallowed the refusal."""
    guard.attempts.clear()
    yield guard
    tried, guard.attempts[:] = list(guard.attempts), []
    if tried:
        pytest.fail(f"the network was used: {tried}")


def pytest_collection_modifyitems(config, items):
    """Refuse a test named after an address in memory: workers that share a run must find the same names.

    Where there is no sandbox for the system, leave out the tests that need one.
    """
    if not tools.LINUX:
        shut = [item for item in items if "cage" in item.fixturenames or item.get_closest_marker("sandbox")]
        config.hook.pytest_deselected(items=shut)
        items[:] = [item for item in items if item not in shut]
    named = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if named:
        raise pytest.UsageError(f"give these tests ids of their own: {named}")


def pytest_terminal_summary(terminalreporter):
    """Say at the end what this computer could not check."""
    if not tools.LINUX:
        terminalreporter.write_line("Not checked here: the sandbox for student code, which exists on Linux alone.")


def workplace(nodeid):
    """Give what tests share and should not make twice: a started server, a siege, a picture, one lesson's graded class or run."""
    room, _, name = nodeid.partition("::")
    lesson = re.search(r"\[(\d\d_\w+)", name)
    if room.endswith(("test_start.py", "test_browser.py", "test_bulk.py", "test_class_report.py", "test_lab.py")):
        return room
    if room.endswith("test_one_line.py") and not lesson:
        return room
    if room.endswith("_pictures.py") and "[" in name:
        return f"{room} {name.partition('[')[2]}"
    if lesson and room.endswith(("test_lessons.py", "test_teaching_notes.py")):
        return lesson[1]
    return f"{room} {lesson[1]}" if lesson and room.endswith("test_answers.py") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep tests of one workplace in one worker, and begin with the fullest workplaces."""
    from xdist.scheduler import LoadScopeScheduling

    class ByWorkplace(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return workplace(nodeid)

    return ByWorkplace(config, log)
