/**
 * What a person's login shell would set: programs such as nvm put themselves on the PATH there, and a hub that was not
 * started from a terminal knows nothing of it. Never hangs on an odd profile and never fails.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { platform } from './platform.ts';

const PATIENCE_MS = 5000;
const MOST_OUTPUT = 1_000_000;

/** The variables after the profile has run; none when the shell does not answer in time. */
export function readLoginVariables(
  env: NodeJS.ProcessEnv,
  patienceMs = PATIENCE_MS,
): Promise<ReadonlyMap<string, string>> {
  const shell = env['SHELL'] || platform.shell;
  // A profile may print what it likes: only what stands between the marks counts.
  const mark = `reins-${randomUUID()}`;
  return new Promise((resolve) => {
    let output = '';
    // A session of its own: it cannot reach a terminal to wait for, and can be ended with all it started.
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
    // Gone already.
  }
}
