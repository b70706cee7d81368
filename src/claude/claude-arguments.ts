/** The flags of `claude` that mean the same in a terminal and over stream-json (2.1.325). */

/** What a person or program may choose. */
export interface ClaudeChoices {
  readonly sessionId: string;
  /** Whether the id is new, is to be reopened, or is a copy of another session. */
  readonly how: 'new' | 'resume' | { readonly forkOf: string };
  readonly persist: boolean;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly name?: string;
  readonly appendSystemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly addDirs?: readonly string[];
  readonly agents?: object;
  readonly pluginDirs?: readonly string[];
  readonly settingSources?: readonly string[];
  /** A name, or `true` for one that Claude Code chooses. */
  readonly worktree?: true | string;
  /** Further flags as a person typed them. */
  readonly claudeArgs?: readonly string[];
}

/** Files for what does not belong on a command line, which everybody on the machine may read. */
export interface ChoiceFiles {
  /** A path, or the JSON itself. */
  readonly settings: string;
  readonly mcpConfig?: string | undefined;
}

/** Values go behind `=`, so that none is taken for a flag. A person's own flags come last: of two, the last counts. */
export function claudeArguments(choices: ClaudeChoices, files: ChoiceFiles): string[] {
  return [
    ...identityFlags(choices),
    // Takes a value or none: a flag must follow.
    ...(choices.worktree === true ? ['--worktree'] : flag('worktree', choices.worktree)),
    ...flag('settings', files.settings),
    ...flag('mcp-config', files.mcpConfig),
    ...flag('model', choices.model),
    ...flag('permission-mode', choices.permissionMode),
    ...flag('name', choices.name),
    ...flag('append-system-prompt', choices.appendSystemPrompt),
    ...flags('allowed-tools', choices.allowedTools),
    ...flags('disallowed-tools', choices.disallowedTools),
    ...flags('add-dir', choices.addDirs),
    ...flag('agents', choices.agents && JSON.stringify(choices.agents)),
    ...flags('plugin-dir', choices.pluginDirs),
    ...flag('setting-sources', choices.settingSources?.join(',')),
    ...(choices.claudeArgs ?? []),
  ];
}

function identityFlags({ how, sessionId }: ClaudeChoices): string[] {
  if (how === 'new') return flag('session-id', sessionId);
  if (how === 'resume') return flag('resume', sessionId);
  return [...flag('resume', how.forkOf), '--fork-session', ...flag('session-id', sessionId)];
}

export function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}

function flags(name: string, values: readonly string[] = []): string[] {
  return values.flatMap((value) => flag(name, value));
}
