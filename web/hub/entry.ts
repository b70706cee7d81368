/** Signs in: as a paired device, with a pairing code, or with a token for this tab. */
import { createClient, type ReinsError } from '../../src/sdk/index.ts';
import { fetchAhead } from '../../src/sdk/live-hub.ts';
import { isRefusal } from '../../src/sdk/retry-until-reached.ts';
import { keepDeviceKey, readDeviceKey } from './device-key.ts';
import { PageHub } from './page-hub.ts';

const TOKEN = 'reins.token';

export type Entry =
  | { readonly state: 'in'; readonly hub: PageHub }
  /** The hub responds but does not recognize this device. */
  | { readonly state: 'stranger'; readonly reason?: string; readonly wasRevoked?: true }
  | { readonly state: 'unreachable' };

/** Never throws. */
export async function enter(): Promise<Entry> {
  const token = sessionStorage.getItem(TOKEN) ?? undefined;
  const address = { url: location.origin, token, deviceKey: readDeviceKey() };
  // Requested in parallel: on a slow connection, sequential requests are noticeable.
  const ahead = fetchAhead(createClient(address));
  try {
    return { state: 'in', hub: new PageHub(address, await ahead.me, ahead) };
  } catch (error) {
    if (!isRefusal(error)) return { state: 'unreachable' };
    const { message, details } = error as ReinsError;
    sessionStorage.removeItem(TOKEN);
    const wasIn = token !== undefined || details?.['pair_again'] === true;
    if (address.deviceKey !== undefined && token === undefined)
      return { state: 'stranger', wasRevoked: true };
    return { state: 'stranger', ...(wasIn && { reason: message }) };
  }
}

const SHARED = '/share/';

/**
 * Opens a link that shares a session. A paired device does not need it and leaves it unused; a browser with a link to
 * another session opens it like a stranger.
 */
export function admit(entry: Entry): Entry {
  if (entry.state !== 'in' || !location.pathname.startsWith(SHARED)) return entry;
  const id = location.pathname.slice(SHARED.length);
  const { session_id } = entry.hub.me;
  if (session_id !== undefined && session_id !== id && location.hash !== '') {
    entry.hub.close();
    return { state: 'stranger' };
  }
  history.replaceState(null, '', `/sessions/${id}`);
  return entry;
}

/** Throws the hub's error if it refuses the code. */
export async function pairWith(code: string): Promise<void> {
  const { key } = await createClient({ url: location.origin }).devices.pair(code, deviceName());
  await keepDeviceKey(key);
}

/** Kept until the tab is closed; other tabs do not see it. */
export function useToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** The default name; it can be changed later. */
function deviceName(): string {
  const { userAgent } = navigator;
  const device = ['iPhone', 'iPad', 'Android', 'Macintosh', 'Windows', 'Linux'].find((one) =>
    userAgent.includes(one),
  );
  const browser = ['Firefox', 'Edg', 'Chrome', 'Safari'].find((one) => userAgent.includes(one));
  const names: Readonly<Record<string, string>> = { Macintosh: 'Mac', Edg: 'Edge' };
  const [where, what] = [device, browser].map((one) => (one ? (names[one] ?? one) : undefined));
  return [what, where].filter(Boolean).join(' on ') || 'browser';
}
