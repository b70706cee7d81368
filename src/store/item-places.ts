/**
 * The projection of the conversation: the place of each item, and the events it consists of. Written once per
 * item and batch.
 */
import type { Draft } from '../core/draft.ts';
import { positionOf } from '../core/reduce-item.ts';
import { hashKey } from './key-hash.ts';
import type { CachedSession } from './session-cache.ts';
import type { Database, Statement } from './sqlite.ts';

interface Note {
  readonly agent: string;
  readonly item: string;
  place: number;
  readonly events: number[];
}

export class ItemPlaces {
  /** Recreated instead of cleared, as in session-cache.ts. */
  #notes = new Map<string, Note>();
  readonly #insert: Statement;
  readonly #update: Statement;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO items (session, agent, place, hash, item, events) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#update = database.prepare(
      `UPDATE items SET place = ?, events = events || ?
       WHERE session = ? AND agent = ? AND place = ? AND hash = ? AND item = ?`,
    );
  }

  /** Notes a fact about its item. Without an event, it changes only the place of a known item. */
  note({ item, agent_id: agent = '', position, at }: Draft, event: number | undefined): void {
    if (item === undefined) return;
    const place = positionOf({ position, at });
    const key = agent === '' ? item : `${agent}\n${item}`;
    const note = this.#notes.get(key);
    if (!note) {
      this.#notes.set(key, { agent, item, place, events: event === undefined ? [] : [event] });
      return;
    }
    if (place < note.place) note.place = place;
    if (event !== undefined) note.events.push(event);
  }

  /** Writes the notes, all of which are about this session. */
  flush(session: CachedSession): void {
    for (const [key, note] of this.#notes) this.#write(session, key, note);
    this.#notes = new Map();
  }

  forget(): void {
    this.#notes = new Map();
  }

  /** A hash shared with another item leads to its row, which does not match: then the next one is tried. */
  #write({ id, items }: CachedSession, key: string, { agent, item, place, events }: Note): void {
    for (let seed = 0; ; seed++) {
      const hash = hashKey(key, seed);
      const known = items.get(hash);
      const next = known === undefined ? place : Math.min(known, place);
      const isWritten =
        known === undefined
          ? this.#insert.run(id, agent, next, hash, item, events.join(','))
          : this.#update.run(next, events.map((event) => `,${event}`).join(''), id, agent, known, hash, item);
      if (isWritten.changes === 0) continue;
      items.set(hash, next);
      return;
    }
  }
}
