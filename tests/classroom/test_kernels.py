"""What a student's JupyterLab does with kernels that nobody needs, and what she then reads; in a real browser."""

import contextlib
import json
import os
import shutil
import sys
import urllib.request
from pathlib import Path

import lab
import nbformat
import pytest

from classroom.open import configure

ROOT = Path(__file__).resolve().parents[2]
LESSON, EXERCISE = "00_start_here.ipynb", "sums.ipynb"
SHOTS = ROOT / "build" / "screenshots"

# What stands before an element, for the eye, by a rule of style
BEFORE = """selector => { const element = document.querySelector(selector); if (!element) return null;
  const style = getComputedStyle(element, '::before');
  return style.content === 'none' ? null : style.content; }"""
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-NotebookPanel-notebook"
HOW_TO_GO_ON = "choose Run All Cells in the menu Run."


@contextlib.contextmanager
def student(tmp_path, *options):
    """A student's JupyterLab with a lesson and a notebook without knobs; give its address."""
    variables, _ = configure("student", tmp_path / "build")
    folder, port = tmp_path / "course", lab.free_port()
    folder.mkdir()
    shutil.copy(ROOT / "notebooks" / LESSON, folder)
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(21 + 21)")],
                                            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}), folder / EXERCISE)
    command = [sys.executable, "-m", "jupyterlab", f"--port={port}", "--no-browser", "--IdentityProvider.token=", *options]
    command += ["--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}", "--ServerApp.port_retries=0"]
    with lab.running(command, port, env=os.environ | variables):
        yield f"http://127.0.0.1:{port}"


def kernels(address):
    with urllib.request.urlopen(f"{address}/api/kernels", timeout=30) as answer:
        return len(json.load(answer))


def wait_until(page, right, what, seconds=90):
    for _ in range(seconds * 4):
        if right():
            return
        page.wait_for_timeout(250)
    pytest.fail(f"within {seconds} s it did not come to this: {what}")


def run_all_by_the_menu(page):
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator(".lm-Menu-item", has_text="Run All Cells").first.click()


def a_picture_moves(page):
    """Press a key on the first slider that is alive, until the picture is another one."""
    box = page.locator(".knobs:not(.knobs-ended):not(.jupyter-widgets-disconnected)").first
    box.locator("img").wait_for(timeout=90_000)
    before = box.locator("img").get_attribute("src")

    def moved():  # a box may be drawn anew while its page is read, and takes a key with it
        box.locator("[role=slider]").first.press("ArrowRight")
        page.wait_for_timeout(1000)
        return box.locator("img").get_attribute("src") != before

    wait_until(page, moved, "the picture moves")


@pytest.fixture
def page(browser_path):
    with lab.browser_page(browser_path) as page:
        page.set_default_timeout(60_000)
        yield page
        assert page.strayed == []


@pytest.mark.exhaustive
def test_closing_a_lesson_ends_its_kernel_and_opened_again_it_says_how_to_see_its_pictures(tmp_path, page):
    with student(tmp_path) as address:
        page.goto(f"{address}/lab/tree/{EXERCISE}")
        lab.wait_for_kernel(page)
        page.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", LESSON)
        lab.wait_for_kernel(page)
        run_all_by_the_menu(page)
        a_picture_moves(page)
        assert kernels(address) == 2
        page.evaluate("jupyterapp.commands.execute('docmanager:save')")
        wait_until(page, lambda: not page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty"), "the lesson is saved")
        page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", has_text=LESSON).locator(".lm-TabBar-tabCloseIcon").click()
        wait_until(page, lambda: kernels(address) == 1, "one kernel is left")
        page.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", LESSON)
        lab.wait_for_kernel(page)
        lost = ".jp-OutputArea-output.jupyter-widgets"
        wait_until(page, lambda: HOW_TO_GO_ON in (page.evaluate(BEFORE, lost) or ""), "the lost picture says how to see it again")
        assert page.evaluate("selector => getComputedStyle(document.querySelector(selector)).fontSize", lost) == "0px"
        shot(page, "reopened_lesson")
        run_all_by_the_menu(page)
        a_picture_moves(page)
        assert page.locator(lost).count() == 0 and page.evaluate(BEFORE, PANEL) is None


@pytest.mark.exhaustive
def test_an_idle_kernel_ends_the_page_says_how_to_go_on_and_that_is_true(tmp_path, page):
    with student(tmp_path, "--MappingKernelManager.cull_idle_timeout=15", "--MappingKernelManager.cull_interval=1") as address:
        page.goto(f"{address}/lab/tree/{LESSON}")
        lab.wait_for_kernel(page)
        run_all_by_the_menu(page)
        page.locator(".knobs img").first.wait_for()
        assert page.evaluate(BEFORE, ".knobs") is None
        # a kernel takes leave of its boxes one by one, the youngest first
        wait_until(page, lambda: page.locator(".knobs:not(.knobs-ended)").count() == 0, "all boxes hear that Python has ended", 120)
        assert page.evaluate(BEFORE, ".knobs") == (
            '"This picture stands still, because its Python has ended. To go on, choose Run All Cells in the menu Run."')
        # JupyterLab tries seven times to reach it, after waits by chance that may add up to two minutes
        wait_until(page, lambda: HOW_TO_GO_ON in (page.evaluate(BEFORE, PANEL) or ""), "the notebook says how to go on", 150)
        assert kernels(address) == 0
        page.locator(".knobs").first.evaluate("box => box.scrollIntoView({block: 'center'})")
        shot(page, "ended_kernel")
        run_all_by_the_menu(page)
        a_picture_moves(page)
        assert page.locator(".knobs-ended").count() == 0 and page.evaluate(BEFORE, PANEL) is None

        # a notebook without knobs, such as an exercise: a cell that is run starts a kernel by itself
        page.evaluate("async path => { await jupyterapp.commands.execute('docmanager:open', {path}); }", EXERCISE)
        lab.wait_for_kernel(page)
        assert page.evaluate(BEFORE, PANEL) is None
        wait_until(page, lambda: kernels(address) == 0, "the exercise's kernel ends", 60)
        wait_until(page, lambda: HOW_TO_GO_ON in (page.evaluate(BEFORE, PANEL) or ""), "the exercise says how to go on", 150)
        page.locator(f"{PANEL} .jp-CodeCell .cm-content").click()
        page.keyboard.press("Shift+Enter")
        page.locator(f"{PANEL} .jp-OutputArea-output", has_text="42").wait_for()
        wait_until(page, lambda: page.evaluate(BEFORE, PANEL) is None, "the sentence goes away")


@pytest.mark.exhaustive
def test_after_a_restart_the_old_picture_says_how_to_go_on(tmp_path, page):
    with student(tmp_path) as address:
        page.goto(f"{address}/lab/tree/{LESSON}")
        lab.wait_for_kernel(page)
        run_all_by_the_menu(page)
        a_picture_moves(page)
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
        wait_until(page, lambda: HOW_TO_GO_ON in (page.evaluate(BEFORE, ".knobs") or ""), "the picture says how to go on")
        assert page.evaluate(BEFORE, ".knobs .widget-hslider") is None, "no broken chain before each slider"


def test_half_an_hour_is_for_students_and_who_presents_or_teaches_keeps_her_kernels(tmp_path):
    found = {}
    for who in ("student", "present", "poll", "teach"):
        configure(who, tmp_path)
        config = tmp_path / "jupyter" / who / "config"
        server = json.loads((config / "jupyter_server_config.json").read_text(encoding="utf-8"))
        screen = json.loads((config / "labconfig" / "default_setting_overrides.json").read_text(encoding="utf-8"))
        found[who] = server["MappingKernelManager"]["cull_idle_timeout"], screen["@jupyterlab/notebook-extension:tracker"]["kernelShutdown"]
    assert found == {"student": (1800, True), "present": (0, False), "poll": (0, False), "teach": (0, False)}


def shot(page, name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
