/**
 * Gracefully ends every run that the hub has started. Sessions that people started themselves are not
 * affected.
 */
import { ReinsError } from '../../protocol/errors.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { plural, shortId } from '../terminal/format.ts';

/** Throws with their names if some do not end. */
export async function endRuns(client: Client): Promise<void> {
  const runs: Session[] = [];
  for await (const session of client.listAll({ limit: 500 })) {
    if (session.driver !== 'external' && session.status !== 'ended') runs.push(session);
  }
  const stopped = await Promise.allSettled(runs.map(({ session_id }) => client.stopSession(session_id)));
  const failures = stopped.flatMap((one, index) =>
    one.status === 'rejected' ? [`${shortId(runs[index]?.session_id ?? '')}: ${wordsOf(one.reason)}`] : [],
  );
  if (failures.length > 0) {
    throw new ReinsError(
      'run_not_responding',
      `${plural(failures.length, 'session', 'sessions')} could not be ended:\n  ${failures.join('\n  ')}`,
    );
  }
  if (runs.length > 0) console.log(`${plural(runs.length, 'session')} ended.`);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
