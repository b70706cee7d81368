/** Describes the issues of invalid input, in one sentence per field. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export function describeIssues(issues: readonly Issue[]): string {
  return issues.map(describe).join(' ');
}

/** The invalid fields, for programs. */
export function fieldsOf(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

function describe(issue: Issue): string {
  const where = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `Unknown ${issue.keys.length > 1 ? 'fields' : 'field'} ${names}${where && ` in ${where}`}.`;
  }
  return `${where || 'The input'}: ${issue.message}.`;
}
