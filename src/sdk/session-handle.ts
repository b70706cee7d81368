/**
 * A session as a program controls it: receives events, answers requests, sends prompts, waits for the result.
 */

import { randomId } from '../core/random-id.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ContentBlock, MessageWhen } from '../protocol/messages.ts';
import type { Usage } from '../protocol/primitives.ts';
import type { Session } from '../protocol/session.ts';
import { type AnswerHandlers, answerByProgram, hasHandlers } from './answer-by-program.ts';
import type { AnswerBody, AnswerOptions, QuestionAnswers } from './answer-calls.ts';
import type { Client } from './client.ts';
import { type LiveSession, watchSession } from './live-session.ts';
import { retryUntilReached } from './retry-until-reached.ts';
import { NewsFeed, type NewsListener, type SessionNews } from './session-news.ts';
import { isLogEvent } from './stream-message.ts';
import type { TurnResult } from './wait-for-turn.ts';

/** Text, or blocks of the Messages API for other content. */
export type Prompt = string | readonly ContentBlock[];

export interface RunResult extends TurnResult {
  /** Of the whole session so far. */
  readonly usage: Usage;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

export interface HandleOptions {
  readonly handlers?: AnswerHandlers;
  /** Ends all listening and answering. The session continues. */
  readonly signal?: AbortSignal | undefined;
}

export class SessionHandle {
  readonly id: string;
  readonly #client: Client;
  readonly #left = new AbortController();
  readonly #signal: AbortSignal;
  readonly #since: number;
  readonly #news: NewsFeed;
  readonly #failed: Promise<never>;
  #prompt: { readonly messageId: string; readonly since: number } | undefined;

  constructor(client: Client, session: Pick<Session, 'session_id' | 'seq'>, options: HandleOptions = {}) {
    const { handlers = {}, signal } = options;
    this.id = session.session_id;
    this.#client = client;
    this.#since = session.seq;
    this.#signal = signal ? AbortSignal.any([signal, this.#left.signal]) : this.#left.signal;
    let onFailure: (error: unknown) => void = () => {};
    this.#failed = new Promise((_, reject) => {
      onFailure = reject;
    });
    // The caller of `finished` gets the error; there may be none.
    this.#failed.catch(() => {});
    const watching = { signal: this.#signal, onFailure };
    this.#news = new NewsFeed(client, { sessionId: this.id, since: this.#since, ...watching });
    if (hasHandlers(handlers)) void answerByProgram(client, this.id, handlers, watching);
  }

  /** Calls back for every such event, until the returned function is called. */
  on<Name extends keyof SessionNews>(name: Name, listener: NewsListener<Name>): () => void {
    return this.#news.on(name, listener);
  }

  /**
   * Every event since the program opened the session, then each as it arrives; across restarts of the hub,
   * each once.
   */
  async *events({ signal }: Waiting = {}): AsyncGenerator<ReinsEvent> {
    const ended = signal ? AbortSignal.any([signal, this.#signal]) : this.#signal;
    const from = { sessionId: this.id, since: this.#since, live: false };
    for await (const message of this.#client.subscribe({ ...from, signal: ended })) {
      if (isLogEvent(message)) yield message.event;
    }
  }

  /** The view of the session, kept live until the handle is closed. */
  live(): Promise<LiveSession> {
    return watchSession(this.#client, this.id, { signal: this.#signal });
  }

  /** Sends the next prompt; `finished()` refers to this one from then on. */
  async send(
    prompt: Prompt,
    { when, signal }: { readonly when?: MessageWhen } & Waiting = {},
  ): Promise<void> {
    const message = {
      ...(typeof prompt === 'string' ? { text: prompt } : { content: [...prompt] }),
      ...(when && { when }),
      message_id: randomId(),
    };
    const { seq } = await retryUntilReached(() => this.#client.get(this.id, signal && { signal }), {
      signal,
    });
    await retryUntilReached(() => this.#client.send(this.id, message), { signal });
    this.#prompt = { messageId: message.message_id, since: seq };
  }

  /**
   * The result of the newest prompt: its `outcome`, even if that is `failed`. Throws if the hub refuses or
   * one of the program's own functions threw, and the signal's reason when it fires.
   */
  async finished({ signal }: Waiting = {}): Promise<RunResult> {
    const prompt = this.#prompt;
    if (!prompt) throw new Error('No prompt was sent to this session yet. Call send() first.');
    const waiting = { signal: signal ? AbortSignal.any([signal, this.#signal]) : this.#signal };
    const over = this.#client.waitForTurn(this.id, prompt.messageId, { since: prompt.since, ...waiting });
    const result = await Promise.race([over, this.#failed]);
    const { usage } = await retryUntilReached(() => this.#client.get(this.id, waiting), waiting);
    return { ...result, usage };
  }

  /** Answers a question by its tool call: an option, several, or a custom answer, by the question's text. */
  submitAnswer(toolUseId: string, answers: QuestionAnswers, options?: AnswerOptions): Promise<Interaction> {
    return this.#client.answerQuestion(this.id, toolUseId, answers, options);
  }

  /** Answers any request. Throws `interaction_closed` if someone else was first. */
  answer(interactionId: string, body: AnswerBody, options?: AnswerOptions): Promise<Interaction> {
    return this.#client.answer(interactionId, body, options);
  }

  /** Interrupts the turn, as Esc does; the session continues. */
  interrupt(): Promise<Session> {
    return this.#client.interrupt(this.id);
  }

  /** Ends the run and keeps all history. */
  async stop(): Promise<Session> {
    this.close();
    return this.#client.stopSession(this.id);
  }

  /** Ends listening and answering. The session continues. */
  close(): void {
    this.#left.abort();
  }
}
