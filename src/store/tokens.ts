/** Named tokens in the database: only their hashes, so that a reader of the file cannot use them. */
import { sha256 } from '../lib/sha256.ts';
import type { Role, TokenInfo } from '../protocol/access.ts';
import type { Database, Statement } from './sqlite.ts';

export class TokenStore {
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #find: Statement;
  readonly #list: Statement;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO tokens (name, role, hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
    );
    this.#delete = database.prepare('DELETE FROM tokens WHERE name = ?');
    this.#find = database.prepare('SELECT name, role, created_at FROM tokens WHERE hash = ?');
    this.#list = database.prepare('SELECT name, role, created_at FROM tokens ORDER BY name');
  }

  /** False when the name is taken. */
  add(name: string, role: Role, token: string, createdAt: string): boolean {
    return this.#insert.run(name, role, sha256(token), createdAt).changes > 0;
  }

  /** False if there is none with that name. */
  remove(name: string): boolean {
    return this.#delete.run(name).changes > 0;
  }

  list(): TokenInfo[] {
    return this.#list.all() as unknown as TokenInfo[];
  }

  /** Compares hashes: the time it takes reveals nothing about a valid token. */
  find(token: string): TokenInfo | undefined {
    return this.#find.get(sha256(token)) as TokenInfo | undefined;
  }
}
