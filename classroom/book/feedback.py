"""What a student gets back: nbgrader's own page with every message, without hidden tests, and nothing in it that runs.

A hidden test shows in its cell, in the traceback of an error, and in what a student's function prints that looks its
caller up. All three are cleared, line by line. Formgrader, which is the instructor's, still shows everything.
"""

import contextlib
import os
import re
import zipfile
from html import escape, unescape

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor
from traitlets import List, Type

from classroom.collect.repair import harmless

__all__ = ["Pages", "hidden_lines", "pack", "without"]

LONGEST = 20_000  # of a Markdown cell that is set as a page; a longer one is shown as it was typed
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NUMBERED = re.compile(r"^\s*(-+>\s*)?\d*\s?")  # what a traceback puts before a line
MATHJAX = re.compile("<!-- Loading mathjax macro -->.*?<!-- End of mathjax configuration -->", re.DOTALL)
CUT = "        ... (a line of a hidden test)"


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
    if not hidden:
        return text
    kept = []
    for line in text.split("\n"):
        plain = COLOURS.sub("", line)
        inside = any(one in plain for one in hidden if len(one) > 15)
        if inside or plain.strip() in hidden or NUMBERED.sub("", plain).strip() in hidden:
            kept += [CUT] if kept[-1:] != [CUT] else []
        else:
            kept.append(line)
    return "\n".join(kept)


class HideTests(NbGraderPreprocessor):
    """Clear the hidden parts of tests, and every line of them in any output."""

    def preprocess(self, nb, resources):
        """Clear a graded notebook, in place."""
        hidden = set().union(*(hidden_lines(cell.source) for cell in nb.cells if cell.cell_type == "code"))
        nb, resources = ClearHiddenTests().preprocess(nb, resources)
        hidden -= {line.strip() for cell in nb.cells for line in cell.source.split("\n")}
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                if "traceback" in output:
                    output.traceback = without("\n".join(output.traceback), hidden).split("\n")
                    output.evalue = without(output.evalue, hidden)
                elif "text" in output:
                    output.text = without(output.text, hidden)
                for kind in set(output.get("data", {})) & {"text/plain", "text/html"}:
                    # in a value and in a page, line ends may be spelt
                    if any(one in spelling for spelling in _spellings(output.data[kind]) for one in hidden):
                        output.data[kind] = CUT.strip()
        return nb, resources


def _spellings(text):
    return text, text.replace("\\'", "'").replace('\\"', '"'), unescape(text)


class Page(HTMLExporter):
    """A page whose texts hold nothing that runs."""

    def from_notebook_node(self, nb, resources=None, **more):
        """Give the page; `HTMLExporter` would read it all again to find pictures without a description."""
        self.register_filter("highlight_code", Highlight2HTML(pygments_lexer="ipython3", parent=self))
        page, resources = TemplateExporter.from_notebook_node(self, nb, self._init_resources(resources), **more)
        # nbgrader's template asks a public server for MathJax: no exercise needs it; who reads which marks is private.
        page = MATHJAX.sub("", page, count=1)
        return re.sub(r"<img (?![^>]*\balt=)", '<img alt="a picture that your code drew" ', page), resources

    @pass_context
    def markdown2html(self, context, source):
        """Set a Markdown cell."""
        page = f"<pre>{escape(source)}</pre>" if len(source) > LONGEST else super().markdown2html(context, source)
        return harmless(page)


class Pages(GenerateFeedback):
    """Feedback for one student after another: nbgrader's own, but its templates are read once, not once a student."""

    exporter_class = Type(Page, klass=HTMLExporter).tag(config=True)
    preprocessors = List([HideTests, *GenerateFeedback.preprocessors.default()]).tag(config=True)
    begun = False

    def start(self):
        """Write the pages of the student that is set."""
        if not self.begun:
            self.begun = True
            return super().start()
        self.init_notebooks()
        with contextlib.chdir(self.coursedir.root):
            self.convert_notebooks()


def pack(pages, target):
    """Pack pages, by their names in it, into a zip file, which is there whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_suffix(".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, page in sorted(pages.items()):
            packed.write(page, name)
    os.replace(new, target)
