/** Runs a program of the system and returns what it printed. */
import { execFile } from 'node:child_process';

export interface Ran {
  /** 127 if the program does not exist. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunProgram = (program: string, args: readonly string[]) => Promise<Ran>;

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, stdout, stderr });
    });
  });
