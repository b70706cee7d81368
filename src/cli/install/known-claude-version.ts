/** The version of Claude Code on this machine, as far as it can be known. */
import { findClaude, readClaudeVersion } from '../../claude/find-claude.ts';

/** Undefined when there is none or it does not say: an install does not fail for that. */
export async function knownClaudeVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const found = findClaude(env);
  return found && readClaudeVersion(found.path).catch(() => undefined);
}
