/** The rows of the log: assigns positions, writes rows in batches, reads single ones back. */
import type { ReinsEvent } from '../protocol/events.ts';
import { packFacts } from './known-facts.ts';
import type { Database, SqlValue, Statement } from './sqlite.ts';

export interface EventRow {
  readonly session: number;
  readonly event: ReinsEvent;
  /** The hash of the fact's key, if it has one. */
  readonly hash: number | undefined;
  readonly trust: number;
  readonly key: string | undefined;
  readonly json: string;
  readonly raw: string | undefined;
}

/** One statement writes this many rows: its overhead is about the work for one row. */
const AT_ONCE = 16;

export class EventRows {
  readonly #insertOne: Statement;
  readonly #insertMany: Statement;
  readonly #insertStretch: Statement;
  readonly #readEvent: Statement;
  readonly #readKey: Statement;
  readonly #readLast: Statement;
  readonly #confirm: Statement;
  /** Rows not yet written, in order. */
  #waiting: EventRow[] = [];
  /** The position of the newest row. Undefined while it is unknown. */
  #written: number | undefined;

  constructor(database: Database) {
    const insert = (rows: number) => {
      const values = Array(rows).fill('(?, ?, ?, ?, ?)').join(', ');
      return database.prepare(`INSERT INTO events (position, type, key, json, raw) VALUES ${values}`);
    };
    this.#insertOne = insert(1);
    this.#insertMany = insert(AT_ONCE);
    this.#insertStretch = database.prepare(
      'INSERT INTO stretches (session, first, last, seq, facts) VALUES (?, ?, ?, ?, ?)',
    );
    this.#readEvent = database.prepare('SELECT json FROM events WHERE position = ?');
    this.#readKey = database.prepare('SELECT key FROM events WHERE position = ?');
    this.#readLast = database.prepare('SELECT ifnull(max(position), 0) AS last FROM events');
    this.#confirm = database.prepare(
      'INSERT OR REPLACE INTO confirmations (session, position, hash, trust) VALUES (?, ?, ?, ?)',
    );
  }

  /** Returns the event's position; the row is written by the next flush. */
  add(row: EventRow): number {
    this.#written ??= (this.#readLast.get() as { last: number }).last;
    return this.#written + this.#waiting.push(row);
  }

  flush(): void {
    const rows = this.#waiting;
    if (this.#written === undefined || rows.length === 0) return;
    this.#writeRows(this.#written, rows);
    this.#writeStretches(this.#written, rows);
    this.#written += rows.length;
    this.#waiting = [];
  }

  /** After a rollback: forgets the added rows. */
  forget(): void {
    this.#waiting = [];
    this.#written = undefined;
  }

  /** A more trusted source has reported the same event. */
  confirm(session: number, position: number, hash: number, trust: number): void {
    this.#confirm.run(session, position, hash, trust);
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

  #writeRows(last: number, rows: readonly EventRow[]): void {
    let position = last;
    const whole = rows.length - (rows.length % AT_ONCE);
    for (let index = 0; index < whole; index += AT_ONCE) {
      this.#insertMany.run(...rows.slice(index, index + AT_ONCE).flatMap((row) => valuesOf(++position, row)));
    }
    for (const row of rows.slice(whole)) this.#insertOne.run(...valuesOf(++position, row));
  }

  #writeStretches(last: number, rows: readonly EventRow[]): void {
    let begin = 0;
    for (const [index, { session, event }] of rows.entries()) {
      const next = rows[index + 1];
      if (next?.session === session && next.event.seq === event.seq + 1) continue;
      const stretch = rows.slice(begin, index + 1);
      const seq = event.seq - stretch.length + 1;
      this.#insertStretch.run(session, last + begin + 1, last + index + 1, seq, packFacts(stretch));
      begin = index + 1;
    }
  }

  #waitingAt(position: number): EventRow | undefined {
    return this.#waiting[position - (this.#written ?? 0) - 1];
  }
}

function valuesOf(position: number, { event, key, json, raw }: EventRow): SqlValue[] {
  return [position, event.type, key ?? null, json, raw ?? null];
}
