/** Problems of a policy beyond its schema: invalid patterns, and rules that could never apply. */
import type { Policy, Rule } from '../../protocol/policy.ts';
import { type CommandPattern, parseCommandPattern } from './command-pattern.ts';
import { listOf } from './list-of.ts';
import { MATCHERS, type Matcher } from './matchers.ts';
import { PatternError } from './pattern-error.ts';
import { isForQuestions, kindsOf } from './rule-kinds.ts';
import { runsOthers } from './shell/hidden-commands.ts';

/**
 * The path from the top, as keys and indexes, and the problem: the end of a sentence without its full stop.
 */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function findPolicyProblems({ rules }: Policy): Problem[] {
  return rules.flatMap((rule, index) => {
    const inRule = findRuleProblems(rule).map(({ path, message }) => ({
      path: ['rules', index, ...path],
      message,
    }));
    const isSecond = rules.findIndex(({ name }) => name === rule.name) < index;
    return isSecond
      ? [{ path: ['rules', index, 'name'], message: 'another rule already has this name' }, ...inRule]
      : inRule;
  });
}

export function findRuleProblems(rule: Rule): Problem[] {
  const { match, decide } = rule;
  const isAllow = decide === 'allow';
  const inMatchers = Object.entries<Pick<Matcher<never>, 'check'>>(MATCHERS).flatMap(([name, { check }]) =>
    check ? inPatterns(match[name as 'tool'], name, check) : [],
  );
  return [
    ...inMatchers,
    ...inPatterns(match.command, 'command', (pattern) => checkCommand(pattern, isAllow)),
    ...inTime(rule),
    ...inSense(rule),
  ];
}

function inPatterns(
  patterns: string | string[] | undefined,
  field: string,
  check: (pattern: string) => void,
): Problem[] {
  return listOf(patterns ?? []).flatMap((pattern, at) => {
    try {
      check(pattern);
      return [];
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const path = ['match', field, ...(Array.isArray(patterns) ? [at] : [])];
      return [{ path, message: `${JSON.stringify(pattern)}: ${error.message}` }];
    }
  });
}

function checkCommand(text: string, isAllow: boolean): void {
  const pattern = parseCommandPattern(text);
  const why = isAllow ? whyNeverAllowed(pattern) : undefined;
  if (why) throw new PatternError(`no rule can allow this, because ${why}`);
}

function whyNeverAllowed({ assignments, words, isOpen }: CommandPattern): string | undefined {
  const [program, ...rest] = words;
  if (!program) return undefined;
  const why = runsOthers({ assignments, words: [program, ...rest], files: [], isFed: false });
  // "bash *" may still be meant for scripts.
  return isOpen && rest.length === 0 && why?.includes('without a script') ? undefined : why;
}

function inTime({ match: { time } }: Rule): Problem[] {
  const problem = (message: string): Problem[] => [{ path: ['match', 'time'], message }];
  if (!time) return [];
  if ((time.from === undefined) !== (time.to === undefined))
    return problem('"from" and "to" require each other');
  if (time.from === undefined && time.days === undefined) return problem('needs "days", or "from" and "to"');
  return time.from !== undefined && time.from === time.to ? problem('"from" and "to" are the same') : [];
}

function inSense(rule: Rule): Problem[] {
  const { match, decide } = rule;
  const kinds = kindsOf(rule);
  const targets = (['command', 'path', 'url', 'host'] as const).filter((field) => match[field] !== undefined);
  const groups = new Set(targets.map((field) => (field === 'host' ? 'url' : field)));
  const problems: Problem[] = [];
  const add = (path: string[], message: string) => problems.push({ path, message });
  if (groups.size > 1) add(['match'], `${targets.join(' and ')} never match together; use separate rules`);
  if (decide === 'allow' && kinds.some((kind) => kind === 'question' || kind === 'elicitation'))
    add(['decide'], 'questions and forms cannot be allowed; answer or deny them');
  if (decide === 'allow' && kinds.includes('permission') && targets.length === 0 && match.tool === undefined)
    add(
      ['match'],
      'an allow rule must specify what it allows: give "tool", "command", "path", "url" or "host"',
    );
  if (isForQuestions(decide) && kinds.some((kind) => kind !== 'question'))
    add(['decide'], 'only questions can be answered this way; the kind must be "question"');
  return problems;
}
