"""What a box of knobs brings along to the page: page.css says how it looks, page.js what is spoken and keys."""

from html import escape
from pathlib import Path

_HERE = Path(__file__).parent
STYLE = f"<style>{(_HERE / 'page.css').read_text(encoding='utf-8')}</style>"
SPEAK = (_HERE / "page.js").read_text(encoding="utf-8").replace("\n", " ")

# The picture's place until a guess was made
VEIL = (
    '<img alt="The picture appears here as soon as you have made your guess." class="knobs-veil" width="{0}" '
    'height="{1}" style="aspect-ratio:{0}/{1}" onload="{2}" '
    'src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">'
)


def paragraph(text, **attributes):
    """Give a text as HTML."""
    told = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<p{told}>{escape(text)}</p>"
