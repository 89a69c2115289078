"""The lab in a real browser: a lesson and its exercises, what stays in the browser, what leaves it, and an update."""

import io
import json
import subprocess
import zipfile

import nbformat
import pytest
from nbgrader.utils import compute_checksum
from serving import EVERY, WINDOW

from classroom import tally
from classroom.collect.submissions import read
from classroom.site import build, lab

START, LESSON = 180_000, "02_randomized_response"
EXERCISES = f"exercises/{LESSON}/{LESSON}.ipynb"
OPEN = "window.jupyterapp?.shell?.currentWidget"
IDLE = f"() => {OPEN}?.sessionContext?.session?.kernel?.status === 'idle'"
FREE = f"""since => {{ const busy = {OPEN}.content.widgets.some(one => one.model.executionState === 'running');
    since.at = busy ? null : since.at ?? performance.now(); return !busy && performance.now() - since.at > 500; }}"""
WRONG = "def belief(prior, *, p, said_yes):\n    return p"


@pytest.fixture(scope="module")
def student(browser, address):
    """One student's browser for all tests of this file, in their order.

    JupyterLite's own worker serves files to Python, so workers are allowed; each request is looked at all the same."""
    context = browser.new_context(viewport=WINDOW)
    page = context.new_page()
    strangers = []
    home = (address, "data:", "blob:")
    context.on("request", lambda asked: asked.url.startswith(home) or strangers.append(asked.url))
    page.on("dialog", lambda dialog: dialog.accept())
    yield page
    context.close()
    assert strangers == []


def begin(page, address, path, wait=IDLE):
    page.goto(f"{address}/lab/index.html?path={path}")
    there = f"path => {OPEN}?.context?.path === path && {OPEN}.context.isReady && {OPEN}.content.model.cells.length"
    page.wait_for_function(there, arg=path, timeout=START)
    page.wait_for_function(wait, timeout=START)


def written(page, name):
    return page.evaluate(f"k => {OPEN}.content.widgets[k].model.sharedModel.source", cell(page, name))


def do(page, command):
    page.evaluate(f"() => window.jupyterapp.commands.execute('{command}')")


def cell(page, name):
    return page.evaluate(f"name => {OPEN}.content.widgets.findIndex(one => one.model.id === name)", name)


def run(page, name, source=None):
    """Write into a cell, run it, and give what it shows.

    A cell that waits behind one that fails is dropped, and would be waited for without end: this one finds Python free,
    and not for the moment between two cells alone.
    """
    page.wait_for_function(FREE, arg=page.evaluate_handle("() => ({})"), timeout=60_000)
    page.evaluate(
        f"""async ([k, source]) => {{ const book = {OPEN}.content; book.activeCellIndex = k;
            if (source !== null) book.activeCell.model.sharedModel.setSource(source);
            const late = new Promise((_, fail) => setTimeout(fail, 120_000, new Error('the cell is still waited for')));
            await Promise.race([window.jupyterapp.commands.execute('notebook:run-cell'), late]); }}""",
        [cell(page, name), source],
    )
    return page.evaluate(f"k => {OPEN}.content.widgets[k].model.outputs.toJSON()", cell(page, name))


def run_all(page):
    """Run the notebook, and give what its cells show."""
    do(page, "notebook:run-all-cells")
    return page.evaluate(f"() => {OPEN}.content.widgets.flatMap(one => one.model.outputs?.toJSON() ?? [])")


def handed_in(page, address, who="kim"):
    page.goto(f"{address}/my_work.html")
    page.locator("[name=who]").fill(who)
    with page.expect_download() as saved:
        page.get_by_role("button", name="to hand in").click()
    return saved.value


def listed(page, address):
    page.goto(f"{address}/my_work.html")
    page.wait_for_timeout(500)
    return page.locator("#work-list > li").all_inner_texts()


def test_a_lesson_runs_in_the_lab_and_its_knob_moves(student, address):
    student.goto(f"{address}/{LESSON}.html")
    with student.expect_popup() as tab:  # the book stays open
        student.get_by_role("link", name="Open in the lab").click()
    page = tab.value
    page.wait_for_function(IDLE, timeout=START)
    outputs = run_all(page)
    assert [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"] == []
    box = page.locator(".knobs:has(img)").first
    box.locator(".knobs-lift").first.click()
    knob, shown = box.locator("[role=slider]:visible").last, "box => box.querySelector('img').src"
    for end in ("Home", "End"):
        before = box.evaluate(shown)
        knob.press(end)
        page.wait_for_function(f"([box, before]) => ({shown})(box) !== before", arg=[box.element_handle(), before])
    assert page.locator(".knobs-error").count() == 0
    do(page, "docmanager:save")
    page.wait_for_function(f"() => !{OPEN}.context.model.dirty")
    page.close()


def test_whoever_opens_the_lab_twice_has_one_because_two_would_save_over_each_other(student, address):
    student.goto(f"{address}/{LESSON}.html")
    link = student.get_by_role("link", name="Open in the lab")
    with student.expect_popup() as tab:
        link.click()
    tab.value.wait_for_url("**/lab/lab/index.html*")
    page = tab.value
    page.wait_for_function(f"{OPEN}?.context?.isReady && {OPEN}.content.model.cells.length", timeout=START)
    page.evaluate(f"() => {OPEN}.content.model.cells.get(0).sharedModel.setSource('# Not yet saved')")
    student.get_by_role("link", name="Exercises", exact=True).click()
    page.wait_for_function(f"path => {OPEN}?.context?.path === path", arg=EXERCISES, timeout=START)
    assert len(student.context.pages) == 2
    link.click()
    page.wait_for_function(f"path => {OPEN}?.context?.path === path", arg=f"{LESSON}.ipynb")
    assert page.evaluate(f"() => {OPEN}.content.model.cells.get(0).sharedModel.source") == "# Not yet saved"
    page.evaluate(f"() => {OPEN}.context.revert()")
    page.close()


def test_the_lab_opens_with_a_greeting_that_leads_to_an_exercise_and_back(student, address):
    student.goto(f"{address}/lab/index.html")
    student.get_by_role("heading", name="Welcome to the lab").wait_for(timeout=START)
    files = student.locator(".jp-DirListing-itemName").all_inner_texts()
    assert f"{LESSON}.ipynb" in files and not {"LICENSE", "class.toml"} & set(files)
    cut = "all => all.map(one => one.querySelector('span') ?? one).filter(one => one.scrollWidth > one.clientWidth + 1)"
    assert student.locator(".jp-DirListing-itemText").evaluate_all(cut + ".length") == 0
    student.get_by_role("link", name="02 Randomized response").click()
    student.wait_for_function(f"path => {OPEN}?.context?.path === path", arg=EXERCISES, timeout=START)
    for name, place in (("The book", "index"), ("My work", "my_work")):
        link = student.get_by_role("link", name=name, exact=True)
        assert link.evaluate("one => [one.href, one.target]") == [f"{address}/{place}.html", "_blank"], "the lab stays open"
    with student.expect_popup() as opened:
        student.get_by_role("link", name="My work", exact=True).click()
    opened.value.wait_for_url("**/my_work.html")
    opened.value.close()
    student.get_by_role("link", name="First steps").click()
    student.get_by_role("heading", name="First steps").wait_for()


def test_a_phone_shows_the_greeting_and_no_list_of_files(browser, address):
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}/lab/index.html")
    heading = page.get_by_role("heading", name="Welcome to the lab")
    heading.wait_for(timeout=START)
    page.locator(".jp-DirListing-content").wait_for(state="hidden")
    assert heading.bounding_box()["width"] > 200 and page.get_by_role("link", name="The book").is_visible()
    context.close()


def test_a_cell_that_waits_behind_an_error_loses_its_star_and_can_be_run(student, address):
    page = student
    begin(page, address, EXERCISES)
    run(page, "setup")
    run(page, "estimate")
    page.evaluate(f"""k => {{ const book = {OPEN}.content; book.activeCellIndex = k;
        for (let times = 3; times--;) window.jupyterapp.commands.execute('notebook:run-cell-and-select-next'); }}""", cell(page, "estimate-test"))
    stars = f"() => {OPEN}.content.widgets.filter(one => one.promptNode?.textContent.includes('*')).length"
    page.wait_for_function(f"() => ({stars})() === 0", timeout=60_000)
    assert "NotBegun" in page.evaluate(f"k => {OPEN}.content.widgets[k].model.outputs.toJSON()", cell(page, "estimate-test"))[0]["ename"]
    before = written(page, "estimate")
    assert run(page, "estimate", "print(21 + 21)")[0]["text"] == "42\n"
    fit = "from coursekit import data, synthesis\nbirds = data.penguins().dropna()\n"
    fit += "print(synthesis.linear_fit(birds, 'bill_length_mm', on=['sex']).params.round(1).tolist())"
    assert run(page, "estimate", fit)[0].get("text") == "[42.1, 3.8]\n", "a call, and no import, needs statsmodels"
    run(page, "estimate", before)


def test_an_exercises_visible_tests_run_and_are_counted(student, address):
    page = student
    begin(page, address, EXERCISES)
    source = nbformat.read(build.NOTEBOOKS / EXERCISES, 4)
    right = next(one.source for one in source.cells if one.id == "warner")
    run(page, "setup")
    run(page, "estimate")
    assert "NotBegun" in run(page, "estimate-test")[0]["ename"]
    advice, fault = run(page, "warner", right.replace("    lies", "     lies"))
    assert "too many or too few spaces" in advice["text"] and "IndentationError" in fault["ename"]
    advice, fault = run(page, "warner-try")
    assert "'warner' is not defined, because its cell ended in an error" in advice["text"]
    advice, fault = run(page, "warner", right.replace("len(answers))", "len(answers)"))
    assert "Is a bracket, a quote or a colon missing" in advice["text"] and "SyntaxError" in fault["ename"]
    run(page, "warner", right)
    for name in ("warner-test", "warner-privacy"):
        (told,) = run(page, name)
        assert "Passed" in told["text"]
    run(page, "belief", "def belief(prior, *, p, said_yes):\n    prior * p")
    advice, fault = run(page, "belief-try")
    assert "Is a line with return missing" in advice["text"] and "NoneType" in fault["evalue"]
    run(page, "belief", "def belief(prior, *, p, said_yes):\n    if said_yes:\n        prior = p\n      return prior")
    (told,) = run(page, "belief-test")
    assert "NotRun" in told["ename"] and told["evalue"].startswith("This would test belief as it was before")
    run(page, "belief", WRONG)
    (told,) = run(page, "belief-test")
    assert "ToMend" in told["ename"] and "the prior is missing" in told["evalue"]
    do(page, "docmanager:save")
    (line,) = listed(page, address)
    counted = tally.tally(nbformat.read(build.NOTEBOOKS / EXERCISES, 4).cells)
    assert f"1 of {len(counted)} done, 1 to mend (2), {len(counted) - 2} not begun (3," in line
    assert line.startswith("02 · Exercises: randomized response")
    assert "Exercise 2, to mend:" in line and "the prior is missing" in line


def test_my_work_tells_of_each_error_as_the_validate_button_does():
    about = {"grade": False, "solution": True, "locked": False, "schema_version": 3, "cell_type": "code"}
    inner = "<class 'coursekit.grading.visible.{}'>".format  # as the browser's Python names an error
    cases = [
        (None, None), (None, ("ToMend", "The share is 2.\nThe example")), (None, ("NotBegun", "Not done yet")),
        (("IndentationError", "unexpected indent (<ipython-input-6-38>, line 20)"), ("NotRun", "This would test f as it was")),
        (None, ("ValueError", "too large")), (("NameError", "name 'q' is not defined"), None),
    ]  # fmt: skip
    cells = []
    for k, errors in enumerate(cases, 1):
        cells.append(nbformat.v4.new_markdown_cell(f"### Exercise {k} (1 point)"))
        for name, error in zip(("own", "test"), errors):
            outputs = [nbformat.v4.new_output("error", ename=error[0], evalue=error[1])] if error else []
            of = about | {"grade_id": f"{name}-{k}"} | ({"grade": True, "solution": False, "locked": True, "points": 1} if name == "test" else {})
            one = nbformat.v4.new_code_cell("f", outputs=outputs, execution_count=k, metadata={"nbgrader": of})
            one.metadata.nbgrader.checksum = compute_checksum(one)
            cells.append(one)
    of_lab = json.loads(json.dumps(cells))
    for one in of_lab:
        for output in one.get("outputs", ()):
            output["ename"] = inner(output["ename"]) if output["ename"][:3] in ("ToM", "Not") else output["ename"]
    store = (build.HERE / "book" / "static" / "store.mjs").as_uri()
    code = f'import {{ tally }} from "{store}"; console.log(JSON.stringify(tally({{ cells: {json.dumps(of_lab)} }})))'
    told = json.loads(subprocess.run(["node", "--input-type=module", "-"], input=code, capture_output=True, text=True, check=True).stdout)
    assert [(one["state"], one["said"]) for one in told] == [(one.state, one.said) for one in tally.tally(cells)]
    assert told[3]["said"] == ["IndentationError: unexpected indent (in your cell, line 20)"]


def test_what_an_earlier_python_showed_is_told_from_what_this_one_did_and_runs_again(student, address):
    page, pale = student, ".of-before .jp-OutputArea"
    begin(page, address, EXERCISES)
    page.get_by_text("Python has started anew.").wait_for()
    count = page.locator(pale).count()
    assert count >= 7 and page.locator(".of-before .jp-InputPrompt").all_inner_texts() == ["[ ]:"] * count
    advice, fault = run(page, "warner-try")
    assert "NameError" in fault["ename"] and "Perhaps a cell above makes it" in advice["text"]
    page.get_by_role("button", name="Run these cells again").click()
    page.wait_for_function(f"() => !document.querySelector('{pale}')", timeout=60_000)
    page.get_by_text("Python has started anew.").wait_for(state="hidden")
    counted = [page.evaluate(f"k => {OPEN}.content.widgets[k].model.executionCount", cell(page, name))
               for name in ("setup", "warner", "warner-test", "belief-test")]  # fmt: skip
    assert counted == sorted(counted) and "error" not in run(page, "warner-try")[0]["output_type"]
    page.evaluate(f"() => {{ {OPEN}.sessionContext.session.kernel.restart(); }}")  # nobody waits for it
    page.wait_for_function(f"count => document.querySelectorAll('{pale}').length === count", arg=count, timeout=60_000)
    page.get_by_role("button", name="Not now").click()


def test_a_change_survives_a_reload(student, address):
    begin(student, address, EXERCISES, wait="() => true")
    assert written(student, "belief") == WRONG


def test_whoever_has_no_teacher_downloads_without_a_name(student, address):
    student.goto(f"{address}/my_work.html")
    with student.expect_download() as saved:
        student.get_by_role("button", name="Download all that I changed").click()
    assert saved.value.suggested_filename == "my_lab.zip"


def test_the_download_is_what_grade_takes(student, address, tmp_path):
    saved = handed_in(student, address)
    saved.save_as(tmp_path / saved.suggested_filename)
    found, strays = read(tmp_path / "kim.zip", LESSON)
    assert [one.student for one in found] == ["kim"] and strays == [] and found[0].notes == []
    book = nbformat.reads(found[0].files[f"{LESSON}.ipynb"].decode(), 4)
    assert next(one.source for one in book.cells if one.id == "belief") == WRONG
    assert zipfile.ZipFile(io.BytesIO((tmp_path / "kim.zip").read_bytes())).testzip() is None


def test_an_update_lies_beside_a_changed_notebook_and_replaces_one_that_was_only_run(student, address, site):
    fresh = json.loads((site / "lab" / "shipped.json").read_text())

    def updated(path):
        book = json.loads((site / "lab" / "files" / path).read_text())
        book["cells"][0]["source"] = "# A new version"
        content = json.dumps(book)
        fresh[path] = lab.words(content)
        return content

    contents = {path: updated(path) for path in (EXERCISES, f"{LESSON}.ipynb")}
    context = student.context
    context.route("**/lab/shipped.json", lambda route, _: route.fulfill(json=fresh))
    for path, content in contents.items():
        context.route(f"**/lab/files/{path}", lambda route, _, content=content: route.fulfill(body=content))
    begin(student, address, EXERCISES, wait="() => true")
    assert written(student, "belief") == WRONG
    get = """path => window.jupyterapp.serviceManager.contents.get(path, {content: true})
                 .then(file => file.content.cells[0].source, () => null)"""
    beside = EXERCISES.replace(".ipynb", " (new version).ipynb")
    assert student.evaluate(get, beside) == "# A new version"
    kept = student.evaluate("async () => (await import(new URL('../../_static/store.mjs', location.href))).changed()")
    assert list(kept) == [EXERCISES], "what the site gave, and a lesson that was only run, are not her work"
    context.unroute_all()


def test_erasing_erases_everything_and_says_what(student, address):
    student.goto(f"{address}/my_work.html")
    student.get_by_role("button", name="Erase my data").click()
    student.get_by_text("Erased: 1 changed notebook ").wait_for()
    assert listed(student, address) == []
    names = "async () => [(await indexedDB.databases()).map(one => one.name), Object.keys(localStorage)]"
    left = student.evaluate(names)
    assert [name for names in left for name in names if name.startswith("privacy-course")] == []
    begin(student, address, EXERCISES, wait="() => true")
    source = written(student, "belief")
    assert "raise NotImplementedError()" in source


@pytest.mark.parametrize("name", [name for name in EVERY if name != LESSON])
def test_every_lesson_runs_in_the_lab(visit, address, name):
    page = visit
    begin(page, address, f"{name}.ipynb")
    outputs = run_all(page)
    assert [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"] == []
    assert len(outputs) > 3 and page.locator(".knobs-error").count() == 0
