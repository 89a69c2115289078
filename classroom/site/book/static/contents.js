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
