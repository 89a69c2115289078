/* On a phone a whole picture is as narrow as the page, and its words are tiny. A tap on it, or the button below, shows it
   large enough to be read, and a finger slides it in its frame. */
(() => {
  const frames = [...document.querySelectorAll(".cell_output :not(.knobs-printed) > img")].map(image => image.parentElement);
  const phone = matchMedia("(max-width: 520px)");
  const set = (frame, large) => {
    frame.classList.toggle("larger", large);
    frame.nextElementSibling.textContent = large ? "Whole picture (this one slides sideways)" : "Larger picture";
    for (const [name, value] of Object.entries({ tabindex: 0, role: "group", "aria-label": "a picture that slides sideways" }))
      if (large) frame.setAttribute(name, value); else frame.removeAttribute(name); };
  function turn(frame, at = 0) {
    set(frame, !frame.classList.contains("larger"));
    frame.scrollLeft = at * frame.scrollWidth - frame.clientWidth / 2;
  }
  for (const frame of frames) {
    const button = document.createElement("button");
    button.type = "button"; button.className = "larger-button";
    button.addEventListener("click", event => { event.stopPropagation(); turn(frame); });
    frame.classList.add("larger-frame"); frame.after(button); set(frame, false);
    frame.addEventListener("click", event => {
      const image = event.target.closest("img:not(.knobs-veil), canvas"), place = image?.getBoundingClientRect();
      if (image && phone.matches) turn(frame, (event.clientX - place.left) / place.width); });
  }
})();
