"""What Binder does with the repository: environment.yml, then postBuild, then JupyterLab on the first lesson."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import lab
import pytest
import yaml

from classroom import open as course

ROOT = Path(__file__).resolve().parents[1]
POSTBUILD = ROOT / "postBuild"
FIRST = "course/" + course.FIRST_PAGE  # where README's link leads


def test_postbuild_takes_away_what_a_student_does_not_get_elsewhere_either():
    text = POSTBUILD.read_text(encoding="utf-8")
    server, screen = (loop.split() for loop in re.findall(r"^for tool in (.+); do$", text, re.MULTILINE))
    assert server == list(course.SERVER_TOOLS) and screen == list(course.SCREEN_TOOLS)
    assert f"\njupyter labextension disable {course.NO_NEWS[0]}\n" in text


def test_binder_finds_both_files():
    """A folder of one of these names would hide what lies in the root; postBuild is started as a program."""
    assert not (ROOT / "binder").exists() and not (ROOT / ".binder").exists()
    assert POSTBUILD.read_bytes().startswith(b"#!/usr/bin/env bash\n") and b"\r" not in POSTBUILD.read_bytes()
    assert os.name == "nt" or os.access(POSTBUILD, os.X_OK)


@pytest.fixture
def binder(tmp_path, monkeypatch):
    """A copy of the repository after the steps that repo2docker makes, in an environment without conda."""
    copy = tmp_path / "course"
    committed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in committed.strip("\0").split("\0"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    *_, by_pip = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    (tmp_path / "asked.txt").write_text("\n".join(by_pip["pip"]), encoding="utf-8")
    uv, there = Path(sys.executable).with_name("uv"), tmp_path / "there"
    monkeypatch.setenv("PATH", f"{there / 'bin'}{os.pathsep}{os.environ['PATH']}")
    for command in ([uv, "venv", "--python", sys.executable, there],
                    [uv, "pip", "install", "--python", there / "bin" / "python", "-r", tmp_path / "asked.txt"],
                    ["./postBuild"]):
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
    return copy, there / "bin" / "python"


@pytest.mark.exhaustive
def test_the_first_lesson_opens_and_nothing_is_there_for_instructors(binder, browser_path):
    copy, python = binder
    port = lab.free_port()
    command = [python, "-m", "jupyterlab", f"--port={port}", "--no-browser", "--allow-root", "--IdentityProvider.token=",
               "--LabApp.expose_app_in_browser=True"]
    address = f"http://127.0.0.1:{port}"
    with lab.running(command, port, cwd=copy), lab.browser_page(browser_path) as page:
        lab.open_notebook(page, address, FIRST)
        assert lab.run_all(page) == []
        assert lab.press(page, 0, 0) > 0
        assert page.evaluate("window.jupyterapp.hasPlugin('@jupyter/nbgrader:validate-assignment')"), "students validate"
        plugins = [f"@jupyter/nbgrader:{tool}" for tool in course.SCREEN_TOOLS]
        assert not page.evaluate("names => names.filter(name => window.jupyterapp.hasPlugin(name))", plugins)
        assert page.request.get(f"{address}/formgrader").status == 404
        assert "Nbgrader" not in page.inner_text("#jp-MainMenu")
        assert not page.strayed
