/** Which terminal a process has, and whether what is typed there reaches it. */
import { statSync } from 'node:fs';
import { askPs, statFields } from './process-fields.ts';

/** True when `device`, such as `/dev/pts/3`, is the terminal of the process. */
export function hasTerminal(pid: number, device: string): boolean {
  if (process.platform !== 'linux') {
    const name = askPs(pid, 'tty=');
    return name !== undefined && device === `/dev/${name}`;
  }
  const number = Number(statFields(pid)[4] ?? 0);
  return number > 0 && statSync(device, { throwIfNoEntry: false })?.rdev === number;
}

/** False for a process that is stopped or in the background of a shell: somebody else would get the keys. */
export function isInForeground(pid: number): boolean {
  if (process.platform !== 'linux') return askPs(pid, 'stat=')?.includes('+') ?? false;
  const [, , group, , , foreground] = statFields(pid);
  return group !== undefined && group === foreground;
}
