/** Assigns addresses: a range of numbers for every stretch of a file, smaller ones for newer stretches. */
import type { Database, Statement } from '../sqlite.ts';

/** Where the first stretch starts: below it is space for a terabyte of future stretches. */
const MIDDLE = 2 ** 40;

export class AddressSpace {
  readonly #bounds: Statement;
  readonly #insert: Statement;
  readonly #newest: Statement;

  constructor(database: Database) {
    this.#bounds = database.prepare(
      'SELECT min(first) AS bottom, (SELECT first + length FROM extents ORDER BY first DESC LIMIT 1) AS top FROM extents',
    );
    this.#newest = database.prepare(
      'SELECT modified_at FROM files JOIN extents ON extents.file = files.id ORDER BY first LIMIT 1',
    );
    this.#insert = database.prepare('INSERT INTO extents (first, length, file, offset) VALUES (?, ?, ?, ?)');
  }

  /** Stretches newer than all others go below them, older ones above. */
  allocate(file: number, offset: number, length: number, modifiedAt: number): number {
    const { bottom, top } = this.#bounds.get() as { bottom: number | null; top: number | null };
    const { modified_at: newest = 0 } = (this.#newest.get() ?? {}) as { modified_at?: number };
    const isNewer = bottom !== null && modifiedAt >= newest;
    const first = isNewer ? bottom - length : (top ?? MIDDLE);
    this.#insert.run(first, length, file, offset);
    return first;
  }
}
