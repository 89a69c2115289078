"""Open the course with its own Python, which has the packages: what `start.py` becomes when everything is installed.

    python -m classroom.open student|present|poll|teach|check|grade|solutions|inventory|site|nbgrader ...

It brings new lessons into the student's copy, writes the settings of a Jupyter that has nothing to do with others on
this computer, and goes on as JupyterLab, as `classroom.check`, `classroom.grade`, `classroom.solutions`,
`classroom.inventory` or as nbgrader.
"""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import traceback
from pathlib import Path

from classroom.setup.course import Course, become
from classroom.setup.troubles import Stop, guard, say

ROOT = Path(__file__).resolve().parents[1]

__all__ = ["configure", "lesson_page", "main"]

FIRST_PAGE = "00_start_here.ipynb"
POLL = ROOT / "notebooks" / "teaching_notes" / "02_poll.ipynb"
PROGRAMS = {"check": "classroom.check", "grade": "classroom.grade", "solutions": "classroom.solutions",
            "inventory": "classroom.inventory", "site": "classroom.site.build",
            "nbgrader": "nbgrader"}  # what commands go on as; the others as JupyterLab
# nbgrader's tools that are the instructor's: on the server, and on the screen
SERVER_TOOLS = ("formgrader", "assignment_list", "course_list")
SCREEN_TOOLS = ("assignment-list", "course-list", "create-assignment", "formgrader", "menu")
NO_NEWS = ("@jupyterlab/apputils-extension:announcements", "@jupyterlab/extensionmanager-extension:plugin")
STYLES = {"student": ["ended_kernel.css", "validate.css"],
          "present": ["ended_kernel.css", "validate.css", "large_type.css"], "teach": []}
STYLES["poll"] = STYLES["present"]
HALF_AN_HOUR = 1800


def write_json(path, content):
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(content, indent=1), encoding="utf-8")
    os.replace(new, path)


def configure(who, build, page=FIRST_PAGE):
    """Write the settings of this course's own JupyterLab, to ``jupyter/WHO`` in the folder `build`.

    `who` is "student", "present" (the student's copy, in large type), "poll" (a copy of the live poll, in large type)
    or "teach"; `page` is the notebook that is opened first. Give what its process needs in its environment besides
    `Course.environment`, and where it works.
    """
    home, student = build / "jupyter" / who, who != "teach"
    folder = build / "poll" if who == "poll" else ROOT / "course" if student else ROOT
    page = ("/doc/tree/" if who in ("present", "poll") else "/lab/tree/" if student else "/lab/tree/notebooks/") + page
    # Containers and classroom machines often have root alone; the server listens to this computer only.
    server = {"root_dir": str(folder), "log_level": 30, "allow_root": True,
              "kernel_websocket_connection_class": "classroom.connection.UndelayedConnection"}
    if student:
        not_used = [f"nbgrader.server_extensions.{tool}" for tool in (*SERVER_TOOLS, "validate_assignment")]
        server["jpserver_extensions"] = {**dict.fromkeys(not_used, False), "classroom.validate": True}
    write_json(home / "config" / "jupyter_server_config.json", {
        "ServerApp": server,
        "LabApp": {
            "default_url": page, "custom_css": student, "log_level": 30, "news_url": None,
            "extension_manager": "readonly", "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
            "labextensions_path": [str(ROOT / ".venv" / "share" / "jupyter" / "labextensions")]},
        # only the kernel of .venv, whatever else is installed on this computer
        "KernelSpecManager": {"allowed_kernelspecs": ["python3"]},
        # A kernel takes 150 to 250 MB. Who stands before a class may talk for longer, and keeps hers.
        "MappingKernelManager": {"cull_idle_timeout": HALF_AN_HOUR if who == "student" else 0, "cull_interval": 60,
                                 "cull_connected": True},
    })
    write_json(home / "config" / "labconfig" / "default_setting_overrides.json", {
        "@jupyterlab/notebook-extension:tracker": {"kernelShutdown": who == "student"}})  # with the notebook's tab
    (home / "config" / "custom").mkdir(exist_ok=True)
    style = b"".join((ROOT / "classroom" / name).read_bytes() for name in STYLES[who])
    (home / "config" / "custom" / "custom.css").write_bytes(style)
    hidden = [*NO_NEWS, *(f"@jupyter/nbgrader:{tool}" for tool in SCREEN_TOOLS if student)]
    write_json(home / "config" / "labconfig" / "page_config.json", {"disabledExtensions": dict.fromkeys(hidden, True)})
    # A kernel warns in the terminal that its channel, inside this computer, is not encrypted: no news to a reader.
    write_json(home / "ipython" / "profile_default" / "ipython_kernel_config.json", {"IPKernelApp": {"log_level": 40}})
    variables = {"JUPYTER_CONFIG_DIR": home / "config", "JUPYTER_DATA_DIR": home / "data", "JUPYTER_PREFER_ENV_PATH": 1,
                 "JUPYTER_RUNTIME_DIR": home / "runtime", "IPYTHONDIR": home / "ipython"}
    if who == "present":  # who stands before a class asks for the guesses aloud
        variables["COURSEKIT_GUESSES"] = "shown"
    if not student:  # where nbgrader looks for its settings; and no submitted folder named coursekit replaces ours
        variables |= {"JUPYTER_CONFIG_PATH": ROOT / "notebooks" / "exercises", "PYTHONSAFEPATH": 1}
    return {name: str(value) for name, value in variables.items()}, folder


def lesson_page(folder, asked):
    """Give the notebook that is meant (see `lesson_named`); `Stop` if there is not just one."""
    from classroom.lessons import lesson_named

    names = [name.removesuffix(".ipynb") for name in os.listdir(folder) if re.match(r"\d\d_\w+\.ipynb$", name)]
    try:
        return lesson_named(asked, names) + ".ipynb"
    except ValueError as error:
        raise Stop(str(error)) from error


def hand_out(course):
    """Bring lessons into the student's copy; what is told besides goes to the log."""
    from classroom.handout.__main__ import main as bring

    heard = io.StringIO()
    with contextlib.redirect_stderr(heard):
        try:
            failed = bring([])
        except Exception:
            failed = traceback.print_exc() is None
    said = heard.getvalue()
    if said:
        course.log(said)
    if failed:
        last = (said.strip().splitlines() or ["see " + course.log_file])[-1]
        story = f"Your copy of the lessons could not be prepared ({last}); the whole story is in {course.log_file}."
        raise Stop(story if "Traceback" in said else last)


def go(command, rest):
    """Do one of start.py's commands; the exit code, where it does not become another program."""
    course, page = Course(str(ROOT)), FIRST_PAGE
    with course.alone():
        if command in ("student", "present"):
            hand_out(course)
        if command == "present" and rest and not rest[0].startswith("-"):
            page, rest = lesson_page(ROOT / "course", rest[0]), rest[1:]
        if command == "poll":  # a fresh copy at each start: what a class answered is not saved into the notes
            page = POLL.name
            (ROOT / "build" / "poll").mkdir(exist_ok=True)
            shutil.copy(POLL, ROOT / "build" / "poll")
        who = command if command in ("student", "present", "poll") else "teach"
        variables, folder = configure(who, ROOT / "build", page)
    if command in ("grade", "inventory"):  # stays where the reader is
        folder = os.getcwd()
    elif command not in PROGRAMS:
        say("Opening JupyterLab; if no page appears, open the address below yourself. To stop: press Ctrl-C here, "
            "twice.")
    program = PROGRAMS.get(command, "jupyterlab")
    return become([sys.executable, "-m", program, *rest], {**os.environ, **variables}, str(folder))


def main(arguments=None):
    """Do a command; the exit code. Every known trouble is one sentence, any other goes to the log."""
    command, *rest = sys.argv[1:] if arguments is None else arguments
    return guard(lambda: go(command, rest), str(ROOT))


if __name__ == "__main__":
    sys.exit(main())
