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

/** Tells the hub what became of a notification; it is no harm when it does not hear it. */
function receipt(id, state) {
  const headers = { 'content-type': 'application/json' };
  return fetch('/api/push/receipts', { method: 'POST', headers, body: JSON.stringify({ id, state }) }).catch(
    () => {},
  );
}

const ACTIONS = { allow: 'Allow', deny: 'Deny' };

async function show({ id, type, tag, title, body, path, silent, interaction_id, actions = [] }) {
  if (type === 'withdraw') {
    for (const shown of await self.registration.getNotifications({ tag })) shown.close();
    return;
  }
  await self.registration.showNotification(title, {
    body,
    tag,
    silent: silent === true,
    renotify: silent !== true,
    icon: '/icons/reins-192.png',
    badge: '/icons/reins-192.png',
    data: { id, path, interaction_id },
    actions: actions.map((action) => ({ action, title: ACTIONS[action] })),
  });
  await receipt(id, 'shown');
}

async function openPage(path) {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(path);
  await open.focus();
  // The page knows the way without loading anew.
  open.postMessage({ type: 'go', path });
}

/** Decides without opening anything; whatever goes wrong, the page opens and says so. */
async function decide(decision, { id, path, interaction_id }) {
  const answer = await fetch(`/api/interactions/${encodeURIComponent(interaction_id)}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({ decision }),
  }).catch(() => undefined);
  if (!answer?.ok) await openPage(path);
}

addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const done = action in ACTIONS ? decide(action, notification.data) : openPage(notification.data.path);
  event.waitUntil(Promise.all([done, receipt(notification.data.id, 'clicked')]));
});
