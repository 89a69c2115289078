/* Keeps what a reader has seen, so that the second visit works without a network. Pages are asked for anew where there is
   a network; everything else belongs to this build (VERSION) and is fetched once. The server itself is asked ("no-cache"):
   what the browser has stored may be an older build's, and parts of two builds do not fit. A storage that does not answer
   (a worker was stopped while it wrote there) is not waited for, where there is a network. */
const KEEP = "course-VERSION";
const within = (promise, patience) => Promise.race([promise, new Promise(done => setTimeout(done, patience))]);
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("course-") && name !== KEEP) await within(caches.delete(name), 3000);
  await self.clients.claim(); })()));
self.addEventListener("fetch", event => {
  const request = event.request, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const isPage = request.mode === "navigate" || address.pathname.endsWith(".html");
  event.respondWith((async () => {
    const kept = caches.open(KEEP), looked = kept.then(cache => cache.match(request, { ignoreSearch: isPage })).catch(() => {});
    const known = isPage ? null : await within(looked, 3000);
    if (known) return known;
    try {
      const answer = await fetch(request.url, { cache: "no-cache" });
      if (answer.ok && answer.status === 200) keep(kept, request, answer.clone());
      return answer.redirected && isPage ? Response.redirect(answer.url) : answer;  // a page may not come redirected
    } catch (error) { const late = await looked; if (late) return late; throw error; } })()); });
const keep = async (kept, request, answer) => {
  try { await (await kept).put(request, answer); } catch { /* a full disk loses nothing but this */ } };
