/** Turns a fact into the next event of its session. */
import { momentOf } from '../lib/moment.ts';
import { EVENTS, type ReinsEvent } from '../protocol/events.ts';
import type { Draft } from './draft.ts';
import type { SessionState } from './session-state.ts';

export function nextEvent(draft: Draft, { seq, session_id, host }: SessionState): ReinsEvent {
  const { key: _, at, raw: __, ...facts } = draft;
  const { v } = EVENTS[draft.type];
  return { seq: seq + 1, session_id, host, at: momentOf(at), v, ...facts } as ReinsEvent;
}
