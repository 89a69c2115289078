"""A real JupyterLab in a real browser, for tests, benchmarks and screenshots."""

import contextlib
import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}


def free_port():
    """A port below those that systems hand out by themselves: kernels beside us take those, at any moment."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 200):
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("none of 200 ports is free")


@contextlib.contextmanager
def running(command, port, *, timeout=90, **options):
    """Run a server's command until the block ends; wait until it answers on its port."""
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True, **options)
        try:
            for _ in range(timeout * 5):
                with contextlib.suppress(urllib.error.URLError, ConnectionError, http.client.HTTPException):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5).close()
                    break
                if server.poll() is not None:
                    break
                time.sleep(0.2)
            else:
                server.kill()
            if server.poll() is not None:
                log.seek(0)
                raise RuntimeError(f"{command} did not start:\n{log.read()[-4000:]}")
            yield server
        finally:
            if server.poll() is None:
                os.killpg(server.pid, 15)
                try:
                    server.wait(20)
                except subprocess.TimeoutExpired:
                    os.killpg(server.pid, 9)


@contextlib.contextmanager
def lab(folder):
    """Serve a folder by JupyterLab with configuration of its own; give its address."""
    port = free_port()
    with tempfile.TemporaryDirectory() as home:
        for plugin, values in SETTINGS.items():
            package, name = plugin.split(":")
            path = Path(home, "lab/user-settings", package, f"{name}.jupyterlab-settings")
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(values))
        Path(home, "config/labconfig").mkdir(parents=True)
        Path(home, "config/labconfig/page_config.json").write_text(
            json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}})
        )
        environment = os.environ | {
            "JUPYTER_CONFIG_DIR": f"{home}/config",
            "JUPYTERLAB_SETTINGS_DIR": f"{home}/lab/user-settings",
            "JUPYTERLAB_WORKSPACES_DIR": f"{home}/lab/workspaces",
            "JUPYTER_DATA_DIR": f"{home}/data",
            "JUPYTER_RUNTIME_DIR": f"{home}/runtime",
        }
        command = [sys.executable, "-m", "jupyterlab", f"--port={port}", "--no-browser", "--allow-root"]
        command += ["--ServerApp.kernel_websocket_connection_class=classroom.connection.UndelayedConnection"]
        command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]
        with running(command, port, env=environment):
            yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def browser_page(executable, *, scale=1, width=1280, height=900):
    """Open a page in headless Chromium; refuse and record every request that leaves the machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=executable, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        page.strayed = stay_home(page)
        try:
            yield page
        finally:
            browser.close()


def stay_home(browsing):
    """Refuse every request of a page, or of a whole context, that leaves the machine; give the list in which they are recorded."""
    strayed = []

    def guard(route):
        if re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:", route.request.url):
            route.continue_()
        else:
            strayed.append(route.request.url)
            route.abort()

    browsing.route("**/*", guard)
    return strayed


def open_notebook(page, address, path):
    """Open a notebook and wait until its kernel is idle."""
    if path:
        page.goto(f"{address}/lab/tree/{path}?reset")
    wait_for_kernel(page)


def wait_for_kernel(page):
    page.wait_for_function(
        """() => { const app = window.jupyterapp; const panel = app && app.shell.currentWidget;
        return panel && panel.sessionContext && panel.sessionContext.isReady
          && panel.sessionContext.session?.kernel?.status === 'idle'; }""",
        timeout=60_000,
    )


def run_all(page):
    """Run all cells and wait until the last one is done; return the errors that the outputs show."""
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    wait_for_kernel(page)
    page.wait_for_timeout(300)
    return page.evaluate(
        """() => [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap(cell =>
        cell.type === 'code' ? cell.outputs.toJSON().filter(o => o.output_type === 'error').map(o => o.ename + ': ' + o.evalue) : [])"""
    )


# Presses a key on a slider and waits until the picture of the same box is another one and is painted. The box is looked
# for at each change, because JupyterLab may draw an output anew. If nothing comes, it is told what became of the key.
PRESS = """async ([box, slider, key]) => {
  const root = () => document.querySelectorAll('.knobs')[box];
  const handle = root().querySelectorAll('[role=slider]')[slider];
  const [first, before, value] = [root(), root().querySelector('img').src, handle.ariaValueNow];
  handle.focus();
  const start = performance.now();
  const seen = new Promise((resolve, reject) => {
    const watch = new MutationObserver(() => {
      const image = root()?.querySelector('img');
      if (image && image.src !== before) { watch.disconnect(); image.decode().then(() => requestAnimationFrame(() => resolve(performance.now() - start))); }
    });
    watch.observe(document.body, {childList: true, subtree: true, attributes: true});
    setTimeout(() => { watch.disconnect(); reject(`the picture did not change within 20 s; the slider went from ${value} to `
      + `${handle.ariaValueNow}, its box is ${first.isConnected ? 'still' : 'no more'} in the page, the kernel is `
      + window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status); }, 20000);
  });
  handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return await seen; }"""


def press(page, box, slider, key="ArrowRight"):
    """Press a key on a knob; return the milliseconds until the new picture stands."""
    return page.evaluate(PRESS, [box, slider, key])
