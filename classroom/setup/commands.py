"""What follows ``python start.py``: a command is understood, the environment prepared, and the course goes on in it."""

import os
import signal
import sys

from classroom.setup import environment, tools
from classroom.setup.course import Course, become
from classroom.setup.troubles import WINDOWS, Stop, guard, say

__all__ = ["command_line", "main"]

# done by classroom.open, with the course's own Python
INSIDE = ("teach", "present", "poll", "check", "grade", "solutions", "inventory", "site", "nbgrader")
COMMANDS = ("repair", "test", *INSIDE)


def command_line(arguments):
    """Split the arguments into a command and what is passed on; Stop for a command that is not known."""
    if any(argument in ("-h", "--help", "help") for argument in arguments[:1]):
        return "help", []
    if not arguments or arguments[0].startswith("-"):
        return "student", arguments
    if arguments[0] in COMMANDS:
        return arguments[0], arguments[1:]
    raise Stop(f'There is no command "{arguments[0]}": say python start.py, or with {", ".join(COMMANDS)} or --help '
               "after it.")


def go(arguments, root, page):
    command, rest = command_line(arguments)
    if command == "help":
        say(page.strip())
        return 0
    course = Course(root, os.path.join("tests", "requirements.lock") if command == "test" else "requirements.lock")
    with course.alone():
        environment.prepare(course, anew=command == "repair")
        if command == "test":
            tools.prepare(course)
    if command == "repair":
        say("The course is installed anew. Start it again with: python start.py")
        return 0
    if command == "test":
        # One worker more than cores, for browsers and kernels keep them waiting, and no more than fill an ordinary
        # laptop's memory; -n 0 in `rest` has the last word.
        parallel = ["-n", str(min(8, (os.cpu_count() or 1) + 1))]
        return become([course.python, "-m", "pytest"] + parallel + rest, course.environment(), root)
    if not WINDOWS:  # for the moment in which no Python could say it in a sentence; `guard` lets Ctrl-C in again
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    # Where the reader is, a folder or zip file to grade may be named from; -P: but nothing is imported from there.
    here = os.getcwd() if command in ("grade", "inventory") else root
    return become([course.python, "-P", "-m", "classroom.open", command] + rest, course.environment(), here)


def main(arguments, root, page):
    """Do what was asked for; the exit code. `page` is what --help shows."""
    return guard(lambda: go(arguments, root, page), root)
