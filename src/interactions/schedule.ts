/** Work for later. All of it is dropped when the hub ends. */
export class Schedule {
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void {
    if (this.#isClosed) return () => {};
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms).unref();
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
      clearTimeout(timer);
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
