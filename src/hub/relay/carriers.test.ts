import { expect, test } from 'vitest';
import { Carriers } from './carriers.ts';

const sessionId = 'session';
function arrive(carriers: Carriers, byBell = false) {
  const leaving = new AbortController();
  return {
    words: carriers.receive({ sessionId, byBell, gone: leaving.signal }),
    leave: () => leaving.abort(),
  };
}

test('a carrier waits for a message, takes it, and is gone', async () => {
  const carriers = new Carriers();
  const { words } = arrive(carriers);
  expect(carriers.isWaiting(sessionId)).toBe(true);
  expect(carriers.hand(sessionId, 'hello')).toBe(true);
  expect(await words).toBe('hello');
  expect(carriers.hand(sessionId, 'again')).toBe(false);
});

test('one per session: the newest, the other is sent away', async () => {
  const carriers = new Carriers();
  const [older, newer] = [arrive(carriers), arrive(carriers)];
  expect(await older.words).toBeUndefined();
  carriers.hand(sessionId, 'hello');
  expect(await newer.words).toBe('hello');
});

test('nothing is handed to one that has left, or to another session', async () => {
  const carriers = new Carriers();
  const { words, leave } = arrive(carriers);
  expect(carriers.hand('other', 'hello')).toBe(false);
  leave();
  expect(await words).toBeUndefined();
  expect(carriers.hand(sessionId, 'hello')).toBe(false);
});

test('where the bell is heard nobody waits for long, and elsewhere until told to go', async () => {
  const carriers = new Carriers(1);
  const waiting = arrive(carriers);
  expect(await arrive(carriers, true).words).toBeUndefined();
  expect(await waiting.words).toBeUndefined();
  expect(await arrive(carriers).words).toBeUndefined();
  carriers.forget(sessionId);
  const { words } = arrive(carriers);
  await carriers.expect('nobody', 20);
  expect(carriers.isWaiting(sessionId)).toBe(true);
  carriers.close();
  expect(await words).toBeUndefined();
});

test('one that is expected is noticed as it comes, and not for ever', async () => {
  const carriers = new Carriers();
  const expected = carriers.expect(sessionId, 60_000);
  arrive(carriers);
  await expected;
  await carriers.expect(sessionId, 60_000);
  await carriers.expect('nobody', 1);
  await carriers.expect('nobody', -1);
  expect(carriers.isWaiting('nobody')).toBe(false);
});
