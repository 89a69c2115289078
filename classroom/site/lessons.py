"""Lessons that have run: what each shows is kept, with the state of its boxes, and which packages it needed."""

import ast
import json
import re
from concurrent.futures import ProcessPoolExecutor
from html import escape
from multiprocessing import get_context
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from classroom import channels
from classroom.site.boxes import native
from classroom.site.page_cells import HEAVY
from classroom.site.wording import in_page

SKIPPED = "not-in-a-page"  # the tag of cells that look at an installation
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s:]+)\)")
LAB = '<a href="lab/index.html?path={}" target="lab" title="in a tab of its own">{}</a>'
# Runs first: a game opens on the round that the page's own Python will judge; and it notes what each cell changes, and
# which heavy packages the course asks for meanwhile, or whenever one of its files is loaded
FIRST = f"""
import os
os.environ['COURSEKIT_PAGE'] = 'book'
def _watch():
    import builtins, hashlib, importlib, pickle, re, sys, types
    shell, seen, told, asked, always = get_ipython(), {{}}, [], set(), set()
    others = set(shell.user_ns)
    def noted(bring):
        def brought(name, *rest, **more):
            by, package = sys._getframe(1), name.partition(".")[0]
            if package in {HEAVY} and by.f_globals.get("__name__", "").startswith("coursekit."):
                (always if by.f_code.co_name == "<module>" else asked).add(package)
            return bring(name, *rest, **more)
        return brought
    def look(done):
        now, said = {{}}, done.info.raw_cell
        for name, value in list(shell.user_ns.items()):
            if name[0] != "_" and name not in others and not isinstance(value, types.ModuleType):
                try:
                    now[name] = hashlib.sha256(pickle.dumps(value)).digest()
                except Exception:  # whoever mentions what cannot be compared may have changed it
                    now[name] = said if re.search(rf"\\b{{name}}\\b", said) else seen.get(name)
        told.append([[name for name in now if now[name] != seen.get(name)], list(asked)])
        seen.update(now)
        asked.clear()
    builtins.__import__, importlib.import_module = noted(builtins.__import__), noted(importlib.import_module)
    shell.events.register("post_run_cell", look)
    return told, lambda: [*asked, *always]
_changes, _packages = _watch()
"""
# Runs last: tells these, and for print what stands behind each veil; no widget hears of it
LAST = """
import json
import ipywidgets
from ipywidgets.widgets.widget import _instances
ipywidgets.Widget.send_state = lambda *_, **__: None
lifted = {}
for box in [one for one in _instances.values() if "knobs" in getattr(one, "_dom_classes", ())]:
    for guess in [child for child in box.children if not getattr(child, "is_lifted", True)]:
        guess.make(None)
        lifted[box.model_id] = "".join(one.value for one in box.children[-2:])
print(json.dumps([_changes, _packages(), lifted]))
"""


def run(path, kernel="python3"):
    """Run a notebook in a fresh kernel; return it with outputs, and what it veils.

    The metadata of a code cell have the names of what it changed, and the heavy packages that the course asked for in
    it; those of the notebook have what it asked for behind veils, or wherever: `page_cells` needs all of them.
    """
    book = nbformat.read(path, 4)
    book.cells = [cell for cell in book.cells if SKIPPED not in cell.metadata.get("tags", [])]
    book.cells = [nbformat.v4.new_code_cell(FIRST), *book.cells, nbformat.v4.new_code_cell(LAST)]
    where = {"metadata": {"path": str(path.parent)}}
    how = {"timeout": 900, "kernel_name": kernel, "store_widget_state": True, "resources": where}
    with channels.apart() as settings:
        book = NotebookClient(book, config=settings, **how).execute()
    del book.cells[0]
    looks, book.metadata["asked"], lifted = json.loads(joined(book.cells.pop().outputs)[-1].text)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    for cell, (names, packages) in zip(code, looks[len(looks) - len(code) :], strict=True):
        cell.metadata["changes"], cell.metadata["asked"] = names, packages
        cell.outputs = joined(cell.outputs)
    return book, lifted


def joined(outputs):
    """Give a cell's outputs with printed texts in one piece, that a busy kernel sends in several."""
    found = []
    for output in outputs:
        before = found[-1] if found else {}
        if output.output_type == "stream" and output.name == before.get("name"):
            before.text += output.text
        else:
            found.append(output)
    return found


def page(book, *, published, name, lifted=()):
    """Make a notebook that has run a page of the book, in place: its boxes native, its links within the book.

    `published` are the pages that the book has, without endings; a link to an exercise goes to the lab, as do two at
    the top, for the notebook `name` and its exercises; a link to any other file keeps its words only. `lifted` is what
    print shows for veils.
    """
    boxes = native(book, lifted)
    links = LINK.findall("".join(cell.source for cell in book.cells))
    exercises = [target for _, target in links if target.startswith("exercises/")]
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = in_page(cell.source)
            cell.source = LINK.sub(lambda found: _link(found, published), cell.source)
        else:  # a reader of pages may read past the code, so it is folded; what only sets up has no use there
            hidden = cell.metadata.get("jupyter", {}).get("source_hidden") or _sets_up(cell.source)
            tag = "remove-input" if hidden else "hide-input"
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]
            cell.metadata["mystnb"] = {"code_prompt_show": _fold(cell)}
            cell.outputs = list(map(_printed, cell.outputs))
    if name[:2].isdigit():  # in the menu and the search, too
        number = name[:2] + " deeper" * name.endswith("_deeper")
        book.cells[0].source = book.cells[0].source.replace("# ", f"# {number} · ", 1)
    ways = [(f"{name}.ipynb", "Open in the lab"), *((target, "Exercises") for target in exercises[:1])]
    book.cells[0].source += "\n\n" + " · ".join(LAB.format(*way) for way in ways)
    return boxes


def _sets_up(source):
    """Whether a cell imports, makes its generator or shows a ready picture, and no more: a page has no use for that."""
    return all(
        isinstance(one, (ast.Import, ast.ImportFrom)) or ast.unparse(one).startswith(("rng = ", "knobs.show("))
        for one in ast.parse(source).body
    )


def _fold(cell):
    """Name the fold of a cell's code: several stand in a section, and a reader wants to know what is in this one."""
    made = [one.name for one in ast.parse(cell.source).body if isinstance(one, ast.FunctionDef)]
    if made:
        return f"The code of {made[0]}"
    shown = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
    kinds = {"table": "<table" in shown, "picture": "<img" in shown, "result": bool(cell.outputs), "step": True}
    return f"The code of this {next(kind for kind, there in kinds.items() if there)}"


def _printed(output):
    """Set sentences that code has printed like other sentences; columns need letters of one width, and stay."""
    text = output.get("text", "").strip("\n")
    if output.output_type != "stream" or output.name != "stdout" or re.search(r" {2}|^ |\t|\n\n", text):
        return output
    shown = "<br>".join(map(escape, text.split("\n")))
    return nbformat.v4.new_output("display_data", data={"text/html": f'<p class="course-printed">{shown}</p>'})


def _link(found, published):
    words, target = found.groups()
    if Path(target).with_suffix("").as_posix() in published:
        return found.group()
    if not target.startswith("exercises/"):
        return words
    return LAB.format(target, words) + " (a little Python, with help; in a new tab)" * words.endswith("exercises")


def first_box(book, told):
    """A page's first box with what its title's cell says above it, as Markdown; and what its Python runs for it."""
    said = book.cells[0].source.split("\n\n")[1:-1]  # between the title and the link to the lab
    shown = next(output.data["text/html"] for cell in book.cells for output in cell.get("outputs", []))
    for part in ("output text_html", "cell_output docutils container", "cell docutils container"):
        shown = f'<div class="{part}">{shown}</div>'
    box = f"```{{raw}} html\n{shown}\n```\n"
    return "\n\n".join([*said, box]), [next(cell for cell in told if cell["boxes"])]


def run_all(paths, workers=2):
    """Run notebooks side by side; yield each path with what `run` returns, in order."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as crew:
        yield from zip(paths, crew.map(run, paths), strict=True)
