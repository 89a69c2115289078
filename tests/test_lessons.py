"""Every notebook runs, offline and in silence; every knob moves to both ends; what is committed is clean."""

import json
import re
import subprocess
import sys
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import lesson_runs
import nbformat
import pytest

from classroom.site.wording import IN_PAGE

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
GLOSSARY = ROOT / "notebooks/glossary.ipynb"
CORE = [path for path in LESSONS if not path.stem.endswith("_deeper")]
DEEPER = {path.stem[:2] for path in LESSONS if path.stem.endswith("_deeper")}
DIVIDED = [path for path in LESSONS if path.stem[:2] in DEEPER]
# A stop of a knob that looks like its neighbour: (lesson, knob): the reason
STILL = {
    ("03_sanitizers_deeper", "1 δ (normal noise only)"): "it opens with Laplace noise, which has no δ",
    ("04_composition", "5 δ, chance of more"): "it opens at 10 answers, where a δ below 10⁻⁷ takes nothing off the sum",
    ("10_one_shot_releases", "3 ε, privacy loss"): "it opens before the first question, which costs nothing yet",
}
EXERCISES = sorted((ROOT / "notebooks/exercises").glob("*/*.ipynb"))


# The deeper notebooks run where everything runs
RUN = [pytest.param(path, marks=[] if path in CORE else pytest.mark.exhaustive, id=path.stem) for path in LESSONS]


@pytest.fixture(scope="module", params=RUN)
def executed(request):
    return request.param, *lesson_runs.executed(request.param)


class Images(HTMLParser):
    def __init__(self):
        super().__init__()
        self.alts = []

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.alts.append(dict(attrs).get("alt"))


def alts(html):
    parser = Images()
    parser.feed(html)
    return parser.alts


def test_lesson_runs_in_silence(executed):
    path, book, _ = executed
    for cell in book.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            assert output.get("name") != "stderr", f"{path.name}, {cell.id}: {output.text}"


def test_every_knob_was_moved_to_both_ends(executed):
    path, book, _ = executed
    swept = book.cells[-1].outputs[-1].text
    calls = sum(cell.source.count("knobs.explore(") for cell in book.cells if cell.cell_type == "code")
    assert re.search(rf"SWEPT {calls} boxes", swept), swept
    assert calls, "a lesson has a knob"


def test_every_figure_has_alt_text(executed):
    path, book, client = executed
    seen = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            seen += alts(cell.source) + re.findall(r"!\[(.*?)\]\(", cell.source)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            assert "image/png" not in data and "image/svg+xml" not in data, f"{cell.id}: a figure without alt text"
            seen += alts("".join(data.get("text/html", "")))
    for state in client.widget_state.values():
        if isinstance(state.get("value"), str):
            seen += alts(state["value"])
    assert seen
    for alt in seen:
        assert alt and len(alt) > 30 and not re.search(r"\.(png|svg|jpe?g)$|no description", alt, re.I), alt


@pytest.mark.parametrize("path", [*LESSONS, GLOSSARY, *EXERCISES], ids=lambda p: p.stem)
def test_what_is_committed_is_clean(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(nbformat.from_dict(book))
    assert "widgets" not in book["metadata"]
    assert book["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z][a-z0-9-]+", i) for i in ids), "ids that people can read"
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]


@pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)
def test_cells_are_short(path):
    code = [c.source.splitlines() for c in nbformat.read(path, 4).cells
            if c.cell_type == "code" and not c.metadata.get("jupyter", {}).get("source_hidden")]
    lengths = sorted(len([line for line in lines if line.strip()]) for lines in code)
    assert lengths[-1] <= 15 and lengths[len(lengths) // 2] <= (5 if path in CORE else 6)


@pytest.mark.parametrize("path", [*LESSONS, GLOSSARY, *EXERCISES], ids=lambda p: p.stem)
def test_links_lead_somewhere(path):
    """Relative links hold in the student's copy too, which keeps the layout of notebooks/; those of a page, in the book."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            everywhere, in_page = IN_PAGE.sub("", cell.source), " ".join(IN_PAGE.findall(cell.source))
            for folder, text in ((path.parent, everywhere), (ROOT / "classroom" / "site" / "book", in_page)):
                for target in re.findall(r"\]\(([^)#\s]+)", text):
                    if "://" not in target:
                        assert (folder / target).exists(), f"{cell.id}: {target}"


@pytest.mark.parametrize("path", [*LESSONS, GLOSSARY, *EXERCISES], ids=lambda p: p.stem)
def test_a_dollar_sign_is_never_money(path):
    """Of two sums in dollars JupyterLab makes a formula, even where a backslash stands before the sign: say "dollars"."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"```.*?```|`[^`]*`", "", cell.source, flags=re.DOTALL)
            formulas = re.findall(r"\$\$.+?\$\$|\$[^$]+\$", text, re.DOTALL)
            prose = [formula for formula in formulas if re.match(r"\$\d[\d,.;:)]* [A-Za-z]{2}", formula)]
            rest = re.sub(r"\$\$.+?\$\$|\$[^$]+\$", "", text, flags=re.DOTALL)
            assert not prose and "$" not in rest, f"{cell.id}: {prose}"


@pytest.mark.parametrize("path", [path for path in DIVIDED if path in CORE], ids=lambda p: p.stem)
def test_a_core_lesson_has_one_idea(path):
    """The limits of a lesson that everybody finishes."""
    cells = nbformat.read(path, 4).cells
    words = " ".join(cell.source for cell in cells if cell.cell_type == "markdown").split()
    code = [cell for cell in cells if cell.cell_type == "code"]
    boxes = sum(cell.source.count("knobs.explore(") for cell in code)
    quizzes = sum("knobs.quiz(" in cell.source and "right=" in cell.source for cell in code)  # others are for weighing
    assert (len(cells) <= 32, len(words) <= 1200, boxes <= 5, len(code) <= 14) == (True,) * 4, (len(cells), len(words), boxes, len(code))
    assert quizzes == 2, "two self-checks"
    assert any("knobs.guess(" in cell.source for cell in code), "a guess before the answer"
    deeper = path.with_name(f"{path.stem}_deeper.ipynb")
    assert deeper.exists() and f"]({deeper.name})" in cells[-1].source + cells[-2].source, "the core leads to the deeper one"


@pytest.mark.parametrize("path", DIVIDED, ids=lambda p: p.stem)
def test_a_lesson_says_where_it_stands(path):
    head, number = nbformat.read(path, 4).cells[0].source, int(path.stem[:2])
    last = int(CORE[-1].stem[:2])
    assert re.search(rf"^Lesson {number} of {last}(, deeper)? · about \d+ minutes · needs .+ · \[overview\]\(00_start_here.ipynb\)$", head, re.MULTILINE), head
    assert len(re.findall("^- ", head, re.MULTILINE)) == 3, "three things that the reader will be able to do"
    assert path in CORE or f"]({path.name.replace('_deeper', '')})" in head, "the deeper one leads back"


@pytest.mark.parametrize("path", DIVIDED, ids=lambda p: p.stem)
def test_code_cells_are_narrow_and_a_knobs_cell_is_folded(path):
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code":
            folded = cell.metadata.get("jupyter", {}).get("source_hidden", False)
            assert folded or max(map(len, cell.source.splitlines())) <= 88, cell.id
            assert folded or len([line for line in cell.source.splitlines() if line.strip()]) <= 12, cell.id
            knob, still = (bool(re.search(rf"knobs\.({name})\(", cell.source)) for name in ("explore|quiz", "show"))
            assert folded == knob or still, f"{cell.id}: what sets up a knob is folded, what teaches is not"


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", DIVIDED, ids=lambda p: p.stem)
def test_every_stop_of_every_knob_looks_different(path):
    book, _ = lesson_runs.run(path, stops=True) if path in CORE else lesson_runs.executed(path)
    steps = json.loads(re.search(r"^STEPS (.*)$", book.cells[-1].outputs[-1].text, re.MULTILINE)[1])
    assert steps
    # 200 of 700,000 pixels: a dot of 16 pixels across, or a line of 4 pixels along 50
    alike = {label: share for label, share in steps.items() if share < 200 / 700_000 and (path.stem, label) not in STILL}
    assert not alike, f"share of pixels that change at the least step: {alike}"


def test_the_first_lesson_lists_every_lesson():
    table = next(c.source for c in nbformat.read(LESSONS[0], 4).cells if c.id == "lessons")
    for lesson in CORE[1:]:
        assert f"]({lesson.name})" in table
        title = nbformat.read(lesson, 4).cells[0].source.splitlines()[0].removeprefix("# ")
        assert title in table, "the table asks the lesson's question"


@pytest.mark.parametrize(
    ("number", "waits"), [("01", "pandas"), ("03", ""), ("04", ""), ("11", "pandas"), ("12", ""), ("13", "")]
)
def test_the_first_picture_waits_for_no_library_that_it_does_not_need(number, waits):
    """In a page each of them takes a second or more, even on a second visit."""
    path = next(path for path in CORE if path.stem.startswith(number))
    code = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    first = next(k for k, cell in enumerate(code) if "knobs.explore(" in cell)
    asked = '\nimport sys\nprint("waited for", *sorted({"pandas", "scipy", "sklearn", "statsmodels"} & {*sys.modules}))'
    done = subprocess.run([sys.executable, "-c", "\n".join(code[: first + 1]) + asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split()[2:] == waits.split()


def words(path):
    return " ".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown")


def test_the_glossary_explains_what_lessons_say():
    """Each word and sign is used in the lesson that is named, and each Greek letter of a lesson is among the signs."""
    _, terms, signs = (cell.source for cell in nbformat.read(GLOSSARY, 4).cells)
    entries = re.findall(r"^- \*\*(.+?)\*\* \(\[(\d\d)\]\((.+?)\)\): (.+)$", terms, re.MULTILINE)
    rows = re.findall(r"^\| (\w+) \| .+? \| .+? \| \[(\d\d)\]\((.+?)\) \|$", signs, re.MULTILINE)
    assert len(entries) == terms.count("\n- ") > 30 and len(rows) == signs.count("\n| ") - 1 > 10
    assert [term.lower() for term, *_ in entries] == sorted(term.lower() for term, *_ in entries)
    for term, number, page, *_ in [*entries, *rows]:
        there = [path for path in LESSONS if path.stem[:2] == number]
        written = [term.lower(), "\\" + unicodedata.name(term[0]).split()[-1].lower()][: 1 + (len(term) == 1)]  # α or \\alpha
        assert page == there[0].name, term
        assert any(way in words(path).lower() for path in there for way in written), f"{term} is not said in {number}"
    greek = {letter for path in LESSONS for letter in re.findall("[α-ωΑ-Ω]", re.sub(r"\$[^$]*\$", "", words(path)))}
    assert greek <= {sign for sign, *_ in rows}, greek
    assert "](glossary.ipynb)" in words(LESSONS[0]) and "](00_start_here.ipynb)" in words(GLOSSARY)


def test_the_readme_lists_every_lesson_with_its_question_and_points():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for lesson in CORE:
        question = nbformat.read(lesson, 4).cells[0].source.splitlines()[0].removeprefix("# ")
        row = next(line for line in readme.splitlines() if line.startswith(f"| {lesson.stem[:2]} "))
        assert f"| {question} |" in row
        for exercise in EXERCISES:
            if exercise.stem == lesson.stem:
                cells = nbformat.read(exercise, 4).cells
                points = sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells)
                assert f"| {points:g} points |" in row


def test_a_kernel_cannot_reach_the_network(tmp_path):
    source = "import urllib.request; urllib.request.urlopen('http://192.0.2.1', timeout=1)"
    path = tmp_path / "curious.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), path)
    with pytest.raises(Exception, match="NetworkRefused"):
        lesson_runs.run(path)


def test_an_error_in_a_view_fails_these_tests(tmp_path):
    """A picture that breaks at one end of its knob must not pass the sweep."""
    source = (
        "from coursekit import knobs, plots\n"
        "figure, ax = plots.canvas()\n"
        "def move(d):\n    return plots.Reading(f'The inverse of the number is {1 / (d - 3):.3f} today.', 'a picture of an inverse, ' * 3)\n"
        "knobs.explore(plots.Picture(figure, (ax.text(0, 0, ''),), move), d=knobs.slider('d', 1, [1, 2, 3]))"
    )
    path = tmp_path / "broken.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), path)
    with pytest.raises(Exception, match="knobs-error"):
        lesson_runs.run(path)
