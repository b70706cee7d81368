/**
 * Whether a rule is meant for an ask. A rule that grants must fit in every respect that can be known; one that refuses
 * fits when it might be meant.
 */
import type { Rule, RuleDecision } from '../../protocol/policy.ts';
import { answersBy } from './answer-questions.ts';
import type { Ask, Moment } from './ask.ts';
import { ANY_COMMAND } from './command-pattern.ts';
import { compileRule } from './compiled-rule.ts';
import { listOf } from './list-of.ts';
import { refusesLine, whyNotCovered } from './match-command.ts';
import { cwdFits, pathFits } from './match-path.ts';
import { timeMatches } from './match-time.ts';
import { hostMatches, urlMatches } from './match-url.ts';
import { isNarrow, kindsOf } from './rule-kinds.ts';
import type { Line } from './shell/line.ts';
import { wildcardMatches } from './wildcard.ts';

/** Undefined: something it looks at is not known. */
export type Fit = boolean | undefined;

/** `line` is the command of a Bash call. The rule must have no problem. */
export function fitOf(rule: Rule, ask: Ask, moment: Moment, line: Line | undefined): Fit {
  const isWide = !isNarrow(rule.decide);
  const fits = every([
    kindsOf(rule).includes(ask.kind),
    ...circumstances(rule, ask, moment),
    ...target(rule, ask, moment, isWide),
    isAnswerable(rule.decide, ask),
  ]);
  return fits !== false && commandFits(rule, line, isWide) ? fits : false;
}

function circumstances({ match }: Rule, ask: Ask, moment: Moment): Fit[] {
  const over = (cost: number | undefined, limit: number | undefined, atLeast = 0): Fit => {
    if (limit === undefined) return true;
    if (cost !== undefined) return cost > limit;
    return atLeast > limit ? true : undefined;
  };
  return [
    match.session === undefined || listOf(match.session).includes(ask.session_id),
    match.subagent === undefined || match.subagent === (ask.agent_id !== undefined),
    match.time === undefined || timeMatches(match.time, moment.now),
    match.permission_mode === undefined || isOneOf(ask.permission_mode, listOf(match.permission_mode)),
    over(moment.sessionCostUsd, match.session_cost_usd_over),
    over(moment.dayCostUsd, match.day_cost_usd_over, moment.dayCostAtLeastUsd),
  ];
}

function target({ match }: Rule, ask: Ask, moment: Moment, isWide: boolean): Fit[] {
  const { tool_name, input } = ask;
  const { url } = input;
  const address = tool_name === 'WebFetch' || isWide ? url : undefined;
  const reaches = (patterns: string | string[], matches: typeof hostMatches) =>
    typeof address === 'string' && listOf(patterns).some((pattern) => matches(pattern, address, isWide));
  return [
    match.tool === undefined ||
      (tool_name !== undefined && listOf(match.tool).some((pattern) => wildcardMatches(pattern, tool_name))),
    match.cwd === undefined || cwdFits(listOf(match.cwd), ask, moment, isWide),
    match.path === undefined || pathFits(listOf(match.path), ask, moment, isWide),
    match.host === undefined || reaches(match.host, hostMatches),
    match.url === undefined || reaches(match.url, urlMatches),
  ];
}

/** An allow of Bash as a whole is one of every command that can be understood. */
function commandFits(rule: Rule, line: Line | undefined, isWide: boolean): boolean {
  const { commands } = compileRule(rule);
  if (!line) return commands === undefined;
  if (isWide) return commands === undefined || refusesLine(commands, line);
  return whyNotCovered(commands ?? [ANY_COMMAND], line) === undefined;
}

function isAnswerable(decide: RuleDecision, { input }: Ask): boolean {
  const needsOptions = decide === 'first_option' || (typeof decide === 'object' && 'answer' in decide);
  return !needsOptions || answersBy(decide, input) !== undefined;
}

function every(fits: readonly Fit[]): Fit {
  if (fits.includes(false)) return false;
  return fits.includes(undefined) ? undefined : true;
}

function isOneOf(mode: string | undefined, modes: readonly string[]): Fit {
  return mode === undefined ? undefined : modes.includes(mode);
}
