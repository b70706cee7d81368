/** Sessions that the log no longer needs: which they are, how large they are, and how they are removed. */
import type { Database } from './sqlite.ts';

export interface OldSession {
  readonly sessionId: string;
  readonly events: number;
  /** The path of its transcript, which may be gone. */
  readonly transcript: string | undefined;
}

/** Events up to this position may be missing; the position is 0 while nothing has been removed. */
export const REMOVED_UP_TO = 'removed_up_to';

/** A page returned to the disk is 4 KB; this many at a time keep the hub responsive. */
const PAGES_AT_ONCE = 500;

/**
 * Ended sessions without activity since that time, oldest first. Excludes those with an open request, an
 * answer without a result, or an undelivered prompt, pinned ones, and those that are only listed (and marked). The
 * newest event always stays: it holds the count.
 */
export function findOldSessions(database: Database, before: number): OldSession[] {
  const rows = database
    .prepare(
      `SELECT session_id AS sessionId, events, json_extract(state, '$.observed.transcript_path.value') AS transcript
       FROM sessions
         JOIN (SELECT session, sum(last - first + 1) AS events, max(last) AS newest FROM stretches GROUP BY session)
           ON session = id
       WHERE status = 'ended' AND last_activity_at < ? AND pinned = 0
         AND events > 1 + (archived = 1 OR labels != '')
         AND newest < (SELECT max(position) FROM events)
         AND id NOT IN (
           SELECT session FROM interactions
           WHERE state = 'open' OR (state = 'answered' AND json_extract(json, '$.answer.applied') = 'sent')
         )
         AND session_id NOT IN (SELECT session_id FROM messages WHERE state = 'queued')
       ORDER BY last_activity_at`,
    )
    .all(before) as { sessionId: string; events: number; transcript: string | null }[];
  return rows.map(({ transcript, ...row }) => ({ ...row, transcript: transcript ?? undefined }));
}

/** How many events the log holds. */
export function countEvents(database: Database): number {
  const row = database.prepare('SELECT ifnull(sum(last - first + 1), 0) AS events FROM stretches').get();
  return (row as { events: number }).events;
}

/**
 * Call within a transaction. `seq` is the number of the session's newest event: if the session comes back,
 * its numbering continues from there.
 */
export function removeSession(
  database: Database,
  session: { readonly id: number; readonly sessionId: string; readonly seq: number },
): void {
  const { id, sessionId, seq } = session;
  database
    .prepare(
      `INSERT INTO meta (name, value) SELECT ?, max(last) FROM stretches WHERE session = ?
       ON CONFLICT (name) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    )
    .run(REMOVED_UP_TO, id);
  database
    .prepare(
      'DELETE FROM events WHERE position IN (SELECT position FROM stretches CROSS JOIN events ON position BETWEEN first AND last WHERE session = ?)',
    )
    .run(id);
  for (const table of ['stretches', 'confirmations', 'items', 'interactions'])
    database.prepare(`DELETE FROM ${table} WHERE session = ?`).run(id);
  for (const table of ['checkpoints', 'messages', 'creations', 'sessions'])
    database.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(sessionId);
  database.prepare('INSERT OR REPLACE INTO removed (session_id, seq) VALUES (?, ?)').run(sessionId, seq);
}

/** Returns some of the freed space to the disk. False if there is no more. */
export function returnRoom(database: Database): boolean {
  database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
  const { freelist_count } = database.prepare('PRAGMA freelist_count').get() as { freelist_count: number };
  if (freelist_count > 0) return true;
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return false;
}
