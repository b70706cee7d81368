/** The last words of a process on stderr, and each of its lines as it comes, none of them endless. */
import { LineSplitter } from '../../../lib/line-splitter.ts';

const KEPT_BYTES = 64 * 1024;
const LINE_BYTES = 16 * 1024;

export class StderrTail {
  readonly #splitter = new LineSplitter(0, LINE_BYTES);
  #kept = Buffer.alloc(0);

  /** Takes what came and returns the lines it completed. */
  push(chunk: Buffer): string[] {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-KEPT_BYTES);
    return this.#splitter.push(chunk).flatMap(({ text, isTooLong }) => (isTooLong ? [] : [text]));
  }

  /** The end of it, whole characters only. */
  read(bytes: number): string {
    return this.#kept
      .subarray(-bytes)
      .toString('utf8')
      .replace(/^\uFFFD+/, '');
  }
}
