"""``python start.py site``: make the static folder, step by step."""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

from classroom.setup.troubles import Stop, guard, say
from classroom.site import browser_python, icons, lab, lessons, styles, titles
from classroom.site.page_cells import page_cells

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
NOTEBOOKS = ROOT / "notebooks"
# pages that everybody needs, with their names in the sidebar
TOOLS = {
    "my_work": "My work", "scorecard": "A scorecard of your file", "offered": "A file offered to you",
    "glossary": "Glossary", "ten_questions": "Ten questions",
}  # fmt: skip
DEEPER = """# Deeper lessons

Lessons 01 to 13 have a second part each, for whoever wants to know more: where a formula comes from, what else \
is used in practice, and where it fails. You may leave them out, because no lesson builds on them.

"""
KEPT = ROOT / "build" / "pyodide"  # compiled packages that were fetched
CARRIERS = "COURSEKIT_PYODIDE"  # folders or wheels with Pyodide's compiled packages, for a machine without the internet


def pages():
    """The notebooks of the book in reading order: each lesson, then its deeper part, then the glossary."""
    return [*sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")), NOTEBOOKS / "glossary.ipynb"]


def tree(names, options):
    """A tree of pages, with the names that the sidebar has for them."""
    short = titles.by_number((NOTEBOOKS / "00_start_here.ipynb").read_text(encoding="utf-8"))

    def entry(name):
        called = TOOLS.get(name) or name[:2] in short and f"{name[:2]} {short[name[:2]]}"
        return f"{called} <{name}>" if called else name

    return "```{toctree}\n" + options + "\n\n" + "\n".join(map(entry, names)) + "\n```\n"


def contents(names, game=""):
    """The first page: what the course is, a game to play right there, and the trees of pages."""
    deeper = [name for name in names if name.endswith("_deeper")]
    trees = {
        "Lessons": [name for name in names if name not in deeper and name not in TOOLS] + ["deeper"] * bool(deeper),
        "Words and tools": [name for name in TOOLS if name != "glossary" or name in names],
        "For teachers": ["teachers"],
    }
    trees = [tree(inside, f":hidden:\n:caption: {name}") for name, inside in trees.items() if inside]
    return (HERE / "book" / "index.md").read_text(encoding="utf-8").replace("GAME\n", game) + "\n" + "\n".join(trees)


def deeper(names):
    """The page of deeper lessons, with the question of each; the sidebar folds them under it."""
    found = [name for name in names if name.endswith("_deeper")]
    books = {name: nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4) for name in found}
    asked = {name: book.cells[0].source.partition("\n")[0].removeprefix("# ") for name, book in books.items()}
    listed = "".join(f"- {name[:2]} · [{asked[name]}]({name}.ipynb)\n" for name in found)
    return f"{DEEPER}{listed}\n{tree(found, ':hidden:')}"


def write_lessons(source, paths, workers, available):
    """Run lessons and write their pages, and what the page's Python runs; the kernel is this Python.

    Return what the first page has of the first lesson, its game.
    """
    game = ""
    published = {path.stem for path in pages()} | {*TOOLS}
    cells = source / "_static" / "lessons"
    cells.mkdir(parents=True)
    for path, (book, lifted) in lessons.run_all(paths, workers):
        boxes = lessons.page(book, published=published, name=path.stem, lifted=lifted)
        if boxes:
            run, loaded = page_cells(book)
            told = {"cells": run, "wheels": browser_python.wheels(available, loaded)}
            (cells / f"{path.stem}.json").write_text(json.dumps(told), encoding="utf-8")
            if path.stem.startswith("00_"):
                game, told["cells"] = lessons.first_box(book, told["cells"])
                (cells / "index.json").write_text(json.dumps(told), encoding="utf-8")
                book.cells[0].source += "\n\n*You have played this game already? Then [go on](#all-rounds-at-once).*"
        nbformat.write(book, source / path.name)
        say(f"      {path.stem}: {boxes} boxes")
    return game


def write_notes(source, names):
    """The pages for teachers: how to teach, with links to the pages of notes; these lead to their lessons (`names`)."""
    links = []  # no tree of pages: the sidebar is the students'
    for note in sorted((NOTEBOOKS / "teaching_notes").glob("*.md")):
        if note.stem == "README":
            continue
        title, _, text = note.read_text(encoding="utf-8").partition("\n")
        head = "---\norphan: true\nnosearch: true\n---\n\n"
        lead = f"[To the lesson]({note.stem}.ipynb) · " if note.stem in names else ""
        text = f"{head}{title}\n\n{lead}[all notes, and how to show a lesson](teachers.md)\n{text}"
        (source / f"teaching_{note.name}").write_text(text, encoding="utf-8")
        links.append(f"- [{title.removeprefix('# ')}](teaching_{note.name})\n")
    how = (NOTEBOOKS / "teaching_notes" / "README.md").read_text(encoding="utf-8")
    (source / "teachers.md").write_text(how + "\n## The notes\n\n" + "".join(links), encoding="utf-8")


def install():
    """Bring what sets the pages into the course's environment, by hash; quick if it is there."""
    uv = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    locks = ["-r", str(ROOT / "requirements.lock"), "-r", str(HERE / "requirements.lock")]
    asked = [str(uv), "pip", "install", "--quiet", "--python", sys.executable, "--no-build", "--require-hashes", *locks]
    if subprocess.run([*asked, "--offline"], capture_output=True).returncode and subprocess.run(asked).returncode:
        raise Stop("Sphinx could not be installed; the lines above say why. This needs the internet once.")
    return uv


def build(site, *, only=None, workers=2, carriers=()):
    """Make the folder `site` anew; `only` names the lessons of a trial."""
    work = site.with_name(site.name + "-work")
    for folder in (site, work):
        shutil.rmtree(folder, ignore_errors=True)
    source = work / "book"
    shutil.copytree(HERE / "book", source, ignore=shutil.ignore_patterns("static", "index.md", "__pycache__"))
    shutil.copytree(HERE / "book" / "static", source / "_static", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "coursekit" / "knobs" / "page.css", source / "_static" / "knobs.css")
    uv = install()
    say("[1/4] Python for the browser")
    pure = work / "pure"
    browser_python.pure_packages(pure, sys.executable, uv)
    if not shutil.which("npm"):
        raise Stop("Python for browsers comes through npm: install Node.js, and start this again.")
    core = browser_python.core(work / "npm")
    copy = lab.student_copy(ROOT)
    kernel, packages = lab.kernel(work / "kernel", copy, uv), source / "_static" / "pyodide"
    try:
        available = browser_python.make(packages, core, pure, ROOT, kept_in=KEPT, lab=kernel, carriers=carriers)
    except OSError as error:
        raise Stop(
            f"Python's packages for browsers could not be fetched ({error}). Without them no knob of the site would "
            f"move. This needs the internet once; without it, {CARRIERS} may name a folder that has them."
        ) from error
    say("[2/4] Running the lessons")
    paths = [path for path in pages() if not only or path.stem in only]
    game = write_lessons(source, paths, workers, available)
    shutil.copy(NOTEBOOKS / "ten_questions.md", source)
    names = [path.stem for path in paths]
    write_notes(source, names)
    (source / "index.md").write_text(contents(names, game), encoding="utf-8")
    if any(name.endswith("_deeper") for name in names):
        (source / "deeper.md").write_text(deeper(names), encoding="utf-8")
    say("[3/4] Setting the pages")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-j", str(workers), str(source), str(site)]
    done = subprocess.run(command, capture_output=True, text=True)
    (work / "sphinx.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise Stop(f"Sphinx could not set the pages; the whole story is in {work / 'sphinx.log'}.")
    icons.trim(site)
    styles.trim(site)
    say("[4/4] The lab")
    lab.make(site / "lab", work / "lab", copy)
    finish(site)
    return site


def finish(site):
    """Put the service worker at the root, and name after what the site holds what it keeps: an update replaces that."""
    source, python = ((site / "_static" / name).read_text(encoding="utf-8") for name in ("sw.js", "python.mjs"))
    shutil.rmtree(site / ".doctrees", ignore_errors=True)
    shutil.rmtree(site / "_static" / "vendor", ignore_errors=True)  # fonts of icons
    for path in (*site.glob("_static/**/*.map"), site / ".buildinfo", site / "_static" / "sw.js"):
        path.unlink(missing_ok=True)
    content = hashlib.sha256(source.encode())
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        content.update(path.relative_to(site).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    version = content.hexdigest()[:16]
    (site / "sw.js").write_text(source.replace("VERSION", version), encoding="utf-8")
    (site / "_static" / "python.mjs").write_text(python.replace("VERSION", version), encoding="utf-8")


def go(arguments):
    what = "Make the course as a folder for any web server."
    parser = argparse.ArgumentParser(prog="python start.py site", description=what)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site", help="the folder; it is made anew")
    parser.add_argument("--only", nargs="*", metavar="LESSON", help="a trial with these lessons")
    parser.add_argument("--workers", type=int, default=2, help="lessons that run side by side")
    asked = parser.parse_args(arguments)
    carriers = [Path(part) for part in os.environ.get(CARRIERS, "").split(os.pathsep) if part]
    site = build(asked.to, only=asked.only, workers=asked.workers, carriers=carriers)
    say(f"The course stands in {site}. Look at it with: python -m http.server --directory {site}")
    return 0


if __name__ == "__main__":
    sys.exit(guard(lambda: go(sys.argv[1:]), str(ROOT)))
