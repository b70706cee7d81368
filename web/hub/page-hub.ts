/** The live hub that every screen shares, plus what only a browser has: visibility, push and local storage. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../src/protocol/devices.ts';
import type { HubAddress } from '../../src/sdk/index.ts';
import { type Ahead, LiveHub } from '../../src/sdk/live-hub.ts';
import type { OutboxMemory, Waiting } from '../../src/sdk/outbox.ts';
import { keep, keptUnder, onForgotten, readKept } from './kept.ts';
import { PageSessions } from './page-sessions.ts';

export class PageHub extends LiveHub<PageSessions> {
  declare me: Me;
  /** For additional connections. */
  readonly address: HubAddress;
  readonly #end: AbortController;

  constructor(address: HubAddress, me: Me, ahead: Ahead) {
    const end = new AbortController();
    const { signal } = end;
    const makeSessions = (client: LiveHub['client']) => new PageSessions(client);
    const isGuest = me.session_id !== undefined;
    super({ address, signal, makeSessions, outboxMemory: keptOutbox, isGuest, ahead });
    this.me = me;
    this.address = address;
    this.#end = end;
    // Not needed for the first screen, so it is loaded later.
    if (isGuest) return;
    if (me.device_id !== undefined) {
      void import('./push.ts').then(({ keepSubscribed }) => keepSubscribed(this.client)).catch(() => {});
    }
    const look = () => {
      const isVisible = document.visibilityState === 'visible';
      // A visible window without focus does not count as foreground.
      this.setForeground(isVisible && document.hasFocus());
      if (isVisible) {
        this.socket?.check();
        this.sessions.refreshSoon();
      }
    };
    look();
    document.addEventListener('visibilitychange', look, { signal });
    for (const moment of ['online', 'pageshow', 'focus', 'blur']) addEventListener(moment, look, { signal });
  }

  /** Closes every connection and listener. */
  close(): void {
    this.#end.abort();
  }
}

const HubContext = createContext<PageHub | undefined>(undefined);
export const HubProvider = HubContext.Provider;

export function useHub(): PageHub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('useHub needs a HubProvider around it');
  return hub;
}

const KEPT = 'outbox.';

/** Unsent messages, kept in the browser: each under its own name, so that tabs do not overwrite each other's. */
const keptOutbox: OutboxMemory = {
  read: () => keptUnder(KEPT).flatMap((id) => readKept<Waiting | undefined>(`${KEPT}${id}`, undefined) ?? []),
  keep: (waiting) => keep(`${KEPT}${waiting.outgoing.message_id}`, waiting),
  forget: (messageId) => keep(`${KEPT}${messageId}`, undefined),
  onForgotten: (listener, signal) => onForgotten(KEPT, listener, signal),
};
