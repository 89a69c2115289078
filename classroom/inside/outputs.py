"""The outputs of a cell, as a notebook's kernel gives them, but bounded; it imports next to nothing, for speed."""

import io

__all__ = ["Outputs", "stream"]

MOST = 1000  # outputs of one cell
SIGNS_OF_A_CUT = "\n... Output truncated ...\n"
KINDS = ("text/plain", "text/html", "image/png", "image/svg+xml", "text/markdown", "text/latex", "application/json")


class Outputs:
    """The outputs of one cell, as a notebook holds them, never larger than `limit` characters.

    Examples
    --------
    >>> outputs = Outputs(limit=6)
    >>> for word in ("one ", "two ", "three"):
    ...     outputs.stream("stdout", word)
    >>> outputs.found[0]["text"].splitlines()[0], outputs.dropped
    ('one tw', 7)
    """

    def __init__(self, limit):
        self.limit = limit
        self.clear()

    def clear(self):
        """Begin anew."""
        self.found, self.left, self.dropped, self.clear_next, self.shown = [], self.limit, 0, False, {}

    def stream(self, name, text):
        """Add what was printed."""
        self._ready()
        kept = text[: max(self.left, 0)] if len(self.found) < MOST else ""
        self.left -= len(kept)
        dropped = len(text) - len(kept)
        cut = SIGNS_OF_A_CUT if dropped and not self.dropped else ""
        self.dropped += dropped
        if self.found and self.found[-1]["output_type"] == "stream" and self.found[-1]["name"] == name:
            if kept or cut:
                self.found[-1]["text"] += kept + cut
        # A word on stderr fails a test cell: it must show even when there is no room left.
        elif kept or cut or name == "stderr" and not any(o.get("name") == name for o in self.found):
            self.found.append({"output_type": "stream", "name": name, "text": kept + cut or SIGNS_OF_A_CUT})

    def data(self, output_type, data, metadata, shown_as=None, **more):
        """Add what was displayed, or a cell's value."""
        self._ready()
        data = {kind: str.__str__(part) for kind, part in data.items() if kind in KINDS and isinstance(part, str)}
        size = sum(map(len, data.values()))
        if len(self.found) >= MOST and output_type == "display_data":  # a cell's value must show
            self.dropped += size
            return
        if size > max(self.left, 0):
            self.dropped += size
            data = {"text/plain": str(data.get("text/plain", ""))[:200] or SIGNS_OF_A_CUT.strip()}
        self.left -= size
        if shown_as:
            self.shown.setdefault(shown_as, []).append(len(self.found))
        self.found.append({"output_type": output_type, "data": data, "metadata": metadata or {}, **more})

    def again(self, shown_as, data):
        """Replace what was displayed under a name, where it was displayed in this cell."""
        for place in self.shown.get(shown_as, ()):
            room = {kind: str.__str__(part) for kind, part in data.items() if kind in KINDS and isinstance(part, str)}
            if place < len(self.found) and sum(map(len, room.values())) <= self.limit:
                self.found[place]["data"] = room

    def error(self, name, value, lines):
        """Add an error; there is always room for one."""
        self._ready()
        name, value, *lines = map(str.__str__, (name, value, *lines))
        text = "\n".join(lines)
        if len(text) > 20_000:
            lines = [text[:10_000], SIGNS_OF_A_CUT, text[-10_000:]]
        self.found.append({"output_type": "error", "ename": name[:200], "evalue": value[:2000],
                           "traceback": lines})

    def _ready(self):
        if self.clear_next:
            self.clear()


def stream(hear):
    """Make a text stream that hands every word to a function; no attribute of it leads there.

    Examples
    --------
    >>> words = []
    >>> stream(words.append).write("one"), words
    (3, ['one'])
    """
    class Stream(io.TextIOBase):
        encoding = "utf-8"

        def writable(self):
            return True

        def write(self, text):
            if not isinstance(text, str):
                raise TypeError(f"write() argument must be str, not {type(text)}")
            text = str.__str__(text)  # a text of a class of its own may lie about its length
            hear(text)
            return len(text)

    return Stream()
