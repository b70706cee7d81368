/**
 * The hub for programs: all calls of the client, and `run`, `ask` and `open` for whole tasks. Everything
 * started here is started once, even across a lost connection or a restart of the hub.
 */

import { randomId } from '../core/random-id.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { NewSessionInput } from '../protocol/steering.ts';
import type { AnswerHandlers } from './answer-by-program.ts';
import { type Client, createClient } from './client.ts';
import type { HubAddress } from './hub-request.ts';
import { retryUntilReached } from './retry-until-reached.ts';
import { type Prompt, type RunResult, SessionHandle } from './session-handle.ts';
import { stopAfterAnswer } from './stop-after-answer.ts';

/** The fields of `POST /api/sessions` under their own names, and options of the program. */
export interface RunOptions extends Omit<NewSessionInput, 'prompt' | 'append_system_prompt'>, AnswerHandlers {
  readonly prompt: Prompt;
  /** Added to Claude Code's own system prompt. */
  readonly instructions?: string | undefined;
  /** Ends listening, answering and waiting. The session continues. */
  readonly signal?: AbortSignal | undefined;
}

/** As for `run`. With `session_id` and `resume` an ended session is asked; otherwise a new one. */
export type AskOptions = Omit<RunOptions, 'prompt' | 'resume' | 'continue' | 'session_id'> &
  (
    | { readonly session_id?: undefined; readonly resume?: undefined }
    | { readonly session_id: string; readonly resume: true }
  );

export interface OpenOptions extends AnswerHandlers {
  readonly signal?: AbortSignal | undefined;
}

export interface Reins extends Client {
  /** Starts a session with a prompt. */
  run(options: RunOptions): Promise<SessionHandle>;
  /**
   * Asks in a new session, or in an ended one that is resumed for it, waits for the answer and ends the run;
   * its history is kept. A resumed session continues if someone else prompts it meanwhile. Throws
   * `session_live` for a session that has not ended, `turn_failed`, with the result in `details`, if there is
   * no answer, and the signal's reason when it fires.
   */
  ask(prompt: Prompt, options?: AskOptions): Promise<RunResult>;
  /** Opens an existing session, no matter who started it. */
  open(sessionId: string, options?: OpenOptions): Promise<SessionHandle>;
}

export function createReins(address: HubAddress): Reins {
  const client = createClient(address);
  const run = async (
    { prompt, instructions, signal, ...options }: RunOptions,
    onBegun: () => void = () => {},
  ): Promise<SessionHandle> => {
    const { onPermission, onInteractiveQuestion, onPlan, onForm, ...wanted } = options;
    const handlers = { onPermission, onInteractiveQuestion, onPlan, onForm };
    const body = {
      ...wanted,
      // A known id makes a repeated request idempotent. Only the hub knows which session `continue` means.
      ...(!wanted.continue && { session_id: wanted.session_id ?? randomId() }),
      ...(instructions !== undefined && { append_system_prompt: instructions }),
    };
    const create = () => client.createSession(body);
    const session = await (wanted.continue ? create() : retryUntilReached(create, { signal }));
    onBegun();
    const handle = new SessionHandle(client, session, { handlers, signal });
    await handle.send(prompt, { signal }).catch((error: unknown) => {
      handle.close();
      throw error;
    });
    return handle;
  };

  return {
    ...client,
    run: (options) => run(options),
    async ask(prompt, options = {}) {
      // The id is known from the start, so the session is ended even if the prompt did not reach it.
      const { session_id = randomId(), resume = false } = options;
      let handle: SessionHandle | undefined;
      let result: RunResult | undefined;
      let isBegun = !resume;
      try {
        handle = await run({ ...options, session_id, prompt }, () => {
          isBegun = true;
        });
        result = await handle.finished();
        if (result.outcome === 'completed') return result;
        const why = result.error?.message ?? `The turn was ${result.outcome}.`;
        throw new ReinsError('turn_failed', why, { result });
      } finally {
        // It was started for this answer only; without a hub there is no way to end it.
        handle?.close();
        const stop = () =>
          resume && result
            ? stopAfterAnswer(client, session_id, result.message_id)
            : client.stopSession(session_id);
        // A session that could not be resumed belongs to someone else.
        if (isBegun) await stop().catch(() => {});
      }
    },
    async open(sessionId, { signal, ...handlers } = {}) {
      const session = await client.get(sessionId, signal && { signal });
      return new SessionHandle(client, session, { handlers, signal });
    },
  };
}
