/* Wheels and Python's own library for the page: node compile.mjs CORE FROM TO. Pyodide's own Python compiles what they hold,
   so that no reader waits for that, and leaves out what no page needs: tests, sources in C, fonts for PostScript, windows of desktops. */
import path from "node:path";
import { pathToFileURL } from "node:url";

const [core, from, to] = process.argv.slice(2).map(name => path.resolve(name));
const { loadPyodide } = await import(pathToFileURL(path.join(core, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: core + path.sep });
for (const [place, root] of [["/from", from], ["/to", to]]) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(String.raw`
import importlib.util, marshal, re, warnings
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LEFT_OUT = re.compile(
    r"/tests?/|\.(pyi|c|h|cpp|hpp|pxd|pyx|pxi|tp|a)$|/RECORD$|/sample_data/|/fonts/(afm|pdfcorefonts)/|/web_backend/"
    r"|/matplotlib/backends/(qt_|_tkagg|_backend_tk|backend_(qt|wx|gtk|tk|cairo|web|nbagg|macosx|pgf|ps|pdf))|/_sobol_direction_numbers|^/pytz/"
    r"|/fonts/ttf/DejaVu(Serif|SansMono|Sans-BoldOblique)|^/(fontTools|tzdata)/|/datasets/(images|data|descr)/|^/scipy/(datasets|odr|fftpack)/"
)
HEAD = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # no source is compared with it
KEEP = ("coursekit/", "statsmodels/")  # docstrings: for whoever asks for help, and for functions made from docstrings
# Of Python's library what matplotlib, ipywidgets and pandas import; compiled, all of it would be half as large again
AT_START = re.compile(
    r"^(_compat_pickle|_strptime|argparse|calendar|concurrent/futures/thread|csv|ctypes/(__init__|_endian)|datetime|decimal|difflib|"
    r"email/__init__|fractions|gettext|gzip|hashlib|hmac|html/.*|importlib/(metadata|resources)/.*|ipaddress|mimetypes|numbers|pickle|"
    r"pkgutil|platform|plistlib|pprint|queue|secrets|shlex|sysconfig/__init__|tarfile|unittest/(?!mock).*|urllib/parse|uuid|xml/parsers/.*|"
    r"zoneinfo/.*)\.py$"
)
warnings.simplefilter("ignore")
for path in [*sorted(Path("/from").glob("*.whl")), Path("/from/python_stdlib.zip")]:
    with ZipFile(path) as plain, ZipFile(Path("/to") / path.name, "w") as wheel:
        for name in sorted(plain.namelist()):
            if name.endswith("/") or LEFT_OUT.search("/" + name):
                continue
            content = plain.read(name)
            sources = path.suffix == ".zip" and not AT_START.search(name) or name == "course_lab.py"  # which IPython reads as a text
            if name.endswith(".py") and not sources:
                optimize = 0 if name.startswith(KEEP) else 2
                code = compile(content, name, "exec", dont_inherit=True, optimize=optimize)
                name, content = name + "c", HEAD + marshal.dumps(code)
            wheel.writestr(ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, ZIP_DEFLATED, 9)
`);
