/**
 * A session as a program controls it: receives events, answers requests, sends prompts, waits for the result.
 */

import { randomId } from '../core/random-id.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ContentBlock, MessageAnswer, MessageWhen } from '../protocol/messages.ts';
import type { Session } from '../protocol/session.ts';
import { type AnswerHandlers, answerByProgram, hasHandlers, splitHandlers } from './answer-by-program.ts';
import type { AnswerBody, AnswerOptions, QuestionAnswers } from './answer-calls.ts';
import type { Client } from './client.ts';
import { type LiveSession, watchSession } from './live-session.ts';
import { retryUntilReached } from './retry-until-reached.ts';
import { NewsFeed, type NewsListener, type SessionNews } from './session-news.ts';
import { isLogEvent } from './stream-message.ts';
import type { TurnResult } from './wait-for-turn.ts';

/** Text, or blocks of the Messages API for other content. */
export type Prompt = string | readonly ContentBlock[];

/** The result of a prompt, as `finished()` and `ask()` return it. */
export type RunResult = TurnResult;

/** Options of calls that wait. */
export interface Waiting {
  /** Ends the wait; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `send`. */
export interface SendOptions extends Waiting {
  /** `queue` (the default), `steer` or `now`. */
  readonly when?: MessageWhen | undefined;
}

/** Options of a `SessionHandle`. */
export interface HandleOptions {
  /** The functions that answer requests. */
  readonly handlers?: AnswerHandlers;
  /** Ends all listening and answering. The session continues. */
  readonly signal?: AbortSignal | undefined;
}

/** A prompt on its way: resolves to a seq of the session from before the prompt. */
interface SentPrompt {
  readonly messageId: string;
  readonly since: Promise<number>;
}

/** One session, as `run` and `open` return it. */
export class SessionHandle {
  /** The id of the session. */
  readonly id: string;
  readonly #client: Client;
  readonly #left = new AbortController();
  readonly #signal: AbortSignal;
  readonly #since: number;
  readonly #news: NewsFeed;
  readonly #failed: Promise<never>;
  /** Ends waits for results: only if the program leaves the session, not if it stops it. */
  readonly #closed = new AbortController();
  readonly #waiting: AbortSignal;
  #prompt: SentPrompt | undefined;

  /** Programs get handles from `run` and `open`. */
  constructor(client: Client, session: Pick<Session, 'session_id' | 'seq'>, options: HandleOptions = {}) {
    const { signal } = options;
    const { handlers } = splitHandlers(options.handlers ?? {});
    this.id = session.session_id;
    this.#client = client;
    this.#since = session.seq;
    this.#signal = signal ? AbortSignal.any([signal, this.#left.signal]) : this.#left.signal;
    this.#waiting = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal;
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

  /**
   * Sends the next prompt and returns its `message_id`. From the call on, `finished()` refers to this prompt,
   * even if the program does not wait for `send`. If `send` throws, it refers to the one before.
   */
  send(prompt: Prompt, { when, signal }: SendOptions = {}): Promise<MessageAnswer> {
    const message = {
      ...(typeof prompt === 'string' ? { text: prompt } : { content: [...prompt] }),
      ...(when && { when }),
      message_id: randomId(),
    };
    const before = this.#prompt;
    const look = retryUntilReached(() => this.#client.get(this.id, { limit: 0, signal }), { signal });
    const sending = look.then(() => retryUntilReached(() => this.#client.send(this.id, message), { signal }));
    const sent = {
      messageId: message.message_id,
      since: sending.then(async () => (await look).seq),
    };
    this.#prompt = sent;
    sent.since.catch(() => {
      if (this.#prompt === sent) this.#prompt = before;
    });
    return sending;
  }

  /**
   * The result of the newest prompt: its `outcome`, even if that is `failed`. After `stop()` it is the
   * result of the turn that was stopped. Throws if the hub refuses or one of the program's own functions
   * threw, and the signal's reason when it fires.
   */
  async finished({ signal }: Waiting = {}): Promise<RunResult> {
    const prompt = this.#prompt;
    if (!prompt) throw new Error('No prompt was sent to this session yet. Call send() first.');
    const waiting = { signal: signal ? AbortSignal.any([signal, this.#waiting]) : this.#waiting };
    const since = await prompt.since;
    const over = this.#client.waitForTurn(this.id, prompt.messageId, { since, ...waiting });
    return Promise.race([over, this.#failed]);
  }

  /** Answers a question by its tool call: an option, several, or a custom answer, by the question's text. */
  answerQuestion(toolUseId: string, answers: QuestionAnswers, options?: AnswerOptions): Promise<Interaction> {
    return this.#client.answerQuestion(this.id, toolUseId, answers, options);
  }

  /** Another name for `answerQuestion`. */
  submitAnswer(toolUseId: string, answers: QuestionAnswers, options?: AnswerOptions): Promise<Interaction> {
    return this.answerQuestion(toolUseId, answers, options);
  }

  /** Answers any request. Throws `interaction_closed` if someone else was first. */
  answer(interactionId: string, body: AnswerBody, options?: AnswerOptions): Promise<Interaction> {
    return this.#client.answer(interactionId, body, options);
  }

  /** Interrupts the turn, as Esc does; the session continues. */
  interrupt(): Promise<Session> {
    return this.#client.interrupt(this.id);
  }

  /** Ends the run and keeps all history. A pending `finished()` returns how the turn ended. */
  async stop(): Promise<Session> {
    this.#left.abort();
    return this.#client.stopSession(this.id);
  }

  /** Ends listening, answering and waiting. The session continues. */
  close(): void {
    this.#left.abort();
    this.#closed.abort();
  }
}
