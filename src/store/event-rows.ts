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
  /** Rows not yet written, in order, the last of which has the position #last. */
  #waiting: EventRow[] = [];
  #last: number;

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
    this.#last = this.#findLast();
  }

  /** Returns the event's position; the row is written by the next flush at the latest. */
  add(row: EventRow): number {
    this.#waiting.push(row);
    return ++this.#last;
  }

  flush(): void {
    const rows = this.#waiting;
    let position = this.#last - rows.length;
    let index = 0;
    for (; index + AT_ONCE <= rows.length; index += AT_ONCE) {
      const values: SqlValue[] = [];
      for (const row of rows.slice(index, index + AT_ONCE)) bind(values, ++position, row);
      this.#insertMany.run(...values);
    }
    for (; index < rows.length; index++) {
      const values: SqlValue[] = [];
      bind(values, ++position, rows[index] as EventRow);
      this.#insertOne.run(...values);
    }
    this.#waiting = [];
  }

  /** After a rollback: nothing of what was added is there. */
  forget(): void {
    this.#waiting = [];
    this.#last = this.#findLast();
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
    return this.#waiting[position - (this.#last - this.#waiting.length) - 1];
  }

  #findLast(): number {
    return (this.#readLast.get() as { last: number }).last;
  }
}

function bind(values: SqlValue[], position: number, row: EventRow): void {
  const { session, event, hash, trust, key, json, raw } = row;
  values.push(position, session, hash, trust, event.type, key ?? null, json, raw ?? null);
}
