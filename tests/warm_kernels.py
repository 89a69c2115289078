"""Jupyter kernels that are there at once: copies of a process that has imported already what the exercises import.

A kernel needs two to five seconds of work to import NumPy, pandas, statsmodels and the rest, and a millisecond to run a
student's cells; where a few hundred notebooks are run, that is nearly all of the time. `kernels` gives a folder for the
variable JUPYTER_PATH; while it is set, Jupyter's ``python3`` is this module, which asks a warm process to fork and there
becomes the ordinary ipykernel. What only a cold kernel shows (a module that nobody imported, a warning during an import)
is for other tests. Where a process that has imported all this may not fork (Windows, macOS), `kernels` gives None: set
nothing, and the kernels are cold.
"""

import contextlib
import json
import os
import signal
import socket
import sys

# What set-up cells and hidden tests import, and what these import when first called
WARM = """numpy pandas matplotlib.pyplot matplotlib_inline.backend_inline scipy.stats scipy.optimize scipy.special statsmodels.api
    statsmodels.formula.api sklearn.ensemble sklearn.linear_model sklearn.tree sklearn.metrics sklearn.neighbors ipywidgets
    ipykernel.debugger IPython.core.ultratb stack_data coursekit.grading coursekit.data""".split()


@contextlib.contextmanager
def kernels():
    """Start a warm process until the block ends; give the folder for JUPYTER_PATH, or None where it could not fork."""
    import subprocess  # here, for `ask` is called often and needs neither of these
    import tempfile
    from pathlib import Path

    if not sys.platform.startswith("linux"):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="warm-") as folder, socket.socket(socket.AF_UNIX) as listener:
        door, place = os.path.join(folder, "door"), Path(folder, "kernels", "python3")  # a door's path may have a hundred letters
        listener.bind(door)
        listener.listen(16)
        place.mkdir(parents=True)
        command = [sys.executable, "-I", "-S", __file__, door, "-f", "{connection_file}"]
        (place / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "Python 3", "language": "python"}))
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
        warm = subprocess.Popen([sys.executable, __file__, str(listener.fileno())], pass_fds=[listener.fileno()],
                                stdin=subprocess.DEVNULL, env=environment, start_new_session=True)
        listener.close()
        try:
            yield folder
        finally:
            os.killpg(warm.pid, signal.SIGKILL)  # with every kernel that is left
            warm.wait()


def serve(number):
    """Import everything once; then become a kernel for everybody who asks."""
    import gc
    import importlib
    import random

    del sys.path[0]  # this file's folder
    for name in WARM:
        importlib.import_module(name)
    from ipykernel import kernelapp

    gc.freeze()  # or every copy would walk through all of it when it ends
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    with socket.socket(fileno=number) as listener:
        while True:
            visitor, _ = listener.accept()
            if not os.fork():
                break
            visitor.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked, files, _, _ = socket.recv_fds(visitor, 2**16, 2)
    while not asked.endswith(b"\n"):
        asked += visitor.recv(2**16)
    asked = json.loads(asked)
    for file, target in zip(files, (1, 2)):
        os.dup2(file, target)
        os.close(file)
    os.environ.clear()
    os.environ.update(asked["environment"], JPY_PARENT_PID=str(os.getppid()))
    os.chdir(asked["folder"])
    random.seed()
    sys.modules["numpy"].random.seed()  # or all copies would draw alike
    visitor.sendall(str(os.getpid()).encode())
    kernelapp.launch_new_instance(asked["arguments"])


def ask(door, *arguments):
    """Stand for the kernel in the eyes of whoever started it: as long as it lives, and passing on interrupts."""
    with socket.socket(socket.AF_UNIX) as warm:
        warm.connect(door)
        asked = {"environment": dict(os.environ), "folder": os.getcwd(), "arguments": arguments}
        socket.send_fds(warm, [json.dumps(asked).encode() + b"\n"], [1, 2])
        kernel = int(warm.recv(32))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: os.kill(kernel, number))
        while warm.recv(32):
            pass


if __name__ == "__main__":
    serve(int(sys.argv[1])) if len(sys.argv) == 2 else ask(*sys.argv[1:])
