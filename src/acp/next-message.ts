/** Uses the person's next message as an answer: for text in a request if the editor has no field for it. */

interface Wanted {
  readonly resolve: (words: string) => void;
  readonly signal: AbortSignal;
}

export class NextMessage {
  /** Oldest first: several requests may wait for text. */
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

  /** Cancels all waiting requests, which end with their turn or session. */
  forget(): void {
    this.#wanted = [];
  }

  /** Returns true if a request was waiting for this text; then it is not a prompt. */
  take(words: string): boolean {
    const [first, ...rest] = this.#wanted;
    if (!first || words.trim() === '') return false;
    this.#wanted = rest;
    first.resolve(words);
    return true;
  }
}
