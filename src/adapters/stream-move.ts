/** A run that continues under another session id, as after /clear: the next `init` names it. */
import type { StreamLine } from '../claude/stream-line.ts';
import type { LineReading, StreamContext, StreamFact, StreamState } from './stream-state.ts';

/**
 * Undefined if the line does not move the run. The list of live sessions reports the same: the second report
 * finds the run already moved and changes nothing.
 */
export function readMove(
  { type, subtype, session_id: to }: StreamLine,
  { pid, startMark: start_mark, session }: StreamContext,
  { sessionId: from, reset = 'clear' }: StreamState,
): LineReading | undefined {
  if (type !== 'system' || subtype !== 'init' || to === undefined || to === from) return undefined;
  const isServing = (sessionId: string) => {
    const run = session(sessionId)?.runs[`${pid}:${start_mark}`];
    return run !== undefined && run.ended_at === undefined;
  };
  const process = { pid, start_mark };
  const left: StreamFact[] = [
    ...(isServing(from)
      ? [
          {
            type: 'run_ended' as const,
            key: `run-moved:${pid}:${start_mark}:${to}`,
            ...process,
            reason: 'moved' as const,
          },
        ]
      : []),
    { type: 'session_moved', key: `moved:${to}`, to, reason: reset },
  ];
  const begun: StreamFact[] = isServing(to)
    ? []
    : [{ type: 'run_started', key: `run:${pid}:${start_mark}:${from}`, ...process }];
  // The new session is not written to disk either.
  const created: StreamFact[] =
    session(from)?.persists === false
      ? [
          {
            type: 'session_created',
            key: `created-after:${from}`,
            how: 'new',
            persists: false,
            by: `/${reset}`,
          },
        ]
      : [];
  return {
    facts: [...created, ...begun],
    elsewhere: [{ sessionId: from, facts: left }],
    next: { sessionId: to, reset: undefined },
  };
}
