/** One viewer of a terminal over a WebSocket: the screen out, keys in. Has no knowledge of HTTP or tmux. */
import type { RunTerminal, TerminalView } from '../../hub/steering/steering.ts';
import { TERMINAL_FRAME_ROLES, type TerminalFrame, terminalInputSchema } from '../../protocol/terminal.ts';
import type { Caller } from '../access/caller.ts';
import { invalidRequest, toReinsError } from '../error-answers.ts';
import { parseFrame } from './parse-frame.ts';

/** The part of the `ws` package that is needed here. */
export interface TerminalSocket {
  readonly bufferedAmount: number;
  send(data: string | Buffer): void;
  close(code: number, reason: string): void;
}

/** A viewer with this much unsent is behind, and gets the current screen once that is sent. */
const BEHIND_BYTES = 16 * 1024;
const NORMAL = 1000;

export class TerminalSession {
  readonly #socket: TerminalSocket;
  readonly #terminal: RunTerminal;
  readonly #caller: Pick<Caller, 'require'>;
  readonly #view: TerminalView;
  /** Keys arrive in the order in which they were pressed. */
  #typing: Promise<void> = Promise.resolve();

  constructor(socket: TerminalSocket, terminal: RunTerminal, caller: Pick<Caller, 'require'>) {
    this.#socket = socket;
    this.#terminal = terminal;
    this.#caller = caller;
    this.#view = terminal.open({
      isReady: () => socket.bufferedAmount < BEHIND_BYTES,
      onPicture: ({ columns, rows, data }) => this.#send({ type: 'screen', columns, rows, data }),
      onOutput: (bytes) => socket.send(bytes),
      onEnd: (reason) => {
        this.#send({ type: 'end', reason });
        socket.close(NORMAL, 'the terminal is gone');
      },
    });
  }

  /** Handles one frame of the client; never throws. */
  receive(text: string): void {
    this.#typing = this.#typing
      .then(() => this.#take(text))
      .catch((error: unknown) => {
        this.#send({ type: 'refused', message: toReinsError(error).message });
      });
  }

  /** Call it once the socket has closed. */
  end(): void {
    this.#view.close();
  }

  async #take(text: string): Promise<void> {
    const parsed = terminalInputSchema.safeParse(parseFrame(text));
    if (!parsed.success) throw invalidRequest(parsed.error, 'frame');
    const input = parsed.data;
    this.#caller.require(TERMINAL_FRAME_ROLES[input.type]);
    switch (input.type) {
      case 'keys':
        return this.#terminal.type(input.data);
      case 'paste':
        return this.#terminal.paste(input.text);
      case 'fit':
        return this.#terminal.fit(input);
    }
  }

  #send(frame: TerminalFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }
}
