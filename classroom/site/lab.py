"""The lab: JupyterLab in the reader's browser, with the student's copy of the course and the Python of the pages.

JupyterLite builds it from settings; its kernel finds all that it needs in Pyodide's folder, so that nothing comes from
elsewhere. What a student changes stays in her browser, where ``store.mjs`` finds it: it puts new versions beside it.
"""

import json
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

from classroom.handout.handout import shipped
from classroom.handout.one_line import FILE
from classroom.setup.troubles import Stop
from classroom.site import browser_python, titles, wording

HERE = Path(__file__).parent
EXTENSIONS = Path(sys.prefix, "share", "jupyter", "labextensions")
KERNEL = EXTENSIONS / "@jupyterlite" / "pyodide-kernel-extension"
WIDGETS = EXTENSIONS / "@jupyter-widgets" / "jupyterlab-manager"
SHIMS = ("ipykernel", "piplite", "pyodide_kernel")  # wheels that come with the kernel
WELCOME = "00_welcome.md"
UNSHOWN = ("LICENSE", "class.toml")  # a visitor's list of files is short
SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False},  # room for names
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}
STORAGE = {f"{what}StorageName": f"privacy-course-{what}" for what in ("contents", "settings", "workspaces")}
PYTHON = {
    "pyodideUrl": "./../_static/pyodide/pyodide.mjs",
    "disablePyPIFallback": True,
    "loadPyodideOptions": {
        "packages": [*browser_python.ASKED, "numpy", "matplotlib"],
        # what IPython runs before the first cell
        "env": {"PYTHONSTARTUP": "/lib/python3.14/site-packages/course_lab.py"},
    },
}


def student_copy(root):
    """Read the files that a student gets, by path; an exercise that cannot be released stops everything."""
    files, refused = shipped(root)
    if refused:
        raise Stop(" ".join(refused))
    files = {name: wording.in_lab(content) for name, content in files.items()}
    shown = {name: content for name, content in files.items() if name not in UNSHOWN}
    return shown | {WELCOME: welcome(files).encode()}


def welcome(files):
    """What the lab opens with: how to begin, with links to the exercises among `files`, and where one's work is."""
    text, short = (HERE / "in_lab" / WELCOME).read_text("utf-8"), titles.by_number(files["00_start_here.ipynb"])
    exercises = {name.split("/")[1][:2]: name for name in sorted(files) if re.match(r"exercises/.*\.ipynb$", name)}
    links = [f"- [{number} {short[number]}]({name})" for number, name in exercises.items()]
    return text.replace("EXERCISES", "\n".join(links))


def kernel(work, files, uv):
    """Unpack what the lab's kernel needs besides coursekit; the folders where it lies.

    The tests that students see are there, too, for browsers that show no files to Python, as in a private window.
    """
    pure = work / "pure"
    browser_python.pure_packages(pure, sys.executable, uv, browser_python.LAB)
    for name in SHIMS:
        with zipfile.ZipFile(next((KERNEL / "static" / "pypi").glob(f"{name}-*.whl"))) as wheel:
            wheel.extractall(pure)
    shutil.copy(HERE / "in_lab" / "course_lab.py", pure)
    for name, content in files.items():
        if name.endswith("/" + FILE):
            _write(pure / "course" / name, content)
    return [pure]


def words(notebook):
    """Name what is written in a notebook by a number, as ``store.mjs`` does: a cell's kind and its text, in order."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(notebook)["cells"]]
    return zlib.crc32("\0".join(part for cell in cells if cell[1].strip() for part in cell).encode())


def make(target, work, files):
    """Build the lab in the folder `target`, which is not there yet."""
    for name, content in files.items():
        _write(work / "contents" / name, content)
    config = {"appName": "Data privacy", "exposeAppInBrowser": True, **STORAGE}
    config["litePluginSettings"] = {"@jupyterlite/pyodide-kernel-extension:kernel": PYTHON}
    lite = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
    build = {
        "contents": ["contents"], "output_dir": str(target.resolve()), "apps": ["lab"], "no_sourcemaps": True,
        "no_unused_shared_packages": True, "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(KERNEL), str(WIDGETS)],
    }  # fmt: skip
    made = {"jupyter-lite": lite, "overrides": SETTINGS, "jupyter_lite_config": {"LiteBuildConfig": build}}
    for name, content in made.items():
        _write(work / f"{name}.json", json.dumps(content).encode())
    done = subprocess.run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=work, capture_output=True, text=True)
    (work / "build.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise Stop(f"The lab could not be built; the whole story is in {work / 'build.log'}.")
    known = {name: words(content) for name, content in files.items() if name.endswith(".ipynb")}
    _write(target / "shipped.json", json.dumps(known).encode())
    shutil.copy(HERE / "in_lab" / "index.html", target)
    page, way_back = target / "lab" / "index.html", (HERE / "in_lab" / "way_back.html").read_text(encoding="utf-8")
    page.write_text(page.read_text(encoding="utf-8").replace("</body>", way_back + "</body>"), encoding="utf-8")


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
