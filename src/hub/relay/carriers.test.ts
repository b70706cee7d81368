import { expect, test } from 'vitest';
import { Carriers } from './carriers.ts';

const sessionId = 'session';
function arrive(carriers: Carriers, byBell = false) {
  const leaving = new AbortController();
  return {
    text: carriers.receive({ sessionId, byBell, gone: leaving.signal }),
    leave: () => leaving.abort(),
  };
}

test('a carrier waits for a message, takes it, and leaves', async () => {
  const carriers = new Carriers();
  const { text } = arrive(carriers);
  expect(carriers.isWaiting(sessionId)).toBe(true);
  expect(carriers.hand(sessionId, 'hello')).toBe(true);
  expect(await text).toBe('hello');
  expect(carriers.hand(sessionId, 'again')).toBe(false);
});

test('only the newest carrier per session stays', async () => {
  const carriers = new Carriers();
  const [older, newer] = [arrive(carriers), arrive(carriers)];
  expect(await older.text).toBeUndefined();
  carriers.hand(sessionId, 'hello');
  expect(await newer.text).toBe('hello');
});

test('passes nothing to a carrier that has left, or to another session', async () => {
  const carriers = new Carriers();
  const { text, leave } = arrive(carriers);
  expect(carriers.hand('other', 'hello')).toBe(false);
  leave();
  expect(await text).toBeUndefined();
  expect(carriers.hand(sessionId, 'hello')).toBe(false);
});

test('carriers wait briefly if the session follows the bell, otherwise until dismissed', async () => {
  const carriers = new Carriers(1);
  const waiting = arrive(carriers);
  expect(await arrive(carriers, true).text).toBeUndefined();
  expect(await waiting.text).toBeUndefined();
  expect(await arrive(carriers).text).toBeUndefined();
  carriers.forget(sessionId);
  const { text } = arrive(carriers);
  await carriers.expect('nobody', 20);
  expect(carriers.isWaiting(sessionId)).toBe(true);
  carriers.close();
  expect(await text).toBeUndefined();
});

test('an expected carrier is noticed on arrival, but not forever', async () => {
  const carriers = new Carriers();
  const expected = carriers.expect(sessionId, 60_000);
  arrive(carriers);
  await expected;
  await carriers.expect(sessionId, 60_000);
  await carriers.expect('nobody', 1);
  await carriers.expect('nobody', -1);
  expect(carriers.isWaiting('nobody')).toBe(false);
});
