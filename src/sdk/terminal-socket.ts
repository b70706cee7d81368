/**
 * The live terminal of a session, over a socket of its own that comes back by itself. Every connection begins with the whole
 * screen, so there is nothing to resume. Keys go out only while it is live: what was typed into a dead line is not typed later.
 */
import type { TerminalFrame, TerminalInput } from '../protocol/terminal.ts';
import { type Backoff, backOff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { socketProtocols, socketUrl } from './socket-address.ts';
import { readFrame } from './socket-frame.ts';

export type TerminalScreen = Extract<TerminalFrame, { type: 'screen' }>;

export type TerminalState =
  /** The screen has come and follows. */
  | { readonly state: 'live' }
  /** It is being tried again; `reason` is what the hub said, where it did. */
  | { readonly state: 'lost'; readonly reason?: string | undefined };

export interface TerminalSocketOptions extends HubAddress {
  readonly sessionId: string;
  /** Ends the socket; nothing is told after it. */
  readonly signal: AbortSignal;
  /** To be drawn into an emptied terminal of its size. */
  readonly onScreen: (screen: TerminalScreen) => void;
  /** Redraws what has changed since; to be written into the same terminal. */
  readonly onOutput: (bytes: Uint8Array) => void;
  readonly onState?: (state: TerminalState) => void;
  /** Something that was sent could not be taken. */
  readonly onRefused?: (message: string) => void;
  readonly backoff?: Backoff;
  readonly WebSocket?: typeof globalThis.WebSocket;
}

/** A screen that does not come within this time: a phone's line may be dead without a word. */
const FIRST_SCREEN_MS = 10_000;

export class TerminalSocket {
  readonly #options: TerminalSocketOptions;
  #socket: WebSocket | undefined;
  #isLive = false;
  #retry = new AbortController();
  #drop: () => void = () => {};

  constructor(options: TerminalSocketOptions) {
    this.#options = options;
    void this.#stayConnected();
  }

  /** False when nothing was sent, since the terminal is not live. */
  send(input: TerminalInput): boolean {
    if (!this.#isLive || this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(input));
    return true;
  }

  /** Gives the connection up for a new one, at once: for when there is a sign that the line is dead. */
  renew(): void {
    this.retry();
    this.#drop();
  }

  /** Tries at once instead of later: for when there is a sign that the line is back. A connection that lives is kept. */
  retry(): void {
    this.#retry.abort();
  }

  async #stayConnected(): Promise<void> {
    const { signal, backoff = backOff, onState } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const { wasLive, reason } = await this.#connectOnce();
      if (signal.aborted) return;
      failures = wasLive ? 1 : failures + 1;
      onState?.({ state: 'lost', reason });
      this.#retry = new AbortController();
      await backoff(failures, AbortSignal.any([signal, this.#retry.signal]));
    }
  }

  /** Resolves when the connection is over. */
  async #connectOnce(): Promise<{ wasLive: boolean; reason: string | undefined }> {
    const { sessionId, signal, onOutput, onScreen, onRefused, onState } = this.#options;
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket;
    const path = `/sessions/${encodeURIComponent(sessionId)}/terminal`;
    const target = await socketUrl(this.#options, path, signal).catch(() => undefined);
    if (target === undefined || signal.aborted) return { wasLive: false, reason: undefined };
    return new Promise((resolve) => {
      let wasLive = false;
      let reason: string | undefined;
      const socket = new Socket(target, socketProtocols(this.#options));
      socket.binaryType = 'arraybuffer';
      this.#socket = socket;
      const over = () => {
        clearTimeout(patience);
        signal.removeEventListener('abort', over);
        // A dead connection may take minutes to say that it has closed, and what it still says is old.
        socket.onmessage = null;
        if (this.#socket === socket) this.#isLive = false;
        socket.close();
        resolve({ wasLive, reason });
      };
      const patience = setTimeout(over, FIRST_SCREEN_MS);
      this.#drop = over;
      signal.addEventListener('abort', over, { once: true });
      socket.onmessage = ({ data }) => {
        if (typeof data !== 'string') return onOutput(new Uint8Array(data as ArrayBuffer));
        const frame = readFrame<TerminalFrame>(data);
        if (!frame) return;
        if (frame.type === 'end') reason = frame.reason;
        else if (frame.type === 'refused') onRefused?.(frame.message);
        else if (frame.type === 'screen') {
          onScreen(frame);
          if (wasLive) return;
          clearTimeout(patience);
          wasLive = true;
          this.#isLive = true;
          onState?.({ state: 'live' });
        }
      };
      // The close that follows says all there is.
      socket.onerror = () => {};
      socket.onclose = over;
    });
  }
}
