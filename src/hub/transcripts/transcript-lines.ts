/** The lines of a transcript file from its beginning, read any number of times; each time as far as it reached the first time. */
import { open } from 'node:fs/promises';
import { type Line, LineSplitter } from '../../lib/line-splitter.ts';

/** What is read in one go, between which others are served. */
const CHUNK_BYTES = 128 * 1024;

export class TranscriptLines {
  readonly #path: string;
  readonly #maxLineBytes: number;
  #end: number | undefined;

  constructor(path: string, maxLineBytes: number) {
    this.#path = path;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Some at a time. A file that is gone has none. */
  async *read(): AsyncGenerator<readonly Line[]> {
    const file = await open(this.#path).catch(() => undefined);
    if (!file) return;
    try {
      this.#end ??= (await file.stat()).size;
      const splitter = new LineSplitter(0, this.#maxLineBytes);
      for (let position = 0; position < this.#end; ) {
        // Of its own: the splitter keeps the beginning of a line.
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.#end - position));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield splitter.push(chunk.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }
}
