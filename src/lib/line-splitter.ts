/**
 * Splits a byte stream into lines at `
 * ` and keeps the byte offset of each line.
 * Works on bytes, so U+2028 inside a JSON string or a character split over two chunks cannot break a line.
 */

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

interface Span {
  /** Offset of the line's first byte, counted from the start of the stream. */
  readonly start: number;
  /** Offset just past the line's `\n`: where reading resumes. */
  readonly end: number;
  /** The line exceeded the limit; its text was dropped. */
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

  /** `startOffset`: the offset of the first chunk in the stream. It must be the start of a line. */
  constructor(startOffset = 0, maxLineBytes = Number.POSITIVE_INFINITY) {
    this.#maxLineBytes = maxLineBytes;
    this.#lineStart = startOffset;
    this.#position = startOffset;
  }

  /** Takes the next chunk and returns the lines it completed, without their line ends. */
  push(chunk: Buffer): Line[] {
    return this.cut(chunk).map(toText);
  }

  /** As `push`, for callers that may not need every line as text. The bytes may be a part of the chunk. */
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

  /** Where to resume: the offset of the first byte after the last complete line. */
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
