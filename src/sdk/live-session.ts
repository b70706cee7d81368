/**
 * A live session: its current view, and a callback whenever it changes.
 *
 * How: the response of `GET /sessions/:id` is the base, with the id of the last event it contains. The stream
 * continues from there; the shared reducers apply each event to the base immediately, so the conversation
 * updates without a round trip. Values that only the hub can compute (status, files, usage) are loaded again
 * soon after, once for any number of events, and without the conversation, which would be a megabyte per
 * second of known data. The conversation itself is loaded again after the end of a turn: by then Claude Code
 * has written its final order. So the view does not drift: it is the hub's response plus newer events. The
 * alternative, reducing a session from its first event, would download up to 50 MB to show one screen.
 */
import type { SessionAnswer } from '../protocol/api.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { SessionView } from '../protocol/session.ts';
import { backOff, pause } from './backoff.ts';
import type { Client } from './client.ts';
import { Conversation } from './conversation.ts';
import { untilAnswered } from './retry-until-reached.ts';
import { isLogEvent, isTextDelta } from './stream-message.ts';
import { StreamingText } from './streaming-text.ts';
import type { ConnectionState, SubscribeOptions } from './subscribe.ts';

/** Options of `watchSession`. */
export interface WatchOptions extends Pick<SubscribeOptions, 'backoff' | 'silenceMs'> {
  /** Ends the updates. */
  readonly signal: AbortSignal;
  /** The minimum time between two loads of the base. */
  readonly refreshMs?: number;
}

const REFRESH_MS = 300;
/** A turn may take hours: after this many events the conversation is loaded without waiting for its end. */
const MOST_NEWER = 300;

/** Called after a change. */
type Listener = () => void;

/**
 * Throws `session_not_found` and other errors from the first request; later errors show in `connection` and
 * `failure`.
 */
export async function watchSession(
  client: Client,
  sessionId: string,
  options: WatchOptions,
): Promise<LiveSession> {
  const first = await client.get(sessionId, { signal: options.signal });
  return new LiveSession(client, first, options, sessionId);
}

/** The view of a session, kept up to date. */
export class LiveSession {
  readonly #client: Client;
  readonly #address: string;
  readonly #options: WatchOptions;
  readonly #conversation = new Conversation();
  readonly #writing: StreamingText;
  readonly #listeners = new Set<Listener>();
  #base: SessionAnswer;
  #view: SessionView | undefined;
  #connection: ConnectionState = { state: 'open' };
  #failure: unknown;
  #isRefreshing = false;
  #isStale = false;
  /** The next load includes the conversation. */
  #isWhole = false;

  /** Follows the session until the signal fires. */
  constructor(
    client: Client,
    first: SessionAnswer,
    options: WatchOptions,
    /** Its id, or `ID@HOST` in a fleet in which several hosts know the id. */
    address = first.session_id,
  ) {
    this.#client = client;
    this.#address = address;
    this.#options = options;
    this.#base = first;
    this.#writing = new StreamingText(first);
    this.#conversation.rebase(first, first.seq);
    void this.#follow();
  }

  /** The current view of the session; a new object after each change. Its `session_id` is the address that was opened. */
  get view(): SessionView {
    this.#view ??= this.#compose();
    return this.#view;
  }

  /** Whether the view is live. */
  get connection(): ConnectionState {
    return this.#connection;
  }

  /** Set if the hub refused permanently (token revoked, session deleted): the view no longer changes. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the page before the oldest turn; false if there is none. */
  async loadOlder(): Promise<boolean> {
    const before = this.#conversation.olderBefore;
    if (before === undefined) return false;
    const page = await this.#client.turns(this.#address, { before });
    // Another call, or a new history, may have come in between.
    if (this.#conversation.olderBefore !== before) return true;
    this.#conversation.prepend(page);
    this.#changed();
    return true;
  }

  /**
   * Drops all but the newest items: a session watched for days would fill the memory. `loadOlder` loads them
   * again.
   */
  forgetOlder(kept: number): void {
    this.#conversation.forgetOlder(kept);
    this.#changed();
  }

  async #follow(): Promise<void> {
    const { signal, backoff = backOff } = this.#options;
    try {
      await this.#untilRead();
      // A stream ends when its session is stopped; the session may be resumed later.
      for (let lastEventId = this.#base.last_event_id; !signal.aborted; await backoff(1, signal)) {
        lastEventId = await this.#followFrom(lastEventId);
      }
    } catch (error) {
      this.#failure = error;
      this.#notify();
    }
  }

  /** Resolves with the position to continue from when the hub has ended the stream. */
  async #followFrom(lastEventId: string): Promise<string> {
    const { signal, backoff, silenceMs } = this.#options;
    let last = lastEventId;
    const messages = this.#client.subscribe({
      sessionId: this.#address,
      lastEventId,
      signal,
      ...(backoff && { backoff }),
      ...(silenceMs !== undefined && { silenceMs }),
      onConnection: (state) => {
        this.#connection = state;
        this.#notify();
      },
    });
    for await (const message of messages) {
      last = message.id ?? last;
      if (isTextDelta(message)) {
        if (this.#writing.add(message.event)) this.#changed();
        continue;
      }
      if (isLogEvent(message)) {
        this.#conversation.add(message.event);
        this.#writing.settle(message.event);
        this.#isWhole ||= isEndOfTurn(message.event) || this.#conversation.newer > MOST_NEWER;
      } else if (message.type === 'reset') {
        this.#conversation.declareVoid();
        this.#writing.clear();
        this.#isWhole = true;
      }
      this.#changed();
      this.#refresh();
    }
    return last;
  }

  /**
   * While the hub reads a long transcript, each old fact in it would arrive as an event: the view is loaded
   * instead.
   */
  async #untilRead(): Promise<void> {
    for (let isRefused = false; this.#base.reading && !isRefused && !this.#options.signal.aborted; ) {
      this.#isStale = true;
      this.#isWhole = true;
      isRefused = !(await this.#refreshWhileStale());
    }
  }

  /** Loads the base again: one request at a time, and one more if something happened meanwhile. */
  #refresh(): void {
    this.#isStale = true;
    if (!this.#isRefreshing) void this.#refreshWhileStale();
  }

  /** Resolves with false if the hub refuses. */
  async #refreshWhileStale(): Promise<boolean> {
    const { signal, refreshMs = REFRESH_MS, backoff } = this.#options;
    this.#isRefreshing = true;
    try {
      while (this.#isStale && !signal.aborted) {
        await untilAnswered(() => this.#look(), { signal, backoff });
        await pause(refreshMs, signal);
      }
      return true;
    } catch {
      // A refusal also ends the stream, which reports the reason.
      return false;
    } finally {
      this.#isRefreshing = false;
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#options;
    const isWhole = this.#isWhole;
    this.#isStale = false;
    this.#isWhole = false;
    try {
      this.#base = await this.#client.get(this.#address, { signal, ...(!isWhole && { limit: 0 }) });
    } catch (error) {
      this.#isStale = true;
      this.#isWhole ||= isWhole;
      throw error;
    }
    if (isWhole) this.#conversation.rebase(this.#base, this.#base.seq);
    this.#changed();
  }

  #compose(): SessionView {
    const {
      older_before: _,
      last_event_id: __,
      streaming_text: ___,
      streaming_item: ____,
      ...details
    } = this.#base;
    const { olderBefore } = this.#conversation;
    return {
      ...details,
      // Calls about the view must reach the same host.
      session_id: this.#address,
      turns: this.#conversation.turns() as SessionView['turns'],
      ...this.#writing.shown,
      ...(olderBefore !== undefined && { older_before: olderBefore }),
    };
  }

  #changed(): void {
    this.#view = undefined;
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function isEndOfTurn({ type, agent_id }: ReinsEvent): boolean {
  return (type === 'turn_finished' || type === 'turn_timed') && agent_id === undefined;
}
