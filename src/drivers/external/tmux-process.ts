/**
 * Sends commands to a person's tmux server, one short process each: a permanent connection would show among the person's
 * clients. Text goes through standard input, never onto a command line.
 */
import { execFile } from 'node:child_process';
import { toArguments } from '../tmux/quote-for-tmux.ts';
import { type TmuxCommands, TmuxError } from '../tmux/tmux-commands.ts';

const PATIENCE_MS = 10_000;
/** A screen with colours is about 20 KB; a thousand lines of history may be far more. */
const MOST_OUTPUT = 64_000_000;

export class TmuxProcess implements TmuxCommands {
  readonly #server: readonly string[];
  readonly #env: NodeJS.ProcessEnv;

  /** Without a socket: this user's default server. */
  constructor(socket: string | undefined, env: NodeJS.ProcessEnv) {
    this.#server = socket ? ['-S', socket] : [];
    this.#env = env;
  }

  run(...command: string[]): Promise<string[]> {
    return this.runAll([command]);
  }

  async runAll(commands: readonly (readonly string[])[]): Promise<string[]> {
    const lines = (await this.#call(toArguments(commands))).split('\n');
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  }

  async loadBuffer(name: string, text: string): Promise<void> {
    await this.#call(['load-buffer', '-b', name, '-'], text);
  }

  /** The command that shows the pane in a terminal. */
  attachCommand(pane: string): string[] {
    return ['tmux', '-u', ...this.#server, 'attach-session', '-t', pane];
  }

  #call(command: readonly string[], input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile(
        'tmux',
        // -N: do not start a server if none is running.
        ['-u', '-N', ...this.#server, ...command],
        { env: this.#env, timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT },
        (error, stdout, stderr) => {
          if (error) reject(new TmuxError(command[0] ?? '', stderr.trim() || error.message));
          else resolve(stdout);
        },
      );
      // A tmux that exits early closes its input; its output gives the reason.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  }
}
