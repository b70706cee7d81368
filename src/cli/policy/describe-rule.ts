/** A rule on one line: what it looks at, and what it decides. */
import type { Rule } from '../../protocol/policy.ts';

export function describeMatch({ match }: Rule): string {
  const parts = Object.entries(match).map(([name, value]) => `${name} ${wordsFor(value)}`);
  return parts.length > 0 ? parts.join('; ') : 'everything';
}

export function describeDecision({ decide }: Rule): string {
  if (typeof decide === 'string') return decide;
  const [[name, value] = ['', '']] = Object.entries(decide);
  return `${name} ${wordsFor(value)}`;
}

function wordsFor(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsFor).join(' | ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
