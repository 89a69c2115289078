/* Keeps what a reader has seen, so that the second visit works without a network. Pages are asked for anew where there is
   a network; everything else belongs to this build (VERSION) and is fetched once. The server itself is asked ("no-cache"):
   what the browser has stored may be an older build's, and parts of two builds do not fit. */
const KEEP = "course-VERSION";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("course-") && name !== KEEP) await caches.delete(name);
  await self.clients.claim(); })()));
self.addEventListener("fetch", event => {
  const request = event.request, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const isPage = request.mode === "navigate" || address.pathname.endsWith(".html");
  event.respondWith((async () => {
    const kept = await caches.open(KEEP), known = await kept.match(request, { ignoreSearch: isPage });
    if (known && !isPage) return known;
    try {
      const answer = await fetch(request.url, { cache: "no-cache" });
      if (answer.ok && answer.status === 200) kept.put(request, answer.clone()).catch(() => {});  // a full disk loses nothing but this
      return answer.redirected && isPage ? Response.redirect(answer.url) : answer;  // a page may not come redirected
    } catch (error) { if (known) return known; throw error; } })()); });
