/** What a process says on stderr: whole lines as they come, and its last words. None of it is endless. */
import { WholeLines } from './whole-lines.ts';

const KEPT_BYTES = 64 * 1024;

export class StderrTail {
  #wholeLines = new WholeLines();
  #unended = 0;
  #kept = Buffer.alloc(0);

  /** Takes what came and returns the lines it completed. */
  push(chunk: Buffer): Buffer | undefined {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-KEPT_BYTES);
    const lines = this.#wholeLines.push(chunk);
    this.#unended = lines ? 0 : this.#unended + chunk.length;
    // A line without an end is given up, but the end of it is among the last words.
    if (this.#unended > KEPT_BYTES) this.#wholeLines = new WholeLines();
    return lines;
  }

  /** The end of it, whole characters only. */
  read(bytes: number): string {
    return this.#kept
      .subarray(-bytes)
      .toString('utf8')
      .replace(/^\uFFFD+/, '');
  }
}
