/** Tells a process from a later one with the same pid: pids are reused. */
import { processes } from './processes.ts';

/** Identifies one process, even if its pid is reused later. */
export interface ProcessMark {
  readonly pid: number;
  readonly startMark: string;
}

/** The start mark of a process, or undefined if no such process is running. */
export function readStartMark(pid: number): string | undefined {
  const fields = processes.read(pid);
  return fields?.hasEnded ? undefined : fields?.startMark;
}

/** True if `pid` is running and, if a start mark is given, is the process with that mark. */
export function isProcessAlive(pid: number, startMark?: string): boolean {
  return startMark === undefined ? processes.isRunning(pid) : readStartMark(pid) === startMark;
}

/** True if `pid` is running in the process group that `leader` leads. */
export function isProcessInGroup(pid: number, leader: number): boolean {
  return processes.read(pid)?.group === leader;
}
