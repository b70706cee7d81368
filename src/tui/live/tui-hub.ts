/** The hub as the terminal UI sees it: one client, one socket, and what is kept live for every screen. */
import type { Me } from '../../protocol/devices.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { pause } from '../../sdk/backoff.ts';
import { type Client, createClient } from '../../sdk/client.ts';
import { Connection } from '../../sdk/connection.ts';
import { type HubAddress, isRefusal } from '../../sdk/hub-request.ts';
import { HubSocket } from '../../sdk/hub-socket.ts';
import { Inbox } from '../../sdk/inbox.ts';
import { Outbox } from '../../sdk/outbox.ts';
import { LIST_NEWS, SessionList } from '../../sdk/session-list.ts';
import { isLogEvent } from '../../sdk/stream-message.ts';
import type { May } from '../cards/ask-form.ts';

const AGAIN_MS = 1000;

export interface TuiHubOptions {
  readonly address: HubAddress;
  readonly WebSocket: typeof globalThis.WebSocket;
  readonly signal: AbortSignal;
}

export class TuiHub {
  readonly client: Client;
  readonly connection = new Connection();
  readonly sessions: SessionList;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly signal: AbortSignal;
  readonly #socket: HubSocket;
  #me: Me | undefined;

  constructor({ address, WebSocket, signal }: TuiHubOptions) {
    const client = createClient(address);
    this.signal = signal;
    this.#socket = new HubSocket({
      url: address.url,
      token: address.token,
      signal,
      WebSocket,
      probe: () => client.me(),
      onConnection: (state) => this.connection.take(state),
    });
    this.client = { ...client, subscribe: (options) => this.#socket.subscribe(options) };
    this.sessions = new SessionList(this.client);
    this.inbox = new Inbox(this.client, signal);
    this.outbox = new Outbox(this.client, signal);
    signal.addEventListener('abort', () => this.sessions.close(), { once: true });
    void this.#follow();
  }

  /** Calls back whenever anything on the screen may have changed. */
  onChange(listener: () => void): void {
    for (const store of [this.connection, this.sessions, this.inbox, this.outbox]) store.onChange(listener);
  }

  /** Whether somebody looks at this terminal. */
  setForeground(isForeground: boolean): void {
    this.#socket.setForeground(isForeground);
  }

  /** What was asked for may be changed only where the answer can say so: keys in a terminal cannot. */
  may({ routes }: Interaction): May {
    const canCarry = routes.some((route) => route === 'hook' || route === 'control');
    const role = this.#me?.role;
    return {
      answer: routes.length > 0 && (role === 'approver' || role === 'operator'),
      change: canCarry && this.maySteer,
    };
  }

  get maySteer(): boolean {
    return this.#me?.role === 'operator';
  }

  async #follow(): Promise<void> {
    const { signal } = this;
    try {
      const lastEventId = await this.#loadAll();
      for await (const message of this.#socket.subscribe({
        signal,
        lastEventId,
        live: false,
        types: LIST_NEWS,
      })) {
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
  async #loadAll(): Promise<string> {
    for (;;) {
      try {
        // The place to follow from is asked for first: what happens meanwhile is then told as well.
        const [lastEventId, me] = await Promise.all([this.sessions.load(), this.client.me()]);
        this.#me = me;
        if (me.role !== 'viewer') this.setForeground(true);
        await this.inbox.load();
        return lastEventId;
      } catch (error) {
        if (isRefusal(error) || this.signal.aborted) throw error;
        await pause(AGAIN_MS, this.signal);
      }
    }
  }
}
