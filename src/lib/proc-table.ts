/** Processes on Linux, read from /proc. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type ProcessFields, type ProcessTable, valuesOf } from './process-table.ts';

export class ProcTable implements ProcessTable {
  read(pid: number): ProcessFields | undefined {
    const stat = readText(pid, 'stat');
    return stat === undefined ? undefined : parseStat(stat);
  }

  isRunning(pid: number): boolean {
    return this.read(pid)?.hasEnded === false;
  }

  terminalId(device: string): string | undefined {
    return statSync(device, { throwIfNoEntry: false })?.rdev.toString();
  }

  commandLine(pid: number): string[] {
    return readEntries(pid, 'cmdline');
  }

  variable(pid: number, name: string): string | undefined {
    return valuesOf(readEntries(pid, 'environ'), name)[0];
  }

  findByVariable(name: string, accepts: (value: string) => boolean): number[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid)
      .filter((pid) => valuesOf(readEntries(pid, 'environ'), name).some(accepts) && this.isRunning(pid));
  }
}

/** Reads `/proc/<pid>/stat`, which proc_pid_stat(5) describes. */
export function parseStat(stat: string): ProcessFields | undefined {
  // The command name (field 2) may contain spaces and parentheses: count from its last ')'.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, , terminal = '0', foreground] = fields;
  const startMark = fields[19];
  if (startMark === undefined) return undefined;
  return {
    startMark,
    hasEnded: state === 'Z' || state === 'X',
    parent: Number(parent),
    group: Number(group),
    terminal: Number(terminal) > 0 ? terminal : undefined,
    isInForeground: group === foreground && !/^[tTZX]/.test(state ?? ''),
  };
}

/** Entries that each end with a NUL. */
function readEntries(pid: number, file: string): string[] {
  const text = readText(pid, file);
  return text ? text.replace(/\0$/, '').split('\0') : [];
}

function readText(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
