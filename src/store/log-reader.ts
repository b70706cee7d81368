/** Reads the log and its projections: events in order, sessions, pages of a conversation, interactions, checkpoints. */

import type { SessionState } from '../core/session-state.ts';
import type { Item } from '../protocol/conversation.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Status } from '../protocol/session.ts';
import type { Checkpoint } from './event-log.ts';
import { Filter } from './filter.ts';
import { type ItemQuery, ItemReader, type NewerItemQuery } from './item-reader.ts';
import { REMOVED_UP_TO } from './old-sessions.ts';
import { Prepared } from './prepared.ts';
import { joinLabels } from './session-cache.ts';
import type { SessionStates } from './session-states.ts';
import type { Database, SqlValue } from './sqlite.ts';

/** A page of events ends with the one that makes it larger than this. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** A stored event: its position, its type, and its JSON, not parsed. */
export interface StoredEvent {
  readonly position: number;
  readonly type: EventType;
  readonly json: string;
  readonly raw?: string;
}

export interface EventQuery {
  /** Only events after this global position. */
  readonly after: number;
  readonly sessionId?: string;
  readonly limit: number;
}

export interface SessionQuery {
  readonly status?: readonly Status[];
  readonly cwd?: string;
  readonly text?: string;
  readonly label?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
  readonly limit: number;
  readonly cursor?: string;
}

/** The sessions to count. */
export type SessionCountQuery = Pick<
  SessionRowQuery,
  'cwd' | 'text' | 'label' | 'pinned' | 'archived' | 'prefix'
>;

export interface SessionRowQuery extends Omit<SessionQuery, 'cursor'> {
  /** Only sessions after this activity and row. */
  readonly after?: readonly [activity: number, row: number];
  /** Only sessions whose key begins with this. */
  readonly prefix?: string;
}

/** A session in a list. */
export interface SessionRow {
  /** Its key in the log. */
  readonly key: string;
  readonly state: SessionState;
  readonly activity: number;
  readonly row: number;
}

export class LogReader {
  readonly #sql: Prepared;
  readonly #items: ItemReader;
  readonly #states: SessionStates;

  /** `states` belong to the log that writes. */
  constructor(database: Database, states: SessionStates) {
    this.#states = states;
    this.#sql = new Prepared(database);
    this.#items = new ItemReader(this.#sql);
  }

  lastPosition(): number {
    const row = this.#sql.get('SELECT max(position) AS position FROM events') as { position: number | null };
    return row.position ?? 0;
  }

  /** Events up to this position may have been removed. */
  removedUpTo(): number {
    const row = this.#sql.get('SELECT value FROM meta WHERE name = ?', REMOVED_UP_TO) as
      | { value: string }
      | undefined;
    return Number(row?.value ?? 0);
  }

  /** The number of the oldest stored event of a session. */
  firstSeq(sessionId: string): number {
    const row = this.#sql.get(
      `SELECT min(seq) AS seq FROM stretches WHERE session = ${SESSION_ROW}`,
      sessionId,
    ) as { seq: number | null };
    return row.seq ?? 1;
  }

  /** The global position of the session's event `seq`, or of its newest one if there are fewer. */
  positionOfSeq(sessionId: string, seq: number): number {
    const stretch = this.#sql.get(
      `SELECT first, last, seq FROM stretches WHERE session = ${SESSION_ROW} AND seq <= ? ORDER BY first DESC LIMIT 1`,
      sessionId,
      seq,
    ) as { first: number; last: number; seq: number } | undefined;
    return stretch ? Math.min(stretch.last, stretch.first + seq - stretch.seq) : 0;
  }

  /** In order; fewer than requested if they would be too large. */
  events({ after, sessionId, limit }: EventQuery): StoredEvent[] {
    const rows = sessionId
      ? this.#sql.statement(EVENTS_OF_SESSION).iterate(sessionId, after, limit)
      : this.#sql.statement(EVENTS_OF_ALL).iterate(after, limit);
    const page: StoredEvent[] = [];
    let size = 0;
    for (const { position, type, json, raw } of rows as Iterable<StoredRow>) {
      page.push({ position, type, json, ...(raw !== null && { raw }) });
      size += json.length + (raw?.length ?? 0);
      if (size > PAGE_BYTES) break;
    }
    return page;
  }

  session(sessionId: string): SessionState | undefined {
    return this.#states.get(sessionId);
  }

  /** The name and place of a session, without the rest. */
  sessionName(sessionId: string): { title: string; cwd: string } | undefined {
    return this.#sql.get('SELECT title, cwd FROM sessions WHERE session_id = ?', sessionId) as
      | { title: string; cwd: string }
      | undefined;
  }

  /** Sessions that had not ended at their last event. */
  liveSessions(): SessionState[] {
    const rows = this.#sql.all("SELECT session_id FROM sessions WHERE status != 'ended'");
    return rows.flatMap(({ session_id }) => this.#states.get(String(session_id)) ?? []);
  }

  /** Newest activity first. */
  sessions({ cursor, ...query }: SessionQuery): { states: SessionState[]; nextCursor?: string } {
    const { rows, isMore } = this.sessionRows({ ...query, ...(cursor && { after: readCursor(cursor) }) });
    const last = rows.at(-1);
    return {
      states: rows.map(({ state }) => state),
      ...(isMore && last && { nextCursor: `${last.activity}.${last.row}` }),
    };
  }

  /** The same with the place of each session in the order of the list. */
  sessionRows({ status, limit, after, ...query }: SessionRowQuery): {
    rows: SessionRow[];
    isMore: boolean;
  } {
    const filter = sessionFilter(query);
    if (status) filter.add(`status IN (${status.map(() => '?').join()})`, ...status);
    if (after) filter.add('(last_activity_at, id) < (?, ?)', ...after);
    const rows = this.#sql.all(
      `SELECT id, session_id, last_activity_at FROM sessions ${filter.where} ORDER BY last_activity_at DESC, id DESC LIMIT ?`,
      ...filter.values,
      limit + 1,
    ) as { id: number; session_id: string; last_activity_at: number }[];
    return {
      rows: rows.slice(0, limit).flatMap(({ id, session_id: key, last_activity_at: activity }) => {
        const state = this.#states.peek(key);
        return state ? [{ key, state, activity, row: id }] : [];
      }),
      isMore: rows.length > limit,
    };
  }

  /** The number of sessions by status. */
  sessionCounts(query: SessionCountQuery): Partial<Record<Status, number>> {
    const { where, values } = sessionFilter(query);
    const rows = this.#sql.all(
      `SELECT status, COUNT(*) AS count FROM sessions ${where} GROUP BY status`,
      ...values,
    ) as { status: Status; count: number }[];
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  /** The folders of sessions, newest activity first. */
  folders(limit: number): string[] {
    const rows = this.#sql.all(
      "SELECT cwd FROM sessions WHERE cwd != '' GROUP BY cwd ORDER BY max(last_activity_at) DESC LIMIT ?",
      limit,
    );
    return rows.map(({ cwd }) => String(cwd));
  }

  /** The number of sessions by label. */
  labelCounts(query: SessionCountQuery): Map<string, number> {
    const filter = sessionFilter(query);
    filter.add("labels != ''");
    const rows = this.#sql.all(`SELECT labels FROM sessions ${filter.where}`, ...filter.values);
    const counts = new Map<string, number>();
    for (const label of rows.flatMap(({ labels }) => String(labels).trim().split('\n')))
      counts.set(label, (counts.get(label) ?? 0) + 1);
    return counts;
  }

  items(query: ItemQuery): ReturnType<ItemReader['items']> {
    return this.#items.items(query);
  }

  itemsAfter(query: NewerItemQuery): ReturnType<ItemReader['itemsAfter']> {
    return this.#items.itemsAfter(query);
  }

  itemPages(query: Parameters<ItemReader['itemPages']>[0]): Generator<Item[]> {
    return this.#items.itemPages(query);
  }

  /** Oldest first; only ids with the given prefix. */
  interactions(state?: Interaction['state'], sessionId?: string, id?: string): Interaction[] {
    const filter = new Filter();
    if (state) filter.add('state = ?', state);
    if (sessionId) filter.add(`session = ${SESSION_ROW}`, sessionId);
    if (id) filter.add('id >= ? AND id < ? || char(0x10ffff)', id, id);
    return this.#parsed(
      `SELECT json FROM interactions ${filter.where} ORDER BY opened_at, id`,
      ...filter.values,
    );
  }

  /** Those whose answer was sent but not settled. */
  unprovenInteractions(): Interaction[] {
    return this.#parsed(
      "SELECT json FROM interactions WHERE state = 'answered' AND json_extract(json, '$.answer.applied') = 'sent'",
    );
  }

  interaction(id: string): Interaction | undefined {
    return this.#parsed<Interaction>('SELECT json FROM interactions WHERE id = ?', id)[0];
  }

  /** The key of the session that the interaction belongs to. */
  sessionOfInteraction(id: string): string | undefined {
    const row = this.#sql.get(
      'SELECT session_id FROM interactions JOIN sessions ON sessions.id = session WHERE interactions.id = ?',
      id,
    );
    return row && String(row['session_id']);
  }

  /** The newest that were opened since that time, oldest first. */
  pastInteractions({ since, limit }: { readonly since?: string; readonly limit: number }): Interaction[] {
    const newest =
      'SELECT json FROM interactions WHERE opened_at >= ? ORDER BY opened_at DESC, id DESC LIMIT ?';
    return this.#parsed<Interaction>(newest, since ?? '', limit).reverse();
  }

  /** A session's events of these types, in order. */
  eventsOfTypes<Type extends EventType>(sessionId: string, types: readonly Type[]): ReinsEvent<Type>[] {
    return this.#parsed(
      `SELECT json FROM sessions
         CROSS JOIN stretches ON stretches.session = sessions.id
         CROSS JOIN events ON position BETWEEN first AND last
       WHERE session_id = ? AND type IN (${types.map(() => '?').join(', ')}) ORDER BY position`,
      sessionId,
      ...types,
    );
  }

  hasSession(sessionId: string): boolean {
    return this.#sql.get('SELECT 1 FROM sessions WHERE session_id = ?', sessionId) !== undefined;
  }

  /** Ids of sessions with activity since that time, in milliseconds. */
  sessionsActiveSince(since: number): string[] {
    const rows = this.#sql.all('SELECT session_id FROM sessions WHERE last_activity_at >= ?', since);
    return rows.map(({ session_id }) => String(session_id));
  }

  checkpoint(path: string): Checkpoint | undefined {
    const row = this.#sql.get(
      'SELECT path, session_id AS sessionId, inode, offset, head, state FROM checkpoints WHERE path = ?',
      path,
    );
    return row && ({ ...row, state: row['state'] ?? undefined } as unknown as Checkpoint);
  }

  /** Whether the log holds anything of the session's conversation. */
  hasItems(sessionId: string): boolean {
    return (
      this.#sql.get(`SELECT 1 FROM items WHERE session = ${SESSION_ROW} LIMIT 1`, sessionId) !== undefined
    );
  }

  #parsed<T>(sql: string, ...values: SqlValue[]): T[] {
    return this.#sql.all(sql, ...values).map(({ json }) => JSON.parse(String(json)));
  }
}

interface StoredRow {
  readonly position: number;
  readonly type: EventType;
  readonly json: string;
  readonly raw: string | null;
}

const SESSION_ROW = '(SELECT id FROM sessions WHERE session_id = ?)';

const EVENTS_OF_ALL =
  'SELECT position, type, json, raw FROM events WHERE position > ? ORDER BY position LIMIT ?';

/** From the stretch that contains the position; stretches and their events are read in order. */
const EVENTS_OF_SESSION = `
  WITH wanted (session, after) AS (SELECT id, ?2 FROM sessions WHERE session_id = ?1)
  SELECT position, type, json, raw
  FROM wanted
    CROSS JOIN stretches ON stretches.session = wanted.session
      AND first >= ifnull((SELECT max(first) FROM stretches AS begun WHERE begun.session = wanted.session AND first <= after), 0)
    CROSS JOIN events ON position BETWEEN first AND last AND position > after
  ORDER BY stretches.first, position LIMIT ?3`;

function readCursor(cursor: string): [number, number] {
  const [, activity, id] = /^(-?\d+)\.(\d+)$/.exec(cursor) ?? [];
  if (activity === undefined || id === undefined) {
    throw new ReinsError('invalid_request', 'This cursor is not from this hub. Start without one.');
  }
  return [Number(activity), Number(id)];
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function sessionFilter({ cwd, text, label, pinned, archived, prefix }: SessionCountQuery): Filter {
  const filter = new Filter();
  if (cwd) filter.add('cwd = ?', cwd);
  if (text) {
    const fields = ['title', 'cwd', 'labels'].map((field) => `${field} LIKE ? ESCAPE '\\'`);
    filter.add(`(${fields.join(' OR ')})`, ...fields.map(() => likePattern(text)));
  }
  if (label !== undefined) filter.add('instr(labels, ?) > 0', joinLabels([label]));
  // A constant, so that the index of pinned sessions can be used.
  if (pinned !== undefined) filter.add(`pinned = ${Number(pinned)}`);
  if (archived !== undefined) filter.add(`archived = ${Number(archived)}`);
  if (prefix) filter.add('session_id >= ? AND session_id < ? || char(0x10ffff)', prefix, prefix);
  return filter;
}
