/* Sphinx puts this beside its search. The numbers are its own; where two pages score alike, the core comes before the deeper. */
var Scorer = {
  score: ([page, , , , score]) => score - page.endsWith("_deeper") / 2,
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
/* What is quoted of a page is its text: no buttons, no list of contents, no code. */
Search.htmlToText = (html, anchor) => {
  const text = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  const part = (anchor && text?.querySelector(anchor)) || text;
  part?.querySelectorAll(".headerlink, script, style, details.hide, .cell_input, .knobs").forEach(one => one.remove());
  part?.querySelectorAll("msup > :last-child, sup").forEach(one => one.prepend("^"));  // e to the ε is not eε
  return part?.textContent ?? "";
};
