"""How Sphinx sets the book; `classroom.site.build` puts this file beside the lessons that have run."""

from docutils import nodes
from latex2mathml.converter import convert

project = html_title = "Data privacy, with your hands on the knobs"
author = copyright = ""
html_show_copyright = html_show_sphinx = html_copy_source = html_show_sourcelink = False
language = "en"
extensions = ["myst_nb"]
myst_enable_extensions = ["dollarmath", "amsmath"]
nb_execution_mode, nb_ipywidgets_js = "off", {}
nb_render_markdown_format = "myst"
nb_code_prompt_show, nb_code_prompt_hide = "The code of this step", "Fold the code"
html_math_renderer = "mathml"
html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_favicon, html_context = "_static/icon.svg", {"default_mode": "auto"}
html_css_files = ["knobs.css", "book.css"]
html_js_files = [("live.js", {"defer": "defer"}), ("scorecard.js", {"defer": "defer"})]
html_theme_options = {
    "use_download_button": False, "use_fullscreen_button": False, "show_toc_level": 2,
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


def setup(app):
    """Set formulas as MathML when the book is built: no script and no font comes from elsewhere."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
