"""Every notebook runs, offline and in silence; every knob moves to both ends; what is committed is clean."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import lesson_runs
import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "notebooks/exercises").glob("*/*.ipynb"))


@pytest.fixture(scope="module", params=LESSONS, ids=lambda p: p.stem)
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


@pytest.mark.parametrize("path", LESSONS + EXERCISES, ids=lambda p: p.stem)
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
    code = [c.source.splitlines() for c in nbformat.read(path, 4).cells if c.cell_type == "code"]
    lengths = sorted(len([line for line in lines if line.strip()]) for lines in code)
    assert lengths[-1] <= 15 and lengths[len(lengths) // 2] <= 5


@pytest.mark.parametrize("path", LESSONS + EXERCISES, ids=lambda p: p.stem)
def test_links_lead_somewhere(path):
    """Relative links hold in the student's copy too, which keeps the layout of notebooks/."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#\s]+)", cell.source):
                if "://" not in target:
                    assert (path.parent / target).exists(), f"{cell.id}: {target}"


def test_the_first_lesson_lists_every_lesson():
    table = next(c.source for c in nbformat.read(LESSONS[0], 4).cells if c.id == "lessons")
    for lesson in LESSONS[1:]:
        assert f"]({lesson.name})" in table
        title = nbformat.read(lesson, 4).cells[0].source.splitlines()[0].removeprefix("# ")
        assert title in table, "the table asks the lesson's question"


def test_the_readme_lists_every_lesson_with_its_question_and_points():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for lesson in LESSONS:
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
