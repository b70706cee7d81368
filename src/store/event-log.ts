/**
 * The durable log: facts in, numbered events out. Appending updates every projection in the same transaction
 * and notifies subscribers after the commit. Nothing else writes events.
 */
import { canHappen } from '../core/can-happen.ts';
import { newestTime } from '../core/clamp-times.ts';
import type { Draft } from '../core/draft.ts';
import { trustOf } from '../core/draft.ts';
import { nextEvent } from '../core/next-event.ts';
import { liveRuns, presentSession } from '../core/present-session.ts';
import { reduceSession } from '../core/reduce-session.ts';
import { isSameFact } from '../core/same-fact.ts';
import { emptySession } from '../core/session-state.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import { readEpoch, renewEpoch } from './database.ts';
import { type EventRow, EventRows } from './event-rows.ts';
import { ItemPlaces } from './item-places.ts';
import { REMOVED_UP_TO, removeSession } from './old-sessions.ts';
import { type CachedSession, SessionCache } from './session-cache.ts';
import { SessionStates } from './session-states.ts';
import type { Database, Statement } from './sqlite.ts';
import { explainError, isDamage } from './sqlite-errors.ts';

/** Facts about one session that belong together. */
export interface Batch {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
  /** The machine of a new session, if it is not this one. */
  readonly host?: string | undefined;
}

/**
 * The read position of a file. Stored with the facts found up to there, so that each is read exactly once.
 */
export interface Checkpoint {
  readonly path: string;
  readonly sessionId: string;
  readonly inode: number;
  readonly offset: number;
  /** A fingerprint of the file's start: an inode may be reused for another file. */
  readonly head: string;
  /** The reader's state, needed to continue from there. */
  readonly state?: string | undefined;
}

/** An event in the log, with its place in the global order. */
export interface LoggedEvent {
  readonly position: number;
  /** The session's key in the log. */
  readonly session: string;
  readonly event: ReinsEvent;
  /** The event as JSON, serialized once for all readers. */
  readonly json: string;
  readonly raw?: string;
}

/** Times of one machine differ by less, unless its clock is set. */
const CLOCK_TOLERANCE_MS = 100;
/** How long before its append the time of an event may have been taken: a stalled disk delays the append. */
const A_MOMENT_MS = 10_000;

export type CommitListener = (events: readonly LoggedEvent[]) => void;

export class EventLog {
  /** Identifies the log: positions of another epoch have no meaning in this one. */
  epoch: string;
  readonly #database: Database;
  /** The name of this machine. */
  readonly host: string;
  /** As last committed. */
  readonly states: SessionStates;
  readonly #now: Clock | undefined;
  readonly #sessions: SessionCache;
  readonly #rows: EventRows;
  readonly #places: ItemPlaces;
  readonly #listeners = new Set<CommitListener>();
  readonly #committed: LoggedEvent[][] = [];
  #isNotifying = false;
  #isDamaged = false;
  readonly #saveInteraction: Statement;
  readonly #saveCheckpoint: Statement;

  /** Without a clock, events of the future are accepted unchanged. */
  constructor(database: Database, host: string, now?: Clock) {
    this.#database = database;
    this.host = host;
    this.#now = now;
    this.epoch = readEpoch(database);
    this.states = new SessionStates(database);
    this.#sessions = new SessionCache(database, this.states);
    this.#rows = new EventRows(database);
    this.#places = new ItemPlaces(database);
    this.#saveInteraction = database.prepare(
      'INSERT OR REPLACE INTO interactions (id, session, state, opened_at, json) VALUES (?, ?, ?, ?, ?)',
    );
    this.#saveCheckpoint = database.prepare(
      'INSERT OR REPLACE INTO checkpoints (path, session_id, inode, offset, head, state) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  /**
   * Appends what is new in the batches, in order, in one transaction. Skips known facts, and impossible
   * transitions of a message or an interaction. Throws `log_unavailable` if the disk rejects it, without any
   * change.
   */
  append(batches: readonly Batch[], checkpoints: readonly Checkpoint[] = []): LoggedEvent[] {
    return this.#commit((appended) => {
      for (const { sessionId, drafts, host = this.host } of batches) {
        const session = this.#sessions.open(sessionId, () => emptySession(sessionId, host));
        this.#noteClock(session, appended);
        for (const draft of drafts) this.#take(session, draft, appended);
        this.#places.flush(session);
      }
      for (const { path, sessionId, inode, offset, head, state = null } of checkpoints) {
        this.#saveCheckpoint.run(path, sessionId, inode, offset, head, state);
      }
    });
  }

  /**
   * Appends events of another host's log as they are, with their numbers; those that are already here are skipped.
   * `note` runs in the same transaction.
   */
  appendCopies(owner: string, events: readonly ReinsEvent[], note: () => void): LoggedEvent[] {
    return this.#commit((appended) => {
      let session: CachedSession | undefined;
      for (const event of events) {
        const key = copyKey(owner, event.session_id);
        if (session?.key !== key) {
          if (session) this.#places.flush(session);
          session = this.#sessions.open(key, () => emptySession(event.session_id, event.host));
        }
        if (event.seq <= session.state.seq) continue;
        const row = { event, trust: trustOf(event.source), hash: undefined, key: undefined, raw: undefined };
        const position = this.#store(session, row, appended);
        this.#places.note({ ...event, at: Date.parse(event.at) } as unknown as Draft, position);
      }
      if (session) this.#places.flush(session);
      note();
    });
  }

  /**
   * Removes everything that the log holds of a session. If the session comes back, its numbering continues.
   */
  remove(sessionId: string): void {
    const session = this.#sessions.peek(sessionId);
    if (!session) return;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      removeSession(this.#database, { id: session.id, sessionId, seq: session.state.seq });
      this.#database.exec('COMMIT');
      this.#sessions.forget();
      this.states.forget(sessionId);
    } catch (error) {
      this.#rollBack();
      throw explainError(error);
    }
  }

  /** Removes the copies of a host's sessions. Positions may be reused, so the epoch changes. */
  removeCopies(owner: string): void {
    const prefix = copyKey(owner, '');
    const rows = this.#database
      .prepare('SELECT id, session_id FROM sessions WHERE session_id >= ? AND session_id < ?')
      .all(prefix, `${prefix}\uffff`) as { id: number; session_id: string }[];
    if (rows.length === 0) return;
    this.#commit(() => {
      for (const { id, session_id } of rows)
        removeSession(this.#database, { id, sessionId: session_id, seq: 0 });
      this.#database.exec(`DELETE FROM removed; DELETE FROM meta WHERE name = '${REMOVED_UP_TO}'`);
      this.epoch = renewEpoch(this.#database);
    });
    this.#sessions.forget();
    this.#rows.forget();
    for (const { session_id } of rows) this.states.forget(session_id);
  }

  /** The newest event with this fact's key. Undefined if there is none. */
  find(sessionId: string, key: string): ReinsEvent | undefined {
    const position = this.#sessions.peek(sessionId)?.facts.find(key, this.#rows.keyAt).known?.position;
    return position === undefined ? undefined : this.#rows.eventAt(position);
  }

  /**
   * Called after each commit with its events, synchronously and in order, even if a listener appends in turn.
   * Must not throw.
   */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the file was found to be damaged during use. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  #commit(work: (appended: LoggedEvent[]) => void): LoggedEvent[] {
    const appended: LoggedEvent[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      work(appended);
      this.#rows.flush();
      this.#sessions.flush(presentSession);
      this.#database.exec('COMMIT');
      this.#sessions.commit();
    } catch (error) {
      this.#rollBack();
      if (isDamage(error)) this.#isDamaged = true;
      throw explainError(error);
    }
    if (appended.length > 0) this.#report(appended);
    return appended;
  }

  /** A clock that was set back would make everything new look old. */
  #noteClock(session: CachedSession, appended: LoggedEvent[]): void {
    const now = this.#now?.() ?? Number.POSITIVE_INFINITY;
    const by_ms = newestTime(session.state) - now;
    if (by_ms <= CLOCK_TOLERANCE_MS || liveRuns(session.state).length === 0) return;
    // The next time must be later than the known ones, whenever it was taken.
    const at = now - A_MOMENT_MS;
    const draft: Draft = { type: 'clock_set_back', source: 'driver', at, by_ms };
    this.#write(session, draft, trustOf('driver'), undefined, appended);
    for (const id of Object.keys(session.state.interactions)) this.#projectInteraction(session, id);
  }

  #take(session: CachedSession, draft: Draft, appended: LoggedEvent[]): void {
    const trust = trustOf(draft.source);
    const spot = draft.key === undefined ? undefined : session.facts.find(draft.key, this.#rows.keyAt);
    const known = spot?.known;
    if (known && known.trust >= trust) return;
    if (spot && known && isSameFact(this.#rows.eventAt(known.position), draft)) {
      session.facts.set(spot.hash, known.position, trust);
      this.#rows.confirm(session.id, known.position, spot.hash, trust);
      this.#places.note(draft, undefined);
      if (draft.observed) this.#write(session, observationOf(draft), trust, undefined, appended);
      return;
    }
    if (!canHappen(session.state, draft)) return;
    const position = this.#write(session, draft, trust, spot?.hash, appended);
    if (spot) session.facts.set(spot.hash, position, trust);
    this.#places.note(draft, position);
  }

  #write(
    session: CachedSession,
    draft: Draft,
    trust: number,
    hash: number | undefined,
    appended: LoggedEvent[],
  ): number {
    const { key, raw } = draft;
    return this.#store(session, { event: nextEvent(draft, session.state), hash, trust, key, raw }, appended);
  }

  #store(
    session: CachedSession,
    { event, hash, trust, key, raw }: Omit<EventRow, 'session' | 'json'>,
    appended: LoggedEvent[],
  ): number {
    const json = JSON.stringify(event);
    const position = this.#rows.add({ session: session.id, event, hash, trust, key, json, raw });
    appended.push({ position, session: session.key, event, json, ...(raw !== undefined && { raw }) });
    this.#sessions.change(session, reduceSession(session.state, event));
    this.#project(session, event);
    return position;
  }

  #project(session: CachedSession, event: ReinsEvent): void {
    if ('interaction_id' in event) this.#projectInteraction(session, event.interaction_id);
  }

  #projectInteraction({ id: session, state }: CachedSession, interactionId: string): void {
    const interaction = state.interactions[interactionId];
    if (!interaction) return;
    const { id, state: now, opened_at } = interaction;
    this.#saveInteraction.run(id, session, now, opened_at, JSON.stringify(interaction));
  }

  /** Each listener receives commits in order, including those that listeners cause. */
  #report(events: LoggedEvent[]): void {
    this.#committed.push(events);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    try {
      for (let next = this.#committed.shift(); next; next = this.#committed.shift()) {
        for (const listener of this.#listeners) listener(next);
      }
    } finally {
      this.#isNotifying = false;
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
    this.#sessions.forget();
    this.#rows.forget();
    this.#places.forget();
  }
}

/**
 * The key of a copy of another host's session: two hosts may have the same session, for example in synced
 * homes.
 */
export function copyKey(owner: string, sessionId: string): string {
  return `${owner}/${sessionId}`;
}

/** The owner and the session that a key stands for; without an owner it is a session of this host. */
export function splitKey(key: string): { readonly owner?: string; readonly sessionId: string } {
  const slash = key.indexOf('/');
  return slash === -1 ? { sessionId: key } : { owner: key.slice(0, slash), sessionId: key.slice(slash + 1) };
}

/** A repeated fact adds only what its source saw in addition. */
function observationOf({ source, at, observed = {} }: Draft): Draft {
  return { type: 'session_described', source, at, fields: Object.keys(observed), observed };
}
