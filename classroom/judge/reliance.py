"""What the tests of a lesson rely on: rooms of the course, and functions of its libraries, read off their sources.

`classroom.judge.probes` asks a student's process whether these are still what they were.
"""

import ast
import builtins
import functools
import importlib
import importlib.util
from pathlib import Path

__all__ = ["relied_on"]


def relied_on(sources):
    """Name what code uses of the course and of libraries, and what the rooms of the course that it uses use in turn.

    Parameters
    ----------
    sources : iterable of str
        Code of cells, given and tests alike: a test may use what a cell above it imports.

    Returns
    -------
    tuple of str
        Dotted names: modules of ``coursekit``, functions and classes of libraries, and built-in functions.

    Examples
    --------
    >>> found = relied_on(["import numpy as np\\nfrom coursekit import local", "assert abs(np.mean([1])) == 1"])
    >>> [name for name in found if name.startswith("coursekit")], "numpy.mean" in found, "builtins.abs" in found
    (['coursekit.checks', 'coursekit.local'], True, True)
    """
    found, waiting = set(), ["\n".join(filter(_parses, sources))]  # cells share their imports
    while waiting:
        for name in _uses(waiting.pop()):
            room = _room(name)
            if not room:
                found.add(name)
            elif room not in found:
                found.add(room)
                waiting.append(_source(room))
    return tuple(sorted(name for name in found if "." in name))


@functools.cache
def _room(name):
    """Give the module of the course that a dotted name is, or is in; "" if it is none of the course's."""
    parts = name.split(".")
    while parts[0] == "coursekit" and len(parts) > 1:
        spec = None
        try:
            spec = importlib.util.find_spec(".".join(parts))
        except ModuleNotFoundError:
            pass
        if spec:
            return ".".join(parts)
        parts.pop()
    return ""


def _source(module):
    """Give the source of a module; of a room, which opens its files lazily, the lines that import them all but the pictures."""
    spec = importlib.util.find_spec(module)
    source = Path(spec.origin).read_text(encoding="utf-8")
    if spec.submodule_search_locations and module != "coursekit":
        files = sorted(path.stem for path in Path(spec.origin).parent.glob("*.py") if not path.stem.endswith(("pictures", "__init__")))
        source += "".join(f"\nimport {module}.{file}" for file in files)
    return source


def _parses(source):
    try:
        return bool(ast.parse(source))
    except SyntaxError:  # a cell with magics
        return False


def _uses(source):
    """Give the dotted names that a piece of code imports and uses."""
    nodes, meant, found = list(ast.walk(ast.parse(source))), {}, set()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                meant[alias.asname or alias.name.split(".")[0]] = alias.name if alias.asname else alias.name.split(".")[0]
                found.add(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                meant[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                found.add(f"{node.module}.{alias.name}")
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in meant and hasattr(builtins, node.id):
            found.add(f"builtins.{node.id}")
        path, root = [], node
        while isinstance(root, ast.Attribute):
            path.insert(0, root.attr)
            root = root.value
        if path and isinstance(root, ast.Name) and root.id in meant:
            found.add(".".join([meant[root.id], *path]))
    return found
