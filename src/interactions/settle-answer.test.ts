import { expect, test } from 'vitest';
import type { Answer } from '../protocol/interactions.ts';
import { type CallRecord, settleAnswer } from './settle-answer.ts';

const AT = '2026-01-01T00:00:00.000Z';
const sent = (route: Answer['route'], said: object): Answer => ({
  by: { type: 'device', name: 'phone' },
  at: AT,
  route,
  applied: 'sent',
  ...said,
});
const ALLOW = { decision: 'allow' };
const DENY = { decision: 'deny', message: 'no' };
const STOP = { decision: 'deny', message: 'no', interrupt: true };
const accept = (decided_by: string) => ({ decision: 'accept', decided_by });
const reject = (decided_by: string) => ({ decision: 'reject', decided_by });
const RAN = {};

const cases: [string, Answer, Partial<CallRecord>, string | undefined][] = [
  ['a hook that allowed', sent('hook', ALLOW), accept('hook'), 'confirmed'],
  ['a hook that denied', sent('hook', DENY), reject('hook'), 'confirmed'],
  [
    'a hook that interrupted leaves the same trace as No',
    sent('hook', STOP),
    reject('user_interrupt'),
    'confirmed',
  ],
  ['an answered question', sent('hook', { answers: {} }), accept('hook'), 'confirmed'],
  ['a reply instead is a refusal', sent('hook', { reply: 'later' }), reject('hook'), 'confirmed'],
  ['an approved plan', sent('control', { decision: 'approve' }), accept('user_temporary'), 'confirmed'],
  ['the terminal said Yes', sent('hook', DENY), accept('user_temporary'), 'terminal allow'],
  [
    'the terminal said Yes to what was edited elsewhere',
    sent('hook', ALLOW),
    accept('user_temporary'),
    'terminal allow',
  ],
  [
    'No in the terminal, or an interrupt of the call',
    sent('hook', ALLOW),
    reject('user_interrupt'),
    undefined,
  ],
  [
    'the terminal said No to a denial with a reason',
    sent('hook', DENY),
    reject('user_interrupt'),
    'terminal deny',
  ],
  ['the terminal said No with a reason', sent('hook', ALLOW), reject('user_reject'), 'terminal deny'],
  ["a hook of the user's own", sent('control', DENY), accept('hook'), 'hook allow'],
  ['interrupted while it was allowed', sent('control', ALLOW), reject('user_interrupt'), undefined],
  ['another hook decided differently', sent('hook', ALLOW), reject('hook'), 'hook deny'],
  ['hooks alone: it ran, decider unknown', sent('hook', ALLOW), RAN, undefined],
  ['hooks alone: it ran although it was denied', sent('hook', DENY), RAN, 'terminal allow'],
  [
    'hooks alone: refused with our reason',
    sent('hook', DENY),
    { ...reject('unknown'), result: 'no' },
    'confirmed',
  ],
  [
    'hooks alone: refused in other words',
    sent('hook', DENY),
    { ...reject('unknown'), result: 'x' },
    undefined,
  ],
  ['a denial over control', sent('control', DENY), { ...reject('user_reject'), result: 'no' }, 'confirmed'],
  [
    'an interrupt during a denial with a reason',
    sent('control', DENY),
    { ...reject('user_interrupt'), result: 'STOP' },
    'interrupt deny',
  ],
  ['No by keys', sent('keys', { decision: 'deny' }), reject('user_interrupt'), 'confirmed'],
  ['control: there is no other decider', sent('control', ALLOW), RAN, 'confirmed'],
];

test.each(cases)('%s', (_name, answer, call, expected) => {
  const settlement = settleAnswer({ answer }, { finished_at: AT, ...call }, {});
  const instead = settlement?.answer;
  expect(instead ? `${instead.by.name} ${instead['decision']}` : settlement?.applied).toBe(expected);
  expect(settlement?.applied).toBe(instead ? 'superseded' : expected);
});

test('there is no proof before the call is over, and none is needed twice', () => {
  expect(settleAnswer({ answer: sent('hook', ALLOW) }, accept('hook'), {})).toBeUndefined();
  const confirmed = { ...sent('hook', ALLOW), applied: 'confirmed' as const };
  expect(settleAnswer({ answer: confirmed }, { finished_at: AT, ...accept('hook') }, {})).toBeUndefined();
});

test.each([
  [
    'that interrupts',
    sent('control', STOP),
    { ...reject('user_interrupt'), result: 'STOP what you are doing' },
  ],
  ['by keys', sent('keys', DENY), { ...reject('user_reject'), result: 'The user said: something else' }],
])('a refusal %s counts, and reports that its reason did not arrive', (_name, answer, call) => {
  expect(settleAnswer({ answer }, { finished_at: AT, ...call }, {})).toEqual({
    applied: 'confirmed',
    reason: expect.stringContaining('did not pass the text on'),
  });
});

test('text wrapped by a terminal is the same text', () => {
  const answer = sent('keys', { decision: 'deny', message: 'use  a branch' });
  const call = { finished_at: AT, ...reject('user_reject'), result: 'The user said:\nuse a\nbranch' };
  expect(settleAnswer({ answer }, call, {})).toEqual({ applied: 'confirmed' });
});

test('an allowed call that the hub interrupts may have run: the outcome is unknown', () => {
  const call = { finished_at: AT, ...reject('user_reject') };
  const interrupted = { isInterrupted: true };
  expect(settleAnswer({ answer: sent('control', ALLOW) }, call, interrupted)).toBeUndefined();
  const over = settleAnswer({ answer: sent('control', ALLOW) }, call, { ...interrupted, isOver: true });
  expect(over).toMatchObject({ applied: 'lost' });
});

test('a result that Claude Code made up when it resumed the session proves nothing', () => {
  const call = {
    finished_at: AT,
    decision: 'unknown',
    decided_by: 'process_ended',
    result: '[Tool call interrupted',
  };
  const settled = settleAnswer({ answer: sent('control', ALLOW) }, call, {});
  expect(settled).toMatchObject({
    applied: 'lost',
    reason: expect.stringContaining('may have taken effect'),
  });
});

const OVER = { isOver: true };
test.each([
  ['no record of the call', sent('hook', ALLOW), undefined, 'lost'],
  ['a call without a result', sent('control', DENY), {}, 'lost'],
  ['rejected or interrupted', sent('hook', ALLOW), { finished_at: AT, ...reject('user_interrupt') }, 'lost'],
  ['hooks alone: it ran as it was asked for', sent('hook', ALLOW), { finished_at: AT }, 'confirmed'],
  ['hooks alone: it ran, and was edited', sent('hook', { ...ALLOW, input: {} }), { finished_at: AT }, 'lost'],
  [
    'hooks alone: refused in other words',
    sent('hook', DENY),
    { finished_at: AT, ...reject('unknown') },
    'lost',
  ],
])('settles everything when no more news can arrive: %s', (_name, answer, call, applied) => {
  expect(settleAnswer({ answer }, call, OVER)).toMatchObject({ applied });
});
