/** Passes a byte stream on in whole lines: the bytes after the last line end wait for the rest of their line. */

const NEWLINE = 0x0a;

export class WholeLines {
  #rest: Buffer[] = [];

  /** The lines that are now complete, including their line ends; undefined if there are none. */
  push(chunk: Buffer): Buffer | undefined {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#rest.push(chunk);
      return undefined;
    }
    const lines = chunk.subarray(0, end);
    const whole = this.#rest.length === 0 ? lines : Buffer.concat([...this.#rest, lines]);
    this.#rest = end < chunk.length ? [chunk.subarray(end)] : [];
    return whole;
  }
}
