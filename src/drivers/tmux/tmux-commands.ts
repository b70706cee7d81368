/** Sends commands to one tmux server: over a control connection, or with one process per command. */

export interface TmuxCommands {
  /** Runs one command and returns the lines it printed. Throws TmuxError with tmux's own message. */
  run(...command: string[]): Promise<string[]>;
  /**
   * Runs several commands without a pause in between, and returns the output lines of all. They complete even if this
   * process dies; the first failure ends them.
   */
  runAll(commands: readonly (readonly string[])[]): Promise<string[]>;
  /** Stores text under a name for pasting. Never on a command line that other processes can read. */
  loadBuffer(name: string, text: string): Promise<void>;
}

export class TmuxError extends Error {
  constructor(command: string, message: string) {
    super(`tmux ${command}: ${message}`);
    this.name = 'TmuxError';
  }
}
