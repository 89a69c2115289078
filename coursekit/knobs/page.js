/* Runs in the page whenever a new picture arrives. The slider's handle gets the name and the value that a screen reader
   should say (ipywidgets leaves the name out and announces the position), buttons say which of them is pressed, and the
   reading becomes a live region, so that it is read aloud after a move. The keys n, g and p are buttons that need no hand
   on the mouse. "Play" moves its slider from stop to stop, by arrow keys. What a lesson says of the answer stands folded in
   a cell after it, and unfolds as soon as the box has told the answer. What asked for the guess is gone then and all moves
   up, so the box is brought into sight, or in a low window the picture. Whoever comes by Shift+Enter sees the box from its top,
   where the question is: JupyterLab would show the cell after it. */
(box => { if (!box) return;
box.querySelectorAll('.widget-hslider').forEach(slider => {
  const handle = slider.querySelector('[role=slider]'); if (!handle) return;
  handle.setAttribute('aria-label', slider.querySelector('.widget-label').textContent);
  handle.setAttribute('aria-valuetext', slider.querySelector('.widget-readout').textContent); });
box.querySelectorAll('.widget-toggle-buttons').forEach(group => {
  group.setAttribute('role', 'group'); group.setAttribute('aria-label', group.querySelector('.widget-label').textContent);
  group.querySelectorAll('button').forEach(one => one.setAttribute('aria-pressed', one.classList.contains('mod-active'))); });
box.querySelectorAll('.knobs-reading .widget-html-content').forEach(said => said.setAttribute('role', 'status'));
const veiled = box.hasAttribute('data-veiled');
box.toggleAttribute('data-veiled', !!box.querySelector('.knobs-veil'));
if (veiled && !box.hasAttribute('data-veiled')) setTimeout(() => {
  for (const one of [box, box.querySelector('img')]) one?.scrollIntoView({ block: 'nearest' }); }, 200);
if (box.hasAttribute('data-keys')) return;
box.setAttribute('data-keys', 'n g p');
const cell = box.closest('.jp-Cell'), pane = box.closest('.jp-WindowedPanel-outer');
if (pane && cell.nextElementSibling?.classList.contains('jp-mod-active') &&
    box.getBoundingClientRect().top < pane.getBoundingClientRect().top) box.scrollIntoView();
/* a slider of a guess moves without a new picture */
box.querySelectorAll('.widget-hslider').forEach(slider => {
  const handle = slider.querySelector('[role=slider]'), readout = slider.querySelector('.widget-readout');
  const say = () => handle.setAttribute('aria-valuetext', readout.textContent);
  if (handle) new MutationObserver(say).observe(readout, { childList: true, characterData: true, subtree: true }); });
/* the question may not be in the page yet, so all of the box is watched */
const unfold = () => {
  const told = box.querySelector('.knobs-guess .knobs-said');
  if (!told || !/answer is|is right/.test(told.textContent)) return false;
  for (let next = cell?.nextElementSibling; next && !next.querySelector('.knobs'); next = next.nextElementSibling) {
    const fold = next.querySelector('.jp-RenderedMarkdown details');
    if (!fold || !/^After\s+your\s+guess/.test(fold.textContent)) continue;
    fold.open = true; break; }
  return true; };
if (!unfold()) { const watch = new MutationObserver(() => { if (unfold()) watch.disconnect(); });
  watch.observe(box, { childList: true, characterData: true, subtree: true }); }
box.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const button = box.querySelector({n: '.knobs-noise', g: '.knobs-lift', p: '.knobs-play'}[event.key] || '.none');
  if (button) { event.preventDefault(); event.stopPropagation(); button.click(); } });
const play = box.querySelector('.knobs-play');
if (play) { let timer = null;
  const label = (icon, text) => { play.innerHTML = `<i class="fa fa-${icon}"></i>${text}`; };
  const stop = () => { clearInterval(timer); timer = null; label('play', 'Play'); };
  play.addEventListener('click', () => {
    const handle = box.querySelector('.knobs-played [role=slider]'); if (!handle) return;
    const press = key => handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    const ended = () => handle.getAttribute('aria-valuenow') === handle.getAttribute('aria-valuemax');
    if (timer) return stop();
    if (ended()) press('Home');
    label('pause', 'Pause');
    /* many stops, but not all day */ const pause = Math.max(400, Math.min(1100, 15000 / handle.getAttribute('aria-valuemax')));
    timer = setInterval(() => { if (!box.isConnected || ended()) stop(); else press('ArrowRight'); }, pause); }); }
})(this.closest('.knobs'))
