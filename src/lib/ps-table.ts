/**
 * Processes on macOS, read from `ps`. Every query starts a process. macOS hides the environment of its own programs, such as
 * /bin/sh, so a search by variable includes the children of the processes it finds.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { type ProcessFields, type ProcessTable, valuesOf } from './process-table.ts';

/** Runs `ps` and returns its output, which is empty if it finds nothing. */
export type RunPs = (args: readonly string[]) => string;

/** One `-o` for each column: some systems take everything after the first `=` as a heading. */
const columns = (...names: string[]) => names.flatMap((name) => ['-o', `${name}=`]);
const FIELDS = columns('lstart', 'stat', 'ppid', 'pgid', 'tty');
const ROWS = ['-ww', ...columns('pid', 'ppid', 'stat', 'command')];

export class PsTable implements ProcessTable {
  readonly #run: RunPs;

  constructor(run: RunPs = runPs) {
    this.#run = run;
  }

  read(pid: number): ProcessFields | undefined {
    return parseFields(this.#run([...FIELDS, '-p', String(pid)]));
  }

  isRunning(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }

  terminalId(device: string): string | undefined {
    return statSync(device, { throwIfNoEntry: false }) && device.replace(/^\/dev\//, '');
  }

  /** Arguments are split at spaces: one that contains a space becomes two. */
  commandLine(pid: number): string[] {
    return (
      parseRows(this.#run([...ROWS, '-p', String(pid)]))
        .get(pid)
        ?.command.split(' ') ?? []
    );
  }

  /** Cut at the first space of the value. */
  variable(pid: number, name: string): string | undefined {
    const environment = this.#environments('-p', String(pid)).find((row) => row.pid === pid)?.environment;
    return environment && valuesOf(environment, name)[0];
  }

  findByVariable(name: string, accepts: (value: string) => boolean): number[] {
    const rows = this.#environments('-A').filter((row) => row.pid !== process.pid && !row.hasEnded);
    const found = new Set(
      rows.filter(({ environment }) => valuesOf(environment, name).some(accepts)).map(({ pid }) => pid),
    );
    for (const parent of found) {
      for (const child of rows) if (child.parent === parent) found.add(child.pid);
    }
    return [...found];
  }

  /** `ps -E` prints the environment after the arguments. A second `ps` shows where the arguments end. */
  #environments(...which: string[]): (PsRow & { pid: number; environment: string[] })[] {
    const whole = parseRows(this.#run(['-E', ...ROWS, ...which]));
    const bare = parseRows(this.#run([...ROWS, ...which]));
    return [...whole].map(([pid, row]) => {
      const command = bare.get(pid)?.command;
      const isSame = command !== undefined && row.command.startsWith(command);
      return { ...row, pid, environment: isSame ? row.command.slice(command.length).split(/\s+/) : [] };
    });
  }
}

/** Reads a line such as `Mon Nov 16 19:51:18 2026 Ss+   501   501 ttys003`. */
export function parseFields(line: string): ProcessFields | undefined {
  const found = /^\s*(\w+ \w+ +\d+ [\d:]+ \d+) +(\S+) +(\d+) +(\d+) +(\S+)\s*$/.exec(line);
  if (!found) return undefined;
  const [, started, state = '', parent, group, terminal = '??'] = found;
  const startedAt = Date.parse(`${started} UTC`);
  if (Number.isNaN(startedAt)) return undefined;
  return {
    startMark: String(startedAt / 1000),
    hasEnded: state.startsWith('Z'),
    parent: Number(parent),
    group: Number(group),
    terminal: terminal.startsWith('?') ? undefined : terminal,
    isInForeground: state.includes('+') && !/^[TZ]/.test(state),
  };
}

export interface PsRow {
  readonly parent: number;
  readonly hasEnded: boolean;
  /** With `-E`, followed by the environment. */
  readonly command: string;
}

/** Parses lines of pid, parent, state and command. A line of another form continues the previous one. */
export function parseRows(output: string): Map<number, PsRow> {
  const rows = new Map<number, PsRow>();
  let last = 0;
  for (const line of output.split('\n')) {
    const [, pid, parent, state = '', command = ''] = /^ *(\d+) +(\d+) +([A-Z]\S*) +(.*)$/.exec(line) ?? [];
    const row = rows.get(last);
    if (pid !== undefined) {
      last = Number(pid);
      rows.set(last, { parent: Number(parent), hasEnded: state.startsWith('Z'), command });
    } else if (row && line !== '') {
      rows.set(last, { ...row, command: `${row.command}\n${line}` });
    }
  }
  return rows;
}

function runPs(args: readonly string[]): string {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      // The format of a date depends on the language, its hour on the time zone. The environment contains nothing else, so
      // `ps` does not find itself by a variable.
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    });
  } catch {
    return '';
  }
}
