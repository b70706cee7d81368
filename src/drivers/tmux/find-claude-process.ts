/**
 * The claude behind a pane: its process, or one started by a script around Claude Code. The file names in Claude Code's list
 * of live sessions are enough to distinguish them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { REGISTRY_FILE } from '../../claude/registry-file.ts';
import { isProcessAlive, isProcessInGroup } from '../../lib/process-identity.ts';
import { waitUntil } from '../../lib/wait-until.ts';

/**
 * A claude that shows its input box is in the list within moments, or seconds on a busy machine. If it is not, its version
 * may be too old to have such a list.
 */
const PATIENCE_MS = 5000;

export function findClaudeProcess(panePid: number, env: Readonly<Record<string, string>>): Promise<number> {
  const folder = join(claudeConfigFolder(env), 'sessions');
  return waitUntil('claude in the list of live sessions', () => listedIn(folder, panePid), {
    timeoutMs: PATIENCE_MS,
    everyMs: 50,
  }).catch(() => panePid);
}

function listedIn(folder: string, panePid: number): number | undefined {
  const pids = readNames(folder).map((name) => Number.parseInt(name, 10));
  if (pids.includes(panePid)) return panePid;
  return pids.find((pid) => isProcessInGroup(pid, panePid) && isProcessAlive(pid));
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => REGISTRY_FILE.test(name));
  } catch {
    return [];
  }
}
