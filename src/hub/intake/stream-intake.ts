/**
 * Records the output of stream runs: every journal line becomes facts, appended together with the read
 * position. Lines without facts move that position only now and then, and never into an open block of text: a
 * hub that adopts the run reads them again and skips what the log already holds.
 */
import { readStreamLine } from '../../adapters/stream-adapter.ts';
import type { KnownPrompt, StreamContext, StreamState } from '../../adapters/stream-state.ts';
import type { StreamLine } from '../../claude/stream-line.ts';
import type { Draft } from '../../core/draft.ts';
import type { JournalLine, Run, RunReports } from '../../drivers/driver.ts';
import { type FlagInteraction, flagOpening } from '../../interactions/flag-opening.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { Batch, Checkpoint, EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { LiveText } from './live-text.ts';

export interface StreamIntakeOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly live: LiveText;
  readonly output: HubLog;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
  readonly flagInteraction?: FlagInteraction;
}

/** How much of a journal may be read before its position is stored. */
const UNMARKED_BYTES = 256 * 1024;
/** How much of a conversation is read at a time to find its newest prompt. */
const PAGE = { limit: 200, maxBytes: 4 * 1024 * 1024 };

export class StreamIntake implements Pick<RunReports, 'line' | 'takenUpTo'> {
  readonly #options: StreamIntakeOptions;
  readonly #states = new Map<string, StreamState>();
  readonly #marks = new Map<string, number>();

  constructor(options: StreamIntakeOptions) {
    this.#options = options;
  }

  line(run: Run, line: JournalLine): boolean | Promise<boolean> {
    const parsed = parse(line.text);
    this.#begin(run, parsed?.session_id);
    if (!parsed) return this.#skip(run, line, 'not_json');
    return parsed.type === 'result' && this.#hasTranscript(run)
      ? this.#takeAfterTranscript(run, line, parsed)
      : this.#take(run, line, parsed);
  }

  takenUpTo(runId: string): number {
    return this.#marks.get(runId) ?? this.#options.reader.checkpoint(journalOf(runId))?.offset ?? 0;
  }

  /** The run is over: its state is no longer needed. */
  forget({ runId }: Run): void {
    const sessionId = this.#states.get(runId)?.sessionId;
    if (sessionId !== undefined) this.#options.live.clear(sessionId);
    this.#states.delete(runId);
    this.#marks.delete(runId);
  }

  /** By then the transcript holds the whole turn, and the log shows which prompt the result belongs to. */
  async #takeAfterTranscript(run: Run, line: JournalLine, parsed: StreamLine): Promise<boolean> {
    const { sessionId } = this.#stateOf(run);
    try {
      await this.#options.readTranscript(sessionId);
    } catch (error) {
      this.#options.output.warn(`Failed to read the transcript of ${sessionId} at the end of a turn`, error);
    }
    return this.#take(run, line, parsed);
  }

  #take(run: Run, line: JournalLine, parsed: StreamLine): boolean {
    const { live, output } = this.#options;
    let reading: ReturnType<typeof readStreamLine>;
    try {
      reading = readStreamLine(parsed, this.#contextOf(run, line), this.#stateOf(run));
    } catch (error) {
      output.warn(`Failed to interpret a line of session ${this.#stateOf(run).sessionId}`, error);
      return this.#skip(run, line, 'unreadable');
    }
    const { flagInteraction } = this.#options;
    const batches = flagInteraction
      ? reading.batches.map(({ sessionId, drafts }) => ({
          sessionId,
          drafts: flagOpening(drafts, sessionId, flagInteraction),
        }))
      : reading.batches;
    if (!this.#append(run, line, batches, reading.state)) return false;
    this.#states.set(run.runId, reading.state);
    if (reading.live) live.add(reading.live);
    if (reading.isQuiet) live.clear(reading.state.sessionId);
    return true;
  }

  #append(run: Run, { end }: JournalLine, batches: readonly Batch[], state: StreamState): boolean {
    const isDue = batches.length > 0 || end - this.takenUpTo(run.runId) > UNMARKED_BYTES;
    if (!isDue) return true;
    // Unfinished parts are read again from their start: a block of text, a compaction whose summary is
    // missing.
    const isBegun = state.block !== undefined || state.boundary !== undefined;
    const mark: Checkpoint[] = isBegun
      ? []
      : [{ path: journalOf(run.runId), sessionId: state.sessionId, inode: 0, offset: end, head: '' }];
    if (batches.length === 0 && mark.length === 0) return true;
    try {
      this.#options.log.append(batches, mark);
    } catch (error) {
      this.#options.output.warn(
        `Failed to record the output of session ${state.sessionId}; trying again`,
        error,
      );
      return false;
    }
    if (mark.length > 0) this.#marks.set(run.runId, end);
    return true;
  }

  #skip(run: Run, line: JournalLine, reason: Draft<'row_skipped'>['reason']): boolean {
    const state = this.#stateOf(run);
    const bytes = Buffer.byteLength(line.text);
    const offset = line.end - bytes - 1;
    const skipped: Draft = {
      type: 'row_skipped',
      source: 'stream',
      at: line.at,
      key: `skipped:${run.runId}:${line.end}`,
      offset,
      bytes,
      reason,
    };
    return this.#append(run, line, [{ sessionId: state.sessionId, drafts: [skipped] }], state);
  }

  #hasTranscript(run: Run): boolean {
    return this.#options.reader.session(this.#stateOf(run).sessionId)?.persists !== false;
  }

  #stateOf({ runId, sessionId }: Run): StreamState {
    return this.#states.get(runId) ?? { sessionId };
  }

  /** The driver may have read ahead: its run may serve another session now than when the line was written. */
  #begin({ runId, sessionId }: Run, named: unknown): void {
    if (this.#states.has(runId)) return;
    const marked = this.#options.reader.checkpoint(journalOf(runId))?.sessionId;
    this.#states.set(runId, { sessionId: marked ?? (typeof named === 'string' ? named : sessionId) });
  }

  #contextOf({ pid, startMark }: Run, { at, end }: JournalLine): StreamContext {
    const { log, reader } = this.#options;
    return {
      at,
      position: end,
      pid,
      startMark,
      session: (sessionId) => reader.session(sessionId),
      prompt: (sessionId, messageId) => {
        const event = log.find(sessionId, `prompt:${messageId}`);
        return event?.type === 'prompt_submitted'
          ? { promptId: event.prompt_id, position: event.position }
          : undefined;
      },
      lastPrompt: (sessionId) => findLastPrompt(reader, sessionId, at),
    };
  }
}

function journalOf(runId: string): string {
  return `journal:${runId}`;
}

/** If a journal is read late, later prompts may already be in the log. */
function findLastPrompt(reader: LogReader, sessionId: string, at: number): KnownPrompt | undefined {
  for (let before: number | undefined; ; ) {
    const page = reader.items({ sessionId, ...PAGE, ...(before !== undefined && { before }) });
    for (const item of page.items.toReversed()) {
      if (item.kind !== 'prompt' || Date.parse(item.at) > at) continue;
      return { promptId: item.prompt_id, position: item.position };
    }
    if (page.olderBefore === undefined) return undefined;
    before = page.olderBefore;
  }
}

function parse(text: string): StreamLine | undefined {
  try {
    const parsed = parseJson(text);
    const isLine = typeof parsed === 'object' && parsed !== null && 'type' in parsed;
    return isLine && typeof parsed.type === 'string' ? (parsed as StreamLine) : undefined;
  } catch {
    return undefined;
  }
}
