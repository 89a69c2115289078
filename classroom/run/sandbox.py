"""A place where a student's code can run and reach nothing: bubblewrap's, on Linux; elsewhere, what is missing is said.

Inside, there is no network, no other process, and of the disk only programs, the packages, `coursekit` and
`classroom.inside`, all read-only; what is written goes to a little memory that ends with the process. No submission,
gradebook or source of the course exists.
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["Limits", "Sandbox", "find"]

MEGABYTE = 2**20
HOME, HANDED_IN = "/student", "/handed-in"
FIRST_USER = 64_000  # of a range that no system hands out; only where the grader is root
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Limits:
    """What one student's run may use; each is > 0."""

    cell: float = 30.0  # seconds on the clock for one cell
    student: float = 300.0  # and for all cells of a student with the start
    grace: float = 8.0  # seconds that a cell has beyond its time, to be interrupted and to answer
    memory: int = 4096 * MEGABYTE  # of address space of one process, and of memory of all of a student's together
    file: int = 64 * MEGABYTE
    disk: int = 64 * MEGABYTE  # each writable folder in the sandbox
    processes: int = 128  # and threads at a time, in the sandbox only
    open_files: int = 256  # of one process
    text: int = 200_000  # characters of output kept of one cell

    def __post_init__(self):
        for name, value in asdict(self).items():
            if not isinstance(value, (int, float)) or isinstance(value, bool):
                raise TypeError(f"{name} must be a number, got {value!r}")
            if not value > 0:
                raise ValueError(f"{name} must be > 0, got {value}")


@dataclass(frozen=True)
class Sandbox:
    """The way to start a student's process on this computer; `find` gives the best one."""

    bwrap: str | None  # path of a bubblewrap that works here
    reason: str = ""  # why there is none

    @property
    def closed(self):
        """Whether student code is shut in."""
        return self.bwrap is not None

    def unprotected(self):
        """Say what is not protected, one sentence each; nothing if all is.

        Examples
        --------
        >>> Sandbox(None, "bubblewrap is not installed").unprotected()[0]
        'Student code runs WITHOUT a sandbox: bubblewrap is not installed.'
        """
        if self.closed:
            return []
        linux = sys.platform.startswith("linux")
        return [f"Student code runs WITHOUT a sandbox: {self.reason}.",
                "Not protected: every file that you may read or write, the course, the gradebook and other students' "
                "work included; the network; programs that are started and left behind; a flood of processes.",
                "Still bounded: time, memory of each process, size of each file, output." if linux else
                "Still bounded: time and output; memory is watched, and a student stopped, twice a second.",
                "To be safe, grade on Linux with bubblewrap (Debian, Ubuntu: sudo apt install bubblewrap), or on a "
                "computer that holds nothing else."]

    def user(self, slot):
        """Give the number of the user a run should become; None where it stays who it is.

        Root is nobody's ordinary user: limits on processes do not hold for it. So each run at a time gets a number of
        its own, and a flood of processes in one cannot use up those of another.
        """
        return FIRST_USER + slot if self.closed and os.name == "posix" and os.getuid() == 0 else None

    def _as_nobody(self, slot):
        """Give the beginning of a command that makes root's run an ordinary user's, who can make no namespaces."""
        user = self.user(slot)
        if user is None or not shutil.which("setpriv") or not _knows(self.bwrap, "--disable-userns"):
            return []
        return [shutil.which("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs",
                self.bwrap, "--unshare-user", "--disable-userns", "--die-with-parent", "--dev-bind", "/", "/", "--"]

    def command(self, program, handed_in, limits, slot=0):
        """Give the command that starts a Python program shut in.

        Parameters
        ----------
        program : list of str
            Arguments of this Python.
        handed_in : pathlib.Path
            Folder of files for the run; read-only inside, as `HANDED_IN`.
        limits : Limits
        slot : int
            Number of the run among those at work at the same time.
        """
        python = [sys.executable, "-P", "-B", *program]
        if not self.closed:
            return python
        wrap = [self.bwrap, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
                "--die-with-parent", "--new-session", "--clearenv"]
        if os.getuid() != 0:
            wrap += ["--unshare-user"] + (["--disable-userns"] if _knows(self.bwrap, "--disable-userns") else [])
        wrap += ["--proc", "/proc", "--dev", "/dev"]
        for place in ("/tmp", HOME, "/dev/shm"):  # first: the course itself may lie in /tmp
            wrap += [*_sized(self.bwrap, limits.disk), "--perms", "1777", "--tmpfs", place]
        for place in _readable():
            for parent in reversed(Path(place).parents[:-1]):  # bubblewrap itself would make them for root's eyes only
                wrap += ["--perms", "0755", "--dir", str(parent)]
            wrap += ["--symlink", os.readlink(place), place] if os.path.islink(place) else ["--ro-bind", place, place]
        wrap += ["--ro-bind", str(handed_in), HANDED_IN, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME]
        for name, value in environment(HOME).items():
            wrap += ["--setenv", name, value]
        return [*wrap, "--", *self._as_nobody(slot), *python]


def environment(home):
    """Give the variables of a student's process: none of the grader's own, and one thread for each library.

    Examples
    --------
    >>> environment("/student")["HOME"]
    '/student'
    """
    own = ("SYSTEMROOT", "WINDIR", "TZ")
    libraries = ("OMP_NUM", "OPENBLAS_NUM", "MKL_NUM", "VECLIB_MAXIMUM", "NUMEXPR_NUM")
    return {**{name: os.environ[name] for name in own if name in os.environ},
            **{f"{name}_THREADS": "1" for name in libraries},
            "PATH": os.pathsep.join([os.path.dirname(sys.executable), "/usr/local/bin", "/usr/bin", "/bin"]),
            "HOME": home, "USERPROFILE": home, "USER": "student", "TMPDIR": "/tmp" if home == HOME else home,
            "LANG": "C.UTF-8", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1",
            "PIP_NO_INDEX": "1", "UV_OFFLINE": "1",  # no student's "pip install" changes the grader's own packages
            "NBGRADER_EXECUTION": "autograde", "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "MPLCONFIGDIR": os.path.join(home, ".matplotlib"), "IPYTHONDIR": os.path.join(home, ".ipython")}


def find(search=shutil.which):
    """Find a sandbox that works here, by trying it; `search` gives the path of a program by its name, or None.

    Examples
    --------
    >>> find(search=lambda name: None).closed
    False
    """
    if not sys.platform.startswith("linux"):
        return Sandbox(None, f"there is none for this system ({sys.platform})")
    bwrap = search("bwrap")
    if bwrap is None:
        return Sandbox(None, "bubblewrap is not installed")
    trial = Sandbox(bwrap)
    try:
        command = trial.command(["-c", "print('shut in')"], Path(os.devnull), Limits())
        done = subprocess.run(command, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, text=True)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Sandbox(None, f"bubblewrap does not run here ({error})")
    if done.returncode != 0 or done.stdout.strip() != "shut in":
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return Sandbox(None, f"bubblewrap may not be used here ({last})")
    return trial


@functools.cache
def _knows(bwrap, option):
    done = subprocess.run([bwrap, "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return option + " " in done.stdout + done.stderr


def _sized(bwrap, most):
    return ["--size", str(most)] if _knows(bwrap, "--size") else []


def _readable():
    """Give the places a Python with the course's packages needs, outermost first."""
    system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/alternatives",
              "/etc/fonts", "/etc/localtime", "/var/cache/fontconfig"]
    own = [sys.base_prefix, sys.prefix, sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    # The package and its tables, not the folder they lie in: that has the exercises' source, with hidden tests.
    # Of the classroom it has what runs beside the student's code, and not what it is judged by.
    course = [str(place) for place in (ROOT / "coursekit", ROOT / "classroom" / "inside", ROOT / "data")]
    chosen = []
    for place in [*system, *map(os.path.abspath, own), *course]:
        inside = any(Path(place).is_relative_to(other) for other in chosen)
        if os.path.lexists(place) and not inside:
            chosen.append(place)
    return chosen
