/** The person's next message as an answer: how words get into an ask where the editor has no field for them. */

interface Wanted {
  readonly resolve: (words: string) => void;
  readonly signal: AbortSignal;
}

export class OwnWords {
  /** Oldest first: several asks may wait for words. */
  #wanted: Wanted[] = [];

  /** Resolves with the next message; throws when the signal fires first. */
  want(signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const wanted = { resolve, signal };
      this.#wanted.push(wanted);
      signal.addEventListener(
        'abort',
        () => {
          this.#wanted = this.#wanted.filter((one) => one !== wanted);
          reject(signal.reason as Error);
        },
        { once: true },
      );
    });
  }

  /** Nobody is to get them any more: the asks that wait end with what they belong to. */
  forget(): void {
    this.#wanted = [];
  }

  /** Whether somebody waited for these words; then they are no prompt. */
  take(words: string): boolean {
    const [first, ...rest] = this.#wanted;
    if (!first || words.trim() === '') return false;
    this.#wanted = rest;
    first.resolve(words);
    return true;
  }
}
