/** Whether what hooks report arrives: curl, the scripts that carry asks and messages, and a round trip to the hub. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome, type ReinsHome } from '../../hub/home/reins-home.ts';
import { knownToken } from '../../hub/installation/remote-headers.ts';
import { isProcessAlive } from '../../lib/process-identity.ts';
import { findProgram, isExecutable } from '../install/find-program.ts';
import { lookAtHooks } from '../install/look-at-hooks.ts';
import { tryHub } from '../install/try-hub.ts';
import type { Check, Finding } from './check.ts';

const run = promisify(execFile);

export const hookRouteCheck: Check = {
  name: 'Way to the hub',
  async look(env) {
    const home = locateHome(env);
    if (!findProgram('curl', env)) {
      return {
        verdict: 'warn',
        message: 'curl is not on PATH, and hooks report through it',
        fix: 'Install curl.',
      };
    }
    const { installed } = lookAtHooks(home, env);
    const broken = [home.forwarderFile, home.relayFile].find((file) => !isExecutable(file));
    if (installed.length > 0 && broken !== undefined) {
      return {
        verdict: 'warn',
        message: `${broken}, which hooks run, cannot be run`,
        fix: 'Run "reins install" again, or start the hub: both write it.',
      };
    }
    const [url] = installed.flatMap((found) => found.url ?? []);
    return url === undefined ? tryRoute(home, env) : tryRemote(home, url, env);
  },
};

async function tryRemote(home: ReinsHome, url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const token = knownToken(home, url);
  if (token === undefined) {
    return {
      verdict: 'warn',
      message: `the token for the hub at ${url} is gone from ${home.hooksFolder}, so hooks stay silent`,
      fix: `Run "reins install --url ${url}" again.`,
    };
  }
  const obstacle = await tryHub({ url, token, host: hostname() }, env);
  if (!obstacle) return { verdict: 'ok', message: `the hub answers at ${url} and takes hooks` };
  return { verdict: 'warn', message: obstacle.message, fix: obstacle.fix };
}

/** Goes the way of a hook, with a question instead of a hook: the hub logs nothing of it. */
async function tryRoute(home: ReinsHome, env: NodeJS.ProcessEnv): Promise<Finding> {
  const hub = readHubFile(home);
  if (!hub || !isProcessAlive(hub.pid)) {
    return { verdict: 'ok', message: 'no hub is running; hooks stay silent until one is' };
  }
  const fix = 'Stop the hub with "reins down" and start it again.';
  if (!existsSync(home.socketFile))
    return { verdict: 'warn', message: `the hub runs without ${home.socketFile}`, fix };
  try {
    const args = ['-q', '-s', '-m', '2', '--unix-socket', home.socketFile, 'http://reins/'];
    const { stdout } = await run('curl', args, { env });
    const answer: { error?: { code?: string } } = JSON.parse(stdout);
    if (answer.error?.code === 'not_found') {
      return { verdict: 'ok', message: `the hub answers at ${home.socketFile}` };
    }
  } catch {
    // Said below, like any other answer that is not the hub's.
  }
  return { verdict: 'warn', message: `the hub does not answer at ${home.socketFile}`, fix };
}
