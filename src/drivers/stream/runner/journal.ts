/**
 * Writes a run's journal. Written data survives the death of the runner and the hub. It is not synced to disk: a power cut
 * ends claude too, and the conversation is in its transcript. While the disk is full, unwritten data stays in memory and is
 * retried.
 */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { type JournalChannel, recordStamp } from '../journal-record.ts';
import { segmentFile } from '../run-folder.ts';
import { Stamper } from './stamper.ts';

const RETRY_MS = 500;
/** The start of a partial message (2.1.325). */
const PARTIAL = Buffer.from('{"type":"stream_event"');

export interface JournalOptions {
  readonly folder: string;
  readonly segmentBytes: number;
  readonly farBehindBytes: number;
  readonly onGrown: () => void;
  /** Called with the reason if nothing can be written, with null when it can be again. */
  readonly onStuck: (reason: string | null) => void;
  /** As in `node:fs`. */
  readonly write?: (fd: number, bytes: Buffer) => number;
}

export class Journal {
  readonly #options: Required<JournalOptions>;
  readonly #stamper = new Stamper();
  /** The start positions of the segments that still exist, the current one last. */
  #segments = [0];
  #fd: number;
  #position = 0;
  #unwritten: Buffer[] = [];
  #stuck: string | null = null;
  #isFarBehind = false;

  constructor(options: JournalOptions) {
    this.#options = { write: writeSync, ...options };
    this.#fd = this.#open(0);
  }

  /** The number of bytes written in total. */
  get position(): number {
    return this.#position;
  }

  /** Why nothing can be written at the moment. */
  get stuck(): string | null {
    return this.#stuck;
  }

  /** `lines` are whole lines including their line ends. */
  append(channel: JournalChannel, lines: Buffer): void {
    const stamp = Buffer.from(recordStamp(Date.now(), channel));
    // While over the limit, check every time: the hub may have caught up.
    if (this.#isFarBehind) this.#isFarBehind = this.#measureUnread() > this.#options.farBehindBytes;
    const isLeftOut = (start: number) => this.#isFarBehind && isFleeting(channel, lines, start);
    const bytes = this.#stamper.stamp(lines, stamp, isLeftOut);
    if (this.#stuck !== null) this.#unwritten.push(Buffer.from(bytes));
    else this.#write(bytes);
  }

  #write(bytes: Buffer): void {
    let written = 0;
    let failure: string | null = null;
    try {
      while (written < bytes.length) written += this.#options.write(this.#fd, bytes.subarray(written));
      this.#position += bytes.length;
      this.#rollOver();
    } catch (error) {
      this.#position += written;
      failure = (error as Error).message;
      this.#unwritten.unshift(Buffer.from(bytes.subarray(written)));
      setTimeout(() => this.#tryAgain(), RETRY_MS);
    }
    if (written > 0) this.#options.onGrown();
    if (this.#stuck !== failure) {
      this.#stuck = failure;
      this.#options.onStuck(failure);
    }
  }

  #tryAgain(): void {
    const bytes = Buffer.concat(this.#unwritten);
    this.#unwritten = [];
    this.#write(bytes);
  }

  /** Only between two records. */
  #rollOver(): void {
    const start = this.#segments.at(-1) ?? 0;
    if (this.#position - start < this.#options.segmentBytes) return;
    try {
      const next = this.#open(this.#position);
      closeSync(this.#fd);
      this.#fd = next;
    } catch {
      return; // Continue in the current segment until there is space for another.
    }
    this.#segments.push(this.#position);
    this.#isFarBehind = this.#measureUnread() > this.#options.farBehindBytes;
  }

  /** The hub removes segments that it has recorded. */
  #measureUnread(): number {
    const { folder } = this.#options;
    this.#segments = this.#segments.filter((start) => existsSync(segmentFile(folder, start)));
    return this.#position - (this.#segments[0] ?? this.#position);
  }

  #open(start: number): number {
    return openSync(segmentFile(this.#options.folder, start), 'a', 0o600);
  }
}

/** Worth something only while fresh: partial messages, and output on stderr. */
function isFleeting(channel: JournalChannel, lines: Buffer, start: number): boolean {
  if (channel === 'err') return true;
  return channel === 'out' && lines.subarray(start, start + PARTIAL.length).equals(PARTIAL);
}
