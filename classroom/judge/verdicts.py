"""From what came out of a student's process to what nbgrader scores: outputs that a notebook can hold, and doubts."""

import ast
import builtins
import re

from nbformat.v4 import new_output

from classroom.collect.repair import Outputs
from classroom.judge.hidden import CUT, Hidden, said, shows
from classroom.judge.second_opinion import read_outputs
from classroom.judge.signs import parsed

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
    result, run, made_of, told = task.result, task.run, Outputs(), set()
    outputs, suspicious, broken, ended = [[] for _ in task.notebook.cells], set(), [], _plain(task, run.ended)
    hidden = Hidden.of(*zip(*((cell.full, cell.source) for cell in task.book.cells), strict=True))
    for step, why in run.broke.items():
        more = "" if run.ended.startswith(f"cell {step + 1}: ") else "; what follows ran in a new process"
        result.flags.append(f"The run ended early: {_named(task, task.plan[step][1])}: {why}{more}.")
    result.flags += [f"The run ended early: {ended}."] * (bool(ended) and not run.broke)
    result.flags += [f"What no answer does: {_named(task, task.plan[step][1])} reached for {what}."
                     for step, what in run.seen if step is not None and 0 <= step < len(task.plan)]
    result.notes += [_plain(task, note) + "." for note in run.notes]
    for step, ((probe, place, test), found) in enumerate(zip(task.plan, run.outputs, strict=True)):
        made = made_of.of(found)
        if probe:
            broken = broken or (probe.judge(made) if found is not None else [])
            continue
        if found is None:
            text = f"This cell did not run to its end: {run.broke.get(step, ended)}."
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
            made += _hints(task, step, test, told)
        if shows(said(made), hidden, task.own):
            result.flags.append(f"{_named(task, place).capitalize()} shows lines of a hidden test.")
        outputs[place] = made
    result.flags += broken
    result.notes += [f"{', '.join(sorted(told))} got another meaning; the tests used Python's own."] * bool(told)
    for texts in (result.flags, result.notes):
        texts[:] = [CUT.strip() if shows(text, hidden) else text for text in texts]
    return outputs, suspicious | {test.name for _, _, test in task.plan if test and (broken or run.seen)}


def _hints(task, step, test, told):
    """Say, once each, which built-in functions the student's names hide from what a test uses or calls."""
    odd = task.run.odd.get(step)
    known = {name for name in dir(builtins) if name in odd} if isinstance(odd, list) else set()
    used = {node.id for node in ast.walk(parsed(test.full)) if isinstance(node, ast.Name)} if known else set()
    new = sorted(known & (used | task.called) - told)
    told.update(new)
    return [new_output("stream", name="stdout", text=(
        f"A hint: your notebook gives the name {name} another meaning, and from there on Python's own {name} cannot "
        f"be used. The tests used Python's own. Please choose another name, such as my_{name}.\n")) for name in new]


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
