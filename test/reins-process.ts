/** Runs the built `reins` as users do: in its own process and home, with a clean environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { waitUntil } from '../stage/patience.ts';
import { createStageFolder, removeStageFolder, STAGE_MARK } from '../stage/stage-folder.ts';
import { keepEvidence } from './evidence.ts';

/** The built program. */
export const REINS = join(import.meta.dirname, '../dist/reins.js');

export interface ReinsProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything printed so far. */
  readonly output: () => { stdout: string; stderr: string };
  /** Waits for text on stdout and returns the match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export interface ReinsUser {
  readonly folder: string;
  readonly reinsHome: string;
  readonly claudeConfig: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts `reins` with these arguments, in this folder. */
  reins(args: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string): ReinsProcess;
}

function createUser(folder: string): ReinsUser {
  const reinsHome = join(folder, 'reins-home');
  const claudeConfig = join(folder, 'claude-config');
  for (const path of [join(folder, 'home'), claudeConfig]) mkdirSync(path);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    REINS_HOME: reinsHome,
    CLAUDE_CONFIG_DIR: claudeConfig,
    [STAGE_MARK]: folder,
  };
  return {
    folder,
    reinsHome,
    claudeConfig,
    env,
    reins: (args, added, cwd) => startReins(args, { ...env, ...added }, { cwd }),
  };
}

export interface StartOptions {
  readonly cwd?: string | undefined;
  /** Its standard input; empty by default. */
  readonly input?: string;
  /** A build of Reins other than the current one. */
  readonly program?: string | undefined;
}

export function startReins(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd, input = '', program = REINS }: StartOptions = {},
): ReinsProcess {
  const { STAGE_PRELOAD, STAGE_JITTER = '' } = process.env;
  const preload = STAGE_PRELOAD ? ['--require', STAGE_PRELOAD] : [];
  const child = spawn(process.execPath, [...preload, program, ...args], {
    env: STAGE_PRELOAD ? { ...env, STAGE_JITTER } : env,
    ...{ cwd, stdio: 'pipe' },
  });
  child.stdin.on('error', () => {}).end(input);
  let stdout = '';
  let stderr = '';
  const record = recordOutput(env[STAGE_MARK], `${args[0]}-${child.pid}.log`);
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    record(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    record(chunk);
  });
  return {
    child,
    pid: child.pid as number,
    output: () => ({ stdout, stderr }),
    waitForOutput: (pattern) =>
      waitUntil(`reins ${args.join(' ')} to print ${pattern}`, () => pattern.exec(stdout) ?? undefined, {
        explain: () => `${stdout}\n${stderr}`,
      }),
    exited: once(child, 'close').then(([code]) => ({ code, stdout, stderr })),
  };
}

/** Stores the output of a process in the folder of its test, to be shown if the test fails. */
function recordOutput(folder: string | undefined, name: string): (chunk: Buffer) => void {
  if (!folder) return () => {};
  const output = join(folder, 'output');
  return (chunk) => {
    // Late output must not recreate a removed folder.
    if (!existsSync(folder)) return;
    mkdirSync(output, { recursive: true });
    appendFileSync(join(output, name), chunk);
  };
}

/** A test with its own user; everything that user started is ended afterwards. */
export const reinsTest = test.extend<{ user: ReinsUser }>({
  user: async ({ task }, use) => {
    const folder = createStageFolder();
    try {
      await use(createUser(folder));
      keepEvidence(task, folder);
    } finally {
      await removeStageFolder(folder);
    }
  },
});
