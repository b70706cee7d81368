/** Whether sessions of this machine report to the hub: what is installed, where, and what disables it. */

import { locateHome, type ReinsHome } from '../../hub/home/reins-home.ts';
import type { Inspection } from '../../hub/installation/inspect.ts';
import { knownClaudeVersion } from '../install/known-claude-version.ts';
import { type HooksSeen, lookAtHooks } from '../install/look-at-hooks.ts';
import type { Check, Finding } from './check.ts';

export const hooksCheck: Check = {
  name: 'Hooks',
  async look(env) {
    const home = locateHome(env);
    const seen = lookAtHooks(home, env, await knownClaudeVersion(env));
    return findFault(seen, home) ?? { verdict: 'ok', message: describe(seen, home) };
  },
};

/** The most serious problem first. */
const FAULTS: readonly ((seen: HooksSeen, home: ReinsHome) => Finding | undefined)[] = [
  ({ problems: [broken] }) =>
    broken && {
      verdict: 'fail',
      message: `${broken.file} cannot be read: ${broken.problem}`,
      fix: 'Fix the file: Claude Code ignores it in this state.',
    },
  ({ user: { file, otherSockets }, installed, plugin }, { folder }) => {
    if (installed.length > 0 || plugin !== undefined) return undefined;
    const others = otherSockets.length > 0 ? `; hooks there report to ${otherSockets.join(', ')}` : '';
    return {
      verdict: 'warn',
      message: `not installed in ${file} for the hub of ${folder}${others}`,
      fix: 'Run "reins install" to see and answer sessions that run in a terminal.',
    };
  },
  ({ silencedBy: [file] }) =>
    file === undefined
      ? undefined
      : {
          verdict: 'warn',
          message: `installed, but "disableAllHooks" in ${file} disables every hook`,
          fix: 'Remove "disableAllHooks" from that file.',
        },
  ({ installed: [first], plugin }) =>
    first && plugin !== undefined
      ? {
          verdict: 'warn',
          message: `installed in ${first.file} and by the plugin ${plugin}: every hook runs twice`,
          fix: 'Run "reins uninstall", or disable the plugin.',
        }
      : undefined,
  ({ installed }) => {
    const found = installed.find(({ unknown }) => unknown.length > 0);
    return (
      found && {
        verdict: 'warn',
        message: `${found.file} has hooks for events that this Claude Code does not know (${found.unknown.join(', ')}); it may skip the whole file`,
        fix: `Run "claude update", or "${installCommand(found)}" again to remove them.`,
      }
    );
  },
  ({ installed }) => {
    const found = installed.find(({ outdated }) => outdated.length > 0);
    return (
      found && {
        verdict: 'warn',
        message: `${found.file} lacks the current hooks for ${found.outdated.join(', ')}`,
        fix: `Run "${installCommand(found)}" again.`,
      }
    );
  },
];

/** Without the URL, the hooks would report to the hub of this home. */
function installCommand({ url }: Inspection): string {
  return url === undefined ? 'reins install' : `reins install --url ${url}`;
}

function findFault(seen: HooksSeen, home: ReinsHome): Finding | undefined {
  for (const look of FAULTS) {
    const fault = look(seen, home);
    if (fault) return fault;
  }
  return undefined;
}

function describe({ installed, user, plugin }: HooksSeen, { folder }: ReinsHome): string {
  if (plugin !== undefined) return `by the plugin ${plugin}`;
  const places = installed
    .map(
      ({ file, events, url }) =>
        `${events.length} events in ${file} report to ${url ?? `the hub of ${folder}`}`,
    )
    .join(', ');
  const others = user.otherSockets.length > 0 ? `; others to ${user.otherSockets.join(', ')}` : '';
  return `${places}${others}`;
}
