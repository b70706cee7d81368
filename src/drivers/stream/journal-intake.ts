/**
 * Delivers a journal in order, offering each line until it is accepted. Reads slightly ahead of what has been accepted, so
 * that the hub sees responses of Claude Code even while the log accepts nothing.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { JournalReader, ReadRecord } from './journal-reader.ts';

const AHEAD_CHARACTERS = 1024 * 1024;
const RETRY_MS = 250;

export interface IntakeOptions {
  readonly reader: JournalReader;
  /** Called with each record as soon as it is read. */
  readonly onRead: (record: ReadRecord) => void;
  /** Called with each record until it returns true, never before the earlier ones were accepted. */
  readonly take: (record: ReadRecord) => boolean | Promise<boolean>;
  /** The position up to which everything is stored elsewhere. */
  readonly takenUpTo: () => number;
}

export class JournalIntake {
  readonly #options: IntakeOptions;
  readonly #work = new OneAtATime(() => this.#readOn());
  #ahead: ReadRecord[] = [];
  #isTaking = false;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;
  #conclusion: ReadRecord | undefined;
  /** No segments are left before this position. */
  #cleanedUpTo: number | undefined;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Until this is called, records are read but not delivered. */
  beginTaking(): void {
    this.#isTaking = true;
    void this.readOn();
  }

  /** Resolves when the whole journal has been read and either accepted or rejected for now. */
  async readOn(): Promise<void> {
    if (this.#isClosed) return;
    // Retries a journal that cannot be read now, for example for lack of file descriptors.
    await this.#work.run().catch(() => this.#retryLater());
  }

  /** Adds a record after the last one of a journal that has no writer any more. */
  conclude(record: ReadRecord): void {
    this.#conclusion = record;
    void this.readOn();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#options.reader.close();
  }

  async #readOn(): Promise<void> {
    while (!this.#isClosed && this.#hasRoom()) {
      const records = this.#readSome();
      if (records.length === 0) break;
      for (const record of records) this.#options.onRead(record);
      this.#ahead.push(...records);
      await this.#takeWhatCan();
      await nextRound();
    }
    await this.#takeWhatCan();
  }

  #readSome(): ReadRecord[] {
    const records = this.#options.reader.read();
    if (records.length > 0 || !this.#conclusion) return records;
    const last = this.#conclusion;
    this.#conclusion = undefined;
    return [last];
  }

  #hasRoom(): boolean {
    return this.#ahead.reduce((sum, { text }) => sum + text.length, 0) < AHEAD_CHARACTERS;
  }

  async #takeWhatCan(): Promise<void> {
    const { reader, take, takenUpTo } = this.#options;
    if (!this.#isTaking || this.#isClosed) return;
    let taken = 0;
    try {
      for (const record of this.#ahead) {
        const answer = take(record);
        if (!(typeof answer === 'boolean' ? answer : await answer)) break;
        taken++;
        if (this.#isClosed) return;
      }
    } finally {
      this.#ahead.splice(0, taken);
    }
    if (this.#ahead.length > 0) this.#retryLater();
    else if (this.#cleanedUpTo !== reader.segmentStart) this.#cleanedUpTo = reader.removeUpTo(takenUpTo());
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    if (!this.#isClosed) this.#retry = setTimeout(() => void this.readOn(), RETRY_MS);
  }
}
