/**
 * Tells the hub that a person looks at this device: `keepPresence(address, { signal }).set(true)`, and `set(false)` when
 * they look away. Over a WebSocket of its own that comes back by itself, and says again what holds.
 */
import { ReinsError } from '../protocol/errors.ts';
import { type Backoff, backOff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { socketProtocols, socketUrl } from './socket-address.ts';

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

const OPEN = 1;

/** Connects with the first `set(true)`. Throws when there is no WebSocket to connect with. */
export function keepPresence(address: HubAddress, options: PresenceOptions): KeptPresence {
  const { signal, onRefused, backoff = backOff } = options;
  const Socket = options.WebSocket ?? (globalThis as { WebSocket?: WebSocketMaker }).WebSocket;
  if (!Socket) throw new ReinsError('internal', 'This runtime has no WebSocket; pass one as an option.');
  let isForeground = false;
  let socket: PresenceSocket | undefined;
  let isRunning = false;
  let isOver = false;

  const tell = () => {
    if (socket?.readyState === OPEN) socket.send(frame(isForeground));
  };
  /** One connection, until it ends; resolves with whether it was ever open. */
  const connect = async () => {
    const target = await socketUrl(address, '/ws', signal).catch(() => undefined);
    if (target === undefined || signal.aborted) return false;
    return new Promise<boolean>((resolve) => {
      let wasOpen = false;
      const current = new Socket(target, socketProtocols(address));
      socket = current;
      current.addEventListener('open', () => {
        wasOpen = true;
        tell();
      });
      current.addEventListener('message', ({ data }) => {
        const refusal = refusalIn(data);
        if (!refusal) return;
        isOver = true;
        onRefused?.(refusal);
        current.close();
      });
      // The end of the connection tells.
      current.addEventListener('error', () => {});
      current.addEventListener('close', () => resolve(wasOpen));
    });
  };
  const run = async () => {
    isRunning = true;
    for (let failures = 0; isForeground && !isOver && !signal.aborted; ) {
      failures = (await connect()) ? 1 : failures + 1;
      if (isForeground && !isOver && !signal.aborted) await backoff(failures, signal);
    }
    isRunning = false;
  };
  signal.addEventListener('abort', () => socket?.close(), { once: true });

  return {
    set(value) {
      isForeground = value;
      tell();
      if (value && !isRunning && !isOver && !signal.aborted) void run();
    },
  };
}

function frame(foreground: boolean): string {
  return JSON.stringify({ id: 'presence', type: 'presence', foreground });
}

/** The hub's answer, when it is a no. */
function refusalIn(data: unknown): ReinsError | undefined {
  if (typeof data !== 'string') return undefined;
  const { error } = JSON.parse(data) as { error?: { message?: string } };
  return error && new ReinsError('forbidden', error.message ?? 'The hub refuses to count this device.');
}
