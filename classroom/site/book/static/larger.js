/* On a phone a whole picture is as narrow as the page, and its words are tiny. A tap on it, or the button below, shows all
   pictures of the page large enough to be read, and a finger slides each in its frame; this holds for the sitting. */
(() => {
  const frames = [...document.querySelectorAll(".cell_output :not(.knobs-printed) > img")].map(image => image.parentElement);
  const phone = matchMedia("(max-width: 520px)"), root = document.documentElement;
  const set = large => {
    root.classList.toggle("larger", large);
    for (const frame of frames) {
      frame.nextElementSibling.textContent = large ? "Whole picture" : "Larger picture";
      for (const [name, value] of Object.entries({ tabindex: 0, role: "group", "aria-label": "a picture that slides sideways" }))
        if (large) frame.setAttribute(name, value); else frame.removeAttribute(name);
      if (large) frame.scrollLeft = 0; } };
  function turn(frame, at = 0) {
    const top = frame.getBoundingClientRect().top, large = !root.classList.contains("larger");
    set(large);
    frame.scrollLeft = at * frame.scrollWidth - frame.clientWidth / 2;
    scrollBy({ top: frame.getBoundingClientRect().top - top, behavior: "instant" });  // those above have grown, too
    try { sessionStorage.larger = large ? "yes" : ""; } catch { /* then the next page begins with whole ones */ }
  }
  for (const frame of frames) {
    const button = document.createElement("button");
    button.type = "button"; button.className = "larger-button";
    button.addEventListener("click", event => { event.stopPropagation(); turn(frame); });
    frame.classList.add("larger-frame"); frame.after(button);
    frame.addEventListener("click", event => {
      const image = event.target.closest("img:not(.knobs-veil)"), place = image?.getBoundingClientRect();
      if (image && phone.matches) turn(frame, (event.clientX - place.left) / place.width); });
  }
  let kept; try { kept = sessionStorage.larger; } catch { /* nothing is kept here */ }
  set(Boolean(kept));
})();
