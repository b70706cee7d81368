/** Notifications of this device: whether they can be had here, and switching them on and off. */
import type { Client } from '../../src/sdk/index.ts';
import { keep, readKept } from './kept.ts';

type Calls = Pick<Client, 'push'>;

/** Kept in the browser: that notifications were switched on here. A push service may have ended them since. */
const WANTED = 'notifications';

/** Why there are none to be had here; undefined when there are. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext) {
    return 'Notifications need https: this page came over plain http. docs/reach.md shows how to get there.';
  }
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied'
      ? 'This browser was told not to show notifications of this page. Its settings can change that.'
      : undefined;
  }
  return isApplePhone()
    ? 'Put this page on the home screen first: Share, then “Add to Home Screen”. Open it from there and come back here.'
    : 'This browser has no notifications. The settings of the hub know other ways: docs/notifications.md.';
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Throws when the person or the browser says no. */
export async function switchOn(client: Calls, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser was not allowed to show notifications.');
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: Error) => {
      throw new Error(`The push service of this browser did not answer (${error.message}). Try again later.`);
    });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await client.push.subscribe({ endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } });
  keep(WANTED, true);
}

export async function switchOff(client: Calls): Promise<void> {
  keep(WANTED, undefined);
  await client.push.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * The hub may have a new key since the last visit, or have been told by the push service that there is nobody: what no longer
 * holds is subscribed anew.
 */
export async function keepSubscribed(client: Calls): Promise<void> {
  if (pushObstacle() !== undefined || Notification.permission !== 'granted') return;
  const { subscribed, public_key } = await client.push.state();
  if (!subscribed && !readKept(WANTED, false)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscribed || !subscription || !hasKey(subscription, public_key)) await switchOn(client, public_key);
}

function hasKey(subscription: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
