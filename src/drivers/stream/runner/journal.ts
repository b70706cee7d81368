/**
 * Writes a run's journal. What has been written survives the death of runner and hub. It is not forced to the disk: a
 * power cut ends claude as well, and the conversation is in its transcript. When the disk takes no more, what could not
 * be written is kept and tried again until it can.
 */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { recordStamp, type Voice } from '../journal-record.ts';
import { segmentFile } from '../run-folder.ts';
import { Stamper } from './stamper.ts';

const RETRY_MS = 500;
/** How a partial message begins (2.1.325). */
const PARTIAL = Buffer.from('{"type":"stream_event"');

export interface JournalOptions {
  readonly folder: string;
  readonly segmentBytes: number;
  readonly farBehindBytes: number;
  readonly onGrown: () => void;
  /** The reason when nothing can be written, null when it can again. */
  readonly onStuck: (reason: string | null) => void;
  /** As in `node:fs`. */
  readonly write?: (fd: number, bytes: Buffer) => number;
}

export class Journal {
  readonly #options: Required<JournalOptions>;
  readonly #stamper = new Stamper();
  /** Where the segments begin that nobody has removed yet, the current one last. */
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

  /** How many bytes have been written in all. */
  get position(): number {
    return this.#position;
  }

  /** Why nothing can be written at the moment. */
  get stuck(): string | null {
    return this.#stuck;
  }

  /** `lines` are whole lines with their line ends. */
  append(voice: Voice, lines: Buffer): void {
    const stamp = Buffer.from(recordStamp(Date.now(), voice));
    // Once it is, every look may be the one that finds the hub back.
    if (this.#isFarBehind) this.#isFarBehind = this.#measureUnread() > this.#options.farBehindBytes;
    const isLeftOut = (start: number) => this.#isFarBehind && isFleeting(voice, lines, start);
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
      return; // The current one will do until there is room for another.
    }
    this.#segments.push(this.#position);
    this.#isFarBehind = this.#measureUnread() > this.#options.farBehindBytes;
  }

  /** The hub removes segments that it has taken in. */
  #measureUnread(): number {
    const { folder } = this.#options;
    this.#segments = this.#segments.filter((start) => existsSync(segmentFile(folder, start)));
    return this.#position - (this.#segments[0] ?? this.#position);
  }

  #open(start: number): number {
    return openSync(segmentFile(this.#options.folder, start), 'a', 0o600);
  }
}

/** Worth something only while it is fresh: partial messages, and chatter on stderr. */
function isFleeting(voice: Voice, lines: Buffer, start: number): boolean {
  if (voice === 'err') return true;
  return voice === 'out' && lines.subarray(start, start + PARTIAL.length).equals(PARTIAL);
}
