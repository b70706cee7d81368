/**
 * Finds the words of history that start with some letters. The full-text index can search for prefixes
 * itself, but collects all rows with any of the words before it returns the first: far too many for a few
 * letters.
 */
import { Prepared } from '../prepared.ts';
import type { Database } from '../sqlite.ts';

/**
 * Prefixes cached until the next write: the same ones return with the next page, or the next letter of
 * another word.
 */
const REMEMBERED = 200;

export interface Beginning {
  /** The most common ones, including the word itself if it is one. */
  readonly words: readonly string[];
  /** The number of rows that contain them, counted for each word. */
  readonly rows: number;
}

export class WordList {
  readonly #sql: Prepared;
  readonly #known = new Map<string, Beginning>();
  #version: unknown;

  constructor(database: Database) {
    this.#sql = new Prepared(database);
    // Belongs to the connection, not to the file: even a reader may create it.
    database.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, words, row)');
  }

  /** `beginning` consists of lowercase letters without accents, and digits. */
  beginningWith(beginning: string, atMost: number): Beginning {
    const version = this.#sql.get('PRAGMA data_version')?.['data_version'];
    if (version !== this.#version || this.#known.size > REMEMBERED) this.#known.clear();
    this.#version = version;
    let found = this.#known.get(beginning);
    if (!found) {
      const terms = this.#sql.all(
        'SELECT term, doc FROM temp.terms WHERE term >= ?1 AND term < ?1 || char(1114111) ORDER BY term <> ?1, doc DESC',
        beginning,
      );
      found = {
        words: terms.slice(0, atMost).map(({ term }) => String(term)),
        rows: terms.reduce((sum, { doc }) => sum + Number(doc), 0),
      };
      this.#known.set(beginning, found);
    }
    return found;
  }
}
