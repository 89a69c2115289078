"""The course's private Python, ``.venv``: made, completed, found damaged, mended."""

import contextlib
import csv
import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import time

from classroom.handout.files import patiently
from classroom.setup import installer
from classroom.setup.course import SPACE
from classroom.setup.troubles import NO_SPACE, NO_WRITING, TOO_LONG, WINDOWS, Stop, cloud_folder, explain, say

__all__ = ["prepare", "ready"]

LONGEST_PATH = 170  # of a file in .venv, counted from this folder; Windows stops at 260 unless told otherwise
COMPILED = (".so", ".pyd", ".dll", ".dylib", ".exe")
LINUX = sys.platform.startswith("linux")


def locked(course):
    """Digest of every requirements file by name."""
    digests = {}
    for name in SPACE:
        with open(os.path.join(course.root, name), "rb") as lock:
            digests[name] = hashlib.sha256(lock.read().replace(b"\r\n", b"\n")).hexdigest()
    return digests


def read_stamp(course):
    try:
        with open(course.stamp, encoding="utf-8") as stamp:
            known = json.load(stamp)
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}


def write_stamp(course, **what):
    new = course.stamp + ".new"
    with open(new, "w", encoding="utf-8") as stamp:
        json.dump(dict(what, root=course.root), stamp, indent=1)
    patiently(os.replace, new, course.stamp)


def probe(course):
    """Ask the private Python for its version and the folder of its packages; None if it is not well."""
    ask = ("import json, sys, sysconfig; assert sys.prefix != sys.base_prefix;"
           "print(json.dumps(['%d.%d' % sys.version_info[:2], sysconfig.get_path('purelib')]))")
    try:
        told = subprocess.run([course.python, "-I", "-c", ask], capture_output=True, timeout=60,
                              stdin=subprocess.DEVNULL)
        return json.loads(told.stdout) if told.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def packages(library):
    """Give the installed packages, each by the folder that tells about it, with its files as (path, size or "")."""
    for folder in sorted(name for name in os.listdir(library) if name.endswith(".dist-info")):
        try:
            with open(os.path.join(library, folder, "RECORD"), encoding="utf-8", newline="") as record:
                rows = [row for row in csv.reader(record) if len(row) == 3 and not row[0].endswith(".pyc")]
        except (OSError, UnicodeDecodeError, csv.Error):
            rows = [(os.path.join(folder, "RECORD"), "", "")]  # which is not there
        yield folder, [(path, size) for path, _, size in rows]


def is_there(library, path, size):
    """Whether a file is there, whole as far as its size tells."""
    try:
        found = os.stat(os.path.join(library, path))
    except OSError:
        return False
    return not size or found.st_size == int(size)


def witnesses(library):
    """Give one file of each package, the one that is most at risk: of compiled ones the largest, else of all."""
    found = {}
    for folder, files in packages(library):
        sizes = [(path.endswith(COMPILED), int(size), path) for path, size in files if size and ".." not in path]
        if sizes:
            _, size, path = max(sizes)
            found[folder] = [path, size]
    return found


def forget_damaged(course, library):
    """Take packages of which a file is missing or cut off out of the list, so that they are installed anew."""
    for folder, files in packages(library):
        if not all(is_there(library, path, size) for path, size in files):
            course.log(f"{folder} is damaged and is installed anew")
            shutil.rmtree(os.path.join(library, folder), ignore_errors=True)


def ready(course):
    """Whether the environment is complete, and belongs to this folder."""
    stamp = read_stamp(course)
    if stamp.get("root") != course.root or stamp.get("locks", {}).get(course.lock) != locked(course)[course.lock]:
        return False
    told, kept = probe(course), stamp.get("packages")
    if told is None or told[0] != stamp.get("python") or not isinstance(kept, dict):
        return False
    return (os.path.isfile(os.path.join(told[1], "coursekit.pth"))
            and all(os.path.isdir(os.path.join(told[1], folder)) and is_there(told[1], *file)
                    for folder, file in kept.items()))


def prepare(course, anew=False):
    """Make the private environment, or complete it, or make it `anew`; quick if there is nothing to do."""
    if not anew and ready(course):
        return
    course.log(f"\n=== {time.ctime()} Python {sys.version.split()[0]} on {sys.platform} ===")
    check_computer(course)
    say(f"Setting up the course in {course.root} (once; it may take some minutes)")
    cloud = cloud_folder(course.root)
    if cloud:
        say(f"      This folder lies in {cloud}, which may take files away while you work: a folder outside of it is "
            "safer, and faster.")
    stamp, told = read_stamp(course), probe(course)
    if anew or told is None or stamp.get("root", course.root) != course.root:
        make_venv(course)
        told = probe(course)
        if told is None:
            raise Stop(f"A private Python could not be made in {course.venv} (see {course.log_file}).")
    version, library = told
    forget_damaged(course, library)
    # No lock named: until the end, this environment counts as unfinished
    write_stamp(course)
    how = installer.get_uv(course)
    say("[3/4] Installing the packages")
    installer.install(course, how)
    say("[4/4] Finishing")
    write_path(course, library)
    # matplotlib looks for fonts once, and says so: here, not in the first lesson
    course.run([course.python, "-c", "import matplotlib.font_manager"])
    if LINUX and course.lock != "requirements.lock":
        # A hub's students and a sandbox's submissions may not write here: the compiled files are made for them
        course.run([course.python, "-m", "compileall", "-q", "-j", "0", library,
                    os.path.join(course.root, "coursekit"), os.path.join(course.root, "classroom")])
    locks = locked(course)
    if course.lock == "requirements.lock":
        locks = {course.lock: locks[course.lock]}
    write_stamp(course, locks=locks, python=version, packages=witnesses(library))


def write_path(course, library):
    """Let the private Python find coursekit in this folder."""
    try:  # relative, so that no letter of the folder's name can be written in a wrong encoding
        line = os.path.relpath(course.root, library)
    except ValueError:  # on Windows, .venv may lie on another drive
        line = course.root
    with open(os.path.join(library, "coursekit.pth"), "w", encoding="utf-8") as pth:
        pth.write(line + "\n")


def check_computer(course):
    if struct.calcsize("P") < 8:
        raise Stop("This is a 32-bit Python, and the course's packages need a 64-bit one: install that, start again.")
    if WINDOWS and len(course.root) + LONGEST_PATH > 259 and not long_paths_allowed():
        raise course.stop(TOO_LONG)
    free = shutil.disk_usage(course.root).free // 2**20
    needed = course.space if probe(course) is None else course.space // 3
    if free < needed:
        raise Stop(f"Too little space on the disk: {needed} MB are needed, {free} MB are free. Free some, then start "
                   "again.")


def make_venv(course):
    say("[1/4] Making a private Python for the course (.venv)")
    if WINDOWS and os.path.normcase(sys.prefix) == os.path.normcase(course.venv):
        raise Stop("This is the course's own Python, which has to be renewed: open a new window and start again "
                   "there.")
    # uv, if it is there, moves over: with its cache it installs again even without a network
    kept = os.path.join(course.build, os.path.basename(course.uv))
    with contextlib.suppress(OSError):
        os.replace(course.uv, kept)
    course.remove_venv()
    # A venv is the same with and without pip but for seconds; and a Python without ensurepip makes it, too
    code, printed = course.run([installer.base_python(course), "-m", "venv", "--without-pip", course.venv])
    if code:
        sentence = explain(printed)
        if sentence in (NO_SPACE, NO_WRITING):
            raise course.stop(sentence)
        raise Stop(f"This Python cannot make a private environment (see {course.log_file}): install Python from "
                   "python.org, or on Debian and Ubuntu: sudo apt install python3-venv")
    with contextlib.suppress(OSError):
        os.replace(kept, course.uv)


def long_paths_allowed():
    try:
        import winreg
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SYSTEM\CurrentControlSet\Control\FileSystem") as key:
            return winreg.QueryValueEx(key, "LongPathsEnabled")[0] == 1
    except (ImportError, OSError):
        return False
