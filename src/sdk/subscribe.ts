/**
 * A subscription that outlives connections: history from where the reader left off, then live, for as long as
 * the reader wants. It reconnects automatically with the id of the last message it yielded, so it never
 * skips; repeated messages are dropped, so it never repeats. A slow reader slows down the stream; nothing
 * piles up here.
 */
import { type Backoff, backOff } from './backoff.ts';
import type { SendToHub } from './hub-request.ts';
import { ResumePoint } from './resume-point.ts';
import { isRefusal } from './retry-until-reached.ts';
import { type SseMessage, SseParser } from './sse-parser.ts';
import { type StreamMessage, toStreamMessage } from './stream-message.ts';

/** What to subscribe to. */
export interface SubscribeOptions {
  /** One session; all of them when absent. */
  readonly sessionId?: string;
  /** Start after this seq, or with events from now on. */
  readonly since?: number | 'now';
  /** Start after the message with this id; takes precedence over `since`. */
  readonly lastEventId?: string;
  /** Hooks as Claude Code sent them, instead of events. */
  readonly raw?: 'hook';
  /** Also questions in the form `{toolUseId, questions}`. */
  readonly questions?: boolean;
  /** Text while it is being written; by default only for a single session. */
  readonly live?: boolean;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Called when the stream opens, and when it is lost and will be retried. */
  readonly onConnection?: (state: ConnectionState) => void;
  /** The pauses between attempts; for tests. */
  readonly backoff?: Backoff;
  /** The hub sends heartbeats every 15 s: without a byte for this long the connection is dead. */
  readonly silenceMs?: number;
}

/** Whether a stream is open. */
export type ConnectionState =
  | {
      /** Events arrive. */
      readonly state: 'open';
    }
  | {
      /** It is being retried. */
      readonly state: 'lost';
      /** How many attempts have failed in a row. */
      readonly failures: number;
      /** Why the last one failed. */
      readonly error: unknown;
    };

const SILENCE_MS = 45_000;
/** The HTML standard's signal for a reader of a stream not to reconnect. */
const NO_CONTENT = 204;

/**
 * Ends when the signal fires or the hub has nothing more to send. Throws if the hub refuses permanently: no
 * such session, no valid token, an invalid request. Everything else is a lost connection and is retried
 * forever.
 */
export async function* subscribe(send: SendToHub, options: SubscribeOptions): AsyncGenerator<StreamMessage> {
  const { signal, onConnection, backoff = backOff } = options;
  const point = new ResumePoint(options.lastEventId);
  for (let failures = 0; !signal.aborted; ) {
    let error: unknown;
    try {
      for await (const message of readOnce(send, options, point)) {
        if (message === 'opened') {
          onConnection?.({ state: 'open' });
          continue;
        }
        failures = 0;
        if (message.event === 'reset') point.declareVoid();
        if (isResumeIdOnly(message)) point.moveTo(message.id);
        else if (point.take(message.id, message.event)) yield toStreamMessage(message);
        if (signal.aborted) return;
      }
    } catch (caught) {
      error = caught;
    }
    if (signal.aborted || error === NO_MORE) return;
    if (isRefusal(error)) throw error;
    failures++;
    onConnection?.({ state: 'lost', failures, error });
    await backoff(failures, signal);
  }
}

const NO_MORE = Symbol('no more');

/** One connection, from its opening until it breaks. */
async function* readOnce(
  send: SendToHub,
  { sessionId, since, raw, questions, live, signal, silenceMs = SILENCE_MS }: SubscribeOptions,
  point: ResumePoint,
): AsyncGenerator<SseMessage | 'opened'> {
  const watchdog = new Watchdog(signal, silenceMs);
  try {
    const request = {
      query: { since: point.id === undefined ? since : undefined, raw, questions, live },
      headers: {
        accept: 'text/event-stream',
        ...(point.id !== undefined && { 'last-event-id': point.id }),
      },
      signal: watchdog.signal,
    };
    const response = await watchdog.guard(
      sessionId === undefined
        ? send('GET /api/events', request)
        : send('GET /api/sessions/:id/events', { ...request, params: { id: sessionId } }),
    );
    if (response.status === NO_CONTENT) throw NO_MORE;
    if (!response.body) return;
    yield 'opened';
    const parser = new SseParser();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await watchdog.guard(reader.read());
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    watchdog.end();
  }
}

/** Ends a connection when the reader leaves, or when nothing has arrived for too long. */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #silenceMs: number;
  readonly #end = () => this.#controller.abort();

  constructor(outer: AbortSignal, silenceMs: number) {
    this.#outer = outer;
    this.#silenceMs = silenceMs;
    if (outer.aborted) this.#end();
    else outer.addEventListener('abort', this.#end, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for the hub, but not forever: the time a slow reader takes between two waits does not count. */
  async guard<T>(waiting: Promise<T>): Promise<T> {
    const timer = setTimeout(this.#end, this.#silenceMs);
    try {
      return await waiting;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#outer.removeEventListener('abort', this.#end);
    this.#end();
  }
}

/** The hub reports the position to resume from although nothing has happened yet. */
function isResumeIdOnly(message: SseMessage): message is SseMessage & { readonly id: string } {
  return message.id !== undefined && message.event === 'message' && !message.data;
}
