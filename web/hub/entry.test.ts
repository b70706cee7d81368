import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter } from './entry.ts';

let answer: () => Response;
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map([['reins.token', 'secret']]);
  vi.stubGlobal('location', { origin: 'http://hub.test' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a 502 of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a page of a proxy', () => new Response('<h1>Please wait</h1>')],
  [
    'a failure of the hub',
    () => Response.json({ error: { code: 'internal', message: '' } }, { status: 500 }),
  ],
])('%s does not mean that this device is not paired', async (_what, given) => {
  answer = given;
  expect(await enter()).toEqual({ state: 'unreachable' });
  expect(kept.get('reins.token')).toBe('secret');
});

test('an unknown device is a stranger', async () => {
  answer = () => Response.json({ error: { code: 'unauthorized', message: 'Pair it.' } }, { status: 401 });
  expect(await enter()).toEqual({ state: 'stranger', reason: 'Pair it.' });
  expect(kept.has('reins.token')).toBe(false);
});
