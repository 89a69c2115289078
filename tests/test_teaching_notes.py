"""The teaching notes: a page for each lesson, and whatever can be tried on it is true.

What a page says in these forms is carried out on the lesson itself, with all its cells run from top to bottom:

    | 5 | – | A heading of the lesson | what to do |        minutes in the long and in the short version
    Left for reading: A heading; Another                   the sections that no row names
    **Knob 2**, _A heading of the lesson_: “What to ask?”  the second picture with knobs, and where it stands
    - `n, people` → `100`, `ε, privacy loss` → `2`         from where the knobs stand (at first, as the lesson opens)
      Reading: "a piece … and another"                     what stands under the picture then, on the same line if it fits
    _A heading of the lesson_ prints: "a piece"            what a cell under it prints or shows
    7 `attack` (3 points)                                  an exercise, by number, grade_id and points
"""

import html
import json
import re
from pathlib import Path
from types import SimpleNamespace

import lesson_runs
import nbformat
import numpy as np
import pytest
from lesson_runs import PAGES, part, read, steps, turn

from coursekit import knobs, plots
from classroom.handout import handout

ROOT = Path(__file__).resolve().parent.parent
LESSONS = {path.stem: path for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")) if not path.stem.endswith("_deeper")}
HEADINGS = ["Goal", "Timing", "Ask before you turn", "Common wrong predictions", "If they ask", "Exercises"]
EXERCISE = re.compile(r"(\d+) `([a-z]+)` \((\d+) points?\)")
every_lesson = pytest.mark.parametrize("lesson", LESSONS)


def headings(lesson):
    """Give the headings of a lesson: its title, then its sections."""
    text = "\n".join(cell.source for cell in nbformat.read(LESSONS[lesson], 4).cells if cell.cell_type == "markdown")
    return re.findall(r"^##? (.+)$", text, re.MULTILINE)


def timing(lesson):
    """Give the rows of a page's table: the two lengths, then (long, short, heading, what to do)."""
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in part(lesson, "Timing").splitlines() if line.startswith("|")]
    totals = [int(re.fullmatch(r"(\d+) min", cell)[1]) for cell in table[0][:2]]
    return totals, [(*(0 if cell == "–" else int(cell) for cell in row[:2]), *row[2:]) for row in table[2:]]


def ran(lesson):
    """Give what a lesson prints and shows under each heading, each picture's heading, and what stood under it as asked."""
    shown, pictures, heading = {}, [], None
    _, *cells, turned, _ = lesson_runs.executed(LESSONS[lesson])[0].cells
    for cell in cells:
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^##? (.+)$", cell.source, re.MULTILINE) or [heading])[-1]
            continue
        pictures += [heading] * cell.source.count("knobs.explore(")
        for output in cell.outputs:
            data = {"text/plain": output.get("text", "")} | output.get("data", {})
            page = re.sub(r"(?s)<style.*?</style>|<[^>]+>", " ", data.get("text/html", ""))
            shown[heading] = f"{shown.get(heading, '')}\n{data['text/plain']}\n{html.unescape(page)}"
    return shown, pictures, json.loads("".join(o.text for o in turned.outputs if o.get("name") == "stdout"))


def says(text, quoted):
    """Whether the pieces of a quotation, cut at …, stand in a text in this order, with no number cut in two."""
    pieces = [re.escape(piece) for piece in " ".join(quoted.split()).split(" … ")]
    whole = [rf"(?<![\d.,+−-])(?=\d){piece}" if re.match(r"\d", piece) else piece for piece in pieces]
    whole = [rf"{piece}(?![\d%]|[.,]\d)" if re.search(r"\d$", piece) else piece for piece in whole]
    return bool(re.search(".*".join(whole), " ".join(text.split())))


def test_every_lesson_has_a_page_and_every_page_a_lesson():
    assert list(PAGES) == list(LESSONS)


def test_a_student_does_not_get_them(monkeypatch):
    monkeypatch.setattr(handout, "released", lambda source, build: ({}, []))
    files, _ = handout.shipped(ROOT)
    assert "01_why_privacy.ipynb" in files
    assert not [name for name in files if "teaching" in name]


@every_lesson
def test_pages_are_alike_and_fit_a_lectern(lesson):
    text = read(lesson)
    assert re.match(rf"# {lesson[:2]} .+: teaching notes\n", text)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert text.count("\n") <= 96
    assert max(map(len, text.splitlines())) <= 130
    assert len(re.findall(r"^- \*\*.+?\*\*", part(lesson, "If they ask"), re.MULTILINE)) in (3, 4, 5)


@every_lesson
def test_minutes_add_up(lesson):
    totals, rows = timing(lesson)
    assert totals == [50, 25]
    assert [sum(row[k] for row in rows) for k in (0, 1)] == totals
    assert all(row[0] >= row[1] and row[0] > 0 for row in rows), "what the short version has, the long one has"


@every_lesson
def test_sections_are_those_of_the_lesson(lesson):
    """In the table or left for reading, and in the lesson's order."""
    known, (_, rows) = headings(lesson), timing(lesson)
    used = [row[2] for row in rows]
    left = re.search(r"^Left for reading: (.+?)\n\n", part(lesson, "Timing") + "\n", re.MULTILINE | re.DOTALL)
    left = left[1].replace("\n", " ").split("; ") if left else []
    assert set(used + left) <= set(known), set(used + left) - set(known)
    assert set(known[1:]) <= set(used + left), f"{set(known[1:]) - set(used + left)} neither in the table nor left for reading"
    assert not set(used) & set(left)
    assert sorted(used, key=known.index) == used


@every_lesson
def test_every_knob_and_every_cell_says_what_the_page_says(lesson):
    shown, pictures, said = ran(lesson)
    asked, wrong = list(steps(lesson)), []
    assert [number for number, _, _ in asked] == list(range(1, len(pictures) + 1)), "one entry for each picture with knobs"
    assert len(said) == len(pictures)
    for there, texts, (number, heading, found) in zip(pictures, said, asked):
        assert heading == there, f"Knob {number} stands under {there!r}"
        for text, (line, _, quoted) in zip(texts, found, strict=True):
            if not says(text, quoted):
                wrong.append(f"Knob {number}: {line}\n  reading: {text}")
    prints = re.findall(r'_([^_]+)_ prints: "([^"]+)"', " ".join(read(lesson).split()))
    assert len(prints) == " ".join(read(lesson).split()).count("prints:"), "what is printed has a heading and a quotation"
    wrong += [f"{heading} prints: {quoted}\n  printed: {shown[heading]}" for heading, quoted in prints if not says(shown[heading], quoted)]
    assert not wrong, "\n" + "\n".join(wrong)


@every_lesson
def test_exercises_and_points_are_those_of_the_notebook(lesson):
    path = ROOT / "notebooks/exercises" / lesson / f"{lesson}.ipynb"
    known, number = {}, 0
    for cell in nbformat.read(path, 4).cells if path.exists() else []:
        if head := re.match(r"### Exercise (\d+) \((\d+) points?\)", cell.source):
            number, points = map(int, head.groups())
        about = cell.metadata.get("nbgrader", {})
        if about.get("solution"):
            known[number, about["grade_id"], points] = cell
    named = [(int(n), name, int(points)) for n, name, points in EXERCISE.findall(read(lesson))]
    assert set(named) <= set(known), set(named) - set(known)
    listed = {int(n) for n, _, _ in EXERCISE.findall(part(lesson, "Exercises"))}
    assert listed == {n for n, _, _ in known}, "the last part names every exercise"
    assert len(re.findall(r"`[a-z]+` \(\d", read(lesson))) == len(named), "an exercise has a number, a name and points"


@pytest.mark.parametrize("quoted", ["39 of", "1 of 4", "4.0%", "14", "is 14.0", "14.0% … 39"])
def test_another_number_is_not_what_was_said(quoted):
    """The comparison above must be able to fail."""
    text = "139 of 400 agree: the rest is 14.0% of all."
    assert says(text, "139 of 400 … is 14.0%") and says(text, "400 agree")
    assert not says(text, quoted)


def test_a_knob_that_is_not_there_is_refused():
    slider = knobs.slider("n, people", 10, [10, 100])
    picture = SimpleNamespace(move=lambda n: plots.Reading(f"<{n}> people", ""), html=lambda alt, onload: "", guessed=())
    box = knobs.explore(picture, n=slider)
    assert turn(box, []) == "<10> people" and turn(box, [("n, people", "100")]) == "<100> people"
    assert turn(box, [("people", "100")]) == "no knob 'people'; there are ['n, people']"
    assert turn(box, [("n, people", "50")]) == "the knob 'n, people' has no '50'; it has ['10', '100']"


def test_the_tasks_on_paper_are_worked_out():
    tasks = (ROOT / "notebooks/teaching_notes/on_paper.md").read_text(encoding="utf-8")
    heads = 0.5 ** np.arange(1, 61)  # before tails, from 0 on
    noise = np.convolve(heads, heads[::-1])  # from -59 to 59
    chance = {k: noise[59 + k] for k in range(-59, 60)}
    assert [round(1 / chance[k], 9) for k in (0, 1, -1, 2, -2)] == [3, 6, 6, 12, 12]
    assert sum(p for k, p in chance.items() if abs(k) > 3) == pytest.approx(1 / 12)
    assert max(chance[k] / chance[k + 1] for k in range(40)) == pytest.approx(2)
    copied = (16 / 40 - 1 / 4) / (3 / 4 - 1 / 4)
    luck = 196 * (2 * 0.5 * 0.5 / 400) ** 0.5
    for said in (f"{copied:.0%}, or {40 * copied:.0f} of the 40", f"ln 3, about {np.log(3):.1f}", f"about {np.log(2):.2f}",
                 "more than 3 in 1 of 12 cases", f"= {2**10:,}", f"about {10 * np.log(2):.1f}", f"about {luck:.0f} points"):
        assert said in " ".join(tasks.split()), said
