import { expect, test } from 'vitest';
import { reachableAt } from './listen.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['192.0.2.7', '192.0.2.7'],
])('a hub that listens on %s is reached at %s', (host, name) => {
  expect(reachableAt(host)).toBe(name);
});
