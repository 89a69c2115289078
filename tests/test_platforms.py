"""Which computers the locks can be installed on, as the installer itself judges it, and the lowest versions that will do.

What asks the package index, which no other test does, runs with what is exhaustive.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from test_pins import LOCKS, PROJECT, ROOT, applying

UV = Path(sys.executable).with_name("uv")
WHOLE = os.environ.get("COURSEKIT_BANK") == "whole"  # before a release; deeper lessons use what core lessons use, and little more
LESSONS = [path.stem for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")) if WHOLE or not path.stem.endswith("_deeper")]
COMPUTERS = {
    "Windows": "x86_64-pc-windows-msvc",
    "Windows on Arm": "aarch64-pc-windows-msvc",
    "Mac": "aarch64-apple-darwin",
    "Mac with Intel": "x86_64-apple-darwin",
    "Linux": "x86_64-unknown-linux-gnu",
    "Linux on Arm": "aarch64-unknown-linux-gnu",
}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
TOO_NEW = "3.15"

# The package for which there is no wheel. What begins to work must leave this list.
LACKING = {
    ("base", "Windows on Arm", "3.11"): "pyyaml",
    ("base", "Windows on Arm", "3.12"): "statsmodels",
    **{("test", "Windows on Arm", python): "dm-tree" for python in PYTHONS},
    **{("base", computer, TOO_NEW): "pyyaml" for computer in COMPUTERS},
    **{("test", computer, TOO_NEW): "dm-tree" for computer in COMPUTERS},
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("python", [*PYTHONS, TOO_NEW])
@pytest.mark.parametrize("computer", COMPUTERS)
@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_a_wheel_of_everything(tmp_path, lock, computer, python):
    # Into an empty folder, so that nothing counts as installed already
    asked = [UV, "pip", "install", "--dry-run", "--no-build", "--require-hashes",
             "--python", sys.executable, "--python-platform", COMPUTERS[computer], "--python-version", python,
             "--target", tmp_path, "-r", LOCKS[lock]]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=300)
    lacking = LACKING.get((lock, computer, python))
    if lacking is None:
        assert done.returncode == 0, done.stderr
        assert re.search(r"^Would install \d\d+ packages$", done.stderr, re.MULTILINE), done.stderr
    else:
        assert done.returncode != 0, f"{lacking} has a wheel now: take this line off the list"
        assert re.search(rf"\b{lacking}==\S+ has no usable wheels", done.stderr), done.stderr


@pytest.fixture(scope="module")
def lowest(tmp_path_factory):
    """A Python with the lowest versions that pyproject.toml allows, and the course as a bare `pip install` brings it.

    All else is as the tests have it. On Colab, whose versions are a little higher, the same happens.
    """
    folder = tmp_path_factory.mktemp("lowest")
    asked = PROJECT["dependencies"]
    direct = {canonicalize_name(Requirement(one).name): one.replace(">=", "==") for one in asked}
    older = {*direct, "widgetsnbextension"}  # which goes with ipywidgets
    locked = applying(LOCKS["test"], platform.python_version())
    others = [f"{name}=={version}" for name, version in locked.items() if name not in older]
    (folder / "others.txt").write_text("\n".join(others), encoding="ascii")
    python = folder / "there" / ("Scripts" if os.name == "nt" else "bin") / "python"
    for command in (["venv", "--python", sys.executable, folder / "there"],
                    ["pip", "install", "--python", python, "--no-build", "--constraint", folder / "others.txt",
                     *direct.values(), "hypothesis", "ipykernel", "nbclient", "pytest"]):
        subprocess.run([UV, *command], check=True, capture_output=True, text=True, timeout=600)
    done = subprocess.run([UV, "pip", "install", "--python", python, ROOT], capture_output=True, text=True, timeout=600)
    assert "Installed 1 package " in done.stderr, f"the course, and nothing besides: {done.stderr}"
    return python


def test_the_tests_of_lessons_need_no_more_than_a_bare_installation():
    """Otherwise the next test, which takes minutes, says of every lesson only that a test cannot be read."""
    code = "import sys; sys.modules.update(nbgrader=None, jupyterlab=None, playwright=None); import test_lessons"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tests", capture_output=True, text=True, timeout=60,
                          env=os.environ | {"PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(ROOT)])})
    assert done.returncode == 0, done.stderr


@pytest.mark.exhaustive
@pytest.mark.parametrize("half", range(2))
def test_lessons_run_on_the_lowest_versions(lowest, half):
    """Many in one run, because to start the tests takes half as long as a lesson."""
    lessons = LESSONS[half::2]
    tests = [f"tests/test_lessons.py::test_every_knob_was_moved_to_both_ends[{lesson}]" for lesson in lessons]
    done = subprocess.run([lowest, "-m", "pytest", "-q", "-m", "", *tests], cwd=ROOT, capture_output=True, text=True, timeout=1800)
    assert re.search(rf"^{len(lessons)} passed", done.stdout, re.MULTILINE), done.stdout + done.stderr
