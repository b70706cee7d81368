/** The rows of the log: gives positions, writes rows many at a time, reads single ones back. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Database, SqlValue, Statement } from './sqlite.ts';

export interface EventRow {
  readonly session: number;
  readonly event: ReinsEvent;
  readonly hash: number | null;
  readonly trust: number;
  readonly key: string | undefined;
  readonly json: string;
  readonly raw: string | undefined;
}

/** One statement writes this many rows: calling it costs about as much as its work on a row. */
const AT_ONCE = 16;
const COLUMNS = 8;

export class EventRows {
  readonly #insertOne: Statement;
  readonly #insertMany: Statement;
  readonly #readEvent: Statement;
  readonly #readKey: Statement;
  readonly #readLast: Statement;
  readonly #confirm: Statement;
  /** Rows not yet written, in order. */
  #waiting: EventRow[] = [];
  /** The position of the newest row written; undefined while it has to be looked up. */
  #written: number | undefined;

  constructor(database: Database) {
    const insert = (rows: number) => {
      const row = `(${Array(COLUMNS).fill('?').join(', ')})`;
      const columns = 'position, session, fact, trust, type, key, json, raw';
      return database.prepare(`INSERT INTO events (${columns}) VALUES ${Array(rows).fill(row).join(', ')}`);
    };
    this.#insertOne = insert(1);
    this.#insertMany = insert(AT_ONCE);
    this.#readEvent = database.prepare('SELECT json FROM events WHERE position = ?');
    this.#readKey = database.prepare('SELECT key FROM events WHERE position = ?');
    this.#readLast = database.prepare('SELECT ifnull(max(position), 0) AS last FROM events');
    this.#confirm = database.prepare('INSERT OR REPLACE INTO confirmations (position, trust) VALUES (?, ?)');
  }

  /** Returns the event's position; the row is written by the next flush at the latest. */
  add(row: EventRow): number {
    this.#written ??= (this.#readLast.get() as { last: number }).last;
    return this.#written + this.#waiting.push(row);
  }

  flush(): void {
    let position = this.#written ?? 0;
    let rows = this.#waiting;
    for (; rows.length > 0; rows = rows.slice(AT_ONCE)) {
      if (rows.length >= AT_ONCE) {
        this.#insertMany.run(...rows.slice(0, AT_ONCE).flatMap((row) => valuesOf(++position, row)));
      } else {
        for (const row of rows) this.#insertOne.run(...valuesOf(++position, row));
      }
    }
    if (this.#waiting.length > 0) this.#written = position;
    this.#waiting = [];
  }

  /** After a rollback: nothing of what was added is there. */
  forget(): void {
    this.#waiting = [];
    this.#written = undefined;
  }

  /** A more trusted source has told the event in the same words. */
  confirm(position: number, trust: number): void {
    this.#confirm.run(position, trust);
  }

  eventAt(position: number): ReinsEvent {
    const waiting = this.#waitingAt(position);
    if (waiting) return waiting.event;
    return JSON.parse((this.#readEvent.get(position) as { json: string }).json);
  }

  readonly keyAt = (position: number): string | null => {
    const waiting = this.#waitingAt(position);
    if (waiting) return waiting.key ?? null;
    return (this.#readKey.get(position) as { key: string | null }).key;
  };

  #waitingAt(position: number): EventRow | undefined {
    return this.#waiting[position - (this.#written ?? 0) - 1];
  }
}

function valuesOf(position: number, row: EventRow): SqlValue[] {
  const { session, event, hash, trust, key, json, raw } = row;
  return [position, session, hash, trust, event.type, key ?? null, json, raw ?? null];
}
