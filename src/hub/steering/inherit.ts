/** What a run inherits from the session that it resumes or copies, and what it reports at its start. */

import type { RunChoices } from '../../core/new-session/run-options.ts';
import { reliable } from '../../core/observe.ts';
import { stricterMode } from '../../core/permission-modes.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { RunOrder } from '../../drivers/driver.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Observed } from '../../protocol/events.ts';

/**
 * Claude Code restores the model but not the permission mode, which people expect to stay. A mode looser than
 * the one chosen through the hub is not inherited, regardless of its cause.
 */
export function withModeOf({ observed, chosen_mode }: SessionState, choices: RunChoices): RunChoices {
  const known = stricterMode(reliable(observed.permission_mode), chosen_mode?.value);
  const mode = choices.permission_mode ?? known;
  return { ...choices, ...(mode && { permission_mode: mode as RunChoices['permission_mode'] }) };
}

/** Values known only from hooks may be forged, or name a folder of another machine. */
export function requireCwd({ observed, session_id }: SessionState): string {
  const cwd = reliable(observed.cwd);
  if (cwd !== undefined) return cwd;
  throw new ReinsError(
    'cwd_invalid',
    `The folder of session ${session_id} is unknown. Specify it with cwd.`,
    { session_id },
  );
}

export function observedIn({ cwd, choices: { name, model, permission_mode } }: RunOrder): Observed {
  return {
    cwd,
    ...(name && { title: name, title_rank: 3 }),
    ...(model && { model }),
    ...(permission_mode && { permission_mode }),
  };
}
