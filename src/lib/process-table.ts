/** Queries about processes. `processes.ts` chooses the implementation for this system. */

export interface ProcessFields {
  /** The start time, in a system-specific unit. Compared as numbers, a later process never has a smaller mark. */
  readonly startMark: string;
  /** True for a zombie: it has ended, but its parent has not collected its exit status. */
  readonly hasEnded: boolean;
  readonly parent: number;
  readonly group: number;
  /** Comparable with `terminalId`. Undefined without a controlling terminal. */
  readonly terminal: string | undefined;
  /** True if keys typed at the terminal reach the process. False while it is stopped. */
  readonly isInForeground: boolean;
}

/** No method throws: a process may end while it is examined, and other users' processes may be hidden. */
export interface ProcessTable {
  /** Undefined if there is no such process. */
  read(pid: number): ProcessFields | undefined;
  /** As cheap as the system allows, since it is called often. */
  isRunning(pid: number): boolean;
  /** The identity of a terminal device such as `/dev/pts/3`. Undefined if there is no such device. */
  terminalId(device: string): string | undefined;
  /** Empty if it cannot be read. */
  commandLine(pid: number): string[];
  /** A variable of the environment in which the process was started. */
  variable(pid: number, name: string): string | undefined;
  /** Running processes, except this one, that were started with an accepted value of the variable. */
  findByVariable(name: string, accepts: (value: string) => boolean): number[];
}

/** The values of a name in an environment, given as a list of `NAME=value`. */
export function valuesOf(environment: readonly string[], name: string): string[] {
  const prefix = `${name}=`;
  return environment.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
}
