import { expect, test } from 'vitest';
import type { App } from './app.ts';
import { listen, reachableAt } from './listen.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['192.0.2.7', '192.0.2.7'],
])('a hub that listens on %s is reached at %s', (host, name) => {
  expect(reachableAt(host)).toBe(name);
});

test('names a remedy if the address does not belong to this machine', async () => {
  const nothing = { fetch: () => new Response() } as unknown as App;
  await expect(listen(nothing, '192.0.2.7', 0)).rejects.toMatchObject({
    code: 'settings_invalid',
    message: expect.stringMatching('192.0.2.7 is not an address of this machine.*--host'),
  });
});
