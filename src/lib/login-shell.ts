/**
 * Reads the variables that a person's login shell sets. Programs such as nvm add themselves to the PATH there, and a hub
 * that was not started from a terminal lacks those entries. Never hangs on an unusual profile and never fails.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { platform } from './platform.ts';

const PATIENCE_MS = 5000;
const MOST_OUTPUT = 1_000_000;

/** The variables after the profile has run. Empty if the shell does not respond in time. */
export function readLoginVariables(
  env: NodeJS.ProcessEnv,
  patienceMs = PATIENCE_MS,
): Promise<ReadonlyMap<string, string>> {
  const shell = env['SHELL'] || platform.shell;
  // A profile may print anything: only the lines between the marks count.
  const mark = `reins-${randomUUID()}`;
  return new Promise((resolve) => {
    let output = '';
    // In its own session, the shell cannot wait for a terminal and can be killed with all its children.
    const child = spawn(shell, ['-l', '-i', '-c', `echo ${mark}; env; echo ${mark}`], {
      env: { ...env, TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const finish = () => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.unref();
      if (child.pid !== undefined) endGroup(child.pid);
      resolve(parseBetween(output, mark));
    };
    const timer = setTimeout(finish, patienceMs);
    child.on('error', finish);
    child.on('close', finish);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-MOST_OUTPUT);
      if (output.split(mark).length === 3) finish();
    });
  });
}

function parseBetween(output: string, mark: string): ReadonlyMap<string, string> {
  const [, between] = output.split(mark);
  const isWhole = output.split(mark).length === 3;
  const lines = isWhole ? (between ?? '').split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value] as const] : [];
    }),
  );
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
