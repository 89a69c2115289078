"""As a student does it: `python start.py` in a fresh clone, JupyterLab in a real browser, real key presses."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import lab
import pytest
from playwright.sync_api import TimeoutError

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb") if "_deeper" not in path.name)
SHOTS = ROOT / "build" / "screenshots"

# Looks at every frame while a knob moves: is the picture there, at its size, with the page below where it was?
WATCH = """() => { const root = document.querySelectorAll('.knobs')[1]; window.frames_seen = [];
  const cell = root.closest('.jp-Cell').nextElementSibling;
  const look = () => { const image = root.querySelector('img'); const box = image && image.getBoundingClientRect();
    window.frames_seen.push([!!(image && image.complete && image.naturalWidth), box && box.width, box && box.height,
      Math.round(cell.getBoundingClientRect().top - root.getBoundingClientRect().top)].join());
    window.watching = requestAnimationFrame(look); };
  look(); }"""

# Puts a student's code into the cell of a name.
ANSWER = """([name, code]) => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .find(cell => cell.id === name).sharedModel.setSource(code)"""
WRONG = "def belief(prior, *, p, said_yes):\n    return p"

# Closes the notebook that is open, its kernel too, and opens another.
OPEN = """async name => { const app = window.jupyterapp, old = app.shell.currentWidget;
  if (old && old.sessionContext) { await old.sessionContext.shutdown(); old.context.model.dirty = false; old.dispose(); }
  await app.commands.execute('docmanager:open', {path: name}); }"""


def clone(target):
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    for name in filter(None, listed):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A fresh clone, opened by the README's command; gives its folder and its address."""
    folder, port = clone(tmp_path_factory.mktemp("fresh clone")), lab.free_port()
    command = [sys.executable, "start.py", "--no-browser", f"--port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    with lab.running(command, port, timeout=300, cwd=folder, env=os.environ | {"PYTHONUNBUFFERED": "1"}):
        yield folder, f"http://127.0.0.1:{port}"


@pytest.fixture
def page(browser_path):
    with lab.browser_page(browser_path, scale=2) as page:
        yield page


def axe(page, *, within):
    """Give what axe finds serious or critical in parts of the page, as readable lines."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context={"include": [[selector] for selector in within]}).response["violations"]
    return [
        f"{v['impact']}: {v['help']} ({v['id']}) {node['html'][:160]}"
        for v in found if v["impact"] in ("serious", "critical") for node in v["nodes"]
    ]  # fmt: skip


def test_start_opens_on_the_first_lesson_and_a_knob_answers(course, page):
    folder, address = course
    page.goto(f"{address}/")
    lab.wait_for_kernel(page)
    assert "00_start_here.ipynb" in page.url
    page.locator(".jp-RenderedMarkdown h1", has_text="How much of you is in a number?").wait_for()
    first = page.locator(".jp-CodeCell").first
    assert first.bounding_box()["y"] < 500, "the first knob is on the first screen"
    assert lab.run_all(page) == []
    assert "'numpy': '" in "".join(page.locator(".jp-OutputArea").all_inner_texts()), "the versions, last of all"
    page.evaluate("document.querySelector('.knobs').scrollIntoView({block: 'center'})")
    game = page.locator(".knobs").first
    game.locator("button", has_text="Ada was counted").click()
    game.get_by_text("of 1 (").wait_for()
    page.keyboard.press("n")
    game.get_by_text("What do you say?").wait_for()
    game.locator("button", has_text="Ada was not counted").click()
    game.get_by_text("of 2 (").wait_for()
    game.locator("button", has_text="Next").click()
    box = page.locator(".knobs").nth(1)
    asks = box.locator("button", has_text="Show me")
    asks.evaluate("one => one.scrollIntoView({ block: 'end' })")  # the picture is below the window
    asks.click()
    box.locator("img:not(.knobs-veil)").wait_for()
    page.wait_for_timeout(500)
    sight = box.locator("img").bounding_box()
    assert 0 <= sight["y"] and sight["y"] + sight["height"] <= page.viewport_size["height"], "it comes into sight"
    handle, cells = box.locator(":scope > .widget-hslider [role=slider]"), page.locator(".jp-Cell").count()
    assert handle.get_attribute("aria-label") == "ε, privacy loss"
    before = {name: box.locator("img").get_attribute(name) for name in ("src", "alt")}
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    handle.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(120)
    page.evaluate("cancelAnimationFrame(window.watching)")
    frames = page.evaluate("window.frames_seen")
    assert len(frames) > 20 and set(frames) == {frames[0]} and frames[0].startswith("true"), f"flicker or jump: {set(frames)}"
    assert handle.get_attribute("aria-valuetext") == "0.4"
    after = {name: box.locator("img").get_attribute(name) for name in ("src", "alt")}
    assert after["src"] != before["src"] and "At ε = 0.4" in after["alt"]
    reading = box.locator(".knobs-reading [role=status]")
    assert "At ε = 0.4 a published count" in reading.inner_text()
    noise = box.locator("img").get_attribute("src")
    box.locator("button", has_text="New noise").press("Enter")
    wait_for_another_picture(box, noise)
    assert "At ε = 0.4" in reading.inner_text()
    noise = box.locator("img").get_attribute("src")
    handle.press("n")
    wait_for_another_picture(box, noise)
    assert "At ε = 0.4" in reading.inner_text() and page.locator(".jp-Cell").count() == cells
    page.screenshot(path=shot("00_start_here"))
    assert page.strayed == [], "requests that leave this computer"


@pytest.mark.exhaustive
def test_a_class_sees_a_lesson_in_large_type(course, page):
    folder, _ = course
    port = lab.free_port()
    command = [sys.executable, "start.py", "present", "02", "--no-browser", f"--port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    with lab.running(command, port, timeout=60, cwd=folder, env=os.environ | {"PYTHONUNBUFFERED": "1"}):
        page.goto(f"http://127.0.0.1:{port}/")
        lab.wait_for_kernel(page)
        assert page.url.endswith("/doc/tree/02_randomized_response.ipynb")
        assert lab.run_all(page) == []
        image = page.locator(".knobs img").first
        image.scroll_into_view_if_needed()
        assert image.bounding_box()["width"] > 1000
        for text in (".jp-RenderedMarkdown p", ".knobs .widget-label", ".knobs-reading p"):
            assert page.locator(text).first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 20
        assert page.locator(".knobs-veil").count() == 0, "the guesses are asked aloud"
        slider = page.locator(".knobs > .widget-hslider").first  # the picture's own, not that of the guess
        track, handle = slider.locator(".noUi-base").bounding_box(), slider.locator("[role=slider]")
        knob, readout = handle.bounding_box(), handle.get_attribute("aria-valuenow")
        page.mouse.move(knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2)
        page.mouse.down()
        page.mouse.move(track["x"] + 0.9 * track["width"], knob["y"] + knob["height"] / 2, steps=4)
        page.mouse.up()
        knob = handle.bounding_box()
        assert handle.get_attribute("aria-valuenow") != readout, "the handle is drawn along"
        assert abs(knob["x"] + knob["width"] / 2 - track["x"] - 0.9 * track["width"]) < 0.1 * track["width"]
        page.screenshot(path=shot("present"))


def test_students_see_no_instructor_tools_and_no_news(course, page):
    _, address = course
    page.goto(f"{address}/lab/tree/00_start_here.ipynb")
    lab.wait_for_kernel(page)
    page.wait_for_timeout(1500)
    text = page.inner_text("body")
    for tool in ("Formgrader", "Create Assignment", "Course List", "Assignment List", "Nbgrader"):
        assert tool not in text
    assert page.locator(".jp-toast-button, .Toastify__toast").count() == 0, "a popup"
    assert page.locator("button:has-text('Validate'), jp-button:has-text('Validate')").count() == 1
    page.locator(".jp-Cell").first.click()
    for boxes in (1, 2):  # step by step, as the lesson is read
        while page.locator(".jp-CodeCell.jp-mod-active .jp-CodeMirrorEditor, .jp-CodeCell.jp-mod-active .jp-Placeholder").count() == 0:
            page.keyboard.press("Shift+Enter")
        page.keyboard.press("Shift+Enter")
        box = page.locator(".knobs").nth(boxes - 1)
        box.locator("img").wait_for()
        page.wait_for_timeout(500)
        top = page.locator(".jp-WindowedPanel-outer").bounding_box()["y"] - 1  # places are fractions of a pixel
        assert box.bounding_box()["y"] >= top, "its question is in sight"


def test_the_validate_button_counts_exercises_and_does_not_speak_of_failure(course, page):
    folder, address = course
    name = "02_randomized_response"
    page.goto(f"{address}/lab/tree/exercises/{name}/{name}.ipynb?reset")
    lab.wait_for_kernel(page)
    for answer, says in ((None, "0 of 9 done, 9 not begun (1, 2, 3, 4, 5, 6, 7, 8, 9)."), (WRONG, "0 of 9 done, 1 to mend (2), 8 not begun (1, 3, 4, 5, 6, 7, 8, 9).")):
        if answer:
            page.evaluate(ANSWER, ["belief", answer])
        page.locator("jp-button:has-text('Validate')").click()
        dialog = page.locator(".jp-Dialog-content")
        dialog.wait_for(timeout=120_000)
        text = dialog.inner_text()
        assert says in text and "failed" not in text and "rror" not in text, text
        assert answer is None or "Exercise 2, to mend:" in text and "that is p, the probability of the report" in " ".join(text.split())
        page.wait_for_timeout(300)
        page.screenshot(path=shot("validate"))
        dialog.locator("button", has_text="Ok").click()
    assert page.strayed == []


def wait_for_another_picture(box, before, **options):
    """Wait until the picture of a box of knobs has another source than `before`."""
    box.page.wait_for_function("([box, before]) => box.querySelector('img').src !== before", arg=[box.element_handle(), before], **options)


def moves(box, slider, seconds):
    """Turn a slider to both ends; tell whether the picture is another one within some seconds. (More places: test_lessons.)"""
    slider.wait_for()  # the kernel opens "More knobs": a key that comes sooner finds nothing to press it on
    box.page.wait_for_function("handle => !handle.closest('.noUi-target').hasAttribute('disabled')", arg=slider.element_handle())
    seen, widths = set(), set()
    for key, end, wait in (("Home", "aria-valuemin", 0.4), ("End", "aria-valuemax", seconds)):
        before = box.locator("img").get_attribute("src")
        slider.press(key)
        with contextlib.suppress(TimeoutError):  # at this end already, or a knob that matters only where another one stands
            wait_for_another_picture(box, before, timeout=1000 * wait)
        assert slider.get_attribute("aria-valuenow") == slider.get_attribute(end)
        seen.add(box.locator("img").get_attribute("src"))
        widths.add(slider.evaluate("handle => handle.closest('.noUi-target').offsetWidth"))
        assert slider.evaluate("""handle => { const value = handle.closest('.widget-hslider').querySelector('.widget-readout');
          return value.scrollWidth <= value.clientWidth; }"""), "the value beside the slider is cut off"
    assert len(widths) == 1, "the track grows and shrinks under the hand"
    return len(seen) == 2


@pytest.fixture(scope="module")
def open_lab(course, browser_path):
    """One page for all lessons: they are opened in it one after the other, as a student does."""
    _, address = course
    with lab.browser_page(browser_path, scale=2) as page:
        page.goto(f"{address}/lab?reset")
        page.wait_for_function("window.jupyterapp && document.querySelector('.jp-FileBrowser')", timeout=60_000)
        yield page


# One here, the others where everything runs: all of them run in kernels, their knobs moved, in `test_lessons`
@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[] if name in LESSONS[:1] else pytest.mark.exhaustive) for name in LESSONS
])
def test_a_lesson_runs_its_knobs_move_and_axe_finds_nothing_serious(open_lab, name):
    page = open_lab
    page.strayed.clear()
    page.evaluate(OPEN, name)
    lab.wait_for_kernel(page)
    assert page.evaluate("window.jupyterapp.shell.currentWidget.context.path") == name
    assert lab.run_all(page) == []
    promised = (ROOT / "notebooks" / name).read_text(encoding="utf-8").count("knobs.explore(")
    page.wait_for_function("""promised => { const boxes = [...document.querySelectorAll('.knobs')];
        return boxes.length === promised
          && boxes.every(box => box.querySelector('img')?.complete && box.querySelector('[role=slider], .widget-toggle-button, .knobs-answer')); }""",
                           arg=promised)
    boxes = page.locator(".knobs")
    for box in range(boxes.count()):
        boxes.nth(box).scroll_into_view_if_needed()
        veiled = boxes.nth(box).locator(".knobs-veil").count() == 1
        assert veiled == (boxes.nth(box).locator(".knobs-lift").count() == 1), "Run all leaves a veil on, and shows all else"
        if veiled:
            boxes.nth(box).locator(".knobs-lift").click()
            boxes.nth(box).locator("img:not(.knobs-veil)").wait_for()
        for more in boxes.nth(box).locator(".knobs-more").all():
            more.click()
        sliders = boxes.nth(box).locator(":scope > .widget-hslider [role=slider]").all()
        # A busy machine once needed more than 3 s; that much for each knob that another one rules would be too long.
        assert any(moves(boxes.nth(box), slider, seconds) for seconds in (3, 30) for slider in sliders) or not sliders
        lab.wait_for_kernel(page)
        assert boxes.nth(box).locator(".knobs-error").count() == 0
    folded = page.locator(".jp-RenderedMarkdown details:not([open])").filter(has_text="After\u00a0your\u00a0guess").count()
    unanswered = page.locator(".knobs-guess").filter(has_text="Go on and find out").count()
    assert folded <= unanswered, "what is said of an answer unfolds with it"
    sideways = """() => [...document.querySelectorAll('.knobs, .knobs-quiz, .knobs .widget-hbox')].filter(
        part => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible').map(part => part.innerText)"""
    assert page.evaluate(sideways) == [], "no bar to scroll with lies across a box"
    assert axe(page, within=[".jp-OutputArea-output", ".jp-RenderedMarkdown"]) == []
    hidden = page.locator(".jp-InputPlaceholder")
    many, beside = hidden.count(), hidden.first
    beside.scroll_into_view_if_needed()
    place = beside.locator(".jp-PlaceholderText").bounding_box()
    page.mouse.click(place["x"] + 20, place["y"] + place["height"] / 2)
    assert hidden.count() == many > 0, "a click beside a folded cell opens no answers"
    beside.locator("svg").click()
    assert hidden.count() == many - 1, "one on its dots opens it"
    assert page.strayed == []
    if name == LESSONS[0]:
        page.evaluate("document.querySelector('.knobs [role=slider]').removeAttribute('aria-label')")
        assert "slider" in "".join(axe(page, within=[".jp-OutputArea-output"])), "axe would have noticed"


def shot(name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    return SHOTS / f"{name}.png"
