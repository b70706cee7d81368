import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { settingsSchema } from './settings.ts';

const issuesOf = (schema: z.ZodType, value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? []);

test.each([
  [z.int().max(65_535), 99_999, 'must be at most 65535'],
  [z.int().min(0), -1, 'must be at least 0'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number(), 'x', 'must be a number'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(3), 'abcd', 'must have at most 3 characters'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.enum(['keep', 'stop']), 'x', 'must be one of "keep", "stop"'],
  [z.literal('a'), 'b', 'must be "a"'],
  [z.string(), undefined, 'is missing'],
  [z.iso.date(), '2d', 'must be a day such as 2026-01-31'],
  [z.url(), 'x', 'must be an address such as https://hub.example'],
  [z.union([z.string(), z.number()]), true, 'has a value that is not allowed here'],
  [z.string().startsWith('/', 'must be an absolute path'), 'x', 'must be an absolute path'],
])('%#: our words', (schema, value, words) => {
  expect(issuesOf(z.object({ field: schema }), { field: value })).toBe(`field: ${words}.`);
});

test('no setting shows words of the validator', () => {
  for (const name of Object.keys(settingsSchema.shape)) {
    for (const value of [-1, 1e9, '', 'nonsense', [], [1], {}, true, null]) {
      const words = issuesOf(settingsSchema.partial(), { [name]: value });
      expect(words).not.toMatch(/expected|Invalid input|Invalid option|Too (?:big|small)/);
    }
  }
});
