/** Flags that mean nothing without another one are refused, before a hub is looked for. */
import { expect, test } from 'vitest';
import { newSession } from './new.ts';
import { search } from './search.ts';
import { send } from './send.ts';

const INVALID = { code: 'invalid_request' };

test('a copy needs to know of what', async () => {
  await expect(newSession(['hi'], [], { forkSession: true })).rejects.toMatchObject(INVALID);
  await expect(newSession(['hi'], [], { forkSession: true, continue: true })).rejects.toMatchObject(INVALID);
});

test('a driver is for a copy', async () => {
  await expect(send('last', ['hi'], { driver: 'tmux' })).rejects.toMatchObject(INVALID);
});

test('a search needs something to look for', async () => {
  await expect(search([], {})).rejects.toMatchObject(INVALID);
  await expect(search([], { limit: 3 })).rejects.toMatchObject(INVALID);
});
