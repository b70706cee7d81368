/** Session states: read from their projection when needed, kept while in use, written back at the end of a transaction. */
import type { SessionState } from '../core/session-state.ts';
import type { Session } from '../protocol/session.ts';
import type { Database, Statement } from './sqlite.ts';

const KEPT = 200;

interface Entry {
  readonly id: number;
  readonly state: SessionState;
}

export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Set<string>();
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;

  constructor(database: Database) {
    this.#find = database.prepare('SELECT id, state FROM sessions WHERE session_id = ?');
    this.#insert = database.prepare(
      "INSERT INTO sessions (session_id, status, cwd, title, last_activity_at, state) VALUES (?, 'ended', '', '', 0, '{}')",
    );
    this.#update = database.prepare(
      'UPDATE sessions SET status = ?, cwd = ?, title = ?, last_activity_at = ?, state = ? WHERE id = ?',
    );
  }

  get(sessionId: string): Entry | undefined {
    const kept = this.#entries.get(sessionId);
    if (kept) return kept;
    const row = this.#find.get(sessionId) as { id: number; state: string } | undefined;
    if (!row) return undefined;
    const entry = { id: row.id, state: JSON.parse(row.state) as SessionState };
    this.#keep(sessionId, entry);
    return entry;
  }

  create(state: SessionState): Entry {
    const { lastInsertRowid } = this.#insert.run(state.session_id);
    return { id: Number(lastInsertRowid), state };
  }

  set(id: number, state: SessionState): void {
    this.#keep(state.session_id, { id, state });
    this.#changed.add(state.session_id);
  }

  /** Writes what has changed since the last flush; call it before the commit. */
  flush(present: (state: SessionState) => Session): void {
    for (const sessionId of this.#changed) {
      const { id, state } = this.#entries.get(sessionId) as Entry;
      const { status, cwd, title, last_activity_at } = present(state);
      this.#update.run(status, cwd, title, Date.parse(last_activity_at), JSON.stringify(state), id);
    }
    this.#changed.clear();
    this.#trim();
  }

  /** Forgets everything kept: after a rollback the database knows better. */
  forget(): void {
    this.#entries.clear();
    this.#changed.clear();
  }

  #keep(sessionId: string, entry: Entry): void {
    // Re-inserting moves it to the end: the map's order is the order of use.
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
  }

  #trim(): void {
    for (const sessionId of this.#entries.keys()) {
      if (this.#entries.size <= KEPT) return;
      this.#entries.delete(sessionId);
    }
  }
}
