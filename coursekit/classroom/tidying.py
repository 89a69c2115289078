"""An orderly notebook, and a harmless page, out of whatever a student handed in."""

import json
import re

import nbformat
from nbgrader.utils import is_grade, is_locked

__all__ = ["harmless", "tidy"]

LONGEST = 20 * 2**20  # of a notebook that is looked at
MOST_CELLS, MOST_TEXT = 1000, 2 * 2**20
TAGS = {"a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl", "dt", "em", "figcaption",
        "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "ol", "p", "pre", "q", "s", "small",
        "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul"}
ATTRIBUTES = {"*": ["aria-label", "class", "id", "role", "title"], "a": ["href"], "img": ["alt", "height", "src", "width"],
              "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan", "scope"]}


def tidy(content, handed_out):
    """Make an orderly notebook of whatever a student handed in: sources and their places, nothing else of it.

    Outputs, attachments and metadata are left behind; a cell that was handed out gets its own metadata back. Of a cell
    that is there more than once the last counts; a test cell that is missing is put back behind the one before it.

    Parameters
    ----------
    content : bytes
    handed_out : nbformat.NotebookNode
        The notebook that students got.

    Returns
    -------
    notebook : nbformat.NotebookNode
    cells : list of (str or None, str, str)
        Name, kind and source of every cell as it was handed in.

    Raises
    ------
    ValueError
        If this is no notebook; the message is a sentence for a grader.
    """
    if len(content) > LONGEST:
        raise ValueError(f"The notebook is too large ({len(content) >> 20} MB).")
    try:
        told = json.loads(content.decode("utf-8-sig"))
        # Format 3 keeps its cells in worksheets; nbformat knows how to bring them over.
        if told.get("nbformat", 4) < 4:
            told = nbformat.convert(nbformat.from_dict(told), 4)
        raw = told["cells"]
        if not isinstance(raw, list):
            raise TypeError("cells are no list")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, MemoryError) as error:
        raise ValueError(f"The file is no notebook ({type(error).__name__}).") from error
    known = {cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id: cell for cell in handed_out.cells}
    ours = {cell.id: name for name, cell in known.items()}
    cells, size = [], 0
    for entry in raw:
        if not isinstance(entry, dict) or entry.get("cell_type") not in ("code", "markdown", "raw"):
            continue
        source = entry.get("source", "")
        source = "".join(filter(lambda part: isinstance(part, str), source)) if isinstance(source, list) else source
        source = source.encode("utf-8", "replace").decode() if isinstance(source, str) else ""
        metadata = entry.get("metadata") if isinstance(entry.get("metadata"), dict) else {}
        about = metadata.get("nbgrader") if isinstance(metadata.get("nbgrader"), dict) else {}
        name = about.get("grade_id")
        name = name if isinstance(name, str) and name in known else ours.get(str(entry.get("id")))
        cells.append((name, entry["cell_type"], source))
        size += len(source)
    if len(cells) > MOST_CELLS or size > MOST_TEXT:
        raise ValueError(f"The notebook is too long ({len(cells)} cells, {size} letters).")
    last = {name: place for place, (name, _, _) in enumerate(cells) if name}
    made, places = [], {}
    for place, (name, kind, source) in enumerate(cells):
        counts = name is not None and last[name] == place
        kind = known[name].cell_type if counts and known[name].metadata.get("nbgrader") else kind
        new = getattr(nbformat.v4, f"new_{kind}_cell")(source, id=_cell_id(name if counts else None, len(made)))
        if kind == "raw":
            new.metadata["raw_mimetype"] = "text/plain"  # else a page would take it for a part of itself
        if counts:
            new.metadata.update(_own(known[name]))
            places[name] = new
        made.append(new)
    before = None
    for name, cell in known.items():
        if name not in places and "nbgrader" in cell.metadata and (is_locked(cell) or is_grade(cell)):
            new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source, id=_cell_id(name, len(made)))
            new.metadata.update(_own(cell))
            made.insert(next((k + 1 for k, other in enumerate(made) if other is before), 0), new)
            places[name] = new
        before = places.get(name, before)
    notebook = nbformat.v4.new_notebook(cells=made)
    notebook.metadata.update({key: value for key, value in handed_out.metadata.items() if key in ("kernelspec", "language_info")})
    return notebook, cells


def _own(cell):
    return {key: json.loads(json.dumps(value)) for key, value in cell.metadata.items()
            if key in ("nbgrader", "deletable", "editable")}


def _cell_id(name, place):
    return name if name and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) else f"own-{place}"


def harmless(html):
    """Take what could run out of a part of a page; it will be shown in a grader's browser.

    Parameters
    ----------
    html : str

    Returns
    -------
    str

    Examples
    --------
    >>> harmless('<b onclick="x()">bold</b><a href="javascript:x()">here</a>')
    '<b>bold</b><a>here</a>'
    """
    from bleach import clean

    return clean(html, tags=TAGS, attributes=ATTRIBUTES, protocols={"http", "https", "mailto", "data"}, strip=True)
