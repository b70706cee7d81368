/**
 * The permission rules that answers have added for the session only: Claude Code keeps them in memory until
 * its process ends.
 */
import type { Interaction } from '../protocol/interactions.ts';
import type { PermissionRule } from '../protocol/permission-rules.ts';
import { readSuggestion, type Suggestion } from './wording/suggestion-text.ts';

/** `since`: when the current process of the session started. */
export function answeredRules(interactions: readonly Interaction[], since: number): PermissionRule[] {
  return interactions
    .filter(({ answer }) => answer && Date.parse(answer.at) >= since && hasEffect(answer))
    .flatMap(({ answer }) => (Array.isArray(answer?.['apply']) ? answer['apply'] : []))
    .reduce<PermissionRule[]>((known, one) => applied(known, readSuggestion(one) ?? {}), []);
}

function hasEffect({ decision, applied: how }: NonNullable<Interaction['answer']>): boolean {
  return decision === 'allow' && (how === 'sent' || how === 'confirmed');
}

function applied(
  known: PermissionRule[],
  { type, rules = [], behavior = 'allow', destination }: Suggestion,
): PermissionRule[] {
  if (destination !== 'session') return known;
  const named = rules.map(({ toolName = '', ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  );
  const isOther = (one: PermissionRule) => one.behavior !== behavior || !named.includes(one.rule);
  const added = named.map((rule) => ({ behavior, rule, source: 'session' }));
  switch (type) {
    case 'addRules':
      return [...known.filter(isOther), ...added];
    case 'replaceRules':
      return [...known.filter((one) => one.behavior !== behavior), ...added];
    case 'removeRules':
      return known.filter(isOther);
    default:
      return known;
  }
}
