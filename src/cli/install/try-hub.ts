/** Takes the route of a hook to a hub behind a URL, without a payload: the hub logs nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { hooksAddress, isLoopback } from '../../claude/remote-hook-set.ts';
import { headerLines, type RemoteSender } from '../../hub/installation/remote-headers.ts';
import type { ErrorCode } from '../../protocol/errors.ts';

export interface Obstacle {
  /** The hub's response; absent if it was not reached. */
  readonly code?: ErrorCode;
  readonly message: string;
  readonly fix: string;
}

/** Undefined if hooks would be accepted. */
export async function tryHub(sender: RemoteSender, env: NodeJS.ProcessEnv): Promise<Obstacle | undefined> {
  const { url } = sender;
  const limits = ['-q', '-sS', '-m', '5', '--connect-timeout', '2'];
  const direct = isLoopback(url) ? ['--noproxy', '*'] : [];
  const args = [...limits, ...direct, '-H', '@-', '--data-binary', '{}', hooksAddress(url)];
  const curl = spawn('curl', args, { env, stdio: 'pipe' });
  // A missing curl, or one that exits early, shows in its exit code.
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
    const why = problem.replace(/^curl: \(\d+\) /, '').trim() || `curl exited with code ${code}`;
    return {
      message: `cannot reach the hub at ${url}: ${why}`,
      fix: 'Check the address, and that the hub is running. Until it is reachable, hooks report nothing.',
    };
  }
  return judge(answer, url);
}

function judge(answer: string, url: string): Obstacle | undefined {
  const code = codeIn(answer);
  // The token is valid: only the payload is missing.
  if (code === 'invalid_request') return undefined;
  const { hostname } = new URL(url);
  const known = code && FIXES[code]?.(url, hostname);
  if (known) return { code, ...known };
  return {
    code: 'not_found',
    message: `the program at ${url} is not a Reins hub`,
    fix: 'Give the address of a hub, as "reins status" shows it on that machine, or of a tunnel to it.',
  };
}

const FIXES: { readonly [Code in ErrorCode]?: (url: string, name: string) => Omit<Obstacle, 'code'> } = {
  unauthorized: (url) => ({
    message: `the hub at ${url} does not recognize the token`,
    fix: 'Create one there with "reins token add NAME --role ingest", and run "reins install" with it again.',
  }),
  forbidden: (url) => ({
    message: `the token cannot post hooks to the hub at ${url}`,
    fix: 'Hooks need a token with the role ingest: create one there with "reins token add NAME --role ingest".',
  }),
  host_not_allowed: (url, name) => ({
    message: `the hub at ${url} does not accept the host name ${name}`,
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
