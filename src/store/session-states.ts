/**
 * The last committed state of each session, parsed once for all readers in the hub. Writers publish new
 * states after their commit, so that a reader never sees one that may still be rolled back.
 */
import type { SessionState } from '../core/session-state.ts';
import type { Database, Statement } from './sqlite.ts';

/** Cache size, counted as JSON: far more than the sessions of a busy day need. */
const KEPT_BYTES = 4 * 1024 * 1024;

interface KeptState {
  readonly state: SessionState;
  readonly bytes: number;
}

export class SessionStates {
  /** In the order of use. */
  readonly #kept = new Map<string, KeptState>();
  readonly #keptBytes: number;
  #bytes = 0;
  readonly #find: Statement;

  constructor(database: Database, keptBytes = KEPT_BYTES) {
    this.#keptBytes = keptBytes;
    this.#find = database.prepare('SELECT state FROM sessions WHERE session_id = ?');
  }

  /** Undefined if the log does not have the session. */
  get(sessionId: string): SessionState | undefined {
    const found = this.#kept.get(sessionId) ?? this.#read(sessionId);
    if (found) this.keep(sessionId, found.state, found.bytes);
    return found?.state;
  }

  /** The same for lists, which would evict frequently read states. */
  peek(sessionId: string): SessionState | undefined {
    return (this.#kept.get(sessionId) ?? this.#read(sessionId))?.state;
  }

  /** Stores a committed state. */
  keep(sessionId: string, state: SessionState, bytes: number): void {
    this.forget(sessionId);
    this.#kept.set(sessionId, { state, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#keptBytes) break;
      this.forget(oldest);
    }
  }

  forget(sessionId: string): void {
    this.#bytes -= this.#kept.get(sessionId)?.bytes ?? 0;
    this.#kept.delete(sessionId);
  }

  #read(sessionId: string): KeptState | undefined {
    const row = this.#find.get(sessionId) as { state: string } | undefined;
    return row && { state: JSON.parse(row.state), bytes: row.state.length };
  }
}
