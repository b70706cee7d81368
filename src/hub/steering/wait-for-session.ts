/** Waits until a session meets a condition, checked on each log event instead of by polling. */
import type { SessionState } from '../../core/session-state.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface Watched {
  readonly log: EventLog;
  readonly reader: LogReader;
}

/** False on timeout. */
export function waitForSession(
  { log, reader }: Watched,
  sessionId: string,
  fits: (state: SessionState | undefined) => boolean,
  timeoutMs: number,
): Promise<boolean> {
  if (fits(reader.session(sessionId))) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (came: boolean) => {
      clearTimeout(deadline);
      stop();
      resolve(came);
    };
    const deadline = setTimeout(() => finish(false), timeoutMs);
    const stop = log.onCommit((events) => {
      const isNews = events.some(({ event }) => event.session_id === sessionId);
      if (isNews && fits(reader.session(sessionId))) finish(true);
    });
  });
}
