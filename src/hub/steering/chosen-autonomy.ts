/** The fact that records which automation a start chose for the session. */

import type { RunChoices } from '../../core/new-session/run-options.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { AutoContinue } from '../../protocol/autonomy.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { StartingDriver } from '../../protocol/steering.ts';
import type { OwnFact } from './own-facts.ts';

/**
 * `usual`: the default if the call chooses nothing. Returns none if nothing is chosen and nothing was: the
 * choice of an earlier start no longer applies. Throws `invalid_request`.
 */
export function chosenAutonomy(
  { non_interactive = false, auto_continue: chosen }: RunChoices,
  driver: StartingDriver,
  usual: AutoContinue | null,
  before: SessionState['autonomy'],
  by: string,
): OwnFact[] {
  if (chosen && driver !== 'stream') {
    throw new ReinsError(
      'invalid_request',
      'Claude Code has no turn limit in a terminal, so there is nothing to continue. Omit auto_continue, or start the session with the stream driver.',
      { refused: ['auto_continue'] },
    );
  }
  const auto_continue = chosen ?? (driver === 'stream' ? usual : null);
  if (!non_interactive && !auto_continue && !before) return [];
  return [{ type: 'autonomy_chosen', non_interactive, ...(auto_continue && { auto_continue }), by }];
}
