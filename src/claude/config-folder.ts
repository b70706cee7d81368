/** Where Claude Code keeps its settings, transcripts and list of live sessions. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export function claudeConfigFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'));
}

export function userSettingsFile(env: NodeJS.ProcessEnv): string {
  return join(claudeConfigFolder(env), 'settings.json');
}
