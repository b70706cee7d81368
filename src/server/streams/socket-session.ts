/** One WebSocket: its frames, subscriptions and limits. Has no knowledge of HTTP. */
import { splitAddress } from '../../core/session-address.ts';
import type { Epochs } from '../../hub/fleet/log-place.ts';
import type { Identity } from '../../protocol/access.ts';
import { type ErrorBody, ReinsError } from '../../protocol/errors.ts';
import { type ClientFrame, clientFrameSchema, FRAME_ROLES, type FrameId } from '../../protocol/socket.ts';
import type { Caller } from '../access/caller.ts';
import { invalidRequest, toReinsError } from '../error-answers.ts';
import type { FleetRouting } from '../fleet-routing.ts';
import type { Limits, ServerDeps, StoredEvent } from '../server-deps.ts';
import { requireSession, steeringOf } from '../session-answers.ts';
import { pumpLiveText } from './live-pump.ts';
import { isStoppedIn, openingOf } from './opening.ts';
import { parseFrame } from './parse-frame.ts';
import { toResumeId } from './resume-id.ts';
import { SocketPresence } from './socket-presence.ts';
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
    | 'fleet'
    | 'feed'
    | 'live'
    | 'showSession'
    | 'completeFrom'
    | 'steering'
    | 'answers'
    | 'presence'
  > {
  readonly limits: Limits;
  /** The caller who opened the socket. */
  readonly identity: Identity;
  readonly caller: Pick<Caller, 'require'>;
  readonly routing: FleetRouting;
}

const MAX_SUBSCRIPTIONS = 100;
const PIECE = 64 * 1024;

export class SocketSession {
  readonly #socket: Socket;
  readonly #deps: SocketDeps;
  readonly #subscriptions = new Map<FrameId, AbortController>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #presence: SocketPresence;
  readonly #stopHosts: () => void;
  #isAlive = true;

  constructor(socket: Socket, deps: SocketDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    this.#heartbeat = setInterval(() => this.#beat(), deps.limits.heartbeatMs);
    this.#stopHosts = deps.fleet.onChange(() => void this.#send({ type: 'hosts_changed' }));
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
    this.#stopHosts();
    this.#presence.end();
    for (const subscription of this.#subscriptions.values()) subscription.abort();
  }

  async #handle(frame: ClientFrame): Promise<void> {
    const { caller, answers, routing } = this.#deps;
    const identity = caller.require(FRAME_ROLES[frame.type]);
    switch (frame.type) {
      case 'subscribe':
        return this.#subscribe(frame);
      case 'unsubscribe':
        this.#subscriptions.get(frame.subscription)?.abort();
        this.#subscriptions.delete(frame.subscription);
        break;
      case 'message': {
        const { id, type: _, session_id, host, ...message } = frame;
        const { key, hostId } = routing.session(session_id, host);
        const { deliver_when_back: __, ...body } = message;
        const taken = hostId
          ? await this.#forward(
              hostId,
              `/sessions/${splitAddress(session_id).id}/message`,
              body,
              identity,
            ).catch((error) => routing.promptLater(key, message, identity, error))
          : await steeringOf(this.#deps, key).send(key, body, identity.name);
        return this.#send({ re: id, ok: true, ...taken });
      }
      case 'answer': {
        const { id, interaction_id, answer, idempotency_key: key, host } = frame;
        const { hostId } = routing.interaction(interaction_id, host);
        const interaction = hostId
          ? await this.#forward(hostId, `/interactions/${interaction_id}/answer`, answer, identity, key)
          : await answers.answer(interaction_id, answer, { ...identity, key });
        return this.#send({ re: id, ok: true, interaction });
      }
      case 'interrupt': {
        const { session_id, host } = frame;
        const { key, hostId } = routing.session(session_id, host);
        if (hostId)
          await this.#forward(hostId, `/sessions/${splitAddress(session_id).id}/interrupt`, {}, identity);
        else await steeringOf(this.#deps, key).interrupt(key, identity.name);
        break;
      }
      case 'presence':
        this.#presence.set(frame.foreground);
        break;
      case 'ping':
    }
    await this.#send({ re: frame.id, ok: true });
  }

  /** Has the owner do it. Throws what it threw. */
  async #forward(
    hostId: string,
    path: string,
    body: object,
    identity: Identity,
    key?: string,
  ): Promise<Record<string, unknown>> {
    const request = new Request(`http://localhost/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    });
    const response = await this.#deps.fleet.forward(hostId, request, identity);
    const answer = (await response.json()) as Record<string, unknown> & Partial<ErrorBody>;
    if (!answer.error) return answer;
    const { code, message, details } = answer.error;
    throw new ReinsError(code, message, details);
  }

  async #subscribe(frame: Subscribe): Promise<void> {
    const { id, session_id, host } = frame;
    const sessionId = session_id && this.#deps.routing.session(session_id, host).key;
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
    const { reader } = this.#deps;
    if (sessionId !== undefined) {
      await this.#deps.showSession(sessionId);
      if (signal.aborted) return;
      requireSession(reader, sessionId);
    }
    const since = frame.since === undefined ? undefined : String(frame.since);
    const beginning = whereToBegin(this.#deps, { sessionId, lastEventId: frame.last_event_id, since });
    const { after, newest, reset } = openingOf(this.#deps, beginning, sessionId, this.#deps.limits.pageBytes);
    const epochs = reader.epochs(sessionId);
    const at = toResumeId(epochs, after);
    await this.#send({ re: id, ok: true, last_event_id: at });
    if (reset) {
      await this.#send({ type: 'reset', subscription: id, reason: reset.reason });
      await this.#send({ type: 'snapshot', subscription: id, id: at, snapshot: reset.snapshot });
    }
    let sendLive: (() => Promise<void>) | undefined;
    const from = {
      ...{ after, signal, ...(sessionId !== undefined && { sessionId }) },
      onCaughtUp: () => {
        if (frame.live ?? sessionId !== undefined) sendLive = this.#pumpLive(id, sessionId, signal);
      },
    };
    for await (const page of this.#deps.feed.follow(from)) {
      await sendLive?.();
      const wanted = frame.types ? page.filter(({ type }) => frame.types?.includes(type)) : page;
      await this.#report(id, wanted, epochs, signal);
      if (signal.aborted || sessionId === undefined || !isStoppedIn(page, newest)) continue;
      return this.#send({ type: 'end', subscription: id });
    }
    // Positions have lost their meaning: the client subscribes again.
    if (!signal.aborted) this.#socket.terminate();
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

  async #report(
    id: FrameId,
    page: readonly StoredEvent[],
    epochs: Epochs,
    signal: AbortSignal,
  ): Promise<void> {
    let waiting = 0;
    for (const stored of page) {
      const { position, json } = stored;
      if (signal.aborted) return;
      // The event is already JSON, and is not parsed again.
      const at = toResumeId(epochs, stored);
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
