/** Flags that require another one are rejected before a hub is contacted. */
import { expect, test } from 'vitest';
import { newSession } from './new.ts';
import { search } from './search.ts';
import { send } from './send.ts';

const INVALID = { code: 'invalid_request' };

test('a copy requires a session', async () => {
  await expect(newSession(['hi'], [], { forkSession: true })).rejects.toMatchObject(INVALID);
  await expect(newSession(['hi'], [], { forkSession: true, continue: true })).rejects.toMatchObject(INVALID);
});

test('a driver requires a copy', async () => {
  await expect(send('last', ['hi'], { driver: 'tmux' })).rejects.toMatchObject(INVALID);
});

test('a timeout requires waiting', async () => {
  await expect(send('last', ['hi'], { timeout: 1000 })).rejects.toMatchObject(INVALID);
});

test('a search requires words or a filter', async () => {
  await expect(search([], {})).rejects.toMatchObject(INVALID);
  await expect(search([], { limit: 3 })).rejects.toMatchObject(INVALID);
});
