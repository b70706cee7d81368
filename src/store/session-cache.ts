/**
 * The sessions being written to: their state, facts and items. Loaded on demand, cached while in use, written
 * back at the end of a transaction. Committed states are shared with readers (session-states.ts).
 */
import type { SessionState } from '../core/session-state.ts';
import { NumberMap } from '../lib/number-map.ts';
import type { Session } from '../protocol/session.ts';
import { KnownFacts } from './known-facts.ts';
import type { SessionStates } from './session-states.ts';
import type { Database, Statement } from './sqlite.ts';

/** Each label between line breaks, which none contains. */
export function joinLabels(labels: readonly string[]): string {
  return labels.length > 0 ? `\n${labels.join('\n')}\n` : '';
}

/** Facts and items in memory, all sessions together: at most some fifteen megabytes. */
const KEPT = 400_000;
/** The overhead of a session, counted as this many facts: of a hundred thousand small ones most must go. */
const SESSION = 200;

export interface CachedSession {
  /** Its row. */
  readonly id: number;
  /** Its key in the log: its id; for a copy also its host, see `copyKey`. */
  readonly key: string;
  state: SessionState;
  /** The size of the state as JSON at the last write. */
  bytes: number;
  readonly facts: KnownFacts;
  /** The place of each item, by the hash of its agent and name. */
  readonly items: NumberMap;
}

export class SessionCache {
  readonly #states: SessionStates;
  readonly #sessions = new Map<string, CachedSession>();
  /**
   * Recreated instead of cleared: a cleared table links to the next one, and V8 keeps their contents for
   * long.
   */
  #changed = new Map<string, CachedSession>();
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #readStretches: Statement;
  readonly #readConfirmations: Statement;
  readonly #readItems: Statement;
  readonly #readRemoved: Statement;

  constructor(database: Database, states: SessionStates) {
    this.#states = states;
    this.#find = database.prepare('SELECT id FROM sessions WHERE session_id = ?');
    this.#insert = database.prepare(
      "INSERT INTO sessions (session_id, status, cwd, title, last_activity_at, state) VALUES (?, 'ended', '', '', 0, '{}')",
    );
    this.#update = database.prepare(
      'UPDATE sessions SET status = ?, cwd = ?, title = ?, last_activity_at = ?, pinned = ?, archived = ?, labels = ?, state = ? WHERE id = ?',
    );
    this.#readStretches = database.prepare(
      'SELECT first, facts FROM stretches WHERE session = ? ORDER BY first',
    );
    this.#readConfirmations = database.prepare(
      'SELECT position, hash, trust FROM confirmations WHERE session = ?',
    );
    this.#readRemoved = database.prepare('SELECT seq FROM removed WHERE session_id = ?');
    this.#readItems = database.prepare('SELECT hash, place FROM items WHERE session = ?');
  }

  /** The session, created if the log does not have it; `change` it, then flush. */
  open(sessionId: string, create: () => SessionState): CachedSession {
    return this.peek(sessionId) ?? this.#create(sessionId, create());
  }

  /** The session, if the log has it. Must not be changed. */
  peek(sessionId: string): CachedSession | undefined {
    const changed = this.#changed.get(sessionId);
    if (changed) return changed;
    const session = this.#sessions.get(sessionId) ?? this.#read(sessionId);
    return session && this.#keep(sessionId, session);
  }

  /** Marks the session's state to be written. */
  change(session: CachedSession, state: SessionState): void {
    session.state = state;
    this.#changed.set(session.key, session);
  }

  /** Writes the changes since the last flush. Call it before the commit. */
  flush(present: (state: SessionState) => Session): void {
    for (const session of this.#changed.values()) {
      const { id, state } = session;
      const { status, cwd, title, last_activity_at, pinned, archived, labels = [] } = present(state);
      const json = JSON.stringify(state);
      const marks = [Number(pinned ?? false), Number(archived ?? false), joinLabels(labels)];
      this.#update.run(status, cwd, title, Date.parse(last_activity_at), ...marks, json, id);
      session.bytes = json.length;
    }
  }

  /** Publishes flushed states to readers. Call it after the commit. */
  commit(): void {
    for (const [sessionId, session] of this.#changed) {
      this.#states.forget(sessionId);
      // A session that is only listed is quickly read again, and mostly never needed: there may be a hundred
      // thousand.
      if (session.state.seq <= 1) continue;
      this.#keep(sessionId, session);
      this.#states.keep(sessionId, session.state, session.bytes);
    }
    this.#changed = new Map();
    this.#trim();
  }

  /** Clears the cache: after a rollback the database is authoritative. */
  forget(): void {
    for (const sessionId of this.#changed.keys()) this.#states.forget(sessionId);
    this.#sessions.clear();
    this.#changed = new Map();
  }

  /** Re-inserting moves it to the end: the map's order is the order of use. */
  #keep(sessionId: string, session: CachedSession): CachedSession {
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  #create(key: string, empty: SessionState): CachedSession {
    const { lastInsertRowid } = this.#insert.run(key);
    const removed = this.#readRemoved.get(key) as { seq: number } | undefined;
    const state = { ...empty, seq: removed?.seq ?? empty.seq };
    const [id, facts, items] = [Number(lastInsertRowid), new KnownFacts(), new NumberMap()];
    const session = { id, key, state, bytes: 0, facts, items };
    this.#changed.set(key, session);
    return session;
  }

  #read(sessionId: string): CachedSession | undefined {
    const row = this.#find.get(sessionId) as { id: number } | undefined;
    const state = row && this.#states.peek(sessionId);
    if (!state) return undefined;
    const facts = new KnownFacts();
    for (const { first, facts: packed } of this.#readStretches.all(row.id) as StretchRow[])
      facts.unpack(first, packed);
    for (const { hash, position, trust } of this.#readConfirmations.all(row.id) as Confirmation[]) {
      facts.confirm(hash, position, trust);
    }
    const items = new NumberMap();
    for (const { hash, place } of this.#readItems.all(row.id) as ItemRow[]) items.set(hash, place);
    return { id: row.id, key: sessionId, state, bytes: 0, facts, items };
  }

  #trim(): void {
    let kept = 0;
    for (const session of this.#sessions.values()) kept += sizeOf(session);
    for (const [sessionId, session] of this.#sessions) {
      if (kept <= KEPT || this.#sessions.size === 1) return;
      kept -= sizeOf(session);
      this.#sessions.delete(sessionId);
    }
  }
}

function sizeOf({ facts, items }: CachedSession): number {
  return SESSION + facts.size + items.size;
}

interface StretchRow {
  readonly first: number;
  readonly facts: Uint8Array;
}

interface Confirmation {
  readonly hash: number;
  readonly position: number;
  readonly trust: number;
}

interface ItemRow {
  readonly hash: number;
  readonly place: number;
}
