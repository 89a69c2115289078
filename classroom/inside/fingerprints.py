"""What a name of the course or of a library stands for in this process, as a digest; asked beside a student's code."""

import hashlib
import inspect
import sys

__all__ = ["answers", "fingerprint", "mixed"]


def fingerprint(name):
    """Give a digest of a function, a class, a constant or a whole module, which changes when it is replaced.

    `name` is dotted; of a module of the course, all that is in it counts. What is not there is "absent".

    Examples
    --------
    >>> fingerprint("math.sqrt") == fingerprint("math.sin"), fingerprint("math.nothing")
    (False, 'absent')
    """
    parts, thing = name.split("."), None
    for length in range(len(parts), 0, -1):
        thing = sys.modules.get(".".join(parts[:length]))
        if thing is not None:
            break
    for part in parts[length:]:
        thing = getattr(thing, part, None)
    if thing is None:
        return "absent"
    found = _room(thing) if inspect.ismodule(thing) and name.startswith("coursekit.") else [_told(thing, "")]
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def _room(room):
    """Tell of everything in a module: functions and classes down to their code, what came from elsewhere, constants."""
    found = [str(room.__name__)]
    for name, thing in sorted(vars(room).items()):
        if inspect.isclass(thing) or callable(thing):
            found.append(f"{name} {_told(thing, room.__name__)}")
        elif isinstance(thing, (int, float, str)) and not name.startswith("__"):
            found.append(f"{name} {thing!r}")
    return found


def _told(thing, room):
    """Tell what a thing is and, if it is written in Python, its code; of a class of this room, that of its methods."""
    thing = getattr(inspect.unwrap(thing) if callable(thing) else thing, "_implementation", thing)  # numpy's wrapping
    if inspect.ismodule(thing):
        return f"module {thing.__name__}"
    where, name = getattr(thing, "__module__", ""), getattr(thing, "__qualname__", "")
    text = f"{type(thing).__name__} {where} {name} {_code(thing)}"
    if inspect.isclass(thing) and thing.__module__ == room:
        for name, part in sorted(vars(thing).items()):
            text += f" {name} {_code(getattr(part, '__func__', getattr(part, 'fget', part)))}"
    return f"{text} {thing!r}" if isinstance(thing, (int, float, str)) else text  # others may show an address


def _code(thing):
    code = getattr(thing, "__code__", None)
    return "" if not inspect.iscode(code) else " ".join(
        f"{part.co_code.hex()} {part.co_names!r} {[c for c in part.co_consts if isinstance(c, (str, float, int))]!r}"
        for part in [code, *filter(inspect.iscode, code.co_consts)])


def answers(names, word):
    """Give the fingerprints of `names`, each mixed with a word, so that they cannot be known before it is."""
    return [mixed(fingerprint(name), word) for name in names]


def mixed(found, word):
    """Mix a fingerprint with a word."""
    return hashlib.sha256(f"{word} {found}".encode()).hexdigest()[:16]
