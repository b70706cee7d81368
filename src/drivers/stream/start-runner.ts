/** Starts a runner as a separate process and waits until it has started claude. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { claudeEnvironment } from '../../claude/claude-environment.ts';
import { readStartMark } from '../../lib/process-identity.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ProcessMark, RunFolder } from './run-folder.ts';
import type { Handshake, RunnerOrder } from './runner-protocol.ts';

const PATIENCE_MS = 30_000;

export interface StartedRunner {
  readonly runner: ProcessMark;
  readonly leader: ProcessMark;
}

/**
 * `note` is called as soon as the process exists and before it gets its order, so that a hub that finds the folder later
 * knows the process. Throws `start_failed`.
 */
export async function startRunner(
  command: readonly string[],
  folder: RunFolder,
  order: RunnerOrder,
  note: (runner: ProcessMark) => void,
): Promise<StartedRunner> {
  const [program = '', ...args] = command;
  const log = openSync(folder.runnerLog, 'a', 0o600);
  const child = spawn(program, args, {
    cwd: folder.path,
    env: runnerEnvironment(order.env),
    detached: true,
    stdio: ['pipe', log, log, 'pipe'],
  });
  closeSync(log);
  const failed = new Promise<Error>((resolve) => child.once('error', resolve));
  const { pid } = child;
  if (pid === undefined) throw startFailed((await failed).message);
  const runner = { pid, startMark: readStartMark(pid) ?? 'gone' };
  note(runner);
  const { stdin } = child;
  stdin?.on('error', () => {});
  stdin?.end(JSON.stringify(order));
  child.unref();
  try {
    const handshake = await readHandshake(child.stdio[3] as Readable);
    if (!handshake) throw startFailed(readFileSync(folder.runnerLog, 'utf8').trim().slice(-2000));
    if ('failed' in handshake) throw startFailed(handshake.failed);
    return { runner, leader: { pid: handshake.pid, startMark: handshake.startMark } };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Undefined if the runner exited without a report. */
async function readHandshake(stream: Readable): Promise<Handshake | undefined> {
  const timer = setTimeout(
    () => stream.destroy(startFailed('it did not start within 30 s; is the machine overloaded?')),
    PATIENCE_MS,
  );
  try {
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text ? JSON.parse(text) : undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Variables meant for the user's own Node programs would slow down or change a runner. With a fixed threshold, glibc returns
 * memory after a large prompt; by default it raises the threshold and keeps the memory.
 */
function runnerEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(claudeEnvironment(env)).filter(([name]) => !name.startsWith('NODE_'));
  return { ...Object.fromEntries(own), MALLOC_TRIM_THRESHOLD_: '131072' };
}

function startFailed(reason: string): ReinsError {
  return new ReinsError('start_failed', `Claude Code failed to start: ${reason}`);
}
