/**
 * Processes that a killed claude leaves running. Its tools run in their own sessions, out of reach of a signal to its
 * process group, but each has `CLAUDE_PID` in its environment (2.1.325). A claude that exits normally ends its tools, so
 * this is for one that could not.
 */
import { type ProcessMark, readStartMark } from '../lib/process-identity.ts';
import { processes } from '../lib/processes.ts';

/** Kills every tool of this claude that is still running. */
export function killTools(claude: ProcessMark): void {
  if (isReplaced(claude)) return;
  const marked = processes.findByVariable('CLAUDE_PID', (value) => value === String(claude.pid));
  for (const pid of marked.filter((pid) => isYounger(pid, claude))) kill(pid);
}

/** Kills the process group that this process leads or, if it has just ended, led. */
export function killGroup(leader: ProcessMark): void {
  if (!isReplaced(leader)) kill(-leader.pid);
}

/** Another process may have the pid by now, for example after a reboot. */
function isReplaced({ pid, startMark }: ProcessMark): boolean {
  const current = readStartMark(pid);
  return current !== undefined && current !== startMark;
}

/** A tool starts after its claude: an older process with the same variable belongs to another claude. */
function isYounger(pid: number, claude: ProcessMark): boolean {
  return Number(readStartMark(pid)) >= Number(claude.startMark);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
