"""Signs of a cheat in code: what an answer to an exercise has no need of, and what switches checks off.

Only the text is read; nothing is run. What is common among the honest is no sign: plots, magics, `pip`, own files.
"""

import ast
import contextlib
import re

from IPython.core.inputtransformer2 import TransformerManager

from classroom.inside import audits

__all__ = ["called", "parsed", "signs"]

LONGEST, MOST_WORK = 200_000, 10**6  # letters of a cell; letters times magics, for each costs a reading of them all
# Modules that reach into a running Python, or start something that goes on beside it
POWERS = set("""IPython.core.displayhook IPython.core.formatters IPython.core.getipython IPython.testing IPython.utils
    _thread ast atexit builtins cffi classroom cloudpickle code codeop concurrent coursekit.grading ctypes dill dis
    doctest faulthandler fcntl gc importlib inspect ipykernel marshal mmap mock multiprocessing nbformat nbgrader numba
    pickle pkgutil pty resource runpy signal site socket sqlite3 subprocess threading unittest.mock weakref
    zipimport""".split())
PARTS_OF_OS = set("""_exit abort close dup dup2 environ execv execve execvp fdopen fork forkpty kill killpg open pipe
    popen posix_spawn pread putenv pwrite read readv remove rename replace sendfile spawnv splice symlink system unlink
    write writev""".split())
PARTS = audits.PARTS | set("""CodeType FunctionType ModuleType __bases__ __builtins__ __delattr__ __getattribute__
    __mro__ __setattr__ __subclasses__ __wrapped__ _current_frames _getframe _ih addaudithook as_strided
    ast_transformers breakpointhook call_soon ctypeslib current_frames displayhook excepthook get_objects get_ipython
    get_referents get_referrers input_transformers_cleanup input_transformers_post meta_path modules monitoring
    path_hooks post_execute post_run_cell pre_execute pre_run_cell register_postrun set_trace_func setprofile
    setswitchinterval settrace unraisablehook user_ns walk_stack walk_tb""".split())
TRUTHS = set("""__abs__ __array__ __array_function__ __array_interface__ __array_struct__ __array_ufunc__ __bool__
    __class__ __del__ __eq__ __float__ __ge__ __gt__ __index__ __instancecheck__ __int__ __le__ __lt__ __ne__ __rsub__
    __sub__ __subclasscheck__""".split())
HARMLESS = set("""alias_magic automagic autoreload cd colors conda config doctest_mode env history load_ext ls lsmagic
    magic matplotlib pdef pdoc pfile pinfo pinfo2 pip precision psource pwd pylab quickref reset reset_selective sx
    system uv who who_ls whos xmode""".split())
NOT_PYTHON = set("""HTML SVG bash cmd html javascript js latex markdown script sh svg sx system writefile""".split())
CALLS = {"__import__", "compile", "delattr", "eval", "exec", "get_ipython", "setattr"}
BASES = {"DataFrame", "Generator", "Series", "float", "int", "ndarray", "str", "type"}
TIMED = {"capture", "prun", "time", "timeit"}  # magics that Python follows
SPELLED = {"getoutput", "magic", "run_cell_magic", "run_line_magic", "system"}  # what a kernel makes of magics
MAGIC = re.compile(r"^[ \t]*([\w., ]+=\s*)?[%!?/,;]|\?[ \t]*$", re.MULTILINE)
OPTIONS = re.compile(r"^(\s*-[\w-]+( \d+)?)*\s*")  # of such magics
SETTINGS = re.compile(r"\.rcParams\b|^(pd|pandas)\.options\.|\.ast_node_interactivity$")
FILES = re.compile(r"/(proc|dev|sys)\b|\.ipynb|\.db$")  # that are nobody's to open


def parsed(source):
    """Give the tree of Python code; an empty one if it is none."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def called(sources):
    """Give the names that functions in some cells call.

    Examples
    --------
    >>> called(["total = sum([1])", "def f(x): return max(x) + g(x)"]) == {"max", "g"}
    True
    """
    functions = [node for source in sources for node in ast.walk(parsed(source))
                 if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    return {node.func.id for function in functions for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def signs(source, original=""):
    """Say what code does that an answer to an exercise has no need of.

    Parameters
    ----------
    source : str
        The student's code.
    original : str
        What was handed out in its place; its own words are no signs.

    Returns
    -------
    list of str
        Endings of a sentence that begins with the cell's name.

    Examples
    --------
    >>> signs("from coursekit import grading\\ngrading.check_value = lambda *a, **k: ''")
    ['changes grading.check_value, which belongs to a module']
    >>> signs("%matplotlib inline\\nx = sorted([3, 1])")
    []
    """
    if len(source) > LONGEST:
        return ["is too long to be read"]
    try:
        found, handed_out = _read(source), _read(original)
    except (RecursionError, RuntimeError):
        return ["is nested too deeply to be read"]
    return [sign for sign in dict.fromkeys(found) if sign not in handed_out]


def _read(source):
    """Give the signs in a cell; of one that does not run as it stands, none."""
    tree, magics, found = parsed(source), set(), []
    if not tree.body:
        if len(source) * len(MAGIC.findall(source)) > MOST_WORK:
            return ["has more magics than can be read"]
        with contextlib.suppress(SyntaxError):
            tree = parsed(TransformerManager().transform_cell(source))  # with calls in the place of magics
    modules = {"grading", "np", "pd", "plt", "marks", "sys", "os"}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                modules |= {alias.asname or alias.name.split(".")[0] for alias in names}
                found += _imported(node)
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython") as shell), attr=kind)):
                words = [part.value for part in node.args if isinstance(getattr(part, "value", None), str)]
                if kind in SPELLED and len(words) == len(node.args + node.keywords) > 0:
                    magics.add(shell)
                    found += _magic(kind, words)
    for node in ast.walk(tree):
        if node not in magics:
            found += _look(node, modules)
    if {"dir", "getattr"} <= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
        found.append("goes through the attributes of a thing")
    return found + [sign for node in tree.body for sign in _renamed(_bound(node))]


def _magic(kind, words):
    """Give the signs of a magic and of the code in it."""
    name, parts = words[0].split(" ")[0].lstrip("%"), words[1:]
    if kind in ("getoutput", "system") or name in (NOT_PYTHON if kind == "run_cell_magic" else HARMLESS):
        return []
    parts[:1] = [OPTIONS.sub("", line) for line in parts[:1]]
    inside = [sign for part in parts for sign in _read(part)]
    followed = name in TIMED and parts and (parts[0] == "" or parsed(parts[0]).body)
    return inside if followed else [f"uses the magic %{name}", *inside]


def _imported(node):
    module, found = getattr(node, "module", None), []
    for alias in node.names:
        name = f"{module}.{alias.name}" if module else alias.name
        if any(f"{name}.".startswith(f"{power}.") for power in POWERS) and (name != "coursekit.grading" or not module):
            found.append(f"imports {name}")
        if module and (alias.name in PARTS | CALLS or module in ("os", "posix") and alias.name in PARTS_OF_OS):
            found.append(f"uses {alias.name}")
    return found


def _look(node, modules):
    match node:
        case ast.Attribute():
            return _attribute(node, modules)
        case ast.Call(func=ast.Attribute(value=value, attr="update" | "pop" | "setdefault")) if _is_namespace(value):
            return ["changes names behind Python's back"]
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if _is_namespace(value):
            return ["changes names behind Python's back"]
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]) if type(name) not in (ast.Constant, ast.Name):
            return ["puts the name of an attribute together"]
        case ast.Call(func=ast.Name(id="attrgetter") | ast.Attribute(attr="attrgetter"), args=names) if \
                {type(name) for name in names} != {ast.Constant}:
            return ["puts the name of an attribute together"]
        case ast.Call(func=ast.Attribute(attr="eval" | "query"), keywords=named) if \
                {word.arg for word in named} & {None, "level", "resolvers"}:
            return ["looks up names outside of its own function"]
        case ast.keyword(arg="eval_env"):
            return ["looks up names outside of its own function"]
        case ast.Call(func=ast.Name(id="vars"), args=[ast.Name(id=name)]) if name in modules:
            return ["takes the names of a module"]
        case ast.Call(func=ast.Name(id="type"), args=[_, _, _]):
            return ["makes a class by a call"]
        case ast.Call(func=ast.Name(id="open"), args=[path, *rest], keywords=named):
            mode = next((word.value for word in named if word.arg == "mode"), [*rest, ast.Constant("r")][0])
            text = "".join(part.value for part in ast.walk(path) if isinstance(getattr(part, "value", None), str))
            writes = not isinstance(mode, ast.Constant) or set(str(mode.value)) & set("wax+")
            plain = isinstance(path, ast.JoinedStr) or isinstance(path, ast.Constant) and isinstance(path.value, str)
            if FILES.search(text) or not plain and (writes or isinstance(path, ast.Constant)):
                return [f"opens {ast.unparse(path)[:60]}"]
        case ast.Name(id=name, ctx=ast.Load()) if name in CALLS | PARTS | {"In"}:
            return [f"uses {name}"]
        case ast.Constant(value=str(text)) if "_" in text:
            return [f"uses {word}" for word in re.findall(r"\w+", text) if "_" in word and word in PARTS | TRUTHS]
        case ast.ClassDef(name=name, bases=bases, body=body):
            odd = [base for base in map(ast.unparse, bases) if base.split(".")[-1] in BASES]
            own = [part for parts in body for part in _bound(parts) if part in TRUTHS]
            return [f"teaches the class {name} its own {part}" for part in own] + \
                [f"makes a {base} of its own, the class {name}" for base in odd]
        case ast.Global(names=names):
            return _renamed(names)
    return []


def _attribute(node, modules):
    root, found = node, []
    if node.attr == "__dict__" and isinstance(node.value, ast.Name) and node.value.id in modules:
        found.append("takes the names of a module")
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(node.ctx, (ast.Store, ast.Del)):
        if isinstance(root, ast.Name) and root.id in modules and not SETTINGS.search(ast.unparse(node)):
            found.append(f"changes {ast.unparse(node)}, which belongs to a module")
        elif node.attr.startswith("__") and node.attr.endswith("__"):
            found.append(f"changes {node.attr}")
    of_os = isinstance(node.value, ast.Name) and node.value.id in ("os", "posix") and node.attr in PARTS_OF_OS
    return [*found, f"uses {node.attr}"] if of_os or node.attr in PARTS else found


def _is_namespace(node):
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "id", "") in ("globals", "vars", "locals") or getattr(node, "attr", "") == "__dict__"


def _bound(node):
    """Give the names that a statement gives a meaning."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    return [name.id for target in targets if isinstance(target, ast.AST) for name in ast.walk(target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]


def _renamed(names):
    return [f"gives {name} another meaning, which the tests use" for name in names if name in ("grading", "np", "pd")]
