/**
 * The prompt that each row of a transcript followed; fast for the newest rows alone, however many there are.
 */

export type RowPrompt = readonly [row: string, prompt: string];

/** Older rows are dropped when there are twice as many. */
const NEWEST = 32;

export class RowPrompts {
  readonly #prompts: Map<string, string>;
  #newest: RowPrompt[];

  constructor(rows: readonly RowPrompt[] = []) {
    this.#prompts = new Map(rows);
    this.#newest = [...rows];
  }

  get(row: string): string | undefined {
    return this.#prompts.get(row);
  }

  set(row: string, prompt: string): void {
    this.#prompts.set(row, prompt);
    this.#newest.push([row, prompt]);
    if (this.#newest.length >= 2 * NEWEST) this.#newest = this.#newest.slice(-NEWEST);
  }

  /** The newest rows, oldest first, and whether they are complete. */
  newest(): { readonly rows: readonly RowPrompt[]; readonly isAll: boolean } {
    const rows = this.#newest.slice(-NEWEST);
    return { rows, isAll: this.#prompts.size <= rows.length };
  }
}
