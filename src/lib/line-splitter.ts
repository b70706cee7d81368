/**
 * Cuts a byte stream into lines at `\n`, keeping the byte offset of each line.
 * Works on bytes, so U+2028 inside a JSON string or a character split over two chunks cannot break a line.
 * Knows nothing of JSON.
 */

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

interface Span {
  /** Offset of the line's first byte, counted from the start of the stream. */
  readonly start: number;
  /** Offset just past the line's `\n`: where reading resumes. */
  readonly end: number;
  /** The line was longer than allowed; its text was not kept. */
  readonly isTooLong?: true;
}

export interface Line extends Span {
  readonly text: string;
}

export interface ByteLine extends Span {
  readonly bytes: Buffer;
}

export function toText({ bytes, ...span }: ByteLine): Line {
  return { ...span, text: bytes.toString('utf8') };
}

export class LineSplitter {
  readonly #maxLineBytes: number;
  readonly #pending: Buffer[] = [];
  #lineStart: number;
  #position: number;

  /** `startOffset`: where in the stream the first chunk begins; must be the start of a line. */
  constructor(startOffset = 0, maxLineBytes = Number.POSITIVE_INFINITY) {
    this.#maxLineBytes = maxLineBytes;
    this.#lineStart = startOffset;
    this.#position = startOffset;
  }

  /** Takes the next chunk and returns the lines it completed, without their line ends. */
  push(chunk: Buffer): Line[] {
    return this.cut(chunk).map(toText);
  }

  /** The same for whoever may not need all of them as text. The bytes may be a part of the chunk. */
  cut(chunk: Buffer): ByteLine[] {
    const lines: ByteLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const end = this.#position + at + 1;
      const span = { start: this.#lineStart, end };
      lines.push(
        this.#isTooLong(end)
          ? { ...span, bytes: NOTHING, isTooLong: true }
          : { ...span, bytes: this.#complete(chunk.subarray(from, at)) },
      );
      this.#pending.length = 0;
      this.#lineStart = end;
      from = at + 1;
    }
    this.#position += chunk.length;
    if (this.#isTooLong(this.#position)) this.#pending.length = 0;
    else if (from < chunk.length) this.#pending.push(chunk.subarray(from));
    return lines;
  }

  /** Where to resume: the offset of the first byte that belongs to no complete line yet. */
  get resumeOffset(): number {
    return this.#lineStart;
  }

  #isTooLong(end: number): boolean {
    return end - this.#lineStart > this.#maxLineBytes;
  }

  #complete(tail: Buffer): Buffer {
    const bytes = this.#pending.length === 0 ? tail : Buffer.concat([...this.#pending, tail]);
    return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
  }
}
