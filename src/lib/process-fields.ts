/** What the system tells of a process: /proc on Linux, `ps` elsewhere. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The fields of /proc/<pid>/stat from the third on; none when there is no such process. */
export function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name (field 2) may hold spaces and parentheses: count from its last ')'.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** One column of `ps`, such as `pgid=`; undefined when there is no such process. It costs a process of its own. */
export function askPs(pid: number, column: string): string | undefined {
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
