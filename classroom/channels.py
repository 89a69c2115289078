"""Kernels that cannot take each other's ports, however many start at a time.

Jupyter looks for five free ports, lets them go and tells the kernel, which binds them a moment later; what other
process binds one in between kills the kernel before its first word. With four processes that start kernels all the
time, that befell at least 3 of 1,200. Kernels that speak through files in a folder of their own have no ports: of 1,600
none died.
"""

import contextlib
import os
import tempfile

from traitlets.config import Config


@contextlib.contextmanager
def apart():
    """Give Jupyter's settings for one kernel at a time; on Windows, which has no such files, they change nothing."""
    if os.name == "nt":
        yield Config()
        return
    with tempfile.TemporaryDirectory(prefix="k") as folder:  # not pytest's: a socket's path may have a hundred letters
        yield Config(KernelManager={"transport": "ipc", "connection_file": os.path.join(folder, "k.json")})
