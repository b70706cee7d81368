/** The version of Claude Code on this machine, if it can be determined. */
import { findClaude, readClaudeVersion } from '../../claude/find-claude.ts';

/** Undefined if there is none or it prints no version: that does not fail an install. */
export async function knownClaudeVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const found = findClaude(env);
  return found && readClaudeVersion(found.path).catch(() => undefined);
}
