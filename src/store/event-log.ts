/**
 * The durable log: facts in, numbered events out. Appending updates every projection in the same transaction and tells
 * subscribers after the commit. Nothing else writes events.
 */
import type { Draft } from '../core/draft.ts';
import { trustOf } from '../core/draft.ts';
import { presentSession } from '../core/present-session.ts';
import { positionOf } from '../core/reduce-item.ts';
import { reduceSession } from '../core/reduce-session.ts';
import { isSameFact } from '../core/same-fact.ts';
import { emptySession, type SessionState } from '../core/session-state.ts';
import { EVENTS, type ReinsEvent } from '../protocol/events.ts';
import { readEpoch } from './database.ts';
import { SessionCache } from './session-cache.ts';
import type { Database, Statement } from './sqlite.ts';
import { explainError, isDamage } from './sqlite-errors.ts';

/** Facts about one session that belong together. */
export interface Batch {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
}

/** How far a file has been read; stored with the facts found up to there, so each is read exactly once. */
export interface Checkpoint {
  readonly path: string;
  readonly sessionId: string;
  readonly inode: number;
  readonly offset: number;
}

/** An event in the log, with its place in the global order. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: ReinsEvent;
  /** The event as JSON, made once for all readers. */
  readonly json: string;
  readonly raw?: string;
}

export type CommitListener = (events: readonly LoggedEvent[]) => void;

export class EventLog {
  readonly epoch: string;
  readonly #database: Database;
  readonly #host: string;
  readonly #sessions: SessionCache;
  readonly #listeners = new Set<CommitListener>();
  #isDamaged = false;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database, host: string) {
    this.#database = database;
    this.#host = host;
    this.epoch = readEpoch(database);
    this.#sessions = new SessionCache(database);
    this.#statements = prepareStatements(database);
  }

  /**
   * Appends what is new in the batches, in order, in one transaction; facts already known are passed over.
   * Throws `log_unavailable` without having changed anything when the disk does not take it.
   */
  append(batches: readonly Batch[], checkpoints: readonly Checkpoint[] = []): LoggedEvent[] {
    const appended: LoggedEvent[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const { sessionId, drafts } of batches) {
        let { id, state } = this.#sessions.get(sessionId) ?? this.#create(sessionId);
        for (const draft of drafts) {
          const logged = this.#appendOne(id, state, draft);
          if (!logged) continue;
          state = reduceSession(state, logged.event);
          this.#project(id, state, logged.event);
          appended.push(logged);
        }
        this.#sessions.set(id, state);
      }
      this.#sessions.flush(presentSession);
      for (const { path, sessionId, inode, offset } of checkpoints) {
        this.#statements.saveCheckpoint.run(path, sessionId, inode, offset);
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      if (isDamage(error)) this.#isDamaged = true;
      throw explainError(error);
    }
    if (appended.length > 0) for (const listener of this.#listeners) listener(appended);
    return appended;
  }

  /** Called after each commit with its events, synchronously and in order; must not throw. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the file turned out to be damaged while it was used. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  #create(sessionId: string): { id: number; state: SessionState } {
    return this.#sessions.create(emptySession(sessionId, this.#host));
  }

  #appendOne(session: number, state: SessionState, draft: Draft): LoggedEvent | undefined {
    const { key, at, raw, ...facts } = draft;
    const trust = trustOf(draft.source);
    if (key !== undefined) {
      const known = this.#statements.findFact.get(session, key) as
        | { trust: number; position: number }
        | undefined;
      if (known) {
        if (known.trust >= trust) return undefined;
        this.#statements.trustFact.run(trust, session, key);
        if (isSameFact(this.#eventAt(known.position), draft)) {
          this.#placeItem(session, draft, '');
          return undefined;
        }
      }
    }
    const event = {
      seq: state.seq + 1,
      session_id: state.session_id,
      host: this.#host,
      at: new Date(at).toISOString(),
      v: EVENTS[draft.type].v,
      ...facts,
    } as ReinsEvent;
    const json = JSON.stringify(event);
    const { lastInsertRowid } = this.#statements.insertEvent.run(
      session,
      event.seq,
      event.type,
      json,
      raw ?? null,
    );
    const position = Number(lastInsertRowid);
    if (key !== undefined) this.#statements.saveFact.run(session, key, trust, position);
    this.#placeItem(session, draft, String(position));
    return { position, event, json, ...(raw !== undefined && { raw }) };
  }

  /** An empty `eventPosition` only moves the item to its place. */
  #placeItem(session: number, { item, agent_id, position, at }: Draft, eventPosition: string): void {
    if (item === undefined) return;
    this.#statements.placeItem.run(
      session,
      agent_id ?? '',
      item,
      positionOf({ position, at }),
      eventPosition,
    );
  }

  #project(session: number, state: SessionState, event: ReinsEvent): void {
    if (!('interaction_id' in event)) return;
    const interaction = state.interactions[event.interaction_id];
    if (!interaction) return;
    const { id, state: now, opened_at } = interaction;
    this.#statements.saveInteraction.run(id, session, now, opened_at, JSON.stringify(interaction));
  }

  #eventAt(position: number): ReinsEvent {
    const { json } = this.#statements.readEvent.get(position) as { json: string };
    return JSON.parse(json);
  }

  #rollBack(): void {
    this.#sessions.forget();
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back by itself, as it does when the disk is full.
    }
  }
}

function prepareStatements(database: Database): Record<StatementName, Statement> {
  const entries = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(entries);
}

const STATEMENTS = {
  insertEvent: 'INSERT INTO events (session, seq, type, json, raw) VALUES (?, ?, ?, ?, ?)',
  readEvent: 'SELECT json FROM events WHERE position = ?',
  findFact: 'SELECT trust, position FROM facts WHERE session = ? AND key = ?',
  trustFact: 'UPDATE facts SET trust = ? WHERE session = ? AND key = ?',
  saveFact: 'INSERT OR REPLACE INTO facts (session, key, trust, position) VALUES (?, ?, ?, ?)',
  placeItem: `INSERT INTO items (session, agent, item, place, events) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      place = min(place, excluded.place),
      events = CASE WHEN excluded.events = '' THEN events ELSE events || ',' || excluded.events END`,
  saveInteraction:
    'INSERT OR REPLACE INTO interactions (id, session, state, opened_at, json) VALUES (?, ?, ?, ?, ?)',
  saveCheckpoint: 'INSERT OR REPLACE INTO checkpoints (path, session_id, inode, offset) VALUES (?, ?, ?, ?)',
} as const;
type StatementName = keyof typeof STATEMENTS;
