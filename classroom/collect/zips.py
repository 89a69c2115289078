"""Folders and zip files with a class's work: every plain file in them, bounded, and nothing that points elsewhere."""

import os
import re
import stat
import zipfile
from pathlib import Path
from typing import NamedTuple

__all__ = ["MOST_BYTES", "MOST_FILES", "OF_NBGRADER", "Stray", "entries", "unpacked"]

MOST_BYTES, MOST_FILES = 20 * 2**20, 200  # of one student
OF_NBGRADER = ("timestamp.txt", "submission_secret.txt")  # files that came with a submission through its exchange
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}


class Stray(NamedTuple):
    """Something handed in that is left out: what it is, and why."""

    what: str
    why: str

    def __str__(self):
        return f"{self.what}: {self.why}"


def _unwanted(name):
    return name in LEFT_OUT or name.startswith("._")  # "._a" is what macOS keeps about "a"


def entries(source):
    """Find every plain file of a folder or zip file.

    Parameters
    ----------
    source : pathlib.Path or file object
        A file object is taken for a zip file.

    Returns
    -------
    list of (str, int, callable)
        Path with ``/`` between its parts, bytes it says it has, and a function that reads it. Of what should be a file
        and is none: path, None, and what it is.
    list of Stray
        What was left out and is nobody's.

    Raises
    ------
    ValueError
        If it is neither a folder nor a zip file.
    """
    if isinstance(source, Path) and source.is_dir():
        return _of_folder(source)
    if not zipfile.is_zipfile(source):
        raise ValueError(f"{source} is neither a folder nor a zip file")
    return _of_zip(source)


def _of_folder(source):
    found = []
    for folder, folders, names in os.walk(source):
        linked = {name for name in folders if os.path.islink(os.path.join(folder, name))}
        folders[:] = sorted(name for name in folders if not _unwanted(name) and name not in linked)
        for name in sorted(name for name in [*names, *linked] if not _unwanted(name)):
            path = Path(folder, name)
            about, place = os.lstat(path), _place(path, source)
            if stat.S_ISREG(about.st_mode):
                found.append((place, about.st_size, path.read_bytes))
            else:
                link = stat.S_ISLNK(about.st_mode)
                found.append((place, None, f"{'a link' if link else 'a pipe, a socket or a device'} and no file"))
        found += [(_place(Path(folder, name), source), None, "a folder and no file")
                  for name in folders if name.lower().endswith(".ipynb")]
    return found, []


def _place(path, source):
    """Give a path within a folder as text that can be written anywhere, whatever bytes are in it."""
    return path.relative_to(source).as_posix().encode("utf-8", "replace").decode()


def _of_zip(source):
    try:
        pack = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise ValueError(f"{source} is a zip file that cannot be read ({error})") from error
    found, left_out = [], []
    for about in pack.infolist():
        parts = [part for part in re.split(r"[/\\]", about.filename) if part not in ("", ".")]
        folder, mode = about.is_dir() or about.filename.endswith("\\"), about.external_attr >> 16
        if not parts or any(map(_unwanted, parts)) or folder and not parts[-1].lower().endswith(".ipynb"):
            continue
        if ".." in parts or re.match(r"[/\\]|[A-Za-z]:", about.filename):
            left_out.append(Stray(repr(about.filename[:200]), "points outside of the zip file, left out"))
        elif folder or stat.S_ISLNK(mode):
            found.append(("/".join(parts), None, f"{'a folder' if folder else 'a link'} and no file"))
        else:
            found.append(("/".join(parts), about.file_size, lambda about=about: _read(pack, about)))
    return found, left_out


def _read(pack, about):
    with pack.open(about) as packed:
        content = packed.read(MOST_BYTES + 1)  # a packed file may lie about its size
    if len(content) > MOST_BYTES:
        raise ValueError("it unpacks to more than it says")
    return content


def _rank(name, lesson):
    kind = 0 if name.lower().endswith(".ipynb") else 1 if name in OF_NBGRADER or name.endswith(".zip") else 2
    return name != f"{lesson}.ipynb", kind, lesson not in name.rsplit("/", 1)[-1]


def unpacked(files, lesson):
    """Read files that `entries` found, within the bounds of one student; give them, and sentences about the others.

    What may be the notebook of `lesson`, or hold it, is read first: no number of other files can crowd it out.
    """
    found, total = {}, 0
    notes = [f"{name[:100]} is {what} and was left out." for name, size, what in files if size is None]
    files = sorted((one for one in files if one[1] is not None), key=lambda one: _rank(one[0], lesson))
    for name, size, content in files[:MOST_FILES]:
        if total + size > MOST_BYTES:
            notes.append(f"{name[:100]} is too large ({size} bytes) and was left out.")
            continue
        try:
            read = content()
        except Exception as error:  # a damaged or hostile entry spoils no other
            notes.append(f"{name[:100]} could not be read and was left out ({error}).")
            continue
        if name in found and found[name] != read:
            notes.append(f"{name[:100]} was handed in twice; the last one was taken.")
        found[name] = read
        total += len(read)
    if len(files) > MOST_FILES:
        notes.append(f"{len(files) - MOST_FILES} files beyond the first {MOST_FILES} were left out.")
    return found, notes
