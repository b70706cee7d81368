/** How a subscription begins: nothing before the feed, or a reset and a snapshot to go on from. */
import type { Reset, SessionAnswer, SessionList } from '../../protocol/api.ts';
import type { ServerDeps } from '../server-deps.ts';
import { listSessions, viewSession } from '../session-answers.ts';
import type { Beginning } from './where-to-begin.ts';

export interface Opening {
  /** The feed goes on after this position. */
  readonly after: number;
  readonly reset?: { readonly reason: Reset['reason']; readonly snapshot: SessionList | SessionAnswer };
}

const NEWEST_ITEMS = 100;
const NEWEST_SESSIONS = 100;

/** The snapshot and the position belong together: both are read in one go. */
export function openingOf(
  deps: Pick<ServerDeps, 'reader' | 'epoch' | 'live' | 'toldFrom'>,
  beginning: Beginning,
  sessionId: string | undefined,
  maxBytes: number,
): Opening {
  if ('after' in beginning) return beginning;
  const snapshot =
    sessionId === undefined
      ? listSessions(deps, { limit: NEWEST_SESSIONS })
      : viewSession(deps, sessionId, { limit: NEWEST_ITEMS, maxBytes });
  return { after: deps.reader.lastPosition(), reset: { reason: beginning.reset, snapshot } };
}
