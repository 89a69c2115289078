/* A lesson's cells in the page's Python, without a page: node node_lesson.mjs STATIC LESSON SWEEP. They run from first to last,
   and then in a second Python each box's own cells before all others, as after a touch; what boxes read must be the same.
   Then the sweep moves every knob. Numbers of 32 bits index arrays here. */
process.on("uncaughtException", error => { console.error(String(error.message).slice(-3000)); process.exit(1); });
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, lesson, sweep] = process.argv.slice(2);
// what a page has and Node has not for files
globalThis.fetch = async url => new Response(fs.readFileSync(new URL(url)));
globalThis.XMLHttpRequest = class {
  open(_, url) { this.url = url; }
  send() { this.response = new Uint8Array(fs.readFileSync(new URL(this.url))).buffer; }
};
const { start } = await import(pathToFileURL(path.join(folder, "python.mjs")).href);
const { cells, wheels } = JSON.parse(fs.readFileSync(path.join(folder, "lessons", `${lesson}.json`)));
const BEFORE = `
import os
import numpy
os.environ["COURSEKIT_GUESSES"], STOPS = "shown", False
# a game draws other rounds each time
numpy.random.default_rng = lambda seed=0, make=numpy.random.default_rng: make(seed)
`;
const AFTER = `
import json
import course_kernel
from ipywidgets.widgets.widget import _instances
tops = {place[0]: name for name, place in course_kernel.places.items() if place[1:] == ("", None)}
json.dumps([_instances[tops[number]].children[-1].value for number in sorted(tops)])
`;
const said = [];
let python;
for (const order of [[], cells.flatMap((cell, k) => cell.boxes.length ? [...cell.needs, k] : [])]) {
  python = await start(wheels, () => {});
  python.FS.writeFile("/home/pyodide/course_kernel.py", fs.readFileSync(path.join(folder, "kernel.py"), "utf8"));
  python.runPython(BEFORE);
  const kernel = python.pyimport("course_kernel");
  kernel.tell = () => {};
  python.globals.set("display", kernel.display);
  for (const k of new Set([...order, ...cells.keys()])) {
    kernel.after_cell(await python.runPythonAsync(cells[k].code, { filename: `cell ${k}` }), cells[k].boxes[0]);
  }
  said.push(JSON.parse(python.runPython(AFTER)));
}
assert.deepEqual(said[1], said[0]);
python.runPython(fs.readFileSync(sweep, "utf8"));
console.log("SAID", said[0].length);
