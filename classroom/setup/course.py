"""The course's folder on this computer: its places, its log, its commands, one start at a time."""

import contextlib
import errno
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback

from classroom.setup.troubles import WINDOWS, Stop, explain, explain_os_error, proxies, say

__all__ = ["Course", "Progress", "become"]

SPACE = {"requirements.lock": 1500, os.path.join("tests", "requirements.lock"): 2500}  # MB, downloads included
# Settings of the user's other Pythons and Jupyters, which must not reach this course
FOREIGN = re.compile(r"(JUPYTER|IPYTHON|PYTHON(PATH|HOME|STARTUP|USERBASE|DONTWRITEBYTECODE)$|CONDA_|VIRTUAL_ENV|MPL|"
                     r"PIP_(USER|TARGET|PREFIX|ROOT|REQUIRE_VIRTUALENV|PYTHON)$|"
                     r"UV_(PYTHON|SYSTEM_PYTHON|TARGET|PREFIX|PROJECT_ENVIRONMENT|CONSTRAINT|OVERRIDE|OFFLINE|"
                     r"NO_BINARY)$)")


class Progress:
    """One line that tells what is being done and for how long; on a terminal it is rewritten in place."""

    TELLING = re.compile(r"\s*(Downloading [^\s(]+( \([^)]*\))?|(Prepared|Installed|Resolved) \d+ .*|"
                         r"Collecting [^\s(]+|Setting up [^\s(]+)")

    def __init__(self, terminal):
        self.terminal, self.since, self.text, self.shown = terminal, time.time(), "", 0

    def line(self, printed):
        told = self.TELLING.match(printed)
        if told:
            self.text = told.group(1)[:60]
            if not self.terminal:
                say("      " + self.text)
        self.tick()

    def tick(self):
        if self.terminal:
            text = f"      {time.time() - self.since:.0f} s  {self.text}"
            print("\r" + text.ljust(self.shown), end="", flush=True)
            self.shown = len(text)

    def done(self):
        if self.terminal and self.shown:
            print("\r" + " " * self.shown + "\r", end="", flush=True)


class Course:
    """The folder `root`; `lock` is the list of packages that is wanted there."""

    def __init__(self, root, lock="requirements.lock"):
        self.root = root
        self.lock = lock
        self.space = SPACE[lock]
        self.venv = os.path.join(root, ".venv")
        self.python = os.path.join(self.venv, *(("Scripts", "python.exe") if WINDOWS else ("bin", "python")))
        self.uv = os.path.join(os.path.dirname(self.python), "uv.exe" if WINDOWS else "uv")
        self.stamp = os.path.join(self.venv, "course-stamp.json")
        self.build = os.path.join(root, "build")
        self.log_file = os.path.join(self.build, "start.log")

    def stop(self, sentence, place=None):
        """Give the end with a sentence of `troubles`, its gaps filled in."""
        return Stop(sentence.format(space=self.space, place=place or self.root, proxy=proxies(),
                                    python=f"Python {sys.version.split()[0]}, {sys.platform}"))

    def fail(self, printed):
        """End with the sentence for what a failed installation printed."""
        sentence = explain(printed)
        raise self.stop(sentence) if sentence else Stop(
            "The packages could not be installed; start again, and if that does not help, show somebody this file: "
            + self.log_file)

    def log(self, text):
        with contextlib.suppress(OSError), open(self.log_file, "a", encoding="utf-8", errors="replace") as log:
            log.write(text.rstrip("\n") + "\n")

    def run(self, command, show=False, **more):
        """Run a command to its end, all it prints in the log; return its exit code and what it printed."""
        self.log("\n{}$ {}".format(time.strftime("%Y-%m-%d %H:%M:%S "), " ".join(command)))
        environment = dict(self.environment(), **more)
        progress = Progress(sys.stdout.isatty()) if show else None
        try:
            child = subprocess.Popen(command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                     errors="replace")
        except OSError as error:
            self.log(str(error))
            return 1, str(error)
        lines, printed = queue.Queue(), []

        def read():
            for line in child.stdout:
                lines.put(line)
            lines.put(None)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            while True:
                try:
                    line = lines.get(timeout=.3)
                except queue.Empty:
                    line = ""
                if line is None:
                    break
                if line:
                    printed.append(line)
                    self.log(line)
                if progress:
                    progress.line(line)
            return child.wait(), "".join(printed)
        finally:
            if progress:
                progress.done()
            if child.poll() is None:  # Ctrl-C, or an error of ours: leave nobody behind
                child.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(10)
                if child.poll() is None:
                    child.kill()
            reader.join(5)
            if not reader.is_alive():  # a grandchild may hold the pipe still
                child.stdout.close()

    def environment(self):
        """This process's environment without what belongs to other Pythons; only children see it."""
        clean = {name: value for name, value in os.environ.items() if not FOREIGN.match(name)}
        clean.update(PYTHONUTF8="1", PIP_USER="0", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1",
                     UV_NO_PROGRESS="1", UV_PYTHON_DOWNLOADS="never", VIRTUAL_ENV=self.venv,
                     MPLCONFIGDIR=os.path.join(self.build, "matplotlib"),
                     PATH=os.pathsep.join([os.path.dirname(self.python), clean.get("PATH", os.defpath)]))
        if WINDOWS:  # in a cloud folder such as OneDrive, hard links to uv's cache fail
            clean.setdefault("UV_LINK_MODE", "copy")
        return clean

    def remove_venv(self):
        if not os.path.lexists(self.venv):
            return
        try:
            if os.path.isdir(self.venv) and not os.path.islink(self.venv):
                shutil.rmtree(self.venv)
            else:
                os.unlink(self.venv)
        except PermissionError:
            self.log(traceback.format_exc())
            if WINDOWS:
                raise Stop("The course is still open in another window: close it, then start again.") from None
            raise

    @contextlib.contextmanager
    def alone(self):
        """Hold this folder's lock, until this process ends, however it does; explain errors of the file system."""
        try:
            self.begin()
            with open(os.path.join(self.build, "start.lock"), "a+b") as lock:
                told = False
                while not try_lock(lock):
                    if not told:
                        say("Another start of the course is at work in this folder; waiting for it ...")
                        told = True
                    time.sleep(.3)
                yield
        except OSError as error:
            self.log(traceback.format_exc())
            sentence = explain_os_error(error)
            if sentence is None:
                raise
            raise self.stop(sentence, error.filename) from None

    def begin(self):
        """Make the folder for products, start the log, and see that both can be written."""
        if os.path.expandvars(self.root) != self.root:
            raise Stop(f"The name of the folder {self.root} has a part that programs take for a variable (with $ or "
                       "%): give the folder another name, then start again.")
        os.makedirs(self.build, exist_ok=True)
        with contextlib.suppress(OSError):
            if os.path.getsize(self.log_file) > 2 * 2**20:
                os.replace(self.log_file, self.log_file + ".old")
        with open(self.log_file, "a", encoding="utf-8"):
            pass


def try_lock(file):
    """Lock an open file for this process; False if another holds it. Where files cannot be locked, there is no lock."""
    try:
        if WINDOWS:
            import msvcrt
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def become(command, environment, folder):
    """Go on as another program; return its exit code where a process cannot turn into another (Windows)."""
    sys.stdout.flush()
    os.chdir(folder)
    if not WINDOWS:
        os.execve(command[0], command, environment)
    child = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the child, which asks back; then we end with it
    return child.wait()
