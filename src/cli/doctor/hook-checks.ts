/** Whether sessions of this machine report to the hub: what is installed, what silences it, and whether it arrives. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { readHubFile } from '../../hub/hub-file.ts';
import { locateHome, type ReinsHome } from '../../hub/reins-home.ts';
import { isProcessAlive } from '../../lib/process-identity.ts';
import { findProgram } from '../install/find-program.ts';
import { knownClaudeVersion } from '../install/known-claude-version.ts';
import { type HooksSeen, lookAtHooks } from '../install/look-at-hooks.ts';
import type { Check, Finding } from './check.ts';

const run = promisify(execFile);

export const hooksCheck: Check = {
  name: 'Hooks',
  async look(env) {
    const home = locateHome(env);
    const seen = lookAtHooks(home, env, await knownClaudeVersion(env));
    return findFault(seen, home) ?? { verdict: 'ok', message: describe(seen, home) };
  },
};

function findFault(
  { user, installed, silencedBy, problems }: HooksSeen,
  home: ReinsHome,
): Finding | undefined {
  const [broken] = problems;
  const [silencing] = silencedBy;
  const outdated = installed.find((inspection) => inspection.outdated.length > 0);
  const unknown = installed.find((inspection) => inspection.unknown.length > 0);
  if (broken) {
    return {
      verdict: 'fail',
      message: `${broken.file} cannot be read: ${broken.problem}`,
      fix: 'Mend the file: Claude Code ignores it as it is.',
    };
  }
  if (installed.length === 0) {
    const others =
      user.otherSockets.length > 0 ? `; hooks there report to ${user.otherSockets.join(', ')}` : '';
    return {
      verdict: 'warn',
      message: `not installed in ${user.file} for the hub of ${home.folder}${others}`,
      fix: 'Run "reins install" to see and answer sessions that run in a terminal.',
    };
  }
  if (silencing) {
    return {
      verdict: 'warn',
      message: `installed, but "disableAllHooks" in ${silencing} silences every hook`,
      fix: 'Take "disableAllHooks" out of that file.',
    };
  }
  if (unknown) {
    return {
      verdict: 'warn',
      message: `${unknown.file} has hooks of events that this Claude Code does not know (${unknown.unknown.join(', ')}); it may skip the whole file`,
      fix: 'Run "claude update", or "reins install" again to leave them out.',
    };
  }
  if (outdated) {
    return {
      verdict: 'warn',
      message: `${outdated.file} lacks the current hooks of ${outdated.outdated.join(', ')}`,
      fix: 'Run "reins install" again.',
    };
  }
  return undefined;
}

function describe({ installed, user }: HooksSeen, { folder }: ReinsHome): string {
  const places = installed.map(({ file, events }) => `${events.length} events in ${file}`).join(', ');
  const others = user.otherSockets.length > 0 ? `; others to ${user.otherSockets.join(', ')}` : '';
  return `${places} report to the hub of ${folder}${others}`;
}

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
    if (installed.length > 0 && !isExecutable(home.forwarderFile)) {
      return {
        verdict: 'warn',
        message: `${home.forwarderFile}, which carries asks to the hub, cannot be run`,
        fix: 'Run "reins install" again, or start the hub: both write it.',
      };
    }
    return tryRoute(home, env);
  },
};

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

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
