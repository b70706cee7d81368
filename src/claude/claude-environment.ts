/** The environment for a `claude` we start: it must not hold the means to answer itself, nor take itself for another's part. */

/** A claude inside another Claude Code finds these and takes itself for a part of that one. */
const OF_ANOTHER_CLAUDE = /^(CLAUDECODE|CLAUDE_PID|CLAUDE_CODE_(ENTRYPOINT|SESSION.*|CHILD_SESSION))$/;

/** Everything but what speaks to a hub, tokens above all, and what a surrounding Claude Code left. */
export function claudeEnvironment<Value extends string | undefined>(
  env: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('REINS_') && !OF_ANOTHER_CLAUDE.test(name)),
  );
}
