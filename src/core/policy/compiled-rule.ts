/** Derived once from a rule, no matter how often it is checked. */
import type { Rule } from '../../protocol/policy.ts';
import { findRuleProblems } from './check-policy.ts';
import { type CommandPattern, parseCommandPattern } from './command-pattern.ts';
import { listOf } from './list-of.ts';

export interface CompiledRule {
  /** Why it cannot be used; undefined if it can. */
  readonly problem: string | undefined;
  /** Undefined if the rule does not match commands. */
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
