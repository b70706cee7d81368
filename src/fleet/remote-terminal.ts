/** A terminal of another host, open on this one: reopened when its lease is over, ended with the viewer. */
import { randomUUID } from 'node:crypto';
import type { Identity } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Calls } from './calls.ts';
import { decodeFrames } from './frame-stream.ts';
import { type RemoteRequest, sendHead } from './remote-requests.ts';

const ALIVE_MS = 5000;

export interface TerminalListener {
  onText(text: string): void;
  onBytes(bytes: Buffer): void;
  /** The terminal is gone, or cannot be reached. */
  onEnd(reason: string): void;
}

export class RemoteTerminal {
  readonly #calls: Calls;
  readonly #host: string;
  readonly #sessionId: string;
  /** Throws if the person's access was revoked. */
  readonly #by: () => Identity;
  readonly #listener: TerminalListener;
  readonly #ending = new AbortController();
  readonly #alive: NodeJS.Timeout;
  #name = randomUUID();
  #hasEnded = false;

  constructor(calls: Calls, host: string, sessionId: string, by: () => Identity, listener: TerminalListener) {
    this.#calls = calls;
    this.#host = host;
    this.#sessionId = sessionId;
    this.#by = by;
    this.#listener = listener;
    this.#alive = setInterval(() => this.receive(''), ALIVE_MS).unref();
    void this.#run();
  }

  /** Input from the person; empty as a sign that the viewer is still there. */
  receive(text: string): void {
    this.#send('terminal_input', text).catch((error: unknown) => {
      if (text === '' || this.#ending.signal.aborted) return;
      const message = error instanceof ReinsError ? error.message : 'The host does not respond.';
      this.#listener.onText(JSON.stringify({ type: 'refused', message }));
    });
  }

  /** The viewer has gone. */
  end(): void {
    if (this.#ending.signal.aborted) return;
    clearInterval(this.#alive);
    this.#ending.abort();
    void this.#send('terminal_end', '').catch(() => {});
  }

  async #run(): Promise<void> {
    let reason = 'The terminal is gone.';
    try {
      while (!this.#ending.signal.aborted && !this.#hasEnded) {
        this.#name = randomUUID();
        await this.#readOnce();
      }
    } catch (error) {
      reason = error instanceof ReinsError ? error.message : 'The host does not respond.';
    }
    clearInterval(this.#alive);
    if (!this.#ending.signal.aborted) this.#listener.onEnd(reason);
  }

  async #readOnce(): Promise<void> {
    const head = this.#head('terminal', '');
    for await (const { kind, content } of decodeFrames(
      sendHead(this.#calls, this.#host, head, this.#ending.signal),
    )) {
      if (kind === 'bytes') this.#listener.onBytes(content);
      if (kind !== 'text') continue;
      const text = content.toString();
      if (isEnd(text)) this.#hasEnded = true;
      this.#listener.onText(text);
    }
  }

  async #send(verb: 'terminal_input' | 'terminal_end', text: string): Promise<void> {
    for await (const _ of sendHead(this.#calls, this.#host, this.#head(verb, text)));
  }

  #head(verb: 'terminal' | 'terminal_input' | 'terminal_end', text: string): RemoteRequest {
    const { id, name, role } = this.#by();
    return { verb, terminal: this.#name, session_id: this.#sessionId, text, by: { id, name, role } };
  }
}

function isEnd(text: string): boolean {
  return text.startsWith('{"type":"end"');
}
