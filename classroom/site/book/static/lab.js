/* A link to the lab comes back to the lab that is open, as it is: to load it anew would lose what was not yet saved. */
document.addEventListener("click", event => {
  const link = event.target.closest?.('a[target="lab"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const lab = window.open("", "lab");
  if (!lab) return;
  event.preventDefault();
  const path = new URL(link.href).searchParams.get("path");
  if (!lab.jupyterapp?.shell?.currentWidget) lab.location = link.href;
  else if (path) lab.jupyterapp.commands.execute("docmanager:open", { path });
  lab.focus();
});
