/** Describes the state of a policy to its owner. */
import type { PolicyProblem } from '../../protocol/policy.ts';
import type { PolicyState } from './policy-store.ts';

export function describePolicy({ policy, problems }: PolicyState, file: string): string {
  if (problems.length > 0) {
    const list = problems.map((problem) => `  ${describeProblem(problem, file)}`).join('\n');
    return `No rule applies until ${file} is fixed; you are asked about everything:\n${list}`;
  }
  const count = policy.rules.filter(({ enabled }) => enabled !== false).length;
  return `${count} ${count === 1 ? 'rule is' : 'rules are'} in force.`;
}

/** `file:line: where: what`, the format that editors and terminals recognize. */
export function describeProblem({ line, path, message }: PolicyProblem, file: string): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${path ? `${path}: ` : ''}${message}`;
}
