/* On a phone a picture is as narrow as the page, and its words are tiny. A tap on it, or the button below, turns its whole box
   on its side and fills the screen with it: the picture on the left, its knobs on the right. The phone's own way back, its
   key or its gesture, leads to the page, too. */
(() => {
  const frames = [...document.querySelectorAll(".cell_output :not(.knobs-printed) > img")].map(image => image.parentElement);
  const phone = matchMedia("(max-width: 520px), (max-height: 520px) and (pointer: coarse)");
  let open = null, left = null, closing = false;
  const top = frame => frame.getBoundingClientRect().top;
  function see() {  // where the reader was, or after turning the phone the picture in the middle
    if (innerWidth === left?.wide) scrollBy(0, top(left.frame) - left.top); else left?.frame.scrollIntoView({ block: "center" }); }
  function set(large) {
    const { box, button, frame } = large ?? open;
    if (large) left = { frame, top: top(frame), wide: innerWidth };
    box.toggleAttribute("data-large", Boolean(large));
    document.documentElement.classList.toggle("has-large", Boolean(large));
    button.textContent = large ? "Back" : "Larger picture";
    open = large;
    if (large) { box.scrollTop = 0; history.scrollRestoration = "manual"; history.pushState(null, ""); }
    else { left.at = Date.now(); see(); }
    button.focus({ preventScroll: true });
  }
  function close() { closing = true; set(null); history.back(); }
  addEventListener("popstate", () => {
    if (open) set(null); else if (!closing) return;
    closing = false;
    history.scrollRestoration = "auto";
    requestAnimationFrame(() => requestAnimationFrame(see)); });
  for (const frame of frames) {
    const box = frame.closest(".knobs") ?? frame.parentElement, button = document.createElement("button");
    const turn = () => open ? close() : set({ box, button, frame });
    button.type = "button"; button.className = "larger-button"; button.textContent = "Larger picture";
    button.addEventListener("click", event => { event.stopPropagation(); turn(); });
    frame.classList.add("larger-frame"); frame.after(button);
    frame.addEventListener("click", event => {
      if (event.target.closest("img:not(.knobs-veil), canvas") && (open || phone.matches)) turn(); });
  }
  // A browser takes a finger that moves down the screen for one that scrolls, although the slider lies on its side.
  const onItsSide = matchMedia("(orientation: portrait)");
  onItsSide.addEventListener("change", () => { if (!open && Date.now() - left?.at < 10_000) see(); });  // it is read on upright
  function slide(event) {
    const input = event.target.closest?.("[data-large] input[type=range]");
    if (!input || input.disabled || !onItsSide.matches || !event.buttons) return;
    if (event.type === "pointerdown") input.setPointerCapture(event.pointerId);
    const { top, height } = input.getBoundingClientRect(), thumb = 16;
    const stop = Math.round((event.clientY - top - thumb / 2) / (height - thumb) * input.max);
    const value = String(Math.min(Math.max(stop, 0), input.max));
    if (value === input.value) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const kind of ["pointerdown", "pointermove"]) addEventListener(kind, slide);
  addEventListener("keydown", event => { if (event.key === "Escape" && open) close(); });
  // A finger that scrolls the page has moved no slider: the browser cancels it, and the slider goes back.
  let touched = null;
  addEventListener("pointerdown", event => {
    const input = event.pointerType === "touch" && event.target.closest?.("input[type=range]");
    touched = input ? { input, value: input.value } : null; }, true);
  addEventListener("pointercancel", () => {
    if (!touched || touched.input.value === touched.value) return;
    touched.input.value = touched.value;
    touched.input.dispatchEvent(new Event("input", { bubbles: true })); });
})();
