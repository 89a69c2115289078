"""Runs in the reader's browser: her own files in, the scorecard's page out. Every refusal is a sentence."""

import io
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from coursekit import risk, synthesis


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
    head = text.partition("\n")[0]
    looks = {"sep": ";", "decimal": ","} if head.count(";") > head.count(",") else {}
    try:
        table = pd.read_csv(io.StringIO(text), **looks)
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        raise ValueError(f"The {name} file is not a CSV file that pandas can read: {str(error).strip()}.") from None
    if table.shape[1] < 2:
        raise ValueError(f"The {name} file has a single column, and the scorecard compares two or more.")
    if len(table) < 10:
        raise ValueError(f"The {name} file has {len(table)} rows below its head: fewer than 10 say nothing.")
    return table.set_axis(table.index + 2)  # as a spreadsheet numbers its lines


def prepare():
    """Make a scorecard of a few rows, so that nothing is left to be fetched when a reader's files come."""
    few = {name: "\n".join(text.split("\n")[:61]).encode() for name, text in example()}
    card(few, ["age"], ["sex"], lambda *_: None)


@cache
def example():
    """Three files to try the card with, by name: the clinic of lesson 07, a file by groups of one, and outsiders."""
    confidential, outsiders = risk.clinic(rng=np.random.default_rng(1))
    synthetic = synthesis.synthesize(confidential, min_leaf=1, rng=np.random.default_rng(192))
    tables = {"confidential": confidential, "synthetic": synthetic, "holdout": outsiders}
    return [[name, table.to_csv(index=False)] for name, table in tables.items()]


def card(files, keys, sensitive, tell):
    """The scorecard's page, which says why, and its verdict in a few words."""
    tables = {name: read(name, content) for name, content in files.items()}
    for name, table in tables.items():
        lacking = [column for column in [*tables["confidential"], *keys, *sensitive] if column not in table]
        if lacking:
            known = ", ".join(map(str, table))
            raise ValueError(f"The {name} file has no column {lacking[0]!r}; its columns are {known}.")
    options = {"keys": keys or None, "sensitive": sensitive or None, "progress": tell}
    made = risk.scorecard(**tables, **options, rng=np.random.default_rng(1))
    path = Path(tempfile.mkdtemp(), "scorecard.html")
    made.to_html(path)
    return path.read_text(encoding="utf-8"), f"The verdict: {made.verdict[0]}."
