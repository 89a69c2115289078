"""Run one student's cells, inside the sandbox: one request a line comes in, one result a line goes out.

This file is a program, started as ``python -P executor.py`` by `classroom.run.watch`; it imports next to nothing and of
IPython only its shell, because a class waits for it a hundred times. The outputs of a cell are those that a notebook's
kernel gives, but bounded; a test is no cell of the student's notebook, `classroom.inside.tester` runs it. Whatever
comes out of this process was in the student's hands: the other side judges it.
"""

import _thread
import contextlib
import functools
import os
import shutil
import signal
import sys
import threading
from json import dumps, loads  # by name: what a student makes of these modules reaches no copy
from os import write
from time import monotonic, sleep

from classroom.inside.audits import listen
from classroom.inside.outputs import Outputs, stream
from classroom.inside.tester import Tester

__all__ = ["main"]


class Clock(threading.Thread):
    """Interrupt a cell that runs too long; end this process if it does not listen."""

    def __init__(self, stuck, grace=3.0):
        super().__init__(daemon=True)
        self.stuck, self.grace, self.guard = stuck, grace, threading.Lock()
        self.deadline, self.rang, self.main = None, False, threading.main_thread().ident

    def set(self, seconds):
        with self.guard:
            self.deadline, self.rang = monotonic() + seconds, False

    def cancel(self):
        while True:
            try:
                with self.guard:
                    self.deadline = None
                    return self.rang
            except KeyboardInterrupt:  # it rang while the cell came to its end
                continue

    def heard(self):
        """Ring no more in this cell if it rang: the interrupt came through, and to tell of it takes its time."""
        if self.rang:
            self.cancel()

    def run(self):
        while True:
            sleep(.1)
            with self.guard:
                if self.deadline is None or monotonic() < self.deadline:
                    continue
                self.rang = True
                if monotonic() > self.deadline + self.grace:
                    self.stuck()
                if os.name == "nt":
                    _thread.interrupt_main()
                else:
                    signal.pthread_kill(self.main, signal.SIGINT)  # wakes a sleeping call, too
            sleep(.5)


def make_shell(outputs, heard):
    """Give an IPython shell whose streams, displays, results and errors end in `outputs`; errors call `heard` first."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets import Type
    from traitlets.config import Config

    class Hook(DisplayHook):
        def write_output_prompt(self):
            pass

        def write_format_data(self, format_dict, md_dict=None):
            outputs.data("execute_result", format_dict, md_dict, execution_count=self.prompt_count)

        def finish_displayhook(self):
            self._is_active = False

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, source=None, *, transient=None, update=False, **more):
            name = (transient or {}).get("display_id")
            if update:
                outputs.again(name, data)
            else:
                outputs.data("display_data", data, metadata, name)

        def clear_output(self, wait=False):
            outputs.clear_next = bool(wait)
            if not wait:
                outputs.clear()

    class Shell(InteractiveShell):
        displayhook_class = Type(Hook)
        display_pub_class = Type(Publisher)
        colors_force = True

        def showtraceback(self, *args, **how):
            heard()
            super().showtraceback(*args, **how)

        def _showtraceback(self, etype, evalue, stb):
            try:
                said = str(evalue)
            except Exception:
                said = "(an error that cannot say what it is)"
            outputs.error(etype.__name__, said, stb)

        def enable_gui(self, gui=None):
            pass

        ask_exit = enable_gui  # exit() and quit()

    return Shell.instance(config=Config({"HistoryManager": {"enabled": False, "hist_file": ":memory:"}}))


def bound(limits):
    """Give this process and its children the limits of `limits`, for good (where the system has any)."""
    try:
        import resource
    except ImportError:
        return
    wanted = {"RLIMIT_AS": limits["memory"], "RLIMIT_FSIZE": limits["file"], "RLIMIT_NPROC": limits["processes"],
              "RLIMIT_NOFILE": limits["open_files"], "RLIMIT_CORE": 0}
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is not None and most is not None:
            hard = resource.getrlimit(kind)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


def settle(settings):
    """Fill the working folder, become nobody, and take the limits."""
    for entry in os.scandir(settings["files"]):
        if entry.is_dir():
            shutil.copytree(entry.path, entry.name, copy_function=shutil.copyfile, dirs_exist_ok=True)
        else:
            shutil.copyfile(entry.path, entry.name)
    if settings["user"] is not None and os.getuid() == 0:  # else it was made nobody on the way here
        for folder, _, names in os.walk("."):
            for path in [folder, *(os.path.join(folder, name) for name in names)]:
                os.chown(path, settings["user"], settings["user"])
        os.setgroups([])
        os.setgid(settings["user"])
        os.setuid(settings["user"])
    bound(settings["limits"])


def main():
    """Serve requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    settings = loads(requests.readline())
    settle(settings)
    os.environ.update(settings["seed"])
    import coursekit.grading  # noqa: F401 (before the student's code, which has no say in the seed)

    for name in settings["seed"]:
        del os.environ[name]
    os.dup2(nowhere, 2)  # not before: until here, an error is the grader's to hear
    outputs, running = Outputs(settings["limits"]["text"]), [None]

    def answer(**what):
        view = memoryview(dumps({"cell": running[0], **what}).encode() + b"\n")
        while view:
            view = view[write(answers, view):]

    def stuck():
        outputs.error("CellTimeoutError", "the cell ran too long and did not stop when asked to", [])
        answer(outputs=outputs.found, dropped=outputs.dropped, late=True, stuck=True)
        leave(3)

    clock, leave = Clock(stuck, settings["limits"]["grace"] / 2), os._exit
    shell = make_shell(outputs, clock.heard)
    tester = Tester(shell, outputs, clock.heard)
    sys.stdin = open(os.devnull)
    clock.start()
    listen(lambda what: answer(seen=what), lambda space: space.get("__builtins__") is tester.builtins)
    answer(ready=True)
    for line in requests:
        request, odd = loads(line), []
        seconds, running[0] = request.pop("seconds"), request.pop("cell")
        line = None  # neither it nor the request is there to be found while the cell runs
        outputs.clear()
        sys.stdout, sys.stderr = (stream(functools.partial(outputs.stream, name)) for name in ("stdout", "stderr"))
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            clock.set(seconds)
            if "test" in request:
                odd = tester.run(request.pop("test"), **request)
            else:
                done = shell.run_cell(request["source"], store_history=request["counts"])
                error = done.error_before_exec or done.error_in_exec
                if error is not None and not any(o["output_type"] == "error" for o in outputs.found):  # it hid itself
                    outputs.error(type(error).__name__, "the cell ended with this error", [])
                tester.keep(request["keep"])
        except BaseException as error:  # what IPython itself lets through
            outputs.error(type(error).__name__, "the cell broke what ran it", [])
        finally:
            late = clock.cancel()
            tester.restore()
            with contextlib.suppress(ValueError, OSError):
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        if late:
            text = f"The cell was stopped after {seconds:g} seconds."
            outputs.error("CellTimeoutError", text, [text])
        answer(outputs=outputs.found, dropped=outputs.dropped, late=late, odd=odd)
    leave(0)


if __name__ == "__main__":
    main()
