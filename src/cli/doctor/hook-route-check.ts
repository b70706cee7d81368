/** Whether hook reports arrive: curl, the scripts that carry requests and messages, and a round trip to the hub. */
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
  name: 'Route to the hub',
  async look(env) {
    const home = locateHome(env);
    if (!findProgram('curl', env)) {
      return {
        verdict: 'warn',
        message: 'curl is not on PATH, but hooks need it',
        fix: 'Install curl.',
      };
    }
    const { installed } = lookAtHooks(home, env);
    const broken = [home.forwarderFile, home.relayFile].find((file) => !isExecutable(file));
    if (installed.length > 0 && broken !== undefined) {
      return {
        verdict: 'warn',
        message: `${broken}, which hooks run, is not executable`,
        fix: 'Run "reins install" again or start the hub; either one writes it.',
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
      message: `the token for the hub at ${url} is missing from ${home.hooksFolder}, so hooks report nothing`,
      fix: `Run "reins install --url ${url}" again.`,
    };
  }
  const obstacle = await tryHub({ url, token, host: hostname() }, env);
  if (!obstacle) return { verdict: 'ok', message: `the hub responds at ${url} and accepts hooks` };
  return { verdict: 'warn', message: obstacle.message, fix: obstacle.fix };
}

/** Takes the route of a hook, but sends a probe instead: the hub logs nothing. */
async function tryRoute(home: ReinsHome, env: NodeJS.ProcessEnv): Promise<Finding> {
  const hub = readHubFile(home);
  if (!hub || !isProcessAlive(hub.pid)) {
    return { verdict: 'ok', message: 'no hub is running; hooks report nothing until one starts' };
  }
  const fix = 'Stop the hub with "reins down" and start it again.';
  if (!existsSync(home.socketFile))
    return { verdict: 'warn', message: `the hub runs without ${home.socketFile}`, fix };
  try {
    const args = ['-q', '-s', '-m', '2', '--unix-socket', home.socketFile, 'http://reins/'];
    const { stdout } = await run('curl', args, { env });
    const answer: { error?: { code?: string } } = JSON.parse(stdout);
    if (answer.error?.code === 'not_found') {
      return { verdict: 'ok', message: `the hub responds at ${home.socketFile}` };
    }
  } catch {
    // Reported below, like any other unexpected response.
  }
  return { verdict: 'warn', message: `the hub does not respond at ${home.socketFile}`, fix };
}
