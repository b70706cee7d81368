/**
 * History, as the hub uses it: keeps it up to date with the transcripts, answers searches, reports progress.
 * All slow work happens in threads.
 */

import type { UsageSum } from '../core/usage/make-usage-report.ts';
import { databaseSize } from '../lib/database-size.ts';
import type { Line } from '../lib/line-splitter.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { HistoryProgress, HistoryStatus, SearchQuery } from '../protocol/history.ts';
import { openHistoryToRead } from '../store/history/history-database.ts';
import type { KeptFile } from '../store/history/history-reader.ts';
import { readUsage, type UsageSelection } from '../store/history/usage-reader.ts';
import { IndexThread } from './index-thread.ts';
import { ReadThread } from './read-thread.ts';
import type { Found } from './search-history.ts';
import type { Gone, IndexNews } from './thread-messages.ts';

/** How long after its last write a live session is read again. */
const SETTLE_MS = 2000;
/** Transcripts that are not followed may change too. */
const CHECK_ALL_MS = 30 * 60_000;
/** After a failure, such as a full disk. */
const RETRY_MS = 60_000;

export interface HistoryOptions {
  /** The database. */
  readonly file: string;
  /** The database of events, for its size alone. */
  readonly logFile: string;
  readonly configFolder: string;
  /** The program of the threads. */
  readonly program: string;
  readonly warn: (message: string) => void;
  /** For how many days the copy of a deleted transcript is kept; 0 means forever. */
  readonly keepDays: () => number;
  /** Called after each check of all transcripts. */
  readonly onGone: (sessions: Gone) => void;
}

export class History {
  readonly #options: HistoryOptions;
  readonly #index: IndexThread;
  readonly #reading: ReadThread;
  #regular: NodeJS.Timeout | undefined;
  readonly #changed = new Set<string>();
  #settling: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #state: HistoryStatus['state'] = 'starting';
  #problem: string | undefined;
  #progress: HistoryProgress = { files: 0, files_read: 0, bytes: 0, bytes_read: 0, unreadable: 0 };
  #filesGone = 0;
  #isClosed = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#index = new IndexThread({ ...options, onNews: (news) => this.#receive(news) });
    this.#reading = new ReadThread(options.program, options.file);
  }

  /** Starts reading. */
  start(): void {
    if (this.#isClosed) return;
    this.#checkAll();
    this.#regular = setInterval(() => this.#checkAll(), CHECK_ALL_MS).unref();
  }

  #checkAll(): void {
    this.#index.look({ transcripts: 'all', days: this.#options.keepDays() });
  }

  /** Whether the files on disk have been checked once, or are about to be. */
  get isStarted(): boolean {
    return this.#regular !== undefined;
  }

  /** A transcript has changed. */
  noteChange(transcript: string): void {
    this.#changed.add(transcript);
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#index.look({ transcripts: [...this.#changed] });
      this.#changed.clear();
    }, SETTLE_MS).unref();
  }

  /** Throws `history_unavailable`. */
  search(query: SearchQuery): Promise<Found> {
    return this.#reading.ask('search', query);
  }

  /** The stored files of a session. Throws `history_unavailable`. */
  files(sessionId: string): Promise<readonly KeptFile[]> {
    return this.#reading.ask('files', sessionId);
  }

  /** All stored rows of a file, some at a time. Throws `history_unavailable`. */
  async *lines(file: number): AsyncGenerator<readonly Line[]> {
    let after: number | undefined = -1;
    while (after !== undefined) {
      const lines: readonly Line[] = await this.#reading.ask('lines', { file, after });
      if (lines.length > 0) yield lines;
      after = lines.at(-1)?.start;
    }
  }

  /** Sums of tokens: a small, synchronous read. Throws `history_unavailable`. */
  usage(selection: UsageSelection): UsageSum[] {
    try {
      const database = openHistoryToRead(this.#options.file);
      if (!database) return [];
      try {
        return readUsage(database, selection);
      } finally {
        database.close();
      }
    } catch (error) {
      const reason = (error as Error).message;
      throw new ReinsError('history_unavailable', `Usage cannot be read: ${reason}.`, { reason });
    }
  }

  status(): HistoryStatus {
    return {
      state: this.#state,
      ...(this.#problem !== undefined && { problem: this.#problem }),
      progress: this.#progress,
      database_bytes: databaseSize(this.#options.file),
      log_bytes: databaseSize(this.#options.logFile),
      files_gone: this.#filesGone,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#regular);
    clearTimeout(this.#settling);
    clearTimeout(this.#retry);
    await Promise.all([this.#reading.close(), this.#index.close()]);
  }

  #receive(news: IndexNews): void {
    switch (news.type) {
      case 'notice':
        this.#options.warn(news.text);
        return;
      case 'failed':
        this.#fail(news.reason);
        return;
      case 'progress':
        this.#state = 'reading';
        this.#progress = news.progress;
        return;
      case 'done': {
        const { totals, unreadable = this.#progress.unreadable } = news;
        this.#state = this.#index.isBusy ? 'reading' : 'ready';
        this.#problem = undefined;
        this.#filesGone = totals.filesGone;
        if (news.gone) this.#options.onGone(news.gone);
        const { files, bytes, bytesRead } = totals;
        this.#progress = {
          files: files + unreadable,
          files_read: files,
          bytes,
          bytes_read: bytesRead,
          unreadable,
        };
      }
    }
  }

  #fail(reason: string): void {
    if (this.#problem !== reason) this.#options.warn(`History cannot be updated for now: ${reason}`);
    this.#state = 'failed';
    this.#problem = reason;
    this.#retry = setTimeout(() => this.#checkAll(), RETRY_MS).unref();
  }
}
