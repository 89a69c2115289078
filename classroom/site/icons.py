"""The theme's icons, without the 1.5 MB of those that no page shows."""

import json
import re

SCRIPT = """/* Icons of Font Awesome Free (fontawesome.com, CC BY 4.0), those that these pages show. */
(() => {
  const icons = %s;
  for (const one of document.querySelectorAll(".fa-solid, .fas")) {
    const name = [...one.classList].map(text => text.replace(/^fa-/, "")).find(text => text in icons);
    if (!name) continue;
    const [width, height, path] = icons[name];
    one.innerHTML = `<svg viewBox="0 0 ${width} ${height}" height="1em" fill="currentColor" aria-hidden="true"
      style="vertical-align:-.125em"><path d="${path}"/></svg>`;
  }
})();
"""


def trim(site):
    """Replace the theme's script of icons by one with the icons that the pages of `site` name; return their names."""
    script = site / "_static" / "scripts" / "fontawesome.js"
    pages = [path.read_text(encoding="utf-8") for path in site.glob("*.html")]
    names = sorted({name for page in pages for name in re.findall(r"fa-solid fa-([a-z-]+)", page)})
    every, icons = script.read_text(encoding="utf-8"), {}
    for name in names:
        found = re.search(rf'[{{,]"?{name}"?:\[(\d+),(\d+),\[[^\]]*\],"[0-9a-f]+","([^"]+)"\]', every)
        if found is None:
            raise ValueError(f"the theme's icons must have {name!r}, which a page shows")
        icons[name] = [int(found[1]), int(found[2]), found[3]]
    script.write_text(SCRIPT % json.dumps(icons), encoding="utf-8")
    return names
