/**
 * Runs a command of the user to learn whether there is work left. Yes is exit code 0 with a non-empty JSON
 * array. Any other outcome is no, with the reason. The command sees neither the hub's variables nor any
 * secrets.
 */
import { spawn } from 'node:child_process';

export type WorkLeft =
  | { readonly isLeft: true; readonly count: number }
  | { readonly isLeft: false; readonly reason: string };

export interface CheckOptions {
  readonly command: string;
  readonly cwd: string;
  /** Only the variables that the command may need are passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1024 * 1024;
const HUB_ENDS = 'the hub is stopping';
const KEPT_VARIABLES = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR)$/;

export function checkCommand({
  command,
  cwd,
  env,
  signal,
  timeoutMs = TIMEOUT_MS,
}: CheckOptions): Promise<WorkLeft> {
  if (signal.aborted) return Promise.resolve(no(HUB_ENDS));
  const kept = Object.entries(env).filter(([name]) => KEPT_VARIABLES.test(name));
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env: Object.fromEntries(kept),
      stdio: ['ignore', 'pipe', 'ignore'],
      // A separate process group, so that its children end with it.
      detached: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: WorkLeft) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      endGroup(child.pid);
      resolve(result);
    };
    const giveUp = () => finish(no(HUB_ENDS));
    const timer = setTimeout(() => finish(no(`it took longer than ${timeoutMs / 1000} seconds`)), timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish(no('it printed more than 1 MB'));
      else chunks.push(chunk);
    });
    child.on('error', (error) => finish(no(`it could not be run: ${error.message}`)));
    child.on('close', (code, killedBy) => {
      if (code === 0) finish(readList(Buffer.concat(chunks).toString('utf8')));
      else finish(no(code === null ? `it was killed by ${killedBy}` : `it exited with code ${code}`));
    });
  });
}

function readList(text: string): WorkLeft {
  if (text.trim() === '') return no('it printed nothing');
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return no('it printed something other than a JSON array');
    return value.length > 0 ? { isLeft: true, count: value.length } : no('it printed an empty list');
  } catch {
    return no('it printed something that is not JSON');
  }
}

function no(reason: string): WorkLeft {
  return { isLeft: false, reason };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of its processes are gone.
  }
}
