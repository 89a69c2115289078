"""Runs in the reader's browser: her own files in, the scorecard's page out. Every refusal is a sentence."""

import csv
import datetime
import hashlib
import html
import io
import re
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from coursekit import risk, synthesis

NEXT = {
    "no leak found": "A few people can still be in it: look at the rows that come nearest to one person. And ask your "
    "own question of both files, and compare the answers.",
    "look again": "It may be luck: let one more file be made in the same way, the next and not the best of several. "
    "Its whole card must be without a sign.",
    "copies": "Look at these rows below. If other people could well be alike by chance, let one more file be made in "
    "the same way; if not, do not publish: find out how rows of people came into the file.",
    risk.verdicts.ALONE: "Write one limit for all larger (or smaller) values, make the file again, and ask again.",
    "exposes people": "Do not publish this file: make it from larger groups, or from counts with noise, and ask again.",
    "cannot say": "Give what is missing, and make the card again: {}.",
}
# What a person reads as a number and Python does not: 1,234.5, 1 234, €5, 30%, and 1,5 where a point is expected
_WRITTEN = re.compile(r"[-+]?[€$£]?\s?([1-9]\d{0,2}([.,'’\s]\d{3})+([.,]\d+)?|\d+([.,]\d+)?)\s?[€$£%]?")
_THREE = re.compile(r"[-+]?(0|[1-9]\d{0,2}(\.\d{3})?)")  # 1.234 may be meant as 1234
_UNSAVED = ("The other files are left out of the page that you save, because somebody who knows all other people could "
            "test guesses about one with their fingerprints.")


def read(name, content):
    """A file's table; a ValueError says what is wrong. Spreadsheets write semicolons in half of the world."""
    if not content.strip():
        raise ValueError(f"The {name} file is empty.")
    if content.startswith((b"PK", b"\xd0\xcf")) or b"\0" in content[:10_000]:
        raise ValueError(f"The {name} file is not text: open it in a spreadsheet program, and save it as CSV.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")  # what older programs write
    separator = max(",;\t", key=text.lstrip("\r\n").splitlines()[0].count)
    try:
        table, sign = _table(text, separator)
        rows = enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator), 1)
        lines = {line: row for line, row in rows if len(row) > 1 or "".join(row).strip()}
    except (pd.errors.ParserError, pd.errors.EmptyDataError, csv.Error) as error:
        raise ValueError(f"The {name} file is not a CSV file that pandas can read: {str(error).strip()}.") from None
    _named(name, lines.pop(min(lines)), table)
    if table.shape[1] < 2:
        raise ValueError(f"The {name} file has a single column, and the scorecard compares two or more.")
    if len(table) < 10:
        raise ValueError(f"The {name} file has {len(table)} rows below its head: fewer than 10 say nothing.")
    _refuse_odd_numbers(name, table, sign)
    if separator != "," and sign == ".":
        _refuse_thousands(name, table, pd.read_csv(io.StringIO(text), sep=separator, dtype=str))
    lines = list(lines) if len(lines) == len(table) else table.index + 2
    return table.set_axis(pd.Index(lines, name="lines of the confidential file"))  # as a spreadsheet numbers them


def _table(text, separator):
    """The table and the sign of its decimals: where no comma parts the values, the sign that makes more numbers."""
    signs = "." if separator == "," else ",."
    looks = {"sep": separator, "low_memory": False}  # else a long column may have two kinds
    found = [(pd.read_csv(io.StringIO(text), decimal=sign, **looks), sign) for sign in signs]
    return max(found, key=lambda one: one[0].select_dtypes("number").shape[1])


def _named(name, head, table):
    if not isinstance(table.index, pd.RangeIndex):
        raise ValueError(f"The {name} file has more values in a line than names of columns in its first line.")
    if not all(column.strip() for column in head):
        raise ValueError(f"The {name} file has a column without a name in its first line: name it, or leave it out.")
    twice = [column for column in head if head.count(column) > 1]
    if twice:
        raise ValueError(f"The {name} file has two columns that are called {twice[0]!r}.")


def _refuse_odd_numbers(name, table, sign):
    """Numbers that would be taken for texts, of which two are equal or not, and never near."""
    plain = re.compile(rf"[-+]?\d+([{sign}]\d+)?")
    for column in table.select_dtypes(exclude=["number", "bool"]):
        values = table[column].dropna().astype(str).str.strip()
        numbers = [one for one in values if _WRITTEN.fullmatch(one)]
        odd = [one for one in numbers if not plain.fullmatch(one)]
        if odd and len(numbers) > 0.9 * len(values):
            raise ValueError(
                f"The {name} file has numbers in the column {column!r} that cannot be read, such as “{odd[0]}”: write "
                f"1234{sign}5, without signs for thousands, money or percent."
            )


def _refuse_thousands(name, table, written):
    for column in table.select_dtypes("float"):
        values = written[column].dropna().str.strip()
        pointed = values[values.str.contains(".", regex=False)]
        if len(pointed) and values.map(lambda one: bool(_THREE.fullmatch(one))).all():
            raise ValueError(
                f"The {name} file has “{pointed.iloc[0]}” in the column {column!r}, and it could be one number or a "
                "thousand times as much: write thousands without a point, and decimals with a comma."
            )


def _refuse_other_columns(name, table, confidential):
    """Columns that the confidential file has not, or that are numbers in one of the two and texts in the other."""
    more = [column for column in table if column not in confidential]
    if more:
        raise ValueError(f"The {name} file has a column {more[0]!r}, which the confidential file has not: delete it.")
    number = {which: set(one.select_dtypes(["number", "bool"])) for which, one in ((0, table), (1, confidential))}
    for column in number[0] ^ number[1]:
        texts, whose = (table, name) if column in number[1] else (confidential, "confidential")
        odd = texts.loc[pd.to_numeric(texts[column], errors="coerce").isna() & texts[column].notna(), column]
        if len(odd):
            raise ValueError(
                f"The {whose} file has “{odd.iloc[0]}” in the column {column!r}, line {odd.index[0]}, where the other "
                "file has numbers. Write this column in the same way in all files: only numbers, or the same groups."
            )


def prepare():
    """Make a scorecard of a few rows, so that nothing is left to be fetched when a reader's files come."""
    few = {name: "\n".join(text.split("\n")[:61]).encode() for name, text in example(1)}
    card(few, ["age"], ["sex"], lambda *_: None)


@cache
def example(group):
    """Three files to try the card with, by name: the clinic of lesson 07, a file by groups of so many, and outsiders.

    Groups of one expose people. For groups of 100 there is one sign, here and in 14 of 40 files (13 more expose
    people). For groups of 200 no leak is found, here and in 18 of 40 other files; all of them are weak.
    """
    confidential, outsiders = risk.clinic(rng=np.random.default_rng(1))
    draw = np.random.default_rng(2 if group == 100 else 1)
    synthetic = synthesis.synthesize(confidential, min_leaf=group, rng=draw)
    tables = {"confidential": confidential, "synthetic": synthetic, "holdout": outsiders}
    return [[name, table.to_csv(index=False)] for name, table in tables.items()]


def card(files, keys, sensitive, tell, *, called="a file without a name"):
    """The scorecard's page, the same without the list of exposed lines, to be saved, and the verdict in a few words.

    Both name the synthetic file as it is `called`, with its fingerprint, so that whoever gets it knows it again. Those
    of the real files stand on the first page alone.
    """
    tables = {name: read(name, content) for name, content in files.items()}
    for name, table in tables.items():
        lacking = [column for column in [*tables["confidential"], *keys, *sensitive] if column not in table]
        if lacking:
            known = ", ".join(map(str, table))
            raise ValueError(f"The {name} file has no column {lacking[0]!r}; its columns are {known}.")
        _refuse_other_columns(name, table, tables["confidential"])
    if sensitive and not keys:
        raise ValueError("Say what an attacker knows of a person, too: without that he cannot read anything off.")
    options = {"keys": keys or None, "sensitive": sensitive or None, "progress": tell}
    made = risk.scorecard(**tables, **options, rng=np.random.default_rng(1))
    path, pages = Path(tempfile.mkdtemp(), "scorecard.html"), []
    prints = {name: f"{len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}"
              for name, content in files.items()}
    of = f"Synthetic file: {html.escape(called)}, {prints.pop('synthetic')}. Made on {datetime.date.today()}."
    others = "; ".join(f"{name}: {one}" for name, one in prints.items())
    for listed, said in ((True, f"{_UNSAVED} {others}."), (False, "")):
        made.to_html(path, listed=listed, overwrite=True)
        above = f'</h1>\n<p style="overflow-wrap: anywhere"><small>{of} {said}</small></p>'
        pages.append(path.read_text(encoding="utf-8").replace("</h1>", above, 1))
    missing = ["a holdout, people from whom the file was not made"] * ("holdout" not in tables)
    missing += ["what an attacker knows and wants"] * (not sensitive)
    many = f" ({len(made.exposed):,} of {made.rows['confidential']:,} rows)" * (len(made.exposed) > 0)
    use = f" Its use: {made.use[0]}." if made.use else ""
    (word, why), found = made.verdict, risk.verdicts.marked(made.table, made.exposed, holdout=made.rows["holdout"])
    then = NEXT[found[0] if word == "look again" and found[0] in NEXT else word]
    if word == "cannot say" and not missing:
        then = why
    return *pages, f"The verdict: {word}{many}.{use} {then.format(', and '.join(missing))}"
