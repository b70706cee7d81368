/**
 * Events of a session for listeners: `on('assistant_text', …)`. One stream serves all listeners. It starts
 * where the program opened the session, so the first listeners miss nothing, whenever they are added; later
 * ones receive what is new.
 */
import type { InteractiveAnswerNews, InteractiveQuestionNews } from '../protocol/api.ts';
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import type { Client } from './client.ts';
import { isLogEvent, isTextDelta, type StreamMessage } from './stream-message.ts';
import type { ConnectionState } from './subscribe.ts';

/** The event names, and what a listener receives. */
export type SessionNews = { readonly [Type in EventType]: ReinsEvent<Type> } & {
  /** Every event, including types that this version does not know. */
  readonly event: ReinsEvent;
  /** Text while it is being written. */
  readonly text: TextDelta;
  /** Claude asks questions. */
  readonly interactive_question: InteractiveQuestionNews;
  /** A question was answered or withdrawn. */
  readonly interactive_question_answered: InteractiveAnswerNews;
  /** The stream was opened, or was lost and will be retried. */
  readonly connection: ConnectionState;
};

/** A function that receives events of one name. */
export type NewsListener<Name extends keyof SessionNews> = (news: SessionNews[Name]) => void;

export interface NewsOptions {
  readonly sessionId: string;
  readonly since: number;
  readonly signal: AbortSignal;
  /** Called if the hub refuses permanently: there will be no more events. */
  readonly onFailure: (error: unknown) => void;
}

export class NewsFeed {
  readonly #client: Client;
  readonly #options: NewsOptions;
  readonly #listeners = new Map<string, Set<(news: never) => void>>();
  #isRunning = false;

  constructor(client: Client, options: NewsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Calls back for every such event, until the returned function is called. */
  on<Name extends keyof SessionNews>(name: Name, listener: NewsListener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    if (!this.#isRunning) {
      this.#isRunning = true;
      // Listeners added in the same tick receive the same events.
      queueMicrotask(() => void this.#run());
    }
    return () => listeners.delete(listener);
  }

  async #run(): Promise<void> {
    const { onFailure, ...from } = this.#options;
    try {
      const onConnection = (state: ConnectionState) => this.#report('connection', state);
      for await (const message of this.#client.subscribe({ ...from, questions: true, onConnection })) {
        this.#pass(message);
      }
    } catch (error) {
      onFailure(error);
    }
  }

  #pass(message: StreamMessage): void {
    this.#report(isTextDelta(message) ? 'text' : message.type, message.event);
    if (isLogEvent(message)) this.#report('event', message.event);
  }

  #report(name: string, news: unknown): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(news as never);
  }
}
