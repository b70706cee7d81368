/** What sort of rule it is, by what it decides. */
import { type InteractionKind, interactionKindSchema } from '../../protocol/interactions.ts';
import type { Rule, RuleDecision } from '../../protocol/policy.ts';
import { listOf } from './list-of.ts';

/** A rule that lets something happen, in contrast to one that stops it or hands it to a person. */
export function isNarrow(decide: RuleDecision): boolean {
  return decide === 'allow' || isForQuestions(decide);
}

export function isForQuestions(decide: RuleDecision): boolean {
  return (
    decide === 'first_option' || (typeof decide === 'object' && ('answer' in decide || 'reply' in decide))
  );
}

/** Where a rule does not name them: an allow is for permissions, an answer for questions, the rest for all. */
export function kindsOf({ match, decide }: Rule): readonly InteractionKind[] {
  if (match.kind !== undefined) return listOf(match.kind);
  if (decide === 'allow') return ['permission'];
  return isForQuestions(decide) ? ['question'] : interactionKindSchema.options;
}
