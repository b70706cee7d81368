/** Which pending requests may be answered together: permission requests without any known danger. */
import type { Interaction } from '../../protocol/interactions.ts';
import { dangersOf } from '../wording/dangers.ts';

/** `cwd`: the folder of the session, if the request does not name one. */
export function canBeAnsweredTogether(interaction: Interaction, cwd = ''): boolean {
  const { kind, state, routes, flags = [], without_hook, tool_name = '', input } = interaction;
  if (kind !== 'permission' || state !== 'open' || routes.length === 0) return false;
  // A request that is known only in part cannot be judged at a glance.
  if (flags.length > 0 || without_hook) return false;
  return dangersOf(tool_name, input, interaction.cwd ?? cwd).length === 0;
}
