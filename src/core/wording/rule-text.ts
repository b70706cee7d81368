/** A rule of `policy.json` in words, for people who do not read JSON. */
import type { Rule, RuleMatch } from '../../protocol/policy.ts';
import { allOf, conditionAsItIs, MATCHERS, type Matcher } from '../policy/matchers.ts';
import { t } from '../translate.ts';

const DECISIONS: Readonly<Record<Extract<Rule['decide'], string>, string>> = {
  allow: t('Allows'),
  deny: t('Denies'),
  ask: t('Asks a person'),
  stop_session: t('Stops the session'),
  first_option: t('Chooses the first option'),
};

export function describeRule({ match, decide }: Pick<Rule, 'match' | 'decide'>): string {
  const conditions = matchText(match);
  const decision = decisionText(decide);
  return conditions === undefined
    ? t('{decision} in every case.', { decision })
    : t('{decision} when {conditions}.', { decision, conditions });
}

/**
 * `the tool is Bash and the command is git log *`; undefined without conditions. Unknown conditions of newer
 * versions are shown verbatim: without them the rule would look wider than it is.
 */
export function matchText(match: RuleMatch): string | undefined {
  const matchers: Readonly<Record<string, Pick<Matcher<never>, 'words'>>> = MATCHERS;
  const conditions = Object.entries(match).map(([name, value]) =>
    Object.hasOwn(matchers, name)
      ? (matchers[name]?.words(value as never) ?? '')
      : conditionAsItIs(name, value),
  );
  return conditions.length > 0 ? allOf(conditions) : undefined;
}

function decisionText(decide: Rule['decide']): string {
  if (typeof decide === 'string') return DECISIONS[decide] ?? decide;
  if ('deny' in decide) return t('Denies with “{text}”', { text: decide.deny });
  if ('reply' in decide) return t('Replies “{text}”', { text: decide.reply });
  return 'answer' in decide ? t('Answers') : JSON.stringify(decide);
}
