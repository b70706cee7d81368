/** Goes the way of a hook to a hub behind a URL, with nothing in its hands: the hub logs nothing of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { hooksAddress, isLoopback } from '../../claude/remote-hook-set.ts';
import { headerLines, type RemoteSender } from '../../hub/installation/remote-headers.ts';
import type { ErrorCode } from '../../protocol/errors.ts';

export interface Obstacle {
  /** What the hub said; absent when it was not reached. */
  readonly code?: ErrorCode;
  readonly message: string;
  readonly fix: string;
}

/** Undefined when hooks would be taken. */
export async function tryHub(sender: RemoteSender, env: NodeJS.ProcessEnv): Promise<Obstacle | undefined> {
  const { url } = sender;
  const limits = ['-q', '-sS', '-m', '5', '--connect-timeout', '2'];
  const direct = isLoopback(url) ? ['--noproxy', '*'] : [];
  const args = [...limits, ...direct, '-H', '@-', '--data-binary', '{}', hooksAddress(url)];
  const curl = spawn('curl', args, { env, stdio: 'pipe' });
  // A curl that is not there, or gone before it has read, shows in its exit code.
  const failed = once(curl, 'error').then(() => 127);
  curl.stdin.on('error', () => {});
  curl.stdin.end(headerLines(sender));
  const exited = once(curl, 'close').then(([code]) => Number(code));
  const [answer, problem, code] = await Promise.all([
    text(curl.stdout),
    text(curl.stderr),
    Promise.race([exited, failed]),
  ]);
  if (code !== 0) {
    const why = problem.replace(/^curl: \(\d+\) /, '').trim() || `curl ended with ${code}`;
    return {
      message: `the hub at ${url} cannot be reached: ${why}`,
      fix: 'Check the address, and that the hub runs. Until it is reached, hooks stay silent.',
    };
  }
  return judge(answer, url);
}

function judge(answer: string, url: string): Obstacle | undefined {
  const code = codeIn(answer);
  // Nothing is wrong with the token: only the hook that was not there is missed.
  if (code === 'invalid_request') return undefined;
  const { hostname } = new URL(url);
  const known = code && FIXES[code]?.(url, hostname);
  if (known) return { code, ...known };
  return {
    code: 'not_found',
    message: `what answers at ${url} is no hub`,
    fix: 'Give the address of a hub, as "reins status" shows it there, or that of the tunnel to it.',
  };
}

const FIXES: { readonly [Code in ErrorCode]?: (url: string, name: string) => Omit<Obstacle, 'code'> } = {
  unauthorized: (url) => ({
    message: `the hub at ${url} does not know the token`,
    fix: 'Make one there with "reins token add NAME --role ingest", and run "reins install" with it again.',
  }),
  forbidden: (url) => ({
    message: `the token may not post hooks to the hub at ${url}`,
    fix: 'Hooks carry a token of role ingest: make one there with "reins token add NAME --role ingest".',
  }),
  host_not_allowed: (url, name) => ({
    message: `the hub at ${url} does not answer to the name ${name}`,
    fix: `Start it with "reins up --allowed-host ${name}".`,
  }),
};

function codeIn(answer: string): ErrorCode | undefined {
  try {
    return (JSON.parse(answer) as { error?: { code?: ErrorCode } }).error?.code;
  } catch {
    return undefined;
  }
}
