"""Runs in the reader's browser: her own files in, the scorecard's page out. Every refusal is a sentence."""

import datetime
import hashlib
import html
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from own_table import read, refuse_names, refuse_other_columns, spelled

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
_UNSAVED = ("The other files are left out of the page that you save, because somebody who knows all other people could "
            "test guesses about one with their fingerprints.")


def prepare():
    """Make a scorecard of a few rows, so that nothing is left to be fetched when a reader's files come."""
    few = {name: "\n".join(text.split("\n")[:61]).encode() for name, text in example(1)}
    card(few, ["age"], ["sex"], lambda *_: None)


@cache
def example(group):
    """Three files to try the card with, by name: the clinic of lesson 07, a file by groups of so many, and outsiders.

    Groups of one expose people. For groups of 100 there is one sign, here and in 25 of 40 files; 11 more expose people.
    For groups of 200 no leak is found, here and in 15 of 40 other files (5 expose people); all are weak.
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
    heads = {str(column).casefold(): column for column in tables["confidential"]}
    for name, table in tables.items():
        if len(heads) == tables["confidential"].shape[1]:  # the names of columns may be in capitals
            table = table.rename(columns=lambda column: heads.get(str(column).casefold(), column))
        lacking = [column for column in [*tables["confidential"], *keys, *sensitive] if column not in table]
        if lacking:
            known = ", ".join(map(str, table))
            raise ValueError(f"The {name} file has no column {lacking[0]!r}; its columns are {known}.")
        refuse_other_columns(name, table, tables["confidential"])
        tables[name] = spelled(table, tables["confidential"])
    refuse_names(tables)
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
        below = ("<details open><summary>Of which files this card is, and when it was made</summary>"
                 f'<p style="overflow-wrap: anywhere"><small>{of} {said}</small></p></details>\n</body>')
        pages.append(path.read_text(encoding="utf-8").replace("</body>", below, 1))
    missing = ["a holdout, people from whom the file was not made"] * ("holdout" not in tables)
    missing += ["what an attacker knows and wants"] * (not sensitive)
    many = f" ({len(made.exposed):,} of {made.rows['confidential']:,} rows)" * (len(made.exposed) > 0)
    use = f" Its use: {made.use[0]}." if made.use else ""
    (word, why), found = made.verdict, made.marked
    then = NEXT[found[0] if word == "look again" and found[0] in NEXT else word]
    if word == "cannot say" and not missing:
        then = why
    return *pages, f"The verdict: {word}{many}.{use} {then.format(', and '.join(missing))}"
