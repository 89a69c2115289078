/* Python for this page's workers. Packages come at once, and each is unpacked when something of it is first imported. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const at = name => new URL(`pyodide/${name}`, import.meta.url).href;

// A plain server compresses nothing, and so the largest file lies beside itself in a compressed form.
const fetched = globalThis.fetch;
globalThis.fetch = async (what, how) => {
  const address = String(what?.url ?? what);
  if (!address.endsWith("pyodide.asm.wasm")) return fetched(what, how);
  const packed = await fetched(`${address}.gz`, how);
  const plain = packed.ok && packed.body.pipeThrough(new DecompressionStream("gzip"));
  return plain ? new Response(plain, { headers: { "Content-Type": "application/wasm" } }) : packed;
};

/* A started Python's memory is kept on the first visit, if a service worker keeps anything, and read in place of starting
   one again: a second saved on each further visit. A new version of the site begins anew, as with all that is kept. */
const MEMORY = at("memory"), SILENT = { stdout: () => {}, stderr: () => {} };
async function stored() {
  try {
    const ours = (await caches.keys()).find(name => name.startsWith("course-")), cache = ours && await caches.open(ours);
    return [cache, await cache?.match(MEMORY)];
  } catch { return []; /* nothing is kept here */ }
}
async function started() {  // a storage that does not answer is not waited for
  const [cache, kept] = await Promise.race([stored(), new Promise(done => setTimeout(done, 3000, []))]);
  try { if (kept) return await loadPyodide({ ...SILENT, _loadSnapshot: kept.arrayBuffer() }); }
  catch (error) { console.warn(error); await cache.delete(MEMORY); }
  const python = await loadPyodide({ ...SILENT, _makeSnapshot: Boolean(cache) });
  if (cache) cache.put(MEMORY, new Response(python.makeMemorySnapshot())).catch(() => {});  // a full disk loses nothing else
  return python;
}

export async function start(wheels, say) {
  const here = new Map();
  const coming = wheels.map(async name => here.set(name, await (await fetch(at(name))).arrayBuffer()));
  const python = await started();
  const { packages } = python.lockfile;
  const files = new Map(Object.values(packages).flatMap(one => one.imports.map(name => [name, one.file_name])));
  say("Python is here, its packages are on their way");
  await Promise.all(coming);
  const opened = new Set();
  const open = file => {
    if (opened.has(file)) return;  // a wheel has several names: matplotlib, mpl_toolkits
    opened.add(file);
    python.unpackArchive(here.get(file) ?? asked(file), "wheel"); here.delete(file); };
  const unpack = name => open(files.get(name));
  unpack("coursekit");
  open(packages.coursekit.file_name);  // stands in for IPython
  python.globals.set("unpack", unpack);
  python.runPython(FINDER.replace("NAMES", JSON.stringify([...files.keys()])));
  return python;
}

function asked(file) {  // what nobody foresaw is asked for while Python waits
  const request = new XMLHttpRequest();
  request.open("GET", at(file), false); request.responseType = "arraybuffer"; request.send();
  return request.response;
}

const FINDER = `
import importlib, sys
class Packed:
    def __init__(self, names, unpack):
        self.names, self.unpack = names, unpack
    def find_spec(self, name, path=None, target=None):
        if name in self.names:
            self.names.remove(name)
            self.unpack(name)
            importlib.invalidate_caches()
sys.meta_path.insert(0, Packed(set(NAMES), unpack))
del Packed, unpack
`;
