"""The site's parts: boxes as plain controls, the folder of Python for browsers, links. tests/web tries the whole."""

import hashlib
import html.parser
import json
import os
import re
import urllib.error
import zipfile
import zlib

import ipywidgets
import nbformat
import pandas as pd
import pytest

from classroom.setup.troubles import Stop
from classroom.site import boxes, browser_python, build, icons, lab, lessons, loader, styles
from classroom.site.page_cells import page_cells
from coursekit import knobs, local


def notebook_of(box):
    """A notebook that has shown a box, as nbclient leaves it."""
    every = ipywidgets.widgets.widget._instances
    state = {name: {"model_name": w.get_state()["_model_name"], "state": w.get_state()} for name, w in every.items()}
    view = {boxes.VIEW: {"model_id": box.model_id}, "text/plain": ["VBox()"]}
    cell = nbformat.v4.new_code_cell(
        "knobs.explore(...)", outputs=[nbformat.v4.new_output("execute_result", data=view, execution_count=1)]
    )
    return nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {boxes.STATE: {"state": state}}})


class Controls(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def controls(book):
    page = Controls()
    page.feed(book.cells[0].outputs[0].data["text/html"])
    return page.found


def coins():
    guess = knobs.guess("How many?", knobs.slider("your guess", 50, range(101)))
    return knobs.explore(
        local.pictures.coins(), guess=guess, play="tossed", tossed=knobs.slider("tossed", 1, range(1, 101))
    )


def test_a_box_becomes_controls_that_a_page_has_without_any_library():
    book = notebook_of(coins())
    assert boxes.native(book) == 1 and "widgets" not in book.metadata
    found = controls(book)
    assert found[0][1]["data-box"] == "0"
    guess, tossed = (attributes for tag, attributes in found if tag == "input")
    assert (guess["min"], guess["max"], guess["value"]) == ("0", "100", "50")
    assert "disabled" in tossed and "disabled" not in guess, "veiled until the guess"
    assert json.loads(tossed["data-labels"])[-1] == tossed["aria-valuetext"].replace("1", "100", 1)
    names = {attributes["for"] for tag, attributes in found if tag == "label"}
    assert names == {guess["id"], tossed["id"]}, "each slider has its own label"
    image = next(attributes for tag, attributes in found if tag == "img")
    assert len(image["alt"]) > 30 and "onload" not in image
    assert not [tag for tag, _ in found if tag in ("script", "style")]
    assert any(attributes.get("role") == "status" for _, attributes in found), "the reading is read aloud"


def test_every_control_says_where_it_is():
    box = coins()
    book = notebook_of(box)
    boxes.native(book)
    paths = {attributes["data-path"]: tag for tag, attributes in controls(book) if "data-path" in attributes}
    for path in paths:
        widget = box
        for step in path.split("."):
            widget = widget.children[int(step)]
        assert (paths[path] == "button") == isinstance(widget, ipywidgets.Button)


def test_a_choice_says_which_button_is_pressed():
    book = notebook_of(knobs.explore(local.pictures.asked_every_year(), years=knobs.slider("years", 1, range(1, 26)),
                                     coin=knobs.choice("coin", "a fresh toss", ["a fresh toss", "the first answer"]),
                                     p=knobs.share(0.75, low=0.55, high=0.95)))  # fmt: skip
    boxes.native(book)
    pressed = [attributes["aria-pressed"] for tag, attributes in controls(book) if "aria-pressed" in attributes]
    assert pressed == ["true", "false"]


def test_a_progress_bar_leaves_the_page():
    knobs.explore(local.pictures.coins(), tossed=knobs.slider("tossed", 1, range(1, 101)))
    book = notebook_of(ipywidgets.HBox([ipywidgets.IntProgress()]))
    assert boxes.native(book) == 0 and book.cells[0].outputs == []


def test_links_stay_within_the_book_and_exercises_open_in_the_lab():
    words = "[exercises](exercises/02_x/02_x.ipynb), [next](03_sanitizers.ipynb), [code](data.csv), ![picture](a.png)"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# How?\n\n" + words)])
    lessons.page(book, published={"03_sanitizers"}, name="02_x")
    title, text, of_page = book.cells[0].source.split("\n\n")
    assert title == "# 02 · How?"
    deeper = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# How?")])
    lessons.page(deeper, published=set(), name="02_x_deeper")
    assert deeper.cells[0].source.startswith("# 02 deeper · How?\n")
    in_lab = '<a href="lab/index.html?path=exercises/02_x/02_x.ipynb" target="lab" title="in a tab of its own">exercises</a>'
    assert text == f"{in_lab} (a little Python, with help; in a new tab), [next](03_sanitizers.ipynb), code, ![picture](a.png)"
    here, exercises = of_page.split(" · ")
    assert here == '<a href="lab/index.html?path=02_x.ipynb" target="lab" title="in a tab of its own">Open in the lab</a>'
    assert exercises == in_lab.replace(">exercises<", ">Exercises<")


def test_the_lab_has_the_students_copy_without_solutions_and_hidden_tests():
    files = lab.student_copy(build.ROOT)
    exercises = {name: content.decode() for name, content in files.items() if re.match(r"exercises/.*ipynb$", name)}
    assert len(exercises) >= 13 and {path.name for path in build.pages()} < set(files)
    for name, content in exercises.items():
        assert "BEGIN SOLUTION" not in content and "HIDDEN TESTS" not in content and "grading.run_test" in content, name
        assert f"{name.rpartition('/')[0]}/visible_tests.zip" in files
        assert "Validate" not in content and "*My work*, a link" in content, name
    assert not {"LICENSE", "class.toml"} & set(files)
    greeting = files[lab.WELCOME].decode()
    assert all(f"]({name})" in greeting for name in exercises) and "- [02 Randomized response](" in greeting


def test_what_is_written_in_a_notebook_has_a_number_that_running_does_not_change():
    book = {"cells": [{"cell_type": "code", "source": ["1 +", " ä"], "outputs": []}]}
    ran = {"cells": [{"cell_type": "code", "source": "1 + ä", "outputs": [1]}, {"cell_type": "code", "source": " "}]}
    other = {"cells": [{"cell_type": "code", "source": "1 + 2"}]}
    one, two, three = (lab.words(json.dumps(book)) for book in (book, ran, other))
    assert one == two != three and one == zlib.crc32("code\0001 + ä".encode())


def test_rooms_that_fit_models_are_those_that_the_lab_brings_models_for():
    text = (build.HERE / "in_lab" / "course_lab.py").read_text(encoding="utf-8")
    named = set(re.search(r"MODELS = .*?\\b\((.*?)\)", text)[1].split("|"))
    kit, fits = build.ROOT / "coursekit", "sklearn"
    for _ in range(3):  # and rooms that import such rooms
        asks = re.compile(rf"^\s*from (?:coursekit\.)?(?:{fits})\b", re.MULTILINE)
        rooms = {path.relative_to(kit).parts[0] for path in kit.rglob("*.py") if asks.search(path.read_text("utf-8"))}
        fits = "|".join(["sklearn", *rooms])
    assert {"risk", "synthesis"} <= rooms <= named
    asks = [path.stem for path in kit.rglob("*.py") if re.search(r"^\s*(from|import) statsmodels\b", path.read_text("utf-8"), re.MULTILINE)]
    assert asks == ["conditionals"], "the lab brings statsmodels for linear_fit alone"


def test_a_pages_code_is_folded_and_cells_that_only_set_up_show_none():
    codes = ["import os", "x = 1", "knobs.explore(x)", "def half(x):\n    return x / 2\n\nhalf(x)", "print(x)", "frame"]
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, codes)))
    book.cells[2].metadata["jupyter"] = {"source_hidden": True}
    book.cells[4].outputs = [nbformat.v4.new_output("stream", text="1")]
    book.cells[5].outputs = [nbformat.v4.new_output("display_data", data={"text/html": "<table></table>"})]
    lessons.page(book, published=set(), name="x")
    assert [cell.metadata.tags for cell in book.cells] == [[f"{how}-input"] for how in ("remove", "hide", "remove", "hide", "hide", "hide")]
    folds = [cell.metadata.mystnb.code_prompt_show for cell in [book.cells[1], *book.cells[3:]]]
    assert folds == ["The code of this step", "The code of half", "The code of this result", "The code of this table"]


def test_a_printed_sentence_is_set_like_others_and_columns_keep_letters_of_one_width():
    printed = {"5 < 6 & 7\nso it is\n": '<p class="course-printed">5 &lt; 6 &amp; 7<br>so it is</p>', "a   1\nbb  2\n": None, " 1\n": None}
    for text, html in printed.items():
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A"), nbformat.v4.new_code_cell("print(1)")])
        book.cells[1].outputs = [nbformat.v4.new_output("stream", text=text)]
        lessons.page(book, published=set(), name="x")
        output = book.cells[1].outputs[0]
        assert output.get("data", {}).get("text/html") == html and (html or output.text == text)


def test_what_only_a_notebook_can_do_is_not_said_in_a_page_and_what_a_page_can_do_is():
    words = '<span class="in-notebook">Run the cell.</span> Play.\n\n- <span class="in-notebook">Run all.</span>\n- Turn.'
    words += "<!-- in the page: [Mine](scorecard.md). -->"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(words)])
    lessons.page(book, published={"scorecard"}, name="x")
    assert book.cells[0].source.startswith("Play.\n\n- Turn. [Mine](scorecard.md).\n\n")
    for path in build.pages():
        book = nbformat.read(path, 4)
        book.cells = [cell for cell in book.cells if lessons.SKIPPED not in cell.metadata.get("tags", [])]
        lessons.page(book, published=set(), name="x")
        said = "".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
        assert not re.search(r"(?i)run (the|this) cell|shift\+enter|run all cells", said), path.stem


LOCK = {
    "numpy": {"file_name": "numpy-1-cp314-wasm32.whl", "depends": []},
    "pandas": {"file_name": "pandas-1-cp314-wasm32.whl", "depends": ["numpy", "python-dateutil"]},
    "python-dateutil": {"file_name": "python_dateutil-2-py3-none-any.whl", "depends": []},
}


def test_compiled_packages_bring_compiled_ones_along():
    assert set(browser_python.needed(LOCK, ["pandas"])) == {"pandas", "numpy"}


@pytest.mark.parametrize("kind", ["folder", "wheel"])
def test_a_compiled_package_has_the_hash_of_the_lock_wherever_it_came_from(tmp_path, kind):
    package = {"file_name": "a-1-wasm32.whl", "sha256": hashlib.sha256(b"right").hexdigest()}
    carrier = tmp_path if kind == "folder" else tmp_path / "carrier.whl"
    for content in (b"right", b"wrong"):
        if kind == "folder":
            (tmp_path / "a-1-wasm32.whl").write_bytes(content)
        else:
            with zipfile.ZipFile(carrier, "w") as wheel:
                wheel.writestr("deep/inside/a-1-wasm32.whl", content)
        kept_in = tmp_path / content.decode()
        if content == b"right":
            assert browser_python.fetched(package, [carrier], "", kept_in) == b"right"
            assert browser_python.fetched(package, [], "", kept_in) == b"right"  # and nobody is asked a second time
        else:
            with pytest.raises(ValueError, match="a-1-wasm32.whl must have the hash"):
                browser_python.fetched(package, [carrier], "", kept_in)
            assert not kept_in.exists()


def test_a_site_whose_knobs_could_not_move_is_not_made(tmp_path, monkeypatch):
    def offline(*_, **__):
        raise urllib.error.URLError("no network")

    monkeypatch.setattr(build, "install", lambda: "uv")
    monkeypatch.setattr(build.lab, "student_copy", lambda root: tmp_path)
    monkeypatch.setattr(build.lab, "kernel", lambda *_: ())
    monkeypatch.setattr(browser_python, "pure_packages", lambda *_: None)
    monkeypatch.setattr(browser_python, "core", lambda folder: folder)
    monkeypatch.setattr(browser_python, "make", offline)
    with pytest.raises(Stop, match="could not be fetched .*no network.* no knob of the site would move"):
        build.build(tmp_path / "site")


def test_another_script_of_pyodide_than_the_one_that_is_known_is_refused():
    known = "\n".join(old for old, _ in loader.PATCHES)
    assert loader.patched(known) == "\n".join(new for _, new in loader.PATCHES)
    for text in ("", known + known):
        with pytest.raises(ValueError, match="Pyodide's script must have 'var getMemory.*' once, and has it [02] times"):
            loader.patched(text)


def test_the_pages_wheel_is_the_same_for_the_same_files_and_leaves_tests_out(tmp_path):
    for name in ("pure/x/__init__.py", "pure/x/tests/test_x.py", "pure/x/__pycache__/x.pyc", "course/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    made = []
    for target in ("one", "two"):
        (tmp_path / target).mkdir()
        folders = {"": [tmp_path / "pure"], "coursekit/": [tmp_path / "course"]}
        made.append(browser_python.one_wheel(folders, tmp_path / target, "page").read_bytes())
    assert made[0] == made[1]
    names = zipfile.ZipFile(tmp_path / "one" / "page-1-py3-none-any.whl").namelist()
    assert {"x/__init__.py", "coursekit/__init__.py"} < set(names) and not [
        name for name in names if "test" in name or "pyc" in name
    ]


def test_every_lesson_is_in_the_tree_of_pages():
    names = [path.stem for path in build.pages()]
    first, folded = build.contents(names), build.deeper(names)
    assert all(f" <{name}>\n" in (folded if name.endswith("_deeper") else first) for name in names)


def test_the_sidebar_has_short_names_and_lists_the_titles_of_lessons_once():
    names = [path.stem for path in build.pages()]
    above, below = (re.findall(r"^(.+) <(\w+)>$", text, re.MULTILINE) for text in (build.contents(names), build.deeper(names)))
    assert ("02 Randomized response", "02_randomized_response") in above
    assert ("02 Randomized response", "02_randomized_response_deeper") in below
    assert max(len(short) for short, _ in above + below) <= 26
    places = [name for _, name in above]
    assert not [name for name in places if name.endswith("_deeper")]
    for name in ("my_work", "scorecard", "offered", "glossary", "ten_questions"):
        assert places.index("13_case_studies") < places.index(name)
    assert "\n13 Case studies <13_case_studies>\ndeeper\n" in build.contents(names), "they are folded behind the last lesson"


def test_the_first_page_has_the_game_of_the_first_lesson_with_its_story_and_its_cell_alone():
    book = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("# 00 · How?\n\nA town counts.\n\nPlay.\n\n<a>Open in the lab</a>"),
        nbformat.v4.new_code_cell("game()", outputs=[
            nbformat.v4.new_output("display_data", data={"text/html": '<div data-box="0"></div>'})]),
    ])  # fmt: skip
    told = [{"code": "1", "boxes": [], "needs": []}, {"code": "game()", "boxes": [0], "needs": []}]
    game, kept = lessons.first_box(book, told)
    assert game.startswith("A town counts.\n\nPlay.\n\n```{raw} html\n") and '<div data-box="0">' in game
    assert kept == told[1:]
    first = build.contents([], game)
    assert game in first and "GAME" not in first


def test_a_lesson_fetches_its_own_packages_and_what_they_need():
    lock = {name: {"file_name": f"{name}-wasm32.whl", "depends": []} for name in ("numpy", "scipy", "scikit-learn", "pandas")}
    lock["scikit-learn"]["depends"] = ["scipy", "numpy", "joblib"]
    lock |= {name: {"file_name": f"{name}-any.whl", "depends": []} for name in ("course", "coursekit")}
    assert browser_python.wheels(lock, []) == ["course-any.whl", "coursekit-any.whl", "numpy-wasm32.whl"]
    asked = ["course-any.whl", "coursekit-any.whl", "numpy-wasm32.whl", "scikit-learn-wasm32.whl", "scipy-wasm32.whl"]
    assert browser_python.wheels(lock, ["sklearn"]) == asked


CELLS = [
    "import numpy as np\nimport pandas as pd\nfrom coursekit import knobs\nrng = np.random.default_rng(1)",
    "def noisy(x):\n    return x + rng.random()",
    "table = pd.DataFrame()",
    "knobs.explore(print)",
    "knobs.explore(noisy)",
]


def test_a_box_needs_the_cells_that_share_a_name_with_it_and_brings_the_imports_that_it_mentions():
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in CELLS])
    for k in (3, 4):
        shown = {"text/html": f'<div data-box="{k - 3}"></div>'}
        book.cells[k].outputs.append(nbformat.v4.new_output("display_data", data=shown))
    told, _ = page_cells(book)
    assert [cell["needs"] for cell in told] == [[], [0], [], [0, 1]], "the table, which no box needs, is not among them"
    assert [cell["boxes"] for cell in told] == [[], [], [0], [1]]
    assert "pandas" not in told[0]["code"] and told[0]["code"].startswith("import numpy as np\n")
    for cell in told:
        compile(cell["code"], "cell", "exec")


def test_a_box_needs_no_cell_that_only_reads_and_what_is_changed_later_is_read_before():
    cells = {  # what each changed when it ran; drawing from `rng` changes it, though only `noisy` is mentioned
        "rng = np.random.default_rng(1)\ndef noisy(x):\n    return x + rng.random()": ["rng", "noisy"],
        "table = [1]": ["table"],
        "print(sum(table))": [],
        "print(noisy(1))": ["rng"],
        "knobs.explore(table)": [],
        "knobs.explore(table[0])": [],
        "total = sum(table)": ["total"],
        "table.append(2)": ["table"],
        "knobs.explore(table, noisy)": [],
    }
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    for cell, changed in zip(book.cells, cells.values()):
        cell.metadata["changes"] = changed
    for k in (4, 5, 8):
        book.cells[k].outputs = [nbformat.v4.new_output("display_data", data={"text/html": '<div data-box="0"></div>'})]
    run, _ = page_cells(book)
    assert [cell["code"].partition("(")[0] for cell in run][2:] == ["print", "knobs.explore", "knobs.explore", "table.append", "knobs.explore"]
    assert [cell["needs"] for cell in run] == [[], [], [0], [1], [1], [1, 3, 4], [0, 1, 2, 3, 4, 5]]


def test_names_within_a_comprehension_or_a_lambda_are_their_own():
    cells = ["slow = [x for x in range(9)]\ny = 1", "knobs.explore(text=lambda x: x)", "x = 2",
             "def f():\n    y = 1\nknobs.explore([x + k for k in range(3)], y)"]  # fmt: skip
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    for k in (1, 3):
        book.cells[k].outputs = [nbformat.v4.new_output("display_data", data={"text/html": '<div data-box="0"></div>'})]
    for cell in book.cells:
        cell.metadata["changes"] = []
    run, _ = page_cells(book)
    assert [cell["needs"] for cell in run] == [[], [], [], [0, 2]], "y is from the first cell, but x is not"


def test_a_name_that_a_cell_binds_anew_is_not_what_an_earlier_cell_bound_but_comes_after_it():
    cells = ["figure = draw(1)\nslow()", "figure = draw(2)\nknobs.explore(figure)", "figure = draw(3)\nwide = 2",
             "knobs.explore(figure, wide)"]  # fmt: skip
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    for cell, changed in zip(book.cells, (["figure"], ["figure"], ["figure", "wide"], [])):
        cell.metadata["changes"] = changed
    for k in (1, 3):
        book.cells[k].outputs = [nbformat.v4.new_output("display_data", data={"text/html": '<div data-box="0"></div>'})]
    run, _ = page_cells(book)
    assert [cell["code"].partition("\n")[0] for cell in run][0] == "figure = draw(1)", "the last box reads what three bind"
    book.cells[3].source = "knobs.explore(wide)"
    run, _ = page_cells(book)
    assert [cell["needs"] for cell in run] == [[], [], [1]], "and nobody waits for a figure that no other cell reads"


def test_what_a_cell_changed_is_known_after_a_run(tmp_path):
    cells = [*CELLS[:3], "x = noisy(1)", "len(table)", "table['a'] = [1]", "f = lambda: rng", "f", "x"]
    nbformat.write(nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells))), tmp_path / "x.ipynb")
    book, *_ = lessons.run(tmp_path / "x.ipynb")
    changed = [set(cell.metadata["changes"]) for cell in book.cells]
    assert changed == [{"rng"}, {"noisy"}, {"table"}, {"rng", "x"}, set(), {"table"}, {"f"}, {"f"}, set()]


def test_a_page_runs_no_cell_that_no_box_needs_and_loads_no_package_that_only_such_a_cell_imports():
    cells = {  # and what the course asked for in each
        "import numpy as np\nfrom coursekit import knobs": [],
        "import pandas as pd\ntable = pd.DataFrame()": [],
        "import statsmodels.formula.api as smf\nimport sklearn\nfit = smf.ols('y ~ x', table)": ["seaborn"],
        "knobs.explore(sklearn)": [],
        "knobs.explore(table)": ["scipy"],
    }
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    codes = list(cells)
    for cell, packages in zip(book.cells, cells.values()):
        cell.metadata |= {"changes": [], "asked": packages}
        if "explore" in cell.source:
            cell.outputs.append(nbformat.v4.new_output("display_data", data={"text/html": '<div data-box="0"></div>'}))
    page, loaded = page_cells(book)
    assert loaded == ["pandas", "scipy", "sklearn"], "no box asks for statsmodels or seaborn"
    assert [cell["code"].rpartition("\n")[2] for cell in page] == [codes[k].rpartition("\n")[2] for k in (1, 3, 4)]
    assert [cell["needs"] for cell in page] == [[], [], [0]]
    book.cells[3].outputs = []
    page, loaded = page_cells(book)
    assert loaded == ["pandas", "scipy"] and len(page) == 2, "and nobody for sklearn, either"
    book.metadata["asked"] = ["seaborn"]  # behind a veil, say
    assert page_cells(book)[1] == ["pandas", "scipy", "seaborn"]


def test_what_the_course_asks_for_in_a_cell_is_known_after_a_run(tmp_path):
    cells = ["import statsmodels\nfrom coursekit import data, knobs, local, plots, synthesis", "data.penguins()", "1"]
    cells += ["from coursekit.synthesis import snooper_pictures", "knobs.explore(local.pictures.asked_every_year(), "
              "guess=knobs.guess('When?', knobs.slider('', 2, [2, 3])), years=knobs.slider('', 1, [1]), "
              "coin=knobs.choice('', 'a fresh toss', ['a fresh toss']), p=knobs.slider('', 0.75, [0.75]))"]
    cells += ["adelie = data.penguins().query(\"species == 'Adelie'\").dropna()\nsynthesis.pictures.copies(adelie, pip=adelie.iloc[0])"]
    nbformat.write(nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells))), tmp_path / "x.ipynb")
    book, _ = lessons.run(tmp_path / "x.ipynb")
    assert [cell.metadata["asked"] for cell in book.cells][:4] == [[], ["pandas"], [], []]
    assert "sklearn" in book.cells[5].metadata["asked"]
    assert {"pandas", "scipy"} <= set(book.metadata["asked"]), "a file of the course, and a picture behind a veil"


def test_what_a_busy_kernel_sends_in_pieces_is_one_text(tmp_path):
    """Printed texts that follow one another; a warning, or a value, between them stays there."""
    pieces = "import sys, time\nfor text in 'ab':\n    print(text, flush=True); time.sleep(0.3)\nprint('!', file=sys.stderr, flush=True)\nprint('c')\n1"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(pieces)]), tmp_path / "x.ipynb")
    book, *_ = lessons.run(tmp_path / "x.ipynb")
    assert [one.get("text", one.output_type) for one in book.cells[0].outputs] == ["a\nb\n", "!\n", "c\n", "execute_result"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_the_kernel_of_a_lesson_has_no_port_that_another_program_could_take(tmp_path):
    look = "import ipykernel.connect, json\njson.loads(ipykernel.connect.get_connection_info())['transport']"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(look)]), tmp_path / "x.ipynb")
    book, *_ = lessons.run(tmp_path / "x.ipynb")
    assert book.cells[0].outputs[0].data["text/plain"] == "'ipc'"


def test_of_the_themes_icons_only_those_that_a_page_shows_are_kept(tmp_path):
    scripts = tmp_path / "_static" / "scripts"
    scripts.mkdir(parents=True)
    every = 'x={bars:[448,512,["navicon"],"f0c9","M0 96"],"angle-left":[256,512,[8249],"f104","M9 233"],sun:[1,2,[],"f1","M1"]}'
    (scripts / "fontawesome.js").write_text(every)
    (tmp_path / "index.html").write_text('<i class="fa-solid fa-bars"></i><i class="fa-solid fa-angle-left fa-lg"></i>')
    assert icons.trim(tmp_path) == ["angle-left", "bars"]
    script = (scripts / "fontawesome.js").read_text()
    assert "M0 96" in script and "M9 233" in script and "M1" not in script and "CC BY" in script
    (tmp_path / "index.html").write_text('<i class="fa-solid fa-unknown"></i>')
    with pytest.raises(ValueError, match="must have 'unknown'"):
        icons.trim(tmp_path)


def test_of_the_themes_styles_only_those_that_a_page_names_are_kept():
    sheet = """@charset "UTF-8";:root{--a:"}"}.used,.other>p{color:red}.used:not(.other){x:1}@media print{.other{x:1}}
    @media (max-width:1px){a.used{x:2}}@font-face{src:url("x{y")}/* .used{ */.other{x:3}"""
    kept = '@charset "UTF-8";:root{--a:"}"}.used{color:red}.used:not(.other){x:1}@media (max-width:1px){a.used{x:2}}'
    assert re.sub(r"\n\s*", "", styles.used(sheet, {"used"})) == kept
    assert styles.used('@charset "UTF-8";\n', set()) == '@charset "UTF-8";\n', "a sheet of statements alone"


def test_a_sheet_that_another_asks_for_comes_with_it(tmp_path):
    (tmp_path / "_static" / "styles").mkdir(parents=True)
    (tmp_path / "_static" / "basic.css").write_text(".used { top: 0 } .other { top: 1px }")
    (tmp_path / "_static" / "styles" / "theme.css").write_text('@import "../basic.css";\n')
    (tmp_path / "index.html").write_text('<p class="used">')
    styles.trim(tmp_path)
    assert (tmp_path / "_static" / "styles" / "theme.css").read_text().split() == ".used { top: 0 }".split()


def test_code_keeps_the_marks_that_colour_it(tmp_path):
    (tmp_path / "_static").mkdir()
    code = '<span class="k">def</span><span class="w"> </span><span class="nf">f</span><span class="p">(</span><span class="n">x_1</span>'
    (tmp_path / "index.html").write_text(code)
    styles.trim(tmp_path)
    assert (tmp_path / "index.html").read_text() == '<span class="k">def</span> <span class="nf">f</span>(x_1'


def test_the_index_of_words_stays_on_its_page(tmp_path):
    (tmp_path / "_static").mkdir()
    words = '<script src="searchindex.js" defer></script><script src="_static/live.js"></script>'
    for name in ("index", "search"):
        (tmp_path / f"{name}.html").write_text(words)
    styles.trim(tmp_path)
    assert (tmp_path / "search.html").read_text() == words
    assert (tmp_path / "index.html").read_text() == '<script src="_static/live.js"></script>'
