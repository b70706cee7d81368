/** What an approver may not do: change what was asked, or what will be asked from now on. */
import { isEqual } from '../core/same-fact.ts';
import type { Decision } from '../protocol/answers.ts';
import type { Interaction } from '../protocol/interactions.ts';

type Suggestion = Readonly<Record<string, unknown>>;

/** The reason in words; undefined when every approver may decide so. */
export function needsOperator(
  { suggestions }: Pick<Interaction, 'suggestions'>,
  decision: Decision,
): string | undefined {
  switch (decision.kind) {
    case 'permission': {
      const { input, apply = [] } = decision;
      if (input) return 'editing the input of a tool call';
      if (apply.some(({ type }) => type === 'setMode')) return 'changing the permission mode';
      if (apply.some(({ destination }) => destination !== 'session')) {
        return 'applying a rule beyond the session';
      }
      return apply.every((one) => isSuggested(one, suggestions))
        ? undefined
        : 'applying a rule that Claude did not suggest';
    }
    case 'plan':
      if (decision.plan) return 'editing a plan';
      return decision.mode ? 'changing the permission mode' : undefined;
    default:
      return undefined;
  }
}

/** For how long it shall hold may differ: for the session is the least there is. */
function isSuggested({ destination: _, ...wanted }: Suggestion, suggestions: readonly unknown[]): boolean {
  return suggestions.some((candidate) => {
    const { destination: _place, ...suggested } = (candidate ?? {}) as Suggestion;
    return isEqual(suggested, wanted);
  });
}
