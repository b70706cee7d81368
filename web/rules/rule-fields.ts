/** The conditions of a rule as text fields: one pattern per line. Other conditions stay as they are. */
import { t } from '../../src/core/translate.ts';
import type { Rule, RuleMatch } from '../../src/protocol/policy.ts';

export const FIELDS = {
  tool: t('Tools'),
  command: t('Commands'),
  path: t('Files'),
  host: t('Hosts'),
  cwd: t('Folders'),
} as const satisfies { readonly [Name in keyof RuleMatch]?: string };
export type Field = keyof typeof FIELDS;

export const DECISIONS = {
  allow: t('Allow'),
  deny: t('Deny'),
  ask: t('Ask a person'),
  stop_session: t('Stop the session'),
  first_option: t('Choose the first option'),
} as const;

export function linesOf(match: RuleMatch, field: Field): string {
  return [match[field] ?? []].flat().join('\n');
}

/** Empty lines are kept out, and a single pattern is not a list. */
export function withLines(match: RuleMatch, field: Field, text: string): RuleMatch {
  const { [field]: _, ...rest } = match;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [only, ...more] = lines;
  if (only === undefined) return rest;
  return { ...match, [field]: more.length === 0 ? only : lines };
}

/** The conditions that have no field here. */
export function otherConditions(match: RuleMatch): RuleMatch {
  return Object.fromEntries(Object.entries(match).filter(([name]) => !(name in FIELDS)));
}

/** A name that no other rule has. */
export function freeName(wanted: string, rules: readonly Pick<Rule, 'name'>[]): string {
  const taken = new Set(rules.map(({ name }) => name));
  const base = wanted.slice(0, 90);
  for (let number = 2, name = base; ; number++) {
    if (!taken.has(name)) return name;
    name = `${base} ${number}`;
  }
}
