/** Reads a run's journal from a position on, across its segments, while it is being written. */
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { type JournalRecord, parseRecord } from './journal-record.ts';
import { listSegments, segmentFile } from './run-folder.ts';

const CHUNK_BYTES = 256 * 1024;

export interface ReadRecord extends JournalRecord {
  /** The position right after it. */
  readonly end: number;
}

export class JournalReader {
  readonly #folder: string;
  readonly #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #splitter: LineSplitter;
  #position: number;
  #segment: { readonly start: number; readonly fd: number } | undefined;

  /** `position`: the end of a record, or 0. */
  constructor(folder: string, position: number) {
    this.#folder = folder;
    this.#position = position;
    this.#splitter = new LineSplitter(position);
  }

  /** The next records, a few at a time; empty if there are no more for now. */
  read(): ReadRecord[] {
    for (;;) {
      const segment = this.#segment ?? this.#openSegment();
      if (!segment) return [];
      const bytes = readSync(segment.fd, this.#buffer, 0, CHUNK_BYTES, this.#position - segment.start);
      if (bytes > 0) {
        this.#position += bytes;
        const records = this.#split(Buffer.from(this.#buffer.subarray(0, bytes)));
        if (records.length > 0) return records;
      } else if (!this.#moveOn(segment.start)) return [];
    }
  }

  /** The start of the segment that is being read. */
  get segmentStart(): number | undefined {
    return this.#segment?.start;
  }

  /** Removes the segments that end at or before the position. Returns the start of the first remaining one. */
  removeUpTo(position: number): number | undefined {
    const starts = listSegments(this.#folder);
    for (const [index, start] of starts.entries()) {
      const next = starts[index + 1];
      if (next === undefined || next > position) return start;
      rmSync(segmentFile(this.#folder, start), { force: true });
    }
    return undefined;
  }

  close(): void {
    if (this.#segment) closeSync(this.#segment.fd);
    this.#segment = undefined;
  }

  #split(chunk: Buffer): ReadRecord[] {
    return this.#splitter.push(chunk).flatMap(({ text, end }) => {
      const record = parseRecord(text);
      return record ? [{ ...record, end }] : [];
    });
  }

  /** The segment that contains the position or, if it is missing, the first one after it. */
  #openSegment(): { start: number; fd: number } | undefined {
    const starts = listSegments(this.#folder);
    const start = starts.findLast((candidate) => candidate <= this.#position) ?? starts[0];
    if (start === undefined) return undefined;
    if (start > this.#position) {
      this.#position = start;
      this.#splitter = new LineSplitter(start);
    }
    return this.#open(start);
  }

  #open(start: number): { start: number; fd: number } {
    this.#segment = { start, fd: openSync(segmentFile(this.#folder, start), 'r') };
    return this.#segment;
  }

  /** A segment ends where the next one starts. */
  #moveOn(start: number): boolean {
    if (this.#position === start || !existsSync(segmentFile(this.#folder, this.#position))) return false;
    this.close();
    this.#open(this.#position);
    return true;
  }
}
