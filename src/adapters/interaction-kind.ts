/** The kind of a request, by the tool that Claude wants to use: permission is the default. */
import { ASK_KINDS } from '../core/asks/ask-kinds.ts';
import type { InteractionKind } from '../protocol/interactions.ts';

const KINDS = Object.keys(ASK_KINDS) as InteractionKind[];

export function interactionKindOf(toolName: string): InteractionKind {
  return KINDS.find((kind) => ASK_KINDS[kind].tool === toolName) ?? 'permission';
}
