/** The SDK's reference matches its types, and everything in it has a comment. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkReference } from '../../scripts/sdk-types/sdk-reference.mjs';
import { undocumented } from '../../scripts/sdk-types/undocumented.mjs';
import { typesFile, writeSdkTypes } from '../../scripts/sdk-types/write-sdk-types.mjs';

const file = join(import.meta.dirname, '../../docs/sdk-reference.md');

const types = writeSdkTypes();

test('every type, field and method has a comment, for editors', () => {
  expect(undocumented(typesFile(types))).toEqual([]);
  expect(undocumented('type Bare = { readonly a: string; /** Yes. */ readonly b: string };')).toEqual([
    'Bare',
    'Bare.a',
  ]);
});

test('docs/sdk-reference.md is up to date', () => {
  const reference = sdkReference(types);
  if (process.env['UPDATE']) writeFileSync(file, reference);
  const words = 'run UPDATE=1 npx vitest run --project e2e test/packaging/sdk-reference.test.ts';
  expect(readFileSync(file, 'utf8'), words).toBe(reference);
});
