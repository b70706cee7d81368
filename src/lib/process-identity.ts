/**
 * Tells whether a process is still the one we knew: a pid alone is not enough, since pids are reused.
 * On Linux the start time comes from /proc; elsewhere from `ps`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An opaque start-time mark of a process, or undefined when no such process runs. */
export function readStartMark(pid: number): string | undefined {
  return process.platform === 'linux' ? startMarkFromProc(pid) : startMarkFromPs(pid);
}

/** True when `pid` runs and, if a mark is given, is the same process that bore this mark. */
export function isProcessAlive(pid: number, startMark?: string): boolean {
  // Off Linux a start mark costs a process: it is read only where there is one to compare with.
  if (startMark === undefined && process.platform !== 'linux') return isSignalable(pid);
  const current = readStartMark(pid);
  return current !== undefined && (startMark === undefined || current === startMark);
}

/** True when `pid` runs in the process group that `leader` leads. */
export function isProcessInGroup(pid: number, leader: number): boolean {
  const group = process.platform === 'linux' ? statFields(pid)[2] : askPs(pid, 'pgid=');
  return Number(group) === leader;
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startMarkFromProc(pid: number): string | undefined {
  const fields = statFields(pid);
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}

/** The fields of /proc/<pid>/stat from the third on; none when there is no such process. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name (field 2) may hold spaces and parentheses: count from its last ')'.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function startMarkFromPs(pid: number): string | undefined {
  return askPs(pid, 'lstart=');
}

function askPs(pid: number, column: string): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.trim() || undefined;
  } catch {
    return undefined;
  }
}
