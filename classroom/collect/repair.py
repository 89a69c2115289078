"""An orderly notebook, and a harmless page, out of whatever a student handed in."""

import json
import re

import nbformat
from bleach import clean
from nbgrader.utils import is_grade, is_locked, is_solution

__all__ = ["AnotherLesson", "Outputs", "defused", "even", "harmless", "tidy"]

LONGEST = 20 * 2**20  # of a notebook that is looked at
MOST_CELLS, MOST_TEXT = 1000, 2**19
MOST_OUTPUTS = 2000  # of one cell: a forged answer may hold more than the program inside lets through
LONGEST_PAGE, MOST_PAGE = 10_000, 50_000  # HTML of one output and of all: making 10,000 letters harmless takes a second
SHOWN = ("text/plain", "text/html", "image/png")
DEFINED = re.compile(r"^def (\w+)\(", re.MULTILINE)
TAGS = set("""a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i
    img ins kbd li ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u ul""".split())
ATTRIBUTES = {"*": ["aria-label", "class", "id", "role", "title"], "a": ["href"], "td": ["colspan", "rowspan"],
              "img": lambda tag, name, value: name in ("alt", "height", "width") or name == "src" and
              value.startswith("data:image/"),  # any other would be fetched when the page is opened
              "th": ["colspan", "rowspan", "scope"]}
# What Markdown takes for a tag, but those that only set text; and where it takes an image for one
A_TAG = re.compile(rf"<(?!/?(?:{'|'.join(sorted(TAGS - {'a', 'img'}))})\s*/?>)(?=[A-Za-z/!?])")
AN_IMAGE = re.compile(r"!(?=\[)")


class AnotherLesson(ValueError):
    """A notebook that is another lesson's."""


def tidy(content, handed_out):
    """Make an orderly notebook of whatever a student handed in: sources and their places, nothing else of it.

    Outputs, attachments and metadata are left behind; a cell that was handed out gets its own metadata back. Of a cell
    that is there more than once the last counts; a test cell that is missing is put back behind the one before it.
    `content` is the file, `handed_out` the notebook that students got.

    Returns
    -------
    notebook : nbformat.NotebookNode
    cells : list of (str or None, str, str)
        Name, kind and source of every cell as it was handed in.

    Raises
    ------
    AnotherLesson
        If most of its named cells are unknown here.
    ValueError
        If this is no notebook; the message is a sentence for a grader.
    """
    known = {cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id: cell for cell in handed_out.cells}
    entries = _entries(content)
    named = [name for name in map(_named, entries) if isinstance(name, str)]
    if sum(name in known for name in named) < len(named) / 2:
        raise AnotherLesson("The notebook is another lesson's.")
    cells = _recognised([_read(entry, known) for entry in entries], known)
    size = sum(len(source) for _, _, source in cells)
    if len(cells) > MOST_CELLS or size > MOST_TEXT:
        raise ValueError(f"The notebook is too long ({len(cells)} cells, {size} letters).")
    last = {name: place for place, (name, _, _) in enumerate(cells) if name}
    made, places = [], {}
    for place, (name, kind, source) in enumerate(cells):
        counts = name is not None and last[name] == place
        kind = known[name].cell_type if counts and known[name].metadata.get("nbgrader") else kind
        new = _new(kind, source, known[name] if counts else None, name if counts else "", len(made))
        if kind == "raw":
            new.metadata["raw_mimetype"] = "text/plain"  # else a page would take it for a part of itself
        if counts:
            places[name] = new
        made.append(new)
    _put_back(made, places, known)
    kept = {key: value for key, value in handed_out.metadata.items() if key in ("kernelspec", "language_info")}
    return nbformat.v4.new_notebook(cells=made, metadata=kept), cells


def _new(kind, source, original, name, place):
    """Make a cell, with the metadata that it was handed out with."""
    own = original.metadata.items() if original else ()
    kept = {key: json.loads(json.dumps(value)) for key, value in own if key in ("nbgrader", "deletable", "editable")}
    if kind == "markdown" and even(source) != even(original.source if original else ""):
        source = defused(source)
    identity = name if re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) else f"own-{place}"
    return getattr(nbformat.v4, f"new_{kind}_cell")(source, id=identity, metadata=kept)


def _entries(content):
    """Give the cells of a notebook as plain JSON."""
    if len(content) > LONGEST:
        raise ValueError(f"The notebook is too large ({len(content) >> 20} MB).")
    if not content.strip():
        raise ValueError("The file is empty: no notebook is in it.")
    try:
        told = json.loads(content.decode("utf-8-sig"))
        # Format 3 keeps its cells in worksheets; nbformat knows how to bring them over.
        if told.get("nbformat", 4) < 4:
            told = nbformat.convert(nbformat.from_dict(told), 4)
        if not isinstance(told["cells"], list):
            raise TypeError("cells are no list")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, MemoryError) as error:
        raise ValueError(f"The file is no notebook ({type(error).__name__}).") from error
    kinds = ("code", "markdown", "raw")
    return [cell for cell in told["cells"] if isinstance(cell, dict) and cell.get("cell_type") in kinds]


def _named(entry):
    """Give the name that nbgrader gave a cell, or whatever stands in its place."""
    metadata = entry.get("metadata") if isinstance(entry.get("metadata"), dict) else {}
    return metadata["nbgrader"].get("grade_id") if isinstance(metadata.get("nbgrader"), dict) else None


def _read(entry, known):
    """Give name, kind and source of a cell; None for a name that its metadata and its id do not tell."""
    source = entry.get("source", "")
    source = "".join(part for part in source if isinstance(part, str)) if isinstance(source, list) else source
    source = source.encode("utf-8", "replace").decode().replace("\r\n", "\n") if isinstance(source, str) else ""
    name = _named(entry)
    if not isinstance(name, str) or name not in known:
        name = next((name for name, cell in known.items() if cell.id == entry.get("id")), None)
    return name, entry["cell_type"], source


def _recognised(cells, known):
    """Find cells that lost their names in an editor that keeps neither metadata nor ids, by what they say or define."""
    named = {name for name, _, _ in cells}
    missing = {name: cell for name, cell in known.items() if name not in named and "nbgrader" in cell.metadata}
    same = {even(cell.source): name for name, cell in missing.items() if is_locked(cell)}
    defines = {}
    for name, cell in missing.items():
        if is_solution(cell) and (told := DEFINED.findall(cell.source)):
            defines[told[-1]] = name
    found = []
    for name, kind, source in cells:
        if name is None and kind == "code":
            mine = (defines[told] for told in DEFINED.findall(source) if told in defines)
            name = same.get(even(source)) or next(mine, None)
        found.append((name, kind, source))
    return _in_its_place(found, missing, known)


def _in_its_place(cells, missing, known):
    """Find answers in words that lost their names: each stands behind the same cell as when it was handed out."""
    sources, before, found = {even(cell.source): name for name, cell in known.items()}, {}, []
    for last, name in zip([None, *known], known, strict=False):
        if name in missing and is_solution(known[name]) and known[name].cell_type == "markdown":
            before[last] = name
    last = None
    for name, kind, source in cells:
        told = sources.get(even(source))
        if name is None and kind == "markdown" and last in before and (told is None or told == before[last]):
            name = before.pop(last)
        found.append((name, kind, source))
        last = name or told
    return found


def even(text):
    """Give a text without what an editor may change at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _put_back(made, places, known):
    """Put back each test that is missing: behind the cell before it or, where that is missing too, at the end."""
    before = None
    for name, cell in known.items():
        if name not in places and "nbgrader" in cell.metadata and (is_locked(cell) or is_grade(cell)):
            new = _new(cell.cell_type, cell.source, cell, name, len(made))
            made.insert(next((k + 1 for k, other in enumerate(made) if other is before), len(made)), new)
            places[name] = new
        elif name not in places and "nbgrader" in cell.metadata and is_solution(cell):
            before = None  # the answer may be anywhere: at the end, all of them are defined
            continue
        before = places.get(name, before)


def defused(text):
    """Give Markdown in which nothing runs and nothing is fetched, whoever sets it: images become links, tags text.

    Examples
    --------
    >>> defused("a <b>bold</b> x<y, ![me](http://x) <img src=http://x>")
    'a <b>bold</b> x< y, ! [me](http://x) < img src=http://x>'
    """
    return AN_IMAGE.sub("! ", A_TAG.sub("< ", text))


def harmless(html):
    """Take what could run, and what would be fetched, out of a part of a page; a grader's browser will show it.

    Examples
    --------
    >>> harmless('<b onclick="x()">bold</b><a href="javascript:x()">here</a><img src="http://x">')
    '<b>bold</b><a>here</a><img>'
    """
    return clean(html, tags=TAGS, attributes=ATTRIBUTES, protocols={"http", "https", "mailto", "data"}, strip=True)


class Outputs:
    """Outputs as a notebook holds them, of what came out of one student's process; of what is none, none is made."""

    def __init__(self):
        self.room = MOST_PAGE

    def of(self, found):
        """Make the outputs of one cell."""
        found = [raw for raw in found[:MOST_OUTPUTS] if isinstance(raw, dict)] if isinstance(found, list) else []
        return [made for raw in found if (made := self._one(raw))]

    def _one(self, raw):
        try:
            kind = raw["output_type"]
            if kind == "stream":
                name = "stderr" if raw["name"] == "stderr" else "stdout"
                return nbformat.v4.new_output(kind, name=name, text=str(raw["text"]))
            if kind == "error":
                lines = [str(line) for line in raw["traceback"]]
                return nbformat.v4.new_output(kind, ename=str(raw["ename"]), evalue=str(raw["evalue"]), traceback=lines)
            if kind not in ("display_data", "execute_result"):
                return None
            data = {name: part for name, part in raw["data"].items() if isinstance(part, str) and name in SHOWN}
            if (page := data.pop("text/html", None)) and len(page) <= min(LONGEST_PAGE, self.room):
                self.room -= len(page)
                data["text/html"] = harmless(page)
            more = {"execution_count": int(raw["execution_count"])} if kind == "execute_result" else {}
            return nbformat.v4.new_output(kind, data=data or {"text/plain": ""}, **more)
        except Exception:  # whatever it is, it is none
            return None
