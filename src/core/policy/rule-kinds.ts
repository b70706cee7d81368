/** The kind of a rule, derived from its decision. */
import { type InteractionKind, interactionKindSchema } from '../../protocol/interactions.ts';
import type { Rule, RuleDecision } from '../../protocol/policy.ts';
import { listOf } from './list-of.ts';

/** A rule that lets something happen, in contrast to one that denies it or asks a person. */
export function isNarrow(decide: RuleDecision): boolean {
  return decide === 'allow' || isForQuestions(decide);
}

export function isForQuestions(decide: RuleDecision): boolean {
  return (
    decide === 'first_option' || (typeof decide === 'object' && ('answer' in decide || 'reply' in decide))
  );
}

/**
 * The default if a rule does not name kinds: an allow is for permissions, an answer for questions, everything
 * else for all.
 */
export function kindsOf({ match, decide }: Rule): readonly InteractionKind[] {
  if (match.kind !== undefined) return listOf(match.kind);
  if (decide === 'allow') return ['permission'];
  return isForQuestions(decide) ? ['question'] : interactionKindSchema.options;
}
