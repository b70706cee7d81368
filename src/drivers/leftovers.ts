/**
 * What a killed claude leaves running. Its tools are sessions of their own, beyond the reach of a signal to its process
 * group, but each carries `CLAUDE_PID` in its environment (2.1.325). A claude that ends by itself ends its tools, so this
 * is for one that could not.
 */
import { type ProcessMark, readStartMark } from '../lib/process-identity.ts';
import { processes } from '../lib/processes.ts';

/** Kills every tool of this claude that still runs. */
export function killTools(claude: ProcessMark): void {
  if (isReplaced(claude)) return;
  const marked = processes.findByVariable('CLAUDE_PID', (value) => value === String(claude.pid));
  for (const pid of marked.filter((pid) => isYounger(pid, claude))) kill(pid);
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
function isYounger(pid: number, claude: ProcessMark): boolean {
  return Number(readStartMark(pid)) >= Number(claude.startMark);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
