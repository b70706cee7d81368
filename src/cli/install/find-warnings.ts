/** What keeps installed hooks from working, or from working fully; each with the way out. */
import { isAtLeast } from '../../claude/claude-version.ts';
import { DEFAULT_EVENTS_SINCE } from '../../claude/hook-set.ts';
import type { ReinsHome } from '../../hub/reins-home.ts';
import { findProgram } from './find-program.ts';
import { lookAtHooks } from './look-at-hooks.ts';

export function findWarnings(
  home: ReinsHome,
  env: NodeJS.ProcessEnv,
  claudeVersion: string | undefined,
): string[] {
  const { silencedBy, plugin } = lookAtHooks(home, env);
  const isOld = claudeVersion !== undefined && !isAtLeast(claudeVersion, DEFAULT_EVENTS_SINCE);
  return [
    ...silencedBy.map((file) => `"disableAllHooks" in ${file} silences every hook. Take it out to be heard.`),
    ...(plugin === undefined
      ? []
      : [
          `The plugin ${plugin} is on as well: every hook is called twice. Run "claude plugin disable ${plugin}".`,
        ]),
    ...(isOld
      ? [
          `Claude Code ${claudeVersion} does not know every event up to ${DEFAULT_EVENTS_SINCE}; unknown ones are left out. Run "claude update", then "reins install" again.`,
        ]
      : []),
    ...(claudeVersion === undefined
      ? [
          `No claude that runs was found; ${DEFAULT_EVENTS_SINCE} or newer is taken for granted. Set REINS_CLAUDE to the one you use and run "reins install" again.`,
        ]
      : []),
    ...(findProgram('curl', env) ? [] : ['curl is not on PATH, and hooks report through it. Install curl.']),
  ];
}
