/** Every kind of request, for the hub and all clients. A kind without a row here does not compile. */
import type { Decision } from '../../protocol/answers.ts';
import type { InteractionKind } from '../../protocol/interactions.ts';
import { ELICITATION } from './elicitation.ts';
import type { InteractionDefinition, InteractionFacts, ToolDecision } from './interaction-definition.ts';
import { PERMISSION } from './permission.ts';
import { PLAN } from './plan.ts';
import { QUESTION } from './question.ts';

export const INTERACTION_DEFINITIONS: { readonly [Kind in InteractionKind]: InteractionDefinition<Kind> } = {
  permission: PERMISSION,
  question: QUESTION,
  plan: PLAN,
  elicitation: ELICITATION,
};

export function interactionDefinition(kind: InteractionKind): InteractionDefinition<InteractionKind> {
  return INTERACTION_DEFINITIONS[kind] as InteractionDefinition<InteractionKind>;
}

/**
 * A decision in the form Claude Code accepts for a tool call; undefined for kinds that are not tool calls.
 */
export function toToolDecision(interaction: InteractionFacts, decision: Decision): ToolDecision | undefined {
  return interactionDefinition(decision.kind).toolDecision(interaction, decision);
}
