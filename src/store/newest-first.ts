/**
 * Files to be checked, newest first. Stored in a temporary database that SQLite moves to disk when it grows,
 * so that memory does not depend on their number.
 */
import { type Database, DatabaseSync, type Statement } from './sqlite.ts';

/** It is private, and ends with its connection. */
const SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE files (modified_at REAL NOT NULL, file TEXT NOT NULL);
  BEGIN;
`;

export class NewestFirst<File extends { readonly modifiedAt: number }> {
  readonly #database: Database = new DatabaseSync('');
  readonly #insert: Statement;
  /** Referenced here: an iterator does not protect its statement from garbage collection. */
  readonly #select: Statement;

  constructor() {
    this.#database.exec(SETTINGS);
    this.#insert = this.#database.prepare('INSERT INTO files (modified_at, file) VALUES (?, ?)');
    this.#select = this.#database.prepare('SELECT file FROM files ORDER BY modified_at DESC');
  }

  add(file: File): void {
    this.#insert.run(file.modifiedAt, JSON.stringify(file));
  }

  *files(): Generator<File> {
    for (const { file } of this.#select.iterate() as Iterable<{ file: string }>) yield JSON.parse(file);
  }

  close(): void {
    this.#database.close();
  }
}
