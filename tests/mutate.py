"""Change the model solutions by program and tell which changed ones keep full marks: what the tests do not see.

    .venv/bin/python tests/mutate.py                       all lessons, the figure of each, and the mutants that kept full marks
    .venv/bin/python tests/mutate.py 03 05/donors          one lesson, one exercise
    .venv/bin/python tests/mutate.py 03/median --list      what would be tried

A mutant is the solution with one change: a constant, an operator, a comparison, a name, an argument, a line, a call
that is left out; or with something done around it: its input is sorted first or spoilt, its output rounded, its rng
replaced by one with another law or with draws that people share. All test cells of the exercise judge it, as in
`test_answers`, at the default seed. Who only raises an error in the first cell (*broken*), and a change around the
solution that met nothing to change (*idle*), are not counted.

``answers/<lesson>/equivalent.txt`` lists the mutants that may keep full marks, each with the reason::

    ## median
    - weights = np.exp(epsilon * (scores - scores.max()) / 2)
    + weights = np.exp(epsilon * scores / 2)
    The largest score is 0 or is taken away: the weights are divided by their sum.

The lines are those of the diff between the solution and the mutant, as ``--list`` and the report show them. What is done
around a solution is one line, and several of these may share a reason.
"""

import argparse
import ast
import contextlib
import copy
import difflib
import functools
import inspect
import itertools
import multiprocessing
import os
import random
import sys
import threading
import _thread
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pandas as pd

FEWEST = 0.95  # of the mutants that change what the task asks for, these lose marks
SECONDS = 8.0  # of the processor, for one mutant; a solution takes two at most


@dataclass(frozen=True)
class Mutant:
    """One changed solution; `name` are the lines of its diff."""

    lesson: str
    cell: str
    name: str
    code: str


# ---------------------------------------------------------------- changes within the solution

COMPARE = {ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE], ast.Gt: [ast.GtE, ast.Lt], ast.GtE: [ast.Gt, ast.LtE],
           ast.Eq: [ast.NotEq, ast.LtE, ast.GtE], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
           ast.Is: [ast.IsNot], ast.IsNot: [ast.Is]}
OPERATE = {ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Div], ast.Div: [ast.Mult, ast.FloorDiv], ast.Pow: [ast.Mult],
           ast.Mod: [ast.FloorDiv], ast.FloorDiv: [ast.Div], ast.BitAnd: [ast.BitOr], ast.BitOr: [ast.BitAnd], ast.BitXor: [ast.BitOr]}
TURNED = (ast.Sub, ast.Div, ast.Pow, ast.Mod)
OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any", "sum": "max", "mean": "median", "floor": "ceil", "ceil": "floor",
          "round": "floor", "maximum": "minimum", "minimum": "maximum", "argmin": "argmax", "argmax": "argmin", "exp": "exp2",
          "log": "log2", "expm1": "exp", "sqrt": "square", "var": "std", "std": "var", "idxmin": "idxmax", "idxmax": "idxmin",
          "intersection": "union", "union": "intersection", "combinations_with_replacement": "combinations", "cumsum": "cumprod",
          "square": "abs", "median": "mean", "searchsorted": "digitize", "zeros": "ones", "ones": "zeros", "less": "less_equal"}
KEPT = {"float", "int", "list", "tuple", "to_numpy", "tolist", "to_dict", "astype", "asarray", "array", "str", "range", "len", "zip",
        "DataFrame", "Series", "items"}  # to leave these out changes a type, or breaks

SYMMETRIC = {"maximum", "minimum", "max", "min", "array_equal"}


def replacements(node, names, strings):
    """Give the nodes that may stand in place of one."""
    def variant(**changes):
        new = copy.copy(node)
        for field, value in changes.items():
            setattr(new, field, value)
        return new

    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield variant(value=not value)
        elif isinstance(value, (int, float)):
            yield from (variant(value=v) for v in (value + 1, value - 1))
            if value not in (0, 1):
                yield variant(value=value * 1.25)
        elif isinstance(value, str) and len(strings) > 1:
            yield variant(value=strings[(strings.index(value) + 1) % len(strings)])
    elif isinstance(node, ast.Compare):
        text = any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in node.comparators)
        for k, kind in enumerate(node.ops):
            for other in COMPARE[type(kind)][: 1 if text else None]:
                yield variant(ops=[*node.ops[:k], other(), *node.ops[k + 1 :]])
    elif isinstance(node, ast.BinOp):
        yield from (variant(op=other()) for other in OPERATE.get(type(node.op), []))
        if isinstance(node.op, TURNED):
            yield variant(left=node.right, right=node.left)
        yield from (node.left, node.right)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BoolOp):
        yield variant(op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        yield from node.values
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse, variant(body=node.orelse, orelse=node.body))
    elif isinstance(node, ast.Call):
        yield from call_replacements(node, variant)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names and len(names) > 1:
        yield variant(id=names[(names.index(node.id) + 1) % len(names)])
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Slice):
        yield from (variant(**{end: None}) for end in ("lower", "upper", "step") if getattr(node, end) is not None)
    elif isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load) and len(node.elts) == 2:
        yield variant(elts=node.elts[::-1])
    elif isinstance(node, ast.Set) and len(node.elts) > 1:
        yield from (variant(elts=node.elts[:k] + node.elts[k + 1 :]) for k in range(len(node.elts)))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield variant(ifs=node.ifs[1:])
    elif isinstance(node, (ast.If, ast.While)):
        yield from (variant(test=ast.Constant(value)) for value in (True, False) if value is False or isinstance(node, ast.If))
        yield ast.Pass()
    elif isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.For)):
        yield ast.Pass()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Break):
        yield ast.Continue()


def call_replacements(node, variant):
    function, name = node.func, getattr(node.func, "attr", getattr(node.func, "id", ""))
    module = isinstance(function, ast.Name) or isinstance(function.value, ast.Name) and function.value.id in ("np", "pd", "math")
    if name in OTHERS:
        yield variant(func=ast.Attribute(function.value, OTHERS[name]) if isinstance(function, ast.Attribute) else ast.Name(OTHERS[name]))
    if name not in KEPT:
        if module:
            yield from node.args[:1] if not any(isinstance(a, (ast.Starred, ast.GeneratorExp)) for a in node.args) else []
        elif isinstance(function, ast.Attribute):
            yield function.value
    for k in range(len(node.args) - 1) if name not in SYMMETRIC else ():
        yield variant(args=[*node.args[:k], node.args[k + 1], node.args[k], *node.args[k + 2 :]])
    for k in range(len(node.keywords)):
        yield variant(keywords=node.keywords[:k] + node.keywords[k + 1 :])


def solved_lines(code):
    """Give the numbers of the lines that a student writes; the rest of the cell is given."""
    found, inside = set(), False
    for number, line in enumerate(code.splitlines(), start=1):
        inside = (inside or "### BEGIN SOLUTION" in line) and "### END SOLUTION" not in line
        found |= {number} if inside else set()
    return found


def sites(node, own, parent=None, field=None, index=None):
    """Give (node, its parent, field, index) of all that may be changed: no signature, no docstring, no error message."""
    if parent is not None and getattr(node, "lineno", getattr(parent, "lineno", 0)) in own:
        yield node, parent, field, index
    if isinstance(node, (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.arguments)):
        return
    for name, value in ast.iter_fields(node):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and name in ("decorator_list", "returns", "bases") or \
                isinstance(node, ast.Raise) and name == "exc" or isinstance(node, ast.keyword) and name == "arg":
            continue
        if isinstance(value, ast.AST):
            yield from sites(value, own, node, name, None)
        elif isinstance(value, list):
            for k, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from sites(child, own, node, name, k)


def within(code):
    """Give the texts of the solution with one change, each with the lines that differ."""
    tree = ast.parse(code)
    for part in ast.walk(tree):
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(part) is not None:
            part.body = part.body[1:] or [ast.Pass()]
    right, seen = ast.unparse(tree), set()
    names = list(dict.fromkeys(arg.arg for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)
                               for arg in f.args.posonlyargs + f.args.args + f.args.kwonlyargs if arg.arg != "self"))
    local = list(dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)))
    strings = sorted({n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)})
    for node, parent, field, index in list(sites(tree, solved_lines(code))):
        group = next((group for group in (names, local) if getattr(node, "id", None) in group), [])
        if field == "iter" and isinstance(node, (ast.Tuple, ast.List)):
            continue  # the order of a loop
        for new in replacements(node, group, strings):
            held = getattr(parent, field)
            setattr(parent, field, new if index is None else held[:index] + [new] + held[index + 1 :])
            with contextlib.suppress(ValueError):  # what cannot be written
                text = ast.unparse(tree)
                if text != right and text not in seen:
                    seen.add(text)
                    yield difference(right, text), text
            setattr(parent, field, held)


def difference(right, text):
    lines = difflib.unified_diff(right.splitlines(), text.splitlines(), n=0, lineterm="")
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[:3] not in ("---", "+++") and line[0] in "+-")


# ---------------------------------------------------------------- changes around the solution

_met = [False]  # whether what is done around a solution has met something to change


def around(function, parameter, change):
    """Wrap a function: `change` (a key of CHANGES) befalls the argument `parameter`, or the result where that is ""."""
    signature, rule, memory = inspect.signature(function), CHANGES[change], {}

    @functools.wraps(function)
    def changed(*args, **kwargs):
        if not parameter:
            return each(rule, function(*args, **kwargs))
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments[parameter]
        if change in IN_PLACE:
            bound.arguments[parameter] = copy.deepcopy(given)
            result = function(*bound.args, **bound.kwargs)
            _met[0] |= rule(given)
            return result
        if change == FIRST:
            new = memory.setdefault("first", given) if isinstance(given, (bool, int, float, str, np.generic)) else None
        else:
            new = rule(given)
        if new is not None:
            _met[0] |= not isinstance(new, Bent)  # whether its draws meet something is told by the draws
            bound.arguments[parameter] = new
        return function(*bound.args, **bound.kwargs)

    return changed


def each(rule, result):
    """Apply a rule to a result, or to each part of a tuple."""
    if isinstance(result, tuple):
        return tuple(each(rule, part) for part in result)
    new = rule(result)
    _met[0] |= new is not None
    return result if new is None else new


def sort(data):
    if isinstance(data, pd.DataFrame):
        return data.sort_values(list(data.columns))
    if isinstance(data, pd.Series):
        return data.sort_values()
    if isinstance(data, np.ndarray) and data.ndim == 1 or isinstance(data, list) and data and np.ndim(data) == 1:
        return np.sort(data) if isinstance(data, np.ndarray) else sorted(data)


def turn(data):
    if isinstance(data, (np.ndarray, list, pd.Series, pd.DataFrame)) and np.ndim(data):
        return data[::-1].reset_index(drop=True) if isinstance(data, (pd.Series, pd.DataFrame)) else data[::-1]


def once(data):
    if isinstance(data, pd.DataFrame) or isinstance(data, pd.Series):
        return data.drop_duplicates()
    if isinstance(data, np.ndarray) and data.ndim == 1:
        return data[np.sort(np.unique(data, return_index=True)[1])]


def numeric(data):
    kind = getattr(data, "dtype", np.dtype(type(data) if isinstance(data, (bool, int, float)) else object))
    return not isinstance(data, pd.DataFrame) and getattr(kind, "kind", "O") in "iuf"


def rounded(digits):
    def rule(data):
        if numeric(data) and np.asarray(data).dtype.kind == "f" and (digits > 2 or np.ndim(data)):
            return np.round(data, digits) if isinstance(data, (np.ndarray, pd.Series)) else round(float(data), digits)
        if isinstance(data, pd.DataFrame) and any(kind.kind == "f" for kind in data.dtypes):
            return data.round(digits)
    return rule


def on_numbers(rule):
    return lambda data: rule(data) if numeric(data) else None


def sort_in_place(data):
    if isinstance(data, pd.DataFrame):
        data.sort_values(list(data.columns), inplace=True)
    elif isinstance(data, np.ndarray) and data.ndim:
        data.sort(axis=0)
    elif isinstance(data, pd.Series):
        data.sort_values(inplace=True)
    elif isinstance(data, list):
        data.sort(key=str)
    else:
        return False
    return True


def spoil(data):
    if isinstance(data, pd.DataFrame):
        data["spoilt"] = 0
    elif isinstance(data, np.ndarray) and data.ndim and data.dtype.kind in "biuf":
        data[...] = ~data if data.dtype.kind == "b" else 1 - data
    elif isinstance(data, (np.ndarray, pd.Series)) and np.ndim(data):
        data[:] = data[::-1].copy() if isinstance(data, np.ndarray) else data.to_numpy()[::-1].copy()
    elif isinstance(data, (list, dict, set)) and data:
        data.pop() if isinstance(data, (list, set)) else data.popitem()
    else:
        return False
    return True


class Bent(np.random.Generator):
    """A generator on the same bits whose draws go through `how(generator, law, draw, arguments)`."""

    def __init__(self, rng, how):
        super().__init__(rng.bit_generator)
        self._how = how


def _bent(law):
    def draw(self, *args, **kwargs):
        straight = np.random.Generator(self.bit_generator)
        return self._how(straight, law, getattr(straight, law)(*args, **kwargs), (args, kwargs))
    return draw


for _law in ("random", "laplace", "normal", "standard_normal", "geometric", "integers", "choice", "permutation", "exponential",
             "uniform", "binomial", "gumbel", "poisson"):
    setattr(Bent, _law, _bent(_law))


def bent(how):
    def rule(rng):
        return Bent(rng, how) if isinstance(rng, np.random.Generator) else None
    return rule


def shared(pick):
    """People share their draws: `pick` takes the flat draws of one call and gives as many."""
    def how(rng, law, drawn, arguments):
        if isinstance(drawn, np.ndarray) and drawn.size > 1 and law != "permutation":
            new = pick(drawn.ravel()).reshape(drawn.shape)
            _met[0] = True
            return new
        return drawn
    return bent(how)


def neighbours(x):
    x = x.copy()
    x[1::2] = x[: x.size // 2 * 2 : 2]
    return x


def halves(x):
    x = x.copy()
    x[-(x.size // 2) :] = x[: x.size // 2]
    return x


def law(name, make):
    """Another law of the same spread: `make(rng, centre, scale, shape)` in place of the law `name`."""
    def how(rng, kind, drawn, arguments):
        if kind != name:
            return drawn
        args, kwargs = arguments
        given = dict(zip(("loc", "scale"), args)) | kwargs
        _met[0] = True
        return make(rng, given.get("loc", 0.0), given.get("scale", 1.0), np.shape(drawn) or None)
    return bent(how)


def balanced(rng, kind, drawn, arguments):
    if kind != "random" or np.size(drawn) < 2:
        return drawn
    _met[0] = True
    return ((rng.permutation(drawn.size) + rng.random(drawn.size)) / drawn.size).reshape(drawn.shape)


def crooked(rng, kind, drawn, arguments):
    if kind != "random":
        return drawn
    _met[0] = True
    return drawn ** 1.5


def unweighted(rng, kind, drawn, arguments):
    args, kwargs = arguments
    if kind != "choice" or "p" not in kwargs:
        return drawn
    _met[0] = True
    return rng.choice(*args, **{k: v for k, v in kwargs.items() if k not in ("p", "replace")})


def without_replacement(rng, kind, drawn, arguments):
    args, kwargs = arguments
    if kind != "choice" or "replace" in kwargs or np.size(drawn) < 2 or np.size(args[0]) < np.size(drawn):
        return drawn
    _met[0] = True
    return rng.choice(*args, **kwargs, replace=False)


class _Global:
    """Draws that come from the global generator, whatever rng is passed in."""

    def __new__(cls, rng):
        return np.random.Generator(np.random.mtrand._rand._bit_generator) if isinstance(rng, np.random.Generator) else None


def only_rng(make):
    return lambda rng: make(rng) if isinstance(rng, np.random.Generator) else None


IN_PLACE = {"is sorted in place": sort_in_place, "is spoilt in place": spoil}
FIRST = "is that of the first call"
INPUT = {"is sorted first": sort, "has its doubles dropped": once, "is rounded to 2 digits": rounded(2),
         FIRST: None, **IN_PLACE}
OUTPUT = {"is rounded to 4 digits": rounded(4), "is rounded": rounded(0), "is cut at 0": on_numbers(lambda x: np.maximum(x, 0)),
          "is cut at 1": on_numbers(lambda x: np.minimum(x, 1)), "is sorted": sort, "is turned round": turn}
RANDOM = {
    "is fixed": only_rng(lambda rng: np.random.default_rng(1)), "is fresh": only_rng(lambda rng: np.random.default_rng()),
    "is global": _Global, "is a copy": only_rng(copy.deepcopy),
    "gives all people one draw": shared(lambda x: np.full_like(x, x[0])), "gives neighbours one draw": shared(neighbours),
    "gives the halves the same draws": shared(halves), "sorts its draws": shared(np.sort), "balances its draws": bent(balanced),
    "is crooked": bent(crooked), "chooses without weights": bent(unweighted), "chooses without replacement": bent(without_replacement),
    "is normal, not Laplace": law("laplace", lambda rng, loc, scale, size: rng.normal(loc, np.sqrt(2) * scale, size)),
    "is logistic, not Laplace": law("laplace", lambda rng, loc, scale, size: rng.logistic(loc, np.sqrt(6) / np.pi * scale, size)),
    "has no tail beyond 4 scales": law("laplace", lambda rng, loc, scale, size: loc + np.clip(rng.laplace(0, scale, size), -4 * scale, 4 * scale)),
    "is Laplace, not normal": law("normal", lambda rng, loc, scale, size: rng.laplace(loc, scale / np.sqrt(2), size)),
    "is uniform, not normal": law("normal", lambda rng, loc, scale, size: loc + scale * np.sqrt(12) * (rng.random(size or np.shape(loc) or None) - .5)),
}
CHANGES = INPUT | OUTPUT | RANDOM


def outside(code):
    """Give the texts of the solution with something done around it."""
    tree = ast.parse(code)
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or not solved_lines(code) & set(range(function.lineno, function.end_lineno + 1)):
            continue
        named = [arg.arg for arg in function.args.posonlyargs + function.args.args + function.args.kwonlyargs]
        pairs = [(p, change) for p in named for change in (RANDOM if p == "rng" else INPUT)] + [("", change) for change in OUTPUT]
        for parameter, change in pairs:
            told = f"{function.name}: {parameter or 'the result'} {change}"
            yield f"+ {told}", f"{code}\nimport mutate\n{function.name} = mutate.around({function.name}, {parameter!r}, {change!r})\n"


# ---------------------------------------------------------------- judging


def mutants(lesson, cell):
    """Give all mutants of one solution, names all different."""
    import test_answers

    code, seen = test_answers.solved(lesson, cell), {}
    for name, text in itertools.chain(within(code), outside(code)):
        seen[name] = seen.get(name, 0) + 1
        yield Mutant(lesson, cell, name + (f"\n+ ({seen[name]})" if seen[name] > 1 else ""), text)


@contextlib.contextmanager
def limited(seconds):
    """Interrupt what takes more of the processor: not of the clock, which goes on while others compute."""
    end, done = time.process_time() + seconds, threading.Event()

    def watch():
        while not done.wait(0.2):
            if time.process_time() > end:
                return _thread.interrupt_main()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


class Lost(BaseException):
    """The first lost mark: nothing more has to be run."""


def judge(mutant):
    """Give "lost", "kept", "broken" or "idle"; what takes longer than SECONDS is lost."""
    import test_answers
    from coursekit import grading

    sys.modules.setdefault("mutate", sys.modules[__name__])
    met, check, last = sys.modules["mutate"]._met, grading.Marks.check, [""]
    met[0] = False

    def strict(self, points, test, message=""):
        before = self.earned
        check(self, points, test, message)
        if self.earned < before + points - 1e-9:
            raise Lost

    setup, tests = test_answers.exercise(mutant.lesson, mutant.cell)
    namespace = {"__name__": "__main__"}
    for before in setup:
        test_answers.run(before.source, namespace)
    np.random.seed(1)
    random.seed(1)
    try:
        grading.Marks.check = strict
        with limited(SECONDS):
            answered = test_answers.run(mutant.code, namespace)
            if any(o.output_type == "error" for o in answered):
                return "broken"
            for k, test in enumerate(tests):
                done = test.copy()
                done.outputs = test_answers.run(test.source, namespace)
                error = next((o for o in done.outputs if o.output_type == "error"), None)
                if error and k == 0 and error.ename != "AssertionError":
                    return "broken"
                if test_answers.determine_grade(done)[0] < test_answers.points(test):
                    return "lost"
    except (Lost, KeyboardInterrupt):
        return "lost"
    finally:
        grading.Marks.check = check
    return "kept" if met[0] or "import mutate" not in mutant.code else "idle"


def equivalent(lesson):
    """Give the mutants that may keep full marks: (cell, name) -> reason."""
    path, found, cell = Path(__file__).parent / "answers" / lesson / "equivalent.txt", {}, ""
    if not path.exists():
        return found
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            cell = line[3:].strip()
        elif line[:2] in ("- ", "+ "):
            lines.append(line)
        elif line.strip() and lines:
            alone = all(one[0] == "+" and ": " in one for one in lines)  # done around the solution: each line is a mutant
            for name in lines if alone else ["\n".join(lines)]:
                if (cell, name) in found:
                    raise ValueError(f"{path.name}: {cell}: {name} is listed twice")
                found[cell, name] = line.strip()
            lines = []
    if lines:
        raise ValueError(f"{path.name}: {cell}: {lines} has no reason")
    return found


def trial(chosen, workers=2):
    """Judge mutants; give a list of (mutant, verdict) in their order."""
    if workers < 2:
        return [(mutant, judge(mutant)) for mutant in chosen]
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        return list(zip(chosen, pool.map(judge, chosen, chunksize=4)))


def chosen(wanted):
    """Give the mutants of the named lessons ("03") and exercises ("03/median"); all if nothing is named."""
    import test_answers

    for lesson in test_answers.LESSONS:
        for cell in test_answers.bank.lesson(lesson):
            if not wanted or lesson in wanted or lesson[:2] in wanted or f"{lesson[:2]}/{cell}" in wanted:
                yield from mutants(lesson, cell)


def main(argv=None):
    """Report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wanted", nargs="*", help="lessons (03) or exercises (03/median)")
    parser.add_argument("--list", action="store_true", help="show what would be tried")
    parser.add_argument("--workers", type=int, default=2)
    settings = parser.parse_args(argv)
    tried = list(chosen(settings.wanted))
    if settings.list:
        for mutant in tried:
            print(f"{mutant.lesson[:2]}/{mutant.cell}\n{mutant.name}")
        return
    start = time.time()
    done = trial(tried, settings.workers)
    for lesson in sorted({mutant.lesson for mutant, _ in done}):
        known, here = equivalent(lesson), [(m, v) for m, v in done if m.lesson == lesson]
        kept = [m for m, v in here if v == "kept"]
        for mutant in kept:
            if (mutant.cell, mutant.name) not in known:
                print(f"## {mutant.cell}\n{mutant.name}\n")
        for cell, name in known:
            if (cell, name) not in {(m.cell, m.name) for m in kept} and cell in {m.cell for m, _ in here}:
                print(f"STALE, it loses marks or is no more: ## {cell}\n{name}\n")
        lost, excused = sum(v == "lost" for _, v in here), sum((m.cell, m.name) in known for m in kept)
        counted = lost + len(kept) - excused
        print(f"{lesson}: {lost} of {counted} mutants lose marks, {lost / max(counted, 1):.1%}; {excused} change nothing that is asked for, "
              f"{sum(v == 'broken' for _, v in here)} broken, {sum(v == 'idle' for _, v in here)} idle")
    print(f"{len(done)} mutants, {time.time() - start:.0f} s")


if __name__ == "__main__":
    for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(_name, "1")  # a worker on every core is enough
    main()
