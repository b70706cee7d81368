/** One subscription of a socket: its position, and the messages that its reader has not consumed yet. */
import type { EventType } from '../protocol/events.ts';
import type { ServerFrame } from '../protocol/socket.ts';
import { ResumePoint } from './resume-point.ts';
import type { StreamMessage } from './stream-message.ts';
import type { SubscribeOptions } from './subscribe.ts';

type OwnFrame = Extract<ServerFrame, { subscription: unknown }>;
/** The options of a subscription over a socket. */
export interface SocketWish
  extends Pick<SubscribeOptions, 'sessionId' | 'since' | 'lastEventId' | 'live' | 'signal' | 'onConnection'> {
  /** Only events of these types. */
  readonly types?: readonly EventType[];
}

export class SocketSubscription {
  readonly options: SocketWish;
  readonly #id: number;
  readonly #point: ResumePoint;
  readonly #waiting: StreamMessage[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;
  #failure: unknown;
  /** Since the hub last accepted the subscription. */
  #failures = 0;

  constructor(id: number, options: SocketWish) {
    this.#id = id;
    this.options = options;
    this.#point = new ResumePoint(options.lastEventId);
  }

  /** The request for the hub, from the current position. */
  frame(): object {
    const { sessionId, since, live, types } = this.options;
    return {
      id: this.#id,
      type: 'subscribe',
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(this.#point.id !== undefined && { last_event_id: this.#point.id }),
      ...(this.#point.id === undefined && since !== undefined && { since }),
      ...(live !== undefined && { live }),
      ...(types && { types }),
    };
  }

  /**
   * The hub has reported its position; otherwise a connection lost before the first event would leave a gap.
   */
  begin(id: string): void {
    this.#failures = 0;
    if (this.#point.id === undefined) this.#point.moveTo(id);
    this.options.onConnection?.({ state: 'open' });
  }

  /** The hub failed to start the subscription, and will be asked again. Returns how often in a row. */
  countFailure(error: unknown): number {
    this.#failures += 1;
    this.options.onConnection?.({ state: 'lost', failures: this.#failures, error });
    return this.#failures;
  }

  take(frame: OwnFrame): void {
    switch (frame.type) {
      case 'event':
        this.#report(frame.id, String(frame.event['type']), frame.event);
        break;
      case 'live':
        this.#report(undefined, frame.delta.type, frame.delta);
        break;
      case 'reset':
        this.#point.declareVoid();
        this.#report(undefined, 'reset', { reason: frame.reason });
        break;
      case 'snapshot':
        this.#report(frame.id, 'snapshot', frame.snapshot);
        break;
      case 'end':
        this.end();
    }
  }

  /** Hosts changed, or prompts that wait for them: a reader of one session may have to load it again. */
  reportHosts(): void {
    if (this.options.sessionId !== undefined) this.#report(undefined, 'hosts_changed', {});
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure = error;
    this.#wake?.();
  }

  /** Received messages are yielded before an end or a failure. */
  async *messages(): AsyncGenerator<StreamMessage> {
    const { signal } = this.options;
    const end = () => this.end();
    signal.addEventListener('abort', end, { once: true });
    try {
      while (!signal.aborted) {
        const message = this.#waiting.shift();
        if (message) yield message;
        else if (this.#failure !== undefined) throw this.#failure;
        else if (this.#isOver) return;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  #report(id: string | undefined, type: string, event: unknown): void {
    if (!this.#point.take(id, type)) return;
    const message = { ...(id !== undefined && { id }), type, event, data: '' };
    this.#waiting.push(message as StreamMessage);
    this.#wake?.();
  }
}
