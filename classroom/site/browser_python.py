"""A folder of Python for browsers: Pyodide's core and compiled packages, and one wheel of what is pure Python.

The core comes from npm by ``package-lock.json``. Its lock of compiled packages names each with a hash, which is checked
wherever the file came from: from a folder or wheel that carries them (`carriers`, for a machine without the internet),
or from Pyodide's own host, whose address the core holds. ``compile.mjs`` then makes each of them smaller and quicker to
import, and the lock beside them has the hashes of what it made.
"""

import base64
import gzip
import hashlib
import json
import os
import re
import subprocess
import urllib.request
import zipfile
from pathlib import Path

from classroom.site import loader

HERE = Path(__file__).parent
COMPILED = (
    "numpy", "pandas", "scipy", "scikit-learn", "statsmodels", "matplotlib", "contourpy", "kiwisolver", "pillow"
)  # fmt: skip
PURE = HERE / "browser.lock"  # what a browser's Python needs besides, by version and hash
LAB = HERE / "lab.lock"  # and what the lab's needs besides that
ASKED = ("ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "piplite", "micropip")
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# Nobody runs packages' tests here
UNUSED = re.compile(r"__pycache__|/tests?/|patsy/test_|^bin/|\.(pyi|so)$")
# Which of Pyodide's packages a lesson asks for; they bring along what they need
ALWAYS = ("numpy", "matplotlib")
PACKAGES = {"pandas": "pandas", "scipy": "scipy", "sklearn": "scikit-learn", "statsmodels": "statsmodels",
            "seaborn": "pandas"}  # fmt: skip


def canonical(name):
    """A package's name as locks write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wheels(lock, loaded):
    """The files of the packages for a lesson that has loaded these modules, and of what they need."""
    asked = needed(lock, [*ALWAYS, *(PACKAGES[name] for name in loaded)])
    return sorted(package["file_name"] for package in [lock["course"], lock["coursekit"], *asked.values()])


def needed(lock, names):
    """The compiled packages with all compiled ones that they depend on; pure ones are in coursekit's wheel."""
    found, left = {}, list(names)
    while left:
        name = canonical(left.pop())
        if name in lock and name not in found and "wasm32" in lock[name]["file_name"]:
            found[name] = lock[name]
            left += lock[name]["depends"]
    return found


def fetched(package, carriers, host, kept_in):
    """The bytes of one compiled package, from the first place that has it, or else from the internet, and then kept.

    A ValueError for another hash than the lock's.
    """
    name, kept, data = package["file_name"], kept_in / package["file_name"], None
    for carrier in (kept_in, *carriers):
        if carrier.is_dir() and (carrier / name).exists():
            data = (carrier / name).read_bytes()
        elif carrier.is_file():
            with zipfile.ZipFile(carrier) as wheel:
                inside = [entry for entry in wheel.namelist() if entry.endswith("/" + name)]
                data = wheel.read(inside[0]) if inside else data
        if data is not None:
            break
    else:
        with urllib.request.urlopen(host + name, timeout=120) as answer:
            data = answer.read()
    if hashlib.sha256(data).hexdigest() != package["sha256"]:
        raise ValueError(f"{name} must have the hash that Pyodide's lock gives it")
    if not kept.exists():
        kept_in.mkdir(parents=True, exist_ok=True)
        kept.with_suffix(".part").write_bytes(data)
        kept.with_suffix(".part").replace(kept)  # whole or not at all
    return data


def _record(entries):
    return "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in entries.items()
    )


def one_wheel(folders, target, name):
    """Zip pure Python as one wheel, which the browser fetches in one piece; `folders` are what goes to each place.

    What packages say of themselves gets the older name, because Pyodide would take it for what the wheel says.
    """
    entries = {}
    for where, folder in ((where, folder) for where, several in folders.items() for folder in several):
        for path in sorted(folder.rglob("*")):
            place = where + path.relative_to(folder).as_posix()
            if path.is_file() and not UNUSED.search(place):
                entries[place.replace(".dist-info/", ".egg-info/")] = path.read_bytes()
    info = f"{name}-1.dist-info/"
    entries[info + "METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n".encode()
    entries[info + "WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    wheel = target / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as file:
        for place, data in {**entries, info + "RECORD": _record(entries).encode()}.items():
            file.writestr(zipfile.ZipInfo(place, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return wheel


def make(target, core, pure, course, *, kept_in, lab=(), carriers=()):
    """Write the folder `target`: core, compiled packages, wheels, and a lock that names only files beside it.

    The wheel of coursekit serves pages and the lab. A page's ``coursekit`` brings a stand-in for IPython along; the
    lab's kernel asks for packages by the names of `ASKED`, and has them all in one wheel, too.

    Parameters
    ----------
    target, core, pure : Path
        Where to; npm's ``pyodide``; a folder with the packages of `PURE`.
    course : Path
        The repository: `coursekit` and `data` go into the wheel.
    kept_in : Path
        Where compiled packages lie from one time to the next, so that they are fetched once.
    lab : sequence of Path
        Folders with what the lab's kernel needs besides.
    carriers : sequence of Path
        Folders or wheels that hold compiled packages.

    Returns
    -------
    dict
        The lock's packages that a page may ask for; an OSError if a compiled one cannot be had.
    """
    plain = pure.parent / "plain-wheels"
    for folder in (target, plain):
        folder.mkdir(parents=True)
    for name in CORE:
        (plain if name.endswith(".zip") else target).joinpath(name).write_bytes((core / name).read_bytes())
    script = target / "pyodide.asm.mjs"
    script.write_text(loader.patched(script.read_text(encoding="utf-8")), encoding="utf-8")
    packed = gzip.compress((core / "pyodide.asm.wasm").read_bytes(), mtime=0)  # for pages: the lab takes the plain one
    (target / "pyodide.asm.wasm.gz").write_bytes(packed)
    lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    known = {canonical(name): package for name, package in lock["packages"].items()}
    host = re.search(r"https://[^\"'`]+/full/", (core / "pyodide.mjs").read_text(encoding="utf-8")).group()
    version = json.loads((core / "package.json").read_text(encoding="utf-8"))["version"]
    host = re.sub(r"\$\{\w+\}", version, host)
    stand_ins = _stand_ins(COMPILED, carriers)
    kept = needed(known, [name for name in COMPILED if name not in stand_ins])
    for package in kept.values():
        (plain / package["file_name"]).write_bytes(fetched(package, carriers, host, kept_in))
    for name, wheel in stand_ins.items():
        kept[name] = {**known[name], "file_name": f"{name}-0-py3-none-wasm32.whl"}
        (plain / kept[name]["file_name"]).write_bytes(wheel.read_bytes())
    for package in kept.values():
        package["depends"] = [name for name in map(canonical, package["depends"]) if name in kept]
    parts = {"": [pure], "coursekit/": [course / "coursekit"], "coursekit/_data/": [course / "data"]}
    own = {"course": parts, "coursekit": {"": [HERE / "page"]}, "lab": {"": lab}} | dict.fromkeys(ASKED, {})
    for name, folders in own.items():
        kept[name] = {
            "name": name, "version": "1", "file_name": one_wheel(folders, plain, name.replace("-", "_")).name,
            "install_dir": "site", "package_type": "package", "unvendored_tests": False,
            "imports": ["coursekit"] if name == "course" else [],
            "depends": {"course": [], "coursekit": ["course"], "lab": ["course"]}.get(name, ["lab"]),
        }  # fmt: skip
    subprocess.run(["node", HERE / "compile.mjs", core, plain, target], check=True)
    for package in kept.values():
        package["sha256"] = hashlib.sha256((target / package["file_name"]).read_bytes()).hexdigest()
    lock["packages"] = kept
    (target / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return kept


def _stand_ins(names, carriers):
    """Pure wheels that a carrier has in place of compiled ones, for tests."""
    every = {name: [wheel for one in carriers for wheel in one.glob(f"{name}-*-none-any.whl")] for name in names}
    return {name: found[0] for name, found in every.items() if found}


def core(folder):
    """Fetch npm's ``pyodide`` into a folder, by ``package-lock.json``; return where it lies."""
    folder.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        (folder / name).write_bytes((HERE / name).read_bytes())
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefer-offline"]
    subprocess.run(command, cwd=folder, check=True, shell=os.name == "nt")
    return folder / "node_modules" / "pyodide"


def pure_packages(folder, python, uv, lock=PURE):
    """Install what a lock names into a folder, as for the browser's Python; nothing of it is compiled."""
    command = [uv, "pip", "install", "--quiet", "--target", folder, "--no-deps", "--no-build", "--require-hashes"]
    more = ["--python-version", "3.14", "--python", python, "-r", lock]
    subprocess.run([*map(str, command), *map(str, more)], check=True)
