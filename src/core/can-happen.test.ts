/** In any order of events a prompt and a request end once, and the end is final. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { canHappen } from './can-happen.ts';
import type { Draft } from './draft.ts';
import { event } from './event-fixture.ts';
import { reduceSession } from './reduce-session.ts';
import { emptySession, type SessionState } from './session-state.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const interaction = { interaction_id: 'ask' };
const answer = (route: 'hook' | 'control' | 'keys' | 'terminal', applied: 'sent' | 'confirmed') => ({
  ...{ by: { type: 'device' as const, name: 'phone' }, at: '2026-01-02T12:00:00.000Z', route, applied },
});

/** Events from hubs, runs, people at terminals and Claude Code, each at any time and any number of times. */
const PROMPT: readonly ReinsEvent[] = [
  event(
    { type: 'message_queued', message_id: ID, when: 'queue', text: 'hi', images: 0, by: 'me', place: 1 },
    1,
  ),
  event({ type: 'message_delivered', message_id: ID }, 2),
  event({ type: 'message_blocked', message_id: ID, blocked_by: 'dialog' }, 3),
  event({ type: 'message_blocked', message_id: ID, blocked_by: null }, 3),
  event({ type: 'message_changed', message_id: ID, by: 'me', text: 'ho' }, 4),
  event({ type: 'message_removed', message_id: ID, by: 'me' }, 5),
  event({ type: 'message_accepted', message_id: ID }, 6),
  event({ type: 'message_failed', message_id: ID, code: 'unconfirmed', message: 'x' }, 7),
  event({ type: 'message_failed', message_id: ID, code: 'run_ended', message: 'x' }, 8),
];
const ASK: readonly ReinsEvent[] = [
  event(
    {
      type: 'interaction_opened',
      ...interaction,
      kind: 'permission',
      input: {},
      suggestions: [],
      routes: [],
    },
    1,
  ),
  event({ type: 'interaction_updated', ...interaction, routes: ['keys'] }, 2),
  event({ type: 'interaction_closed', ...interaction, state: 'answered', answer: answer('hook', 'sent') }, 3),
  event({ type: 'interaction_closed', ...interaction, state: 'answered', answer: answer('keys', 'sent') }, 4),
  event(
    {
      type: 'interaction_closed',
      ...interaction,
      state: 'answered',
      answer: answer('terminal', 'confirmed'),
    },
    5,
  ),
  event({ type: 'interaction_closed', ...interaction, state: 'withdrawn' }, 6),
  event({ type: 'interaction_settled', ...interaction, applied: 'confirmed' }, 7),
  event({ type: 'interaction_settled', ...interaction, applied: 'lost', reason: 'x' }, 8),
  event(
    {
      type: 'interaction_settled',
      ...interaction,
      applied: 'superseded',
      answer: answer('terminal', 'confirmed'),
    },
    9,
  ),
  event({ type: 'interaction_reopened', ...interaction, reason: 'x' }, 10),
];

/** Like the log: impossible events leave no trace. */
function log(reported: readonly ReinsEvent[]): { state: SessionState; logged: ReinsEvent[] } {
  let state = emptySession('s', 'h');
  const logged: ReinsEvent[] = [];
  for (const one of reported) {
    if (!canHappen(state, one as unknown as Draft)) continue;
    state = reduceSession(state, one);
    logged.push(one);
  }
  return { state, logged };
}

const orders = (events: readonly ReinsEvent[]) => fc.array(fc.constantFrom(...events), { maxLength: 14 });

test('a prompt ends at most once and has no events after that', () => {
  const isEnd = ({ type }: ReinsEvent) => /^message_(accepted|failed|removed)$/.test(type);
  fc.assert(
    fc.property(orders(PROMPT), (reported) => {
      const { state, logged } = log(reported);
      const end = logged.findIndex(isEnd);
      if (end < 0) return;
      expect(logged.slice(end + 1)).toEqual([]);
      const { type } = logged[end] as ReinsEvent;
      expect(`message_${state.messages[ID]?.state}`).toBe(type);
    }),
  );
});

test('a request has at most one answer that counts, and a proven one is final', () => {
  const isOver = (state: SessionState) => {
    const { state: now, answer: given } = state.interactions['ask'] ?? {};
    const isBare = given?.route === 'terminal' && given.applied === 'confirmed';
    return now === 'withdrawn' || (given !== undefined && given.applied !== 'sent' && !isBare);
  };
  fc.assert(
    fc.property(orders(ASK), orders(ASK), (before, after) => {
      const { state } = log(before);
      if (!isOver(state)) return;
      const all = log([...before, ...after]);
      const { routes: _, ...end } = state.interactions['ask'] ?? {};
      expect(all.state.interactions['ask']).toMatchObject(end);
    }),
  );
});

test('between two sent answers the first was withdrawn', () => {
  fc.assert(
    fc.property(orders(ASK), (reported) => {
      const course = log(reported).logged.flatMap(({ type }) =>
        type === 'interaction_closed' ? ['closed'] : type === 'interaction_reopened' ? ['opened'] : [],
      );
      course.forEach((step, at) => void expect(step).toBe(at % 2 === 0 ? 'closed' : 'opened'));
    }),
  );
});
