"""How fast and how heavy the book is, beside JupyterLab in the same run.

    python start.py site
    .venv/bin/python tests/benchmarks/book.py build/site [moves [lessons, e.g. 00 02_r]]    (Windows: .venv\\Scripts\\python)

For each lesson: the first paint and what had to come before it; what the first live box took and weighed with an empty
cache, and on a second visit; and for each box how long a move takes until the new picture stands in the page, which
`knob_latency` measures in JupyterLab on this machine, too. With 0 moves nothing is moved. On a quiet machine the aims are
1.5 s and 400 kB, 15 s and 45 MB, 3 s, and 20 ms (median) and 40 ms (95th percentile). How busy the machine was stands
in the first line.
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[k]) for k in (0, 1, 2)]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))

import nbformat
import numpy as np
import serving
from playwright.sync_api import sync_playwright

import lab

SENT = {}


class Counting(serving.Server):
    """Notes how many bytes of what it has sent."""

    def copyfile(self, source, out):
        content = source.read()
        SENT[self.path] = len(content)
        out.write(content)


# A move of a control until its picture is painted; null if it has not within three seconds.
MOVE = """([box, control, to]) => new Promise(resolve => {
  const root = document.querySelector(`[data-box="${box}"]`), image = root.querySelector("img");
  const one = root.querySelectorAll(CONTROLS)[control], before = image.dataset.painted, start = performance.now();
  const watch = new MutationObserver(() => { if (image.dataset.painted !== before) end(performance.now() - start); });
  const end = told => { watch.disconnect(); clearTimeout(late); resolve(told); };
  const late = setTimeout(() => end(null), 3000);
  watch.observe(image, { attributes: true });
  if (one.matches("input")) { one.value = +one.value + to; one.dispatchEvent(new Event("input", { bubbles: true })); }
  else one.parentElement.children[(one.parentElement.querySelector(".mod-active") === one) ? 1 : 0].click(); })"""
CONTROLS = ":scope > .widget-hslider input:not([disabled]), :scope > .widget-toggle-buttons button:first-child:not([disabled])"
MOVE = MOVE.replace("CONTROLS", repr(CONTROLS))


def live(page):
    """Touch the first box; the seconds until it lives, and until all do."""
    page.locator("[data-box]").first.dispatch_event("pointerenter")
    page.wait_for_function("course.done || course.error", timeout=600_000)
    if page.evaluate("course.error"):
        raise RuntimeError(page.evaluate("course.error"))
    return page.evaluate("[course.first / 1000, course.done / 1000]")


def moves(page, box, many):
    """Move the first control that changes the picture; milliseconds."""
    root = page.locator(f'[data-box="{box}"]')
    for lift in root.locator(".knobs-lift").all():
        if lift.is_visible():
            lift.click()
            page.wait_for_function("course.idle()")
    for control in range(root.locator(CONTROLS).count()):
        page.wait_for_timeout(300)
        at = root.locator(CONTROLS).nth(control)
        low = at.evaluate("one => one.matches('input') && +one.value > (+one.max + +one.min) / 2")
        steps = [-1, 1] if low else [1, -1]
        taken = [page.evaluate(MOVE, [box, control, steps[k % 2]]) for k in range(4)]  # they warm up
        if None in taken:
            continue
        taken = []
        for k in range(many):
            taken.append(page.evaluate(MOVE, [box, control, steps[k % 2]]))
            page.wait_for_timeout(60)
        return [one for one in taken if one is not None]
    return []


def visit(browser, address, name, many):
    """Print one lesson's figures."""
    SENT.clear()
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/{name}.html")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000
    pictures = page.evaluate("[...document.images].reduce((sum, one) => sum + (one.src.startsWith('data:') ? one.src.length : 0), 0)")
    light = (sum(SENT.values()) - pictures) / 1e3
    page.wait_for_function("navigator.serviceWorker.controller", timeout=60_000)
    first, every = live(page)
    weight = sum(SENT.values()) / 1e6
    page.wait_for_function("course.kept", timeout=120_000)  # seconds later: nobody's second visit is sooner
    page.reload()
    again, every_again = live(page)
    print(f"{name:34}{paint:6.2f} s{light:7.0f} kB{first:8.1f} s ({every:5.1f}){weight:7.1f} MB{again:8.1f} s ({every_again:5.1f})", flush=True)  # fmt: skip
    found = []
    for box in range(page.locator("[data-box]").count() if many else 0):
        if "knobs-quiz" not in page.locator(f'[data-box="{box}"]').get_attribute("class"):
            taken = moves(page, box, many)
            p50, p95 = np.percentile(taken, [50, 95]) if taken else (np.nan, np.nan)
            noise = page.locator(f'[data-box="{box}"] .knobs-noise').count() > 0
            found.append((p50 <= 20 and p95 <= 40, noise))
            told = "" if found[-1][0] else "   draws noise anew" if noise else "   MISSED"
            print(f"    box {box}: {p50:6.1f} / {p95:6.1f} ms{told}", flush=True)
    context.close()
    return found


def in_lab(path, names, many):
    """The same lessons' first knobs in JupyterLab."""
    import knob_latency

    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            book = nbformat.read(knob_latency.LESSONS[0].with_name(f"{name}.ipynb"), 4)
            nbformat.write(book, Path(folder, f"{name}.ipynb"))
        with lab.lab(folder) as address, lab.browser_page(path) as page:
            for name in names:
                for box, label, _, taken in knob_latency.measure(page, address, f"{name}.ipynb", many):
                    print(f"    JupyterLab {name}, box {box} ({label}): {' / '.join(f'{one:.1f}' for one in np.percentile(taken[:, 0], [50, 95]))} ms", flush=True)  # fmt: skip


def main():
    from classroom.setup.tools import find_browser

    site, many = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    names = sorted(path.stem for path in site.glob("_static/lessons/*.json"))
    names = [name for name in names if not sys.argv[3:] or name.startswith(tuple(sys.argv[3:]))]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    print(f"{'lesson':34}{'paint':>8}{'before it':>10}{'first box (all), empty cache':>29}{'again':>17}")
    found = []
    with serving.served(site, Counting) as address, sync_playwright() as player:
        flags = ["--no-sandbox", "--disable-gpu"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["--disable-gpu"]
        browser = player.chromium.launch(executable_path=find_browser(), args=flags)
        for name in names:
            found += visit(browser, address, name, many)
    if many:
        for noise, kind in ((False, "that draw no noise anew"), (True, "that do")):
            those = [is_quick for is_quick, draws in found if draws == noise]
            print(f"{sum(those)} of {len(those)} boxes {kind} within 20 / 40 ms")
        in_lab(find_browser(), [name for name in names if name != "index"], many)  # the front page is no notebook
    return 0


if __name__ == "__main__":
    sys.exit(main())
