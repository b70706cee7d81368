/** A request in plain words, for every kind. Pure; the caller sanitizes the text. */
import { exactTexts } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { InteractionFacts, InteractionText } from '../interactions/interaction-definition.ts';
import { interactionDefinition } from '../interactions/interaction-definitions.ts';
import { dangersOf } from './dangers.ts';

/** File paths are relative to the session's folder. */
export function interactionText(interaction: InteractionFacts, cwd = ''): InteractionText {
  return exactTexts(interactionDefinition(interaction.kind).words(interaction, cwd));
}

/** Warnings for the person who decides, as sentences: dangers, and flags of the hub. */
export function interactionWarnings(
  interaction: InteractionFacts & Pick<Interaction, 'flags'>,
  cwd = '',
): string[] {
  const flagged = (interaction.flags ?? []).map(({ message }) => message);
  return [...flagged, ...dangersOf(interaction.tool_name ?? '', interaction.input, cwd)];
}
