"""How long a reader waits for a knob: ours beside plain `interact`, in one browser and one run.

    python start.py test --co -q   (once, to set up)
    .venv/bin/python tests/benchmarks/knob_latency.py [moves]        (Windows: .venv\\Scripts\\python)

Each move is a real key event on a slider. Two times are taken: until the new picture stands in the page (what a
MutationObserver sees), and until it is decoded and the browser is about to paint it. `interact` draws the same
pictures by the same `move`, into an inline figure, in the same server. On a quiet machine the first time should be
≤ 35 ms (median) and ≤ 50 ms (95th percentile), ≤ 80 ms where axes change, and at most 0.3 of `interact`'s.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import nbformat
import numpy as np

import lab

KNOBS = {  # name: picture, knobs, does the moved knob change axes?
    "count, ε": ("plots.counts.releases(146)", 'epsilon=knobs.epsilon(0.1, low=0.05, high=5)', False),
    "belief and error, p": ("plots.local.belief_and_error()", 'p=knobs.share(0.75, low=0.51, high=0.99, step=0.01), share=knobs.share(0.05), n=knobs.people(1000)', False),
    "clipped, ε": ("plots.local.clipped()", 'epsilon=knobs.epsilon(1.0, low=0.1), share=knobs.share(0.05), n=knobs.people(1000, high=10_000)', False),
    "which protocol, ε": ("plots.local.which_protocol()", 'epsilon=knobs.epsilon(1.0, low=0.2, high=5), d=knobs.slider("d", 16, [2, 4, 8, 16, 32, 64])', False),
    "local or central, ε": ("plots.local.local_or_central()", 'epsilon=knobs.epsilon(1.0, low=0.1, high=5), n=knobs.people(10_000, low=1000)', False),
    "asked again, p": ("plots.local.asked_again()", 'p=knobs.share(0.75, low=0.51, high=0.95, step=0.01), years=knobs.slider("T", 12, list(range(1, 61)))', False),
    "which protocol, d": ("plots.local.which_protocol()", 'd=knobs.slider("d", 16, [2, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64]), epsilon=knobs.epsilon(1.0, low=0.2, high=5)', False),
}  # fmt: skip

# The rival: the same picture by `interact`, as the widgets' own documentation shows it, one figure a move.
PLAIN = """
import inspect
import numpy as np, ipywidgets
import matplotlib.pyplot as plt
from IPython.display import display
def plain(make, **controls):
    def draw(**values):
        picture = make()
        if "rng" in inspect.signature(picture.move).parameters:
            values["rng"] = np.random.default_rng(0)
        picture.move(**values)
        for artist in picture.moving:
            artist.set_animated(False)
        picture.figure.set_dpi(144)
        figure = plt.figure(figsize=picture.figure.get_size_inches(), dpi=144)
        plt.close(figure)
        display(picture.figure)
        print("reading")
    ipywidgets.interact(draw, **controls)
"""

WAIT = """async ([root, slider, key]) => {
  const box = document.querySelectorAll(root)[0];
  const handle = box.querySelectorAll('[role=slider]')[slider];
  const before = box.querySelector('img').src;
  handle.focus();
  const start = performance.now();
  const seen = new Promise((resolve, reject) => {
    const watch = new MutationObserver(() => {
      const image = box.querySelector('img');
      if (image && image.src !== before) { watch.disconnect(); const stands = performance.now() - start;
        image.decode().then(() => requestAnimationFrame(() => resolve([stands, performance.now() - start]))); }
    });
    watch.observe(box, {childList: true, subtree: true, attributes: true});
    setTimeout(() => { watch.disconnect(); reject('no new picture within 5 s'); }, 5000);
  });
  handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return await seen; }"""


def book_of(picture, controls, *, plain):
    """Write the notebook: one knob, ours or plain `interact`'s."""
    head = "from coursekit import knobs, plots\n"
    body = f"plain(lambda: {picture}, {controls})" if plain else f"knobs.explore({picture}, {controls})"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(head + (PLAIN if plain else "") + body)])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    return book


def measure(page, address, name, moves, *, root):
    """Move the first slider to and fro; return (moves, 2) milliseconds."""
    lab.open_notebook(page, address, name)
    errors = lab.run_all(page)
    if errors:
        raise RuntimeError(errors)
    page.wait_for_selector(f"{root} img")
    page.wait_for_timeout(1500)
    times = []
    for i in range(moves + 4):  # the first four warm up
        times.append(page.evaluate(WAIT, [root, 0, "ArrowRight" if i // 4 % 2 == 0 else "ArrowLeft"]))
        page.wait_for_timeout(80)
    return np.array(times[4:])


def compare(browser, moves=40, names=KNOBS):
    """Return {name: (ours, plain)}, each (moves, 2) milliseconds."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, name in enumerate(names):
            for plain in (False, True):
                nbformat.write(book_of(*KNOBS[name][:2], plain=plain), Path(folder, f"{i}{'plain' if plain else 'ours'}.ipynb"))
        with lab.lab(folder) as address, lab.browser_page(browser, scale=2) as page:
            for i, name in enumerate(names):
                ours = measure(page, address, f"{i}ours.ipynb", moves, root=".knobs")
                results[name] = ours, measure(page, address, f"{i}plain.ipynb", moves, root=".jp-OutputArea")
    return results


def main():
    from conftest import find_browser

    results = compare(find_browser(), int(sys.argv[1]) if len(sys.argv) > 1 else 40)
    print(f"{'knob':24}{'ours: stands p50 / p95':>24}{'painted p50 / p95':>20}{'interact p50 / p95':>22}{'ratio of p50':>14}   verdict")
    fine = True
    for name, (ours, plain) in results.items():
        a, b = np.percentile(ours, [50, 95], axis=0), np.percentile(plain, [50, 95], axis=0)
        most = (80, 80) if KNOBS[name][2] else (35, 50)
        ratio = a[0, 0] / b[0, 0]
        held = a[0, 0] <= most[0] and a[1, 0] <= most[1] and ratio <= 0.3
        fine &= held
        print(f"{name:24}{a[0, 0]:16.1f} / {a[1, 0]:5.1f}{a[0, 1]:12.1f} / {a[1, 1]:5.1f}{b[0, 0]:14.1f} / {b[1, 0]:5.1f}{ratio:14.2f}   {'holds' if held else 'MISSED'}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
