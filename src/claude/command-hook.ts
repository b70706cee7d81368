/** A hook that runs a command, as it stands in a settings file. */

export interface CommandHook {
  readonly type: 'command';
  readonly command: string;
  readonly async?: true;
  /** In the background like `async`, but exit code 2 hands what it wrote to stderr to the model. */
  readonly asyncRewake?: true;
  readonly rewakeMessage?: string;
  readonly rewakeSummary?: string;
  /** In seconds. Never 0: Claude Code then skips the whole settings file. */
  readonly timeout: number;
}

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly CommandHook[];
}
