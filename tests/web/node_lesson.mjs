/* The cells of a lesson's page in its Python, without a page: node node_lesson.mjs STATIC LESSON SWEEP. They run from first to last;
   then in a second Python, which comes from the image of the first as if that were another lesson's, each box's own cells
   before all others, as after a touch; and a third one, from the image of this lesson, tells how the boxes stand without
   running anything. What boxes read and draw must be the same. An image leaves out what was freed. Then the sweep moves
   every knob of the third. Numbers of 32 bits index arrays here. */
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
  send() { late.push(this.url); this.response = new Uint8Array(fs.readFileSync(new URL(this.url))).buffer; }
};
const kept = new Map();
globalThis.caches = { has: async () => true, open: async () => ({
  keys: async () => [...kept.keys()].map(url => ({ url })), match: async url => kept.get(url)?.clone(), delete: async one => kept.delete(one.url ?? one),
  put: async (url, answer) => { kept.set(url, new Response(await answer.arrayBuffer())); } }) };
const warned = [], late = [];
console.warn = (...words) => warned.push(words.map(String).join(" "));
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
import json, re, zlib
import course_kernel
from ipywidgets.widgets.widget import _instances
tops = {place[0]: name for name, place in course_kernel.places.items() if place[1:] == ("", None)}
def drawn(found):
    return str(zlib.crc32(course_kernel.pictures[int(found[1])].pixels()))
json.dumps([re.sub(r"pixels:(\\d+)[.]\\d+", drawn, _instances[tops[number]].children[-1].value) for number in sorted(tops)])
`;
const READ = `json.dumps([re.sub("<[^>]*>", "", one.value) for number in sorted(tops) for one in _instances[tops[number]].children
  if "knobs-reading" in one._dom_classes])`;
let read = null;  // what stands under the boxes as they open
const said = [], GARBAGE = 300e6;  // bytes; an image without them has up to 180 million
const lives = [], tell = text => { const { live } = JSON.parse(text); if (live !== undefined) lives.push(live); };
for (const [name, order] of [[lesson, []], ["another", cells.flatMap((cell, k) => cell.boxes.length ? [...cell.needs, k] : [])]]) {
  const { python, keep, hasRun } = await start(wheels, () => {}, { tell }, name);
  assert.ok(!hasRun);
  python.FS.writeFile("/home/pyodide/course_kernel.py", fs.readFileSync(path.join(folder, "kernel.py"), "utf8"));
  python.runPython(BEFORE);
  const kernel = python.pyimport("course_kernel");
  kernel.begin(tell);
  python.globals.set("display", kernel.display);
  for (const k of new Set([...order, ...cells.keys()])) {
    kernel.after_cell(await python.runPythonAsync(cells[k].code, { filename: `cell ${k}` }), cells[k].boxes[0]);
  }
  said.push(JSON.parse(python.runPython(AFTER)));
  read ??= JSON.parse(python.runPython(READ));
  python.runPython(`import numpy; numpy.full(${GARBAGE}, 7, numpy.uint8); None`);
  await keep?.();
}
assert.equal(kept.size, 1);
lives.length = 0;
const { python, hasRun } = await start(wheels, () => {}, { tell }, lesson);
assert.ok(hasRun);
python.pyimport("course_kernel").again();
said.push(JSON.parse(python.runPython(AFTER)));
assert.deepEqual(lives.sort((a, b) => a - b), [...new Set(cells.flatMap(cell => cell.boxes))].sort((a, b) => a - b));
for (const other of said) assert.deepEqual(other, said[0]);
const { byteLength } = await [...kept.values()][0].clone().arrayBuffer();
assert.ok(byteLength < GARBAGE, `an image holds what was freed: ${byteLength}`);
const draw = async () => (await start(wheels, () => {}, { tell }, lesson)).python.runPython("import random, numpy; f'{random.random()} {numpy.random.random()}'");
assert.notEqual(await draw(), await draw());  // an image is no seed
assert.deepEqual([warned, late], [[], []], `every package is fetched before it is imported: ${[...warned, ...late]}`);
python.runPython(fs.readFileSync(sweep, "utf8"));
console.log(said[0].length);
console.log(JSON.stringify(read));
