"""Lines of hidden tests, found in what a student's process gave, as they are or disguised, and taken out of it."""

import base64
import codecs
import functools
import re
from html import unescape
from typing import NamedTuple

__all__ = ["CUT", "Hidden", "clear", "hidden_lines", "said", "shows", "without"]

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NUMBERED = re.compile(r"^\s*(-+>\s*)?\d*\s?")  # what a traceback puts before a line
CUT = "        ... (a line of a hidden test)"
WORDS = re.compile(r"([\"'])(?:(?!\1)[^\\]|\\.)*\1")  # in quotes: a message may be printed, as it is meant to be
BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]\s*){24,}")


def hidden_lines(source):
    """Give the lines of the hidden parts of a cell, stripped, the short ones left out that could be anybody's.

    Examples
    --------
    >>> hidden_lines("f()\\n### BEGIN HIDDEN TESTS\\nassert f(3) == 7\\n)\\n### END HIDDEN TESTS")
    {'assert f(3) == 7'}
    """
    hidden, found = False, set()
    for line in source.split("\n"):
        if "BEGIN HIDDEN TESTS" in line or "END HIDDEN TESTS" in line:
            hidden = "BEGIN" in line
        elif hidden and len(line.strip()) > 7:
            found.add(line.strip())
    return found


def without(text, hidden):
    """Give a text without the lines that are hidden ones, plain, quoted, or numbered and coloured as in a traceback.

    Examples
    --------
    >>> without("----> 9 assert f(3) == 7\\nAssertionError: f(3) is 7", {"assert f(3) == 7"})
    '        ... (a line of a hidden test)\\nAssertionError: f(3) is 7'
    """
    kept = []
    for line in text.split("\n"):
        plain = COLOURS.sub("", line)
        inside = any(one in plain for one in hidden if len(one) > 15)
        if inside or plain.strip() in hidden or NUMBERED.sub("", plain).strip() in hidden:
            kept += [CUT] if kept[-1:] != [CUT] else []
        else:
            kept.append(line)
    return "\n".join(kept)


def _bare(text):
    return re.sub(r"[\W_]+", "", text).casefold()


class Hidden(NamedTuple):
    """The lines of a lesson's hidden tests."""

    lines: frozenset
    bare: tuple  # their letters and digits, of those that are more than words in quotes

    @classmethod
    @functools.lru_cache(9)
    def of(cls, graded, visible):
        """Read them off the sources of all cells, as they are graded and as students have them (both tuples).

        Examples
        --------
        >>> Hidden.of(("f()\\n### BEGIN HIDDEN TESTS\\nassert f(3) == seven\\n### END HIDDEN TESTS",), ("f()",)).bare
        ('assertf3seven',)
        """
        known, there = _bare("\n".join(visible)), {line.strip() for source in visible for line in source.split("\n")}
        lines = frozenset().union(*map(hidden_lines, graded)) - there
        bare = {_bare(line) for line in lines if len(_bare(WORDS.sub("", line))) >= 12}
        return cls(lines, tuple(sorted(line for line in bare if line not in known)))


def _readings(text):
    """Give a text as it may be meant: as it is, and out of the usual codes."""
    plain = unescape(re.sub(r"\\[nrt]", " ", COLOURS.sub("", text)))
    yield from (plain, codecs.encode(plain, "rot13"))
    for run in BASE64.findall(plain):
        run = re.sub(r"\s", "", run).replace("-", "+").replace("_", "/")
        for start in range(4):
            length = (len(run) - start) // 4 * 4
            yield base64.b64decode(run[start : start + length]).decode("utf-8", "replace")


def shows(text, hidden, own=""):
    """Tell whether a text shows a hidden line, in any spelling, rot13 or base64; `own` are the student's words.

    Examples
    --------
    >>> import base64, codecs
    >>> line = "assert double(3) == 6, 'three'"
    >>> hidden = Hidden(frozenset([line]), ("assertdouble36three",))
    >>> [shows(text, hidden) for text in (codecs.encode(line, "rot13"), " ".join(line), "three", "double(3)")]
    [True, True, False, False]
    >>> shows(base64.b64encode(b"x = 1; " + line.encode()).decode(), hidden)
    True
    """
    found = {line for reading in map(_bare, _readings(text)) for line in hidden.bare if line in reading}
    return bool(found) and not all(line in _bare(own) for line in found)


def said(outputs):
    """Give all text in the outputs of a cell."""
    found = []
    for output in outputs:
        found += [output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]
        found += [part for kind, part in output.get("data", {}).items() if kind.startswith("text")]
    return "".join(found)


def clear(outputs, hidden):
    """Clear the outputs of one cell, in place, of every hidden line; messages of the tests stay."""
    for output in outputs:
        if "traceback" in output:
            output.traceback = _cleared("\n".join(output.traceback), hidden).split("\n")
            output.evalue = _cleared(output.evalue, hidden)
        elif "text" in output:
            output.text = _cleared(output.text, hidden)
        for kind in set(output.get("data", {})) & {"text/plain", "text/html"}:
            spelt = output.data[kind].replace("\\'", "'").replace('\\"', '"')
            if any(one in text for text in (output.data[kind], spelt, unescape(spelt)) for one in hidden.lines) or \
                    shows(spelt, hidden):
                output.data[kind] = CUT.strip()
    if len(outputs) > 1 and shows(said(outputs), hidden):  # bit by bit
        for output in outputs:
            if "text" in output:
                output.text = _messages(output.text, hidden)
            output.get("data", {}).update({kind: CUT.strip() for kind in output.get("data", {}) if kind[:4] == "text"})


def _cleared(text, hidden):
    text = without(text, hidden.lines)
    return _messages(text, hidden) if shows(text, hidden) else text


def _messages(text, hidden):
    told = [line for line in text.split("\n") if re.match(r"Lost [\d.]+ points?: ", line) and not shows(line, hidden)]
    return "\n".join([CUT, *told, ""])
