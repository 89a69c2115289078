"""How Sphinx sets the book; `classroom.site.build` puts this file beside the lessons that have run."""

from pathlib import Path

from docutils import nodes
from latex2mathml.converter import convert
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

project = html_title = "Data privacy, with your hands on the knobs"
author = copyright = ""
html_show_copyright = html_show_sphinx = html_copy_source = html_show_sourcelink = False
language = "en"
extensions = ["myst_nb"]
myst_enable_extensions = ["dollarmath", "amsmath"]
nb_execution_mode, nb_ipywidgets_js = "off", {}
nb_render_markdown_format = "myst"
nb_code_prompt_hide = "Fold the code"
html_math_renderer = "mathml"
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_favicon, html_context = "_static/icon.svg", {"default_mode": "auto"}
html_css_files = ["knobs.css", "book.css"]
html_js_files = [(f"{name}.js", {"defer": "defer"}) for name in ("contents", "lab", "larger", "live")]
html_theme_options = {
    "use_download_button": False, "use_fullscreen_button": False, "show_toc_level": 2,
    "back_to_top_button": False,  # it lay on what one reads
    "search_bar_text": "Search, then press Enter",
    "pygments_light_style": "a11y-high-contrast-light", "pygments_dark_style": "a11y-high-contrast-dark",
}  # fmt: skip
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]


def _inline(self, node):
    self.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block(self, node):
    formula = convert(node.astext(), display="block")
    self.body.append(f'<div class="math-block" tabindex="0" role="group" aria-label="formula">{formula}</div>')
    raise nodes.SkipNode


class Entries(SphinxTransform):
    """Gives each word and sign of the glossary an address; whoever searches for one finds what it means first."""

    default_priority = 500

    def apply(self):
        if self.env.docname != "glossary":
            return
        found, rows = [], [row for body in self.document.findall(nodes.tbody) for row in body]
        for item in [*self.document.findall(nodes.list_item), *rows]:
            cells = [cell.astext().strip('"“”') for cell in item.findall(nodes.entry)][:2]  # a sign, and how to say it
            names = cells or [item.next_node(nodes.strong).astext()]
            item["ids"].append(nodes.make_id(f"{'sign' if cells else 'word'} {names[-1]}"))
            found += [("single", name, item["ids"][-1], "main", None) for name in names]
        self.document.append(addnodes.index(entries=found))


def setup(app):
    """Index the glossary, and set formulas as MathML: no script and no font comes from elsewhere."""
    app.add_transform(Entries)
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
