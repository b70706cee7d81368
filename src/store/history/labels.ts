/** Numbers for the values of search filters, so that each is one short word in the index. */
import type { Database, Statement } from '../sqlite.ts';

/** Labels whose numbers are cached; there is one for each session. */
const REMEMBERED = 5000;

export class Labels {
  readonly #known = new Map<string, string>();
  readonly #find: Statement;
  readonly #insert: Statement;

  constructor(database: Database) {
    this.#find = database.prepare('SELECT id FROM labels WHERE kind = ? AND value = ?');
    this.#insert = database.prepare('INSERT INTO labels (kind, value) VALUES (?, ?)');
  }

  /** The index words of the labels; creates missing ones. */
  tokens(labels: readonly (readonly [kind: string, value: string])[]): string {
    return labels.map(([kind, value]) => this.#token(kind, value)).join(' ');
  }

  /** After a rollback: the database is authoritative. */
  forget(): void {
    this.#known.clear();
  }

  #token(kind: string, value: string): string {
    const key = `${kind}\n${value}`;
    let token = this.#known.get(key);
    if (token === undefined) {
      const found = this.#find.get(kind, value) as { id: number } | undefined;
      token = labelToken(found?.id ?? Number(this.#insert.run(kind, value).lastInsertRowid));
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(key, token);
    }
    return token;
  }
}

/** The form of a label in the index. */
export function labelToken(id: number): string {
  return `x${id}`;
}
