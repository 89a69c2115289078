#!/usr/bin/env python3
"""Set up a JupyterHub for one class on this Linux machine, and let people in.

    sudo python3 classroom/hub/hub.py setup                    packages, proxy, groups, permissions, exchange, service
    sudo python3 classroom/hub/hub.py add --instructors prof   accounts; prints their first passwords
    sudo python3 classroom/hub/hub.py add ada bob cleo         (or: add --from roster.txt, one name a line)
    sudo systemctl enable --now privacy-course

`setup` may be repeated: after an update of the course, or when anything looks wrong. classroom/hub/README.md says more.
"""

import argparse
import grp
import json
import os
import pwd
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HUB = ROOT / "classroom" / "hub"
PYTHON = ROOT / ".venv" / "bin" / "python"
PROXY = HUB / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
SERVICE = Path("/etc/systemd/system/privacy-course.service")
# Where a class keeps what is neither the course nor a home, and the two groups of the system that say who is who.
STATE = Path(os.environ.get("COURSE_HUB_STATE", "/var/lib/privacy-course"))
INSTRUCTORS = os.environ.get("COURSE_HUB_INSTRUCTORS", "course-instructors")
STUDENTS = os.environ.get("COURSE_HUB_STUDENTS", "course-students")
COURSE_ID = "privacy"  # as in notebooks/exercises/nbgrader_config.py and classroom/hub/roles/student/nbgrader_config.py

PACKAGES = {"node": "nodejs", "npm": "npm", "git": "git", "bwrap": "bubblewrap", "chpasswd": "passwd"}
NAME = re.compile(r"[a-z][a-z0-9_-]{0,30}")
# What the course's own JupyterLab gets and a user's server needs as well; her own folders are hers, not the course's.
SHARED = ("PYTHONUTF8", "PYTHONSAFEPATH", "VIRTUAL_ENV", "PATH", "JUPYTER_PREFER_ENV_PATH", "JUPYTER_CONFIG_PATH")
HOUR = 3600


class Stop(Exception):
    """An end with one sentence for the reader."""


# ---------------------------------------------------------------- who is who, and what each gets (jupyterhub_config.py)


def role(user):
    """Tell what a user of the system is here: "teach" for a member of the instructors' group, else "student"."""
    theirs = os.getgrouplist(user, pwd.getpwnam(user).pw_gid)
    return "teach" if grp.getgrnam(INSTRUCTORS).gr_gid in theirs else "student"


def members(group):
    """Give the users of a group of the system, in order, those who have it as their first group included."""
    found = grp.getgrnam(group)
    return sorted({*found.gr_mem, *(one.pw_name for one in pwd.getpwall() if one.pw_gid == found.gr_gid)})


def configure(who):
    """Write a role's configuration: that of `classroom.open`, changed only where a class differs from one reader.

    Parameters
    ----------
    who : str
        ``"student"`` or ``"teach"``, as there.

    Returns
    -------
    environment : dict of str to str
        Variables of the user's server.
    page : str
        The page that it opens on.
    """
    sys.path.insert(0, str(ROOT))
    from classroom import open as opening
    from classroom.setup.course import Course

    everything = Course(str(ROOT)).environment() | opening.configure(who, STATE)[0]
    config = STATE / "jupyter" / who / "config"
    settings = json.loads((config / "jupyter_server_config.json").read_text(encoding="utf-8"))
    page = json.loads((config / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
    server, opens_on = settings["ServerApp"], settings["LabApp"].pop("default_url")
    del server["root_dir"]  # of each user; the hub's configuration says where
    settings["LabApp"]["custom_css"] = False  # is looked for in each user's home
    # Idle kernels end, and then idle servers: Jupyter's own means, so that no service has to be installed for it.
    server["shutdown_no_activity_timeout"] = HOUR
    settings["MappingKernelManager"] = {"cull_idle_timeout": 2 * HOUR, "cull_interval": 300, "cull_connected": True}
    if who == "student":  # in a class there is an exchange to fetch from and to hand in to
        server["jpserver_extensions"]["nbgrader.server_extensions.assignment_list"] = True
        for plugin in ("assignment-list", "menu"):
            del page["disabledExtensions"][f"@jupyter/nbgrader:{plugin}"]
    else:  # Formgrader is a page in a frame, which JupyterHub forbids unless told otherwise
        server["tornado_settings"] = {"headers": {"Content-Security-Policy": "frame-ancestors 'self'"}}
    opening.write_json(config / "jupyter_server_config.json", settings)
    opening.write_json(config / "labconfig" / "page_config.json", page)
    environment = {name: everything[name] for name in SHARED if name in everything}
    places = [str(config), str(HUB / "roles" / who), environment.get("JUPYTER_CONFIG_PATH")]
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, places))
    return environment | {"COURSE_HUB_EXCHANGE": str(STATE / "exchange"), "COURSE_HUB_ROLE": who}, opens_on


# ---------------------------------------------------------------- setup


def run(*command, **options):
    """Run a command; Stop with its last words if it fails."""
    if "input" not in options:
        options["stdin"] = subprocess.DEVNULL
    done = subprocess.run([str(part) for part in command], stderr=subprocess.PIPE, text=True, **options)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise Stop(f"{' '.join(str(part) for part in command)} failed: {last}")
    return done


def check_machine():
    if not sys.platform.startswith("linux"):
        raise Stop(f"A hub for a class runs on Linux, and this is {sys.platform}.")
    if os.geteuid() != 0:
        raise Stop("This makes users and starts programs as them, so it must run as root: say sudo python3 "
                   "classroom/hub/hub.py ...")
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if missing:
        raise Stop(f"These are missing: sudo apt install {' '.join(missing)}")
    for path, what in ((ROOT, "the course"), (Path(os.path.realpath(sys.executable)), "this Python")):
        closed = [folder for folder in (path, *path.parents) if not folder.stat().st_mode & 0o001]
        if closed:
            raise Stop(f"Students could not reach {what}: {closed[-1]} is closed to others. Put the course into a "
                       "place such as /opt, and take a Python of the system: sudo /usr/bin/python3 "
                       "classroom/hub/hub.py ...")


def install():
    """Install the course's environment, JupyterHub into it, and the proxy; quick if there is nothing to do."""
    run(sys.executable, ROOT / "start.py", "nbgrader", "--version", stdout=subprocess.DEVNULL)
    asked = ["--require-hashes", "-r", ROOT / "requirements.lock", "-r", HUB / "requirements.lock"]
    uv = PYTHON.parent / "uv"
    if uv.exists():
        how = [uv, "pip", "install", "--python", PYTHON, "--no-build", "--compile-bytecode", *asked]
        try:  # what is here already needs no network
            run(*how, "--offline")
        except Stop:
            run(*how)
    else:
        run(PYTHON, "-m", "pip", "install", "--only-binary", ":all:", *asked, stdout=subprocess.DEVNULL)
    lock, kept = HUB / "package-lock.json", HUB / "node_modules" / ".of-lock.json"
    if not (PROXY.exists() and kept.exists() and kept.read_bytes() == lock.read_bytes()):
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=HUB, stdout=subprocess.DEVNULL)
        shutil.copy(lock, kept)


def make_group(name):
    try:
        grp.getgrnam(name)
    except KeyError:
        run("groupadd", name)


def make_folder(path, mode, group=INSTRUCTORS):
    """Make a folder of root's with exactly this mode; one that is there keeps what is in it."""
    path.mkdir(parents=True, exist_ok=True)
    shutil.chown(path, "root", group)
    path.chmod(mode)


def close():
    """Say who may do what: everybody reads lessons and packages, instructors write exercises and grades."""
    for folder in (ROOT / "build", ROOT / "build" / "nbgrader"):
        folder.mkdir(exist_ok=True)
    # SQLite makes its file for one owner; here each instructor writes grades.
    (ROOT / "build" / "nbgrader" / "gradebook.db").touch()
    lessons = [path for path in (ROOT / "notebooks").iterdir() if path.is_file()]
    run("chmod", "a+rX", ROOT / "notebooks", *lessons)  # root may have cloned them for itself alone
    everybodys = ("start.py", "requirements.lock", "coursekit", "data", "classroom")
    run("chmod", "-R", "a+rX,go-w", *(ROOT / name for name in everybodys))
    for name in ("notebooks/exercises", "build"):  # chgrp and chmod follow no link inside
        run("chgrp", "-R", INSTRUCTORS, ROOT / name)
        run("chmod", "-R", "g+rwX,o-w", ROOT / name)
        run("find", ROOT / name, "-type", "d", "-exec", "chmod", "g+s", "{}", "+")
    instructors = ("notebooks/teaching_notes", "tests", "classroom/judge")  # start.py looks at the tests' lock
    for name in instructors:
        if (ROOT / name).exists():
            run("chgrp", "-R", INSTRUCTORS, ROOT / name)
            run("chmod", "-R", "g+rX", ROOT / name)
    for name in (*instructors, "notebooks/exercises", "build", ".git"):  # solutions, hidden tests, grades
        if (ROOT / name).exists():
            run("chmod", "o-rwx", ROOT / name)
    # The exchange: open to all as nbgrader wants it, but nobody removes or takes what is another's (the sticky bit),
    # and the course's own folder is there before a student could make it.
    make_folder(STATE, 0o755, "root")
    make_folder(STATE / "hub", 0o700, "root")  # its own memory: who is logged in, and by which keys
    exchange, course = STATE / "exchange", STATE / "exchange" / COURSE_ID
    make_folder(exchange, 0o1777, "root")
    for name, mode in (("", 0o2775), ("outbound", 0o2775), ("inbound", 0o3773), ("feedback", 0o2771)):
        make_folder(course / name, mode)


def write_service():
    text = (HUB / "privacy-course.service").read_text(encoding="utf-8")
    SERVICE.write_text(text.replace("@ROOT@", str(ROOT)).replace("@STATE@", str(STATE)), encoding="utf-8")
    run("systemctl", "daemon-reload")


def setup(service):
    check_machine()
    os.umask(0o022)
    print("[1/3] Packages of the course, JupyterHub and its proxy", flush=True)
    install()
    print("[2/3] Groups, permissions, exchange", flush=True)
    for group in (INSTRUCTORS, STUDENTS):
        make_group(group)
    close()
    print("[3/3] Service" if service else "[3/3] No service, as told", flush=True)
    if service:
        write_service()
    print("Ready. Add people (classroom/hub/hub.py add), then: systemctl enable --now privacy-course")


# ---------------------------------------------------------------- people


def add(names, group, homes):
    """Make accounts, or put existing ones into the group; give the passwords of those that were made.

    Parameters
    ----------
    names : list of str
    group : str
    homes : pathlib.Path or None
        Folder for the homes; None for the system's own.

    Returns
    -------
    dict of str to str
    """
    for name in names:
        if not NAME.fullmatch(name):
            raise Stop(f"{name!r} cannot be the name of an account: small letters, digits, - and _, at most 31, a "
                       "letter first.")
    made = {}
    for name in names:
        try:
            pwd.getpwnam(name)
        except KeyError:
            run("useradd", "--create-home", "--shell", "/bin/bash", "--key", "HOME_MODE=0700",
                *(["--base-dir", homes] if homes else []), name)
            made[name] = secrets.token_urlsafe(9)
            run("chpasswd", input=f"{name}:{made[name]}\n")
        run("gpasswd", "--add", name, group, stdout=subprocess.DEVNULL)  # usermod knows no users of LDAP
    return made


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="classroom/hub/hub.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("setup", help="make this machine ready, or bring it up to date")
    making.add_argument("--no-service", action="store_true", help="write no service for systemd")
    adding = commands.add_parser("add", help="let people in")
    adding.add_argument("names", nargs="*")
    adding.add_argument("--from", dest="roster", type=Path, help="file with one name a line")
    adding.add_argument("--instructors", action="store_true", help="they are instructors (default: students)")
    adding.add_argument("--homes", type=Path, help="folder for new homes (default: the system's)")
    told = parser.parse_args(arguments)
    try:
        if told.command == "setup":
            setup(not told.no_service)
            return 0
        check_machine()
        names = told.names + (told.roster.read_text(encoding="utf-8").split() if told.roster else [])
        if not names:
            raise Stop("Say whom: names, or --from a file.")
        for name, password in add(names, INSTRUCTORS if told.instructors else STUDENTS, told.homes).items():
            print(f"{name} {password}")
    except (Stop, OSError, KeyError) as error:
        print(error.args[0] if isinstance(error, (Stop, KeyError)) else error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
