/** A minimal observable value: the data source of screens. */

export abstract class Store {
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** A different one after each change. */
  get version(): number {
    return this.#version;
  }

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}
