/** Which terminal a process has, and whether typed keys reach it. */
import { processes } from './processes.ts';

/** True if `device`, such as `/dev/pts/3`, is the terminal of the process. */
export function hasTerminal(pid: number, device: string): boolean {
  const terminal = processes.read(pid)?.terminal;
  return terminal !== undefined && terminal === processes.terminalId(device);
}

/**
 * False for a process that has ended, is stopped, or is in the background of a shell: another process would get the keys.
 * With a start mark, also false for another process that reuses the pid.
 */
export function isInForeground(pid: number, startMark?: string): boolean {
  const fields = processes.read(pid);
  if (!fields || (startMark !== undefined && fields.startMark !== startMark)) return false;
  return fields.isInForeground;
}
