"""Run one student's cells, inside the sandbox: one request a line comes in, one result a line goes out.

This file is a program, started as ``python -P executor.py`` by `coursekit.classroom.sitting`; it imports nothing of the course and
of IPython only its shell, because a class waits for it a hundred times. The outputs of a cell are those that a notebook's
kernel gives, but bounded. Whatever comes out of this process was in the student's hands: the other side judges it.
"""

import _thread
import contextlib
import io
import json
import os
import shutil
import signal
import sys
import threading
import time

__all__ = ["main"]

SIGNS_OF_A_CUT = "\n... Output truncated ...\n"
KINDS = ("text/plain", "text/html", "image/png", "image/svg+xml", "text/markdown", "text/latex", "application/json")


class Outputs:
    """The outputs of one cell, as a notebook holds them, never larger than `limit` characters.

    Examples
    --------
    >>> outputs = Outputs(limit=6)
    >>> for word in ("one ", "two ", "three"):
    ...     outputs.stream("stdout", word)
    >>> outputs.found[0]["text"].splitlines()[0], outputs.dropped
    ('one tw', 7)
    """

    def __init__(self, limit):
        self.limit = limit
        self.clear()

    def clear(self):
        self.found, self.left, self.dropped, self.clear_next, self.shown = [], self.limit, 0, False, {}

    def stream(self, name, text):
        self._ready()
        kept = text[: max(self.left, 0)]
        self.left -= len(kept)
        dropped = len(text) - len(kept)
        cut = SIGNS_OF_A_CUT if dropped and not self.dropped else ""
        self.dropped += dropped
        if self.found and self.found[-1]["output_type"] == "stream" and self.found[-1]["name"] == name:
            if kept or cut:
                self.found[-1]["text"] += kept + cut
        # A word on stderr fails a test cell: it must show even when there is no room left.
        elif kept or cut or name == "stderr" and not any(o.get("name") == name for o in self.found):
            self.found.append({"output_type": "stream", "name": name, "text": kept + cut or SIGNS_OF_A_CUT})

    def data(self, output_type, data, metadata, shown_as=None, **more):
        self._ready()
        data = {kind: part for kind, part in data.items() if kind in KINDS and isinstance(part, str)}
        size = sum(map(len, data.values()))
        if size > max(self.left, 0):
            self.dropped += size
            data = {"text/plain": str(data.get("text/plain", ""))[:200] or SIGNS_OF_A_CUT.strip()}
            if len(self.found) > 1000:
                return
        self.left -= size
        if shown_as:
            self.shown.setdefault(shown_as, []).append(len(self.found))
        self.found.append({"output_type": output_type, "data": data, "metadata": metadata or {}, **more})

    def again(self, shown_as, data):
        """Replace what was displayed under a name, where it was displayed in this cell."""
        for place in self.shown.get(shown_as, ()):
            room = {kind: part for kind, part in data.items() if kind in KINDS and isinstance(part, str)}
            if place < len(self.found) and sum(map(len, room.values())) <= self.limit:
                self.found[place]["data"] = room

    def error(self, name, value, lines):
        self._ready()
        text = "\n".join(lines)
        if len(text) > 20_000:
            lines = [text[:10_000], SIGNS_OF_A_CUT, text[-10_000:]]
        self.found.append({"output_type": "error", "ename": name[:200], "evalue": value[:2000], "traceback": list(lines)})

    def _ready(self):
        if self.clear_next:
            self.clear()


class Stream(io.TextIOBase):
    """A text stream that ends in the outputs of the running cell."""

    encoding = "utf-8"

    def __init__(self, outputs, name):
        self.outputs, self.stream_name = outputs, name

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text)}")
        self.outputs.stream(self.stream_name, text)
        return len(text)


class Clock(threading.Thread):
    """Interrupt a cell that runs too long; end this process if it does not listen."""

    def __init__(self, stuck, patience=3.0):
        super().__init__(daemon=True)
        self.stuck, self.patience, self.guard = stuck, patience, threading.Lock()
        self.deadline, self.rang, self.main = None, False, threading.main_thread().ident

    def set(self, seconds):
        with self.guard:
            self.deadline, self.rang = time.monotonic() + seconds, False

    def cancel(self):
        while True:
            try:
                with self.guard:
                    self.deadline = None
                    return self.rang
            except KeyboardInterrupt:  # it rang while the cell came to its end
                continue

    def run(self):
        while True:
            time.sleep(.1)
            with self.guard:
                if self.deadline is None or time.monotonic() < self.deadline:
                    continue
                self.rang = True
                if time.monotonic() > self.deadline + self.patience:
                    self.stuck()
                if os.name == "nt":
                    _thread.interrupt_main()
                else:
                    signal.pthread_kill(self.main, signal.SIGINT)  # wakes a sleeping call, too
            time.sleep(.5)


def make_shell(outputs):
    """Give an IPython shell whose streams, displays, results and errors end in `outputs`."""
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

        def _showtraceback(self, etype, evalue, stb):
            try:
                said = str(evalue)
            except Exception:
                said = "(an error that cannot say what it is)"
            outputs.error(str(etype.__name__), said, [str(line) for line in stb])

        def ask_exit(self):  # exit() and quit()
            pass

        def enable_gui(self, gui=None):
            pass

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    return Shell.instance(config=config)


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
    for origin, place in settings["copies"]:
        for entry in os.scandir(origin):
            target = os.path.join(place, entry.name)
            if entry.is_dir():
                shutil.copytree(entry.path, target, copy_function=shutil.copyfile, dirs_exist_ok=True)
            else:
                shutil.copyfile(entry.path, target)
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
    settings = json.loads(requests.readline())
    settle(settings)
    os.dup2(nowhere, 2)  # not before: until here, an error is the grader's to hear
    outputs, running = Outputs(settings["limits"]["text"]), [None]

    def answer(**what):
        view = memoryview(json.dumps({"cell": running[0], **what}).encode() + b"\n")
        while view:
            view = view[os.write(answers, view):]

    def stuck():
        outputs.error("CellTimeoutError", "the cell ran too long and did not stop when asked to", [])
        answer(outputs=outputs.found, dropped=outputs.dropped, late=True, stuck=True)
        os._exit(3)

    shell = make_shell(outputs)
    sys.stdin, sys.stdout, sys.stderr = open(os.devnull), Stream(outputs, "stdout"), Stream(outputs, "stderr")
    clock, leave = Clock(stuck, settings["limits"]["grace"] / 2), os._exit
    clock.start()
    answer(ready=True)
    for line in requests:
        request = json.loads(line)
        running[0] = request["cell"]
        outputs.clear()
        sys.stdout, sys.stderr = Stream(outputs, "stdout"), Stream(outputs, "stderr")
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            clock.set(request["seconds"])
            shell.run_cell(request["source"], store_history=request["counts"])
        except KeyboardInterrupt:
            pass
        except BaseException as error:  # what IPython itself lets through
            outputs.error(type(error).__name__, "the cell broke the shell that ran it", [])
        finally:
            late = clock.cancel()
            with contextlib.suppress(ValueError, OSError):
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        if late:
            text = f"The cell was stopped after {request['seconds']:g} seconds."
            outputs.error("CellTimeoutError", text, [text])
        answer(outputs=outputs.found, dropped=outputs.dropped, late=late)
    leave(0)


if __name__ == "__main__":
    main()
