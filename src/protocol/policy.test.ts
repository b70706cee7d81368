import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { policySchema } from './policy.ts';

const committed = new URL('../../docs/policy.schema.json', import.meta.url);
const COMMAND = 'UPDATE=1 npx vitest run --project unit src/protocol/policy';

test('docs/policy.schema.json is up to date', () => {
  const schema = { title: 'policy.json of Reins', ...z.toJSONSchema(policySchema, { io: 'input' }) };
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (process.env['UPDATE']) writeFileSync(committed, text);
  expect(readFileSync(committed, 'utf8') === text, `out of date; run: ${COMMAND}`).toBe(true);
});
