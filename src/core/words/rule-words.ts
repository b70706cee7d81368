/** A rule of `policy.json` in words, for people who do not read JSON. */
import type { Rule, RuleMatch, RuleTime } from '../../protocol/policy.ts';

type Conditions = { readonly [Name in keyof RuleMatch]-?: (value: NonNullable<RuleMatch[Name]>) => string };

const CONDITIONS: Conditions = {
  kind: (value) => `it is a ${either(value)}`,
  tool: (value) => `the tool is ${either(value)}`,
  command: (value) => `the command is ${either(value)}`,
  path: (value) => `the file is ${either(value)}`,
  url: (value) => `the address is ${either(value)}`,
  host: (value) => `the host is ${either(value)}`,
  cwd: (value) => `the folder is ${either(value)}`,
  session: (value) => `the session is ${either(value)}`,
  permission_mode: (value) => `the mode is ${either(value)}`,
  time: timeWords,
  session_cost_usd_over: (value) => `the session has cost more than $${value}`,
  day_cost_usd_over: (value) => `the day has cost more than $${value}`,
  subagent: (value) => (value ? 'a helper asks' : 'no helper asks'),
};

const DECISIONS: Readonly<Record<Extract<Rule['decide'], string>, string>> = {
  allow: 'Allows',
  deny: 'Denies',
  ask: 'Asks a person',
  stop_session: 'Stops the session',
  first_option: 'Takes the first option',
};

export function ruleWords({ match, decide }: Pick<Rule, 'match' | 'decide'>): string {
  const conditions = matchWords(match);
  return `${decisionWords(decide)} ${conditions === undefined ? 'everything' : `when ${conditions}`}.`;
}

/**
 * `the tool is Bash and the command is git log *`; undefined without conditions. Those of newer versions are shown as they
 * are: without them the rule would seem to apply to more than it does.
 */
export function matchWords(match: RuleMatch): string | undefined {
  const conditions = Object.entries(match).map(([name, value]) =>
    isKnown(name) ? (CONDITIONS[name] as (value: unknown) => string)(value) : asItIs(name, value),
  );
  return conditions.length > 0 ? conditions.join(' and ') : undefined;
}

function isKnown(name: string): name is keyof RuleMatch {
  return Object.hasOwn(CONDITIONS, name);
}

function decisionWords(decide: Rule['decide']): string {
  if (typeof decide === 'string') return DECISIONS[decide] ?? decide;
  if ('deny' in decide) return `Denies with “${decide.deny}”`;
  if ('reply' in decide) return `Replies “${decide.reply}”`;
  return 'answer' in decide ? 'Answers' : JSON.stringify(decide);
}

function timeWords({ days, from, to, ...rest }: RuleTime): string {
  const clock = from || to ? ` between ${from ?? '00:00'} and ${to ?? '24:00'}` : '';
  const unknown = Object.entries(rest).map(([name, value]) => ` and ${asItIs(name, value)}`);
  return `it is ${days ? days.join(', ') : 'any day'}${clock}${unknown.join('')}`;
}

function either(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map(textOf).join(' or ');
}

function asItIs(name: string, value: unknown): string {
  return `${name} is ${textOf(value)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
