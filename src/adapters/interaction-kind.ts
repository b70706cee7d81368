/** What Claude waits with, by the tool it wants to use: one that has no kind of its own asks for permission. */
import { ASK_KINDS } from '../core/asks/ask-kinds.ts';
import type { InteractionKind } from '../protocol/interactions.ts';

const KINDS = Object.keys(ASK_KINDS) as InteractionKind[];

export function interactionKindOf(toolName: string): InteractionKind {
  return KINDS.find((kind) => ASK_KINDS[kind].tool === toolName) ?? 'permission';
}
