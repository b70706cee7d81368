/**
 * The hub kept live for a person's screens, in a browser or a terminal: one client, one socket, and what every screen shows.
 * Connects, retries and resumes by itself; what was missed meanwhile is told by the stream or fetched again.
 */
import type { Me } from '../protocol/devices.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type Client, createClient } from './client.ts';
import { Connection } from './connection.ts';
import type { HubAddress } from './hub-request.ts';
import { HubSocket } from './hub-socket.ts';
import { Inbox } from './inbox.ts';
import { Outbox, type OutboxMemory } from './outbox.ts';
import { FIRST_PAGE, LIST_NEWS, type SessionList } from './session-list.ts';
import { isLogEvent } from './stream-message.ts';
import { untilAnswered } from './try-until-heard.ts';

export interface LiveHubOptions<Sessions extends SessionList> {
  readonly address: HubAddress;
  readonly signal: AbortSignal;
  readonly WebSocket?: typeof globalThis.WebSocket;
  readonly makeSessions: (client: Client) => Sessions;
  /** Where messages outlive the program that sends them. */
  readonly outboxMemory?: OutboxMemory;
  /** What was asked for before there was a socket. */
  readonly ahead?: Ahead;
}

/** What every screen begins with. */
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
  /** Who the hub takes us for; undefined until it has said so. */
  me: Me | undefined;
  protected readonly socket: HubSocket;
  readonly #signal: AbortSignal;

  constructor(options: LiveHubOptions<Sessions>) {
    const { address, signal, WebSocket, makeSessions, outboxMemory, ahead } = options;
    const client = createClient(address);
    this.#signal = signal;
    this.socket = new HubSocket({
      ...address,
      signal,
      ...(WebSocket && { WebSocket }),
      probe: () => client.me(),
      onConnection: (state) => this.connection.take(state),
    });
    this.client = { ...client, subscribe: (wish) => this.socket.subscribe(wish) };
    this.sessions = makeSessions(this.client);
    this.inbox = new Inbox(this.client, signal);
    this.outbox = new Outbox(this.client, signal, outboxMemory);
    signal.addEventListener('abort', () => this.sessions.close(), { once: true });
    void this.#follow(ahead);
  }

  /** Calls back whenever anything on the screen may have changed. */
  onChange(listener: () => void): void {
    for (const store of [this.connection, this.sessions, this.inbox, this.outbox]) store.onChange(listener);
  }

  /** Whether a person looks at this device. */
  setForeground(isForeground: boolean): void {
    this.socket.setForeground(isForeground);
  }

  mayAnswer(): boolean {
    return this.me?.role === 'approver' || this.me?.role === 'operator';
  }

  maySteer(): boolean {
    return this.me?.role === 'operator';
  }

  /** What was asked for may be changed only where the answer can say so: keys in a terminal cannot. */
  may({ routes }: Interaction): { readonly answer: boolean; readonly change: boolean } {
    const canCarry = routes.some((route) => route === 'hook' || route === 'control');
    return { answer: routes.length > 0 && this.mayAnswer(), change: canCarry && this.maySteer() };
  }

  async #follow(ahead?: Ahead): Promise<void> {
    const signal = this.#signal;
    try {
      const lastEventId = await this.#loadAll(ahead);
      const wish = { signal, lastEventId, live: false, types: LIST_NEWS };
      for await (const message of this.socket.subscribe(wish)) {
        if (isLogEvent(message)) {
          this.sessions.take(message.event);
          this.inbox.take(message.event);
        } else if (message.type === 'reset') await this.#loadAll();
      }
    } catch (error) {
      if (!signal.aborted) this.connection.refuse(error);
    }
  }

  /** Waits for a hub that is not there; throws when it refuses. */
  #loadAll(ahead?: Ahead): Promise<string> {
    let asked = ahead;
    return untilAnswered(
      async () => {
        const first = asked ?? askAhead(this.client);
        asked = undefined;
        const [lastEventId, me] = await Promise.all([
          this.sessions.load(first.sessions),
          first.me,
          this.inbox.load(first.interactions),
        ]);
        this.me = me;
        // Again, now that the place to follow from is known: what was opened between the two answers is in none of them.
        await this.inbox.load();
        return lastEventId;
      },
      { signal: this.#signal },
    );
  }
}

/** Asks for everything at once, before it is known whether we are let in; a refusal is told by whoever waits for it. */
export function askAhead(client: Client): Ahead {
  const me = client.me();
  const sessions = client.list(FIRST_PAGE);
  const interactions = client.interactions({ state: 'open' });
  for (const answer of [me, sessions, interactions]) answer.catch(() => {});
  return { me, sessions, interactions };
}
