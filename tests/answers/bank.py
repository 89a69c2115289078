"""Read the bank of answers: what students hand in, right and wrong, one file for each solution cell.

``answers/<lesson>/<grade_id of the solution cell>.py`` is in percent format. Each cell is one answer::

    # %% wrong: lies with p instead of 1 - p
    # says: you lie with p instead of 1 - p
    # earns: 1
    def warner(answers, *, p, rng): ...

``says`` is part of the message that a wrong answer must get at every seed; ``earns`` (optional) are the
points it gets at every seed, all test cells of the exercise together. A new lesson adds a folder.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
_HEAD = re.compile(r"^# %% (right|wrong): (.+)$", re.MULTILINE)
_NOTE = re.compile(r"^# (says|earns): (.+)\n", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer to one exercise."""

    cell: str
    right: bool
    title: str
    code: str
    says: str = ""
    earns: float | None = None

    def __str__(self):
        return f"{self.cell}: {'right' if self.right else 'wrong'}: {self.title}"


def read(path):
    """Give the answers of one file, in order.

    Raises
    ------
    ValueError
        If the file is not of the form described above.
    """
    text = path.read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    if len(heads) != text.count("# %%"):
        raise ValueError(f"{path.name}: a cell must begin with '# %% right: ...' or '# %% wrong: ...'")
    answers = []
    for head, end in zip(heads, [h.start() for h in heads[1:]] + [len(text)]):
        body = text[head.end() + 1 : end]
        notes = dict(_NOTE.findall(body))
        right = head[1] == "right"
        if right == ("says" in notes):
            raise ValueError(f"{path.name}: {head[2]}: a wrong answer, and no other, has a line '# says: ...'")
        answers.append(Answer(cell=path.stem, right=right, title=head[2], code=_NOTE.sub("", body).strip() + "\n",
                              says=notes.get("says", ""), earns=float(notes["earns"]) if "earns" in notes else None))
    return answers


def lesson(name):
    """Give all answers of a lesson: solution cell -> answers."""
    return {path.stem: read(path) for path in sorted((FOLDER / name).glob("*.py"))}


def lessons():
    """Give the names of the lessons that have a bank."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and any(path.glob("*.py")))
