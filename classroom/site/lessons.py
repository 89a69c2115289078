"""Lessons that have run: what each shows is kept, with the state of its boxes, and which packages it needed."""

import json
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from classroom.site.boxes import native

# What a lesson may load besides coursekit and matplotlib; the page's Python loads these lesson by lesson
HEAVY = ("pandas", "scipy", "sklearn", "statsmodels", "seaborn")
SKIPPED = "not-in-a-page"  # the tag of cells that look at an installation
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s:]+)\)")
LAB = '<a href="lab/index.html?path={}">{}</a>'
LOADED = f"import json, sys; print(json.dumps([name for name in {HEAVY} if name in sys.modules]))"


def run(path, kernel="python3"):
    """Run a notebook in a fresh kernel; return it with its outputs, and the heavy packages that it loaded."""
    book = nbformat.read(path, 4)
    book.cells = [cell for cell in book.cells if SKIPPED not in cell.metadata.get("tags", [])]
    book.cells.append(nbformat.v4.new_code_cell(LOADED))
    where = {"metadata": {"path": str(path.parent)}}
    book = NotebookClient(book, timeout=900, kernel_name=kernel, store_widget_state=True, resources=where).execute()
    return book, json.loads(book.cells.pop().outputs[-1].text)


def page(book, *, published, name):
    """Make a notebook that has run a page of the book, in place: its boxes native, its links within the book.

    `published` are the pages that the book has, without endings; a link to an exercise goes to the lab, as does one at
    the top for the notebook `name`; a link to any other file keeps its words only.
    """
    boxes = native(book)
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(lambda found: _link(found, published), cell.source)
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "remove-input"]
    book.cells[0].source += "\n\n" + LAB.format(f"{name}.ipynb", "Open in the lab")
    return boxes


def _link(found, published):
    words, target = found.groups()
    if Path(target).with_suffix("").as_posix() in published:
        return found.group()
    return LAB.format(target, words) if target.startswith("exercises/") else words


def cells(book):
    """What the page's Python runs: the sources of a notebook's code cells, in order."""
    return [cell.source for cell in book.cells if cell.cell_type == "code"]


def run_all(paths, workers=2):
    """Run notebooks side by side; yield each path with what `run` returns, in order."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as crew:
        yield from zip(paths, crew.map(run, paths), strict=True)
