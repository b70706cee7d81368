/** The smallest thing that can change and be watched: what screens are drawn from. */

export abstract class Store {
  readonly #listeners = new Set<() => void>();

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
