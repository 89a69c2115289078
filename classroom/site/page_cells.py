"""Which cells of a lesson the page's Python runs, in what order they may run, and the packages that they load."""

import ast
import builtins
import re

# What a lesson may load besides coursekit and matplotlib; the page's Python loads these lesson by lesson
HEAVY = {"pandas", "scipy", "sklearn", "statsmodels", "seaborn"}


def page_cells(book):
    """Give what the page's Python runs: the sources of cells, their boxes, and the earlier ones that must have run.

    `book` has run, by `lessons.run`. These are the cells with boxes and every earlier cell that changes what they read,
    and so on, to earlier cells. A cell changes what it binds, and what was another value after it when the lesson ran;
    it reads what it mentions before it binds it, and what the functions do that it calls. Imports are no such names:
    each cell brings the ones that it mentions, so that no box waits for a package that only others need.

    Return the cells, and the heavy packages that they import or that the course asks for in them.
    """
    told = _told([cell for cell in book.cells if cell.cell_type == "code"])
    page = set()
    for box, cell in enumerate(told):
        if cell["boxes"]:
            read = set(cell["reads"])
            page.add(box)
            for place in reversed(range(box)):
                if read & told[place]["changes"]:
                    page.add(place)
                    read |= told[place]["reads"]
    page = sorted(page)
    cells = [told[place] for place in page]
    shared = set().union(*(cell["reads"] for cell in cells))
    for k, cell in enumerate(cells):  # whoever reads what is changed later goes before, and so do older values
        read, changed, cell["needs"] = set(cell["reads"]), cell["changes"] & shared, []
        for place in reversed(range(k)):
            earlier = cells[place]
            if read & earlier["changes"] or changed & (earlier["reads"] | earlier["changes"]):
                cell["needs"].insert(0, place)
                read |= earlier["reads"]
                changed |= earlier["changes"] & shared
    packages = set(book.metadata.get("asked", ())).union(*(cell["asked"] for cell in cells))
    return [{key: cell[key] for key in ("code", "boxes", "needs")} for cell in cells], sorted(packages)


def _told(code):
    """Give of each code cell its source with the imports that it mentions, its boxes, and what it reads and changes."""
    imports, told, inner = {}, [], {}
    for cell in code:
        rest = []
        for node in ast.parse(cell.source).body:
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                rest.append(node)
                continue
            for alias in node.names:
                name = (alias.asname or alias.name).partition(".")[0]
                single = [node.module, [alias], 0] if isinstance(node, ast.ImportFrom) else [[alias]]
                imports[name] = ast.unparse(type(node)(*single))
        names, bound, fresh = set(), set(), set()
        for one in rest:
            found = list(_names(one))
            if isinstance(one, ast.Assign):
                new = {name for name, binds in found if binds} - {name for name, binds in found if not binds}
                fresh |= new - names
            elif hasattr(one, "name"):  # a function, or a class
                fresh |= {one.name} - names
            bound |= {name for name, binds in found if binds}
            names |= {name for name, _ in found} - {*dir(builtins)}
        inside = [node for one in rest for node in ast.walk(one)]
        for one in inside:  # names of what has a function inside
            defined = isinstance(one, (ast.FunctionDef, ast.ClassDef))
            called = [one.name] if defined else [*map(ast.unparse, getattr(one, "targets", []))]
            if called and (defined or any(isinstance(node, ast.Lambda) for node in ast.walk(one))):
                within = {node.id for node in ast.walk(one) if isinstance(node, ast.Name)}
                for name in called:
                    inner[name] = inner.get(name, set()) | within
        shown = "".join(output.get("data", {}).get("text/html", "") for output in cell.get("outputs", []))
        brought = [imports[name] for name in sorted(names & set(imports))]
        told.append({
            "code": "\n".join([*brought, *map(ast.unparse, rest)]),
            "boxes": [int(number) for number in re.findall(r'data-box="(\d+)"', shown)],
            "names": names,
            "reads": names - fresh,
            "changes": {*cell.metadata.get("changes", names), *bound},  # if it did not run, all that it mentions
            "asked": HEAVY & {*cell.metadata.get("asked", ()), *(line.split()[1].split(".")[0] for line in brought)},
        })  # fmt: skip
    for cell in told:
        new = set(cell["names"])
        while new := set().union(*(inner.get(name, ()) for name in new)) - cell["names"]:
            cell["names"] |= new
            cell["reads"] |= new
        for key in ("reads", "changes"):
            cell[key] -= set(imports)
    return told


def _names(node, own=frozenset()):
    """Yield each name in a statement, and whether it is bound there; not those of a comprehension or a lambda."""
    if isinstance(node, ast.Name):
        if node.id not in own:
            yield node.id, isinstance(node.ctx, ast.Store)
        return
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name, True
    if isinstance(node, ast.Lambda):
        own = own | {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    for each in getattr(node, "generators", ()):
        own = own | {name for name, _ in _names(each.target)}
    for child in ast.iter_child_nodes(node):
        yield from _names(child, own)
