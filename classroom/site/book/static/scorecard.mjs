/* Python for the scorecard page: three files in, a page out, and the same to be saved. */
import { start } from "./python.mjs";

let ready = null;
async function prepared() {
  const { python, wanted, keep } = await start([], say => postMessage({ say }));
  for (const name of ["own_table.py", "own_file.py"])
    python.FS.writeFile(`/home/pyodide/${name}`, await (await fetch(new URL(name, import.meta.url))).text());
  python.pyimport("own_file").prepare();
  postMessage({ ready: true });
  if (wanted) keep();
  return python;
}
onmessage = async ({ data }) => {
  try {
    const python = await (ready ??= prepared().catch(error => {
      ready = null; throw new Error(`Python could not start in this page (${error.message ?? error}). Is there a network?`); }));
    if (data.example) return postMessage({ example: python.pyimport("own_file").example(data.example).toJs() });
    if (!data.files) return;
    postMessage({ say: "Reading the files …" });
    const files = python.toPy(Object.fromEntries(Object.entries(data.files).map(([name, bytes]) => [name, new Uint8Array(bytes)])));
    for (const name of files.keys()) files.set(name, files.get(name).tobytes());
    const tell = (done, total, what) => postMessage({ done, total, say: `Step ${done} of ${total}: ${what}` });
    const [html, saved, verdict] = python.pyimport("own_file").card.callKwargs(files, python.toPy(data.keys), python.toPy(data.sensitive), tell, { called: data.called }).toJs();
    postMessage({ html, saved, verdict });
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ error: (lines.findLast(line => /^\w*(Error|Exception)\b/.test(line)) ?? lines.at(-1)).replace(/^\w+: /, "") });
  }
};
