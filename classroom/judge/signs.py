"""Signs of a cheat in code: what an answer to an exercise has no need of, and what switches checks off.

Only the text is read; nothing is run. What is common among the honest is no sign: plots, magics, `pip`, own files.
"""

import ast
import builtins
import contextlib
import re

from IPython.core.inputtransformer2 import TransformerManager

__all__ = ["parsed", "signs"]

LONGEST, MOST_WORK = 200_000, 10**6  # letters of a cell; letters times magics, for each costs a reading of them all
# Modules that reach into a running Python, or start something that goes on beside it
POWERS = set("""IPython.core.displayhook IPython.core.formatters IPython.core.getipython IPython.testing _thread ast
    atexit builtins cffi classroom codeop concurrent coursekit.grading ctypes dis faulthandler fcntl gc importlib
    inspect ipykernel marshal mmap mock multiprocessing nbformat nbgrader numba pickle pkgutil pty resource runpy
    signal site socket sqlite3 subprocess threading unittest.mock weakref zipimport""".split())
PARTS_OF_OS = set("""_exit abort close dup dup2 environ execv execve execvp fdopen fork forkpty kill killpg open pipe
    popen posix_spawn putenv remove rename replace spawnv symlink system unlink write writev""".split())
PARTS = set("""__bases__ __builtins__ __closure__ __code__ __defaults__ __globals__ __kwdefaults__ __mro__
    __subclasses__ __wrapped__ _current_frames _getframe _ih addaudithook ast_transformers breakpointhook call_soon
    cell_contents current_frames displayhook excepthook f_back f_builtins f_code f_globals f_locals gi_frame
    input_transformers_cleanup input_transformers_post meta_path modules path_hooks post_run_cell pre_run_cell
    register_postrun set_trace_func setprofile setswitchinterval settrace tb_frame unraisablehook user_ns""".split())
TRUTHS = set("""__abs__ __array__ __array_function__ __array_ufunc__ __bool__ __del__ __eq__ __float__ __ge__ __gt__
    __instancecheck__ __le__ __lt__ __ne__ __rsub__ __sub__ __subclasscheck__""".split())
HARMLESS = set("""alias_magic automagic autoreload cd colors conda config doctest_mode env history load_ext ls lsmagic
    magic matplotlib pdef pdoc pfile pinfo pinfo2 pip precision psource pwd pylab quickref reset reset_selective sx
    system uv who who_ls whos xmode""".split())
NOT_PYTHON = set("""HTML SVG bash cmd html javascript js latex markdown script sh svg sx system writefile""".split())
CALLS = {"__import__", "compile", "delattr", "eval", "exec", "get_ipython", "setattr"}
BASES = {"DataFrame", "Generator", "Series", "float", "int", "ndarray", "type"}
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


def signs(source, original="", used=()):
    """Say what code does that an answer to an exercise has no need of.

    Parameters
    ----------
    source : str
        The student's code.
    original : str
        What was handed out in its place; its own words are no signs.
    used : set of str
        Names that the tests use.

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
        found, handed_out = _read(source, used), _read(original, used)
    except (RecursionError, RuntimeError):
        return ["is nested too deeply to be read"]
    return [sign for sign in dict.fromkeys(found) if sign not in handed_out]


def _read(source, used):
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
                    found += _magic(kind, words, used)
    for node in ast.walk(tree):
        if node not in magics:
            found += _look(node, modules, used)
    return found + [sign for node in tree.body for sign in _renamed(_bound(node), used)]


def _magic(kind, words, used):
    """Give the signs of a magic and of the code in it."""
    name, parts = words[0].split(" ")[0].lstrip("%"), words[1:]
    if kind in ("getoutput", "system") or name in (NOT_PYTHON if kind == "run_cell_magic" else HARMLESS):
        return []
    parts[:1] = [OPTIONS.sub("", line) for line in parts[:1]]
    inside = [sign for part in parts for sign in _read(part, used)]
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


def _look(node, modules, used):
    match node:
        case ast.Attribute():
            return _attribute(node, modules)
        case ast.Call(func=ast.Attribute(value=value, attr="update" | "pop" | "setdefault")) if _is_namespace(value):
            return ["changes names behind Python's back"]
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if _is_namespace(value):
            return ["changes names behind Python's back"]
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]) if type(name) not in (ast.Constant, ast.Name):
            return ["puts the name of an attribute together"]
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
        case ast.Constant(value=str(word)) if "_" in word and word in PARTS:
            return [f"uses {word}"]
        case ast.ClassDef(name=name, bases=bases, body=body):
            odd = [base for base in map(ast.unparse, bases) if base.split(".")[-1] in BASES]
            own = [part for parts in body for part in _bound(parts) if part in TRUTHS]
            return [f"teaches the class {name} its own {part}" for part in own] + \
                [f"makes a {base} of its own, the class {name}" for base in odd]
        case ast.Global(names=names):
            return _renamed(names, used)
    return []


def _attribute(node, modules):
    root, found = node, []
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


def _renamed(names, used):
    return [f"gives {name} another meaning, which the tests use" for name in names
            if name in used and (hasattr(builtins, name) or name in ("np", "pd", "grading", "marks"))]
