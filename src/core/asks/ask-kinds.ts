/** Every kind of request, for the hub and all clients. A kind without a row here does not compile. */
import type { Decision } from '../../protocol/answers.ts';
import type { InteractionKind } from '../../protocol/interactions.ts';
import type { AskFacts, AskKind, ToolDecision } from './ask-kind.ts';
import { ELICITATION } from './elicitation.ts';
import { PERMISSION } from './permission.ts';
import { PLAN } from './plan.ts';
import { QUESTION } from './question.ts';

export const ASK_KINDS: { readonly [Kind in InteractionKind]: AskKind<Kind> } = {
  permission: PERMISSION,
  question: QUESTION,
  plan: PLAN,
  elicitation: ELICITATION,
};

export function askKindOf(kind: InteractionKind): AskKind<InteractionKind> {
  return ASK_KINDS[kind] as AskKind<InteractionKind>;
}

/**
 * A decision in the form Claude Code accepts for a tool call; undefined for kinds that are not tool calls.
 */
export function toToolDecision(ask: AskFacts, decision: Decision): ToolDecision | undefined {
  return askKindOf(decision.kind).toolDecision(ask, decision);
}
