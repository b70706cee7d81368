/** A hook that runs a command, as written in a settings file. */

export interface CommandHook {
  readonly type: 'command';
  readonly command: string;
  readonly async?: true;
  /** In the background like `async`, but with exit code 2 its stderr is passed to the model. */
  readonly asyncRewake?: true;
  readonly rewakeMessage?: string;
  readonly rewakeSummary?: string;
  /** In seconds. Never 0: Claude Code would skip the whole settings file. */
  readonly timeout: number;
}

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly CommandHook[];
}
