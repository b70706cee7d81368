/** Optional conditions of a query, left out if unused, so that the right index can be used. */
import type { SqlValue } from './sqlite.ts';

export class Filter {
  readonly values: SqlValue[] = [];
  readonly #conditions: string[] = [];

  add(condition: string, ...values: SqlValue[]): void {
    this.#conditions.push(condition);
    this.values.push(...values);
  }

  /** Includes `WHERE`; empty without conditions. */
  get where(): string {
    return this.#conditions.length > 0 ? `WHERE ${this.#conditions.join(' AND ')}` : '';
  }
}
