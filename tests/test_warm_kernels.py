"""Warm kernels are kernels like others: apart from each other, to be interrupted, and gone when their time is over."""

import subprocess
import sys
import time
from pathlib import Path

import nbformat
import psutil
import pytest
import warm_kernels
from nbclient import NotebookClient

from classroom import channels

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernels are cold here")


@pytest.fixture
def answers(warm, monkeypatch, tmp_path):
    """Run cells in one kernel in an empty folder; give what they print."""
    monkeypatch.setenv("JUPYTER_PATH", warm)
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))

    def ask(*cells, **settings):
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        with channels.apart() as own:
            NotebookClient(book, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}, config=own, **settings).execute()
        return [(cell.outputs[0].get("text") or cell.outputs[0].ename).strip() if cell.outputs else "" for cell in book.cells]

    return ask


def test_two_kernels_share_neither_names_nor_random_numbers(answers):
    look = ("import random, numpy as np\nprint(random.random(), np.random.rand(), 'x' in dir())\nx = 1", "import os\nprint(os.getpid())")
    first, second = answers(*look), answers(*look)
    assert first[0].endswith("False") and second[0].endswith("False")
    for one, other in zip(" ".join(first).split(), " ".join(second).split(), strict=True):
        assert one != other or one == "False"


def test_a_kernel_stands_where_it_was_started_with_the_environment_of_that_place(answers, tmp_path):
    told = answers("import os, sys\nprint(os.getcwd(), os.environ['MPLCONFIGDIR'], 'warm_kernels' in sys.modules)", "import coursekit.local")
    assert told == [f"{tmp_path} {tmp_path} False", ""]


def test_a_kernel_has_no_port_that_another_process_could_take(answers):
    assert answers("import ipykernel, json\nprint(json.loads(ipykernel.get_connection_info())['transport'])") == ["ipc"]


def test_an_endless_cell_is_interrupted_and_the_next_one_runs(answers):
    assert answers("while True:\n    pass", "print('still here')", timeout=2, interrupt_on_timeout=True,
                   allow_errors=True) == ["KeyboardInterrupt", "still here"]


def test_nothing_is_left_when_the_block_ends():
    before = set(psutil.Process().children(recursive=True))
    with warm_kernels.kernels() as folder:
        connection = Path(folder, "connection.json")
        asking = subprocess.Popen([sys.executable, "-I", "-S", warm_kernels.__file__, f"{folder}/door", "-f", str(connection)])
        until = time.monotonic() + 60
        while not connection.exists() and time.monotonic() < until:
            time.sleep(.1)
        assert connection.exists() and asking.poll() is None
        started = set(psutil.Process().children(recursive=True)) - before
        assert len(started) == 3, "who asks, the warm process and its copy"
    assert asking.wait(10) == 0
    assert not Path(folder).exists() and psutil.wait_procs(started, timeout=10)[1] == []
