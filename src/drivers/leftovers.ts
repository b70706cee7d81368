/**
 * What a killed claude leaves running. Its tools are sessions of their own, beyond the reach of a signal to its process
 * group, but each carries `CLAUDE_PID` in its environment (2.1.325). A claude that ends by itself ends its tools, so this
 * is for one that could not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessMark, readStartMark } from '../lib/process-identity.ts';

/** Kills every tool of this claude that still runs. Without /proc none is found. */
export function killTools(claude: ProcessMark): void {
  if (process.platform !== 'linux' || isReplaced(claude)) return;
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isToolOf(pid, claude));
  for (const pid of pids) kill(pid);
}

/** Kills the process group that this process leads or, when it has only just ended, led. */
export function killGroup(leader: ProcessMark): void {
  if (!isReplaced(leader)) kill(-leader.pid);
}

/** Another process has the pid by now, after a restart of the machine for example. */
function isReplaced({ pid, startMark }: ProcessMark): boolean {
  const current = readStartMark(pid);
  return current !== undefined && current !== startMark;
}

/** A tool began after its claude: an older process with the same words in its environment belongs to another one. */
function isToolOf(pid: number, claude: ProcessMark): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    if (!environment.includes(`CLAUDE_PID=${claude.pid}`)) return false;
    return Number(readStartMark(pid)) >= Number(claude.startMark);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
