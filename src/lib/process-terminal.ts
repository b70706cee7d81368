/** Which terminal a process has, and whether what is typed there reaches it. */
import { processes } from './processes.ts';

/** True when `device`, such as `/dev/pts/3`, is the terminal of the process. */
export function hasTerminal(pid: number, device: string): boolean {
  const terminal = processes.read(pid)?.terminal;
  return terminal !== undefined && terminal === processes.terminalId(device);
}

/**
 * False for a process that has ended, is stopped, or is in the background of a shell: somebody else would get the keys. With a
 * start mark, also for another process that has the pid by now.
 */
export function isInForeground(pid: number, startMark?: string): boolean {
  const fields = processes.read(pid);
  if (!fields || (startMark !== undefined && fields.startMark !== startMark)) return false;
  return fields.isInForeground;
}
