/** A rule in words, for people who do not read JSON. */
import type { Rule, RuleMatch } from '../../src/protocol/policy.ts';

const list = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String).join(' or ');

const CONDITIONS: { readonly [Field in keyof RuleMatch]?: (value: unknown) => string } = {
  kind: (value) => `it is a ${list(value)}`,
  tool: (value) => `the tool is ${list(value)}`,
  command: (value) => `the command is ${list(value)}`,
  path: (value) => `the file is ${list(value)}`,
  url: (value) => `the address is ${list(value)}`,
  host: (value) => `the host is ${list(value)}`,
  cwd: (value) => `the folder is ${list(value)}`,
  session: (value) => `the session is ${list(value)}`,
  permission_mode: (value) => `the mode is ${list(value)}`,
  session_cost_usd_over: (value) => `the session has cost more than $${value}`,
  day_cost_usd_over: (value) => `the day has cost more than $${value}`,
  subagent: (value) => (value ? 'a helper asks' : 'no helper asks'),
};

const DECISIONS: Readonly<Record<string, string>> = {
  allow: 'Allows',
  deny: 'Denies',
  ask: 'Asks a person',
  stop_session: 'Stops the session',
  first_option: 'Takes the first option',
};

export function ruleWords({ match, decide }: Pick<Rule, 'match' | 'decide'>): string {
  const conditions = Object.entries(match).flatMap(([field, value]) => {
    if (field === 'time') return [timeWords(value as RuleMatch['time'])];
    return CONDITIONS[field as keyof RuleMatch]?.(value) ?? [];
  });
  return `${decisionWords(decide)} ${conditions.length > 0 ? `when ${conditions.join(' and ')}` : 'everything'}.`;
}

function decisionWords(decide: Rule['decide']): string {
  if (typeof decide === 'string') return DECISIONS[decide] ?? decide;
  if ('deny' in decide) return `Denies with “${decide.deny}”`;
  return 'reply' in decide ? `Replies “${decide.reply}”` : 'Answers';
}

function timeWords({ days, from, to }: NonNullable<RuleMatch['time']> = {}): string {
  const clock = from || to ? `between ${from ?? '00:00'} and ${to ?? '24:00'}` : '';
  return [`it is ${days ? days.join(', ') : 'any day'}`, clock].filter(Boolean).join(' ');
}
