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
  ['the terminal said No', sent('hook', ALLOW), reject('user_interrupt'), 'terminal deny'],
  [
    'the terminal said No to what was denied in words',
    sent('hook', DENY),
    reject('user_interrupt'),
    'terminal deny',
  ],
  ['the terminal said No with words', sent('hook', ALLOW), reject('user_reject'), 'terminal deny'],
  ["a hook of the user's own", sent('control', DENY), accept('hook'), 'hook allow'],
  ['interrupted while it was allowed', sent('control', ALLOW), reject('user_interrupt'), 'interrupt deny'],
  ['a hook beside ours decided the other way', sent('hook', ALLOW), reject('hook'), 'hook deny'],
  ['hooks alone: it ran, whoever said so', sent('hook', ALLOW), RAN, undefined],
  ['hooks alone: it ran though it was denied', sent('hook', DENY), RAN, 'terminal allow'],
  [
    'hooks alone: refused in our words',
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
  ['control: nobody else can have been', sent('control', ALLOW), RAN, 'confirmed'],
];

test.each(cases)('%s', (_name, answer, call, expected) => {
  const settlement = settleAnswer({ answer }, { finished_at: AT, ...call }, 'idle');
  const instead = settlement?.answer;
  expect(instead ? `${instead.by.name} ${instead['decision']}` : settlement?.applied).toBe(expected);
  expect(settlement?.applied).toBe(instead ? 'superseded' : expected);
});

test.each(['working', undefined] as const)(
  'an interrupt proves nothing when Claude Code may have gone on before it: %s',
  (then) => {
    const call = { finished_at: AT, ...reject('user_interrupt') };
    expect(settleAnswer({ answer: sent('hook', ALLOW) }, call, then)).toBeUndefined();
  },
);

test('there is no proof before the call is over, and none is needed twice', () => {
  expect(settleAnswer({ answer: sent('hook', ALLOW) }, accept('hook'), 'idle')).toBeUndefined();
  const confirmed = { ...sent('hook', ALLOW), applied: 'confirmed' as const };
  expect(settleAnswer({ answer: confirmed }, { finished_at: AT, ...accept('hook') }, 'idle')).toBeUndefined();
});
