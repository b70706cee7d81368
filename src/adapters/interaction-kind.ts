/** The kind of a request, by the tool that Claude wants to use: permission is the default. */
import { INTERACTION_DEFINITIONS } from '../core/interactions/interaction-definitions.ts';
import type { InteractionKind } from '../protocol/interactions.ts';

const KINDS = Object.keys(INTERACTION_DEFINITIONS) as InteractionKind[];

export function interactionKindOf(toolName: string): InteractionKind {
  return KINDS.find((kind) => INTERACTION_DEFINITIONS[kind].tool === toolName) ?? 'permission';
}
