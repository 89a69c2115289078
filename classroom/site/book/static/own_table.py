"""Reads somebody's own CSV files: what she takes for a number or a date is one. Every refusal is a sentence."""

import csv
import io
import re

import numpy as np
import pandas as pd

# What a person reads as a number and Python does not: 1,234.5, 1 234, €5, 30%, and 1,5 where a point is expected
_WRITTEN = re.compile(
    r"[-+]?[€$£]?\s?([1-9]\d{0,2}([.,'’\s]\d{3})+([.,]\d+)?|\d+([.,]\d+)?)\s?([€$£%]|EUR|USD|GBP|CHF)?")
_TOTALS = {"total", "totals", "sum", "gesamt", "summe", "totale", "suma", "всего", "итого"}  # below a table
_THREE = re.compile(r"[-+]?(0|[1-9]\d{0,2}(\.\d{3})?)")  # 1.234 may be meant as 1234
# Three numbers with the same sign between them, and perhaps a time
_DATE = (r"^(?P<a>\d{1,4})(?P<sign>[-./])(?P<b>\d{1,2})(?P=sign)(?P<c>\d{1,4})"
         r"(?:[T ](?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2}(?:\.\d+)?))?Z?)?$")


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
        many = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", str(error))
        if many:
            told = f"Line {many[2]} of the {name} file has {many[3]} values, and the lines above have {many[1]}."
            raise ValueError(told) from None
        raise ValueError(f"The {name} file is not a CSV file that can be read: {str(error).strip()}.") from None
    _named(name, lines.pop(min(lines)), table)
    if table.shape[1] < 2:
        raise ValueError(f"The {name} file has a single column, and the scorecard compares two or more. Values "
                         "stand between commas, semicolons or tabs.")
    if len(table) < 10:
        raise ValueError(f"The {name} file has {len(table)} rows below its head: fewer than 10 say nothing.")
    _refuse_total(name, table.select_dtypes(exclude=["number", "bool"]))
    _refuse_odd_numbers(name, table, sign)
    if separator != "," and sign == ".":
        _refuse_thousands(name, table, pd.read_csv(io.StringIO(text), sep=separator, dtype=str))
    for column in table.select_dtypes(exclude=["number", "bool"]):
        table[column] = _dated(name, table[column])
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


def _refuse_total(name, texts):
    """A last line that a spreadsheet has added, and that no other line is like."""
    is_total = texts.map(lambda text: str(text).strip(" :").casefold() in _TOTALS).any(axis=1)
    if is_total.iloc[-1] and is_total.sum() == 1:
        raise ValueError(f"The {name} file has a sum in its last line, and not a person: delete it.")


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


def _dated(name, column):
    """The column as days if half of its texts are dates, with the day or the month first; else as it was."""
    texts = column.dropna().astype(str).str.strip()
    parts = texts.str.extract(_DATE)
    found = parts["a"].notna()
    if not found.mean() > 0.5:
        return column
    wrong = f"The {name} file has “{{}}” in the column {column.name!r}"
    advice = "Write days like 2024-12-31, and leave an unknown or open one empty."
    if not found.all():
        odd = texts[~found].iloc[0]
        raise ValueError(f"{wrong.format(odd)}, where others are dates. {advice}")
    short = ~parts[["a", "c"]].map(len).eq(4).any(axis=1)
    if short.any():
        raise ValueError(f"{wrong.format(texts[short].iloc[0])}, whose year has not four digits. {advice}")
    days, others = sorted((_days(parts, first) for first in "ab"), key=lambda one: one.isna().sum())
    if days.isna().any():
        raise ValueError(f"{wrong.format(texts[days.isna()].iloc[0])}, which is no day between 1700 and 2200, or is "
                         f"not written as the others. {advice}")
    if others.notna().all() and not days.equals(others):
        raise ValueError(f"{wrong.format(texts[days != others].iloc[0])}, and nobody can tell the day from the month. "
                         f"{advice}")
    return days.reindex(column.index)


def _days(parts, first):
    """The dates, whose day is part a or b where no point tells and the year stands last; NaT where there is none."""
    a, b, c = (pd.to_numeric(parts[part]) for part in "abc")
    year_first, day_first = parts["a"].str.len() == 4, (parts["sign"] == ".") | (first == "a")
    year = c.mask(year_first, a)
    month = b.where(year_first | day_first, a)
    day = a.where(day_first, b).mask(year_first, c)
    days = pd.to_datetime(pd.DataFrame({"year": year, "month": month, "day": day}), errors="coerce")
    hours, minutes, seconds = (pd.to_numeric(parts[part]).fillna(0) for part in "hms")
    days = days.where(year.between(1700, 2200) & (hours < 24) & (minutes < 60) & (seconds < 61))
    return days + pd.to_timedelta(hours * 3600 + minutes * 60 + seconds, unit="s")


def spelled(table, confidential):
    """The table with the confidential spelling of texts that differ from it in capitals and blanks alone."""
    table = table.copy()
    for column in table:
        if _kind(table[column]) == "texts" == _kind(confidential[column]):
            ours = confidential[column].dropna().astype(str).unique()
            known, same = set(ours), {_letters(text): text for text in ours}
            table[column] = table[column].map(
                lambda text: text if text in known else same.get(_letters(text), text), na_action="ignore")
    return table


def _letters(text):
    return " ".join(str(text).split()).casefold()


def refuse_names(tables):
    """Columns that name a person: another text in nearly every line, or whole numbers that nobody else has."""
    confidential, synthetic, holdout = (tables.get(name) for name in ("confidential", "synthetic", "holdout"))
    for column in confidential:
        ours, made = confidential[column].dropna(), synthetic[column].dropna()
        shown = made.isin(ours)
        kind = "text" if _kind(ours) == "texts" else "number"
        if kind == "text" and ours.nunique() <= 0.9 * len(ours) or len(ours) < 10:
            continue
        others = ours[:0] if holdout is None else holdout[column].dropna()
        if kind == "number" and not (shown.sum() >= 5 and _names(ours, others)):
            continue
        leak = f" The synthetic file has such {kind}s in {shown.sum():,} lines: do not publish it." * bool(shown.any())
        if kind == "text":
            rest = "If it holds dates, write them like 2024-12-31."
        else:
            rest = "If it holds amounts, round them."
        raise ValueError(
            f"The column {column!r} has another {kind} in nearly every line of the confidential file, as names and "
            f"case numbers do.{leak} Leave this column out of all files, before one is synthesized. {rest}"
        )


def _names(ours, others):
    """Whether whole numbers are all different, inside and outside, and many."""
    both = pd.concat([ours, others])
    is_whole = pd.api.types.is_numeric_dtype(both) and (both % 1 == 0).all()
    return is_whole and both.is_unique and min(len(ours), len(others)) >= 100


def refuse_other_columns(name, table, confidential):
    """Columns that the confidential file has not, or that are of another kind: numbers, dates or texts."""
    more = [column for column in table if column not in confidential]
    if more:
        raise ValueError(f"The {name} file has a column {more[0]!r}, which the confidential file has not: delete it.")
    for column in table:
        pair = [("confidential", confidential[column]), (name, table[column])]
        there, here = (_kind(values) for _, values in pair)
        if here == there or not all(values.notna().any() for _, values in pair):
            continue
        if "texts" in (there, here):
            (whose, values), other = (pair[0], here) if there == "texts" else (pair[1], there)
            odd = values[pd.to_numeric(values, errors="coerce").isna() & values.notna()]
            raise ValueError(
                f"The {whose} file has “{odd.iloc[0]}” in the column {column!r}, line {odd.index[0]}, where the other "
                f"file has {other}. Write this column in the same way in all files: only {other}, or the same groups."
            )
        raise ValueError(f"The column {column!r} has {there} in the confidential file and {here} in the {name} file. "
                         "Write it in the same way in all files.")


def _kind(values):
    if pd.api.types.is_datetime64_any_dtype(values):
        return "dates"
    return "numbers" if pd.api.types.is_numeric_dtype(values) else "texts"
