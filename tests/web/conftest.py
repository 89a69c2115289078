"""The whole site, served on this machine; the page may ask nobody else.

The compiled packages of the browser's Python come from a package that carries them; statsmodels, which none carries,
has a stand-in of its own files, without what is compiled."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from serving import SITE, WINDOW, opened, served, watched

from classroom.site import build
from classroom.site.browser_python import one_wheel

ROOT = Path(__file__).resolve().parents[2]
STUB = """
class _Compiled:
    def __init__(self, *a, **k):
        raise NotImplementedError("a compiled part of statsmodels, left out here")
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (_Compiled,), {})
"""


def install(folder, what, *more):
    """Unpack a package into a folder, as for the browser's Python."""
    uv = Path(sys.executable).with_name("uv")
    command = [
        uv,
        "pip",
        "install",
        "--quiet",
        "--target",
        folder,
        "--no-deps",
        "--only-binary",
        ":all:",
        "--python",
        sys.executable,
    ]
    subprocess.run([*map(str, command), *more, what], check=True)


@pytest.fixture(scope="session")
def carriers(tmp_path_factory):
    """Where Pyodide's compiled packages are, and a stand-in for statsmodels."""
    folder = ROOT / "build" / "carriers"
    if not folder.exists():
        install(folder / "pyodide", "open-webui==0.12.4")
        install(
            folder / "statsmodels",
            "statsmodels==0.14.6",
            "--python-version",
            "3.14",
            "--python-platform",
            "x86_64-manylinux_2_28",
        )
        for path in list((folder / "statsmodels").rglob("*.so")):
            (path.parent / (path.name.split(".")[0] + ".py")).write_text(STUB)
        # the lab's kernel refuses a wheel whose own name is another one
        one_wheel({"": [folder / "statsmodels"]}, folder, "statsmodels")
    return [next(folder.rglob("pyodide.asm.wasm")).parent, folder]


@pytest.fixture(scope="session")
def site(request, tmp_path_factory, worker_id):
    """The folder, made by the first worker that asks, while the others wait; unless it stands already."""
    if SITE:
        return Path(SITE)
    folder = tmp_path_factory.mktemp("web") if worker_id == "master" else tmp_path_factory.getbasetemp().parent / "web"
    made = folder / "made"
    try:
        folder.mkdir(exist_ok=worker_id == "master")
    except FileExistsError:
        for _ in range(900):
            if made.exists():
                break
            time.sleep(1)
        assert made.exists() and made.read_text() == "whole", "the site was not made"
        return folder / "site"
    try:
        build.build(folder / "site", carriers=request.getfixturevalue("carriers"))
        made.write_text("whole")
    finally:
        if not made.exists():
            made.write_text("broken")
    return folder / "site"


@pytest.fixture(scope="session")
def address(site):
    with served(site) as found:
        yield found


@pytest.fixture(scope="session")
def browser(browser_path):
    with sync_playwright() as player:
        flags = ["--no-sandbox"] * (os.geteuid() == 0)
        # no name leads anywhere, for a service worker neither
        flags += ["--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
        found = player.chromium.launch(executable_path=browser_path, args=flags)
        yield found
        found.close()


@pytest.fixture(scope="module")
def visitor(browser):
    """One browser for all lessons, which keeps what it has fetched, as a reader's does."""
    context = browser.new_context(viewport=WINDOW)
    yield context
    context.close()


@pytest.fixture
def visit(visitor, address):
    with watched(visitor, address) as page:
        yield page


@pytest.fixture
def page(browser, address):
    """A page that notes its errors and every request that leaves this machine, which it does not make."""
    with opened(browser, address) as page:
        yield page
