"""From what came out of a student's process to what nbgrader scores: outputs that a notebook can hold, and doubts."""

import re

from nbformat.v4 import new_output

from classroom.collect.repair import Outputs
from classroom.judge.second_opinion import read_outputs

__all__ = ["judge"]


def judge(task):
    """Make of a run the outputs of every cell, and form the second opinion.

    `task` is a `classroom.marking.Task` that has run; flags and notes are added to its result.

    Returns
    -------
    outputs : list of list of nbformat.NotebookNode
        For every cell.
    suspicious : set of str
        Tests whose marks a person should look at.
    """
    result, made_of = task.result, Outputs()
    outputs, suspicious, broken, ended = [[] for _ in task.notebook.cells], set(), [], _plain(task, task.run.ended)
    result.flags += [f"The run ended early: {ended}."] * bool(ended)
    result.notes += [_plain(task, note) + "." for note in task.run.notes]
    for (probe, place, test), found in zip(task.plan, task.run.outputs, strict=True):
        made = made_of.of(found)
        if probe:
            broken = broken or (probe.judge(made) if found is not None else [])
            continue
        if found is None:
            text = f"This cell did not run to its end: {ended}."
            made = [new_output("error", ename="NotRun", evalue=text, traceback=[text])]
        elif not isinstance(found, list) or len(made) < len(found):
            result.flags.append(f"{_named(task, place).capitalize()} gave outputs that no notebook can hold; "
                                "they were dropped.")
            if test:
                made.append(new_output("error", ename="NoOutput", evalue="an output could not be read", traceback=[]))
        if test:
            made, flag = _of_a_test(test, made)
            if flag:
                result.flags.append(flag)
                suspicious.add(test.name)
        outputs[place] = made
    result.flags += broken
    return outputs, suspicious | {test.name for _, _, test in task.plan if test and broken}


def _of_a_test(test, made):
    """Give the outputs that a test may be scored by, and a doubt about them."""
    if any(o.output_type == "error" for o in made):  # no value came of this test, whatever says so
        made = [o for o in made if o.output_type != "execute_result"]
    flag, void = read_outputs(test, made)
    if void:
        made = [o for o in made if o.output_type == "stream"]
        made.insert(0, new_output("error", ename="ValueError", evalue=flag, traceback=[flag]))
    return made, flag


def _plain(task, text):
    """Say "cell double-test" instead of the number of a step."""
    return re.sub(r"\bcell (\d+)", lambda told: _named(task, task.plan[int(told[1]) - 1][1]), text)


def _named(task, place):
    """Name a cell as a grader knows it."""
    if place >= len(task.notebook.cells):
        return "the end of the notebook"
    name = task.notebook.cells[place].metadata.get("nbgrader", {}).get("grade_id")
    return f"cell {name}" if name else f"cell number {place + 1}"
