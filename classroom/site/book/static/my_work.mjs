/* The page of a student's own work: how far it is, as a zip file, and away with it. */
import { changed, erase, headline, tally, titled, zip } from "./store.mjs";

const $ = name => document.getElementById(name);
const tell = (text, part) => { for (const one of ["handed", "saved", "status"]) $(`work-${one}`).textContent = one === part ? text : ""; };
const notebooks = count => `${count} changed notebook${count === 1 ? "" : "s"}`;
const lessonOf = name => name.match(/^exercises\/(\d\d_\w+)\/\1\.ipynb$/)?.[1];

async function show() {
  const mine = await changed(), items = [];
  for (const [name, file] of Object.entries(mine)) {
    const exercises = lessonOf(name) ? tally(file.content) : [];
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = `lab/index.html?path=${encodeURIComponent(name)}`;
    link.target = "lab";  // one lab at a time: two of them would save over each other
    link.title = name;
    link.textContent = titled(name, file.content);
    item.append(link, exercises.length ? ` ${headline(exercises)}` : "");
    const list = document.createElement("ul");
    for (const one of exercises.filter(one => one.state === "to mend")) {
      const advice = document.createElement("li");
      advice.textContent = `Exercise ${one.number}, to mend: ${[...new Set(one.said)].join(" ") || "A part of it is not begun."}`;
      list.append(advice);
    }
    if (list.children.length) item.append(list);
    items.push(item);
  }
  $("work-list").replaceChildren(...items);
  $("work-none").hidden = items.length > 0;
  return mine;
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
const text = file => JSON.stringify(file.content, null, 1) + "\n";

$("work-hand-in").addEventListener("submit", async event => {
  event.preventDefault();
  const mine = await show(), who = event.target.elements.who.value.replace(/[\\/:]+/g, "_").replace(/[. ]+$/, "").trim();
  const chosen = Object.entries(mine).filter(([name]) => lessonOf(name));
  if (!who) return tell("Write your name with letters, please.", "handed");
  if (!chosen.length) return tell("You have not saved an exercise yet. In the lab, save with Ctrl+S.", "handed");
  download(zip(Object.fromEntries(chosen.map(([name, file]) => [`${who}/${lessonOf(name)}/${lessonOf(name)}.ipynb`, text(file)]))), `${who}.zip`);
  tell(`The exercises of ${chosen.length} lesson${chosen.length > 1 ? "s" : ""} are in ${who}.zip, in your downloads. Send this file to your teacher.`, "handed");
});
$("work-all").addEventListener("click", async () => {
  const mine = Object.entries(await show());
  if (!mine.length) return tell("There is nothing of yours in the lab yet.", "saved");
  download(zip(Object.fromEntries(mine.map(([name, file]) => [name, text(file)]))), "my_lab.zip");
  tell(`${notebooks(mine.length)} ${mine.length > 1 ? "are" : "is"} in my_lab.zip, in your downloads.`, "saved");
});
$("work-erase").addEventListener("click", async () => {
  const count = Object.keys(await changed()).length;
  if (!confirm(`Erase ${notebooks(count)} and the lab's settings? This cannot be undone.`)) return;
  try {
    await erase();
    await show();
    tell(`Erased: ${notebooks(count)} and the lab's settings.`, "status");
  } catch (error) { tell(error.message, "status"); }
});
addEventListener("focus", () => { show(); setTimeout(show, 1500); });  // back from the lab's tab, which saves when it is left
show();
