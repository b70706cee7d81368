/**
 * One WebSocket for any number of subscriptions, for pages: browsers allow few plain connections to one host,
 * and all tabs share them. It reconnects automatically and resumes each subscription after its last message,
 * so none skips or repeats.
 */
import { ReinsError } from '../protocol/errors.ts';
import type { ServerFrame } from '../protocol/socket.ts';
import { type Backoff, backOff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { isRefusal } from './retry-until-reached.ts';
import { socketProtocols, socketUrl } from './socket-address.ts';
import { readFrame } from './socket-frame.ts';
import { SocketSubscription, type SocketWish } from './socket-subscription.ts';
import type { StreamMessage } from './stream-message.ts';
import type { ConnectionState } from './subscribe.ts';

/** Options of a `HubSocket`. */
export interface HubSocketOptions {
  /**
   * The hub's address: `http:` or `https:`, as for every other call. A function is called before each
   * connection.
   */
  readonly url: HubAddress['url'];
  /** A token. */
  readonly token?: string | undefined;
  /** The key of a paired device. */
  readonly deviceKey?: string | undefined;
  /** Ends the socket and every subscription. */
  readonly signal: AbortSignal;
  /** Called if the socket does not open, since a browser does not report why: throws the hub's refusal. */
  readonly probe: () => Promise<unknown>;
  /** Called when the connection opens, and when it is lost and will be retried. */
  readonly onConnection?: (state: ConnectionState) => void;
  /** Hosts of the fleet came, went or changed. */
  readonly onHostsChanged?: () => void;
  /** The hub does not accept presence from this device. */
  readonly onPresenceRefused?: (error: ReinsError) => void;
  /** The pauses between attempts; for tests. */
  readonly backoff?: Backoff | undefined;
  /** Without a frame for this long the connection is dead: a phone that slept gets no error. */
  readonly silenceMs?: number;
  /** If there is no global one. */
  readonly WebSocket?: typeof globalThis.WebSocket;
}

const SILENCE_MS = 45_000;
const PING_MS = 15_000;
/** How long a seemingly live connection has to prove it. */
const PROOF_MS = 3000;
/** The id of presence frames. */
const PRESENCE = 'presence';

/** One WebSocket for any number of subscriptions, for pages. It reconnects and resumes automatically. */
export class HubSocket {
  readonly #options: HubSocketOptions;
  readonly #subscriptions = new Map<number, SocketSubscription>();
  #socket: WebSocket | undefined;
  /** Drops the connection without waiting for the other side. */
  #drop: () => void = () => {};
  #nextId = 1;
  #receivedAt = 0;
  #framesReceived = 0;
  #retry = new AbortController();
  #failure: unknown;
  #isForeground: boolean | undefined;

  /** Connects with the first subscription. */
  constructor(options: HubSocketOptions) {
    this.#options = options;
    void this.#stayConnected();
  }

  /** Like `subscribe` of the SDK, over this socket. */
  async *subscribe(options: SocketWish): AsyncGenerator<StreamMessage> {
    const id = this.#nextId++;
    const subscription = new SocketSubscription(id, options);
    this.#subscriptions.set(id, subscription);
    try {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isOpen) this.#send(subscription.frame());
      yield* subscription.messages();
    } finally {
      this.#subscriptions.delete(id);
      if (this.#isOpen) this.#send({ id: this.#nextId++, type: 'unsubscribe', subscription: id });
    }
  }

  /** Reports to the hub whether a person is looking at this device; repeated after each reconnect. */
  setForeground(isForeground: boolean): void {
    if (this.#isForeground === isForeground) return;
    this.#isForeground = isForeground;
    if (this.#isOpen) this.#sendPresence();
  }

  /** Checks now whether the connection is alive: to be called when the page becomes visible again. */
  check(): void {
    if (!this.#isOpen) {
      this.#retry.abort();
      return;
    }
    const socket = this.#socket;
    const before = this.#framesReceived;
    this.#ping();
    setTimeout(() => {
      if (socket === this.#socket && this.#framesReceived === before) this.#drop();
    }, PROOF_MS);
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  async #stayConnected(): Promise<void> {
    const { signal, backoff = backOff, probe } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const { hasOpened } = await this.#connectOnce();
      if (signal.aborted) break;
      const error = hasOpened ? undefined : await errorOf(probe);
      if (isRefusal(error)) return this.#fail(error);
      failures = hasOpened ? 1 : failures + 1;
      this.#reportLost({ state: 'lost', failures, error });
      this.#retry = new AbortController();
      await backoff(failures, AbortSignal.any([signal, this.#retry.signal]));
    }
    for (const subscription of this.#subscriptions.values()) subscription.end();
  }

  /** Resolves when the connection is over. */
  async #connectOnce(): Promise<{ hasOpened: boolean }> {
    const { url, signal, silenceMs = SILENCE_MS } = this.#options;
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket;
    const target = await socketUrl({ url }, '/ws', signal).catch(() => undefined);
    if (target === undefined || signal.aborted) return { hasOpened: false };
    return new Promise((resolve) => {
      let hasOpened = false;
      const socket = new Socket(target, socketProtocols(this.#options));
      this.#socket = socket;
      this.#receivedAt = Date.now();
      const pings = setInterval(() => {
        if (Date.now() - this.#receivedAt > silenceMs) over();
        else if (this.#isOpen) this.#ping();
      }, PING_MS);
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        clearInterval(pings);
        signal.removeEventListener('abort', over);
        // A dead connection may take minutes to close.
        if (this.#socket === socket) this.#socket = undefined;
        socket.close();
        resolve({ hasOpened });
      };
      this.#drop = over;
      signal.addEventListener('abort', over, { once: true });
      socket.addEventListener('open', () => {
        hasOpened = true;
        for (const subscription of this.#subscriptions.values()) this.#send(subscription.frame());
        if (this.#isForeground) this.#sendPresence();
        this.#options.onConnection?.({ state: 'open' });
      });
      socket.addEventListener('message', ({ data }) => {
        this.#receivedAt = Date.now();
        this.#framesReceived += 1;
        const frame = readFrame<ServerFrame>(data);
        if (frame) this.#take(frame);
      });
      // The close event that follows contains everything.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', over);
    });
  }

  #take(frame: ServerFrame): void {
    if ('type' in frame && frame.type === 'hosts_changed') {
      this.#options.onHostsChanged?.();
      for (const subscription of this.#subscriptions.values()) subscription.reportHosts();
    } else if ('subscription' in frame) this.#subscriptions.get(Number(frame.subscription))?.take(frame);
    else if ('error' in frame) {
      const { code, message, details } = frame.error;
      const error = new ReinsError(code, message, details);
      if (frame.re === PRESENCE) this.#options.onPresenceRefused?.(error);
      else void this.#retrySubscription(Number(frame.re), error);
    } else if ('re' in frame && frame.last_event_id !== undefined) {
      this.#subscriptions.get(Number(frame.re))?.begin(frame.last_event_id);
    }
  }

  /** A refusal is final; after a failure of the hub, such as a full disk, the subscription is sent again. */
  async #retrySubscription(id: number, error: ReinsError): Promise<void> {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    if (isRefusal(error)) return subscription.fail(error);
    const socket = this.#socket;
    const { signal, backoff = backOff } = this.#options;
    const failures = subscription.countFailure(error);
    await backoff(failures, AbortSignal.any([signal, subscription.options.signal]));
    // A new connection has sent it already.
    const isCurrent = socket === this.#socket && this.#subscriptions.get(id) === subscription;
    if (isCurrent && this.#isOpen) this.#send(subscription.frame());
  }

  #sendPresence(): void {
    this.#send({ id: PRESENCE, type: 'presence', foreground: this.#isForeground });
  }

  #ping(): void {
    this.#send({ id: this.#nextId++, type: 'ping' });
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Each subscription reports its own recovery once the hub has accepted it again. */
  #reportLost(state: ConnectionState): void {
    this.#options.onConnection?.(state);
    for (const { options } of this.#subscriptions.values()) options.onConnection?.(state);
  }

  #fail(error: unknown): void {
    this.#failure = error;
    this.#options.onConnection?.({ state: 'lost', failures: 1, error });
    for (const subscription of this.#subscriptions.values()) subscription.fail(error);
  }
}

async function errorOf(probe: () => Promise<unknown>): Promise<unknown> {
  try {
    await probe();
    return undefined;
  } catch (error) {
    return error;
  }
}
