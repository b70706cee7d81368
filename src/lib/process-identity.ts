/**
 * Tells whether a process is still the one we knew: a pid alone is not enough, since pids are reused.
 * On Linux the start time comes from /proc; elsewhere from `ps`.
 */
import { askPs, statFields } from './process-fields.ts';

/** A process that is told from a later one with the same pid. */
export interface ProcessMark {
  readonly pid: number;
  readonly startMark: string;
}

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

function startMarkFromPs(pid: number): string | undefined {
  return askPs(pid, 'lstart=');
}
