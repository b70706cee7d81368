/** Tells whether a process is still the one we knew: a pid alone is not enough, since pids are reused. */
import { processes } from './processes.ts';

/** A process that is told from a later one with the same pid. */
export interface ProcessMark {
  readonly pid: number;
  readonly startMark: string;
}

/** A start-time mark of a process, or undefined when no such process runs. */
export function readStartMark(pid: number): string | undefined {
  const fields = processes.read(pid);
  return fields?.hasEnded ? undefined : fields?.startMark;
}

/** True when `pid` runs and, if a mark is given, is the same process that bore this mark. */
export function isProcessAlive(pid: number, startMark?: string): boolean {
  return startMark === undefined ? processes.isRunning(pid) : readStartMark(pid) === startMark;
}

/** True when `pid` runs in the process group that `leader` leads. */
export function isProcessInGroup(pid: number, leader: number): boolean {
  return processes.read(pid)?.group === leader;
}
