/** What Claude waits with, by the tool it wants to use. */
import type { InteractionKind } from '../protocol/interactions.ts';

const KINDS: ReadonlyMap<string, InteractionKind> = new Map([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan'],
]);

export function interactionKindOf(toolName: string): InteractionKind {
  return KINDS.get(toolName) ?? 'permission';
}
