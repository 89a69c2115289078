"""Questions to a student's process, between its tests: does an assert still fail, is `coursekit` still itself?

Their answers cannot be known beforehand and are judged outside. They do not stop a cheat who knows them well: that one
rules the process in which they are asked. They make the known tricks (dropped asserts, patched helpers, replaced modules,
made-up results) show.
"""

import ast
import functools
import importlib
import secrets
import textwrap

from classroom.inside.fingerprints import fingerprint, mixed

__all__ = ["Alarm", "Probe"]


@functools.cache
def _expected(name):
    """Give what an untouched process answers; asked once for a class."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        try:
            importlib.import_module(".".join(parts[:length]))
        except ImportError:
            break
    return fingerprint(name)


class Probe:
    """A question to a student's process whose answer cannot be known beforehand, and the judge of the answer.

    Parameters
    ----------
    names : tuple of str
        What must be unchanged; see `classroom.judge.reliance.relied_on`. What is not imported yet is none.

    Examples
    --------
    >>> probe, space = Probe(("math.sqrt",)), {}
    >>> *body, last = probe.ask().strip().splitlines()
    >>> exec("\\n".join(body), space)
    >>> answer = repr(eval(last, space))
    >>> probe.judge([{"output_type": "execute_result", "data": {"text/plain": answer}}])
    []
    >>> probe.judge([])
    ['A question to this process came back without an answer.']
    """

    def __init__(self, names=()):
        self.names = tuple(names)

    def ask(self):
        """Give the source of a cell to run between the student's and a test."""
        # No built-in function is called by its name: a student may have given it to something else, and mean no harm.
        one, two, self.word = secrets.randbelow(10**9), secrets.randbelow(10**9), secrets.token_hex(8)
        self.expected, self.right = [self.word, f"{one + two}"], [{"absent", _expected(name)} for name in self.names]
        source = textwrap.dedent(f"""
            def _probe():
                try:
                    assert {one} == {one + 1 + two}, "{self.word}"
                except AssertionError as error:
                    said = error.args[0]
                else:
                    said = ""
                from classroom.inside.fingerprints import answers
                found = [said, "%d" % ({one} + {two}), *answers({self.names!r}, "{self.word}")]
            """)
        if "coursekit.grading" in self.names:
            source += ("    from coursekit import grading\n    marks = grading.Marks(1)\n    with grading.quiet():\n"
                       "        marks.check(1, lambda: False, 'probe')\n"
                       f"    said = grading.check_value({one}, {one + 1}, what='{self.word}', rel=1e-12)\n"
                       "    found += ['%g|%s' % (marks.total(), said)]\n")
            self.checked = f"0|{self.word} is {one:.6g}; it should be {one + 1:.6g}."
        return source + "    return '\\n'.join(found)\n_probe()\n"

    def judge(self, outputs):
        """Say what is wrong with the outputs of this cell; nothing if all is well."""
        results = [o["data"].get("text/plain", "") for o in outputs if o["output_type"] == "execute_result"]
        try:
            answer = ast.literal_eval(results[0]).split("\n") if len(results) == 1 else []
        except (ValueError, SyntaxError, AttributeError, RecursionError, MemoryError):
            answer = []
        checks = "coursekit.grading" in self.names
        if len(answer) != len(self.expected) + len(self.names) + checks:
            errors = [f" ({o['ename']}: {' '.join(o['evalue'].split())[:100]})" for o in outputs if o["output_type"] == "error"][:1]
            return [f"A question to this process came back without an answer{''.join(errors)}."]
        flags = []
        if answer[0] != self.expected[0]:
            flags.append("An assert that cannot hold did not fail: checks are switched off in this process.")
        if answer[1] != self.expected[1]:
            flags.append("A sum came back wrong: values are not shown as they are.")
        changed = [name for name, right, found in zip(self.names, self.right, answer[2:], strict=False)
                   if found not in {mixed(one, self.word) for one in right}]
        if changed:
            flags.append(f"Not what the course has: {', '.join(changed[:5])}{' ...' if len(changed) > 5 else ''} was replaced in this process.")
        if checks and answer[-1] != self.checked:
            flags.append("The graders' checks accept what is wrong: they were replaced in this process.")
        return flags


class Alarm:
    """A cell that fails: whether an error still shows, which is all that a test with asserts says.

    Examples
    --------
    >>> alarm = Alarm()
    >>> word = alarm.ask().split('"')[1]
    >>> alarm.judge([{"output_type": "error", "ename": "AssertionError", "evalue": word}]), alarm.judge([])
    ([], ['An error did not show: errors are switched off in this process.'])
    """

    def ask(self):
        """Give the source of a cell that fails."""
        self.word = secrets.token_hex(8)
        return f'assert {secrets.randbelow(10**9)} == -1, "{self.word}"'

    def judge(self, outputs):
        """Say what is wrong with the outputs of this cell; nothing if all is well."""
        shown = [(o["ename"], o["evalue"]) for o in outputs if o["output_type"] == "error"]
        return [] if shown == [("AssertionError", self.word)] else ["An error did not show: errors are switched off in this process."]
