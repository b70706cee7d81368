/** Finds the processes that faults hit, without the hub: it may be down. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { processes } from '../../../src/lib/processes.ts';

const run = promisify(execFile);
/** A paused server does not respond. */
const TMUX_MS = 3000;

/** The `claude` that serves a session, by Claude Code's own list of live sessions. */
export function findClaude(configDir: string, sessionId: string): number | undefined {
  const folder = join(configDir, 'sessions');
  for (const name of namesIn(folder)) {
    const { pid, sessionId: served } = readEntry(join(folder, name));
    if (pid !== undefined && served === sessionId && isProcessAlive(pid)) return pid;
  }
  return undefined;
}

/** The runner between the hub and a stream run. */
export function findRunner(configDir: string, sessionId: string): number | undefined {
  const claude = findClaude(configDir, sessionId);
  const parent = claude === undefined ? undefined : processes.read(claude)?.parent;
  return parent && processes.commandLine(parent).some((word) => word.endsWith('runner.js'))
    ? parent
    : undefined;
}

export async function findTmuxServer(home: string, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const args = ['-S', join(home, 'tmux.sock'), 'display-message', '-p', '#{pid}'];
  const { stdout } = await run('tmux', args, { env, timeout: TMUX_MS }).catch(() => ({ stdout: '' }));
  return Number(stdout) || undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

/** Claude Code rewrites its entries in place, so one may be read half-written. */
function readEntry(path: string): { pid?: number; sessionId?: string } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
