/**
 * Puts the end of a turn after its words, and under the id of its turn. The Stop hook comes up to a fifth of a second before
 * the last words are in the transcript (seen in 2.1.325), and later still on a busy machine; whoever reads the view when a
 * turn has ended must find them there.
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
  /** Makes sure that the log holds everything the session's transcript holds by now. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
}

export class TurnEnds {
  readonly #options: TurnEndsOptions;

  constructor(options: TurnEndsOptions) {
    this.#options = options;
  }

  /** Logs the ends once the prompt and the last words are known, or after a while without them. */
  async tellAfter(sessionId: string, words: string | undefined, ends: readonly Draft[]): Promise<void> {
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
      // The transcript tells the end of the turn as well.
      output.warn(`Failed to record the end of a turn of session ${sessionId}`, error);
    }
  }
}

/** Words of an earlier turn, which may have been the same, do not count. */
function hasWords(reader: LogReader, sessionId: string, end: Draft, words: string | undefined): boolean {
  if (words === undefined || end.type !== 'turn_finished') return true;
  const turn = turnInLog(reader, sessionId, end.prompt_id);
  if (turn?.outcome !== undefined) return true;
  return turn?.items.some((item) => item.kind === 'text' && item.text.trim() === words.trim()) ?? false;
}

/** The end under the id of its turn instead of the name that hooks have for its prompt; undefined while that is unknown. */
function byTurn(end: Draft, session: SessionState | undefined): Draft | undefined {
  if (end.type !== 'turn_finished') return end;
  const prompt_id = turnNamed(session?.prompt_names, end.prompt_id);
  return prompt_id === undefined
    ? undefined
    : { ...end, prompt_id, key: `end:${prompt_id}`, item: `end:${prompt_id}` };
}
