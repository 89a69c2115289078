/* The scorecard of a reader's own files: they go to a worker in this page, and nowhere else. */
(() => {
  const form = document.getElementById("own-files"); if (!form) return;
  const part = name => document.getElementById(`own-${name}`), script = document.currentScript;
  const MOST = 10;  // millions of bytes
  let worker = null, ready = false;
  const say = (text, wrong) => { part("status").textContent = text; part("status").classList.toggle("own-wrong", Boolean(wrong)); };
  const tell = text => { part("python").textContent = text; form.querySelector("[name=begin]").hidden = ready; };  // how far Python is
  const allow = open => { form.querySelectorAll("button").forEach(one => { one.disabled = !open; }); part("progress").hidden = open; };
  form.addEventListener("submit", async event => {
    event.preventDefault(); part("status").scrollIntoView({ block: "center" });
    part("save").hidden = part("saved").hidden = part("card").hidden = true; allow(false); say(ready ? "Reading the files …" : "Python comes first. Then it reads your files …");
    const files = {}, names = new FormData(form);
    for (const name of ["confidential", "synthetic", "holdout"]) {
      const size = Math.round(names.get(name).size / 1e6);
      if (size > MOST) { allow(true); return say(`The ${name} file has ${size} MB, and a page can take ${MOST}. Keep some of its rows, drawn at random: 20,000 are enough.`, true); } }
    for (const name of ["confidential", "synthetic", "holdout"]) if (names.get(name)?.name) {
      try { files[name] = await names.get(name).arrayBuffer(); }
      catch { allow(true); return say(`The ${name} file, ${names.get(name).name}, was changed or moved after you chose it. Choose it again.`, true); } }
    const said = as => [...part("columns").querySelectorAll("select")].filter(one => one.value === as).map(one => one.dataset.column);
    wake().postMessage({ files, called: names.get("synthetic").name, keys: said("known"), sensitive: said("wanted") }, Object.values(files));
  });
  async function head(file) {  // the names in the first line, as the Python of this page reads them
    const bytes = new Uint8Array(await file.slice(0, 100_000).arrayBuffer()); let text;
    try { text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }); } catch { text = new TextDecoder("windows-1252").decode(bytes); }
    const line = text.split(/\r\n|\n|\r/).find(one => one.trim()) ?? "", many = sign => line.split(sign).length;
    if (text.startsWith("PK") || text.includes("\0")) return [];
    const sign = [",", ";", "\t"].reduce((best, one) => many(one) > many(best) ? one : best);
    return (line.match(new RegExp(`(?:^|${sign})("(?:[^"]|"")*"|[^${sign}]*)`, "g")) ?? []).map((one, k) => (k ? one.slice(1) : one).replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
  }
  let shown = false;  // whether an example was, whose columns say nothing of a file of one's own
  async function columns(file, chosen) {  // what was said of a column stays if the next file has it, too
    const before = shown && !chosen ? {} : Object.fromEntries([...part("columns").querySelectorAll("select")].map(one => [one.dataset.column, one.value]));
    const rows = (await head(file)).map((name, k) => {
      const label = document.createElement("label"), select = document.createElement("select");
      for (const [value, text] of [["", "not used by the attacker"], ["known", "the attacker knows it"], ["wanted", "he tries to learn it"]]) select.add(new Option(text, value));
      select.dataset.column = name; select.value = chosen?.[name] ?? before[name] ?? ""; select.id = `own-column-${k}`; label.htmlFor = select.id; label.textContent = name;
      const row = document.createElement("p"); row.append(label, select); return row; });
    if (rows.length) part("columns").replaceChildren(...rows);
    shown = Boolean(chosen);
  }
  form.addEventListener("change", () => { part("save").hidden = part("saved").hidden = part("card").hidden = true; say(""); });  // it was of other files
  form.querySelector("[name=confidential]").addEventListener("change", event => { if (event.target.files[0]) columns(event.target.files[0]); });
  function wake() {
    if (worker) return worker;
    worker = new Worker(new URL("scorecard.mjs", script.src), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.say) { if (!ready) tell(data.say); if (ready || !part("progress").hidden) say(data.say); }  // where a card is awaited
      if (data.ready) { ready = true; tell("Python is ready. You may switch off your network now."); }
      if (data.total) { part("progress").max = data.total; part("progress").value = data.done; }
      if (data.error) { allow(true); say(data.error, true); }
      if (data.example) choose(data.example);
      if (data.html) {
        allow(true); say(data.verdict);
        part("card").srcdoc = data.html; part("card").hidden = false;
        part("status").scrollIntoView({ block: "start" });
        const link = part("save").querySelector("a"); URL.revokeObjectURL(link.href);
        link.href = URL.createObjectURL(new Blob([data.saved], { type: "text/html" })); part("save").hidden = false; } };
    worker.onerror = event => { allow(true); worker = null; ready = false; say(`Python could not start in this page (${event.message || "its files did not come"}). Is there a network?`, true); };
    return worker;
  }
  const fit = () => {  // the card is as high as what it says; it runs no script
    const page = part("card").contentDocument?.documentElement;
    if (page && !part("card").hidden) part("card").style.height = `${Math.ceil(page.getBoundingClientRect().height) + 2}px`; };
  part("card").addEventListener("load", () => {  // first the findings; what is saved has the table open
    const inside = part("card").contentDocument, words = getComputedStyle(form);
    Object.assign(inside.body.style, { fontFamily: words.fontFamily, lineHeight: 1.5 });
    for (const one of inside.querySelectorAll("details")) { one.open &&= one.matches(".nearest"); one.addEventListener("toggle", fit); }
    fit(); });
  addEventListener("resize", fit);
  part("save").querySelector("a").addEventListener("click", () => { part("saved").hidden = false; });
  form.querySelectorAll("[name=example]").forEach(one => one.addEventListener("click", () => {
    allow(false); if (!ready) say("Python comes first. Then it makes the example …");
    part("status").scrollIntoView({ block: "center" }); wake().postMessage({ example: +one.value }); }));
  async function choose(tables) {
    for (const [name, text] of tables) {
      const chosen = new DataTransfer(); chosen.items.add(new File([text], `${name}.csv`));
      form.querySelector(`[name=${name}]`).files = chosen.files; }
    await columns(form.querySelector("[name=confidential]").files[0], { district: "known", sex: "known", age: "known", illness: "wanted", income: "wanted", days: "wanted" });
    allow(true); form.requestSubmit();
  }
  form.querySelector("[name=begin]").addEventListener("click", () => { if (!worker) { tell("Starting Python in this page …"); wake().postMessage({}); } });
})();
