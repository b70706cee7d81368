/** What a start chooses that the hub shall do by itself in the session, as a fact. */

import type { RunChoices } from '../../core/new-session/run-options.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { AutoContinue } from '../../protocol/autonomy.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { StartingDriver } from '../../protocol/steering.ts';
import type { OwnFact } from './own-facts.ts';

/** `usual`: what holds when the call chooses nothing. None when nothing is chosen and nothing was: what an earlier start chose is over. Throws `invalid_request`. */
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
      'Claude Code has no limit of turns in a terminal, so there is nothing to continue. Leave auto_continue out, or start the session with the stream driver.',
      { refused: ['auto_continue'] },
    );
  }
  const auto_continue = chosen ?? (driver === 'stream' ? usual : null);
  if (!non_interactive && !auto_continue && !before) return [];
  return [{ type: 'autonomy_chosen', non_interactive, ...(auto_continue && { auto_continue }), by }];
}
