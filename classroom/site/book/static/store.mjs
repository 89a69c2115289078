/* What a student keeps of the lab in her browser. JupyterLite's notebooks lie in an IndexedDB, by path; a file that she
   never saved is the site's. `delivered` are the numbers of the versions that she has been given of each notebook. */
const NAME = "privacy-course-contents", RECORD = "privacy-course-delivered";

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n; });
export function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
const bytes = text => new TextEncoder().encode(text);
export const source = cell => [cell.source].flat().join("");
export const words = book => crc(bytes(
  book.cells.filter(cell => source(cell).trim()).flatMap(cell => [cell.cell_type, source(cell)]).join("\0")));
const asked = request => new Promise((yes, no) => {
  request.onsuccess = () => yes(request.result); request.onerror = () => no(request.error); });

/* Do something with the stored files; undefined where the lab has stored nothing yet. */
async function files(mode, what) {
  const there = indexedDB.databases ? await indexedDB.databases() : [{ name: NAME }];
  if (!there.some(one => one.name === NAME)) return undefined;
  const base = await asked(indexedDB.open(NAME));
  try {
    return base.objectStoreNames.contains("files") ? await what(base.transaction("files", mode).objectStore("files")) : undefined;
  } finally { base.close(); }
}
const all = () => files("readonly", async store => {
  const [names, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
  return Object.fromEntries(names.map((name, k) => [name, values[k]])); });

const record = () => JSON.parse(localStorage.getItem(RECORD) ?? "{}");
const isExercise = name => name.startsWith("exercises/");
/* Whether a stored notebook is as it was given; a lesson may have been run, but what an exercise shows is her work. */
const isOurs = (name, book, known) => known.includes(words(book)) && !(isExercise(name) && book.cells.some(cell => cell.outputs?.length));

/* Before the lab opens: a stored notebook that she did not change makes way for the site's new version; one that she
   changed stays, and the new version lies beside it. Returns the names of those that now lie beside. */
export async function update(lab) {
  const fresh = await (await fetch(new URL("shipped.json", lab), { cache: "no-cache" })).json();
  const mine = await all() ?? {}, known = record(), changes = {}, beside = [];
  for (const [name, number] of Object.entries(fresh)) {
    const versions = known[name] ??= [];
    if (versions.at(-1) === number) continue;
    versions.push(number);
    if (!mine[name] || words(mine[name].content) === number) continue;
    if (isOurs(name, mine[name].content, versions)) { changes[name] = null; continue; }
    const content = await (await fetch(new URL(`files/${name}`, lab), { cache: "no-cache" })).json();
    for (let k = 1; ; k++) {
      const other = name.replace(/\.ipynb$/, ` (new version${k > 1 ? ` ${k}` : ""}).ipynb`);
      if (mine[other] && !isOurs(name, mine[other].content, versions)) continue;
      changes[other] = { ...mine[name], name: other.split("/").at(-1), path: other, content, last_modified: new Date().toISOString() };
      beside.push(other);
      break;
    }
  }
  await files("readwrite", async store => {
    for (const [name, file] of Object.entries(changes)) await asked(file ? store.put(file, name) : store.delete(name)); });
  localStorage.setItem(RECORD, JSON.stringify(known));
  return beside;
}

/* The stored notebooks that are not as they were given, by path. */
export async function changed() {
  const known = record();
  return Object.fromEntries(Object.entries(await all() ?? {}).filter(([name, file]) =>
    file.type === "notebook" && !isOurs(name.replace(/ \(new version( \d+)?\)/, ""), file.content, known[name.replace(/ \(new version( \d+)?\)/, "")] ?? [])));
}

/* What a notebook is called: the number of its lesson and its first heading, and what her file's name says besides. */
export function titled(name, book) {
  const heading = book.cells.map(cell => cell.cell_type === "markdown" && source(cell).match(/^# (.+)/m)?.[1]).find(Boolean);
  const [, number, deeper, more] = name.split("/").at(-1).match(/^(\d\d)_\w*?(_deeper)?( \(.*\)|-Copy\d+)?\.ipynb$/) ?? [];
  return heading && number ? `${number}${deeper ? " deeper" : ""} · ${heading}${more ?? ""}` : name;
}

/* Delete all that the lab has stored; an error if another tab holds it open. */
export async function erase() {
  for (const what of ["contents", "settings", "workspaces"]) await new Promise((yes, no) => {
    const request = indexedDB.deleteDatabase(`privacy-course-${what}`);
    request.onsuccess = yes; request.onerror = () => no(request.error);
    // a tab that has just been left still closes its own; one that is open does not
    request.onblocked = () => setTimeout(no, 5000, new Error("The lab is open in another tab. Close it, and erase again.")); });
  localStorage.removeItem(RECORD);
}

/* What an error says, as the Validate button tells it. */
function told(error) {
  const text = error.evalue.trim().split("\n")[0].replace(/\(<[^>]*>, (line \d+)\)/, "(in your cell, $1)");
  const name = error.ename.match(/\w+(?=\W*$)/)?.[0];  // the browser's Python gives its whole class
  return ["AssertionError", "NotRun", "ToMend"].includes(name) ? text : `${name}: ${text}`;
}

/* How far an exercise is by the tests that were run in it, as the Validate button tells it. */
export function tally(book) {
  const found = new Map();
  let number = 0;
  for (const cell of book.cells) {
    const heading = cell.cell_type === "markdown" && source(cell).match(/^### Exercise (\d+)\b/m);
    if (heading) { number = Number(heading[1]); continue; }
    const about = cell.metadata.nbgrader;
    if (!about?.grade && !about?.solution) continue;
    const one = found.get(number) ?? { parts: [], said: [], broken: "" };
    found.set(number, one);
    const error = cell.outputs?.find(output => output.output_type === "error");
    const undone = /NotBegun|NotImplementedError/.test(error?.ename);
    if (!about.grade) { if (error && !undone) one.broken = told(error); continue; }
    if (about.solution) one.parts.push(/YOUR ANSWER HERE/.test(source(cell)) || !source(cell).trim() ? "not begun" : "done");
    else if (error && !undone) { one.parts.push("to mend"); one.said.push(one.broken || told(error)); }
    else one.parts.push(error || !cell.execution_count ? "not begun" : "done");
  }
  for (const one of found.values()) one.state = new Set(one.parts).size === 1 ? one.parts[0] : "to mend";
  return [...found].filter(([, one]) => one.parts.length).map(([number, one]) => ({ number, ...one }));
}
export function headline(exercises) {
  const of = state => exercises.filter(one => one.state === state).map(one => one.number);
  const rest = ["to mend", "not begun"].filter(state => of(state).length).map(state => `, ${of(state).length} ${state} (${of(state).join(", ")})`);
  return `${of("done").length} of ${exercises.length} done${rest.join("")}.`;
}

/* A zip file of texts by name, without compression. */
export function zip(texts) {
  const parts = [], index = [];
  let at = 0;
  for (const [name, text] of Object.entries(texts)) {
    const title = bytes(name), body = bytes(text);
    const head = new DataView(new ArrayBuffer(26));  // from "version needed" to "length of extra fields"
    [[0, 20], [2, 0x0800], [4, 0], [6, 0], [8, 0x21]].forEach(([place, value]) => head.setUint16(place, value, true));
    [[10, crc(body)], [14, body.length], [18, body.length]].forEach(([place, value]) => head.setUint32(place, value, true));
    head.setUint16(22, title.length, true);
    const tail = new DataView(new ArrayBuffer(14));  // comment, disk, attributes, and where the file begins
    tail.setUint32(10, at, true);
    parts.push(bytes("PK\x03\x04"), head.buffer, title, body);
    index.push(bytes("PK\x01\x02"), new Uint8Array([20, 0]), head.buffer, tail.buffer, title);
    at += 30 + title.length + body.length;
  }
  const size = index.reduce((sum, part) => sum + part.byteLength, 0), count = Object.keys(texts).length;
  const end = new DataView(new ArrayBuffer(18));
  [[4, count], [6, count]].forEach(([place, value]) => end.setUint16(place, value, true));
  [[8, size], [12, at]].forEach(([place, value]) => end.setUint32(place, value, true));
  return new Blob([...parts, ...index, bytes("PK\x05\x06"), end.buffer], { type: "application/zip" });
}
