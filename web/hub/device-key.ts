/**
 * The key this browser received when it was paired. It is bound to the page's origin: servers on other ports receive the
 * cookie, but not the key. The service worker has no localStorage, so it reads a copy from the Cache API.
 */
import { keep, readKept } from './kept.ts';

const NAME = 'device-key';
/** Also named in worker.js. */
const COPY = { cache: 'device-key', path: '/device-key' };

export function readDeviceKey(): string | undefined {
  return readKept<string | undefined>(NAME, undefined);
}

/** Undefined deletes it. */
export async function keepDeviceKey(key: string | undefined): Promise<void> {
  keep(NAME, key);
  // Missing where service workers are unavailable.
  if (!('caches' in globalThis)) return;
  if (key === undefined) await caches.delete(COPY.cache);
  else await (await caches.open(COPY.cache)).put(COPY.path, new Response(key));
}
