/** Reads rules from a file, checks them, and reports errors with their line. */
import { readFileSync } from 'node:fs';
import { readPolicy } from '../../core/policy/read-policy.ts';
import { describeProblem } from '../../hub/policy/describe-policy.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Policy } from '../../protocol/policy.ts';

/** `-` is standard input. Throws `policy_invalid` with `file:line` of every problem. */
export function readPolicyText(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new ReinsError('invalid_request', `Cannot read ${file} (${(error as Error).message}).`);
  }
  const { policy, problems } = readPolicy(text);
  if (policy) return policy;
  const name = file === '-' ? 'standard input' : file;
  const list = problems.map((problem) => describeProblem(problem, name)).join('\n');
  throw new ReinsError('policy_invalid', `These rules are invalid.\n${list}`, { problems });
}
