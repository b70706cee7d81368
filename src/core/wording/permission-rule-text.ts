/**
 * The permission rules in force for a session, in words: what is allowed, asked and denied, and the source of
 * each rule.
 */

import { exactTexts } from '../../lib/hidden-characters.ts';
import type { PermissionRule, PermissionRuleList } from '../../protocol/permission-rules.ts';
import { t } from '../translate.ts';
import { placeText } from './suggestion-text.ts';

export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly { readonly rule: string; readonly place: string }[];
}

const TITLES: Readonly<Record<string, string>> = {
  allow: t('Allowed without asking'),
  ask: t('Always asked'),
  deny: t('Denied'),
};
/** In addition to the destinations that an answer can name. */
const PLACES: Readonly<Record<string, string>> = {
  policySettings: t('set by your organization'),
  flagSettings: t('from the settings given at start'),
  cliArg: t('given at start'),
  command: t('from a slash command'),
};

/** Allow rules first. An unknown behaviour gets a group of its own name. */
export function ruleGroups(items: readonly PermissionRule[]): RuleGroup[] {
  const behaviors = new Set([...Object.keys(TITLES), ...items.map(({ behavior }) => behavior)]);
  return [...behaviors].flatMap((behavior) => {
    const rules = items.filter((one) => one.behavior === behavior).map(describeRule);
    return rules.length === 0 ? [] : [{ title: TITLES[behavior] ?? behavior, rules }];
  });
}

/** What the list may be missing; empty if it is complete. */
export function ruleListGaps({ known_from }: PermissionRuleList): string {
  switch (known_from) {
    case 'claude':
      return '';
    case 'files':
      return t('Read from settings files. Rules added in the terminal for this session only are missing.');
    case 'answers':
      return t('The session runs on another machine, so only rules from your answers are known.');
  }
}

export function noRulesText({ items }: PermissionRuleList): string {
  return items.length === 0 ? t('No rules. The permission mode alone decides.') : '';
}

function describeRule({ rule, source }: PermissionRule): { rule: string; place: string } {
  return exactTexts({ rule, place: PLACES[source] ?? placeText(source) });
}
