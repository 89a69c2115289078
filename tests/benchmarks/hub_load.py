"""What a class costs the hub of `classroom/hub/`: memory of each student, and how long a knob takes, with many at work at once.

    sudo .venv/bin/python tests/benchmarks/hub_load.py [students, e.g. 1 5 20 [--moves 40] [--pause 1.0]]

It sets up a class as the hub's test does (root, Node.js and the proxy are needed; everything is removed afterwards). Every
student has a server of her own with lesson 03 open and run. Then all move the first knob of the lesson at the same time,
once a second each, a worse hour than any class has. The first student does it in a real browser, where a move counts from
the key press until the new picture is painted. The others are browsers' other half: they speak to their kernels over the
hub as a browser does, and a move counts from sending it until the new picture has arrived; a browser for each would load
this machine with what is, in a class, the students' own. Memory is PSS: what processes share counts once, in parts.
"Start" is the median time from asking for a server to its first answer, four students asking at a time.
1, 5 and 20 students take about six minutes on two quiet processors.
"""

import argparse
import contextlib
import json
import os
import pwd
import queue
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "hub")]

import nbformat
import numpy as np
import psutil
import websocket

import lab
import rehearsal

LESSON = "03_sanitizers.ipynb"
TOKEN = uuid.uuid4().hex
SERVICE = f"""
c.JupyterHub.services = [{{"name": "load", "api_token": "{TOKEN}"}}]
c.JupyterHub.load_roles = [*c.JupyterHub.load_roles,
                           {{"name": "load", "services": ["load"], "scopes": ["admin:users", "servers", "access:servers"]}}]
"""


def ask(address, method="GET", **content):
    """Ask the hub, or a student's server, as the load's service; give the answer."""
    request = urllib.request.Request(address, method=method, data=json.dumps(content).encode() if content else None,
                                     headers={"Authorization": f"token {TOKEN}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.loads(answer.read() or b"null")


class Student:
    """One student without a browser: a server, a kernel, a lesson that is run, and a hand on the first knob."""

    def __init__(self, here, name):
        self.name, self.took = name, []
        began = time.monotonic()
        with contextlib.suppress(urllib.error.HTTPError):  # 400: it runs already
            ask(f"{here.address}/hub/api/users/{name}", "POST")
        ask(f"{here.address}/hub/api/users/{name}/server", "POST")
        base = f"{here.address}/user/{name}"
        while True:
            with contextlib.suppress(urllib.error.URLError, ValueError):
                ask(f"{base}/api/status")
                break
            if time.monotonic() - began > 120:
                raise RuntimeError(f"the server of {name} did not start")
            time.sleep(0.3)
        self.start = time.monotonic() - began
        session = ask(f"{base}/api/sessions", "POST", path=LESSON, type="notebook", name=LESSON, kernel={"name": "python3"})
        line = f"{base}/api/kernels/{session['kernel']['id']}/channels".replace("http:", "ws:")
        self.line = websocket.create_connection(line, header=[f"Authorization: token {TOKEN}"])
        self.heard = queue.SimpleQueue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.models = {}
        for cell in nbformat.read(here.copy(name) / LESSON, 4).cells:
            if cell.cell_type == "code":
                self.run(cell.source)
        box = next(state for state in self.models.values() if "knobs" in state.get("_dom_classes", ()))
        inside = [child.removeprefix("IPY_MODEL_") for child in box["children"]]
        self.slider = next(one for one in inside if self.models[one]["_model_name"] == "SelectionSliderModel")
        self.picture = next(one for one in inside if self.models[one]["_model_name"] == "HTMLModel")
        self.index, self.most = self.models[self.slider]["index"], len(self.models[self.slider]["_options_labels"]) - 1

    def send(self, kind, content):
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": self.name, "version": "5.3", "date": ""}
        self.line.send(json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell",
                                   "buffers": []}))
        return header["msg_id"]

    def listen(self):
        """Take messages as they come, as a browser does: the server hangs up on who leaves its pings unanswered."""
        text = "?"
        while text:
            try:
                text = self.line.recv()
            except (websocket.WebSocketException, OSError):
                text = ""
            self.heard.put((time.perf_counter(), text))

    def hear(self):
        """Wait for a message; keep what it says of widgets, and when it came."""
        self.at, text = self.heard.get(timeout=120)
        if not text:
            raise ConnectionError(f"the server of {self.name} hung up")
        said = json.loads(text)
        content = said["content"]
        if said["msg_type"] == "comm_open":
            self.models[content["comm_id"]] = content["data"]["state"]
        elif said["msg_type"] == "comm_msg" and content["comm_id"] in self.models:
            self.models[content["comm_id"]].update(content["data"].get("state", {}))
        return said, content

    def run(self, source):
        asked = self.send("execute_request", {"code": source, "silent": False, "store_history": True, "user_expressions": {},
                                              "allow_stdin": False})
        while True:
            said, content = self.hear()
            if said["msg_type"] == "error":
                raise RuntimeError(f"{self.name}: {content['ename']}: {content['evalue']}")
            if said["parent_header"].get("msg_id") == asked and content.get("execution_state") == "idle":
                return

    def move(self, step):
        """Move the knob; keep the milliseconds until the new picture is here, and wait until the kernel rests."""
        self.index += step
        began = time.perf_counter()
        asked = self.send("comm_msg", {"comm_id": self.slider, "data": {"method": "update", "state": {"index": self.index},
                                                                        "buffer_paths": []}})
        while True:
            said, content = self.hear()
            if said["msg_type"] == "comm_msg" and content["comm_id"] == self.picture and "value" in content["data"].get("state", {}):
                self.took.append(1000 * (self.at - began))
            if said["parent_header"].get("msg_id") == asked and content.get("execution_state") == "idle":
                return

    def work(self, until, pause, errors):
        """Move to and fro until told to stop."""
        try:
            there = 1 if self.most - self.index >= self.index else -1
            span = min(4, max(self.index, self.most - self.index))
            time.sleep(pause * np.random.default_rng().random())
            for k in range(10**6):
                if until.is_set():
                    return
                self.move(there if k // span % 2 == 0 else -there)
                time.sleep(pause)
        except Exception as error:
            errors.append(f"{self.name}: {error!r}")


def memory(names):
    """Give the mean PSS in MB of a student's server and kernels, and of both the RSS."""
    uids, found = {pwd.getpwnam(name).pw_uid for name in names}, {"server": 0, "kernel": 0, "rss": 0}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.uids().real in uids:
                kind = "kernel" if "ipykernel_launcher" in " ".join(process.cmdline()) else "server"
                full = process.memory_full_info()
                found[kind] += full.pss
                found["rss"] += full.rss
    return {kind: total / len(names) / 2**20 for kind, total in found.items()}


def hub_memory(here):
    """Give the PSS in MB of the hub and its proxy."""
    total = 0
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            ours = any(str(place) in part for place in (here.root, here.state) for part in process.cmdline())
            if ours and process.uids().real == 0:
                total += process.memory_full_info().pss
    return total / 2**20


def browse(page, moves, pause):
    """Move the first knob in the browser; give the milliseconds of each move."""
    taken = []
    for k in range(8 + 8 * -(-moves // 8)):  # the first ones warm up; in the end the knob stands where it stood
        taken.append(lab.press(page, 0, 0, "ArrowRight" if k // 4 % 2 == 0 else "ArrowLeft"))
        time.sleep(pause)
    return taken[8 : 8 + moves]


def measure(here, page, first, others, moves, pause):
    """All move their knobs at once; give the browser's times and the others'."""
    until, errors = threading.Event(), []
    for one in others:
        one.took.clear()
    hands = [threading.Thread(target=one.work, args=(until, pause, errors)) for one in others]
    for hand in hands:
        hand.start()
    busy = psutil.cpu_times()
    try:
        mine = browse(page, moves, pause)
    finally:
        until.set()
        for hand in hands:
            hand.join()
    now = psutil.cpu_times()
    if errors:
        raise RuntimeError(errors)
    passed = [b - a for a, b in zip(busy, now)]
    idle = (now.idle - busy.idle) / sum(passed)
    return mine, [took for one in others for took in one.took[4:]], 1 - idle


def main():
    from conftest import find_browser

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("students", type=int, nargs="*", default=[1, 5, 20])
    parser.add_argument("--moves", type=int, default=40, help="of the browser's knob (40)")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two moves of a student (1)")
    told = parser.parse_args()
    if min(told.students) < 1:
        parser.error(f"students must be >= 1, got {min(told.students)}")
    names = [f"s{k:02}" for k in range(1, max(told.students) + 1)]
    rows = []
    with rehearsal.rehearse(["prof"], names, more=SERVICE) as here, lab.browser_page(find_browser()) as browser:
        first, *rest = [rehearsal.PREFIX + name for name in names]
        with rehearsal.visit(browser, here, first) as pages:
            page, others = pages[first], []
            page.goto(f"{here.address}/user/{first}/lab/tree/{LESSON}?reset")
            lab.wait_for_kernel(page)
            errors = lab.run_all(page)
            if errors:
                raise RuntimeError(errors)
            page.locator(".knobs").first.scroll_into_view_if_needed()
            for session in ask(f"{here.address}/user/{first}/api/sessions"):  # the first lesson, on which every login opens
                if session["path"] != LESSON:
                    ask(f"{here.address}/user/{first}/api/sessions/{session['id']}", "DELETE")
            for students in sorted(told.students):
                with ThreadPoolExecutor(4) as pool:
                    others += pool.map(lambda name: Student(here, name), rest[len(others) : students - 1])
                time.sleep(5)
                mine, theirs, busy = measure(here, page, first, others, told.moves, told.pause)
                after = memory([first, *rest[: students - 1]])
                rows.append((students, after, hub_memory(here), mine, theirs, busy, [one.start for one in others]))
                print(f"{students} measured", flush=True)
            if page.strayed:
                raise RuntimeError(f"requests that leave this machine: {page.strayed}")
    print(f"\n{len(os.sched_getaffinity(0))} processors, {psutil.virtual_memory().total / 2**30:.0f} GiB; lesson {LESSON} open and run; "
          f"everybody moves a knob every {told.pause:g} s and the time it takes")
    print(f"{'students':>8}{'server':>10}{'kernel':>10}{'both':>8}{'RSS':>8}{'all + hub':>11}"
          f"{'browser p50 / p95':>20}{'at the line p50 / p95':>24}{'processors':>12}{'start':>9}")
    for students, used, hub, mine, theirs, busy, starts in rows:
        both = used["server"] + used["kernel"]
        drawn, line = ("{:.0f} / {:.0f} ms".format(*np.percentile(took, [50, 95])) if took else "-" for took in (mine, theirs))
        start = f"{np.median(starts):.1f} s" if starts else "-"
        print(f"{students:8}{used['server']:7.0f} MB{used['kernel']:7.0f} MB{both:5.0f} MB{used['rss']:5.0f} MB"
              f"{both * students + hub:8.0f} MB{drawn:>20}{line:>24}{100 * busy:10.0f} %{start:>9}")


if __name__ == "__main__":
    sys.exit(main())
