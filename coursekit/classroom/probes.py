"""Questions to a student's process, between its tests: does an assert still fail, is `coursekit` still itself?

Their answers cannot be known beforehand and are judged outside. They do not stop a cheat who knows them well; they make
the known tricks (dropped asserts, patched helpers, replaced modules, made-up results) show.
"""

import ast
import hashlib
import importlib
import inspect
import secrets
import textwrap

__all__ = ["Probe", "fingerprint"]


def fingerprint(module, nonce=""):
    """Give a digest of the code of a module's functions and classes, which changes when one of them is replaced.

    Parameters
    ----------
    module : str
        Its name.
    nonce : str
        Goes into the digest, so that an answer cannot be known beforehand.

    Returns
    -------
    str

    Examples
    --------
    >>> fingerprint("coursekit.classroom.probes") == fingerprint("coursekit.classroom.probes")
    True
    """
    room, found = importlib.import_module(module), [nonce]

    def add(path, thing):
        thing = inspect.unwrap(thing) if callable(thing) else thing
        code = getattr(thing, "__code__", None)
        if code is not None:
            found.append(f"{path} {code.co_code.hex()} {[c for c in code.co_consts if isinstance(c, (str, float, int))]!r} "
                         f"{code.co_names!r} {code.co_filename == room.__file__}")
            for part in code.co_consts:
                if inspect.iscode(part):
                    found.append(f"{path} {part.co_name} {part.co_code.hex()} {part.co_names!r}")

    for name, thing in sorted(vars(room).items()):
        if getattr(thing, "__module__", module) != module and inspect.isfunction(thing):
            found.append(f"{name} is {thing.__module__}.{thing.__qualname__}")
        if inspect.isfunction(thing):
            add(name, thing)
        elif inspect.isclass(thing) and thing.__module__ == module:
            for part, method in sorted(vars(thing).items()):
                add(f"{name}.{part}", getattr(method, "__func__", getattr(method, "fget", method)))
        elif isinstance(thing, (int, float, str)) and not name.startswith("__"):
            found.append(f"{name} {thing!r}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


class Probe:
    """A question to a student's process whose answer cannot be known beforehand, and the judge of the answer.

    Parameters
    ----------
    modules : tuple of str
        Modules whose code must be unchanged.

    Examples
    --------
    >>> probe, space = Probe(), {}
    >>> *body, last = probe.ask().strip().splitlines()
    >>> exec("\\n".join(body), space)
    >>> answer = repr(eval(last, space))
    >>> probe.judge([{"output_type": "execute_result", "data": {"text/plain": answer}}])
    []
    >>> probe.judge([])
    ['A question to this process came back without an answer.']
    """

    def __init__(self, modules=()):
        self.modules = tuple(modules)

    def ask(self):
        """Give the source of a cell to run between the student's and a test."""
        # No built-in function is called by its name: a student may have given it to something else, and mean no harm.
        one, two, self.word = secrets.randbelow(10**9), secrets.randbelow(10**9), secrets.token_hex(8)
        self.expected = [self.word, f"{one + two}", *(fingerprint(module, self.word) for module in self.modules)]
        source = textwrap.dedent(f"""
            def _probe():
                try:
                    assert {one} == {one + 1 + two}, "{self.word}"
                except AssertionError as error:
                    said = error.args[0]
                else:
                    said = ""
                found = [said, "%d" % ({one} + {two})]
            """)
        for module in self.modules:
            source += f"    from coursekit.classroom.probes import fingerprint\n    found += [fingerprint({module!r}, '{self.word}')]\n"
        if "coursekit.grading" in self.modules:
            source += ("    try:\n        from coursekit import grading\n        marks = grading.Marks(1)\n        with grading.quiet():\n"
                       "            marks.check(1, lambda: False, 'probe')\n"
                       f"        said = grading.check_value({one}, {one + 1}, what='{self.word}', rel=1e-12)\n"
                       "        found += ['%g|%s' % (marks.total(), said)]\n    except:\n        found += ['an error']\n")
            self.expected.append(f"0|{self.word} is {one:.6g}; it should be {one + 1:.6g}.")
        return source + "    return '\\n'.join(found)\n_probe()\n"

    def judge(self, outputs):
        """Say what is wrong with the outputs of this cell; nothing if all is well."""
        results = [o["data"].get("text/plain", "") for o in outputs if o["output_type"] == "execute_result"]
        try:
            answer = ast.literal_eval(results[0]).split("\n") if len(results) == 1 else []
        except (ValueError, SyntaxError, AttributeError, RecursionError, MemoryError):
            answer = []
        if len(answer) != len(self.expected):
            errors = [f" ({o['ename']}: {' '.join(o['evalue'].split())[:100]})" for o in outputs if o["output_type"] == "error"][:1]
            return [f"A question to this process came back without an answer{''.join(errors)}."]
        flags = []
        if answer[0] != self.expected[0]:
            flags.append("An assert that cannot hold did not fail: checks are switched off in this process.")
        if answer[1] != self.expected[1]:
            flags.append("A sum came back wrong: values are not shown as they are.")
        for module, expected, found in zip(self.modules, self.expected[2:], answer[2:], strict=False):
            if found != expected:
                flags.append(f"The code of {module} is not the course's own in this process.")
        if "coursekit.grading" in self.modules and answer[-1] != self.expected[-1]:
            flags.append("The graders' checks accept what is wrong: they were replaced in this process.")
        return flags
