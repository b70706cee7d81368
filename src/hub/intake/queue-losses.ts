/**
 * Warns of prompts that were in Claude Code's own queue when its process ended: the next process does not
 * restore them. A prompt from the hub that was accepted into that queue keeps its final state; this warning
 * reports its loss.
 */
import { lostPrompts } from '../../core/claude-queue.ts';
import { queueLoss } from '../../core/wording/queue-loss.ts';
import { hasEnded } from '../../drivers/end-process.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { ProcessMark } from '../../lib/process-identity.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface QueueLossesOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'session'>;
  readonly output: HubLog;
  readonly now: Clock;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
}

/** Returns an unsubscribe function. */
export function watchQueueLosses({
  log,
  reader,
  output,
  now,
  readTranscript,
}: QueueLossesOptions): () => void {
  let isClosed = false;
  const lostOf = (sessionId: string) => {
    const state = reader.session(sessionId);
    return state ? lostPrompts(state) : [];
  };
  const look = async (sessionId: string, ended: readonly ProcessMark[]) => {
    try {
      // Claude Code still writes rows after it has left its list of live sessions, and the newest ones may show that a
      // prompt was accepted after all.
      await Promise.all(ended.map(hasEnded));
      await readTranscript(sessionId);
      if (isClosed) return;
      const drafts = lostOf(sessionId).map(({ pid, start_mark, texts }) => {
        const key = `queue-lost:${pid}:${start_mark}`;
        return { ...queueLoss(texts), key, source: 'driver', at: now() } as const;
      });
      if (drafts.length > 0) log.append([{ sessionId, drafts }]);
    } catch (error) {
      if (!isClosed) output.warn(`Failed to check session ${sessionId} for lost prompts`, error);
    }
  };
  const stop = log.onCommit((events) => {
    for (const { event } of events) {
      const { type, session_id: sessionId } = event;
      if (type === 'run_ended') void look(sessionId, [{ pid: event.pid, startMark: event.start_mark }]);
      // If the hub was killed before it could warn, the next one warns when the session is resumed.
      const lost = type === 'run_started' ? lostOf(sessionId) : [];
      const ended = lost.map(({ pid, start_mark: startMark }) => ({ pid, startMark }));
      if (ended.length > 0) void look(sessionId, ended);
    }
  });
  return () => {
    isClosed = true;
    stop();
  };
}
