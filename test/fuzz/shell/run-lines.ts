/**
 * Runs command lines in a real shell that finds only stubs: each records how it was called and does nothing else. The lines
 * run in their own copy of the folder, in which nothing may change.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteForShell } from '../../../src/lib/quote-for-shell.ts';
import { patienceMs } from '../../../stage/patience.ts';

/** A shell and how a line is passed to it. */
export interface ShellForm {
  readonly shell: string;
  readonly options: readonly string[];
  /** The line is an argument of `eval`, as Claude Code runs it. */
  readonly isEvaluated?: boolean;
}

export interface Ran {
  /** What each line called: program and arguments. */
  readonly calls: readonly (readonly (readonly string[])[])[];
  /** The content of the folder afterwards, unless it is unchanged. */
  readonly changed?: readonly string[];
  /** The shell did not exit. */
  readonly isStuck?: boolean;
}

const HOME = '/nowhere/home';
/** A character that no line contains. */
const END = '\u0002';
/** In the folder of the lines, for patterns to match; all of them are stubs too. */
const FILES = ['a', 'b', 'x', 'rm', '-f', '--output=a', 'test.sh', 'é'];

export async function runLines(
  form: ShellForm,
  programs: readonly string[],
  lines: readonly string[],
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-fuzz-shell-'));
  try {
    const { work, bin, log } = makePlace(folder, programs);
    const before = listAll(work);
    const isStuck = !(await runScript(folder, scriptFor(form, lines), bin, work));
    const after = listAll(work);
    return {
      calls: readCalls(log, bin, lines.length),
      ...(before.join() !== after.join() && { changed: after }),
      ...(isStuck && { isStuck }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makePlace(folder: string, programs: readonly string[]) {
  const [work, bin, log] = ['work', 'bin', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [work, bin, join(work, 'a.d')]) mkdirSync(made);
  writeFileSync(log, '');
  const stub = join(folder, 'stub');
  // One write per call, so that concurrent calls do not mix.
  writeFileSync(stub, `#!/bin/sh\nprintf '%s\\0' "$FUZZ_LINE" "$0" "$@" '${END}' >>${quoteForShell(log)}\n`);
  chmodSync(stub, 0o700);
  for (const name of programs) linkSync(stub, join(bin, name));
  for (const name of FILES) linkSync(stub, join(work, name));
  return { work, bin, log };
}

function scriptFor({ shell, options, isEvaluated }: ShellForm, lines: readonly string[]): string {
  const call = [shell, ...options].map(quoteForShell).join(' ');
  const given = (line: string) =>
    isEvaluated ? `-c 'eval "$1"' shell ${quoteForShell(line)}` : `-c ${quoteForShell(line)}`;
  return lines
    .map((line, at) => `FUZZ_LINE=${at} ${call} ${given(line)} </dev/null >/dev/null 2>&1`)
    .join('\n');
}

/** Resolves when everything that the lines have started has ended, with false on timeout. */
async function runScript(folder: string, script: string, bin: string, cwd: string): Promise<boolean> {
  const file = join(folder, 'script');
  writeFileSync(file, script);
  const env = { PATH: bin, HOME, LC_ALL: 'C.UTF-8' };
  // The pipe stays open while any process that a line started is running, in the background or not.
  const child = spawn('/bin/sh', [file], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const over = once(child.stdio[3] as NodeJS.ReadableStream, 'close');
  (child.stdio[3] as NodeJS.ReadableStream).resume();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs());
  });
  const isOver = await Promise.race([over.then(() => true), late]);
  clearTimeout(timer);
  if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  return isOver;
}

function readCalls(log: string, bin: string, count: number): string[][][] {
  const calls: string[][][] = Array.from({ length: count }, () => []);
  for (const call of readFileSync(log, 'utf8').split(`\0${END}\0`).slice(0, -1)) {
    const [line = '', program = '', ...words] = call.split('\0');
    const name = program.startsWith(`${bin}/`) ? program.slice(bin.length + 1) : program;
    calls[Number(line)]?.push([name, ...words]);
  }
  return calls;
}

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}
