# -*- coding: utf-8 -*-
"""Set up and open the course; nothing but Python itself is needed.

    python start.py                 open the course (the first start installs what it needs)
    python start.py repair          install everything anew; your work in course/ stays as it is
    python start.py test            run the course's tests; what follows goes to pytest
    python start.py teach           open the instructor's source with nbgrader's tools
    python start.py present 3       open a lesson in large type for a class
    python start.py poll            open the live poll of lesson 02: students answer on their phones
    python start.py check 3         try all tests on your own work, and read what to mend
    python start.py grade 2 ...     grade what a class handed in, e.g. grade 2 FOLDER_OR_ZIP
    python start.py solutions 3     write an exercise with its solutions, for after the deadline
    python start.py inventory       15 questions for before and after the course; inventory FILE.csv tells the gain
    python start.py site            make the course as a folder for any web server: nothing to install for its readers
    python start.py nbgrader ...    one nbgrader command, e.g. nbgrader autograde 02_randomized_response

A lesson is named by its number or the beginning of its name. Options after `python start.py`, `teach`, `present` and `poll`
go to JupyterLab, e.g. --no-browser --port=9999.
Everything stays in this folder: .venv/ (packages), course/ (your copy), build/ (all else, with a log).
"""
from __future__ import print_function

# Any Python must be able to read this file, down to 2.7, so that it can say in a sentence that it is too old, or go on
# as another one: no f-strings, no annotations, no keyword-only arguments. What is newer is in classroom/.
import glob
import os
import struct
import subprocess
import sys
import sysconfig

OLDEST, NEWEST = (3, 11), (3, 14)
OLDEST_ON_WINDOWS_ARM = (3, 13)  # some packages have no older wheels for it
TELL = ("import struct, sys, sysconfig; print('%d %d %d %s' % (sys.version_info[0], sys.version_info[1], "
        "8 * struct.calcsize('P'), sysconfig.get_platform()))")


def suits(version, bits, platform):
    """Whether the course's packages exist for such a Python."""
    oldest = OLDEST_ON_WINDOWS_ARM if platform == "win-arm64" else OLDEST
    return bits == 64 and oldest <= tuple(version[:2]) <= NEWEST


def places(environ, windows):
    """Commands by which a Python may be called that suits, the newest first."""
    home = os.path.expanduser("~")
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        name = "python3.{}".format(minor)
        if windows:
            yield ["py", "-3.{}".format(minor)]
            for base, folder in (("LOCALAPPDATA", "Programs\\Python"), ("PROGRAMFILES", "")):
                if environ.get(base):
                    yield [os.path.join(environ[base], folder, "Python3{}".format(minor), "python.exe")]
        else:
            yield [name]
            for folder in ("/opt/homebrew", "/usr/local", "/home/linuxbrew/.linuxbrew"):
                yield [folder + "/bin/" + name]
                yield ["{}/opt/python@3.{}/bin/{}".format(folder, minor, name)]
            yield ["/Library/Frameworks/Python.framework/Versions/3.{}/bin/{}".format(minor, name)]
            for found in sorted(glob.glob("{}/.pyenv/versions/3.{}.*/bin/{}".format(home, minor, name))):
                yield [found]
    yield ["python"] if windows else ["python3"]


def ask(command):
    """What a Python tells of itself: version, bits and platform; None if there is none."""
    # Windows' Python manager shall not install what is not there
    environment = dict(os.environ, PYTHON_MANAGER_AUTOMATIC_INSTALL="false")
    try:
        with open(os.devnull) as nothing:
            child = subprocess.Popen(command + ["-c", TELL], stdin=nothing, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, env=environment)
        told = child.communicate()[0].decode("ascii", "replace").split()
        return ((int(told[0]), int(told[1])), int(told[2]), told[3]) if child.returncode == 0 else None
    except (OSError, ValueError, IndexError):
        return None


def another(commands):
    """The first command that calls a Python which suits; None if there is none."""
    for command in commands:
        told = ask(command)
        if told and suits(*told):
            return command
    return None


def refusal(version, bits, platform):
    """The sentence for a computer on which no Python suits."""
    arm = platform == "win-arm64"
    oldest = OLDEST_ON_WINDOWS_ARM if arm else OLDEST
    return ("The course needs a 64-bit Python {}.{} to {}.{}{}; this is Python {}.{} ({} bits), and no other was found "
            "on this computer. Install Python 3.13 from python.org, then start again."
            .format(oldest[0], oldest[1], NEWEST[0], NEWEST[1], " (on Windows for Arm)" if arm else "", version[0],
                    version[1], bits))


def main():
    root = os.path.dirname(os.path.abspath(__file__))
    this = (tuple(sys.version_info[:2]), 8 * struct.calcsize("P"), sysconfig.get_platform())
    if not suits(*this):
        command = another(places(os.environ, os.name == "nt"))
        if command is None:
            return refusal(*this)
        print("This is Python {}.{}; going on with {}.".format(this[0][0], this[0][1], " ".join(command)))
        sys.stdout.flush()
        command = command + [os.path.join(root, "start.py")] + sys.argv[1:]
        if os.name != "nt":
            os.execvp(command[0], command)
        return subprocess.call(command)
    if not os.path.isdir(os.path.join(root, "classroom")):
        return ("The rest of the course is not beside start.py. If you opened it inside a zip file, unpack the whole "
                "file first, then start again in the new folder.")
    sys.path.insert(0, root)
    from classroom.setup import commands

    return commands.main(sys.argv[1:], root, __doc__)


if __name__ == "__main__":
    sys.exit(main())
