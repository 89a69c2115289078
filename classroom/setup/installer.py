"""How packages come into the private Python: by uv, which pip brings along, or by pip itself; always by hash."""

import os
import re
import shutil
import sys

from classroom.setup.troubles import IN_USE, NO_NETWORK, NO_SPACE, NO_WRITING, VIRUS, Stop, explain, say

__all__ = ["base_python", "get_uv", "install", "uv_pin"]

HOPELESS = (NO_SPACE, NO_WRITING, VIRUS, IN_USE)  # another way of installing meets them again


def uv_pin(lock):
    """The lines of a lock that pin uv, with its hashes."""
    found = re.search(r"^uv==(?:.*\\\n)*.*\n", lock, re.MULTILINE)
    if not found:
        raise Stop("requirements.lock is damaged: it does not name uv. Fetch the course again.")
    return found.group(0)


def base_python(course):
    own = os.path.normcase(sys.prefix) == os.path.normcase(course.venv)
    return getattr(sys, "_base_executable", sys.executable) if own else sys.executable


def get_uv(course):
    """Find a way to install, the fast one first: the command's beginning up to `install`."""
    say("[2/4] Getting the installer (uv)")
    with open(os.path.join(course.root, "requirements.lock"), encoding="utf-8") as lock:
        pin = uv_pin(lock.read())
    with_uv = [course.uv, "pip", "install", "--python", course.python, "--no-build"]
    version = re.match(r"uv==([^\s;\\]+)", pin).group(1)
    if os.path.exists(course.uv) and version in course.run([course.uv, "--version"])[1].split():
        return with_uv
    asked = os.path.join(course.build, "uv.lock.txt")
    with open(asked, "w", encoding="ascii") as only_uv:
        only_uv.write(pin)
    with_pip, why = None, ""
    for pip in pips(course):
        code, printed = course.run(pip + ["install", "--require-hashes", "--no-deps", "--only-binary", ":all:",
                                          "--force-reinstall", "--retries", "1", "--timeout", "20", "-r", asked],
                                   show=True)
        if code == 0 and course.run([course.uv, "--version"])[0] == 0:
            return with_uv
        with_pip, why = with_pip or pip + ["install", "--only-binary", ":all:"], why + printed
        if explain(printed) in (*HOPELESS, NO_NETWORK):
            break
    users = shutil.which("uv", path=os.environ.get("PATH"))
    if users and os.path.normcase(users) != os.path.normcase(course.uv):
        return [users] + with_uv[1:]
    if with_pip is None:
        raise Stop("This Python has neither pip nor ensurepip, so nothing can be installed: install Python from "
                   "python.org, or on Debian and Ubuntu: sudo apt install python3-venv")
    if explain(why) in (*HOPELESS, NO_NETWORK):
        course.fail(why)
    say("      uv cannot be had here; pip does it, more slowly")
    return with_pip


def pips(course):
    """Every way to call a pip that installs into the private environment, the quickest first."""
    python = base_python(course)
    version = re.match(r"pip (\d+)\.(\d+)", course.run([python, "-m", "pip", "--version"])[1])
    if version and (int(version.group(1)), int(version.group(2))) >= (22, 3):  # the first with --python
        yield [python, "-m", "pip", "--python", course.python]
    inner = [course.python, "-m", "pip"]
    if course.run(inner + ["--version"])[0] == 0 or course.run([course.python, "-m", "ensurepip"])[0] == 0:
        yield inner


def install(course, how):
    # without uv's own pin: uv is there already, or it cannot be had here at all
    with open(os.path.join(course.root, course.lock), encoding="utf-8") as lock:
        pins = lock.read()
    wanted = os.path.join(course.build, "packages.lock.txt")
    with open(wanted, "w", encoding="utf-8") as without_uv:
        without_uv.write(pins.replace(uv_pin(pins), ""))
    asked = ["--require-hashes", "-r", wanted]
    tries = [({}, how)]
    if "--no-build" in how:
        # second: a company's certificates; third: what an earlier start has left in uv's cache
        tries += [({"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}, how), ({}, how + ["--offline"])]
    first = None
    for more, command in tries:
        code, printed = course.run(command + asked, show=True, **more)
        if code == 0:
            return
        first = first or printed
        if explain(printed) in HOPELESS:
            course.fail(printed)
    if "--no-build" in how and explain(first) != NO_NETWORK:
        pip = next(pips(course), None)
        if pip:
            say("      uv did not manage; pip tries, more slowly")
            code, printed = course.run(pip + ["install", "--only-binary", ":all:"] + asked, show=True)
            if code == 0:
                return
    course.fail(first)
