/* An image: Python's memory once packages are imported, and the files that they may still read. Imports take seconds, and
   reading what they leave behind takes tenths. Memory points into compiled libraries, and so these are opened again in the
   same order and come to lie at the same places; if they do not, this is an error, and Python starts as everywhere. */
const PAGE = 4096;  // bytes of memory that are looked at together

/* A fast way into functions, which not every browser can make, gets its place in the table of functions everywhere. */
function settled(module) {
  const spot = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4, way = module.HEAP32[spot];
  if (!way) module.wasmTable.grow(1);
  return () => { module.HEAP32[spot] = way; };
}

/* What was freed still holds what it held, five times as much as is in use after some lessons: it becomes zeros, which an
   image leaves out. All free memory is asked for, until there is more memory than there was. */
function sweep(module) {
  const size = 1 << 16, blocks = [], length = module.HEAPU8.length;
  while (module.HEAPU8.length === length) {
    const block = module._malloc(size);
    if (!block) break;
    module.HEAPU8.fill(0, block, block + size);
    blocks.push(block);
  }
  for (const block of blocks) module._free(block);
}

function pagesOf(memory) {  // runs of pages that hold anything: the first of them, and how many
  const pages = [];
  for (let at = 0; at < memory.length; at += PAGE / 8) {
    let k = at;
    while (k < at + PAGE / 8 && !memory[k]) k++;
    if (k === at + PAGE / 8) continue;
    const page = at * 8 / PAGE, last = pages.at(-1);
    if (last && last[0] + last[1] === page) last[1]++; else pages.push([page, 1]);
  }
  return pages;
}

function filesOf(FS, isLeftOut) {
  const files = [];
  (function look(folder, path) {
    for (const [name, node] of Object.entries(folder.contents)) {
      const where = `${path}/${name}`;
      if (FS.isDir(node.mode)) look(node, where);
      else if (!isLeftOut(where)) files.push([where, new Uint8Array(node.contents.buffer, node.contents.byteOffset, node.usedBytes)]);
    } })(FS.lookupPath(FS.cwd()).node, FS.cwd());
  return files;
}

/* A library that was opened stays in memory as the bytes of its file, too, a third of all there is: they are given back, and
   whoever opens it again reads the file itself. */
function forget(module, events) {
  for (const [what, handle] of events) {
    if (what !== "open") continue;
    const bytes = module.HEAPU32.subarray(handle / 4 + 7, handle / 4 + 9);  // where they begin, and how many they are
    module._free(bytes[0]);
    bytes.fill(0);
  }
}

/* Start Python, and note what an image needs to know. Gives Python and a function that makes its image, a Blob as large as
   what it holds: to unpack it would take longer than all that it spares. The function is given those of JavaScript's
   functions that Python holds, by name, and files to leave out. */
export async function started({ loadPyodide, createModule, ...how }) {
  let module = null, base = 0;
  const events = [], table = () => [module.wasmTable.length, [...module.freeTableIndexes]];
  const hooks = {  // nothing is noted before Python begins: until then it always does the same
    placed: (size, make) => { const place = make(size); if (module) events.push(["at", size, place, module.wasmTable.length]); return place; },
    opened: handle => module && events.push(["open", handle, ...table()]),
    asked: (handle, symbol) => module && events.push(["ask", handle, symbol]) };
  const python = await loadPyodide({
    ...how, _makeSnapshot: true,
    createPyodideModule: async settings => {
      const made = await createModule(Object.assign(settings, hooks));
      settled(made); base = made.wasmTable.length;
      return module = made; },
  });
  return [python, (held, isLeftOut) => {
    for (let k = base; k < module.wasmTable.length; k++)
      if (!module.wasmTable.get(k) && !module.freeTableIndexes.includes(k)) throw new Error("a function was made on the way");
    const all = { ...held, module }, serializer = one => {
      const name = Object.keys(all).find(name => all[name] === one);
      if (!name) throw new Error(`Python holds ${one}`);
      return name; };
    python.runPython("import gc; gc.collect()");
    forget(module, events);
    sweep(module);
    const snapshot = python.makeMemorySnapshot({ serializer }), start = new Uint32Array(snapshot.buffer, 0, 2)[1];
    const memory = new BigUint64Array(snapshot.buffer, start), pages = pagesOf(memory), files = filesOf(python.FS, isLeftOut);
    const streams = python.FS.streams.flatMap((one, fd) => one && fd > 2 ? [[fd, one.path, one.flags, one.position]] : []);  // fonts stay open
    const told = {
      streams, pages, size: memory.length * 8, head: [...snapshot.subarray(0, start)], events: [...events, ["end", ...table()]],
      files: files.map(([where, content]) => [where, content.length]) };
    const words = new TextEncoder().encode(JSON.stringify(told));
    const parts = [Uint32Array.of(words.length), words, ...pages.map(([first, count]) => snapshot.subarray(start + first * PAGE, start + (first + count) * PAGE)), ...files.map(([, content]) => content)];
    return new Blob(parts); }];
}

function read(bytes) {
  const length = new Uint32Array(bytes.buffer, 0, 1)[0], told = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const rest = 4 + length + told.pages.reduce((sum, [, count]) => sum + count * PAGE, 0);
  return { ...told, memory: bytes.subarray(4 + length, rest), content: bytes.slice(rest) };
}

function remember(module, { pages, memory }) {
  let at = 0;
  for (const [first, count] of pages) module.HEAPU8.set(memory.subarray(at, at += count * PAGE), first * PAGE);
}

function place({ FS }, { files, content }) {
  let at = 0;
  for (const [name, length] of files) {
    FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    const node = FS.mknod(name, 0o100644, 0);
    node.contents = content.subarray(at, at += length);
    node.usedBytes = length;
  }
}

function reopen({ FS }, streams) {
  for (const [fd, path, flags, position] of streams) {
    const stream = FS.open(path, flags);
    FS.streams[stream.fd] = null;
    FS.streams[fd] = Object.assign(stream, { fd, position });
  }
}

function open(module, events) {
  let next = 0;
  module.placed = size => {
    const [what, asked, at, table] = events[next++];
    if (what !== "at" || asked !== size || table !== module.wasmTable.length) throw new Error("another library is opened");
    return at; };
  while (next < events.length) {
    const [what, handle, ...more] = events[next++];
    if (what === "ask") { module.addFunction(module.LDSO.loadedLibsByHandle[handle].exports[more[0]]); continue; }
    const [length, free] = what === "end" ? [handle, more[0]] : more;
    if (module.wasmTable.length > length) throw new Error("there are more functions than there were");
    module.wasmTable.grow(length - module.wasmTable.length);
    module.freeTableIndexes.splice(0, Infinity, ...free);
    if (what === "open" && !module.__dlopen_js(handle)) throw new Error("a library could not be opened");
  }
  delete module.placed;
}

/* Python from an image, which may be on its way; `held` are functions by the names that they had when it was made. */
export async function awake(image, held, { loadPyodide, createModule, ...how }) {
  const coming = image.then(buffer => read(new Uint8Array(buffer))), head = new Uint8Array(1 << 16);  // what Pyodide keeps besides memory
  let module;
  coming.catch(() => {});
  return loadPyodide({
    ...how, _loadSnapshot: head, _snapshotDeserializer: name => name === "module" ? module : held[name],
    createPyodideModule: async settings => {
      module = await createModule(settings);
      const mend = settled(module), kept = await coming;
      head.set(kept.head);
      new Uint32Array(head.buffer)[1] = head.length;  // where memory would begin in it: there is none
      module._emscripten_resize_heap(kept.size);
      remember(module, kept);
      place(module, kept);
      reopen(module, kept.streams);
      open(module, kept.events);
      remember(module, kept);  // without what opening them has written
      mend();
      return module; },
  });
}
