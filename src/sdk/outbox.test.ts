import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passTimeUntil } from '../lib/fake-time-fixture.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Client } from './client.ts';
import { Outbox, type OutboxMemory, type Waiting } from './outbox.ts';
import { makeOutgoing } from './outgoing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A scripted hub that accepts everything after the end of its script. */
function scripted(...answers: (Error | Promise<Error>)[]) {
  return keeping(undefined, ...answers);
}

function keeping(memory: OutboxMemory | undefined, ...answers: (Error | Promise<Error>)[]) {
  const received: (string | undefined)[] = [];
  const send = (async (_id, { message_id }) => {
    received.push(message_id);
    const failure = await answers.shift();
    if (failure) throw failure;
    return { message_id, session_id: 's', state: 'queued' };
  }) as Client['send'];
  return { received, outbox: new Outbox({ send }, new AbortController().signal, memory) };
}

const away = () => new ReinsError('hub_not_running', 'away');
const message = makeOutgoing('hello', [], 'queue');

test('without a hub a prompt waits, and is sent with the same id', async () => {
  const { received, outbox } = scripted(away(), away());
  outbox.send('s', message);
  await passTimeUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  expect(outbox.of('another')).toEqual([]);
  expect(outbox.held).toBe(1);
  await passTimeUntil('it to be gone', () => outbox.of('s').length === 0);
  expect(received).toEqual([message.message_id, message.message_id, message.message_id]);
});

test('a cancelled prompt is not retried', async () => {
  const { received, outbox } = scripted(away(), away());
  outbox.send('s', message);
  await passTimeUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  expect(await outbox.withdraw(message.message_id)).toBe(true);
  expect(outbox.of('s')).toEqual([]);
  const before = received.length;
  outbox.send('s', makeOutgoing('another', [], 'queue'));
  await passTimeUntil('the other to be gone', () => outbox.of('s').length === 0);
  expect(received.filter((id) => id === message.message_id)).toHaveLength(before);
});

test('a prompt that is cancelled during an attempt is not retried', async () => {
  let fail = (_: Error) => {};
  const attempt = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const { received, outbox } = scripted(away(), attempt);
  outbox.send('s', message);
  await passTimeUntil('the second attempt', () => received.length === 2);
  expect(outbox.of('s')[0]).toMatchObject({ state: 'unsent', isOut: true });
  const withdrawn = outbox.withdraw(message.message_id);
  fail(away());
  expect(await withdrawn).toBe(true);
  expect(outbox.of('s')).toEqual([]);
});

test('without a network a prompt has not been sent, however long an attempt takes', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  let fail = (_: Error) => {};
  const attempt = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const { outbox } = scripted(attempt);
  outbox.send('s', message);
  await vi.advanceTimersByTimeAsync(10_000);
  fail(away());
  await passTimeUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  expect(await outbox.withdraw(message.message_id)).toBe(true);
});

test('a refused prompt stays with the reason', async () => {
  const { received, outbox } = scripted(new ReinsError('invalid_request', 'too large'));
  outbox.send('s', message);
  await passTimeUntil('the reason', () => outbox.of('s')[0]?.state === 'failed');
  expect(outbox.of('s')[0]?.note).toBe('too large');
  expect(received).toHaveLength(1);
});

test('prompts to a session are sent in the order they were written', async () => {
  const { received, outbox } = scripted(away(), away(), away());
  const second = makeOutgoing('second', [], 'queue');
  outbox.send('s', message);
  await passTimeUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  outbox.send('s', second);
  const elsewhere = makeOutgoing('elsewhere', [], 'queue');
  outbox.send('another', elsewhere);
  await passTimeUntil('all to be gone', () => [...outbox.of('s'), ...outbox.of('another')].length === 0);
  expect(received.indexOf(second.message_id)).toBeGreaterThan(received.lastIndexOf(message.message_id));
  expect(received.filter((id) => id === second.message_id)).toHaveLength(1);
});

test('a refused or cancelled prompt does not block others', async () => {
  const { received, outbox } = scripted(new ReinsError('invalid_request', 'too large'));
  const second = makeOutgoing('second', [], 'queue');
  outbox.send('s', message);
  outbox.send('s', second);
  await passTimeUntil('the second to be gone', () => outbox.of('s').length === 1);
  expect(received).toEqual([message.message_id, second.message_id]);
});

test('a prompt that may have arrived is sending until the hub responds, and cannot be cancelled', async () => {
  let lose = (_: Error) => {};
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const { received, outbox } = scripted(lost, away(), away());
  outbox.send('s', message);
  await passTimeUntil('it to be noticed', () => outbox.of('s')[0]?.state === 'sending');
  expect(await outbox.withdraw(message.message_id)).toBe(false);
  lose(away());
  await passTimeUntil('another attempt', () => received.length === 2);
  expect(outbox.of('s')[0]?.state).toBe('sending');
  await passTimeUntil('it to be gone', () => outbox.of('s').length === 0);
  expect(new Set(received)).toEqual(new Set([message.message_id]));
});

test('a prompt behind another has not been sent', async () => {
  const never = new Promise<Error>(() => {});
  const { outbox } = scripted(never);
  const second = makeOutgoing('second', [], 'queue');
  outbox.send('s', message);
  outbox.send('s', second);
  await passTimeUntil('both to be noticed', () => outbox.of('s').every(({ state }) => state !== 'quick'));
  expect(outbox.of('s').map(({ state }) => state)).toEqual(['sending', 'unsent']);
  expect(await outbox.withdraw(second.message_id)).toBe(true);
});

/** A storage shared by two tabs: each is notified of what the other removes. */
function sharedMemory() {
  const entries = new Map<string, Waiting>();
  const listeners: ((messageId: string) => void)[] = [];
  const memory: OutboxMemory = {
    read: () => [...entries.values()].reverse(),
    keep: (waiting) => void entries.set(waiting.outgoing.message_id, waiting),
    forget: (messageId) => {
      entries.delete(messageId);
      for (const report of listeners) queueMicrotask(() => report(messageId));
    },
    onForgotten: (listener) => void listeners.push(listener),
  };
  return { entries, memory };
}

test('prompts waiting in two tabs survive a reload of either, in the order they were written', async () => {
  const { entries, memory } = sharedMemory();
  const tab = () => keeping(memory, ...Array.from({ length: 100 }, away)).outbox;
  const [one, other] = [tab(), tab()];
  const second = makeOutgoing('second', [], 'queue');
  one.send('s', message);
  await passTimeUntil('it to wait', () => one.of('s')[0]?.state === 'unsent');
  other.send('s', second);
  await passTimeUntil('it to wait', () => other.of('s')[0]?.state === 'unsent');
  const reloaded = tab();
  expect(reloaded.of('s').map(({ outgoing }) => outgoing.text)).toEqual(['hello', 'second']);
  expect(await one.withdraw(message.message_id)).toBe(true);
  await passTimeUntil('it to be gone everywhere', () => reloaded.of('s').length === 1);
  expect(entries.size).toBe(1);
});

test('stored prompts are sent when a page is opened again, and then removed', async () => {
  const { entries, memory } = sharedMemory();
  memory.keep({ sessionId: 's', outgoing: message, state: 'unsent', isOut: false, writtenAt: 1 });
  const { received, outbox } = keeping(memory);
  await passTimeUntil('it to be gone', () => outbox.of('s').length === 0);
  expect(received).toEqual([message.message_id]);
  expect(entries.size).toBe(0);
});

test('a prompt that was sending when the page closed is still sending afterwards', async () => {
  const { memory } = sharedMemory();
  keeping(memory, new Promise<Error>(() => {})).outbox.send('s', message);
  const reloaded = keeping(memory, away(), away()).outbox;
  await passTimeUntil('the first attempt to fail', () => reloaded.of('s')[0]?.state === 'sending');
  expect(await reloaded.withdraw(message.message_id)).toBe(false);
  await passTimeUntil('it to be gone', () => reloaded.of('s').length === 0);
});
