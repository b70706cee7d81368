/** A way to give commands to one tmux server, whoever runs it: over a control connection or one process per command. */

export interface TmuxCommands {
  /** Runs one command and returns the lines it printed. Throws TmuxError with tmux's own words. */
  run(...command: string[]): Promise<string[]>;
  /**
   * Runs several commands without a pause in between, and returns the lines of all of them. They are carried out even when this
   * process dies; the first failure ends them.
   */
  runAll(commands: readonly (readonly string[])[]): Promise<string[]>;
  /** Keeps a text under a name, to be pasted. Never on a command line that other processes can read. */
  loadBuffer(name: string, text: string): Promise<void>;
}

export class TmuxError extends Error {
  constructor(command: string, message: string) {
    super(`tmux ${command}: ${message}`);
    this.name = 'TmuxError';
  }
}
