"""Reads somebody's own CSV files: what she takes for a number or a date is one. Every refusal is a sentence."""

import csv
import io
import re

import numpy as np
import pandas as pd

# What a person reads as a number and Python does not: 1,234.5, 1 234, €5, 30%, and 1,5 where a point is expected
_WRITTEN = re.compile(r"[-+]?[€$£]?\s?([1-9]\d{0,2}([.,'’\s]\d{3})+([.,]\d+)?|\d+([.,]\d+)?)\s?[€$£%]?")
_THREE = re.compile(r"[-+]?(0|[1-9]\d{0,2}(\.\d{3})?)")  # 1.234 may be meant as 1234


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


def refuse_other_columns(name, table, confidential):
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
