/* The theme marks in the contents whose heading it saw come by. After a leap it saw none, so here the last heading that stands
   above the upper third of the window is marked, as soon as the page rests. */
(() => {
  const links = [...document.querySelectorAll(".bd-sidebar-secondary a[href^='#']")];
  const heads = links.map(one => document.getElementById(decodeURIComponent(one.hash.slice(1))));
  let rest = null;
  const mark = () => {
    const here = heads.findLastIndex(one => one && one.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((one, k) => {
      one.classList.toggle("active", k === here);
      if (k === here) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); }); };
  addEventListener("scroll", () => { clearTimeout(rest); rest = setTimeout(mark, 100); }, { passive: true });
})();
/* On a phone the list of lessons lies over the page. The phone's own way back closes the list, and does not leave the page. */
(() => {
  const list = document.getElementById("pst-primary-sidebar-modal"); if (!list) return;
  let pushed = false;
  new MutationObserver(() => { if (list.open && !pushed) { pushed = true; history.pushState(null, ""); } })
    .observe(list, { attributeFilter: ["open"] });
  addEventListener("popstate", () => { if (pushed) { pushed = false; list.close(); } });
  list.addEventListener("close", () => { if (pushed) { pushed = false; history.back(); } });
  list.addEventListener("click", event => {  // the next page takes the place of the open list, so that one step back is enough
    const link = event.target.closest("a[href]");
    if (!link || !pushed || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
    event.preventDefault(); location.replace(link.href); });
})();
