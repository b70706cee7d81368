/**
 * The environment for a `claude` that the hub starts: without the means to answer its own requests, and without traces of a
 * surrounding Claude Code.
 */

/** With these variables, a claude considers itself part of a surrounding Claude Code. */
const OF_ANOTHER_CLAUDE = /^(CLAUDECODE|CLAUDE_PID|CLAUDE_CODE_(ENTRYPOINT|SESSION.*|CHILD_SESSION))$/;

/** Everything except access to a hub, tokens in particular, and the variables of a surrounding Claude Code. */
export function claudeEnvironment<Value extends string | undefined>(
  env: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('REINS_') && !OF_ANOTHER_CLAUDE.test(name)),
  );
}
