/**
 * One transcript file on its way into the log: reads what is new, survives partial lines, truncation and replacement.
 * How far it got is stored with the facts, so each is logged once whatever happens to the hub in between.
 */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { packState, unpackState } from '../../adapters/kept-state.ts';
import { leaveToStream } from '../../adapters/told-by-stream.ts';
import { newTranscriptState, type TranscriptState } from '../../adapters/transcript-state.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { readTranscriptLine } from './transcript-line.ts';
import { readTail } from './transcript-tail.ts';

/** What is parsed and logged in one go, during which the hub does nothing else. */
const CHUNK_BYTES = 128 * 1024;
const HEAD_BYTES = 1024;
/** Longer lines are passed over; Claude Code itself writes none above a few megabytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Of a longer file the newest part is told first, so that whoever opens it does not wait for the rest. */
const LONG_BYTES = 2 * 1024 * 1024;

/** The entrypoint of interactive runs. */
const TERMINAL = 'cli';

export interface TranscriptFileOptions {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId?: string;
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'checkpoint' | 'session'>;
  readonly now: Clock;
}

export class TranscriptFile {
  readonly #options: TranscriptFileOptions;
  readonly #reading = new OneAtATime(() => this.#readNew());
  #inode = 0;
  #position = 0;
  /** The first bytes of the file as they were read: an inode alone may go to another file. */
  #head: Buffer = Buffer.alloc(0);
  /** Rows up to here are in the log already: they are read for their state only. */
  #loggedTo = 0;
  #splitter = new LineSplitter();
  #state: TranscriptState;
  /** Whether all of the file has been read once. */
  #isRead = false;
  /** Where what was told of its end begins. */
  #tailFrom: number | undefined;
  #tellTail: () => void = () => {};
  /** Resolves once the end of a long file is in the log; never for one that is not long. */
  readonly tail = new Promise<void>((resolve) => {
    this.#tellTail = resolve;
  });

  constructor(options: TranscriptFileOptions) {
    this.#options = options;
    this.#state = newTranscriptState(options.agentId);
  }

  /** Reads everything there is by now. A file that is gone is no error: what was read of it stays. */
  catchUp(): Promise<void> {
    return this.#reading.run();
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** While older parts are being read: where the part begins that is in the log without gaps. */
  get toldFrom(): number | undefined {
    return this.#isRead ? undefined : this.#tailFrom;
  }

  async #readNew(): Promise<void> {
    await this.#readAll();
    this.#isRead = true;
  }

  async #readAll(): Promise<void> {
    const known = await stat(this.#options.path).catch(() => undefined);
    if (!known || (known.ino === this.#inode && known.size === this.#position)) return;
    const file = await open(this.#options.path).catch(() => undefined);
    if (!file) return;
    try {
      const stats = await file.stat();
      if (!(await this.#isContinued(file, stats))) await this.#restart(file, stats);
      if (this.#position === 0 && this.#isAllLogged(stats)) return;
      if (this.#isLong(stats)) await this.#readTail(file, stats);
      // Not sized by the file: it may grow while it is read.
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#position);
        if (bytesRead === 0) return;
        // A copy: the splitter keeps unfinished lines, and the buffer is used again.
        this.#take(Buffer.from(buffer.subarray(0, bytesRead)));
      }
    } finally {
      await file.close();
    }
  }

  /** Facts are known again by their keys when the whole file is read; so the checkpoint stays where it is. */
  async #readTail(file: FileHandle, { size }: Stats): Promise<void> {
    const { sessionId, log } = this.#options;
    const readings = await readTail(file, size, this.#options.now);
    const drafts = readings.flatMap((reading) => this.#toTell(reading.drafts, reading.state));
    if (drafts.length > 0) log.append([{ sessionId, drafts }]);
    this.#tailFrom = drafts[0]?.position ?? size;
    this.#tellTail();
  }

  /** Of what a subagent did, the order in which it is told matters; and nobody sees it first. */
  #isLong({ size }: Stats): boolean {
    return this.#options.agentId === undefined && !this.#isRead && size - this.#position > LONG_BYTES;
  }

  /** Whether the file is the one read so far, with something added. */
  async #isContinued(file: FileHandle, stats: Stats): Promise<boolean> {
    if (stats.ino !== this.#inode || stats.size < this.#position) return false;
    return (await readHead(file, this.#position)).equals(this.#head);
  }

  #take(chunk: Buffer): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    const drafts: Draft[] = [];
    let state = this.#state;
    for (const line of this.#splitter.push(chunk)) {
      const reading = readTranscriptLine(line, state, this.#options.now);
      state = reading.state;
      if (state.isLost) {
        this.#beginAt(0, newTranscriptState(this.#options.agentId));
        return;
      }
      if (line.end > this.#loggedTo) drafts.push(...this.#toTell(reading.drafts, state));
    }
    const offset = this.#splitter.resumeOffset;
    if (offset > this.#loggedTo) this.#log(drafts, offset, state);
    this.#state = state;
    this.#position += chunk.length;
  }

  /** What was written in a terminal, no stream has told. */
  #toTell(drafts: readonly Draft[], { entrypoint }: TranscriptState): readonly Draft[] {
    const { sessionId, reader } = this.#options;
    return entrypoint === TERMINAL ? drafts : leaveToStream(drafts, () => reader.session(sessionId));
  }

  #log(drafts: readonly Draft[], offset: number, reached: TranscriptState): void {
    const { path, sessionId, log } = this.#options;
    const head = fingerprint(this.#head.subarray(0, offset));
    try {
      const state = packState(reached);
      log.append([{ sessionId, drafts }], [{ path, sessionId, inode: this.#inode, offset, head, state }]);
      this.#loggedTo = offset;
    } catch (error) {
      // Nothing was logged: begin again from what is durable when there is room.
      this.#inode = 0;
      throw error;
    }
  }

  async #restart(file: FileHandle, stats: Stats): Promise<void> {
    const checkpoint = this.#options.reader.checkpoint(this.#options.path);
    const isSameFile =
      checkpoint?.inode === stats.ino &&
      checkpoint.offset <= stats.size &&
      checkpoint.head === fingerprint(await readHead(file, checkpoint.offset));
    this.#inode = stats.ino;
    this.#loggedTo = isSameFile ? checkpoint.offset : 0;
    const { agentId } = this.#options;
    const kept = isSameFile && checkpoint.state ? unpackState(checkpoint.state, agentId) : undefined;
    this.#beginAt(0, newTranscriptState(agentId));
    if (!kept) return;
    this.#beginAt(this.#loggedTo, kept);
    this.#head = await readHead(file, this.#loggedTo);
  }

  /** Without a state that was kept, rows up to what is logged are read for the state alone. */
  #beginAt(position: number, state: TranscriptState): void {
    this.#position = position;
    this.#head = Buffer.alloc(0);
    this.#splitter = new LineSplitter(position, MAX_LINE_BYTES);
    this.#state = state;
  }

  #isAllLogged(stats: Stats): boolean {
    return this.#loggedTo > 0 && this.#loggedTo === stats.size;
  }
}

/** The beginning of the file, as far as it lies before `end`. */
async function readHead(file: FileHandle, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(HEAD_BYTES, end));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return buffer.subarray(0, bytesRead);
}

function fingerprint(head: Buffer): string {
  return createHash('sha256').update(head).digest('base64url');
}
