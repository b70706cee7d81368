/**
 * Reads a policy from text or JSON: checks schema and consistency, and reports every problem with its place.
 */
import type { z } from 'zod';
import { lineAt, repeatedKeys } from '../../lib/json-place.ts';
import { JsonSyntaxError, parseJsonTree } from '../../lib/json-tree.ts';
import { type Policy, type PolicyProblem, policySchema } from '../../protocol/policy.ts';
import { findPolicyProblems, type Problem } from './check-policy.ts';

export type ReadPolicy =
  | { readonly policy: Policy; readonly problems?: undefined }
  | { readonly policy?: undefined; readonly problems: readonly PolicyProblem[] };

type Issue = z.core.$ZodIssue;

/** The text of a `policy.json`. */
export function readPolicy(text: string): ReadPolicy {
  try {
    const root = parseJsonTree(text);
    const toProblem = ({ path, message }: Problem) => ({
      line: lineAt(text, root, path),
      ...describe({ path, message }),
    });
    const repeated = repeatedKeys(root);
    if (repeated.length > 0)
      return { problems: repeated.map((path) => toProblem({ path, message: 'duplicate key' })) };
    const { policy, problems } = check(root.value);
    return policy ? { policy } : { problems: problems.map(toProblem) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { problems: [{ line: error.line, path: '', message: `Invalid JSON: ${error.message}.` }] };
  }
}

/** A policy that is already parsed JSON. */
export function checkPolicy(value: unknown): ReadPolicy {
  const { policy, problems } = check(value);
  return policy ? { policy } : { problems: problems.map(describe) };
}

type Checked = { policy: Policy; problems?: undefined } | { policy?: undefined; problems: Problem[] };

function check(value: unknown): Checked {
  const parsed = policySchema.safeParse(value);
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue)) };
  const problems = findPolicyProblems(parsed.data);
  return problems.length > 0 ? { problems } : { policy: parsed.data };
}

function problemsOf(issue: Issue, above: readonly PropertyKey[] = []): Problem[] {
  const path = [...above, ...issue.path].map((key) => (typeof key === 'number' ? key : String(key)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown key' }));
  // For a value or list of values: the problem of the alternative that was meant.
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const depth = (issues: readonly Issue[]) => Math.max(...issues.map((one) => one.path.length));
    const [meant] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
    return (meant ?? []).flatMap((one) => problemsOf(one, path));
  }
  return [{ path, message: issue.message.replace(/^Invalid input: /, '') }];
}

function describe({ path, message }: Problem): PolicyProblem {
  const where = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return { path: where.replace(/^\./, ''), message: `${message}.` };
}
