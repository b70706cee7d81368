import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSubscribed, pushObstacle } from './push.ts';

const KEY = 'AQID';
const OLD = 'BAUG';

let permission: string;
let subscribedWith: string | undefined;
let kept: Map<string, string>;

function browser({ agent = 'Chrome', touch = 0, isSecure = true, hasPush = true } = {}) {
  const subscription = (key: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscribedWith = undefined;
    },
  });
  const registration = {
    pushManager: {
      getSubscription: async () => (subscribedWith === undefined ? null : subscription(subscribedWith)),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        subscribedWith = applicationServerKey;
        return subscription(applicationServerKey);
      },
    },
  };
  vi.stubGlobal('navigator', {
    userAgent: agent,
    maxTouchPoints: touch,
    ...(hasPush && {
      serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    }),
  });
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  vi.stubGlobal('window', {
    isSecureContext: isSecure,
    ...(hasPush && { PushManager: {}, Notification: {} }),
  });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
}

beforeEach(() => {
  permission = 'granted';
  subscribedWith = undefined;
  kept = new Map();
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ isSecure: false }, /need HTTPS/],
  [{ agent: 'iPhone', hasPush: false }, /Home Screen/],
  [{ agent: 'Macintosh', touch: 5, hasPush: false }, /Home Screen/],
  [{ agent: 'Macintosh', hasPush: false }, /does not support notifications/],
  [{}, /^$/],
])('the obstacle in %j', (given, words) => {
  browser(given);
  expect(pushObstacle() ?? '').toMatch(words);
});

test('a denied permission can be changed in the browser settings', () => {
  permission = 'denied';
  browser();
  expect(pushObstacle()).toContain('settings');
});

/** Visits the page; returns the endpoints that the hub received. */
async function visit(subscribed: boolean): Promise<string[]> {
  const endpoints: string[] = [];
  browser();
  await keepSubscribed({
    push: {
      state: async () => ({ subscribed, public_key: KEY, preferences: {} }),
      subscribe: async ({ endpoint }: { endpoint: string }) => void endpoints.push(endpoint),
    },
  } as never);
  return endpoints;
}

test('a visit renews an invalid subscription and keeps a valid one', async () => {
  expect(await visit(false)).toEqual([]);
  subscribedWith = OLD;
  expect(await visit(true)).toEqual([`https://push.example/${KEY}`]);
  expect(await visit(true)).toEqual([]);
  // The push service has ended it, and the hub has deleted it.
  expect(await visit(false)).toEqual([`https://push.example/${KEY}`]);
  subscribedWith = undefined;
  expect(await visit(true)).toHaveLength(1);
});
