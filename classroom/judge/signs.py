"""Signs of a cheat in code: what an answer to an exercise has no need of, and what switches checks off.

Only the text is read; nothing is run. What is common among the honest is no sign: plots, magics, `pip`, files of one's own.
"""

import ast
import builtins
import re

__all__ = ["signs"]

# Modules that reach into a running Python, or start something that goes on beside it
POWERS = {"_thread", "ast", "atexit", "builtins", "codeop", "ctypes", "dis", "faulthandler", "gc", "importlib", "inspect", "ipykernel",
          "IPython.core.displayhook", "IPython.core.formatters", "IPython.core.getipython", "IPython.testing",
          "marshal", "mmap", "multiprocessing", "nbformat", "nbgrader", "pickle", "pty", "runpy", "signal", "site", "socket",
          "sqlite3", "subprocess", "threading", "concurrent", "weakref", "zipimport", "fcntl", "resource", "pkgutil", "cffi", "numba",
          "mock", "unittest.mock", "coursekit.grading", "classroom"}
PARTS_OF_OS = {"_exit", "abort", "close", "dup", "dup2", "environ", "execv", "execve", "execvp", "fdopen", "fork", "forkpty", "kill",
               "killpg", "open", "pipe", "popen", "posix_spawn", "putenv", "remove", "rename", "replace", "spawnv", "symlink", "system",
               "unlink", "write", "writev"}
CALLS = {"__import__", "compile", "delattr", "eval", "exec", "get_ipython", "setattr"}
PARTS = {"__bases__", "__builtins__", "__closure__", "__code__", "__defaults__", "__globals__", "__kwdefaults__", "__mro__",
         "__subclasses__", "__wrapped__", "_getframe", "_ih", "ast_transformers", "breakpointhook", "call_soon", "cell_contents",
         "current_frames", "_current_frames", "displayhook", "excepthook", "f_back", "f_builtins", "f_code", "f_globals", "f_locals",
         "gi_frame", "input_transformers_post", "input_transformers_cleanup", "meta_path", "modules", "path_hooks", "post_run_cell",
         "pre_run_cell", "register_postrun", "settrace", "setprofile", "set_trace_func", "setswitchinterval", "tb_frame", "addaudithook",
         "unraisablehook", "user_ns"}
TRUTHS = {"__array__", "__array_function__", "__array_ufunc__", "__bool__", "__eq__", "__float__", "__ge__", "__gt__", "__le__", "__lt__",
          "__ne__", "__abs__", "__sub__", "__rsub__", "__del__", "__instancecheck__", "__subclasscheck__"}
HARMLESS = {"alias_magic", "autoreload", "cd", "config", "conda", "env", "history", "load_ext", "ls", "lsmagic", "magic", "matplotlib",
            "pdef", "pdoc", "pfile", "pinfo", "pinfo2", "pip", "precision", "psource", "pwd", "pylab", "quickref", "reset", "reset_selective",
            "system", "sx", "who", "who_ls", "whos", "xmode", "doctest_mode", "colors", "automagic", "uv"}
TIMED = {"time", "timeit", "prun", "capture"}  # Python follows
NOT_PYTHON = {"HTML", "SVG", "bash", "cmd", "html", "javascript", "js", "latex", "markdown", "script", "sh", "svg", "sx", "system", "writefile"}
SETTINGS = re.compile(r"\.rcParams\b|^(pd|pandas)\.options\.|\.ast_node_interactivity$")
SPELLED = re.compile(r"get_ipython\(\)\.(?:run_line_magic|magic|system|getoutput)\((['\"])%?(\w+)")  # as an exported notebook has it
MAGIC = re.compile(r"^(?P<room>\s*)(?P<name>[\w., ]+=\s*)?(?P<kind>[%!?])(?P<magic>\w*)(?P<rest>.*)$")


def _python(source):
    """Give a cell as Python, without the magics that do no harm; and the names of the others."""
    first = re.match(r"\s*%%(\w+)[^\n]*\n?", source)
    if first:
        if first[1] in NOT_PYTHON:
            return "", []
        if first[1] not in TIMED:
            return source[first.end():], [first[1]]
        source = source[first.end():]
    lines, others = [], []
    for line in source.split("\n"):
        told, spelled = MAGIC.match(line), SPELLED.match(line)
        if spelled and (spelled[2] in HARMLESS or ".system(" in line):
            lines.append("pass")
        elif not told:
            lines.append("" if re.match(r"\s*[\w.]+\?{1,2}\s*$", line) else line)
        elif told["kind"] == "%" and told["magic"] in TIMED:
            lines.append(told["room"] + (told["name"] or "") + re.sub(r"^(\s*-\w+( \d+)?)*\s*", "", told["rest"]))
        elif told["kind"] == "%" and told["magic"] not in HARMLESS and not told["magic"].isdigit():
            others.append(told["magic"])
            lines.append(told["room"] + "pass")
        else:
            lines.append(told["room"] + "pass")
    return "\n".join(lines), others


def _parse(source):
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


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
    if len(source) > 200_000:
        return ["is too long to be read"]
    plain, magics = _python(source)
    tree = _parse(plain)
    if tree is None:
        return []  # it does not run as it stands
    before = _parse(_python(original)[0])
    try:
        found, handed_out = _walk(tree, used), _walk(before, used) if before else []
    except RecursionError:
        return ["is nested too deeply to be read"]
    found = [*(f"uses the magic %{name}" for name in magics), *found]
    return [sign for sign in dict.fromkeys(found) if sign not in handed_out]


def _walk(tree, used):
    modules, found = {"grading", "np", "pd", "plt", "marks", "sys", "os"}, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            found += [f"imports {alias.name}" for alias in node.names if _powerful(alias.name)]
        elif isinstance(node, ast.ImportFrom):
            modules |= {alias.asname or alias.name for alias in node.names}
            found += [f"imports {name}" for alias in node.names if _powerful(name := f"{node.module}.{alias.name}") and
                      name != "coursekit.grading"]
            found += [f"uses {alias.name}" for alias in node.names if alias.name in PARTS | CALLS or
                      node.module in ("os", "posix") and alias.name in PARTS_OF_OS]
    for node in ast.walk(tree):
        found += _attribute(node, modules) if isinstance(node, ast.Attribute) else _other(node, used)
    for node in tree.body:
        found += _renamed(_bound(node), used)
    return found


def _powerful(name):
    return any(name == power or name.startswith(power + ".") for power in POWERS)


def _attribute(node, modules):
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    found = []
    if isinstance(node.ctx, (ast.Store, ast.Del)):
        if isinstance(root, ast.Name) and root.id in modules and not SETTINGS.search(ast.unparse(node)):
            found.append(f"changes {ast.unparse(node)}, which belongs to a module")
        elif node.attr.startswith("__") and node.attr.endswith("__"):
            found.append(f"changes {node.attr}")
    if node.attr in PARTS or isinstance(node.value, ast.Name) and node.value.id in ("os", "posix") and node.attr in PARTS_OF_OS:
        found.append(f"uses {node.attr}")
    return found


def _other(node, used):
    """Give signs of calls, names, words, classes and declarations."""
    if isinstance(node, ast.Call):
        return _call(node)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in CALLS | PARTS | {"In"}:
        return [f"uses {node.id}"]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value and node.value in PARTS:
        return [f"uses {node.value}"]
    if isinstance(node, ast.Constant) and isinstance(node.value, bytes) and len(node.value) > 500:
        return ["holds a long piece of bytes"]
    if isinstance(node, ast.ClassDef):
        names = [name for part in node.body for name in _bound(part) if name in TRUTHS]
        odd = [ast.unparse(base) for base in node.bases if ast.unparse(base).split(".")[-1] in
               ("float", "int", "ndarray", "DataFrame", "Series", "Generator", "type")]
        return [f"teaches the class {node.name} its own {name}" for name in names] + \
            [f"makes a {base} of its own, the class {node.name}" for base in odd]
    if isinstance(node, ast.Global):
        return _renamed(node.names, used)
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)) and _is_namespace(node.value):
        return ["changes names behind Python's back"]
    return []


def _is_namespace(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("globals", "vars", "locals") or \
        isinstance(node, ast.Attribute) and node.attr == "__dict__"


def _call(node):
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if isinstance(node.func, ast.Attribute) and _is_namespace(node.func.value) and node.func.attr in ("update", "pop", "setdefault"):
        return ["changes names behind Python's back"]
    if name == "getattr" and len(node.args) > 1 and not (isinstance(node.args[1], ast.Constant) or isinstance(node.args[1], ast.Name)):
        return ["puts the name of an attribute together"]
    if name == "type" and len(node.args) == 3:
        return ["makes a class by a call"]
    if name == "open" and node.args:
        path, mode = node.args[0], next((word.value for word in node.keywords if word.arg == "mode"), (node.args + [None])[1:2][0])
        text = "".join(part.value for part in ast.walk(path) if isinstance(part, ast.Constant) and isinstance(part.value, str))
        reads = mode is None or isinstance(mode, ast.Constant) and not set(str(mode.value)) & set("wax+")
        if re.search(r"/(proc|dev|sys)\b|\.ipynb|\.db$", text) or not reads and not isinstance(path, (ast.Constant, ast.JoinedStr)) or \
                isinstance(path, ast.Constant) and not isinstance(path.value, str):
            return [f"opens {ast.unparse(path)[:60]}"]
    return []


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
