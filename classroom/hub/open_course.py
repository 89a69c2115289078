"""Start a user's server; it runs as that user. Her files stay hers, her lessons are up to date, her memory has a bound.

    python classroom/hub/open_course.py [options of jupyterhub-singleuser]

A student gets her own copy of the lessons in ~/course; later starts bring new and changed ones, and never overwrite a
file that she changed. Exercises come from nbgrader's Assignment list.
"""

import os
import resource
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 1000


def bring_lessons(lessons, course):
    """Bring the lessons into a student's copy, without what is the instructor's: that is closed to students anyway.

    Parameters
    ----------
    lessons : pathlib.Path
        The course's ``notebooks/``.
    course : pathlib.Path

    Returns
    -------
    list of str
        What was done, one sentence each.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("a.ipynb", "exercises/a/a.ipynb"):
    ...         _ = Path(folder, "notebooks", name).parent.mkdir(parents=True, exist_ok=True)
    ...         _ = Path(folder, "notebooks", name).write_bytes(b"{}")
    ...     bring_lessons(Path(folder, "notebooks"), Path(folder, "course"))
    ...     [path.name for path in sorted(Path(folder, "course").iterdir()) if path.name[0] != "."]
    ['1 new file: a.ipynb.']
    ['a.ipynb', 'exercises']
    """
    from classroom.handout import handout

    report = handout.hand_out(handout.lessons(lessons), course)
    (course / "exercises").mkdir(exist_ok=True)
    return report.sentences()


def main():
    student = os.environ.get("COURSE_HUB_ROLE") != "teach"
    os.umask(0o077 if student else 0o007)  # instructors share grades; nobody shares with students
    os.chdir(Path.home())
    if student:
        for sentence in bring_lessons(ROOT / "notebooks", Path.home() / "course"):
            print(sentence, flush=True)
    most = int(os.environ.get("MEM_LIMIT") or 0)  # the hub's Spawner.mem_limit
    if most:  # of one process's addresses; a kernel is a process of its own
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    if student:  # all processes and threads of this user together: a flood drowns nobody else
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    os.execv(sys.executable, [sys.executable, "-m", "jupyterhub.singleuser", *sys.argv[1:]])


if __name__ == "__main__":
    main()
