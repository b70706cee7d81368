/**
 * The audit log, read from the event log: every answer, withdrawal and correction is an event there. An index
 * finds them, so there is no separate table that could differ.
 */
import { toAuditEntry } from '../core/audit-entry.ts';
import type { AuditEntry } from '../protocol/audit.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { Filter } from './filter.ts';
import type { Database, SqlValue } from './sqlite.ts';

export interface AuditQuery {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly session?: string | undefined;
  readonly by?: string | undefined;
  /** The name of the host. */
  readonly host?: string | undefined;
  readonly order: 'newest first' | 'oldest first';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page ends with the entry that makes it larger than this. */
const PAGE_BYTES = 1024 * 1024;

/** Exactly as in the index, see migrations.ts. */
const IS_DECISION = "type IN ('interaction_closed', 'interaction_settled', 'interaction_reopened')";
const AT = "json_extract(events.json, '$.at')";
const INTERACTION = "json_extract(events.json, '$.interaction_id')";

interface Row {
  readonly position: number;
  readonly at: string;
  readonly json: string;
  readonly asked: string;
  readonly cwd: string;
  readonly title: string;
}

export interface PlacedEntry {
  readonly entry: AuditEntry;
  readonly cursor: string;
}

export class AuditReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  page(query: AuditQuery): { entries: AuditEntry[]; nextCursor?: string } {
    const { rows, isMore } = this.placed(query);
    const last = rows.at(-1);
    return { entries: rows.map(({ entry }) => entry), ...(isMore && last && { nextCursor: last.cursor }) };
  }

  /** The same with the cursor after each entry. */
  placed(query: AuditQuery): { rows: PlacedEntry[]; isMore: boolean } {
    const rows: PlacedEntry[] = [];
    let bytes = 0;
    for (const row of this.#rows(query)) {
      if (rows.length >= query.limit || bytes > PAGE_BYTES) return { rows, isMore: true };
      rows.push({ entry: this.#entry(row), cursor: `${Date.parse(row.at)}.${row.position}` });
      bytes += row.json.length + row.asked.length;
    }
    return { rows, isMore: false };
  }

  #rows({ since, until, session, by, host, order, cursor, limit }: AuditQuery): Iterable<Row> {
    const filter = new Filter();
    filter.add(`events.${IS_DECISION}`);
    // The proof of an answer is shown with the answer; it is not a new decision.
    filter.add("(type <> 'interaction_settled' OR json_extract(events.json, '$.applied') = 'superseded')");
    if (since) filter.add(`${AT} >= ?`, since);
    if (until) filter.add(`${AT} < ?`, until);
    if (session) filter.add("json_extract(events.json, '$.session_id') = ?", session);
    if (host) filter.add("json_extract(events.json, '$.host') = ?", host);
    if (by) {
      const names = ['name', 'type'].map((field) => `json_extract(events.json, '$.answer.by.${field}')`);
      filter.add(`? IN (${names.join(', ')})`, by);
    }
    const isNewestFirst = order === 'newest first';
    if (cursor) {
      const [at, position] = readCursor(cursor);
      const [before, beyond] = isNewestFirst ? ['<=', '<'] : ['>=', '>'];
      filter.add(`${AT} ${before} ? AND (${AT} ${beyond} ? OR position ${beyond} ?)`, at, at, position);
    }
    const direction = isNewestFirst ? 'DESC' : 'ASC';
    return this.#iterate(
      `SELECT position, ${AT} AS at, events.json AS json, interactions.json AS asked, cwd, title
       FROM events INDEXED BY decisions
         JOIN interactions ON interactions.id = ${INTERACTION}
         JOIN sessions ON sessions.id = interactions.session
       ${filter.where} ORDER BY ${AT} ${direction}, position ${direction} LIMIT ?`,
      ...filter.values,
      limit + 1,
    );
  }

  #entry({ position, json, asked, cwd, title }: Row): AuditEntry {
    const event = JSON.parse(json) as ReinsEvent;
    const interaction = JSON.parse(asked) as Interaction;
    const later = event.type === 'interaction_closed' ? this.#later(interaction.id, position) : [];
    return toAuditEntry({ event, interaction, later, cwd, title });
  }

  /** Later events about the same request. */
  #later(interactionId: string, position: number): ReinsEvent[] {
    const rows = this.#iterate<{ json: string }>(
      `SELECT json FROM events INDEXED BY decisions_by_interaction
       WHERE ${IS_DECISION} AND ${INTERACTION} = ? AND position > ? ORDER BY position`,
      interactionId,
      position,
    );
    return [...rows].map(({ json }) => JSON.parse(json) as ReinsEvent);
  }

  #iterate<Found = Row>(sql: string, ...values: SqlValue[]): Iterable<Found> {
    return this.#database.prepare(sql).iterate(...values) as Iterable<Found>;
  }
}

function readCursor(cursor: string): [at: string, position: number] {
  const [at, position] = cursor.split('.').map(Number);
  if (at === undefined || position === undefined || Number.isNaN(at) || Number.isNaN(position)) {
    throw new ReinsError('invalid_request', 'This cursor is not from this hub. Start without one.');
  }
  return [new Date(at).toISOString(), position];
}
