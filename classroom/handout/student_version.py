"""The student's version of an exercise: nbgrader's own release, the same bytes every time, kept in a cache.

nbgrader takes solutions and hidden tests out; nothing here parses them. nbgrader is imported only when an exercise
has changed, because importing it costs a second that a student would wait at every start.
"""

import hashlib
import importlib.metadata
import io
import logging
import os
import tempfile
import zipfile
import zlib
from copy import deepcopy
from pathlib import Path

from classroom.handout.files import course_files

__all__ = ["ReleaseError", "load_config", "release", "released"]


class ReleaseError(RuntimeError):
    """An exercise that nbgrader refuses to release; the message names the exercise and the reason."""


def load_config(path):
    """Load nbgrader's settings, a `traitlets.config.Config`, from an ``nbgrader_config.py``."""
    from traitlets.config import PyFileConfigLoader

    if not path.is_file():
        raise ValueError(f"there is no file {path} with nbgrader's settings")
    return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()


def release(source, settings=None):
    """Make the student's version of one exercise with nbgrader: no solution, hidden test, output or widget state.

    The same source gives the same bytes, by path relative to `source`, the exercise's folder; nothing is written
    beside it, and no gradebook is touched. nbgrader's `settings` (see `load_config`) apply, except for places.
    ReleaseError if nbgrader refuses the exercise, for example for a solution that does not end.
    """
    from nbgrader.converters import GenerateAssignment
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = deepcopy(settings or Config())
    with tempfile.TemporaryDirectory(prefix="release-") as scratch:
        # nbgrader reads source/<assignment> and copies what lies beside the notebooks: give it just the course's files
        for name, content in course_files(source).items():
            copy = Path(scratch, "source", source.name, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
        config.CourseDirectory = Config(
            root=os.path.abspath(scratch), course_id="release", assignment_id=source.name, source_directory="source",
            release_directory="release", db_url="sqlite://")
        config.SaveCells.enabled = False
        config.GenerateAssignment.no_database = True
        log, heard = logging.Logger("release"), io.StringIO()
        log.addHandler(logging.StreamHandler(heard))
        try:
            GenerateAssignment(coursedir=CourseDirectory(config=config), config=config, log=log).start()
        except (Exception, SystemExit) as error:
            last = [line for line in heard.getvalue().splitlines() if line.strip()][-3:]
            raise ReleaseError(f"exercise {source.name} cannot be released: {error} ({' / '.join(last)})") from error
        return course_files(Path(scratch, "release", source.name))


def _key(source, config_file):
    digest = hashlib.sha256(importlib.metadata.version("nbgrader").encode())
    for path in (Path(__file__), Path(__file__).with_name("one_line.py"), config_file):
        digest.update(path.read_bytes() if path.is_file() else b"")
    for name, content in course_files(source).items():
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:20]


def released(exercises, cache):
    """Give the student's version of every exercise, by ``EXERCISE/FILE``; what has not changed comes from a cache.

    `exercises` has a folder for each and, if wanted, ``nbgrader_config.py``; `cache` keeps one zip file for each, named
    by the content it was made from. Besides, give a sentence for each that nbgrader refused; the others are there.
    """
    files, refused = {}, []
    config_file = exercises / "nbgrader_config.py"
    folders = exercises.iterdir() if exercises.is_dir() else []
    for source in sorted(path for path in folders if path.is_dir() and path.name[:1] not in "._"):
        if not any(source.glob("*.ipynb")):
            continue
        kept = cache / f"{source.name}.{_key(source, config_file)}.zip"
        try:
            with zipfile.ZipFile(kept) as pack:
                content = {name: pack.read(name) for name in pack.namelist()}
        except (OSError, zipfile.BadZipFile, zlib.error):
            try:
                content = release(source, load_config(config_file) if config_file.is_file() else None)
            except ReleaseError as error:
                refused.append(str(error))
                continue
            _keep(kept, content)
        files.update((f"{source.name}/{name}", data) for name, data in content.items())
    return files, refused


def _keep(kept, content):
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=kept.parent, suffix=".new", delete=False) as new, \
            zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in content.items():
            pack.writestr(name, data)
    os.replace(new.name, kept)
    exercise = kept.name.rsplit(".", 2)[0]
    for old in kept.parent.glob("*.zip"):
        if old != kept and old.name.rsplit(".", 2)[0] == exercise:
            old.unlink(missing_ok=True)
