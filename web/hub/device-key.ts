/**
 * The key that this browser got when it was paired. It belongs to the origin of the page, so servers on other ports, which
 * see the cookie, do not get it. The service worker has no localStorage: for it there is a copy in the Cache API.
 */
import { keep, readKept } from './kept.ts';

const NAME = 'device-key';
/** Also named in worker.js. */
const COPY = { cache: 'device-key', path: '/device-key' };

export function readDeviceKey(): string | undefined {
  return readKept<string | undefined>(NAME, undefined);
}

/** Undefined forgets it. */
export async function keepDeviceKey(key: string | undefined): Promise<void> {
  keep(NAME, key);
  // Only where there can be a service worker.
  if (!('caches' in globalThis)) return;
  if (key === undefined) await caches.delete(COPY.cache);
  else await (await caches.open(COPY.cache)).put(COPY.path, new Response(key));
}
