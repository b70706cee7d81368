/**
 * The service worker: caches the shell of the page, so that it opens offline, and shows push notifications. It never caches
 * API responses. The build fills in the shell's files and a version that changes with them.
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
    // Network first; the cached page if the hub is unreachable.
    event.respondWith(fetch(request).catch(() => caches.match('/')));
  } else {
    event.respondWith(caches.match(request).then((kept) => kept ?? load(request)));
  }
});

/** A language is kept once it was used. */
async function load(request) {
  const response = await fetch(request);
  if (response.ok && new URL(request.url).pathname.startsWith('/assets/words-')) {
    await (await caches.open(CACHE)).put(request, response.clone());
  }
  return response;
}

/** The cookie is valid only together with the key; hub/device-key.ts keeps a copy of it here. */
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

/** Reports the state of a notification to the hub; failures are ignored. */
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

/** Closes notifications. Browsers require a visible one after each push message, so the last one is replaced by a short text. */
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
  // The open page navigates without reloading.
  open.postMessage({ type: 'go', path });
  await open.focus();
}

/** Answers without opening the page. Shows if someone else answered first; for other errors it opens the page. */
async function decide(decision, { id, path, interaction_id }, { tag, title }) {
  const answer = await call(`/api/interactions/${encodeURIComponent(interaction_id)}/answer`, {
    method: 'POST',
    headers: { 'idempotency-key': `${id}-${decision}` },
    body: { decision },
  }).catch(() => undefined);
  // Notifications have these buttons only if a single request is pending.
  if (answer?.ok) return mark(0);
  const { error } = (await answer?.json().catch(() => undefined)) ?? {};
  if (error?.code !== 'interaction_closed') return openPage(path);
  await show({ id, tag, title, body: error.message, path, silent: true });
}

/** Sets the badge of the installed app. */
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

/** The browser has moved its subscription: sends the hub the new endpoint. */
async function renewSubscription() {
  const { public_key, subscribed } = await (await call('/api/push')).json();
  if (!subscribed) return;
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await call('/api/push/subscription', { method: 'POST', body: { endpoint, keys } });
}

addEventListener('pushsubscriptionchange', (event) => {
  // If the hub is unreachable, the page renews it on the next visit.
  event.waitUntil(renewSubscription().catch(() => {}));
});
