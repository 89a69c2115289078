"""Serving a site on this machine, and pages that may ask nobody else."""

import contextlib
import functools
import http.server
import os
import re
import threading
from pathlib import Path

from classroom.site import build

SITE = os.environ.get("COURSEKIT_SITE")  # a site that stands already, to try all its lessons
EVERY = [path.stem for path in build.pages() if path.stem != "glossary"]
if SITE:  # it may be a trial with some lessons
    EVERY = sorted(path.stem for path in Path(SITE).glob("_static/lessons/[0-9]*.json"))
LESSONS = EVERY if SITE else ["00_start_here", "02_randomized_response", "05_synthetic_penguins"]


class Server(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder, handler=Server):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def opened(browser, address, **looks):
    # a service worker asks by itself, where nobody sees it
    context = browser.new_context(viewport={"width": 1366, "height": 900}, service_workers="block", **looks)
    page = context.new_page()
    page.strangers, page.faults = [], []

    def ask(route):
        if re.match(rf"{address}/|data:|blob:", route.request.url):
            return route.continue_()
        page.strangers.append(route.request.url)
        return route.abort()

    context.route("**/*", ask)
    page.on("response", lambda got: page.faults.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert (page.strangers, page.faults) == ([], [])
    context.close()
