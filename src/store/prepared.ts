/** Statements by their SQL, each prepared once. */
import type { Database, SqlValue, Statement } from './sqlite.ts';

export class Prepared {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.statement(sql).get(...values) as Record<string, unknown> | undefined;
  }

  all(sql: string, ...values: SqlValue[]): Record<string, unknown>[] {
    return this.statement(sql).all(...values) as Record<string, unknown>[];
  }

  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
