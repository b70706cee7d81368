/** What is worked out of a rule once, however often it is looked at. */
import type { Rule } from '../../protocol/policy.ts';
import { findRuleProblems } from './check-policy.ts';
import { type CommandPattern, parseCommandPattern } from './command-pattern.ts';
import { listOf } from './list-of.ts';

export interface CompiledRule {
  /** Why it cannot be used; undefined when it can. */
  readonly problem: string | undefined;
  /** Undefined when it says nothing of commands. */
  readonly commands: readonly CommandPattern[] | undefined;
}

const known = new WeakMap<Rule, CompiledRule>();

export function compileRule(rule: Rule): CompiledRule {
  const compiled = known.get(rule) ?? compile(rule);
  known.set(rule, compiled);
  return compiled;
}

function compile(rule: Rule): CompiledRule {
  const [problem] = findRuleProblems(rule);
  if (problem) return { problem: problem.message, commands: undefined };
  const { command } = rule.match;
  return {
    problem: undefined,
    commands: command === undefined ? undefined : listOf(command).map(parseCommandPattern),
  };
}
