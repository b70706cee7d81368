/** Problems that keep installed hooks from working fully, each with a remedy. */
import { DEFAULT_EVENTS_SINCE } from '../../claude/hook-set.ts';
import { describeLeftOut } from '../../claude/left-out-events.ts';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { findProgram } from './find-program.ts';
import { lookAtHooks } from './look-at-hooks.ts';
import { describeOldSessions } from './old-sessions.ts';

export function findWarnings(
  home: ReinsHome,
  env: NodeJS.ProcessEnv,
  claudeVersion: string | undefined,
): string[] {
  const { silencedBy, plugin } = lookAtHooks(home, env);
  const lacks = claudeVersion === undefined ? undefined : describeLeftOut(claudeVersion);
  return [
    ...silencedBy.map((file) => `"disableAllHooks" in ${file} disables every hook. Remove it.`),
    ...(plugin === undefined
      ? []
      : [
          `The plugin ${plugin} is enabled as well: every hook runs twice. Run "claude plugin disable ${plugin}".`,
        ]),
    ...(lacks === undefined
      ? []
      : [
          `Claude Code ${claudeVersion} ${lacks}. Run "claude update" for ${DEFAULT_EVENTS_SINCE} or newer, then "reins install" again.`,
        ]),
    ...describeOldSessions(env).map(
      (old) =>
        `${old}. It may skip the whole settings file until it is ended and resumed with a newer Claude Code.`,
    ),
    ...(claudeVersion === undefined
      ? [
          `No working claude was found; assuming ${DEFAULT_EVENTS_SINCE} or newer. Set REINS_CLAUDE to the one you use and run "reins install" again.`,
        ]
      : []),
    ...(findProgram('curl', env) ? [] : ['curl is not on PATH, but hooks need it. Install curl.']),
  ];
}
