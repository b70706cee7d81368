/** The SDK's reference matches its types. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkReference } from '../../scripts/sdk-types/sdk-reference.mjs';

const file = join(import.meta.dirname, '../../docs/sdk-reference.md');

test('docs/sdk-reference.md is up to date', () => {
  const reference = sdkReference();
  if (process.env['UPDATE']) writeFileSync(file, reference);
  const words = 'run UPDATE=1 npx vitest run --project e2e test/packaging/sdk-reference.test.ts';
  expect(readFileSync(file, 'utf8'), words).toBe(reference);
});
