import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPolicy } from './read-policy.ts';

test('every example in docs/rules.md is a policy without problems', () => {
  const text = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, example]) => example ?? '');
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect(readPolicy(example).problems).toBeUndefined();
});
