/**
 * The service worker: keeps the shell of the page, so that it opens without a connection and says so itself, and shows what the
 * hub pushes. It never keeps what the API tells. The build fills in what the shell is, and a name that changes with it.
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

/** The cookie counts only together with the key, of which hub/device-key.ts keeps a copy here. */
async function call(path, { method = 'GET', headers, body } = {}) {
  const key = await (await caches.match('/device-key', { cacheName: 'device-key' }))?.text();
  return fetch(path, {
    method,
    headers: {
      ...(key && { 'x-reins-device-key': key }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Tells the hub what became of a notification; it is no harm when it does not hear it. */
function receipt(id, state) {
  return call('/api/push/receipts', { method: 'POST', body: { id, state } }).catch(() => {});
}

const ACTIONS = { allow: 'Allow', deny: 'Deny', open: 'Open' };

function show({ id, tag, title, body, path, silent, interaction_id, actions = [] }) {
  return self.registration.showNotification(title, {
    body,
    tag,
    silent: silent === true,
    renotify: silent !== true,
    icon: '/icons/reins-192.png',
    badge: '/icons/reins-192.png',
    data: { id, path, interaction_id },
    actions: actions.map((action) => ({ action, title: ACTIONS[action] })),
  });
}

/** Takes back what was shown. Browsers want something to be seen after each push message, so the last one becomes a word. */
async function withdraw(message) {
  const shown = await self.registration.getNotifications();
  const pages = await self.clients.matchAll({ type: 'window' });
  const isSeen =
    shown.some(({ tag }) => tag !== message.tag) ||
    pages.some(({ visibilityState }) => visibilityState === 'visible');
  if (!isSeen) return show(message);
  for (const one of shown) if (one.tag === message.tag) one.close();
}

async function openPage(path) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return self.clients.openWindow(path);
  // The page knows the way without loading anew.
  open.postMessage({ type: 'go', path });
  await open.focus();
}

/** Decides without opening anything. When somebody else was first it says so; whatever else goes wrong, the page says it. */
async function decide(decision, { id, path, interaction_id }, { tag, title }) {
  const answer = await call(`/api/interactions/${encodeURIComponent(interaction_id)}/answer`, {
    method: 'POST',
    headers: { 'idempotency-key': `${id}-${decision}` },
    body: { decision },
  }).catch(() => undefined);
  // Only what waits alone can be decided here.
  if (answer?.ok) return mark(0);
  const { error } = (await answer?.json().catch(() => undefined)) ?? {};
  if (error?.code !== 'interaction_closed') return openPage(path);
  await show({ id, tag, title, body: error.message, path, silent: true });
}

/** The mark on the icon of an installed page. */
function mark(waiting) {
  navigator.setAppBadge?.(waiting).catch(() => {});
}

addEventListener('push', (event) => {
  if (!event.data) return;
  const message = event.data.json();
  if (message.waiting !== undefined) mark(message.waiting);
  const done = message.type === 'withdraw' ? withdraw(message) : show(message);
  event.waitUntil(done.then(() => receipt(message.id, 'shown')));
});

addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { data } = notification;
  notification.close();
  const isDecision = action === 'allow' || action === 'deny';
  const done = isDecision ? decide(action, data, notification) : openPage(data.path);
  event.waitUntil(Promise.all([done, receipt(data.id, 'clicked')]));
});

/** The browser has moved its subscription elsewhere: the hub learns where to, with the key that it uses now. */
async function subscribeAnew() {
  const { public_key, subscribed } = await (await call('/api/push')).json();
  if (!subscribed) return;
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await call('/api/push/subscription', { method: 'POST', body: { endpoint, keys } });
}

addEventListener('pushsubscriptionchange', (event) => {
  // Without a hub to tell, the page does it at the next visit.
  event.waitUntil(subscribeAnew().catch(() => {}));
});
