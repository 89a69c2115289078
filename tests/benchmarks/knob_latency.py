"""How long a reader waits for a knob: every knob of every lesson, beside plain `interact`, in one browser and one run.

    python start.py test --co -q   (once, to set up)
    .venv/bin/python tests/benchmarks/knob_latency.py [moves [lessons, e.g. 00 02]]        (Windows: .venv\\Scripts\\python)

Each move is a key event on the first slider under a picture that changes it at every step. Two times are taken: until the new picture stands in the
page (what a MutationObserver sees), and until it is decoded and the browser is about to paint it. `interact` draws the
same pictures by the same `move` with the same sliders, a new inline figure at each move as its documentation shows,
in the same server. On a quiet machine the first time should be ≤ 35 ms (median) and ≤ 50 ms (95th percentile), and at
most 0.3 of `interact`'s.
"""

import ast
import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[k]) for k in (1, 2)]

import nbformat
import numpy as np

import lab

LESSONS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("[0-9]*.ipynb"))
os.environ["COURSEKIT_GUESSES"] = "shown"

# The rival: the same picture by `interact`.
PLAIN = """
import inspect
import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display
plt.figure(); plt.close()
def _plain(make, **controls):
    def draw(**values):
        picture = make()
        if "rng" in inspect.signature(picture.move).parameters:
            values["rng"] = np.random.default_rng(0)
        reading = picture.move(**values)
        for artist in picture.moving:
            artist.set_animated(False)
        display(picture.figure)
        print(reading.text)
    sliders = ipywidgets.interactive(draw, **controls)
    sliders.add_class("knobs")
    return sliders
"""


class Plain(ast.NodeTransformer):
    """Turn ``knobs.explore(picture, …)`` into ``_plain(lambda: picture, …)``."""

    def visit_Call(self, call):
        if ast.unparse(call.func) == "knobs.explore":
            nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
            sliders = [word for word in call.keywords if word.arg not in ("guess", "answers", "rare", "play")]
            return ast.Call(ast.Name("_plain"), [ast.Lambda(nothing, call.args[0])], sliders)
        return self.generic_visit(call)


WAIT = """async ([box, slider, key]) => {
  const root = document.querySelectorAll('.knobs')[box];
  const handle = root.querySelectorAll(':scope > .widget-hslider [role=slider]')[slider];  // not that of a guess
  const before = root.querySelector('img').src;
  handle.focus();
  const start = performance.now();
  const seen = new Promise((resolve, reject) => {
    const watch = new MutationObserver(() => {
      const image = root.querySelector('img');
      if (image && image.src !== before) { watch.disconnect(); const stands = performance.now() - start;
        image.decode().then(() => requestAnimationFrame(() => resolve([stands, performance.now() - start]))); }
    });
    watch.observe(root, {childList: true, subtree: true, attributes: true});
    setTimeout(() => { watch.disconnect(); reject('no new picture within 5 s'); }, 5000);
  });
  handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return await seen; }"""


def plain_copy(book):
    """Give the lesson with each of its knobs bound by plain `interact`."""
    for cell in book.cells:
        if cell.cell_type == "code" and "knobs.explore(" in cell.source:
            cell.source = ast.unparse(ast.fix_missing_locations(Plain().visit(ast.parse(cell.source))))
    book.cells.insert(0, nbformat.v4.new_code_cell(PLAIN))
    return book


def measure(page, address, name, moves, sliders=None):
    """Move one slider of each box to and fro; return [(box, label, which slider, (moves, 2) milliseconds)].

    Without `sliders` that is the first one whose every step changes the picture.
    """
    lab.open_notebook(page, address, name)
    errors = lab.run_all(page)
    if errors:
        raise RuntimeError(errors)
    page.wait_for_timeout(2000)
    times = []
    for box in range(page.locator(".knobs").count()):
        page.locator(".knobs").nth(box).scroll_into_view_if_needed()
        many = page.locator(".knobs").nth(box).locator(":scope > .widget-hslider").count()
        for slider in range(many) if sliders is None else sliders.get(box, []):
            try:
                times.append((box, *sweep(page, box, slider, moves)))
                break
            except RuntimeError as nothing:  # two neighbouring settings with one picture
                if sliders is not None:  # so this knob has no ratio, and counts as missed
                    times.append((box, "", slider, np.full((1, 2), np.nan)))
                print(f"{name}: {nothing}; " + ("the next slider is taken" if slider < many - 1 else "NOT MEASURED"))
    return times


def sweep(page, box, slider, moves):
    """Move one slider; RuntimeError if a step changes nothing."""
    widget = page.locator(".knobs").nth(box).locator(":scope > .widget-hslider").nth(slider)
    handle, label = widget.locator("[role=slider]"), widget.locator(".widget-label").inner_text()
    low, now, high = (float(handle.get_attribute(f"aria-value{x}")) for x in ("min", "now", "max"))
    there, back = ("ArrowRight", "ArrowLeft") if high - now >= now - low else ("ArrowLeft", "ArrowRight")
    span = int(min(4, max(high - now, now - low)))
    page.wait_for_timeout(500)
    taken = []
    for i in range(moves + 2 * span):  # the first moves warm up
        try:
            taken.append(page.evaluate(WAIT, [box, slider, there if i // span % 2 == 0 else back]))
        except Exception as error:
            if "no new picture" not in str(error):
                raise
            raise RuntimeError(f"a step of {label!r} changes nothing") from None
        page.wait_for_timeout(80)
    return label, slider, np.array(taken[2 * span :])


def compare(browser, moves=40, lessons=LESSONS):
    """Give (lesson, label, ours, plain) for each knob as soon as its lesson is measured; the last two (moves, 2) milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        for lesson in lessons:
            nbformat.write(nbformat.read(lesson, 4), Path(folder, lesson.name))
            nbformat.write(plain_copy(nbformat.read(lesson, 4)), Path(folder, f"plain_{lesson.name}"))
        with lab.lab(folder) as address, lab.browser_page(browser, scale=2) as page:
            for lesson in lessons:
                ours = measure(page, address, lesson.name, moves)
                plain = measure(page, address, f"plain_{lesson.name}", moves, {box: [slider] for box, _, slider, _ in ours})
                for (_, label, _, mine), (*_, theirs) in zip(ours, plain, strict=True):
                    yield lesson.stem[:2] + " deeper" * lesson.stem.endswith("_deeper"), label, mine, theirs


def main():
    from classroom.setup.tools import find_browser

    lessons = [lesson for lesson in LESSONS if not sys.argv[2:] or lesson.stem[:2] in sys.argv[2:]]
    rows = compare(find_browser(), int(sys.argv[1]) if len(sys.argv) > 1 else 40, lessons)
    print(f"{'knob':36}{'ours: stands p50 / p95':>24}{'painted p50 / p95':>20}{'interact p50 / p95':>22}{'ratio of p50':>14}")
    missed = measured = 0
    for lesson, label, ours, plain in rows:
        measured += 1
        (mine, painted), (late, late_painted) = np.percentile(ours, [50, 95], axis=0)
        theirs, theirs_late = np.percentile(plain[:, 0], [50, 95])
        held = mine <= 35 and late <= 50 and mine / theirs <= 0.3
        missed += not held
        print(f"{lesson + ' ' + label:36}{mine:16.1f} / {late:5.1f}{painted:12.1f} / {late_painted:5.1f}"
              f"{theirs:14.1f} / {theirs_late:5.1f}{mine / theirs:14.2f}   {'' if held else 'MISSED'}", flush=True)  # fmt: skip
    print(f"{measured - missed} of {measured} knobs within 35 / 50 ms and 0.3 of interact")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
