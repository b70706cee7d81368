/** Notifications of this device: whether they can be had here, and switching them on and off. */
import type { Client } from '../../src/sdk/index.ts';

type Calls = Pick<Client, 'push'>;

/** Why there are none to be had here; undefined when there are. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext) return 'Notifications need https. docs/reach.md shows how to get there.';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied'
      ? 'This browser was told not to show notifications of this page. Its settings can change that.'
      : undefined;
  }
  return /iPhone|iPad/.test(navigator.userAgent)
    ? 'Put this page on the home screen first: Share, then “Add to Home Screen”.'
    : 'This browser has no notifications.';
}

/** Throws when the person or the browser says no. */
export async function switchOn(client: Calls, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser was not allowed to show notifications.');
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !hasKey(old, publicKey)) await old.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await client.push.subscribe({ endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } });
}

export async function switchOff(client: Calls): Promise<void> {
  await client.push.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** The hub may have a new key since the last visit: what was subscribed with the old one is subscribed anew. */
export async function keepSubscribed(client: Calls): Promise<void> {
  if (pushObstacle() !== undefined || Notification.permission !== 'granted') return;
  const { subscribed, public_key } = await client.push.state();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscribed && !(subscription && hasKey(subscription, public_key))) await switchOn(client, public_key);
}

function hasKey(subscription: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
