"""The site in a real browser: knobs, guesses, quizzes, keyboard, a phone's width, no network, a worker that dies.

It fetches what browsers run from the package indexes, so `.ci/run` runs it apart from the suite."""

import html
import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from lesson_runs import SWEEP
from serving import EVERY, LESSONS, Server, opened, served

from coursekit import data, risk, synthesis

START = 180_000


def begin(page, address, name):
    page.goto(f"{address}/{name}.html")
    page.locator("[data-box] :is(input, button):not([disabled]):visible").first.focus()
    page.wait_for_function("course.done || course.error", timeout=START)
    assert page.evaluate("course.error") is None


def settled(page):
    """Wait until Python has answered every move."""
    page.wait_for_function("course.idle()", timeout=20_000)


def lift(page, box):
    button = box.locator(".knobs-lift:not([hidden])")
    if button.count():
        button.first.click()
        settled(page)


def eyes(box):
    """Give what a reader sees of a box's picture: what Python painted over it, or itself."""
    return box.locator("img").first.evaluate("one => one.matches('.knobs-under') ? one.nextElementSibling.toDataURL() : one.src")


@pytest.mark.parametrize("name", EVERY)
def test_every_knob_of_every_box_moves_its_picture(visit, address, name):
    page = visit
    begin(page, address, name)
    boxes = page.locator(".knobs[data-box]")
    assert boxes.count() >= 1
    for k in range(boxes.count()):
        box = boxes.nth(k)
        lift(page, box)
        seen = {eyes(box)}
        for n in range(box.locator("input:not([disabled])").count()):
            knob = box.locator("input:not([disabled])").nth(n)
            for end in ("End", "Home"):
                if knob.is_visible():
                    knob.press(end)
                    settled(page)
                    seen.add(eyes(box))
        for n in range(box.locator(".widget-toggle-button:not([disabled])").count()):
            button = box.locator(".widget-toggle-button:not([disabled])").nth(n)
            if button.is_visible():
                button.click()
                settled(page)
                seen.add(eyes(box))
        if not box.locator("input, .widget-toggle-button").count():  # a game without knobs
            box.locator(".knobs-answer").first.click()
            settled(page)
            seen.add(eyes(box))
        assert len(seen) > 1, f"box {k} stands still"
        assert box.locator(".knobs-error").count() == 0 and len(box.locator(".knobs-reading").inner_text()) > 40
    folded = page.locator("article details:not(.hide):not([open])").filter(has_text="After\u00a0your\u00a0guess").count()
    unanswered = page.locator(".knobs-guess").filter(has_text="Go on and find out").count()
    assert folded <= unanswered, "what is said of an answer unfolds with it"


def test_names_and_brackets_in_code_have_the_colour_of_text(site):
    """Therefore pages leave out their marks."""
    sheet = (site / "_static" / "pygments.css").read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        of = rf'\[data-theme="{theme}"\] \.highlight%s {{[^}}]*?\bcolor: (#\w+)'
        assert len({re.search(of % part, sheet)[1] for part in ("", " \\.n", " \\.p", " \\.w")}) == 1


def test_a_guess_is_kept_until_python_is_there_and_then_answered(page, address):
    page.goto(f"{address}/02_randomized_response.html")
    box = page.locator(".knobs[data-box]").first
    assert "Make your guess" in box.locator(".knobs-reading").inner_text()
    box.locator("input").first.press("ArrowRight")
    sure = box.get_by_text("That is my guess")
    sure.evaluate("one => one.scrollIntoView({ block: 'end' })")  # the picture is below the window
    sure.click()
    page.wait_for_function("course.done", timeout=START)
    settled(page)
    assert box.locator(".knobs-said").inner_text().startswith("You ")
    picture = box.locator("img").first
    assert "knobs-veil" not in (picture.get_attribute("class") or "")
    page.wait_for_timeout(500)
    sight = picture.bounding_box()
    assert 0 <= sight["y"] and sight["y"] + sight["height"] <= page.viewport_size["height"], "it comes into sight"


def test_the_front_page_has_a_game_and_fetches_no_python_before_a_touch(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert page.locator(".knobs[data-box]").count() == 1 and "Was Ada counted?" in page.locator("article").inner_text()
    assert [url for url in asked if re.search("worker|pyodide|lessons/", url)] == []


@pytest.mark.parametrize("name", ["index", "00_start_here"])
def test_a_games_first_answer_is_judged_by_the_round_that_the_reader_saw(page, address, name):
    page.goto(f"{address}/{name}.html")
    game = page.locator(".knobs[data-box]").first
    seen = re.search(r"The published number is (−?[\d.]+)", game.locator(".knobs-reading").inner_text())[1]
    game.locator(".knobs-answer").first.click()  # it waits for Python
    page.wait_for_function("course.done || course.error", timeout=START)
    settled(page)
    assert "knobs-judged" in game.get_attribute("class")
    assert f"the dot at {seen}" in game.locator("img").first.get_attribute("alt")


def test_play_waits_for_python_and_for_each_picture(page, address):
    page.goto(f"{address}/02_randomized_response.html")
    box = page.locator(".knobs[data-box]").filter(has=page.locator(".knobs-play")).first
    stop = box.locator(".knobs-played input")
    box.locator(".knobs-lift:not([hidden])").first.click()
    box.locator(".knobs-play").click()
    page.wait_for_function("course.first", timeout=START)
    assert int(stop.input_value()) <= 1, "nothing has run while Python started"
    page.wait_for_function("document.querySelector('.knobs-played input').value >= 3", timeout=20_000)
    assert "knobs-veil" not in (box.locator("img").first.get_attribute("class") or "")


def test_a_quiz_answers_each_answer(page, address):
    begin(page, address, "02_randomized_response")
    quiz = page.locator(".knobs-quiz").first
    said = set()
    for k in range(quiz.locator("button").count()):
        quiz.locator("button").nth(k).click()
        settled(page)
        said.add(quiz.locator(".knobs-said").inner_text())
    assert len(said) == quiz.locator("button").count() >= 3
    assert quiz.locator(".knobs-right").count() == 1


def test_a_knob_that_means_nothing_is_gone(page, address):
    begin(page, address, "05_synthetic_penguins")
    box = page.locator(".knobs[data-box]").filter(has_text="smallest leaf")
    lift(page, box)
    leaf, play = box.locator("input").last, box.get_by_role("button", name="Play")
    for method, there in (("formula", False), ("tree", True)):
        box.get_by_role("button", name=method, exact=True).click()
        settled(page)
        assert (leaf.is_visible(), play.is_visible()) == (there, there), method


def test_a_game_is_played_with_the_keyboard_alone(page, address):
    begin(page, address, "00_start_here")
    game = page.locator(".knobs[data-box]").first
    for _ in range(3):
        game.locator(".knobs-answer").first.focus()
        page.keyboard.press("Enter")
        settled(page)
        assert "knobs-judged" in game.get_attribute("class")
        page.keyboard.press("n")
        settled(page)
        assert "knobs-judged" not in game.get_attribute("class")
    assert "of 3 (" in game.locator(".knobs-said").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_those_who_do_not_see_or_use_a_mouse(browser, address, scheme):
    with opened(browser, address, color_scheme=scheme, reduced_motion="reduce") as page:
        for name in ["index", *LESSONS, "scorecard"]:
            page.goto(f"{address}/{name}.html")
            page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
            page.wait_for_timeout(500)  # colours of links fade from one theme into the other
            found = Axe().run(page).response["violations"]
            serious = [
                (rule["id"], rule["nodes"][0]["target"]) for rule in found if rule["impact"] in ("serious", "critical")
            ]
            assert serious == [], name


@pytest.mark.parametrize("name", ["index", *LESSONS, "scorecard"])
def test_a_phone_shows_a_page_without_sliding_sideways_and_its_pictures_grow_in_frames(browser, address, name):
    with opened(browser, address) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}/{name}.html")
        wide = "document.documentElement.scrollWidth"
        assert page.evaluate(wide) <= 360
        picture = page.locator(".larger-frame > img:not(.knobs-veil)").first
        if picture.count():  # all may still be veiled
            whole = picture.bounding_box()["width"]
            page.get_by_role("button", name="Larger picture").first.click()
            assert picture.bounding_box()["height"] > 1.5 * whole and page.evaluate(wide) <= 360
            found = Axe().run(page).response["violations"]
            assert [rule["id"] for rule in found if rule["impact"] in ("serious", "critical")] == []
            page.keyboard.press("Escape")
            assert picture.bounding_box()["width"] == whole


def test_on_a_phone_a_tap_makes_a_picture_larger_that_python_has_painted(browser, address):
    with opened(browser, address) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        begin(page, address, "00_start_here")
        box = page.locator("[data-box]").first
        box.locator(".knobs-answer").first.click()
        settled(page)
        painted = box.locator("canvas")
        whole = painted.bounding_box()["width"]
        painted.click()
        assert painted.bounding_box()["height"] > 1.5 * whole
        knob, shown = box.locator("input[type=range]"), box.locator("output")
        place = knob.bounding_box()
        assert place["height"] > 2 * place["width"], "the knobs lie on their side, too"
        middle = place["x"] + place["width"] / 2
        page.mouse.move(middle, place["y"] + 5)
        page.mouse.down()
        page.mouse.move(middle, place["y"] + place["height"] - 2)
        page.mouse.up()
        assert knob.input_value() == knob.get_attribute("max") and shown.inner_text() == "5"
        settled(page)
        page.set_viewport_size({"width": 740, "height": 360})  # she turns her phone
        assert painted.bounding_box()["width"] > 1.5 * whole and knob.bounding_box()["width"] > knob.bounding_box()["height"]
        box.get_by_role("button", name="Back").click()
        page.set_viewport_size({"width": 360, "height": 740})
        assert painted.bounding_box()["width"] == whole
        page.wait_for_function("history.scrollRestoration === 'auto'")
        painted.click()
        page.go_back()  # the phone's own way back leads to the page, too
        assert page.url.endswith("/00_start_here.html") and painted.bounding_box()["width"] == whole


def test_a_phones_own_way_back_closes_the_list_of_lessons_and_stays_in_the_lesson(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = context.new_page()
    try:
        page.goto(f"{address}/index.html")
        page.goto(f"{address}/00_start_here.html")
        bars, contents = page.locator(".primary-toggle:visible").first, page.locator("#pst-primary-sidebar-modal")
        for close in (page.go_back, lambda: page.keyboard.press("Escape")):
            bars.tap()
            contents.wait_for(state="visible")
            close()
            contents.wait_for(state="hidden")
            page.wait_for_timeout(300)
            assert page.url.endswith("00_start_here.html")
        bars.tap()
        contents.get_by_role("link", name="01 Why privacy", exact=True).tap()
        page.wait_for_url("**/01_why_privacy.html")
        for before in ("00_start_here", "index"):  # the open list has left nothing behind
            page.go_back()
            page.wait_for_url(f"**/{before}.html")
    finally:
        context.close()


def test_a_finger_that_scrolls_a_phones_page_moves_no_slider(browser, address):
    with opened(browser, address, is_mobile=True, has_touch=True) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}/00_start_here.html")
        fingers, knob = page.context.new_cdp_session(page), page.locator("[data-box] input[type=range]").first

        def swipe(right, down):
            knob.evaluate("one => one.scrollIntoView({block: 'center'})")
            place, top = knob.bounding_box(), page.evaluate("scrollY")
            x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
            for k, kind in enumerate(["touchStart", *["touchMove"] * 10, "touchEnd"]):
                points = [] if kind == "touchEnd" else [{"x": x + right * k / 10, "y": y + down * k / 10}]
                fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
                page.wait_for_timeout(30)
            page.wait_for_timeout(500)
            return knob.input_value(), page.evaluate("scrollY") - top

        before = knob.input_value()
        value, scrolled = swipe(0, -200)
        assert value == before and scrolled > 100
        value, scrolled = swipe(100, 3)
        assert value != before and scrolled == 0, "a finger that moves along it moves it"


# What of a box that fills the screen lies beyond it, once the guess is made: its picture, its knobs and the way back
BEYOND = """() => [...document.querySelectorAll("[data-box]:has(.larger-frame)")].flatMap((box, k) => {
  const guess = box.querySelector(".knobs-guess")?.parentElement;
  for (const one of guess?.children ?? []) one.hidden = true;
  box.dataset.large = "";
  const beyond = [...box.querySelectorAll(".larger-frame > img, .larger-button, input, output, label, button")].filter(one => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1); });
  delete box.dataset.large;
  return beyond.map(one => `box ${k}: ${one.outerHTML.slice(0, 200)}`); })"""


@pytest.mark.parametrize("name", LESSONS)
def test_what_fills_a_phones_screen_lies_within_it(browser, address, name):
    with opened(browser, address) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{address}/{name}.html")
        assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize("word", ["standard error", "odds", "epsilon", "DCR"])
def test_whoever_searches_for_a_word_finds_what_it_means_first(page, address, word):
    page.goto(f"{address}/search.html?q={word}")
    first = page.locator("ul.search > li").first
    first.locator("p").wait_for()
    kind = "sign" if word == "epsilon" else "word"
    assert f"glossary.html#{kind}-{word.replace(' ', '-').lower()}" in first.locator("a").get_attribute("href")
    assert "eε" not in page.locator("ul.search").inner_text(), "a power is told from a product"
    assert word.lower() in first.inner_text().lower() and "Contents" not in page.locator("ul.search").inner_text()
    first.locator("a").click()
    page.wait_for_selector(f"#{kind}-{word.replace(' ', '-').lower()}")
    assert page.get_by_text("Hide Search Matches").count() == 0


# In the page: what its service worker keeps, a function that puts something there, and the images of Python among it
KEEP = """
const cache = await caches.open((await caches.keys()).find(name => name.startsWith("course-")));
const put = name => cache.put(`_static/pyodide/${name}`, new Response(""));
const images = async () => (await cache.keys()).map(one => one.url).filter(url => url.includes("/image?"));
"""


def test_the_second_visit_needs_no_network_no_packages_and_no_touch_to_wake_the_knobs(browser, site):
    context = browser.new_context()
    page = context.new_page()

    def again(page):
        page.reload() if page.url != "about:blank" else page.goto(f"{address}/00_start_here.html")
        page.wait_for_function("course.done || course.error", timeout=START)
        assert page.evaluate("course.error") is None

    with served(site) as address:
        page.goto(f"{address}/00_start_here.html")
        page.wait_for_function("navigator.serviceWorker.controller", timeout=20_000)
        page.reload()  # now the worker sees every request
        page.wait_for_function("caches.keys().then(names => names.length)")
        page.evaluate(f"(async () => {{ {KEEP} for (const name of 'abc') await put(`image?${{name}}`); }})()")
        begin(page, address, "00_start_here")
        page.wait_for_function("course.kept", timeout=START)
        images = page.evaluate(f"(async () => {{ {KEEP} return images(); }})()")
        assert len(images) == 3, "not one for each lesson"
        [kept] = [one for one in images if one.endswith(".whl")]
        image = kept.rpartition("/")[2]
        page.evaluate(f"(async () => {{ {KEEP} await put({image!r}); }})()")
        again(page)
        refused = f"(async () => {{ {KEEP} return (await cache.match({kept!r})).headers.get('refused'); }})()"
        assert page.evaluate(refused) == "yes", "an image that does not fit is not tried twice"
        again(page)
        page.wait_for_function("course.kept", timeout=START)
        assert page.evaluate(refused) == "yes"
        page.evaluate(f"(async () => {{ {KEEP} await cache.delete({kept!r}); }})()")
        again(page)
        page.wait_for_function("course.kept", timeout=START)
        wheels = "(await cache.keys()).filter(one => one.url.endsWith('.whl') && !one.url.includes('?'))"
        page.evaluate(f"(async () => {{ {KEEP} for (const one of {wheels}) await cache.delete(one); }})()")
    page.close()
    page = context.new_page()  # the server is gone, and so is this sitting's memory
    again(page)
    assert page.evaluate("course.hasRun")
    game = page.locator(".knobs[data-box]").first
    game.locator(".knobs-answer").first.click()
    settled(page)
    assert "knobs-judged" in game.get_attribute("class")
    context.close()


def test_a_worker_that_dies_leaves_a_page_to_read_and_a_sentence(browser, address):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    context.route("**/pyodide.asm.wasm.gz", lambda route: route.abort())
    page.goto(f"{address}/02_randomized_response.html")
    page.locator("[data-box] input").first.focus()
    page.wait_for_function("course.error", timeout=30_000)  # and not after the two minutes that a start may take
    note = page.locator(".knobs-state:visible").first.inner_text()
    assert "stand still" in note and "reload the page" in note
    assert page.locator("[data-box] img").count() >= 5 and len(page.locator("article").inner_text()) > 5000
    assert page.locator(".knobs-veil").count() >= 3 and not page.locator(".knobs-veil:visible").count(), "nothing stays veiled"
    assert page.locator(".knobs-printed img:visible").count() == page.locator(".knobs-veil").count()
    context.close()


def test_after_an_update_python_starts_from_the_new_site_alone(browser, site, tmp_path):
    """Parts of two builds do not fit, and a reader may come with the old one kept, or stored by the browser.

    On a slow network the page hears of the new one when Python is already starting from the old.
    """
    copy, asked, delay = tmp_path / "site", [], 0

    class Noting(Server):
        def do_GET(self):
            name = self.path.rpartition("/")[2]
            time.sleep(delay * (name == "sw.js"))
            asked.append(name)
            super().do_GET()

    shutil.copytree(site, copy, ignore=shutil.ignore_patterns("lab"))
    context = browser.new_context()
    page = context.new_page()
    needed = {"worker.mjs", "python.mjs", "kernel.py", "00_start_here.json", *json.loads(
        (copy / "_static" / "lessons" / "00_start_here.json").read_text(encoding="utf-8"))["wheels"]}  # fmt: skip
    with served(copy, Noting) as address:
        page.goto(f"{address}/00_start_here.html")
        page.wait_for_function("navigator.serviceWorker.controller", timeout=20_000)
        page.reload()
        begin(page, address, "00_start_here")
        for build, delay in (("", 0), ("of-another-build-", 0), ("of-a-third-build-", 3.3)):
            if build:  # whatever changes in a build changes its name
                for path in (copy / "sw.js", copy / "_static" / "python.mjs"):
                    script = path.read_text(encoding="utf-8")
                    path.write_text(script.replace('"course-', f'"course-{build}'), encoding="utf-8")
            asked.clear()
            begin(page, address, "00_start_here")
            fresh = needed & set(asked)
            assert fresh in ([set()], [needed], [set(), needed])[bool(build) + bool(delay)], (build, sorted(fresh))
    context.close()


def test_a_worker_that_no_longer_answers_is_told_in_a_sentence(page, address):
    begin(page, address, "00_start_here")
    page.evaluate("course.patience = 1000")
    page.workers[0].evaluate("self.close()")
    page.locator("[data-box] .knobs-answer").first.click()
    page.wait_for_function("course.error")
    assert "it no longer answers" in page.locator(".knobs-state:visible").first.inner_text()


def test_a_storage_that_is_full_costs_nothing_but_the_second_visit(browser, address):
    context = browser.new_context()
    page = context.new_page()
    context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 100_000})
    page.goto(f"{address}/00_start_here.html")
    page.wait_for_function("navigator.serviceWorker.controller", timeout=20_000)
    page.reload()
    begin(page, address, "00_start_here")
    assert page.evaluate("caches.match('_static/pyodide/pyodide.asm.wasm.gz')") is None
    page.goto(f"{address}/00_start_here.html")
    page.wait_for_function("course.done", timeout=START)  # whoever has moved a knob need not touch one on the next page
    context.close()


def test_a_storage_that_does_not_answer_costs_a_moment(browser, site, tmp_path):
    """Chromium may lock a storage for good if a worker ends while it writes there."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy, ignore=shutil.ignore_patterns("lab"))
    for path in (copy / "sw.js", copy / "_static" / "python.mjs"):
        path.write_text("Cache.prototype.match = () => new Promise(() => {});\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    with served(copy) as address:
        page.goto(f"{address}/00_start_here.html")
        page.wait_for_function("navigator.serviceWorker.controller", timeout=20_000)
        page.reload()
        begin(page, address, "00_start_here")
    context.close()


@pytest.mark.parametrize("name", LESSONS)
def test_print_has_pictures_whole_guesses_lifted_and_no_buttons(browser, address, name):
    with opened(browser, address, color_scheme="dark") as page:
        page.goto(f"{address}/{name}.html")
        veils = page.locator(".knobs-veil").count()
        assert veils == page.locator(".knobs-printed").count()
        page.emulate_media(media="print")
        for sight in (".knobs-veil", ".knobs button", ".bd-sidebar-primary", ".knobs-state"):
            assert not [one for one in page.locator(sight).all() if one.is_visible() and sight != ".knobs button"], sight
        pressed = page.locator(".knobs button:visible").evaluate_all("all => all.filter(one => !one.matches('.mod-active')).length")
        assert pressed == 0
        shown = page.locator(".knobs-printed img")
        assert all(shown.nth(k).is_visible() for k in range(veils))


def test_a_finger_can_meet_each_button_on_a_phone(browser, address):
    with opened(browser, address, has_touch=True) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}/02_randomized_response.html")
        sizes = page.locator("[data-box] button:visible, [data-box] input:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert len(sizes) > 10 and min(sizes) >= 44


@pytest.mark.parametrize("width", [360, 800])
def test_a_narrow_window_has_the_menu_and_the_contents_behind_buttons(browser, address, width):
    with opened(browser, address) as page:
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"{address}/02_randomized_response.html")
        page.locator(".primary-toggle").click()
        link = page.locator("dialog[open]").get_by_role("link", name="00 Start here")
        assert link.is_visible()
        page.keyboard.press("Escape")
        page.locator(".secondary-toggle").click()
        page.locator("dialog[open]").get_by_role("link", name="What we saw").wait_for()
        page.keyboard.press("Escape")
        page.locator(".primary-toggle").click()
        link.click()
        page.wait_for_url("**/00_start_here.html")


def test_the_contents_mark_the_section_that_is_read_after_a_leap_too(page, address):
    page.goto(f"{address}/02_randomized_response.html")
    for head in ("Where the idea ends", "A hundred people toss", "Break it: ask again next year"):
        page.locator("h2", has_text=head).evaluate("head => head.scrollIntoView()")
        page.wait_for_timeout(500)
        assert page.locator(".bd-sidebar-secondary a[aria-current]").all_inner_texts() == [head]


def test_the_tools_are_in_the_sidebar_without_scrolling_in_it(page, address):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{address}/index.html")
    for name in ("My work", "A scorecard of your file", "A file offered to you", "Glossary", "Ten questions"):
        place = page.locator(".bd-sidebar-primary").get_by_role("link", name=name).bounding_box()
        assert place["height"] < 40 and place["y"] + place["height"] <= 768


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_says_what_its_page_says_in_whatever_order_its_boxes_are_touched_and_each_knob_moves(site, tmp_path, name):
    (tmp_path / "sweep.py").write_text(SWEEP, encoding="utf-8")
    script = Path(__file__).with_name("node_lesson.mjs")
    done = subprocess.run(
        ["node", script, site / "_static", name, tmp_path / "sweep.py"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    boxes, read = map(json.loads, done.stdout.splitlines()[-2:])
    # The page was made elsewhere, with other versions; what stood behind a cover stands beside the box, to be printed.
    found = BeautifulSoup((site / f"{name}.html").read_text(encoding="utf-8"), "html.parser").select(".knobs[data-box]")
    shown = [" ".join((box.find_next_sibling(class_="knobs-printed") or box).get_text(" ").split()) for box in found]
    assert boxes >= len(shown) == len(read) >= 2
    assert not [(text, page) for text, page in zip(read, shown) if " ".join(html.unescape(text).split()) not in page]


def test_a_scorecard_of_ones_own_files_is_that_of_the_course_and_needs_no_network(page, address, tmp_path):
    import numpy as np
    import pandas as pd

    rng = np.random.default_rng(1)
    birds = data.penguins().sample(frac=1, random_state=rng)
    real, kept = birds[:170], birds[170:]
    files = {"confidential": real, "synthetic": synthesis.synthesize(real, rng=rng), "holdout": kept}
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url, request.post_data)))
    page.goto(f"{address}/scorecard.html")
    page.get_by_role("button", name="Start Python").click()
    page.get_by_text("Python is ready. You may switch off your network now.").wait_for(timeout=START)
    page.context.set_offline(True)
    for name, table in files.items():
        table.to_csv(tmp_path / f"{name}.csv", index=False)
        page.set_input_files(f"[name={name}]", tmp_path / f"{name}.csv")
    for column, told in (("island", "the attacker knows it"), ("sex", "the attacker knows it"), ("species", "he tries to learn it")):
        page.get_by_label(column, exact=True).select_option(told)
    page.get_by_role("button", name="Make the scorecard").click()
    page.wait_for_function(
        "!document.getElementById('own-card').hidden || document.querySelector('.own-wrong')", timeout=START
    )
    shown = page.locator("#own-card").get_attribute("srcdoc")
    read = {name: pd.read_csv(tmp_path / f"{name}.csv") for name in files}
    card = risk.scorecard(**read, keys=["island", "sex"], sensitive=["species"], rng=np.random.default_rng(1))
    assert "finding people by island, sex; reading off species." in shown and card.verdict[0] in page.locator("#own-status").inner_text()
    for figure in card.table["figure"]:
        assert figure.replace("<", "&lt;") in shown
    assert {method for method, _, _ in asked} == {"GET"} and not any(body for *_, body in asked)
    assert all("confidential" not in json.dumps(one) for one in asked)


@pytest.mark.parametrize("content, names", [
    ("a,b c\n1,2\n".encode("utf-8-sig"), ["a", "b c"]),
    ('n;"Größe; cm";"a ""b"""\r\n1;2;3\r\n'.encode("cp1252"), ["n", "Größe; cm", 'a "b"']),
    ("\n\n x\tÅr,1\tz\n1\t2\t3\n".encode(), [" x", "År,1", "z"]),
])  # fmt: skip
def test_columns_are_named_as_python_reads_them_and_what_was_said_of_them_stays(page, address, tmp_path, content, names):
    page.goto(f"{address}/scorecard.html")
    (tmp_path / "one.csv").write_bytes(content)
    page.set_input_files("[name=confidential]", tmp_path / "one.csv")
    labels = page.locator("#own-columns label")
    labels.first.wait_for()
    assert labels.evaluate_all("all => all.map(one => one.textContent)") == names
    page.locator("#own-columns select").last.select_option("he tries to learn it")
    (tmp_path / "two.csv").write_bytes(content + content)
    page.set_input_files("[name=confidential]", tmp_path / "two.csv")
    page.wait_for_timeout(300)
    assert page.locator("#own-columns select").evaluate_all("all => all.map(one => one.value)") == [""] * (len(names) - 1) + ["wanted"]


def test_whoever_has_no_file_takes_the_clinic(page, address):
    page.goto(f"{address}/scorecard.html")
    page.get_by_role("button", name="An example that exposes people").click()
    page.wait_for_function(
        "!document.getElementById('own-card').hidden || document.querySelector('.own-wrong')", timeout=START
    )
    shown = page.locator("#own-card").get_attribute("srcdoc")
    assert "illness" in shown and "district" in shown and re.search(r"lines of the confidential file \d+, ", shown)
    page.wait_for_timeout(500)
    high = ("(card => [card.contentDocument.documentElement.scrollHeight, card.clientHeight])"
            "(document.getElementById('own-card'))")  # fmt: skip
    folded, seen = page.evaluate(high)
    tables = "document.getElementById('own-card').contentDocument.querySelectorAll('table')"
    shut = page.evaluate(f"[...{tables}].map(one => !one.checkVisibility())")
    assert len(shut) == 2 and all(shut) and 200 < folded <= seen, "first what was found; the tables are folded"
    told, card = page.locator("#own-status"), page.locator("#own-card")
    assert "exposes people" in told.inner_text() and 0 <= told.bounding_box()["y"] < 200
    assert card.bounding_box()["y"] < 400, "the card begins where one looks"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the scorecard as a page").click()
    page.get_by_text("Saved as scorecard.html in your downloads.").wait_for()
    kept = saved.value.path().read_text(encoding="utf-8")
    assert saved.value.suggested_filename == "scorecard.html" and "lines of the confidential file" not in kept
    assert "exposes people" in kept and "left out" in kept
    assert card.bounding_box()["width"] > 900, "the table has the width of the window"
    page.frame_locator("#own-card").get_by_text("All figures").click()
    page.wait_for_timeout(500)
    inside, outside = page.evaluate(high)
    assert folded + 200 < inside <= outside, "one does not scroll inside of what scrolls"
    page.mouse.wheel(0, 1500)
    page.wait_for_timeout(500)
    place = page.evaluate("scrollY")
    page.set_viewport_size({"width": 1366, "height": 840})  # as a phone's line of addresses comes and goes
    page.wait_for_timeout(500)
    assert page.evaluate("scrollY") == pytest.approx(place, abs=100) and place > 1000
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_timeout(500)
    wide = page.evaluate("(page => [page.scrollWidth, page.clientWidth])(document.getElementById('own-card').contentDocument.documentElement)")
    assert wide[0] <= wide[1], "on a phone no column is cut"


def test_what_is_said_while_python_starts_is_seen_at_the_top_of_the_window_too(page, address):
    page.goto(f"{address}/00_start_here.html")
    box = page.locator("[data-box]").first
    above = box.bounding_box()["y"]
    for place in ("start", "end"):
        box.evaluate(f"box => box.scrollIntoView({{ block: '{place}' }})")
        page.evaluate("document.querySelector('.knobs-state').textContent = 'The knobs are starting (Python, in this page) …'")
        page.evaluate("document.querySelector('.knobs-state').hidden = false")
        note, bar = (page.locator(one).first.bounding_box() for one in (".knobs-state", ".bd-header-article"))
        assert note["y"] >= bar["y"] + bar["height"] - 1 and abs(note["y"] + note["height"] - box.bounding_box()["y"]) < 40
    page.evaluate("scrollTo(0, 0)")
    assert box.bounding_box()["y"] == above, "nothing jumps"
    ends = page.evaluate("""[...document.querySelectorAll("article p:not(.knobs-state)")].map(one => one.getBoundingClientRect().bottom)
        .filter(end => end <= document.querySelector("[data-box]").getBoundingClientRect().top)""")
    assert max(ends) <= page.locator(".knobs-state").first.bounding_box()["y"], "no line is covered"


@pytest.mark.parametrize("content, told", [(b"", "confidential file is empty"), (b"a,b\n" * 5_000_000, "has 20 MB")])
def test_a_file_that_does_not_do_is_answered_by_a_sentence(page, address, tmp_path, content, told):
    page.goto(f"{address}/scorecard.html")
    for name in ("confidential", "synthetic"):
        (tmp_path / f"{name}.csv").write_bytes(content)
        page.set_input_files(f"[name={name}]", tmp_path / f"{name}.csv")
    page.get_by_role("button", name="Make the scorecard").click()
    page.wait_for_function("document.querySelector('.own-wrong')", timeout=START)
    assert told in page.locator("#own-status").inner_text()
