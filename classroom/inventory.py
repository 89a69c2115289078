"""Fifteen questions before and after the course, in two parallel forms, and what a class gained.

    python -m classroom.inventory             write both forms, the key and an empty table to build/inventory/
    python -m classroom.inventory FILE.csv    read a class's answers, and tell the gain by question

The questions are in notebooks/teaching_notes/inventory.toml; inventory.md beside it says how to use them.
"""

import csv
import io
import sys
import tomllib
from collections import Counter
from html import escape
from pathlib import Path

from classroom.setup.troubles import Stop, guard, say
from classroom.tables import write_table

__all__ = ["attempts", "gain", "main", "page", "questions", "report", "write"]

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "notebooks" / "teaching_notes" / "inventory.toml"
FORMS, LETTERS, TIMES = ("A", "B"), "abcd", ("before", "after")
NUMBER = 15
COLUMNS = ["student", "when", "form", *(f"q{number}" for number in range(1, NUMBER + 1))]
STYLE = ("body{font:11pt/1.4 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}"
         "section{break-inside:avoid;margin:1.2em 0}p{margin:.3em 0}ol{margin:.3em 0}h1{font-size:1.4em}")


def questions(path=SOURCE):
    """Read and check the questions; a ValueError names the entry and what is wrong with it."""
    entries = tomllib.loads(Path(path).read_text(encoding="utf-8"))["entry"]
    if len(entries) != NUMBER or len({entry["id"] for entry in entries}) != NUMBER:
        raise ValueError(f"{NUMBER} entries with different ids are needed, got {[entry['id'] for entry in entries]}")
    for entry in entries:
        for name in FORMS:
            form, where = entry[name], f"entry {entry['id']}, form {name}"
            if len(form["answers"]) != 4 or len(set(form["answers"])) != 4:
                raise ValueError(f"{where}: four different answers are needed")
            if form["right"] not in range(4):
                raise ValueError(f"{where}: right must be 0, 1, 2 or 3, got {form['right']!r}")
            if len(form["mistakes"]) != 3 or len(set(form["mistakes"])) != 3:
                raise ValueError(f"{where}: three different mistakes are needed, one for each wrong answer")
        if set(entry["A"]["mistakes"]) != set(entry["B"]["mistakes"]):
            raise ValueError(f"entry {entry['id']}: both forms must have the same three mistakes")
    return entries


def meanings(form):
    """Give, letter by letter, the misconception behind an answer, and None for the right one."""
    names = list(form["mistakes"])
    names.insert(form["right"], None)
    return dict(zip(LETTERS, names, strict=True))


def page(entries, name, key=False):
    """Give one form as a page to print; with `key`, the right answers and the misconceptions as well."""
    parts = []
    for number, entry in enumerate(entries, 1):
        form = entry[name]
        behind = meanings(form).values()
        notes = [f" <em>({escape(mistake or 'right')})</em>" if key else "" for mistake in behind]
        answers = "".join(f"<li>{escape(text)}{note}</li>" for text, note in zip(form["answers"], notes, strict=True))
        lesson = f"lesson {entry['lesson']:02}" if entry["lesson"] else "across lessons"
        about = f"<p><em>Misconception ({lesson}): {escape(entry['misconception'])}</em></p>" if key else ""
        parts.append(f'<section><p><b>{number}.</b> {escape(form["question"])}</p>{about}<ol type="a">{answers}</ol>'
                     "</section>")
    title = f"Fifteen questions on privacy, form {name}" + (": key" if key else "")
    told = "" if key else "<p>Number: ____________________</p><p>Choose one answer to each question.</p>"
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f"</head><body><h1>{title}</h1>{told}{''.join(parts)}</body></html>\n")


def write(entries, folder):
    """Write both forms, a key of each, and an empty table for answers; one that is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FORMS:
        (folder / f"form_{name}.html").write_text(page(entries, name), encoding="utf-8")
        (folder / f"key_{name}.html").write_text(page(entries, name, key=True), encoding="utf-8")
    if not (folder / "answers.csv").exists():
        write_table(folder / "answers.csv", [COLUMNS])


def attempts(text):
    """Read a table of answers: for each student, what she answered before and after, as {when: (form, letters)}.

    An empty answer is kept as "". Stop says in one sentence what is wrong, and in which line.
    """
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    missing = [name for name in COLUMNS if name not in (rows.fieldnames or [])]
    if missing:
        raise Stop(f"The table of answers has no column {', '.join(missing)}: its first line must be "
                   f"{','.join(COLUMNS)}.")
    students = {}
    for row in rows:
        cells = {name: (row[name] or "").strip() for name in COLUMNS}
        if not any(cells.values()):
            continue
        student, when, form = cells["student"], cells["when"].lower(), cells["form"].upper()
        letters = [cells[name].lower() for name in COLUMNS[3:]]
        where = f"Line {rows.line_num} of the table of answers"
        if not student:
            raise Stop(f"{where} names no student: give each student a name or a number.")
        if when not in TIMES or form not in FORMS:
            raise Stop(f'{where} needs "before" or "after" under when and A or B under form, '
                       f'not "{when}" and "{form}".')
        wrong = [name for name, letter in zip(COLUMNS[3:], letters, strict=True) if letter not in ("", *LETTERS)]
        if wrong:
            raise Stop(f'{where} has "{cells[wrong[0]]}" under {wrong[0]}: write a, b, c, d, or nothing.')
        taken = students.setdefault(student, {})
        if when in taken or form in [other for other, _ in taken.values()]:
            raise Stop(f'{where} repeats: "{student}" may have form A once and form B once, one before and one after.')
        taken[when] = form, letters
    return students


def gain(before, after):
    """Give the normalised gain (after - before) / (1 - before) of two shares; None where it cannot be computed.

    >>> gain(0.5, 0.75)
    0.5
    """
    return None if before == 1 else (after - before) / (1 - before)


def places(behind, mistake):
    """Say which answers stand for a misconception, such as "A b, B d"."""
    return ", ".join(f"{name} {letter}" for name in FORMS for letter in LETTERS if behind[name][letter] == mistake)


def report(entries, students):
    """Tell, question by question, what the students who answered both times gained."""
    pairs = [taken for taken in students.values() if len(taken) == 2]
    lines = [f"{len(pairs)} students answered before and after."]
    if len(students) > len(pairs):
        lines += [f"Left out, because they answered only once: {len(students) - len(pairs)}."]
    if not pairs:
        return "\n".join([*lines, "No gain can be computed: that needs students who answered both times."])
    if len({taken["before"][0] for taken in pairs}) == 1:
        lines += ["All had the same form before, so a gain may come from the forms: next time, cross them."]
    lines += ["An empty answer counts as not right. This inventory is not validated yet: see inventory.md.", "",
              "question        lesson  before  after              gain    n  commonest mistake after"]
    for number, entry in enumerate(entries):
        behind = {name: meanings(entry[name]) for name in FORMS}
        shares, mistakes = [], Counter()
        for when in TIMES:
            given = [(form, letters[number]) for form, letters in (taken[when] for taken in pairs)]
            shares.append(sum(bool(letter) and behind[form][letter] is None for form, letter in given) / len(pairs))
            if when == "after":
                mistakes.update(behind[form][letter] for form, letter in given if letter and behind[form][letter])
        value = gain(*shares)
        shown = "all right before" if value is None else f"{value:.2f}"
        most = max(mistakes.values(), default=0)
        named = " / ".join(f"{mistake} ({places(behind, mistake)})" for mistake in sorted(mistakes)
                           if mistakes[mistake] == most) or "none"
        lines.append(f"{number + 1:>2} {entry['id']:<13}{entry['lesson'] or 'all':>6}{shares[0]:>8.0%}{shares[1]:>7.0%}"
                     f"{shown:>18}{len(pairs):>5}  {f'{most}: ' if most else ''}{named}")
    return "\n".join(lines)


def go(arguments):
    entries = questions()
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        raise Stop("Say python start.py inventory, or with one table of answers (a .csv file) after it.")
    if not arguments:
        folder = ROOT / "build" / "inventory"
        write(entries, folder)
        say(f"Forms A and B, a key of each, and a table for the answers (answers.csv) are in {folder}.")
        return 0
    try:
        text = Path(arguments[0]).read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Stop(f"There is no file {arguments[0]}: name the table of answers.") from error
    except UnicodeDecodeError as error:
        raise Stop(f"{arguments[0]} is no text in UTF-8: save the table as CSV UTF-8.") from error
    say(report(entries, attempts(text)))
    return 0


def main(arguments=None):
    """Write the forms, or report on a table of answers; the exit code."""
    return guard(lambda: go(sys.argv[1:] if arguments is None else arguments), str(ROOT))


if __name__ == "__main__":
    sys.exit(main())
