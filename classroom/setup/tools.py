"""What the tests need besides packages: a browser for the lessons, and on Linux bubblewrap to shut student code in.

What is not there is fetched: by the system's packages where that needs no password, a browser also by Playwright or
from npm into ``build/browsers``. What cannot be had is said in one sentence, and the tests that need it fail.
"""

import glob
import os
import shutil
import subprocess
import sys

from classroom.run import sandbox
from classroom.setup.troubles import say

__all__ = ["NO_BROWSER", "NO_SANDBOX", "find_browser", "prepare"]

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
            "msedge"]
PLACES = {
    "darwin": ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
               "/Applications/Chromium.app/Contents/MacOS/Chromium",
               "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    "win32": [rf"{os.environ.get(base, '')}\{path}" for base in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
              for path in (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe",
                           r"Chromium\Application\chrome.exe")],
}
OWN = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "build", "browsers")
# Where Playwright and npm put theirs
FETCHED = ["chromium-*/*/chrome", "chromium-*/*/chrome.exe", "chromium-*/*/*.app/Contents/MacOS/*", "npm/chromium"]
LINUX = sys.platform.startswith("linux")
INSTALL = {"apt-get": "sudo apt-get install", "dnf": "sudo dnf install", "": "your system's command to install"}
PACKAGES = {
    "apt-get": {"browser": ["chromium", "fonts-dejavu-core"], "driver": ["libatomic1"], "sandbox": ["bubblewrap"]},
    "dnf": {"browser": ["chromium", "dejavu-sans-fonts"], "driver": ["libatomic"], "sandbox": ["bubblewrap"]}}
NO_BROWSER = ("No browser: the tests of lessons in a browser will fail. Install Chromium, Chrome or Edge{command}, or "
              "name one in the variable COURSE_BROWSER.")
NO_DRIVER = "Playwright does not start here: the tests of lessons in a browser will fail. Type: {command} libatomic1"
NO_SANDBOX = "No sandbox ({reason}): the tests that shut student code in will fail.{hint}"
UNPACK = ("import('@sparticuz/chromium').then(found => found.default.executablePath())"
          ".then(path => console.log('unpacked ' + path))")


def starts(path):
    """Whether a browser is there, and answers: on Ubuntu `chromium` may be a page that tells to install another one."""
    try:
        return os.path.isfile(path) and (not LINUX or subprocess.run(
            [path, "--version"], capture_output=True, stdin=subprocess.DEVNULL, timeout=60).returncode == 0)
    except (OSError, subprocess.TimeoutExpired):
        return False


def find_browser(search=shutil.which, well=starts, platform=sys.platform, environ=os.environ, own=OWN):
    """Path of a Chromium, Chrome or Edge; None if there is none. COURSE_BROWSER names another one."""
    named = environ.get("COURSE_BROWSER")
    fetched = [path for pattern in FETCHED for path in sorted(glob.glob(os.path.join(own, pattern)))]
    candidates = [named] if named else [*map(search, BROWSERS), *PLACES.get(platform, []), *fetched]
    return next((path for path in candidates if path and well(path)), None)


def lacking(course):
    """Give what is not there, of "browser", "driver" (what turns a browser's pages for the tests) and "sandbox"."""
    there = {"browser": find_browser(), "driver": True, "sandbox": True}
    if LINUX:  # elsewhere the driver brings all it needs, and there is no sandbox
        there["driver"] = course.run([course.python, "-m", "playwright", "--version"])[0] == 0
        there["sandbox"] = sandbox.find().closed
    return [what for what in there if not there[what]]


def manager():
    """Give the name of the system's program that installs packages, "" if it is none that is known here."""
    return next((name for name in PACKAGES if LINUX and shutil.which(name)), "")


def as_root(course):
    """Give what goes before a command so that it may install; None where that needs a password."""
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and course.run(["sudo", "-n", "true"])[0] == 0 else None


def is_ubuntu(release="/etc/os-release"):
    """Whether the system's Chromium is only a pointer to a snap, which cannot open files of this folder."""
    try:
        with open(release, encoding="utf-8") as told:
            return "ID=ubuntu" in told.read().splitlines()
    except OSError:
        return False


def by_packages(course, wanted):
    """Install by the system's packages what is lacking, where no password is asked."""
    name = manager()
    names = [package for what in wanted if not (what == "browser" and is_ubuntu())
             for package in PACKAGES.get(name, {}).get(what, [])]
    root = as_root(course) if names else None
    if root is None:
        return
    say(f"      {name}: {', '.join(names)}")
    quiet = [*root, "env", "DEBIAN_FRONTEND=noninteractive", name]
    if name == "apt-get":
        course.run([*quiet, "update", "-q"], show=True)
        quiet = [*quiet, "-o", "Dpkg::Use-Pty=0"]
    slim = ["--no-install-recommends"] if name == "apt-get" else ["--setopt=install_weak_deps=False"]
    course.run([*quiet, "install", "-q", "-y", *slim, *names], show=True)


def by_playwright(course):
    """Fetch Playwright's own Chromium into ``build/browsers``."""
    say("      playwright: chromium")
    course.run([course.python, "-m", "playwright", "install", "chromium"], show=True, PLAYWRIGHT_BROWSERS_PATH=OWN)


def by_npm(course):
    """Fetch a Chromium that is packed for npm into ``build/browsers/npm``; it exists for Linux alone."""
    npm, node, place = shutil.which("npm"), shutil.which("node"), os.path.join(OWN, "npm")
    if not (LINUX and npm and node):
        return
    say("      npm: @sparticuz/chromium")
    os.makedirs(place, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(course.root, "tests", "browser", name), place)
    code, _ = course.run([npm, "ci", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund"], show=True)
    if code:
        return
    with_temporary = {"TMPDIR": place, "NODE_PATH": os.path.join(place, "node_modules")}
    course.run(["env", "-C", place, node, "-e", UNPACK], **with_temporary)


def prepare(course):
    """Fetch what is lacking; say in a sentence what cannot be had, and with which command it can."""
    wanted = lacking(course)
    if not wanted:
        return
    names = {"browser": "a browser", "driver": "a library for Playwright", "sandbox": "a sandbox"}
    say(f"Getting what the tests need besides: {', '.join(names[what] for what in wanted)}")
    by_packages(course, wanted)
    for fetch in (by_playwright, by_npm):
        if "browser" in lacking(course):
            fetch(course)
    wanted, name = lacking(course), manager()
    if "browser" in wanted:
        words = "" if is_ubuntu() or not name else f" ({INSTALL[name]} chromium)"
        say(NO_BROWSER.format(command=words))
    if "driver" in wanted:
        say(NO_DRIVER.format(command=INSTALL[name]))
    if "sandbox" in wanted:
        hint = "" if shutil.which("bwrap") else f" Type: {INSTALL[name]} bubblewrap"
        say(NO_SANDBOX.format(reason=sandbox.find().reason, hint=hint))
