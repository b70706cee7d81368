/** Push notifications of this device: whether the browser supports them, and turning them on and off. */
import { t } from '../../src/core/translate.ts';
import type { Client } from '../../src/sdk/index.ts';
import { keep, readKept } from './kept.ts';

type Calls = Pick<Client, 'push'>;

/** Kept in the browser: notifications were turned on here. The push service may have ended the subscription since. */
const WANTED = 'notifications';

/** Why notifications are unavailable; undefined if they are available. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext) {
    return t(
      'Notifications need HTTPS, and this page was loaded over plain HTTP. "reins reach" shows how to set up HTTPS.',
    );
  }
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied'
      ? t('Notifications are blocked for this page. Allow them in the browser’s site settings.')
      : undefined;
  }
  return isApplePhone()
    ? t(
        'Notifications need the installed app. Tap Share, then “Add to Home Screen”, and open Reins from there.',
      )
    : t('This browser does not support notifications. For other channels, see /docs/notifications.');
}

/** An iPad identifies itself as a Mac; Macs have no touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Throws if the person or the browser refuses. */
export async function switchOn(client: Calls, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error(
      t('Notifications were not allowed. Allow them in the browser’s site settings and try again.'),
    );
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: Error) => {
      throw new Error(
        t('The browser’s push service did not respond ({problem}). Try again later.', {
          problem: error.message,
        }),
      );
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
 * Subscribes again if the hub has a new key since the last visit, or if the push service has ended the subscription.
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
