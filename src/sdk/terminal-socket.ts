/**
 * The live terminal of a session, over its own socket, which reconnects automatically. Every connection
 * starts with the whole screen, so there is nothing to resume. Keys are sent only while it is live: keys
 * typed during a lost connection are not sent later.
 */
import type { TerminalFrame, TerminalInput } from '../protocol/terminal.ts';
import { type Backoff, backOff } from './backoff.ts';
import type { HubAddress } from './hub-request.ts';
import { socketProtocols, socketUrl } from './socket-address.ts';
import { readFrame } from './socket-frame.ts';

/** The whole screen of a terminal. */
export type TerminalScreen = Extract<
  TerminalFrame,
  {
    /** The whole screen. */
    type: 'screen';
  }
>;

/** Whether the terminal is live. */
export type TerminalState =
  | {
      /** The screen has arrived and is updated live. */
      readonly state: 'live';
    }
  | {
      /** The connection is being retried. */
      readonly state: 'lost';
      /** The hub's reason, if it gave one. */
      readonly reason?: string | undefined;
    };

/** Options of a `TerminalSocket`. */
export interface TerminalSocketOptions extends HubAddress {
  /** The session. */
  readonly sessionId: string;
  /** Ends the socket; there are no callbacks after it. */
  readonly signal: AbortSignal;
  /** To be drawn into a cleared terminal of its size. */
  readonly onScreen: (screen: TerminalScreen) => void;
  /** Redraws the changes since; to be written into the same terminal. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Called when the terminal becomes live, and when the connection is lost. */
  readonly onState?: (state: TerminalState) => void;
  /** Something that was sent was not accepted. */
  readonly onRefused?: (message: string) => void;
  /** The pauses between attempts; for tests. */
  readonly backoff?: Backoff;
  /** If there is no global one. */
  readonly WebSocket?: typeof globalThis.WebSocket;
}

/** The time limit for a screen to arrive: a phone's connection may be dead without an error. */
const FIRST_SCREEN_MS = 10_000;

/** The live terminal of a session. It reconnects automatically. */
export class TerminalSocket {
  readonly #options: TerminalSocketOptions;
  #socket: WebSocket | undefined;
  #isLive = false;
  #retry = new AbortController();
  #drop: () => void = () => {};

  /** Connects immediately. */
  constructor(options: TerminalSocketOptions) {
    this.#options = options;
    void this.#stayConnected();
  }

  /** False if nothing was sent because the terminal is not live. */
  send(input: TerminalInput): boolean {
    if (!this.#isLive || this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(input));
    return true;
  }

  /** Replaces the connection immediately: for when there is a sign that it is dead. */
  renew(): void {
    this.retry();
    this.#drop();
  }

  /** Retries immediately: for when there is a sign that the network is back. A live connection is kept. */
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
        // A dead connection may take minutes to close, and what it still delivers is outdated.
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
      // The close event that follows contains everything.
      socket.onerror = () => {};
      socket.onclose = over;
    });
  }
}
