"""From what came out of a student's process to what nbgrader scores: outputs that a notebook can hold, and doubts."""

import re

from nbformat.v4 import new_output

from classroom.judge.second_opinion import read_outputs
from classroom.collect.repair import harmless

__all__ = ["judge"]

MOST_OUTPUTS = 2000  # of one cell: a forged answer may hold more than the program inside lets through
LONGEST_PAGE, MOST_PAGE = 10_000, 50_000  # HTML of one output and of all; to make it harmless takes a second for 10,000 letters


def _as_outputs(found, room):
    """Make outputs of a notebook from what came out of a student's process; of what is none, none is made."""
    return [o for raw in found[:MOST_OUTPUTS] if isinstance(raw, dict) and (o := _as_output(raw, room))] if isinstance(found, list) else []


def _as_output(raw, room):
    try:
        kind = raw["output_type"]
        if kind == "stream":
            made = new_output("stream", name="stderr" if raw["name"] == "stderr" else "stdout", text=str(raw["text"]))
        elif kind == "error":
            made = new_output("error", ename=str(raw["ename"]), evalue=str(raw["evalue"]),
                              traceback=[str(line) for line in raw["traceback"]])
        elif kind in ("display_data", "execute_result"):
            data = {name: part for name, part in raw["data"].items()
                    if isinstance(part, str) and name in ("text/plain", "text/html", "image/png")}
            if (page := data.pop("text/html", None)) and len(page) <= min(LONGEST_PAGE, room[0]):
                room[0] -= len(page)
                data["text/html"] = harmless(page)
            if not data:
                data = {"text/plain": ""}
            more = {"execution_count": int(raw["execution_count"])} if kind == "execute_result" else {}
            made = new_output(kind, data=data, **more)
        else:
            return None
    except Exception:
        return None
    return made


def judge(task):
    """Make of a run the outputs of every cell, and form the second opinion.

    Parameters
    ----------
    task : object
        With ``notebook`` (what was run), ``plan`` (what was run: question, place of the cell, test), ``run`` and
        ``result``, to which flags and notes are added.

    Returns
    -------
    outputs : list of list of nbformat.NotebookNode
        For every cell.
    suspicious : set of str
        Tests whose marks a person should look at.
    """
    result, run = task.result, task.run
    outputs = [[] for _ in task.notebook.cells]
    ended = _plain(task, run.ended)
    if ended:
        result.flags.append(f"The run ended early: {ended}.")
    result.notes += [_plain(task, note) + "." for note in run.notes]
    suspicious, broken, room = set(), [], [MOST_PAGE]
    for (probe, place, test), found in zip(task.plan, run.outputs, strict=True):
        if probe:
            if found is not None and not broken:
                broken = probe.judge(_as_outputs(found, room))
            continue
        if found is None:
            text = f"This cell did not run to its end: {ended}."
            made = [new_output("error", ename="NotRun", evalue=text, traceback=[text])]
        else:
            made = _as_outputs(found, room)
            if not isinstance(found, list) or len(made) < len(found):
                result.flags.append(f"{_named(task, place, True).capitalize()} gave outputs that no notebook can hold; they were dropped.")
                if test:
                    made.append(new_output("error", ename="NoOutput", evalue="an output could not be read", traceback=[]))
        if test:
            made, flag = _of_a_test(test, made)
            if flag:
                result.flags.append(flag)
                suspicious.add(test.name)
        outputs[place] = made
    if broken:
        result.flags += broken
        suspicious |= {test.name for _, _, test in task.plan if test}
    return outputs, suspicious


def _of_a_test(test, made):
    """Give the outputs that a test may be scored by, and a doubt about them."""
    if any(o.output_type == "error" for o in made):  # no value came of this test, whatever says so
        made = [o for o in made if o.output_type != "execute_result"]
    flag, void = read_outputs(test, made)
    if void:
        error = new_output("error", ename="ValueError", evalue=flag, traceback=[flag])
        made = [error, *(o for o in made if o.output_type == "stream")]
    return made, flag


def _plain(task, text):
    """Say "cell double-test" instead of the number of a step."""
    return re.sub(r"\bcell (\d+)", lambda told: _named(task, int(told[1]) - 1), text)


def _named(task, step, is_place=False):
    """Name a step of the plan as a grader knows it."""
    place = step if is_place else task.plan[step][1] if 0 <= step < len(task.plan) else len(task.notebook.cells)
    if place >= len(task.notebook.cells):
        return "the end of the notebook"
    name = task.notebook.cells[place].metadata.get("nbgrader", {}).get("grade_id")
    return f"cell {name}" if name else f"cell number {place + 1}"
