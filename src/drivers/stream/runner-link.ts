/**
 * The hub's end of a runner's socket. What has not been acknowledged is said again on the next connection; the runner passes
 * each id on once, so nothing arrives twice.
 */
import { createConnection, type Socket } from 'node:net';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { isOwnSocket } from '../../lib/socket-file.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { RunnerMessage, WriteCommand } from './runner-protocol.ts';

const PATIENCE_MS = 10_000;

export interface LinkOptions {
  readonly file: string;
  /** There is something to read in the journal, or may be. */
  readonly onNews: () => void;
  readonly onStuck: (reason: string | null) => void;
  /** The connection ended, or none came about. */
  readonly onLost: () => void;
}

interface Pending {
  readonly command: WriteCommand;
  readonly settle: (error?: ReinsError) => void;
}

export class RunnerLink {
  readonly #options: LinkOptions;
  readonly #pending = new Map<string, Pending>();
  #socket: Socket | undefined;
  #isGreeted = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  connect(): void {
    const { file } = this.#options;
    const socket = createConnection(file);
    // What somebody else has put there is not our runner.
    if (!isOwnSocket(file)) socket.destroy();
    const splitter = new LineSplitter();
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      for (const { text } of splitter.push(chunk)) this.#hear(text);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#isGreeted = false;
      this.#options.onLost();
    });
  }

  /** Resolves once claude has been handed the message. Throws `run_not_responding` or `session_ended`. */
  write(id: string, message: WriteCommand['message']): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(notResponding()), PATIENCE_MS);
      const settle = (error?: ReinsError) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if (error) reject(error);
        else resolve();
      };
      const pending: Pending = { command: { type: 'write', id, message }, settle };
      this.#pending.set(id, pending);
      if (this.#isGreeted) this.#send(pending.command);
    });
  }

  /** Lets go of the runner; whoever still waits for it is told why. */
  close(why: ReinsError): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isGreeted = false;
    socket?.destroy();
    for (const { settle } of [...this.#pending.values()]) settle(why);
  }

  #hear(line: string): void {
    const message = parse(line);
    if (message?.type === 'hello') this.#greet();
    else if (message?.type === 'written') this.#pending.get(message.id)?.settle();
    else if (message?.type === 'refused') this.#pending.get(message.id ?? '')?.settle(refusal(message.code));
    if (message?.type === 'hello' || message?.type === 'stuck') this.#hearDisk(message);
    this.#options.onNews();
  }

  #greet(): void {
    this.#isGreeted = true;
    for (const { command } of this.#pending.values()) this.#send(command);
  }

  /** Runners that know nothing of full disks say nothing of them. */
  #hearDisk(message: { readonly stuck?: string | null; readonly reason?: string | null }): void {
    const reason = message.reason ?? message.stuck ?? null;
    this.#options.onStuck(reason);
  }

  #send(command: WriteCommand): void {
    this.#socket?.write(`${JSON.stringify(command)}\n`);
  }
}

function refusal(code: string): ReinsError {
  if (code === 'ended')
    return new ReinsError('session_ended', 'Claude Code has ended. Resume the session to go on.');
  return new ReinsError('internal', `The runner of this session refused a command (${code}).`);
}

function notResponding(): ReinsError {
  return new ReinsError(
    'run_not_responding',
    'Claude Code takes no input at the moment. Try again, or stop the session.',
  );
}

function parse(line: string): RunnerMessage | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
