import { expect, onTestFinished, test, vi } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { passTimeUntil } from '../lib/fake-time-fixture.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import { Inbox } from './inbox.ts';
import type { AnswerOptions } from './index.ts';

const ASK = {
  id: 'i1',
  session_id: 's1',
  kind: 'permission',
  state: 'open',
  opened_at: '1',
  routes: ['hook'],
};
const answerBy = (type: string, name: string, applied = 'confirmed') =>
  ({ by: { type, name }, at: '', route: 'hook', applied }) as Answer;

interface Sent {
  readonly id: string;
  readonly body: unknown;
  readonly options: AnswerOptions;
  readonly done: (interaction: Partial<Interaction>) => void;
  readonly fail: (error: Error) => void;
}

async function inboxWith(open: object[] = [ASK]) {
  const sent: Sent[] = [];
  const inbox = new Inbox({
    interactions: async () => ({ items: open as Interaction[] }),
    answer: (id, body, options = {}) =>
      new Promise((done, fail) => {
        sent.push({ id, body, options, done: done as Sent['done'], fail });
      }),
  });
  await inbox.load();
  return { inbox, sent, phase: () => inbox.cards[0]?.phase, note: () => inbox.cards[0]?.note };
}

const closed = (answer?: Answer) =>
  ({
    type: 'interaction_closed',
    interaction_id: 'i1',
    state: answer ? 'answered' : 'withdrawn',
    answer,
  }) as ReinsEvent;

test('a second tap sends nothing', async () => {
  const { inbox, sent, phase } = await inboxWith();
  inbox.answer('i1', { decision: 'allow' });
  inbox.answer('i1', { decision: 'deny' });
  expect(sent).toHaveLength(1);
  expect(phase()).toBe('sending');
  sent[0]?.done({ answer: answerBy('device', 'me') });
  await waitUntil('the answer', () => phase() === 'answered');
  expect(inbox.waiting).toBe(0);
});

test('a repeated answer keeps its key, and a different answer gets another key', async () => {
  const { inbox, sent, phase, note } = await inboxWith();
  inbox.answer('i1', { decision: 'allow' });
  sent[0]?.fail(new ReinsError('hub_not_running', 'No hub answers.'));
  await waitUntil('the failure', () => phase() === 'failed');
  expect(note()).toBe('No hub answers.');
  inbox.answer('i1', { decision: 'allow' });
  expect(sent[1]?.options.idempotencyKey).toBe(sent[0]?.options.idempotencyKey);
  sent[1]?.fail(new ReinsError('hub_not_running', 'No hub answers.'));
  await waitUntil('the failure', () => phase() === 'failed');
  inbox.answer('i1', { decision: 'deny' });
  expect(sent[2]?.options.idempotencyKey).not.toBe(sent[0]?.options.idempotencyKey);
});

test('while the hub does not respond, the card shows it, and the answer can be cancelled', async () => {
  const { inbox, sent, phase } = await inboxWith();
  inbox.answer('i1', { decision: 'allow' });
  void sent[0]?.options.backoff?.(1, sent[0].options.signal as AbortSignal);
  expect(phase()).toBe('unsent');
  inbox.withdraw('i1');
  expect(sent[0]?.options.signal?.aborted).toBe(true);
  sent[0]?.fail(new Error('aborted'));
  expect(phase()).toBe('open');
});

test('shows what is being sent, then what was decided', async () => {
  const { inbox, sent, phase, note } = await inboxWith();
  inbox.answer('i1', { decision: 'deny' });
  expect(inbox.cards[0]?.answer).toEqual({ decision: 'deny' });
  sent[0]?.done({ answer: answerBy('device', 'me') });
  await waitUntil('the answer', () => phase() === 'answered');
  expect(note()).toBe('Denied');
});

test('shows who else answered first', async () => {
  const { inbox, note, phase } = await inboxWith();
  inbox.take(closed(answerBy('terminal', 'pid 1')));
  expect([phase(), note()]).toEqual(['elsewhere', 'Answered in the terminal']);
});

test('does not mistake its own answer for that of someone else', async () => {
  const { inbox, sent, phase } = await inboxWith();
  inbox.answer('i1', { decision: 'allow' });
  inbox.take(closed(answerBy('device', 'me', 'sent')));
  expect(phase()).toBe('sending');
  sent[0]?.done({ answer: answerBy('device', 'me') });
  await waitUntil('the answer', () => phase() === 'answered');
});

test('a refusal shows who was first, or that Claude withdrew the request', async () => {
  const first = await inboxWith();
  first.inbox.answer('i1', { decision: 'allow' });
  const details = { answer: { ...answerBy('rule', 'quick'), decision: 'deny' } };
  first.sent[0]?.fail(new ReinsError('interaction_closed', 'This was answered.', details));
  await waitUntil('the note', () => first.note() === 'Denied by the rule "quick"; your Allow was not used');
  expect(first.inbox.cards[0]?.isRefused).toBe(true);
  const gone = await inboxWith();
  gone.inbox.take(closed());
  expect(gone.note()).toBe('Withdrawn by Claude');
});

test('a refusal shows who was first, even while that answer is not proven', async () => {
  const { inbox, sent, note } = await inboxWith();
  inbox.answer('i1', { decision: 'allow' });
  const answer = { ...answerBy('device', 'phone', 'sent'), decision: 'deny' } as Answer;
  inbox.take(closed(answer));
  sent[0]?.fail(new ReinsError('interaction_closed', 'This was answered.', { answer }));
  await waitUntil('the note', () => note() === 'Denied by phone; your Allow was not used');
});

test('a reopened request is pending again', async () => {
  const open: object[] = [ASK];
  const { inbox, phase, note } = await inboxWith(open);
  inbox.take(closed(answerBy('device', 'other')));
  expect(phase()).toBe('elsewhere');
  open[0] = { ...ASK, reopened: 1 };
  await inbox.load();
  expect(phase()).toBe('open');
  expect(note()).toContain('could not be delivered');
});

test('a request that the hub no longer lists has been answered on another device', async () => {
  const open: object[] = [ASK];
  const { inbox, phase } = await inboxWith(open);
  open.length = 0;
  await inbox.load();
  expect(phase()).toBe('elsewhere');
});

test('loads a request opened just before the connection was lost', async () => {
  const answers: (() => object[])[] = [() => []];
  const inbox = new Inbox({
    interactions: async () => ({ items: (answers.shift() ?? (() => [ASK]))() as Interaction[] }),
    answer: () => Promise.reject(new Error('nobody answers here')),
  });
  await inbox.load();
  let failures = 0;
  const away = () => {
    failures++;
    throw new ReinsError('hub_not_running', 'No hub answers.');
  };
  answers.push(away, away);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  inbox.take({ type: 'interaction_opened', interaction_id: 'i1' } as ReinsEvent);
  await passTimeUntil('the card', () => inbox.waiting === 1);
  expect(failures).toBe(2);
  expect(inbox.cards[0]).toMatchObject({ interaction: { id: 'i1' }, phase: 'open' });
});

test('does not retry after a refusal or without a viewer', async () => {
  let asked = 0;
  let error = new ReinsError('unauthorized', 'No valid token.');
  const calls = {
    interactions: async () => {
      asked++;
      throw error;
    },
    answer: () => Promise.reject(new Error('nobody answers here')),
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opened = { type: 'interaction_opened', interaction_id: 'i1' } as ReinsEvent;
  new Inbox(calls).take(opened);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  error = new ReinsError('hub_not_running', 'No hub answers.');
  const leaving = new AbortController();
  new Inbox(calls, leaving.signal).take(opened);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
});

test('a request closed while the list loads does not come back', async () => {
  const lists: ((list: { items: Interaction[] }) => void)[] = [];
  const inbox = new Inbox({
    interactions: () => new Promise((resolve) => lists.push(resolve)),
    answer: async () => ASK as never,
  });
  const loaded = inbox.load();
  inbox.take(closed(answerBy('terminal', 'pid 1')));
  lists[0]?.({ items: [ASK] as Interaction[] });
  await loaded;
  expect(inbox.cards).toEqual([]);
  const again = inbox.load();
  lists[1]?.({ items: [{ ...ASK, reopened: 1 }] as Interaction[] });
  await again;
  expect(inbox.waiting).toBe(1);
});

test('a list ahead of the events does not hide a reopened request', async () => {
  const open: object[] = [{ ...ASK, reopened: 1 }];
  const { inbox, phase } = await inboxWith(open);
  inbox.take(closed(answerBy('device', 'other')));
  expect(phase()).toBe('elsewhere');
  inbox.take({ type: 'interaction_reopened', interaction_id: 'i1' } as ReinsEvent);
  await waitUntil('the request', () => phase() === 'open');
  expect(inbox.waiting).toBe(1);
});

test('a request that becomes known later comes last, even if it is older', async () => {
  const open: object[] = [
    { ...ASK, id: 'i3', opened_at: '3' },
    { ...ASK, id: 'i2', opened_at: '2' },
  ];
  const { inbox } = await inboxWith(open);
  open.push(ASK);
  await inbox.load();
  expect(inbox.cards.map(({ interaction }) => interaction.id)).toEqual(['i2', 'i3', 'i1']);
});
