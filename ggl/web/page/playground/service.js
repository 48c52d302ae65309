/**
 * The service worker: the playground works without a network after the first visit. `ggl playground` fills in the files and what
 * tells this build from others.
 */

const CACHE = `ggl-page-${"VERSION"}`;
const FILES = ["FILES"];
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const ours = (/** @type {string} */ name) => /^ggl-(page|memory)-/.test(name) && !name.endsWith(`-${"VERSION"}`);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(ours).map((name) => caches.delete(name)))).then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true })).then((found) => found ?? fetch(request)));
});
