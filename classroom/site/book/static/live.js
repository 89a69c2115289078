/* Knobs that move in a page without a server. The boxes are plain HTML, readable as they are. The first touch starts a
   worker with Python (on a second visit, with nothing to be fetched, it starts by itself), which runs the lesson's cells;
   what a reader moves until then waits for its box. */
(() => {
  const boxes = [...document.querySelectorAll("[data-box]")];
  const script = document.currentScript;
  if (!boxes.length || !window.Worker || !window.WebAssembly) return;
  const lesson = location.pathname.split("/").pop().replace(/\.html$/, "") || "index";
  const alive = new Set(), queues = new Map(), busy = new Map();
  let worker = null, failed = false, moves = 0, cells = null, sent = 0;
  // Without a service worker all else works. After an update of the site, Python waits for the new one: parts of two do not fit.
  const within = (promise, patience) => Promise.race([promise, new Promise(done => setTimeout(done, patience))]);
  const renewed = navigator.serviceWorker?.register(new URL("../sw.js", script.src)).then(async registration => {
    await within(registration.update(), 3000);  // fails without a network
    const coming = registration.installing ?? registration.waiting ?? registration.active;  // the newest; it may serve already
    if (!navigator.serviceWorker.controller || coming?.state === "activated") return;
    await new Promise(done => coming.addEventListener("statechange", () => ["activated", "redundant"].includes(coming.state) && done()));
  }).catch(() => {});
  window.course = { alive, times: [], patience: 60_000, started: null, done: null, error: null,
    idle: () => busy.size === 0 && [...queues.values()].every(queue => !queue.length) };  // for tests and the curious

  const notes = boxes.map(box => {
    const note = document.createElement("p");
    note.className = "knobs-state"; note.setAttribute("role", "status"); note.hidden = true;
    box.before(note); return note; });
  const tell = text => notes.forEach((note, k) => { if (note.dataset.asked && !alive.has(k)) { note.hidden = false; note.textContent = text; } });
  const part = (box, path) => path ? box.querySelector(`[data-path="${path}"]`) : box;

  function show(box, path, state, pixels) {
    const element = part(box, path); if (!element) return;
    if ("display" in (state.layout ?? {})) element.hidden = state.layout.display === "none";
    if ("visibility" in (state.layout ?? {})) element.style.visibility = state.layout.visibility ?? "";
    if (state._dom_classes) {
      const base = element.dataset.base ??= [...element.classList].filter(name => !name.startsWith("knobs")).join(" ");
      element.className = [base, ...state._dom_classes].join(" ");
      if (!path) closed(element); }
    const input = element.matches(".widget-hslider") ? element.querySelector("input") : null;
    const buttons = element.matches(".widget-toggle-buttons") ? [...element.querySelectorAll("button")] : [];
    if ("disabled" in state) for (const one of [input, ...buttons, element.matches("button") ? element : null]) if (one) one.disabled = state.disabled;
    if (typeof state.value === "string" && element.matches(".widget-html")) fill(element, state.value, pixels);
    if (typeof state.description === "string" && element.matches("button")) element.textContent = state.description;
    if ("index" in state && input && state.index !== null) { input.value = state.index; read(input); }
    if ("index" in state) buttons.forEach((one, k) => { one.classList.toggle("mod-active", k === state.index); one.setAttribute("aria-pressed", k === state.index); });
  }
  function fill(element, html, pixels) {
    const fresh = document.createElement("template"); fresh.innerHTML = html;
    fresh.content.querySelectorAll("style").forEach(one => one.remove());
    const image = fresh.content.querySelector("img"), old = element.querySelector("img");
    if (!image) return element.replaceChildren(fresh.content);
    image.removeAttribute("onload");
    if (pixels) image.removeAttribute("src");
    if (!old) { element.replaceChildren(fresh.content); return pixels && paint(image, pixels); }
    const lifted = old.matches(".knobs-veil") && !image.matches(".knobs-veil");
    if (lifted) setTimeout(() => {  // what asked is gone, and all has moved up
      for (const one of [element.closest(".knobs"), old]) one.scrollIntoView({ block: "nearest" }); }, 200);
    for (const name of ["alt", "width", "height", "style", "class", ...(pixels ? [] : ["src"])]) {  // the same element, so that nothing flickers
      if (image.hasAttribute(name)) old.setAttribute(name, image.getAttribute(name)); else old.removeAttribute(name); }
    if (pixels) paint(old, pixels); else old.nextElementSibling?.remove();
  }
  function paint(image, { bytes, wide }) {  // over the picture, whose words (alt) stay: pixels need no unpacking
    const canvas = image.nextElementSibling ?? document.createElement("canvas"), high = bytes.length / 4 / wide;
    if (!canvas.parentElement) { canvas.setAttribute("aria-hidden", "true"); image.after(canvas); }
    if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
    canvas.style.width = `${image.getAttribute("width")}px`;
    canvas.getContext("2d", { alpha: false }).putImageData(new ImageData(bytes, wide), 0, 0);
    worker?.postMessage({ spare: bytes.buffer }, [bytes.buffer]);
    image.classList.add("knobs-under"); image.dataset.painted = +(image.dataset.painted ?? 0) + 1;
  }
  // What a lesson says of an answer stands folded behind its box, and unfolds once, when the box has told the answer.
  const folded = "details:not(.hide)";
  function unfold(box) {
    if (box.dataset.unfolded || !/answer is|is right/.test(box.querySelector(".knobs-guess .knobs-said")?.textContent)) return;
    box.dataset.unfolded = 1;
    let next = box.closest(".cell")?.nextElementSibling;
    while (next && !next.matches(folded) && !next.querySelector(".knobs")) next = next.nextElementSibling;
    if (next?.matches(folded) && /^After\s+your\s+guess/.test(next.textContent.trim())) next.open = true;
  }
  function read(input) {
    const label = JSON.parse(input.dataset.labels)[input.value];
    input.setAttribute("aria-valuetext", label); input.parentElement.querySelector("output").value = label;
  }

  const wanted = [];
  const want = box => { wanted.push(box); worker?.postMessage({ want: box }); begin(); };
  async function begin() {
    if (course.started || failed) return;
    course.started = performance.now();
    tell("The knobs are starting (Python, in this page) …");
    await within(renewed, 10_000);
    const mine = worker = new Worker(new URL("worker.mjs", script.src), { type: "module" });
    worker.onmessage = ({ data }) => {
      course.heard = true;
      if (data.say) tell(`${data.say} …`);
      if ("path" in data) { show(boxes[data.box], data.path, data.state, data.pixels); unfold(boxes[data.box]); }
      if ("live" in data) {
        alive.add(data.live); notes[data.live].hidden = true; boxes[data.live].classList.add("is-live");
        boxes[data.live].querySelectorAll("[data-pressed]").forEach(one => one.removeAttribute("data-pressed"));
        course.first ??= performance.now() - course.started;
        if (queues.get(data.live)?.length) next(data.live); }
      if (data.id) { const { box, at } = busy.get(data.id); busy.delete(data.id); if (!failed) notes[box].hidden = true; course.times.push([box, performance.now() - at]); next(box); }
      if (data.done) {
        if (data.wanted) rest(); else course.kept = true;
        course.hasRun = data.hasRun; course.done = performance.now() - course.started; try { sessionStorage.knobs = "moved"; } catch { /* then the next page waits */ } }
      if (data.error) stop(data.error); };
    worker.onerror = event => stop(event.message || "it could not be loaded");
    setTimeout(() => { if (!course.heard) stop("it did not start within two minutes"); }, 120_000);
    try {
      const answer = await fetch(new URL(`lessons/${lesson}.json`, script.src));
      if (!answer.ok) throw new Error(`the lesson's cells are missing (${answer.status})`);
      cells = { ...await answer.json(), lesson };
      for (const box of wanted) mine.postMessage({ want: box });
      mine.postMessage(cells);
    } catch (error) { if (worker === mine) stop(error.message); }
  }
  // The next visit finds the lesson as it is before anybody has moved a knob: a worker beside hers keeps that, while she reads.
  // It takes as much memory once more, which a small machine has not.
  function rest() {
    if (failed || (navigator.deviceMemory ?? 8) < 4) return;
    if (performance.now() - sent < 5000 || !course.idle()) return setTimeout(rest, 1000);
    const keeper = new Worker(new URL("worker.mjs", script.src), { type: "module" });
    const end = () => { keeper.terminate(); course.kept = true; };
    keeper.onmessage = ({ data }) => { if (data.done || data.error) end(); };
    keeper.onerror = end;
    keeper.postMessage({ ...cells, keeps: true });
  }
  // The new site has come late, while Python starts from the old one: it starts again, from the new one alone.
  if (navigator.serviceWorker?.controller) navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!worker || course.done || failed) return;
    worker.terminate(); worker = course.started = null; alive.clear();
    for (const [id, { box, path, index, at }] of busy) { queues.get(box).unshift({ path, index, at }); busy.delete(id); }
    begin(); });
  function stop(why) {
    failed = true; worker?.terminate(); course.error = why;
    document.documentElement.classList.add("knobs-dead");  // what a guess would have shown stands open
    document.querySelectorAll(`article ${folded}`).forEach(one => { one.open = true; });
    notes.forEach((note, k) => { note.hidden = false; note.dataset.asked = 1; note.classList.add("is-last"); alive.delete(k);
      note.textContent = `The knobs of this page stand still, because Python could not run here (${why}). All pictures and words stay readable; reload the page to try again.`; });
  }
  function working(box) { return [...busy.values()].some(one => one.box === box); }
  function next(box) {
    if (working(box)) return;
    const move = queues.get(box)?.shift(); if (!move) return;
    busy.set(++moves, { box, ...move });
    worker.postMessage({ box, path: move.path, index: move.index, id: moves });
    setTimeout(id => { if (busy.has(id) && !failed) { notes[box].hidden = false; notes[box].textContent = "Calculating …"; } }, 400, moves);
    setTimeout(id => { if (busy.has(id) && !failed) stop("it no longer answers"); }, course.patience, moves);
  }
  function send(element, index) {
    const root = element.closest("[data-box]"), box = +root.dataset.box, path = element.closest("[data-path]").dataset.path;
    notes[box].dataset.asked = 1; sent = performance.now();
    if (!alive.has(box) && element.matches("button")) { root.toggleAttribute("data-waiting", true); element.toggleAttribute("data-pressed", true); }
    const guess = !alive.has(box) && element.matches("button") && element.closest(".knobs-guess");
    if (guess) for (const one of guess.parentElement.querySelectorAll("button, input")) one.disabled = true;  // it is made
    const queue = queues.get(box) ?? []; queues.set(box, queue);
    const last = queue.at(-1), move = { path, index, at: performance.now() };
    if (last && last.path === path && index !== null) queue[queue.length - 1] = move; else queue.push(move);
    if (!alive.has(box)) want(box);
    if (alive.has(box)) next(box); else if (!failed) tell("The knobs are starting; your move waits for them …");
  }

  const closed = box => box.querySelectorAll(".knobs-answer, .knobs-noise").forEach(one =>  // what a game does not take now
    one.setAttribute("aria-disabled", getComputedStyle(one).pointerEvents === "none"));

  boxes.forEach((box, k) => {
    closed(box);
    const wake = () => { notes[k].dataset.asked = 1; want(k); };
    box.addEventListener("pointerenter", wake, { once: true });
    box.addEventListener("focusin", wake, { once: true });
    box.addEventListener("input", event => { read(event.target); send(event.target, +event.target.value); });
    box.addEventListener("click", event => {
      const button = event.target.closest("button"); if (!button || button.disabled) return;
      if (button.matches(".knobs-play")) return play(box, button);
      send(button, button.dataset.index === undefined ? null : +button.dataset.index); });
    box.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const button = box.querySelector({ n: ".knobs-noise", g: ".knobs-lift", p: ".knobs-play" }[event.key] || ".none");
      if (button) { event.preventDefault(); button.click(); } });
  });
  (async () => {  // whoever has moved knobs in this sitting, or in this lesson before, finds them awake; else nothing is fetched
    try {
      const known = sessionStorage.knobs || await caches.match(new URL(`lessons/${lesson}.json`, script.src));
      if (known) (window.requestIdleCallback ?? setTimeout)(begin);
    } catch { /* the first touch wakes them */ } })();
  function play(box, button) {
    const input = box.querySelector(".knobs-played input"); if (!input || input.disabled) return;
    const stop = () => { clearInterval(box.timer); box.timer = null; button.textContent = "Play"; };
    if (box.timer) return stop();
    const go = value => { input.value = value; input.dispatchEvent(new Event("input", { bubbles: true })); };
    if (input.value === input.max) go(0);
    button.textContent = "Pause";
    const pause = Math.max(400, Math.min(1100, 15000 / input.max)), k = +box.dataset.box;  // many stops, but not all day
    const behind = () => queues.get(k)?.length || working(k);  // the picture, or all of Python
    box.timer = setInterval(() => { if (failed || input.value === input.max) stop(); else if (!behind()) go(+input.value + 1); }, pause);
  }
})();
