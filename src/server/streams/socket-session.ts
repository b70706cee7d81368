/** One WebSocket: its frames, subscriptions and limits. Has no knowledge of HTTP. */
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { type ClientFrame, clientFrameSchema, FRAME_ROLES, type FrameId } from '../../protocol/socket.ts';
import type { Caller } from '../access/caller.ts';
import { invalidRequest, toReinsError } from '../error-answers.ts';
import type { Limits, ServerDeps, StoredEvent } from '../server-deps.ts';
import { requireSession, steeringOf } from '../session-answers.ts';
import { pumpLiveText } from './live-pump.ts';
import { openingOf } from './opening.ts';
import { parseFrame } from './parse-frame.ts';
import { toResumeId } from './resume-id.ts';
import { SocketPresence } from './socket-presence.ts';
import type { StreamEnds } from './stream-ends.ts';
import { whereToBegin } from './where-to-begin.ts';

/** The part of the `ws` package that is needed here. */
export interface Socket {
  send(text: string, taken: (error?: Error | null) => void): void;
  ping(): void;
  terminate(): void;
  on(event: 'pong', listener: () => void): unknown;
}

type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>;
interface SocketDeps
  extends Pick<
    ServerDeps,
    | 'reader'
    | 'epoch'
    | 'feed'
    | 'live'
    | 'showSession'
    | 'completeFrom'
    | 'steering'
    | 'answers'
    | 'presence'
  > {
  readonly limits: Limits;
  readonly ends: StreamEnds;
  /** The caller who opened the socket. */
  readonly identity: Identity;
  readonly caller: Pick<Caller, 'require'>;
}

const MAX_SUBSCRIPTIONS = 100;
const PIECE = 64 * 1024;

export class SocketSession {
  readonly #socket: Socket;
  readonly #deps: SocketDeps;
  readonly #subscriptions = new Map<FrameId, AbortController>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #presence: SocketPresence;
  #isAlive = true;

  constructor(socket: Socket, deps: SocketDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    this.#heartbeat = setInterval(() => this.#beat(), deps.limits.heartbeatMs);
    const seat = deps.presence.enter(deps.identity);
    this.#presence = new SocketPresence(socket, seat, deps.limits.presenceMs);
  }

  /** Replies to one frame of the client; never throws. */
  async receive(text: string): Promise<void> {
    let re: FrameId | null = null;
    try {
      const json = parseFrame(text);
      re = idOf(json);
      const parsed = clientFrameSchema.safeParse(json);
      if (!parsed.success) throw invalidRequest(parsed.error, 'frame');
      await this.#handle(parsed.data);
    } catch (error) {
      await this.#send({ re, ...toReinsError(error).toBody() });
    }
  }

  /** Call it once the socket has closed. */
  end(): void {
    clearInterval(this.#heartbeat);
    this.#presence.end();
    for (const subscription of this.#subscriptions.values()) subscription.abort();
  }

  async #handle(frame: ClientFrame): Promise<void> {
    const { caller, answers } = this.#deps;
    const identity = caller.require(FRAME_ROLES[frame.type]);
    switch (frame.type) {
      case 'subscribe':
        return this.#subscribe(frame);
      case 'unsubscribe':
        this.#subscriptions.get(frame.subscription)?.abort();
        this.#subscriptions.delete(frame.subscription);
        break;
      case 'message': {
        const { id, type: _, session_id, ...message } = frame;
        const taken = await steeringOf(this.#deps, session_id).send(session_id, message, identity.name);
        return this.#send({ re: id, ok: true, ...taken });
      }
      case 'answer': {
        const { id, interaction_id, answer, idempotency_key: key } = frame;
        const interaction = await answers.answer(interaction_id, answer, { ...identity, key });
        return this.#send({ re: id, ok: true, interaction });
      }
      case 'interrupt':
        await steeringOf(this.#deps, frame.session_id).interrupt(frame.session_id, identity.name);
        break;
      case 'presence':
        this.#presence.set(frame.foreground);
        break;
      case 'ping':
    }
    await this.#send({ re: frame.id, ok: true });
  }

  async #subscribe(frame: Subscribe): Promise<void> {
    const { id, session_id: sessionId } = frame;
    if (this.#subscriptions.has(id) || this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new ReinsError(
        'invalid_request',
        `id: must be unique among the subscriptions of one socket, at most ${MAX_SUBSCRIPTIONS}.`,
      );
    }
    const subscription = new AbortController();
    this.#subscriptions.set(id, subscription);
    try {
      await this.#follow(frame, sessionId, subscription);
    } finally {
      subscription.abort();
      if (this.#subscriptions.get(id) === subscription) this.#subscriptions.delete(id);
    }
  }

  async #follow(
    { id, ...frame }: Subscribe,
    sessionId: string | undefined,
    subscription: AbortController,
  ): Promise<void> {
    const { signal } = subscription;
    const { reader, epoch, ends } = this.#deps;
    if (sessionId !== undefined) {
      await this.#deps.showSession(sessionId);
      if (signal.aborted) return;
      requireSession(reader, sessionId);
    }
    const since = frame.since === undefined ? undefined : String(frame.since);
    const beginning = whereToBegin(this.#deps, { sessionId, lastEventId: frame.last_event_id, since });
    const { after, reset } = openingOf(this.#deps, beginning, sessionId, this.#deps.limits.pageBytes);
    const at = toResumeId(epoch, after);
    await this.#send({ re: id, ok: true, last_event_id: at });
    if (reset) {
      await this.#send({ type: 'reset', subscription: id, reason: reset.reason });
      await this.#send({ type: 'snapshot', subscription: id, id: at, snapshot: reset.snapshot });
    }
    const sendLive = (frame.live ?? sessionId !== undefined) && this.#pumpLive(id, sessionId, signal);
    const stop = ends.of(sessionId, after, () => subscription.abort());
    try {
      const from = { after, signal, ...(sessionId !== undefined && { sessionId }) };
      for await (const page of this.#deps.feed.follow(from)) {
        if (sendLive) await sendLive();
        await this.#tell(
          id,
          frame.types ? page.filter(({ type }) => frame.types?.includes(type)) : page,
          signal,
        );
        stop.told(page.at(-1)?.position ?? after);
      }
    } finally {
      stop.forget();
    }
    if (stop.isOver) await this.#send({ type: 'end', subscription: id });
  }

  #pumpLive(subscription: FrameId, sessionId: string | undefined, signal: AbortSignal): () => Promise<void> {
    return pumpLiveText({
      live: this.#deps.live,
      sessionId,
      signal,
      send: async (deltas) => {
        await Promise.all(deltas.map((delta) => this.#send({ type: 'live', subscription, delta })));
      },
    });
  }

  async #tell(id: FrameId, page: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    let waiting = 0;
    for (const { position, json } of page) {
      if (signal.aborted) return;
      // The event is already JSON, and is not parsed again.
      const at = toResumeId(this.#deps.epoch, position);
      const head = JSON.stringify({ type: 'event', subscription: id, id: at });
      const sent = this.#sendText(`${head.slice(0, -1)},"event":${json}}`);
      waiting += json.length;
      if (waiting < PIECE && position !== page.at(-1)?.position) continue;
      await sent;
      waiting = 0;
    }
  }

  #send(frame: object): Promise<void> {
    return this.#sendText(JSON.stringify(frame));
  }

  /**
   * Resolves when the system has accepted it, or the socket is gone; drops a client that reads nothing for
   * too long.
   */
  #sendText(text: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#socket.terminate(), this.#deps.limits.drainMs);
      this.#socket.send(text, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #beat(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }
}

function idOf(json: unknown): FrameId | null {
  const id = (json as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
