"""The house: who may import whom, how long a file may be, what a room offers, and that a lesson's five places agree.

CONTRIBUTING.md says the same in prose. Imports are read from the source, those inside functions included.
"""

import ast
import importlib
import re
from graphlib import TopologicalSorter
from pathlib import Path

import nbformat
import pytest

import coursekit

ROOT = Path(__file__).resolve().parents[1]

# Each layer imports from those below it alone; rooms of one layer do not import one another
LAYERS = [
    {"cases"},
    {"topdown", "risk", "releases"},
    {"attacks", "local", "accounting", "synthesis", "utility", "audit", "inference", "conditional"},
    {"mechanisms", "data", "frames", "knobs"},
    {"checks", "plots"},
]
ALONE = {"grading"}  # imports nothing of the course: it runs beside the student's code
EXCEPTIONS = {}  # (room, room that it imports all the same): the reason
CLASSROOM_MAY_IMPORT = {"grading", "data"}

SOURCES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("coursekit", "classroom")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "node_modules" not in path.parts
}
COURSEKIT = {module: path for module, path in SOURCES.items() if module.startswith("coursekit")}
IN_BROWSERS = "classroom.site.book."  # what a page's Python runs is data of the site
CLASSROOM = {
    module: path for module, path in SOURCES.items() if module.startswith("classroom") and not module.startswith(IN_BROWSERS)
}
FOUND = {module.split(".")[1] for module in COURSEKIT if module != "coursekit"}
PICTURES = {module for module in COURSEKIT if module.endswith("pictures") or module.split(".")[1:2] == ["plots"]}

EVERYBODYS = {"checks", "frames", "grading", "knobs", "plots"}  # whose tests lie beside this file; all else is a room's

# The rooms of lessons, as the package's first page lists them: {"01": "attacks", ...}
ROOMS = dict(re.findall(r"^(\d\d) +``(\w+)``", coursekit.__doc__, re.MULTILINE))

LESSONS = [path for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")) if not path.stem.endswith("_deeper")]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TAUGHT = [path.stem for path in LESSONS if path.stem[:2] != "00"]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")) + sorted((ROOT / "notebooks/exercises").glob("*/*.ipynb"))


def imported(source):
    """Give the full name of everything that a source imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def imports(modules):
    """Give (module, full name of what it imports) for all imports of the modules."""
    return [(module, name) for module, path in modules.items() for name in imported(path.read_text(encoding="utf-8"))]


def home(name):
    """Give the module of coursekit in which an imported name lives, "" if it is none of ours."""
    parts = name.split(".")
    prefixes = (".".join(parts[:k]) for k in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in COURSEKIT), "")


def room(module):
    return module.split(".")[1] if "." in module else ""


def offered(name):
    """Give the names that a room offers, and the names of its files."""
    page = importlib.import_module(f"coursekit.{name}")
    files = {path.stem for path in Path(page.__file__).parent.glob("*.py")} - {"__init__"}
    return page, set(getattr(page, "__all__", None) or page.__dir__()), files


# ---------------------------------------------------------------- who may import whom


def test_every_room_has_its_layer_and_the_top_is_a_room_a_lesson_and_six_that_all_share():
    placed = [name for layer in (*LAYERS, ALONE) for name in layer]
    assert len(placed) == len(set(placed))
    assert FOUND == set(placed), "a new room needs a layer here and a place in CONTRIBUTING.md"
    assert len(FOUND) <= len(ROOMS) + 6


def test_rooms_import_only_what_lies_further_down():
    depth = {name: k for k, layer in enumerate(LAYERS) for name in layer}
    wrong, excused = [], set()
    for module, name in imports(COURSEKIT):
        assert not name.startswith("."), f"{module}: write the whole name instead of {name}"
        ours, theirs = room(module), room(home(name))
        if not theirs or ours in (theirs, ""):
            continue
        if (ours, theirs) in EXCEPTIONS:
            excused.add((ours, theirs))
        elif {ours, theirs} & ALONE or depth.get(theirs, -1) <= depth.get(ours, -1):
            wrong.append(f"{module} imports {name}")
    assert not wrong
    assert excused == set(EXCEPTIONS), "an exception that nobody needs"


def test_inside_the_package_a_name_is_imported_from_its_file():
    """A room's contents page is for notebooks: who reads the package wants to see where a thing is."""
    pages = {f"coursekit.{name}" for name in ROOMS.values()}
    assert not [f"{module} imports {name}" for module, name in imports(COURSEKIT) if home(name) in pages]


def test_no_two_files_need_each_other():
    graph = {module: set() for module in COURSEKIT}
    for module, name in imports(COURSEKIT):
        graph[module] |= {home(name)} - {"", module, "coursekit"}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_only_pictures_draw_and_only_knobs_have_widgets():
    for module, name in imports(COURSEKIT):
        library = name.split(".")[0]
        assert library != "matplotlib" or module in PICTURES, f"{module} imports {name}"
        assert library != "ipywidgets" or room(module) == "knobs", f"{module} imports {name}"


def test_lessons_and_classroom_live_apart():
    assert not [f"{module} imports {name}" for module, name in imports(COURSEKIT) if name.split(".")[0] == "classroom"]
    for module, name in imports(CLASSROOM):
        assert not home(name) or room(home(name)) in CLASSROOM_MAY_IMPORT, f"{module} imports {name}"


def code(path):
    """Give the code of a notebook, without what IPython alone can read."""
    cells = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    return "\n".join(re.sub(r"^\s*[%!].*$", "", source, flags=re.MULTILINE) for source in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_notebook_imports_from_rooms_and_from_at_most_four(path):
    ours = {name for name in imported(code(path)) if name.split(".")[0] in ("coursekit", "classroom")}
    assert all(home(name) == f"coursekit.{room(name)}" for name in ours), f"from a room, not from a file of it: {ours}"
    assert len({room(name) for name in ours}) <= 4, ours


# ---------------------------------------------------------------- files and rooms


def test_no_file_is_longer_than_300_lines_and_no_line_than_120_characters():
    wrong = []
    for path in SOURCES.values():
        lines = path.read_text(encoding="utf-8").splitlines()
        file = path.relative_to(ROOT)
        wrong += [f"{file} has {len(lines)} lines"] * (len(lines) > 300)
        wrong += [f"{file}:{n} has {len(line)} characters" for n, line in enumerate(lines, 1) if len(line) > 120]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", [*ROOMS.values(), "data"])
def test_a_room_offers_what_its_contents_say(name):
    page, names, files = offered(name)
    assert names and not [one for one in names if not hasattr(page, one)]
    assert not names & files, "a name that is also the name of a file would hide it"


@pytest.mark.parametrize("name", sorted(FOUND - EVERYBODYS))
def test_a_room_keeps_what_is_tested_of_all_rooms(name):
    """How its functions are called and refuse, and how its pictures move, stands with its tests; all rooms share the tests."""
    draws = any(room(module) == name for module in PICTURES)
    for kind in ["bad_input", *["pictures"] * draws]:
        path = f"tests/{name}/test_{name}_{kind}.py"
        assert (ROOT / path).is_file(), f"room {name} has no {path}; the head of tests/{kind}_tests.py says what belongs there"
        assert f"{kind}_tests.*" in imported((ROOT / path).read_text(encoding="utf-8")), f"{path} takes no tests from {kind}_tests"


def test_a_name_that_a_room_has_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="attacks has no 'cellar'; it has class_sizes"):
        importlib.import_module("coursekit.attacks").cellar


# ---------------------------------------------------------------- a lesson's five places


def rows(text):
    """Give number and name of the lessons in a table: {"01": "Why privacy"}."""
    return dict(re.findall(r"^\| \[?(\d\d) ([^]|]+?)(?:\]\([^)]*\))? \|", text, re.MULTILINE))


def overview():
    return next(cell.source for cell in nbformat.read(LESSONS[0], 4).cells if cell.id == "lessons")


@pytest.mark.parametrize("lesson", TAUGHT)
def test_a_lessons_five_places_agree(lesson):
    """Notebook, room (with its tests), exercises, answers and teaching notes; and a row in either table of lessons."""
    number = lesson[:2]
    assert number in ROOMS, f"lesson {number} has no room in the table of coursekit/__init__.py"
    name = ROOMS[number]
    page = importlib.import_module(f"coursekit.{name}").__doc__
    assert re.match(rf"Lessons? [^:]*{number}\b", page), f"coursekit/{name}/__init__.py must begin 'Lesson {number}: '"
    assert f"coursekit.{name}" in imported(code(ROOT / f"notebooks/{lesson}.ipynb")), "a lesson imports its room"
    for place in (
        f"coursekit/{name}/pictures.py",
        f"tests/{name}/test_*.py",
        f"notebooks/exercises/{lesson}/{lesson}.ipynb",
        f"tests/answers/{lesson}/*.py",
        f"notebooks/teaching_notes/{lesson}.md",
    ):
        assert list(ROOT.glob(place)), f"lesson {number} has no {place}"
    notes = (ROOT / f"notebooks/teaching_notes/{lesson}.md").read_text(encoding="utf-8")
    title = re.match(rf"# {number} (.+): teaching notes\n", notes)
    assert title, f"the teaching notes of lesson {number} must begin '# {number} Its name: teaching notes'"
    for table, text in (("README.md", README), ("00_start_here.ipynb", overview())):
        assert rows(text).get(number) == title[1], f"the table in {table} has no row '{number} {title[1]}'"


def test_no_place_has_a_lesson_too_many():
    assert set(ROOMS) == {lesson[:2] for lesson in TAUGHT}
    assert set(rows(README)) == set(rows(overview())) == {path.stem[:2] for path in LESSONS}
    for folder in ("notebooks/exercises", "tests/answers"):
        assert {path.name for path in (ROOT / folder).glob("[0-9]*/")} == set(TAUGHT), folder
    assert {path.stem for path in (ROOT / "notebooks/teaching_notes").glob("[0-9]*.md")} == {path.stem for path in LESSONS}
