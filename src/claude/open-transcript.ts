/**
 * A transcript file that is open for reading: the one reader for the log, the history index and exports. Knows which file it is,
 * so that reading continues where it stopped, and reads lines without interpreting them.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteLine, type Line, LineSplitter } from '../lib/line-splitter.ts';

/** As much of the beginning as is needed to distinguish files. */
const HEAD_BYTES = 1024;
/** Longer lines are skipped; Claude Code itself writes none above a few megabytes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** How far a file has been read, and which file it was. */
export interface ReadMark {
  readonly inode: number;
  readonly offset: number;
  /** The fingerprint of its beginning up to there: an inode may go to another file. */
  readonly head: string;
}

export interface Chunk {
  /** Those that it completed. */
  readonly lines: readonly ByteLine[];
  readonly bytes: number;
  /** Up to where the file has been read, and up to where its lines are complete. */
  readonly position: number;
  readonly readTo: number;
}

export class OpenTranscript {
  readonly inode: number;
  readonly size: number;
  readonly modifiedAt: number;
  readonly #file: number;

  /** Throws what the file system throws. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const { ino, size, mtimeMs } = fstatSync(this.#file);
    this.inode = ino;
    this.size = size;
    this.modifiedAt = mtimeMs;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Whether it is the file that the mark was made in, perhaps with something added. */
  continues({ inode, offset, head }: ReadMark): boolean {
    return inode === this.inode && offset <= this.size && head === this.markAt(offset).head;
  }

  markAt(offset: number): ReadMark {
    const head = this.#bytes(0, Math.min(HEAD_BYTES, offset));
    return { inode: this.inode, offset, head: createHash('sha256').update(head).digest('base64url') };
  }

  /**
   * From a place where a line begins to the end, at least one chunk, be it empty. Without `to` the end is where the file ends by
   * then: it may grow meanwhile.
   */
  *read(chunkBytes: number, from: number, to = Number.POSITIVE_INFINITY): Generator<Chunk, void> {
    const splitter = new LineSplitter(from, MAX_LINE_BYTES);
    let position = from;
    let bytes: number;
    do {
      const chunk = this.#bytes(position, Math.min(chunkBytes, Math.max(0, to - position)));
      bytes = chunk.length;
      position += bytes;
      yield { lines: splitter.cut(chunk), bytes, position, readTo: splitter.resumeOffset };
    } while (bytes > 0 && position < to);
  }

  /** The whole lines between two places; a line that the first one cuts is left out. */
  linesBetween(from: number, to: number): Line[] {
    const bytes = this.#bytes(from, to - from);
    const start = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
    return new LineSplitter(from + start).push(bytes.subarray(start));
  }

  /** In a separate buffer, which incomplete lines keep. */
  #bytes(from: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#file, buffer, 0, length, from));
  }
}

/** Undefined when it is gone, or may not be read. */
export function openIfThere(path: string): OpenTranscript | undefined {
  try {
    return new OpenTranscript(path);
  } catch {
    return undefined;
  }
}
