"""What a student gets back: nbgrader's own page with every message, without hidden tests, and nothing in it that runs.

A hidden test shows in its cell and in whatever a student's code could find out about it; `classroom.judge.hidden`
clears both. Nothing is fetched when a page is opened. Formgrader, which is the instructor's, still shows the tests.
"""

import contextlib
import os
import re
import zipfile
from html import escape

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor
from traitlets import List, Type

from classroom.collect.repair import harmless
from classroom.judge.hidden import Hidden, clear

__all__ = ["Pages", "pack"]

LONGEST = 20_000  # of a Markdown cell that is set as a page; a longer one is shown as it was typed
# Neither a program nor anything from elsewhere, whatever slips through
POLICY = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; '
          "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">")
MATHJAX = re.compile("<!-- Loading mathjax macro -->.*?<!-- End of mathjax configuration -->", re.DOTALL)


class HideTests(NbGraderPreprocessor):
    """Clear the hidden parts of tests, and every line of them in any output."""

    def preprocess(self, nb, resources):
        """Clear a graded notebook, in place."""
        graded = tuple(cell.source for cell in nb.cells if cell.cell_type == "code")
        nb, resources = ClearHiddenTests().preprocess(nb, resources)
        hidden = Hidden.of(graded, tuple(cell.source for cell in nb.cells))
        for cell in nb.cells:
            clear(cell.get("outputs", []), hidden)
        return nb, resources


class Page(HTMLExporter):
    """A page whose texts hold nothing that runs."""

    def from_notebook_node(self, nb, resources=None, **more):
        """Give the page; `HTMLExporter` would read it all again to find pictures without a description."""
        self.register_filter("highlight_code", Highlight2HTML(pygments_lexer="ipython3", parent=self))
        page, resources = TemplateExporter.from_notebook_node(self, nb, self._init_resources(resources), **more)
        # nbgrader's template asks a public server for MathJax: no exercise needs it; who reads which marks is private.
        page = MATHJAX.sub("", page, count=1).replace("<head>", "<head>" + POLICY, 1)
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
