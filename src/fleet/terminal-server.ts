/**
 * Terminals of this host that are open on other hosts. Output is the reply to the call that opened one; input comes in
 * separate calls. A terminal ends when the other host stops sending signs of life.
 */
import type { Identity } from '../protocol/access.ts';
import { encodeFrame } from './frame-stream.ts';

/** NATS lets a call be answered for 15 minutes; the other host reopens the terminal before that. */
const LEASE_MS = 10 * 60_000;
const ALIVE_MS = 5000;
const SILENCE_MS = 20_000;

/** The other end of a terminal, as the server sees it. */
export interface RemoteSocket {
  /** Bytes that have not been sent. */
  readonly bufferedAmount: number;
  send(data: string | Buffer): void;
  close(code: number, reason: string): void;
}

export interface TerminalViewing {
  receive(text: string): unknown;
  end(): void;
}

/** `by` is the person on the other host as last reported, with the role that they have here. */
export type OpenTerminal = (
  sessionId: string,
  socket: RemoteSocket,
  by: () => Identity,
) => TerminalViewing | undefined;

interface Open {
  by: Identity;
  receivedAt: number;
  viewing: TerminalViewing | undefined;
  end(): void;
}

export class TerminalServer {
  readonly #start: OpenTerminal;
  /** By caller and name. */
  readonly #open = new Map<string, Open>();

  constructor(start: OpenTerminal) {
    this.#start = start;
  }

  async *serve(
    name: string,
    sessionId: string,
    by: Identity,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const waiting: Buffer[] = [];
    let [isOver, bytes] = [false, 0];
    let wake = () => {};
    const end = () => {
      isOver = true;
      wake();
    };
    const socket: RemoteSocket = {
      get bufferedAmount() {
        return bytes;
      },
      send(data) {
        const frame = encodeFrame(typeof data === 'string' ? 'text' : 'bytes', data);
        bytes += frame.length;
        waiting.push(frame);
        wake();
      },
      close: end,
    };
    const open: Open = { by, receivedAt: performance.now(), viewing: undefined, end };
    open.viewing = this.#start(sessionId, socket, () => open.by);
    this.#open.set(name, open);
    const until = performance.now() + LEASE_MS;
    const isAlive = () =>
      !isOver && !signal.aborted && performance.now() < Math.min(until, open.receivedAt + SILENCE_MS);
    try {
      while (waiting.length > 0 || isAlive()) {
        const frames = waiting.splice(0);
        bytes = 0;
        yield frames.length > 0 ? Buffer.concat(frames) : encodeFrame('alive');
        if (waiting.length > 0 || !isAlive()) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ALIVE_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      open.viewing?.end();
      if (this.#open.get(name) === open) this.#open.delete(name);
    }
  }

  /** Input of the person, or a sign of life without text. */
  take(name: string, text: string, by: Identity): void {
    const open = this.#open.get(name);
    if (!open) return;
    open.by = by;
    open.receivedAt = performance.now();
    if (text !== '') open.viewing?.receive(text);
  }

  end(name: string): void {
    this.#open.get(name)?.end();
  }
}
