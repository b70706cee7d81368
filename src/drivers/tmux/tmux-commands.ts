/** A way to give commands to one tmux server, whoever runs it: over a control connection or one process per command. */

export interface TmuxCommands {
  /** Runs one command and returns the lines it printed. Throws TmuxError with tmux's own words. */
  run(...command: string[]): Promise<string[]>;
  /** Keeps a text under a name, to be pasted. Never on a command line that other processes can read. */
  loadBuffer(name: string, text: string): Promise<void>;
}

export class TmuxError extends Error {
  constructor(command: string, message: string) {
    super(`tmux ${command}: ${message}`);
    this.name = 'TmuxError';
  }
}
