/**
 * Reports to the hub that a person is looking at this device: `keepPresence(address, { signal }).set(true)`,
 * and `set(false)` when they look away. Uses its own WebSocket, which reconnects automatically and reports
 * the state again.
 */
import { ReinsError } from '../protocol/errors.ts';
import type { Backoff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { HubSocket } from './hub-socket.ts';

/** The required part of a WebSocket: provided by browsers, by Node from 22 on, and by the `ws` package. */
interface PresenceSocket {
  /** 1 while it is open. */
  readonly readyState: number;
  /** Sends a frame. */
  send(text: string): void;
  /** Closes it. */
  close(): void;
  /** Calls back for events. */
  addEventListener(
    type: 'open' | 'close' | 'error' | 'message',
    listener: (event: {
      /** The content of a message. */
      data?: unknown;
    }) => void,
  ): void;
}
/** A WebSocket implementation. */
export type WebSocketMaker = new (url: string, protocols: string[]) => PresenceSocket;

/** Options of `keepPresence`. */
export interface PresenceOptions {
  /** Ends it: the device counts as gone. */
  readonly signal: AbortSignal;
  /** If there is no global one. */
  readonly WebSocket?: WebSocketMaker | undefined;
  /**
   * The hub does not accept it, for example because the token may not answer. Nothing is retried after that.
   */
  readonly onRefused?: (error: ReinsError) => void;
  /** The pauses between attempts; for tests. */
  readonly backoff?: Backoff;
}

/** Whether a person is looking at this device. */
export interface KeptPresence {
  /** Reports it to the hub. */
  set(isForeground: boolean): void;
}

/** Connects with the first `set(true)`. Throws if there is no WebSocket implementation. */
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
      // Only the common part is used.
      WebSocket: Socket as typeof globalThis.WebSocket,
      // The reason of a denied connection is unknown, so it is retried.
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
