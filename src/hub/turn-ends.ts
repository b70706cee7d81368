/**
 * Puts the end of a turn after its words. The Stop hook comes up to a fifth of a second before the last words stand in the
 * transcript (seen in 2.1.325); whoever reads the view when a turn has ended must find them there.
 */
import type { Draft } from '../core/draft.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { HubLog } from './hub-log.ts';

const LOOK_MS = 25;
const PATIENCE_MS = 2000;
const NEWEST = { limit: 20, maxBytes: 4 * 1024 * 1024 };

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

  /** Logs the ends once the words are there, or after a while without them. */
  async tellAfter(sessionId: string, words: string, ends: readonly Draft[]): Promise<void> {
    const { log, output } = this.#options;
    const deadline = performance.now() + PATIENCE_MS;
    try {
      while (!(await this.#hasWords(sessionId, words)) && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      log.append([{ sessionId, drafts: ends }]);
    } catch (error) {
      // The transcript tells the end of the turn as well.
      output.warn(`The end of a turn of session ${sessionId} could not be logged`, error);
    }
  }

  async #hasWords(sessionId: string, words: string): Promise<boolean> {
    const { reader, readTranscript } = this.#options;
    await readTranscript(sessionId);
    const { items } = reader.items({ sessionId, ...NEWEST });
    return items.some((item) => item.kind === 'text' && item.text.trim() === words.trim());
  }
}
