"""What the Validate button of JupyterLab answers: how many exercises are done, and what is to mend in which.

nbgrader's own lists each cell that fails with its source and the way to the error, and to it an exercise that nobody
has begun is a failure. The button and its dialog are nbgrader's still; this takes the place of the server's half. The
notebook runs as when it is graded, shut in where that can be had, with the tests that it holds.
"""

import asyncio
import json
from html import escape
from pathlib import Path
from textwrap import fill

import nbformat
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from nbgrader.server_extensions.validate_assignment.handlers import NbGraderVersionHandler
from nbgrader.utils import compute_checksum, is_grade, is_locked
from tornado import web

from classroom.collect.repair import Outputs
from classroom.handout.files import course_files
from classroom.run import sandbox as sandboxes
from classroom.run.watch import run_cells
from classroom.tally import DONE, advice, headline, tally

__all__ = ["validate"]

COUNTS = "Only the tests on this page were run. Further ones are run when your work is graded."


def validate(path):
    """Run a notebook and give nbgrader's dialog what it is to show.

    Parameters
    ----------
    path : pathlib.Path
        The notebook, as it was saved; it is only read.

    Returns
    -------
    dict
        ``{"success": True, "value": {}}`` if all exercises are done. Else, under "value", one failed "cell", whose
        source is the sentence that counts and whose error is what to mend; or the sentence why nothing could be run.
    """
    try:
        cells = nbformat.read(path, as_version=4).cells
    except Exception as error:  # nbformat, jsonschema and json have each their own
        return {"success": False, "value": f"{path.name} cannot be read as a notebook ({type(error).__name__})."}
    if not any(is_grade(cell) for cell in cells):
        return {"success": True, "value": {}}
    changed = [cell.metadata.nbgrader.grade_id for cell in cells if is_locked(cell)
               and cell.metadata.nbgrader.get("checksum") not in (None, compute_checksum(cell))]
    files = {name: content for name, content in course_files(path.parent).items() if not name.endswith(".ipynb")}
    code = [cell for cell in cells if cell.cell_type == "code"]
    run = run_cells([cell.source for cell in code], files, sandbox=sandboxes.find(), limits=sandboxes.Limits())
    if not run.started:
        return {"success": False, "value": run.ended}
    made = Outputs()
    for cell, found in zip(code, run.outputs, strict=True):
        text = f"This cell did not run to its end: {run.ended}."
        cell.outputs = made.of(found) if found is not None else [
            nbformat.v4.new_output("error", ename="NotRun", evalue=text, traceback=[])]
    exercises = tally(cells)
    if all(one.state == DONE for one in exercises) and not changed:
        return {"success": True, "value": {}}
    edited = [f"The test {name} was edited here; what counts is how it was handed out." for name in changed]
    told = [fill(line, 96, subsequent_indent="  ") for line in [*advice(exercises), *edited]]
    text = "\n".join([*told, *[""] * bool(told), COUNTS])
    return {"success": True, "value": {"failed": [{"source": headline(exercises), "error": escape(text, quote=False),
                                                    "raw_error": text}]}}


class ValidateHandler(JupyterHandler):
    """Validate the notebook that a browser names, while the server goes on serving."""

    @web.authenticated
    async def post(self):
        """Answer with what `validate` gives."""
        asked = self.get_argument("path", None) or (self.get_json_body() or {}).get("path", "")
        root = Path(self.settings["server_root_dir"]).expanduser().resolve()
        path = (root / asked).resolve()
        if not path.is_relative_to(root):
            raise web.HTTPError(403, "that is outside of the course")
        self.finish(json.dumps(await asyncio.to_thread(validate, path)))


def _jupyter_server_extension_points():
    return [{"module": "classroom.validate"}]


def _load_jupyter_server_extension(server):
    base = server.web_app.settings["base_url"]
    server.web_app.add_handlers(".*$", [(url_path_join(base, "assignments/validate"), ValidateHandler),
                                        (url_path_join(base, "nbgrader_version"), NbGraderVersionHandler)])
