/* Python in the page: runs a lesson's cells one after the other, and tells the page of every box that has come to life. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

let python;
const here = name => new URL(name, import.meta.url).href;
const say = text => postMessage({ say: text });

async function start({ cells, packages }) {
  python = await loadPyodide({ indexURL: here("pyodide/"), stdout: () => {}, stderr: () => {} });
  const known = new Set(packages);
  say(`Python is here, ${known.size} packages are on their way`);
  await python.loadPackage(packages, { messageCallback: () => {} });
  say("Python runs the lesson");
  python.FS.writeFile("/home/pyodide/course_kernel.py", await (await fetch(here("kernel.py"))).text());
  const kernel = python.pyimport("course_kernel");
  kernel.tell = text => postMessage(JSON.parse(text));
  python.globals.set("display", kernel.display);
  let box = 0;
  for (const code of cells) {
    const value = await python.runPythonAsync(code, { filename: "lesson" });
    box = kernel.after_cell(value, box);
    await new Promise(done => setTimeout(done));  // moves of the boxes that live already come first
  }
  postMessage({ done: true });
}

addEventListener("unhandledrejection", event => postMessage({ error: String(event.reason?.message ?? event.reason) }));
addEventListener("error", event => postMessage({ error: event.message }));
onmessage = async ({ data }) => {
  try {
    if (data.cells) return await start(data);
    python.pyimport("course_kernel").moved(data.box, data.path, data.index ?? undefined);
  } catch (error) {
    const told = String(error.message ?? error).trim(), lines = told.split("\n");
    console.error(told);
    return postMessage({ error: lines.findLast(line => /^\w*(Error|Exception)/.test(line)) ?? lines.at(-1) });
  }
  if (data.id) postMessage({ id: data.id });
};
