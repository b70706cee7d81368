import { expect, test } from 'vitest';
import { queueLoss } from '../../../src/core/wording/queue-loss.ts';
import type { EventBody } from '../../../src/protocol/events.ts';
import type { CallRecord } from '../record.ts';
import { judgePrompts } from './judge-prompts.ts';
import { events, MARK, type MadeUp, MESSAGE, promptRow, record, SESSION } from './made-up-record.ts';

const ACKNOWLEDGED: CallRecord = {
  ...{
    what: 'send',
    client: 'ada',
    target: MESSAGE,
    sessionId: SESSION,
    body: {},
    at: 0,
    endedAt: 1,
    status: 202,
  },
};
const accepted: EventBody = { type: 'message_accepted', message_id: MESSAGE };
const failed = (code: string): EventBody => ({
  type: 'message_failed',
  message_id: MESSAGE,
  code,
  message: '',
});
const ended: EventBody = { type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed' };
const received = { at: 0, sessionId: SESSION, said: [MARK], results: [] };
/** Right after Claude Code sent the prompt to the model. Without a row, the conversation lacks it. */
const KILLED = { fault: { kind: 'kill-claude', atMs: 0, session: 0 } as const, at: 1, endedAt: 1 };

const rules = (made: MadeUp) =>
  judgePrompts(record({ calls: [ACKNOWLEDGED], ...made })).map(({ rule }) => rule);

test('one final state and one row: no violation', () => {
  const session = { events: events(accepted), transcript: [promptRow(MARK)] };
  expect(rules({ session, requests: [received] })).toEqual([]);
  expect(rules({ session: { events: events(failed('run_ended')) } })).toEqual([]);
  expect(
    rules({ session: { events: events(failed('unconfirmed')), transcript: [promptRow(MARK)] } }),
  ).toEqual([]);
});

test('no final state, or two', () => {
  expect(rules({})).toEqual(['one-final-state']);
  const session = { events: events(failed('hub_not_running'), accepted) };
  expect(rules({ session })).toContain('one-final-state');
});

test('reported failed although it arrived', () => {
  const session = { events: events(failed('run_not_responding')), transcript: [promptRow(MARK)] };
  expect(rules({ session })).toEqual(['failed-but-delivered']);
  const sent = { session: { events: events(failed('run_ended')) }, requests: [received] };
  expect(rules(sent)).toEqual(['failed-but-delivered']);
  expect(rules({ ...sent, faults: [KILLED] })).toEqual([]);
  expect(rules({ session, faults: [KILLED] })).toEqual(['failed-but-delivered']);
});

test('delivered twice: by rows, or in the model’s input', () => {
  const session = { events: events(accepted), transcript: [promptRow(MARK), promptRow(MARK)] };
  expect(rules({ session })).toEqual(['delivered-twice']);
  const once = { events: events(accepted), transcript: [promptRow(MARK)] };
  expect(rules({ session: once, requests: [{ ...received, said: [MARK, 'x', MARK] }] })).toEqual([
    'delivered-twice',
  ]);
});

test('accepted without a row is excused only if the run ended within moments', () => {
  expect(rules({ session: { events: events(accepted) } })).toEqual(['accepted-without-row']);
  expect(rules({ session: { events: events(accepted, ended) } })).toEqual([]);
  // A hub that was down at that time logs the end later.
  const killed = (session: number) => ({
    fault: { kind: 'kill-claude', atMs: 0, session } as const,
    ...{ at: 0, endedAt: 0 },
  });
  const session = { events: events(accepted) };
  expect(rules({ session, faults: [killed(0)] })).toEqual([]);
  expect(rules({ session, faults: [killed(1)] })).toEqual(['accepted-without-row']);
});

test('a prompt lost with Claude Code’s own queue is reported once, and was not delivered', () => {
  const lost: EventBody = { ...queueLoss(['prompt-0000', MARK]) };
  expect(rules({ session: { events: events(accepted, lost) } })).toEqual([]);
  expect(rules({ session: { events: events(accepted, { ...queueLoss([`${MARK}0`]) }) } })).toEqual([
    'accepted-without-row',
  ]);
  expect(rules({ session: { events: events(accepted, lost, lost) } })).toEqual(['reported-twice']);
  const session = { events: events(accepted, lost), transcript: [promptRow(MARK)] };
  expect(rules({ session })).toEqual(['lost-but-delivered']);
  const sent = { session: { events: events(accepted, lost) }, requests: [received] };
  expect(rules(sent)).toEqual(['lost-but-delivered']);
  expect(rules({ ...sent, faults: [KILLED] })).toEqual([]);
});

test('a prompt that was never acknowledged must not exist', () => {
  expect(rules({ calls: [] })).toEqual([]);
  expect(rules({ calls: [], session: { transcript: [promptRow(MARK)] } })).toEqual([
    'prompt-without-acknowledgement',
  ]);
});
