"""One student's run, seen from outside: start it shut in, hand it cell after cell, watch it, and end it.

The process inside is in the student's hands. So nothing it says is trusted further than as the outputs of the cell it
was just given; it is bounded in time, memory and output by this side; and it never gets to know a later cell.
"""

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from classroom.run import sandbox as sandboxes
from coursekit import grading

__all__ = ["Run", "run_cells"]

MOST_STARTS = 3  # of processes for one student
TAMPERED = "its process sent what is no answer: the program that runs the cells was tampered with"
EXECUTOR = str(Path(__file__).resolve().parents[1] / "inside" / "executor.py")


@dataclass
class Run:
    """What came out of one run."""

    outputs: list  # for each cell its outputs, raw; None for a cell that did not end
    ended: str = ""  # why the run ended early, a sentence; "" if it did not
    broke: dict = field(default_factory=dict)  # cell at which a process ended, and why; a new one took what follows
    late: set = field(default_factory=set)  # cells that were stopped
    seen: list = field(default_factory=list)  # (cell, what its code did that no answer does), as it told itself
    odd: dict = field(default_factory=dict)  # by test, the built-in functions whose names mean something else there
    notes: list = field(default_factory=list)  # what else a grader should know: cells stopped, output dropped
    seconds: float = 0.0  # on the clock
    started: bool = False  # whether the process came to life at all


class _Process:
    """A started executor, with a thread that reads it and one that writes to it, so that no call here can hang."""

    def __init__(self, command, folder, environment, limits):
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.child = subprocess.Popen(command, cwd=folder, env=environment, start_new_session=os.name != "nt", **pipes)
        self.longest = 4 * limits.text + 2**20
        self.lines, self.requests = queue.Queue(8), queue.Queue()
        self.complaint, self.over = b"", False
        work = (self._read, self._write, self._complaints)
        self.threads = [threading.Thread(target=one, daemon=True) for one in work]
        for thread in self.threads:
            thread.start()

    def _read(self):
        with contextlib.suppress(OSError, ValueError):
            while (line := self.child.stdout.readline(self.longest)) and not self.over:
                self.lines.put(line)
        self.lines.put(None)

    def _write(self):
        with contextlib.suppress(OSError, ValueError):
            while (request := self.requests.get()) is not None:
                self.child.stdin.write(request)
                self.child.stdin.flush()
            self.child.stdin.close()

    def _complaints(self):
        with contextlib.suppress(OSError, ValueError):
            while part := self.child.stderr.read(4096):
                self.complaint = (self.complaint + part)[:4096]

    def ask(self, **what):
        self.requests.put(json.dumps(what).encode() + b"\n")

    def kill(self):
        """End it and all it has started, as far as they can be found."""
        self.over, kin = True, _kin(self.child.pid)
        if os.name == "posix":
            with contextlib.suppress(OSError):
                os.killpg(self.child.pid, signal.SIGKILL)
        self.child.kill()
        for process in kin:
            with contextlib.suppress(Exception):
                process.kill()
        self.requests.put(None)
        while not self.lines.empty():  # let the reader go
            self.lines.get_nowait()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(10)
        for thread in self.threads:
            thread.join(1)
        # Where a program that was left behind holds a pipe still, its thread and its end stay.
        for thread, pipe in zip(self.threads, (self.child.stdout, self.child.stdin, self.child.stderr), strict=True):
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()


def _kin(pid):
    import psutil

    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.Error:
        return []


def _memory(pid):
    total = 0
    for process in _kin(pid):
        with contextlib.suppress(Exception):
            total += process.memory_info().rss
    return total


def run_cells(cells, files, *, sandbox, limits, slot=0, copies=(), stop=None):
    """Run cells one after another in one process of their own.

    Parameters
    ----------
    cells : list of (str or dict)
        Source of every cell, or what the program inside is asked to do with it.
    files : dict of str to bytes
        What lies in the working folder, by path.
    sandbox : classroom.run.sandbox.Sandbox
    limits : classroom.run.sandbox.Limits
    slot : int
        Number of this run among those at work at the same time.
    copies : list of (str, str)
        Readable folders to copy into the working folder, and their names there.
    stop : threading.Event, optional
        Ends the run when it is set.

    Examples
    --------
    >>> run = run_cells(["6 * 7"], {}, sandbox=sandboxes.Sandbox(None, "an example"), limits=sandboxes.Limits())
    >>> run.outputs[0][0]["data"]["text/plain"], run.ended
    ('42', '')
    """
    began, run = time.monotonic(), Run([None] * len(cells))
    with tempfile.TemporaryDirectory(prefix="run-", ignore_cleanup_errors=True) as scratch:
        handed_in, home = Path(scratch, "handed-in"), Path(scratch, "home")
        for folder in (handed_in, home):
            folder.mkdir()
        for name, content in files.items():
            path = handed_in / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except (OSError, ValueError) as error:
                run.notes.append(f"{name[:100]} could not be written and was left out ({error})")
        for origin, name in copies:
            if os.path.isdir(origin):
                shutil.copytree(origin, handed_in / name, dirs_exist_ok=True)
        for folder, _, names in os.walk(scratch):  # readable by the nobody that root's runs become
            os.chmod(folder, 0o755)
            for name in names:
                os.chmod(os.path.join(folder, name), 0o644)
        command = sandbox.command([EXECUTOR], handed_in, limits, slot)
        within = sandboxes.HANDED_IN if sandbox.closed else str(handed_in)
        # Without a sandbox, a limit on processes would count the user's other programs, too.
        bounds = {**asdict(limits), "processes": limits.processes if sandbox.closed else None}
        seed = {name: os.environ[name] for name in [grading.SEED_VARIABLE] if name in os.environ}
        for _ in range(MOST_STARTS):
            process = _Process(command, scratch if sandbox.closed else home, sandboxes.environment(str(home)), limits)
            process.ask(files=within, user=sandbox.user(slot), limits=bounds, seed=seed)
            try:
                run.ended = ""
                if not _hand_over(process, cells, run, limits, began, stop):
                    break
            finally:
                process.kill()
                run.seconds = time.monotonic() - began
    return run


def _hand_over(process, cells, run, limits, began, stop=None):
    """Hand cells over; tell whether it is worth while to go on in a new process.

    There, cells that have run are run again for what they define, but not those that ran too long.
    """
    answer, ended = _answer(process, min(60.0, limits.student), None, limits, run, stop)
    if ended or answer.get("ready") is not True:
        process.threads[-1].join(1)  # its last words may come after its end
        said = process.complaint.decode(errors="replace").strip().splitlines()
        why = said[-1] if said else ended or "no sign of life"
        run.ended = f"the process for this student could not be started: {why}"
        return False
    run.started = True
    for k, cell in enumerate(cells):
        if k in run.broke or k in run.late:
            continue
        left, new = limits.student - (time.monotonic() - began), run.outputs[k] is None
        if left <= 0:
            run.ended = f"cell {k + 1} and what follows did not run: the student's {limits.student:g} seconds are over"
            return False
        what = {"source": cell, "counts": True, "keep": []} if isinstance(cell, str) else cell
        process.ask(cell=k, seconds=min(limits.cell, left), **what)
        answer, ended = _answer(process, min(limits.cell, left) + limits.grace, k, limits, run, stop)
        if new and not ended:
            run.outputs[k] = answer.get("outputs")
            run.odd[k] = answer.get("odd")
            if answer.get("late"):
                run.late.add(k)
                run.notes.append(f"cell {k + 1} was stopped after {min(limits.cell, left):g} seconds")
            if answer.get("dropped"):
                run.notes.append(f"cell {k + 1} printed too much; the rest was dropped")
        if ended or answer.get("stuck"):
            run.broke[k] = ended or "it could not be interrupted; its process was ended"
            run.ended = f"cell {k + 1}: {run.broke[k]}"
            return ended != TAMPERED and not (stop and stop.is_set())
    return False


def _answer(process, seconds, cell, limits, run, stop=None):
    """Wait for one answer; give it and "", or {} and why there is none. What it tells besides goes to `run`."""
    until = time.monotonic() + seconds
    looked = time.monotonic()
    while True:
        try:
            line = process.lines.get(timeout=.25)
        except queue.Empty:
            line = b""
        now = time.monotonic()
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.child.wait(2)
            code = process.child.poll()
            how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
            return {}, f"its process ended by itself ({how})"
        if line:
            try:
                found = json.loads(line)
                if not isinstance(found, dict) or found.get("cell") != cell:
                    raise ValueError("an answer to another question")
            except (ValueError, RecursionError):
                return {}, TAMPERED
            if "seen" not in found:
                return found, ""
            run.seen += [(cell, str(found["seen"])[:60])] * (len(run.seen) < 50)
        if stop is not None and stop.is_set():
            return {}, "the grading was stopped"
        if now > until:
            return {}, f"no answer after {seconds:g} seconds; its process was ended"
        if now - looked > .4:
            looked = now
            used = _memory(process.child.pid)
            if used > limits.memory:
                most = limits.memory >> 20
                return {}, f"it used {used >> 20} MB of memory, more than {most}; its processes were ended"
