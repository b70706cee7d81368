/**
 * Tells the hub that a person looks at this device: `keepPresence(address, { signal }).set(true)`, and `set(false)` when
 * they look away. Over a WebSocket of its own that comes back by itself, and says again what holds.
 */
import { ReinsError } from '../protocol/errors.ts';
import type { Backoff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { HubSocket } from './hub-socket.ts';

/** What is needed of a WebSocket: that of browsers, of Node from 22 on, and of the `ws` package. */
interface PresenceSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(
    type: 'open' | 'close' | 'error' | 'message',
    listener: (event: { data?: unknown }) => void,
  ): void;
}
export type WebSocketMaker = new (url: string, protocols: string[]) => PresenceSocket;

export interface PresenceOptions {
  /** Ends it: the device counts as left. */
  readonly signal: AbortSignal;
  /** Where there is no global one. */
  readonly WebSocket?: WebSocketMaker | undefined;
  /** The hub does not take it, for example because the token may not answer. Nothing is tried again after that. */
  readonly onRefused?: (error: ReinsError) => void;
  readonly backoff?: Backoff;
}

export interface KeptPresence {
  set(isForeground: boolean): void;
}

/** Connects with the first `set(true)`. Throws when there is no WebSocket to connect with. */
export function keepPresence(address: HubAddress, options: PresenceOptions): KeptPresence {
  const { signal, onRefused, backoff } = options;
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (!Socket) throw new ReinsError('internal', 'This runtime has no WebSocket; pass one as an option.');
  const refused = new AbortController();
  let socket: HubSocket | undefined;
  const connect = () =>
    new HubSocket({
      ...address,
      signal: AbortSignal.any([signal, refused.signal]),
      // What is needed of it is the same.
      WebSocket: Socket as typeof globalThis.WebSocket,
      // Whoever is not let in is not told why, and tries again.
      probe: async () => {},
      onPresenceRefused: (error) => {
        refused.abort();
        onRefused?.(error);
      },
      backoff,
    });
  return {
    set(isForeground) {
      if (isForeground) socket ??= connect();
      socket?.setForeground(isForeground);
    },
  };
}
