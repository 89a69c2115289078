/* On a phone a picture is as narrow as the page, and its words are tiny. A tap on it, or the button below, turns its whole box
   on its side and fills the screen with it: the picture on the left, its knobs on the right. */
(() => {
  const frames = [...document.querySelectorAll(".cell_output :not(.knobs-printed) > img")].map(image => image.parentElement);
  const phone = matchMedia("(max-width: 520px)");
  let open = null;
  function set(large) {
    const { box, button } = large ?? open;
    box.toggleAttribute("data-large", Boolean(large));
    document.documentElement.classList.toggle("has-large", Boolean(large));
    button.textContent = large ? "Back" : "Larger picture";
    open = large;
    if (large) box.scrollTop = 0; else button.scrollIntoView({ block: "center" });
    button.focus({ preventScroll: true });
  }
  for (const frame of frames) {
    const box = frame.closest(".knobs") ?? frame.parentElement, button = document.createElement("button");
    const turn = () => set(open ? null : { box, button });
    button.type = "button"; button.className = "larger-button"; button.textContent = "Larger picture";
    button.addEventListener("click", event => { event.stopPropagation(); turn(); });
    frame.classList.add("larger-frame"); frame.after(button);
    frame.addEventListener("click", event => {
      if (event.target.closest("img:not(.knobs-veil), canvas") && (open || phone.matches)) turn(); });
  }
  // A browser takes a finger that moves down the screen for one that scrolls, although the slider lies on its side.
  const onItsSide = matchMedia("(orientation: portrait)");
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
  addEventListener("keydown", event => { if (event.key === "Escape" && open) set(null); });
})();
