/** Which terminal a process has, and whether what is typed there reaches it. */
import { processes } from './processes.ts';

/** True when `device`, such as `/dev/pts/3`, is the terminal of the process. */
export function hasTerminal(pid: number, device: string): boolean {
  const terminal = processes.read(pid)?.terminal;
  return terminal !== undefined && terminal === processes.terminalId(device);
}

/** False for a process that is stopped or in the background of a shell: somebody else would get the keys. */
export function isInForeground(pid: number): boolean {
  return processes.read(pid)?.isInForeground ?? false;
}
