"""The course for Colab: ``python -m classroom.colab OWNER/REPOSITORY`` writes ``colab/``, to be committed there.

Colab opens one notebook from GitHub, without its neighbours and without the course's packages. So each notebook of the
student's copy gets a cell that fetches `coursekit` if it is not there, and its links lead to Colab again.
"""

import argparse
import posixpath
import re
from pathlib import Path

import nbformat

from classroom.handout.handout import shipped
from classroom.handout.one_line import FILE, visible_tests

__all__ = ["for_colab", "main"]

ROOT = Path(__file__).resolve().parents[1]
FETCH = """\
#@title Run this cell first: it fetches the course
try:
    import coursekit
except ModuleNotFoundError:
    %pip install --quiet {}"""


def for_colab(files, repository, branch="main"):
    """Give notebooks that can be opened alone.

    Parameters
    ----------
    files : dict of str to bytes
        What a student gets, by path, as `classroom.handout.handout.shipped` gives it.
    repository, branch : str
        Where the course lies on GitHub, as ``owner/name``.

    Returns
    -------
    dict of str to str
        The notebooks, by path.
    """
    page = f"https://colab.research.google.com/github/{repository}/blob/{branch}/colab/"
    plain = f"https://github.com/{repository}/blob/{branch}/notebooks/"  # a text, which Colab does not show
    fetch = FETCH.format(f"https://github.com/{repository}/archive/{branch}.zip")
    books = {}
    for name, content in files.items():
        if not name.endswith(".ipynb"):
            continue

        def absolute(link, folder=posixpath.dirname(name)):
            target = posixpath.normpath(posixpath.join(folder, link[1]))
            return f"]({page if target.endswith('.ipynb') else plain}{target}"

        book = nbformat.reads(content.decode("utf-8"), 4)
        for cell in book.cells:
            if cell.cell_type == "markdown":
                cell.source = re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)", absolute, cell.source)
        # Here, nothing lies beside a notebook: the tests are on the page
        tests = visible_tests({FILE: files.get(f"{posixpath.dirname(name)}/{FILE}")})
        for cell in book.cells:
            cell.source = tests.get(cell.id, cell.source)
        # Under the title; what is not Colab's own (cellView) hides its code in JupyterLab
        look = {"cellView": "form", "jupyter": {"source_hidden": True}, "tags": ["colab"]}
        book.cells.insert(1, nbformat.v4.new_code_cell(fetch, id="fetch-the-course", metadata=look))
        books[name] = nbformat.writes(book) + "\n"
    return books


def main(arguments=None):
    """Write ``colab/`` and say where the first lesson is going to be."""
    parser = argparse.ArgumentParser(prog="python -m classroom.colab", description=__doc__.splitlines()[0])
    parser.add_argument("repository", metavar="OWNER/REPOSITORY", help="where you publish the course on GitHub")
    parser.add_argument("--branch", default="main", help="and its branch (default: main)")
    parser.add_argument("--to", type=Path, default=ROOT / "colab", help="another folder than colab/")
    asked = parser.parse_args(arguments)
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", asked.repository):
        parser.error(f"OWNER/REPOSITORY must be two names with one slash between, got {asked.repository!r}")
    files, refused = shipped(ROOT)
    if refused:
        parser.exit(1, "\n".join(refused) + "\n")
    for name, text in for_colab(files, asked.repository, asked.branch).items():
        path = asked.to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{asked.to} is ready. Commit it and push; then the first lesson opens at\n"
          f"https://colab.research.google.com/github/{asked.repository}/blob/{asked.branch}/colab/00_start_here.ipynb")


if __name__ == "__main__":
    main()
