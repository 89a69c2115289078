"""A class at work on the hub, from the README's commands to marks and feedback; and the files of `classroom/hub/` for themselves.

    python3 start.py test -n 0 tests/hub

It needs root, Node.js with the proxy (cd classroom/hub && npm ci) and bubblewrap; what is missing is a failure.
"""

import contextlib
import csv
import hashlib
import json
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "classroom" / "hub")]

import hub  # noqa: E402
import lab  # noqa: E402
import rehearsal  # noqa: E402
from answers import bank  # noqa: E402
from test_answers import fill, full  # noqa: E402
from test_pins import LOCKS, pins  # noqa: E402

LESSON = "02_randomized_response"
PROF, ADA, BOB, EVE, MAL = (rehearsal.PREFIX + name for name in ("prof", "ada", "bob", "eve", "mal"))
SHOTS = ROOT / "build" / "screenshots"
WRONG = {"belief": "answers p", "warner": "the global generator", "attack": "ln p for epsilon"}

# What Eve hands in: it runs on her own server, as herself, and again while she is graded.
HOSTILE = '''
import os
from coursekit import grading
tried = []
def attempt(what, act):
    try:
        tried.append(f"{{what}} {{act()!r}}"[:300])
    except OSError as error:
        tried.append(f"NO {{type(error).__name__}}")
def look(place):
    return os.listdir(place) if os.path.isdir(place) else open(place, "rb").read()[:20]
for place in {places!r}:
    attempt("WROTE " + place, lambda: open(place, "a").write("eve was here"))
for place in {secrets!r}:
    attempt("READ " + place, lambda: look(place))
for place in {takes!r}:
    attempt("TOOK " + place, lambda: os.rename(place, place + "-eve"))
with open(os.path.expanduser("~/tried.txt"), "w") as file:
    file.write("\\n".join(tried))
for k in range(3000):
    print("x" * 1000)
def check(self, points, *more):
    self.earned, self.offered = self.earned + points, self.offered + points
grading.Marks.check = check
grading.Marks.total = lambda self: 99.0
'''

# What Eve does besides, straight at the exchange: hands in for Ada, brings a link to the solution, jams the collecting.
PLANT = '''
import os, pathlib, shutil, sys
inbound, lesson, source = sys.argv[1:]
def folder(owner, time):
    path = f"{inbound}/{owner}+{lesson}+{time}+plant"
    os.mkdir(path)
    os.chmod(path, 0o777)
    return path
forged = folder("rehearsal-ada", "2099-01-01 00:00:00.000000 UTC")
shutil.copy(pathlib.Path.home() / "course" / "exercises" / lesson / f"{lesson}.ipynb", forged)
open(f"{forged}/timestamp.txt", "w").write("2099-01-01 00:00:00.000000 UTC")
os.symlink(source, f"{forged}/solution.ipynb")
os.mkfifo(f"{forged}/pipe")
open(f"{forged}/closed.txt", "w").close()
os.chmod(f"{forged}/closed.txt", 0)
jam = folder("rehearsal-bob", "tomorrow, perhaps")
os.symlink(source, f"{jam}/{lesson}.ipynb")
'''


def contents(*folders):
    """Digest of every file, by path."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for folder in folders for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink() and ".ipynb_checkpoints" not in path.parts}


def shot(page, name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(400)  # what fades has faded
    page.screenshot(path=SHOTS / f"hub_{name}.png")


def panel(page, item, tab):
    """Open one of nbgrader's pages from the menu, and bring it to the front."""
    lab.wait_for_kernel(page)
    page.click(".lm-MenuBar-itemLabel:text-is('Nbgrader')")
    page.click(f".lm-Menu-itemLabel:text-is('{item}')")
    page.locator(".lm-TabBar-tabLabel", has_text=tab).first.click()


def formgrader(page):
    """Give the page in Formgrader's frame, with what is true now."""
    if page.locator(".lm-TabBar-tabLabel", has_text="Formgrader").count():
        page.evaluate("""() => new Promise(resolve => { const frame = document.querySelector('iframe');
          frame.addEventListener('load', () => resolve(null), {once: true}); frame.contentWindow.location.reload(); })""")
    else:
        panel(page, "Formgrader", "Formgrader")
    return page.frame_locator("iframe >> visible=true")


def press(frame, column):
    """Press a button in the exercise's row of Formgrader, wait until it says what became of it, and give that."""
    frame.locator("tr", has_text=LESSON).locator(f"td.{column} a").click()
    said = frame.locator(".modal.in")
    said.wait_for(timeout=60_000)
    text = said.inner_text()
    said.locator("button.close").first.click()
    said.wait_for(state="hidden")
    return text


class Steps:
    """Says how long each step of the story took."""

    def __init__(self):
        self.last = time.monotonic()

    def __call__(self, name):
        now = time.monotonic()
        print(f"{now - self.last:6.1f} s  {name}", flush=True)
        self.last = now


@pytest.fixture(scope="module")
def term(browser_path):
    """The whole story, told once; the tests ask what became of it."""
    from types import SimpleNamespace

    step, facts = Steps(), SimpleNamespace()
    with contextlib.ExitStack() as stack:
        here = stack.enter_context(rehearsal.rehearse(["prof"], ["ada", "bob", "eve"]))
        step("set up")
        browser = stack.enter_context(lab.browser_page(browser_path))
        pages = stack.enter_context(rehearsal.visit(browser, here, PROF, ADA, BOB, EVE))
        step("four log in")
        release(facts, pages[PROF])
        step("release")
        for name in (ADA, BOB, EVE):
            look_and_fetch(facts, here, pages[name], name)
        step("fetch")
        solve(facts, here, pages)
        step("solve and submit")
        plant = here.as_user(EVE, rehearsal.python(), "-c", PLANT, here.exchange / "privacy" / "inbound", LESSON,
                             here.root / "notebooks" / "exercises" / LESSON / f"{LESSON}.ipynb")
        assert plant.returncode == 0, plant.stderr
        facts.collected = press(formgrader(pages[PROF]), "collect")
        step("collect")
        facts.grading = here.as_user(PROF, rehearsal.python(), here.root / "start.py", "grade", LESSON)
        step("grade")
        facts.given_back = press(formgrader(pages[PROF]), "release-feedback")
        shot(pages[PROF], "formgrader")
        step("give back")
        for name in (ADA, BOB, EVE):
            see_feedback(facts, here, pages[name], name)
        step("feedback")
        facts.after = contents(*facts.watched)
        facts.control_panel = {name: page.evaluate("fetch('/hub/admin').then(answer => answer.status)") for name, page in pages.items()}
        come_back(facts, here, pages[ADA])
        step("second login")
        refuse_a_stranger(facts, here, browser)
        step("a stranger")
        facts.strayed = {name: page.strayed for name, page in pages.items()}
        gather(facts, here)
        step("gather")
    yield facts


def release(facts, page):
    lab.wait_for_kernel(page)
    facts.prof_sees = page.inner_text("body")
    frame = formgrader(page)
    facts.generated = press(frame, "assign")
    facts.released = press(frame, "release")


def look_and_fetch(facts, here, page, name):
    lab.wait_for_kernel(page)
    page.click(".lm-MenuBar-itemLabel:text-is('Nbgrader')")
    offered = page.locator(".lm-Menu-itemLabel").all_inner_texts()
    page.keyboard.press("Escape")
    commands = page.evaluate("window.jupyterapp.commands.listCommands()")
    answer = page.evaluate(f"fetch('/user/{name}/formgrader').then(answer => answer.status)")
    vars(facts).setdefault("students_see", {})[name] = (page.inner_text("body"), offered, commands, answer)
    shot(page, f"{name.removeprefix(rehearsal.PREFIX)}_lab")
    panel(page, "Assignment List", "Assignments")
    page.locator("#released_assignments_list .list_item", has_text=LESSON).locator("button", has_text="Fetch").click()
    page.locator("#fetched_assignments_list .list_item button", has_text="Submit").first.wait_for()
    assert (here.copy(name) / "exercises" / LESSON / f"{LESSON}.ipynb").is_file()


def solve(facts, here, pages):
    """Ada answers right, Bob partly wrong, Eve badly; each writes her own file, runs it where told, and submits."""
    answers = bank.lesson(LESSON)
    right = {cell: next(a for a in found if a.right).code for cell, found in answers.items()}
    chosen = {cell: next(a for a in answers[cell] if a.title == title) for cell, title in WRONG.items()}
    facts.lost = {cell: full(LESSON, cell) - answer.earns for cell, answer in chosen.items()}
    book, outbound = here.root / "build" / "nbgrader", here.exchange / "privacy" / "outbound"
    source = here.root / "notebooks" / "exercises" / LESSON / f"{LESSON}.ipynb"
    planted = here.copy(ADA) / "exercises" / LESSON / f"{LESSON}.ipynb"
    places = [source, planted, outbound / LESSON / f"{LESSON}.ipynb", book / "gradebook.db", here.root / "coursekit" / "grading" / "__init__.py",
              here.exchange / "privacy" / "planted", here.copy(BOB) / "planted", outbound / "planted", here.root / "planted"]
    secrets = [source, source.parent, here.root / "tests" / "answers", book / "gradebook.db", book, here.exchange / "privacy" / "inbound",
               here.copy(ADA), here.state / "hub", here.state / "hub" / "hub.sqlite", here.root / ".git"]
    takes = [here.exchange / "privacy", outbound / LESSON, here.root / "coursekit", here.exchange / "privacy" / "inbound"]
    places, secrets, takes = (list(map(str, those)) for those in (places, secrets, takes))
    facts.tries = len(places) + len(secrets) + len(takes)
    hostile = HOSTILE.format(places=places, secrets=secrets, takes=takes)
    work = {ADA: right, BOB: right | {cell: answer.code for cell, answer in chosen.items()}, EVE: {"warner": hostile}}
    facts.watched = [here.root / "notebooks", here.root / "coursekit", outbound, here.copy(ADA), here.copy(BOB)]
    for name, code in work.items():
        path = here.copy(name) / "exercises" / LESSON / f"{LESSON}.ipynb"
        facts.handed_out = nbformat.read(path, as_version=4)
        text = nbformat.writes(fill(facts.handed_out, code))
        wrote = here.as_user(name, rehearsal.python(), "-c", "import sys; open(sys.argv[1], 'w').write(sys.argv[2])", path, text)
        assert wrote.returncode == 0, wrote.stderr
    facts.before = contents(*facts.watched)
    for name in work:
        page = pages[name]
        if name == EVE:  # her own kernel, with her rights on this machine
            page.evaluate("path => window.jupyterapp.commands.execute('docmanager:open', {path})", f"exercises/{LESSON}/{LESSON}.ipynb")
            page.locator(".lm-TabBar-tabLabel", has_text=f"{LESSON}.ipynb").first.click()
            lab.wait_for_kernel(page)
            lab.run_all(page)
            facts.on_her_server = (here.homes / EVE / "tried.txt").read_text(encoding="utf-8")
            facts.flood = page.locator("text=IOPub data rate exceeded").count()
            page.locator(".lm-TabBar-tabLabel", has_text="Assignments").first.click()
        page.locator("#fetched_assignments_list .list_item button", has_text="Submit").first.click()
        page.locator("#submitted_assignments_list .list_item", has_text="UTC").first.wait_for()
        shot(page, f"{name.removeprefix(rehearsal.PREFIX)}_submitted")


def see_feedback(facts, here, page, name):
    page.locator("#submitted_assignments_list button", has_text="Fetch Feedback").first.click()
    link = page.locator("#submitted_assignments_list a", has_text="view feedback").first
    with contextlib.suppress(Exception):  # the tests say what is missing
        link.wait_for(timeout=3_000 if name == EVE else 20_000)
    found = sorted((here.copy(name) / "exercises" / LESSON / "feedback").rglob("*.html"))
    vars(facts).setdefault("feedback", {})[name] = (link.count(), [path.read_text(encoding="utf-8") for path in found])
    if name == ADA and link.count():
        link.click()  # shows the folder
        page.locator(".jp-DirListing-item", has_text=f"{LESSON}.html").dblclick()
        body = page.frame_locator(".jp-HTMLViewer iframe").locator("body")
        body.get_by_text("Score").first.wait_for()
        facts.read_by_ada = body.inner_text()
        shot(page, "ada_feedback")


def come_back(facts, here, page):
    """Between two logins the course changes two lessons, and Ada one of them; then she starts her server anew."""
    lessons, own = here.root / "notebooks", here.copy(ADA)
    for name in ("01_why_privacy.ipynb", "03_sanitizers.ipynb"):
        (lessons / name).write_text((lessons / name).read_text(encoding="utf-8").replace("the", "THE"), encoding="utf-8")
    (own / "03_sanitizers.ipynb").write_text("hers", encoding="utf-8")
    page.goto(f"{here.address}/hub/home", wait_until="networkidle")  # its buttons are deaf before
    page.click("#stop")
    page.locator("#start", has_text="Start").wait_for()
    page.click("#start")
    rehearsal.arrive(page, ADA)
    names = ("01_why_privacy.ipynb", "03_sanitizers.ipynb", "03_sanitizers (new version).ipynb")
    facts.second = {name: (own / name).read_bytes() if (own / name).exists() else None for name in names}
    facts.course = {name: (lessons / name).read_bytes() for name in names[:2]}


def refuse_a_stranger(facts, here, browser):
    """Somebody of this machine, with a password that is right, who is in the class no more."""
    told = here.command("classroom/hub/hub.py", "add", "--homes", here.homes, MAL)
    here.passwords[MAL] = told.split()[1]
    assert here.command("classroom/hub/hub.py", "add", MAL) == "", "who has an account keeps it, password and all"
    subprocess.run(["gpasswd", "--delete", MAL, rehearsal.GROUPS["COURSE_HUB_STUDENTS"]], check=True, capture_output=True)
    facts.stranger = rehearsal.try_to_log_in(browser, here, MAL)


def gather(facts, here):
    products = here.root / "build" / "nbgrader"
    with open(products / "grades.csv", encoding="utf-8", newline="") as table:
        facts.grades = {row["student_id"]: float(row["score"]) for row in csv.DictReader(table) if row["assignment"] == LESSON}
    facts.report = "".join(path.read_text(encoding="utf-8") for path in products.glob(f"bulk/{LESSON}/report.txt"))
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{products / 'gradebook.db'}", "privacy") as book:
        facts.marks = {name: {grade.name: (grade.auto_score, grade.max_score, grade.needs_manual_grade)
                              for grade in book.find_submission(LESSON, name).notebooks[0].grades} for name in (ADA, BOB, EVE)}
    places = products / "submitted"
    folders = {name: places / name / LESSON for name in (ADA, BOB, EVE)}
    facts.collected_files = {name: [path.relative_to(folder).as_posix() for path in folder.rglob("*")] for name, folder in folders.items()}
    facts.links = [path for path in places.rglob("*") if path.is_symlink()]
    facts.times = {name: (places / name / LESSON / "timestamp.txt").read_text(encoding="utf-8") for name in (ADA, BOB)}
    facts.owners = {path.name: (path.owner(), oct(path.stat().st_mode & 0o7777)) for path in here.homes.iterdir()}
    facts.log = here.log.read_text(encoding="utf-8", errors="replace")


# ---------------------------------------------------------------- the story


def test_the_instructor_has_her_tools_and_releases(term):
    assert "Create Assignment" in term.prof_sees
    assert "Successfully created the student version" in term.generated
    assert "Successfully released" in term.released


@pytest.mark.parametrize("name", [ADA, BOB, EVE])
def test_a_student_sees_the_assignment_list_and_nothing_of_the_instructor(term, name):
    text, offered, commands, answer = term.students_see[name]
    assert "How much of you is in a number?" in text, "the first lesson is open"
    assert [item for item in offered if item.strip()] == ["Assignment List"]
    for tool in ("Formgrader", "Create Assignment", "Course List", "teaching_notes"):
        assert tool not in text
    assert not [command for command in commands if "formgrader" in command or "create-assignment" in command]
    assert answer == 404, "the server itself has no Formgrader"


def test_no_solution_and_no_hidden_test_reaches_a_student(term):
    text = json.dumps(term.handed_out)
    assert "BEGIN HIDDEN" not in text and "### BEGIN SOLUTION" not in text
    hidden = json.dumps(nbformat.read(ROOT / "notebooks" / "exercises" / LESSON / f"{LESSON}.ipynb", as_version=4))
    assert "BEGIN HIDDEN" in hidden, "there is something to hide"


def test_on_her_own_server_a_hostile_student_reads_writes_and_takes_nothing_of_others(term):
    tried = term.on_her_server.splitlines()
    assert len(tried) == term.tries and {line.partition(" ")[0] for line in tried} == {"NO"}, tried
    assert term.flood == 1, "what floods a browser is held back"


def test_collecting_believes_the_owner_follows_no_link_and_is_not_jammed(term):
    assert "Successfully collected" in term.collected
    assert "handed in by rehearsal-eve and is collected as theirs" in term.collected
    for name in (ADA, BOB):
        handed_in = {f"{LESSON}.ipynb", "visible_tests.zip", "timestamp.txt", "submission_secret.txt"}
        assert set(term.collected_files[name]) == handed_in
        assert re.fullmatch(r"20[2-8]\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC", term.times[name].strip())
    assert term.links == [] and f"{LESSON}.ipynb" in term.collected_files[EVE] and "solution.ipynb" not in term.collected_files[EVE]


def test_grading_ends_well_and_shut_in(term):
    assert term.grading.returncode in (0, 1), term.grading.stdout + term.grading.stderr
    assert "WITHOUT a sandbox" not in term.grading.stdout + term.report, "install bubblewrap"
    assert "3 submissions" in term.grading.stdout


def test_right_answers_get_full_marks_and_wrong_ones_lose_what_the_bank_says(term):
    best = sum(most for name, (_, most, _) in term.marks[ADA].items() if name != "words")
    assert term.grades[ADA] == best == sum(full(LESSON, cell) for cell in bank.lesson(LESSON))
    assert sum(term.lost.values()) > 0 and term.grades[BOB] == best - sum(term.lost.values())


def test_the_hostile_gain_nothing_and_are_named_to_a_person(term):
    assert term.grades[EVE] == 0 and [points for points, _, _ in term.marks[EVE].values() if points] == []
    named = re.search(rf"LOOK[^\n]*{EVE}[^\n]*", term.report)
    assert named and "grading.Marks.check" in named[0], term.report
    assert ADA not in term.report and BOB not in term.report, "nobody else is"


def test_nothing_of_others_has_changed(term):
    assert len(term.before) > 50
    changed = {path for path in {*term.before, *term.after} if term.before.get(path) != term.after.get(path)}
    assert {path for path in changed if "/feedback/" not in path} == set()


@pytest.mark.parametrize("name", [ADA, BOB])
def test_students_see_their_feedback_in_the_browser(term, name):
    links, pages = term.feedback[name]
    assert "Successfully released feedback" in term.given_back
    assert links == 1 and len(pages) == 1
    score = f"{term.grades[name]:g}"
    told = rf"Score: {re.escape(score)}(\.0)? / 25"
    assert re.search(told, pages[0]) and (name == BOB or re.search(told, term.read_by_ada)), "the page tells the score"


def test_a_second_login_brings_new_lessons_and_overwrites_nothing(term):
    assert term.second["01_why_privacy.ipynb"] == term.course["01_why_privacy.ipynb"] and b"THE" in term.course["01_why_privacy.ipynb"]
    assert term.second["03_sanitizers.ipynb"] == b"hers"
    assert term.second["03_sanitizers (new version).ipynb"] == term.course["03_sanitizers.ipynb"]


def test_homes_are_closed_to_others(term):
    assert term.owners == {name: (name, "0o700") for name in (PROF, ADA, BOB, EVE, MAL)}


def test_an_instructor_sees_who_is_at_work_and_a_student_does_not(term):
    assert term.control_panel == {PROF: 200, ADA: 403, BOB: 403, EVE: 403}


def test_who_is_in_no_group_of_the_class_stays_outside(term):
    status, text = term.stranger
    assert status == 403 and ("not allowed" in text or "Invalid username or password" in text), text


def test_the_hub_had_no_trouble(term):
    assert "Traceback" not in term.log


def test_no_browser_reaches_beyond_this_machine(term):
    assert term.strayed == {PROF: [], ADA: [], BOB: [], EVE: []}


def test_nobody_is_left_on_this_machine(term):
    assert rehearsal.ours() == {}


# ---------------------------------------------------------------- the files


def test_the_hubs_lock_adds_to_the_courses_and_repeats_nothing():
    lock = ROOT / "classroom" / "hub" / "requirements.lock"
    text = lock.read_text(encoding="ascii")
    assert "://" not in text and "--index" not in text
    added, base = pins(lock), {pin.name for pin, _ in pins(LOCKS["base"])}
    for pin, hashes in added:
        assert re.fullmatch(r"==[^=,*]+", str(pin.specifier)) and pin.name not in base, pin
        assert hashes and all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in hashes)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    from packaging.requirements import Requirement

    locked = {pin.name: str(pin.specifier).removeprefix("==") for pin, _ in added}
    for asked in map(Requirement, extras["hub"]):
        assert asked.specifier.contains(locked[asked.name])


def test_the_proxys_lock_names_version_and_hash_of_everything_and_no_address():
    text = (ROOT / "classroom" / "hub" / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text and '"resolved"' not in text
    (top, *rest) = json.loads(text)["packages"].items()
    asked = json.loads((ROOT / "classroom" / "hub" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert top[1]["dependencies"] == asked and all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in asked.values())
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "classroom" / "hub" / ".npmrc").read_text(encoding="utf-8")
    for name, package in rest:
        assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"]) and package["integrity"].startswith("sha512-"), name
        # Debian 12 and Ubuntu 24.04 have Node.js 18
        wanted = package.get("engines", {}).get("node", "*")
        lowest = [int(number) for number in re.findall(r"(?:>=|\^)\s*(\d+)", wanted)]
        assert not lowest or min(lowest) <= 18, (name, wanted)


def test_the_example_of_a_servers_start_holds():
    import doctest

    import open_course

    assert doctest.testmod(open_course) == (0, 2)


def test_course_id_is_one_everywhere():
    found = {re.search(r'c\.CourseDirectory\.course_id = "(\w+)"', path.read_text(encoding="utf-8"))[1]
             for path in (ROOT / "notebooks/exercises/nbgrader_config.py", ROOT / "classroom/hub/roles/student/nbgrader_config.py")}
    assert found == {hub.COURSE_ID}


@pytest.mark.parametrize("name", ["Ada", "9lives", "a b", "root;id", "", "x" * 40])
def test_a_name_that_is_no_account_is_refused_by_name(name):
    with pytest.raises(hub.Stop, match="cannot be the name of an account"):
        hub.add(["fine", name], hub.STUDENTS, None)


def test_without_root_setup_says_so_in_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr(hub.os, "geteuid", lambda: 1000)
    assert hub.main(["setup"]) == 1
    assert "must run as root" in capsys.readouterr().err


def test_what_is_missing_is_named_with_the_command_that_brings_it(monkeypatch, capsys):
    monkeypatch.setattr(hub.os, "geteuid", lambda: 0)
    monkeypatch.setattr(hub.shutil, "which", lambda program: None if program in ("npm", "bwrap") else f"/usr/bin/{program}")
    assert hub.main(["add", "ada"]) == 1
    assert "sudo apt install npm bubblewrap" in capsys.readouterr().err


def test_the_service_starts_the_configuration_that_is_here():
    text = (ROOT / "classroom" / "hub" / "privacy-course.service").read_text(encoding="utf-8")
    assert "@ROOT@/classroom/hub/jupyterhub_config.py" in text and (ROOT / "classroom" / "hub" / "jupyterhub_config.py").is_file()
    assert set(re.findall(r"@\w+@", text)) == {"@ROOT@", "@STATE@"}
    assert "OOMPolicy=continue" in text


# ---------------------------------------------------------------- Kubernetes: what can be checked without a cluster

# From the documented values of chart 4.4.0 (its schema refuses any other key). A key that ends with "." holds what is ours.
CHART = {"custom.", "hub.concurrentSpawnLimit", "hub.config.", "hub.loadRoles.", "hub.extraConfig.", "singleuser.image.name",
         "singleuser.image.tag", "singleuser.cmd", "singleuser.defaultUrl", "singleuser.startTimeout", "singleuser.extraEnv.",
         "singleuser.memory.guarantee", "singleuser.memory.limit", "singleuser.cpu.guarantee", "singleuser.cpu.limit",
         "singleuser.storage.capacity", "singleuser.storage.homeMountPath", "singleuser.storage.extraVolumes.",
         "singleuser.storage.extraVolumeMounts.", "singleuser.networkPolicy.enabled", "cull.enabled", "cull.timeout", "cull.every",
         "prePuller.continuous.enabled"}


@pytest.fixture(scope="module")
def values():
    return yaml.safe_load((ROOT / "classroom" / "hub" / "z2jh-values.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """What the hub of one machine gives each role, with the places of the images."""
    monkeypatch.setattr(hub, "STATE", tmp_path)
    found = {who: hub.configure(who)[0] for who in ("student", "teach")}

    def there(text):
        return text.replace(str(tmp_path), "/srv/privacy-course").replace(str(ROOT), "/opt/privacy-course")

    return {who: {name: there(value) for name, value in variables.items()} for who, variables in found.items()}


def leaves(values, path=""):
    for key, value in values.items():
        if isinstance(value, dict) and f"{path}{key}." not in CHART:
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}"


def known(key):
    return key in CHART or f"{key}." in CHART


def test_every_value_is_one_that_the_chart_knows(values):
    assert [key for key in leaves(values) if not known(key)] == []
    assert not any(map(known, leaves({"singleuser": {"memory": {"most": 1}, "comand": []}, "hubs": {}}))), "a wrong key would be seen"


def test_the_pods_get_the_variables_that_the_hub_of_one_machine_gives(values, configured):
    given = dict(values["singleuser"]["extraEnv"])
    expected = dict(configured["student"])
    assert given.pop("COURSE_HUB_EXCHANGE") == "/srv/exchange" and expected.pop("COURSE_HUB_EXCHANGE")
    assert given.pop("PATH").split(":")[0] == expected.pop("PATH").split(":")[0]
    assert given == expected


def test_the_instructors_hook_turns_a_students_pod_into_hers(values, configured, monkeypatch):
    from types import SimpleNamespace

    setting, single = {}, values["singleuser"]
    c = SimpleNamespace(JupyterHub=SimpleNamespace(), KubeSpawner=SimpleNamespace())
    monkeypatch.setitem(sys.modules, "z2jh", SimpleNamespace(get_config=lambda key: values["custom"][key.removeprefix("custom.")]))
    exec(values["hub"]["extraConfig"]["10-class.py"], {"c": c}, setting)
    mounts = {"home": {"name": "volume-x", "mountPath": "/home/jovyan"}, **single["storage"]["extraVolumeMounts"]}

    def spawner(*groups):
        user = SimpleNamespace(groups=[SimpleNamespace(name=name) for name in groups])
        return SimpleNamespace(user=user, environment=single["extraEnv"], volume_mounts=mounts, image="student")

    student, teacher = spawner("others"), spawner("instructors")
    for one in (student, teacher):
        c.KubeSpawner.pre_spawn_hook(one)
    assert student.image == "student" and student.volume_mounts == mounts
    assert teacher.image == values["custom"]["instructorImage"]
    for name in ("COURSE_HUB_ROLE", "PYTHONSAFEPATH", "JUPYTER_CONFIG_PATH"):
        assert teacher.environment[name] == configured["teach"][name]
    places = {mount["mountPath"] for mount in teacher.volume_mounts.values()}
    assert places == {"/home/jovyan", "/srv/exchange", "/opt/privacy-course/build"}
    assert not any(mount.get("readOnly") for mount in teacher.volume_mounts.values())


def test_a_students_pod_can_write_nothing_of_the_exchange_but_what_comes_in(values):
    storage = values["singleuser"]["storage"]
    writable = [mount["subPath"] for mount in storage["extraVolumeMounts"].values() if not mount.get("readOnly")]
    assert writable == [f"{hub.COURSE_ID}/inbound"]
    assert {mount["name"] for mount in storage["extraVolumeMounts"].values()} == set(storage["extraVolumes"])


def test_a_students_image_takes_no_solution_and_no_answer():
    student = (ROOT / "classroom" / "hub" / "Dockerfile").read_text(encoding="utf-8").partition("FROM student AS instructor")[0]
    copied = [word for line in re.findall(r"^COPY (.+)$", student, re.MULTILINE) for word in line.split()[:-1]]
    assert copied and set(copied) <= {"start.py", "pyproject.toml", "requirements.lock", "tests/requirements.lock", "coursekit", "data",
                                      "classroom/__init__.py", "classroom/connection.py", "classroom/open.py",
                                      "classroom/ended_kernel.css", "classroom/lessons.py", "classroom/tally.py",
                                      "classroom/validate.css", "classroom/validate.py", "classroom/collect",
                                      "classroom/inside", "classroom/run", "classroom/setup",
                                      "classroom/handout", "classroom/hub", "notebooks/*.ipynb", "notebooks/LICENSE"}
    for name in copied:
        assert list(ROOT.glob(name)), name
