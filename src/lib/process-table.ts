/** The questions that the code asks about processes. `processes.ts` chooses who answers on this system. */

export interface ProcessFields {
  /** The start time, in a unit of the system. Compared as a number, a later process never has a smaller one. */
  readonly startMark: string;
  /** True for a process that has ended and waits for its parent to notice. */
  readonly hasEnded: boolean;
  readonly parent: number;
  readonly group: number;
  /** Comparable with `terminalId`. Undefined without a controlling terminal. */
  readonly terminal: string | undefined;
  /** True when keys that are typed at the terminal reach the process; not while it is stopped. */
  readonly isInForeground: boolean;
}

/** No method throws: a process may end while it is looked at, and other users' processes may be hidden. */
export interface ProcessTable {
  /** Undefined when there is no such process. */
  read(pid: number): ProcessFields | undefined;
  /** As cheap as the system allows, since it is called often. */
  isRunning(pid: number): boolean;
  /** The identity of a terminal device such as `/dev/pts/3`. Undefined when there is no such device. */
  terminalId(device: string): string | undefined;
  /** Empty when it cannot be read. */
  commandLine(pid: number): string[];
  /** A variable of the environment that the process was started with. */
  variable(pid: number, name: string): string | undefined;
  /** Running processes, other than this one, that were started with a variable whose value is accepted. */
  findByVariable(name: string, accepts: (value: string) => boolean): number[];
}

/** The values that an environment, as a list of `NAME=value`, has for a name. */
export function valuesOf(environment: readonly string[], name: string): string[] {
  const prefix = `${name}=`;
  return environment.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
}
