# -*- coding: utf-8 -*-
"""Set up and open the course; nothing but Python itself is needed.

    python start.py                 open the course (the first start installs what it needs)
    python start.py test            run the course's tests; what follows goes to pytest
    python start.py teach           open the instructor's source with nbgrader's tools
    python start.py present ...     open a lesson in large type for a class, e.g. present 03_sanitizers
    python start.py grade ...       grade what a class handed in, e.g. grade 02_randomized_response FOLDER_OR_ZIP
    python start.py nbgrader ...    one nbgrader command, e.g. nbgrader autograde 02_randomized_response

Options after `python start.py`, `teach` and `present` go to JupyterLab, e.g. --no-browser --port=9999.
Everything stays in this folder: .venv/ (packages), course/ (your copy), build/ (all else, with a log).
"""
from __future__ import print_function

import sys

NEEDED = (3, 11)


def too_old(version):
    """The sentence for a Python that is too old; None for one that is not."""
    if tuple(version[:2]) >= NEEDED:
        return None
    return ("Python {}.{} or newer is needed, this is {}.{}: install a newer one, then start again with it."
            .format(NEEDED[0], NEEDED[1], version[0], version[1]))


if too_old(sys.version_info):
    sys.exit(too_old(sys.version_info))

# Below, Python 3.11 runs; but the whole file must still be *read* by old ones, down to 2.7, for the sentence above to
# be seen: no f-strings, no annotations, no keyword-only arguments.

import contextlib
import errno
import hashlib
import json
import os
import queue
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
import traceback

WINDOWS, LINUX = os.name == "nt", sys.platform.startswith("linux")
SPACE = {"requirements.lock": 1500, os.path.join("tests", "requirements.lock"): 2500}  # MB, downloads included
LONGEST_PATH = 170  # of a file in .venv, counted from this folder; Windows stops at 260 unless told otherwise
# Settings of the user's other Pythons and Jupyters, which must not reach this course
FOREIGN = re.compile(r"(JUPYTER|IPYTHON|PYTHON(PATH|HOME|STARTUP|USERBASE|DONTWRITEBYTECODE)$|CONDA_|VIRTUAL_ENV|MPL|"
                     r"PIP_(USER|TARGET|PREFIX|ROOT|REQUIRE_VIRTUALENV|PYTHON)$|"
                     r"UV_(PYTHON|SYSTEM_PYTHON|TARGET|PREFIX|PROJECT_ENVIRONMENT|CONSTRAINT|OVERRIDE|OFFLINE|"
                     r"NO_BINARY)$)")

NO_SPACE = "The disk is full: free some space ({} MB are needed), then start again; nothing is lost."
NO_NETWORK = ("No connection to the internet: the first start downloads the course's packages (about 200 MB). "
              "Connect, then start again; nothing is lost.")
NO_WRITING = "This folder may not be written ({}): move the course to a folder of your own, then start again."
TROUBLES = [  # what a failed installation printed, and what it means, most telling first
    (r"no space left|os error 28\b|errno 28\b|os error 112\b|not enough space|disk quota|os error 122\b", NO_SPACE),
    (r"read-only file system|permission denied|access is denied|os error (5|13|30)\b|errno 13\b", NO_WRITING),
    (r"hash mismatch|do not match the hashes|don't match the hashes",
     "A downloaded package is not the one this course was tested with, so it was not installed: a filter in the "
     "network may have changed it. Try another network, then start again."),
    (r"certificate|unknownissuer|ssl error|sslerror",
     "The network does not let packages be downloaded securely (its certificate is not trusted): try another network."),
    (r"dns error|failed to lookup|name resolution|getaddrinfo|connect|timed out|time-?out|unreachable|proxy|tunnel|"
     r"error sending request|failed to fetch|could not fetch|no route|network", NO_NETWORK),
    (r"no wheels? (are|is|with|matching)|has no wheels|no matching distribution|no usable wheels|platform tag|"
     r"could not find a version|building .* is disabled",
     "The course's packages do not exist for this computer or this Python ({}): use a 64-bit Python 3.11 to 3.14."),
]


class Stop(Exception):
    """An end with one sentence for the reader."""


def explain(printed):
    """The sentence for a failed installation, from what it printed; None if it is not a known trouble."""
    for pattern, sentence in TROUBLES:
        if re.search(pattern, printed, re.IGNORECASE):
            return sentence
    return None


def explain_os_error(error, root, space):
    """The sentence for an error of the file system."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)) or getattr(error, "winerror", None) == 112:
        return NO_SPACE.format(space)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return NO_WRITING.format(error.filename or root)
    return None


def uv_pin(lock):
    """The lines of a lock that pin uv, with its hashes."""
    found = re.search(r"^uv==(?:.*\\\n)*.*\n", lock, re.MULTILINE)
    if not found:
        raise Stop("requirements.lock is damaged: it does not name uv. Fetch the course again.")
    return found.group(0)


def say(text):
    print(text, flush=True)


class Progress(object):
    """One line that tells what is being done and for how long; on a terminal it is rewritten in place."""

    TELLING = re.compile(r"\s*(Downloading [^\s(]+( \([^)]*\))?|(Prepared|Installed|Resolved) \d+ .*|"
                         r"Collecting [^\s(]+)")

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
            text = "      {:.0f} s  {}".format(time.time() - self.since, self.text)
            print("\r" + text.ljust(self.shown), end="", flush=True)
            self.shown = len(text)

    def done(self):
        if self.terminal and self.shown:
            print("\r" + " " * self.shown + "\r", end="", flush=True)


class Course(object):
    """The course's folder on this computer, and what is to be done in it."""

    def __init__(self, root, lock="requirements.lock"):
        self.root = root
        self.lock = lock
        self.space = SPACE[lock]
        self.venv = os.path.join(root, ".venv")
        self.python = os.path.join(self.venv, *(("Scripts", "python.exe") if WINDOWS else ("bin", "python")))
        self.stamp = os.path.join(self.venv, "course-stamp.json")
        self.build = os.path.join(root, "build")
        self.log_file = os.path.join(self.build, "start.log")

    # -- the log, and commands that go into it

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

    # -- the private environment

    def locked(self):
        """Digest of every requirements file by name."""
        digests = {}
        for name in SPACE:
            with open(os.path.join(self.root, name), "rb") as lock:
                digests[name] = hashlib.sha256(lock.read().replace(b"\r\n", b"\n")).hexdigest()
        return digests

    def read_stamp(self):
        try:
            with open(self.stamp, encoding="utf-8") as stamp:
                known = json.load(stamp)
            return known if isinstance(known, dict) else {}
        except (OSError, ValueError):
            return {}

    def write_stamp(self, **what):
        new = self.stamp + ".new"
        with open(new, "w", encoding="utf-8") as stamp:
            json.dump(dict(what, root=self.root), stamp, indent=1)
        os.replace(new, self.stamp)

    def probe(self):
        """Ask the private Python who it is: version, packages' folder, what is installed. None if it is not well."""
        ask = ("import json, os, sys, sysconfig; p = sysconfig.get_path('purelib');"
               "assert sys.prefix != sys.base_prefix; print(json.dumps(['%d.%d' % sys.version_info[:2], p,"
               "sorted(n for n in os.listdir(p) if n.endswith('.dist-info'))]))")
        try:
            told = subprocess.run([self.python, "-I", "-c", ask], capture_output=True, timeout=60,
                                  stdin=subprocess.DEVNULL)
            return json.loads(told.stdout) if told.returncode == 0 else None
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return None

    def ready(self):
        """Whether the environment is complete, and belongs to this folder."""
        stamp = self.read_stamp()
        if stamp.get("root") != self.root or stamp.get("locks", {}).get(self.lock) != self.locked()[self.lock]:
            return False
        told = self.probe()
        return (told is not None and told[0] == stamp.get("python") and set(stamp.get("packages", ())) <= set(told[2])
                and os.path.isfile(os.path.join(told[1], "coursekit.pth")))

    def prepare(self):
        """Make the private environment, or complete it; quick if there is nothing to do."""
        if self.ready():
            return
        self.log("\n=== {} Python {} on {} ===".format(time.ctime(), sys.version.split()[0], sys.platform))
        self.check_computer()
        say("Setting up the course in {} (once; it may take some minutes)".format(self.root))
        stamp, told = self.read_stamp(), self.probe()
        if told is None or stamp.get("root", self.root) != self.root:
            self.make_venv()
            told = self.probe()
            if told is None:
                raise Stop("A private Python could not be made in {} (see {}).".format(self.venv, self.log_file))
        # No lock named: until the end, this environment counts as unfinished
        self.write_stamp()
        how = self.get_uv()
        say("[3/4] Installing the packages")
        self.install(how)
        say("[4/4] Finishing")
        # Relative, so that no letter of the folder's name can be written in a wrong encoding
        with open(os.path.join(told[1], "coursekit.pth"), "w", encoding="ascii") as pth:
            pth.write(os.path.relpath(self.root, told[1]) + "\n")
        # matplotlib looks for fonts once, and says so: here, not in the first lesson
        self.run([self.python, "-c", "import matplotlib.font_manager"])
        if LINUX and self.lock != "requirements.lock":
            # A hub's students and a sandbox's submissions may not write here: the compiled files are made for them
            self.run([self.python, "-m", "compileall", "-q", "-j", "0", told[1], os.path.join(self.root, "coursekit"),
                      os.path.join(self.root, "classroom")])
        locks = self.locked()
        if self.lock == "requirements.lock":
            locks = {self.lock: locks[self.lock]}
        told = self.probe()
        if told is None:
            raise Stop("The installation did not end well (see {}): start again.".format(self.log_file))
        self.write_stamp(locks=locks, python=told[0], packages=told[2])

    def check_computer(self):
        if struct.calcsize("P") < 8:
            raise Stop("This is a 32-bit Python, and the course's packages need a 64-bit one: install that, start "
                       "again.")
        if WINDOWS and len(self.root) + LONGEST_PATH > 259 and not long_paths_allowed():
            raise Stop("The folder's path is too long for Windows ({} letters): move the course nearer to the top of "
                       "the disk, for example to C:\\course.".format(len(self.root)))
        free = shutil.disk_usage(self.root).free // 2**20
        needed = self.space if self.probe() is None else self.space // 3
        if free < needed:
            raise Stop("Too little space on the disk: {} MB are needed, {} MB are free. Free some, then start again."
                       .format(needed, free))

    def make_venv(self):
        say("[1/4] Making a private Python for the course (.venv)")
        own = os.path.normcase(sys.prefix) == os.path.normcase(self.venv)
        if own and WINDOWS:
            raise Stop("This is the course's own Python, which has to be renewed: open a new window and start again "
                       "there.")
        # uv, if it is there, moves over: with its cache it installs again even without a network
        uv = self.uv()
        kept = os.path.join(self.build, os.path.basename(uv))
        with contextlib.suppress(OSError):
            os.replace(uv, kept)
        if os.path.lexists(self.venv):
            try:
                if os.path.isdir(self.venv) and not os.path.islink(self.venv):
                    shutil.rmtree(self.venv)
                else:
                    os.unlink(self.venv)
            except OSError as error:
                self.log(traceback.format_exc())
                if WINDOWS and isinstance(error, PermissionError):
                    raise Stop("The course is still open in another window: close it, then start again.")
                raise
        # A venv is the same with and without pip but for seconds; and a Python without ensurepip makes it, too
        code, printed = self.run([self.base_python(), "-m", "venv", "--without-pip", self.venv])
        if code:
            sentence = explain(printed)
            if sentence in (NO_SPACE, NO_WRITING):
                raise Stop(sentence.format(self.space if sentence == NO_SPACE else self.root))
            raise Stop("This Python cannot make a private environment (see {}): install Python from python.org, or on "
                       "Debian and Ubuntu: sudo apt install python3-venv".format(self.log_file))
        with contextlib.suppress(OSError):
            os.replace(kept, uv)

    def uv(self):
        return os.path.join(os.path.dirname(self.python), "uv.exe" if WINDOWS else "uv")

    def base_python(self):
        own = os.path.normcase(sys.prefix) == os.path.normcase(self.venv)
        return getattr(sys, "_base_executable", sys.executable) if own else sys.executable

    def get_uv(self):
        """Find a way to install, the fast one first: the command's beginning up to `install`."""
        say("[2/4] Getting the installer (uv)")
        with open(os.path.join(self.root, "requirements.lock"), encoding="utf-8") as lock:
            pin = uv_pin(lock.read())
        inner = self.uv()
        with_uv = [inner, "pip", "install", "--python", self.python, "--no-build"]
        version = re.match(r"uv==([^\s;\\]+)", pin).group(1)
        if os.path.exists(inner) and version in self.run([inner, "--version"])[1].split():
            return with_uv
        asked = os.path.join(self.build, "uv.lock.txt")
        with open(asked, "w", encoding="ascii") as only_uv:
            only_uv.write(pin)
        with_pip, why = None, ""
        for pip in self.pips():
            code, printed = self.run(pip + ["install", "--require-hashes", "--no-deps", "--only-binary", ":all:",
                                            "--retries", "1", "--timeout", "20", "-r", asked], show=True)
            if code == 0 and self.run([inner, "--version"])[0] == 0:
                return with_uv
            with_pip, why = with_pip or pip + ["install", "--only-binary", ":all:"], why + printed
            if explain(printed) in (NO_SPACE, NO_WRITING, NO_NETWORK):
                break
        users = shutil.which("uv", path=os.environ.get("PATH"))
        if users and os.path.normcase(users) != os.path.normcase(inner):
            return [users] + with_uv[1:]
        if with_pip is None:
            raise Stop("This Python has neither pip nor ensurepip, so nothing can be installed: install Python from "
                       "python.org, or on Debian and Ubuntu: sudo apt install python3-venv")
        if explain(why) in (NO_SPACE, NO_WRITING, NO_NETWORK):
            self.fail(why)
        say("      uv cannot be had here; pip does it, more slowly")
        return with_pip

    def pips(self):
        """Every way to call a pip that installs into the private environment, the quickest first."""
        python = self.base_python()
        version = re.match(r"pip (\d+)\.(\d+)", self.run([python, "-m", "pip", "--version"])[1])
        if version and (int(version.group(1)), int(version.group(2))) >= (22, 3):  # the first with --python
            yield [python, "-m", "pip", "--python", self.python]
        inner = [self.python, "-m", "pip"]
        if self.run(inner + ["--version"])[0] == 0 or self.run([self.python, "-m", "ensurepip"])[0] == 0:
            yield inner

    def install(self, how):
        # without uv's own pin: uv is there already, or it cannot be had here at all
        with open(os.path.join(self.root, self.lock), encoding="utf-8") as lock:
            pins = lock.read()
        wanted = os.path.join(self.build, "packages.lock.txt")
        with open(wanted, "w", encoding="utf-8") as without_uv:
            without_uv.write(pins.replace(uv_pin(pins), ""))
        asked = ["--require-hashes", "-r", wanted]
        tries = [({}, how)]
        if "--no-build" in how:
            # second: a company's certificates; third: what an earlier start has left in uv's cache
            tries += [({"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}, how), ({}, how + ["--offline"])]
        first = None
        for more, command in tries:
            code, printed = self.run(command + asked, show=True, **more)
            if code == 0:
                return
            first = first or printed
            if explain(printed) in (NO_SPACE, NO_WRITING):
                self.fail(printed)
        if "--no-build" in how and explain(first) != NO_NETWORK:
            pip = next(self.pips(), None)
            if pip:
                say("      uv did not manage; pip tries, more slowly")
                code, printed = self.run(pip + ["install", "--only-binary", ":all:"] + asked, show=True)
                if code == 0:
                    return
        self.fail(first)

    def fail(self, printed):
        sentence = explain(printed)
        if sentence is None:
            raise Stop("The packages could not be installed; start again, and if that does not help, show somebody "
                       "this file: {}".format(self.log_file))
        values = {NO_SPACE: self.space, NO_WRITING: self.root}
        raise Stop(sentence.format(values.get(sentence, "Python {}, {}".format(sys.version.split()[0], sys.platform))))

    # -- one start at a time

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
            sentence = explain_os_error(error, self.root, self.space)
            if sentence is None:
                raise
            raise Stop(sentence)

    def begin(self):
        """Make the folder for products, start the log, and see that both can be written."""
        os.makedirs(self.build, exist_ok=True)
        with contextlib.suppress(OSError):
            if os.path.getsize(self.log_file) > 2 * 2**20:
                os.replace(self.log_file, self.log_file + ".old")
        with open(self.log_file, "a", encoding="utf-8"):
            pass


def long_paths_allowed():
    try:
        import winreg
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SYSTEM\CurrentControlSet\Control\FileSystem") as key:
            return winreg.QueryValueEx(key, "LongPathsEnabled")[0] == 1
    except (ImportError, OSError):
        return False


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


def command_line(arguments):
    """Split the arguments into a command and what is passed on; Stop for a command that is not known."""
    if any(argument in ("-h", "--help", "help") for argument in arguments[:1]):
        return "help", []
    if not arguments or arguments[0].startswith("-"):
        return "student", arguments
    if arguments[0] in ("test", "teach", "present", "grade", "nbgrader"):
        return arguments[0], arguments[1:]
    raise Stop('There is no command "{}": say python start.py, or with test, teach, present, grade, nbgrader or --help '
               'after it.'.format(arguments[0]))


def go(arguments, root):
    command, rest = command_line(arguments)
    if command == "help":
        say(__doc__.strip())
        return 0
    course = Course(root, os.path.join("tests", "requirements.lock") if command == "test" else "requirements.lock")
    with course.alone():
        course.prepare()
    if command == "test":
        # One worker more than cores, for browsers and kernels keep them waiting, and no more than fill an ordinary
        # laptop's memory; -n 0 in `rest` has the last word.
        parallel = ["-n", str(min(8, (os.cpu_count() or 1) + 1))]
        return become([course.python, "-m", "pytest"] + parallel + rest, course.environment(), root)
    if not WINDOWS:  # for the moment in which no Python could say it in a sentence; `guard` lets Ctrl-C in again
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    # Where the reader is, a folder or zip file to grade may be named from; -P: but nothing is imported from there.
    here = os.getcwd() if command == "grade" else root
    return become([course.python, "-P", "-m", "classroom.open", command] + rest, course.environment(), here)


def guard(work, root):
    """Do some work of this program; its exit code. Every known trouble is one sentence, any other goes to the log."""
    if hasattr(sys.stdout, "reconfigure"):  # an old console may not know every letter of a folder's name
        sys.stdout.reconfigure(errors="replace")
        sys.stderr.reconfigure(errors="replace")
    try:
        if not WINDOWS:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return work()
    except Stop as stop:
        sentence, code = str(stop), 1
    except KeyboardInterrupt:
        sentence, code = "Stopped. Nothing is lost; the next start carries on.", 130
    except Exception as error:
        log = os.path.join(root, "build", "start.log")
        with contextlib.suppress(OSError), open(log, "a", encoding="utf-8") as story:
            story.write(traceback.format_exc())
        sentence, code = "Something unexpected happened ({}: {}); the whole story is in {}.".format(
            type(error).__name__, error, log), 1
    with contextlib.suppress(KeyboardInterrupt):
        print("\n" + sentence, file=sys.stderr, flush=True)
    return code


def main(arguments=None, root=os.path.dirname(os.path.abspath(__file__))):
    """Do what was asked for; the exit code."""
    return guard(lambda: go(sys.argv[1:] if arguments is None else arguments, root), root)


if __name__ == "__main__":
    sys.exit(main())
