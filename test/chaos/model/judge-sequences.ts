/** Sequences are contiguous and identical: live, on resume, after restarts, and when read from the start. */
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { RunRecord, SessionRecord, Violation } from '../record.ts';

export function judgeSequences({ sessions }: RunRecord): Violation[] {
  return sessions.flatMap((session) => {
    const readers = {
      'the read from the beginning': session.events,
      'the read after the last restart': session.eventsAfterRestart,
      'the watcher by SSE': session.watched.sse.map(({ event }) => event),
      'the watcher by WebSocket': session.watched.socket.map(({ event }) => event),
    };
    const broken = Object.entries(readers).flatMap(([reader, events]) => findBreak(reader, events, session));
    return [...broken, ...session.resets].map((message) => ({
      rule: 'sequence',
      message,
      sessionId: session.plan.id,
    }));
  });
}

/** The first place where a reader differs from the events as read from the start. */
function findBreak(
  reader: string,
  events: readonly ReinsEvent[],
  { events: known, view }: SessionRecord,
): string[] {
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return [`${reader} got seq ${event.seq} where ${index + 1} was due`];
    const expected = known[index];
    if (expected && JSON.stringify(event) !== JSON.stringify(expected))
      return [
        `${reader} got another event for seq ${event.seq}: ${JSON.stringify(event)}, not ${JSON.stringify(expected)}`,
      ];
  }
  return events.length < view.seq
    ? [`${reader} ended at seq ${events.length}, the view is at ${view.seq}`]
    : [];
}
