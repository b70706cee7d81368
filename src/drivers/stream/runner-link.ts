/**
 * The hub's end of a runner's socket. Sends unacknowledged messages again on the next connection; the runner passes each id
 * on once, so nothing arrives twice.
 */
import { createConnection, type Socket } from 'node:net';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { isOwnSocket } from '../../lib/socket-file.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { RunnerMessage, WriteCommand } from './runner-protocol.ts';

const PATIENCE_MS = 10_000;

export interface LinkOptions {
  readonly file: string;
  /** The journal may have new lines. */
  readonly onNews: () => void;
  readonly onStuck: (reason: string | null) => void;
  /** The connection ended or could not be made. */
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
    // A socket that another user created is not our runner.
    if (!isOwnSocket(file)) socket.destroy();
    const splitter = new LineSplitter();
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      for (const { text } of splitter.push(chunk)) this.#receive(text);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#isGreeted = false;
      this.#options.onLost();
    });
  }

  /** Resolves once the message has been written to claude. Throws `run_not_responding` or `session_ended`. */
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

  /** Disconnects from the runner and rejects everything that still waits for it. */
  close(why: ReinsError): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isGreeted = false;
    socket?.destroy();
    for (const { settle } of [...this.#pending.values()]) settle(why);
  }

  #receive(line: string): void {
    const message = parse(line);
    if (message?.type === 'hello') this.#greet();
    else if (message?.type === 'written') this.#pending.get(message.id)?.settle();
    else if (message?.type === 'refused') this.#pending.get(message.id ?? '')?.settle(refusal(message.code));
    if (message?.type === 'hello' || message?.type === 'stuck') this.#reportDisk(message);
    this.#options.onNews();
  }

  #greet(): void {
    this.#isGreeted = true;
    for (const { command } of this.#pending.values()) this.#send(command);
  }

  /** Older runners do not report full disks. */
  #reportDisk(message: { readonly stuck?: string | null; readonly reason?: string | null }): void {
    const reason = message.reason ?? message.stuck ?? null;
    this.#options.onStuck(reason);
  }

  #send(command: WriteCommand): void {
    this.#socket?.write(`${JSON.stringify(command)}\n`);
  }
}

function refusal(code: string): ReinsError {
  if (code === 'ended')
    return new ReinsError('session_ended', 'Claude Code has ended. Resume the session to continue.');
  return new ReinsError('internal', `The session's runner rejected a command (${code}).`);
}

function notResponding(): ReinsError {
  return new ReinsError(
    'run_not_responding',
    'Claude Code does not accept input at the moment. Try again, or stop the session.',
  );
}

function parse(line: string): RunnerMessage | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
