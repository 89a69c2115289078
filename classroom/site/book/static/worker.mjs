/* Python in the page: runs a lesson's cells, first those for the box that a reader has touched, and tells the page of every
   box that has come to life. A second one, whose boxes nobody moves, keeps an image in which the lesson has run. */
import { start } from "./python.mjs";

let python, wanted = [], spare = null;

async function run({ cells, wheels, lesson, keeps }) {
  const say = text => postMessage({ say: text });
  const tell = (text, pixels) => {
    const message = JSON.parse(text), view = pixels?.getBuffer("u8clamped");
    if (!view) return postMessage(message);
    const { length } = view.data, bytes = spare?.byteLength === length ? new Uint8ClampedArray(spare) : new Uint8ClampedArray(length);
    spare = null;
    bytes.set(view.data);
    message.pixels = { bytes, wide: view.shape[1] };
    view.release();
    postMessage(message, [bytes.buffer]); };
  const begun = await start(wheels, say, { tell }, lesson, keeps);
  python = begun.python;
  if (begun.hasRun) {
    python.pyimport("course_kernel").again();
    return postMessage({ done: true, hasRun: true });
  }
  say("The lesson is calculated");
  python.FS.writeFile("/home/pyodide/course_kernel.py", await (await fetch(new URL("kernel.py", import.meta.url))).text());
  const kernel = python.pyimport("course_kernel");
  kernel.begin(tell);
  python.globals.set("display", kernel.display);
  const left = new Set(cells.keys());
  while (left.size) {
    const asked = wanted.map(box => cells.findIndex(cell => cell.boxes.includes(box))).find(k => left.has(k)) ?? Math.min(...left);
    const next = cells[asked].needs.find(k => left.has(k)) ?? asked;
    left.delete(next);
    kernel.after_cell(await python.runPythonAsync(cells[next].code, { filename: "lesson" }), cells[next].boxes[0]);
    await new Promise(done => setTimeout(done));  // moves of the boxes that live already come first
  }
  if (keeps) await begun.keep();
  postMessage({ done: true, wanted: begun.wanted });
}

addEventListener("unhandledrejection", event => postMessage({ error: String(event.reason?.message ?? event.reason) }));
addEventListener("error", event => postMessage({ error: event.message }));
onmessage = async ({ data }) => {
  try {
    if (data.cells) return await run(data);
    if (data.want !== undefined) return wanted.push(data.want);
    if (data.spare) { spare = data.spare; return; }  // a painted picture's memory: new memory takes longer than what is put into it
    python.pyimport("course_kernel").moved(data.box, data.path, data.index ?? undefined);
  } catch (error) {
    const told = String(error.message ?? error).trim(), lines = told.split("\n");
    console.error(told);
    return postMessage({ error: lines.findLast(line => /^\w*(Error|Exception)/.test(line)) ?? lines.at(-1) });
  }
  if (data.id) postMessage({ id: data.id });
};
