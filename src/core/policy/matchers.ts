/**
 * What a rule can match, one row for each field of `match`: its description, whether a request matches, and
 * what a pattern must look like. `command` matches as a whole line, see match-rule.ts; `kind` depends on what
 * the rule decides, see rule-kinds.ts.
 */
import type { RuleMatch, RuleTime } from '../../protocol/policy.ts';
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
  kind: { words: (value) => `it is a ${either(value)}`, fits: () => true },
  tool: {
    words: (value) => `the tool is ${either(value)}`,
    fits: (value, { tool_name }) =>
      tool_name !== undefined && listOf(value).some((pattern) => wildcardMatches(pattern, tool_name)),
    check: checkTool,
  },
  command: { words: (value) => `the command is ${either(value)}`, fits: () => true },
  path: {
    words: (value) => `the file is ${either(value)}`,
    fits: (value, interaction, moment, isWide) => pathFits(listOf(value), interaction, moment, isWide),
    check: checkPathPattern,
  },
  url: {
    words: (value) => `the address is ${either(value)}`,
    fits: (value, interaction, _moment, isWide) => reaches(value, urlMatches, interaction, isWide),
    check: checkUrlPattern,
  },
  host: {
    words: (value) => `the host is ${either(value)}`,
    fits: (value, interaction, _moment, isWide) => reaches(value, hostMatches, interaction, isWide),
    check: checkHostPattern,
  },
  cwd: {
    words: (value) => `the folder is ${either(value)}`,
    fits: (value, interaction, moment, isWide) => cwdFits(listOf(value), interaction, moment, isWide),
    check: checkFolder,
  },
  session: {
    words: (value) => `the session is ${either(value)}`,
    fits: (value, { session_id }) => listOf(value).includes(session_id),
  },
  permission_mode: {
    words: (value) => `the mode is ${either(value)}`,
    fits: (value, { permission_mode: mode }) =>
      mode === undefined ? undefined : listOf<string>(value).includes(mode),
  },
  time: { words: timeText, fits: (value, _ask, { now }) => timeMatches(value, now) },
  session_cost_usd_over: {
    words: (value) => `the session has cost more than $${value}`,
    fits: (value, _ask, { sessionCostUsd: cost }) => (cost === undefined ? undefined : cost > value),
  },
  day_cost_usd_over: {
    words: (value) => `the day has cost more than $${value}`,
    fits: (value, _ask, { dayCostUsd: cost, dayCostAtLeastUsd: atLeast = 0 }) => {
      if (cost !== undefined) return cost > value;
      return atLeast > value ? true : undefined;
    },
  },
  subagent: {
    words: (value) => (value ? 'a subagent asks' : 'Claude itself asks'),
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
  const clock = from || to ? ` between ${from ?? '00:00'} and ${to ?? '24:00'}` : '';
  const unknown = Object.entries(rest).map(([name, value]) => ` and ${conditionAsItIs(name, value)}`);
  return `it is ${days ? days.join(', ') : 'any day'}${clock}${unknown.join('')}`;
}

function either(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map(textOf).join(' or ');
}

/** For conditions of newer versions. */
export function conditionAsItIs(name: string, value: unknown): string {
  return `${name} is ${textOf(value)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
