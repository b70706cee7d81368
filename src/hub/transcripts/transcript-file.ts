/**
 * Reads one transcript file into the log: only what is new, despite partial lines, truncation and
 * replacement. The read position is stored with the facts, so each is logged once even if the hub dies in
 * between.
 */
import { packState, unpackState } from '../../adapters/kept-state.ts';
import { leaveRowToStream } from '../../adapters/leave-to-stream.ts';
import { newTranscriptState, type TranscriptState } from '../../adapters/transcript-state.ts';
import { type Chunk, type OpenTranscript, openIfThere, type ReadMark } from '../../claude/open-transcript.ts';
import { lookAt } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ByteLine, type Line, toText } from '../../lib/line-splitter.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import { takingTurns } from '../../lib/taking-turns.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { dateFrom, readTranscriptLine } from './transcript-line.ts';
import { readTail } from './transcript-tail.ts';

/** Amount parsed and logged at a time, during which the hub does nothing else. */
export const CHUNK_BYTES = 128 * 1024;

/** The newest part of a longer file is logged first, so that opening it does not wait for the rest. */
const LONG_BYTES = 2 * 1024 * 1024;

const UNREAD: ReadMark = { inode: 0, offset: 0, head: '' };

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
  /** The read position, and the state needed to continue there. */
  #mark = UNREAD;
  #state: TranscriptState;
  /** Its size then; the last line may have been incomplete. */
  #size = 0;
  /** Rows up to here are already in the log: they are read only for their state. */
  #loggedTo = 0;
  /** Whether all of the file has been read once. */
  #isRead = false;
  /** Where the part logged from its end starts. */
  #tailFrom: number | undefined;
  #logTail: () => void = () => {};
  /** Resolves once the log holds the end of a long file; never for a short one. */
  readonly tail = new Promise<void>((resolve) => {
    this.#logTail = resolve;
  });

  constructor(options: TranscriptFileOptions) {
    this.#options = options;
    this.#state = newTranscriptState(options.agentId);
  }

  /** Reads everything that exists now. A missing file is not an error: what was read of it stays. */
  catchUp(): Promise<void> {
    return this.#reading.run();
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** While older parts are being read: the start of the part that the log holds without gaps. */
  get completeFrom(): number | undefined {
    return this.#isRead ? undefined : this.#tailFrom;
  }

  async #readNew(): Promise<void> {
    // Not within the call: a listener of the log may request the next reading and must find this one in
    // progress.
    await Promise.resolve();
    const { path, sessionId } = this.#options;
    const found = lookAt(path, sessionId);
    const isNew = found && (found.inode !== this.#mark.inode || found.size !== this.#size);
    const file = isNew ? openIfThere(path) : undefined;
    try {
      if (file) await this.#readAll(file);
    } finally {
      file?.close();
    }
    this.#isRead = true;
  }

  async #readAll(file: OpenTranscript): Promise<void> {
    if (!file.continues(this.#mark)) this.#restart(file);
    const isAllLogged = this.#loggedTo > 0 && this.#loggedTo === file.size;
    if (isAllLogged && this.#mark.offset === 0) return;
    if (this.#isLong(file)) this.#readTail(file);
    while (!(await this.#readOn(file))) this.#mark = { ...this.#mark, offset: 0, head: '' };
  }

  /** Continues at the read position. False if the file must be read from its start. */
  async #readOn(file: OpenTranscript): Promise<boolean> {
    for await (const chunk of takingTurns(file.read(CHUNK_BYTES, this.#mark.offset), 0)) {
      if (!this.#take(file, chunk)) return false;
    }
    return true;
  }

  /** When the whole file is read, keys identify the facts again; so the checkpoint stays. */
  #readTail(file: OpenTranscript): void {
    const { sessionId, log, now } = this.#options;
    const drafts = readTail(file, now).flatMap((reading) => this.#unreported(reading.drafts, reading.state));
    if (drafts.length > 0) log.append([{ sessionId, drafts }]);
    this.#tailFrom = drafts[0]?.position ?? file.size;
    this.#logTail();
  }

  /** For subagents the order of facts matters, and their transcripts are never opened first. */
  #isLong({ size }: OpenTranscript): boolean {
    return this.#options.agentId === undefined && !this.#isRead && size - this.#mark.offset > LONG_BYTES;
  }

  /** False if a row refers to something older than the remembered state. */
  #take(file: OpenTranscript, { lines, position, readTo }: Chunk): boolean {
    const drafts: Draft[] = [];
    let state = dateFrom(textsOf(lines), this.#state, () => file.modifiedAt);
    for (const line of lines) {
      const reading = readTranscriptLine(toText(line), state, this.#options.now);
      state = reading.state;
      if (state.isLost) {
        this.#state = newTranscriptState(this.#options.agentId);
        return false;
      }
      if (line.end > this.#loggedTo) drafts.push(...this.#unreported(reading.drafts, state));
    }
    const mark = file.markAt(readTo);
    if (readTo > this.#loggedTo) this.#log(drafts, mark, state);
    this.#mark = mark;
    this.#state = state;
    this.#size = position;
    return true;
  }

  #unreported(drafts: readonly Draft[], state: TranscriptState): readonly Draft[] {
    const { sessionId, reader } = this.#options;
    return leaveRowToStream(drafts, state, () => reader.session(sessionId));
  }

  #log(drafts: readonly Draft[], mark: ReadMark, reached: TranscriptState): void {
    const { path, sessionId, log } = this.#options;
    try {
      log.append([{ sessionId, drafts }], [{ ...mark, path, sessionId, state: packState(reached) }]);
      this.#loggedTo = mark.offset;
    } catch (error) {
      // Nothing was logged: start again from the durable state once there is space.
      this.#mark = UNREAD;
      throw error;
    }
  }

  /** Without a stored state, rows up to the logged position are read only for their state. */
  #restart(file: OpenTranscript): void {
    const { path, agentId, reader } = this.#options;
    const checkpoint = reader.checkpoint(path);
    const known = checkpoint && file.continues(checkpoint) ? checkpoint : undefined;
    const kept = known?.state ? unpackState(known.state, agentId) : undefined;
    this.#loggedTo = known?.offset ?? 0;
    this.#mark = kept ? file.markAt(this.#loggedTo) : { ...UNREAD, inode: file.inode };
    this.#state = kept ?? newTranscriptState(agentId);
  }
}

/** Only as many as are needed become text. */
function* textsOf(lines: readonly ByteLine[]): Generator<Line> {
  for (const line of lines) yield toText(line);
}
