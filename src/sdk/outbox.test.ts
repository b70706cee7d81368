import { expect, test } from 'vitest';
import { waitUntil } from '../lib/wait-until.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Client } from './client.ts';
import { Outbox, type OutboxMemory } from './outbox.ts';
import { makeOutgoing } from './outgoing.ts';

/** A hub that answers what the script says, call by call, and takes everything after that. */
function scripted(...answers: Error[]) {
  return keeping(undefined, ...answers);
}

function keeping(memory: OutboxMemory | undefined, ...answers: Error[]) {
  const heard: (string | undefined)[] = [];
  const send = (async (_id, { message_id }) => {
    heard.push(message_id);
    const failure = answers.shift();
    if (failure) throw failure;
    return { message_id, session_id: 's', state: 'queued' };
  }) as Client['send'];
  return { heard, outbox: new Outbox({ send }, new AbortController().signal, memory) };
}

const away = () => new ReinsError('hub_not_running', 'away');
const message = makeOutgoing('hello', [], 'queue');

test('without a hub a message waits, and goes out as the same one', async () => {
  const { heard, outbox } = scripted(away(), away());
  outbox.send('s', message);
  await waitUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  expect(outbox.of('another')).toEqual([]);
  expect(outbox.held).toBe(1);
  await waitUntil('it to be gone', () => outbox.of('s').length === 0);
  expect(heard).toEqual([message.message_id, message.message_id, message.message_id]);
});

test('a message that was taken back is not tried again', async () => {
  const { heard, outbox } = scripted(away(), away());
  outbox.send('s', message);
  await waitUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  outbox.takeBack(message.message_id);
  expect(outbox.of('s')).toEqual([]);
  const before = heard.length;
  outbox.send('s', makeOutgoing('another', [], 'queue'));
  await waitUntil('the other to be gone', () => outbox.of('s').length === 0);
  expect(heard.filter((id) => id === message.message_id)).toHaveLength(before);
});

test('what the hub refuses stays with the reason', async () => {
  const { heard, outbox } = scripted(new ReinsError('invalid_request', 'too large'));
  outbox.send('s', message);
  await waitUntil('the reason', () => outbox.of('s')[0]?.state === 'failed');
  expect(outbox.of('s')[0]?.note).toBe('too large');
  expect(heard).toHaveLength(1);
});

test('messages to a session go out in the order they were written', async () => {
  const { heard, outbox } = scripted(away(), away(), away());
  const second = makeOutgoing('second', [], 'queue');
  outbox.send('s', message);
  await waitUntil('it to wait', () => outbox.of('s')[0]?.state === 'unsent');
  outbox.send('s', second);
  const elsewhere = makeOutgoing('elsewhere', [], 'queue');
  outbox.send('another', elsewhere);
  await waitUntil('all to be gone', () => [...outbox.of('s'), ...outbox.of('another')].length === 0);
  expect(heard.indexOf(second.message_id)).toBeGreaterThan(heard.lastIndexOf(message.message_id));
  expect(heard.filter((id) => id === second.message_id)).toHaveLength(1);
});

test('one that is refused, or taken back, holds up no other', async () => {
  const { heard, outbox } = scripted(new ReinsError('invalid_request', 'too large'));
  const second = makeOutgoing('second', [], 'queue');
  outbox.send('s', message);
  outbox.send('s', second);
  await waitUntil('the second to be gone', () => outbox.of('s').length === 1);
  expect(heard).toEqual([message.message_id, second.message_id]);
});

test('what was kept goes out when a page is opened again, and is forgotten then', async () => {
  const kept: string[][] = [];
  const { heard, outbox } = keeping({
    read: () => [{ sessionId: 's', outgoing: message, state: 'unsent' }],
    keep: (waiting) => kept.push(waiting.map(({ outgoing }) => outgoing.text)),
  });
  await waitUntil('it to be gone', () => outbox.of('s').length === 0);
  expect(heard).toEqual([message.message_id]);
  expect([kept[0], kept.at(-1)]).toEqual([['hello'], []]);
});
