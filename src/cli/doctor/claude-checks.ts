/** What Reins needs from Claude Code: the binary and its config folder. */
import { accessSync, constants, existsSync } from 'node:fs';
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { findClaude, readClaudeVersion } from '../../claude/find-claude.ts';
import { DEFAULT_EVENTS_SINCE } from '../../claude/hook-set.ts';
import { describeLeftOut } from '../../claude/left-out-events.ts';
import type { Check } from './check.ts';

export const claudeCheck: Check = {
  name: 'Claude Code',
  async look(env) {
    const chosen = env['REINS_CLAUDE'];
    const found = findClaude(env);
    if (!found) {
      return chosen
        ? {
            verdict: 'fail',
            message: `REINS_CLAUDE names ${chosen}, which is not a program`,
            fix: 'Point REINS_CLAUDE at the claude binary, or unset it to use the one on PATH.',
          }
        : {
            verdict: 'fail',
            message: 'claude is not on PATH',
            fix: 'Install it with "npm install -g @anthropic-ai/claude-code", or set REINS_CLAUDE to its path.',
          };
    }
    try {
      const version = await readClaudeVersion(found.path);
      const where = `${version} at ${found.path} (by ${found.foundBy})`;
      const lacks = describeLeftOut(version);
      if (lacks === undefined) return { verdict: 'ok', message: where };
      return {
        verdict: 'warn',
        message: `${where} ${lacks}`,
        fix: `Run "claude update" for ${DEFAULT_EVENTS_SINCE} or newer, then "reins install" again.`,
      };
    } catch (error) {
      return {
        verdict: 'fail',
        message: `${found.path} does not run: ${whyNot(error as Error)}`,
        fix: 'Reinstall Claude Code, or set REINS_CLAUDE to a working binary.',
      };
    }
  },
};

/** The program's own message is more helpful than its exit code. */
function whyNot({ stderr = '', message }: Error & { readonly stderr?: string }): string {
  return (stderr.trim() || message).split('\n')[0] ?? '';
}

export const configFolderCheck: Check = {
  name: 'Claude folder',
  look(env) {
    const folder = claudeConfigFolder(env);
    if (!existsSync(folder)) {
      return {
        verdict: 'warn',
        message: `${folder} does not exist yet`,
        fix: 'Start "claude" once, or set CLAUDE_CONFIG_DIR to the folder it uses.',
      };
    }
    try {
      accessSync(folder, constants.R_OK | constants.X_OK);
      return { verdict: 'ok', message: folder };
    } catch {
      return {
        verdict: 'fail',
        message: `${folder} cannot be read`,
        fix: 'Run Reins as the user who runs Claude Code.',
      };
    }
  },
};
