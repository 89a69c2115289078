"""Files of the course on a student's disk: read, complete before visible, moved without ever covering another."""

import contextlib
import hashlib
import json
import os
import secrets
import stat
import time
from pathlib import Path

__all__ = ["complete", "content_digest", "course_files", "digest", "drop", "patiently", "place", "text_digest"]

_NOT_SHIPPED = {"__pycache__", "Thumbs.db", "desktop.ini"}
_JUPYTERS_OWN = {"kernelspec", "language_info"}


def course_files(folder):
    """Read all files of a folder that belong to the course, hidden and temporary ones left out.

    They come in sorted order, by path relative to `folder`, with ``/`` on every system.
    """
    found = {}
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in _NOT_SHIPPED for part in parts)
        if path.is_file() and not hidden and path.suffix != ".pyc":
            found["/".join(parts)] = path.read_bytes()
    return dict(sorted(found.items()))


def digest(content):
    """Name a content by its SHA-256 in hexadecimal; of a notebook, without what Jupyter writes when it is only opened.

    On opening, Jupyter puts the kernel's name and version into a notebook, and soon saves that by itself. Nobody has
    changed such a notebook. Everything else counts: cells, outputs, and all other metadata.

    Examples
    --------
    >>> shipped = b'{"cells": [], "metadata": {}}'
    >>> opened = b'{"cells": [], "metadata": {"language_info": {"version": "3.11.7"}}}'
    >>> ran = b'{"cells": [1], "metadata": {}}'
    >>> digest(shipped) == digest(opened), digest(shipped) == digest(ran)
    (True, False)
    """
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):  # no notebook
        notebook = json.loads(content)
        about = {key: value for key, value in notebook["metadata"].items() if key not in _JUPYTERS_OWN}
        content = json.dumps({"cells": notebook["cells"], **notebook, "metadata": about}, sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()


def text_digest(content):
    """Name what people wrote into a notebook: of its cells the type, text, tags and attachments, in order.

    Running, folding and trusting a notebook leave it the same. Cells without text do not count, for Shift+Enter in the
    last cell adds one. None for what is no notebook.

    Examples
    --------
    >>> shipped = b'{"cells": [{"cell_type": "code", "source": "1 + 1", "outputs": []}]}'
    >>> ran = b'{"cells": [{"cell_type": "code", "source": ["1 + 1"], "outputs": ["2"]}, {"source": []}]}'
    >>> edited = b'{"cells": [{"cell_type": "code", "source": "1 + 2", "outputs": []}]}'
    >>> text_digest(shipped) == text_digest(ran), text_digest(shipped) == text_digest(edited)
    (True, False)
    """
    try:
        cells = [("".join(cell["source"]), cell.get("attachments") or {}, cell.get("cell_type"),
                  cell.get("metadata", {}).get("tags") or []) for cell in json.loads(content)["cells"]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    written = [cell for cell in cells if cell[0].strip() or cell[1]]
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()


def content_digest(path, digest=digest):
    """Digest of a plain file; None if nothing is there; ``"?"`` for a folder, a link, or what cannot be read."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return "?"
        return digest(Path(path).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError:
        return "?"


def complete(folder, content):
    """Write a whole file, down to the disk, under a name that nobody looks for, and return its path.

    `folder` is on the same disk as the place where the file is to go.
    """
    path = folder / secrets.token_hex(8)
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(handle, view):]
        os.fsync(handle)
    finally:
        os.close(handle)
    return path


def place(source, target):
    """Move a file to a name that is free; False, and nothing moved, if the name is taken.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     new, mine = Path(folder, "new"), Path(folder, "mine")
    ...     _ = new.write_text("new"), mine.write_text("mine")
    ...     place(new, mine), mine.read_text(), place(new, Path(folder, "free"))
    (False, 'mine', True)
    """
    try:
        if os.name == "nt":  # renames there refuse a name that is taken
            patiently(os.rename, source, target)
            return True
        os.link(source, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links, such as a USB stick's
        if os.path.lexists(target):
            return False
        os.rename(source, target)
        return True
    drop(source)
    return True


def drop(path):
    """Delete one file, a read-only one on Windows included."""
    try:
        patiently(os.unlink, path)
    except PermissionError:
        os.chmod(path, stat.S_IWRITE)
        os.unlink(path)


def patiently(action, *arguments):
    """Call ``action(*arguments)``; on Windows, where a virus scanner may hold a file for a moment, try a few times."""
    for pause in (.05, .1, .2, .4, .8) if os.name == "nt" else ():
        try:
            return action(*arguments)
        except PermissionError:
            time.sleep(pause)
    return action(*arguments)
