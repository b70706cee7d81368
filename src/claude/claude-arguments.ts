/** The arguments of `claude` that mean the same in a terminal and over stream-json (2.1.325). */

export interface ClaudeChoices {
  readonly sessionId: string;
  /**
   * Whether the id is new, reopened, or a copy of another session: of all of it, or up to the row with this uuid, which
   * Claude Code supports only without a terminal.
   */
  readonly how: 'new' | 'resume' | { readonly forkOf: string; readonly upTo?: string };
  /** For what was chosen about the run. */
  readonly flags?: readonly string[];
  /** Further flags as a person typed them. */
  readonly claudeArgs?: readonly string[];
}

/** Files for values that do not belong on a command line, which every user of the machine can read. */
export interface ChoiceFiles {
  /** A path, or the JSON itself. */
  readonly settings: string;
  readonly mcpConfig?: string | undefined;
}

/** Values go behind `=`, so that none is taken for a flag. A person's own flags come last: of two, the last counts. */
export function claudeArguments(
  { how, sessionId, flags = [], claudeArgs = [] }: ClaudeChoices,
  { settings, mcpConfig }: ChoiceFiles,
): string[] {
  return [
    ...identityFlags(how, sessionId),
    ...flags,
    // Always there: `--worktree` takes a value or none, so that a flag must follow it.
    `--settings=${settings}`,
    ...(mcpConfig === undefined ? [] : [`--mcp-config=${mcpConfig}`]),
    ...claudeArgs,
  ];
}

function identityFlags(how: ClaudeChoices['how'], sessionId: string): string[] {
  if (how === 'new') return [`--session-id=${sessionId}`];
  if (how === 'resume') return [`--resume=${sessionId}`];
  const upTo = how.upTo === undefined ? [] : [`--resume-session-at=${how.upTo}`];
  return [`--resume=${how.forkOf}`, '--fork-session', ...upTo, `--session-id=${sessionId}`];
}
