"""The theme's styles and scripts, without the half a megabyte that no page uses."""

import re

# The theme's script binds the first button of a kind, and these are in a header that is never shown; and where a page
# has this box, a button to hide what a search found stands over its title, found or not
UNSEEN = re.compile(
    r'(?s)<button class="pst-navbar-icon sidebar-toggle (?:primary|secondary)-toggle".*?</button>'
    r'|<div id="searchbox"></div>'
)
# Names, brackets and spaces in code have the colour of all text, and their marks are a fifth of a page of code
PLAIN = re.compile(r'<span class="[npw]">([^<]*)</span>')
# What folds pages in the sidebar has no name for those who do not see it
UNNAMED = re.compile(r'<summary(?=><span class="toctree-toggle")')
PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|/\*.*?\*/|[{}]', re.DOTALL)
CLASS, NOT = re.compile(r"\.(-?[A-Za-z_][\w-]*)"), re.compile(r":not\([^)]*\)")


def rules(text):
    """Split a style sheet at its outermost braces: what stands before each, and what is inside (None: a statement)."""
    depth, start, head = 0, 0, ""
    for found in PARTS.finditer(text):
        if found.group() == "{":
            depth += 1
            if depth == 1:
                *statements, head = re.split(r"(?<=;)", text[start : found.start()])
                yield from ((one, None) for one in statements)
                start = found.end()
        elif found.group() == "}":
            depth -= 1
            if depth == 0:
                yield head, text[start : found.start()]
                start = found.end()
    yield text[start:], None


def used(text, names):
    """A style sheet with only those rules whose classes are all among `names`."""
    kept = []
    for head, body in rules(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        if body is None:
            kept.append(head)
        elif re.match(r"\s*@(media|supports|layer|container)", head):
            body = used(body, names)
            kept += [head, "{", body, "}"] * bool(body.strip())
        elif head.lstrip().startswith("@"):
            kept += [head, "{", body, "}"] * (head.strip() != "@font-face")  # that of icons, which `icons` draws
        else:
            these = [one for one in re.split(r",(?![^(]*\))", head) if set(CLASS.findall(NOT.sub("", one))) <= names]
            kept += [",".join(these), "{", body, "}"] * bool(these)
    return "".join(kept)


def trim(site):
    """Drop from the theme's sheets what no page or script of `site` names; the index of words stays on its page.

    From the pages go the buttons that nobody sees or needs, and the marks in code that change no colour; what folds
    pages in the sidebar gets a name.
    """
    pages, scripts = list(site.glob("*.html")), [*site.glob("_static/*.js"), *site.glob("_static/scripts/*.js")]
    cells = site.glob("_static/lessons/*.json")
    texts = (path.read_text(encoding="utf-8") for path in (*pages, *scripts, *cells))
    names = {name for text in texts for name in re.findall(r"[\w-]+", text)}
    sheets = "styles/*.css", "mystnb*.css", "pygments.css"
    for sheet in (path for name in sheets for path in site.glob(f"_static/{name}")):
        bring = lambda found, beside=sheet.parent: (beside / found[1]).read_text(encoding="utf-8")
        text = re.sub(r'@import "([^":]+)";', bring, sheet.read_text(encoding="utf-8"))
        sheet.write_text(used(text, names), encoding="utf-8")
    words = re.compile(r'<script[^>]*src="[^"]*(?:searchindex|searchtools|language_data)\.js[^"]*"[^>]*></script>')
    for path in pages:
        text = PLAIN.sub(r"\1", UNSEEN.sub("", path.read_text(encoding="utf-8")))
        text = UNNAMED.sub('<summary aria-label="Pages of this group"', text)
        path.write_text(text if path.name == "search.html" else words.sub("", text), encoding="utf-8")
