/**
 * A live connection to the hub for screens, in a browser or a terminal: one client, one socket, and the
 * shared data of all screens. Connects, retries and resumes automatically; missed changes come from the
 * stream or are loaded again.
 */
import type { Me } from '../protocol/devices.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type Client, createClient } from './client.ts';
import { Connection } from './connection.ts';
import { Hosts } from './hosts.ts';
import type { HubAddress } from './hub-request.ts';
import { HubSocket } from './hub-socket.ts';
import { Inbox } from './inbox.ts';
import { Outbox, type OutboxMemory } from './outbox.ts';
import { untilAnswered } from './retry-until-reached.ts';
import { FIRST_PAGE, LIST_NEWS, type SessionList } from './session-list.ts';
import { isLogEvent } from './stream-message.ts';

export interface LiveHubOptions<Sessions extends SessionList> {
  readonly address: HubAddress;
  readonly signal: AbortSignal;
  readonly WebSocket?: typeof globalThis.WebSocket;
  readonly makeSessions: (client: Client) => Sessions;
  /** Where prompts outlive the program that sends them. */
  readonly outboxMemory?: OutboxMemory;
  /** The caller may read one session and nothing else: no socket, no lists. */
  readonly isGuest?: boolean;
  /** Responses requested before there was a socket. */
  readonly ahead?: Ahead;
}

/** The initial data of every screen. */
export interface Ahead {
  readonly me: Promise<Me>;
  readonly sessions: ReturnType<Client['list']>;
  readonly interactions: ReturnType<Client['interactions']>;
}

export class LiveHub<Sessions extends SessionList = SessionList> {
  readonly client: Client;
  readonly connection = new Connection();
  readonly sessions: Sessions;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly hosts: Hosts;
  /** The caller's identity according to the hub; undefined until known. */
  me: Me | undefined;
  protected readonly socket: HubSocket | undefined;
  readonly #signal: AbortSignal;

  constructor(options: LiveHubOptions<Sessions>) {
    const { address, signal, WebSocket, makeSessions, outboxMemory, isGuest = false, ahead } = options;
    const client = createClient(address);
    this.#signal = signal;
    const socket = isGuest
      ? undefined
      : new HubSocket({
          ...address,
          signal,
          ...(WebSocket && { WebSocket }),
          probe: () => client.me(),
          onConnection: (state) => this.connection.take(state),
          onHostsChanged: () => void this.hosts.load(),
        });
    this.socket = socket;
    this.client = socket ? { ...client, subscribe: (wish) => socket.subscribe(wish) } : client;
    this.sessions = makeSessions(this.client);
    this.inbox = new Inbox(this.client, signal);
    this.outbox = new Outbox(this.client, signal, outboxMemory);
    this.hosts = new Hosts(this.client);
    signal.addEventListener('abort', () => this.sessions.close(), { once: true });
    if (socket) void this.#follow(socket, ahead);
  }

  /** Calls back whenever anything on the screen may have changed. */
  onChange(listener: () => void): void {
    for (const store of [this.connection, this.sessions, this.inbox, this.outbox, this.hosts])
      store.onChange(listener);
  }

  /** Whether a person is looking at this device. */
  setForeground(isForeground: boolean): void {
    this.socket?.setForeground(isForeground);
  }

  mayAnswer(): boolean {
    return this.me?.role === 'approver' || this.me?.role === 'operator';
  }

  maySteer(): boolean {
    return this.me?.role === 'operator';
  }

  /** Only routes that can carry an edited input allow editing: keys in a terminal cannot. */
  may({ routes }: Interaction): { readonly answer: boolean; readonly change: boolean } {
    const canCarry = routes.some((route) => route === 'hook' || route === 'control');
    return { answer: routes.length > 0 && this.mayAnswer(), change: canCarry && this.maySteer() };
  }

  async #follow(socket: HubSocket, ahead?: Ahead): Promise<void> {
    const signal = this.#signal;
    try {
      const lastEventId = await this.#loadAll(ahead);
      const wish = { signal, lastEventId, live: false, types: LIST_NEWS };
      for await (const message of socket.subscribe(wish)) {
        if (isLogEvent(message)) {
          this.sessions.take(message.event);
          this.inbox.take(message.event);
        } else if (message.type === 'reset') await this.#loadAll();
      }
    } catch (error) {
      if (!signal.aborted) this.connection.refuse(error);
    }
  }

  /** Waits for a hub that is not running; throws if it refuses. */
  #loadAll(ahead?: Ahead): Promise<string> {
    let asked = ahead;
    return untilAnswered(
      async () => {
        const first = asked ?? fetchAhead(this.client);
        asked = undefined;
        const [lastEventId, me] = await Promise.all([
          this.sessions.load(first.sessions),
          first.me,
          this.inbox.load(first.interactions),
        ]);
        this.me = me;
        // Not needed for the first screen.
        void this.hosts.load();
        // Again, now that the position to follow from is known: requests opened between the two responses are
        // in neither.
        await this.inbox.load();
        return lastEventId;
      },
      { signal: this.#signal },
    );
  }
}

/**
 * Requests everything in parallel, before it is known whether access is granted; the caller that awaits a response
 * handles its refusal.
 */
export function fetchAhead(client: Client): Ahead {
  const me = client.me();
  const sessions = client.list(FIRST_PAGE);
  const interactions = client.interactions({ state: 'open' });
  for (const answer of [me, sessions, interactions]) answer.catch(() => {});
  return { me, sessions, interactions };
}
