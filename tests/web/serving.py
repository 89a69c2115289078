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
WINDOW = {"width": 1366, "height": 900}
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
    context = browser.new_context(viewport=WINDOW, service_workers="block", **looks)
    with watched(context, address) as page:

        def ask(route):
            if is_home(address, route.request.url):
                return route.continue_()
            page.strangers.append(route.request.url)
            return route.abort()

        context.route("**/*", ask)
        yield page
    context.close()


def is_home(address, url):
    return re.match(rf"{address}/|data:|blob:", url)


@contextlib.contextmanager
def watched(context, address):
    """A page of a browser that may keep things; it notes its errors and every request that leaves this machine."""
    page = context.new_page()
    page.strangers, page.faults = [], []
    page.on("request", lambda asked: is_home(address, asked.url) or page.strangers.append(asked.url))
    page.on("response", lambda got: page.faults.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert (sorted(set(page.strangers)), page.faults) == ([], [])
    page.close()
