/**
 * Writes a run's journal. What has been written survives the death of runner and hub. It is not forced to the disk: a
 * power cut ends claude as well, and the conversation is in its transcript. When the disk takes no more, what could not
 * be written is kept and tried again until it can.
 */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { type JournalRecord, renderRecord } from '../journal-record.ts';
import { segmentFile } from '../run-folder.ts';

const RETRY_MS = 500;

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

  append(records: readonly JournalRecord[]): void {
    const wanted = this.#isFarBehind ? records.filter((record) => !isFleeting(record)) : records;
    if (wanted.length === 0) return;
    this.#unwritten.push(Buffer.from(wanted.map(renderRecord).join('')));
    if (this.#stuck === null) this.#flush();
  }

  #flush(): void {
    const before = this.#position;
    let failure: string | null = null;
    try {
      for (let bytes = this.#unwritten[0]; bytes; bytes = this.#unwritten[0]) {
        const written = this.#options.write(this.#fd, bytes);
        this.#position += written;
        if (written < bytes.length) this.#unwritten[0] = bytes.subarray(written);
        else {
          this.#unwritten.shift();
          this.#rollOver();
        }
      }
    } catch (error) {
      failure = (error as Error).message;
      setTimeout(() => this.#flush(), RETRY_MS);
    }
    if (this.#position > before) this.#options.onGrown();
    if (this.#stuck !== failure) {
      this.#stuck = failure;
      this.#options.onStuck(failure);
    }
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
    const { folder, farBehindBytes } = this.#options;
    this.#segments = this.#segments.filter((segment) => existsSync(segmentFile(folder, segment)));
    this.#segments.push(this.#position);
    this.#isFarBehind = this.#position - (this.#segments[0] ?? 0) > farBehindBytes;
  }

  #open(start: number): number {
    return openSync(segmentFile(this.#options.folder, start), 'a', 0o600);
  }
}

/** Worth something only while it is fresh: partial messages, and chatter on stderr. */
function isFleeting({ voice, text }: JournalRecord): boolean {
  return voice === 'err' || (voice === 'out' && text.startsWith('{"type":"stream_event"'));
}
