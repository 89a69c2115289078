"""Run a test beside a student's code with names of its own: what that code does to the notebook's reaches no test.

A test comes compiled, so that its source is nowhere in this process. It runs in a namespace that is made for it: the
student's names, but Python's own built-in functions, what earlier tests and cells handed out have defined, and a copy
of `coursekit.grading` that nothing else uses. IPython, which a student may have taught tricks, has no part in it.
"""

import ast
import builtins
import importlib
import linecache
import symtable
import sys
import types
from base64 import b64decode, b64encode
from marshal import dumps, loads

__all__ = ["Tester", "defined", "packed"]

GRADING = ("coursekit.grading.chance", "coursekit.grading")  # in the order in which they can be imported


def defined(source):
    """Give the names that code of a notebook defines at its top level; [] if it is not Python alone.

    Examples
    --------
    >>> sorted(defined("import math as m\\nx = [y for y in (1, 2)]\\ndef f(): z = 3"))
    ['f', 'm', 'x']
    """
    try:
        found = symtable.symtable(source, "cell", "exec").get_symbols()
    except (SyntaxError, ValueError):
        return []
    return [name.get_name() for name in found if name.is_assigned() or name.is_imported() or name.is_namespace()]


def packed(source, name, visible=""):
    """Give what `Tester.run` takes of a test: compiled, with the part of it, `visible`, that students have."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    file = f"<test {name}>"
    body = compile(tree, file, "exec", dont_inherit=True, optimize=0)
    value = last and compile(ast.Expression(last.value), file, "eval", dont_inherit=True, optimize=0)
    lines = visible.split("\n")
    lines += ["...  # a hidden test"] * (source.count("\n") + 1 - len(lines))
    test = b64encode(dumps((body, value))).decode()
    return {"test": test, "file": file, "lines": lines, "names": defined(visible)}


class _Shared(dict):
    """The names at a test's top level: all go to its own namespace, and those that students see to theirs as well."""

    def __init__(self, own, names, kept, space, public):
        self.own, self.names, self.kept, self.space, self.public = own, names, kept, space, public

    def __setitem__(self, name, value):
        self.own[name] = value
        if name in self.names:
            self.kept[name], self.space[name] = value, self.public(value)

    def __delitem__(self, name):
        del self.own[name]


class Tester:
    """Runs tests; made before any code of the student's runs.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
    outputs : classroom.inside.outputs.Outputs
    heard : callable
        Is called when a test has failed, before its error is told.
    """

    def __init__(self, shell, outputs, heard):
        self.shell, self.outputs, self.heard, self.first = shell, outputs, heard, dict(shell.user_ns)
        self.kept = {}  # what tests and cells handed out have defined, by name
        self.live, self.trap = vars(builtins), shell.builtin_trap
        self.true, true_import = dict(self.live), builtins.__import__
        real = {name: importlib.import_module(name) for name in GRADING}
        own, course = {}, sys.modules["coursekit"]

        def importing(name, globals=None, locals=None, fromlist=(), level=0):
            if name in own and fromlist:
                return own[name]
            found = true_import(name, globals, locals, fromlist, level)
            return shown if found is course else found

        class Course(types.ModuleType):
            def __getattr__(self, name):
                return getattr(course, name)

        shown = Course("coursekit")
        self.builtins = {**self.true, "__import__": importing}
        for name, module in real.items():
            own[name] = types.ModuleType(name, module.__doc__)
            known = {"__builtins__": self.builtins, "__file__": module.__file__, "__package__": "coursekit.grading"}
            vars(own[name]).update(known)
            exec(module.__loader__.get_code(name), vars(own[name]))
        shown.grading = own["coursekit.grading"]
        shown.grading.SEED = real["coursekit.grading"].SEED
        self.public = lambda value: next((real[name] for name in GRADING if own[name] is value), value)
        self.private = lambda value: next((own[name] for name in GRADING if real[name] is value), value)

    def restore(self):
        """Give `builtins` back what it had: all libraries rely on it, and so does what runs the cells."""
        self.live.update(self.true)

    def keep(self, names):
        """Note what a cell that was handed out has defined: tests get it, whatever becomes of the names."""
        space = self.shell.user_ns
        self.kept.update((name, self.private(space[name])) for name in names if name in space)

    def run(self, test, file, lines, names, called=(), counts=False):
        """Run a test from `packed`; give the built-in functions whose names the student's notebook has taken.

        `names` are those that students see, too. Names in `called` are called as functions in the student's own
        functions: if they stand for a thing that cannot be called, Python's own are put back meanwhile. What `counts`
        counts in the notebook's numbering.
        """
        space, value, error = self.shell.user_ns, None, None
        odd = [name for name, value in self.true.items() if not name.startswith("_") and name in space
               and space[name] is not value and space[name] is not self.first.get(name)]
        own = {name: value for name, value in space.items() if name not in self.true}
        own.update(self.kept, __name__="__main__", __builtins__=self.builtins)
        linecache.cache[file] = (1, None, [line + "\n" for line in lines], file)
        meanwhile = {name: space.pop(name) for name in odd if name in called and not callable(space[name])}
        self.trap.__enter__()
        try:  # no "with": what swallows errors at its end may have been taught to
            (body, last), test = loads(b64decode(test)), None
            top = _Shared(own, names, self.kept, space, self.public)
            exec(body, own, top)
            value = last and eval(last, own, top)
            self.restore()
            said = float.__repr__(value) if type(value) is float else str.__str__(repr(value))
        except BaseException as caught:
            error = caught
        self.trap.__exit__(None, None, None)
        space.update({name: value for name, value in meanwhile.items() if name not in space})
        self.shell.events.trigger("post_execute")  # closes the figures that were drawn
        if error is not None:
            self.heard()
            self._show(error)
        elif value is not None:
            self.outputs.data("execute_result", {"text/plain": said}, {}, execution_count=self.shell.execution_count)
        self.shell.execution_count += counts
        return odd

    def _show(self, error):
        said = name = "(an error that cannot say what it is)"
        lines, trace = [], error.__traceback__
        try:
            name, said = type.__dict__["__name__"].__get__(type(error)), str(error)
            lines = self.shell.InteractiveTB.structured_traceback(type(error), error, trace.tb_next, tb_offset=0)
        except BaseException:  # whatever else goes wrong with it, it is an error
            pass
        self.outputs.error(name, said, lines or [said])
