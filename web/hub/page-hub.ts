/** The hub as the page sees it: one client, one socket, and what is kept live for every screen. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../src/protocol/devices.ts';
import { Connection } from '../../src/sdk/connection.ts';
import { Inbox } from '../../src/sdk/inbox.ts';
import { type Client, createClient, type HubAddress, HubSocket, isLogEvent } from '../../src/sdk/index.ts';
import { Outbox, type OutboxMemory, type Waiting } from '../../src/sdk/outbox.ts';
import { FIRST_PAGE, LIST_NEWS } from '../../src/sdk/session-list.ts';
import { keep, keptUnder, onForgotten, readKept } from './kept.ts';
import { PageSessions } from './page-sessions.ts';

export class PageHub {
  readonly client: Client;
  /** For connections beside the one that every screen shares. */
  readonly address: HubAddress;
  readonly connection = new Connection();
  readonly sessions: PageSessions;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly me: Me;
  readonly #socket: HubSocket;
  readonly #end = new AbortController();

  constructor(address: HubAddress, me: Me, ahead?: Ahead) {
    const client = createClient(address);
    this.address = address;
    this.me = me;
    this.#socket = new HubSocket({
      ...address,
      signal: this.#end.signal,
      probe: () => client.me(),
      onConnection: (state) => this.connection.take(state),
    });
    this.client = { ...client, subscribe: (options) => this.#socket.subscribe(options) };
    this.sessions = new PageSessions(this.client);
    this.inbox = new Inbox(this.client, this.#end.signal);
    this.outbox = new Outbox(this.client, this.#end.signal, keptOutbox);
    void this.#follow(ahead);
    // Not needed for anything on the screen: later is soon enough.
    if (me.device_id !== undefined) {
      void import('./push.ts').then(({ keepSubscribed }) => keepSubscribed(client)).catch(() => {});
    }
    const look = () => {
      const isVisible = document.visibilityState === 'visible';
      // A window beside the one that somebody works in can be seen, but nobody looks at it.
      this.#socket.setForeground(isVisible && document.hasFocus());
      if (isVisible) {
        this.#socket.check();
        this.sessions.refreshSoon();
      }
    };
    look();
    document.addEventListener('visibilitychange', look, { signal: this.#end.signal });
    for (const moment of ['online', 'pageshow', 'focus', 'blur']) {
      addEventListener(moment, look, { signal: this.#end.signal });
    }
  }

  mayAnswer(): boolean {
    return this.me.role === 'approver' || this.me.role === 'operator';
  }

  maySteer(): boolean {
    return this.me.role === 'operator';
  }

  /** Ends everything it holds open. */
  close(): void {
    this.#end.abort();
    this.sessions.close();
  }

  async #follow(ahead?: Ahead): Promise<void> {
    const { signal } = this.#end;
    try {
      const lastEventId = await this.#loadAll(ahead);
      const wish = { signal, lastEventId, live: false, types: LIST_NEWS };
      for await (const message of this.#socket.subscribe(wish)) {
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
  async #loadAll(ahead?: Ahead): Promise<string> {
    for (let first = ahead; ; first = undefined) {
      try {
        const [lastEventId] = await Promise.all([
          this.sessions.load(first?.sessions),
          this.inbox.load(first?.interactions),
        ]);
        // Again, now that the place to follow from is known: what was opened between the two answers is in none of them.
        await this.inbox.load();
        return lastEventId;
      } catch (error) {
        if ((error as { code?: string }).code !== 'hub_not_running') throw error;
        await this.#reconnected();
      }
    }
  }

  #reconnected(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 2000);
      this.#end.signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
    });
  }
}

/** What every screen begins with. */
export interface Ahead {
  readonly sessions: ReturnType<Client['list']>;
  readonly interactions: ReturnType<Client['interactions']>;
}

/** Asks for it before it is known whether we are let in; a refusal is told by whoever waits for it. */
export function askAhead(client: Client): Ahead {
  const ahead = { sessions: client.list(FIRST_PAGE), interactions: client.interactions({ state: 'open' }) };
  for (const answer of Object.values(ahead)) answer.catch(() => {});
  return ahead;
}

const HubContext = createContext<PageHub | undefined>(undefined);
export const HubProvider = HubContext.Provider;

export function useHub(): PageHub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('This part of the page is drawn only with a hub.');
  return hub;
}

const KEPT = 'outbox.';

/** Messages that wait, kept in the browser: each under a name of its own, so that several tabs do not forget each other's. */
const keptOutbox: OutboxMemory = {
  read: () => keptUnder(KEPT).flatMap((id) => readKept<Waiting | undefined>(`${KEPT}${id}`, undefined) ?? []),
  keep: (waiting) => keep(`${KEPT}${waiting.outgoing.message_id}`, waiting),
  forget: (messageId) => keep(`${KEPT}${messageId}`, undefined),
  onForgotten: (listener, signal) => onForgotten(KEPT, listener, signal),
};
