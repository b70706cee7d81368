/**
 * The service worker: keeps the shell of the page, so that it opens without a connection and says so itself. It never keeps
 * what the API tells. The build fills in what the shell is, and a name that changes with it.
 */
const SHELL = __SHELL__;
const CACHE = `reins-${__VERSION__}`;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('reins-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') {
    // A newer page first; the kept one when nobody answers.
    event.respondWith(fetch(request).catch(() => caches.match('/')));
  } else {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
