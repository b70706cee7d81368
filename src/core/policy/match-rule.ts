/**
 * Whether a rule matches a request. A rule that grants must match in every respect; one that refuses matches
 * if it might be meant.
 */
import type { Rule, RuleDecision, RuleMatch } from '../../protocol/policy.ts';
import { answersBy } from './answer-questions.ts';
import { ANY_COMMAND } from './command-pattern.ts';
import { compileRule } from './compiled-rule.ts';
import { refusesLine, whyNotCovered } from './match-command.ts';
import { type Fit, MATCHERS, type Matcher } from './matchers.ts';
import type { Moment, PendingInteraction } from './pending-interaction.ts';
import { isNarrow, kindsOf } from './rule-kinds.ts';
import type { Line } from './shell/line.ts';

/** `line` is the command of a Bash call. The rule must have no problem. */
export function fitOf(
  rule: Rule,
  interaction: PendingInteraction,
  moment: Moment,
  line: Line | undefined,
): Fit {
  const isWide = !isNarrow(rule.decide);
  const fit = every([
    kindsOf(rule).includes(interaction.kind),
    ...Object.entries<Matcher<never>>(MATCHERS).map(([name, { fits }]) => {
      const value = rule.match[name as keyof RuleMatch];
      return value === undefined || fits(value as never, interaction, moment, isWide);
    }),
    isAnswerable(rule.decide, interaction),
  ]);
  return fit !== false && commandFits(rule, line, isWide) ? fit : false;
}

/** Allowing Bash as a whole allows every command that can be analyzed. */
function commandFits(rule: Rule, line: Line | undefined, isWide: boolean): boolean {
  const { commands } = compileRule(rule);
  if (!line) return commands === undefined;
  if (isWide) return commands === undefined || refusesLine(commands, line);
  return whyNotCovered(commands ?? [ANY_COMMAND], line) === undefined;
}

function isAnswerable(decide: RuleDecision, { input }: PendingInteraction): boolean {
  const needsOptions = decide === 'first_option' || (typeof decide === 'object' && 'answer' in decide);
  return !needsOptions || answersBy(decide, input) !== undefined;
}

function every(fits: readonly Fit[]): Fit {
  if (fits.includes(false)) return false;
  return fits.includes(undefined) ? undefined : true;
}
