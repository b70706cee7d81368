/** Adds warnings for people to requests as they are opened. */

import type { Draft } from '../core/draft.ts';
import type { PendingInteraction } from '../core/policy/pending-interaction.ts';
import type { InteractionFlag } from '../protocol/interactions.ts';

export type FlagInteraction = (interaction: PendingInteraction) => readonly InteractionFlag[];

export function flagOpening(
  drafts: readonly Draft[],
  sessionId: string,
  flag: FlagInteraction,
): readonly Draft[] {
  if (!drafts.some(({ type }) => type === 'interaction_opened')) return drafts;
  return drafts.map((draft) => {
    if (draft.type !== 'interaction_opened') return draft;
    const flags = flag({ ...draft, session_id: sessionId });
    return flags.length > 0 ? { ...draft, flags: [...flags] } : draft;
  });
}
