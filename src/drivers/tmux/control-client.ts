/**
 * A connection to a tmux server in control mode: commands go in as lines; responses and notices come out. Owns the client
 * process and matches responses to commands. Does not interpret panes.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { ControlParser } from './control-parser.ts';
import { commandLine } from './quote-for-tmux.ts';
import { type TmuxCommands, TmuxError } from './tmux-commands.ts';

export interface ControlClientOptions {
  readonly tmux: string;
  /** Where the server is, and the command to run on arrival, which must attach to a session. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  onNotice(name: string, rest: string): void;
  /** An attached connection is lost: the server ended, or the client was killed. Not called after `close`. */
  onLost(): void;
}

interface Pending {
  readonly name: string;
  /** A line with several commands gets one response for each, and none after the first failure. */
  awaited: number;
  readonly lines: string[];
  resolve(lines: string[]): void;
  reject(error: Error): void;
}

export class ControlClient implements TmuxCommands {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending: Pending[] = [];
  readonly #options: ControlClientOptions;
  readonly #parser = new ControlParser();
  readonly #attached: Promise<void>;
  readonly #left: Promise<void>;
  #onAttached: () => void = () => {};
  #onRefused: (error: Error) => void = () => {};
  #stderr = '';
  #isAttached = false;
  #isGone = false;
  #isClosed = false;

  private constructor(options: ControlClientOptions) {
    this.#options = options;
    this.#attached = new Promise((resolve, reject) => {
      this.#onAttached = resolve;
      this.#onRefused = reject;
    });
    // -u: without it, tmux replaces non-ASCII characters unless the locale is UTF-8. detached: tmux up to 3.6 crashes if a
    // client is killed while it connects, as by a signal to the hub's process group.
    this.#child = spawn(options.tmux, ['-u', '-C', ...options.args], {
      env: options.env,
      stdio: 'pipe',
      detached: true,
    });
    const splitter = new LineSplitter();
    this.#child.stdout.on('data', (chunk: Buffer) => {
      for (const { text } of splitter.push(chunk)) this.#take(text);
    });
    this.#child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-2000);
    });
    this.#child.stdin.on('error', () => this.#lose());
    this.#child.on('error', (error) => this.#lose(error.message));
    this.#left = new Promise((resolve) => {
      this.#child.on('close', () => {
        this.#lose();
        resolve();
      });
    });
  }

  /** Resolves once attached, and cannot be closed before that. Throws TmuxError if it fails. */
  static async connect(options: ControlClientOptions): Promise<ControlClient> {
    const client = new ControlClient(options);
    await client.#attached;
    return client;
  }

  /** The pid of the client process. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  run(...command: string[]): Promise<string[]> {
    return this.runAll([command]);
  }

  runAll(commands: readonly (readonly string[])[]): Promise<string[]> {
    const name = commands[0]?.[0] ?? '';
    if (this.#isGone) return Promise.reject(new TmuxError(name, 'the connection to tmux is lost'));
    return new Promise((resolve, reject) => {
      this.#pending.push({ name, awaited: commands.length, lines: [], resolve, reject });
      this.#child.stdin.write(`${commands.map(commandLine).join(' ; ')}\n`);
    });
  }

  async loadBuffer(name: string, text: string): Promise<void> {
    await this.run('set-buffer', '-b', name, '--', text);
  }

  /** Disconnects from the server, which continues. Resolves once the client has left. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#lose();
    this.#child.stdin.end();
    this.#child.kill();
    return this.#left;
  }

  #take(line: string): void {
    const message = this.#parser.push(line);
    if (!message) return;
    if (message.kind === 'notice') {
      // Attached: commands are accepted from now on.
      if (message.name === 'session-changed') {
        this.#isAttached = true;
        this.#onAttached();
      }
      this.#options.onNotice(message.name, message.rest);
      return;
    }
    if (!message.isOurs) {
      if (message.isError) this.#stderr += message.lines.join(' ');
      return;
    }
    const [pending] = this.#pending;
    if (!pending) return;
    pending.lines.push(...message.lines);
    pending.awaited -= 1;
    if (pending.awaited > 0 && !message.isError) return;
    this.#pending.shift();
    if (message.isError) pending.reject(new TmuxError(pending.name, message.lines.join(' ')));
    else pending.resolve(pending.lines);
  }

  #lose(reason = this.#stderr.trim() || 'the connection ended'): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#onRefused(new TmuxError('attach-session', reason));
    for (const { name, reject } of this.#pending.splice(0)) reject(new TmuxError(name, reason));
    if (this.#isAttached && !this.#isClosed) this.#options.onLost();
  }
}
