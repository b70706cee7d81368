/** What Reins needs of Claude Code: the binary, its config folder, and our hooks in its settings. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { HTTP_HOOKS_SINCE, isAtLeast } from '../../claude/claude-version.ts';
import { claudeConfigFolder, userSettingsFile } from '../../claude/config-folder.ts';
import { findClaude, readClaudeVersion } from '../../claude/find-claude.ts';
import { isReinsHook, listHooks } from '../../claude/settings-hooks.ts';
import { locateHome } from '../../hub/reins-home.ts';
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
      if (isAtLeast(version, HTTP_HOOKS_SINCE)) return { verdict: 'ok', message: where };
      return {
        verdict: 'warn',
        message: `${where}: too old for HTTP hooks, which came with ${HTTP_HOOKS_SINCE}`,
        fix: 'Run "claude update".',
      };
    } catch (error) {
      return {
        verdict: 'fail',
        message: `${found.path} does not run: ${(error as Error).message.split('\n')[0]}`,
        fix: 'Reinstall Claude Code, or set REINS_CLAUDE to a working one.',
      };
    }
  },
};

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

export const hooksCheck: Check = {
  name: 'Hooks',
  look(env) {
    const file = userSettingsFile(env);
    let settings: unknown = {};
    try {
      if (existsSync(file)) settings = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      return {
        verdict: 'fail',
        message: `${file} cannot be read: ${(error as Error).message}`,
        fix: 'Mend the file: Claude Code ignores it as it is.',
      };
    }
    const ours = listHooks(settings).filter((hook) => isReinsHook(hook, locateHome(env).socketFile));
    if (ours.length === 0) {
      return {
        verdict: 'warn',
        message: `not installed in ${file}`,
        fix: 'Point hooks at the hub to see and answer sessions that run in a terminal.',
      };
    }
    const events = new Set(ours.map(({ event }) => event));
    return { verdict: 'ok', message: `${events.size} events in ${file} report to Reins` };
  },
};
