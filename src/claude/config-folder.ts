/** The folder with Claude Code's settings, transcripts and list of live sessions. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export function claudeConfigFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'));
}

/** The file with Claude Code's own state, including the folders that a person has trusted. */
export function claudeStateFile(env: NodeJS.ProcessEnv): string {
  return resolve(env['CLAUDE_CONFIG_DIR'] || homedir(), '.claude.json');
}

export function userSettingsFile(env: NodeJS.ProcessEnv): string {
  return join(claudeConfigFolder(env), 'settings.json');
}

/** The settings of a project: the shared ones, and the personal ones, which Claude Code keeps out of version control. */
export function projectSettingsFiles(folder: string): { readonly shared: string; readonly local: string } {
  const inside = join(resolve(folder), '.claude');
  return { shared: join(inside, 'settings.json'), local: join(inside, 'settings.local.json') };
}
