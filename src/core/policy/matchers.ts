/**
 * What a rule can match, one row for each field of `match`: its description, whether a request matches, and
 * what a pattern must look like. `command` matches as a whole line, see match-rule.ts; `kind` depends on what
 * the rule decides, see rule-kinds.ts.
 */
import type { RuleMatch, RuleTime } from '../../protocol/policy.ts';
import { t } from '../translate.ts';
import { listOf } from './list-of.ts';
import { cwdFits, pathFits } from './match-path.ts';
import { timeMatches } from './match-time.ts';
import { checkHostPattern, checkUrlPattern, hostMatches, urlMatches } from './match-url.ts';
import { checkPathPattern } from './path-pattern.ts';
import { PatternError } from './pattern-error.ts';
import type { Moment, PendingInteraction } from './pending-interaction.ts';
import { wildcardMatches } from './wildcard.ts';

/** Undefined: a value it checks is unknown. */
export type Fit = boolean | undefined;

export interface Matcher<Value> {
  /** The rest of "… when": `the tool is Bash`. */
  readonly words: (value: Value) => string;
  /** `isWide`: the rule refuses, so it matches if it might be meant. */
  readonly fits: (value: Value, interaction: PendingInteraction, moment: Moment, isWide: boolean) => Fit;
  /** Throws PatternError for an invalid pattern. */
  readonly check?: (pattern: string) => void;
}

type Matchers = { readonly [Name in keyof RuleMatch]-?: Matcher<NonNullable<RuleMatch[Name]>> };

export const MATCHERS: Matchers = {
  kind: { words: (value) => t('it is a {kind}', { kind: either(value) }), fits: () => true },
  tool: {
    words: (value) => t('the tool is {tool}', { tool: either(value) }),
    fits: (value, { tool_name }) =>
      tool_name !== undefined && listOf(value).some((pattern) => wildcardMatches(pattern, tool_name)),
    check: checkTool,
  },
  command: { words: (value) => t('the command is {command}', { command: either(value) }), fits: () => true },
  path: {
    words: (value) => t('the file is {file}', { file: either(value) }),
    fits: (value, interaction, moment, isWide) => pathFits(listOf(value), interaction, moment, isWide),
    check: checkPathPattern,
  },
  url: {
    words: (value) => t('the address is {address}', { address: either(value) }),
    fits: (value, interaction, _moment, isWide) => reaches(value, urlMatches, interaction, isWide),
    check: checkUrlPattern,
  },
  host: {
    words: (value) => t('the host is {host}', { host: either(value) }),
    fits: (value, interaction, _moment, isWide) => reaches(value, hostMatches, interaction, isWide),
    check: checkHostPattern,
  },
  cwd: {
    words: (value) => t('the folder is {folder}', { folder: either(value) }),
    fits: (value, interaction, moment, isWide) => cwdFits(listOf(value), interaction, moment, isWide),
    check: checkFolder,
  },
  session: {
    words: (value) => t('the session is {session}', { session: either(value) }),
    fits: (value, { session_id }) => listOf(value).includes(session_id),
  },
  permission_mode: {
    words: (value) => t('the mode is {mode}', { mode: either(value) }),
    fits: (value, { permission_mode: mode }) =>
      mode === undefined ? undefined : listOf<string>(value).includes(mode),
  },
  time: { words: timeText, fits: (value, _ask, { now }) => timeMatches(value, now) },
  session_cost_usd_over: {
    words: (value) => t('the session has cost more than {amount}', { amount: `$${value}` }),
    fits: (value, _ask, { sessionCostUsd: cost }) => (cost === undefined ? undefined : cost > value),
  },
  day_cost_usd_over: {
    words: (value) => t('the day has cost more than {amount}', { amount: `$${value}` }),
    fits: (value, _ask, { dayCostUsd: cost, dayCostAtLeastUsd: atLeast = 0 }) => {
      if (cost !== undefined) return cost > value;
      return atLeast > value ? true : undefined;
    },
  },
  subagent: {
    words: (value) => (value ? t('a subagent asks') : t('Claude itself asks')),
    fits: (value, { agent_id }) => value === (agent_id !== undefined),
  },
};

function reaches(
  patterns: string | string[],
  matches: typeof hostMatches,
  { tool_name, input: { url } }: PendingInteraction,
  isWide: boolean,
): boolean {
  const address = tool_name === 'WebFetch' || isWide ? url : undefined;
  return typeof address === 'string' && listOf(patterns).some((pattern) => matches(pattern, address, isWide));
}

function checkTool(name: string): void {
  if (!/^[\w*?.:/@-]+$/.test(name))
    throw new PatternError('must be the name of a tool; use "command", "path" or "host" for its input');
}

function checkFolder(pattern: string): void {
  if (!/^(?:\/|~(?:\/|$))/.test(pattern)) throw new PatternError('must start with "/" or "~/"');
  checkPathPattern(pattern);
}

function timeText({ days, from, to, ...rest }: RuleTime): string {
  const listed = days ? days.join(', ') : t('any day');
  const when =
    from || to
      ? t('it is {days} between {from} and {to}', { days: listed, from: from ?? '00:00', to: to ?? '24:00' })
      : t('it is {days}', { days: listed });
  return allOf([when, ...Object.entries(rest).map(([name, value]) => conditionAsItIs(name, value))]);
}

/** `a and b and c`. */
export function allOf(conditions: readonly string[]): string {
  return conditions.reduce((first, next) => t('{first} and {next}', { first, next }));
}

function either(value: unknown): string {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  return texts.length === 0 ? '' : texts.reduce((first, next) => t('{first} or {next}', { first, next }));
}

/** For conditions of newer versions. */
export function conditionAsItIs(name: string, value: unknown): string {
  return t('{name} is {value}', { name, value: textOf(value) });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
