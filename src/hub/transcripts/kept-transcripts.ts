/**
 * Sessions whose transcript is gone. Opening one reads the copy in history into the log, with the adapter
 * that reads files, so that the result is the same. Also records that a transcript is gone or back.
 */
import { leaveRowToStream } from '../../adapters/leave-to-stream.ts';
import { newTranscriptState } from '../../adapters/transcript-state.ts';
import { lookAt } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';
import { isLive } from '../../core/present-session.ts';
import type { History } from '../../history/history.ts';
import type { Clock } from '../../lib/clock.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { KeptFile } from '../../store/history/history-reader.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { dateFrom, readTranscriptLine } from './transcript-line.ts';

/** The part of history that is needed here. */
export type KeptRows = Pick<History, 'files' | 'lines'>;

export interface KeptTranscriptsOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly rows: KeptRows;
  readonly now: Clock;
}

export class KeptTranscripts {
  readonly #options: KeptTranscriptsOptions;
  readonly #readings = new Map<string, OneAtATime>();

  constructor(options: KeptTranscriptsOptions) {
    this.#options = options;
  }

  /** If the transcript is gone, brings the log up to date with the copy. */
  async openSession(sessionId: string): Promise<void> {
    const state = this.#options.reader.session(sessionId);
    const path = state?.observed.transcript_path?.value;
    // A live session, or one that hooks report, may have no transcript yet or ever.
    if (state && (isLive(state) || state.told_by_hooks)) return;
    if (path && lookAt(path, sessionId)) return;
    await this.#read(sessionId);
  }

  async #read(sessionId: string): Promise<void> {
    const reading = this.#readings.get(sessionId) ?? new OneAtATime(() => this.#readFiles(sessionId));
    this.#readings.set(sessionId, reading);
    try {
      await reading.run();
    } finally {
      this.#readings.delete(sessionId);
    }
  }

  /** For sessions in the log. */
  noteGone({ gone, back }: { readonly gone: readonly string[]; readonly back: readonly string[] }): void {
    const { log, reader, now } = this.#options;
    const changes = [
      ...gone.map((sessionId) => ({ sessionId, is_gone: true })),
      ...back.map((sessionId) => ({ sessionId, is_gone: false })),
    ].filter(({ sessionId, is_gone }) => {
      const state = reader.session(sessionId);
      return state !== undefined && (state.transcript_gone?.value ?? false) !== is_gone;
    });
    const at = now();
    const batches = changes.map(({ sessionId, is_gone }) => ({
      sessionId,
      drafts: [{ type: 'transcript_gone', source: 'transcript', at, is_gone } satisfies Draft],
    }));
    if (batches.length > 0) log.append(batches);
  }

  async #readFiles(sessionId: string): Promise<void> {
    const { reader, rows } = this.#options;
    for (const file of await rows.files(sessionId)) {
      const inLog = reader.checkpoint(file.path)?.offset ?? -1;
      if (inLog < file.readTo) await this.#readFile(sessionId, file);
    }
  }

  async #readFile(sessionId: string, { id, path, agentId, readTo }: KeptFile): Promise<void> {
    const { log, reader, rows, now } = this.#options;
    let state = newTranscriptState(agentId);
    let isEmpty = true;
    for await (const lines of rows.lines(id)) {
      state = dateFrom(lines, state, now);
      const drafts = lines.flatMap((line) => {
        const reading = readTranscriptLine(line, state, now);
        state = reading.state;
        return leaveRowToStream(reading.drafts, state, () => reader.session(sessionId));
      });
      log.append([{ sessionId, drafts }]);
      isEmpty = false;
    }
    // No file has this inode: if the transcript comes back, it is read as a new one.
    if (!isEmpty) log.append([], [{ path, sessionId, inode: 0, offset: readTo, head: '' }]);
  }
}
