/**
 * A session kept live: its view now, and a call whenever it changed.
 *
 * How: the hub's answer to `GET /sessions/:id` is the base, with the id of the last event it contains. The stream goes on
 * from there; each event is reduced onto the base at once by the shared reducers, so the conversation moves without a
 * round trip. What only the hub can work out (status, files, usage) is fetched again soon after, once for any number of
 * events, and without the conversation, which would be a megabyte a second of what is known already. The conversation
 * itself is fetched again when a turn has ended: by then Claude Code has written down in which order things stand. So the
 * view does not drift: it is the hub's answer plus the events that are newer. The alternative, reducing a session from its
 * first event, would download up to 50 MB to show one screen.
 */
import type { SessionAnswer } from '../protocol/api.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { SessionView } from '../protocol/session.ts';
import { backOff, pause } from './backoff.ts';
import type { Client } from './client.ts';
import { Conversation } from './conversation.ts';
import { isLogEvent, isTextDelta } from './stream-message.ts';
import { StreamingText } from './streaming-text.ts';
import type { ConnectionState, SubscribeOptions } from './subscribe.ts';
import { untilAnswered } from './try-until-heard.ts';

export interface WatchOptions extends Pick<SubscribeOptions, 'backoff' | 'silenceMs'> {
  readonly signal: AbortSignal;
  /** The least time between two looks at the base. */
  readonly refreshMs?: number;
}

const REFRESH_MS = 300;
/** A turn may take hours: after so many events the conversation is fetched without waiting for its end. */
const MOST_NEWER = 300;

type Listener = () => void;

/** Throws `session_not_found` and what else a first look can meet; later troubles show in `connection` and `failure`. */
export async function watchSession(
  client: Client,
  sessionId: string,
  options: WatchOptions,
): Promise<LiveSession> {
  const first = await client.get(sessionId, { signal: options.signal });
  return new LiveSession(client, first, options);
}

export class LiveSession {
  readonly #client: Client;
  readonly #sessionId: string;
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
  /** The next look takes the conversation too. */
  #isWhole = false;

  /** Follows the session until the signal fires. */
  constructor(client: Client, first: SessionAnswer, options: WatchOptions) {
    this.#client = client;
    this.#sessionId = first.session_id;
    this.#options = options;
    this.#base = first;
    this.#writing = new StreamingText(first);
    this.#conversation.rebase(first, first.seq);
    void this.#follow();
  }

  /** What the session looks like now; a new object after each change. */
  get view(): SessionView {
    this.#view ??= this.#compose();
    return this.#view;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** Set when the hub refused for good (token revoked, session gone): the view will not change any more. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the page before the oldest turn; false when there is none. */
  async loadOlder(): Promise<boolean> {
    const before = this.#conversation.olderBefore;
    if (before === undefined) return false;
    const page = await this.#client.turns(this.#sessionId, { before });
    // Another call, or a new history, may have come in between.
    if (this.#conversation.olderBefore !== before) return true;
    this.#conversation.prepend(page);
    this.#changed();
    return true;
  }

  /** Lets go of all but the newest items: a session that is watched for days would fill the memory. `loadOlder` has them back. */
  forgetOlder(kept: number): void {
    this.#conversation.forgetOlder(kept);
    this.#changed();
  }

  async #follow(): Promise<void> {
    const { signal, backoff = backOff } = this.#options;
    try {
      await this.#untilRead();
      // A stream ends when its session is stopped; the session may be resumed, and then goes on.
      for (let lastEventId = this.#base.last_event_id; !signal.aborted; await backoff(1, signal)) {
        lastEventId = await this.#followFrom(lastEventId);
      }
    } catch (error) {
      this.#failure = error;
      this.#notify();
    }
  }

  /** Resolves with the place to go on from when the hub has ended the stream. */
  async #followFrom(lastEventId: string): Promise<string> {
    const { signal, backoff, silenceMs } = this.#options;
    let last = lastEventId;
    const messages = this.#client.subscribe({
      sessionId: this.#sessionId,
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

  /** While the hub reads a long transcript each old fact in it would come as an event: the view is asked for instead. */
  async #untilRead(): Promise<void> {
    for (let isRefused = false; this.#base.reading && !isRefused && !this.#options.signal.aborted; ) {
      this.#isStale = true;
      this.#isWhole = true;
      isRefused = !(await this.#refreshWhileStale());
    }
  }

  /** Fetches the base again: one request at a time, and one more when something came meanwhile. */
  #refresh(): void {
    this.#isStale = true;
    if (!this.#isRefreshing) void this.#refreshWhileStale();
  }

  /** Resolves with false when the hub refuses. */
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
      // A refusal ends the stream as well, which tells why.
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
      this.#base = await this.#client.get(this.#sessionId, { signal, ...(!isWhole && { limit: 0 }) });
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
