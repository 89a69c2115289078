"""An instructor's nbgrader on the class's hub; comes before notebooks/exercises/nbgrader_config.py, with the rest."""

import datetime
import glob
import os
import pwd
import shutil
from pathlib import Path

from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import ignore_patterns

c = get_config()  # noqa: F821 (traitlets provides it)


def _owner(path):
    try:
        return pwd.getpwuid(os.lstat(path).st_uid).pw_name
    except KeyError:
        return "unknown"


def _text(path):
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


class Collect(ExchangeCollect):
    """Collecting from a folder into which any student can write anything.

    nbgrader believes the name and the time that a submission bears, follows links, and ends at the first folder that it
    cannot read. Here a submission belongs to who owns its folder, so nobody hands in for another; links stay behind, so
    that none brings along a file that only an instructor may read; and what cannot be collected keeps nobody else's
    work away.
    """

    def _path_to_record(self, path):
        owner = _owner(path)
        try:
            record = super()._path_to_record(path)
        except (ExchangeError, ValueError, OverflowError):
            self.log.warning("%s of %s bears no time; every other submission of theirs goes before it", path, owner)
            record = {"username": owner, "filename": os.path.basename(path), "timestamp": datetime.datetime(1970, 1, 1)}
        if owner != record["username"]:
            self.log.warning("%s was handed in by %s and is collected as theirs", path, owner)
        return record | {"username": owner}

    def do_copy(self, src, dest, log=None):
        most = 1000 * self.coursedir.max_dir_size
        try:
            if os.path.islink(src) or not os.path.isdir(src):
                raise RuntimeError("it is no folder")
            if self.get_size(src) > most:
                raise RuntimeError(f"it has more than {most} bytes")
            leave = ignore_patterns(exclude=self.coursedir.ignore, include=self.coursedir.include,
                                    max_file_size=self.coursedir.max_file_size, log=self.log)
            shutil.copytree(src, dest, symlinks=True, ignore=leave)
        except (OSError, RuntimeError, ValueError) as error:
            self.log.error("Of %s, not all can be collected: %s", src, error)
        for path in [Path(dest), *Path(dest).rglob("*")] if os.path.isdir(dest) else []:
            if path.is_symlink():
                self.log.warning("%s is a link and is left out", path)
                path.unlink()
            else:  # for all instructors, and for nobody else
                path.chmod((0o2770 if path.is_dir() else 0o660))


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Giving back although somebody has handed in without the key by which nbgrader names a student's page.

    nbgrader ends at the first who has, and gives nothing to the rest. Here the rest get theirs. A key that was not
    carried through the grading is taken from what was collected, if that is still the submission that was graded.
    """

    def copy_files(self):
        without = set(filter(None, self.coursedir.student_id_exclude.split(",")))
        for place in {Path(page).parent for page in glob.glob(os.path.join(self.src_path, "*.html"))}:
            student = place.parent.name
            where = (self.coursedir.submitted_directory, student, self.coursedir.assignment_id)
            collected = Path(self.coursedir.format_path(*where))
            key, time = place / "submission_secret.txt", place / "timestamp.txt"
            same = _text(time) and _text(time) == _text(collected / time.name)
            if not key.is_file() and same and _text(collected / key.name):
                key.write_text(_text(collected / key.name), encoding="utf-8")
            if not (_text(key) and _text(time)):
                self.log.warning("%s handed in without nbgrader's Submit, so the page stays here: %s", student, place)
                without.add(student)
        self.coursedir.student_id_exclude = ",".join(sorted(without))
        super().copy_files()


c.Exchange.root = os.environ["COURSE_HUB_EXCHANGE"]
c.CourseDirectory.groupshared = True  # all instructors see and grade the same
c.ExchangeFactory.collect = Collect
c.ExchangeFactory.release_feedback = ReleaseFeedback
