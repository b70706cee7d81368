/**
 * Warns of prompts that were in Claude Code's own queue when its process ended: the next process does not
 * restore them. A prompt from the hub that was accepted into that queue keeps its final state; this warning
 * reports its loss.
 */
import { lostPrompts } from '../../core/claude-queue.ts';
import { queueLoss } from '../../core/wording/queue-loss.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
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
  const look = async (sessionId: string) => {
    try {
      // The newest rows may show that a prompt was accepted after all.
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
      if (event.type === 'run_ended') void look(event.session_id);
      // If the hub was killed before it could warn, the next one warns when the session is resumed.
      if (event.type === 'run_started' && lostOf(event.session_id).length > 0) void look(event.session_id);
    }
  });
  return () => {
    isClosed = true;
    stop();
  };
}
