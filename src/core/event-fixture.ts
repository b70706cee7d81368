/** Creates events for reducer tests. */
import type { EventBody, EventType, ReinsEvent } from '../protocol/events.ts';
import { reduceSession } from './reduce-session.ts';
import { emptySession, type SessionState } from './session-state.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const NOON = Date.parse('2026-01-02T12:00:00.000Z');

/** An event `seconds` after noon. */
export function event<Type extends EventType>(
  body: EventBody<Type>,
  seconds = 0,
  about: Partial<ReinsEvent> = {},
): ReinsEvent<Type> {
  const at = new Date(NOON + seconds * 1000).toISOString();
  return {
    seq: 1,
    session_id: SESSION,
    host: 'desk',
    at,
    v: 1,
    source: 'transcript',
    ...body,
    ...about,
  } as ReinsEvent<Type>;
}

export function reduce(...events: ReinsEvent[]): SessionState {
  return events.reduce(
    (state, one, index) => reduceSession(state, { ...one, seq: index + 1 }),
    emptySession(SESSION, 'desk'),
  );
}
