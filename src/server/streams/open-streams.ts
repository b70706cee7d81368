/** Counts and limits the open streams and sockets of each caller. */
import { ReinsError } from '../../protocol/errors.ts';

export class OpenStreams {
  readonly #max: number;
  readonly #byCaller = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns a function to call once the stream is over. Throws `too_many_streams`. */
  open(callerId: string): () => void {
    const count = this.#byCaller.get(callerId) ?? 0;
    if (count >= this.#max) {
      throw new ReinsError(
        'too_many_streams',
        `More than ${this.#max} streams and sockets are open with this token or device. Close some of them first.`,
        { max: this.#max },
      );
    }
    this.#byCaller.set(callerId, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#close(callerId);
      isOpen = false;
    };
  }

  #close(callerId: string): void {
    const left = (this.#byCaller.get(callerId) ?? 0) - 1;
    if (left > 0) this.#byCaller.set(callerId, left);
    else this.#byCaller.delete(callerId);
  }
}
