/** How a subscription starts (nothing before the feed, or a reset and a snapshot to continue from), and when it is over. */

import type { Place } from '../../hub/fleet/log-place.ts';
import type { Reset, SessionAnswer, SessionList } from '../../protocol/api.ts';
import type { ServerDeps, StoredEvent } from '../server-deps.ts';
import { listSessions, viewSession } from '../session-answers.ts';
import type { Beginning } from './where-to-begin.ts';

export interface Opening {
  /** The feed continues after this place. */
  readonly after: Place;
  /** The position of the newest event when the subscription started. */
  readonly newest: number;
  readonly reset?: { readonly reason: Reset['reason']; readonly snapshot: SessionList | SessionAnswer };
}

const NEWEST_ITEMS = 100;
const NEWEST_SESSIONS = 100;

/** The snapshot and the position are consistent: both are read together. */
export function openingOf(
  deps: Pick<ServerDeps, 'reader' | 'live' | 'completeFrom' | 'fleet'>,
  beginning: Beginning,
  sessionId: string | undefined,
  maxBytes: number,
): Opening {
  const last = deps.reader.lastPlace(sessionId);
  if ('after' in beginning) return { ...beginning, newest: last.position };
  const snapshot =
    sessionId === undefined
      ? listSessions(deps, { limit: NEWEST_SESSIONS })
      : viewSession(deps, sessionId, { limit: NEWEST_ITEMS, maxBytes });
  return { after: last, newest: last.position, reset: { reason: beginning.reset, snapshot } };
}

/** Whether the session was stopped since the subscription started, on whichever host: then the subscription is over. */
export function isStoppedIn(page: readonly StoredEvent[], newest: number): boolean {
  return page.some(({ type, position }) => type === 'session_stopped' && position > newest);
}
