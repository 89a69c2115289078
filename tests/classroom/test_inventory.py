"""The fifteen questions are well-formed, the report's numbers are right, and a wrong table is one clear sentence."""

import copy
import json
from collections import Counter

import pytest

from classroom import inventory
from classroom.setup.troubles import Stop

ENTRIES = inventory.questions()
FORMS = [entry[name] for entry in ENTRIES for name in "AB"]
HEAD = ",".join(inventory.COLUMNS)


def line(student, when, form, letters):
    return ",".join([student, when, form, *letters])


def right(form):
    return ["abcd"[entry[form]["right"]] for entry in ENTRIES]


def table(*lines):
    return "\n".join([HEAD, *lines]) + "\n"


def test_there_is_a_question_for_each_lesson_and_two_across():
    assert [entry["lesson"] for entry in ENTRIES] == [*range(1, 14), 0, 0]


def test_right_answers_are_spread_over_the_places():
    for name in "AB":
        places = Counter(entry[name]["right"] for entry in ENTRIES)
        assert set(places) == {0, 1, 2, 3} and 3 <= min(places.values()) and max(places.values()) <= 5


def test_the_two_forms_ask_with_other_words_and_have_the_right_answer_elsewhere():
    for entry in ENTRIES:
        assert entry["A"]["question"] != entry["B"]["question"], entry["id"]
        assert entry["A"]["right"] != entry["B"]["right"], entry["id"]
    assert len({form["question"] for form in FORMS}) == 30


@pytest.mark.parametrize("spoil, says", [
    (lambda form: form["answers"].pop(), "four different answers"),
    (lambda form: form["answers"].__setitem__(0, form["answers"][1]), "four different answers"),
    (lambda form: form.update(right=4), "right must be"),
    (lambda form: form["mistakes"].pop(), "three different mistakes"),
    (lambda form: form["mistakes"].__setitem__(0, "another"), "the same three mistakes")])
def test_a_spoiled_question_is_refused(tmp_path, spoil, says):
    entries = copy.deepcopy(ENTRIES)
    spoil(entries[3]["B"])
    text = ""
    for entry in entries:  # TOML writes texts, lists of texts and whole numbers as JSON does
        forms = {name: entry.pop(name) for name in "AB"}
        text += "[[entry]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
        for name, form in forms.items():
            text += f"[entry.{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in form.items())
    (tmp_path / "spoiled.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"entry {entries[3]['id']}.*{says}"):
        inventory.questions(tmp_path / "spoiled.toml")


def test_the_printed_forms_hold_all_answers_and_no_misconception():
    for name in "AB":
        form, key = inventory.page(ENTRIES, name), inventory.page(ENTRIES, name, key=True)
        assert form.count("<li>") == key.count("<li>") == 60 and key.count("(right)") == 15
        assert "<em>" not in form and not any(entry["misconception"] in form for entry in ENTRIES)
        assert "http" not in form and "<script" not in form


def test_files_are_written_and_typed_answers_stay(tmp_path):
    inventory.write(ENTRIES, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "form_A.html", "form_B.html", "key_A.html", "key_B.html", "answers.csv"}
    assert (tmp_path / "answers.csv").read_text(encoding="utf-8-sig").strip() == HEAD
    (tmp_path / "answers.csv").write_text("typed", encoding="utf-8")
    inventory.write(ENTRIES, tmp_path)
    assert (tmp_path / "answers.csv").read_text(encoding="utf-8") == "typed"


def test_the_report_by_hand():
    """Four students. Question 1: one right before, three after, so 2 of the 3 possible. Question 2: all right before.
    Question 3: one right before, none after; two with one mistake in two forms, one with another, one empty."""
    a, b = right("A"), right("B")
    wrong = {name: inventory.meanings(ENTRIES[0][name]) for name in "AB"}
    same = ENTRIES[2]["A"]["mistakes"][0]
    other = ENTRIES[2]["A"]["mistakes"][1]
    third = {(name, mistake): letter for name in "AB"
             for letter, mistake in inventory.meanings(ENTRIES[2][name]).items()}
    bad = {name: next(letter for letter, mistake in wrong[name].items() if mistake) for name in "AB"}

    def letters(form, first, last):
        return [first, (a if form == "A" else b)[1], last, *[""] * 12]

    lines = [line("1", "before", "A", letters("A", a[0], a[2])), line("1", "after", "B", letters("B", b[0], "")),
             line("2", "before", "A", letters("A", bad["A"], "")),
             line("2", "after", "B", letters("B", b[0], third["B", same])),
             line("3", "after", "A", letters("A", a[0], third["A", same])),  # the order of lines does not matter
             line("3", "before", "B", letters("B", bad["B"], "")),
             line("4", "Before", "b", letters("B", "", "")),
             line("4", "after", "a", letters("A", bad["A"].upper(), third["A", other])),
             line("5", "before", "A", a)]
    told = inventory.report(ENTRIES, inventory.attempts(table(*lines))).splitlines()
    assert told[0] == "4 students answered before and after."
    assert told[1] == "Left out, because they answered only once: 1."
    assert not any("same form" in one for one in told)
    one, two, three = (next(line for line in told if line.startswith(f"{n:>2} ")) for n in (1, 2, 3))
    assert one.split()[3:7] == ["25%", "75%", "0.67", "4"] and f"1: {wrong['A'][bad['A']]} (" in one
    assert two.split()[3:9] == ["100%", "100%", "all", "right", "before", "4"] and two.endswith("none")
    assert three.split()[3:7] == ["25%", "0%", "-0.33", "4"]
    assert three.endswith(f"2: {same} (A {third['A', same]}, B {third['B', same]})")
    assert "nan" not in "\n".join(told).split()


def test_what_cannot_be_computed_is_said():
    told = inventory.report(ENTRIES, inventory.attempts(table(line("1", "before", "A", right("A")))))
    assert told.startswith("0 students") and told.endswith("that needs students who answered both times.")
    told = inventory.report(ENTRIES, inventory.attempts(table(
        line("1", "before", "A", right("A")), line("1", "after", "B", right("B")))))
    assert "All had the same form before" in told


def test_semicolons_of_a_table_program_are_read():
    text = table(line("1", "before", "A", right("A")), line("1", "after", "B", right("B")))
    assert inventory.attempts(text.replace(",", ";")) == inventory.attempts(text)


A = line("1", "before", "A", right("A"))


@pytest.mark.parametrize("text, says", [
    ("", "has no column student"), ("student,form\n", "has no column when, q1"),
    (table(line("", "before", "A", right("A"))), "Line 2 .* names no student"),
    (table(A, line("1", "later", "B", right("B"))), 'Line 3 .* not "later" and "B"'),
    (table(line("1", "before", "C", right("A"))), 'not "before" and "C"'),
    (table(line("1", "before", "A", ["e", *right("A")[1:]])), 'has "e" under q1: write a, b, c, d'),
    (table(A, A), "Line 3 .* repeats"), (table(A, line("1", "after", "A", right("A"))), "form A once")])
def test_a_wrong_table_is_one_sentence(text, says):
    with pytest.raises(Stop, match=says) as caught:
        inventory.attempts(text)
    assert "\n" not in str(caught.value)


def test_a_wrong_file_is_one_sentence(tmp_path, capsys):
    (tmp_path / "latin.csv").write_bytes("é".encode("latin-1"))
    for given, says in [([str(tmp_path / "none.csv")], "There is no file"), ([str(tmp_path)], "There is no file"),
                        ([str(tmp_path / "latin.csv")], "no text in UTF-8"), (["a", "b"], "one table of answers")]:
        assert inventory.main(given) == 1
        told = capsys.readouterr()
        assert says in told.err and len(told.err.strip().splitlines()) == 1 and not told.out
