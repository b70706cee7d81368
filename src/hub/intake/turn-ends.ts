/**
 * Logs the end of a turn after its text, with the id of its turn. The Stop hook arrives up to a fifth of a
 * second before the last text is in the transcript (seen in 2.1.325), and later on a busy machine. A reader
 * of the view must find that text there when the turn has ended.
 */
import type { Draft } from '../../core/draft.ts';
import { turnNamed } from '../../core/prompt-names.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { turnInLog } from '../turn-in-log.ts';

const LOOK_MS = 25;
const LONGEST_LOOK_MS = 500;
const PATIENCE_MS = 10_000;

export interface TurnEndsOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
}

export class TurnEnds {
  readonly #options: TurnEndsOptions;

  constructor(options: TurnEndsOptions) {
    this.#options = options;
  }

  /** Logs the ends once the prompt and the last text are known, or after a timeout. */
  async logAfterText(sessionId: string, words: string | undefined, ends: readonly Draft[]): Promise<void> {
    const { log, reader, output, readTranscript } = this.#options;
    const deadline = performance.now() + PATIENCE_MS;
    const named = () => ends.map((end) => byTurn(end, reader.session(sessionId)));
    try {
      for (let looks = 1; ; looks++) {
        await readTranscript(sessionId);
        const isWhole = named().every((end) => end !== undefined && hasWords(reader, sessionId, end, words));
        if (isWhole || performance.now() >= deadline) break;
        await new Promise((resolve) =>
          setTimeout(resolve, Math.min(LONGEST_LOOK_MS, LOOK_MS * looks)).unref(),
        );
      }
      log.append([{ sessionId, drafts: named().map((end, index) => end ?? (ends[index] as Draft)) }]);
    } catch (error) {
      // The transcript reports the end of the turn as well.
      output.warn(`Failed to record the end of a turn of session ${sessionId}`, error);
    }
  }
}

/** Text of an earlier turn, which may be the same, does not count. */
function hasWords(reader: LogReader, sessionId: string, end: Draft, words: string | undefined): boolean {
  if (words === undefined || end.type !== 'turn_finished') return true;
  const turn = turnInLog(reader, sessionId, end.prompt_id);
  if (turn?.outcome !== undefined) return true;
  return turn?.items.some((item) => item.kind === 'text' && item.text.trim() === words.trim()) ?? false;
}

/**
 * The end with the id of its turn instead of the hooks' name for its prompt. Undefined while that is unknown.
 */
function byTurn(end: Draft, session: SessionState | undefined): Draft | undefined {
  if (end.type !== 'turn_finished') return end;
  const prompt_id = turnNamed(session?.prompt_names, end.prompt_id);
  return prompt_id === undefined
    ? undefined
    : { ...end, prompt_id, key: `end:${prompt_id}`, item: `end:${prompt_id}` };
}
