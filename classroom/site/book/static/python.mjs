/* Python for this page's workers. Packages come at once, and each is unpacked when something of it is first imported; an image
   of what that leaves, if a service worker keeps anything, spares a further visit all of it: to the same lesson, which has run
   in it, or to one with the same packages. A new version of the site begins anew, as with all that is kept. */
import { awake, started } from "./image.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const at = name => new URL(`pyodide/${name}`, import.meta.url).href;

// A plain server compresses nothing, and so the largest file lies beside itself in a compressed form. Pyodide would wait for
// it for ever, if it does not come.
const fetched = globalThis.fetch;
let lost = null, lose;
const loss = new Promise((_, reject) => { lose = reject; });
loss.catch(() => {});
globalThis.fetch = async (what, how) => {
  const address = String(what?.url ?? what);
  if (!address.endsWith("pyodide.asm.wasm")) return fetched(what, how);
  try {
    const packed = await fetched(`${address}.gz`, how);
    if (!packed.ok) throw new Error(`pyodide.asm.wasm is missing (${packed.status})`);
    return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  } catch (error) { lose(lost = error); throw error; }
};

const HOW = { loadPyodide, createModule, stdout: () => {}, stderr: () => {} }, MOST = 3;  // images take 100 to 200 megabytes
const KEEP = "course-VERSION";  // what sw.js of this build keeps
async function storage() {
  try { return await caches.has(KEEP) && await caches.open(KEEP); } catch { /* nothing is kept here */ }
}
/* The address of an image of this lesson, or else of one with the same packages, and what is kept there. */
async function stored(own) {
  const look = async () => {
    const cache = await storage(), packages = own.slice(own.lastIndexOf("&"));
    const known = cache ? (await cache.keys()).map(one => one.url).filter(url => url.includes("/image?") && url.endsWith(packages)) : [];
    const where = known.includes(own) ? own : known.at(-1);
    return where ? [where, await cache.match(where)] : []; };
  return Promise.race([look().catch(() => []), new Promise(done => setTimeout(done, 3000, []))]);  // it may never answer
}

/* Gives Python, and whether the lesson has run in it already; if not, whether an image of that is wanted, which a Python can
   keep that was started `anew`. `held` are those of JavaScript's functions that Python holds, by name. */
export async function start(wheels, say, held = {}, lesson = "", anew = false) {
  const own = at(`image?${lesson}&${wheels.join()}`);
  let python, make;
  const opened = new Set(), here = new Map();
  const files = () => new Map(Object.values(python.lockfile.packages).flatMap(one => one.imports.map(name => [name, one.file_name])));
  const open = file => {
    if (opened.has(file)) return;  // a wheel has several names: matplotlib, mpl_toolkits
    opened.add(file);
    python.unpackArchive(here.get(file) ?? asked(file), "wheel"); here.delete(file); };
  const unpack = name => { open(files().get(name)); };
  const [where, image] = anew ? [] : await stored(own);
  let refused = image && image.headers.has("refused");
  if (image && !refused) {
    try {
      python = await Promise.race([awake(image.arrayBuffer(), { ...held, unpack }, HOW), loss]);
      python.runPython(FRESH);
      return { python, hasRun: where === own, wanted: where !== own };
    } catch (error) {  // another one would fail, too, until the next build
      if (lost) throw lost;
      console.warn(error);
      refused = true;
      storage().then(cache => cache && cache.put(where, new Response("", { headers: { refused: "yes" } }))).catch(() => {});
    }
  }
  const coming = wheels.map(async name => here.set(name, await (await fetch(at(name))).arrayBuffer()));
  [python, make] = await Promise.race([started(HOW), loss]);
  say("Packages for the knobs are on their way");
  await Promise.all(coming);
  unpack("coursekit");
  open(python.lockfile.packages.coursekit.file_name);  // stands in for IPython
  python.globals.set("unpack", unpack);
  python.runPython(FINDER.replace("NAMES", JSON.stringify([...files().keys()])));
  return { python, hasRun: false, wanted: !refused && !!await storage(), keep: async () => {
    try {
      const cache = await storage();
      const imported = new Set(python.runPython(IMPORTED).toJs());
      const made = make({ ...held, unpack }, where => where.endsWith(".pyc") && imported.has(where));
      await cache.put(own, new Response(made));
      const others = (await cache.keys()).filter(one => one.url.includes("/image?") && one.url !== own);
      for (const one of others.slice(0, Math.max(0, others.length + 1 - MOST))) await cache.delete(one);
    } catch (error) { console.warn(error); /* a full disk loses nothing but this */ } } };
}

function asked(file) {  // what nobody foresaw is asked for while Python waits
  const request = new XMLHttpRequest();
  request.open("GET", at(file), false); request.responseType = "arraybuffer"; request.send();
  return request.response;
}

const FRESH = "import random, numpy; random.seed(); numpy.random.seed()";  // an image would begin with the same numbers each time
const IMPORTED = "import sys; [one.__spec__.origin for one in list(sys.modules.values()) if getattr(getattr(one, '__spec__', None), 'has_location', False)]";
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
